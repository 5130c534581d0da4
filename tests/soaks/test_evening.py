"""A club's evening of 24 tables, from its files to its archive: `./td soak evening`.

Files come in at the chief's desk; table units call and send results through a Data
Connector; a scoring program ends rounds and takes slips with the typed client over
HTTP; players file on phones, some without network; two sides appeal; the scorer
exports; the event is closed, archived, backed up and restored elsewhere. What directors
do at a case are the acts behind their screens, which `tests/walks` and `./td soak show`
tap.
"""

import random
import sys
import time
import uuid
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
    Appeal,
    Case,
    Contestant,
    Entry,
    Event,
    Objection,
    Playing,
    Role,
    Session,
    Slip,
    Window,
)
from rulings.permissions.actors import pass_actor
from rulings.queries.exports import event_boards
from rulings.queries.words import texts_of
from rulings.workflow import cases, objections
from rulings.workflow.acts import ActContext
from rulings.workflow.event import events, scores
from rulings.workflow.proof.verify import verify
from rulings.workflow.ruling import appeals, decide
from rulings.workflow.windows import waive_window
from tests import factories, people, tree
from tests.connector import GUID, FakeConnector, call, result
from tests.management.keep.test_keeping import done, elsewhere, own_folder, programs
from tests.programs import give_key
from tests.soaks.test_offline import is_filed, is_kept
from tests.views.desk.desks import upload

__all__ = ["elsewhere", "own_folder", "programs"]
pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.soak("evening")]
SECTIONS, TABLES, ROUNDS, BOARDS = "AB", 12, 3, 2
CALLS = 4
"""Calls of table units in each round."""

APPEALS, OFFLINE = 2, 3
LEFT_OVER = (Window.Purpose.APPEAL, Window.Purpose.CORRECTION)


class Evening:
    """The event with its people; every act happens now, with a key of its own."""

    def __init__(self):
        start = datetime.now(UTC) - timedelta(minutes=20)
        self.event = events.create_event(
            factories.shell(start),
            name="Friday",
            kind=Event.Kind.PAIRS,
            zone="UTC",
            starts_on=start.date(),
            ends_on=start.date() + timedelta(days=1),
            edition="2017",
            regulations=load_regulations("WBF").replaced({"phones": "always"}),
        )
        self.start = start
        names = {"dana": "director", "cleo": "chief", "sam": "scorer"}
        self.users = {name: factories.make_user(name) for name in names}
        for name, role in names.items():
            given = factories.shell(start), self.event, self.users[name]
            events.give_role(*given, Role.Name(role), [])
        self.dana, self.cleo, self.sam = self.users.values()
        self.desk = people.tablet(self.cleo)
        self.words = Counter()

    @property
    def session(self):
        return Session.objects.get(event=self.event)

    @property
    def at(self):
        return datetime.now(UTC)

    def form(self, user, *, version=None):
        at = self.at
        actor = factories.user_actor(user, at)
        return ActContext(by=actor, at=at, key=uuid.uuid4(), version=version)

    def post(self, name, *more, by=None, **fields):
        """Send a form of a desk, which must be taken."""
        url = reverse(name, args=[self.event.pk, *more])
        answer = (by or self.desk).post(url, people.sent(**fields))
        assert answer.status_code in {200, 303}, people.text_of(answer)
        return answer


