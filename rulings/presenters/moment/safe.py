"""How a claim could have been made safely, as a screen says it (Law 68C)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _

from rulings.solver.safe import SafeStatus, SafeWords


@dataclass(frozen=True, slots=True)
class SafeView:
    """The sentences about safe words: what is lacking, the words, and what they give.

    `words` are empty where none are needed or none were found.
    """

    lacking: str
    words: str
    gives: str
    tried: str = ""

    @property
    def text(self) -> str:
        """Return all of it in one line."""
        words = f"“{self.words}”" if self.words else ""
        return " ".join(filter(None, [self.lacking, words, self.gives, self.tried]))


def stored_safe(data: Mapping[str, Any] | None) -> SafeView | None:
    """Return the sentences of a stored result; None where nothing was found out.

    That the search did not end is nothing for who reads a ruling.
    """
    if data is None or data["status"] == SafeStatus.OPEN:
        return None
    return safe_view(SafeWords.from_json(data))


def safe_view(found: SafeWords) -> SafeView:
    """Return the sentences about what was found, in the reader's language."""
    if found.status is SafeStatus.OPEN:
        return SafeView(
            _("The search ended before it found words that make this claim certain."),
            "",
            "",
        )
    lacking = ""
    if found.tricks < found.claimed:
        lacking = ngettext(
            "No words make %(n)d trick certain.",
            "No words make %(n)d tricks certain.",
            found.claimed,
        ) % {"n": found.claimed}
    if found.status is SafeStatus.NONE:
        nothing = _("Nothing can be claimed safely here.")
        return SafeView(lacking, "", nothing)
    return SafeView(
        lacking, found.said(get_language() or "en"), _gives(found), _tried(found)
    )


def _gives(found: SafeWords) -> str:
    """Return what the words, or the number alone, make certain."""
    if found.status is SafeStatus.NUMBER:
        words = ngettext(
            "%(n)d trick can be claimed with the number alone.",
            "%(n)d tricks can be claimed with the number alone.",
            found.tricks,
        )
    else:
        words = ngettext(
            "These words make %(n)d trick certain.",
            "These words make %(n)d tricks certain.",
            found.tricks,
        )
    return words % {"n": found.tricks}


def _tried(found: SafeWords) -> str:
    """Return against how many layouts of the hidden cards it was tried."""
    if found.every:
        return _("Tried for every way in which the other cards can lie.")
    words = ngettext(
        "Tried for %(n)d way in which the other cards can lie.",
        "Tried for %(n)d ways in which the other cards can lie.",
        found.layouts,
    )
    return words % {"n": found.layouts}
