"""How French says the notions of the grammar, tried from the top."""

from __future__ import annotations

from rulings.statements.reading.vocabulary.french_turns import TURNS

_SUIT = r"(?:pique|c(?:œ|oe)ur|carreau|tr[eè]fle|atout)"
_RUFFED = (
    *("pique", "piques", "cœur", "cœurs", "coeur", "coeurs", "carreau", "carreaux"),
    *("trèfle", "trèfles", "trefle", "trefles", "mort", "main"),
)
_BEHIND_A_RUFF = "|".join(f"(?<={word} )" for word in _RUFFED)
_TOOL = r"(?:as|roi|dame|valet|atout|petite?|bon)\b"
ROWS: tuple[tuple[str, str], ...] = (
    *TURNS,
    (
        "FILL",
        (
            r"en(?= \w+ant\b)|si (?:besoin|nécessaire)|au besoin|s'il le faut|"
            r"(?:à la|pour) (?:fin|finir)|"
            r"(?:(?<=trèfles )|(?<=carreaux )|(?<=coeurs )|(?<=cœurs )|(?<=piques ))"
            r"du mort|"
            rf"(?:petits?|bons?|derniers?|autres?|gros|maîtres?)(?= {_SUIT}\w*)"
        ),
    ),
    ("PAUSE", r"après (?:quoi|cela|ça)"),
    ("AFTER", r"une fois(?: que)?|après(?: avoir)?"),
    (
        "NOTHING_YOURS",
        r"vous ne (?:faites|prenez|aurez) (?:plus )?rien|(?:plus )?rien pour vous",
    ),
    (
        "RESULT",
        (
            r"(?:contrat |juste )*(?:fait|gagné|réussi)(?=\s*(?:[.,;!]|$))|"
            r"(?:ça fait|fait) (?:\w+|\d+)(?: levées)?(?=\s*(?:[.,;!]|$))"
        ),
    ),
    (
        "ALL_BUT",
        (
            r"(?:tout(?: le reste)?|le reste|toutes(?: les (?:levées|plis|autres))?)"
            r"(?: est à moi| sont à moi)? "
            r"(?:sauf|moins|à part|excepté)(?! si)"
        ),
    ),
    ("GOES_ON", r"(?:part(?:ent)?|(?:s'en )?v(?:a|ont)|dispara\w+) sur"),
    (
        "SELF_HIGH",
        r"(?:n'ai |il n'y a |je n'ai )?(?:plus|pas) de perdantes?|rien à perdre",
    ),
    (
        "NOTHING_SAID",
        (
            r"sans (?:rien dire|un mot|déclaration|ligne de jeu)|n'a rien dit|"
            r"aucun(?:e)? (?:déclaration|ligne|ordre)(?: précisée?)?|ne dit rien"
        ),
    ),
    (
        "NO_ORDER",
        (
            r"pas (?:forcément )?dans (?:cet|l')\s?ordre|dans n'importe quel ordre|"
            r"sans ordre|dans le désordre|peu importe l'ordre"
        ),
    ),
    ("IN_ORDER", r"dans (?:cet ordre|l'ordre(?: indiqué| donné| annoncé)?)"),
    (
        "UNTIL_GONE",
        r"jusqu'(?:au bout|à la fin|à épuisement|à ce qu'il n'en reste plus)",
    ),
    (
        "FROM_THE_TOP",
        (
            r"(?:en partant |en commençant )?(?:de (?:la )?tête|du haut|par le haut|de "
            r"haut en "
            r"bas|par la tête|par le plus gros|en tête|d'en haut)"
        ),
    ),
    (
        "CROSSRUFF",
        r"(?:en )?doubles? coupes?|coupes? croisées?|en coupant des deux mains",
    ),
    (
        "NO_TRUMPS_OUT",
        (
            r"(?:il n'y a |il ne reste )?plus (?:d'|aucun )atouts?(?: dehors)?|"
            r"(?:les )?atouts sont (?:tombés|purgés|tous tombés)"
        ),
    ),
    ("DRAW_TRUMPS", r"(?:je )?purge(?:r)? l'atout"),
    (
        "TRUMPS",
        (
            r"(?:(?:derniers?|autres?|bons?) )?atouts?(?: (?:restants?|adverses?|"
            r"dehors|qui reste(?:nt)?))?"
        ),
    ),
    (
        "WAS_GONE",
        (
            r"(?:sont|est) (?:tous |toutes )?(?:tombée?s?|partie?s?|purgée?s?)|"
            r"(?:tous |toutes )?(?:tombée?s|purgée?s|tirée?s)"
        ),
    ),
    ("LEFT_OUT", r"(?:dehors|chez l'adversaire)"),
    ("NONE", r"(?:il n'y a )?plus de|plus d'|aucune?|sans|pas de|pas d'"),
    ("ANOTHER", r"encore une?|une? autre"),
    ("IMPASSE", r"impasses?"),
    ("NOT", r"sans|ne|pas|jamais"),
    ("REPEAT", r"répéter|refaire|répétant|refais"),
    ("ELSE", r"sinon|autrement|dans le cas contraire"),
    ("IF", r"si|sauf si|à moins que|au cas où|pourvu que|à condition que"),
    ("WHEN", r"quand|lorsque|dès que"),
    ("NOT", r"jusqu'à ce qu(?:e|')|tant qu(?:e|')"),
    ("BEFORE", r"avant(?: de| d')?"),
    ("OR", r"ou(?: bien)?|soit"),
    ("PERHAPS", r"peut-être|éventuellement"),
    ("EXCEPT", r"sauf|à part|excepté"),
    (
        "THEIRS",
        (
            r"partenaire|(?:ouest|nord|sud|l'adversaire|ils|vous)"
            r"(?= (?:re)?(?:jou|coup|attaqu|défauss)\w+)"
        ),
    ),
    (
        "DRAW",
        (
            r"(?:re)?tir(?:er|ant|ons|ées?|és?|e)|purg(?:e|er|eant)|enl(?:ève|ever|evant)|fai(?:s|"
            r"t|re|sant) "
            r"tomber|batt(?:re|ant)|bats"
        ),
    ),
    ("GOOD", r"(?:défilent|passent)(?=\s*(?:[.,;!]|$))"),
    ("RUN", r"défil(?:e|er|ant)|déroul(?:e|er|ant)|fai(?:s|re|sant) défiler"),
    (
        "CASH",
        (
            r"encaiss(?:e|er|ant|ons)|réalis(?:e|er|ant)|ramass(?:e|er|ant)|"
            r"élimin(?:e|er|ant)"
        ),
    ),
    ("RUFF", r"coup(?:er|ant|ons|ée?s?|es?)"),
    ("DISCARDING", r"défaussant|jetant"),
    (
        "DISCARD",
        r"défauss(?:er|ons|e)|jet(?:er|te)|débarrass(?:er|ant|e)(?: de)?",
    ),
    ("SQUEEZE", r"squeez(?:e|er|ant)|squeeze"),
    ("GO_ALL", r"(?:je )?(?:revendiqu|réclam)(?:e|er|ant)(?: le reste| tout)?"),
    ("DRIVE", r"chass(?:e|er|ant)|fai(?:s|re|sant) sauter"),
    (
        "GIVE",
        (
            r"(?:vous |leur )?(?:donn(?:e|er|ant|ons)|rend(?:s|re|ant)|cèd(?:e|er)|"
            r"céder|"
            r"concèd(?:e)|concéd(?:er|ant)|lâch(?:e|er|ant))"
        ),
    ),
    (
        "LOSER",
        (
            r"(?:(?<=pique )|(?<=cœur )|(?<=coeur )|(?<=carreau )|(?<=trèfle ))"
            r"perdant"
        ),
    ),
    (
        "LOSE",
        (
            r"(?:je dois |seulement )*(?:perd(?:s|re|ant))|vous (?:faites|aurez|"
            r"prenez|avez)|"
            r"ils (?:font|auront|prennent|ont)"
        ),
    ),
    (
        "CROSS",
        (
            r"pass(?:e|er|ant)|mont(?:e|er|ant)|remont(?:e|er|ant)|rentr(?:e|er|ant)|"
            r"reven(?:ir|ant)|reviens|v(?:ais|a)|aller|allant|rejoin(?:s|dre)|"
            r"travers(?:e|er)"
        ),
    ),
    (
        "HAVE",
        (
            r"(?:fais|prends|fait)(?= (?:tout(?!e)|le reste|les autres|"
            r"deux|trois|quatre|cinq|six|sept|huit|\d)\b)"
        ),
    ),
    (
        "PLAY",
        (
            r"(?:commen(?:ce|cer|çant)|fini(?:s|r|ssant)|termin(?:e|er|ant)) par|"
            r"jou(?:e|er|ant|ons)|appel(?:le|er|ant)|attaqu(?:e|er|ant)|prend(?:s|re)|"
            r"demande|fais(?=\s)|faire(?=\s)"
        ),
    ),
    ("AGAINST", r"contre|à travers|sur(?= (?:ouest|est|nord|sud))"),
    ("REST", r"tout le reste|(?:le )?reste|les autres|toutes les autres"),
    ("HAVE", r"ai|a|ayant"),
    ("ALL", r"tout(?:es)?|tous"),
    ("LOSER", r"(?:est |sont )?(?:une? (?=perdante?s?\s*(?:[.,;!]|$)))?perdante?s?"),
    (
        "HIGH",
        r"gros|de haut|(?:d'un|avec un|par un|du plus) (?:gros|bon|grand) atout",
    ),
    (
        "GOOD",
        (
            r"(?:est |sont |c'est )?(?:déjà )?(?:tous |toutes )?(?:bon(?:ne)?s?|"
            r"maître(?:sse)?s?|affranchie?s?|fran(?:cs?|ches?)|gagnant(?:e)?s?)"
        ),
    ),
    ("MINE", r"(?:est |sont )?(?:à|pour) (?:moi|nous)"),
    ("YOURS", r"(?:est |sont )?(?:à|pour) vous"),
    ("HAND", r"(?:ma |la )?main(?: fermée)?"),
    ("DUMMY", r"mort|table"),
    ("ROUNDS", r"tours?|coups?(?= d)|fois"),
    ("TRICK", r"levées?|plis?"),
    ("TOP", r"grosses?|premières?"),
    (
        "VIA",
        (
            rf"(?:{_BEHIND_A_RUFF})(?:de(?= (?:l'|la ){_TOOL})|du(?= {_TOOL})|"
            rf"d'une?(?= {_TOOL}))"
        ),
    ),
    (
        "IN",
        (
            rf"(?:(?<=levées )|(?<=levée )|(?<=plis )|(?<=pli ))de(?= {_SUIT})|"
            rf"en|dans|du|de la|à(?= (?:l')?{_SUIT})|"
            r"au(?= (?:pique|carreau|trèfle))"
        ),
    ),
    ("TO", r"pour(?: le| la)?|au|à la|vers(?: le| la)?|jusqu'(?:au|à la)|à(?= )"),
    ("VIA", r"par|avec"),
    ("ON", r"sur"),
    ("FILL", r"(?<!contre )(?<!sur )(?<!en )est"),
)
