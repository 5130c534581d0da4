"""An invitation: the chief prints it, and whoever holds it comes in with it."""

import re

import pytest

from rulings.models import Role
from tests.story.devices import LAPTOP

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.one_database]


def test_who_is_invited_scans_the_paper_and_directs(walker, world):
    cleo = walker("Cleo, chief director", device=LAPTOP)
    cleo.tap("People", nth=0).turns()
    paper = "Invite somebody without an account"
    cleo.types("Name", "Ida", near=paper).tap("Director", role="radio", near=paper)
    cleo.tap("Make the invitation").sees("Print this page")
    code = re.search(r"\b(?:[A-Z0-9]{4} ){2}[A-Z0-9]{4}\b", cleo.reading)[0]

    scanned = cleo.scans()
    by_hand = walker().opens(cleo.reads_address())
    by_hand.types("Code", code).tap("Go on").sees("You are invited")
    ida = walker().opens(scanned)
    ida.sees("Director").types("Name to sign in with", "ida")
    ida.types("Password", "four-of-hearts")
    ida.types("The same once more", "four-of-hearts")
    ida.tap("Make my account and sign in").sees("New call")

    assert Role.objects.get(user__username="ida").role == Role.Name.DIRECTOR
    by_hand.opens(scanned).sees("has been used")
    cleo.tap("Back").turns()
    cleo.types("Name", "Tom", near=paper).tap("Scorer", role="radio", near=paper)
    cleo.tap("Make the invitation").tap("End this invitation")
    assert "Tom" not in cleo.sees("Who does what").reading
