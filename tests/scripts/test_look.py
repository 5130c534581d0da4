"""The look: no barrier, no sideways scroll, the theme chosen, what folds where."""

import pytest
from axe_playwright_python.sync_playwright import Axe

from tests.scripts.specimen import HOST, component_page, serve

RULES = {"runOnly": ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa", "best-practice"]}
SIZES = {
    "portrait": (820, 1180),
    "landscape": (1180, 820),
    "phone": (390, 844),
    "zoomed": (320, 640),
}


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
