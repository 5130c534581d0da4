"""Turns of phrase of Polish that are tried before its other notions."""

from __future__ import annotations

from rulings.statements.reading.vocabulary.language import EVEN

_SUIT = r"(?:pik|kier|kar|trefl|atu)"
_ENDS = r"(?=\s*(?:[.,;:!?)]|$|i\b|a\b))"
_ONE_OUT = r"(?:jed\w+ |ostatni\w* |mał\w+ |blotk\w+ )*atu(?:t|ta)?"
_THEIR = r"(?:west|east|w|e|lewy|prawy|obrońca|przeciwnik)"
TURNS: tuple[tuple[str, str], ...] = (
    (
        "TRUMPS_OUT",
        (
            rf"(?:wiem,? że )?(?:"
            rf"(?:jest|został\w*|brakuje) (?:jeszcze |tylko )*{_ONE_OUT}"
            rf"(?: (?:u|w) obrońców| na zewnątrz)?{_ENDS}|"
            rf"(?:masz|macie) (?:jeszcze {_ONE_OUT}|ostatni\w* atu(?:t|ta)?){_ENDS}|"
            rf"{_THEIR} ma (?:jeszcze {_ONE_OUT}|ostatni\w* atu(?:t|ta)?){_ENDS}|"
            rf"{_ONE_OUT} jest (?:jeszcze )?(?:u|w) obrońców)"
        ),
    ),
    ("SET_UP", r"wyr(?:abi(?:am|ając|a|ać)|obi(?:ę|ć))(?= (?:pik|kier|kar|trefl)\w*)"),
    (
        "BREAK",
        (
            rf"(?:(?:są|leżą|stoją) )?(?:po)?dziel\w+(?: się)?"
            rf"(?: {EVEN}| równo| dobrze)*|"
            rf"(?:(?:są|leżą|stoją|siedzą) )?{EVEN}{_ENDS}|"
            r"(?:są|leżą|stoją) równo"
        ),
    ),
    ("HAVE", r"(?:bior(?:ę|ąc)|bierze|wezmę)(?= (?:wszystk|reszt|cał))"),
    (
        "SELF_HIGH",
        (
            r"(?:mam |zostały (?:mi )?|mi )?same (?:wygrywające|starsze|forty|"
            r"fort\w+|dobre|wysokie|górne|lewy)"
        ),
    ),
    (
        "RESULT",
        (
            r"(?:kładę się |leżę |wpadka )?bez (?:jednej|dwóch|trzech|czterech|\d)"
            r"(?=\s*(?:[.,;!?]|$))|(?:kładę się|poddaję się)(?=\s*(?:[.,;!?]|$))"
        ),
    ),
    ("ALL_OF_THEM", r"wszystkie(?=\s*(?:[.,;!?]|$|po\b))"),
    ("ONLY", r"(?:mam |zostały (?:mi )?|mi )?(?:już )?(?:same|tylko)(?= atuty)"),
    ("RANKS", r"asy|króle|walety"),
    ("FROM", r"ze?(?= (?:moj\w+ )?(?:stoł|ręk|rek|dziad))"),
    ("SELF_HIGH", r"(?:już )?nie mam (?:już )?nic do oddania|nic do oddania"),
    ("TO_LOSE", r"do oddania"),
    (
        "GOES_ON",
        r"(?:wyrzuc|zrzuc)(?:am|ę|ając) na(?! \w+ (?:pik|kier|kar|trefl))",
    ),
    ("GO", rf"(?:idą|idzie|schodzą|schodzi|lecą)(?= {_SUIT})"),
    ("GOOD", rf"(?:idą|lecą) same{_ENDS}"),
    (
        "HAVE",
        (
            r"(?:bior(?:ę|ąc)|bierzemy|wezmę|weźmiemy)"
            r"(?= (?:jeszcze )?(?:jedną|dwie|trzy|cztery|pięć|\d) lew)"
        ),
    ),
    (
        "LOSE",
        (
            r"(?:wy|oni|obrońcy|przeciwnicy) (?:jeszcze |tylko )?(?:macie|mają|"
            r"bierzecie|biorą|dostajecie|dostają|dostaniecie|dostaną|weźmiecie|wezmą)"
        ),
    ),
    ("RUFF", r"bij(?:ę|ąc|emy)(?! (?:asem|królem|damą|waletem|to asem))"),
    ("PLAY", r"bij(?:ę|ąc|emy)"),
    ("GIVEN", rf"odda(?:ję|m|jąc|je|ć|jemy|my)(?: wam| im)?{_ENDS}"),
    ("THEIRS", r"(?:już )?(?:ściągn|zgr|przebi|odda|wzi)\w*(?:łem|łam|ąłem|ęłam)"),
    ("NOTHING_ELSE", rf"(?:i )?nic więcej{_ENDS}"),
)
