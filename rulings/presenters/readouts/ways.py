"""The ways to read out the same words: in full or shorter, in each language.

What was chosen stands in the address, so that going back leads to the full words.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from django.conf import settings
from django.utils.translation import get_language, get_language_info, override
from django.utils.translation import gettext as _

from rulings.presenters.readouts.shape import ReadOut

SHORT = "short"


@dataclass(frozen=True, slots=True)
class ReadingWay:
    """One tap to another reading: its words, the language they are in, its address."""

    words: str
    language: str
    query: str


@dataclass(frozen=True, slots=True)
class ReadAloud:
    """A read-out as it was asked for, and the other ways to read it."""

    said: ReadOut
    language: str
    ways: tuple[ReadingWay, ...]


def reading_of(params: Mapping[str, str], make: Callable[[], ReadOut]) -> ReadAloud:
    """Return what `make` reads out, as the address asks for it.

    `say` may ask for the shorter words, `in` for another language of the site.
    """
    own = (get_language() or settings.LANGUAGE_CODE)[:2]
    known = [code for code, _name in settings.LANGUAGES]
    wanted = params.get("in", "")
    language = wanted if wanted in known else own
    short = params.get("say") == SHORT
    with override(language):
        full = make()
        said = full.shorter if short else full
    ways = []
    if short or full.shorter.words < full.words:
        words = _("In full") if short else _("Shorter")
        ways.append(ReadingWay(words, own, _query(language, own, short=not short)))
    ways += [
        ReadingWay(
            get_language_info(code)["name_local"], code, _query(code, own, short=short)
        )
        for code in known
        if code != language
    ]
    return ReadAloud(said, language, tuple(ways))


def _query(language: str, own: str, *, short: bool) -> str:
    """Return the address of a reading, without what is usual."""
    parts = [f"say={SHORT}"] if short else []
    parts += [f"in={language}"] if language != own else []
    return "?" + "&".join(parts)
