"""Take a backup and prove it; put one back; bring a database up to date (R22, R23)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from pathlib import Path

from django.conf import settings
from django.core.management import call_command
from django.db import DatabaseError, connection, transaction
from django.db.migrations.executor import MigrationExecutor

from rulings.clock import receipt_at
from rulings.management.keep import live
from rulings.management.keep.engines import engine, standing_on
from rulings.management.keep.file import (
    ChainEnd,
    Manifest,
    Unfit,
    finish,
    hash_of,
    pack,
    read_manifest,
    unpack,
)
from rulings.models import SITE_CHAIN, Event, Head
from rulings.permissions import system_actor
from rulings.workflow.accounts import enter_all
from rulings.workflow.acts import ActContext, actor_content
from rulings.workflow.log import SOFTWARE, Rows, append, instant, lock_chain
from rulings.workflow.proof.verify import Anchor, verify

RESTORE = "restore"
"""The act that a restore writes into the chain of the site."""
KEPT = 14
"""So many backups of the site's own are kept."""
OWN = re.compile(r"seventy-\d{8}-\d{6}\.zip")


@dataclass(frozen=True, slots=True)
class Restored:
    """What a restore did: from which backup, and what went with the old database."""

    manifest: Manifest
    names: Mapping[str, str]
    gone: tuple[ChainEnd, ...]
    replaced: str


def own_folder() -> Path:
    """Return where the site keeps its own backups."""
    return settings.VAR_DIR / "backups"


def own_name() -> Path:
    """Return the file for a backup taken now."""
    return own_folder() / f"seventy-{receipt_at():%Y%m%d-%H%M%S}.zip"


def rotate(keep: int = KEPT) -> list[Path]:
    """Remove the oldest of the site's own backups and return them.

    What a killed backup left goes too, unless another one is just being written.
    """
    with suppress(Unfit), live.one_at_a_time(settings.VAR_DIR):
        for ending in ("part", "dump"):
            for path in own_folder().glob(f"seventy-*.zip.{ending}"):
                path.unlink()
    found = sorted(path for path in own_folder().iterdir() if OWN.fullmatch(path.name))
    for path in found[:-keep]:
        path.unlink()
    return found[:-keep]


def take(path: Path) -> Manifest:
    """Write a backup that was opened and verified; else no file and Unfit."""
    with live.one_at_a_time(settings.VAR_DIR):
        return _take(path)


def _take(path: Path) -> Manifest:
    base = engine()
    if not base.exists():
        raise Unfit(f"There is no database {base.database} to back up.")
    if path.is_dir() or not path.absolute().parent.is_dir():
        raise Unfit(f"{path} is a folder, or its folder is not there; name a file.")
    part, dump = Path(f"{path}.part"), Path(f"{path}.dump")
    proof, at = base.copy_name("proof"), instant(receipt_at())
    try:
        base.dump(dump)
        size, sha256 = dump.stat().st_size, hash_of(dump)
        manifest = Manifest(SOFTWARE, at, base.name, base.member, size, sha256, ())
        pack(part, dump, base.member)
        unpack(part, manifest, dump)
        base.load(dump, proof)
        with standing_on(proof):
            manifest = replace(manifest, heads=heads())
            _migrate_copy()
            _prove(manifest.heads)
        finish(part, manifest, path)
    except OSError as error:
        raise Unfit(f"{path} cannot be written: {error.strerror}.") from error
    finally:
        part.unlink(missing_ok=True)
        dump.unlink(missing_ok=True)
        base.discard(proof)
    return manifest


def _migrate_copy() -> None:
    """Bring the copy that stands open up to date: only so is an older one read."""
    try:
        call_command("migrate", verbosity=0)
    except Exception as error:
        raise Unfit(
            f"A copy of the database cannot be upgraded ({error}); the database itself"
            " was not touched."
        ) from error


def heads() -> tuple[ChainEnd, ...]:
    """Return the head of every chain."""
    rows = Head.objects.order_by("chain")
    return tuple(ChainEnd(str(row.chain), row.seq, row.code) for row in rows)


def chain_names() -> dict[str, str]:
    """Return what each chain is about: the site, or an event."""
    events = {str(pk): name for pk, name in Event.objects.values_list("pk", "name")}
    return {str(SITE_CHAIN): "the site", **events}


def _prove(anchors: tuple[ChainEnd, ...]) -> None:
    """Raise Unfit where the copy that stands open does not verify."""
    report = verify([Anchor(one.seq, one.code) for one in anchors if one.seq])
    if report.findings:
        more = len(report.findings) - 1
        others = f" and {more} more findings" if more else ""
        raise Unfit(f"The copy does not verify: {report.findings[0]}{others}.")


