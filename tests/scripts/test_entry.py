"""Cards entered by swipe, tap, key and typing."""

from tests.scripts.specimen import box, card, swipe


def marked(page, seat):
    """Return the cards of a hand that are marked, in the order shown."""
    ticked = page.locator(f'input[name="{seat}"]:checked')
    return ticked.evaluate_all("all => all.map((one) => one.value)")


def count(page, seat):
    return page.locator(f'[data-hand="{seat}"] output').inner_text().split("\n")[-1]


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
