"""How the breaks of a suit are told, in figures and in words ("3-2", "three-two")."""

_EVEN = ((1, 1), (2, 1), (1, 2), (2, 2), (3, 2), (2, 3), (3, 3), (4, 3), (3, 4))
"""The even breaks of a suit."""

BETWEEN = "[-/:]"
_MOST_OUT = 7
"""So many cards of a suit that may break are out at most."""


def even(words: list[str]) -> str:
    """Return the even breaks of a suit, in figures and in words."""
    told = [f"{low}{BETWEEN}{high}" for low, high in _EVEN]
    told += [f"{words[low - 1]}[- ]{words[high - 1]}" for low, high in _EVEN if words]
    return f"(?:{'|'.join(told)})"


def any_split(words: list[str]) -> str:
    """Return any break of a suit, in figures and in words."""
    told = "|".join([f"[0-{_MOST_OUT}]", *words])
    return f"(?:{told}){BETWEEN}(?:{told})"
