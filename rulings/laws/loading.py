"""Making a flow from its data files: the common part and what an edition adds.

Reads data/flows/<flow>.toml, data/<edition>/<flow>.toml, notices and guidance. What the
parts refer to is checked in `checks`; both name the file and key that are wrong.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from rulings.laws import checks, expressions
from rulings.laws.canonical import fingerprint
from rulings.laws.datafiles import DATA, Table, read_table
from rulings.laws.editions import Edition, load_edition, read_refs
from rulings.laws.errors import NotHeld
from rulings.laws.expressions import Expression, Scalar
from rulings.laws.flows import (
    SYSTEM,
    Choice,
    Flow,
    Guide,
    Notice,
    NoticeUse,
    Outcome,
    RecordSpec,
    Rule,
    Setting,
    Step,
    ValueSpec,
)

KINDS = ("bool", "int", "choice", "text", "list", "seat", "cards", "time")
_STEP_KEYS = (
    "actor question why gist guide records choices rules fixed may_stay_open "
    "when_open settles stops"
).split()
_REWORDED = ("question", "why", "gist")


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
    if not (folder / edition / f"{name}.toml").exists():
        raise NotHeld(f"the {edition} edition has no data for the flow {name!r}")
    common = read_table(folder, f"flows/{name}.toml")
    added = read_table(folder, f"{edition}/{name}.toml")
    notices = read_table(folder, "notices.toml")
    guidance = read_table(folder, "guidance.toml")
    common.allow(
        "flow", "placeholders", "terms", "facts", "solver", "steps", "outcomes"
    )
    added.allow("steps", "outcomes")
    head = common.table("flow")
    head.allow("name", "title", "entries")
    values = _values(common)
    guides = _guides(guidance, edition)
    flow = Flow(
        name=head.get("name", str),
        title=head.get("title", str),
        edition=book,
        entries=head.texts("entries"),
        steps=_steps(common, added, book, values, guides),
        outcomes=_outcomes(common, added, book),
        values=values,
        terms=_terms(common.table("terms")),
        notices={k: Notice(k, notices.get(k, str)) for k in notices.content},
        placeholders=dict(common.table("placeholders").content),
        reach={},
        hash=fingerprint(
            [t.content for t in (common, added, notices, guidance)]
            + [read_table(folder, f"{edition}/edition.toml").content]
        ),
    )
    return checks.checked(flow, common.file)


def _terms(table: Table) -> dict[str, Expression]:
    return {name: _expression(table, name) for name in table.content}


def _expression(table: Table, key: str, text: str | None = None) -> Expression:
    return table.read(key, expressions.parse, text or table.get(key, str))


def _condition(table: Table) -> Expression | None:
    return _expression(table, "when") if "when" in table.content else None


def _values(common: Table) -> dict[str, ValueSpec]:
    specs = {}
    for part in ("facts", "solver"):
        for name, row in common.table(part).items():
            row.allow(*"kind question options min max absent assumed recorded".split())
            low, high = row.content.get("min"), row.content.get("max")
            specs[f"{part}.{name}"] = ValueSpec(
                key=f"{part}.{name}",
                kind=_kind(row, ("bool", "int", "choice")),
                question=row.get("question", str),
                options=row.texts("options"),
                low=low,
                high=high,
                absent=row.content.get("absent"),
                assumed=row.content.get("assumed"),
                recorded=bool(row.content.get("recorded")),
            )
    return specs


def _kind(row: Table, kinds: tuple[str, ...]) -> str:
    kind = row.get("kind", str)
    if kind not in kinds:
        raise row.fault("kind", f"is {kind!r}; there are {', '.join(kinds)}")
    if (kind == "choice") is not bool(row.texts("options")):
        raise row.fault("options", "go with the kind choice, and only with it")
    return kind


def _guides(guidance: Table, edition: str) -> dict[str, Guide | None]:
    """Return the notes by id; None for one that does not hold in the edition."""
    notes: dict[str, Guide | None] = {}
    for name, row in guidance.items():
        row.allow("kind", "text", "editions", "remarks", "reserved")
        holds = row.table("editions").content.get(edition, "no")
        if row.content.get("reserved") or holds == "no":
            notes[name] = None
            continue
        remark = row.table("remarks").content.get(edition, "")
        notes[name] = Guide(
            name, row.get("text", str), row.texts("kind"), holds, remark
        )
    return notes


def _steps(
    common: Table,
    added: Table,
    book: Edition,
    values: Mapping[str, ValueSpec],
    guides: Mapping[str, Guide | None],
) -> dict[str, Step]:
    extra = added.table("steps")
    rows = common.table("steps")
    for name in extra.content:
        if name not in rows.content:
            raise extra.fault(name, "is no step of the flow")
    return {
        name: _step(name, row, extra.table(name), book, values, guides)
        for name, row in rows.items()
    }


def _step(
    name: str,
    row: Table,
    extra: Table,
    book: Edition,
    values: Mapping[str, ValueSpec],
    guides: Mapping[str, Guide | None],
) -> Step:
    row.allow(*_STEP_KEYS)
    extra.allow("refs", "in_edition", "verified", "next", *_REWORDED)
    texts = {key: _wording(row, extra, key) for key in _REWORDED}
    rules, fixed = _rules(row, "rules"), _rules(row, "fixed")
    refs = read_refs(extra, book.laws)
    in_edition = bool(extra.content.get("in_edition", True))
    if in_edition is not bool(refs):
        raise extra.fault("refs", "missing" if in_edition else "not in the edition")
    named = [n for rule in (*rules, *fixed) for n in rule.when.names]
    choices = _choices(row, extra)
    for choice in choices:
        for setting in choice.sets:
            if isinstance(setting.value, Expression) and not setting.optional:
                named += setting.value.names
    when_open = row.get("when_open", str, "")
    if bool(row.content.get("may_stay_open")) is not bool(when_open):
        raise row.fault("when_open", "goes with may_stay_open, and only with it")
    actor = row.get("actor", str)
    return Step(
        id=name,
        actor=actor,
        question=texts["question"],
        why=texts["why"],
        gist=texts["gist"],
        refs=refs,
        guides=_chosen_guides(row, guides),
        records=tuple(_record(r) for r in row.tables("records")),
        choices=choices,
        rules=rules,
        fixed=fixed,
        needs=tuple(values[n] for n in dict.fromkeys(named) if n in values),
        when_open=when_open,
        stops=row.get("stops", str, ""),
        settles=bool(row.content.get("settles")),
        in_edition=in_edition,
        verified=bool(extra.content.get("verified", book.verified(refs))),
    )


def _wording(row: Table, extra: Table, key: str) -> str:
    source = extra if key in extra.content else row
    return source.get(key, str)


def _chosen_guides(row: Table, guides: Mapping[str, Guide | None]) -> tuple[Guide, ...]:
    chosen = []
    for name in row.texts("guide"):
        if name not in guides:
            raise row.fault("guide", f"there is no note {name}")
        if (note := guides[name]) is not None:
            chosen.append(note)
    return tuple(chosen)


def _rules(row: Table, key: str) -> tuple[Rule, ...]:
    rules = []
    for rule in row.tables(key):
        rule.allow("when", "choice")
        rules.append(Rule(_expression(rule, "when"), rule.get("choice", str)))
    return tuple(rules)


def _record(row: Table) -> RecordSpec:
    row.allow("name", "kind", "label", "options", "min", "max", "for", "required")
    return RecordSpec(
        name=row.get("name", str),
        kind=_kind(row, KINDS),
        label=row.get("label", str),
        options=row.texts("options"),
        low=row.content.get("min"),
        high=row.content.get("max"),
        choices=row.texts("for"),
        required=bool(row.content.get("required")),
    )


def _choices(row: Table, extra: Table) -> tuple[Choice, ...]:
    moved = dict(extra.table("next").content)
    choices = []
    for item in row.tables("choices"):
        item.allow("value", "label", "hint", "next", "sets", "notices", "when")
        value = item.get("value", str)
        choices.append(
            Choice(
                value=value,
                label=item.get("label", str),
                hint=item.get("hint", str, ""),
                next=str(moved.pop(value, None) or item.get("next", str)),
                sets=_sets(item.table("sets")),
                notices=item.texts("notices"),
                when=_condition(item),
            )
        )
    for value in moved:
        raise extra.fault(f"next.{value}", "is no choice of the step")
    return tuple(choices)


def _sets(table: Table) -> tuple[Setting, ...]:
    return tuple(_setting(table, name, value) for name, value in table.content.items())


def _setting(table: Table, name: str, value: Any) -> Setting:  # noqa: ANN401 - from TOML
    if not isinstance(value, str) or not value.startswith("="):
        fixed: Scalar = table.get(name, object) if value is None else value
        return Setting(name, fixed, optional=False)
    optional = value.startswith("=?")
    text = value.removeprefix("=?" if optional else "=")
    return Setting(name, _expression(table, name, text), optional)


def _outcomes(common: Table, added: Table, book: Edition) -> dict[str, Outcome]:
    extra = added.table("outcomes")
    rows = common.table("outcomes")
    for name in extra.content:
        if name not in rows.content:
            raise extra.fault(name, "is no outcome of the flow")
    return {
        name: _outcome(name, row, extra.table(name), book) for name, row in rows.items()
    }


def _outcome(name: str, row: Table, extra: Table, book: Edition) -> Outcome:
    row.allow("meaning", "remark", "effect", "notices", "final", "follow_ups")
    extra.allow("refs", "verified", "meaning", "remark")
    refs = read_refs(extra, book.laws)
    if not refs:
        raise extra.fault("refs", "missing")
    final = row.content.get("final")
    if final is not None and not str(final).startswith("="):
        raise row.fault("final", 'must begin with "="')
    return Outcome(
        id=name,
        meaning=_wording(row, extra, "meaning"),
        remark=extra.get("remark", str, row.get("remark", str, "")),
        refs=refs,
        effect=row.get("effect", str),
        notices=_notices(row),
        final=final and _expression(row, "final", final.removeprefix("=")),
        follow_ups=row.texts("follow_ups"),
        verified=bool(extra.content.get("verified", book.verified(refs))),
    )


def _notices(row: Table) -> tuple[NoticeUse, ...]:
    uses = []
    for place, item in enumerate(row.get("notices", list, [])):
        if isinstance(item, str):
            uses.append(NoticeUse(item, None))
            continue
        inner = Table(row.file, f"{row.key}.notices[{place}]", item)
        inner.allow("id", "when")
        uses.append(NoticeUse(inner.get("id", str), _condition(inner)))
    return tuple(uses)
