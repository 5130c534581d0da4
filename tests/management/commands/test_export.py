"""A case that cannot be written is not recorded as given out."""

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
