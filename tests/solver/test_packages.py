"""Other packages use of a package of the solver what its __init__ names."""

import ast

import pytest

from tests import tree

PACKAGES = "inputs types hypotheses lines award explain reference safe".split()


def imports_of(path):
    found = ast.walk(tree.parsed(path))
    return {node.module or "" for node in found if isinstance(node, ast.ImportFrom)}


@pytest.mark.parametrize("name", PACKAGES)
def test_nobody_reaches_into_a_package(name):
    package = f"rulings.solver.{name}"
    own = tree.ROOT / "rulings" / "solver" / name
    reaching = [
        tree.name_of(path)
        for path in tree.modules("rulings")
        if own not in path.parents
        and any(module.startswith(f"{package}.") for module in imports_of(path))
    ]
    assert own.is_dir()
    assert reaching == []