def files_come_in(evening):
    """Bring in schedule, names and cards, each as a file that clubs have."""
    placed = [
        (one, 100 * number)
        for number, letter in enumerate(SECTIONS)
        for one in mitchell(TABLES, ROUNDS, BOARDS, section=letter, share=True)
    ]
    lines = ["section,round,table,board_from,board_to,ns,ew"]
    for one, more in placed:
        ns, ew = int(one.ns) + more, int(one.ew) + more
        where = f"{one.section},{one.round},{one.table},{one.board},{one.board}"
        lines.append(f"{where},{ns},{ew}")
    times = {"starts_at": f"{evening.start:%Y-%m-%dT%H:%M}", "minutes": 15}
    plan = {"kind": "csv", "csv": "\n".join(lines), "deal_set": "main"}
    evening.post("schedule", do="add", **plan, **times)
    numbers = Contestant.objects.values_list("number", flat=True)
    names = "\n".join(f"{n};Player {n}a;Player {n}b" for n in numbers)
    evening.post("people", lines=names)
    boards = event_boards(evening.event, None, evening.at)
    assert boards == []  # nothing is dealt yet
    deal, dealers = str(factories.DEAL), "NESW"
    record = "".join(
        f'[Board "{n}"]\n[Dealer "{dealers[(n - 1) % 4]}"]\n[Deal "{deal}"]\n\n'
        for n in range(1, TABLES * BOARDS + 1)
    )
    answer = upload(evening.desk, evening, record.encode())
    count = TABLES * BOARDS
    form = people.sent(deal_set="main", boards=list(range(count)))
    assert evening.desk.post(answer["Location"], form).status_code == 303
    assert evening.event.boards.exclude(deal="").count() == count


def director_rules(evening, case):
    """Take the call and its facts, rule, announce."""
    cases.take_over(evening.form(evening.dana), case.pk)
    factories.take_facts(evening, case)
    doubt = objections.Wanted(wish=Objection.Wish.DOUBT, side="EW", seat="W")
    objections.submit_objection(evening.form(evening.dana), case.pk, doubt)
    factories.facts.record_position(
        evening.form(evening.dana),
        case.pk,
        factories.POSITION,
        factories.Position.Source.MARKED,
    )
    decide.rule(evening.form(evening.dana), case.pk, factories.decision())
    decide.announce(evening.form(evening.dana), case.pk)


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


def phone_files(case, slip, words):
    """File an objection on a phone; the receipt is where the answer leads."""
    url = reverse("player_case", args=[case.pk])
    answer = people.phone(slip.table_pass).post(
        url, people.sent(act="object", words=words)
    )
    assert answer.status_code == 303
    assert "/receipts/" in answer["Location"]


def phone_files_offline(browser, site, case, slip, words):
    """File without network, and once it is there again the receipt comes."""
    context = browser.new_context(base_url=site)
    page = context.new_page()
    page.goto(reverse("pass_open", args=[slip.secret]))
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


def players_file(browser, site, ruled, slips):
    """File for each ruled case, some without network; return what was filed."""
    filed = {f"Filed {number}": case for number, case in enumerate(ruled)}
    for number, (words, case) in enumerate(filed.items()):
        slip = slips[case.playing.ew.number]
        if number < OFFLINE:
            phone_files_offline(browser, site, case, slip, words)
        else:
            phone_files(case, slip, words)
    return list(filed)


def program_of(evening, site, monkeypatch):
    """Return the typed client of a scoring program at the served site."""
    monkeypatch.syspath_prepend(tree.ROOT / "clients/python")
    from seventy_client import Client  # noqa: PLC0415 - found by the line above

    return Client(site, give_key(evening, Role.Name.CHIEF).token)


def appeal(evening, case, slips):
    """Appeal with both partners' consent; the chief upholds the ruling."""
    by = pass_actor(slips[case.playing.ew.number].table_pass, evening.at)
    both = {"E": "phone", "W": "phone"}
    form = ActContext(by=by, at=by.at, key=uuid.uuid4())
    appeals.file_appeal(form, case.pk, side="EW", concurrence=both, words="No.")
    appeals.decide_appeal(
        evening.form(evening.cleo),
        case.pk,
        point=Appeal.Point.LAW,
        outcome=Appeal.Outcome.UPHELD,
        reasons="The law was applied.",
    )
    decide.announce(evening.form(evening.cleo), case.pk)


