"""What the database lacks of this program's tables, and which command makes them."""

from __future__ import annotations

from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor


def lacking_tables() -> str:
    """Return a sentence about tables that are missing or older, else nothing.

    Nothing is said, too, of a database that does not answer: that is its own error.
    """
    try:
        executor = MigrationExecutor(connection)
        made = executor.loader.applied_migrations
        plan = executor.migration_plan(executor.loader.graph.leaf_nodes())
    except DatabaseError:
        return ""
    if not plan:
        return ""
    name = connection.settings_dict["NAME"]
    lack = "older tables than this program" if made else "no tables"
    return f"the database {name} has {lack}; './td manage migrate' makes them"
