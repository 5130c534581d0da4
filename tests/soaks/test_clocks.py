"""Deadlines through the served site, whatever clocks and zones do (T9).

A filing counts by the database's clock at the moment its last byte had arrived, and is
kept whenever that was. `./td soak T9`.
"""

import sqlite3
import threading
import time
import zoneinfo
from contextlib import closing, contextmanager
from datetime import UTC, datetime, timedelta
from http.client import HTTPConnection
from urllib.parse import urlencode, urlsplit

import pytest
from django.db import connection, transaction
from django.urls import reverse

from rulings import clock
from rulings.models import Appeal, Case, Entry, Event, Objection, Window
from rulings.workflow.event import scores
from rulings.workflow.log import CLOCK_BACK
from rulings.workflow.proof.verify import verify
from tests import factories
from tests.factories import make_case, make_event
from tests.people import give_slips, phone, sent, slips_of, stop_clock
from tests.workflow.tampering import set_column

MS = timedelta(milliseconds=1)
EDGES = ((-MS, 0), (0 * MS, 0), (MS, 1))
SECRET = "gate" * 8
YEARS = range(2024, 2031)


def published(cast, *, at=None):
    """Return an announced case of a published session, and a slip of each side."""
    case = make_case(cast, state="announced")
    noor, esme = slips_of(cast, case)
    cast.at = at or cast.at
    scores.publish_scores(cast.form(cast.cleo), cast.event, cast.session)
    return case, noor, esme


def last_end(case):
    return max(row.closes_at for row in case.windows.exclude(purpose="own_side"))


def post(site, slip, case, **fields):
    """File by a phone's own connection; return the status."""
    jar = {n: c.value for n, c in phone(slip.table_pass).cookies.items()}
    cookies = "; ".join(f"{n}={v}" for n, v in {**jar, "csrftoken": SECRET}.items())
    head = {"Cookie": cookies, "Content-Type": "application/x-www-form-urlencoded"}
    form = urlencode({"csrfmiddlewaretoken": SECRET, **sent(**fields)})
    with closing(HTTPConnection(urlsplit(site).netloc, timeout=60)) as line:
        line.request("POST", reverse("player_case", args=[case.pk]), form, head)
        with line.getresponse() as answer:
            answer.read()
            return answer.status


def stopped(monkeypatch, instant):
    """Let the database's clock stand, as seen by every request."""
    monkeypatch.setattr(clock, "ticks", lambda: 0.0)
    monkeypatch.setattr(clock, "database_clock", instant)


@pytest.mark.soak("T9")
@pytest.mark.parametrize(
    ("act", "model"), [("object", Objection), ("appeal", Appeal)], ids=str
)
def test_each_side_of_the_limit_through_the_served_site(monkeypatch, site, act, model):
    cast = make_event(values={"phones": "always"})
    cases = [make_case(cast, state="announced") for _ in EDGES]
    slips = give_slips(cast)
    scores.publish_scores(cast.form(cast.cleo), cast.event, cast.session)
    stopped(monkeypatch, lambda: cast.at)
    for case, (offset, late_ms) in zip(cases, EDGES, strict=True):
        appeal = Window.objects.get(case=case, purpose="appeal").closes_at
        cast.at = offset + (appeal if act == "appeal" else last_end(case))
        fields = {"act": act, "seat": "E", "words": "No.", "partner": "on"}

        assert post(site, slips[case.playing.ew.number], case, **fields) == 303

        row = model.objects.get(received_at=cast.at)
        assert row.late_ms == late_ms
    assert verify().findings == []


