"""The command says what a catalogue lacks, and brings it up to date."""

from io import StringIO

import pytest
from babel.messages.pofile import read_po
from django.core.management import CommandError, call_command

from rulings.management import catalogs


@pytest.fixture
def folder(tmp_path, settings):
    """Let the catalogues lie in an empty folder."""
    settings.LOCALE_PATHS = [tmp_path]
    return tmp_path


def run(*arguments):
    out = StringIO()
    call_command("messages", *arguments, stdout=out)
    return out.getvalue()


def edit(language, text, translated):
    path = catalogs.po_path(language)
    head, found, tail = path.read_text("utf-8").partition(f'msgid "{text}"\nmsgstr "')
    assert found
    path.write_text(f"{head}{found}{translated}{tail}", "utf-8")


def test_a_check_of_complete_catalogues_says_so():
    assert run("--check") == "pl: 0 to do\nfr: 0 to do\n"


def test_a_check_without_catalogues_fails_and_writes_nothing(folder):
    with pytest.raises(CommandError, match="not complete"):
        run("--check")

    assert list(folder.iterdir()) == []


def test_an_update_holds_every_text_once_and_keeps_what_was_translated(folder):
    run()
    edit("pl", "Skip to content", "Dalej")

    run()

    with catalogs.po_path("pl").open("rb") as file:
        held = read_po(file, locale="pl")
    assert held["Skip to content"].string == "Dalej"
    assert len(held) == len(catalogs.all_messages())
    assert not held.obsolete


def test_a_lost_placeholder_is_a_fault(folder):
    run()
    edit("fr", "Cash {suit}", "Encaisser")

    found = [text for text in catalogs.faults("fr") if "placeholders" in text]

    assert found == ["placeholders differ: Cash {suit}: Encaisser"]
