"""The words of laws and screens in Polish and French are those of the law books."""

import re

import pytest
from babel.messages.pofile import read_po
from django.utils.translation import gettext, ngettext, override

from rulings.laws.handbook.catalogs import texts
from rulings.management.catalogs import po_path

FORBIDDEN = {
    "pl": {
        r"\b\w*żąda(?!ł wyjścia|ć, by| wyjścia)": "deklaracja, deklarować",
        r"\b\w*ustąpi": "zrzeczenie się lew",
        r"\b(nie)?utrwal": "uprawomocniony (renons), wiążąca (zgoda)",
        r"\bpraw[aoe]m? \d": "przepis 70D",
        r"wyniki? (zmienion|sztuczn)": "wynik rozjemczy",
        r"(?<!fałszywy )(?<!fałszywe )(?<!fałszywym )(?<!fałszywego )(?<!fałszywych )"
        r"(?<!fałszywym )\brenons": "fałszywy renons",
        r"okres\w* na korekty": "okres reklamacyjny",
        r"\bniewinn": "niewykraczająca",
        r"ograniczeni\w* wistu": "ograniczenia wistowe",
        r"roszcz": "deklaracja, uznać deklarację",
        r"\bkorekt": "okres reklamacyjny, zmiana",
        r"niestarann": "nieostrożny",
        r"(wygra|straci)\w* lew|lew\w* (wygran|stracon)": "wziąć, oddać lewę",
        r"pudełk\w+ licyt": "kasetka licytacyjna",
        r"[Pp]rzyznan\w+ wynik": "zapisowy wynik rozjemczy",
        r"\bswego czasu": "swojego czasu",
        r"\b(Pan|Pani|Państwo)\b": "druga osoba",
    },
    "fr": {
        r"revendiquant": "le joueur qui revendique",
        r"restrictions? d'entame": "restriction d'attaque",
        r"camps? innocent": "camp non fautif",
        r"acquiesc": "accord, accepter",
        r"\braisons?\b": "motif",
        r"\bréviseur": "instance d'appel",
        r"accords? (est |déjà )?établi": "accord définitif",
        r"marque attribuée": "marque ajustée (de remplacement)",
        r"devinette": "carte à placer",
        r"comme revendiqué": "conformément à la revendication",
        r"\b(le|un|du|(?<!dans )(?<!citent )ce|au) cas\b(?! où)": "dossier",
        r"^(Tous les appels|Appels|Prendre l'appel)$": "demandes d'arbitre",
        r"(?<=\S) [;:!?]|« | »": "a no-break space before ; : ! ? and inside « »",
    },
}
"""What no text of the laws or on a screen says, with what is said in its place."""
RIGHT = {
    "pl": {
        "Contested claim": "Sporna deklaracja",
        "What a claim and a concession are": "Czym są deklaracja i zrzeczenie się lew",
        "What a settled revoke costs": "Ile kosztuje uprawomocniony fałszywy renons",
        "Cancelling a concession": "Unieważnienie zrzeczenia",
    },
    "fr": {
        "Contested claim": "Revendication contestée",
        "Cancelling a concession": "Annulation d'une concession",
    },
}


@pytest.mark.parametrize("language", FORBIDDEN)
def test_texts_of_laws_and_screens_use_the_words_of_the_law_book(language):
    with po_path(language).open("rb") as file:
        rows = [row.string for row in read_po(file) if row.id]
    said = [text for row in rows for text in ([row] if isinstance(row, str) else row)]
    with override(language):
        said += [gettext(text) for _file, text in texts()]

    found = [
        f"{text}: write {right}"
        for wrong, right in FORBIDDEN[language].items()
        for text in said
        if re.search(wrong, text, re.IGNORECASE)
    ]
    assert len(said) > 3000
    assert found == []


@pytest.mark.parametrize(
    ("language", "text", "right"),
    [(language, *row) for language, rows in RIGHT.items() for row in rows.items()],
)
def test_term_is_that_of_the_law_book(language, text, right):
    with override(language):
        assert gettext(text) == right


@pytest.mark.parametrize(
    ("language", "number", "noun"),
    [
        *(("pl", n, "lewa") for n in (1,)),
        *(("pl", n, "lewy") for n in (2, 3, 4, 22, 34)),
        *(("pl", n, "lew") for n in (0, 5, 11, 12, 13, 14, 21, 25, 112)),
        *(("fr", n, "levée") for n in (0, 1)),
        *(("fr", n, "levées") for n in (2, 5, 13)),
    ],
)
def test_plural_follows_the_rule_of_the_language(language, number, noun):
    with override(language):
        words = ngettext("%(n)d trick", "%(n)d tricks", number) % {"n": number}

    assert words == f"{number} {noun}"


def test_words_may_stand_in_another_order():
    values = {"won": 2, "n": 3}
    text = ("%(won)d of %(n)d trick played on.", "%(won)d of %(n)d tricks played on.")
    one, many = (f"The claiming side won {part}" for part in text)

    with override("pl"):
        assert (
            ngettext(one, many, 3) % values
            == "Strona deklarująca: 2 z 3 dogranych lew."
        )
    with override("fr"):
        assert "2 levées sur 3" in ngettext(one, many, 3) % values
