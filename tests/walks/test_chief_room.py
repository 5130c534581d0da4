"""The chief's room on a tablet: the list narrowed, who has how much, figures."""

from datetime import timedelta

import pytest
from django.contrib.auth.models import User

from rulings.clock import receipt_at
from rulings.importers.movements import mitchell
from rulings.models import ApiKey, Case, Playing, Ruling, Session
from rulings.views.chief import live
from rulings.workflow import cases
from rulings.workflow.event import schedule, scores
from rulings.workflow.ruling import decide
from tests.factories import Cast, decision, make_case, shell
from tests.story.looks import Looks

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.one_database]


def section_b(world):
    """Add a second session, in which section B plays other boards."""
    at = receipt_at()
    schedule.add_session(
        shell(at),
        world.event,
        order=2,
        placements=mitchell(3, 1, 2, section="B"),
        timing=schedule.Timing(starts_at=at, round_length=timedelta(minutes=38)),
        deal_set="evening",
    )
    return Session.objects.get(event=world.event, order=2)


@pytest.fixture
def room(world, monkeypatch):
    """Fill the chief's list with five cases of two sections and two directors."""
    monkeypatch.setattr(live, "WORTH", 4)
    dana, cleo, sam = (User.objects.get(username=n) for n in ("dana", "cleo", "sam"))
    cast = Cast(world.event, world.session, dana, cleo, sam, at=receipt_at())
    places = [world.playing(number) for number in (1, 4, 7)]
    evening = Playing.objects.filter(round__session=section_b(world))
    places += evening.order_by("board__number")[:4:2]
    for place in places[:3]:
        make_case(cast, state="announced", playing=place)
    guessed = make_case(cast, state="frozen", playing=places[3], claimed=7)
    decide.rule(cast.form(dana), guessed.pk, decision(6, laws=["70E1"]))
    mine = make_case(cast, playing=places[4])
    cases.assign(cast.form(cleo), mine.pk, cleo)
    scores.publish_scores(cast.form(cleo), world.event, world.session)
    return world


def test_the_list_is_narrowed_a_case_given_away_and_the_figures_are_read(walker, room):
    looks, cleo = Looks(), walker("Cleo, chief director")
    cleo.sees("Open calls").tap("Which cases").looks(looks)
    for label, option, left in (
        ("Section", "Section B", "2 of 5 cases"),
        ("Session", "Session 1", "3 of 5 cases"),
        ("Director", "Cleo", "1 of 5 cases"),
        ("Law", "Law 70E1", "1 of 5 cases"),
    ):
        cleo.chooses(label, option).tap("Show", role="button").sees(left)
        cleo.tap("Show all").sees("Open calls").misses(left).tap("Which cases")
    cleo.types("Search in", "the rest").tap("Show", role="button").sees("4 of 5")
    cleo.tap("Show all").turns()

    cleo.tap("Table B2", role="link").tap("Give to…").sees("has it now")
    cleo.tap("Dana", role="button").turns()
    assert not Case.objects.filter(director__username="cleo").exists()

    cleo.sees("the facts differ").tap("Side by side", role="link", nth=0).turns()
    cleo.sees("What differs").looks(looks).goes_back()
    cleo.tap("Running times, for the big screen").sees("Table A1").misses("Dana")
    cleo.looks(looks).goes_back()
    cleo.tap("Statistics", role="link").sees("Which laws").sees("Law 70C")
    cleo.sees("fewer than 5 cases: not shown").looks(looks)
    assert "laws;Law 70C;3" in cleo.downloads("Save as CSV")
    assert looks.violations == []


def test_rulings_go_back_or_are_overruled_a_time_is_extended_a_key_issued(walker, room):
    looks, cleo = Looks(), walker("Cleo, chief director")
    cleo.tap("Table B1", role="link").tap("Confirm 6").sees("Confirmed by Cleo")
    cleo.tap("Send back…").types("Reason, for the director", "Ask about the spade.")
    cleo.tap("Send back", role="button").turns().sees("Ruling ready")

    cleo.tap("Table A1", role="link").tap("Overrule…").tap("5", role="radio")
    cleo.types("Laws", "70C").types("Reason, for the record", "Not aware.")
    cleo.tap("Overrule", role="button").turns().sees("Ruled, not announced")
    assert Ruling.objects.filter(tricks_claimer=5, current=False).exists()

    cleo.tap("Table A2", role="link").tap("Change a time…").sees("More minutes")
    cleo.types("Reason", "The stairs were closed.", near="More minutes")
    cleo.tap("Extend", near="More minutes").turns().tap("Change a time…")
    cleo.sees("The stairs were closed.").tap("Back", role="link")

    cleo.tap("Programs", role="link").types("Which program is it for?", "Platform")
    cleo.tap("ends rounds", role="radio").types("Positions a day, for a", "500")
    cleo.tap("Issue a key").turns().sees("Copy this token now")
    cleo.tap("500").types("Positions a day", "400").looks(looks)
    cleo.tap("Set the positions a day of").turns().sees("400")
    assert looks.violations == []
    assert ApiKey.objects.get().day_positions == 400
