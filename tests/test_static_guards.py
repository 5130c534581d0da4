"""No file reads a clock, writes a row or carries a script where it must not (T27)."""

import re

from django.apps import apps

from rulings.models.log import Entry, Head
from rulings.models.logged import Logged
from rulings.urls import urlpatterns
from rulings.workflow.faults import BARRED, FAULTS
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
EVALUATED = re.compile(r"\beval\(|new Function|\.innerHTML|document\.write")
TEXT = {".py", ".html", ".css", ".js", ".md", ".toml", ".txt", ".json", ".po", ".svg"}


CODE = tree.modules("rulings", "tdweb")


def apart(name):
    """Return the module that alone may do something, and all others."""
    return tree.ROOT / name, [path for path in CODE if tree.name_of(path) != name]


def test_only_the_clock_module_reads_a_clock():
    clock, others = apart(CLOCK_MODULE)
    assert guards.clock_reads(clock.read_text("utf-8"))
    assert tree.faults(others, guards.clock_reads) == []


def test_only_the_log_writes_logged_rows():
    log, others = apart(LOG_MODULE)
    assert guards.writes(log.read_text("utf-8"))
    found = tree.faults(others, guards.writes)
    assert [line for line in found if line.split()[2] not in unlogged()] == []


def unlogged():
    """Return the models whose rows are no part of the record: keys, counters, names."""
    return {
        model.__name__
        for model in apps.get_models()
        if not issubclass(model, (Logged, Entry, Head))
    }


def test_the_record_is_logged():
    assert {"Case", "Ruling", "Objection", "Window", "Entry"}.isdisjoint(unlogged())


def test_no_row_changes_by_a_side_door():
    assert len(CODE) > 300
    assert tree.faults(CODE, guards.side_doors) == []


def test_templates_need_no_inline_script_or_style():
    files = tree.chosen("templates", ending=".html")
    assert len(files) > 100
    assert tree.faults(files, guards.markup_faults) == []


def test_scripts_evaluate_no_text():
    files = tree.chosen("static", ending=".js")
    assert files
    assert tree.faults(files, EVALUATED.findall) == []
    assert EVALUATED.findall("place.innerHTML = words; eval(words)")


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


READS = [
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
]


def test_guard_sees_a_clock():
    assert [line for line in READS if not guards.clock_reads(line)] == []


WRITES = [
    "Case.objects.filter(pk=1).update(state='ruled')",
    "Case.objects.create(state='called')",
    "Case.objects.get_or_create(pk=1)",
    "Case._default_manager.update_or_create(pk=1)",
    "Case.objects.bulk_create([])",
    "case.save()",
    "case.delete()",
    "stored.update(state='ruled')",
    "cases_of(event).update(state='ruled')",
]


def test_guard_sees_a_write():
    assert [line for line in WRITES if not guards.writes(line)] == []


OTHER_UPDATES = [
    "facts.update(more)",
    "digest.update(b'')",
    "scene.inputs.update(side='NS')",
]


def test_guard_leaves_other_updates_alone():
    assert [guards.writes(line) for line in OTHER_UPDATES] == [[]] * 3


SIDE_DOORS = [
    "from django.db.models import signals\nsignals.post_save.connect(f)",
    "class Case:\n    def save(self): ...",
    "DATABASES = {'default': {'ATOMIC_REQUESTS': True}}",
]


def test_guard_sees_a_side_door():
    assert [line for line in SIDE_DOORS if not guards.side_doors(line)] == []


BAD_MARKUP = [
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
]


def test_guard_sees_bad_markup():
    unseen = [
        line for line, fault in BAD_MARKUP if fault not in guards.markup_faults(line)
    ]
    assert unseen == []


CONVERTED = ("chief", "desk", "law", "player", "table")
"""The audiences whose screens stand on the common base: their forms draw themselves."""

FEW = ("chief", "law", "player")
"""Those whose screens take from few modules."""
SCREEN_IMPORTS = 8


BY_HAND = {
    "_tiles.html": "tiles with suits in colour, of the claim and its repair",
    "_card_tiles.html": "single cards as keys, of a revoke that is put right",
    "_faced.html": "two ticks that three ways of entering cards share",
    "_steps.html": "the words of each chip, one field for each",
}
"""The fragments of the director's screens that still draw a field, and what it is."""


def converted(*folders, ending, audiences=CONVERTED):
    paths = tree.chosen(*folders, ending=ending)
    return [path for path in paths if path.parent.name in audiences]


def drawn_by_hand(text):
    return re.findall(r"<(?:input|select|textarea)\b", text)


def test_forms_of_converted_screens_draw_themselves():
    files = converted("templates", ending=".html")
    assert files
    hands = [path for path in files if path.name in BY_HAND]
    assert len(hands) == len(BY_HAND)
    assert all(drawn_by_hand(path.read_text("utf-8")) for path in hands)
    others = [path for path in files if path not in hands]
    assert tree.faults(others, drawn_by_hand) == []


def too_many_imports(text):
    found = re.findall(r"^from (rulings\.[\w.]+) import", text, re.MULTILINE)
    return [f"{len(found)} modules"] if len(found) > SCREEN_IMPORTS else []


def test_a_converted_screen_takes_from_few_modules():
    routed = {module.rpartition(".")[2] for module in routed_modules()}
    screens = [
        path
        for path in converted("rulings", ending=".py", audiences=FEW)
        if path.parts[-3] == "views" and path.stem in routed
    ]
    assert screens
    assert tree.faults(screens, too_many_imports) == []


def routed_modules():
    """Return the modules that routes lead to."""
    return {pattern.callback.__module__ for pattern in urlpatterns}


def test_guard_leaves_good_markup_alone():
    good = '<script src="x.js" defer></script><p hx-get="/" hx-trigger="every 5s">'
    good += '<form method="post">{% csrf_token %}<button>Go</button></form>'
    assert guards.markup_faults(good) == []


FREE = re.compile(r"raise (Invalid|Refused)\(")
PASSED_ON = {
    # The reader of files has worded and translated why it stopped, or each line has.
    "rulings/workflow/event/files.py",
    "rulings/workflow/event/imports.py",
    # The form has said beside its fields what is wrong; a page without fields says it.
    "rulings/views/screens.py",
    "rulings/views/table/frame.py",
}
"""Modules that pass on a sentence which others have worded."""


def test_what_is_refused_has_a_code():
    """Sentences of refusals stand once, in `rulings/workflow/faults`."""
    paths = [
        path
        for path in CODE
        if tree.name_of(path).startswith(("rulings/workflow/", "rulings/views/"))
        and FREE.search(path.read_text("utf-8"))
    ]
    assert {tree.name_of(path) for path in paths} == PASSED_ON


def test_every_code_of_a_refusal_is_raised():
    code = "".join(path.read_text("utf-8") for path in CODE)
    for kind, table in (("Fault", FAULTS), ("Barred", BARRED)):
        assert set(re.findall(rf'\b{kind}\(\s*"(\w+)"', code)) >= set(table)
