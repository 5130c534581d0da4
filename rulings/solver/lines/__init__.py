"""Lines of play with the real cards: worst, best and literal."""
