"""How to claim safely: the shortest words that make a claim certain (Laws 68C, 70).

The steps come from the position, their words are read back by the statement reader, and
what they are worth is found by the solver itself, whatever the other hands may hold.
"""

from rulings.solver.safe.result import SafeStatus, SafeWords
from rulings.solver.safe.search import MOST_WORDS, safe_words

__all__ = ["MOST_WORDS", "SafeStatus", "SafeWords", "safe_words"]
