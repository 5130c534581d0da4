"""A player asks for a ruling on a board that no director has been called to."""

import pytest

from rulings.models import Case, Entry, Objection

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.one_database]


def test_player_asks_for_a_ruling_on_his_own_board(walker, slip_of, world):
    dana = walker("Dana, director")
    dana.tap("Round 1 is over").tap("over", role="button").sees("No calls.")

    pair = slip_of(4)
    pair.tap("Board 1, table A1", role="link").tap("ask for a ruling", role="radio")
    pair.tap("Send to the director").sees("The director has it.").tap(
        "Back", role="link"
    )
    pair.sees("A director has it.").tap("Sent by mistake?").tap("Send: Take it back")
    pair.sees("Taken back").tap("Seventy", role="link")
    pair.tap("Board 2, table A1", role="link").sees("What is it about?")
    pair.tap("Send to the director").sees("Say what it is about")
    pair.tap("ask for a ruling", role="radio").tap("West", role="radio")
    pair.types("In your words", "Dummy named a card after the claim.")
    pair.tap("Send to the director").sees("The director has it.")
    pair.sees("Request for a ruling")

    dana.sees("Board 2").sees("West asks for a ruling").tap("Take it")
    dana.sees("asks for a ruling")

    case = Case.objects.exclude(state="cancelled").get()
    wish = Objection.objects.get(case=case)
    assert (case.playing, case.director.username) == (world.playing(2), "dana")
    assert (wish.wish, wish.side, wish.seat) == ("ask_ruling", "EW", "W")
    acts = Entry.objects.filter(case_id=case.pk).order_by("seq")
    assert [entry.act for entry in acts][:2] == ["open", "object"]


def test_agreement_on_his_own_board_is_taken_back_after_the_round(
    walker, slip_of, world
):
    dana = walker("Dana, director")
    dana.tap("Round 1 is over").tap("over", role="button").sees("No calls.")
    pair = slip_of(4)
    pair.tap("Board 2, table A1", role="link").tap("no longer do", role="radio")
    pair.tap("West", role="radio").types("In your words", "We had a sure trick.")
    pair.tap("Send to the director").sees("The director has it.")

    dana.sees("West takes the agreement back").tap("Take it").tap("Deal with it")
    dana.misses("Was there a claim")
    dana.sees("this falls under Law 69B").sees("What is being asked back?")
    dana.tap("Take it up under Law 69B")
    dana.sees("Who claimed")
    dana.tap("Next").tap("said nothing")

    dana.sees("What is being asked back?").sees("We had a sure trick.")
    dana.tap("Answers so far").sees("from what West sent").misses("doubted it")
    dana.tap("A trick not yet played").sees("Are these the cards that remained?")
    dana.tap("Yes, these", role="button").sees("would that side likely have won")
    assert Case.objects.get().state == "frozen"
