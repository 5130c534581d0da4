"""How English reports tell that a claim was made, and what was thought beside it.

None of it is a play: who spoke, that cards were shown, how many tricks were claimed.
"""

from __future__ import annotations

from rulings.claims.vocabulary.english_phrases import NTH, NUMBER, STOPS, SUIT, THEY
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
    r"(?:put|putting|laid|laying)(?: down| out)?) (?:his|her|their|my|the) "
    r"(?:cards|hand)(?: down| out)?"
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
            r"more(?= tricks?\b)|"
            rf"(?:(?<=one )|(?<=two )|(?<=three ))more{STOPS}|"
            r"obviously|clearly|naturally|always|sorry|ok|okay|well|yes|thx|ty|tks|"
            r"thanks|thank you|pls|please|"
            r"cards(?= (?:are|is|were)\b)|all(?= (?:of )?dummy's\b)|"
            r"(?:setting|inevitable|obvious|same)(?= tricks?)|"
            r"(?:in order )?to(?= (?:get|reach|set|establish)\b)|"
            r"when(?:ever)? (?:you|they|he|she) (?:like|want)s?(?: (?:it|to|them))?|"
            r"(?:the )?(?:declarer|claimer|he|she)(?= (?:will|would|can|"
            r"(?:draw|pull|run|play|lead|ruff|throw|discard|give|take|concede)s|"
            r"(?:cash|cross|finess|pitch|los)es)\b)|"
            r"dummy(?= (?:throws|discards|pitches|sheds)\b)|"
            r"keep(?:s|ing)?(?: on)?(?= \w+ing\b)|let me see|it's (?:all )?over|"
            r"at this point|(?:left )?(?:as|for) (?:an?|the|my) (?:re-?)?entry|"
            r"(?:(?<=trick )|(?<=tricks ))(?:left|more|to come)|"
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
            rf"{_CLAIMED} (?:his|her|my|the) contract|"
            rf"{_CLAIMED} (?:for )?(?:just )?{NUMBER} (?:down|off|light){STOPS}"
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
    ("SELF_HIGH", r"(?:just |only )?(?:high|good|top|master) cards(?: left)?"),
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
        rf"set(?:ting|s)? up(?= (?:the |my |dummy's )*{SUIT})|establish(?:ing|es)?",
    ),
    (
        "NOT",
        r"(?:no|isn't any) (?:way|chance|danger)(?: to| of| that)?|impossible",
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
"""Rows tried before all others of English."""
