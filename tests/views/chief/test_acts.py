"""What the chief does: send back, overrule, assign, longer times, outages, appeals."""

from datetime import timedelta

import pytest
from django.urls import reverse

from rulings.models import Appeal, Case, Entry, Role, Ruling, Window
from rulings.workflow import windows
from rulings.workflow.event import scores
from rulings.workflow.ruling import appeals, decide
from tests.factories import make_case, make_event, make_staff
from tests.people import sent, stop_clock, tablet, text_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def cast(monkeypatch):
    made = make_event()
    stop_clock(monkeypatch, made)
    return made


def post(cast, name, case, who=None, **fields):
    url = reverse(name, args=[case.pk])
    return tablet(who or cast.cleo).post(url, sent(case, **fields))


def fresh(case):
    return Case.objects.get(pk=case.pk)


def test_ruling_goes_back_with_a_reason(cast):
    case = make_case(cast, state="ruled")

    response = post(cast, "review", case, do="send_back", reason="Ask about the spade.")

    assert response.status_code == 303
    assert fresh(case).state == "frozen"
    assert Ruling.objects.get(case=case).review == "sent_back"


def test_ruling_does_not_go_back_without_a_reason(cast):
    case = make_case(cast, state="ruled")

    page = post(cast, "review", case, do="send_back")

    assert page.status_code == 422
    assert fresh(case).state == "ruled"


def test_chief_overrules_with_other_tricks(cast):
    case = make_case(cast, state="announced")

    response = post(
        cast, "overrule", case, tricks=5, laws="70C, 70D1", reason="Not aware."
    )

    assert response.status_code == 303
    old, new = Ruling.objects.filter(case=case).order_by("number")
    assert (old.tricks_claimer, old.current) == (7, True)
    assert (new.tricks_claimer, new.laws, new.current) == (5, ["70C", "70D1"], False)
    assert (new.tricks_ns, new.outcome, new.walk) == (10, old.outcome, old.walk)
    assert fresh(case).state == "ruled"


@pytest.mark.parametrize(
    "fields",
    [
        {"tricks": 5, "laws": "70C"},
        {"tricks": 14, "laws": "70C", "reason": "No."},
        {"laws": "70C", "reason": "No."},
    ],
    ids=["no reason", "too many", "no tricks"],
)
def test_overruling_needs_tricks_and_reason(cast, fields):
    case = make_case(cast, state="ruled")

    page = post(cast, "overrule", case, **fields)

    assert page.status_code == 422
    assert Ruling.objects.filter(case=case).count() == 1


def test_stale_page_is_refused_and_keeps_the_reason(cast):
    case = make_case(cast, state="ruled")
    data = sent(case, do="send_back", reason="Think again about the club.")
    url = reverse("review", args=[case.pk])
    decide.confirm(cast.form(cast.cleo), case.pk)

    page = tablet(cast.cleo).post(url, data)

    assert page.status_code == 409
    assert "Think again about the club." in page.content.decode()


def test_case_is_given_to_another_director(cast):
    case = make_case(cast, state="called")
    piotr = make_staff(cast, "piotr", Role.Name.DIRECTOR)

    response = post(cast, "assign", case, user=piotr.pk)

    assert response.status_code == 303
    assert fresh(case).director == piotr


def test_case_is_given_to_nobody_without_the_role(cast):
    case = make_case(cast, state="called")

    page = post(cast, "assign", case, user=cast.olly.pk)

    assert page.status_code == 422
    assert fresh(case).director == cast.dana


def test_window_gets_longer_with_a_reason_the_players_see(cast):
    case = make_case(cast, state="announced")
    scores.publish_scores(cast.form(cast.cleo), cast.event, cast.session)
    before = Window.objects.get(case=case, purpose="appeal").closes_at

    fields = {"purpose": "appeal", "minutes": 15, "reason": "The stairs were closed."}
    response = post(cast, "windows", case, do="extend", **fields)

    assert response.status_code == 303
    window = Window.objects.get(case=case, purpose="appeal")
    assert window.closes_at == before + timedelta(minutes=15)
    page = tablet(cast.cleo).get(reverse("windows", args=[case.pk]))
    assert "The stairs were closed." in text_of(page)


