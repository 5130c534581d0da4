"""Turns of phrase of English that are tried before its single words.

What they stand for is of other words: a suit spoken of, a split, a rank, one trick.
"""

from __future__ import annotations

from rulings.statements.reading.vocabulary.english_phrases import (
    NTH,
    NUMBER,
    STOPS,
    SUIT,
    THE,
    THEY,
)
from rulings.statements.reading.vocabulary.english_trumps import TRUMPS_OUT
from rulings.statements.reading.vocabulary.language import EVEN

_BROKEN = (
    r"(?:break|breaks|breaking|broke|split|splits|splitting|divide|divides|dividing|"
    r"behave|behaves|behaving)"
)
TURNS: tuple[tuple[str, str], ...] = (
    TRUMPS_OUT,
    (
        "NOTHING_ELSE",
        r"nothing (?:else|more)(?=\s*(?:[.,;!?)]|$))",
    ),
    (
        "NO_TRUMPS_OUT",
        (
            rf"there (?:are|is|were) no (?:more )?trumps?{STOPS}|"
            r"(?:i|we)(?:'ve| have) (?:already |now )?(?:drawn|pulled) "
            rf"(?:all )?(?:the |your )?trumps{STOPS}"
        ),
    ),
    (
        "THEIRS",
        (
            r"(?:(?:i|we|he|she) (?:have|has|had)|i've|we've|have|has|had) "
            r"(?:already |now |just )*(?:drawn|pulled|cashed|ruffed|played|led|taken|"
            r"won|thrown|discarded)"
        ),
    ),
    (
        "CROSSRUFF",
        (
            r"(?:(?:i|we) (?:can |will )?)?(?:scor|mak|tak)(?:e|es|ing) "
            rf"{THE}(?:\w+ )?trumps separately"
        ),
    ),
    ("TRICK", rf"(?:very )?last(?: one)?{STOPS}"),
    (
        "IF",
        (
            r"(?:it |that |all )?depends(?: on)?|in which case|barring|"
            r"bar(?= an? )|except (?:on|if|when|for) an? (?:\w+ )?break"
        ),
    ),
    ("CONDITIONAL", r"(?:the )?claim is conditional"),
    (
        "BREAK",
        (
            rf"(?:(?:are|is|were|was|must be|lie|lay|sit) )?{EVEN}"
            rf"(?: (?:break|split|fit))?(?=\s*(?:[.,;:!?)]|$|(?:and|so|then|with)\b))|"
            rf"(?:(?:are|is|were|was|will|do|must|should) )*{_BROKEN}"
            rf"(?: {EVEN}| evenly| nicely| well| normally| kindly| favou?rably)*"
        ),
    ),
    (
        "AND_OUT",
        r"(?:and|then) (?:out|exit|another)(?=\s*(?:[.,;:!?)]|$))",
    ),
    ("RANKS", r"aces|kings|queens|jacks"),
    (
        "THEM",
        (
            r"(?:(?<=on )|(?<=run )|(?<=cash )|(?<=play )|(?<=running )|(?<=cashing )|"
            r"(?<=playing )|(?<=enjoy ))(?:them|those)"
            r"(?= (?:all|from|and)\b|\s*(?:[.,;:!?)]|$))"
        ),
    ),
    ("ONLY", r"(?:nothing (?:left )?but|only)(?= trumps(?: left)?\s*(?:[.,;!?]|$))"),
    ("TWICE", r"twice"),
    ("MINE_ALONE", r"(?<!\w )mine(?=\s*(?:[.,;:!]|$))"),
    ("EXCEPT", r"bar(?= (?:the|your|my)\b)"),
    ("DRAW", r"(?:will|are|is|to)(?: to)? be (?:drawn|pulled)"),
    ("HAVE", r"(?:i|we) (?:still |now |only )*hold"),
    ("HAVE", r"(?:would|will|to) (?:make|score|get)(?= (?:the|an?|my|his|her) )"),
    (
        "RESULT",
        (
            rf"(?:i |we )?(?:concede|conceding|give up|giving up|resign){STOPS}|"
            rf"(?:making |that's |makes )*{NUMBER} (?:down|off|light){STOPS}"
        ),
    ),
    (
        "LOSE",
        (
            rf"{THEY} (?:must|have to|always|still|only)? ?"
            r"(?:get|make|have|score|take)s?(?= (?:an?|one|your|the|his|her|their) )"
        ),
    ),
    (
        "ALL",
        (
            r"(?:all (?:of )?)?(?:my|the|these|our)(?: other| remaining)? cards"
            r"(?= (?:are|is|were)\b)"
        ),
    ),
    (
        "ALL_OF_THEM",
        rf"(?:them|it) all{STOPS}|all of (?:them|it){STOPS}|everything{STOPS}",
    ),
    (
        "SELF_HIGH",
        (
            r"(?:(?<=have )|(?<=got )|(?<=just )|(?<=only )|(?<=all ))"
            r"(?:high|good|top|master) cards(?: left)?"
        ),
    ),
    (
        "ANOTHER",
        (
            r"(?:(?<=ace and )|(?<=king and )|(?<=queen and ))"
            r"a (?:second|third|fourth|fifth|sixth)(?= (?:spade|heart|diamond|club)\b)"
        ),
    ),
    (
        "SUIT",
        (
            r"(?-i:[shdc])(?= (?:finesse|hook|ruffs?)\b)|"
            r"(?:(?<=ruff )|(?<=ruffing )|(?<=cash )|(?<=run )|(?<=hook )|"
            r"(?<=finesse ))(?-i:[shdc])"
        ),
    ),
    (
        "SET_UP",
        (
            rf"set(?:ting|s)? up(?= (?:the |my |dummy's |{NTH} )*{SUIT})|"
            r"establish(?:ing|es)?"
        ),
    ),
    (
        "NOT",
        (
            r"(?:no|without|any) mention(?:ing)?(?: of)?|forg[eo]t\w*|overlook\w*|"
            r"unaware|(?:no|isn't any) (?:way|chance|danger)(?: to| of| that)?|"
            r"impossible"
        ),
    ),
    (
        "HAVE",
        rf"(?:i|we)'ve(?= (?:the|an?|my|all|{NUMBER})\b)",
    ),
    (
        "HAVE",
        rf"tak(?:e|es|ing)(?= {NUMBER}(?: more)?(?: tricks?)?{STOPS})",
    ),
    ("RUFF", r"(?:(?<=spade )|(?<=heart )|(?<=diamond )|(?<=club ))ruffed"),
    ("THE_OTHER", r"the others?(?: ones?| one)?(?= go(?:es|ing)?\b)"),
    ("PLAY", rf"continu(?:e|es|ing)(?: with)?(?= (?:the |my |dummy's )*{SUIT})"),
    ("PLAY", r"(?:up|rise|rising|hop|hopping)(?: up)? with(?= )"),
    (
        "RUFF",
        rf"ruff(?:ing|s)? (?:the |my |a )*(?:{NTH}|last) round of(?= {SUIT})",
    ),
)
"""Rows tried behind the reports and asides."""
