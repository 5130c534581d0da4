"""Take every screen as PNG and as text: python -m tests.screens [DIR [LANGUAGE]].

With `guide` in the place of DIR the pictures of the guides (`guide_pictures.py`).

Serves a freshly seeded demo on a free port, signs in once as each of its people and
follows the links of the pages, one picture a route and size. GET changes nothing
(R14), so following links is safe. The pictures are for eyes; the tests of the views
do the checking. Only what eyes miss in so many is said: words wider than their
control, and a page wider than its screen. The text beside a picture holds every word
and value of the page without what changes from run to run: two folders of texts
are compared before and after a change that should alter no screen.
TD_SCREENS=text leaves the pictures out.
"""

import os
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit

from playwright.sync_api import Error, sync_playwright

from tests.browser import FLAGS, own_chromium
from tests.tree import ROOT

SIZES = {"portrait": (820, 1180), "landscape": (1180, 820), "phone": (390, 844)}
LAPTOP = {"laptop": (1440, 900)}
DESKS = {"cleo": LAPTOP, "sam": LAPTOP, "rae": LAPTOP}
"""Who also works at a laptop."""

TEXT = """() => {
  const controls = [...document.querySelectorAll('input, select, textarea, button')];
  const choice = (one) => ['radio', 'checkbox', 'select-one'].includes(one.type);
  return [
    document.title,
    document.body.innerText,
    ...controls.filter((one) => one.type !== 'hidden').map((one) => [
      one.type, one.name, one.checked ? 'on' : '', choice(one) ? one.value : '',
      one.getAttribute('aria-label') || '',
    ].join(' | ')),
  ].join('\\n');
}"""
CHANGING = (
    (re.compile(r"[0-9a-f]{8}-[0-9a-f-]{27}"), "(id)"),
    (re.compile(r"\b[0-9a-f]{12,64}\b"), "(hash)"),
    (re.compile(r"\b\d{1,2}:\d\d(:\d\d)?(\.\d+)?\b"), "(time)"),
    (re.compile(r"\b\d+ (min|s|h|minutes?|seconds?|hours?)\b"), "(span)"),
    (re.compile(r"http://127\.0\.0\.1:\d+"), "(site)"),
)
NUMBER = re.compile(r"[0-9a-f-]{36}|(?<=/)\d+(?=/|$)")
LEFT_ALONE = ("/accounts/", "/admin/", "/static/")
SPILLS = """() => {
  const wide = document.documentElement.clientWidth;
  const found = document.documentElement.scrollWidth > wide ? ['the page'] : [];
  const parts = '.btn, .choice, .chip, .steps a, .options span, .switch > *, .clock *';
  document.querySelectorAll(parts).forEach((part) => {
    const {right, width} = part.getBoundingClientRect();
    if (!width || part.closest('.vh, .scroll, .strip, .tabs, meter')) return;
    const inside = getComputedStyle(part).display !== 'inline' && part.clientWidth;
    if (right > wide + 1 || (inside && part.scrollWidth > part.clientWidth + 1)) {
      found.push(part.textContent.trim().slice(0, 40));
    }
  });
  return found;
}"""
PAGES = 120  # of one person; one picture a route, so this is above what there is


def route_of(address):
    """Return an address without what changes from case to case, as a file's name."""
    path = NUMBER.sub("x", urlsplit(address).path).strip("/")
    return path.replace("/", "-") or "home"


