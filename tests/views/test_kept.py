"""A refused entry comes back in words; what the page sent of itself stays out (R4)."""

import re
from pathlib import Path

from django.conf import settings
from django.http import QueryDict

from rulings.views.kept import SENT, WORDS, kept_texts
from tests.forms_on_pages import declared_fields

TYPED = {"text", "number", "date", "time", "datetime-local", "search", "email"}


def fields():
    """Return (type, name) of every field with a plain name in the templates."""
    found = set()
    for path in Path(settings.BASE_DIR, "templates").rglob("*.html"):
        for tag, inner in re.findall(
            r"<(input|textarea|select|button)\b([^>]*)>", path.read_text("utf-8")
        ):
            name = re.search(r'\bname="([a-z_]+)"', inner)
            kind = re.search(r'\btype="([a-z-]+)"', inner)
            usual = "text" if tag in {"input", "textarea"} else tag
            if name:
                found.add((kind[1] if kind else usual, name[1]))
    return found


def test_typed_texts_are_kept_with_the_name_of_their_field():
    sent = QueryDict("layer=claim&then=proposal&put=qwerty+zz&change=0&key=k&version=4")

    assert kept_texts(sent) == [("In other words", "qwerty zz")]


def test_a_text_of_a_field_without_a_name_is_kept():
    assert kept_texts(QueryDict("record_score=17&reason=+")) == [("", "17")]


def test_no_field_that_can_be_typed_is_left_out():
    assert {name for kind, name in fields() if kind in TYPED} & SENT == set()


def test_no_hidden_field_and_no_button_is_told():
    typed = {name for kind, name in fields() | declared_fields() if kind in TYPED}
    others = {name for kind, name in fields() if kind in {"hidden", "button"}}

    assert others - typed - SENT == set()


def test_names_of_fields_are_those_that_can_be_typed():
    in_templates = {name for kind, name in fields() if kind in TYPED}

    assert set(WORDS) <= in_templates | {name for _, name in declared_fields()}
