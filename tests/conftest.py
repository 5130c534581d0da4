"""What every test may use. The database is the one DATABASE_URL names."""

import atexit
import gc
import json
import shutil
import tempfile
import time
from collections import Counter
from pathlib import Path

import hypothesis
import pytest
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from django.conf import settings
from django.core.cache import cache
from django.db import connections, transaction
from django.test import TransactionTestCase
from django.utils import timezone, translation

from tests.browser import browser_type_launch_args, site

__all__ = ["browser_type_launch_args", "site"]

MADE_ONCE = {"django_content_type", "auth_permission", "django_migrations"}
"""What the migrations wrote, and what no test changes."""


def empty_tables(case):
    """Empty the tables after a transactional test.

    Only those that hold rows: to truncate all seventy, and to write again what Django
    keeps of its own, takes a tenth of a second of processor, test after test. The
    triggers that guard the log refuse it, rightly: they are dropped for the time.
    """
    from rulings.models import guards  # noqa: PLC0415 needs the apps

    for alias in case._databases_names(include_mirrors=False):
        connection = connections[alias]
        tables = set(connection.introspection.django_table_names()) - MADE_ONCE
        quoted = [connection.ops.quote_name(one) for one in sorted(tables)]
        held = " UNION ALL ".join(
            f"SELECT {at} WHERE EXISTS (SELECT 1 FROM {one})"  # noqa: S608 - our own names
            for at, one in enumerate(quoted)
        )
        guards.drop_guards(connection)
        with transaction.atomic(using=alias), connection.cursor() as cursor:
            cursor.execute(held)
            for (at,) in cursor.fetchall():
                cursor.execute(f"DELETE FROM {quoted[at]}")  # noqa: S608 - as above
        guards.create_guards(connection)
    cache.clear()


def pytest_addoption(parser):
    """Let `./td soak T2 T9` choose long tests by the numbers of the test plan."""
    parser.addoption("--soak", action="append", default=[], metavar="T2")
    parser.addoption(
        "--part",
        choices=("all", "pure", "database", "first", "second"),
        default="all",
        help="only tests that touch no database, only those that may, or of these what"
        " the first and the second of two databases run: one_database names the one",
    )
    parser.addoption(
        "--share",
        choices=("all", "walks", "others"),
        default="all",
        help="of these only the walks of people, which wait much, or only the others",
    )

    parser.addoption(
        "--until",
        type=float,
        metavar="SECONDS",
        help="begin no test once the machine's monotonic clock shows this",
    )


NOT_BEGUN = []
"""The tests whose time had not come when the time was up."""


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_protocol(item):
    """Begin no test after the time that was given."""
    until = item.config.getoption("--until")
    if until is None or time.monotonic() < until:
        return None
    NOT_BEGUN.append(item.nodeid)
    return True


def pytest_terminal_summary(terminalreporter):
    """Say how many tests were left out because the time was up."""
    if NOT_BEGUN:
        files = sorted({name.split("::")[0] for name in NOT_BEGUN})
        terminalreporter.write_line(
            f"time is up: {len(NOT_BEGUN)} tests not run, of {', '.join(files)}"
        )


DATABASE_FIXTURES = {"db", "transactional_db", "django_db_setup", "site"}
PAGES = {"table": "first", "desk": "second", "player": "second", "chief": "second"}
PAGES |= {"api": "first", "presenters": "first"}
"""The database on which the tests of an audience's pages, and of their words, run.

Every page is opened on both by `test_every_route`, and `tests/workflow` does every act
on both; what a page shows besides is the same.
"""


def named_databases(item):
    """Return the databases that a test is marked for; empty means both."""
    if only := item.get_closest_marker("one_database"):
        return only.args or ("first",)
    folder = item.path.parent
    if folder.parent.name in {"views", "tests"} and folder.name in PAGES:
        return (PAGES[folder.name],)
    return ()


WALKS = {"walks", "story"}
"""The folders of tests in which people walk through the site."""


WITHOUT_DATABASE = {"bridge", "forms", "importers", "laws", "scripts", "solver"}
WITHOUT_DATABASE |= {"statements"}
"""The folders of tests that touch no database."""


def pytest_ignore_collect(collection_path, config):
    """Read no file whose tests this run never begins: all of them take long."""
    part, share = config.getoption("--part"), config.getoption("--share")
    name, soak = collection_path.name, config.getoption("--soak")
    if soak and name.startswith("test_") and collection_path.suffix == ".py":
        text = collection_path.read_text("utf-8")
        if not any(f'"{number}"' in text for number in soak):
            return True
    if collection_path.parent != Path(__file__).parent:
        return None
    if part in {"first", "second", "database"} and name in WITHOUT_DATABASE:
        return True
    is_test = collection_path.is_dir() or name.startswith("test_")
    other = share != "all" and (name in WALKS) is not (share == "walks")
    return (is_test and other) or None


def is_chosen(item, config):
    """Say whether a test is among the long tests asked for, and on this database."""
    if chosen := set(config.getoption("--soak")):
        mark = item.get_closest_marker("soak")
        if mark is None or not chosen & set(mark.args):
            return False
    share = config.getoption("--share")
    if share != "all" and (share == "walks") is not (item.path.parent.name in WALKS):
        return False
    part = config.getoption("--part")
    named = named_databases(item)
    if named and part in {"first", "second"} and part not in named:
        return False
    return part == "all" or touches_database(item) == (part != "pure")


FEW = 2
"""So many sets of parameters of a test the second database runs, the first all."""

EVERY_SET = {"test_page_queries.py", "test_every_route.py"}
"""The files whose tests run whole on both: a page asks each database its own way."""


