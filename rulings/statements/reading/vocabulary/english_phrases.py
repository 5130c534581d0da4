"""Set phrases of English, tried before single words, and what rows are made of."""

from __future__ import annotations

SUIT = r"(?:spade|heart|diamond|club|trump)s?"
RANK = r"(?:ace|king|queen|jack|knave)s?"
NUMBER = (
    r"(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|\d+)"
)
NTH = (
    r"(?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|"
    r"eleventh|twelfth|thirteenth|\d+(?:st|nd|rd|th))"
)
STOPS = r"(?=\s*(?:[.,;:!?)]|$|(?:and|so|then|now|with|by)\b))"
THE = r"(?:(?:all |of |the |my |your |their |our )*)"
THEY = r"(?:you|u|they|west|east|lho|rho|opponents|opps|defen[cs]e|defenders)"
SET_PHRASES: tuple[tuple[str, str], ...] = (
    (
        "FILL",
        (
            r"if (?:need(?:ed)?(?: be)?|necessary|required|possible|asked|"
            r"you (?:like|wish|want(?: (?:it|one|to))?))|"
            r"as (?:needed|necessary)|"
            rf"(?:master|boss|winning|good|small|low|little|losing|long|last|"
            rf"outstanding|remaining|other|next|spare|odd|whole|entire|full|{NTH})"
            rf"(?= {SUIT})|"
            r"all(?: of)?(?: the| my| your| his| her| our| dummy's)?"
            r"(?= (?:\w+ )?(?:spade|heart|diamond|club|trump)s)|"
            r"coming(?=\s*[.,;!]|$)|"
            rf"(?:dummy's|declarer's)(?= (?:\w+ )?(?:{SUIT}|{RANK}))|"
            rf"(?:west|east|north|south|lho|rho)'s(?= (?:\w+ )?{SUIT})|"
            r"losers?(?= (?:away )?on)|last(?= tricks?)|"
            r"(?:(?<=spade )|(?<=heart )|(?<=diamond )|(?<=club )|(?<=trump ))"
            r"(?:suit|continuation|return|exit|switch|lead(?! (?:to|in)\b))|"
            rf"(?:at|on|to|from) trick {NUMBER}|"
            r"at (?:the end|some (?:point|stage|time)|any (?:time|point))|in the end|"
            r"in due course|eventually|sooner or later|along the way|somewhere|"
            r"when(?:ever)? (?:you|they) (?:like|want(?: (?:it|to))?)|of course|"
            r"for the overtricks?|"
            r"(?:the |a )?(?:marked|proven|simple|ruffing)"
            r"(?= (?:\w+ )?(?:finesse|hook))|"
            r"(?:simple|double|automatic|positional)(?= squeeze)"
        ),
    ),
    (
        "FILL",
        (
            rf"to (?:cash|take|make|score){STOPS}|"
            r"(?:(?:going|about|able|in order) )?to(?= (?:cash|run|play|draw|pull|take|"
            r"ruff|pitch|discard|throw|claim|enjoy|score|make|finesse|hook)\b)|"
            r"all(?= (?:i|you|they) \w+)|"
            r"either way|in any (?:case|event)|regardless|"
            r"on any (?:return|lead|switch|defen[cs]e)|"
            r"whatever (?:happens|(?:you|they|west|east) "
            r"(?:do|play|lead|return|keep|discard|throw|switch to)(?:e?s)?)|"
            r"whichever (?:card )?(?:you|they) (?:play|return|lead|keep)|"
            r"no matter what(?: (?:you|they) (?:do|play|lead|return))?|"
            r"that's (?:all|it)(?=\s*(?:[.,;!)]|$))|on top(?=\s*(?:[.,;:!)]|$))|"
            r"(?:it's |which is )?(?:marked|proven)(?=\s*(?:[.,;!)]|$))|"
            r"the only tricks?(?= (?:you|they)\b)|there(?:'s| is| are)(?! no\b)"
        ),
    ),
    ("PAUSE", r"after (?:that|which|this)|followed by"),
    (
        "SELF_HIGH",
        (
            r"(?:los(?:e|ing)|conced(?:e|ing)) (?:nothing(?: else)?|none|no tricks?)"
            r"(?! (?:but|except))|"
            r"no (?:more )?losers(?: left)?|nothing (?:left |more )?to lose|"
            r"(?:(?:can't|cannot|won't|don't|will not) lose|not losing) "
            rf"(?:a|another|any(?: more)?|one)(?: tricks?)?{STOPS}|"
            r"nothing but (?:good |high |top )?(?:winners|tricks|cards)(?: left)?|"
            r"(?:all|only) (?:good|high|top|winning) (?:tricks|cards)(?: left)?|"
            r"(?:all|only) winners(?: left)?"
        ),
    ),
    (
        "NOTHING_YOURS",
        (
            rf"{THEY}(?:'re| are)? (?:get|getting|gets) "
            r"(?:no(?: more)?(?: tricks)?|nothing(?: (?:else|more))?)|"
            rf"{THEY} (?:don't|do not|won't|will not|can't) get "
            r"(?:any(?: more|thing)?(?: (?:tricks|else|more))?|another(?: trick)?)|"
            r"nothing (?:else )?for you"
        ),
    ),
    (
        "NOTHING_SAID",
        (
            r"no statement(?: (?:was )?(?:made|given))?|nothing (?:was )?said|"
            r"sa(?:id|ying|ys) nothing|without a word|no line(?: was)?(?: stated| "
            r"given)?|"
            r"no order (?:was )?(?:given|stated|named)"
        ),
    ),
    (
        "RESULT",
        (
            rf"(?:down|off) {NUMBER}{STOPS}|{NUMBER} (?:down|off|light){STOPS}|"
            rf"(?:that's|that is|which is) {NUMBER}(?: tricks?)?{STOPS}|"
            rf"(?:just |exactly |which |that )*(?:making|makes|make|made)"
            rf"(?: just| exactly| only)* "
            rf"{NUMBER}(?: tricks?)?{STOPS}|for {NUMBER}(?: tricks?)?{STOPS}|"
            rf"(?:just|contract) (?:made|makes|making){STOPS}|"
            r"making (?:my |the |the doubled )?(?:contract|game|slam)(?: exactly)?|"
            rf"making (?:exactly|an overtrick|with an overtrick)|just making{STOPS}"
        ),
    ),
    (
        "UNTOLD",
        (
            r"so (?:is|are)|"
            r"(?:is|are) (?:the|my|his|her|your) (?:last|only|highest|biggest)"
            r"(?! tricks?)|"
            rf"(?:making|makes|made) {NUMBER} {SUIT}(?=\s*(?:[.;!?]|$))"
        ),
    ),
    (
        "NO_ORDER",
        (
            r"not (?:as )?an order|not (?:necessarily )?in (?:that|any) order|"
            r"in any order|in whatever order|any order|just a count|order does not "
            r"matter"
        ),
    ),
    ("IN_ORDER", r"in (?:that|this) order|in the order (?:given|named|stated)"),
    (
        "UNTIL_GONE",
        (
            r"(?:until|till) (?:they are|they're|all are|none is|none are)? ?"
            r"(?:all )?(?:gone|out|left)"
        ),
    ),
    (
        "FROM_THE_TOP",
        r"from (?:the )?top(?: down)?|top[- ]down|off the top|high(?:est)? first",
    ),
)
