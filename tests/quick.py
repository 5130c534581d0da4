"""Run what a change touches, in under a minute: python -m tests.quick [PATHS].

Without PATHS the change is what differs from the last commit, or, where nothing does,
what the last commit changed. Tests are taken nearest first: those of the changed
modules themselves, then of what imports them, as far as the time reaches. How long a
test file takes is what the last run of it took, kept by tests/conftest.py.
"""

import functools
import json
import os
import re
import subprocess
import sys
import tempfile
import time
from collections import defaultdict, deque
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path

from tests import tree
from tests.databases import follow, sqlite, worst

MINUTE = 55
"""Seconds after which no further test is begun."""
SECONDS = 35
"""What the tests on each core may take by what is known; pytest starts in the rest."""
CORES = 2
UNKNOWN = 3.0
"""Seconds of a test file that has not been run here yet."""
LINT = (
    "tests/test_architecture.py",
    "tests/test_static.py",
    "tests/test_static_guards.py",
    "tests/test_structure.py",
    "tests/laws/test_no_years.py",
    "tests/laws/test_no_ids.py",
)
TIMES = tree.ROOT / "var" / "test-seconds.json"
PYTHON = ("rulings", "tdweb", "tests")


# --- what changed ------------------------------------------------------------


def git(*arguments):
    """Return the lines that git answers."""
    command = ["git", *arguments]
    done = subprocess.run(
        command, cwd=tree.ROOT, capture_output=True, check=True, text=True
    )
    return done.stdout.splitlines()


def changed_names(paths):
    """Return the names of the files that changed, and how they were found."""
    if paths:
        names = {Path(path).resolve().relative_to(tree.ROOT) for path in paths}
        return sorted(name.as_posix() for name in names), "as asked"
    names = git("diff", "--name-only", "HEAD")
    names += git("ls-files", "--others", "--exclude-standard")
    if names:
        return sorted(set(names)), "not committed yet"
    names = git("diff-tree", "-r", "--root", "--no-commit-id", "--name-only", "HEAD")
    return sorted(names), "in the last commit"


# --- what depends on it --------------------------------------------------------


def module_of(name):
    """Return the dotted name of a Python file."""
    return name.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


@functools.cache
def sources():
    """Return the text of every Python file by its name."""
    return {
        tree.name_of(path): path.read_text("utf-8") for path in tree.modules(*PYTHON)
    }


IMPORT = re.compile(
    r"^\s*(?:from ([\w.]+) import (\([^)]*\)|[^\n]+)|import ([\w., ]+))", re.MULTILINE
)


def imports_of(text):
    """Yield every module that a text may import; to parse all would cost seconds."""
    for package, names, plain in IMPORT.findall(text):
        if plain:
            yield from re.findall(r"[\w.]+", plain)
        else:
            yield package
            yield from (f"{package}.{name}" for name in re.findall(r"\w+", names))


@functools.cache
def importers():
    """Return for each file the files that import it."""
    by_module = {module_of(name): name for name in sources()}
    found = defaultdict(set)
    for name, text in sources().items():
        for module in imports_of(text):
            if module in by_module:
                found[by_module[module]].add(name)
    return found


def is_test(name):
    """Tell whether a file holds tests."""
    return name.startswith("tests/") and Path(name).name.startswith("test_")


def mirror(name):
    """Return the test file that mirrors a module, here or for its whole package."""
    path = Path(name)
    parts = (
        path.parent.parts if path.name == "__init__.py" else path.with_suffix("").parts
    )
    inside = parts[1:] if parts[0] == "rulings" else parts
    if not inside:
        return None
    folder = Path("tests", *inside[:-1])
    for place in (folder, folder.parent)[: max(1, len(inside) - 1)]:
        if (here := (place / f"test_{inside[-1]}.py").as_posix()) in sources():
            return here
    return None


