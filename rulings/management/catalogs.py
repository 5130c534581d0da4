"""The catalogues of translations: what there is to translate, and what is missing.

Texts come from the templates, the Python code, the data of the Laws and the English
templates of the pure packages. The PO files are kept in git; the MO files are made
from them at set-up. Translating is people's work and is not done here.
"""

from __future__ import annotations

import copy
import io
import re
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_python
from babel.messages.pofile import read_po, write_po
from django.conf import settings
from django.utils.translation.template import templatize

from rulings.bridge.errors import Unplayable, Unreadable
from rulings.importers.faults import FileFault, Flaw
from rulings.laws.handbook.catalogs import texts as law_texts
from rulings.solver.kernel.rules.normal import RULES
from rulings.solver.types import ideas, sentences
from rulings.statements import samples
from rulings.statements.steps import NO_STEP, WRONG_COUNT

KEYWORDS: dict[str, tuple[int | tuple[int, str], ...] | None] = {
    "_": None,
    "gettext": None,
    "gettext_lazy": None,
    "gettext_noop": None,
    "ngettext": (1, 2),
    "ngettext_lazy": (1, 2),
    "pgettext": ((1, "c"), 2),
    "pgettext_lazy": ((1, "c"), 2),
    "npgettext": ((1, "c"), 2, 3),
    "npgettext_lazy": ((1, "c"), 2, 3),
    "Invalid": None,
    "Refused": None,
}
_FORMS = tuple(
    f'"{name}: '
    for name in (
        "Report-Msgid-Bugs-To",
        "POT-Creation-Date",
        "PO-Revision-Date",
        "Last-Translator",
        "Language-Team",
    )
)
"""Header lines of a catalogue that change by themselves or name nobody."""
PLACEHOLDER = re.compile(r"%\((\w+)\)[sd]|\{(\w*)\}")
LANGUAGES = tuple(code for code, _ in settings.LANGUAGES if code != "en")


def po_path(language: str) -> Path:
    """Return where the catalogue of a language lies."""
    return Path(settings.LOCALE_PATHS[0]) / language / "LC_MESSAGES" / "django.po"


def all_messages() -> Catalog:
    """Return every text there is to translate; the sources are read once a process."""
    return copy.deepcopy(_extracted())


@cache
def _extracted() -> Catalog:
    catalog = Catalog(project="Seventy", charset="utf-8")
    root = Path(settings.BASE_DIR)
    pages = [*root.glob("templates/**/*.html"), *root.glob("templates/**/*.txt")]
    for path in sorted(pages):
        # To Python's grammar an indented line of a template would be a block.
        code = re.sub(r"(?m)^ +", "", templatize(path.read_text("utf-8")))
        _add(catalog, path, code.encode())
    for folder in ("rulings", "tdweb"):
        for path in sorted((root / folder).rglob("*.py")):
            _add(catalog, path, path.read_bytes())
    for text in _pure_texts():
        catalog.add(text)
    return catalog


def _add(catalog: Catalog, path: Path, source: bytes) -> None:
    where = path.relative_to(settings.BASE_DIR).as_posix()
    found = extract_python(io.BytesIO(source), KEYWORDS, [], {})
    for line, function, said, _ in found:
        # Babel gives one text, several, or None where an argument is no plain text.
        texts = _texts(said)
        context = texts.pop(0) if "pgettext" in function and texts else None
        many = str(function).startswith("n")
        texts = texts[: 2 if many else 1]  # what follows is the number
        if not texts or not all(text.strip() for text in texts):
            continue
        message = (texts[0], texts[1]) if many else texts[0]
        catalog.add(message, locations=[(where, line)], context=context)


def _texts(said: object) -> list[str]:
    """Return what a call says as a list; an argument that is no text is empty."""
    if isinstance(said, (list, tuple)):
        return [text if isinstance(text, str) else "" for text in said]
    return [said] if isinstance(said, str) else []


def _pure_texts() -> Iterator[str]:
    """Yield the texts of the packages that know no translation, each once."""
    found = (
        *(text for _, text in law_texts()),
        *samples.templates(),
        *sentences.templates(),
        *ideas.templates(),
        *(rule.sentence for rule in RULES),
        *_fault_texts(),
        *Unreadable,
        *Unplayable,
        NO_STEP,
        WRONG_COUNT,
    )
    yield from dict.fromkeys(text for text in found if text)


def _fault_texts() -> Iterator[str]:
    for fault in (*Flaw, *FileFault):
        value = fault.value
        yield from (value if isinstance(value, tuple) else (value,))


def update(language: str) -> None:
    """Bring the catalogue of a language up to date; translations that fit are kept."""
    path = po_path(language)
    held = _read(language)
    held.update(all_messages(), no_fuzzy_matching=True)
    held.obsolete.clear()
    held.fuzzy = False
    held.header_comment = "# Kept up to date by ./td messages."
    path.parent.mkdir(parents=True, exist_ok=True)
    text = io.BytesIO()
    write_po(text, held, width=88, include_lineno=False, sort_output=True)
    path.write_text(_without_forms(text.getvalue().decode()), "utf-8")


def _without_forms(text: str) -> str:
    """Return a catalogue without the header lines nobody fills in."""
    return "".join(
        line for line in text.splitlines(keepends=True) if not line.startswith(_FORMS)
    )


def _read(language: str) -> Catalog:
    path = po_path(language)
    if not path.exists():
        return Catalog(locale=language, project="Seventy", charset="utf-8")
    with path.open("rb") as file:
        return read_po(file, locale=language)


def faults(language: str) -> list[str]:
    """Return what is wrong with a catalogue, one sentence each; none when complete."""
    held = _read(language)
    wanted = {(m.context, _key(m)): m for m in all_messages() if m.id}
    there = {(m.context, _key(m)): m for m in held if m.id}
    found = [f"missing: {key[1]}" for key in wanted.keys() - there.keys()]
    found += [f"no longer used: {key[1]}" for key in there.keys() - wanted.keys()]
    for key in sorted(wanted.keys() & there.keys(), key=str):
        found += _wrong(there[key], held.num_plurals)
    return sorted(found)


def _key(message: Message) -> str:
    return _texts(message.id)[0]


def _wrong(message: Message, plurals: int) -> Iterator[str]:
    ids, said = _texts(message.id), _texts(message.string)
    many = len(ids) > 1
    if message.fuzzy:
        yield f"fuzzy: {ids[0]}"
    if len(said) != (plurals if many else 1) or not all(said):
        yield f"not translated: {ids[0]}"
        return
    allowed = _placeholders(ids)
    for text in said:
        names = _placeholders([text])
        if not (names <= allowed and (many or names == allowed)):
            yield f"placeholders differ: {ids[0]}: {text}"


def _placeholders(texts: Iterable[str]) -> set[tuple[str, str]]:
    return {name for text in texts for name in PLACEHOLDER.findall(text)}
