"""Rows written before a migration added a column are verified and undone as others."""

import pytest
from django.db import migrations
from django.db.migrations.loader import MigrationLoader

from rulings.models import Appeal, Ruling, logged_tables
from rulings.workflow import log
from rulings.workflow.log import plain
from rulings.workflow.proof.verify import fold_rows, verify
from rulings.workflow.ruling import appeals, decide
from rulings.workflow.undo import undo
from tests.factories import decision, make_case, make_event
from tests.workflow.ruling.test_appeals import file

APP = "rulings"


@pytest.fixture
def before_upgrade(monkeypatch):
    """Return a context in which entries lack the columns that were added later."""

    def older(row):
        later = added.get(type(row)._meta.model_name, {})
        values = row_values(row)
        return {name: values[name] for name in values if name not in later}

    added, row_values = added_columns(), log.row_values
    with monkeypatch.context() as patched:
        patched.setattr(log, "row_values", older)
        yield patched


def added_columns():
    """Return the columns that migrations after the first add to logged tables."""
    rows = MigrationLoader(None).disk_migrations.items()
    added = {}
    for (app, name), migration in rows:
        if app != APP or name.startswith("0001"):
            continue
        for step in migration.operations:
            if isinstance(step, migrations.AddField):
                table = step.model_name_lower
                if model := logged_tables().get(table):
                    field = model._meta.get_field(step.name)
                    default = plain(field.get_default())
                    added.setdefault(table, {})[field.attname] = default
    return added


def test_every_column_added_by_a_migration_has_its_value_in_older_rows():
    assert added_columns() == log.LATER_COLUMNS


def test_an_older_entry_is_folded_with_the_columns_added_since():
    fold = {}

    fold_rows([["ruling", "r", {"number": 1}]], fold)

    assert fold == {("ruling", "r"): {"assigned": [], "corrects": {}, "number": 1}}


@pytest.mark.django_db
def test_a_ruling_from_before_the_upgrade_is_verified(before_upgrade):
    cast = make_event()
    case = make_case(cast, state="frozen")
    decide.rule(cast.form(cast.dana), case.pk, decision())
    before_upgrade.undo()

    decide.announce(cast.form(cast.dana), case.pk)

    assert Ruling.objects.get().corrects == {}
    assert verify().findings == []


@pytest.mark.django_db
def test_a_decision_on_an_appeal_from_before_the_upgrade_is_undone(before_upgrade):
    cast = make_event()
    case = make_case(cast, state="frozen")
    decide.rule(cast.form(cast.dana), case.pk, decision())
    decide.announce(cast.form(cast.dana), case.pk)
    file(cast, case)
    before_upgrade.undo()
    appeals.decide_appeal(
        cast.form(cast.cleo),
        case.pk,
        point=Appeal.Point.LAW,
        outcome=Appeal.Outcome.CHANGED,
        reasons="Law 70C",
        decision=decision(8, reasons="Law 70C"),
    )

    undo(cast.form(cast.cleo), case.pk)

    row = Appeal.objects.get()
    assert (row.decided_by, row.new_ruling, row.outcome) == (None, None, "")
    assert verify().findings == []
