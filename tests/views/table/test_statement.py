"""What was said, step by step: chips, layers, palette, words read on a record."""

import pytest

from rulings.bridge.contracts import Contract
from rulings.bridge.seats import Seat
from rulings.models import Playing, Role, Statement
from rulings.queries.table.sheet import sheet_of
from rulings.workflow.event.events import give_role
from rulings.workflow.facts import change_facts, record_position
from tests.factories import (
    DEAL,
    POSITION,
    free_playing,
    make_case,
    make_event,
    make_user,
    shell,
    take_facts,
)
from tests.views.table.walks import record_play, refused

pytestmark = [pytest.mark.django_db, pytest.mark.one_database("second")]


@pytest.fixture
def cast():
    return make_event(deals={1: DEAL})


def test_chips_are_added_moved_and_dropped(walk, cast):
    walk.case = make_case(cast)
    walk.see("claim")
    walk.send("claim", level="4", strain="S", declarer="S", claimer="S", left="8")

    walk.send("statement", layer="claim", add="draw trumps")
    walk.send("statement", layer="claim", add="cash clubs from the top")
    walk.send("statement", layer="claim", earlier="1")
    said = Statement.objects.get()
    assert said.steps == ["cash clubs from the top", "draw trumps"]

    walk.send("statement", layer="claim", drop="0")
    said.refresh_from_db()
    assert said.steps == ["draw trumps"]


def test_words_that_name_no_step_are_shown_never_dropped(walk, cast):
    walk.case = make_case(cast, state="contested")
    walk.see("statement")

    walk.send("statement", layer="claim", words="draw trumps, then sing <b>loud</b>")

    assert "Not read:" in walk.text
    assert "&lt;b&gt;loud&lt;/b&gt;" in walk.text
    assert "<b>loud" not in walk.text
    assert Statement.objects.get().steps == ["the rest are good", "draw trumps"]


@pytest.mark.parametrize("then", ["", "proposal"])
def test_chip_that_names_no_step_is_refused_on_its_page(walk, cast, then):
    walk.case = make_case(cast, state="contested")
    walk.see("statement")

    page = refused(
        walk, "statement", layer="claim", change="0", put="qwerty zz", then=then
    )

    assert page.status_code == 422
    text = page.content.decode()
    assert "No step is named by “qwerty zz”." in text
    assert "What did South say with the claim?" in text
    assert "<dt>" not in text.partition("</main>")[0]
    assert Statement.objects.get().steps == ["the rest are good"]


def test_layers_are_kept_apart(walk, cast):
    walk.case = make_case(cast, state="contested")
    walk.see("statement", layer="added")

    walk.send("statement", layer="added", add="cross to hand in spades")

    assert "kept, does not count" in walk.text
    layers = {row.layer: row.steps for row in Statement.objects.all()}
    assert layers["claim"] == ["the rest are good"]
    assert layers["added"] == ["cross to hand in spades"]


@pytest.mark.parametrize(
    "word", ["cash", "run", "ruff", "lose", "finesse", "discard", "lead", "play"]
)
def test_palette_opens_choices_in_place(walk, cast, word):
    walk.case = make_case(cast, state="contested")

    walk.see("statement", open=word)

    assert walk.page.context["opened_chips"]


def test_typed_words_keep_the_chips(walk, cast):
    chip = "3 tricks in hearts"  # no words of ours are read as just this
    walk.case = make_case(cast)
    walk.see("statement")
    walk.send("statement", layer="claim", add="draw trumps")
    walk.send("statement", layer="claim", words="Draw trumps", add=chip)

    said = "Draw trumps, then clubs from the top"
    walk.send("statement", layer="claim", words=said)

    assert said_steps(walk) == ["draw trumps", "cash clubs from the top", chip]
    walk.send("statement", layer="claim", words="clubs from the top")
    assert said_steps(walk) == ["cash clubs from the top", chip]


def said_steps(walk):
    return Statement.objects.get(case=walk.case, layer="claim").steps


def test_bare_rank_is_the_only_card_of_it_held(walk, cast):
    """South's side holds one ace, and two queens."""
    walk.case = make_case(cast, state="frozen")
    walk.see("statement")

    walk.send("statement", layer="claim", words="The queen, then the ace.")

    assert said_steps(walk) == ["the rest are good", "play DA"]
    assert "<q>queen</q>" in walk.text
    assert "<q>ace</q>" not in walk.text

    walk.send("statement", layer="claim", change="1", put="the king")
    assert said_steps(walk) == ["the rest are good", "play HK"]
    assert "<q>queen, then the ace</q>" in walk.text


def test_bare_rank_stays_unread_where_the_cards_came_after_the_words(walk, cast):
    walk.case = make_case(cast, state="contested")
    walk.see("statement")

    walk.send("statement", layer="claim", words="Then the ace.")
    walk.send("read_back", ns="confirmed", ew="confirmed")
    record_position(cast.form(cast.dana), walk.case.pk, POSITION, "marked")

    assert "<q>ace</q>" in walk.see("statement").content.decode()
    assert said_steps(walk) == ["the rest are good"]


def test_words_lean_on_the_record_of_play_before_any_card_is_marked(walk, cast):
    playing = free_playing(cast)
    position = record_play(cast, playing, Contract.parse("4S S"), 5)
    walk.case = make_case(cast, state="contested", playing=playing)
    sheet = sheet_of(walk.case)

    assert sheet.unseen == (Seat.EAST, Seat.WEST)
    assert set(sheet.own_cards) == {
        *position.hands[Seat.NORTH],
        *position.hands[Seat.SOUTH],
    }


def test_words_lean_on_no_card_that_the_reader_may_not_see(client, walk):
    player = make_user("piotr")
    cast = make_event(players={"Player 1a": player}, suffix="2")
    give_role(shell(), cast.event, player, Role.Name.DIRECTOR, [])
    place = Playing.objects.filter(board__event=cast.event, ns__number=1).first()
    walk.case = make_case(cast, state="frozen", playing=place)
    change_facts(cast.form(cast.dana), walk.case.pk)
    client.force_login(player)

    walk.see("statement")
    walk.send("statement", layer="claim", words="Then the ace.")

    assert said_steps(walk) == ["the rest are good"]
    assert "<q>ace</q>" in walk.text


def test_no_trump_offers_nothing_of_trumps(walk, cast):
    walk.case = make_case(cast)
    take_facts(cast, walk.case, contract="3N S")

    walk.see("statement")
    assert "rump" not in walk.text.split('id="phrases"')[1].partition("</main>")[0]
    walk.see("objections")
    walk.send("objections", seat="E")
    assert 'value="trump_out"' not in walk.text
    assert 'value="order"' in walk.text


def test_a_defender_is_offered_no_trumps_to_draw_and_no_second_hand(walk, cast):
    walk.case = make_case(cast)
    take_facts(cast, walk.case, contract="4S W")

    walk.see("statement")

    offered = walk.text.split('id="phrases"')[1].partition("</main>")[0]
    assert "Draw trumps" not in offered
    assert "Cross to" not in offered
    assert "The rest are mine" in offered