def test_refused_window_keeps_its_values_beside_what_was_wrong(cast):
    case = make_case(cast, state="announced")

    fields = {"purpose": "appeal", "minutes": 0, "reason": "The stairs."}
    page = post(cast, "windows", case, do="extend", **fields)

    assert page.status_code == 422
    (form,) = [row["extend"] for row in page.context["rows"] if row["extend"].is_bound]
    assert form["purpose"].value() == "appeal"
    assert form["reason"].value() == "The stairs."
    assert list(form.errors) == ["minutes"]


def test_window_closes_early_only_when_both_sides_gave_it_up(cast):
    case = make_case(cast, state="announced")
    fields = {"do": "close", "purpose": "appeal", "reason": "All agree."}
    assert post(cast, "windows", case, **fields).status_code == 422

    for side in ("NS", "EW"):
        form = cast.form(cast.dana)
        windows.waive_window(form, case.pk, Window.Purpose.APPEAL, side)
    assert post(cast, "windows", case, **fields).status_code == 303

    window = Window.objects.get(case=case, purpose="appeal")
    assert (window.closed_early_at, window.closes_at) == (cast.at, cast.at)


def test_agreement_cannot_be_extended_by_minutes(cast):
    case = make_case(cast, state="agreed")

    fields = {"purpose": "agreement", "minutes": 5, "reason": "Why not?"}
    page = post(cast, "windows", case, do="extend", **fields)

    assert page.status_code == 422


def test_outage_gives_time_back_to_every_open_window(cast):
    cases = [make_case(cast, state="announced") for _case in range(2)]
    over = make_case(cast, state="agreed")
    scores.publish_scores(cast.form(cast.cleo), cast.event, cast.session)
    agreement = Window.objects.get(case=over, purpose="agreement").closes_at
    before = {row.pk: row.closes_at for row in Window.objects.filter(case__in=cases)}
    url = reverse("outage", args=[cast.event.pk])

    data = sent(minutes=12, reason="The network was down.")
    response = tablet(cast.cleo).post(url, data)

    assert response.status_code == 303
    after = {row.pk: row.closes_at for row in Window.objects.filter(case__in=cases)}
    twelve = timedelta(minutes=12)
    assert after == {pk: closes_at + twelve for pk, closes_at in before.items()}
    unchanged = Window.objects.get(case=over, purpose="agreement")
    assert unchanged.closes_at == agreement


def test_outage_leaves_windows_alone_that_ended_before_it(cast):
    case = make_case(cast, state="announced")
    scores.publish_scores(cast.form(cast.cleo), cast.event, cast.session)
    before = Window.objects.get(case=case, purpose="appeal").closes_at
    cast.at = before + timedelta(minutes=11)

    data = sent(minutes=10, reason="Down.")
    tablet(cast.cleo).post(reverse("outage", args=[cast.event.pk]), data)

    assert Window.objects.get(case=case, purpose="appeal").closes_at == before


# --- appeals ---------------------------------------------------------------------


@pytest.fixture
def appealed(cast):
    """Return a case whose appeal lacks a partner's consent, and the reviewer."""
    case = make_case(cast, state="announced")
    rae = make_staff(cast, "rae", Role.Name.REVIEWER)
    appeals.file_appeal(
        cast.form(cast.dana),
        case.pk,
        side="EW",
        concurrence={"E": "phone"},
        words="The spade.",
    )
    return case, rae


def test_appeal_page_shows_what_was_filed(cast, appealed):
    case, _rae = appealed

    page = tablet(cast.cleo).get(reverse("appeal", args=[case.pk]))

    words = text_of(page)
    assert "Appeal by East–West" in words
    assert "The spade." in words
    assert "not decided" in words


def test_chief_admits_an_incomplete_appeal_with_a_reason(cast, appealed):
    case, _rae = appealed
    refused = post(cast, "appeal_admit", case, admitted="yes", reason="")
    assert refused.status_code == 422

    post(cast, "appeal_admit", case, admitted="yes", reason="West nodded.")

    assert Appeal.objects.get().admissible is True