@functools.cache
def routes():
    """Return for each module of views the names of its routes."""
    import django  # noqa: PLC0415 only a change of a view needs the site

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tdweb.settings")
    django.setup()
    from rulings.urls import urlpatterns  # noqa: PLC0415 needs the apps

    found = defaultdict(set)
    for pattern in urlpatterns:
        view = getattr(pattern.callback, "view_class", pattern.callback)
        found[view.__module__].add(pattern.name)
    return found


def naming(words, names):
    """Return those of some files that hold one of the words as a text."""
    if not words:
        return set()
    one = re.compile("[\"'](?:" + "|".join(map(re.escape, sorted(words))) + ")[\"'.]")
    return {name for name in names if one.search(sources()[name])}


def drawn_with(template):
    """Return the names of a template and of all that include or extend it."""
    texts = {
        tree.name_of(path).removeprefix("templates/"): path.read_text("utf-8")
        for path in tree.chosen("templates", ending=".html")
    }
    found, waiting = {template}, [template]
    while waiting:
        here = waiting.pop()
        more = {name for name, text in texts.items() if f'"{here}"' in text} - found
        found |= more
        waiting += sorted(more)
    return found


def nearest(name):
    """Return the files that a changed file touches at once, each with its distance."""
    tests = {one for one in sources() if is_test(one)}
    if name in sources():
        found = {name: 0}
        if twin := mirror(name):
            found[twin] = 0
        if name.startswith("rulings/views/"):
            screens = {one for one in tests if one.startswith("tests/views/")}
            named = naming(routes().get(module_of(name), set()), screens)
            found = dict.fromkeys(named, 1) | found
        return found
    if name.endswith(".py"):  # deleted: who still asks for it, and the tests beside
        module = module_of(name)
        wanting = {one for one, text in sources().items() if module in imports_of(text)}
        near = {one for one in tests if Path(one).stem == f"test_{Path(name).stem}"}
        return dict.fromkeys(wanting, 1) | dict.fromkeys(near, 0)
    path = Path(name)
    if path.parts[0] == "templates":
        return showing(drawn_with(name.removeprefix("templates/")), tests)
    found = dict.fromkeys(naming({path.name, name}, set(sources())), 1)
    if path.parts[0] in {"rulings", "tests"}:  # data of the package it lies in
        folder = Path("tests", *path.parent.parts[1:])
        while not (tree.ROOT / folder).is_dir():
            folder = folder.parent
        beside = [one for one in tests if one.startswith(f"{folder.as_posix()}/")]
        found |= dict.fromkeys(beside, 1)
    if path.parts[0] == "locale":
        found["tests/test_languages.py"] = 0
    if path.parts[0] == "static":
        scripts = (one for one in tests if one.startswith("tests/scripts/"))
        found |= dict.fromkeys(scripts, 1)
    return found


def showing(pages, tests):
    """Return the tests that name a page, the views that show it, and their tests."""
    found = dict.fromkeys(naming(pages, tests), 0)
    shown = naming(pages, {one for one in sources() if one.startswith("rulings/")})
    for page in map(Path, pages):  # a screen's name may be its template's
        folder = f"rulings/views/{page.parent}/"
        beside = {one for one in sources() if one.startswith(folder)}
        shown |= naming({page.stem}, beside)
    for view in shown:
        found |= {one: far + 1 for one, far in nearest(view).items()}
    return found


def distances(names):
    """Return how far each test file is from what changed: the nearest are 0."""
    far = {}
    for name in names:
        for one, distance in nearest(name).items():
            far[one] = min(distance, far.get(one, distance))
    waiting = deque(sorted(far, key=far.get))
    while waiting:
        here = waiting.popleft()
        for one in importers()[here]:
            if far[here] + 1 < far.get(one, len(sources())):
                far[one] = far[here] + 1
                waiting.append(one)
    return {one: distance for one, distance in far.items() if is_test(one)}


# --- what is run ---------------------------------------------------------------


