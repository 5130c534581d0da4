"""How the breaks of a suit are told, in figures and in words ("3-2", "three-two")."""

import re

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


def in_figures(text: str, words: list[str], numbers: dict[str, int]) -> str:
    """Return a break in figures: "three-two" is 3-2, "cztery do zera" 4-0.

    `words` are the numbers of a break from one on, `numbers` those of any ending.
    """
    told = {**numbers, "zera": 0}
    both = "|".join(told)
    for high, low in re.findall(rf"\b({both}) do ({both})\b", text):
        figures = (
            n for w in (high, low) for p, n in told.items() if re.fullmatch(p, w)
        )
        text = text.replace(f"{high} do {low}", "-".join(map(str, figures)))
    for number, word in enumerate(words, 1):
        text = re.sub(rf"\b{word}\b", str(number), text)
    text = re.sub(r"\bpo (\d)\b", r"\1-\1", text)
    return re.sub(rf"(\d)(?:{BETWEEN}| )(?=\d)", r"\1-", text)
