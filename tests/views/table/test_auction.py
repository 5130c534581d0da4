"""An insufficient bid from the call to the score, by taps alone (Laws 26 and 27)."""

import pytest
from django.urls import reverse

from rulings.bridge.contracts import Contract
from rulings.models import Answer, Case, Fact, Pass, Playing, Ruling
from rulings.queries.case.flow import replayed_outcome
from rulings.workflow.event import play_records
from rulings.workflow.proof.verify import verify
from tests.factories import make_event, shell
from tests.people import phone, slips_of, stop_clock, tablet, text_of
from tests.views.table.walks import Walk, hidden, wanted

pytestmark = [pytest.mark.django_db, pytest.mark.one_database("second")]


def table(client, edition="2017"):
    """Return a director in an event of an edition."""
    cast = make_event(edition=edition)
    client.force_login(cast.dana)
    return cast, Walk(client)


def take_call(walk, cast):
    walk.take_call(cast, kind="law27")
    assert walk.at == "auction"


def tap(walk, *calls):
    for call in calls:
        walk.send("auction", call=call)


def say(walk, choice, **records):
    assert walk.at in {"step", "steps", "check"}, walk.at
    notes = {f"record_{name}": value for name, value in records.items()}
    step = walk.page.context["step"].id
    walk.send("step", walk.case.pk, step, choice=choice, **notes)


def to_replacement(walk, cast, *calls):
    """Take a case to the question by which call the bid is replaced."""
    take_call(walk, cast)
    tap(walk, *calls)
    walk.see("steps")
    say(walk, "intended")
    say(walk, "yes")
    say(walk, "declines")
    say(walk, "no")
    assert walk.page.context["step"].id == "I07"


def outcome(walk):
    return walk.page.context["outcome"].id


def test_new_call_offers_what_the_edition_holds(client):
    cast, walk = table(client, edition="1997")
    walk.see("new_call", cast.event.pk)
    assert "An insufficient bid" not in walk.text

    type(cast.event).objects.update(edition="2007")
    walk.see("new_call", cast.event.pk)
    assert "An insufficient bid" in walk.text


def test_a_bid_too_low_is_the_one_in_question_by_itself(client):
    cast, walk = table(client)
    take_call(walk, cast)

    tap(walk, "1S", "P", "1H")

    facts = dict(Fact.objects.values_list("key", "value"))
    dealer = walk.case.playing.board.dealer
    assert facts == {
        "auction": f"{dealer}: 1S P 1H",
        "facts.bid": "1H",
        "facts.last_bid": "1S",
    }
    assert "in question" in walk.text
    url = reverse("auction", args=[walk.case.pk])
    refused = client.post(url, {**hidden(walk.page), "call": "P"})
    assert refused.status_code == 422
    walk.send("auction", do="back")
    assert walk.page.context["auction_entered"].auction.calls == ("1S", "P")
    assert set(Fact.objects.exclude(value=None).values_list("key", flat=True)) == {
        "auction"
    }


def test_a_bid_that_was_high_enough_ends_the_matter(client):
    cast, walk = table(client)
    take_call(walk, cast)
    tap(walk, "1D", "1H")
    walk.send("auction", do="settled")
    walk.see("steps")
    say(walk, "intended")
    say(walk, "yes")

    assert outcome(walk) == "O-LEGAL-BID"
    walk.send("close")

    walk.case.refresh_from_db()
    assert (walk.case.state, walk.case.outcome) == ("closed", "O-LEGAL-BID")


def test_the_lowest_bid_is_marked_and_a_call_offered_beside(client):
    cast, walk = table(client)
    to_replacement(walk, cast, "1S", "1H")

    lowest = [one.call for row in walk.page.context["box"] for one in row if one.lowest]
    assert lowest == ["1N", "2C", "2D", "2H", "2S"]
    assert "Lowest sufficient bids" in walk.text
    assert "to be answered by the offender" in walk.text


def test_corrected_at_the_lowest_level_is_looked_at_after_the_play(client):
    cast, walk = table(client)
    to_replacement(walk, cast, "1S", "1H")
    say(walk, "chosen", replacement="2H")
    assert outcome(walk) == "O-27B1a"
    assert "adjusted after the play" in walk.text
    walk.send("close")
    walk.case.refresh_from_db()
    assert walk.case.follow_ups == ["I30"]

    walk.see("check", walk.case.pk, "I30")
    say(walk, "yes", reason="They stopped in time.")
    rows = {"contract_1": "4H S", "tricks_1": "9", "weight_1": "70"}
    rows |= {"contract_2": "3H S", "tricks_2": "9", "weight_2": "30"}
    walk.send("assigned_score", walk.case.pk, "I30", reason="27D", **rows)
    walk.send("announce")

    ruling = Ruling.objects.get()
    assert (ruling.outcome, ruling.laws[0]) == ("O-27D", "27D")
    assert [row["weight"] for row in ruling.assigned] == [70, 30]
    assert replayed_outcome(ruling) == "O-27D"
    assert "70 % of 4 hearts" in walk.text
    walk.see("dossier")
    assert "Insufficient bid" in walk.text
    assert verify().findings == []


