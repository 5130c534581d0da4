"""The tables of docs/law.md, made from the data.

`python -m rulings.laws.tables docs/law.md` writes them anew between their marks; a test
compares them.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path

from rulings.laws.datafiles import DATA, read_table
from rulings.laws.editions import editions, load_edition
from rulings.laws.flows import Flow, Outcome, Step
from rulings.laws.loading import flows, load_flow
from rulings.laws.regulations import bodies, law_default, load_regulations, parameters


def table(head: Iterable[str], rows: Iterable[Iterable[object]]) -> str:
    """Return a Markdown table."""
    lines = [list(head)]
    lines.append(["---"] * len(lines[0]))
    lines += [["" if cell is None else str(cell) for cell in row] for row in rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def laws() -> str:
    """Return each law cited, by edition, with the steps and outcomes that cite it."""
    rows = []
    for flow in held():
        cited: dict[int, list[str]] = {number: [] for number in flow.edition.laws}
        parts: list[Step | Outcome] = [*flow.steps.values(), *flow.outcomes.values()]
        for part in parts:
            for number in dict.fromkeys(n for ref in part.refs for n in ref.laws):
                cited[number].append(part.id)
        for number, ids in cited.items():
            law = flow.edition.laws[number]
            compared = law.source if law.verified else "no"
            ways = " ".join(ids)
            rows.append((number, flow.edition.name, law.title, compared, ways))
    return table(("law", "edition", "about", "text compared", "cited by"), rows)


def provisions() -> str:
    """Return each provision with its value in every edition held."""
    books = [load_edition(name) for name in editions()]
    rows = []
    for name, first in books[-1].provisions.items():
        values = [f"`{_shown(book.provision(name))}`" for book in books]
        refs = ", ".join(map(str, first.refs))
        rows.append((f"`{name}`", first.gist, *values, refs))
    return table(("provision", "question", *editions(), "law"), rows)


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
        holds = row.table("editions").content
        text = row.content.get("text", "(empty: missing in the source)")
        shown = [holds.get(edition, "") for edition in ("1997", "2007", "2017")]
        rows.append((name, ", ".join(row.texts("kind")), text, *shown))
    return table(("note", "kind", "in our words", "1997", "2007", "2017"), rows)


def steps() -> str:
    """Return the steps of every flow in the newest edition it is held in."""
    newest = {flow.name: flow for flow in held()}
    rows = []
    for flow in newest.values():
        for step in flow.steps.values():
            refs = ", ".join(map(str, step.refs)) or "not in the edition"
            rows.append((step.id, step.actor, step.question, refs, _ways(step)))
        for outcome in flow.outcomes.values():
            refs = ", ".join(map(str, outcome.refs))
            rows.append((outcome.id, "", outcome.meaning, refs, outcome.effect))
    return table(("id", "who", "question or meaning", "law", "ways out, effect"), rows)


def held() -> list[Flow]:
    """Return every flow in every edition that has data for it."""
    return [
        load_flow(name, edition)
        for edition in editions()
        for name in flows()
        if (DATA / edition / f"{name}.toml").exists()
    ]


TABLES: Mapping[str, Callable[[], str]] = {
    "laws": laws,
    "provisions": provisions,
    "settings": settings,
    "notes": notes,
    "steps": steps,
}


def filled(page: str) -> str:
    """Return a page with each table between its marks made anew; ValueError if not."""
    for name, make in TABLES.items():
        begin, end = f"<!-- {name}: made from the data -->\n", "<!-- end -->"
        before, mark, rest = page.partition(begin)
        _, closing, after = rest.partition(end)
        if not mark or not closing:
            raise ValueError(f"the page has no place for the table {name}")
        page = f"{before}{begin}{make()}\n{end}{after}"
    return page


def refresh(path: Path) -> None:
    """Write a page anew with its tables filled."""
    path.write_text(filled(path.read_text("utf-8")), "utf-8")


def _ways(step: Step) -> str:
    return "; ".join(f"{choice.value} -> {choice.next}" for choice in step.choices)


def _shown(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "open" if value is None else str(value)


if __name__ == "__main__":  # pragma: no cover - the line a shell runs
    refresh(Path(sys.argv[1]))
