"""A side's pages: what it sees, what it sends, the receipt it gets (R8, R21)."""

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse

from rulings.forms.player import PlayerAct
from rulings.models import (
    Agreement,
    Appeal,
    Case,
    Entry,
    Event,
    Objection,
    Playing,
    Role,
    Window,
)
from rulings.workflow import decide, events, scores, windows
from tests.factories import (
    decision,
    free_playing,
    make_case,
    make_event,
    make_user,
    shell,
    take_facts,
)
from tests.people import give_slips, phone, sent, slips_of, stop_clock, tablet, text_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def cast(monkeypatch):
    made = make_event(values={"phones": "always"})
    stop_clock(monkeypatch, made)
    return made


def at(case):
    return reverse("player_case", args=[case.pk])


def offered(response):
    """Return the acts offered: the large equal buttons, then the small ones."""
    context = response.context
    return (
        [offer.act.value for offer in context["large"]],
        [offer.act.value for offer in context["small"]],
    )


@pytest.mark.parametrize(
    ("state", "noor_acts", "esme_acts"),
    [
        ("called", (["ask"], []), (["ask"], [])),
        (
            "agreed",
            (["ask"], ["give_back"]),
            (["withdraw", "ask"], ["give_back"]),
        ),
        ("contested", (["object", "ask"], []), (["object", "ask"], [])),
        ("ruled", (["object", "ask"], []), (["object", "ask"], [])),
        (
            "announced",
            (["accept", "object"], ["ask", "give_back"]),
            (["accept", "object"], ["ask", "give_back"]),
        ),
        ("closed", (["ask"], []), (["ask"], [])),
    ],
)
def test_each_state_offers_its_acts(cast, state, noor_acts, esme_acts):
    case = make_case(cast, state=state)
    noor, esme = slips_of(cast, case)

    assert offered(phone(noor.table_pass).get(at(case))) == noor_acts
    assert offered(phone(esme.table_pass).get(at(case))) == esme_acts


def test_side_that_conceded_tricks_may_cancel(cast):
    case = make_case(cast, state="agreed", claimed=6)
    noor, _esme = slips_of(cast, case)

    assert offered(phone(noor.table_pass).get(at(case))) == (
        ["cancel", "ask"],
        ["give_back"],
    )


def test_page_shows_the_ruling_and_no_card(cast):
    case = make_case(cast, state="announced")
    _noor, esme = slips_of(cast, case)

    page = phone(esme.table_pass).get(at(case))

    words = text_of(page)
    assert "North–South get 7 of the last 8 tricks." in words
    assert "Law 70C" in words
    assert "The cards stay hidden" in words
    for mark in ('class="c ', 'class="hand', 'class="face', 'class="diagram', '"HJ"'):
        assert mark not in page.content.decode()
    assert page.context["after"] is None


def test_words_of_the_claim_are_shown_once_nobody_can_play_the_board(cast):
    case = make_case(cast, state="announced")
    noor, _esme = slips_of(cast, case)
    browser = phone(noor.table_pass)
    assert "I have the rest." not in text_of(browser.get(at(case)))

    finish_board(cast, case)

    page = browser.get(at(case))
    assert "I have the rest." in text_of(page)
    assert 'class="diagram"' in page.content.decode()


def finish_board(cast, case):
    """Let everybody play the board, as ends of rounds do."""
    for round_ in case.playing.round.session.rounds.order_by("order"):
        scores.end_round(cast.form(cast.dana), cast.event, round_)


def test_ruling_is_hidden_until_it_is_told(cast):
    case = make_case(cast, state="ruled")
    noor, _esme = slips_of(cast, case)

    page = phone(noor.table_pass).get(at(case))

    assert page.context["verdict"] is None
    assert "7 of the last" not in text_of(page)


def test_superseding_ruling_is_hidden_until_it_is_told(cast):
    case = make_case(cast, state="announced")
    noor, _esme = slips_of(cast, case)
    decide.overrule(cast.form(cast.cleo), case.pk, decision(5, reasons="Too much."))

    assert phone(noor.table_pass).get(at(case)).context["verdict"].tricks == 7

    decide.announce(cast.form(cast.cleo), case.pk)
    assert phone(noor.table_pass).get(at(case)).context["verdict"].tricks == 5


