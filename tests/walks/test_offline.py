"""A pair writes to the director without network; it arrives once when it is back."""

import pytest

from rulings.models import Entry, KeyUse, Objection

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.one_database]


def test_what_is_written_without_network_is_filed_once(walker, slip_of, world):
    dana = walker("Dana, director")
    dana.tap("Round 1 is over").tap("over", role="button").sees("No calls.")
    pair = slip_of(4).sees("Your boards").keeps_pages()
    pair.tap("Board 2, table A1", role="link").sees("What is it about?")
    pair.tap("ask for a ruling", role="radio").types("In your words", "Dummy spoke.")
    pair.sees("Draft: kept on this phone, not sent.")

    pair.loses_network()
    pair = pair.closes().sees("No network: this is the page as you last saw it.")
    pair.tap("West", role="radio").tap("Send to the director")
    pair.sees("It stays on this phone").misses("Filed")
    assert not Objection.objects.exists()

    pair.tap("Take it back").sees("Draft: kept").tap("Send to the director")
    pair = pair.closes().sees("Kept, waiting to send")
    pair.tap("Seventy", role="link").sees("Your boards").sees("It stays on this phone")
    pair.has_network().sees("Filed").tap("Receipt", role="link").sees("Request for a")

    wish = Objection.objects.get()
    assert (wish.wish, wish.seat) == ("ask_ruling", "W")
    assert Entry.objects.filter(case_id=wish.case_id, act="object").count() == 1
    assert KeyUse.objects.filter(seq=Entry.objects.latest("seq").seq).count() == 1
    pair.sees("Dummy spoke.").tap("Seventy", role="link").misses(
        "It stays on this phone"
    )

    pair.tap("Not you?").tap("Forget the slip").sees("The code of your slip")
    pair.keeps_nothing()
