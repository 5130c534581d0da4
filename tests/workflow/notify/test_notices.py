"""Notices: filed with the act, mailed, posted to programs, read (R9)."""

import json
import socket
import threading
from datetime import timedelta
from http.server import BaseHTTPRequestHandler, HTTPServer

import pytest
from django.core import mail
from django.core.management import CommandError, call_command
from django.urls import reverse

from rulings.models import Notice, Role, Window
from rulings.workflow import cases
from rulings.workflow.errors import Fault
from rulings.workflow.event import scores
from rulings.workflow.event.ends import close_event
from rulings.workflow.notify import notices, outbox
from rulings.workflow.ruling import appeals, decide
from tests.factories import NOON, decision, make_case, make_event, make_staff, make_user
from tests.people import give_slips, phone, stop_clock, tablet, text_of

pytestmark = pytest.mark.django_db
KINDS = Notice.Kind


@pytest.fixture
def cast():
    """An event with a scorer who has an address, and with phones."""
    cast = make_event(values={"phones": "always"})
    sam = make_staff(cast, "sam", Role.Name.SCORER)
    sam.email = "sam@example.org"
    sam.save()
    return cast


def filed(kind):
    """Return for whom notices of a kind were filed."""
    rows = Notice.objects.filter(kind=kind, user__isnull=False).order_by("user")
    return [row.user.username for row in rows]


def test_an_announced_ruling_is_mailed_to_the_scorer_with_an_anchor_and_no_card(cast):
    make_case(cast, state="announced")
    assert filed(KINDS.ANNOUNCED) == ["sam"]

    assert outbox.send_due(cast.at) == 1
    assert outbox.send_due(cast.at) == 0

    (sent,) = mail.outbox
    assert sent.subject == "Table A1, board 1: A ruling has been announced"
    assert f"Record: {cast.event.pk} " in sent.body
    assert not set("♠♥♦♣") & set(sent.body)
    assert "4S" not in sent.body
    notice = Notice.objects.get(kind=KINDS.ANNOUNCED, user__isnull=False)
    assert (notice.filed_at, notice.sent_at) == (cast.at, cast.at)


def test_directors_are_mailed_the_list_of_rulings_when_an_event_is_closed(cast):
    cast.dana.email = "dana@example.org"
    cast.dana.save()

    close_event(cast.form(cast.cleo), cast.event)

    assert filed(KINDS.CLOSED) == ["dana"]
    assert outbox.send_due(cast.at) == 1
    (sent,) = mail.outbox
    assert sent.subject == f"{cast.event.name} is closed: all rulings are final"
    assert reverse("rulings", args=[cast.event.pk]) in sent.body
    page = tablet(cast.dana).get(reverse("notices"))
    assert reverse("rulings", args=[cast.event.pk]) in page.content.decode()


def test_mail_that_fails_is_tried_again_and_given_up_in_the_end(cast, monkeypatch):
    def away(*_given):
        raise ConnectionRefusedError

    monkeypatch.setattr(outbox, "send_mail", away)
    make_case(cast, state="announced")
    at = cast.at
    for wait in outbox.WAITS:
        assert outbox.send_due(at) == 0
        assert outbox.send_due(at + wait - timedelta(seconds=1)) == 0
        at += wait
    outbox.send_due(at)

    notice = Notice.objects.get(kind=KINDS.ANNOUNCED, user__isnull=False)
    assert (notice.due_at, notice.sent_at) == (None, None)
    assert (notice.tries, notice.failure) == (6, "ConnectionRefusedError")


def test_who_is_told_of_what(cast):
    piotr = make_staff(cast, "piotr", Role.Name.DIRECTOR)
    case = make_case(cast, state="announced")
    cases.assign(cast.form(cast.cleo), case.pk, piotr)
    assert filed(KINDS.ASSIGNED) == ["piotr"]
    assert filed(KINDS.OBJECTION) == []  # Dana took it down herself

    scores.publish_scores(cast.form(cast.cleo), cast.event, cast.session)
    window = Window.objects.filter(case=case, purpose="appeal").get()
    early = window.closes_at - timedelta(minutes=11)
    assert notices.file_ending_windows(early) == 0
    assert (
        notices.file_ending_windows(early + timedelta(minutes=2)) == 3
    )  # both sides too
    assert notices.file_ending_windows(early + timedelta(minutes=3)) == 0
    assert filed(KINDS.WINDOW) == ["piotr"]


