"""A case that cannot be written is not recorded as given out."""

import uuid

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError

from rulings.models import Entry
from tests.factories import make_case, make_event

pytestmark = pytest.mark.django_db


def test_a_file_that_cannot_be_written_leaves_no_entry(tmp_path):
    cast = make_event()
    case = make_case(cast, state="frozen")
    before = Entry.objects.count()

    with pytest.raises(CommandError, match="there is no folder"):
        call_command(
            "export", case=case.pk, by=cast.dana.username, out=tmp_path / "none" / "x"
        )

    assert Entry.objects.count() == before


@pytest.mark.parametrize("what", ["event", "case", "position"])
def test_what_does_not_exist_is_named(tmp_path, what):
    unknown = uuid.UUID(int=7)
    named = "case" if what == "position" else what

    with pytest.raises(CommandError, match=f"the {named} {unknown} does not exist"):
        call_command(
            "export", by="dana", kind="pbn", out=tmp_path / "x", **{what: unknown}
        )


def test_who_does_not_exist_is_named(tmp_path):
    case = make_case(make_event(), state="frozen")

    with pytest.raises(CommandError, match="the user nobody does not exist"):
        call_command("export", case=case.pk, by="nobody", out=tmp_path / "x")
