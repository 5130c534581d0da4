"""What docs/structure.md says of the tree is so, and no room is left out."""

import re

import pytest

from tests import tree

TEXT = (tree.ROOT / "docs" / "structure.md").read_text("utf-8")
NAMED = re.findall(r"`((?:rulings|tdweb|tests|templates|static)[^`\s]*)`", TEXT)
ROOMS = {tree.name_of(path.parent) for path in tree.modules("rulings")} - {"rulings"}


@pytest.mark.parametrize("room", sorted(ROOMS))
def test_room_is_named(room):
    assert room in NAMED


@pytest.mark.parametrize("name", sorted(set(NAMED)))
def test_path_that_is_named_is_there(name):
    pattern = re.sub(r"<\w+>", "*", name)
    assert list(tree.ROOT.glob(pattern))
