"""The screens of a second opinion: blind for who is asked, compared for who asks."""

import re
import uuid
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse

from rulings.models import Opinion, Role
from rulings.presenters.paper.anonymous import (
    anonymous_pdf,
    anonymous_view,
    sheet_data,
)
from rulings.presenters.results import points_words
from rulings.workflow.event.passes import secret_hash
from rulings.workflow.ruling import decide, opinions, polls
from tests.factories import decision, make_case, make_event, make_staff
from tests.people import sent, stop_clock, tablet, text_of
from tests.workflow.ruling.test_opinions import play_all
from tests.workflow.ruling.test_polls import ask as make_poll_row

pytestmark = pytest.mark.django_db
SECRET_REASON = "South forgot the nine of spades"


@pytest.fixture
def cast(monkeypatch):
    cast = make_event()
    make_staff(cast, "piotr", Role.Name.DIRECTOR)
    stop_clock(monkeypatch, cast)
    return cast


@pytest.fixture
def case(cast):
    case = make_case(cast, state="frozen")
    given = decision(6, reasons=SECRET_REASON)
    decide.rule(cast.form(cast.dana), case.pk, given)
    return case


def page(name, *args):
    return reverse(name, args=args)


def asked(cast, case, who=None, **given):
    """Ask by the screen, as the director of the case."""
    fields = {"who": who or cast.extra["piotr"].pk, "hours": 24, **given}
    got = tablet(cast.dana).post(page("opinions", case.pk), sent(**fields))
    assert got.status_code == 303
    return Opinion.objects.get()


def test_who_is_asked_meets_no_new_score_on_the_desk(cast, case):
    decide.announce(cast.form(cast.dana), case.pk)
    asked(cast, case)
    scores = page("scores", cast.event.pk)
    new = points_words(case.rulings.get().new_score)

    mine, hers = (
        text_of(tablet(one).get(scores)) for one in (cast.extra["piotr"], cast.dana)
    )

    assert "or are asked about it" in mine
    assert (new in mine, new in hers) == (False, True)


def answer(**given):
    return sent(**{"tricks": 7, "laws": "70C", "reasons": "a trump is out", **given})


def test_the_director_asks_and_sees_both_rulings_with_what_differs(cast, case):
    dana, piotr = tablet(cast.dana), tablet(cast.extra["piotr"])
    empty = text_of(dana.get(page("opinions", case.pk)))
    assert "Nobody has been asked about this case yet." in empty
    asked(cast, case)
    facts = piotr.get(page("opinion", case.pk))
    seen = re.search(r'name="seen" value="(\w+)"', facts.content.decode())[1]

    done = piotr.post(page("opinion", case.pk), answer(seen=seen))

    assert done.status_code == 303
    words = text_of(dana.get(page("opinions", case.pk)))
    assert "The opinion gives the claiming side 1 trick more than the ruling." in words
    assert "7 of the last 8 tricks" in words
    assert SECRET_REASON in words
    assert "a trump is out" in words


def test_who_is_asked_meets_no_ruling_on_any_page_of_the_case(cast, case):
    asked(cast, case)
    piotr = tablet(cast.extra["piotr"])

    way = piotr.get(page("case", case.pk))
    assert (way.status_code, way.url) == (303, page("opinion", case.pk))
    shown = text_of(piotr.get(page("opinion", case.pk)))
    assert "What would you rule?" in shown
    assert SECRET_REASON not in shown
    for name in ("ruling", "proposal", "dossier", "similar", "opinions", "steps"):
        got = piotr.get(page(name, case.pk), follow=True)
        assert SECRET_REASON not in text_of(got), name
    told = text_of(piotr.get(page("ruling", case.pk)))
    assert "Give it first, or decline." in told

    piotr.post(page("opinion_declined", case.pk), sent())
    assert SECRET_REASON in text_of(piotr.get(page("ruling", case.pk)))


def test_a_chief_who_is_asked_meets_no_number_on_the_live_page_or_in_lists(cast):
    case = make_case(cast, state="announced")
    ruled = case.rulings.get()
    cleo = tablet(cast.cleo)
    live = page("live", cast.event.pk) + f"?peek={case.pk}"
    printed = page("rulings", cast.event.pk)
    number = f"{ruled.tricks_claimer} of 8"
    assert number in text_of(cleo.get(live))
    assert number in text_of(cleo.get(printed))

    asked(cast, case, cast.cleo.pk)

    for address in (live, printed):
        assert number not in text_of(cleo.get(address)), address
    for name, more in (("overrule", ()), ("review", ()), ("for_side", ("EW",))):
        got = cleo.get(page(name, case.pk, *more))
        assert got.status_code == 403, name
        assert number not in text_of(got)


def test_a_form_sent_twice_gives_one_opinion(cast, case):
    asked(cast, case)
    piotr = tablet(cast.extra["piotr"])
    data = answer(seen=opinions.facts_mark(case))

    codes = [piotr.post(page("opinion", case.pk), data).status_code for _ in "12"]

    assert codes == [303, 303]


def test_what_was_written_is_kept_where_the_facts_have_moved(cast, case):
    asked(cast, case)
    piotr = tablet(cast.extra["piotr"])

    got = piotr.post(page("opinion", case.pk), answer(seen="0" * 64))

    assert got.status_code == 422
    assert "a trump is out" in got.content.decode()
    assert opinions.facts_mark(case) in got.content.decode()


