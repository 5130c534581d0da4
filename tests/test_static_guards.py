"""No file reads a clock, writes a row or carries a script where it must not (T27)."""

import re

import pytest
from django.apps import apps

from rulings.models.log import Entry, Head
from rulings.models.logged import Logged
from tests import guards, tree

CLOCK_MODULE = "rulings/clock.py"
LOG_MODULE = "rulings/workflow/log.py"
# In pieces, or this file would find itself.
MACHINE = re.compile(
    "|".join(
        [
            "py" + r"pi\.org",
            "python" + r"hosted\.org",
            "np" + r"mjs\.(org|com)",
            "regis" + r"try\.[a-z]+\.",
            "--find" + "-links",
            "/wo" + "rk/",
            "/ro" + "ot/",
            "/ho" + r"me/\w",
        ]
    )
)
TEXT = {".py", ".html", ".css", ".js", ".md", ".toml", ".txt", ".json", ".po", ".svg"}


def ids(paths):
    return [pytest.param(path, id=tree.name_of(path)) for path in paths]


@pytest.mark.parametrize("path", ids(tree.modules("rulings", "tdweb")))
def test_only_the_clock_module_reads_a_clock(path):
    if tree.name_of(path) == CLOCK_MODULE:
        assert guards.clock_reads(path.read_text("utf-8"))
    else:
        assert guards.clock_reads(path.read_text("utf-8")) == []


@pytest.mark.parametrize("path", ids(tree.modules("rulings", "tdweb")))
def test_only_the_log_writes_logged_rows(path):
    found = guards.writes(path.read_text("utf-8"))
    if tree.name_of(path) == LOG_MODULE:
        assert found
    else:
        assert [line for line in found if line.split()[1] not in unlogged()] == []


def unlogged():
    """Return the models whose rows are no part of the record: keys, counters, names."""
    return {
        model.__name__
        for model in apps.get_models()
        if not issubclass(model, (Logged, Entry, Head))
    }


def test_the_record_is_logged():
    assert {"Case", "Ruling", "Objection", "Window", "Entry"}.isdisjoint(unlogged())


@pytest.mark.parametrize("path", ids(tree.modules("rulings", "tdweb")))
def test_no_row_changes_by_a_side_door(path):
    assert guards.side_doors(path.read_text("utf-8")) == []


@pytest.mark.parametrize("path", ids(tree.chosen("templates", ending=".html")))
def test_template_needs_no_inline_script_or_style(path):
    assert guards.markup_faults(path.read_text("utf-8")) == []


@pytest.mark.parametrize("path", ids(tree.chosen("static", ending=".js")))
def test_script_evaluates_no_text(path):
    text = path.read_text("utf-8")
    assert not re.search(r"\beval\(|new Function|\.innerHTML|document\.write", text)


def test_guard_leaves_a_conversion_alone():
    assert guards.clock_reads("timezone.localtime(form.at)") == []


def test_no_file_names_a_machine_or_a_registry():
    found = [
        f"{tree.name_of(path)}: {match.group()}"
        for path in tree.files()
        if path.suffix in TEXT or not path.suffix
        for match in [MACHINE.search(path.read_text("utf-8"))]
        if match
    ]
    assert found == []


@pytest.mark.parametrize(
    "line",
    [
        "datetime.now(UTC)",
        "datetime.datetime.utcnow()",
        "date.today()",
        "timezone.now()",
        "timezone.localtime()",
        "default = timezone.now",
        "time.time()",
        "from time import time_ns",
        "from django.db.models.functions import Now",
        "DateTimeField(auto_now_add=True)",
    ],
)
def test_guard_sees_a_clock(line):
    assert guards.clock_reads(line)


@pytest.mark.parametrize(
    "line",
    [
        "Case.objects.filter(pk=1).update(state='ruled')",
        "Case.objects.create(state='called')",
        "Case.objects.get_or_create(pk=1)",
        "Case._default_manager.update_or_create(pk=1)",
        "Case.objects.bulk_create([])",
        "case.save()",
        "case.delete()",
        "stored.update(state='ruled')",
        "cases_of(event).update(state='ruled')",
    ],
)
def test_guard_sees_a_write(line):
    assert guards.writes(line)


@pytest.mark.parametrize(
    "line",
    ["facts.update(more)", "digest.update(b'')", "scene.inputs.update(side='NS')"],
)
def test_guard_leaves_other_updates_alone(line):
    assert guards.writes(line) == []


@pytest.mark.parametrize(
    "line",
    [
        "from django.db.models import signals\nsignals.post_save.connect(f)",
        "class Case:\n    def save(self): ...",
        "DATABASES = {'default': {'ATOMIC_REQUESTS': True}}",
    ],
)
def test_guard_sees_a_side_door(line):
    assert guards.side_doors(line)


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        ("<script>let a = 1</script>", "inline script"),
        ('<p style="color: red">', "inline style"),
        ("<style>p {}</style>", "inline style"),
        ('<button onclick="go()">', "event attribute"),
        ('<button hx-on:click="go()">', "hx-on"),
        ("<a href='javascript:go()'>", "script value"),
        ("<p hx-vals='js:{a: 1}'>", "script value"),
        ('<p hx-trigger="click[ctrlKey]">', "event filter"),
        ("{{ words|safe }}", "unescaped text"),
        ('<img src="data:image/png;base64,">', "data image"),
        ('<p hx-eval="1">', "unlisted hx-eval"),
        ('<form method="post"></form>', "form without csrf_token"),
    ],
)
def test_guard_sees_bad_markup(line, fault):
    assert fault in guards.markup_faults(line)


def test_guard_leaves_good_markup_alone():
    good = '<script src="x.js" defer></script><p hx-get="/" hx-trigger="every 5s">'
    good += '<form method="post">{% csrf_token %}<button>Go</button></form>'
    assert guards.markup_faults(good) == []
