"""The page every screen extends: what it loads, and what the user's options change."""

import json
import re

import pytest
from django.contrib import messages
from django.contrib.messages.storage.fallback import FallbackStorage
from django.http import HttpResponse
from django.middleware.csrf import get_token
from django.shortcuts import render
from django.test import RequestFactory
from django.urls import path
from django.utils import translation

from tests.forms_on_pages import flat

urlpatterns = [
    path("", lambda _: HttpResponse(), name="home"),
    path("help/", lambda _: HttpResponse(), name="help"),
]
pytestmark = pytest.mark.urls(__name__)


@pytest.fixture
def request_with_messages():
    request = RequestFactory().get("/")
    request.session = {}
    request._messages = FallbackStorage(request)
    return request


def page(request, **context):
    return flat(render(request, "base.html", context).content.decode())


def test_page_skips_to_its_content(request_with_messages):
    markup = page(request_with_messages)

    assert markup.index('href="#main"') < markup.index('<header class="bar">')
    assert '<main id="main"' in markup
    assert '<a class="mark" href="/">Seventy</a>' in markup


def test_page_sends_the_token_with_every_fragment(request_with_messages):
    get_token(request_with_messages)

    markup = page(request_with_messages)

    sent = re.search(r"hx-headers='([^']+)'", markup).group(1)
    assert len(json.loads(sent)["X-CSRFToken"]) == 64


def test_htmx_may_not_evaluate_or_keep_pages(request_with_messages):
    markup = page(request_with_messages)

    config = re.search(r"name=\"htmx-config\" content='([^']+)'", markup).group(1)
    assert json.loads(config) == {
        "allowEval": False,
        "includeIndicatorStyles": False,
        "selfRequestsOnly": True,
        "historyCacheSize": 0,
    }


@pytest.mark.parametrize(
    ("options", "start"),
    [
        ({}, '<html lang="en">'),
        ({"suits": "two"}, '<html lang="en" data-suits="two">'),
        ({"hand": "left"}, '<html lang="en" data-hand="left">'),
        ({"suits": "four", "hand": "right"}, '<html lang="en">'),
    ],
    ids=["none", "two colours", "left hand", "usual"],
)
def test_options_are_attributes_of_the_page(request_with_messages, options, start):
    with translation.override("en"):
        assert start in page(request_with_messages, **options)


@pytest.mark.parametrize(
    ("theme", "media"),
    [
        (None, ['media="screen and (prefers-color-scheme: dark)"']),
        ("dark", ['media="screen"']),
        ("light", []),
    ],
)
def test_dark_sheet_is_chosen_by_its_media(request_with_messages, theme, media):
    markup = page(request_with_messages, theme=theme)

    assert re.findall(r'dark\.css" (media="[^"]+")', markup) == media


def test_messages_stand_in_a_status_region(request_with_messages):
    messages.error(request_with_messages, "East has <9> cards.")

    markup = page(request_with_messages)

    assert 'id="messages" role="status"' in markup
    assert '<p class="notice error">East has &lt;9&gt; cards.</p>' in markup
