"""A live part rests while it is used, and catches up afterwards."""

import pytest
from playwright.sync_api import expect

from tests.scripts.specimen import HOST

PART = """<div id="live" data-live hx-get="/live" hx-swap="outerHTML"
    hx-trigger="tick, live:refresh"><b>{n}</b>
    <details class="form"><summary>Strike it</summary><form><input name="words"></form>
    </details><details class="text"><summary>In words</summary><p>{n}</p></details>
    <form><textarea></textarea></form></div>"""
ASKS = """<div id="asks" data-live hx-get="/live" hx-swap="outerHTML"
    hx-trigger="tick, live:refresh"></div>"""


@pytest.fixture
def live(components_page):
    """Return a page with a live part, numbered by its answers, and one beside it."""
    page = components_page
    asked = []

    def answer(route):
        asked.append(route.request)
        beside = route.request.headers["hx-trigger"] == "asks"
        body = PART.format(n=len(asked))
        if beside:
            body += ASKS
        route.fulfill(
            body=body,
            content_type="text/html",
            headers={"HX-Retarget": "#live"} if beside else {},
        )

    page.route(f"{HOST}/live", answer)
    page.evaluate(
        """(markup) => {
            const main = document.querySelector('main');
            main.insertAdjacentHTML('afterbegin', markup);
            window.htmx.process(main);
        }""",
        PART.format(n=0) + ASKS,
    )
    return page


TICK = """(id) => new Promise((done) => {
    const part = document.getElementById(id);
    part.addEventListener('htmx:afterRequest', () => done(true), { once: true });
    window.htmx.trigger(part, 'tick');
    if (!part.matches('.htmx-request')) done(false);
})"""


def number(page):
    return page.locator("#live b")


def test_live_part_is_left_alone_while_a_form_in_it_is_open(live):
    live.locator(".form summary").click()
    live.locator("#live input").fill("He always")

    asked = live.evaluate(TICK, "live")

    assert not asked
    assert live.locator("#live input").input_value() == "He always"
    live.locator(".form summary").click()
    expect(number(live)).to_have_text("1")


def test_live_part_is_left_alone_while_a_field_in_it_has_the_cursor(live):
    live.locator("#live textarea").fill("not yet")

    asked = live.evaluate(TICK, "live")

    assert not asked
    live.locator("#live textarea").blur()
    expect(number(live)).to_have_text("1")


def test_answer_that_replaces_the_part_around_an_open_form_waits(live):
    live.locator(".form summary").click()

    asked = live.evaluate(TICK, "asks")

    assert asked
    assert number(live).inner_text() == "0"
    live.locator(".form summary").click()
    expect(number(live)).not_to_have_text("0")  # asked again, once or oftener


def test_what_is_open_to_be_read_stays_open_when_the_part_is_replaced(live):
    live.locator(".text summary").click()

    live.evaluate(TICK, "live")

    expect(number(live)).to_have_text("1")
    assert live.locator(".text p").is_visible()
    assert not live.locator(".form form").is_visible()


def test_live_part_rests_under_a_finger(components_page, sent):
    page = components_page
    page.evaluate(
        """() => {
            const part = document.createElement('div');
            part.id = 'live';
            part.dataset.live = '';
            part.setAttribute('hx-get', '/live');
            part.setAttribute('hx-trigger', 'tick, live:refresh');
            part.setAttribute('hx-swap', 'none');
            document.querySelector('main').append(part);
            window.htmx.process(part);
        }"""
    )

    def polls():
        return [request.url for request in sent].count(f"{HOST}/live")

    page.mouse.move(5, 400)
    page.mouse.down()
    page.evaluate("window.htmx.trigger('#live', 'tick')")
    under_the_finger = polls()
    with page.expect_response(f"{HOST}/live"):
        page.mouse.up()

    assert under_the_finger == 0
    assert polls() == 1
