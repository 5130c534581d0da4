"""Polish, as played in Poland: atut, lewa, dziadek (stół), przebitka, impas."""

from __future__ import annotations

from rulings.statements.reading.vocabulary.language import Language
from rulings.statements.reading.vocabulary.polish_notions import ROWS

_FILLERS = (
    "a i to jest są się potem więc oraz też także moje mój moją moja swoje tylko "
    "już jeszcze teraz tu tutaj tego tę ten ta te jego jej jako czyli z ze u że "
    "robię robi zrobię wykonuję już mi wam im będzie będę zaraz proszę "
    "mówi powiedział lewy myśli "
    "myślał sądził wszystkie resztę co nich + & - – — /"
)

POLISH = Language(
    rows=ROWS,
    suits={
        r"pik(?:a|iem|ową|owa|owy)?": "S",
        r"kier(?:a|em|ową|owa|owy)?": "H",
        r"karo|kara(?= )|kar(?:em|ową|owa|owy)": "D",
        r"trefl(?:a|em|ową|owa|owy)?": "C",
    },
    plurals={
        r"pik(?:i|ów|ach|ami|om|owe)": "S",
        r"kier(?:y|ów|ach|ami|om|owe)": "H",
        r"kar(?:a|ach|ami|om|owe)?": "D",
        r"trefl(?:e|i|ach|ami|om|owe)": "C",
    },
    ranks={
        r"as(?:a|y|ie)?": "A",
        r"król(?:a|u|e)?": "K",
        r"dam(?:a|ę|y|ie)": "Q",
        r"walety?|waleta": "J",
    },
    tools={"asem": "A", "królem": "K", "damą": "Q", "waletem": "J"},
    numbers={
        r"jed(?:en|ną|nego|nej|nym|na|no)": 1,
        r"dw(?:a|ie|óch|oma)": 2,
        r"trz(?:y|ech)": 3,
        r"czter(?:y|ech)": 4,
        r"pięć|pięciu": 5,
        r"sześć|sześciu": 6,
        r"siedem|siedmiu": 7,
        r"osiem|ośmiu": 8,
        r"dziewięć|dziewięciu": 9,
        r"dziesięć|dziesięciu|dziesiątka|dziesiątkę": 10,
        r"jedenaście": 11,
        r"dwanaście": 12,
        r"trzynaście": 13,
    },
    seats={"zachod(?:u|owi)": "W", "wschod(?:u|owi)": "E", "północy": "N"}
    | {"południa": "S"}
    | {"w": "W", "e": "E", "n": "N", "s": "S"},
    of=r" (?:w )?",
    spot_of=r" (?:w )",
    fillers=frozenset(_FILLERS.split()),
    pauses=frozenset({"potem", "następnie", "później", "dalej", "wreszcie"}),
    afters=frozenset({"po"}),
    letters="AKQJTDW",
    joined="AKQJTQJ",
    single="KQJTD",
)
