"""The page of components in a browser, and fingers on it.

The page comes from its template, style sheets and scripts from where Django finds
them; the Content-Security-Policy of the site is in force.
"""

from pathlib import Path

from django.contrib.staticfiles import finders
from django.http import HttpResponse
from django.middleware.csrf import get_token
from django.template import engines
from django.test import RequestFactory, override_settings
from django.urls import path

from tests.scripts.specimens import components

PAGE = Path(__file__).with_name("components.html")
HOST = "http://127.0.0.1:9"
CSP = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
    "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
KINDS = {".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml"}

urlpatterns = [
    path("", lambda _: HttpResponse(), name="home"),
    path("help/", lambda _: HttpResponse(), name="help"),
]


def component_page(**context):
    """Return the page as the site would send it."""
    request = RequestFactory().get("/components/")
    get_token(request)
    with override_settings(ROOT_URLCONF=__name__):
        page = engines["django"].from_string(PAGE.read_text("utf-8"))
        return page.render(components() | context, request)


def serve(page, markup, sent):
    """Answer every request of a browser page from memory."""

    def answer(route):
        sent.append(route.request)
        name = route.request.url.removeprefix(HOST).partition("?")[0]
        if not name.startswith("/static/"):
            headers = {"Content-Security-Policy": CSP}
            route.fulfill(body=markup, content_type="text/html", headers=headers)
            return
        found = Path(finders.find(name.removeprefix("/static/")))
        route.fulfill(body=found.read_bytes(), content_type=KINDS[found.suffix])

    page.route("**/*", answer)


def box(page, selector):
    """Return the middle of an element, after it came into view."""
    place = page.locator(selector)
    place.scroll_into_view_if_needed()
    found = place.bounding_box()
    return found["x"] + found["width"] / 2, found["y"] + found["height"] / 2


def swipe(page, first, last):
    """Press on one element, move to another in steps, lift."""
    start = box(page, first)
    end = box(page, last)
    page.mouse.move(*start)
    page.mouse.down()
    page.mouse.move((start[0] + end[0]) / 2, (start[1] + end[1]) / 2, steps=4)
    page.mouse.move(*end, steps=4)
    page.mouse.up()


def card(seat, code):
    return f'label:has(> input[name="{seat}"][value="{code}"])'