def test_sides_read_of_ruling_and_hearing_and_no_card_stands_there(cast, monkeypatch):
    """On the page of the slip: when it was announced, when the hearing is, or moved."""
    stop_clock(monkeypatch, cast)
    rae = make_staff(cast, "rae", Role.Name.REVIEWER)
    case = make_case(cast, state="announced")
    scores.publish_scores(cast.form(cast.cleo), cast.event, cast.session)
    slips = give_slips(cast)
    esme = phone(slips[case.playing.ew.number].table_pass)
    appeals.file_appeal(
        cast.form(cast.dana),
        case.pk,
        side="EW",
        concurrence=dict.fromkeys("EW", "said_to_director"),
        words="",
    )
    panel = {"panel": [rae.pk], "advisers": [], "deposit": ""}
    for hour in (15, 15, 16):
        at = NOON.replace(hour=hour)
        form = cast.form(cast.cleo)
        appeals.set_panel(form, case.pk, hearing_at=at, **panel)
        cast.later(seconds=1)

    words = text_of(esme.get(reverse("player")))

    place = f"Table A1, board {case.playing.board.number}: "
    assert place + "A ruling has been announced" in words
    assert words.count("An appeal will be heard at 14 Mar 16:00") == 1
    assert "moved to 14 Mar 17:00" in words
    said = Notice.objects.filter(contestant=case.playing.ew)
    assert said.count() == 3
    assert not any(set("♠♥♦♣") & set(notices.words_of(one)) for one in said)
    assert [filed(KINDS.HEARING), filed(KINDS.MOVED)] == [["rae"], ["rae"]]


def test_the_chief_reads_what_could_not_be_sent(cast, monkeypatch):
    def away(*_given):
        raise ConnectionRefusedError

    stop_clock(monkeypatch, cast)
    monkeypatch.setattr(outbox, "send_mail", away)
    make_case(cast, state="announced")
    outbox.send_due(cast.at)
    page = tablet(cast.cleo).get(reverse("live", args=[cast.event.pk]))
    assert "Could not be sent to sam" in text_of(page)


def test_the_chief_is_told_where_a_ruling_waits_for_him():
    cast = make_event(values={"chief_confirms": "always"})
    case = make_case(cast, state="frozen")
    decide.rule(cast.form(cast.dana), case.pk, decision())
    assert filed(KINDS.CONFIRM) == ["cleo"]


def test_administrators_are_told_once_that_the_daily_backup_failed(
    admin_user, tmp_path, settings
):
    settings.VAR_DIR = tmp_path
    (tmp_path / "backups").write_text("in the way")
    for _ in range(2):
        with pytest.raises(CommandError):
            call_command("backup")
    assert filed(KINDS.BACKUP) == [admin_user.username]


class Program(BaseHTTPRequestHandler):
    """A program that is busy at first."""

    got = []

    def do_POST(self):
        """Take a message."""
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.got.append((body, self.headers["X-Seventy-Signature"]))
        self.send_response(503 if len(self.got) == 1 else 204)
        self.end_headers()

    def log_message(self, *_given):
        """Say nothing."""


def test_a_program_gets_a_signed_message_and_once_more_where_it_was_busy(
    cast, settings
):
    settings.TD_HOOKS_INSIDE = True
    Program.got = []
    with HTTPServer(("127.0.0.1", 0), Program) as server:
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        address = f"http://127.0.0.1:{server.server_port}/notices"
        hook = outbox.add_hook(cast.form(cast.cleo), cast.event, address)
        make_case(cast, state="announced")
        outbox.send_due(cast.at)
        outbox.send_due(cast.at + outbox.WAITS[0])
        server.shutdown()
        thread.join()

    bodies = [
        body
        for body, signed in Program.got
        if signed == outbox.signature(hook.secret, body)
    ]
    assert len(bodies) == len(Program.got) > 1
    said = [json.loads(body) for body in bodies]
    assert {one["kind"] for one in said} == {"objection", "announced"}
    assert set(said[0]) == {"id", "kind", "event", "case", "filed_at", "table", "board"}
    rows = Notice.objects.filter(hook=hook)
    assert all(row.delivered_at for row in rows)
    outbox.end_hook(cast.form(cast.cleo), cast.event, hook.pk)
    count = rows.count()
    make_case(cast, state="announced")
    assert rows.count() == count


