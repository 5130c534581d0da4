"""What the documents say of the tree is so, and no room is left out."""

import re

from rulings.solver import RULES
from tests import tree

STRUCTURE = tree.ROOT / "docs" / "structure.md"
DECISIONS = tree.ROOT / "docs" / "decisions.md"
PAGES = (STRUCTURE, DECISIONS, *sorted((tree.ROOT / "docs" / "solver").glob("*.md")))
PATH = re.compile(r"`((?:rulings|tdweb|tests|templates|static)[^`\s]*)`")
ROW = re.compile(r"^\| (N\d+) \| (\w+) \|.*\| `([\w/.]+)` `(\w+)` \|$", re.MULTILINE)
LINK = re.compile(r"\]\(([^)#:]+)\)")
MODULE = re.compile(r"`([\w/]+\.py)`")
ROOMS = {tree.name_of(path.parent) for path in tree.modules("rulings")} - {"rulings"}


def missing(names):
    """Return the paths of a text that are not there; `<word>` stands for any name."""
    patterns = {name: re.sub(r"<\w+>", "*", name) for name in names}
    return [name for name, one in patterns.items() if not any(tree.ROOT.glob(one))]


def misplaced(rows):
    """Return the rows of a table of rules whose function is not where they say."""
    return [
        (rule, path)
        for rule, _, path, name in rows
        if f"def {name}(" not in (tree.ROOT / "rulings/solver" / path).read_text()
    ]


def test_every_room_is_named():
    assert ROOMS
    assert ROOMS - set(PATH.findall(STRUCTURE.read_text("utf-8"))) == set()


def test_every_path_that_is_named_is_there():
    named = {name for page in PAGES for name in PATH.findall(page.read_text("utf-8"))}
    assert missing(sorted(named)) == []


def test_every_module_that_is_named_is_there():
    files = [
        f"/{tree.name_of(path)}" for path in tree.modules("rulings", "tdweb", "tests")
    ]
    named = {name for page in PAGES for name in MODULE.findall(page.read_text("utf-8"))}
    assert [
        n for n in sorted(named) if not any(f.endswith(f"/{n}") for f in files)
    ] == []


def test_a_path_that_is_gone_is_named():
    assert missing(["rulings/views/<audience>", "rulings/gone.py"]) == [
        "rulings/gone.py"
    ]


def test_the_table_of_rules_is_that_of_the_solver():
    page = tree.ROOT / "docs" / "solver" / "rules.md"
    rows = ROW.findall(page.read_text("utf-8"))
    assert [row[:2] for row in rows] == [(rule.id, rule.law) for rule in RULES]
    assert misplaced(rows) == []
    gone = ("N1", "70D1", "kernel/rules/normal.py", "gone")
    assert misplaced([gone]) == [("N1", "kernel/rules/normal.py")]


def test_every_link_of_a_document_leads_somewhere():
    gone = [
        f"{tree.name_of(page)}: {link}"
        for page in tree.documents()
        for link in LINK.findall(page.read_text("utf-8"))
        if not (page.parent / link).exists()
    ]
    assert gone == []
