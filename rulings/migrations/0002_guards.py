"""Make the log append-only in the database itself (R24)."""

from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

from rulings.models.guards import create_guards, drop_guards


def create(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:  # noqa: ARG001 - what RunPython passes
    """Create the triggers."""
    create_guards(schema_editor.connection)


def drop(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:  # noqa: ARG001 - what RunPython passes
    """Drop the triggers."""
    drop_guards(schema_editor.connection)


class Migration(migrations.Migration):
    """Triggers on the log."""

    dependencies = (("rulings", "0001_record"),)
    operations = (migrations.RunPython(create, drop),)
