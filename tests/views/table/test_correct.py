"""Facts that were wrong after the announcement, as a director sends them."""

import pytest
from django.urls import reverse

from rulings.models import Ruling
from tests.factories import make_case

pytestmark = pytest.mark.django_db
SENT = {"level": "3", "strain": "S", "declarer": "S", "doubled": "0", "claimer": "S"}


@pytest.mark.parametrize("tricks", ["²", "14", "-1", "9" * 5000, "six"])
def test_tricks_that_are_no_number_are_asked_for_again(client, cast, tricks):
    case = make_case(cast, state="announced")
    client.force_login(cast.dana)

    page = client.post(
        reverse("correct", args=[case.pk]),
        {**SENT, "tricks": tricks, "reason": "both sides say so"},
    )

    assert page.status_code == 422
    assert "Give a number of tricks from 0 to 13." in page.content.decode()
    assert "both sides say so" in page.content.decode()
    assert Ruling.objects.count() == 1
