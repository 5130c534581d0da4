"""One idea, one word; and packages of a size that can be known."""

import ast
from collections import Counter, defaultdict
from itertools import combinations

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


PACKAGE_MODULES = 15
LARGE = {
    # Django finds commands in this one folder.
    "rulings/management/commands",
    # One change of the tables each, in their order.
    "rulings/migrations",
}


def test_a_package_is_small_enough_to_know():
    sizes = Counter(
        str(path.parent.relative_to(tree.ROOT))
        for path in tree.modules("rulings", "tdweb")
        if path.name != "__init__.py"
    )
    assert len(sizes) > 40
    large = {name: size for name, size in sizes.items() if size > PACKAGE_MODULES}
    assert large.keys() - LARGE == set(), f"at most {PACKAGE_MODULES} modules: {large}"


NEAR = 5
"""Letters after which two names of one package are forms of one word."""
RELATED = {
    # Records of play and words of a claim are read from files by commands of two kinds.
    ("read_records", "read_statement"),
    ("write_docs", "write_explanations"),
    # Packages of the plan: what a claimer says, and the states of a case.
    ("statements", "states"),
    # The director's forms, and the one form of a tablet that people share.
    ("table", "tablet"),
}
"""Modules whose names begin alike and mean different things."""


def test_modules_of_a_package_never_differ_by_a_form_of_a_word():
    packages = defaultdict(set)
    for path in tree.modules("rulings", "tdweb"):
        if "migrations" not in path.parts:
            name = path.parent.name if path.name == "__init__.py" else path.stem
            folder = path.parent.parent if path.name == "__init__.py" else path.parent
            packages[tree.name_of(folder)].add(name)
    alike = {
        (one, other)
        for names in packages.values()
        for one, other in combinations(sorted(names), 2)
        if one[:NEAR] == other[:NEAR] and len(one) >= NEAR
    }
    assert alike == RELATED
