"""A director practises on a phone, and takes a test without signing in."""

import pytest

from tests.walks.conftest import PHONE

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.one_database("second"),
]


def test_somebody_takes_a_test_on_a_phone_and_sees_each_answer(walker, world):
    ida = walker(device=PHONE)
    ida.tap("Help").tap("Exam for directors", role="link", nth=0)
    ida.tap("71", role="radio").tap("Practise", role="button").turns()
    ida.sees("Question 1 of").tap("1", role="radio", nth=0)
    ida.tap("G · 71: a conceded trick that cannot be lost", role="radio")
    ida.tap("Answer", role="button").turns()
    ida.sees("Your answer").sees("The line behind the number")
    ida.tap("Next question").turns()

    ida.sees("Question 2 of").keys("0", "b", "Enter")
    ida.sees("Right answer").tap("Result so far").sees("of 2 answers")


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
