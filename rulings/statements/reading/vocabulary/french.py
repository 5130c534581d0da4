"""French, as played in France: atout, levée (pli), mort, coupe, impasse, défausse."""

from __future__ import annotations

from rulings.statements.reading.vocabulary.french_notions import ROWS
from rulings.statements.reading.vocabulary.language import Language

_FILLERS = (
    "je j' il elle on nous vous le la les l' un une des de du d' mon ma "
    "mes son sa ses votre vos leur leurs "
    "et ensuite alors donc c'est ça ce cette ces qui que à au aux en "
    "dans avec tous "
    "toutes toute encore aussi seulement juste me m' se s' y a est sont "
    "dit faire fais "
    "pense croit croyait pensait dernière dernier petit petite jeu suis + & - – — / "
)

FRENCH = Language(
    rows=ROWS,
    suits={"pique": "S", "c(?:œ|oe)ur": "H", "carreau": "D", "tr[eè]fle": "C"},
    plurals={"piques": "S", "c(?:œ|oe)urs": "H", "carreaux": "D", "tr[eè]fles": "C"},
    ranks={"as": "A", "rois?": "K", "dames?": "Q", "valets?": "J"},
    numbers={
        r"une?(?= (?:seule?|levée|pli|tour|coup|perdante))|une?$": 1,
        "deux": 2,
        "trois": 3,
        "quatre": 4,
        "cinq": 5,
        "six": 6,
        "sept": 7,
        "huit": 8,
        "neuf": 9,
        "dix": 10,
        "onze": 11,
        "douze": 12,
        "treize": 13,
    },
    seats={"ouest": "W", "est": "E", "nord": "N", "sud": "S"},
    of=r" (?:de |d'|à |du |au )?",
    spot_of=r" de ",
    fillers=frozenset(_FILLERS.split()),
    pauses=frozenset({"puis", "ensuite", "enfin", "alors"}),
    elisions=r"(?:[ljdmsn]|qu)'|en (?=\w+ant\b)",
    letters="AKQJTRDV",
    joined="AKQJTKQJ",
    single="KQJTRV",
)
