"""The drawings in docs are those of the data, and the command makes them so."""

from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

DOCS = Path(__file__).parents[3] / "docs" / "flows"


def run(*arguments):
    out = StringIO()
    call_command("draw_flows", *arguments, stdout=out)
    return out.getvalue()


def test_the_drawings_in_docs_are_those_of_the_data():
    assert run("--check").endswith("0 changed\n")


def test_drawings_are_made_anew_and_what_is_gone_is_removed(tmp_path):
    (tmp_path / "claims-1950-table.svg").write_text("<svg/>")
    (tmp_path / "portrait.svg").write_text("<svg/>")

    run("--folder", str(tmp_path))

    assert (tmp_path / "portrait.svg").read_text() == "<svg/>"
    (tmp_path / "portrait.svg").unlink()
    made = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    assert made == {path.name: path.read_bytes() for path in DOCS.iterdir()}


@pytest.mark.parametrize("name", ["claims-2017-table.svg", "README.md"])
def test_a_drawing_that_differs_from_the_data_is_named(tmp_path, name):
    run("--folder", str(tmp_path))
    (tmp_path / name).write_text("other")
    (tmp_path / "claims-1950-table.svg").write_text("")

    with pytest.raises(CommandError, match=rf"out of date: {name}, claims-1950"):
        run("--folder", str(tmp_path), "--check")

    assert (tmp_path / name).read_text() == "other"


def test_a_folder_that_is_a_file_is_refused(tmp_path):
    (tmp_path / "flows").write_text("mine")

    with pytest.raises(CommandError, match="this is a file; give a folder"):
        run("--folder", str(tmp_path / "flows"))
