"""What a command checks before it begins: numbers, files, the solver, the tables.

Nothing of a user's is lost: a file is checked before anything is read or written.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from django.core.management.base import CommandError, OutputWrapper
from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor

from rulings.solver.kernel.compiler import is_ready

BEING_PREPARED = "The solver is being prepared; this happens once, about half a minute."


def check_counts(**given: float | None) -> None:
    """Raise CommandError where a number is too small to count anything."""
    for name, number in given.items():
        if number is None or number >= 1 or (isinstance(number, float) and number > 0):
            continue
        least = "more than 0" if isinstance(number, float) else "1 or more"
        option = name.replace("_", "-")
        raise CommandError(f"--{option} {number:g}: give {least}")


def check_inputs(files: Sequence[Path]) -> None:
    """Raise CommandError where a file to be read is not one."""
    for file in files:
        if file.is_dir():
            raise CommandError(f"{file}: this is a folder; give the files in it")
        if not file.exists():
            raise CommandError(f"{file}: there is no such file")


def check_targets(files: Sequence[Path], *targets: Path | None) -> None:
    """Raise CommandError where a file cannot be written, or would cover another."""
    taken = {file.resolve() for file in files}
    for target in targets:
        if target is None:
            continue
        if target.is_dir():
            raise CommandError(f"{target}: this is a folder; give a file to write")
        if not target.parent.is_dir():
            raise CommandError(f"{target}: there is no folder {target.parent}")
        if target.resolve() in taken:
            raise CommandError(
                f"{target}: already named as another file of this command;"
                " give a file of its own"
            )
        taken.add(target.resolve())


def warn_when_unready(stderr: OutputWrapper) -> bool:
    """Say whether the solver is compiled; warn people where that is still to come."""
    ready = is_ready()
    if not ready:
        stderr.write(BEING_PREPARED)
        stderr.flush()
    return ready


def lacking_tables() -> str:
    """Return a sentence about tables that are missing or older, else nothing.

    A database that does not answer is an error of its own and gives nothing here.
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
