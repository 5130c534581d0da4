"""A club's evening of 24 tables, from its files to its archive: `./td soak evening`.

People use their screens over HTTP (`tests/soaks/by_forms.py`): the chief brings files
in, prints slips and decides appeals; a director takes each call to its announcement and
answers what players filed; the scorer publishes and exports. Table units call and send
results through a Data Connector; a scoring program ends rounds and takes slips with the
typed client; players file on phones, some in Chromium without network. The event is
closed, archived, backed up, and restored by another user in another folder and network
namespace. Only the event, its accounts and their roles are made by the shell.
"""

import random
import re
import sys
import time
from collections import Counter
from datetime import UTC, datetime, timedelta

import pytest
from django.db import connection
from django.urls import reverse

from rulings.importers.movements import mitchell
from rulings.laws.regulations import load_regulations
from rulings.management.bridgemate.filing import UnitDesk
from rulings.management.bridgemate.turns import SessionTurns
from rulings.management.keep.engines import standing_on
from rulings.models import (
    ApiKey,
    Case,
    Contestant,
    Entry,
    Event,
    ImportFile,
    Objection,
    Playing,
    Role,
    Session,
    Slip,
)
from rulings.queries.case.final import blockers
from rulings.queries.words import texts_of
from rulings.workflow.event import events
from rulings.workflow.proof.verify import verify
from tests import factories, tree
from tests.connector import GUID, FakeConnector, call, result
from tests.management.keep.test_keeping import done, elsewhere, own_folder, programs
from tests.processes import worker
from tests.soaks.another_machine import Elsewhere
from tests.soaks.by_forms import SECONDS, Device
from tests.soaks.test_offline import is_filed, is_kept

__all__ = ["elsewhere", "own_folder", "programs", "worker"]
pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.soak("evening")]
SECTIONS, TABLES, ROUNDS, BOARDS = "AB", 12, 3, 2
CALLS = 4
"""Calls of table units in each round."""

APPEALS, OFFLINE = 2, 3
PERIODS = {f"{one}_period_min": 1 for one in ("correction", "own_side")}
"""Nobody can give up these times, so they are waited for: a minute, usually 30."""

DEAL = "N:54.KQJT.AQJ82.Q9 KQ.652.T74.AKT65 AJT732.A43.9.J74 986.987.K653.832"
LEFT = {
    "N": ["HK", "HQ", "DA", "DQ", "DJ"],
    "E": ["H5", "DT", "D7", "CT", "C6"],
    "S": ["S7", "S3", "S2", "H3", "D9"],
    "W": ["S6", "H9", "DK", "D6", "D5"],
}
"""Five cards each, spades are trumps and one is out."""


class Evening:
    """The event with its staff, each at a device."""

    def __init__(self, site):
        start = datetime.now(UTC) - timedelta(minutes=20)
        self.site, self.start = site, start
        self.event = events.create_event(
            factories.shell(start),
            name="Friday",
            kind=Event.Kind.PAIRS,
            zone="UTC",
            starts_on=start.date(),
            ends_on=start.date() + timedelta(days=1),
            edition="2017",
            regulations=load_regulations("WBF").replaced(
                {"phones": "always"} | PERIODS
            ),
        )
        self.staff = {}
        for name, role in (("dana", "director"), ("cleo", "chief"), ("sam", "scorer")):
            user = factories.make_user(name)
            given = factories.shell(start), self.event, user
            events.give_role(*given, Role.Name(role), [])
            self.staff[name] = Device(site).signs_in(name)
        self.dana, self.cleo, self.sam = self.staff.values()

    @property
    def session(self):
        return Session.objects.get(event=self.event)

    @property
    def at(self):
        return datetime.now(UTC)


def schedule_of(evening):
    """Return the movement of both sections as a scoring program writes it."""
    lines = ["section,round,table,board_from,board_to,ns,ew"]
    for number, letter in enumerate(SECTIONS):
        for one in mitchell(TABLES, ROUNDS, BOARDS, section=letter, share=True):
            ns, ew = int(one.ns) + 100 * number, int(one.ew) + 100 * number
            where = f"{one.section},{one.round},{one.table},{one.board},{one.board}"
            lines.append(f"{where},{ns},{ew}")
    return "\n".join(lines)