def test_panel_hears_and_decides_judgement(cast, appealed):
    case, rae = appealed
    decision = {
        "point": "judgement",
        "outcome": "changed",
        "tricks": 6,
        "laws": "70D1",
        "reasons": "A normal play.",
    }
    assert post(cast, "appeal_decide", case, who=rae, **decision).status_code == 404
    post(cast, "appeal_admit", case, admitted="yes", reason="West nodded.")

    post(cast, "appeal_panel", case, panel=[rae.pk], advisers=[], deposit="50")
    response = post(cast, "appeal_decide", case, who=rae, **decision)

    assert response.status_code == 303
    after = tablet(rae).get(response["Location"])
    assert "announces it to both sides" in text_of(after)
    assert fresh(case).state == "ruled"
    decide.announce(cast.form(cast.dana), case.pk)
    assert "Announced to both sides at" in text_of(
        tablet(rae).get(response["Location"])
    )
    appeal = Appeal.objects.get()
    assert (appeal.outcome, appeal.point, appeal.deposit) == (
        "changed",
        "judgement",
        "50",
    )
    current = Ruling.objects.get(case=case, current=True)
    assert (current.tricks_claimer, current.laws) == (6, ["70D1"])
    assert current.announced_at == cast.at
    assert fresh(case).state == "announced"


def test_adviser_does_not_hear_the_appeal(cast, appealed):
    case, rae = appealed

    both = {"panel": [rae.pk], "advisers": [rae.pk], "deposit": "25 EUR"}
    page = post(cast, "appeal_panel", case, **both)

    assert page.status_code == 422
    assert "cannot hear the appeal" in text_of(page)
    form = page.context["panel"]
    kept = {"panel": [str(rae.pk)], "advisers": [str(rae.pk)], "deposit": "25 EUR"}
    assert {name: form[name].value() for name in both} == kept
    assert "cannot hear the appeal" in form["panel"].errors[0]
    assert Appeal.objects.get().panel == []


def test_chief_does_not_decide_judgement(cast, appealed):
    case, _rae = appealed
    fields = {"outcome": "upheld", "reasons": "So it was."}
    post(cast, "appeal_admit", case, admitted="yes", reason="West nodded.")

    assert (
        post(cast, "appeal_decide", case, point="judgement", **fields).status_code
        == 403
    )
    assert post(cast, "appeal_decide", case, point="law", **fields).status_code == 303
    assert Appeal.objects.get().outcome == "upheld"


def test_appeal_is_admitted_before_it_is_upheld(cast, appealed):
    case, _rae = appealed

    fields = {"point": "law", "outcome": "upheld", "reasons": "So it was."}
    page = post(cast, "appeal_decide", case, **fields)

    assert page.status_code == 422
    assert "Admit it first" in text_of(page)
    assert Appeal.objects.get().outcome == ""


def test_appeals_of_both_sides_have_a_page_each(cast, appealed):
    case, _rae = appealed
    file_both = {"side": "NS", "concurrence": {"N": "", "S": ""}, "words": "Us too."}
    appeals.file_appeal(cast.form(cast.dana), case.pk, **file_both)
    url = reverse("appeal", args=[case.pk])

    first, second = (tablet(cast.cleo).get(url + query) for query in ("", "?side=NS"))
    assert "Appeal by East–West" in text_of(first)
    assert 'href="?side=NS"' in first.content.decode()
    assert "Appeal by North–South" in text_of(second)
    fields = {"point": "law", "outcome": "upheld", "reasons": "Both are wrong."}
    post(cast, "appeal_decide", case, side="NS", **fields)

    ended = {row.side: row.outcome for row in Appeal.objects.all()}
    assert ended == {"EW": "", "NS": "upheld"}
    assert fresh(case).state == "appealed"


@pytest.mark.parametrize("outcome", ["upheld", "changed", "inadmissible"])
def test_decision_sent_twice_is_answered_with_its_receipt(cast, appealed, outcome):
    case, _rae = appealed
    post(cast, "appeal_admit", case, admitted="yes", reason="West nodded.")
    fields = {"point": "law", "outcome": outcome, "tricks": 6, "reasons": "Law 70C."}
    data = sent(fresh(case), side="EW", **fields)
    url = reverse("appeal_decide", args=[case.pk])
    before = Entry.objects.count()

    answers = [tablet(cast.cleo).post(url, data).status_code for _ in range(2)]

    assert answers == [303, 303]
    assert Entry.objects.count() == before + 1


def test_changed_ruling_needs_its_tricks(cast, appealed):
    case, _rae = appealed
    post(cast, "appeal_admit", case, admitted="yes", reason="West nodded.")

    fields = {"point": "law", "outcome": "changed", "reasons": "Less."}
    page = post(cast, "appeal_decide", case, **fields)

    assert page.status_code == 422
    assert "number of tricks" in text_of(page)
