"""How English tells that a trump is still out: the claimer knows of it (Law 70C)."""

from __future__ import annotations

from rulings.statements.reading.vocabulary.english_phrases import NUMBER, THEY

_KNOW = r"(?:(?:i |we )?(?:know|remember|see|can see)(?: that)? )?"
_THERE = r"there(?:'s| is| are)(?: (?:only|just))*"
_ONE = rf"(?:an?|the|some|{NUMBER})"
_SMALL = r"(?:(?:small|low|little|more|other) )*"
_LAST = r"(?:last|outstanding|remaining|missing|other)"
_OUT = r"(?:left|out|outstanding|missing|against (?:me|us))"
_HOLD = r"(?:has|have|got|holds?|only|just)"
_ENDS = (
    r"(?:,? (?:which|that)(?= (?:i|we|i'll|he|she|will|can)\b))?"
    r"(?=\s*(?:[.,;:!?)]|$|(?:and|so|but|then|now|i|i'll|we)\b))"
)
TRUMPS_OUT = (
    "TRUMPS_OUT",
    (
        rf"{_KNOW}(?:"
        rf"{_THERE} (?:still )?{_ONE} {_SMALL}(?:last )?trumps? (?:still )?"
        rf"{_OUT}{_ENDS}|"
        rf"{_THERE} still {_ONE} {_SMALL}(?:{_LAST} )?trumps?{_ENDS}|"
        rf"{_THERE} {_ONE} {_LAST} {_SMALL}trumps?{_ENDS}|"
        rf"(?:{_ONE} |the last ){_SMALL}trumps? (?:is |are )?still "
        rf"(?:out|outstanding){_ENDS}|"
        rf"(?<!there )(?<!still )(?:an?|{NUMBER}) {_SMALL}trumps? "
        rf"(?:is |are )?(?:out|outstanding){_ENDS}|"
        rf"{THEY}(?:'ve|'s)?(?: {_HOLD})* still(?: {_HOLD})* {_ONE} {_SMALL}"
        rf"(?:{_LAST} )?trumps?(?: left)?{_ENDS}|"
        rf"{THEY}(?:'ve|'s)?(?: {_HOLD})+ (?:the|an?|one|his|her) {_LAST} "
        rf"{_SMALL}trump{_ENDS}|"
        rf"{THEY}(?:'ve|'s)?(?: {_HOLD})+ {_ONE} {_SMALL}trumps? "
        rf"(?:still )?(?:left|out|outstanding){_ENDS}|"
        rf"the {_LAST} {_SMALL}trump is with {THEY}{_ENDS})"
    ),
)
"""Tried before what the other side has, which is a trick of theirs."""