def few_of_each(items):
    """Leave out what a second database would only say once more with other values."""
    seen = Counter()
    kept = []
    for item in items:
        test = item.path, item.originalname
        seen[test] += 1
        few = seen[test] <= FEW or item.path.name in EVERY_SET
        if few or "second" in named_databases(item):
            kept.append(item)
    return kept


def touches_database(item):
    """Say whether a test may touch the database."""
    marked = item.get_closest_marker("django_db") is not None
    return marked or bool(DATABASE_FIXTURES & set(item.fixturenames))


def pytest_collection_modifyitems(config, items):
    """Keep only the chosen tests: `soak("T2")`, and those that need a database."""
    for item in items:
        without = WITHOUT_DATABASE & set(item.nodeid.split("/")[:2])
        assert not (without and touches_database(item)), item.nodeid
    chosen = [item for item in items if is_chosen(item, config)]
    kept = few_of_each(chosen) if config.getoption("--part") == "second" else chosen
    left_out = [item for item in items if item not in set(kept)]
    if left_out:
        config.hook.pytest_deselected(items=left_out)
        items[:] = kept
    WITH_WORKER.update(item.path for item in items if "worker" in item.fixturenames)
    items.sort(key=lambda item: item.path not in WITH_WORKER)
    for item in items:
        item.fixturenames.sort(key=lambda name: name != "worker")


WITH_WORKER = set()
"""The files whose tests share a worker; they come first, one after another."""


@pytest.hookimpl(trylast=True)
def pytest_runtest_teardown(nextitem):
    """End the worker once no test of the next file wants it."""
    if WITH_WORKER and (nextitem is None or nextitem.path not in WITH_WORKER):
        from tests.processes import end_worker  # noqa: PLC0415 needs the apps

        end_worker()


@pytest.fixture(scope="session")
def no_worker_left(django_db_setup):
    """End the worker before the test database goes: PostgreSQL drops none in use."""
    yield
    from tests.processes import end_worker  # noqa: PLC0415 needs the apps

    end_worker()


def compile_messages(folder):
    """Make the catalogues that are missing or older than their texts.

    Each takes its place whole: another run beside this one may do the same.
    """
    for text in sorted(folder.glob("*/LC_MESSAGES/*.po")):
        binary = text.with_suffix(".mo")
        if binary.exists() and binary.stat().st_mtime >= text.stat().st_mtime:
            continue
        with text.open("rb") as read:
            catalog = read_po(read, locale=text.parts[-3])
        with tempfile.NamedTemporaryFile(dir=text.parent, delete=False) as made:
            write_mo(made, catalog)
        Path(made.name).chmod(0o644)
        Path(made.name).replace(binary)


@pytest.hookimpl(trylast=True)
def pytest_configure():
    """Make the tests fast where it does not matter, and keep the log's guards."""
    for folder in settings.LOCALE_PATHS:
        compile_messages(Path(folder))
    settings.VAR_DIR = Path(tempfile.mkdtemp(prefix="td-var-"))
    settings.DEMO_DAY = settings.VAR_DIR / settings.DEMO_DAY.name
    atexit.register(shutil.rmtree, settings.VAR_DIR, ignore_errors=True)
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    settings.WHITENOISE_AUTOREFRESH = True  # else each client lists every file
    hypothesis.settings.register_profile("tests", deadline=None)  # machines are busy
    hypothesis.settings.load_profile("tests")
    TransactionTestCase._fixture_teardown = empty_tables


def pytest_collection_finish():
    """Spare the collector the thousands of tests, which stay to the end anyway."""
    gc.freeze()
    gc.set_threshold(10_000, 20, 20)


SECONDS = {}
"""What each test took, by its file: its set-up, its call and what it cleared away."""


def pytest_runtest_logreport(report):
    """Note what a test took."""
    tests = SECONDS.setdefault(report.nodeid.split("::")[0], {})
    tests[report.nodeid] = tests.get(report.nodeid, 0) + report.duration


def pytest_sessionfinish():
    """Keep what the tests took, for `./td quick` to choose by."""
    kept = Path(settings.BASE_DIR) / "var" / "test-seconds.json"
    keep_seconds(kept, SECONDS)


def keep_seconds(path, found):
    """Add what tests took to a file of it, which is replaced whole."""
    try:
        kept = json.loads(path.read_text("utf-8"))
    except (OSError, ValueError):
        kept = {}
    for name, tests in found.items():
        rounded = {test: round(took, 3) for test, took in tests.items()}
        kept[name] = {**kept.get(name, {}), **rounded}
    path.parent.mkdir(exist_ok=True)
    with tempfile.NamedTemporaryFile("w", dir=path.parent, delete=False) as made:
        json.dump(kept, made)
    Path(made.name).replace(path)


@pytest.fixture(autouse=True)
def own_rows():
    """Let no test trust in what another one knew of the database."""
    from tests.prefab import shelf  # noqa: PLC0415 needs the apps

    shelf.forget()
    yield
    shelf.forget()


@pytest.fixture(autouse=True)
def own_anchors():
    """Let no anchor of another test's record lie beside the database."""
    yield
    (settings.VAR_DIR / "anchors.json").unlink(missing_ok=True)


@pytest.fixture(autouse=True)
def site_zone():
    """Start in the site's zone and language: a page asked for before left its own."""
    timezone.deactivate()
    translation.deactivate()


@pytest.fixture
def say(capsys):
    """Print what a long test found, also where it passes."""

    def tell(words):
        with capsys.disabled():
            print(f"\n{words}")  # noqa: T201 - the long tests print their figures

    return tell
