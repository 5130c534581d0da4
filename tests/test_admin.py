"""The admin reads the record and cannot change it (R24)."""

import pytest
from django.apps import apps
from django.contrib import admin
from django.urls import reverse

from rulings.admin import HIDDEN, ReadOnly
from rulings.models import Case
from rulings.models.logged import Logged
from tests.factories import make_case, make_event, make_user

pytestmark = pytest.mark.django_db

OURS = [model for model in admin.site._registry if model._meta.app_label == "rulings"]


def test_every_logged_table_is_shown_read_only():
    logged = {
        model
        for model in apps.get_app_config("rulings").get_models()
        if issubclass(model, Logged)
    }
    assert logged <= set(OURS)
    assert all(isinstance(admin.site._registry[model], ReadOnly) for model in OURS)
    assert not HIDDEN & {model._meta.model_name for model in OURS}


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
