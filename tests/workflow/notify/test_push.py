"""Web push: asked for, encrypted, tried again, forgotten; no card and no outcome."""

import re
import stat
import uuid
from datetime import timedelta

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.db import transaction
from django.test import Client
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext

from rulings.models import Notice, Participant, Push, Role, Subscription
from rulings.queries.person import own_data
from rulings.workflow.event.ends import erase_person
from rulings.workflow.event.passes import issue_passes, revoke_pass
from rulings.workflow.notify import notices, outbox, push, subscriptions
from rulings.workflow.proof.verify import verify
from tests.factories import NOON, make_case, make_event, make_staff
from tests.people import give_slips, phone, stop_clock
from tests.push_service import push_service

pytestmark = pytest.mark.django_db
KINDS = Notice.Kind
LANGUAGES = ("en", "pl", "fr")


@pytest.fixture
def service(settings):
    settings.TD_HOOKS_INSIDE = True
    with push_service() as running:
        yield running


@pytest.fixture
def cast(monkeypatch, tmp_path, settings):
    """An event with a scorer without a mail address, and with phones."""
    settings.VAR_DIR = tmp_path
    cast = make_event(values={"phones": "always"})
    make_staff(cast, "sam", Role.Name.SCORER)
    stop_clock(monkeypatch, cast)
    return cast


def staff_browser(cast, name="sam"):
    client = Client()
    client.force_login(cast.extra[name])
    return client


def asks(client, route, device, **more):
    """Return whether a device gets the notices of whoever uses it now."""
    answer = client.post(reverse(route), {**device.subscription, **more})
    assert answer.status_code == 200, answer.content
    return answer.json()["mine"]


def looks(client, route, device):
    return client.post(reverse(route), {"endpoint": device.endpoint}).json()["mine"]


def test_staff_and_sides_are_told_on_their_devices_and_the_device_says_how_far(
    cast, service
):
    slips = give_slips(cast)
    tablet, other = service.device(), service.device()
    sam = staff_browser(cast)
    assert asks(sam, "staff_push", tablet)
    case = make_case(cast)
    esme = phone(slips[case.playing.ew.number].table_pass)
    assert asks(esme, "player_push", other)

    announced = make_case(cast, state="announced")
    assert tablet.got == other.got == []  # filed with the act, sent by the sweeper
    assert Push.objects.count() == Push.objects.filter(sent_at=None).count() > 0
    outbox.send_due(cast.at)

    (said,) = tablet.read()
    place = f"Table A1, board {announced.playing.board.number}: "
    assert said["body"] == place + "A ruling has been announced"
    assert said["address"] == reverse("scores", args=[cast.event.pk])
    assert set(said) == {"id", "tag", "title", "body", "address"}
    if announced.playing.ew == case.playing.ew:
        (seen,) = other.read()
        assert seen["address"] == reverse("player_case", args=[announced.pk])
        assert esme.get(seen["address"]).status_code == 200

    row = Notice.objects.get(user=cast.extra["sam"])
    assert (row.delivered_at, row.read_at) == (None, None)
    stranger = Client(enforce_csrf_checks=True)  # a worker has no token to send
    for state, status in (("shown", 204), ("opened", 204), ("eaten", 404)):
        route = reverse("push_receipt", args=[said["id"], state])
        assert stranger.post(route).status_code == status
    row.refresh_from_db()
    assert (row.delivered_at, row.read_at) == (cast.at, cast.at)
    nobody = reverse("push_receipt", args=[uuid.uuid4(), "shown"])
    assert stranger.post(nobody).status_code == 404
    page = sam.get(reverse("notices")).content.decode()
    assert "sent to your device at" in page
    assert "shown there at" in page
    assert verify().findings == []


def test_a_notice_for_a_device_falls_with_its_act(cast, service):
    assert asks(staff_browser(cast), "staff_push", service.device())

    with transaction.atomic():
        make_case(cast, state="announced")
        assert Push.objects.exists()
        transaction.set_rollback(True)

    assert not Push.objects.exists()


HIDDEN = {"card": "♠Q", "contract": "4S", "tricks": 9, "outcome": "changed"}
"""What no row holds, and no push would tell if one did."""


