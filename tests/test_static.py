"""Style sheets and scripts: their weight, their tokens, and that they parse."""

import re
import shutil
import subprocess
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.contrib.staticfiles import finders

from tests import tree

ROOT = tree.ROOT
SHEETS = sorted((ROOT / "static" / "css").glob("*.css"))
SCRIPTS = sorted((ROOT / "static" / "js").glob("*.js"))
ALL_BYTES = 64_000  # forty screens, phones and the admin; a page loads half of it
PAGE_BYTES = 30_000
EVERY_PAGE = ("tokens.css", "dark.css", "base.css", "components.css", "cards.css")

COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
COLOUR = re.compile(r"#[0-9a-f]{3,8}\b(?!\s*\{)", re.IGNORECASE)
DEFINED = re.compile(r"(--[\w-]+):\s*([^;}]+)")


def squeezed(sheet):
    """Return the style sheet as it weighs without comments and layout."""
    text = COMMENT.sub("", sheet.read_text())
    return re.sub(r"\s*([{};,:>])\s*", r"\1", re.sub(r"\s+", " ", text))


def tokens(name):
    """Return the custom properties of one sheet's first block."""
    block = COMMENT.sub("", (ROOT / "static" / "css" / name).read_text())
    return dict(DEFINED.findall(block[: block.index("}")]))


def luminance(colour):
    digits = colour.lstrip("#")
    digits = "".join(2 * digit for digit in digits) if len(digits) == 3 else digits
    parts = [int(digits[place : place + 2], 16) / 255 for place in (0, 2, 4)]
    linear = [
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4
        for part in parts
    ]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one, other):
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def test_sheets_weigh_little_together():
    weight = sum(len(squeezed(sheet).encode()) for sheet in SHEETS)

    assert weight <= ALL_BYTES


def test_a_page_loads_little():
    folder = ROOT / "static" / "css"
    every = sum(len(squeezed(folder / name).encode()) for name in EVERY_PAGE)
    weights = {
        sheet.name: every + len(squeezed(sheet).encode())
        for sheet in SHEETS
        if sheet.name not in EVERY_PAGE
    }

    assert {name: size for name, size in weights.items() if size > PAGE_BYTES} == {}


def colours_in(text):
    """Return the colours that a style sheet names itself."""
    return COLOUR.findall(COMMENT.sub("", text))


def test_only_tokens_name_a_colour():
    sheets = [one for one in SHEETS if one.name not in {"tokens.css", "dark.css"}]

    assert tree.faults(sheets, colours_in) == []
    assert colours_in("p { color: #c00 } /* #fff */") == ["#c00"]


def undefined(text):
    """Return the tokens that a style sheet uses and nobody defines."""
    return set(re.findall(r"var\((--[\w-]+)\)", text)) - set(tokens("tokens.css"))


def test_every_token_used_is_defined():
    assert tree.faults(SHEETS, undefined) == []
    assert undefined("p { color: var(--ink); margin: var(--gone) }") == {"--gone"}


def test_dark_names_no_token_that_light_lacks():
    assert set(tokens("dark.css")) - set(tokens("tokens.css")) == set()


APART = [
    ("ink", "paper", 7),
    ("ink", "sheet", 7),
    ("dim", "paper", 4.5),
    ("dim", "sunk", 4.5),
    ("edge", "paper", 3),
    ("edge", "sheet", 3),
    ("link", "paper", 4.5),
    ("focus", "paper", 3),
    ("board-ink", "board", 7),
    ("board-dim", "board", 4.5),
    ("lamp", "board", 4.5),
    ("lamp-ink", "lamp", 4.5),
    ("ok", "ok-bg", 4.5),
    ("warn", "warn-bg", 4.5),
    ("stop", "stop-bg", 4.5),
    ("note", "note-bg", 4.5),
    ("suit-s", "stop-bg", 4.5),
    ("suit-h", "stop-bg", 4.5),
    ("suit-d", "stop-bg", 4.5),
    ("suit-c", "stop-bg", 4.5),
]
"""Colours that stand on one another, and the least contrast of the two."""


def test_colours_stand_apart_in_both_themes():
    light = tokens("tokens.css")
    faults = [
        f"{front} on {back}, {theme}: {found:.2f}, at least {least}"
        for theme, named in (("light", light), ("dark", light | tokens("dark.css")))
        for front, back, least in APART
        for found in [contrast(named[f"--{front}"], named[f"--{back}"])]
        if found < least
    ]

    assert faults == []
    assert contrast("#fff", "#777") < 4.5 < contrast("#fff", "#767676")


def not_found(text):
    """Return the static files that a template names and that are not there."""
    named = re.findall(r"""\{%\s*static\s+['"]([^'"]+)['"]""", text)
    return [name for name in named if finders.find(name) is None]


def test_every_static_file_named_exists():
    assert tree.faults(tree.chosen("templates", ending=".html"), not_found) == []
    assert not_found("{% static 'css/gone.css' %}") == ["css/gone.css"]


def loose(text):
    """Return what makes a script loose, or in need of a library."""
    strict = text.startswith("'use strict';\n/*")
    head = [] if strict else ["not strict, or says nothing"]
    return head + re.findall(r"\b(?:import|require|eval|innerHTML)\b", text)


def test_scripts_are_strict_and_need_no_library():
    assert SCRIPTS
    assert tree.faults(SCRIPTS, loose) == []
    assert loose("import x") == ["not strict, or says nothing", "import"]


def test_scripts_parse(tmp_path):
    node = shutil.which("node")
    if node is None:
        pytest.skip("Node is not installed; the browser tests run the scripts.")
    broken = tmp_path / "broken.js"
    broken.write_text("'use strict';\nlet = ;\n")

    def complaint(script):
        command = [node, "--check", script]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        return done.stderr if done.returncode else ""

    with ThreadPoolExecutor(2) as cores:
        said = dict(zip(SCRIPTS, cores.map(complaint, SCRIPTS), strict=True))
    assert {script.name: words for script, words in said.items() if words} == {}
    assert "SyntaxError" in complaint(broken)
