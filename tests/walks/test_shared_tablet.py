"""A tablet at the desk: locked by itself, opened by a PIN, cleared for others."""

import pytest
from django.contrib.auth.models import User

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.one_database]
PASSWORD = "seven of hearts"
SAID = "the rest are mine if nobody minds"


def sets_pin(person, pin):
    person.tap("Notices").tap("Shared tablet").turns()
    if person.finds("This tablet is shared", role="button"):
        person.tap("This tablet is shared").turns()
    person.types("Your PIN for this tablet", pin).types("The same once more", pin)
    return person.tap("Set my PIN").turns().sees("Your PIN opens this tablet")


def opens(person, name, pin):
    person.tap(name, role="radio").types("Your PIN", pin).tap("Unlock").turns()
    return person


def looks_at_exam(person):
    """Open the exam, where it says whether one is under way."""
    return person.tap("Help").tap("Exam for directors").turns().sees("How many")


def test_directors_share_a_tablet_and_see_nothing_of_each_other(walker, world):
    cleo = User.objects.get(username="cleo")
    cleo.set_password(PASSWORD)
    cleo.save()
    tablet = walker("Dana, director")
    tablet.lies(minutes=0)
    sets_pin(tablet, "582947").tap("Lock (dana)").sees("Who takes this tablet?")
    tablet.tap("Sign in with a password").types("Login", "cleo")
    tablet.types("Password", PASSWORD).tap("Sign in", role="button").turns()
    sets_pin(tablet, "630152").tap("Lock (cleo)")

    opens(tablet, "dana", "582947").tap("Seventy").turns()
    tablet.tap("Fact sheet, for calls without network").sees("A shared tablet keeps")
    looks_at_exam(tablet).tap("Practise", role="button").sees("Question 1 of")
    tablet.tap("Seventy").turns().tap("New call")
    tablet.tap("2", role="button").tap("Next", role="button").turns()
    tablet.types("words, as spoken", SAID)
    tablet.lies(minutes=5).sees("Who takes this tablet?")

    tablet.goes_back().sees("Who takes this tablet?").misses(SAID)
    opens(tablet, "cleo", "111119").sees("4 more tries")
    opens(tablet, "cleo", "630152").sees("Lock (cleo)")
    assert SAID not in tablet.reading
    looks_at_exam(tablet).misses("You have answered")
    tablet.tap("Lock (cleo)").sees("Who takes this tablet?")
    opens(tablet, "dana", "582947").holds("words, as spoken", SAID)
    tablet.tap("Keep:").turns()
    looks_at_exam(tablet).sees("You have answered 0 of")
    tablet.tap("Notices").turns().tap("Sign out", role="button").turns()
    tablet.tap("Dana, director", role="button").turns()
    looks_at_exam(tablet).misses("You have answered")
