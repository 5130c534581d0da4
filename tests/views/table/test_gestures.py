"""How many gestures a ruling takes on the tablet: the promises of the product."""

import pytest
from django.conf import settings
from django.test import Client

from rulings.bridge.cards import FULL_DECK, Strain
from rulings.bridge.contracts import Contract
from rulings.bridge.hands import Hand
from rulings.bridge.positions import Position
from rulings.bridge.seats import Seat
from rulings.bridge.tricks import Trick
from rulings.models import Case, Playing
from tests.factories import DEAL, make_event
from tests.views.table.walks import record_play, solve

CONTRACT = Contract.parse("4S S")


class Taps:
    """A finger that is counted."""

    def __init__(self, page):
        self.page = page
        self.count = 0

    def tap(self, selector):
        self.count += 1
        self.page.locator(selector).first.click()

    def choose(self, name, value):
        self.tap(f'label:has(input[name="{name}"][value="{value}"])')

    def swipe(self, first, last):
        """Drag along a suit from one key to another; a single key is a tap."""
        self.count += 1
        if first == last:
            self.page.locator(first).click()
            return
        boxes = [self.page.locator(one).bounding_box() for one in (first, last)]
        (x1, y1), (x2, y2) = (
            (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2) for box in boxes
        )
        mouse = self.page.mouse
        mouse.move(x1, y1)
        mouse.down()
        mouse.move((x1 + x2) / 2, y1, steps=3)
        mouse.move(x2, y2, steps=3)
        mouse.up()

    def next(self):
        self.tap(".dock .btn.main")
        self.page.wait_for_load_state()


@pytest.fixture
def cast():
    return make_event(deals=dict.fromkeys((1, 3, 5), DEAL))


@pytest.fixture
def taps(site, page, cast):
    client = Client()
    client.force_login(cast.dana)
    cookie = client.cookies[settings.SESSION_COOKIE_NAME].value
    page.set_default_timeout(8000)
    page.set_viewport_size({"width": 820, "height": 1180})
    page.context.add_cookies(
        [{"name": settings.SESSION_COOKIE_NAME, "value": cookie, "url": site}]
    )
    page.goto(f"{site}/events/{cast.event.pk}/calls/new")
    return Taps(page)


def playing_of(cast, board):
    rows = Playing.objects.filter(board__event=cast.event, round__order=1)
    return rows.get(board__number=board)


def finish(taps):
    """Answer what is asked and rule; the worker's answers come at once."""
    case = Case.objects.get()
    for _ in range(6):
        solve(case)
        taps.page.reload()
        url = taps.page.url
        if taps.page.locator(".pick").count():
            taps.tap(".pick .choice:last-child")
        elif "/steps" in url and taps.page.locator(".choices .choice").count():
            taps.tap(".choices .choice:nth-of-type(2)")
        elif taps.page.locator("text=Accept").count():
            taps.next()
        elif "/ruling" in url:
            taps.next()
            return
        taps.page.wait_for_load_state()
    raise AssertionError(f"no ruling was reached: {taps.page.url}")


def call(taps, playing):
    taps.tap(f'button[value="{playing.pk}"]')
    taps.page.wait_for_url("**/claim")


def claim(taps, left=None):
    if left is not None:
        taps.choose("level", 4)
        taps.choose("strain", "S")
        taps.choose("declarer", "S")
        taps.choose("claimer", "S")
        taps.choose("left", left)
    taps.next()


def say_and_doubt(taps):
    taps.page.wait_for_url("**/statement")
    taps.tap('button[value="the rest are mine"]')
    taps.page.wait_for_load_state()
    taps.next()
    taps.page.wait_for_url("**/objections")
    taps.choose("seat", "W")
    taps.tap('button[value="trump_out"]')
    taps.page.wait_for_url("**/cards")


def runs(hand, marked):
    """Return first and last of each unbroken run of marked cards in a dealt suit."""
    found = []
    for suit in {card.suit for card in marked}:
        run = []
        for card in [*hand.suit(suit), None]:
            if card is not None and card in marked:
                run.append(card)
            elif run:
                found.append((run[0], run[-1]))
                run = []
    return found


@pytest.mark.usefixtures("site")
def test_ruling_with_a_play_record_takes_15_gestures(taps, cast):
    playing = playing_of(cast, 1)
    record_play(cast, playing, CONTRACT, tricks=8)

    call(taps, playing)
    claim(taps)
    say_and_doubt(taps)
    taps.next()
    finish(taps)

    assert Case.objects.get().state == "announced"
    assert taps.count <= 15


def after_eight_tricks():
    """Return the ending that the lowest cards lead to."""
    position = Position(DEAL.hands, Strain.SPADES, Trick(CONTRACT.opening_leader))
    while sum(position.won) < 8:
        position = position.play(min(position.legal(), key=lambda card: card.rank))
    return position


def lead_and_tricks(taps, position):
    leader = position.trick.leader.letter
    if leader != "S":
        taps.count += 2
        taps.page.select_option('select[name="leader"]', leader)
    taps.choose("won", position.won[0])


@pytest.mark.usefixtures("site")
def test_ruling_with_a_hand_record_takes_28_gestures(taps, cast):
    position = after_eight_tricks()

    call(taps, playing_of(cast, 1))
    claim(taps, left=5)
    say_and_doubt(taps)
    for seat in Seat:
        for first, last in runs(DEAL[seat], position.hands[seat].cards):
            taps.swipe(*(f'label.k:has([value="{card}"])' for card in (first, last)))
    lead_and_tricks(taps, position)
    taps.next()
    finish(taps)

    assert Case.objects.get().state == "announced"
    assert taps.count <= 28


@pytest.mark.usefixtures("site")
def test_ruling_without_any_record_takes_45_gestures(taps, cast):
    position = after_eight_tricks()

    call(taps, playing_of(cast, 2))
    claim(taps, left=5)
    say_and_doubt(taps)
    for seat in Seat:
        if seat is not Seat.NORTH:
            taps.choose("seat", seat.letter)
        for first, last in runs(Hand(FULL_DECK), position.hands[seat].cards):
            taps.swipe(f'.key[value="{first}"]', f'.key[value="{last}"]')
    lead_and_tricks(taps, position)
    taps.next()
    finish(taps)

    assert Case.objects.get().state == "announced"
    assert taps.count <= 45


@pytest.mark.usefixtures("site")
def test_objection_withdrawn_after_the_read_back_takes_10_gestures(taps, cast):
    playing = playing_of(cast, 1)
    record_play(cast, playing, CONTRACT, tricks=8)

    call(taps, playing)
    claim(taps)
    say_and_doubt(taps)
    taps.page.goto(taps.page.url.replace("/cards", "/objections"))
    taps.count += 1  # the strip leads there
    taps.tap("text=Withdrawn")
    taps.page.wait_for_url("**/announced")

    assert Case.objects.get().state == "agreed"
    assert taps.count <= 10
