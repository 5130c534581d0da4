"""A director's fact sheet: filled in without network, filed once when it is back."""

import pytest

from rulings.models import Case, Entry, Objection, Statement
from rulings.workflow.proof.verify import verify
from tests.story.looks import Looks
from tests.walks.conftest import TABLET

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.one_database("second"),
]


def fills_in(dana, table, board, words, contract="4S S"):
    """Take a claim down; nothing of it needs the server."""
    dana.types("Table", str(table)).types("Board", str(board))
    dana.types("Contract and declarer", contract)
    dana.tap("South", role="radio", near="Who claimed or conceded")
    dana.types("Tricks left", "5").types("What was said with the claim", words)
    return dana.tap("West", role="radio", near="Who objects")


def test_calls_are_taken_down_without_network_and_filed_when_it_is_back(walker, world):
    looks = Looks()
    dana = walker("Dana, director", device=TABLET)
    dana.tap("Fact sheet, for calls without network").sees("This tablet keeps the page")
    dana.keeps_pages().looks(looks).loses_network()
    dana = dana.closes().sees("No network: this is the page as you last saw it.")
    fills_in(dana, 1, 1, "the rest are mine").sees("Draft: kept on this tablet")
    dana.tap("File this sheet").sees("Kept, waiting to send")
    fills_in(dana, 2, 4, "drawing trumps", "4S").tap("File this sheet").rests()
    assert Case.objects.count() == 0

    dana.has_network().sees("Go on with the case").looks(looks)
    dana.sees("Fact sheet, Table 2, Board 4").tap("Correct it")
    dana.holds("What was said with the claim", "drawing trumps")
    dana.types("Contract and declarer", "4S S").tap("File this sheet").turns()

    cases = Case.objects.order_by("playing__board__number")
    assert [one.playing.board.number for one in cases] == [1, 4]
    opened = Entry.objects.filter(act="open").order_by("seq")
    assert all(one.called_at < row.at for one, row in zip(cases, opened, strict=True))
    assert Statement.objects.filter(case__in=cases).count() == 2
    assert Objection.objects.filter(seat="W").count() == 2
    assert verify().findings == []
    assert looks.violations == []