@contextmanager
def demo():
    """Serve a demo of its own; the value is its address."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    address = f"http://127.0.0.1:{port}"
    folder = Path(tempfile.mkdtemp(prefix="td"))
    kept = {k: v for k, v in os.environ.items() if not k.startswith("TD_")}
    environment = kept | {
        "TD_DEMO": "1",
        "TD_ADDRESS": address,
        "TD_LOG_LEVEL": "ERROR",
        "TD_REFINE_SECONDS": "2",  # a range may stay one in a picture
        "DATABASE_URL": f"sqlite:///{folder / 'screens.sqlite3'}",
    }
    settings = {"cwd": ROOT, "env": environment}
    manage = [sys.executable, "manage.py"]
    subprocess.run([*manage, "migrate", "--verbosity", "0"], check=True, **settings)
    subprocess.run([*manage, "demo"], check=True, **settings)
    subprocess.run([*manage, "db_worker", "--batch"], check=True, **settings)
    command = [sys.executable, "-m", "uvicorn", "tdweb.asgi:application"]
    command += ["--lifespan", "off", "--port", str(port), "--no-access-log"]
    server = subprocess.Popen(command, **settings)
    try:
        wait_for(f"{address}/healthz")
        yield address
    finally:
        server.terminate()
        server.wait(10)
        shutil.rmtree(folder)


def wait_for(address):
    """Wait up to half a minute for a server to answer."""
    for _ in range(150):
        try:
            with urllib.request.urlopen(address, timeout=2):
                return
        except (urllib.error.URLError, OSError):
            time.sleep(0.2)
    sys.exit("The server does not answer.")


def links_of(page):
    """Return the addresses on this site that a page links to."""
    found = page.eval_on_selector_all(
        "a[href]",
        "all => all.map(a => new URL(a.getAttribute('href'), a.baseURI).href)",
    )
    own = urlsplit(page.url).netloc
    return [
        address.split("#")[0]
        for address in found
        if urlsplit(address).netloc == own
        and not urlsplit(address).path.startswith(LEFT_ALONE)
    ]


def take(page, folder, name, sizes=SIZES):
    """Take the text of the page in hand, and the page at each size, down to its end."""
    words = page.evaluate(TEXT)
    for changing, name_of_it in CHANGING:
        words = changing.sub(name_of_it, words)
    (folder / f"{name}.txt").write_text(words, "utf-8")
    if os.environ.get("TD_SCREENS") == "text":
        return
    for size, (width, height) in sizes.items():
        page.set_viewport_size({"width": width, "height": height})
        # As high as the page, or the dock would lie across a long picture's middle.
        whole = page.evaluate("document.documentElement.scrollHeight")
        page.set_viewport_size({"width": width, "height": max(height, whole)})
        for words in page.evaluate(SPILLS):
            sys.stdout.write(f"{name}-{size}: too wide: {words}\n")
        page.screenshot(path=folder / f"{name}-{size}.png")


def walk(page, start, folder, person, sizes):
    """Take each route that links lead to, once; a case leads to its open screen."""
    waiting, opened, seen = [start], set(), set()
    while waiting and len(opened) < PAGES:
        address = waiting.pop(0)
        known = route_of(address) in seen - {"cases-x"}
        if address in opened or known:
            continue
        opened.add(address)
        try:
            response = page.goto(address)
        except Error as error:  # a download ends a visit, not the walk
            sys.stdout.write(f"passed over {address}: {error.name}\n")
            continue
        route = route_of(page.url)
        is_page = "html" in (response.headers.get("content-type") or "")
        if not response.ok:
            sys.stdout.write(f"{response.status} {address}\n")
        if route in seen or not is_page:
            continue
        seen.add(route)
        take(page, folder, f"{person}-{route}", sizes)
        waiting += links_of(page)
    return len(seen)


def people_of(page, address):
    """Return who stands on the buttons of the demo's sign-in page."""
    page.goto(address)
    buttons = page.locator('main button[name="as"]').all()
    return [button.get_attribute("value") for button in buttons]


def main(folder, language="en"):
    """Take the screens of a stranger and of each person of the demo."""
    folder.mkdir(parents=True, exist_ok=True)
    with demo() as address, sync_playwright() as playwright:
        chromium = own_chromium() or sys.exit("Chromium is not installed.")
        browser = playwright.chromium.launch(executable_path=chromium, args=FLAGS)
        page = browser.new_page()
        for path in ("accounts/login/", "", "code"):
            page.goto(f"{address}/{path}")
            take(page, folder, f"stranger-{route_of(page.url)}")
        for person in people_of(page, address):
            visitor = browser.new_context().new_page()
            spoken = {"name": "django_language", "value": language, "url": address}
            visitor.context.add_cookies([spoken])
            visitor.goto(address)
            visitor.locator(f'main button[value="{person}"]').click()
            sizes = SIZES | DESKS.get(person, {})
            count = walk(visitor, visitor.url, folder, person, sizes)
            sys.stdout.write(f"{person}: {count} routes\n")
            visitor.context.close()
        browser.close()
    sys.stdout.write(f"{len(list(folder.glob('*.png')))} pictures in {folder}\n")


if __name__ == "__main__":
    if sys.argv[1:2] == ["guide"]:
        from tests import guide_pictures  # its demo is this one

        guide_pictures.main(sys.argv[2:])
    else:
        main(Path(sys.argv[1] if sys.argv[1:] else "var/screens"), *sys.argv[2:3])
