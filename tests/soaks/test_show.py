"""From an empty clone to a ruling, and back from a backup: `./td soak show`.

`./td serve` in a clone, its first administrator and a director at a browser of another
machine, the first ruling; `./td backup` while programs file calls, the folder deleted,
`./td restore`, `./td manage verify`, and the ruling in the browser again.
"""

import json
import re
import shutil
import socket
import subprocess
import threading
import time
import urllib.request
import uuid
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta

import pytest

from tests import tree
from tests.soaks.another_machine import machine
from tests.soaks.test_deploy import running, until, without_ours
from tests.story import claims
from tests.story.devices import TABLET
from tests.story.hands import Hand
from tests.walks.person import Person

pytestmark = pytest.mark.soak("show")
PASSWORD = "four-of-hearts"
INVITE = "Invite somebody without an account"
CODE = re.compile(r"\b(?:[A-Z0-9]{4} ){2}[A-Z0-9]{4}\b")
CARDS = {"N": ("HK", "DA"), "E": ("H5", "DT"), "S": ("S7", "H3"), "W": ("S6", "H9")}
WRITERS = 3
SECONDS, COMPILING = 1200, 300


class Clone:
    """An empty clone of what is committed, its site's folder beside it."""

    def __init__(self, folder, address):
        self.root, self.data = folder / "clone", folder / "data"
        self.output = folder / "output"
        clone = ["git", "clone", "--quiet", str(tree.ROOT), str(self.root)]
        subprocess.run(clone, check=True, capture_output=True)
        with socket.socket() as free:
            free.bind((address, 0))
            self.port = free.getsockname()[1]
        self.address = address
        self.home = f"http://{address}:{self.port}"

    def td(self, *words):
        """Return what `./td` prints, which must end well."""
        done = subprocess.run(
            ["./td", *map(str, words)],
            cwd=self.root,
            env=without_ours() | {"TD_VAR": str(self.data)},
            capture_output=True,
            text=True,
            check=False,
            timeout=SECONDS,
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    @contextmanager
    def served(self):
        """Run `./td serve` until the body ends."""
        where = ["--host", self.address, "--port", str(self.port)]
        command = ["./td", "serve", "--data", str(self.data), *where]
        given = {"cwd": self.root, "env": without_ours(), "stderr": subprocess.STDOUT}
        with (
            self.output.open("w") as output,
            running(command, stdout=output, **given),
        ):
            yield

    def said(self, pattern):
        """Wait until the site has printed something; return that."""

        def look():
            found = re.search(pattern, self.output.read_text())
            assert found, self.output.read_text()
            return found[0]

        return until(look, SECONDS)


class Tablets:
    """The browsers of another machine."""

    def __init__(self, browser, home):
        self.browser, self.home, self.read = browser, home, set()

    def take(self):
        context = self.browser.new_context(
            viewport=TABLET, has_touch=True, base_url=self.home
        )
        return Person(context.new_page(), self.home + "/", self.read)

    def signed_in(self, name):
        person = self.take().starts()
        person.types("Login", name).types("Password", PASSWORD)
        return person.tap("Sign in", role="button").turns()


def first_administrator(tablets, address):
    """Open the printed address, and make the account that it is for."""
    ada = tablets.take()
    tablets.read.add(address)
    ada.opens(address).types("Name to sign in with", "ada")
    ada.types("Password", PASSWORD).types("The same once more", PASSWORD)
    return ada.tap("Make this account and sign in").turns()


def plan_an_event(ada):
    """Make an event of three tables whose first round runs."""
    now = datetime.now(UTC)
    ada.tap("New event…").turns().types("Name", "Club evening")
    ada.tap("Pairs", role="radio").types("Time zone", "UTC")
    ada.types("First day", f"{now:%Y-%m-%d}")
    ada.types("Last day", f"{now + timedelta(days=1):%Y-%m-%d}")
    ada.tap("2017", role="radio").tap("WBF", role="radio")
    ada.tap("Make the event").turns().tap("People").turns()
    pairs = "\n".join(f"{n}; Player {n}a; Player {n}b" for n in range(1, 7))
    ada.types("One a line", pairs).tap("Enter", role="button").turns()
    ada.tap("Schedule").turns().tap("Mitchell", role="radio")
    ada.types("First start", f"{now - timedelta(minutes=5):%Y-%m-%dT%H:%M}")
    ada.types("Tables, or teams", "3").types("Rounds", "3")
    ada.types("Boards (in a match", "2")
    ada.tap("Look at it").turns().tap("Add the session").turns()


def invite_a_director(ada, tablets):
    """Print an invitation; Dana scans it and makes her account."""
    ada.tap("People", nth=0).turns()
    ada.types("Name", "Dana", near=INVITE).tap("Director", role="radio", near=INVITE)
    ada.tap("Make the invitation").sees("Print this page")
    assert CODE.search(ada.reading)
    dana = tablets.take().opens(ada.scans())
    dana.types("Name to sign in with", "dana").types("Password", PASSWORD)
    dana.types("The same once more", PASSWORD)
    return dana.tap("Make my account and sign in").sees("New call")


def rule(dana):
    """Take a call, the claim and the cards; announce what is proposed."""
    hand = Hand(dana._page)
    hand.press("New call")
    hand.page.locator('button[name="playing"]').first.tap()
    hand.comes_to("claim")
    claims.contract(hand, "4", "S", "S")
    claims.claim(hand, "2")
    claims.words(hand, "the rest are mine")
    claims.both_doubt(hand, "EW")
    hand.comes_to("cards*")
    for seat, cards in CARDS.items():
        hand.tile("seat", seat)
        hand.give(*cards)
    hand.tile("won", "8")
    hand.tap('button[name="leader"][value="S"]')
    hand.comes_to("proposal")
    # The solver may still be compiling: that begins with the site, once.
    accept = hand.page.locator(".dock button.main:has-text('Accept')")
    accept.wait_for(timeout=1000 * COMPILING)
    claims.accept(hand)
    claims.announce(hand)
    dana.sees("The claim stands")


def give_a_key(ada):
    """Return the token of a program that may note calls."""
    ada.tap("Programs").turns().types("Which program is it for?", "a clock")
    ada.tap("Chief director", role="radio").tap("Issue a key").turns()
    return ada._page.locator("#token").inner_text()


def note_call(home, token, table):
    """Note a call as a program does; return the number of its entry."""
    call = {"session": 1, "section": "A", "table": table, "board": 2 * table - 1}
    asked = urllib.request.Request(
        f"{home}/api/v1/calls",
        json.dumps(call | {"side": "NS"}).encode(),
        {
            "Content-Type": "application/json",
            "Authorization": f"Bearer {token}",
            "Idempotency-Key": str(uuid.uuid4()),
        },
    )
    opened = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    with opened.open(asked, timeout=60) as answer:
        return json.load(answer)["number"]


@contextmanager
def calls_without_a_pause(home, token):
    """Let programs note calls meanwhile; the value is the list of what was filed."""
    stopped, filed, failed = threading.Event(), [], []

    def write(table):
        while not stopped.is_set():
            try:
                filed.append(note_call(home, token, table))
            except OSError as error:
                failed.append(error)
                return

    writers = [
        threading.Thread(target=write, args=[number + 1]) for number in range(WRITERS)
    ]
    for writer in writers:
        writer.start()
    try:
        yield filed
    finally:
        stopped.set()
        for writer in writers:
            writer.join()
    assert failed == []


def test_a_clone_comes_to_a_ruling_and_back_from_its_backup(tmp_path, playwright, say):
    kept = tmp_path / "kept.zip"
    with machine() as other:
        began = time.monotonic()
        clone = Clone(tmp_path, other.address)
        browser = other.launch(playwright, tmp_path)
        tablets = Tablets(browser, clone.home)
        with clone.served():
            address = clone.said(r"http://\S+/accounts/first/\S+")
            ready = time.monotonic() - began
            ada = first_administrator(tablets, address)
            plan_an_event(ada)
            dana = invite_a_director(ada, tablets)
            rule(dana)
            ruled = time.monotonic() - began
            token = give_a_key(ada)
            with calls_without_a_pause(clone.home, token) as filed:
                while len(filed) < 10 * WRITERS:
                    time.sleep(0.1)
                before, at = max(filed), time.monotonic()
                backup = clone.td("backup", kept, "--data", clone.data)
                took, meanwhile = time.monotonic() - at, len(filed)
        assert "opened and verified" in backup
        shutil.rmtree(clone.data)
        restored = clone.td("restore", kept, "--data", clone.data)
        last = max(map(int, re.findall(r"\b(\d+):[0-9a-f]{12}", restored)))
        assert last >= before
        anchors = re.findall(r"\b(\d+:[0-9a-f]{64})\b", backup)
        ways = [f"--anchor={anchor}" for anchor in anchors]
        verified = clone.td("manage", "verify", *ways)
        assert anchors
        assert "agree" in verified
        with clone.served():
            clone.said("ready at")
            again = tablets.signed_in("dana")
            again._page.locator('a[href*="/cases/"]').first.tap()
            again.sees("announced")
        browser.close()
    say(
        f"from a clone: first page {ready:.0f} s, first ruling {ruled:.0f} s, at"
        f" {other.words}; backup {took:.0f} s with {meanwhile} calls filed by then,"
        f" all {before} entries before it restored; {verified.splitlines()[-1]}"
    )
