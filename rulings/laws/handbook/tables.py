"""The tables of docs/law.md, made from the data.

`./td manage write_docs` writes them between their marks.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from rulings.laws.datafiles import DATA, read_table
from rulings.laws.editions import Law, Provision, editions, has_flow, named_for
from rulings.laws.engine.flow import Flow, Guide, Outcome, Step
from rulings.laws.engine.loading import flows, load_flow
from rulings.laws.engine.reach import choices_left
from rulings.laws.references import Source
from rulings.laws.regulations import bodies, law_default, load_regulations, parameters
from rulings.laws.standards import Standard, standards


def table(head: Iterable[str], rows: Iterable[Iterable[object]]) -> str:
    """Return a Markdown table."""
    lines = [list(head)]
    lines.append(["---"] * len(lines[0]))
    lines += [["" if cell is None else str(cell) for cell in row] for row in rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def laws() -> str:
    """Return each law cited, by edition, with the steps and outcomes that cite it."""
    cited: dict[tuple[int, str], list[str]] = {}
    known: dict[tuple[int, str], Law] = {}
    for flow in held():
        edition = flow.edition.name
        known |= {(law.number, edition): law for law in flow.edition.laws.values()}
        for part in parts_of(flow):
            for number in dict.fromkeys(n for ref in part.refs for n in ref.laws):
                cited.setdefault((number, edition), []).append(part.id)
    rows = []
    for key in sorted(cited):
        law = known[key]
        compared = law.source if law.verified else "no"
        rows.append((*key, law.title, compared, " ".join(cited[key])))
    return table(("law", "edition", "about", "text compared", "cited by"), rows)


def provisions() -> str:
    """Return each provision with its value in every edition held, by flow."""
    found: dict[str, dict[str, Provision]] = {}
    for flow in held():
        for name, provision in flow.edition.provisions.items():
            found.setdefault(name, {})[flow.edition.name] = provision
    rows = []
    for name, by_edition in found.items():
        newest = by_edition[max(by_edition)]
        values = [
            f"`{_shown(by_edition[one].value)}`" if one in by_edition else ""
            for one in editions()
        ]
        refs = "; ".join(_refs(one.refs) for one in by_edition.values())
        rows.append((f"`{name}`", newest.gist, *values, refs))
    return table(("provision", "question", *editions(), "law"), rows)


def differences() -> str:
    """Return the steps and outcomes that are not the same in all editions of a flow."""
    rows = []
    for name in flows():
        by_edition = {f.edition.name: f for f in held() if f.name == name}
        for part in parts_of(next(iter(by_edition.values()))):
            ones = {edition: _part(f, part.id) for edition, f in by_edition.items()}
            kinds = [
                kind
                for kind, shown in _COMPARED.items()
                if _differ(by_edition, part.id, shown)
            ]
            if kinds:
                cells = [
                    (_refs(ones[edition].refs) or "not there")
                    if edition in ones
                    else ""
                    for edition in editions()
                ]
                rows.append((part.id, *cells, ", ".join(kinds)))
    return table(("id", *editions(), "differs in"), rows)


def judged_by() -> str:
    """Return the standard of each kind of ruling, by edition where they differ."""
    rows = []
    for one in standards(editions()[-1]):
        every = ((e, _standard(e, one.id)) for e in editions())
        found = {e: standard for e, standard in every if standard is not None}
        refs = [_refs(found[e].refs) if e in found else "" for e in editions()]
        texts = {e: found[e].standard for e in editions()}
        said = one.standard
        for edition, text in texts.items():
            said += f" ({edition}: {text})" if text != one.standard else ""
        sides = (one.doubt, one.claiming_side, one.other_side)
        rows.append((one.ruling, said, *sides, *refs))
    head = ("ruling", "standard", "doubt goes to", "claiming side", "other side")
    return table((*head, *editions()), rows)


def settings() -> str:
    """Return each parameter with the law's default and the values of the bodies."""
    law = law_default(editions()[-1])
    sets = [load_regulations(name) for name in bodies()]
    rows = []
    for name, parameter in parameters().items():
        values = [_shown(one[name]) for one in (law, *sets)]
        rows.append((f"`{name}`", parameter.label, *values, parameter.ref))
    head = ("parameter", "meaning", "law", *(one.name for one in sets), "clause")
    return table(head, rows)


def notes() -> str:
    """Return the guidance notes with the editions they hold in."""
    rows = []
    for name, row in read_table(DATA, "guidance.toml").items():
        holds = row.table("editions")
        text = row.content.get("text", "(empty: missing in the source)")
        named = [named_for(holds, edition) for edition in editions()]
        shown = [holds.content.get(edition, "") for edition in named]
        screen = row.content.get("screen", "")
        rows.append((name, ", ".join(row.texts("kind")), text, screen, *shown))
    return table(("note", "kind", "in our words", "screen", *editions()), rows)


