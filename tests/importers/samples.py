"""Where the sample files lie, and reading one."""

from pathlib import Path

from rulings.importers.formats import read_bytes

FOLDER = Path(__file__).parents[1] / "samples"


def sample(path):
    return (FOLDER / path).read_bytes()


def reading(path):
    return read_bytes(sample(path), path)


def only_board(path):
    found = reading(path)
    assert len(found.boards) == 1
    assert found.problems == ()
    return found.boards[0]


def remarks(board):
    """The reasons of a board's remarks, as templates."""
    return [remark.reason for remark in board.remarks]