@dataclass
class Plan:
    """Which test files are run on each core, and which are left out."""

    cores: list = field(default_factory=lambda: [[] for _ in range(CORES)])
    far: list = field(default_factory=list)
    long: list = field(default_factory=list)


def seconds_of():
    """Return what each test file took when it was last run."""
    try:
        kept = json.loads(TIMES.read_text("utf-8"))
    except (OSError, ValueError):
        return {}
    return {name: sum(tests.values()) for name, tests in kept.items()}


def plan_for(far, seconds, budget=SECONDS):
    """Share the nearest test files out on the cores, as far as the time reaches."""
    plan, used = Plan(), [0.0] * CORES
    lint = {name: 0.5 for name in LINT if name in sources()}
    for name, _ in sorted(
        (far | lint).items(),
        key=lambda one: (one[1], seconds.get(one[0], UNKNOWN), one),
    ):
        takes, core = seconds.get(name, UNKNOWN), used.index(min(used))
        if takes > budget:
            plan.long.append(name)
        elif name not in lint and used[core] + takes > budget:
            plan.far.append(name)
        else:
            plan.cores[core].append(name)
            used[core] += takes
    return plan


def lint_files(names):
    """Check changed Python files and templates, and return how that ended."""
    programs = Path(sys.executable).parent
    there = [name for name in names if (tree.ROOT / name).exists()]
    python = [name for name in there if name.endswith(".py") or name == "td"]
    pages = [name for name in there if name.endswith(".html")]
    commands = []
    if python:
        commands += [["ruff", "check", *python], ["ruff", "format", "--check", *python]]
    if pages:
        commands += [["djade", "--check", "--target-version", "5.2", *pages]]
    return [
        subprocess.run(
            [programs / program, *arguments], cwd=tree.ROOT, check=False
        ).returncode
        for program, *arguments in commands
    ]


PYTEST = (sys.executable, "-m", "pytest", "-q", "-p", "no:randomly")
"""In the order given, which is the nearest first: the time may be up before the end."""


def run_tests(cores, command=PYTEST):
    """Run the test files of each core beside the others', and return how they ended."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        pool = stack.enter_context(ThreadPoolExecutor(CORES))
        environment = {**os.environ, "DATABASE_URL": stack.enter_context(sqlite())}
        runs = []
        for number, names in enumerate(cores):
            if not names:
                continue
            output = stack.enter_context((folder / str(number)).open("wb"))
            run = pool.submit(
                subprocess.run,
                [*command, *names],
                cwd=tree.ROOT,
                env=environment,
                stdout=output,
                stderr=subprocess.STDOUT,
                check=False,
            )
            runs.append((folder / str(number), run))
        for path, run in runs:
            follow(path, run)
        return [run.result().returncode for _, run in runs]


def explained(plan, seconds):
    """Yield what is run and what is left out, a line each."""
    chosen = sorted(name for names in plan.cores for name in names)
    yield f"{len(chosen)} test files run: {', '.join(chosen)}"
    if plan.long:
        listed = ", ".join(f"{name} ({seconds[name]:.0f} s)" for name in plan.long)
        yield f"not run, too long: {listed}"
    if plan.far:
        yield f"not run: {len(plan.far)} test files further away"
    if plan.long or plan.far:
        yield "./td check runs them"


def say(line):
    """Print a line of this command's own."""
    sys.stdout.write(f"quick: {line}\n")
    sys.stdout.flush()


def main(paths):
    """Lint the change, run the nearest tests, and return the first failing code."""
    began = time.monotonic()
    names, how = changed_names(paths)
    say(f"{len(names)} files changed ({how})")
    linted, seconds = lint_files(names), seconds_of()
    plan = plan_for(distances(names), seconds)
    codes = [*linted, *run_tests(plan.cores, [*PYTEST, "--until", str(began + MINUTE)])]
    for line in explained(plan, seconds):
        say(line)
    say(f"{time.monotonic() - began:.0f} s")
    return worst(codes)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