def only_words(kind, language):
    """Return what a push of a kind may say, as a pattern: its own sentences."""
    with translation.override(language):
        said = [
            str(words[kind]) for words in (notices.WORDS, notices.AT) if kind in words
        ]
        place = gettext("Table %(table)s, board %(board)s: %(what)s")
        room = gettext("%(what)s, in %(room)s") % {"what": "", "room": "Blue"}
    said = [
        re.escape(one).replace(r"%\(time\)s", r"(\d+ [\w.]+ )?\d\d:\d\d")
        for one in said
    ]
    what = f"({'|'.join(said)})({re.escape(room)})?"
    if kind == Notice.Kind.CLOSED:  # it is of an event, and of no table
        return what.replace(r"%\(event\)s", "Spring Pairs")
    return re.escape(place % {"table": "A1", "board": 7, "what": "<>"}).replace(
        "<>", what
    )


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_no_card_and_no_outcome_stands_in_a_push(cast, kind, language):
    """Whatever a row may hold: only its sentence, table, board, time and room."""
    owner = {"user": cast.extra["sam"]}
    device = Subscription(endpoint="https://p.example.org", language=language, **owner)
    place = {"table": "A1", "board": 7, **HIDDEN}
    for values in (place, {**place, "time": NOON.isoformat(), "room": "Blue"}):
        note = Notice(
            kind=kind, event=cast.event, case_id=uuid.uuid4(), place=values, **owner
        )
        if kind not in notices.AT:
            values.pop("time", None)

        sent = push.payload_of(Push(notice=note, subscription=device))

        assert set(sent) == {"id", "tag", "title", "body", "address"}
        assert sent["title"] == cast.event.name
        assert re.fullmatch(only_words(kind, language), sent["body"]), sent["body"]
        assert sent["address"] == notices.address_of(note)


def test_a_busy_service_is_asked_again_and_a_device_that_is_gone_is_forgotten(
    cast, service
):
    sam = staff_browser(cast)
    busy, gone, lost = (service.device(*one) for one in ([503, 429], [410], [404]))
    for device in (busy, gone, lost):
        assert asks(sam, "staff_push", device)
    make_case(cast, state="announced")

    assert outbox.send_due(cast.at) == 0
    kept = Subscription.objects.get()
    assert kept.endpoint == busy.endpoint
    assert (Push.objects.get().tries, Push.objects.get().failure) == (1, "HTTPError")
    assert outbox.send_due(cast.at + timedelta(seconds=59)) == 0
    assert outbox.send_due(cast.at + outbox.WAITS[0]) == 0
    assert outbox.send_due(cast.at + outbox.WAITS[0] + outbox.WAITS[1]) == 1
    assert outbox.send_due(cast.at + timedelta(days=1)) == 0

    assert [len(one.got) for one in (busy, gone, lost)] == [1, 0, 0]


def test_a_service_that_stays_away_is_given_up_in_the_end(cast, service):
    away = service.device(*[500] * 9)
    assert asks(staff_browser(cast), "staff_push", away)
    make_case(cast, state="announced")
    at = cast.at
    for wait in outbox.WAITS:
        outbox.send_due(at)
        at += wait
    outbox.send_due(at)

    assert (Push.objects.get().due_at, Push.objects.get().tries) == (None, 6)
    assert len(away.answers) == 3


def test_a_slip_that_ends_takes_its_devices_along(cast, service):
    slips = give_slips(cast)
    numbers = sorted(slips)[:3]
    passes = [slips[number].table_pass for number in numbers]
    devices = [service.device() for _ in passes]
    for one, device in zip(passes, devices, strict=True):
        assert asks(phone(one), "player_push", device)
    revoke_pass(cast.form(cast.cleo), cast.event, passes[0])
    forgets = phone(passes[1])

    forgets.post(reverse("pass_forget"), {"device": devices[1].endpoint})
    assert Subscription.objects.filter(endpoint=devices[1].endpoint).count() == 0
    outbox.send_due(cast.at)
    left = Subscription.objects.get()
    assert left.table_pass == passes[2]
    left.table_pass.expires_at = cast.at
    type(left.table_pass).objects.filter(pk=left.table_pass_id).update(
        expires_at=cast.at
    )
    outbox.send_due(cast.at)

    assert not Subscription.objects.exists()


def test_nothing_comes_to_a_phone_while_phones_are_shut(cast, service):
    case = make_case(cast)
    table_pass = give_slips(cast)[case.playing.ew.number].table_pass
    device = service.device()
    assert asks(phone(table_pass), "player_push", device)
    passes = type(table_pass).objects.filter(pk=table_pass.pk)
    passes.update(opens_at=cast.at + timedelta(hours=1))
    note = Notice(
        kind=KINDS.ANNOUNCED, event=cast.event, case_id=case.pk,
        contestant=case.playing.ew, filed_at=cast.at,
        place={"table": "A1", "board": 1},
    )  # fmt: skip
    notices._enter(note, cast.at)

    assert outbox.send_due(cast.at) == 0
    assert outbox.send_due(cast.at + timedelta(hours=1)) == 1
    assert len(device.got) == 1


