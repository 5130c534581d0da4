"""Filings of a phone through a bad network: none is lost, none is doubled (T17).

The page is closed while a filing waits, the network goes, an answer is lost after the
server has written, the server fails first, the slip is forgotten and opened again. The
browser is headless Chromium, the site is served. `./td soak T17`.
"""

import random
from collections import Counter
from contextlib import contextmanager

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from rulings.models import Entry, KeyUse, Objection
from rulings.queries.words import texts_of
from rulings.workflow.proof.verify import verify
from tests.factories import make_case, make_event
from tests.people import slips_of

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.soak("T17"),
]
FILINGS = 25
RECEIPT = "/player/receipts/"
TROUBLES = ("none", "offline", "closed", "lost", "failed", "slip")


def let_file(page, case, words):
    """Write an objection on the phone and tap the button that sends it."""
    page.goto(reverse("player_case", args=[case.pk]) + "?act=object")
    page.get_by_label("In your words").fill(words)
    page.get_by_role("button", name="Send:").click()


def is_kept(page):
    expect(
        page.locator("#filings").get_by_text("Kept, waiting to send")
    ).to_be_visible()
    assert page.locator("#filings").get_by_text("Filed").count() == 0


def is_filed(page):
    """Wait for the receipt, or for the way to it, and go there."""
    link = page.locator("#filings").get_by_role("link", name="Receipt")
    receipt = page.get_by_role("heading", name="Receipt")
    expect(link.or_(receipt).first).to_be_visible()
    if RECEIPT not in page.url:
        link.click()
        expect(receipt).to_be_visible()


@contextmanager
def answers(page, answer):
    """Let the network treat what a phone sends as `answer` says."""
    page.route("**/player/cases/*/", answer)
    yield
    page.unroute("**/player/cases/*/")


def lose_answer(route):
    """Let the server write, and its answer never arrive."""
    if route.request.method == "POST":
        route.fetch(max_redirects=0)
        route.abort()
    else:
        route.continue_()


def fail(route):
    if route.request.method == "POST":
        route.fulfill(status=500, body="No.")
    else:
        route.continue_()


def in_trouble(trouble, context, page, *, slip, case, words):
    """File once through one kind of trouble; return the page that is open then."""
    if trouble == "none":
        let_file(page, case, words)
    elif trouble in {"offline", "closed"}:
        page.goto(reverse("player_case", args=[case.pk]) + "?act=object")
        context.set_offline(True)
        page.get_by_label("In your words").fill(words)
        page.get_by_role("button", name="Send:").click()
        is_kept(page)
        if trouble == "closed":
            page.close()
            page = context.new_page()
            page.goto(reverse("player"))
            is_kept(page)
        context.set_offline(False)
    elif trouble in {"lost", "failed"}:
        with answers(page, lose_answer if trouble == "lost" else fail):
            let_file(page, case, words)
            is_kept(page)
        page.reload()
    else:
        page.goto(reverse("player_case", args=[case.pk]) + "?act=object")
        cookie = [one for one in context.cookies() if "pass" in one["name"]]
        context.clear_cookies(name=cookie[0]["name"])
        page.get_by_label("In your words").fill(words)
        page.get_by_role("button", name="Send:").click()
        is_kept(page)
        page.goto(reverse("pass_open", args=[slip.secret]))
    is_filed(page)
    return page


def test_filings_of_a_phone_arrive_once_through_a_bad_network(browser, site, say):
    cast = make_event(values={"phones": "always"})
    case = make_case(cast, state="announced")
    slip, _other = slips_of(cast, case)
    context = browser.new_context(base_url=site)
    page = context.new_page()
    page.goto(reverse("pass_open", args=[slip.secret]))
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.reload()
    chosen = random.Random(17)
    met = Counter()
    for number in range(FILINGS):
        trouble = chosen.choice(TROUBLES)
        met[trouble] += 1
        filing = {"slip": slip, "case": case, "words": f"Filing {number}"}
        page = in_trouble(trouble, context, page, **filing)
    context.close()

    said = Counter(texts_of(Objection.objects.values_list("words", flat=True)).values())
    wanted = [f"Filing {number}" for number in range(FILINGS)]
    assert [said[words] for words in wanted] == [1] * FILINGS
    entries = Entry.objects.filter(case_id=case.pk, act="object").count()
    assert entries == Objection.objects.count()
    assert KeyUse.objects.filter(chain=cast.event.pk).count() >= FILINGS
    assert verify().findings == []
    say(f"T17: {FILINGS} filings, {dict(met)}: 0 lost, 0 doubled.")
