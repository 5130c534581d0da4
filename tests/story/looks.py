"""Every screen a story passes, looked at by axe in light and in dark."""

import re

from axe_playwright_python.sync_playwright import Axe

RULES = {
    "runOnly": ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa", "best-practice"],
    "resultTypes": ["violations"],
}
SCHEMES = ("light", "dark")


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