def test_home_lists_own_cases_only(cast):
    mine = make_case(cast, state="announced")
    other = Playing.objects.exclude(ns=mine.playing.ns).filter(board__event=cast.event)
    make_case(cast, state="announced", playing=other.first())
    noor, _esme = slips_of(cast, mine)

    page = phone(noor.table_pass).get(reverse("player"))

    assert [row.case for row in page.context["rows"]] == [mine]


@pytest.mark.parametrize("count", [1, 3])
def test_home_asks_as_often_for_one_case_as_for_three(
    cast, django_assert_num_queries, count
):
    playing = free_playing(cast)
    boards = Playing.objects.filter(ns=playing.ns).order_by("board__number")[:count]
    for row in boards:
        make_case(cast, state="announced", playing=row)
    noor = give_slips(cast)[playing.ns.number]
    browser = phone(noor.table_pass)

    with django_assert_num_queries(6):
        page = browser.get(reverse("player"))

    assert len(page.context["rows"]) == count


def test_polled_part_is_a_fragment(cast):
    case = make_case(cast, state="announced")
    noor, _esme = slips_of(cast, case)

    part = phone(noor.table_pass).get(at(case), headers={"HX-Request": "true"})

    body = part.content.decode()
    assert body.strip().startswith('<div class="stack')
    assert "<html" not in body
    assert "Object or appeal" not in body


def test_objection_is_filed_with_a_receipt(cast):
    case = make_case(cast, state="announced")
    _noor, esme = slips_of(cast, case)
    browser = phone(esme.table_pass)
    fast = (cast.at + timedelta(seconds=41)).isoformat()

    data = sent(act="object", seat="E", reason="entry", words="No.", phone_time=fast)
    response = browser.post(at(case), data)

    row = Objection.objects.get(case=case, seat="E")
    assert (row.side, row.reason_code, row.late_ms) == ("EW", "entry", 0)
    entry = Entry.objects.filter(case_id=case.pk, act="object").latest("seq")
    receipt_url = reverse("player_receipt", args=[entry.seq])
    assert (response.status_code, response["Location"]) == (302, receipt_url)
    page = browser.get(receipt_url)
    words = text_of(page)
    assert f"no. {entry.seq}" in words
    assert "-".join((entry.code[:4], entry.code[4:8], entry.code[8:12])) in words
    assert "it runs 41 s fast" in words
    assert "Filed in time." in words or "Filed." in words


def test_receipt_of_somebody_else_does_not_exist(cast):
    case = make_case(cast, state="announced")
    noor, esme = slips_of(cast, case)
    phone(esme.table_pass).post(at(case), sent(act="ask"))
    seq = Entry.objects.latest("seq").seq

    url = reverse("player_receipt", args=[seq])
    assert phone(noor.table_pass).get(url).status_code == 404


def test_late_objection_is_kept_with_its_exact_delay(cast):
    case = make_case(cast, state="announced")
    scores.publish_scores(cast.form(cast.cleo), cast.event, cast.session)
    _noor, esme = slips_of(cast, case)
    last = Window.objects.get(case=case, purpose="appeal").closes_at
    cast.at = last + timedelta(minutes=2, milliseconds=3500)
    browser = phone(esme.table_pass)

    response = browser.post(at(case), sent(act="object", words="Late."), follow=True)

    row = Objection.objects.get(case=case, received_at=cast.at)
    assert (row.late_ms, row.admitted, row.resolution) == (123_500, None, "")
    assert "late by 2 min 3.500 s" in text_of(response)
    assert "a director decides" in text_of(browser.get(at(case)))


def test_agreement_of_the_other_side_scores_the_claim(cast):
    case = make_case(cast, state="called")
    take_facts(cast, case)
    noor, esme = slips_of(cast, case)
    assert offered(phone(esme.table_pass).get(at(case)))[0] == ["agree", "object"]

    refused = phone(noor.table_pass).post(at(case), sent(case, act="agree"))
    agreed = phone(esme.table_pass).post(at(case), sent(case, act="agree"))

    assert (refused.status_code, agreed.status_code) == (403, 302)
    assert Case.objects.get(pk=case.pk).state == "agreed"
    assert Agreement.objects.get(case=case).how == Agreement.How.PHONE


