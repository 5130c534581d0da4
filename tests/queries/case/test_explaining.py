"""What a stored proposal says where no line was searched out."""

import json

import pytest

from rulings.bridge.positions import Position
from rulings.bridge.seats import Seat
from rulings.laws.engine import editions, load_edition
from rulings.queries.case.explaining import (
    NUMBER_WITHOUT_WORDS,
    PROVEN_WITHOUT_LINE,
    STANDS_WITHOUT_LINE,
    explanation,
    no_line,
)
from rulings.solver import Settings, SolverClaim, adjudicate
from rulings.statements import UnreadSpan, read_words
from rulings.views.table.ruling.changes import scenarios

CERTAIN = "NT S:- 0-10 N:32.2.. 54.3.. AK.A.. 76.K.."
LOST = "C S:- 0-9 N:32.32.. 65.KQ.. AK.A..9 7..KQ.5"
OPEN = (UnreadSpan(0, "unless East ducks"),)


def stored(low, high, *, certain, best, line=()):
    """Return a stored result of a claim of eight, as far as its line is spoken of."""
    return {
        "line": list(line),
        "low": low,
        "high": high,
        "claimed": 8,
        "certain": {"low": certain, "high": high},
        "double_dummy": {"low": best, "high": 8},
    }


@pytest.mark.parametrize(
    ("result", "turned", "words"),
    [
        pytest.param(None, False, "", id="nothing found"),
        pytest.param(stored(8, 8, certain=8, best=8, line=["x"]), False, "", id="line"),
        pytest.param(stored(6, 7, certain=5, best=8), False, "", id="a range"),
        pytest.param(
            stored(8, 8, certain=8, best=8), False, STANDS_WITHOUT_LINE, id="certain"
        ),
        pytest.param(
            stored(7, 7, certain=7, best=8), False, PROVEN_WITHOUT_LINE, id="cut"
        ),
        pytest.param(
            stored(8, 8, certain=8, best=8), True, PROVEN_WITHOUT_LINE, id="turned"
        ),
        pytest.param(
            stored(6, 7, certain=6, best=8), True, PROVEN_WITHOUT_LINE, id="best play"
        ),
        pytest.param(stored(7, 7, certain=7, best=7), True, "", id="turned range"),
    ],
)
def test_number_without_a_line_says_why(result, turned, words):
    assert no_line(result, turned=turned) == words


def test_number_without_a_line_is_not_certain_while_words_are_unread():
    result = stored(8, 8, certain=8, best=8)

    assert no_line(result, turned=False, unread=True) == NUMBER_WITHOUT_WORDS
    assert "ertain" not in NUMBER_WITHOUT_WORDS


def told(text, tricks, unread):
    """Return the sentences on a stored result of a claim whose words name no play."""
    position = Position.parse(text)
    words, by = read_words("all mine"), Seat.SOUTH
    claim = SolverClaim(by, by, tricks, words, aware_of_trump=False)
    result = json.loads(adjudicate(position, claim, Settings()).to_bytes())
    said = explanation(result, claim, position, unread)
    rows = scenarios(result, load_edition(editions()[-1]), unread=bool(unread))
    return [one.sentence.english() for one in said], [row.words for row in rows]


@pytest.mark.parametrize(("text", "tricks"), [(CERTAIN, 3), (LOST, 4)])
def test_nothing_is_certain_while_words_are_unread_and_they_are_quoted(text, tricks):
    said, rows = told(text, tricks, OPEN)

    assert "Not understood: “unless East ducks”." in " ".join(said)
    assert not any("however the cards lie" in one.lower() for one in said)
    assert not any("Sure" in one or "Certain" in one for one in rows)


def test_what_is_certain_is_called_so_where_every_word_is_read():
    said, rows = told(CERTAIN, 3, ())

    assert said[0].startswith("The claim stands however the cards lie: ")
    assert any(one.startswith("Sure however the cards lie") for one in rows)
