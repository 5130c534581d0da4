"""The dock on a phone: one row in each language, and nothing half hidden behind it."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.urls import reverse

from rulings.workflow.cases import close_case
from rulings.workflow.solving.propose import propose
from tests.factories import make_case, make_event

pytestmark = pytest.mark.one_database("second")

LOWEST = 84
"""Pixels: a row of buttons with words on two lines."""

TAPPED = 24
SCREENS = ("statement", "proposal", "announced")
NARROW = ("objections", "closed")
"""Screens with notices that a button stands beside."""

TARGETS = {"runOnly": {"type": "rule", "values": ["target-size"]}}
DOCK = """() => {
  const dock = document.querySelector('.dock');
  const buttons = [...dock.querySelectorAll('.btn')];
  const tops = buttons.map((one) => one.getBoundingClientRect().top);
  const over = parseFloat(dock.style.getPropertyValue('--over')) || 0;
  return {
    rows: new Set(tops.map(Math.round)).size,
    height: dock.getBoundingClientRect().height - over,
    cut: buttons.filter((one) => one.scrollWidth > one.clientWidth + 1).length,
    wide: document.documentElement.scrollWidth,
  };
}"""
SPILLED = """() => {
  const wide = document.documentElement.scrollWidth;
  const buttons = [...document.querySelectorAll('.btn')];
  return [wide, ...buttons
    .filter((one) => one.scrollWidth > one.clientWidth + 1)
    .map((one) => one.textContent.trim())];
}"""
SLIVERS = """(least) => {
  const line = document.querySelector('.dock').getBoundingClientRect().top;
  const free = [...document.querySelectorAll('main :is(a[href], button, summary)')]
    .map((one) => one.getBoundingClientRect())
    .filter(({top, bottom}) => top < line && bottom > line)
    .map(({top}) => line - top);
  return free.filter((one) => one < least);
}"""
TAPS = """() => {
  const dock = document.querySelector('.dock');
  const {top, height} = dock.getBoundingClientRect();
  const over = parseFloat(dock.style.getPropertyValue('--over')) || 0;
  const hit = ({left, top, width, height}) =>
    document.elementFromPoint(left + width / 2, top + height / 2);
  const reserved = parseFloat(getComputedStyle(document.body).paddingBottom);
  return {
    rose: over > 0,
    tapped: [...dock.querySelectorAll('.btn')].every(
      (one) => one.contains(hit(one.getBoundingClientRect()))
    ),
    below: Math.round(innerHeight - top - height),
    reserved: reserved >= height - over,
  };
}"""
HALF_HIDE = """() => {
  const dock = document.querySelector('.dock');
  const over = parseFloat(dock.style.getPropertyValue('--over')) || 0;
  const line = dock.getBoundingClientRect().top + over;
  const last = [...document.querySelectorAll('main :is(a[href], button, summary)')]
    .filter((one) => one.checkVisibility()).at(-1);
  scrollBy(0, last.getBoundingClientRect().top - line + 12);
}"""
SWAP = """() => new Promise((done) => {
  const old = document.querySelector('.dock');
  document.addEventListener('htmx:afterSettle', () => {
    if (!old.isConnected) done();
  });
  htmx.trigger('#weigh', 'live:refresh');
})"""
REST = """() => new Promise((done) => requestAnimationFrame(() =>
  requestAnimationFrame(() => setTimeout(done, 150))))"""
"""The browser tells the dock of a change with the next picture; then its timer runs."""


@pytest.fixture
def phone(page, site, client):
    """Return what opens a screen of a director's case on a phone in a language."""
    cast = make_event()
    frozen = make_case(cast, state="frozen")
    propose(cast.form(cast.dana), frozen.pk)
    cases = dict.fromkeys(SCREENS, frozen)
    cases["objections"] = frozen
    cases["announced"] = make_case(cast, state="announced")
    cases["closed"] = make_case(cast)
    close_case(
        cast.form(cast.dana),
        cases["closed"].pk,
        outcome="O-NOCONCESSION",
        follow_ups=["U01"],
    )
    client.force_login(cast.dana)
    page.set_viewport_size({"width": 390, "height": 844})

    def see(screen, language):
        told = {"sessionid": client.cookies["sessionid"].value}
        told["django_language"] = language
        page.context.add_cookies(
            [{"name": name, "value": text, "url": site} for name, text in told.items()]
        )
        page.goto(site + reverse(screen, args=[cases[screen].pk]))
        page.evaluate(REST)
        return page

    return see


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("language", ["en", "pl", "fr"])
def test_dock_is_one_row_and_every_target_can_be_tapped(phone, language):
    for screen in SCREENS:
        page = phone(screen, language)

        dock = page.evaluate(DOCK)

        assert page.locator("html").get_attribute("lang") == language
        assert (screen, dock["rows"], dock["cut"]) == (screen, 1, 0)
        assert (screen, dock["wide"]) == (screen, 390)
        assert dock["height"] <= LOWEST, (screen, page.locator(".dock").inner_text())
        found = Axe().run(page, options=TARGETS).response["violations"]
        assert [(screen, rule["nodes"]) for rule in found] == []


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("language", ["pl", "fr"])
def test_no_words_are_wider_than_their_button_or_the_phone(phone, language):
    for screen in NARROW:
        page = phone(screen, language)

        assert page.locator(":is(.notice, .seat) .btn").count() > 0
        assert (screen, page.evaluate(SPILLED)) == (screen, [390])


@pytest.mark.django_db(transaction=True)
def test_what_rests_behind_the_dock_can_be_tapped_or_is_not_seen(phone):
    page = phone("statement", "pl")
    rose = 0

    for down in range(0, 60, 12):
        page.evaluate("(down) => scrollTo(0, down)", down)
        page.evaluate(REST)
        assert page.evaluate(SLIVERS, TAPPED) == []
        rose += page.locator(".dock").evaluate(
            "(dock) => parseFloat(dock.style.getPropertyValue('--over')) > 0"
        )

    assert rose > 0  # it had something to cover


@pytest.mark.django_db(transaction=True)
def test_end_of_the_page_is_seen_above_the_dock(phone):
    page = phone("statement", "fr")

    page.evaluate("() => scrollTo(0, document.documentElement.scrollHeight)")
    page.evaluate(REST)

    covered = """() => {
      const line = document.querySelector('.dock').getBoundingClientRect().top;
      const parts = [...document.querySelectorAll('main *')];
      return parts.filter(
        (one) => one.checkVisibility() && one.getBoundingClientRect().bottom > line
      ).map((one) => one.outerHTML);
    }"""
    assert page.evaluate(covered) == []


@pytest.mark.django_db(transaction=True)
def test_dock_that_a_poll_put_in_place_rises_and_can_be_tapped(phone):
    page = phone("proposal", "pl")
    page.set_viewport_size({"width": 390, "height": 480})
    page.evaluate(HALF_HIDE)
    page.evaluate(REST)
    risen = {"rose": True, "tapped": True, "below": 0, "reserved": True}
    assert page.evaluate(TAPS) == risen

    page.evaluate(SWAP)

    assert page.evaluate(TAPS) == risen  # at once, not when a timer ends
    assert page.evaluate(SLIVERS, TAPPED) == []
