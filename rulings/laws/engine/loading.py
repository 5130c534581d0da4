"""Making a flow from its data files: the common part and what an edition adds.

Reads data/flows/<flow>.toml, data/<edition>/<flow>.toml, notices and guidance. What the
parts refer to is checked in `checks`; both name the file and key that are wrong.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

from rulings.laws.datafiles import DATA, DataTable, fingerprint, read_table
from rulings.laws.editions import (
    EDITION_FILE,
    Edition,
    edition_table,
    extended,
    has_flow,
    load_edition,
    named_for,
    read_refs,
)
from rulings.laws.engine import checks, computations
from rulings.laws.engine.flow import (
    Computed,
    Flow,
    FlowNotice,
    Guide,
    NoticeUse,
    Outcome,
    ValueSpec,
)
from rulings.laws.engine.points import read_points
from rulings.laws.engine.stepfiles import (
    StepReader,
    condition,
    expression,
    kind_of,
    wording,
)
from rulings.laws.errors import NotHeld

_COMMON = (
    *("flow", "placeholders", "terms", "facts", "solver", "computed"),
    *("points", "replies"),
    *("notices", "steps", "outcomes"),
)
_ADDED = ("provisions", "laws", "notices", "steps", "outcomes")
_VALUE = (
    *("kind", "question", "options", "min", "max", "limit"),
    *("absent", "assumed", "recorded", "optional"),
)


def load_flow(name: str, edition: str, *, folder: Path = DATA) -> Flow:
    """Return a checked flow of an edition.

    NotHeld if there is no such flow or edition; FlowError names the file and the key.
    """
    return _load(name, edition, folder)


def flows(folder: Path = DATA) -> tuple[str, ...]:
    """Return the names of the flows held."""
    return tuple(sorted(path.stem for path in (folder / "flows").glob("*.toml")))


@cache
def _load(name: str, edition: str, folder: Path) -> Flow:
    if name not in flows(folder):
        raise NotHeld(f"no flow {name!r}; held: {', '.join(flows(folder))}")
    book = load_edition(edition, folder=folder)
    if not has_flow(edition, name, folder):
        raise NotHeld(f"the {edition} edition has no data for the flow {name!r}")
    common = read_table(folder, f"flows/{name}.toml")
    added = edition_table(edition, f"{name}.toml", folder)
    notices = read_table(folder, "notices.toml")
    guidance = read_table(folder, "guidance.toml")
    provisions = edition_table(edition, EDITION_FILE, folder)
    parts = (common, added, notices, guidance, provisions)
    common.allow(*_COMMON)
    added.allow(*_ADDED)
    book = extended(book, added)
    head = common.table("flow")
    head.allow("name", "title", "entries", "starts", "inputs")
    rows = common.table("terms")
    terms = {key: expression(rows, key) for key in rows.content}
    values, computed = _values(common), _computed(common)
    guides = _guides(guidance, edition, folder)
    reader = StepReader(book, values, computed, terms, guides)
    flow = Flow(
        name=head.get("name", str),
        title=head.get("title", str),
        edition=book,
        entries=head.texts("entries"),
        starts={
            k: head.table("starts").get(k, str) for k in head.table("starts").content
        },
        inputs=head.texts("inputs"),
        steps=reader.steps(common.table("steps"), added.table("steps")),
        outcomes=_outcomes(common.table("outcomes"), added.table("outcomes"), book),
        values=values,
        computed=computed,
        terms=terms,
        notices=_notice_texts(notices, common.table("notices"), added.table("notices")),
        placeholders=dict(common.table("placeholders").content),
        points=read_points(common),
        reach={},
        hash=fingerprint([part.content for part in parts]),
    )
    return checks.checked(flow, common.file)


def _values(common: DataTable) -> dict[str, ValueSpec]:
    specs = {}
    for part in ("facts", "solver"):
        for name, row in common.table(part).items():
            row.allow(*_VALUE)
            specs[f"{part}.{name}"] = ValueSpec(
                key=f"{part}.{name}",
                kind=kind_of(row, ("bool", "int", "choice", "call", "bid")),
                question=row.get("question", str),
                options=row.texts("options"),
                low=row.content.get("min"),
                high=row.content.get("max"),
                limit=expression(row, "limit") if "limit" in row.content else None,
                absent=row.content.get("absent"),
                assumed=row.content.get("assumed"),
                recorded=bool(row.content.get("recorded")),
                optional=bool(row.content.get("optional")),
            )
    return specs


def _computed(common: DataTable) -> dict[str, Computed]:
    """Return the values that a known function makes of others."""
    found = {}
    for name, row in common.table("computed").items():
        row.allow("by", "of")
        by = row.get("by", str)
        if by not in computations.KNOWN:
            known = ", ".join(computations.KNOWN)
            raise row.fault("by", f"no computation {by!r}; there are {known}")
        function, options = computations.KNOWN[by]
        found[name] = Computed(function, row.texts("of"), options)
    return found


def _notice_texts(*tables: DataTable) -> dict[str, FlowNotice]:
    """Return the notices; a later table may add one or reword it for its edition."""
    texts = {key: table.get(key, str) for table in tables for key in table.content}
    return {key: FlowNotice(key, text) for key, text in texts.items()}


def _guides(guidance: DataTable, edition: str, folder: Path) -> dict[str, Guide | None]:
    """Return the notes by id; None for one that does not hold in the edition."""
    notes: dict[str, Guide | None] = {}
    for name, row in guidance.items():
        row.allow("kind", "screen", "text", "editions", "remarks", "reserved")
        table = row.table("editions")
        holds = table.content.get(here := named_for(table, edition, folder), "no")
        if row.content.get("reserved") or holds == "no":
            notes[name] = None
            continue
        text, kind = row.get("text", str), row.texts("kind")
        remarks = row.table("remarks").content
        remark = remarks.get(edition, remarks.get(here, ""))
        screen = row.get("screen", str)
        notes[name] = Guide(name, text, kind, holds, remark, screen)
    return notes


def _outcomes(rows: DataTable, added: DataTable, book: Edition) -> dict[str, Outcome]:
    for name in added.content:
        if name not in rows.content:
            raise added.fault(name, "is no outcome of the flow")
    return {name: _outcome(name, row, added, book) for name, row in rows.items()}


def _outcome(name: str, row: DataTable, added: DataTable, book: Edition) -> Outcome:
    row.allow(
        *("meaning", "remark", "effect", "notices", "final", "follow_ups", "readout")
    )
    extra = added.table(name)
    extra.allow("refs", "in_edition", "verified", "meaning", "remark")
    refs = read_refs(extra, book.laws)
    in_edition = bool(extra.content.get("in_edition", True))
    if in_edition is not bool(refs):
        raise extra.fault("refs", "missing" if in_edition else "not in the edition")
    final = row.get("final", str, "")
    if final and not final.startswith("="):
        raise row.fault("final", 'must begin with "="')
    return Outcome(
        id=name,
        meaning=wording(row, extra, "meaning"),
        remark=extra.get("remark", str, row.get("remark", str, "")),
        refs=refs,
        effect=row.get("effect", str),
        notices=_notices(row),
        final=expression(row, "final", final.removeprefix("=")) if final else None,
        follow_ups=row.texts("follow_ups"),
        readout=row.texts("readout"),
        in_edition=in_edition,
        verified=bool(extra.content.get("verified", book.verified(refs))),
    )


def _notices(row: DataTable) -> tuple[NoticeUse, ...]:
    """Return the notices of an outcome: an id, or a table of an id and a condition."""
    uses = []
    for place, item in enumerate(row.get("notices", list, [])):
        if isinstance(item, str):
            uses.append(NoticeUse(item, None))
            continue
        inner = DataTable(row.file, f"{row.key}.notices[{place}]", item)
        inner.allow("id", "when")
        uses.append(NoticeUse(inner.get("id", str), condition(inner)))
    return tuple(uses)
