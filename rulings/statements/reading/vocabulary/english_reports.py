"""How English reports tell that somebody claimed: who spoke, cards shown, a number.

None of it is a play of the claimer.
"""

from __future__ import annotations

from rulings.statements.reading.vocabulary.english_phrases import NUMBER, STOPS

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
            r"(?:the )?(?:declarer|claimer|he|she)(?= (?:will|would|can|"
            r"(?:draw|pull|run|play|lead|ruff|throw|discard|give|take|concede)s|"
            r"(?:cash|cross|finess|pitch|los)es)\b)|"
            r"dummy(?= (?:throws|discards|pitches|sheds)\b)|"
            r"on the (?:basis|grounds?|assumption)(?: that)?|"
            r"(?:his|her|my|the) (?:line|plan)(?: of play)? (?:being|was|is|would be)|"
            r"(?:when )?asked (?:how|what|for|about|to)[^,.;:\"“]*|"
            r"(?:south |north |east |west )?intend(?:s|ed|ing)|"
            r"(?:with )?the (?:words|comment|remark|statement)|"
            r"(?:the |his |her )?(?:claim )?statement (?:was|is|being)"
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
)
"""Rows tried before all others of English."""
