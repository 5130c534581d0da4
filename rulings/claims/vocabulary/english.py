"""English as directors type it and players say it."""

from __future__ import annotations

from rulings.claims.vocabulary.language import Language

_SUIT = r"(?:spade|heart|diamond|club|trump)s?"
_ROWS: tuple[tuple[str, str], ...] = (
    (
        "FILL",
        (
            r"if need(?:ed)? be|if necessary|if needed|as needed|as necessary|if "
            r"required|"
            rf"(?:master|boss|winning|good|small|low|little|losing|long|last|outstanding|"
            rf"remaining|other)(?= {_SUIT})|"
            rf"(?:dummy's|declarer's)(?= (?:\w+ )?{_SUIT})|losers?(?= on)|"
            r"last(?= tricks?)|at the end|for the overtricks?|"
            r"(?:the |a )?(?:marked|proven|simple|ruffing)"
            r"(?= (?:\w+ )?(?:finesse|hook))"
        ),
    ),
    ("SELF_HIGH", r"no (?:more )?losers(?: left)?|nothing (?:left |more )?to lose"),
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
    ("CROSSRUFF", r"cross[- ]?ruff(?:ing|s)?|ruff(?:ing)? back and forth"),
    ("NO_TRUMPS_OUT", r"no (?:more )?trumps? (?:are |is |was |were )?(?:left|out)"),
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
        r"(?:are|is|were|was) (?:all )?(?:gone|drawn|in)",
    ),
    ("LEFT_OUT", r"(?:are |is |were |was )?(?:still )?(?:left|out|outstanding)"),
    ("NONE", r"no(?: more)?"),
    ("ANOTHER", r"another|one more"),
    ("HOOK", r"finess(?:e|ing|es)|hook(?:ing|s)?"),
    ("NOT", r"without|not|never|don't|won't|do not|will not|refus(?:e|es|ing)"),
    ("REPEAT", r"repeat(?:ing)?"),
    (
        "IF",
        (
            r"if|unless|when|whenever|provided|assuming|in case|whoever|whichever|"
            r"(?:you|they|west|east|lho|rho|opponents) "
            r"(?:must|(?:has|have|will have) to|(?:are|is) (?:forced|squeezed|"
            r"endplayed))"
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
    ("RUN", r"run(?:ning|s)?|play(?:ing)? out|reel(?:ing)? off|rattl(?:e|ing) off"),
    (
        "CASH",
        (
            r"cash(?:ing|es)?|collect(?:ing)?|eliminat(?:e|ing)|strip(?:ping)?|"
            r"score|scoring|enjoy(?:ing)?"
        ),
    ),
    ("RUFF", r"ruff(?:ing|s)?|trump(?:ing)"),
    (
        "DISCARD",
        (
            r"discard(?:ing|s)?|throw(?:ing|s)?(?: away| off)?|pitch(?:ing|es)?|"
            r"shed(?:ding)?|dump(?:ing)?|sluff(?:ing)?|ditch(?:ing)?"
        ),
    ),
    ("SQUEEZE", r"squeez(?:e|ing)(?: (?:you|them|west|east|north|south|lho|rho))?"),
    (
        "GO_ALL",
        (
            r"cash(?:es|ing)? out|claim(?:s|ing)?(?: the rest| all)?|"
            r"tak(?:e|es|ing) the rest"
        ),
    ),
    (
        "DRIVE",
        r"(?:knock(?:ing)?|driv(?:e|ing)|forc(?:e|ing)) out",
    ),
    (
        "GIVE",
        (
            r"giv(?:e|es|ing) (?:up|you|them|away|west|east)(?! have)|"
            r"conced(?:e|es|ing)(?: to you)?|giv(?:e|es|ing)|duck(?:ing|s)?|"
            r"exit(?:ing)? (?:with|in)|get off (?:lead|play) (?:with|in)"
        ),
    ),
    (
        "LOSE",
        (
            r"(?:have to |must |only |just )*los(?:e|es|ing)(?: only| just)?|"
            r"(?:you|they|west|east) (?:will |can |may |still )?(?:just |only |still )?"
            r"(?:get|gets|have|has|make|makes|score|take|takes)|"
            r"(?:you're|you are|they're|they are) (?:just |only )?getting"
        ),
    ),
    (
        "CROSS",
        (
            r"cross(?:ing|es)?(?: over)?|back(?= (?:to|in))|com(?:e|ing)(?: back)?|"
            r"go(?:ing)?(?: over| back)?|"
            r"get(?:ting)?(?: back| over)?|enter(?:ing)?|return(?:ing)?|"
            r"(?:ending|finishing|end|finish)(?: up)?(?= in)"
        ),
    ),
    ("PLAY", r"play(?:ing|s)?|lead(?:ing|s)?|tak(?:e|es|ing)|ask(?:s|ing)? for"),
    ("AGAINST", r"against|through"),
    ("REST", r"all (?:of )?the rest|the rest|rest|everything else|the others|others"),
    (
        "HAVE",
        (
            r"i have(?! to)|i've got|have got|i make|making|he has|she has|has|"
            r"having|have"
        ),
    ),
    ("ALL", r"all|everything(?:'s)?|otherwise|they(?:'re all|'re)?|these(?: all)?"),
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
            r"established|running|set up|boss)"
        ),
    ),
    ("MINE", r"(?:is |are )?(?:all )?(?:mine|for me|ours)"),
    ("YOURS", r"(?:is |are )?(?:for you|yours)"),
    ("HAND", r"(?:my |the |declarer's |her |his )?(?:closed )?hand|myself"),
    ("DUMMY", r"dummy(?:'s)?|the board|the table|board|table"),
    ("ROUNDS", r"rounds?|times"),
    ("TRICK", r"tricks?"),
    ("TOP", r"top"),
    ("VIA", r"with|via|by"),
    ("OF", r"of"),
    ("FOR", r"for"),
    ("WRONG", r"wrong|offside|badly placed|behind"),
    ("TO", r"to(?:wards?)?(?: the)?|over to|back to"),
    ("IN", r"in|on the board of|on(?= (?:the )?(?:table|board))"),
    ("ON", r"on"),
)

_FILLERS = (
    "a also am an and are as at be but by can from has he her him his i i'd i'll i'm "
    "i've is it its just later me my next now of only or out please say says she so "
    "still that away the there their this to up we will would you your "
    "both remaining "
    "said states stating saying that's it's so need again first once also "
    "thought thinks thinking believes believing"
)

ENGLISH = Language(
    rows=_ROWS,
    suits={"spade": "S", "heart": "H", "diamond": "D", "club": "C"},
    plurals={"spades": "S", "hearts": "H", "diamonds": "D", "clubs": "C"},
    ranks={"aces?": "A", "kings?": "K", "queens?": "Q", "jacks?|knaves?": "J"},
    numbers={
        word: n
        for n, word in enumerate(
            (
                "one two three four five six seven eight nine ten eleven twelve "
                "thirteen"
            ).split(),
            1,
        )
    },
    seats={"west": "W", "east": "E", "north": "N", "south": "S", "lho": "", "rho": ""},
    letters="AKQJT",
    of=r" of (?:the )?",
    spot_of=r" of (?:the )?",
    suit_first=True,
    fillers=frozenset(_FILLERS.split()),
    pauses=frozenset({"then", "after", "afterwards", "next", "finally"}),
)
