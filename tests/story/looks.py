"""Every screen a story passes, looked at by axe in light and in dark, and enlarged."""

import re

from axe_playwright_python.sync_playwright import Axe

RULES = {
    "runOnly": ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa", "best-practice"],
    "resultTypes": ["violations"],
}
SCHEMES = ("light", "dark")
NARROWEST = 320
"""Pixels to which a page must fold: a tablet's at 250 %, a laptop's at 400 %."""


class Looks:
    """What axe found, by screen; nothing is asserted before the story is over."""

    def __init__(self):
        self.axe = Axe()
        self.screens = []
        self.violations = []

    def at(self, page):
        """Look at the page as it is, in both colour schemes."""
        screen = re.sub(r"[0-9a-f-]{36}|(?<=/p/).*", "x", page.url.split("/", 3)[3])
        self.screens.append(screen)
        for scheme in SCHEMES:
            page.emulate_media(color_scheme=scheme)
            found = self.axe.run(page, options=RULES).response["violations"]
            self.violations += [
                f"{screen} {scheme}: {one['id']} {one['nodes'][0]['html'][:120]}"
                for one in found
            ]
        page.emulate_media(color_scheme="light")
        return screen

    def enlarged(self, page):
        """Look at the page as it is, and at its width where it is much enlarged."""
        screen, size = self.at(page), page.viewport_size
        page.set_viewport_size({**size, "width": NARROWEST})
        wide = page.evaluate("document.documentElement.scrollWidth")
        if wide > NARROWEST:
            self.violations.append(f"{screen} scrolls sideways: {wide} px wide")
        page.set_viewport_size(size)