def restore(path: Path) -> Restored:
    """Put a backup in the place of the database, and say so in its record.

    All of it is done and verified on a copy; the database changes in one step at the
    end, and the old one is kept beside it.
    """
    with live.one_at_a_time(settings.VAR_DIR), live.alone():
        return _put_back(path, log=True)


def _put_back(path: Path, *, log: bool) -> Restored:
    base = engine()
    manifest = read_manifest(path)
    if manifest.engine != base.name:
        raise Unfit(
            f"{path} is a backup of {manifest.engine}, and the site's database is"
            f" {base.name}."
        )
    base.require_alone()
    old = _old_heads()
    dump, name = settings.VAR_DIR / "restore.dump", base.copy_name("restoring")
    try:
        unpack(path, manifest, dump)
        base.load(dump, name)
        with standing_on(name):
            _check_copy(path, manifest)
            if log:
                call_command("migrate", verbosity=0)
                _log_restore(path, manifest, old)
                _prove(manifest.heads)
            names = chain_names()
        replaced = base.put_in_place(name)
    finally:
        dump.unlink(missing_ok=True)
        base.discard(name)
    return Restored(manifest, names, _gone(old, manifest.heads), replaced)


def _check_copy(path: Path, manifest: Manifest) -> None:
    """Raise Unfit where the copy that stands open is not what the manifest says."""
    if heads() != manifest.heads:
        raise Unfit(f"{path} is damaged: its heads are not those of its manifest.")
    if newer := unknown_migrations():
        raise Unfit(f"{path} was made by a newer program (it has {newer}).")


def _old_heads() -> tuple[ChainEnd, ...]:
    """Return the heads of the database that is replaced, none where it is no more."""
    if not engine().exists():
        return ()
    try:
        return heads()
    except DatabaseError:
        return ()


def _gone(
    old: tuple[ChainEnd, ...], kept: tuple[ChainEnd, ...]
) -> tuple[ChainEnd, ...]:
    """Return the heads of the old database that the backup does not reach."""
    reach = {one.chain: one.seq for one in kept}
    return tuple(one for one in old if one.seq > reach.get(one.chain, 0))


def _log_restore(path: Path, manifest: Manifest, old: tuple[ChainEnd, ...]) -> None:
    at = receipt_at()
    context = ActContext(by=system_actor("shell", at), at=at)
    inputs = {
        "backup": hash_of(path),
        "taken_at": manifest.taken_at,
        "heads": [asdict(one) for one in manifest.heads],
        "replaced": [asdict(one) for one in old],
    }
    with transaction.atomic():
        lock_chain(SITE_CHAIN)
        append(
            chain=SITE_CHAIN,
            act=RESTORE,
            at=at,
            rows=Rows(),
            content={**actor_content(context, "shell"), "inputs": inputs},
        )


def unknown_migrations() -> str:
    """Return a migration of the database that this program lacks, or nothing."""
    loader = MigrationExecutor(connection).loader
    made = {key for key in loader.applied_migrations if key[0] in loader.migrated_apps}
    unknown = made - set(loader.disk_migrations)
    return ".".join(min(unknown)) if unknown else ""


def pending_migrations() -> int:
    """Return how many migrations the database lacks."""
    executor = MigrationExecutor(connection)
    return len(executor.migration_plan(executor.loader.graph.leaf_nodes()))


def upgrade() -> str:
    """Bring the database up to date and say what was done; on failure, undo it all."""
    base = engine()
    if not base.exists() or not connection.introspection.table_names():
        call_command("migrate", verbosity=0)
        return "A new database has been made."
    if newer := unknown_migrations():
        raise Unfit(
            f"The database is newer than this program (it has {newer}): install the"
            " program that wrote it, or a newer one."
        )
    count = pending_migrations()
    if not count:
        return "The database is up to date."
    own_folder().mkdir(parents=True, exist_ok=True)
    backup = own_name()
    with live.one_at_a_time(settings.VAR_DIR), live.alone():
        base.require_alone()
        _take(backup)
        _migrate_or_undo(backup)
    rotate()
    return f"{count} migrations done and the record verified; before them: {backup}."


def _migrate_or_undo(backup: Path) -> None:
    try:
        call_command("migrate", verbosity=0)
        at = receipt_at()
        enter_all(ActContext(by=system_actor("shell", at), at=at))
        _prove(read_manifest(backup).heads)
    except Exception as error:
        _put_back(backup, log=False)
        raise Unfit(
            f"The upgrade failed ({error}); the database is again as it was before."
        ) from error
