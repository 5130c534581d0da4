"""A reading goes through JSON unchanged, but for players' names."""

import json
from dataclasses import replace

import pytest
from hypothesis import given, settings

from rulings.importers.formats import Reading
from rulings.importers.readings import reading_from_json, reading_to_json
from tests.importers import made
from tests.importers.samples import reading
from tests.importers.test_formats import every_sample


def through_json(found):
    return reading_from_json(json.loads(json.dumps(reading_to_json(found))))


@pytest.mark.parametrize("path", every_sample())
def test_reading_of_a_sample_goes_through_json(path):
    found = reading(path)
    without_names = tuple(
        replace(one, names={}) if hasattr(one, "names") else one for one in found.found
    )

    assert through_json(found) == Reading(found.format, without_names)


@settings(max_examples=25, deadline=None)
@given(made.boards())
def test_any_board_goes_through_json(board):
    board = replace(board, names={})

    assert through_json(Reading("PBN", (board,))).boards == (board,)