def test_a_device_belongs_to_whoever_uses_it_now(cast, service):
    slips = give_slips(cast)
    first, second = (slips[number].table_pass for number in sorted(slips)[:2])
    device = service.device()
    assert asks(phone(first), "player_push", device)
    (again,) = issue_passes(
        cast.form(cast.cleo), cast.event, cast.session, [first.contestant]
    )
    newer = type(first).objects.get(pk=again.table_pass_id)

    assert looks(phone(newer), "player_push", device)  # the pair's next slip
    assert Subscription.objects.get().table_pass == newer
    assert not looks(phone(second), "player_push", device)  # another pair's
    assert not Subscription.objects.exists()

    sam = staff_browser(cast)
    assert asks(sam, "staff_push", device)
    sam.post(reverse("account_logout"))
    assert not Subscription.objects.exists()
    sam = staff_browser(cast)
    assert asks(sam, "staff_push", device)
    staff_browser(cast).post(reverse("sign_out_everywhere"))  # from elsewhere
    assert not Subscription.objects.exists()


def test_only_so_many_devices_are_kept_and_none_of_a_shut_account(cast, service):
    sam = staff_browser(cast)
    for _number in range(subscriptions.MOST_DEVICES + 2):
        asks(sam, "staff_push", service.device())
        cast.later(seconds=1)
    kept = Subscription.objects.order_by("made_at")
    assert kept.count() == subscriptions.MOST_DEVICES
    assert kept[0].endpoint.endswith("/d/3")

    type(cast.cleo).objects.filter(pk=cast.extra["sam"].pk).update(is_active=False)
    outbox.send_due(cast.at)
    assert not Subscription.objects.exists()


@pytest.mark.parametrize(
    "wrong",
    [
        {"endpoint": "http://push.example.org/d/1"},
        {"endpoint": "https://127.0.0.1/d/1"},
        {"endpoint": "https://localhost/d/1"},
        {"endpoint": "https://[/"},
        {"endpoint": "ftp://push.example.org/"},
        {"endpoint": ""},
        {"p256dh": "AAAA"},
        {"p256dh": "é"},
        {"auth": "AAAA"},
    ],
)
def test_what_is_no_device_is_refused(cast, service, settings, wrong):
    settings.TD_HOOKS_INSIDE = False
    device = {**service.device().subscription, "endpoint": "https://push.example.org/d"}

    answer = staff_browser(cast).post(reverse("staff_push"), {**device, **wrong})

    assert (answer.status_code, Subscription.objects.count()) == (422, 0)


def test_the_key_of_the_site_is_made_once_and_read_by_its_owner_only(
    tmp_path, settings
):
    settings.VAR_DIR = tmp_path / "site"
    key = push.application_key()
    kept = tmp_path / "site" / "push-key"
    assert stat.S_IMODE(kept.stat().st_mode) == 0o600
    assert [path.name for path in kept.parent.iterdir()] == ["push-key"]
    kept.chmod(0o644)  # copied

    assert push.application_key() == key
    assert stat.S_IMODE(kept.stat().st_mode) == 0o600
    settings.TD_PUSH_KEY, settings.VAR_DIR = kept.read_text(), tmp_path / "other"
    assert push.application_key() == key
    assert not settings.VAR_DIR.exists()
    for wrong in ("short", "A" * 43, "é"):
        settings.TD_PUSH_KEY = wrong
        with pytest.raises(ImproperlyConfigured, match="32 bytes"):
            push.application_key()


def test_who_is_erased_leaves_no_device(cast, service, monkeypatch):
    case = make_case(cast)
    table_pass = give_slips(cast)[case.playing.ew.number].table_pass
    device = service.device()
    assert asks(phone(table_pass), "player_push", device)
    ada = make_staff(cast, "ada", Role.Name.ADMINISTRATOR)
    who = uuid.UUID(case.playing.seats["E"])
    held = own_data(Participant.objects.get(pk=who))["devices"]
    assert [one["push_service"] for one in held] == [device.endpoint]
    monkeypatch.setattr("rulings.workflow.event.ends.open_cases", lambda *_: [])

    erase_person(cast.form(ada), cast.event, who, reason="asked")

    assert not Subscription.objects.exists()