def test_an_address_that_is_none_is_refused(cast):
    for address in ("example.org", "file:///etc/passwd", "https://"):
        with pytest.raises(Fault, match="whole address"):
            outbox.add_hook(cast.form(cast.cleo), cast.event, address)


@pytest.mark.parametrize(
    "host",
    [
        "localhost",
        "scores.local",
        "127.0.0.1",
        "127.1",
        "2130706433",
        "10.1.2.3",
        "192.168.0.7:8000",
        "169.254.169.254",
        "0.0.0.0",  # noqa: S104 - nothing listens there
        "[::1]",
        "[fe80::1]",
        "[::ffff:10.0.0.1]",
        "[fd00::1]",
    ],
)
def test_an_address_in_the_sites_own_network_is_refused(cast, settings, host):
    address = f"http://{host}/notices"
    with pytest.raises(Fault, match="the site's own network"):
        outbox.add_hook(cast.form(cast.cleo), cast.event, address)
    settings.TD_HOOKS_INSIDE = True
    assert outbox.add_hook(cast.form(cast.cleo), cast.event, address)


def test_a_name_that_leads_inside_is_not_asked(cast, monkeypatch):
    context = cast.form(cast.cleo)
    hook = outbox.add_hook(context, cast.event, "http://program.example.org/n")
    make_case(cast, state="announced")
    with socket.socket() as server:
        server.bind(("127.0.0.1", 0))
        server.listen()
        server.settimeout(0.2)
        place = [(socket.AF_INET, socket.SOCK_STREAM, 6, "", server.getsockname())]
        monkeypatch.setattr(socket, "getaddrinfo", lambda *_given, **_more: place)
        outbox.send_due(cast.at)
        with pytest.raises(TimeoutError):
            server.accept()
    failures = set(Notice.objects.filter(hook=hook).values_list("failure", flat=True))
    assert failures == {"Inside"}


def test_after_a_silent_mail_server_no_other_mail_is_tried_in_that_round(
    cast, monkeypatch
):
    tried = []

    def silent(*given):
        tried.append(given)
        raise TimeoutError

    sue = make_staff(cast, "sue", Role.Name.SCORER)
    sue.email = "sue@example.org"
    sue.save()
    monkeypatch.setattr(outbox, "send_mail", silent)
    make_case(cast, state="announced")
    outbox.send_due(cast.at)
    assert len(tried) == 1
    outbox.send_due(cast.at)
    assert len(tried) == 2


def test_notices_stand_on_a_page_and_are_marked_as_read_there(cast, client):
    make_case(cast, state="announced")
    client.force_login(cast.extra["sam"])
    page = client.get(reverse("notices")).content.decode()
    assert "Table A1, board 1: A ruling has been announced" in page
    assert not Notice.objects.exclude(read_at=None).exists()

    client.post(reverse("notices"))

    assert Notice.objects.get(user=cast.extra["sam"]).read_at is not None
    client.force_login(make_user("zoe"))
    assert "Nothing yet" in client.get(reverse("notices")).content.decode()


def test_a_chief_enters_a_program_and_ends_it(cast, client):
    client.force_login(cast.cleo)
    page = reverse("keys", args=[cast.event.pk])
    key = client.get(page).context["hook_form"]["key"].value()
    sent = {"key": key, "address": "https://program.example.org/n"}

    shown = client.post(reverse("hooks", args=[cast.event.pk]), sent).content.decode()

    assert "Copy this secret now" in shown
    row = client.get(page).context["hooks"][0]
    away = reverse("hook_end", args=[cast.event.pk, row["hook"].pk])
    client.post(away, {"key": row["button"]["key"].value()})
    assert client.get(page).context["hooks"] == []
    wrong = {"key": key, "address": "nowhere"}
    refused = client.post(reverse("hooks", args=[cast.event.pk]), wrong)
    assert "409" in str(refused.status_code) or "whole address" in str(refused.content)


def test_the_header_counts_unread_notices_until_they_are_read(cast, monkeypatch):
    stop_clock(monkeypatch, cast)
    make_case(cast, state="announced")
    sam = tablet(Notice.objects.get(user__username="sam").user)
    page = reverse("notices")

    assert 'aria-label="Notices, 1 unread"' in sam.get(page).content.decode()

    sam.post(page)
    assert 'aria-label="Notices"' in sam.get(page).content.decode()
