"""The scripts and the look in a browser, on the page of components.

The page comes from its template, style sheets and scripts from where Django finds them;
the Content-Security-Policy of the site is in force.
"""

from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.contrib.staticfiles import finders
from django.http import HttpResponse
from django.middleware.csrf import get_token
from django.shortcuts import render
from django.test import RequestFactory, override_settings
from django.urls import path
from playwright.sync_api import expect

from rulings.views.drawing.specimens import components

HOST = "http://127.0.0.1:9"
CSP = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
    "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
RULES = {"runOnly": ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa", "best-practice"]}
KINDS = {".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml"}
SIZES = {
    "portrait": (820, 1180),
    "landscape": (1180, 820),
    "phone": (390, 844),
    "zoomed": (320, 640),
}

urlpatterns = [path("", lambda _: HttpResponse(), name="home")]


def component_page(**context):
    """Return the page as the site would send it."""
    request = RequestFactory().get("/components/")
    get_token(request)
    with override_settings(ROOT_URLCONF=__name__):
        answer = render(request, "components.html", components() | context)
    return answer.content.decode()


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


@pytest.fixture
def sent():
    """Return the requests that the page has made."""
    return []


@pytest.fixture
def components_page(page, sent):
    """Open the page of components; anything said on the console is a failure."""
    said = []
    page.on("console", lambda message: said.append(message.text))
    page.on("pageerror", lambda error: said.append(str(error)))
    serve(page, component_page(), sent)
    page.set_viewport_size({"width": 1180, "height": 820})
    page.goto(f"{HOST}/components/")
    page.wait_for_function("window.htmx !== undefined")
    yield page
    assert said == []


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


def marked(page, seat):
    """Return the cards of a hand that are marked, in the order shown."""
    ticked = page.locator(f'input[name="{seat}"]:checked')
    return ticked.evaluate_all("all => all.map((one) => one.value)")


def count(page, seat):
    return page.locator(f'[data-hand="{seat}"] output').inner_text().split("\n")[-1]


@pytest.mark.parametrize(
    ("scheme", "size"),
    [("light", "landscape"), ("dark", "phone")],
    ids=["light", "dark"],
)
def test_components_have_no_violation(components_page, scheme, size):
    components_page.emulate_media(color_scheme=scheme)
    width, height = SIZES[size]
    components_page.set_viewport_size({"width": width, "height": height})

    found = Axe().run(components_page, options=RULES).response["violations"]

    assert [violation["id"] for violation in found] == []


@pytest.mark.parametrize("size", SIZES.values(), ids=SIZES)
def test_components_never_scroll_sideways(components_page, size):
    components_page.set_viewport_size({"width": size[0], "height": size[1]})

    width = components_page.evaluate("document.documentElement.scrollWidth")

    assert width == size[0]


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_theme_chosen_by_the_user_wins_over_the_device(page, theme):
    serve(page, component_page(theme=theme), [])
    page.emulate_media(color_scheme="dark" if theme == "light" else "light")
    page.goto(f"{HOST}/components/")

    colour = page.evaluate("getComputedStyle(document.body).backgroundColor")

    papers = {"light": "rgb(237, 240, 237)", "dark": "rgb(12, 21, 18)"}
    assert colour == papers[theme]


def test_swipe_marks_a_run_on_lift(components_page):
    page = components_page
    start, end = box(page, card("W", "HQ")), box(page, card("W", "H5"))

    page.mouse.move(*start)
    page.mouse.down()
    page.mouse.move(*end, steps=5)
    before = marked(page, "W")
    outlined = page.locator(".k.sweep").count()
    page.mouse.up()

    assert before == ["S8", "S7", "S6", "DJ", "D9"]
    assert outlined == 3
    assert marked(page, "W") == ["S8", "S7", "S6", "HQ", "H6", "H5", "DJ", "D9"]
    assert page.locator(".sweep").count() == 0
    assert "✓ 8 of 8" in count(page, "W")


def test_swipe_back_over_a_run_clears_it_and_undo_restores_it(components_page):
    page = components_page

    swipe(page, card("W", "S8"), card("W", "S6"))
    cleared = marked(page, "W")
    page.locator("[data-undo]").click()

    assert cleared == ["DJ", "D9"]
    assert marked(page, "W") == ["S8", "S7", "S6", "DJ", "D9"]


def test_swipe_stays_in_its_suit(components_page):
    page = components_page

    swipe(page, card("W", "HQ"), card("W", "D5"))

    assert marked(page, "W") == [
        *["S8", "S7", "S6", "HQ", "H6", "H5", "H2"],
        *["DJ", "D9"],
    ]


def test_tap_marks_one_card_and_says_what_is_missing(components_page):
    page = components_page

    page.locator(card("W", "C7")).click()

    assert marked(page, "W") == ["S8", "S7", "S6", "DJ", "D9", "C7"]
    assert "6 of 8" in count(page, "W")
    assert page.locator("[data-why]").inner_text() == "West: 2 to mark"


def test_keyboard_extends_a_run_and_undoes_it(components_page):
    page = components_page
    page.locator('input[name="W"][value="HQ"]').focus()

    page.keyboard.press("Shift+ArrowRight")
    page.keyboard.press("Shift+ArrowRight")
    page.keyboard.press("Space")
    after = marked(page, "W")
    page.keyboard.press("Control+z")

    assert after == ["S8", "S7", "S6", "HQ", "H6", "H5", "DJ", "D9"]
    assert marked(page, "W") == ["S8", "S7", "S6", "DJ", "D9"]


def test_trick_takes_a_card_by_tap_and_gives_it_back(components_page):
    page = components_page
    slot = page.locator('[data-slot="W"] button')
    entry = page.locator('select[name="trick_W"]')

    slot.click()
    page.locator(card("W", "HQ")).click()
    taken = (entry.input_value(), slot.get_attribute("aria-label"))
    laid = page.locator(f"{card('W', 'HQ')}.down").count()
    slot.click()

    assert taken == ("HQ", "West, take back: queen of hearts")
    assert laid == 1
    assert entry.input_value() == ""
    assert "HQ" in marked(page, "W")


def test_trick_takes_a_card_dropped_on_the_felt(components_page):
    page = components_page

    swipe(page, card("W", "HQ"), "[data-felt]")

    assert page.locator('select[name="trick_W"]').input_value() == "HQ"
    assert "6 of 8" in count(page, "W")


def test_trick_takes_a_card_by_keyboard(components_page):
    page = components_page
    page.locator('[data-slot="W"] button').focus()

    page.keyboard.press("Enter")
    page.locator('input[name="W"][value="HQ"]').focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")

    assert page.locator('select[name="trick_W"]').input_value() == "H6"


def test_deck_gives_a_run_to_the_seat_chosen(components_page):
    page = components_page
    page.locator('.key[value="HA"]').focus()

    page.keyboard.press("4")
    swipe(page, '.key[value="DA"]', '.key[value="DQ"]')

    west = page.locator('input[name="hand_W"]')
    assert west.input_value() == "876.Q6.AKQJ95."
    assert page.locator('.key[value="DK"] .vh >> nth=1').inner_text() == "held by West"
    assert page.locator('.key[value="DK"]').get_attribute("class") == "key mine"


def test_deck_follows_a_typed_hand(components_page):
    page = components_page
    page.locator("summary").last.click()

    page.locator('input[name="hand_E"]').fill("543..10 87.64")

    held = page.locator('.key[data-holder="E"]').evaluate_all(
        "keys => keys.map((key) => key.value).join(' ')"
    )
    assert held == "S5 S4 S3 DT D8 D7 C6 C4"
    seat = page.locator('label:has(> input[name="seat"][value="E"]) small')
    assert seat.inner_text() == "✓ 8 of 8"


def test_deck_key_is_given_by_tap_without_leaving_the_page(components_page, sent):
    page = components_page
    asked = len(sent)

    page.locator('.key[value="HA"]').click()

    assert page.locator('.key[value="HA"]').get_attribute("data-holder") == "E"
    assert len(sent) == asked


def test_form_goes_out_once(components_page):
    page = components_page
    page.evaluate(
        """() => {
            window.times = 0;
            document.addEventListener('submit', () => { window.times += 1; });
            document.querySelector('form.choices').setAttribute('hx-post', '#');
            document.addEventListener('submit', (event) => event.preventDefault());
        }"""
    )
    button = page.locator("form.choices .choice").first

    button.click()
    button.evaluate("button => button.click()")

    assert page.evaluate("window.times") == 1
    assert button.get_attribute("aria-busy") == "true"


def test_clock_counts_down_from_the_servers_time(page):
    page.clock.install(time="2031-01-01T00:00:00Z")
    serve(page, component_page(), [])
    page.goto(f"{HOST}/components/")
    clock = page.locator("[data-clock]").nth(1)

    page.clock.run_for(3 * 60 * 1000)
    later = clock.locator(".left").inner_text()
    page.clock.run_for(2 * 60 * 1000)

    assert later == "1 min left"
    assert clock.locator(".left").inner_text() == "closed"
    assert "shut" in clock.get_attribute("class")
    assert page.locator("[data-since]").inner_text() == "6:25"


def test_replay_follows_keys_and_swipes(components_page):
    page = components_page
    page.locator("#step-3").focus()

    reached = []
    for press in ("ArrowRight", "Shift+ArrowRight", "ArrowLeft", "PageUp", "End"):
        with page.expect_navigation():
            page.keyboard.press(press)
        reached.append(page.url.partition("?")[2])
        page.locator("#step-3").focus()
    with page.expect_navigation():
        swipe(page, "[data-replay] .hand-w", "[data-replay] .hand-e")

    assert reached == [
        *["trick=4&card=1", "trick=4", "trick=3&card=3"],
        *["trick=2", "trick=4"],
    ]
    assert page.url.endswith("?trick=2")


def test_arrows_step_the_only_replay_with_nothing_in_focus(components_page):
    page = components_page

    with page.expect_navigation():
        page.keyboard.press("ArrowRight")

    assert page.url.endswith("?trick=4&card=1")


def test_network_is_said_in_the_bar(components_page):
    page = components_page

    page.evaluate("window.dispatchEvent(new Event('offline'))")
    words = page.locator(".net").inner_text()
    page.evaluate("window.dispatchEvent(new Event('online'))")

    assert words == "Offline"
    assert page.locator(".net").inner_text() == "Online"


def test_act_waits_for_the_network_and_is_sent_by_itself(components_page, sent):
    page = components_page
    page.evaluate("document.querySelector('form.choices').method = 'post'")
    choice = page.locator("form.choices .choice")

    def posts():
        return [one.post_data for one in sent if one.method == "POST"]

    page.evaluate("window.dispatchEvent(new Event('offline'))")
    choice.nth(0).click()
    choice.nth(1).click()
    waiting = page.locator(".net").inner_text()
    told = page.locator("[data-held-note]").count()
    before = posts()
    with page.expect_navigation():
        page.evaluate("window.dispatchEvent(new Event('online'))")

    assert waiting == "Offline, 1 waiting"
    assert (told, before) == (1, [])
    assert [post.partition("said=")[2] for post in posts()] == ["no"]


def test_act_that_waits_is_taken_back_by_the_same_button(components_page, sent):
    page = components_page
    page.evaluate("document.querySelector('form.choices').method = 'post'")
    choice = page.locator("form.choices .choice").first

    page.evaluate("window.dispatchEvent(new Event('offline'))")
    choice.click()
    busy = choice.get_attribute("aria-busy")
    choice.click()
    page.evaluate("window.dispatchEvent(new Event('online'))")

    assert busy == "true"
    assert choice.get_attribute("aria-busy") is None
    assert page.locator(".net").inner_text() == "Online"
    assert page.locator("[data-held-note]").count() == 0
    assert [one.method for one in sent if one.method == "POST"] == []


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
    expect(number(live)).to_have_text("2")


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


def test_why_a_card_was_played_is_in_sight_on_a_phone(components_page):
    components_page.set_viewport_size({"width": 390, "height": 844})

    rows = components_page.locator(".line tbody td:last-child").evaluate_all(
        """cells => cells.map((cell) => {
          const {left, right} = cell.getBoundingClientRect();
          const row = cell.parentElement.getBoundingClientRect();
          return left >= 0 && right <= 390 && cell.offsetWidth > row.width / 2;
        })"""
    )

    assert rows
    assert all(rows)


@pytest.mark.parametrize(("beside", "columns"), [("", 1), ("right", 2)])
def test_a_proposal_without_a_line_has_the_whole_width(
    components_page, beside, columns
):
    width = """(beside) => {
      const weigh = document.createElement('div');
      weigh.className = 'weigh';
      const part = document.createElement('div');
      part.className = beside || 'stack';
      weigh.append(part);
      document.querySelector('main').append(weigh);
      return getComputedStyle(weigh).gridTemplateColumns.split(' ').length;
    }"""

    assert components_page.evaluate(width, beside) == columns


@pytest.mark.parametrize(
    ("width", "medium", "shown"),
    [
        (390, "screen", (True, False)),
        (820, "screen", (False, True)),
        (390, "print", (True, True)),
    ],
    ids=["phone", "tablet", "paper"],
)
def test_long_tables_are_folded_on_a_phone_alone(components_page, width, medium, shown):
    page = components_page
    page.set_viewport_size({"width": width, "height": 844})
    page.emulate_media(media=medium)
    page.evaluate(
        """() => document.querySelector('main').insertAdjacentHTML('beforeend',
          '<details class="unfold"><summary>Line</summary><p>Hearts</p></details>')"""
    )

    parts = page.locator(".unfold > summary"), page.locator(".unfold > p")

    assert tuple(part.is_visible() for part in parts) == shown


def test_what_was_unfolded_stays_so_from_trick_to_trick(components_page):
    page = components_page
    part = """<div id="replay"><a href="#" hx-get="/step" hx-target="#replay"
        hx-swap="outerHTML">{n}</a>
        <details class="text"><summary>The line</summary><p>{n}</p></details>
        <details class="form"><summary>Strike it</summary><form></form></details></div>
    """
    page.route(
        f"{HOST}/step",
        lambda route: route.fulfill(body=part.format(n=2), content_type="text/html"),
    )
    page.evaluate(
        """(markup) => {
            const main = document.querySelector('main');
            main.insertAdjacentHTML('afterbegin', markup);
            window.htmx.process(main);
        }""",
        f"<section data-replay>{part.format(n=1)}</section>",
    )
    for name in ("text", "form"):
        page.locator(f"#replay .{name} summary").click()

    page.locator("#replay a").click()

    expect(page.locator("#replay .text p")).to_have_text("2")
    assert page.locator("#replay .text p").is_visible()
    assert page.locator("#replay .form[open]").count() == 0
