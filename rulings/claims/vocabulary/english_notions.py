"""How English says the notions of the grammar, tried from the top."""

from __future__ import annotations

_SUIT = r"(?:spade|heart|diamond|club|trump)s?"
_RANK = r"(?:ace|king|queen|jack|knave)s?"
_NUMBER = (
    r"(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|\d+)"
)
_NTH = (
    r"(?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|"
    r"eleventh|twelfth|thirteenth)"
)
_STOPS = r"(?=\s*(?:[.,;:!?)]|$|(?:and|so|then|now|with|by)\b))"
_THE = r"(?:(?:all |of |the |my |your |their |our )*)"
_THEY = r"(?:you|u|they|west|east|lho|rho|opponents|opps|defen[cs]e|defenders)"
ROWS: tuple[tuple[str, str], ...] = (
    (
        "FILL",
        (
            r"if (?:need(?:ed)?(?: be)?|necessary|required|possible|you like|asked)|"
            r"as (?:needed|necessary)|"
            rf"(?:master|boss|winning|good|small|low|little|losing|long|last|"
            rf"outstanding|remaining|other|spare|odd|whole|entire|full|{_NTH})"
            rf"(?= {_SUIT})|"
            r"all(?: of)?(?: the| my| your| his| her| our| dummy's)?"
            r"(?= (?:\w+ )?(?:spade|heart|diamond|club|trump)s)|"
            r"coming(?=\s*[.,;!]|$)|"
            rf"(?:dummy's|declarer's)(?= (?:\w+ )?(?:{_SUIT}|{_RANK}))|"
            r"losers?(?= (?:away )?on)|last(?= tricks?)|"
            r"(?:(?<=spade )|(?<=heart )|(?<=diamond )|(?<=club )|(?<=trump ))"
            r"(?:suit|continuation|(?:return|exit|switch|lead)(?! (?:to|in)\b))|"
            rf"(?:at|on|to|from) trick {_NUMBER}|"
            r"at (?:the end|some (?:point|stage|time)|any (?:time|point))|in the end|"
            r"in due course|eventually|sooner or later|along the way|somewhere|"
            r"when(?:ever)? (?:you|they) (?:like|want(?: (?:it|to))?)|of course|"
            r"for the overtricks?|"
            r"(?:the |a )?(?:marked|proven|simple|ruffing)"
            r"(?= (?:\w+ )?(?:finesse|hook))"
        ),
    ),
    (
        "FILL",
        (
            r"(?:(?:going|about|able|in order) )?to(?= (?:cash|run|play|draw|pull|take|"
            r"ruff|pitch|discard|throw|claim|enjoy|score|make|finesse|hook)\b)|"
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
            r"(?:can't|cannot|won't|don't|will not) lose "
            r"(?:a|another|any(?: more)?|one)(?: tricks?)?|"
            r"nothing but (?:good |high |top )?(?:winners|tricks|cards)(?: left)?|"
            r"(?:all|only) (?:good|high|top|winning) (?:tricks|cards)(?: left)?|"
            r"(?:all|only) winners(?: left)?"
        ),
    ),
    (
        "NOTHING_YOURS",
        (
            rf"{_THEY}(?:'re| are)? (?:get|getting|gets) "
            r"(?:no(?: more)?(?: tricks)?|nothing(?: (?:else|more))?)|"
            rf"{_THEY} (?:don't|do not|won't|will not|can't) get "
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
            rf"(?:that's|that is|which is) {_NUMBER}(?: tricks?)?{_STOPS}|"
            rf"(?:just |exactly |which |that )*(?:making|makes|make|made)(?: just| exactly| only)* "
            rf"{_NUMBER}(?: tricks?)?{_STOPS}|for {_NUMBER}(?: tricks?)?{_STOPS}|"
            rf"(?:just|contract) (?:made|makes|making){_STOPS}|"
            r"making (?:my |the |the doubled )?(?:contract|game|slam)(?: exactly)?|"
            rf"making (?:exactly|an overtrick|with an overtrick)|just making{_STOPS}"
        ),
    ),
    (
        "UNTOLD",
        (
            r"(?:is|are) (?:the|my|his|her|your) (?:last|only|highest|biggest)|"
            rf"(?:making|makes|made) {_NUMBER} {_SUIT}(?=\s*(?:[.;!?]|$))"
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
    (
        "CROSSRUFF",
        r"(?:cross[- ]?|x-?)ruff(?:ing|s)?|ruff(?:ing)? back and forth",
    ),
    (
        "DRAW_TRUMPS",
        (
            rf"(?:tak|gett)(?:e|ing) {_THE}(?:last |other |remaining )?trumps? out|"
            rf"get {_THE}(?:last |other |remaining )?trumps? out|"
            r"(?:get|gett|tak|bring|call)(?:e|ing)? the (?:kids|kiddies|children|boys) "
            r"(?:off|in from) the streets?"
        ),
    ),
    (
        "NO_TRUMPS_OUT",
        (
            r"(?:there (?:are|is|were) )?no (?:more )?trumps? "
            r"(?:are |is |was |were )?(?:left|out)"
        ),
    ),
    (
        "RUFF",
        (
            r"ruff(?:ing|s)?(?: out| away)?|trumping|"
            rf"trump(?= (?:an?|the|my|your|another|{_NUMBER}) "
            rf"(?:(?:small|low|losing|last|{_NTH}) )?{_SUIT})"
        ),
    ),
    (
        "TRUMPS",
        (
            r"(?:(?:all |the |my |your |their )*"
            r"(?:last|outstanding|remaining|missing|opponents'|enemy|other|high) "
            r"(?:(?:one|two|three|four|[1-4]) )?)?trumps?"
        ),
    ),
    (
        "WAS_GONE",
        r"(?:are|is|were|was|have been|has been) (?:all )?(?:gone|drawn|in)",
    ),
    ("LEFT_OUT", r"(?:are |is |were |was )?(?:still )?(?:left|out|outstanding)"),
    ("NONE_OUT", r"no (?:more )?(?:outstanding|missing)"),
    ("ELSE", r"otherwise|if not|or else"),
    (
        "NOT",
        (
            r"without|not|never|\w+n't|cannot|will not|refus(?:e|es|ing)|"
            r"no need(?: to)?|instead of|rather than|ignor(?:e|ing)|leav(?:e|ing)|"
            r"avoid(?:ing)?|before"
        ),
    ),
    ("NONE", r"no(?: more)?"),
    ("ANOTHER", r"another|one more"),
    (
        "NO_HOOK",
        (
            r"(?:play(?:ing)?|go(?:ing)?)(?: \w+)? for (?:the|a) drop|"
            r"for (?:the|a) drop"
        ),
    ),
    ("HOOK", r"finess(?:e|ing|es)|hook(?:ing|s)?"),
    ("REPEAT", r"repeat(?:ing)?"),
    (
        "SQUEEZE",
        (
            rf"(?:{_THEY}|someone|one of you)(?:'re| are| is| gets?| will be)? "
            rf"squeezed{_STOPS}|"
            rf"(?:there's |there is )?(?:an? )?squeez(?:es?|ing)"
            rf"(?: (?:on |against )?(?:{_THEY}|them|north|south))?"
        ),
    ),
    (
        "IF",
        (
            r"if|unless|provided|providing|assuming|in case|as long as|so long as|"
            r"subject to|depending on|supposing|should(?= (?:the|west|east|\w+s)\b)"
        ),
    ),
    (
        "WHEN",
        (
            r"when|whenever|whoever|whichever|"
            rf"{_THEY} (?:must|(?:has|have|will have) to|"
            r"(?:are|is) (?:forced|squeezed|endplayed))"
        ),
    ),
    (
        "THEIRS",
        (
            r"partner(?:'s)?|"
            rf"(?:{_THEY}|north|south)(?: (?:then|can|may|will|would|just|only))*"
            r"(?= (?:(?:over)?ruff|play|lead|discard|throw|pitch|return|follow|"
            r"switch|exit|continue)(?:e?s)?\b)"
        ),
    ),
    (
        "DRAW",
        (
            r"draw(?:ing|s)?|pull(?:ing|s)?|extract(?:ing|s)?|tak(?:e|es|ing) out|"
            r"get out|"
            r"clear(?:ing|s)?|pick(?:ing|s)? up|knock(?:ing)? in"
        ),
    ),
    ("LET_IT", r"let(?:ting)? it (?:run|ride|go)|running it|run it"),
    ("GOOD", rf"(?:will |do )?run{_STOPS}"),
    (
        "RIDE",
        (
            r"run(?:ning|s)?(?= (?:the |my |dummy's )*"
            r"(?:(?:queen|jack|knave|ten|nine|eight)(?= of|\s*[.,;!]|$)|"
            rf"{_SUIT} (?:queen|jack|knave|ten|nine|eight)\b|"
            r"(?-i:[SHDC♠♥♦♣] ?(?:[QJT98]|10)\b)))|ride"
        ),
    ),
    ("LET", r"let(?:ting)?(?= (?:the |my )*[\w ]+ (?:run|ride)\b)"),
    (
        "RUN",
        r"run(?:ning|s)?|play(?:ing)? (?:out|off)|reel(?:ing)? off|rattl(?:e|ing) off",
    ),
    (
        "GO_ALL",
        (
            rf"cash(?:es|ing)? out{_STOPS}|"
            r"claim(?:s|ing)?"
            r"(?: (?:the rest|all)(?! (?:but|except|apart|bar|save)\b))?|"
            r"tak(?:e|es|ing) the rest(?! (?:but|except|apart|bar|save)\b)"
        ),
    ),
    (
        "CASH",
        (
            rf"cash(?:ing|es)?(?: (?:out|off|down)(?= {_THE}(?:{_SUIT}|{_RANK}|\w+ )))?"
            r"|collect(?:ing)?|eliminat(?:e|ing)|strip(?:ping)?|"
            r"score|scoring|enjoy(?:ing)?"
        ),
    ),
    (
        "GOES_ON",
        (
            r"(?:go(?:es|ing)?|disappears?|vanish(?:es)?)(?: away)? on|"
            r"(?:is|are|being) (?:discarded|thrown|pitched|parked)(?: away)? on"
        ),
    ),
    (
        "DISCARDING",
        (
            r"discarding|throwing(?: away| off)?|pitching|shedding|dumping|sluffing|"
            r"ditching|parking"
        ),
    ),
    (
        "DISCARD",
        (
            r"discards?|throws?(?: away| off)?|pitch(?:es)?|"
            r"shed|dump|sluff|ditch|park(?:s)?"
        ),
    ),
    ("USE", r"us(?:e|es|ing)"),
    (
        "DRIVE",
        r"(?:knock(?:ing)?|driv(?:e|ing)|forc(?:e|ing)) out",
    ),
    ("TO_LOSE", rf"to (?:lose|give up|concede|come){_STOPS}"),
    (
        "ALL_BUT",
        (
            r"(?:all|everything) (?:but|except(?: for)?|bar|save(?: for)?|apart from)|"
            r"(?:the )?rest (?:but|bar|save)(?: for)?"
        ),
    ),
    ("EXCEPT", r"except(?:ing)?(?: for)?|apart from|but for|save for|other than"),
    (
        "GIVE",
        (
            r"giv(?:e|es|ing) (?:up|you|them|away|west|east)(?! have)|"
            r"conced(?:e|es|ing)(?: to you)?|giv(?:e|es|ing)|duck(?:ing|s)?|"
            r"let(?:ting)? (?:you|them|west|east) (?:have|get|take|win|make|score)|"
            r"surrender(?:ing|s)?|yield(?:ing)?|hand(?:ing)? (?:you|over)|"
            r"exit(?:ing)? (?:with|in)|get off (?:lead|play) (?:with|in)"
        ),
    ),
    (
        "LOSE",
        (
            r"(?:have to |need to |must |only |just )*"
            r"los(?:e|es|ing)(?: only| just| nothing (?:but|except))?|"
            rf"{_THEY}(?:'ll| will| can| may| still)*"
            r"(?: (?:just|only|still))*(?:'ve)? "
            r"(?:get|gets|got|has|have|makes?|scores?|takes?|wins?)(?! to\b)|"
            rf"{_THEY}'ve(?: (?:just|only|still|got))*|"
            r"(?:you're|you are|they're|they are) "
            r"(?:just |only )?(?:getting|entitled to)"
        ),
    ),
    (
        "HAVE",
        (
            r"(?:i|we)(?:'ll)?(?: (?:will|can|must|should|just|only|still))* "
            r"(?:get|make|score|have)(?! (?:to|back|over|in|home|there|out|off)\b)|"
            rf"tak(?:e|es|ing)(?= {_NUMBER} (?:(?:top|more|small|high|good) )?{_SUIT})"
        ),
    ),
    ("TO", r"(?:back|over|across|up) to(?: the)?"),
    (
        "CROSS",
        (
            r"cross(?:ing|es)?(?: over)?|back(?= in)|com(?:e|ing)(?: back)?|"
            r"go(?:ing)?(?: over| back)?|reach(?:ing)?|"
            r"get(?:ting)?(?: back| over)?|enter(?:ing)?|return(?:ing)?|"
            r"(?:ending|finishing|end|finish)(?: up)?(?= in)"
        ),
    ),
    (
        "PLAY",
        (
            rf"win(?:ning|s)?(?: with)?(?= (?:the |my |dummy's )?(?:\w+ )?{_RANK}\b)|"
            r"play(?:ing|s)?|lead(?:ing|s)?|tak(?:e|es|ing)|ask(?:s|ing)? for|"
            r"(?:start|begin|finish|end|continue?|carry on)"
            r"(?:n?ing|s)? (?:off )?with|"
            r"start(?:ing)? on|open(?:ing)? with"
        ),
    ),
    ("AGAINST", r"against|through"),
    (
        "REST",
        (
            r"all (?:of )?the rest|(?:the )?rest(?: of (?:the|my) tricks)?|"
            r"everything else|(?:all )?the others|others|"
            r"(?:the )?(?:balance|remainder)|the lot|"
            r"(?:all )?(?:of )?(?:the )?(?:remaining|other) (?:tricks|cards)"
        ),
    ),
    (
        "HAVE",
        (
            r"i have(?! to)|i've got|we've got|have got|i make|making|he has|"
            r"she has|has|having|have"
        ),
    ),
    ("ALL", r"all|everything(?:'s)?|they(?:'re all|'re)?|these(?: all)?"),
    ("MINE", r"(?:is |are )?(?:all )?(?:mine|for me|for us|ours)"),
    ("SELF_HIGH", r"(?:i'm|i am) (?:now )?(?:all )?(?:high|good)"),
    (
        "LOSER",
        r"(?:is |are )?(?:just |only )?(?:a )?losers?",
    ),
    ("HIGH", r"(?:is |are )?(?:now )?(?:all )?high|with a high (?:one|trump)"),
    (
        "GOOD",
        (
            r"(?:is |are |will be )?(?:now )?(?:all )?(?:good|winners?|masters?|"
            r"established|running|set up|boss|solid|cashing|top (?:cards|tricks))|"
            r"is a (?:sure )?trick|are (?:sure )?tricks"
        ),
    ),
    ("YOURS", r"(?:is |are )?(?:for you|to you|yours)"),
    (
        "HAND",
        r"(?:my |the |declarer's |her |his )?(?:closed )?hand(?:'s)?|myself|home",
    ),
    ("DUMMY", r"dummy(?:'?s)?|the board(?:'s)?|the table(?:'s)?|board|table"),
    ("ROUNDS", r"rounds?|times"),
    ("TRICK", r"trick (?:thirteen|13)|tricks?"),
    ("TOP", r"top"),
    ("VIA", r"with|via|by"),
    ("OF", r"of"),
    ("FOR", r"for"),
    ("WRONG", r"wrong|offside|badly placed|behind"),
    ("TO", r"to(?:wards?)?(?: the)?"),
    ("FROM", r"from(?= (?:the |my )*(?:dummy|table|board|hand))"),
    ("IN", r"in|on the board of|on(?= (?:the )?(?:table|board))"),
    ("ON", r"on"),
)
