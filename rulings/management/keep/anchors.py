"""Anchors found beside the database: a record that does not reach one is an old copy.

They stand in `anchors.json`, which the sweeper keeps, in the site's own backups and in
unsent mails (R21). An anchor that the record contradicts is never replaced.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import asdict
from pathlib import Path
from typing import Any

from django.conf import settings

from rulings.management.keep.file import OWNER_ONLY, ChainEnd, Unfit, read_manifest
from rulings.management.keep.keeping import RESTORE, heads, own_folder
from rulings.models import SITE_CHAIN, Entry
from rulings.workflow.proof.reading import Finding

IN_MAIL = re.compile(r"^Record: ([0-9a-f-]{36}) (\d+):([0-9a-f]{12,64})", re.MULTILINE)
MAIL_BYTES = 1 << 20


def anchors_file() -> Path:
    """Return the file beside the database."""
    return settings.VAR_DIR / "anchors.json"


def keep_anchors() -> None:
    """Write down the head of every chain, and what the record contradicts."""
    now = heads()
    kept = [head for head in _kept() if not _stands(head)]
    if [*kept, *now] == _kept():
        return
    path = anchors_file()
    fresh = path.with_suffix(".part")
    fresh.touch(mode=OWNER_ONLY)
    fresh.write_text(json.dumps([asdict(head) for head in [*kept, *now]]), "utf-8")
    fresh.replace(path)


def missed_anchors() -> list[Finding]:
    """Return the anchors beside the database that the record does not reach."""
    replaced = _replaced()
    missed = {
        (head.chain, head.seq): Finding(
            f"anchor {head.seq}:{head.code[:12]} of {head.chain} in {source}",
            "the record does not reach it: this may be an older copy of the database",
        )
        for source, head in _found()
        if head.seq > replaced.get(head.chain, 0) and not _stands(head)
    }
    return list(missed.values())


def _found() -> Iterator[tuple[str, ChainEnd]]:
    for head in _kept():
        yield anchors_file().name, head
    if own_folder().is_dir():
        for path in sorted(own_folder().glob("seventy-*.zip")):
            with suppress(Unfit):
                for head in read_manifest(path).heads:
                    yield f"backups/{path.name}", head
    for path in sorted((settings.VAR_DIR / "mail").glob("*.log")):
        with suppress(OSError), path.open("r", errors="replace") as read:
            for chain, seq, code in IN_MAIL.findall(read.read(MAIL_BYTES)):
                yield f"mail/{path.name}", ChainEnd(chain, int(seq), code)


def _kept() -> list[ChainEnd]:
    try:
        rows: Any = json.loads(anchors_file().read_bytes())
        return [
            ChainEnd(str(row["chain"]), int(row["seq"]), str(row["code"]))
            for row in rows
        ]
    except (OSError, ValueError, LookupError, TypeError):
        return []


def _stands(head: ChainEnd) -> bool:
    return (
        head.seq == 0
        or Entry.objects.filter(
            chain=head.chain, seq=head.seq, code__startswith=head.code
        ).exists()
    )


def _replaced() -> dict[str, int]:
    """Return how far each chain of a database reached that was knowingly replaced."""
    reached: dict[str, int] = {}
    for entry in Entry.objects.filter(chain=SITE_CHAIN, act=RESTORE):
        for row in json.loads(bytes(entry.data))["inputs"]["replaced"]:
            reached[row["chain"]] = max(reached.get(row["chain"], 0), row["seq"])
    return reached
