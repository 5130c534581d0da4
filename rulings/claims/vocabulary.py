"""The words of claimers: one row a notion, its variants as regular expressions.

A new phrase is a new variant here, or a new rule in `grammar/statement.lark`, and a
row in `tests/claims/phrases.toml`. Rows are tried from the top.
"""

from __future__ import annotations

ROWS: tuple[tuple[str, str], ...] = (
    ("NOTHING_SAID", r"no statement|nothing (?:was )?said|said nothing|without a word"),
    (
        "NO_ORDER",
        r"not (?:as )?an order|not in (?:that|any) order|in any order|just a count",
    ),
    (
        "IN_ORDER",
        r"in (?:that|this) order|in the order (?:given|named|stated)",
    ),
    (
        "UNTIL_GONE",
        (
            r"(?:until|till) (?:they are|they're|all are|none is|none are)? ?"
            r"(?:all )?(?:gone|out|left)"
        ),
    ),
    ("FROM_THE_TOP", r"from (?:the )?top(?: down)?|top[- ]down|off the top"),
    ("CROSSRUFF", r"cross[- ]?ruff(?:ing)?"),
    (
        "TRUMPS",
        r"(?:(?:last|outstanding|remaining|missing|opponents'|enemy|your) )?trumps?",
    ),
    ("DRAW", r"draw(?:ing)?|pull(?:ing)?|extract(?:ing)?|tak(?:e|ing) out|get out"),
    ("RUN", r"run(?:ning)?|play(?:ing)? out|reel(?:ing)? off"),
    ("CASH", r"cash(?:ing)?|collect(?:ing)?"),
    ("RUFF", r"ruff(?:ing)?"),
    (
        "FINESSE",
        r"(?:tak(?:e|ing) (?:the |a )?)?finess(?:e|ing)(?: with| of)?|hook(?:ing)?",
    ),
    (
        "DISCARD",
        r"discard(?:ing)?|throw(?:ing)?(?: away)?|pitch(?:ing)?|shed(?:ding)?",
    ),
    (
        "GIVE",
        r"giv(?:e|ing) (?:up|you|them|away)|conced(?:e|ing)|giv(?:e|ing)",
    ),
    (
        "LOSE",
        (
            r"(?:have to |must )?los(?:e|ing)(?: only| just)?|you (?:get|have|make)|"
            r"they (?:get|have|make)"
        ),
    ),
    ("CROSS", r"cross(?:ing)?|com(?:e|ing)|go(?:ing)?|get(?:ting)?|enter(?:ing)?"),
    ("PLAY", r"play(?:ing)?|lead(?:ing)?|tak(?:e|ing)"),
    ("SQUEEZE", r"squeez(?:e|ing)(?: (?:you|them|west|east|north|south))?"),
    ("AGAINST", r"against|through"),
    ("REST", r"all the rest|the rest|rest|everything else|the others|others"),
    ("HAVE", r"i have(?! to)|i've got|i take|i claim|i make"),
    ("ALL", r"all|everything|otherwise"),
    ("SELF_HIGH", r"(?:i'm|i am) (?:all )?(?:high|good)"),
    ("HIGH", r"(?:is |are )?(?:all )?high|with a high (?:one|trump)"),
    ("GOOD", r"(?:is |are )?(?:all )?(?:good|winners|masters)"),
    ("MINE", r"(?:is |are )?(?:all )?mine"),
    ("HAND", r"(?:my |the |declarer's )?(?:closed )?hand|myself"),
    ("DUMMY", r"dummy(?:'s)?|the board|the table"),
    ("ROUNDS", r"rounds?|times"),
    ("TRICK", r"tricks?"),
    ("TOP", r"top"),
    ("WITH", r"with|via|by"),
    ("OF", r"of"),
    ("TO", r"to(?:wards?)?(?: the)?|over to|back to"),
    ("IN", r"in|on the board of"),
    ("ON", r"on"),
    (
        "CARD",
        r"[shdc](?:10|[akqjt2-9])|[♠♥♦♣]\uFE0E?(?:10|[akqjt2-9])",
    ),
    ("SUITS", r"spades|hearts|diamonds|clubs"),
    ("SUIT", r"spade|heart|diamond|club|[♠♥♦♣]\uFE0E?"),
    ("RANK", r"ace|king|queen|jack|knave"),
    (
        "NUMBER",
        (
            r"[0-9]+|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|"
            r"thirteen"
        ),
    ),
    ("SEAT", r"west|east|north|south|lho|rho"),
)

NUMBERS = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen"
).split()

RANK_WORDS = {"ace": "A", "king": "K", "queen": "Q", "jack": "J", "knave": "J"}

SYMBOLS = {"♠": "S", "♥": "H", "♦": "D", "♣": "C"}

FILLERS = frozenset(
    "a also am an and are as at be but by can from has i i'd i'll i'm is it just "
    "my next now of only or please so that the then there these they this those to "
    "we will with would you your".split()
)
"""Words that say nothing by themselves between two steps."""