@pytest.mark.soak("T9")
@pytest.mark.parametrize("skew", [-10, 10], ids=["10-min-slow", "10-min-fast"])
def test_neither_the_hosts_nor_a_phones_clock_decides(monkeypatch, site, skew):
    """On SQLite the host's clock is the database's: there only the phone's is wrong."""
    away = timedelta(minutes=skew)
    now = clock.database_clock()
    monkeypatch.setattr(factories, "NOON", now - timedelta(hours=2))
    cast = make_event(values={"phones": "always"})
    late, _noor, esme = published(cast, at=now - timedelta(minutes=31))
    if connection.vendor == "postgresql":
        monkeypatch.setattr(clock, "host_clock", lambda: datetime.now(UTC) + away)
    claims = (now + away).isoformat()

    before = clock.database_clock()
    fields = {"act": "object", "seat": "E", "words": "No.", "phone_time": claims}
    assert post(site, esme, late, **fields) == 303
    after = clock.database_clock()

    row = Objection.objects.get(seat="E", side="EW", received_at__gte=before)
    assert row.received_at <= after
    overdue = row.received_at - last_end(late)
    assert row.late_ms == -(-overdue // MS) > 0


@pytest.mark.soak("T9")
@pytest.mark.django_db
def test_a_clock_stepped_back_discards_nothing_and_is_noted(monkeypatch):
    cast = make_event(values={"phones": "always"})
    case, _noor, esme = published(cast)
    end = last_end(case)
    stopped(monkeypatch, lambda: cast.at)
    filed = []
    for minutes in (1, -10, 3, -1):
        cast.at = end + timedelta(minutes=minutes)
        form = sent(act="object", seat="E", words="No.")
        page = reverse("player_case", args=[case.pk])
        assert phone(esme.table_pass).post(page, form).status_code == 303
        filed.append((cast.at, max(0, minutes * 60_000)))

    rows = Objection.objects.filter(seat="E", received_at__gte=end - 20 * 60_000 * MS)
    assert sorted(rows.values_list("received_at", "late_ms")) == sorted(filed)
    report = verify()
    assert report.findings == []
    assert Entry.objects.filter(act=CLOCK_BACK).count() == len(report.notes) == 2


@contextmanager
def locked(case):
    """Hold what every filing needs, from a thread of its own, until the end."""
    held, done = threading.Event(), threading.Event()

    def hold():
        if connection.vendor == "sqlite":
            own = sqlite3.connect(connection.settings_dict["NAME"], timeout=30)
            own.execute("BEGIN IMMEDIATE")
            held.set()
            done.wait(60)
            own.rollback()
            own.close()
            return
        with transaction.atomic():
            Case.objects.select_for_update().get(pk=case.pk)
            held.set()
            done.wait(60)
        connection.close()

    holder = threading.Thread(target=hold)
    holder.start()
    assert held.wait(30)
    try:
        yield
    finally:
        done.set()
        holder.join()


@pytest.mark.soak("T9")
def test_who_waits_for_a_lock_across_the_limit_is_in_time(monkeypatch, site):
    begun = clock.database_clock()
    monkeypatch.setattr(factories, "NOON", begun - timedelta(hours=2))
    cast = make_event(values={"phones": "always"})
    soon = begun - timedelta(minutes=30) + timedelta(seconds=12)
    case, _noor, esme = published(cast, at=soon)
    end, answers = last_end(case), []

    def file():
        answers.append(post(site, esme, case, act="object", seat="E", words="No."))

    with locked(case):
        filing = threading.Thread(target=file)
        filing.start()
        while clock.database_clock() <= end + timedelta(seconds=1):
            time.sleep(0.05)
        assert not answers
    filing.join()

    row = Objection.objects.get(seat="E", received_at__gte=begun)
    assert answers == [303]
    assert row.received_at <= end  # 12 s were enough to reach the lock
    assert row.late_ms == 0


def changes(name):
    """Return the instants at which the clocks of a zone change, to the second."""
    zone = zoneinfo.ZoneInfo(name)

    def offset(second):
        return datetime.fromtimestamp(second, zone).utcoffset()

    found = []
    start = int(datetime(YEARS[0], 1, 1, tzinfo=UTC).timestamp())
    end = int(datetime(YEARS[-1] + 1, 1, 1, tzinfo=UTC).timestamp())
    for day in range(start, end, 86_400):
        low, high = day, day + 86_400
        if offset(low) == offset(high):
            continue
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (
                (middle, high) if offset(middle) == offset(low) else (low, middle)
            )
        found.append((high, offset(high - 1), offset(high)))
    return tuple(found)


def distinct_zones():
    """Return a zone of each kind: those whose clocks change alike count as one."""
    kinds, names = {}, sorted(zoneinfo.available_timezones())
    for name in names:
        if found := changes(name):
            kinds.setdefault(found, name)
    return names, {name: found for found, name in kinds.items()}


def file_around_a_change(cast, case, slip, at):
    """Publish a quarter of an hour before an instant; file around the end."""
    cast.at = at - timedelta(minutes=15)
    scores.publish_scores(cast.form(cast.cleo), cast.event, cast.session)
    end = last_end(case)
    assert end == cast.at + timedelta(minutes=30)
    browser, page = phone(slip.table_pass), reverse("player_case", args=[case.pk])
    cast.at = end - timedelta(minutes=1)
    assert browser.get(page).status_code == 200  # the form is opened before the end
    for offset, late_ms in EDGES:
        cast.at = end + offset
        form = sent(act="object", seat="E", words="No.")
        assert browser.post(page, form).status_code == 303
        row = Objection.objects.get(received_at=cast.at)
        assert row.late_ms == late_ms, (at, offset)


@pytest.mark.soak("T9")
@pytest.mark.django_db
def test_every_change_of_the_clocks_in_every_zone(monkeypatch, say):
    start = datetime(2023, 12, 1, 12, tzinfo=UTC)
    monkeypatch.setattr(factories, "NOON", start)
    monkeypatch.setattr(factories.shell, "__defaults__", (start,))
    names, zones = distinct_zones()
    cast = make_event(values={"phones": "always"})
    cast.at = start
    case = make_case(cast, state="announced")
    _noor, esme = slips_of(cast, case)
    stop_clock(monkeypatch, cast)
    monkeypatch.setattr(clock, "database_clock", lambda: cast.at)
    filed = 0
    for name, found in zones.items():
        set_column(Event.objects.get(pk=cast.event.pk), "zone", name)
        for second, _before, _after in found:
            with transaction.atomic():
                at = datetime.fromtimestamp(second, UTC)
                file_around_a_change(cast, case, esme, at)
                transaction.set_rollback(True)
            filed += len(EDGES)
    moments = sum(map(len, zones.values()))
    say(
        f"{len(names)} zones, {len(zones)} kinds with {moments} changes of the"
        f" clocks; {filed} filings around the end, all as late as they were"
    )
