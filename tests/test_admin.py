"""The admin reads the record and cannot change it (R24)."""

import pytest
from django.apps import apps
from django.contrib import admin
from django.urls import reverse

from rulings.admin import CARDS, HIDDEN, ReadOnly
from rulings.bridge.hands import Deal
from rulings.models import Board, Case
from rulings.models.logged import Logged
from tests.factories import make_case, make_event, make_user, take_facts

pytestmark = pytest.mark.django_db

OURS = [model for model in admin.site._registry if model._meta.app_label == "rulings"]


def test_every_logged_table_without_cards_is_shown_read_only():
    logged = {
        model
        for model in apps.get_app_config("rulings").get_models()
        if issubclass(model, Logged) and model._meta.model_name not in CARDS
    }
    assert logged <= set(OURS)
    assert all(isinstance(admin.site._registry[model], ReadOnly) for model in OURS)
    assert not (HIDDEN | CARDS) & {model._meta.model_name for model in OURS}


@pytest.mark.parametrize("model", OURS, ids=lambda model: model._meta.model_name)
def test_administrator_looks_and_writes_nothing(client, rf, model):
    client.force_login(make_user("ada", is_staff=True, is_superuser=True))
    name = model._meta.model_name

    listed = client.get(reverse(f"admin:rulings_{name}_changelist"))
    added = client.get(reverse(f"admin:rulings_{name}_add"))

    assert (listed.status_code, added.status_code) == (200, 403)


def test_case_is_shown_and_cannot_be_changed(client):
    case = make_case(make_event(), state="announced")
    client.force_login(make_user("ada", is_staff=True, is_superuser=True))
    url = reverse("admin:rulings_case_change", args=[case.pk])

    assert client.get(url).status_code == 200
    assert client.post(url, {"state": "called"}).status_code == 403
    delete = reverse("admin:rulings_case_delete", args=[case.pk])
    assert client.post(delete, {"post": "yes"}).status_code == 403
    assert Case.objects.get(pk=case.pk).state == "announced"


def test_scorer_without_staff_right_is_sent_to_the_door(client):
    client.force_login(make_user("sam"))

    response = client.get(reverse("admin:rulings_case_changelist"))

    assert response.status_code == 302


def test_administrator_who_plays_sees_no_card_of_the_boards(client):
    """The admin knows no embargo, so nothing in it may hold cards (R11)."""
    ada = make_user("ada", is_staff=True, is_superuser=True)
    deal = Deal.parse(
        "N:54.KQJT.AQJ82.Q9 KQ.652.T74.AKT65 AJT732.A43.9.J74 986.987.K653.832"
    )
    cast = make_event(
        players={"Player 1a": ada}, deals=dict.fromkeys(range(1, 7), deal)
    )
    take_facts(cast, make_case(cast, state="called"))
    assert Board.objects.filter(deal=str(deal)).exists()
    client.force_login(ada)

    texts = []
    for model in OURS:
        name = f"admin:rulings_{model._meta.model_name}"
        texts.append(client.get(reverse(f"{name}_changelist")).content.decode())
        for row in model.objects.all():
            page = client.get(reverse(f"{name}_change", args=[row.pk]))
            texts.append(page.content.decode())

    hands = str(deal).partition(":")[2].split()
    assert len(hands) == 4
    assert [hand for hand in hands if any(hand in text for text in texts)] == []
    assert [text for text in texts if "the rest are good" in text] == []
    for name in CARDS:
        assert client.get(f"/admin/rulings/{name}/").status_code == 404
