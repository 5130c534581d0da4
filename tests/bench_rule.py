"""From a link of a hand viewer to the answer on `/rule`: taps and seconds.

    ./td bench rule

Recorded online claims with eight tricks left, each as the link that a person copies:
on a phone's screen he taps the field, pastes, and taps the button. The clock runs from
that tap to the number on his screen, at a site of one web process and the one worker
of visitors, with the browser beside it.
"""

import time
from statistics import median
from urllib.parse import quote

from django.conf import settings
from playwright.sync_api import sync_playwright

from rulings.bridge.hands import Deal
from rulings.bridge.seats import Seat
from rulings.management.bench.ledger import Figure
from rulings.management.bench.solver import online_claims
from tests.bench_lines import site
from tests.browser import FLAGS, own_chromium

LEFT = 8
ASKED = 16
"""So many claims, below what one address may ask in a minute."""

WANTED = 5
"""Seconds within which an answer is wanted."""

TAPS = ("the field", "paste", "the button")
PHONE = {"width": 390, "height": 844}
CALLS = {"P": "p", "X": "d", "XX": "r"}
SOUTH_FIRST = (Seat.SOUTH, Seat.WEST, Seat.NORTH, Seat.EAST)
FIELD, BUTTON = "Link of a hand viewer, LIN or PBN", "Rule on this claim"


def link_of(record):
    """Return a recorded claim as the link of a hand viewer, with its play."""
    deal, dealer = Deal.parse(record["deal"]), Seat.parse(record["dealer"])
    hands = ",".join(
        "".join(map("".join, zip("SHDC", str(deal[seat]).split("."), strict=True)))
        for seat in SOUTH_FIRST
    )
    parts = [("pn", "a,b,c,d"), ("md", f"{SOUTH_FIRST.index(dealer) + 1}{hands}")]
    parts += [("mb", CALLS.get(call, call)) for call in record["auction"].split()]
    parts += [("pc", card) for card in record["play"].split()]
    parts.append(("mc", str(record["claimed"])))
    lin = "".join(f"{name}|{value}|" for name, value in parts)
    return f"https://www.example.org/tools/handviewer.html?lin={quote(lin)}"


def measured():
    """Return the lines to print and the row for docs/benchmarks.md."""
    records = online_claims(settings.TD_DATA, LEFT)
    links = [link_of(one) for one in records if one["left"] == LEFT][: ASKED + 1]
    if not links:
        return ["no recorded claims here: set TD_DATA for the figures"], None
    chromium = own_chromium()
    if chromium is None:
        return ["Chromium is not installed here: nothing was measured"], None
    with site("visitors", TD_RULE="1") as port, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=FLAGS)
        page = browser.new_page(viewport=PHONE, has_touch=True)
        first, *others = links
        where = f"http://127.0.0.1:{port}/rule"
        warm = seconds(page, where, first)
        times = [seconds(page, where, link) for link in others]
        browser.close()
    soon = sum(one <= WANTED for one in times)
    said = (
        f"{len(TAPS)} taps ({', '.join(TAPS)}); median {median(times):.2f} s, most "
        f"{max(times):.2f}, {soon} of {len(times)} within {WANTED} s; the first "
        f"{warm:.2f}"
    )
    figure = Figure(
        "from a pasted link of a hand viewer to the number on `/rule`",
        f"{len(others)} `online` claims with {LEFT} tricks left, SQLite, one worker of "
        "visitors, Chromium beside it",
        "./td bench rule --append",
        said,
    )
    return [said], figure


def seconds(page, address, link):
    """Paste a link by touch and return the seconds from the last tap to the number."""
    page.goto(address)
    page.get_by_label(FIELD).tap()
    page.keyboard.insert_text(link)
    button = page.get_by_role("button", name=BUTTON)
    began = time.perf_counter()
    button.tap()
    page.locator("#answer .verdict").first.wait_for()
    return time.perf_counter() - began
