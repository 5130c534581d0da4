"""What docs show of code and data is as they are, and the command writes it."""

from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from tests import tree

FLOWS = tree.ROOT / "docs" / "flows"


def run(*arguments):
    out = StringIO()
    call_command("write_docs", *arguments, stdout=out)
    return out.getvalue()


def test_docs_are_as_code_and_data_have_them():
    assert run("--check").endswith("0 changed\n")


def test_drawings_are_written_and_those_without_a_flow_removed(tmp_path):
    (tmp_path / "flows").mkdir()
    (tmp_path / "flows" / "claims-1950-table.svg").write_text("<svg/>")
    portrait = tmp_path / "flows" / "portrait.svg"
    portrait.write_text("<svg/>")

    run("--folder", str(tmp_path))

    assert portrait.read_text() == "<svg/>"
    portrait.unlink()
    made = {path.name: path.read_bytes() for path in portrait.parent.iterdir()}
    assert made == {path.name: path.read_bytes() for path in FLOWS.iterdir()}
    assert (tmp_path / "states.md").exists()
    assert not (tmp_path / "law.md").exists()


@pytest.mark.parametrize(
    "name", ["flows/claims-2017-table.svg", "flows/README.md", "states.md", "rights.md"]
)
def test_a_file_that_differs_is_named(tmp_path, name):
    run("--folder", str(tmp_path))
    (tmp_path / name).write_text("other")
    (tmp_path / "flows" / "claims-1950-table.svg").write_text("")

    short = name.rpartition("/")[2]
    with pytest.raises(CommandError, match=rf"out of date: {short}, claims-1950"):
        run("--folder", str(tmp_path), "--check")

    assert (tmp_path / name).read_text() == "other"


def test_the_tables_of_a_law_page_are_written_between_its_marks(tmp_path):
    page = (tree.ROOT / "docs" / "law.md").read_text("utf-8")
    law = tmp_path / "law.md"
    law.write_text(page.replace("| 70 | 2017 |", "| 07 | 2017 |"), "utf-8")

    run("--folder", str(tmp_path))

    assert law.read_text("utf-8") == page


def test_a_folder_that_is_a_file_is_refused(tmp_path):
    (tmp_path / "docs").write_text("mine")

    with pytest.raises(CommandError, match="this is a file; give a folder"):
        run("--folder", str(tmp_path / "docs"))
