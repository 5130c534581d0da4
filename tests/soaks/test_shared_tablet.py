"""A shared tablet after lock and sign-out shows and keeps nothing (T18).

Chromium with its store of pages for the way back, on a profile that lies on the disk.
Somebody directs, reads and types on it; then it is locked or signed out in each way
that there is. Back and Forward, every store of the browser, and after its end every
file of the profile are searched for what stood on the pages. `./td soak T18`.
"""

import time

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from tdweb import locking
from tests.browser import FLAGS, own_chromium
from tests.factories import make_case, make_event
from tests.story.devices import TABLET

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.one_database,
    pytest.mark.soak("T18"),
]
EVENT, TYPED, PIN = "Marzipan Trophy", "rhubarb was promised", "582947"
MARKS = (EVENT, TYPED)
STORES = """async () => ({
  local: Object.keys(localStorage),
  session: Object.entries(sessionStorage)
    .filter(([, path]) => path !== window.location.pathname), // htmx notes where it is
  databases: (await indexedDB.databases()).map((one) => one.name),
  caches: await caches.keys(),
  workers: (await navigator.serviceWorker.getRegistrations()).map((one) => one.scope),
})"""
FILL = """async (mark) => {
  localStorage.setItem('left', mark);
  sessionStorage.setItem('left', mark);
  await (await caches.open('left')).put('/left', new Response(mark));
  await navigator.serviceWorker.register('/worker.js', { scope: '/player/' });
  await new Promise((done) => {
    const asked = indexedDB.open('left');
    asked.onupgradeneeded = () => asked.result.createObjectStore('left').put(mark, 1);
    asked.onsuccess = () => { asked.result.close(); done(); };
  });
}"""
EMPTY = {one: [] for one in ("local", "session", "databases", "caches", "workers")}


@pytest.fixture
def profile(tmp_path):
    return tmp_path / "profile"


@pytest.fixture
def tablet(browser_type, profile, site):
    """Return Chromium on a profile of its own, Back from its memory included."""
    context = browser_type.launch_persistent_context(
        profile,
        executable_path=own_chromium(),
        args=FLAGS,
        ignore_default_args=["--disable-back-forward-cache"],
        viewport=TABLET,
        has_touch=True,
        base_url=site,
    )
    yield context
    context.close()


@pytest.fixture
def world(settings):
    """Return an event whose name and whose case stand on every page of its director."""
    cast = make_event()
    settings.TD_DEMO = True
    type(cast.event).objects.filter(pk=cast.event.pk).update(name=EVENT)
    return cast


def by_button(page):
    page.get_by_role("button", name="Lock (dana)").click()


def by_page(page):
    """Let the tablet lie until the page locks itself."""
    page.clock.fast_forward(5 * 60_000)


def by_server(page):
    """Let the last tap lie too far back: the page's own clock stands still."""
    page.context.clear_cookies(name=locking.TAP_COOKIE)
    page.get_by_role("link", name="Notices").click()


def by_sign_out(page):
    page.goto("/accounts/logout/")
    page.locator("main").get_by_role("button").first.click()


def everywhere(page):
    page.get_by_role("link", name="Notices").click()
    page.get_by_role("button", name="Sign out on every device").click()


WAYS = (by_button, by_page, by_server, by_sign_out, everywhere)


def sign_in(page):
    """Sign in with one tap of the demo and share the tablet; later with the PIN."""
    page.goto("/")
    page.get_by_role("button", name="Dana, director").click()
    page.goto(reverse("shared_tablet"))
    page.get_by_role("button", name="This tablet is shared", exact=True).click()
    page.get_by_label("Your PIN for this tablet").fill(PIN)
    page.get_by_label("The same once more").fill(PIN)
    page.get_by_role("button", name="Set my PIN").click()
    expect(page.get_by_text("Your PIN opens this tablet")).to_be_visible()


def direct(page, cast, case):
    """Look at pages of the event, and type words that are not sent."""
    for name, pk in (("queue", cast.event.pk), ("case", case.pk)):
        page.goto(reverse(name, args=[pk]))
        assert name != "queue" or EVENT in page.content()
    page.evaluate(FILL, TYPED)
    page.goto(reverse("statement", args=[case.pk]))
    page.locator("main textarea").first.fill(TYPED)


def nothing_shows(page, seen):
    """Go back and forward through all that was open."""
    for turn in (*["go_back"] * 8, *["go_forward"] * 8):
        getattr(page, turn)(wait_until="commit")
        page.wait_for_timeout(150)
        words = page.evaluate("document.documentElement.outerHTML")
        assert not [mark for mark in MARKS if mark in words], (turn, page.url)
        seen.append(page.url)


def traces(profile):
    """Return the files of a browser's profile in which a mark stands."""
    codes = [mark.encode(code) for mark in MARKS for code in ("utf-8", "utf-16-le")]
    return [
        str(path.relative_to(profile))
        for path in profile.rglob("*")
        if path.is_file() and any(code in path.read_bytes() for code in codes)
    ]


@pytest.mark.parametrize("way", WAYS, ids=lambda way: way.__name__)
def test_nothing_is_left_on_a_shared_tablet(tablet, world, profile, way, say):
    case = make_case(world)
    page = tablet.new_page()
    if way is by_page:
        page.clock.install()
    sign_in(page)
    direct(page, world, case)
    page.on("dialog", lambda box: box.accept())
    way(page)
    expect(page.get_by_role("button", name="Lock (dana)")).to_have_count(0)
    expect(page.locator("main")).to_be_visible()
    page.wait_for_load_state()
    seen = []
    assert page.evaluate(STORES) == EMPTY
    nothing_shows(page, seen)
    assert page.evaluate(STORES) == EMPTY
    tablet.close()
    time.sleep(1)
    found = traces(profile)
    say(
        f"{way.__name__}: Back and Forward {len(seen)} times, 5 stores and"
        f" {sum(path.is_file() for path in profile.rglob('*'))} files of the profile:"
        f" {len(found)} traces"
    )
    assert found == []


def test_a_browser_that_is_not_cleared_is_found_out(tablet, world, profile):
    """The search finds what the tests above must not find."""
    case = make_case(world)
    page = tablet.new_page()
    page.goto("/")
    page.get_by_role("button", name="Dana, director").click()
    direct(page, world, case)
    assert page.evaluate(STORES) != EMPTY
    tablet.close()
    time.sleep(1)
    assert traces(profile) != []
