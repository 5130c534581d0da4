"""Where a command writes, looked at before it reads: nothing of a user's is lost."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from django.core.management.base import CommandError


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
