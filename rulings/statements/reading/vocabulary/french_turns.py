"""Turns of phrase of French that are tried before its other notions."""

from __future__ import annotations

from rulings.statements.reading.vocabulary.language import EVEN

_SUIT = r"(?:pique|c(?:œ|oe)ur|carreau|tr[eè]fle|atout)"
_ENDS = r"(?=\s*(?:[.,;:!?)]|$|et\b))"
_NUMBER = (
    r"(?:un|une|deux|trois|quatre|cinq|six|sept|huit|neuf|dix|onze|douze|treize|\d+)"
)
_ONE_OUT = r"(?:(?:un|le|deux|l') ?)?(?:dernier |petit |autre |seul )*atouts?"
_KEPT = r"(?:a|ont|avez|as|garde|gardez)"
TURNS: tuple[tuple[str, str], ...] = (
    (
        "TRUMPS_OUT",
        (
            rf"(?:je sais qu')?(?:"
            rf"il (?:n'en )?(?:reste|manque) (?:encore )?{_ONE_OUT}"
            rf"(?: (?:dehors|chez l'adversaire))?{_ENDS}|"
            rf"(?:vous|ouest|est|tu|ils) {_KEPT} encore {_ONE_OUT}{_ENDS}|"
            rf"(?:vous|ouest|est|tu|ils) {_KEPT} le dernier atout{_ENDS}|"
            rf"{_ONE_OUT} est (?:encore )?(?:dehors|chez l'adversaire))"
        ),
    ),
    (
        "BREAK",
        (
            rf"(?:(?:sont|se) )?(?:partag|répart)\w+(?: {EVEN}| bien| également)*|"
            rf"(?:sont )?{EVEN}{_ENDS}"
        ),
    ),
    (
        "FILL",
        (
            r"(?:il |elle |ouest |est |nord |sud |le déclarant )?"
            r"(?:déclare|annonce|dit|précise|déclarant|annonçant|disant)"
            r"(?: (?:que|qu'(?:il|elle)))?|"
            rf"perdante?s? à(?= {_SUIT})|"
            r"(?:(?<=as )|(?<=roi )|(?<=dame )|(?<=valet ))du mort|"
            r"qui reste(?:nt)?|c'est tout|c'est fini|pour(?= \w+(?:er|ir|re)\b)|"
            r"à (?:faire|venir)|"
            rf"(?:marche|passe|réussit|est gagnante){_ENDS}|prends?{_ENDS}|"
            r"(?:étale|montre)(?: (?:son|mon|ses|mes) (?:jeu|cartes))?|"
            r"(?:ouest|est|nord|sud|le déclarant)"
            r"(?= (?:étale|montre|revendique|réclame))|"
            r"dernières?|derniers?(?= (?:levées|plis))"
        ),
    ),
    ("SET_UP", r"affranchi(?:s|r|t|ssant)(?= )"),
    ("AGAINST", r"en(?= (?:est|ouest|nord|sud)\b)"),
    ("PLAY", r"prend(?:s|re|ant) (?:de(?= (?:l'|la ))|du)"),
    (
        "RESULT",
        (
            r"(?:une? |deux |trois )?(?:de )?chute(?: d(?:e |')(?:une?|deux|trois))?"
            r"(?=\s*(?:[.,;!?]|$))|je (?:concède|m'incline)(?=\s*(?:[.,;!?]|$))"
        ),
    ),
    (
        "ONLY",
        r"(?:n'ai |il ne me reste |me reste )?(?:plus )?que (?:des|de l')(?=\s?atout)",
    ),
    ("RANKS", r"(?:(?<=deux )|(?<=trois )|(?<=mes ))as|rois|dames|valets"),
    ("NOTHING_ELSE", rf"rien (?:d'autre|de plus){_ENDS}"),
    ("LOSE", r"vous avez (?:encore |juste )?droit (?:à|au|aux)"),
    (
        "LOSE",
        (
            r"vous (?:ferez|aurez|prendrez|allez (?:faire|prendre|avoir))(?: encore)?|"
            r"il vous reste"
        ),
    ),
    (
        "NO_TRUMPS_OUT",
        r"il ne reste plus (?:d'|aucun )atouts?(?: dehors)?",
    ),
    ("THEIRS", r"(?:qu')?il (?:ne |n'en |en )?reste(?:nt)?"),
    ("RIDE", r"laiss(?:e|er|ant) (?:filer|passer|courir)"),
    ("GIVE", r"(?:vous |leur )?laiss(?:e|er|ant|ons)"),
    (
        "SELF_HIGH",
        (
            r"(?:n'ai |n'a )?que des (?:gagnantes|maîtresses|cartes maîtresses)|"
            r"aucune? perdante?"
        ),
    ),
    ("ANOTHER", rf"encore(?= {_SUIT})"),
    ("NONE", r"plus aucune?"),
    ("HIGH", r"(?:est |sont )hautes?"),
    (
        "HAVE",
        (
            r"(?:prenons|faisons|avons)(?= (?:encore )?(?:tout|le reste|les autres|"
            r"une?|deux|trois|quatre|cinq|six|l'as|le roi|la dame|\d)\b)"
        ),
    ),
    ("IF", r"(?:tout |ça |cela )?dépend|selon|suivant"),
    ("HAVE", r"reste avec|(?:il )?(?:me|m'en) reste(?:nt)?|garde"),
    (
        "RESULT",
        (
            rf"(?:réclam|revendiqu|demand)\w+ (?:(?:les|mes|ses) )?(?:dernières )?"
            rf"{_NUMBER}(?: dernières)?(?: (?:autres )?levées| plis)?{_ENDS}"
        ),
    ),
)
