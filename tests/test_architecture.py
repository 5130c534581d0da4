"""The house keeps its plan: sizes, layers, and packages that stay pure."""

import ast
import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from tests import tree

MODULE_LINES = 400
FUNCTION_LINES = 60
LINES = {"templates": (".html", 150), "js": (".js", 150), "css": (".css", 300)}
PURE = ("bridge", "states", "laws", "statements", "solver", "importers")
HEAVY = ("django", "endplay", "matplotlib", "numba", "numpy", "psycopg")
# numba's one door, imported late by solver/; and what a fork server loads beforehand.
OPENED_LATE = ("rulings.solver.kernel.compiler", "rulings.solver.tools.warm")

IMPORT_ALL = """
import importlib, pathlib, pkgutil, sys
package = importlib.import_module(sys.argv[1])
late = sys.argv[2].split(",")
for found in pkgutil.walk_packages(getattr(package, "__path__", []), sys.argv[1] + "."):
    if found.name not in late:
        importlib.import_module(found.name)
print(",".join(sorted({name.split(".")[0] for name in sys.modules})))
"""


def line_count(path):
    return len(path.read_text("utf-8").splitlines())


def long_functions(path):
    return [
        f"{node.name}: {length} lines"
        for node in ast.walk(tree.parsed(path))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        for length in [node.end_lineno - node.lineno + 1]
        if length > FUNCTION_LINES
    ]


def python_files():
    found = [*tree.modules("rulings", "tdweb", "tests"), tree.ROOT / "td"]
    return [pytest.param(path, id=tree.name_of(path)) for path in found]


@pytest.mark.parametrize("path", python_files())
def test_module_and_functions_are_short(path):
    assert line_count(path) <= MODULE_LINES
    assert long_functions(path) == []


@pytest.mark.parametrize(
    ("path", "limit"),
    [
        pytest.param(path, limit, id=tree.name_of(path))
        for ending, limit in LINES.values()
        for path in tree.chosen("templates", "static", ending=ending)
    ],
)
def test_template_script_and_stylesheet_are_short(path, limit):
    assert line_count(path) <= limit


def test_rulings_package_stays_empty():
    assert (tree.ROOT / "rulings" / "__init__.py").read_text("utf-8") == ""


def existing(names):
    folder = tree.ROOT / "rulings"
    return [
        name
        for name in names
        if (folder / f"{name}.py").exists() or (folder / name / "__init__.py").exists()
    ]


@pytest.mark.parametrize("name", existing(PURE))
def test_pure_package_loads_nothing_heavy(name):
    arguments = [f"rulings.{name}", ",".join(OPENED_LATE)]
    answer = subprocess.run(
        [sys.executable, "-c", IMPORT_ALL, *arguments],
        cwd=tree.ROOT,
        capture_output=True,
        check=True,
        text=True,
    )
    loaded = set(answer.stdout.strip().split(","))
    assert "rulings" in loaded
    assert loaded.isdisjoint(HEAVY)


def lint_imports(folder):
    """Run the layers' contracts on a folder and return which were kept or broken."""
    program = shutil.which("lint-imports", path=Path(sys.executable).parent)
    answer = subprocess.run(
        [program, "--no-cache", "--config", "pyproject.toml"],
        cwd=folder,
        capture_output=True,
        check=False,
        text=True,
        env={
            **os.environ,
            "PYTHONPATH": str(folder),
            "COLUMNS": "200",
            "NO_COLOR": "1",
        },
    )
    found = re.findall(r"^(.+) (KEPT|BROKEN)\b", answer.stdout, re.MULTILINE)
    kept = {name for name, verdict in found if verdict == "KEPT"}
    return answer.returncode, kept, {name for name, _ in found} - kept


@pytest.fixture
def skeleton(tmp_path):
    """Lay out an empty app with every layer of the picture, under our contracts."""
    packages = "urls admin management views forms workflow queries permissions models"
    packages += " clock solver importers statements laws bridge states"
    rooms = "inputs types kernel hypotheses lines award explain reference tools"
    packages += "".join(f" solver/{room}" for room in rooms.split())
    app = tmp_path / "rulings"
    for name in packages.split():
        (app / name).mkdir(parents=True)
        (app / name / "__init__.py").touch()
    audiences = [f"views/{name}" for name in "table player chief desk api".split()]
    for name in [*audiences, "solver/adjudicate", "solver/lines/double_dummy"]:
        (app / f"{name}.py").touch()
    (app / "__init__.py").touch()
    (tmp_path / "tdweb").mkdir()
    (tmp_path / "tdweb" / "__init__.py").touch()
    shutil.copy(tree.ROOT / "pyproject.toml", tmp_path)
    return tmp_path


def contract_names():
    settings = tomllib.loads((tree.ROOT / "pyproject.toml").read_text("utf-8"))
    contracts = settings["tool"]["importlinter"]["contracts"]
    return {contract["id"]: contract["name"] for contract in contracts}


def test_contracts_hold_on_a_house_that_keeps_its_plan(skeleton):
    (skeleton / "rulings/solver/lines/double_dummy.py").write_text("import endplay\n")
    code, kept, broken = lint_imports(skeleton)
    assert (code, kept, broken) == (0, set(contract_names().values()), set())


BREACHES = {
    "layers": {"rulings/queries/__init__.py": "import rulings.workflow\n"},
    "solver": {
        "rulings/solver/reference/__init__.py": "import rulings.solver.kernel\n"
    },
    "pure": {"rulings/laws/__init__.py": "import django\n"},
    "heavy": {"rulings/workflow/__init__.py": "import endplay\n"},
    "audiences": {"rulings/views/table.py": "import rulings.views.chief\n"},
    "cycles": {
        "rulings/bridge/cards.py": "import rulings.bridge.hands\n",
        "rulings/bridge/hands.py": "import rulings.bridge.cards\n",
    },
    "site": {"rulings/views/chief.py": "import tdweb\n"},
}


def test_each_contract_sees_its_breach(skeleton):
    for files in BREACHES.values():
        for name, text in files.items():
            (skeleton / name).write_text(text)
    (skeleton / "rulings" / "extras.py").touch()
    code, kept, broken = lint_imports(skeleton)
    assert BREACHES.keys() == contract_names().keys()
    assert (code, kept, broken) == (1, set(), set(contract_names().values()))


def test_a_package_outside_the_picture_is_refused(skeleton):
    (skeleton / "rulings" / "extras.py").touch()
    code, _, broken = lint_imports(skeleton)
    assert (code, broken) == (1, {contract_names()["layers"]})
