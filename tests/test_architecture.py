"""The house keeps its plan: sizes, layers, and packages that stay pure."""

import ast
import os
import re
import shutil
import subprocess
import sys
import tomllib
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

import pytest

from tests import tree

MODULE_LINES = 400
FUNCTION_LINES = 60
FILE_LINES = {".html": 120, ".js": 150, ".css": 300}
LINE = 120
"""Characters of a template's line, and of a document's line of prose."""
PARAGRAPH = 5
"""Lines of a paragraph or list item, so that it is read in one go."""
BULLET = re.compile(r"\s*([-*]|\d+\.)\s")
PURE = ("bridge", "states", "laws", "statements", "solver", "importers")
HEAVY = {"django", "endplay", "matplotlib", "numba", "numpy", "psycopg"}
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


def python_files():
    return [*tree.modules("rulings", "tdweb", "tests"), tree.ROOT / "td"]


def long_file(text, limit):
    """Return that a file has too many lines."""
    length = len(text.splitlines())
    return [f"{length} lines, at most {limit}"] if length > limit else []


def long_functions(text):
    """Return the functions of a module that are too long."""
    return [
        f"{node.name}: {length} lines, at most {FUNCTION_LINES}"
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        for length in [node.end_lineno - node.lineno + 1]
        if length > FUNCTION_LINES
    ]


def long_lines(text):
    """Return the lines of a template that are too long."""
    return [
        f"line {number} has {len(line)} characters, at most {LINE}"
        for number, line in enumerate(text.splitlines(), 1)
        if len(line) > LINE
    ]


def prose(text):
    """Return a document with its tables, code and pictures left empty."""
    fenced, kept = False, []
    for line in text.splitlines():
        mark = line.startswith("```")
        fenced ^= mark
        other = line.lstrip().startswith(("|", "![")) or line.startswith("    ")
        kept.append("" if fenced or mark or other else line)
    return "\n".join(kept)


def test_modules_and_their_functions_are_short():
    files = python_files()
    assert len(files) > 500
    assert tree.faults(files, partial(long_file, limit=MODULE_LINES)) == []
    assert tree.faults(files, long_functions) == []


def test_templates_scripts_and_stylesheets_are_short():
    for ending, limit in FILE_LINES.items():
        files = tree.chosen("templates", "static", ending=ending)
        assert files
        assert (
            tree.faults(files, lambda text, limit=limit: long_file(text, limit)) == []
        )


def test_lines_of_templates_are_short():
    assert tree.faults(tree.chosen("templates", ending=".html"), long_lines) == []


def test_lines_of_documents_are_short():
    files = tree.documents()
    assert {"README.md", "docs/law.md"} <= {tree.name_of(path) for path in files}
    assert tree.faults(files, lambda text: long_lines(prose(text))) == []


def long_paragraphs(text):
    """Return the paragraphs and list items of a document that are too long."""
    found, start, length = [], 0, 0
    for number, line in enumerate([*prose(text).splitlines(), ""], 1):
        apart = not line.strip() or line.startswith(("#", "<!--"))
        if apart or BULLET.match(line):
            if length > PARAGRAPH:
                found.append(f"line {start}: {length} lines, at most {PARAGRAPH}")
            start, length = number, int(not apart)
        else:
            start, length = start if length else number, length + 1
    return found


def test_paragraphs_of_documents_are_short():
    assert tree.faults(tree.documents(), long_paragraphs) == []


def test_what_is_too_long_is_named():
    six = "one line\n" * 6
    assert long_paragraphs(f"# Title\n{six}") == ["line 2: 6 lines, at most 5"]
    assert long_paragraphs(f"- item\n{six}- item\n{six[9:]}") != []
    assert long_paragraphs(f"{six[9:]}\n{six[9:]}```\n{six}```\n| {six}") == []
    long = "x" * (LINE + 1)
    body = "    pass\n" * FUNCTION_LINES
    assert long_file("x\n" * 121, 120) == ["121 lines, at most 120"]
    assert long_functions(f"def f():\n{body}") == ["f: 61 lines, at most 60"]
    assert long_lines(f"x\n{long}") == ["line 2 has 121 characters, at most 120"]
    assert long_lines(prose(f"{long}\n- {long}\n> {long}")) != []
    exempt = f"| {long}\n    {long}\n![{long}](x)\n```\n{long}\n```\nshort"
    assert long_lines(prose(exempt)) == []


def test_rulings_package_stays_empty():
    assert (tree.ROOT / "rulings" / "__init__.py").read_text("utf-8") == ""


def loaded_by(name):
    """Return the packages that a process has loaded after all modules of one."""
    answer = subprocess.run(
        [sys.executable, "-c", IMPORT_ALL, f"rulings.{name}", ",".join(OPENED_LATE)],
        cwd=tree.ROOT,
        capture_output=True,
        check=True,
        text=True,
    )
    return set(answer.stdout.strip().split(","))


def test_pure_packages_load_nothing_heavy():
    with ThreadPoolExecutor(2) as cores:
        loaded = dict(zip(PURE, cores.map(loaded_by, PURE), strict=True))
    assert all("rulings" in names for names in loaded.values())
    assert {
        name: names & HEAVY for name, names in loaded.items() if names & HEAVY
    } == {}


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
    rooms = "inputs types kernel hypotheses lines award explain doubts reference"
    rooms += " tools"
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
