"""What would change the number: scenarios, locations, a trump still out, Law 71.

Everything here is shown beside the proposal and decides nothing.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from typing import Any

from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from rulings.laws.engine import Edition
from rulings.laws.regulations import parameters
from rulings.models import Proposal
from rulings.presenters.moment import BenchView
from rulings.presenters.sentences import sentence_words
from rulings.presenters.table.search import number_of
from rulings.presenters.table.words import CLASSES
from rulings.queries.table.proposal import Proposed, is_refuted
from rulings.solver.types import said

Stored = Mapping[str, Any]

WARNING = gettext_noop("a warning, not counted")
CERTAIN = gettext_noop("Certain, whatever the layout.")
SURE_BUT_FOR_WORDS = gettext_noop(
    "However the cards lie, without the words that were not understood."
)
WITHOUT_WORDS = gettext_noop("(without the words that were not understood)")
SHORT = 12
"""Hex digits shown of a hash; the record holds all of them."""


@dataclass(frozen=True, slots=True)
class ScenarioView:
    """One number under another assumption; `here` is the proposal itself."""

    words: str
    law: str
    number: str
    here: bool = False
    note: str = ""


@dataclass(frozen=True, slots=True)
class SettlingView:
    """Cards whose place, once proven, makes the claim certain (Law 70E1).

    `refuted` ones were found not to be proven.
    """

    words: str
    held: str
    number: str
    law: str
    refuted: bool = False


@dataclass(frozen=True, slots=True)
class ChangesView:
    """All that would change the number, ready to be drawn.

    `knew` says that more or less in the claimer's mind could change it, `pending` that
    a penalty card or a bound lead of a defender could.
    """

    scenarios: list[ScenarioView]
    settles: list[SettlingView]
    notes: list[tuple[str, str]]
    knew: bool = True
    pending: bool = True

    @property
    def any(self) -> bool:
        """Say whether anything could change the number."""
        return bool(self.settles) or self.knew or self.pending


def changes_view(
    found: Proposed,
    asked: Collection[BenchView],
    edition: Edition,
    refuted: Collection[str] = (),
    *,
    unread: bool = False,
) -> ChangesView | None:
    """Return what would change the number beyond what is `asked` of the director.

    A place found not proven (`refuted`) can still be proven after all. While words are
    `unread` nothing is called sure.
    """
    if found.result is None:
        return None
    about = {bench.about for bench in asked if bench.about}
    return ChangesView(
        scenarios(found.result, edition, unread=unread),
        [
            replace(
                one,
                refuted=is_refuted(one.held, refuted),
                words=f"{one.words} {_(WITHOUT_WORDS)}" if unread else one.words,
            )
            for one in _settles(found.result, edition)
            if one.held not in about
        ],
        _concession(found.result),
        knew=_plays_matter(found.result),
        pending=_defenders_matter(found),
    )


def _plays_matter(result: Stored) -> bool:
    """Say whether the side may win more or fewer tricks by what it plays at all."""
    least, most = result["any_play"], result["double_dummy"]
    return bool(least["low"] < most["high"])


def _defenders_matter(found: Proposed) -> bool:
    """Say whether defenders who may play less than the laws else let them matter.

    It can only cost them tricks: not where the declarer has every trick already, nor
    where a defender who claims has none.
    """
    if found.claim is None or found.result is None or found.award is None:
        return True
    if found.claim.by_declarer:
        return found.award < int(found.result.get("left", found.result["claimed"]))
    return found.award > 0


def scenarios(
    result: Stored, edition: Edition, *, unread: bool = False
) -> list[ScenarioView]:
    """Return the scenarios; a result stored before there was one gives its numbers."""
    rows = _scenarios(result, edition)
    if not unread:
        return rows
    words = {sentence_words(said("scenario_certain")), _(CERTAIN)}
    return [
        replace(one, words=_(SURE_BUT_FOR_WORDS)) if one.words in words else one
        for one in rows
    ]


def _scenarios(result: Stored, edition: Edition) -> list[ScenarioView]:
    return [
        ScenarioView(
            sentence_words(scenario["sentence"]),
            edition.named(scenario["law"]),
            number_of(scenario["award"]["low"], scenario["award"]["high"]),
            here=scenario["key"] == "award",
            note=_(WARNING) if scenario["warning"] else "",
        )
        for scenario in result.get("ladder") or ()
    ] or _plain_scenarios(result, edition)


def _plain_scenarios(result: Stored, edition: Edition) -> list[ScenarioView]:
    rows = [
        (_("As claimed."), "", {"low": result["claimed"], "high": result["claimed"]}),
        (
            _(CERTAIN),
            edition.named("70D1"),
            result["certain"],
        ),
    ]
    if trump := result["outstanding_trump"]:
        rows += [
            (_("The trumps out were known."), "70C", trump["aware_award"]),
            (_("The trumps out were forgotten."), "70C", trump["unaware_award"]),
        ]
    rows.append((_("By any legal play."), "70", result["any_play"]))
    views = [ScenarioView(words, law, number_of(**span)) for words, law, span in rows]
    award = number_of(result["low"], result["high"])
    views.insert(2, ScenarioView(_("This line."), "70A", award, here=True))
    return views


def _settles(result: Stored, edition: Edition) -> list[SettlingView]:
    """Return the locations that would change the number, were they proven."""
    return [
        SettlingView(
            sentence_words(one["sentence"]),
            ",".join(one["held"]),
            str(one.get("certain", "")),
            edition.named("70E1"),
        )
        for one in result["settles"]
        if one.get("moves", True)
    ]


def _concession(result: Stored) -> list[tuple[str, str]]:
    """Return whether Law 71 gives a conceded trick back, where any was conceded."""
    if result["claimed"] == result["left"]:
        return []
    return [("71", sentence_words(result["cancel_reason"]))]


def origin(row: Proposal | None, result: Stored | None) -> list[tuple[str, str]]:
    """Return what a proposal rests on, so that anybody can compute it again."""
    if row is None or result is None:
        return []
    stands = result["provenance"]
    settings = stands["settings"]
    order = parameters()["suit_order"].said(settings["suit_order"])
    return [
        (_("Solver"), str(stands["solver"])),
        (_("Rules of normal play"), stands["rules"][:SHORT]),
        (_("Question"), stands["input_hash"][:SHORT]),
        (_("Result"), row.result_hash[:SHORT]),
        (
            _("Positions searched"),
            number_format(stands["positions"], force_grouping=True),
        ),
        (_("At most"), number_format(settings["budget"], force_grouping=True)),
        (_("Laws"), str(settings["edition"])),
        (_("Regulations"), str(settings["profile"])),
        (_("Suits thought good"), _(order)),
        (_("Class of player"), str(CLASSES[settings["player_class"]])),
    ]
