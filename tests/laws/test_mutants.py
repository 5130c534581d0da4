"""The tests notice small faults of the engine."""

import pytest

from tests.laws.mutants import ENGINE, attempt, is_noticed, killers, mutants, of_source

SOURCE = '''
def f(a, b):
    """Return."""
    if a == 1 and not b:
        raise ValueError(f"{a} no" + "text")
    return [x for x in b if x]
'''


def test_faults_are_made_in_code_and_not_in_sentences():
    found = [one.what for one in of_source("x", SOURCE)]

    assert sorted(found) == [
        "1 raised",
        "And to Or",
        "Eq to NotEq",
        "condition turned",
        "filter left out",
        "left out",
        "not left out",
        "nothing returned",
    ]


def test_tests_that_look_for_faults_pass_without_one():
    found = killers()

    assert len(found) > 300
    for _, test, given in found[::40]:
        attempt(test, given)


@pytest.mark.soak("mutants")
def test_most_faults_of_the_engine_are_noticed(capsys):
    """At least 95 of 100; those that are not noticed are printed."""
    found = killers()
    made = [one for module in ENGINE for one in mutants(module)]
    unnoticed = [one for one in made if not is_noticed(one, found)]

    noticed = len(made) - len(unnoticed)
    with capsys.disabled():
        print(f"\n{noticed} of {len(made)} faults noticed")  # noqa: T201 - the long test prints what it found
        for one in unnoticed:
            print(f"  not noticed: {one}")  # noqa: T201 - as above
    assert noticed >= 0.95 * len(made)
