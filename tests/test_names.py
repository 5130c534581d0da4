"""One idea, one word: names of classes and modules say apart what is apart."""

import ast
from collections import defaultdict

from tests import tree

TWICE = {
    # The cards of a moment as a value, and the row of a case that stores their text.
    "Position",
    # Django finds each command by this name.
    "Command",
}
"""Names of classes that may stand twice."""


def classes():
    """Return the modules that define each class at their top level, by its name."""
    found = defaultdict(list)
    for path in tree.modules("rulings", "tdweb"):
        if "migrations" not in path.parts:
            for node in tree.parsed(path).body:
                if isinstance(node, ast.ClassDef):
                    found[node.name].append(tree.name_of(path))
    return found


def test_a_class_name_is_used_once():
    found = classes()
    assert len(found) > 500
    twice = {name: files for name, files in found.items() if len(files) > 1}
    assert twice.keys() == TWICE, {name: twice[name] for name in twice.keys() - TWICE}
