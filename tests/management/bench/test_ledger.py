"""A figure becomes one row at the end of the table, and nothing else changes."""

from datetime import date

import pytest

from rulings.management.bench.ledger import Figure, append, machine

TABLE = "# Figures\n\n| what | data |\n|---|---|\n| a | b |\n\nMore words.\n"
FIGURE = Figure("speed", "ten | claims", "./td bench", "7\nper second")


def test_a_row_stands_behind_the_last(tmp_path):
    path = tmp_path / "benchmarks.md"
    path.write_text(TABLE, "utf-8")

    append(path, FIGURE, "2 cores, load 0.1", date(2026, 11, 21))

    row = "| speed | ten \\| claims | `./td bench` | 2 cores, load 0.1, 2026-11-21 | "
    row += "7 per second |\n"
    assert path.read_text("utf-8") == TABLE.replace("| b |\n", f"| b |\n{row}")


def test_a_file_without_a_table_is_left_alone(tmp_path):
    path = tmp_path / "benchmarks.md"
    path.write_text("# Figures\n", "utf-8")

    with pytest.raises(ValueError, match="no table"):
        append(path, FIGURE, "", date(2026, 11, 21))
    assert path.read_text("utf-8") == "# Figures\n"


def test_the_machine_is_told_by_cores_python_and_load():
    assert all(part in machine() for part in ("cores", "Python 3.", "load "))
