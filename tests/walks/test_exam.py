"""A director practises on a phone, takes a test, and reads the casebook: no sign-in."""

import pytest

from tests.casebook import REASONS, SAID, enter, final_case
from tests.factories import make_event
from tests.story.looks import Looks
from tests.walks.conftest import PHONE

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.one_database("second"),
]


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


def test_somebody_finds_a_case_in_the_casebook(walker, world):
    cast, looks = make_event(suffix="2"), Looks()
    enter(cast, final_case(cast))
    ida = walker(device=PHONE)

    ida.tap("Help").tap("Casebook", role="link", nth=0).sees("Case 1")
    looks.enlarged(ida._page)
    ida.types("Search", "drawing").tap("Search", role="button").sees("1 found")
    ida.tap("Case 1").sees(SAID).sees(REASONS)
    looks.enlarged(ida._page)
    assert looks.violations == []
