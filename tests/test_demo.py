"""The demo event: every state, some corners, and a record that proves itself."""

from datetime import UTC, datetime
from io import StringIO
from random import Random

import pytest
from django.core.management import CommandError, call_command
from django.db import transaction

from rulings.bridge.contracts import Contract
from rulings.bridge.records import replay
from rulings.management.commands import demo
from rulings.management.demo import people
from rulings.management.demo.boards import bid, choose_contract, new_deal
from rulings.management.demo.cardplay import FEWEST_CLAIMED, claim_at, play_out
from rulings.management.demo.published import published
from rulings.management.demo.seed import seed
from rulings.models import Appeal, Board, Case, Entry, Event, Playing, Proposal, Slip
from rulings.permissions import may, user_actor
from rulings.queries.case.solving import replay_of
from rulings.queries.chief import live_of
from rulings.queries.table.similar import Kinship
from rulings.states import Act, State
from rulings.workflow.proof.verify import verify

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]

NOW = datetime(2026, 3, 14, 15, 30, 12, tzinfo=UTC)


@pytest.fixture(scope="module")
def told():
    """Return how far the day was said to be, each time it was said."""
    return []


@pytest.fixture(scope="module")
def floor(django_db_setup, django_db_blocker, told):
    """Seed once for all tests of this file; nothing stays behind."""
    with django_db_blocker.unblock(), transaction.atomic():
        yield seed(NOW, "Europe/Warsaw", lambda *far: told.append(far))
        transaction.set_rollback(True)


def case_in(state):
    return Case.objects.filter(state=state)


def test_demo_has_a_case_in_every_state(floor):
    assert {case.state for case in Case.objects.all()} == {str(one) for one in State}


def test_demo_proves_itself(floor):
    report = verify()

    assert report.findings == []
    assert report.entries == Entry.objects.count()


def test_demo_has_insufficient_bids_and_an_older_edition(floor):
    bids = Case.objects.filter(kind="law27").order_by("called_at")

    assert [case.follow_ups for case in bids] == [["I30"], []]
    assert [case.outcome for case in bids] == ["O-27B1a", ""]
    older = Case.objects.get(edition="2007")
    assert (older.kind, older.state) == ("claim", "frozen")
    assert floor.event.edition == "2017"


def test_demo_log_reads_in_the_order_of_time(floor):
    instants = list(
        Entry.objects.filter(chain=floor.event.pk)
        .order_by("seq")
        .values_list("at", flat=True)
    )

    assert instants == sorted(instants)
    assert instants[-1] <= NOW


@pytest.mark.parametrize("name", sorted(published()))
def test_published_ruling_stands_on_a_legal_board(name):
    one = published()[name]

    replayed = replay(
        one.deal, one.contract.strain, one.contract.opening_leader, one.play
    )

    assert replayed.revokes == ()
    assert replayed.position.faults() == frozenset()
    assert one.auction.closed
    assert one.auction.contract() == one.contract


@pytest.mark.parametrize("name", sorted(published()))
def test_published_ruling_is_a_case_where_its_record_stops(floor, name):
    one = published()[name]

    cases = Case.objects.filter(playing__board__number=one.board)

    assert cases.exists()
    assert Board.objects.get(number=one.board).deal == str(one.deal)
    for case in cases:
        assert case.playing.play == " ".join(str(card) for card in one.play)
        assert case.claim.claimer == one.claimer
        assert case.claim.tricks_left == replay_of(case.playing).position.left


def test_finished_boards_have_whole_records_and_scores(floor):
    finished = Playing.objects.filter(cases=None, status=Playing.Status.FINISHED)

    whole = [len(playing.play.split()) for playing in finished]

    assert len(whole) >= 200
    assert set(whole) == {52}
    assert not finished.filter(score=None).exists()


@pytest.mark.parametrize(
    ("state", "tricks"),
    [("ruled", [2]), ("announced", [0, 3, 3, 6]), ("appealed", [3])],
)
def test_rulings_are_those_of_their_sources(floor, state, tricks):
    rulings = [case.rulings.latest("number") for case in case_in(state)]

    assert sorted(ruling.tricks_claimer for ruling in rulings) == tricks
    assert all(ruling.proposal.status == Proposal.Status.EXACT for ruling in rulings)


def test_wishes_wait_late_and_in_time(floor):
    wishes = {
        (row.wish, row.late_ms > 0)
        for case in Case.objects.all()
        for row in case.objections.exclude(wish="doubt")
    }

    assert wishes == {
        ("withdraw_agreement", True),
        ("withdraw_agreement", False),
        ("cancel_concession", False),
    }