def test_withdrawn_agreement_makes_the_case_contested(cast):
    case = make_case(cast, state="agreed")
    _noor, esme = slips_of(cast, case)

    phone(esme.table_pass).post(at(case), sent(act="withdraw", seat="W"))

    assert Case.objects.get(pk=case.pk).state == "contested"
    assert Agreement.objects.get(case=case).withdrawn_at == cast.at


def test_accepting_gives_up_the_own_sides_time_only(cast):
    case = make_case(cast, state="announced")
    _noor, esme = slips_of(cast, case)

    phone(esme.table_pass).post(at(case), sent(case, act="accept"))

    window = Window.objects.get(case=case, purpose="appeal")
    assert (window.waived_ns_at, window.waived_ew_at) == (None, cast.at)
    assert offered(phone(esme.table_pass).get(at(case)))[0] == ["object"]


def test_appeal_of_one_partner_waits_for_the_other(cast):
    case = make_case(cast, state="announced")
    _noor, esme = slips_of(cast, case)
    browser = phone(esme.table_pass)

    browser.post(at(case), sent(act="appeal", seat="E", words="Please."))
    appeal = Appeal.objects.get()
    assert (appeal.concurrence, appeal.admissible) == ({"E": "phone"}, None)
    assert "counts when your partner agrees" in text_of(browser.get(at(case)))
    browser.post(at(case), sent(case, act="join", seat="W"))

    appeal.refresh_from_db()
    assert appeal.concurrence == {"E": "phone", "W": "phone"}
    assert appeal.admissible is True
    assert Case.objects.get(pk=case.pk).state == "appealed"


def test_partner_beside_may_agree_at_once(cast):
    case = make_case(cast, state="announced")
    _noor, esme = slips_of(cast, case)

    data = sent(act="appeal", seat="W", partner="on")
    phone(esme.table_pass).post(at(case), data)

    assert Appeal.objects.get().admissible is True


def test_captain_appeals_for_a_team(monkeypatch):
    cast = make_event(kind=Event.Kind.TEAMS, values={"phones": "always"})
    stop_clock(monkeypatch, cast)
    case = make_case(cast, state="announced")
    noor, _esme = slips_of(cast, case)

    phone(noor.table_pass).post(at(case), sent(act="appeal", seat="captain"))

    appeal = Appeal.objects.get()
    assert (appeal.side, appeal.admissible) == ("NS", True)


def test_late_appeal_is_kept_for_the_chief_to_decide(cast):
    case = make_case(cast, state="announced")
    scores.publish_scores(cast.form(cast.cleo), cast.event, cast.session)
    _noor, esme = slips_of(cast, case)
    closes_at = Window.objects.get(case=case, purpose="appeal").closes_at
    cast.at = closes_at + timedelta(milliseconds=1)

    data = sent(act="appeal", seat="W", partner="on")
    phone(esme.table_pass).post(at(case), data)

    appeal = Appeal.objects.get()
    assert (appeal.late_ms, appeal.admissible) == (1, None)


def test_appeal_needs_a_seat_and_keeps_the_words(cast):
    case = make_case(cast, state="announced")
    _noor, esme = slips_of(cast, case)

    data = sent(act="appeal", words="Because of the spade.")
    page = phone(esme.table_pass).post(at(case), data)

    assert page.status_code == 422
    assert "Law 92D" in text_of(page)
    assert "Because of the spade." in page.content.decode()
    assert not Appeal.objects.exists()


def test_only_the_own_appeal_can_be_taken_back(cast):
    case = make_case(cast, state="announced")
    noor, esme = slips_of(cast, case)
    data = sent(act="appeal", seat="W", partner="on")
    phone(esme.table_pass).post(at(case), data)

    refused = phone(noor.table_pass).post(at(case), sent(case, act="take_back"))
    taken = phone(esme.table_pass).post(at(case), sent(case, act="take_back"))

    assert (refused.status_code, taken.status_code) == (403, 302)
    assert Appeal.objects.get().outcome == "withdrawn"


