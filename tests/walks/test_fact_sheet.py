"""A director's fact sheet: filled in without network, filed once, ruled as drafted."""

import pytest

from rulings.models import Case, Entry, Objection, Ruling, Statement
from rulings.workflow.proof.verify import verify
from tests.story.looks import Looks
from tests.walks.conftest import TABLET

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.one_database("second"),
]

CARDS = {
    "North’s cards": ".KQJ.A.",
    "East’s cards": ".5.7.65",
    "South’s cards": "J..94.A",
    "West’s cards": "6.97.K.",
}
"""Four cards each, a trump out."""


def fills_in(dana, table, board, words, contract="4S S"):
    """Take a claim down; nothing of it needs the server."""
    dana.types("Table", str(table)).types("Board", str(board))
    dana.types("Contract and declarer", contract)
    dana.tap("South", role="radio", near="Who claimed or conceded")
    dana.types("Tricks left", "4").types("What was said with the claim", words)
    return dana.tap("West", role="radio", near="Who objects")


def drafts(dana):
    """Type the cards that remained, and a ruling for the time when there is network."""
    dana.tap("The cards that remained")
    for label, cards in CARDS.items():
        dana.types(label, cards)
    dana.tap("South", role="radio", near="Who leads now")
    dana.types("Tricks declarer has won", "6").tap("Your ruling, as a draft")
    dana.types("Tricks for the claimer’s side", "3")
    return dana.types("Your reason", "The trump was forgotten")


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
    dana.types("Contract and declarer", "4S S")
    drafts(dana).tap("File this sheet").turns()
    dana.taps_main().turns().holds("In your words", "The trump was forgotten")
    dana.tap("it may be forgotten", role="radio")
    dana.tap("Rule this number").sees("Read this out").looks(looks)

    cases = Case.objects.order_by("playing__board__number")
    assert [one.playing.board.number for one in cases] == [1, 4]
    opened = Entry.objects.filter(act="open").order_by("seq")
    assert all(one.called_at < row.at for one, row in zip(cases, opened, strict=True))
    assert Statement.objects.filter(case__in=cases).count() == 2
    assert Objection.objects.filter(seat="W").count() == 2
    ruling = Ruling.objects.get()
    assert (ruling.case, ruling.tricks_claimer) == (cases[1], 3)
    assert verify().findings == []
    assert looks.violations == []
