"""Making the steps of a flow from their tables: texts, records, choices and rules."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from rulings.laws import expressions
from rulings.laws.datafiles import DataTable
from rulings.laws.editions import Edition, read_refs
from rulings.laws.engine.computations import NUMBERED
from rulings.laws.engine.flow import (
    Check,
    Choice,
    ChoiceRule,
    Computed,
    Guide,
    Note,
    RecordSpec,
    Step,
    StoredValue,
    ValueSpec,
)
from rulings.laws.expressions import Evaluated, Expression, Unknown, evaluate

KINDS = (
    *("bool", "int", "choice", "text", "list", "seat", "cards", "time"),
    *("call", "bid"),
)
_REWORDED = ("question", "why", "gist")
_STEP = (
    *_REWORDED,
    "actor",
    "solver",
    "beside",
    "guide",
    "records",
    "choices",
    "rules",
    "fixed",
    "checks",
    "notes",
    "may_stay_open",
    "when_open",
    "settles",
    "stops",
)
_CHOICE = (
    *("value", "label", "hint", "next"),
    *("sets", "notices", "when", "decides"),
)


@dataclass(frozen=True, slots=True)
class StepReader:
    """Reads steps for an edition, with the values and guidance notes they may name."""

    edition: Edition
    values: Mapping[str, ValueSpec]
    computed: Mapping[str, Computed]
    terms: Mapping[str, Expression]
    guides: Mapping[str, Guide | None]

    def steps(self, rows: DataTable, added: DataTable) -> dict[str, Step]:
        """Return every step of the common part with what the edition adds to it."""
        for name in added.content:
            if name not in rows.content:
                raise added.fault(name, "is no step of the flow")
        return {
            name: self._step(name, row, added.table(name)) for name, row in rows.items()
        }

    def _step(self, name: str, row: DataTable, extra: DataTable) -> Step:
        row.allow(*_STEP)
        extra.allow("refs", "in_edition", "verified", "next", "notes", *_REWORDED)
        refs = read_refs(extra, self.edition.laws)
        in_edition = bool(extra.content.get("in_edition", True))
        if in_edition is not bool(refs):
            raise extra.fault("refs", "missing" if in_edition else "not in the edition")
        when_open = row.get("when_open", str, "")
        if bool(row.content.get("may_stay_open")) is not bool(when_open):
            raise row.fault("when_open", "goes with may_stay_open, and only with it")
        choices = _choices(row, extra)
        rules, fixed = _rules(row, "rules"), _rules(row, "fixed")
        return Step(
            id=name,
            actor=row.get("actor", str),
            question=wording(row, extra, "question"),
            why=wording(row, extra, "why"),
            gist=wording(row, extra, "gist"),
            solver=_computations(row, "solver"),
            beside=_computations(row, "beside"),
            refs=refs,
            guides=tuple(self._guides(row)),
            notes=(*_notes(row), *_notes(extra)),
            records=tuple(self._records(row)),
            choices=choices,
            rules=rules,
            fixed=fixed,
            checks=tuple(_check(check) for check in row.tables("checks")),
            needs=self._needs((*rules, *fixed), choices),
            when_open=when_open,
            stops=row.get("stops", str, ""),
            settles=bool(row.content.get("settles")),
            in_edition=in_edition,
            verified=bool(extra.content.get("verified", self.edition.verified(refs))),
        )

    def _guides(self, row: DataTable) -> Iterator[Guide]:
        for name in row.texts("guide"):
            if name not in self.guides:
                raise row.fault("guide", f"there is no note {name}")
            if (note := self.guides[name]) is not None:
                yield note

    def _records(self, row: DataTable) -> Iterator[RecordSpec]:
        """Yield what may be stored with an answer, as far as the edition knows it."""
        for record in row.tables("records"):
            when = condition(record)
            known = True if when is None else evaluate(when, self._by_edition)
            if isinstance(known, Unknown):
                raise record.fault("when", "must hang on provisions alone")
            if known:
                yield _record(record)

    def _by_edition(self, name: str) -> Evaluated:
        part, _, rest = name.partition(".")
        held = part == "provision" and rest in self.edition.provisions
        return self.edition.provision(rest) if held else Unknown((name,))

    def _needs(
        self, rules: tuple[ChoiceRule, ...], choices: tuple[Choice, ...]
    ) -> tuple[ValueSpec, ...]:
        """Return the facts and solver results that the step itself reads."""
        named = [name for rule in rules for name in rule.when.names]
        for setting in (s for choice in choices for s in choice.sets):
            if isinstance(setting.value, Expression) and not setting.optional:
                named += setting.value.names
        for name in named:  # a term may name another, which is then read in turn
            term = self.terms.get(name.removeprefix("term."))
            named += [one for one in term.names if one not in named] if term else []
        for name in [*named]:
            made = self.computed.get(name.removeprefix("computed."))
            named += made.of if made is not None else ()
        return tuple(self.values[n] for n in dict.fromkeys(named) if n in self.values)


def _computations(row: DataTable, key: str) -> tuple[str, ...]:
    """Return the computations a step names; one that does not exist is refused."""
    named = row.texts(key)
    for name in named:
        if name not in NUMBERED:
            known = f"{NUMBERED[0]} to {NUMBERED[-1]}"
            raise row.fault(key, f"no computation {name!r}; there are {known}")
    if len(set(named)) < len(named):
        raise row.fault(key, f"names one twice: {', '.join(named)}")
    return named


def wording(row: DataTable, extra: DataTable, key: str) -> str:
    """Return a text of the edition if it has its own, else the common one."""
    return (extra if key in extra.content else row).get(key, str)


def expression(table: DataTable, key: str, text: str = "") -> Expression:
    """Return the expression under a key, or a text that belongs to the key."""
    return table.read(key, expressions.parse, text or table.get(key, str))


def condition(table: DataTable) -> Expression | None:
    """Return the condition of a table, None when it has none."""
    return expression(table, "when") if "when" in table.content else None


def kind_of(row: DataTable, kinds: tuple[str, ...]) -> str:
    """Return the kind of a value; options go with the kind choice and only with it."""
    kind = row.get("kind", str)
    if kind not in kinds:
        raise row.fault("kind", f"is {kind!r}; there are {', '.join(kinds)}")
    if (kind == "choice") is not bool(row.texts("options")):
        raise row.fault("options", "go with the kind choice, and only with it")
    return kind


def _rules(row: DataTable, key: str) -> tuple[ChoiceRule, ...]:
    rules = []
    for rule in row.tables(key):
        rule.allow("when", "choice")
        rules.append(ChoiceRule(expression(rule, "when"), rule.get("choice", str)))
    return tuple(rules)


def _check(row: DataTable) -> Check:
    row.allow("holds", "says")
    return Check(expression(row, "holds"), row.get("says", str))


def _notes(row: DataTable) -> Iterator[Note]:
    """Yield the notes of a step: a text, or a table of a text and whether verified."""
    for place, item in enumerate(row.get("notes", list, [])):
        if isinstance(item, str):
            item = {"text": item}  # noqa: PLW2901 - the short form of the same
        if not isinstance(item, dict):
            raise row.fault("notes", f"must hold texts or tables, holds {item!r}")
        inner = DataTable(row.file, f"{row.key}.notes[{place}]", item)
        inner.allow("text", "verified")
        yield Note(inner.get("text", str), bool(item.get("verified", True)))


def _record(row: DataTable) -> RecordSpec:
    row.allow(
        "name", "kind", "label", "options", "min", "max", "for", "required", "when"
    )
    return RecordSpec(
        name=row.get("name", str),
        kind=kind_of(row, KINDS),
        label=row.get("label", str),
        options=row.texts("options"),
        low=row.content.get("min"),
        high=row.content.get("max"),
        choices=row.texts("for"),
        required=bool(row.content.get("required")),
    )


def _choices(row: DataTable, extra: DataTable) -> tuple[Choice, ...]:
    """Return the choices; an edition may send one of them to another step."""
    moved = dict(extra.table("next").content)
    choices = []
    for item in row.tables("choices"):
        item.allow(*_CHOICE)
        value = item.get("value", str)
        sets = item.table("sets")
        choices.append(
            Choice(
                value=value,
                label=item.get("label", str),
                hint=item.get("hint", str, ""),
                next=str(moved.pop(value, None) or item.get("next", str)),
                sets=tuple(_setting(sets, name) for name in sets.content),
                notices=item.texts("notices"),
                when=condition(item),
                decides=bool(item.content.get("decides")),
            )
        )
    for value in moved:
        raise extra.fault(f"next.{value}", "is no choice of the step")
    return tuple(choices)


def _setting(table: DataTable, name: str) -> StoredValue:
    value = table.content[name]
    if not isinstance(value, (str, int)):
        raise table.fault(name, f"cannot be stored: {value!r}")
    if not isinstance(value, str) or not value.startswith("="):
        return StoredValue(name, value, optional=False)
    optional = value.startswith("=?")
    text = value.removeprefix("=?" if optional else "=")
    return StoredValue(name, expression(table, name, text), optional)
