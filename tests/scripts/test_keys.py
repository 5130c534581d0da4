"""Keys press what is on the page, and rest where they would do harm."""

import pytest
from django.template.loader import render_to_string
from playwright.sync_api import expect

from tests.scripts.specimen import HOST, serve

PAGE = """<!doctype html><html lang="en"><title>keys</title><body>
<a class="mark" href="#all-calls">Seventy</a><main>
<button class="choice" type="button" hidden>hidden</button>
<button class="choice" type="button">yes</button>
<button class="choice" type="button">no</button>
<button class="choice" type="button" disabled>never</button>
<p class="call"><a href="#call">A7</a></p>
<form class="box"><button type="button" name="call" value="1H">1H</button>
<button type="button" name="call" value="1N">1N</button>
<button type="button" name="call" value="P">pass</button>
<button type="button" name="call" value="X">double</button>
<button type="button" name="call" value="XX">redouble</button></form>
<label>Reason <input id="reason"></label>
<label><input type="radio" id="tile">tile</label>
<a href="#elsewhere" id="link">elsewhere</a></main>{keys}
<section class="dock"><button class="btn main" type="button">go on</button></section>
"""


@pytest.fixture
def pressed(page):
    """Open the page; return how to press keys, and what they pressed."""
    markup = PAGE.replace("{keys}", render_to_string("_keys.html"))
    serve(page, markup, [])
    page.goto(HOST)
    page.evaluate(
        """() => {
            window.pressed = [];
            document.addEventListener('click', ({ target }) => {
                const control = target.closest('button, a');
                if (control) window.pressed.push(control.textContent);
            });
        }"""
    )

    def press(*keys):
        page.evaluate("() => { window.pressed = []; }")
        for key in keys:
            page.keyboard.press(key)
        return page.evaluate("() => window.pressed")

    return press


@pytest.mark.parametrize(
    ("keys", "found"),
    [
        (["1"], ["yes"]),
        (["2"], ["no"]),
        (["3"], []),
        (["4"], ["A7"]),
        (["9"], []),
        (["9", "Enter"], ["go on"]),
        (["Enter"], ["go on"]),
        (["g", "q"], ["Seventy"]),
        (["q"], []),
        (["p"], ["pass"]),
        (["x"], ["double"]),
        (["r"], ["redouble"]),
        (["Control+1"], []),
        (["Alt+Enter"], []),
    ],
    ids="+".join,
)
def test_a_key_presses_what_it_names(pressed, keys, found):
    assert pressed(*keys) == found


def test_level_and_letter_make_a_call_where_the_level_answers_nothing(pressed, page):
    page.evaluate(
        """() => document.querySelectorAll('.choice, .call')
            .forEach((one) => one.remove())"""
    )

    assert pressed("1", "h") == ["1H"]
    assert pressed("1", "n") == ["1N"]
    assert pressed("2", "h") == []


def test_where_a_text_is_typed_keys_are_letters(pressed, page):
    page.locator("#reason").focus()

    assert pressed("1", "?", "g", "q", "Enter") == []
    assert page.locator("#reason").input_value() == "1?gq"
    assert page.locator("#keys").is_hidden()


def test_what_has_the_focus_keeps_its_enter(pressed, page):
    page.locator("#link").focus()

    assert pressed("Enter") == ["elsewhere"]


def test_a_tile_in_focus_leaves_the_numbers_free(pressed, page):
    page.locator("#tile").focus()

    assert pressed("2") == ["no"]


def test_the_list_names_the_keys_of_the_page_and_lets_none_through(pressed, page):
    assert pressed("?", "1", "2") == []
    assert page.locator("#keys").is_visible()
    rows = page.locator("#keys dd").filter(visible=True).all_inner_texts()
    assert "the main button" in rows
    assert "back and on by a card; with Shift by a trick" not in rows  # no replay here

    page.keyboard.press("Escape")
    expect(page.locator("#keys")).to_be_hidden()
    assert pressed("2") == ["no"]


def left(page):
    """Wait until the list has closed; what it hid keeps the focus a moment longer."""
    expect(page.locator("#keys")).to_be_hidden()
    expect(page.locator("#keys :focus")).to_have_count(0)


def test_switched_off_they_are_off_until_switched_on_again(pressed, page):
    pressed("?")
    page.get_by_label("Use these keys on this device").uncheck(force=True)
    page.keyboard.press("Escape")
    left(page)

    assert pressed("1", "Enter", "?") == []
    expect(page.locator("#keys")).to_be_hidden()
    assert "keys=off" in page.evaluate("() => document.cookie")

    page.locator("[data-open-keys]").dispatch_event("click")
    page.get_by_label("Use these keys on this device").check(force=True)
    page.keyboard.press("Escape")
    left(page)
    assert pressed("1") == ["yes"]
    assert "keys=off" not in page.evaluate("() => document.cookie")


def test_signs_of_waiting_stand_still_on_request(pressed, page):
    pressed("?")
    page.get_by_label("Let signs of waiting move").uncheck(force=True)

    assert page.evaluate("() => document.documentElement.dataset.motion") == "none"
    assert "motion=none" in page.evaluate("() => document.cookie")
