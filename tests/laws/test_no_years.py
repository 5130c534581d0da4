"""Code asks an edition for a provision by name; it never looks at the year."""

import ast
import re
from pathlib import Path

import pytest

from rulings.laws.engine import editions

ROOT = Path(__file__).parents[2]
CODE = sorted(
    path
    for folder in ("rulings", "tdweb")
    for path in (ROOT / folder).rglob("*.py")
    if "migrations" not in path.parts
)
YEARS = {*editions(), *map(int, editions())}
# Where an edition is chosen for somebody who has not chosen one; nothing else may.
CHOSEN = {
    "rulings/models/event.py",
    "rulings/solver/inputs/settings.py",
}


def years_in(source):
    """Return the lines with a year, and those where it is more than a default."""
    tree = ast.parse(source)
    allowed = set()
    for node in ast.walk(tree):
        match node:
            case ast.arguments(defaults=defaults, kw_defaults=others):
                allowed |= {id(one) for one in (*defaults, *others)}
            case ast.AnnAssign(value=value):
                allowed.add(id(value))
            case ast.Assign(value=ast.Tuple(elts=values)):
                allowed |= {id(one) for one in values}
            case ast.keyword(arg="edition" | "default", value=value):
                allowed.add(id(value))
    found = [
        node
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant)
        and type(node.value) in (str, int)
        and node.value in YEARS
    ]
    return (
        [node.lineno for node in found],
        [node.lineno for node in found if id(node) not in allowed],
    )


def test_code_does_not_look_at_the_year_of_an_edition():
    found = {
        str(path.relative_to(ROOT)): years_in(path.read_text("utf-8")) for path in CODE
    }

    assert len(found) > 300
    assert {name: compared for name, (_, compared) in found.items() if compared} == {}
    assert {name for name, (lines, _) in found.items() if lines} <= CHOSEN


@pytest.mark.parametrize(
    "source",
    [
        'x = edition == "2017"',
        'x = edition in ("1997", "2007")',
        'match edition:\n    case "2017":\n        pass',
        'x = {"2007": 1}[edition]',
        'x = edition in {"1997", "2007"}',
        "x = int(edition) < 2017",
        'if edition.startswith("2017"):\n    pass',
    ],
)
def test_looking_at_a_year_is_found(source):
    assert years_in(source)[1]


def test_default_of_a_parameter_is_no_comparison():
    assert years_in('def f(*, edition="2017"): ...') == ([1], [])
    assert years_in("def f(edition='1963'): ...") == ([], [])


def test_templates_and_scripts_do_not_look_at_the_year():
    years = "|".join(editions())
    tag = re.compile(
        rf"{{%[^%]*[\"'](?:{years})[\"'][^%]*%}}|[=<>]=?\s*[\"']?(?:{years})\b"
    )
    files = [*(ROOT / "templates").rglob("*.html"), *(ROOT / "static").rglob("*.js")]

    looking = [path.name for path in files if tag.search(path.read_text("utf-8"))]

    assert looking == []
