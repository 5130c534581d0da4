"""What a person takes from the screen: paper, files, a picture, a look at the page."""


class Papers:
    """The part of a person that deals with pages as wholes."""

    def prints(self):
        """Look at the page as it comes out of the printer."""
        self._page.emulate_media(media="print")
        return self

    def looks(self, at):
        """Have the page as it stands looked at: by axe, in the dark, enlarged."""
        at.enlarged(self._page)
        return self

    def downloads(self, name):
        """Tap what gives out a file, and return its text."""
        with self._page.expect_download() as given:
            self.tap(name)
        return given.value.path().read_text("utf-8-sig")

    def shot(self, path):
        """Take a picture of what is on the screen, for a developer's eyes."""
        self._page.screenshot(path=path, full_page=True)
        return self
