"""How English says the notions of the grammar, tried from the top."""

from __future__ import annotations

from rulings.statements.reading.vocabulary.english_asides import ASIDES
from rulings.statements.reading.vocabulary.english_phrases import (
    NTH,
    NUMBER,
    RANK,
    SET_PHRASES,
    STOPS,
    SUIT,
    THE,
    THEY,
)
from rulings.statements.reading.vocabulary.english_reports import REPORTS
from rulings.statements.reading.vocabulary.english_turns import TURNS

ROWS: tuple[tuple[str, str], ...] = (
    *REPORTS,
    *ASIDES,
    *TURNS,
    *SET_PHRASES,
    (
        "CROSSRUFF",
        r"(?:cross[- ]?|x-?)ruff(?:ing|s)?|ruff(?:ing)? back and forth",
    ),
    (
        "DRAW_TRUMPS",
        (
            rf"(?:tak|gett)(?:e|ing) {THE}(?:last |other |remaining )?trumps? out|"
            rf"get {THE}(?:last |other |remaining )?trumps? out|"
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
            rf"trump(?= (?:an?|the|my|your|another|{NUMBER}) "
            rf"(?:(?:small|low|losing|last|{NTH}) )?{SUIT})"
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
        r"(?:are|is|were|was|have been|has been|have|has) (?:all )?(?:gone|drawn|in)",
    ),
    ("LEFT_OUT", r"(?:are |is |were |was )?(?:still )?(?:left|out|outstanding)"),
    ("NONE_OUT", r"no (?:more )?(?:outstanding|missing)"),
    ("OTHERWISE", r"otherwise"),
    ("ELSE", r"if not|or else"),
    (
        "NOT",
        (
            r"without|not|never|\w+n't|cannot|will not|refus(?:e|es|ing)|"
            r"no (?:need|reason|point)(?: to| in)?|leaves(?: \w+)? with|"
            r"instead of|rather than|ignor(?:e|ing)|leav(?:e|ing)|"
            r"avoid(?:ing)?|no ?one|nobody|neither|down to|left with|holding"
        ),
    ),
    ("NOT", r"until|till"),
    ("BEFORE", r"before"),
    ("NONE", r"no(?: more)?"),
    ("OR", r"or|either"),
    ("PERHAPS", r"maybe|perhaps|possibly|could|might"),
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
            rf"(?:{THEY}|someone|one of you)(?:'re| are| is| gets?|'ll be| will be)? "
            rf"squeezed{STOPS}|"
            rf"(?:there's |there is )?(?:an? )?squeez(?:es?|ing)"
            rf"(?: (?:on |against )?(?:{THEY}|them|north|south))?"
        ),
    ),
    (
        "IF",
        (
            r"if|unless|provided|providing|assuming|in case|as long as|so long as|"
            r"subject to|depending on|supposing|"
            r"(?:on|with|given)(?: an?)? (?:\w+ )?\d-\d(?: \w+)?|"
            r"on (?:an?|another|your) (?:\w+ )?(?:return|switch|continuation|break)|"
            r"should(?= (?:the|west|east|\w+s)\b)"
        ),
    ),
    (
        "WHEN",
        (
            r"hop(?:e|es|ing)|when|whenever|whoever|whichever|"
            rf"{THEY} (?:must|(?:has|have|will have) to|"
            r"(?:are|is) (?:forced|squeezed|endplayed))"
        ),
    ),
    (
        "THEIRS",
        (
            r"partner(?:'s)?|"
            rf"(?:{THEY}|north|south)(?: (?:then|can|may|will|would|just|only))*"
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
    ("GOOD", rf"(?:will |do )?run{STOPS}"),
    (
        "RIDE",
        (
            r"run(?:ning|s)?(?= (?:the |my |dummy's )*"
            r"(?:(?:queen|jack|knave|ten|nine|eight)(?= of|\s*[.,;!]|$)|"
            rf"{SUIT} (?:queen|jack|knave|ten|nine|eight)\b|"
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
            rf"cash(?:es|ing)? out{STOPS}|"
            r"claim(?:s|ing|ed)?"
            r"(?: (?:the rest|all(?: of them)?)(?! (?:but|except|apart|bar|save)\b))?|"
            r"tak(?:e|es|ing) the rest(?! (?:but|except|apart|bar|save)\b)"
        ),
    ),
    (
        "CASH",
        (
            rf"cash(?:ing|es)?(?: (?:out|off|down)(?= {THE}(?:{SUIT}|{RANK}|\w+ )))?"
            r"|bang(?:ing)?(?: down)?|collect(?:ing)?|eliminat(?:e|ing)|strip(?:ping)?|"
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
            r"shed|dump|sluff|ditch|park(?:s)?|get(?:ting)? rid of"
        ),
    ),
    ("USE", r"us(?:e|es|ing)"),
    (
        "DRIVE",
        r"(?:knock(?:ing)?|driv(?:e|ing)|forc(?:e|ing)) out",
    ),
    ("TO_LOSE", rf"to (?:lose|give up|concede){STOPS}"),
    (
        "ALL_BUT",
        (
            r"(?:all|everything)(?: the tricks)? "
            r"(?:but|except(?: for)?|bar|save(?: for)?|apart from)|"
            r"(?:the )?rest (?:but|bar|save)(?: for)?"
        ),
    ),
    ("EXCEPT", r"except(?:ing)?(?: for)?|apart from|but for|save for|other than"),
    ("HAVE", r"giv(?:e|ing) me"),
    (
        "GIVE",
        (
            r"giv(?:e|es|ing) (?:up|you|them|away|west|east)(?! have)|"
            r"(?:have to |need to |must )*conced(?:e|es|ing|ed)(?: to you)?|"
            r"here(?:'s| is)(?= your)|giv(?:e|es|ing)|duck(?:ing|s)?|"
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
            rf"{THEY}(?:'ll| will| can| may| still)*"
            r"(?: (?:just|only|still))*(?:'ve)? "
            r"(?:get|gets|got|has|have|makes?|scores?|takes?|wins?)(?! to\b)|"
            rf"my (?:only )?losers? (?:is|are)(?= (?:an?|{NUMBER}) (?:\w+ )?{SUIT})|"
            rf"{THEY}'ve(?: (?:just|only|still|got))*|"
            r"(?:you're|you are|they're|they are) "
            r"(?:just |only )?(?:getting|entitled to|welcome to)"
        ),
    ),
    (
        "HAVE",
        (
            r"(?:i|we)(?:'ll)?(?: (?:will|can|must|should|just|only|still))* "
            r"(?:get|make|score|have)(?! (?:to|back|over|in|home|there|out|off)\b)|"
            rf"tak(?:e|es|ing)(?= {NUMBER} (?:(?:top|more|small|high|good) )?{SUIT})"
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
            rf"win(?:ning|s)?(?: with)?(?= (?:the |my |dummy's )?(?:\w+ )?{RANK}\b)|"
            rf"unblock(?:ing)?(?= (?:the |my |dummy's )?(?:\w+ )?{RANK}\b)|"
            r"play(?:ing|s)?|lead(?:ing|s)?|tak(?:e|es|ing)|ask(?:s|ing)? for|"
            r"(?:start|begin|finish|end|continue?|carry on)"
            r"(?:n?ing|s)? (?:off )?with|"
            r"start(?:ing)? on|open(?:ing)? with"
        ),
    ),
    ("PUT_IN", r"(?:put(?:ting)?|slip(?:ping)?) in|insert(?:ing|s)?"),
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
            r"i have(?! to)|i've (?:(?:only|just|still) )*got|we've got|have got|"
            r"i make|making|he has|she has|has|had|having|have"
        ),
    ),
    (
        "ALL",
        (
            r"all(?: of (?:them|it))?|everything(?:'s)?|they(?:'re all|'re)?|"
            r"these(?: all)?"
        ),
    ),
    ("MINE", r"(?:is |are )?(?:all )?(?:mine|for me|for us|to me|to us|ours)"),
    ("SELF_HIGH", r"(?:i'm|i am) (?:now )?(?:all )?(?:high|good)"),
    (
        "LOSER",
        r"(?:is |are )?(?:just |only )?(?:a )?losers?",
    ),
    (
        "HIGH",
        (
            r"(?:is |are |was |were )?(?:now )?(?:all )?(?:high|hi)|"
            r"with a high (?:one|trump)"
        ),
    ),
    (
        "GOOD",
        (
            r"(?:is |are |was |were |will be )?(?:now )?(?:all )?"
            r"(?:good|winners?|masters?|established|running|set up|boss|solid|"
            r"cashing)|(?:(?<=all )|(?:is |are )(?:all )?)top (?:cards|tricks)|"
            r"is a (?:sure )?trick|are (?:sure )?tricks"
        ),
    ),
    (
        "YOURS",
        (
            r"(?:is |are )?(?:for you|yours|"
            r"your (?:(?:only|last|final) )*tricks?|"
            r"to (?:you|them|(?:the )?(?:defen[cs]e|defenders|opponents|opps)))"
        ),
    ),
    (
        "HAND",
        r"(?:my |the |declarer's |her |his )?(?:closed )?hand(?:'s)?|myself|home",
    ),
    ("DUMMY", r"dummy(?:'?s)?|the board(?:'s)?|the table(?:'s)?|board|table"),
    (
        "RANK",
        (
            r"(?<=the )(?:ten|nine|eight|seven)"
            r"(?=\s*(?:[.,;:!?)]|$)| (?:is|and|then|will|so|to|on|of (?:trumps?))\b)"
        ),
    ),
    ("ROUNDS", r"rounds?|times"),
    ("TRICK", r"trick (?:thirteen|13)|tricks?"),
    ("TOP", r"top"),
    ("VIA", r"with|via|by"),
    ("OF", r"of"),
    ("FOR", r"for"),
    ("WRONG", r"wrong|offside|badly placed|behind"),
    ("TO", r"to(?:wards?)?(?: the)?"),
    ("FROM", r"(?:from|off)(?= (?:the |my )*(?:dummy|table|board|hand))"),
    ("IN", r"in|on the board of|on(?= (?:the )?(?:table|board))"),
    ("ON", r"on"),
)
