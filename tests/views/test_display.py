"""A device looks as its holder chose; the choice holds no person and no right."""

import pytest
from django.urls import reverse

from rulings.forms.display import chosen_display


@pytest.fixture
def page(client):
    """Return the page of the options as this device gets it."""

    def look():
        return client.get(reverse("display")).content.decode()

    return look


@pytest.mark.parametrize(
    ("name", "value", "mark"),
    [
        ("suits", "two", 'data-suits="two"'),
        ("hand", "left", 'data-hand="left"'),
        ("motion", "none", 'data-motion="none"'),
        ("keys", "off", 'data-keys="off"'),
        ("theme", "dark", 'media="screen"'),
    ],
)
def test_an_option_is_kept_and_taken_back(client, page, name, value, mark):
    assert mark not in page()

    sent = client.post(reverse("display"), {name: value})
    assert (sent.status_code, sent["Location"]) == (303, reverse("display"))
    assert client.cookies[name]["samesite"] == "Lax"
    assert mark in page()

    client.post(reverse("display"), {name: ""})
    assert mark not in page()


def test_an_odd_choice_is_refused_and_an_odd_cookie_is_nothing(client):
    sent = client.post(reverse("display"), {"theme": "purple"})

    assert sent.status_code == 422
    assert chosen_display({"theme": "purple", "suits": "two"}) == {
        **dict.fromkeys(("theme", "hand", "motion", "keys"), ""),
        "suits": "two",
    }
