"""What players, the panel and the public clock read of an appeal (Laws 92, 93)."""

from datetime import timedelta

import pytest
from django.urls import reverse

from rulings.models import Appeal, Role
from rulings.queries.player import public_windows
from rulings.workflow.event import scores
from rulings.workflow.event.events import give_role
from rulings.workflow.ruling import decide
from tests.factories import decision, make_case, shell
from tests.forms_on_pages import flat
from tests.people import phone, sent, slips_of, tablet, text_of
from tests.views.player.pages import at, offered
from tests.workflow.ruling.test_appeals import appealed, end, reviewer

pytestmark = pytest.mark.django_db
MAY_APPEAL, WORDS = "Time to appeal", "He never said it."


@pytest.fixture
def read(cast):
    """Return how both sides read their page of a case: North-South, East-West."""

    def pages(case):
        slips = slips_of(cast, case)
        return [text_of(phone(slip.table_pass).get(at(case))) for slip in slips]

    return pages


def purposes(cast):
    return {row.purpose for row in public_windows(cast.event, cast.at)}


def test_a_side_reads_its_appeal_and_no_time_to_appeal_while_it_waits(cast, read):
    case, _ = appealed(cast)

    others, own = read(case)

    assert WORDS in own
    assert "It waits for the decision." in own
    assert MAY_APPEAL not in own
    assert MAY_APPEAL in others
    assert WORDS not in others


def test_a_side_reads_how_its_appeal_ended_only_once_it_is_told(cast, read):
    case, _ = appealed(cast)
    end(cast, case, "EW", outcome=Appeal.Outcome.CHANGED, decision=decision(8))

    _, own = read(case)
    assert "Decided. The director will tell both sides." in own
    assert "ruling changed" not in own
    assert MAY_APPEAL not in own
    assert "appeal" in purposes(cast)

    decide.announce(cast.form(cast.dana), case.pk)

    others, own = read(case)
    assert "Appeal decided: ruling changed." in own
    assert MAY_APPEAL not in own + others
    assert "appeal" not in purposes(cast)


def test_the_other_side_keeps_its_time_where_the_ruling_is_upheld(cast, read):
    case, _ = appealed(cast)
    end(cast, case, "EW")
    decide.announce(cast.form(cast.dana), case.pk)

    others, own = read(case)

    assert MAY_APPEAL in others
    assert MAY_APPEAL not in own
    assert "appeal" in purposes(cast)


def test_the_dossier_keeps_a_time_to_appeal_that_has_passed(cast):
    case, _ = appealed(cast)
    end(cast, case, "EW", outcome=Appeal.Outcome.CHANGED, decision=decision(8))
    decide.announce(cast.form(cast.dana), case.pk)
    dana, url = tablet(cast.dana), reverse("dossier", args=[case.pk])

    assert MAY_APPEAL not in text_of(dana.get(url))

    scores.publish_scores(cast.form(cast.cleo), cast.event, cast.session)
    cast.later(minutes=50)
    closes = (cast.at - timedelta(minutes=20)).strftime(":%M")
    assert f"{MAY_APPEAL}: " in text_of(dana.get(url))
    assert f"{closes}. 30 minutes" in text_of(dana.get(url))


def test_the_panel_goes_back_from_the_dossier_to_its_own_page(cast):
    case, _ = appealed(cast)
    rae = tablet(reviewer(cast, case))

    page = rae.get(reverse("dossier", args=[case.pk]))

    back = reverse("appeal_decide", args=[case.pk])
    assert f'href="{back}">Back' in flat(page.content.decode())
    assert rae.get(back).status_code == 200
    assert reverse("case", args=[case.pk]) + '"' not in page.content.decode()


def test_who_decides_on_his_own_ruling_is_told_to_ask_for_advice(cast):
    case, _ = appealed(cast)
    give_role(shell(), cast.event, cast.dana, Role.Name.CHIEF, [])
    page = reverse("appeal_decide", args=[case.pk])

    warned = "You made this ruling yourself"
    assert warned in text_of(tablet(cast.dana).get(page))
    assert warned not in text_of(tablet(cast.cleo).get(page))


def test_nobody_is_offered_a_mistake_once_a_ruling_has_been_told(cast):
    case, _ = appealed(cast)
    end(cast, case, "EW")

    page = tablet(cast.dana).get(reverse("ruling", args=[case.pk]))

    assert "Announced to both sides" in text_of(page)
    assert "Called by mistake" not in text_of(page)


def test_the_opponents_learn_of_an_appeal_once_a_director_deals_with_it(cast, read):
    case = make_case(cast, state="announced")
    noor, esme = slips_of(cast, case)
    before = phone(noor.table_pass).get(at(case))
    phone(esme.table_pass).post(at(case), sent(act="appeal", seat="E", partner="on"))

    after = phone(noor.table_pass).get(at(case))
    assert offered(after) == offered(before)
    home = text_of(phone(noor.table_pass).get(reverse("player")))
    assert "appeal is waiting" not in text_of(after) + home
    assert "appeal is waiting" in text_of(phone(esme.table_pass).get(at(case)))

    reviewer(cast, case)
    others, _own = read(case)
    assert "appeal is waiting" in others
