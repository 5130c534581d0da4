"""The rules a case is under: its flow and its regulations, in its edition.

Regulation sets are stored with events and cases as frozen copies. They also say whether
the chief confirms a ruling before it is announced; the edition says how a stored result
numbers its laws.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import Any, TypeVar

from django.utils.translation import gettext as _

from rulings.laws.editions import Edition
from rulings.laws.engine import Flow, load_flow, walk
from rulings.laws.handbook.settings import shown
from rulings.laws.regulations import Parameter, Regulations
from rulings.models import Case, Ruling
from rulings.permissions import letters_in_event, user_actor

CLAIMS = "claims"


def flow_of(case: Case) -> Flow:
    """Return the flow of a case in its edition."""
    return load_flow(flow_name(case.kind), case.edition)


def flow_name(kind: str) -> str:
    """Return the flow of a kind of case: its own name, the claims' apart."""
    return CLAIMS if kind == Case.Kind.CLAIM else kind


def kind_of_flow(name: str) -> str:
    """Return the kind of the cases that follow a flow."""
    return Case.Kind.CLAIM.value if name == CLAIMS else name


def stored(regulations: Regulations) -> dict[str, Any]:
    """Return the copy an event keeps: name, title, date and every value."""
    return {
        "name": regulations.name,
        "title": regulations.title,
        "date": regulations.date and regulations.date.isoformat(),
        "values": dict(regulations.values),
    }


def restored(copy: Mapping[str, Any]) -> Regulations:
    """Return the set from its stored copy; its hash is the one stored beside it."""
    on = copy["date"] and date.fromisoformat(copy["date"])
    return Regulations(copy["name"], copy["title"], on, dict(copy["values"]))


def regulations_of(case: Case) -> Regulations:
    """Return the regulation set a case was opened under."""
    return restored(case.regulation)


def wanted_words(parameter: Parameter) -> str:
    """Return what a parameter can be, in the reader's language."""
    options = ", ".join(shown(parameter, one, _) for one in parameter.options)
    kinds = {
        "int": _("a whole number from %(low)d to %(high)d")
        % {"low": parameter.low, "high": parameter.high},
        "choice": _("one of these: %(options)s") % {"options": options},
        "text": _("a text"),
        "instant": _("a time with its offset, such as 2026-03-01T22:00:00+00:00"),
    }
    words = kinds[parameter.kind]
    return _("%(wanted)s, or nothing") % {"wanted": words} if parameter.unset else words


def needs_chief(case: Case, ruling: Ruling) -> bool:
    """Say whether the event wants this ruling confirmed and nobody has done so."""
    wanted = case.regulation.get("values", {}).get("chief_confirms", "never")
    needs = wanted == "always" or (wanted == "flagged" and is_flagged(ruling))
    confirmed = ruling.review == Ruling.Review.CONFIRMED
    return needs and not confirmed and not is_by_chief(case, ruling)


def is_by_chief(case: Case, ruling: Ruling) -> bool:
    """Say whether a chief made a ruling: nobody stands above him to confirm it."""
    actor = user_actor(ruling.by, ruling.decided_at)
    section_id = case.playing.table.section_id
    return "C" in letters_in_event(actor, case.event_id, section_id)


def is_flagged(ruling: Ruling) -> bool:
    """Say whether a ruling gives more than proposed, or shows the chief's notice.

    The notice is that of a line refused only because the edition has no exception for
    it (70E1).
    """
    proposed, given = _proposed(ruling), ruling.tricks_claimer
    above = proposed is not None and given is not None and given > proposed
    looks = flow_of(ruling.case).points.among("chief_looks")
    return above or not looks.isdisjoint(ruling.walk.get("notices", ()))


def _proposed(ruling: Ruling) -> int | None:
    """Return what the ruling would have been with the proposal accepted.

    The law of the case may turn doubt against the other side, or move tricks after
    the number (Laws 62, 64A); where the walk does not say, the proposal's own number.
    """
    high = ruling.proposal.high if ruling.proposal else None
    flow, stored = flow_of(ruling.case), ruling.walk
    if high is None or not {"facts", "answers", "solver"} <= stored.keys():
        return high
    walked = walk(
        flow,
        facts=stored["facts"],
        answers={**stored["answers"], **flow.points.reply("accepted")},
        regulation=regulations_of(ruling.case),
        solver=stored["solver"],
        entry=stored.get("entry", ""),
    )
    return high if walked.final_tricks is None else walked.final_tricks


Part = TypeVar("Part")
LAW = "law"


def cited(part: Part, edition: Edition) -> Part:
    """Return a result, or a part of one, with every law as the edition has it."""
    return _cited(part, edition) if edition.numbers else part


def _cited(part: Any, edition: Edition) -> Any:  # noqa: ANN401 - JSON
    if isinstance(part, Mapping):
        return {
            key: edition.named(value) if key == LAW else _cited(value, edition)
            for key, value in part.items()
        }
    if isinstance(part, list):
        return [_cited(one, edition) for one in part]
    return part
