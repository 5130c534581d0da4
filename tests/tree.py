"""The project's own files, as the tests of its architecture see them."""

import ast
import functools
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SKIPPED = {"__pycache__", "mutants", "node_modules", "var"}


@functools.cache
def files():
    """Return every file of the project: git's, or all of them in an unpacked copy."""
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    try:
        listed = subprocess.run(command, cwd=ROOT, capture_output=True, check=True)
        names = [name for name in listed.stdout.decode().split("\0") if name]
    except (OSError, subprocess.CalledProcessError):
        names = [
            str(path.relative_to(ROOT))
            for path in ROOT.rglob("*")
            if not any(
                part.startswith(".venv") or part in SKIPPED for part in path.parts
            )
        ]
    paths = sorted(ROOT / name for name in names)
    return tuple(path for path in paths if path.is_file())


def name_of(path):
    """Return a file's name as the tests print it."""
    return path.relative_to(ROOT).as_posix()


def chosen(*folders, ending):
    """Return the files below some folders with an ending."""
    return [
        path
        for path in files()
        if path.suffix == ending and name_of(path).split("/")[0] in folders
    ]


def modules(*folders):
    """Return the Python files of some folders, without Django's own migrations."""
    return [
        path
        for path in chosen(*folders, ending=".py")
        if "migrations" not in path.parts
    ]


@functools.cache
def parsed(path):
    """Return the syntax tree of a Python file."""
    return ast.parse(path.read_text("utf-8"), filename=str(path))


def faults(paths, check):
    """Return "file: what" for every fault that a check of one text finds in files."""
    return [
        f"{name_of(path)}: {fault}"
        for path in paths
        for fault in check(path.read_text("utf-8"))
    ]


def documents():
    """Return the documents that people read."""
    names = ("README.md", "CHANGELOG.md", "docs/")
    return [
        path
        for path in files()
        if path.suffix == ".md" and name_of(path).startswith(names)
    ]
