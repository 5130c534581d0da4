"""A final ruling is taken into the casebook, and out of it (acts of the chief)."""

import pytest

from rulings.models import CasebookCase, Entry, Event, Playing, Private, Ruling
from rulings.permissions import Refused
from rulings.queries.table.casebook import casebook_cases, searched
from rulings.states import NotAllowed
from rulings.workflow.errors import Fault
from rulings.workflow.event import ends
from rulings.workflow.proof.dossier import dossier
from rulings.workflow.proof.standalone import check_dossier
from rulings.workflow.proof.verify import verify
from rulings.workflow.ruling.casebook import CasebookTexts, take_in, take_out
from tests.casebook import REASONS, SAID, end_session, enter, final_case
from tests.factories import make_case, make_event, shell

pytestmark = pytest.mark.django_db


@pytest.fixture
def cast():
    return make_event()


def refusal(cast, case, **texts):
    with pytest.raises(Fault) as found:
        enter(cast, case, **texts)
    return found.value.code


def test_a_final_ruling_goes_in_and_out_by_entries_of_its_case(cast):
    case = final_case(cast)
    first = enter(cast, case)
    row = CasebookCase.objects.get()
    assert (row.case, row.number, row.laws, row.shown) == (case, 1, "70C", True)

    out = take_out(cast.form(cast.cleo), case.pk)
    assert list(casebook_cases()) == []
    again = enter(cast, case, said="The rest.")

    assert [one.number for one in casebook_cases()] == [1]
    acts = [Entry.objects.get(chain=one.chain, seq=one.seq).act for one in (first, out)]
    assert acts == ["into_casebook", "out_of_casebook"]
    assert again.seq > out.seq
    assert verify().findings == []
    case.refresh_from_db()
    assert check_dossier(dossier(case), []) == []


def test_only_what_nothing_can_change_goes_in(cast):
    case = make_case(cast, state="announced")
    assert refusal(cast, case) == "casebook_not_final"
    with pytest.raises(NotAllowed):
        enter(cast, make_case(cast, state="ruled"))

    end_session(cast)
    assert enter(cast, case).act == "into_casebook"


def test_a_board_that_somebody_may_still_play_stays_out(cast):
    case = final_case(cast)
    board = case.playing.board_id
    others = Playing.objects.filter(board=board).exclude(pk=case.playing_id)
    assert others.update(status=Playing.Status.SCHEDULED)

    assert refusal(cast, case) == "casebook_board_in_play"


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("Then player 1A asked.", True),
        ("He said Dana was at the table.", True),
        ("From the Spring Pairs.", True),
        ("The player on the left asked.", False),
        ("South said that East had the jack.", False),
    ],
)
def test_no_text_names_somebody_of_the_event(cast, text, named):
    case = final_case(cast)

    if named:
        assert refusal(cast, case, reasons=text) == "casebook_names"
    else:
        assert enter(cast, case, reasons=text)


def test_only_the_chief_takes_in_and_out(cast):
    case = final_case(cast)
    with pytest.raises(Refused):
        take_in(cast.form(cast.dana), case.pk, CasebookTexts())
    enter(cast, case)
    with pytest.raises(Refused):
        take_out(cast.form(cast.dana), case.pk)


def test_what_is_not_in_cannot_be_taken_out(cast):
    case = final_case(cast)

    with pytest.raises(Fault) as found:
        take_out(cast.form(cast.cleo), case.pk)
    assert found.value.code == "casebook_not_in"


def test_a_case_is_read_only_while_the_ruling_taken_in_is_in_force(cast):
    enter(cast, final_case(cast))
    assert casebook_cases().exists()

    Ruling.objects.update(current=False)

    assert not casebook_cases().exists()


def test_an_archived_event_still_gives_cases_in_and_out(cast):
    case = final_case(cast)
    ends.close_event(cast.form(cast.cleo), cast.event)
    ends.archive_event(shell(cast.at), Event.objects.get(pk=cast.event.pk))

    enter(cast, case)
    assert take_out(cast.form(cast.cleo), case.pk)
    assert verify().findings == []


@pytest.mark.parametrize(("claimed", "kept"), [(None, "trump_forgotten"), (7, "")])
def test_why_a_claim_fails_is_kept_only_where_it_fails(
    cast, monkeypatch, claimed, kept
):
    """Seven of the eight tricks left are ruled."""
    where = "rulings.workflow.ruling.casebook.cause_of"
    monkeypatch.setattr(where, lambda _: "trump_forgotten")

    enter(cast, final_case(cast, claimed=claimed))

    assert CasebookCase.objects.get().cause == kept


def test_with_a_players_words_goes_what_was_published_of_them(cast):
    case = final_case(cast)
    enter(cast, case, said="The rest, I think.")
    enter(cast, case, objection="A trump is out.")

    south = case.playing.seats["S"]
    ends.erase_person(shell(cast.at), cast.event, south, reason="asked for it")

    left = set(Private.objects.values_list("text", flat=True))
    assert left.isdisjoint({"The rest, I think.", SAID, "I have the rest."})
    assert {"A trump is out.", REASONS} <= left
    assert verify().findings == []


def test_the_list_is_searched_by_law_cause_and_words(cast):
    case = final_case(cast)
    enter(cast, case)
    CasebookCase.objects.update(cause="trump_forgotten")

    def count(law="", cause="", words=""):
        return searched(law, cause, words).count()

    assert count() == count(law="70C", cause="trump_forgotten") == 1
    assert count(words="drawing trick") == count(words="4S") == 1
    assert count(law="71") == count(cause="entry") == count(words="finesse") == 0


def test_two_events_give_numbers_of_one_row(cast):
    other = make_event(suffix="2")
    enter(cast, final_case(cast))
    enter(other, final_case(other))

    assert [one.number for one in casebook_cases()] == [2, 1]
