"""What docs/structure.md says of the tree is so, and no room is left out."""

import re

from tests import tree

TEXT = (tree.ROOT / "docs" / "structure.md").read_text("utf-8")
NAMED = re.findall(r"`((?:rulings|tdweb|tests|templates|static)[^`\s]*)`", TEXT)
ROOMS = {tree.name_of(path.parent) for path in tree.modules("rulings")} - {"rulings"}


def missing(names):
    """Return the paths of a text that are not there; `<word>` stands for any name."""
    patterns = {name: re.sub(r"<\w+>", "*", name) for name in names}
    return [name for name, one in patterns.items() if not any(tree.ROOT.glob(one))]


def test_every_room_is_named():
    assert ROOMS
    assert ROOMS - set(NAMED) == set()


def test_every_path_that_is_named_is_there():
    assert missing(sorted(set(NAMED))) == []


def test_a_path_that_is_gone_is_named():
    assert missing(["rulings/views/<audience>", "rulings/gone.py"]) == [
        "rulings/gone.py"
    ]
