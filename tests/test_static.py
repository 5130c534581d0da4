"""Style sheets and scripts: their weight, their tokens, and that they parse."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest
from django.contrib.staticfiles import finders

ROOT = Path(__file__).parents[1]
SHEETS = sorted((ROOT / "static" / "css").glob("*.css"))
SCRIPTS = sorted((ROOT / "static" / "js").glob("*.js"))
TEMPLATES = sorted((ROOT / "templates").rglob("*.html"))
ALL_BYTES = 45_500  # thirty screens, phones and the admin; a page loads half of it
PAGE_BYTES = 20_480
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


@pytest.mark.parametrize(
    "sheet",
    [sheet for sheet in SHEETS if sheet.name not in EVERY_PAGE],
    ids=lambda sheet: sheet.stem,
)
def test_page_loads_little(sheet):
    every = [ROOT / "static" / "css" / name for name in EVERY_PAGE]

    assert sum(len(squeezed(one).encode()) for one in [*every, sheet]) <= PAGE_BYTES


@pytest.mark.parametrize(
    "sheet",
    [sheet for sheet in SHEETS if sheet.name not in {"tokens.css", "dark.css"}],
    ids=lambda sheet: sheet.stem,
)
def test_only_tokens_name_a_colour(sheet):
    assert COLOUR.findall(COMMENT.sub("", sheet.read_text())) == []


@pytest.mark.parametrize("sheet", SHEETS, ids=lambda sheet: sheet.stem)
def test_every_token_used_is_defined(sheet):
    used = set(re.findall(r"var\((--[\w-]+)\)", sheet.read_text()))

    assert used - set(tokens("tokens.css")) == set()


def test_dark_names_no_token_that_light_lacks():
    assert set(tokens("dark.css")) - set(tokens("tokens.css")) == set()


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize(
    ("front", "back", "least"),
    [
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
    ],
)
def test_colours_stand_apart(theme, front, back, least):
    named = tokens("tokens.css") | (tokens("dark.css") if theme == "dark" else {})

    assert contrast(named[f"--{front}"], named[f"--{back}"]) >= least


@pytest.mark.parametrize("template", TEMPLATES, ids=lambda page: page.name)
def test_every_static_file_named_exists(template):
    named = re.findall(r"""\{%\s*static\s+['"]([^'"]+)['"]""", template.read_text())

    assert [name for name in named if finders.find(name) is None] == []


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: script.stem)
def test_script_is_strict_and_needs_no_library(script):
    text = script.read_text()

    assert text.startswith("'use strict';\n/*")
    assert re.findall(r"\b(?:import|require|eval|innerHTML)\b", text) == []


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: script.stem)
def test_script_parses(script):
    node = shutil.which("node")
    if node is None:
        pytest.skip("Node is not installed; the browser tests run the scripts.")

    done = subprocess.run(
        [node, "--check", script], capture_output=True, text=True, check=False
    )

    assert done.stderr == ""
    assert done.returncode == 0