def test_what_an_artificial_bid_means_is_asked_in_sight(client):
    """By Law 27B1(a) of 2017 a bid counts by the denomination that it specifies."""
    cast, walk = table(client)
    to_replacement(walk, cast, "1N", "2S", "2H")
    words = walk.page.content.decode()
    assert walk.page.context["records_open"]
    assert "It specifies the same denomination by its meaning" in words

    say(walk, "chosen", replacement="3H", specifies_same="false")

    assert walk.page.context["step"].id == "I18"


def test_a_pass_silences_the_partner_and_the_lead_is_restricted(client):
    cast, walk = table(client)
    to_replacement(walk, cast, "1S", "P", "1H")
    say(walk, "chosen", replacement="P")
    assert walk.page.context["step"].id == "I18"
    say(walk, "fails")
    assert outcome(walk) == "O-27B2"
    assert "must pass whenever" in walk.text
    walk.send("close")
    walk.case.refresh_from_db()
    assert walk.case.follow_ups == ["I31", "I40"]

    # The other side plays the contract: whether the offender defends is no question.
    offender = walk.case.playing.board.dealer
    declarer = {"N": "E", "E": "S", "S": "W", "W": "N"}[offender]
    record = play_records.PlayRecord(
        auction=None, contract=Contract.parse(f"3N {declarer}"), cards=()
    )
    playing = Playing.objects.get(pk=walk.case.playing_id)
    play_records.add_play_records(shell(cast.at), cast.event, {playing.pk: record})
    walk.see("check", walk.case.pk, "I31")
    assert outcome(walk) == "O-LEAD-2017"
    walk.send("check", walk.case.pk, "I31")
    walk.see("check", walk.case.pk, "I40")
    say(walk, "no")

    walk.case.refresh_from_db()
    assert (walk.case.state, walk.case.follow_ups) == ("closed", [])
    assert "Declarer may forbid" in walk.text
    assert verify().findings == []


def test_a_check_asks_for_what_the_record_does_not_tell(client):
    cast, walk = table(client, edition="2007")
    to_replacement(walk, cast, "1S", "1H")
    say(walk, "chosen", replacement="X")
    say(walk, "no")
    say(walk, "chosen", final_replacement="2H")
    assert outcome(walk) == "O-27B3"
    walk.send("close")

    walk.see("check", walk.case.pk, "I31")
    assert wanted(walk) == ["facts.offender_defends"]
    walk.send("check", walk.case.pk, "I31", **{"facts.offender_defends": "true"})
    assert walk.page.context["step"].id == "I34"
    say(walk, "no")

    walk.case.refresh_from_db()
    assert walk.case.follow_ups == ["I40"]
    assert Answer.objects.get(step="I34").choice == "no"


def test_an_assigned_score_that_was_told_is_revised_on_its_own_form(client):
    cast, walk = table(client)
    to_replacement(walk, cast, "1S", "1H")
    say(walk, "chosen", replacement="P")
    say(walk, "fails")
    walk.send("close")
    walk.see("check", walk.case.pk, "I40")
    say(walk, "yes", reason="It could have been known.")
    rows = {"contract_1": "4H S", "tricks_1": "10", "weight_1": "100"}
    walk.send("assigned_score", walk.case.pk, "I40", reason="72C", **rows)
    walk.send("announce")
    walk.see("announced")
    assert "Due after the play" in walk.text  # the lead is still to be looked at
    walk.see("queue", cast.event.pk)
    assert "Look at the play" in walk.text

    walk.see("revise")
    assert 'value="4H S"' in walk.text
    rows["tricks_1"] = "9"
    walk.send("assigned_score", walk.case.pk, "I40", reason="One trick less.", **rows)
    walk.send("announce")

    first, second = Ruling.objects.order_by("number")
    assert (first.current, second.current) == (False, True)
    assert second.assigned[0]["tricks"] == 9
    walk.case.refresh_from_db()
    assert (walk.case.state, walk.case.follow_ups) == ("announced", ["I31"])
    assert verify().findings == []


def test_chief_and_players_see_the_case_in_their_words(client, monkeypatch):
    cast, walk = table(client)
    to_replacement(walk, cast, "1S", "1H")
    say(walk, "chosen", replacement="2H")
    walk.send("close")
    walk.see("check", walk.case.pk, "I30")
    say(walk, "yes")
    rows = {"contract_1": "4H S", "tricks_1": "10", "weight_1": "100"}
    walk.send("assigned_score", walk.case.pk, "I30", reason="27D", **rows)
    walk.send("announce")
    stop_clock(monkeypatch, cast)

    live = text_of(tablet(cast.cleo).get(reverse("live", args=[cast.event.pk])))
    noor, _esme = slips_of(cast, Case.objects.get())
    Pass.objects.update(opens_at=cast.at)
    pages = phone(noor.table_pass)
    told = text_of(pages.get(reverse("player_case", args=[walk.case.pk])))

    assert "score assigned" in live
    assert "The score is adjusted:" in told
    assert "Law 27D" in told


def test_undo_takes_a_tap_back(client):
    cast, walk = table(client)
    take_call(walk, cast)
    tap(walk, "1S", "1H")

    walk.send("undo")

    assert walk.page.context["auction_entered"].auction.calls == ("1S",)
    assert not walk.page.context["auction_entered"].settled
