"""Whether every text of the law data is there in each language of the interface.

The package knows no gettext: whoever calls hands the catalogues in as mappings from
the English text to its translation.
"""

from __future__ import annotations

import string
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TypeAlias

from rulings.laws.datafiles import DATA
from rulings.laws.editions import editions, has_flow, load_edition
from rulings.laws.engine.flow import Flow
from rulings.laws.engine.loading import flows, load_flow
from rulings.laws.errors import FlowError
from rulings.laws.handbook.charts import FILE, titles
from rulings.laws.periods import reasons
from rulings.laws.regulations import body_names, parameters
from rulings.laws.standards import standards

Catalogs: TypeAlias = Mapping[str, Mapping[str, str]]


def texts(folder: Path = DATA) -> Iterator[tuple[str, str]]:
    """Yield each text of the law data that a user may see, once, with its file.

    Names of bodies and titles of books stay as they are.
    """
    seen: set[str] = set()
    for file, text in _all(folder):
        if text and text not in seen:
            seen.add(text)
            yield file, text


def missing(catalogs: Catalogs, folder: Path = DATA) -> Iterator[FlowError]:
    """Yield a fault for each text that a language lacks or whose blanks it changes."""
    for file, text in texts(folder):
        for language, catalog in catalogs.items():
            translation = catalog.get(text, "")
            if not translation:
                yield FlowError(file, repr(text), f"has no text in {language}")
            elif _blanks(translation) != _blanks(text):
                problem = f"has other blanks in {language}: {translation!r}"
                yield FlowError(file, repr(text), problem)


def check(catalogs: Catalogs, folder: Path = DATA) -> None:
    """Raise FlowError for the first text that is missing in a language."""
    for fault in missing(catalogs, folder):
        raise fault


def _all(folder: Path) -> Iterator[tuple[str, str]]:
    for flow in _flows(folder):
        yield from ((f"flows/{flow.name}.toml", text) for text in flow.texts())
    for title in titles(folder):
        yield FILE, title
    for parameter in parameters(folder).values():
        for text in (parameter.label, *parameter.words.values()):
            yield "regulations/parameters.toml", text
    yield "regulations/custom.toml", body_names(folder)["custom"]
    for text in reasons().values():
        yield "periods.toml", text
    for edition in editions(folder):
        yield f"{edition}/edition.toml", load_edition(edition, folder=folder).title
        for one in standards(edition, folder=folder):
            for text in one.texts:
                yield "standards.toml", text


def _flows(folder: Path) -> Iterator[Flow]:
    for name in flows(folder):
        for edition in editions(folder):
            if has_flow(edition, name, folder):
                yield load_flow(name, edition, folder=folder)


def _blanks(text: str) -> set[str]:
    parts = string.Formatter().parse(text)
    return {name for _, name, _, _ in parts if name is not None}