def test_the_other_side_is_offered_its_own_appeal(cast):
    case = make_case(cast, state="announced")
    noor, esme = slips_of(cast, case)
    phone(esme.table_pass).post(at(case), sent(act="appeal", seat="W", partner="on"))

    assert "appeal" in offered(phone(noor.table_pass).get(at(case)))[0]
    phone(noor.table_pass).post(at(case), sent(act="appeal", seat="N", partner="on"))

    assert sorted(row.side for row in Appeal.objects.all()) == ["EW", "NS"]


@pytest.mark.parametrize("act", sorted(PlayerAct))
def test_page_of_each_act_says_what_it_means(cast, act):
    case = make_case(cast, state="announced")
    noor, _esme = slips_of(cast, case)

    page = phone(noor.table_pass).get(at(case), {"act": act})

    assert page.status_code == 200
    assert page.context["act"] == act
    assert 'name="key"' in page.content.decode()


def test_seat_of_the_other_side_is_refused(cast):
    case = make_case(cast, state="announced")
    noor, _esme = slips_of(cast, case)

    page = phone(noor.table_pass).post(at(case), sent(act="object", seat="E"))

    assert page.status_code == 422
    assert Objection.objects.filter(case=case, side="NS").count() == 0


def test_form_without_a_key_did_not_come_from_our_pages(cast):
    case = make_case(cast, state="announced")
    noor, _esme = slips_of(cast, case)

    page = phone(noor.table_pass).post(at(case), {"act": "object", "words": "Hm."})

    assert page.status_code == 422
    assert "Hm." in page.content.decode()


def test_act_the_state_does_not_know_answers_409_with_the_words(cast):
    case = make_case(cast, state="agreed")
    noor, _esme = slips_of(cast, case)

    data = sent(act="appeal", seat="N", words="But why?")
    page = phone(noor.table_pass).post(at(case), data)

    assert page.status_code == 409
    assert "But why?" in page.content.decode()


def test_waiver_on_an_old_page_is_refused(cast):
    case = make_case(cast, state="announced")
    noor, _esme = slips_of(cast, case)
    old = sent(case, act="accept")
    windows.extend_window(
        cast.form(cast.cleo), case.pk, Window.Purpose.APPEAL, 5, "A long queue."
    )

    page = phone(noor.table_pass).post(at(case), old)

    assert page.status_code == 409
    assert Window.objects.get(case=case, purpose="appeal").waived_ns_at is None


# --- the director's tablet -------------------------------------------------------


def on_tablet(case, side="EW"):
    return reverse("for_side", args=[case.pk, side])


def test_director_writes_down_what_a_player_says(cast):
    case = make_case(cast, state="announced")
    data = sent(act="object", seat="W", words="A trump was out.", said="13:05")
    cast.later(minutes=10)
    spoken = cast.at.replace(hour=12, minute=5)

    response = tablet(cast.dana).post(on_tablet(case), data, follow=True)

    row = Objection.objects.get(case=case, received_at=cast.at)
    assert (row.side, row.seat, row.said_at) == ("EW", "W", spoken)
    entry = Entry.objects.filter(act="object").latest("seq")
    assert b'"via":"directors_tablet"' in bytes(entry.data)
    assert "Receipt: Objection" in text_of(response)


def test_spoken_time_is_now_where_none_is_given(cast):
    case = make_case(cast, state="announced")

    tablet(cast.dana).post(on_tablet(case), sent(act="ask"))

    assert Objection.objects.get(case=case, wish="ask_ruling").said_at == cast.at


def test_appeal_on_the_tablet_is_timed_by_its_receipt(cast):
    case = make_case(cast, state="announced")
    scores.publish_scores(cast.form(cast.cleo), cast.event, cast.session)
    closes_at = Window.objects.get(case=case, purpose="appeal").closes_at
    cast.at = closes_at + timedelta(minutes=1)
    data = sent(act="appeal", seat="W", partner="on", said="13:20")

    tablet(cast.dana).post(on_tablet(case), data)

    appeal = Appeal.objects.get()
    assert (appeal.late_ms, appeal.admissible) == (60_000, None)
    assert appeal.concurrence == {"W": "said_to_director", "E": "said_to_director"}