def end_the_times(evening):
    """Answer what was filed, let both sides give up their times, end them early."""
    for row in Objection.objects.filter(resolution=""):
        objections.resolve_objection(
            evening.form(evening.dana),
            row.case_id,
            row.pk,
            resolution=Objection.Resolution.REFUSED,
            reason="The ruling stands.",
        )
    scores.publish_scores(evening.form(evening.cleo), evening.event, evening.session)
    for row in Window.objects.filter(closes_at__gt=evening.at):
        for side in ("NS", "EW"):
            if row.side in {"", side}:
                form = evening.form(evening.dana)
                waive_window(form, row.case_id, Window.Purpose(row.purpose), side)
    evening.post(
        "session_end", evening.session.pk, do="close", reason="The prizes wait."
    )


@pytest.fixture
def keep(elsewhere, tmp_path):
    """Archive, back up and restore; return the name of the restored database."""

    def kept(event):
        done("archive", event.name, "--out", tmp_path / "archive.zip")
        done("backup", tmp_path / "evening.zip")
        done("restore", tmp_path / "evening.zip", on=elsewhere)
        return elsewhere

    return kept


def codes_of(event):
    """Return every entry of the event's chain by its number."""
    return dict(Entry.objects.filter(chain=event.pk).values_list("seq", "code"))


def test_a_whole_evening_is_kept_and_comes_back(site, browser, keep, monkeypatch, say):
    began, chance = time.monotonic(), random.Random(24)
    evening = Evening()
    files_come_in(evening)
    slips = people.give_slips(evening, evening.session)
    connector = FakeConnector()
    key = give_key(evening, Role.Name.CHIEF).key
    turns = SessionTurns(UnitDesk(key, evening.event, 1, GUID), connector)
    program = program_of(evening, site, monkeypatch)
    from seventy_client.api import RoundEndIn, RoundIn  # noqa: PLC0415 - as above

    for order in range(1, ROUNDS + 1):
        program.start_round(RoundIn(session=1, round=order))
        play_a_round(evening, turns, connector, order, chance)
        program.end_round(RoundEndIn(session=1, round=order))
    ruled = list(Case.objects.filter(state="announced").select_related("playing__ew"))
    filed = players_file(browser, site, ruled, slips)
    for case in ruled[:APPEALS]:
        appeal(evening, case, slips)
    said = list(turns.turn())
    slips_left = program.read_slips(waiting=True)
    results = program.read_results().results
    scorer = people.tablet(evening.sam)
    csv = evening.post("results_out", by=scorer, kind="csv", session="")
    end_the_times(evening)
    evening.post("closed_event")
    evening.event.refresh_from_db()
    assert evening.event.phase == Event.Phase.CLOSED
    restored = keep(evening.event)

    stored = Counter(
        texts_of(Objection.objects.values_list("words", flat=True)).values()
    )
    lost = [words for words in filed if not stored[words]]
    doubled = [words for words in filed if stored[words] > 1]
    places = len(SECTIONS) * TABLES * ROUNDS * BOARDS
    assert (lost, doubled) == ([], [])
    assert len(ruled) == CALLS * ROUNDS
    assert len(results) == places == Playing.objects.exclude(tricks=None).count()
    assert connector.left == {"calls": 0, "results": 0, "hands": 0}
    assert Counter(one["Status"] for one in connector.told) == {3: len(ruled)}
    assert slips_left == [], said
    assert not Slip.objects.filter(acknowledged_at=None).exists()
    assert len(csv.content.splitlines()) == places + 1
    assert verify().findings == []
    entries = Entry.objects.count()
    last = Entry.objects.filter(chain=evening.event.pk).latest("seq")
    assert "agree" in done("verify", on=restored)
    with standing_on(restored):
        there = codes_of(evening.event)
    assert there == codes_of(evening.event)
    say(
        f"{connection.vendor}: {len(SECTIONS) * TABLES} tables, {places} boards at"
        f" tables, {len(ruled)} calls ruled, {len(filed)} filings ({OFFLINE} without"
        f" network), {APPEALS} appeals, closed, archived, restored: {entries} entries"
        f" (last {last.seq}), 0 lost, 0 doubled, verify clean here and there;"
        f" {time.monotonic() - began:.0f} s"
    )
    for name in [one for one in sys.modules if one.startswith("seventy_client")]:
        del sys.modules[name]
