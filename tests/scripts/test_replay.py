"""A replay follows keys and swipes, and keeps open what is read."""

from playwright.sync_api import expect

from tests.scripts.specimen import HOST, swipe


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
