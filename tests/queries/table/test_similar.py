"""Similar claims are found beside a ruling, with the facts in which they differ."""

import pytest
from django.urls import reverse

from rulings.bridge.positions import Position as Cards
from rulings.models import Event, Playing, Role, Statement
from rulings.queries.chief import live_of
from rulings.queries.table.similar import Kinship, similar_to
from rulings.workflow import facts
from rulings.workflow.event.events import give_role
from rulings.workflow.ruling import decide
from tests.factories import (
    as_actor,
    decision,
    make_case,
    make_event,
    make_user,
    shell,
)
from tests.people import stop_clock, tablet, text_of

pytestmark = [pytest.mark.django_db, pytest.mark.one_database("second")]
HTMX = {"hx-request": "true"}


@pytest.fixture
def cast(monkeypatch):
    made = make_event()
    stop_clock(monkeypatch, made)
    return made


def at_another_table(case):
    return Playing.objects.filter(board=case.playing.board, cases=None).first()


def seen_by(user, cast, case):
    case.refresh_from_db()
    return similar_to(as_actor(cast, user), case)


def test_the_same_board_at_another_table_stands_beside_the_ruling(cast):
    one = make_case(cast, state="ruled")
    two = make_case(cast, state="frozen", playing=at_another_table(one))

    (row,) = seen_by(cast.dana, cast, two)

    assert (row.case, row.tricks, row.differs) == (one, 7, ())
    assert row.words == "I have the rest."


def test_other_words_are_named_and_explain_another_number(cast):
    one = make_case(cast, state="ruled")
    two = make_case(cast, state="contested", playing=at_another_table(one))
    said = {"layer": Statement.Layer.CLAIM, "seat": "S", "steps": ["run spades"]}
    form = cast.form(cast.dana)
    facts.record_statement(form, two.pk, words="My spades.", **said)
    form = cast.form(cast.dana)
    facts.record_position(form, two.pk, Cards.parse(one.position.text), "marked")

    (row,) = seen_by(cast.dana, cast, two)
    assert row.differs == ("statement",)

    facts.read_back(cast.form(cast.dana), two.pk, ns="confirmed", ew="confirmed")
    decide.rule(cast.form(cast.dana), two.pk, decision(6))
    (pair,) = live_of(as_actor(cast, cast.cleo), cast.event).pairs
    assert pair.kinship is Kinship.EXPLAINED


def test_a_claim_that_was_agreed_is_no_ruling(cast):
    one = make_case(cast, state="agreed")
    two = make_case(cast, state="frozen", playing=at_another_table(one))

    assert seen_by(cast.dana, cast, two) == []


@pytest.mark.parametrize(("phase", "count"), [("running", 0), ("closed", 1)])
def test_another_event_is_shown_once_closed_and_without_words(cast, phase, count):
    far = make_event(suffix="far")
    old = make_case(far, state="announced")
    type(old).objects.filter(pk=old.pk).update(state="closed")
    Event.objects.filter(pk=far.event.pk).update(phase=phase)
    mine = make_case(cast, state="frozen")

    rows = seen_by(cast.dana, cast, mine)

    assert [(row.case, row.words) for row in rows] == [(old, "")] * count


def test_who_plays_the_board_is_not_shown_it():
    player = make_user("dirk")
    played = make_event(suffix="two", players={"Player 1a": player})
    give_role(shell(), played.event, player, Role.Name.CHIEF, [])
    own = make_case(played, state="ruled")
    assert own.playing.ns.number == 1
    other = make_case(played, state="frozen", playing=at_another_table(own))

    assert own not in [row.case for row in seen_by(player, played, other)]
    assert not live_of(as_actor(played, player), played.event).pairs


def test_a_director_reads_of_it_on_the_ruling_and_on_a_page(cast):
    one = make_case(cast, state="ruled")
    two = make_case(cast, state="frozen", playing=at_another_table(one))
    browser = tablet(cast.dana)
    address = reverse("similar", args=[two.pk])

    assert address in browser.get(reverse("proposal", args=[two.pk])).content.decode()
    words = text_of(browser.get(address))

    assert "not ruled yet" not in words
    assert "ruled 7 of 8" in words
    assert "every fact the same" in words


def test_cards_facts_and_laws_of_both_stand_side_by_side(cast):
    one = make_case(cast, state="ruled")
    two = make_case(cast, state="contested", playing=at_another_table(one))
    said = {"layer": Statement.Layer.CLAIM, "seat": "S", "steps": ["run spades"]}
    facts.record_statement(cast.form(cast.dana), two.pk, words="My spades.", **said)
    form = cast.form(cast.dana)
    facts.record_position(form, two.pk, Cards.parse(one.position.text), "marked")

    page = tablet(cast.dana).get(reverse("similar", args=[two.pk]))
    words = text_of(page)

    (twin,) = page.context["similar"]
    (row,) = twin.drawn.differences
    assert row.fact == "the words"
    assert [one.words for one in row.mine] == ["Run spades"]
    assert [one.words for one in row.other] == ["The rest are good"]
    assert page.content.decode().count('class="diagram"') == 1
    assert "Just the same cards." in words
    assert words.count("Spades: South claims 8 of the last 8 tricks") == 2
    assert "70C (a trump still out)" in words
    part = tablet(cast.dana).get(reverse("similar", args=[two.pk]), headers=HTMX)
    assert 'class="diagram"' not in part.content.decode()


def test_the_chief_reads_which_two_differ(cast):
    one = make_case(cast, state="ruled")
    two = make_case(cast, state="frozen", playing=at_another_table(one))
    decide.rule(cast.form(cast.dana), two.pk, decision(6))

    page = tablet(cast.cleo).get(reverse("live", args=[cast.event.pk]))

    assert "same facts, other number" in text_of(page)
    links = [reverse("similar", args=[case.pk]) for case in (one, two)]
    assert any(link in page.content.decode() for link in links)
