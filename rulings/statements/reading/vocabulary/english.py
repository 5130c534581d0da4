"""English as directors type it and players say it."""

from __future__ import annotations

from rulings.statements.reading.vocabulary.english_notions import ROWS
from rulings.statements.reading.vocabulary.language import Language

_FILLERS = (
    "a also am an and are as at be but by can from has he her him his i i'd i'll i'm "
    "i've is it its just later me my next now of only out please say says she so "
    "still that away the there their this to up we will would you your "
    "both remaining "
    "said states stating saying that's it's so need again first once also "
    "thought thinks thinking believes believing "
    "was were any more coming r been just certainly definitely + & - – — /"
)

_BOTH = r"both(?= (?:my |the )?(?:spades|hearts|diamonds|clubs)\b(?! and))|both$"

ENGLISH = Language(
    rows=ROWS,
    suits={"spade": "S", "heart": "H", "diamond": "D", "club": "C"},
    plurals={
        "spades": "S",
        "hearts": "H",
        "diamonds": "D",
        "clubs": "C",
        "hts|hrts": "H",
        "dias|diams|dia": "D",
    },
    ranks={"aces?": "A", "kings?": "K", "queens?": "Q", "jacks?|knaves?": "J"},
    numbers={_BOTH: 2}
    | {
        word: n
        for n, word in enumerate(
            (
                "one two three four five six seven eight nine ten eleven twelve "
                "thirteen"
            ).split(),
            1,
        )
    },
    seats={
        r"west(?:'s)?": "W",
        r"east(?:'s)?": "E",
        r"north(?:'s)?": "N",
        r"south(?:'s)?": "S",
        r"lho(?:'s)?|rho(?:'s)?": "",
    },
    letters="AKQJT",
    of=r" (?:of|in) (?:the )?",
    spot_of=r" of (?:the )?",
    suit_first=True,
    fillers=frozenset(_FILLERS.split()),
    pauses=frozenset({"then", "afterwards", "next", "finally", "lastly"}),
    afters=frozenset({"after", "once"}),
    spelled=(
        "trumps dummy drawing pulling cashing playing running ruffing finesse "
        "finessing discard discarding throwing pitching conceding concede giving "
        "losing claim claiming"
    ),
)
