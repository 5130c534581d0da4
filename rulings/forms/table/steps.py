"""An answer to a question of the flow, with its records; or a value a rule needs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from rulings.forms.typed import words
from rulings.laws.engine.answers import Need
from rulings.laws.engine.flow import OPEN, RecordSpec, Step
from rulings.workflow.errors import Invalid

ASSIGNED = {
    "equity_tricks": gettext_lazy(
        "Give declarer's tricks on the board by the score you assign (Law 64C), "
        "then choose the answer again."
    )
}
"""Records that an answer cannot do without, with what to say when one is missing."""


def answer_of(step: Step, data: QueryDict) -> tuple[str, dict[str, object]]:
    """Return the choice and its records; Invalid when a record is no such value.

    Whether the choice is offered is the flow's to say.
    """
    choice = data.get("choice", "")
    if choice == OPEN:
        return choice, {}
    for name, sentence in ASSIGNED.items():
        wanted = any(one.name == name and choice in one.choices for one in step.records)
        if wanted and not data.get(f"record_{name}", "").strip():
            raise Invalid(str(sentence))
    values = {
        spec.name: value
        for spec in step.records
        if (not spec.choices or choice in spec.choices)
        and (value := _record(spec, data.get(f"record_{spec.name}", ""))) is not None
    }
    return choice, values


def _record(spec: RecordSpec, text: str) -> object:
    """Return a record in its kind, None where nothing was given."""
    text = words(text)
    if not text:
        return None
    match spec.kind:
        case "int":
            return _number(text, spec.low, spec.high)
        case "bool":
            return text == "true"
        case "list":
            return [line.strip() for line in text.splitlines() if line.strip()]
        case _:
            return text


def needed_values(needs: tuple[Need, ...], data: QueryDict) -> Mapping[str, Any]:
    """Return the values entered for what rules need, by key."""
    found: dict[str, Any] = {}
    for need in needs:
        text = words(data.get(need.key, ""))
        if not text:
            raise Invalid(_("Give an answer to: %s") % need.question)
        if need.kind == "bool":
            found[need.key] = text == "true"
        elif need.kind == "int":
            found[need.key] = _number(text, need.low, need.high)
        else:
            found[need.key] = text
    return found


def _number(text: str, low: int | None, high: int | None) -> int:
    try:
        number = int(text)
    except ValueError:
        number = -1
    least, most = low or 0, 99 if high is None else high
    if not least <= number <= most:
        raise Invalid(
            "%(text)s is no number from %(low)d to %(high)d.",
            text=text,
            low=least,
            high=most,
        )
    return number
