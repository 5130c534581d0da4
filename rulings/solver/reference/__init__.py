"""A stored proposal checked by rules written a second time, on real cards."""
