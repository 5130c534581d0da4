"""Second opinions in words: whom, how far, and how each differs from the ruling."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from rulings.models import Opinion, Ruling
from rulings.presenters.awards import award_of, award_words
from rulings.queries.staff import name_of

STATES = {
    "open": gettext_lazy("waits for the answer"),
    "given": gettext_lazy("given"),
    "withdrawn": gettext_lazy("withdrawn"),
    "declined": gettext_lazy("declined"),
    "expired": gettext_lazy("time ran out"),
}


@dataclass(frozen=True, slots=True)
class OpinionView:
    """One opinion: by whom, how far, what it says, and what differs from the ruling."""

    row: Opinion
    who: str
    state: str
    words: str
    tricks: str
    laws: str
    reasons: str
    differs: tuple[str, ...]
    moved: bool

    @property
    def is_open(self) -> bool:
        """Say whether the answer is still waited for."""
        return self.state == "open"

    @property
    def is_given(self) -> bool:
        """Say whether there is an answer."""
        return self.state == "given"


@dataclass(frozen=True, slots=True)
class RuledView:
    """The ruling that an opinion is laid beside."""

    number: int
    by: str
    tricks: str
    laws: str
    reasons: str


def state_of(row: Opinion, at: datetime) -> str:
    """Return how far an opinion is."""
    if row.given_at is not None:
        return "given"
    if row.ended_at is not None:
        return row.end
    return "open" if row.is_open(at) else "expired"


def opinion_views(
    rows: Iterable[Opinion],
    at: datetime,
    *,
    left: int | None,
    ruling: Ruling | None,
    texts: Mapping[str, str],
    mark: str = "",
    people: bool = True,
) -> list[OpinionView]:
    """Return opinions in words; `mark` is that of the facts as they now stand.

    Without `people` nobody is named.
    """
    found = []
    for row in rows:
        state = state_of(row, at)
        given = state == "given"
        found.append(
            OpinionView(
                row,
                whom(row, texts, people=people),
                state,
                str(STATES[state]),
                _tricks(row, left) if given else "",
                ", ".join(row.laws),
                texts.get(row.reasons, ""),
                differences(row, ruling) if given else (),
                given and bool(mark) and mark != row.facts_mark,
            )
        )
    return found


def whom(row: Opinion, texts: Mapping[str, str], *, people: bool = True) -> str:
    """Return who was asked; somebody outside by the name that was typed."""
    if row.user is not None:
        return name_of(row.user) if people else _("another director")
    named = texts.get(row.whom, "") if people else ""
    return named or _("somebody outside")


def ruled_view(
    ruling: Ruling | None, left: int | None, texts: Mapping[str, str]
) -> RuledView | None:
    """Return the newest ruling in words, None before there is one."""
    if ruling is None:
        return None
    return RuledView(
        ruling.number,
        name_of(ruling.by),
        award_words(award_of(ruling, left)),
        ", ".join(map(str, ruling.laws)),
        texts.get(ruling.reasons, ""),
    )


def _tricks(row: Opinion, left: int | None) -> str:
    n = row.tricks or 0
    if left is None:
        return ngettext("%(n)d trick", "%(n)d tricks", n) % {"n": n}
    return _("%(n)d of the last %(left)d tricks") % {"n": n, "left": left}


def differences(row: Opinion, ruling: Ruling | None) -> tuple[str, ...]:
    """Return in sentences what an opinion says otherwise than a ruling."""
    if ruling is None:
        return (_("There is no ruling yet to compare it with."),)
    found = [*_in_tricks(row, ruling), *_in_laws(row.laws, ruling.laws)]
    return tuple(found) or (_("Both agree, in tricks and Laws."),)


def _in_tricks(row: Opinion, ruling: Ruling) -> list[str]:
    ruled, n = ruling.tricks_claimer, row.tricks or 0
    if ruled is None:
        return [_("The ruling assigns a score, the opinion gives tricks.")]
    if ruled == n:
        return []
    apart = abs(n - ruled)
    more = ngettext(
        "The opinion gives the claiming side %(n)d trick more than the ruling.",
        "The opinion gives the claiming side %(n)d tricks more than the ruling.",
        apart,
    )
    fewer = ngettext(
        "The opinion gives the claiming side %(n)d trick fewer than the ruling.",
        "The opinion gives the claiming side %(n)d tricks fewer than the ruling.",
        apart,
    )
    return [(more if n > ruled else fewer) % {"n": apart}]


def _in_laws(given: Sequence[str], ruled: Sequence[str]) -> list[str]:
    own = [law for law in given if law not in map(str, ruled)]
    others = [str(law) for law in ruled if str(law) not in given]
    found = []
    if own:
        words = _("Only the opinion names Law %(laws)s.")
        found.append(words % {"laws": ", ".join(own)})
    if others:
        words = _("Only the ruling names Law %(laws)s.")
        found.append(words % {"laws": ", ".join(others)})
    return found