def guidance(edition: str) -> list[Guide]:
    """Return every guidance note that is not empty, as an edition has it."""
    found = []
    for name, row in read_table(DATA, "guidance.toml").items():
        if row.content.get("reserved"):
            continue
        table, said = row.table("editions"), row.table("remarks").content
        here = named_for(table, edition)
        holds = str(table.content.get(here, "no"))
        remark = str(said.get(edition, said.get(here, "")))
        texts = row.get("text", str), row.texts("kind")
        found.append(Guide(name, *texts, holds, remark, row.get("screen", str)))
    return found


def sources() -> str:
    """Return where each value of a body comes from."""
    rows = []
    for name in bodies():
        one = load_regulations(name)
        for key, origin in one.origins.items():
            checked = "yes" if origin.verified else "no"
            about = f"{origin.source}. {origin.remark}".rstrip(". ")
            value = f"`{_shown(one[key])}`"
            rows.append((one.name, f"`{key}`", value, origin.since, about, checked))
    return table(("set", "parameter", "value", "since", "source", "read"), rows)


def steps() -> str:
    """Return the steps of every flow in the newest edition it is held in."""
    newest = {flow.name: flow for flow in held()}
    rows = []
    for flow in newest.values():
        for step in flow.steps.values():
            refs = _refs(step.refs) or "not in the edition"
            rows.append((step.id, step.actor, step.question, refs, _ways(step)))
        for outcome in flow.outcomes.values():
            refs = _refs(outcome.refs) or "not in the edition"
            rows.append((outcome.id, "", outcome.meaning, refs, outcome.effect))
    return table(("id", "who", "question or meaning", "law", "ways out, effect"), rows)


def held() -> list[Flow]:
    """Return every flow in every edition that has data for it, oldest first."""
    return [
        load_flow(name, edition)
        for name in flows()
        for edition in editions()
        if has_flow(edition, name)
    ]


def parts_of(flow: Flow) -> list[Step | Outcome]:
    """Return the steps and then the outcomes of a flow."""
    return [*flow.steps.values(), *flow.outcomes.values()]


def _part(flow: Flow, name: str) -> Step | Outcome:
    return flow.steps[name] if name in flow.steps else flow.outcomes[name]


_WORDS = ("question", "why", "gist", "meaning", "remark")


def _differ(
    by_edition: Mapping[str, Flow], name: str, shown: Callable[[Flow, Any], object]
) -> bool:
    """Say whether the editions that have a part differ in what is shown of it."""
    parts = [(flow, _part(flow, name)) for flow in by_edition.values()]
    there = [(flow, part) for flow, part in parts if part.in_edition]
    ones = [shown(flow, part) for flow, part in there]
    return any(one != ones[0] for one in ones) or (
        shown is _presence and len(there) < len(parts)
    )


def _presence(_flow: Flow, part: Step | Outcome) -> object:
    return part.in_edition


def _open_ways(flow: Flow, part: Step | Outcome) -> object:
    if isinstance(part, Outcome):
        return ()
    return [(choice.value, choice.next) for choice in choices_left(flow, part)]


_COMPARED: Mapping[str, Callable[[Flow, Any], object]] = {
    "being there": _presence,
    "references": lambda _flow, part: part.refs,
    "wording": lambda _flow, part: [getattr(part, name, "") for name in _WORDS],
    "notes": lambda _flow, part: getattr(part, "notes", ()),
    "ways out": _open_ways,
}


def _standard(edition: str, name: str) -> Standard | None:
    return next((one for one in standards(edition) if one.id == name), None)


def _refs(refs: Iterable[Source]) -> str:
    return ", ".join(map(str, refs))


TABLES: Mapping[str, Callable[[], str]] = {
    "laws": laws,
    "provisions": provisions,
    "differences": differences,
    "standards": judged_by,
    "settings": settings,
    "sources": sources,
    "notes": notes,
    "steps": steps,
}


def filled(page: str) -> str:
    """Return a page with every table made again; ValueError if its marks lack one."""
    for name, make in TABLES.items():
        begin, end = f"<!-- {name}: made from the data -->\n", "<!-- end -->"
        before, mark, rest = page.partition(begin)
        _, closing, after = rest.partition(end)
        if not mark or not closing:
            raise ValueError(f"the page has no place for the table {name}")
        page = f"{before}{begin}{make()}\n{end}{after}"
    return page


def _ways(step: Step) -> str:
    return "; ".join(f"{choice.value} -> {choice.next}" for choice in step.choices)


def _shown(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "open" if value is None else str(value)