def files_come_in(evening):
    """Bring in schedule, names and cards, each as a file that clubs have."""
    chief, event = evening.cleo, evening.event.pk
    times = {"starts_at": f"{evening.start:%Y-%m-%dT%H:%M}", "minutes": "15"}
    plan = {"kind": "csv", "csv": schedule_of(evening)}
    chief.opens("schedule", event).sends("schedule", event, do="look", **plan, **times)
    chief.sends("schedule", event, do="add")
    numbers = Contestant.objects.values_list("number", flat=True)
    names = "\n".join(f"{n};Player {n}a;Player {n}b" for n in numbers)
    chief.follows("roles", event).sends("people", event, lines=names)
    dealers, count = "NESW", TABLES * BOARDS
    record = "".join(
        f'[Board "{n}"]\n[Dealer "{dealers[(n - 1) % 4]}"]\n[Deal "{DEAL}"]\n\n'
        for n in range(1, count + 1)
    )
    file = {"file": ("evening.pbn", record.encode())}
    chief.follows("import_files", event).sends("import_files", event, files=file)
    taken = event, ImportFile.objects.get().pk
    chief.opens("import_preview", *taken).waits_for("import_preview", *taken)
    assert evening.event.boards.exclude(deal="").count() == count


def slips_are_printed(evening):
    """Print the slips; return the code of each pair."""
    page = evening.cleo.follows("passes", evening.event.pk)
    page.sends("passes", evening.event.pk)
    found = re.findall(
        r"<b>\s*Number (\d+)\s*</b>.*?typed nb\">([A-Z0-9]{4} [A-Z0-9]{4})<",
        page.page,
        re.DOTALL,
    )
    assert len(found) == 2 * TABLES * len(SECTIONS)
    return {int(number): code for number, code in found}


def key_of(evening, purpose):
    """Issue a key to a program; return its row and what was shown once."""
    page, event = evening.cleo, evening.event.pk
    page.opens("keys", event).sends("keys", event, purpose=purpose, role="chief")
    token = re.search(r'id="token">([^<]+)<', page.page)[1]
    return ApiKey.objects.latest("issued_at"), token.strip()


def director_rules(evening, case):
    """Take the call and its facts, rule, announce: screen by screen."""
    dana, pk = evening.dana, case.pk
    dana.opens("queue", evening.event.pk).sends("take_over", pk)
    claim = {"level": "4", "strain": "S", "declarer": "S", "claimer": "S"}
    dana.sends("claim", pk, left="5", **claim)
    dana.sends("statement", pk, words="the rest are mine", keep="1")
    dana.sends("objections", pk, seat="W").sends("objections", pk, reason="trump_out")
    dana.sends("objections", pk, go="on")
    dana.sends("cards", pk, won="5", leader="S", **LEFT)
    dana.waits_for("settle", pk, aware_of_trump="not_aware")
    dana.waits_for("rule", pk).sends("announce", pk)


def play_a_round(evening, turns, connector, order, chance):
    """Let units call, directors rule, units send what was played."""
    rows = Playing.objects.filter(round__order=order).select_related(
        "table__section", "board"
    )
    tables = sorted({(row.table.section.letter, row.table.number) for row in rows})
    calling = chance.sample(tables, CALLS)
    at = evening.at
    for letter, number in calling:
        connector.add("calls", call(number, order, (at.hour, at.minute), 1, letter))
    said = list(turns.turn())
    assert sum("is in the queue" in one for one in said) == CALLS, said
    for case in Case.objects.filter(state="called"):
        director_rules(evening, case)
    for row in rows.filter(cases__isnull=True):
        made = chance.choice([8, 9, 10, 11])
        connector.add(
            "results",
            result(
                row.table.number,
                order,
                row.board.number,
                SectionLetters=row.table.section.letter,
                TotalTricks=made,
            ),
        )
    said = list(turns.turn())
    assert sum("is entered" in one for one in said) == rows.count() - CALLS, said[:5]