def test_scorer_writes_down_what_a_player_says(cast):
    sam = make_user("sam")
    events.give_role(shell(), cast.event, sam, Role.Name.SCORER, [])
    case = make_case(cast, state="announced")
    browser = tablet(sam)

    assert browser.get(on_tablet(case)).status_code == 200
    assert browser.post(on_tablet(case), sent(act="object")).status_code == 302
    refused = browser.post(on_tablet(case), sent(case, act="accept"))
    assert refused.status_code == 403


def test_tablet_is_nothing_to_strangers(cast):
    case = make_case(cast, state="announced")

    assert tablet(cast.olly).get(on_tablet(case)).status_code == 404
    assert Client().get(on_tablet(case)).status_code == 302
    assert tablet(cast.dana).get(on_tablet(case, "XX")).status_code == 404


# --- the public clock ------------------------------------------------------------


def test_public_clock_shows_tables_times_and_reasons_only(cast):
    case = make_case(cast, state="announced")
    noor, _esme = slips_of(cast, case)
    url = reverse("public_clock", args=[cast.event.pk])

    page = phone(noor.table_pass).get(url)

    words = text_of(page)
    assert "Table A1" in words
    assert "Time to appeal" in words
    for hidden in ("Board", "7 of", "North", "4♠", "70C"):
        assert hidden not in words


def test_public_clock_drops_what_is_over(cast):
    case = make_case(cast, state="announced")
    scores.publish_scores(cast.form(cast.cleo), cast.event, cast.session)
    url = reverse("public_clock", args=[cast.event.pk])
    last = max(row.closes_at for row in case.windows.all())
    browser = tablet(cast.dana)
    cast.at = last
    assert len(browser.get(url).context["rows"]) == 1

    cast.at = last + timedelta(microseconds=1)
    assert browser.get(url).context["rows"] == []


def test_public_clock_is_for_people_of_the_event(cast):
    url = reverse("public_clock", args=[cast.event.pk])
    other = make_event(suffix="2", values={"phones": "always"})
    stranger = give_slips(other)[1]

    assert Client().get(url).status_code == 404
    assert tablet(cast.olly).get(url).status_code == 404
    assert phone(stranger.table_pass).get(url).status_code == 404
    assert tablet(cast.dana).get(url).status_code == 200


def test_agreement_past_its_time_is_called_established(cast):
    case = make_case(cast, state="agreed")
    _noor, esme = slips_of(cast, case)
    browser = phone(esme.table_pass)
    assert "established" not in text_of(browser.get(at(case)))

    scores.end_round(cast.form(cast.dana), cast.event, case.playing.round)
    cast.later(minutes=1)

    assert "It is established (Law 69A)." in text_of(browser.get(at(case)))


def test_receipt_names_the_seat_that_was_stated(cast):
    case = make_case(cast, state="announced")
    _noor, esme = slips_of(cast, case)
    form = sent(case, act="object", seat="W")

    page = phone(esme.table_pass).post(at(case), form, follow=True)

    assert "Who, as stated West" in text_of(page)


def test_side_is_reached_from_the_announced_page(cast):
    case = make_case(cast, state="announced")
    dana = tablet(cast.dana)

    page = dana.get(reverse("announced", args=[case.pk]))

    url = reverse("for_side", args=[case.pk, "NS"])
    assert f'href="{url}"' in page.content.decode()
    words = text_of(dana.get(url))
    assert "For North–South For East–West" in words


def test_overtaken_phone_learns_no_name_and_no_act(cast):
    case = make_case(cast, state="announced")
    _noor, esme = slips_of(cast, case)
    old = sent(case, act="accept")
    windows.extend_window(
        cast.form(cast.cleo), case.pk, Window.Purpose.APPEAL, 5, "A long queue."
    )

    page = phone(esme.table_pass).post(at(case), old)

    words = text_of(page)
    assert page.status_code == 409
    assert "The case has changed" in words
    assert "Cleo" not in words
    assert "extend" not in words
