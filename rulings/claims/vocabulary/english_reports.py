"""How English reports tell that a claim was made, and what was thought beside it.

None of it is a play: who spoke, that cards were shown, how many tricks were claimed.
"""

from __future__ import annotations

from rulings.claims.vocabulary.english_phrases import NTH, NUMBER, STOPS, SUIT
from rulings.claims.vocabulary.language import EVEN

_WHO = (
    r"(?:(?:the )?(?:declarer|claimer|dummy|defender)|west|east|north|south|lho|rho|"
    r"he|she|i|we|they)"
)
_SPOKE = (
    r"(?:said|says|saying|stat(?:ed|es|ing|e)|announc(?:ed|es|ing)|declar(?:ed|es|ing)|"
    r"remark(?:ed|ing)|indicat(?:ed|es|ing)|explain(?:ed|s|ing)|told|add(?:ed|s|ing)|"
    r"intimat(?:ed|ing)|propos(?:ed|es|ing))"
)
_SHOWED = (
    r"(?:(?:then |now )?(?:tabl|fac|show|spread|expos)(?:ed|ing|es|s)?|"
    r"(?:put|putting|laid|laying) down) (?:his|her|their|my|the) (?:cards|hand)"
)
_CLAIMED = r"claim(?:s|ed|ing)?"
_BROKEN = (
    r"(?:break|breaks|breaking|broke|split|splits|splitting|divide|divides|dividing|"
    r"behave|behaves|behaving)"
)
REPORTS: tuple[tuple[str, str], ...] = (
    (
        "FILL",
        (
            rf"{_WHO}(?= (?:then |now |just |simply )*"
            rf"(?:{_SPOKE}|{_CLAIMED}|{_SHOWED}|conceded)\b)|"
            rf"{_SHOWED}(?: face[- ]up| on the table)*|"
            rf"{_SPOKE}(?! nothing\b)(?: (?:clearly|simply|just|only|that|"
            r"to (?:the )?(?:opponents|defenders|table|west|east)))*|"
            rf"{_CLAIMED}(?=,? (?:and )?{_SPOKE}\b|\s*[:\"“”«'])|"
            rf"{_CLAIMED} (?:that|as follows|"
            r"on(?= (?:the |an? )*(?:\w+ )?(?:finesse|hook|squeeze|crossruff))|with|"
            r"by(?= \w+ing\b))|"
            r"(?:know|knows|knowing|knew|think|reckon)(?: that)?|"
            r"(?:done|finished|easy|simple|simples)(?=\s*(?:[.,;!)]|$))|"
            r"(?:you|they) (?:can't|cannot|can not) (?:stop|prevent) (?:me|that)"
            r"(?: from)?|"
            rf"(?:last|final)(?= {NUMBER}\b(?! (?:trumps?\b|{SUIT})))|"
            r"even if [^.,;:!?]+|whether or not [^.,;:!?]+|"
            r"(?:(?<=finesse )|(?<=hook ))"
            r"(?:(?:is |was )?(?:working|right)|works|worked|wins|won)|"
            r"win(?:ning|s)?(?: (?:it|this|that|the (?:trick|return|lead|switch)|"
            rf"(?:any|your|the) (?:{SUIT} )?(?:return|lead|switch|card)))?"
            r"(?=\s*(?:[.,;!?]|$|and\b))|"
            r"(?<=tricks )with|"
            r"(?:a )?(?:low|small)(?: one| card)?(?= to(?:wards)? )"
        ),
    ),
    (
        "RESULT",
        (
            rf"{_CLAIMED}(?: (?:all|the|my|his|her|last|final|remaining|just|only))* "
            rf"{NUMBER}(?: (?:more|of the))*(?: tricks?)?{STOPS}|"
            rf"{_CLAIMED} (?:his|her|my|the) contract"
        ),
    ),
    (
        "NOTHING_YOURS",
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
    ("THEM", r"(?<=on )(?:them|those)"),
    ("THE_OTHER", r"the others?(?: ones?| one)?(?= go(?:es|ing)?\b)"),
    ("PLAY", r"(?:up|rise|rising|hop|hopping)(?: up)? with(?= )"),
    (
        "RUFF",
        rf"ruff(?:ing|s)? (?:the |my |a )*(?:{NTH}|last) round of(?= {SUIT})",
    ),
)
"""Rows tried before all others of English."""
