"""The devices of a story: a tablet, a phone and a laptop at one running site."""

import pytest

from tests.story.world import make_world

TABLET = {"width": 820, "height": 1180}
PHONE = {"width": 390, "height": 844}
LAPTOP = {"width": 1440, "height": 900}


@pytest.fixture
def world(transactional_db):
    """Make the event the stories play in."""
    return make_world()


@pytest.fixture
def device(site, world, settings, browser):
    """Return how to take a device in hand, signed in as somebody or as nobody."""
    settings.TD_DEMO = True  # its sign-in page: one tap
    contexts = []

    def take(size, name=None):
        touch = size is not LAPTOP
        context = browser.new_context(
            viewport=size,
            has_touch=touch,
            base_url=site,
            reduced_motion="reduce",
        )
        contexts.append(context)
        page = context.new_page()
        if name:
            page.goto("/")
            page.locator(f'button[value="{name}"]').click()
            page.wait_for_url("**/events/**")
        return page

    yield take
    for context in contexts:
        context.close()