def test_somebody_outside_comes_by_a_link_when_the_board_is_played(cast, case):
    row = asked(cast, case, "outside", name="Ann Outside")
    link = page("consulted", opinions.secret_of(row))
    assert link in tablet(cast.dana).get(page("opinions", case.pk)).content.decode()
    nobody = Client()

    early = nobody.get(link)
    assert early.status_code == 403
    assert "This link opens later" in text_of(early)
    assert "KQJ" not in text_of(early).replace(" ", "")

    play_all(cast)
    shown = nobody.get(link)
    words = text_of(shown)
    assert shown.status_code == 200
    for hidden in (SECRET_REASON, "Player", "Ann", "dana", "Dana", "A1"):
        assert hidden not in words, hidden
    assert Opinion.objects.get().given_at is None  # looking writes nothing

    seen = opinions.facts_mark(case)
    assert nobody.post(link, answer(seen=seen)).status_code == 303
    assert "Thank you" in text_of(nobody.get(link))


def test_a_link_that_serves_no_more_says_why(cast, case):
    play_all(cast)
    row = asked(cast, case, "outside", name="Ann Outside")
    link = page("consulted", opinions.secret_of(row))
    nobody, data = Client(), answer(seen=opinions.facts_mark(case))

    ended = page("opinion_end", case.pk, row.pk)
    assert tablet(cast.dana).post(ended, sent()).status_code == 303
    assert "This question is closed" in text_of(nobody.get(link))
    assert nobody.post(link, data).status_code == 403
    assert nobody.get(page("consulted", "x" * 22)).status_code == 404
    assert Opinion.objects.get().given_at is None


@pytest.mark.one_database
def test_a_link_tried_too_often_rests_for_a_while(cast, case):
    nobody, link = Client(), page("consulted", uuid.uuid4().hex)

    codes = [nobody.get(link).status_code for _ in range(31)]

    assert codes == [404] * 30 + [429]


@pytest.mark.one_database
def test_only_the_director_of_the_case_and_the_chief_meet_the_button(cast, case):
    for user, found in ((cast.dana, True), (cast.cleo, True)):
        shown = tablet(user).get(page("ruling", case.pk)).content.decode()
        assert (page("opinions", case.pk) in shown) == found
    other = tablet(cast.extra["piotr"]).get(page("ruling", case.pk))
    assert page("opinions", case.pk) not in other.content.decode()


@pytest.mark.one_database
@pytest.mark.one_database
@pytest.mark.parametrize("outside", [False, True])
def test_a_claim_that_was_taken_back_meanwhile_shuts_no_page(cast, outside):
    play_all(cast)
    case, secret = make_case(cast, state="called"), "x"
    Opinion.objects.create(
        case=case,
        by=cast.dana,
        user=None if outside else cast.extra["piotr"],
        secret_hash=secret_hash(secret) if outside else None,
        asked_at=cast.at,
        expires_at=cast.at + timedelta(hours=2),
    )
    who = Client() if outside else tablet(cast.extra["piotr"])
    address = page("consulted", secret) if outside else page("opinion", case.pk)

    shown = text_of(who.get(address))

    assert "being taken again" in shown
    sends = answer(seen="0" * 64, tricks=0)
    assert who.post(address, sends).status_code in {200, 409}
    assert Opinion.objects.get().given_at is None


@pytest.mark.one_database
def test_an_opinion_or_a_poll_that_there_is_not_cannot_be_ended(cast, case):
    dana = tablet(cast.dana)

    for name in ("opinion_end", "poll_end"):
        got = dana.post(page(name, case.pk, uuid.uuid4()), sent())
        assert got.status_code == 422, name


def test_nobody_is_asked_without_a_name(cast, case):
    got = tablet(cast.dana).post(
        page("opinions", case.pk), sent(who="outside", hours=24, name=" ")
    )
    assert got.status_code == 422
    assert "Say who is asked by the link." in text_of(got)


def test_the_dossier_has_the_opinion_and_the_anonymous_one_no_name(cast, case):
    asked(cast, case, name="")
    seen = opinions.facts_mark(case)
    piotr = tablet(cast.extra["piotr"])
    assert piotr.post(page("opinion", case.pk), answer(seen=seen)).status_code == 303
    dana = tablet(cast.dana)

    whole = text_of(dana.get(page("dossier", case.pk)))
    bare = text_of(dana.get(page("anonymous_dossier", case.pk)))
    read = text_of(dana.get(page("anonymous_dossier", case.pk) + "?words=1"))

    assert "Piotr : 7 of the last 8 tricks" in whole
    assert "a trump is out" in whole
    for words in (bare, read):
        assert "another director : 7 of the last 8 tricks" in words
        assert "Piotr" not in words
    assert "a trump is out" not in bare
    assert "a trump is out" in read


@pytest.mark.one_database
def test_the_anonymous_dossier_is_printed_with_opinion_and_poll(cast, case):
    asked(cast, case)
    give = answer(seen=opinions.facts_mark(case))
    assert tablet(cast.extra["piotr"]).post(page("opinion", case.pk), give)
    poll = make_poll_row(cast, case)
    polls.enter_answer(cast.form(cast.dana), case.pk, poll.pk, choice=1)

    view = anonymous_view(case, cast.at, words=True)
    data = sheet_data(case, view)

    assert data["opinions"] == [
        ["another director", "7 of the last 8 tricks. Law 70C", "a trump is out"]
    ]
    asks = "What would you play, as South? South leads to the next trick."
    assert data["polls"] == [[asks, "A spade: 1; A heart: 0"]]
    assert anonymous_pdf(case, cast.at, words=True).startswith(b"%PDF")
