"""How Polish says the notions of the grammar, tried from the top."""

from __future__ import annotations

from rulings.statements.reading.vocabulary.polish_turns import TURNS

_SUIT = r"(?:pik|kier|kar|trefl|atu)"
_INTO_HAND = r"(?:(?<=do ręki )|(?<=do stołu )|(?<=na stół )|(?<=do dziadka ))"
_OF_A_TRICK = r"(?:(?<=lewę )|(?<=lewy )|(?<=lewa )|(?<=lew ))"
_RUFFED = (
    *("pika", "piki", "kiera", "kiery", "karo", "kara", "trefla", "trefle"),
    *("stole", "ręce", "dziadku", "małym", "byle jakim"),
)
_BEHIND_A_RUFF = "|".join(f"(?<={word} )" for word in _RUFFED)
_ENDS = r"(?=\s*(?:[.,;:!?)]|$|i\b|a\b))"
ROWS: tuple[tuple[str, str], ...] = (
    *TURNS,
    (
        "FILL",
        (
            r"jeśli trzeba|w razie potrzeby|jakby co|na (?:samym )?końcu?|na koniec|"
            r"(?:zawsze )?(?:kiedyś|po drodze|w końcu)|to wszystko|"
            rf"moj\w+(?= (?:(?:as|król|dam|walet)\w* |{_SUIT}))|"
            rf"przegrywając\w+(?= {_SUIT})|"
            rf"(?:powiedział\w*|oświadczył\w*|stwierdził\w*|zapowiedział\w*|"
            rf"zgłosił\w*)(?:,? że)?|bo|ponieważ|gracz\w*|mówiąc,? że|"
            r"(?-i:[WENS])(?= (?:zgłosi|powiedzi|oświadcz|stwierdz|zażąda))|"
            r"wy|my|ja|u (?:nich|was)|"
            r"na(?= impas)|(?:kładę|pokazuję|wykładam|odkrywam) karty|"
            rf"(?:i )?(?:jest |to )?koniec{_ENDS}|"
            rf"(?:pierwsz|drug|trzeci|czwart|piąt|szóst)\w*(?= {_SUIT})|"
            r"przeciwnik(?:ów|om)|"
            rf"obrońc(?:ów|om)|(?:fort\w+|wyrobion\w+)(?= {_SUIT})|"
            rf"(?:mał\w+|dobr\w+|ostatni\w*|star\w+|młod\w+|kolejn\w+)(?= {_SUIT}\w*)"
        ),
    ),
    (
        "NOTHING_SAID",
        (
            r"bez słowa|nic nie (?:powiedział\w*|mówiąc|mówi)|bez (?:oświadczenia|"
            r"linii)|"
            r"nie podał\w* (?:linii|kolejności)|brak oświadczenia"
        ),
    ),
    (
        "NO_ORDER",
        (
            r"w dowolnej kolejności|kolejność (?:jest )?(?:dowolna|bez znaczenia|"
            r"obojętna)|"
            r"nie w tej kolejności"
        ),
    ),
    ("IN_ORDER", r"w (?:tej|takiej|podanej) kolejności|po kolei"),
    (
        "UNTIL_GONE",
        r"do (?:końca|skutku)|aż (?:się )?(?:wyjdą|zejdą|skończą)|dopóki są",
    ),
    (
        "FROM_THE_TOP",
        r"(?:z|od) góry(?: do dołu)?|od (?:najstarsz\w+|asa)(?: w dół)?|od najwyższ\w+",
    ),
    (
        "CROSSRUFF",
        (
            r"(?:na )?(?:obustronn\w+|krzyżow\w+) przebitk\w+|przebitk\w+ na krzyż|"
            r"przebijam na krzyż"
        ),
    ),
    (
        "NO_TRUMPS_OUT",
        (
            r"nie ma (?:już |więcej )?atutów|bez atutów (?:u|w) obrońców|atuty (?:są "
            r")?(?:ściągnięte|zgrane|"
            r"wyszły|zeszły)|(?:już )?(?:dograł\w+|ściągn(?:ąłem|ęłam)) atuty|"
            r"atutów (?:już )?nie ma"
        ),
    ),
    (
        "SELF_HIGH",
        r"(?:nie mam |bez )(?:już )?(?:przegrywających|lew do oddania|oddawanych)",
    ),
    (
        "NOTHING_YOURS",
        (
            r"(?:już )?nic (?:już )?nie (?:dostan\w+|bierze\w+|weźmie\w+|oddaję|oddam)|"
            r"nic dla was"
        ),
    ),
    (
        "RESULT",
        (
            r"(?:swoje|wygrane|zrobione|na swoje)(?=\s*(?:[.,;!]|$))|"
            r"razem (?:\d+|\w+)(?: lew)?(?=\s*(?:[.,;!]|$))"
        ),
    ),
    (
        "ALL_BUT",
        (
            r"(?:wszystk\w+|(?:cał\w+ )?reszt[aęy])(?: lewy)? "
            r"(?:oprócz|prócz|poza|bez|z wyjątkiem)"
        ),
    ),
    ("EXCEPT", r"oprócz|prócz|poza|z wyjątkiem"),
    (
        "GOES_ON",
        r"(?:idzie|idą|schodzi|schodzą|znika|znikają|spada|spadają) na",
    ),
    ("NO_HOOK", r"(?:gram )?na (?:spad(?:nięcie|ek)?|drop)"),
    ("GIVE", r"bez(?= (?:jednej|dwóch|trzech|\d) lew)"),
    ("BY_TRUMPS", rf"(?:{_INTO_HAND}|{_BEHIND_A_RUFF})atutem"),
    ("BY_SUIT", rf"{_INTO_HAND}(?:pikiem|kierem|karem|treflem)"),
    ("OF_TRUMPS", rf"{_OF_A_TRICK}atutow\w+"),
    ("OF_SUIT", rf"{_OF_A_TRICK}(?:pikow|kierow|karow|treflow)\w+"),
    (
        "DRAW_TRUMPS",
        r"(?:od|wy)?atut(?:uję|uje|ując|ować|owuję|owując|owani[aeu]|owaniem)",
    ),
    (
        "TRUMPS",
        r"(?:(?:ostatni\w*|brakując\w+|pozostał\w+|wszystkie) )?atu(?:t\w*)?",
    ),
    ("WAS_GONE", r"(?:już )?(?:wyszły|zeszły|są zgrane|się skończyły|ściągnięte)"),
    ("NONE", r"nie ma(?: już)?|bez|żadnych"),
    ("ANOTHER", r"jeszcze (?:jed\w+|raz)|kolejn\w+|następn\w+"),
    ("IMPASSE", r"(?:za)?impas\w*"),
    ("NOT", r"nie|bez"),
    ("REPEAT", r"powtarza\w+|powtórz\w+"),
    ("ELSE", r"inaczej|w przeciwnym (?:razie|wypadku)|(?:jeśli|jeżeli|jak) nie"),
    (
        "IF",
        (
            r"jeśli|jeżeli|jak(?! wyżej)|(?:wszystko )?zależy|w zależności|gdyby|"
            r"chyba że|o ile|pod warunkiem"
        ),
    ),
    ("WHEN", r"gdy|kiedy"),
    ("NOT", r"aż|dopóki|póki"),
    ("BEFORE", r"zanim|przed"),
    ("OR", r"lub|albo"),
    ("PERHAPS", r"może|ewentualnie"),
    (
        "THEIRS",
        (
            r"partner\w*|(?:zachód|wschód|obrońc\w|przeciwni\w+|oni)"
            r"(?= (?:gra|przebij|wychodz|wist|dokłada|zrzuca)\w*)"
        ),
    ),
    (
        "DRAW",
        (
            r"(?:po|wy)ciąg(?:am|nę|nąć|ając)|wybier(?:am|ając|ę)|ogryw(?:am|ając)|"
            r"ściąg(?:am|nę|nąć|ając|a|amy|niemy|nięci\w+)|zbier(?:am|ając|a)|zbiorę|zdejm(?:uję|ę|"
            r"ując)"
        ),
    ),
    (
        "RUN",
        (
            r"wygryw(?:am|ając)(?: wszystkie)?|gram do końca|przegryw(?:am|"
            "ając) całe"
        ),
    ),
    (
        "CASH",
        (
            r"zgryw(?:am|ając|a|amy|ać)|zgr(?:am|ać)|odbier(?:am|ając|a)|odbiorę|"
            r"odgryw(?:am|ając|a)|inkas(?:uję|ując)|eliminuj\w+|wyeliminuj\w+"
        ),
    ),
    (
        "RUFF",
        r"przebij(?:am|ę|ając|a|emy|e|amy)|przebi(?:ty|ta|te|ć|tka|tkę|tki|tką|ję)",
    ),
    (
        "DISCARDING",
        r"(?:wyrzuc|zrzuc|dokład|odrzuc)ając|pozbywając się",
    ),
    (
        "DISCARD",
        (
            r"wyrzuc(?:am|ę|a|ić)|zrzuc(?:am|ę|a|ić)|dokładam|"
            r"pozby(?:wam|ć|je) się|odrzuc(?:am|ę)"
        ),
    ),
    ("SQUEEZE", r"(?:na )?przymus\w*|ścisk(?:am|ając)"),
    ("GO_ALL", r"(?:zgłaszam |daję )?(?:żąda(?:m|nie)|claim)(?: reszt\w+)?"),
    ("DRIVE", r"wybij(?:am|ę|ając)|wyrzuc(?:am|ę) z ręki"),
    (
        "GIVE",
        (
            r"odda(?:ję|m|jąc|je|ć|jemy|my)(?: wam| im| tylko)?|"
            r"da(?:ję|m|jąc)(?: wam)?|"
            r"ustęp(?:uję|ując)|wypuszcz(?:am|ając)|przepuszcz(?:am|ając)"
        ),
    ),
    (
        "LOSE",
        (
            r"(?:muszę |tylko )*(?:przegr(?:ywam|am|ywając|ać)|strac(?:ę|ić)|"
            r"trac(?:ę|ąc))|"
            r"(?:macie|bierzecie|dostaniecie|dostajecie|weźmiecie)(?: tylko)?|"
            r"(?:oni|obrońcy) (?:mają|biorą|dostaną|wezmą)"
        ),
    ),
    (
        "CROSS",
        (
            r"(?:prze|doj|we|wej|do)chodz(?:ę|ąc|i)|przejd(?:ę|ź)|wejd(?:ę|ź)|"
            r"id(?:ę|ąc)|"
            r"wrac(?:am|ając)|wróc(?:ę|ić)|dojd(?:ę|ź)|przejść|wejść|dojść"
        ),
    ),
    (
        "PLAY",
        (
            r"(?:za)?gr(?:am|ając|a|amy|ać)(?: w(?= \w))?|zagryw(?:am|ając|a)|"
            r"wychodz(?:ę|ąc|i)(?: w(?= \w))?|"
            r"(?:zaczyna(?:m|jąc)|zaczn[ęi]j?\w*) od|"
            r"wyjd(?:ę|ź)|bior(?:ę|ąc|ą)|bierze(?:my)?|wezmę|kład(?:ę|ąc)|prosi o"
        ),
    ),
    ("HAND", r"(?:moj\w+ |zakryt\w+ )?rę(?:ka|ki|kę|ce|ką)"),
    (
        "SEAT",
        (
            r"(?<=przez )(?-i:[WENS])|(?<=przeciw )(?-i:[WENS])|"
            r"(?<=pod )(?-i:[WENS])|(?<=graczem )(?-i:[WENS])"
        ),
    ),
    ("AGAINST", r"przeciw(?:ko)?|pod|przez"),
    ("REST", r"(?:cała |całą )?reszt(?:a|ę|y)|pozostał\w+(?: lewy)?|inne"),
    ("HAVE", r"mam(?:y)?|posiadam|mając|ma"),
    ("ALL", r"wszystk(?:o|ie)|każda"),
    ("LOSER", r"(?:jest |są )?(?:przegrywając\w+|blotk\w+)"),
    (
        "HIGH",
        (
            r"(?:wysok|najwyższ|najstarsz|duż)ym atutem|wysokim atutem|"
            r"(?:jest |są )?(?:już )?(?:wysok\w+|wysoko|atutem wysokim)"
        ),
    ),
    (
        "GOOD",
        (
            r"(?:jest |są |będą )?(?:już )?(?:wszystkie )?(?:dobr(?:e|y|a)|fort\w*|"
            r"wyrobion\w+|lepsze|górn\w+)|"
            r"(?:idą|lecą)(?=\s*(?:[.,;!]|$))"
        ),
    ),
    ("MINE", r"(?:jest |są )?(?:dla mnie|moj(?:e|a))"),
    ("YOURS", r"(?:jest |są )?(?:dla was|wasz(?:a|e)?)"),
    ("DUMMY", r"sto(?:łu|le|łem)|stół|dziad(?:ek|ka|kiem|ku)"),
    ("ROUNDS", r"rund\w*|raz(?:y)?|kół\w+|obrot\w+"),
    ("TRICK", r"lew(?:a|ę|y)?"),
    ("TOP", r"najstarsz\w+|górn\w+|starsz\w+"),
    ("TO", r"do|na(?= stół)|ku|w stronę"),
    ("VIA", r"z pomocą|przez"),
    ("IN", r"w|we|po stronie"),
    ("ON", r"na"),
)
