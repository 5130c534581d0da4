from io import StringIO

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError

from rulings.management.commands.write_tables import PAGES
from tests import tree


@pytest.mark.parametrize("name", PAGES)
def test_page_is_as_the_code_has_it(name):
    page = (tree.ROOT / "docs" / name).read_text("utf-8")
    assert page == PAGES[name](), "run: ./td manage write_tables"


def test_pages_are_written_once_and_then_compared(tmp_path):
    with pytest.raises(CommandError, match="out of date"):
        call_command("write_tables", "--check", folder=tmp_path)

    out = StringIO()
    call_command("write_tables", folder=tmp_path, stdout=out)
    call_command("write_tables", "--check", folder=tmp_path, stdout=out)

    assert {path.name for path in tmp_path.iterdir()} == set(PAGES)
    assert out.getvalue().count("written: ") == len(PAGES)