def phone_of(evening, code):
    """Return a phone on which the code of a slip was typed."""
    return Device(evening.site).opens("pass_code").sends("pass_code", code=code)


def phone_acts(phone, case, act, **given):
    """Do something with a board on a phone, which leads to a receipt."""
    phone.opens("player").follows("player_case", case.pk)
    phone.sends("player_case", case.pk, act=act).sends("player_case", case.pk, **given)
    assert "/receipts/" in phone.address


def phone_files_offline(browser, evening, case, code, words):
    """File without network, and once it is there again the receipt comes."""
    context = browser.new_context(base_url=evening.site)
    page = context.new_page()
    page.goto(reverse("pass_code"))
    page.get_by_label("Code").fill(code)
    page.get_by_role("button", name="Open my boards").click()
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.reload()
    page.goto(reverse("player_case", args=[case.pk]) + "?act=object")
    context.set_offline(True)
    page.get_by_label("In your words").fill(words)
    page.get_by_role("button", name="Send:").click()
    is_kept(page)
    context.set_offline(False)
    is_filed(page)
    context.close()


def players_file(browser, evening, ruled, codes):
    """File for each ruled case, some without network; return what was filed."""
    filed = {f"Filed {number}": case for number, case in enumerate(ruled)}
    for number, (words, case) in enumerate(filed.items()):
        code = codes[case.playing.ew.number]
        if number < OFFLINE:
            phone_files_offline(browser, evening, case, code, words)
        else:
            phone_acts(phone_of(evening, code), case, "object", words=words)
    return list(filed)


def program_of(evening, monkeypatch):
    """Return the typed client of a scoring program at the served site."""
    monkeypatch.syspath_prepend(tree.ROOT / "clients/python")
    from seventy_client import Client  # noqa: PLC0415 - found by the line above

    return Client(evening.site, key_of(evening, "a scoring program")[1])


def appeal(evening, case, codes):
    """Appeal with both partners' consent; the chief upholds the ruling."""
    phone, pk, cleo = (
        phone_of(evening, codes[case.playing.ew.number]),
        case.pk,
        evening.cleo,
    )
    phone.follows("player_case", pk).sends("player_case", pk, act="object")
    phone.sends("player_case", pk, turn="appeal")
    phone.sends("player_case", pk, seat="W", partner="on", words="No.")
    assert "/receipts/" in phone.address
    cleo.opens("live", evening.event.pk, peek=pk).follows("appeal", pk)
    cleo.follows("appeal_decide", pk)
    decision = {"outcome": "upheld", "reasons": "The law was applied."}
    cleo.sends("appeal_decide", pk, point="law", **decision)
    cleo.follows("ruling", pk).sends("announce", pk)


def wishes_are_answered(evening):
    """Refuse what players filed, each with a reason."""
    for row in Objection.objects.filter(resolution=""):
        at = row.case_id, row.pk
        evening.dana.opens("wish", *at).sends(
            "wish", *at, do="refuse", reason="The ruling stands."
        )


def end_the_times(evening, ruled, codes):
    """Let sides give up their time to appeal, publish, end that time early."""
    event, session = evening.event.pk, evening.session.pk
    for number, case in enumerate(ruled):
        sides = [case.playing.ns, case.playing.ew]
        for side in sides[
            : 1 if number < APPEALS else 2
        ]:  # who appealed has been heard
            phone_acts(phone_of(evening, codes[side.number]), case, "accept")
    evening.sam.opens("scores", event).follows("publish", event).sends("publish", event)
    chief = evening.cleo.opens("blocks", event).follows("session_end", event, session)
    chief.sends("session_end", event, session, do="close", reason="The prizes wait.")
    end = time.monotonic() + 2 * SECONDS
    while left := blockers(evening.event, evening.at):
        assert time.monotonic() < end, left
        time.sleep(1)


