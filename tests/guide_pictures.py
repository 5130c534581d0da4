"""Take the pictures of the guides: ./td screens guide.

From the demo, each 820 points wide like a tablet (the phone's 390), in the few colours
that keep a page under Help light. Look at them before they are committed.
"""

import io
import sys
from dataclasses import dataclass

from PIL import Image
from playwright.sync_api import sync_playwright

from tests.browser import FLAGS, own_chromium
from tests.screens import demo
from tests.tree import ROOT

FOLDER = ROOT / "static" / "img" / "guide"
WIDTH, WIDE = 600, 820
COLOURS = 64


@dataclass(frozen=True)
class Picture:
    """Who looks, the link by which he comes there, and how much of it is kept."""

    person: str
    link: str
    height: int
    width: int = WIDE


PICTURES = {
    "calls": Picture("dana", "", 900),
    "ruling": Picture("dana", 'a[href*="/cases/"]:has-text("B7")', 1180),
    "live": Picture("cleo", "", 1000),
    "slips": Picture("cleo", 'nav a:has-text("Slips")', 700),
    "scores": Picture("sam", "", 900),
    "phone": Picture("ns", 'a:has-text("ruling")', 844, 390),
}


def taken(browser, address, picture):
    """Return the picture as one of Pillow's."""
    scale = WIDTH / WIDE if picture.width == WIDE else 1
    context = browser.new_context(
        viewport={"width": picture.width, "height": picture.height},
        device_scale_factor=scale,
        base_url=address,
    )
    page = context.new_page()
    page.goto("/")
    page.locator(f'main button[value="{picture.person}"]').click()
    page.wait_for_load_state("load")
    if picture.link:
        page.locator(picture.link).first.click()
        page.wait_for_load_state("load")
    shot = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
    context.close()
    return shot.quantize(COLOURS, dither=Image.Dither.NONE)


def main(names):
    """Take each picture anew, or those that are named."""
    with demo() as address, sync_playwright() as playwright:
        chromium = own_chromium() or sys.exit("Chromium is not installed.")
        browser = playwright.chromium.launch(executable_path=chromium, args=FLAGS)
        for name in names or PICTURES:
            shot = taken(browser, address, PICTURES[name])
            shot.save(FOLDER / f"{name}.png", optimize=True)
            sys.stdout.write(f"{name}: {shot.width} x {shot.height}\n")
        browser.close()
