"""A director who has still to play the board learns no card from the steps (R11)."""

import uuid

import pytest
from django.urls import reverse

from rulings.models import Case, Playing, Role, Statement
from rulings.queries.case.hearing import hearing_of
from rulings.workflow import facts
from rulings.workflow.event import events
from tests.factories import POSITION, make_case, make_event, make_user, shell

pytestmark = pytest.mark.django_db
WORDS = "finesse the king of clubs, finesse the queen of hearts"
BLIND = ["finesse CK", "finesse HQ"]
SEEN = ["finesse clubs", "finesse HQ"]
"""South's side holds the queen of hearts and not the king of clubs."""


@pytest.fixture
def piotr():
    return make_user("piotr")


@pytest.fixture
def case(piotr):
    """Return a case on a board that a director has still to play, cards taken down."""
    cast = make_event(players={"Player 1a": piotr})
    events.give_role(shell(), cast.event, piotr, Role.Name.DIRECTOR, [])
    playing = Playing.objects.filter(board__event=cast.event, board__number=1).first()
    case = make_case(cast, state="contested", playing=playing)
    facts.record_statement(
        cast.form(cast.dana),
        case.pk,
        layer=Statement.Layer.CLAIM,
        seat="S",
        words=WORDS,
        steps=BLIND,
    )
    facts.record_position(cast.form(cast.dana), case.pk, POSITION, "marked")
    return Case.objects.get(pk=case.pk)


def stored(case):
    return Statement.objects.get(case=case, layer="claim").steps


def screens(client, case):
    """Return what the screens of a case say that a playing director may open."""
    return [
        client.get(reverse(name, args=[case.pk]), follow=True).content.decode()
        for name in ("case", "statement", "claim", "handover")
    ]


def test_steps_read_with_the_cards_are_shown_as_the_words_give_them(
    client, case, piotr
):
    assert stored(case) == hearing_of(case).steps(WORDS) == SEEN
    client.force_login(piotr)

    shown = screens(client, case)

    assert 'value="finesse CK"' in shown[1]
    for page in shown:
        assert "finesse clubs" not in page.lower()
        assert "finesse in clubs" not in page.lower()


def test_what_he_changes_is_kept_as_the_cards_tell_it(client, case, piotr):
    client.force_login(piotr)
    form = {"key": str(uuid.uuid4()), "version": case.version, "layer": "claim"}

    page = client.post(
        reverse("statement", args=[case.pk]), {**form, "drop": "1"}, follow=True
    )

    assert page.status_code == 200
    assert stored(case) == SEEN[:1]
    assert "finesse CK" in page.content.decode()
    assert "read as" not in page.content.decode()


def test_another_contract_entered_by_him_tells_him_nothing_of_the_cards(
    client, case, piotr
):
    client.force_login(piotr)
    sent = {"level": "4", "strain": "D", "declarer": "S", "claimer": "S", "left": "8"}
    form = {"key": str(uuid.uuid4()), "version": case.version, "confirmed": "yes"}

    page = client.post(
        reverse("claim", args=[case.pk]), {**form, **sent}, follow=True
    ).content.decode()

    assert "is now read as" not in page
    assert Case.objects.get(pk=case.pk).playing.contract == "4D S"