@pytest.fixture
def keep(elsewhere, tmp_path):
    """Archive, back up and restore elsewhere; return where that is."""

    def kept(event):
        done("archive", event.name, "--out", tmp_path / "archive.zip")
        done("backup", tmp_path / "evening.zip")
        (tmp_path / "evening.zip").chmod(0o644)
        other = Elsewhere(tmp_path, elsewhere)
        other.run("restore", tmp_path / "evening.zip")
        return other

    return kept


def codes_of(event):
    """Return every entry of the event's chain by its number."""
    return dict(Entry.objects.filter(chain=event.pk).values_list("seq", "code"))


def plays_every_round(evening, turns, connector, program, chance):
    """Play the session, its clock a program's; return the cases that were ruled."""
    from seventy_client.api import RoundEndIn, RoundIn  # noqa: PLC0415 - as above

    for order in range(1, ROUNDS + 1):
        program.start_round(RoundIn(session=1, round=order))
        play_a_round(evening, turns, connector, order, chance)
        program.end_round(RoundEndIn(session=1, round=order))
    ruled = Case.objects.filter(state="announced")
    return list(ruled.select_related("playing__ns", "playing__ew"))


def not_once(filed):
    """Return what was filed and is lost, or stands more than once."""
    words = texts_of(Objection.objects.values_list("words", flat=True)).values()
    stored = Counter(words)
    return [one for one in filed if stored[one] != 1]


@pytest.mark.usefixtures("worker")
def test_a_whole_evening_is_kept_and_comes_back(site, browser, keep, monkeypatch, say):
    began, chance = time.monotonic(), random.Random(24)
    evening = Evening(site)
    files_come_in(evening)
    codes = slips_are_printed(evening)
    connector = FakeConnector()
    key, _token = key_of(evening, "the table units")
    turns = SessionTurns(UnitDesk(key, evening.event, 1, GUID), connector)
    program = program_of(evening, monkeypatch)
    ruled = plays_every_round(evening, turns, connector, program, chance)
    filed = players_file(browser, evening, ruled, codes)
    wishes_are_answered(evening)
    for case in ruled[:APPEALS]:
        appeal(evening, case, codes)
    said = list(turns.turn())
    slips_left = program.read_slips(waiting=True)
    results = program.read_results().results
    event = evening.event.pk
    csv = evening.sam.opens("results_out", event).sends(
        "results_out", event, kind="csv"
    )
    lines = csv.body.splitlines()
    end_the_times(evening, ruled, codes)
    evening.cleo.opens("blocks", event).follows("closed_event", event)
    evening.cleo.sends("closed_event", event)
    evening.event.refresh_from_db()
    assert evening.event.phase == Event.Phase.CLOSED
    other = keep(evening.event)

    places = len(SECTIONS) * TABLES * ROUNDS * BOARDS
    assert not_once(filed) == []
    assert len(ruled) == CALLS * ROUNDS
    assert len(results) == places == Playing.objects.exclude(tricks=None).count()
    assert connector.left == {"calls": 0, "results": 0, "hands": 0}
    assert Counter(one["Status"] for one in connector.told) == {3: len(ruled)}
    assert slips_left == [], said
    assert not Slip.objects.filter(acknowledged_at=None).exists()
    assert len(lines) == places + 1
    assert verify().findings == []
    entries = Entry.objects.count()
    last = Entry.objects.filter(chain=event).latest("seq")
    assert "agree" in other.run("verify")
    with standing_on(other.name):
        there = codes_of(evening.event)
    assert there == codes_of(evening.event)
    say(
        f"{connection.vendor}: {len(SECTIONS) * TABLES} tables, {places} boards at"
        f" tables, {len(ruled)} calls ruled, {len(filed)} filings ({OFFLINE} without"
        f" network), {APPEALS} appeals, closed, archived, restored by another user in"
        f" another folder and network namespace: {entries} entries (last {last.seq}),"
        f" 0 lost, 0 doubled, verify clean here and there;"
        f" {time.monotonic() - began:.0f} s"
    )
    for name in [one for one in sys.modules if one.startswith("seventy_client")]:
        del sys.modules[name]
