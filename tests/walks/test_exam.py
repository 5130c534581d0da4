"""A director practises on a phone, takes a test, and reads the casebook: no sign-in."""

import pytest

from tests.casebook import final_case
from tests.factories import make_event
from tests.story.looks import Looks
from tests.walks.conftest import PHONE

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.one_database("second"),
]


@pytest.fixture
def world_over(transactional_db):
    """Make an event of last spring, with one ruling that nothing changes any more."""
    return final_case(make_event())


def test_somebody_takes_a_test_on_a_phone_and_sees_each_answer(walker, world):
    ida = walker(device=PHONE)
    ida.tap("Help").tap("Exam for directors", role="link", nth=0)
    ida.tap("71", role="radio").tap("Practise", role="button").turns()
    looks = Looks()
    looks.enlarged(ida.sees("Question 1 of")._page)
    ida.tap("1", role="radio", nth=0)
    ida.tap("G · 71: a conceded trick that cannot be lost", role="radio")
    ida.tap("Answer", role="button").turns()
    looks.enlarged(ida.sees("Your answer").sees("The line behind the number")._page)
    ida.tap("Next question").turns()

    ida.sees("Question 2 of").keys("0", "b", "Enter")
    ida.sees("Right answer").tap("Result so far").sees("of 2 answers")
    looks.enlarged(ida._page)
    assert looks.violations == []


def test_a_test_ends_with_a_certificate_in_the_typed_name(walker, world):
    ida = walker(device=PHONE)
    ida.tap("Help").tap("Exam for directors", role="link", nth=0)
    ida.tap("70D2", role="radio").tap("Take a test", role="button").turns()
    while "Question" in ida.sees("Seventy").reading.partition("Leave")[0]:
        ida.keys("1", "d").tap("Answer", role="button").turns()
        if "Your result" in ida.reading:
            break
    ida.sees("answers are right").tap("Certificate").turns()
    ida.types("Your name", "Ida Nowak").tap("Show the certificate").turns()
    ida.sees("Ida Nowak").sees("the site keeps no record of it")


def test_a_case_that_the_chief_takes_in_is_found_read_and_asked(walker, world_over):
    looks, chief = Looks(), walker("Cleo, chief director")
    chief.tap("Table A1", role="link").tap("Casebook…").sees("Read the texts for names")
    chief.looks(looks)
    chief.types("What was said with the claim", "The rest, drawing the trump.")
    chief.types("Reasons of the ruling", "Nothing was said of the trump.")
    chief.tap("Take into the casebook").turns().sees("Nothing open")

    ida = walker(device=PHONE)
    ida.tap("Help").tap("Casebook", role="link", nth=0).sees("Case 1")
    looks.enlarged(ida._page)
    ida.chooses("Law", "Law 70C").types("Search", "drawing")
    ida.tap("Search", role="button").sees("1 found").tap("Case 1")
    ida.sees("The rest, drawing the trump.").sees("Nothing was said of the trump.")
    ida.misses("Dana")
    looks.enlarged(ida._page)
    assert looks.violations == []
