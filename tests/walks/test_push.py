"""Notices on a device: asked for with one tap, shown, tapped, and taken back."""

import time

import pytest

from rulings.clock import receipt_at
from rulings.models import Notice, Subscription
from rulings.workflow.notify.outbox import send_due
from tests.push_service import push_service
from tests.story.devices import LAPTOP
from tests.walks.noticed import WAIT

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.one_database]


def comes(what):
    """Wait until something is so that no page shows."""
    for _look in range(WAIT // 100):
        if what():
            return True
        time.sleep(0.1)
    return False


@pytest.fixture
def service(settings):
    settings.TD_HOOKS_INSIDE = True
    with push_service() as running:
        yield running


def test_chief_is_told_on_her_laptop_what_a_pair_sends(walker, slip_of, world, service):
    laptop = service.device()
    cleo = walker("Cleo, chief director", device=LAPTOP).allows_notices(laptop)
    cleo.tap("Notices", nth=0).turns().tap("Send notices to this device")
    cleo.sees("Notices come to this device.")
    dana = walker("Dana, director")
    dana.tap("Round 1 is over").tap("over", role="button").sees("No calls.")
    pair = slip_of(4).sees("Your boards")
    pair.tap("Board 2, table A1", role="link").sees("What is it about?")
    pair.tap("ask for a ruling", role="radio").tap("West", role="radio")
    pair.types("In your words", "Dummy spoke.").tap("Send to the director").turns()

    send_due(receipt_at())
    cleo.gets_pushes(laptop)

    (said,) = cleo.shown_notices()
    assert "Table A1, board 2: A side objects" in said
    assert "Dummy spoke" not in said
    told = Notice.objects.filter(user__username="cleo", kind="objection")
    cleo.opens_notice().sees("Board 2")
    # The device tells how far a notice came beside the page that opens.
    assert comes(told.filter(delivered_at__isnull=False, read_at__isnull=False).exists)
    assert [name for name in cleo.kept() if name.startswith("pages")] == []
    cleo.starts().tap("Notices", nth=0).turns().sees("shown there at")
    cleo.tap("No more notices here").sees("Send notices to this device")
    assert not Subscription.objects.exists()


@pytest.mark.soak("walks")
def test_pair_is_told_on_its_phone_until_it_forgets_the_slip(slip_of, world, service):
    phone = service.device()
    pair = slip_of(4).sees("Your boards").allows_notices(phone)
    pair.tap("Send notices to this device").sees("Notices come to this device.")
    assert Subscription.objects.get().table_pass.contestant.number == 4
    pair = pair.closes().sees("Your boards").sees("Notices come to this device.")

    pair.tap("Not you?").turns().tap("Forget the slip").sees("The code of your slip")

    assert not Subscription.objects.exists()


@pytest.mark.parametrize(
    ("lacks", "said"),
    [
        ("HTTPS", "Notices on a device need HTTPS"),
        ("push", "put this page on the home screen first"),
    ],
)
def test_page_says_why_there_are_no_notices(slip_of, walker, world, lacks, said):
    for person in (slip_of(4), walker("Sam, scorer")):
        person.lacks(lacks)
        if person.finds("Notices"):
            person.tap("Notices", nth=0).turns()
        person.sees(said).misses("Send notices to this device")