def test_playing_director_may_not_rule_the_guarded_case(floor):
    guarded = Case.objects.get(director=None)
    piotr, dana = (
        user_actor(floor.people[name], floor.now) for name in ("piotr", "dana")
    )

    assert not may(piotr, Act.POSITION, guarded)
    assert may(piotr, Act.STATEMENT, guarded)
    assert may(dana, Act.POSITION, guarded)


def test_one_slip_is_taken_and_others_wait(floor):
    waiting = Slip.objects.filter(acknowledged_at=None).count()

    assert (waiting, Slip.objects.exclude(acknowledged_at=None).count()) == (3, 2)


def test_an_appeal_has_its_panel(floor):
    appeal = Appeal.objects.get()

    assert appeal.admissible is True
    assert appeal.panel == [floor.people["rae"].pk]
    assert appeal.ruling.by == floor.people["dana"]  # not the chief, who decides law


def test_command_keeps_a_demo_that_is_there(floor, settings):
    settings.TD_DEMO = True
    entries = Entry.objects.count()
    printed = StringIO()

    call_command("demo", stdout=printed)

    assert Event.objects.filter(name=people.NAME).count() == 1
    assert Entry.objects.count() == entries
    assert f"{settings.TD_ADDRESS}/\n" in printed.getvalue()


def test_a_demo_that_was_stopped_halfway_is_not_shown(floor, settings, tmp_path):
    settings.TD_DEMO = True
    settings.DEMO_DAY = tmp_path / "day"
    demo.tell(12, 40)

    with pytest.raises(CommandError, match="td demo --fresh"):
        call_command("demo")


def test_the_day_says_how_far_it_is(floor, told):
    (whole,) = {whole for _, whole in told[1:]}

    assert told == [(0, 0), *((done, whole) for done in range(whole))]
    assert whole > 100


def test_who_sets_up_the_day_then_works(floor, settings, tmp_path, monkeypatch):
    settings.TD_DEMO = True
    settings.DEMO_DAY = tmp_path / "day"
    called = []
    monkeypatch.setattr(demo, "call_command", lambda *words: called.append(words[0]))

    call_command("demo", "--work", stdout=StringIO())

    assert called == ["db_worker"]


def test_command_refuses_outside_a_demo(settings):
    settings.TD_DEMO = False

    with pytest.raises(CommandError, match="TD_DEMO=1"):
        call_command("demo")


def test_staff_of_the_demo_has_no_password(floor):
    assert not any(user.has_usable_password() for user in floor.people.values())


def test_every_pair_has_its_own_names():
    names = [
        name for pair in range(1, people.PAIRS + 1) for name in people.names_of(pair)
    ]

    assert len(set(names)) == 2 * people.PAIRS


@pytest.mark.parametrize("seeded", range(20))
def test_made_up_boards_are_legal(seeded):

    random = Random(seeded)
    deal = new_deal(random)
    contract = choose_contract(deal, random)

    cards = play_out(deal, contract, random)
    auction = bid(contract.declarer.lho, contract)

    assert Contract.parse(str(contract)) == contract
    assert auction.closed
    assert auction.contract() == contract
    replayed = replay(deal, contract.strain, contract.opening_leader, cards)
    assert replayed.revokes == ()
    assert len(cards) == 52


def test_a_made_up_claim_wins_every_trick_left():

    random = Random(7)
    stops = 0
    for _ in range(30):
        deal = new_deal(random)
        contract = choose_contract(deal, random)
        cards = play_out(deal, contract, random)
        stop = claim_at(deal, contract, cards)
        if stop is None:
            continue
        stops += 1
        side, leader = contract.declarer.side, contract.opening_leader
        ending = replay(deal, contract.strain, leader, cards[:stop]).position
        end = replay(deal, contract.strain, leader, cards).position
        assert ending.left >= FEWEST_CLAIMED
        assert end.won_by(side) - ending.won_by(side) == ending.left
    assert stops


def test_a_ruling_stands_beside_another_on_the_same_facts(floor):
    """The chief has something to look at: one claim, ruled in two ways."""
    chief = user_actor(floor.people["cleo"], floor.now)
    (pair,) = live_of(chief, floor.event).pairs

    assert pair.kinship is Kinship.UNEXPLAINED
    assert {pair.one.tricks, pair.other.tricks} == {2, 3}
