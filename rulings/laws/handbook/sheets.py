"""A flow in one edition as a sheet to read: steps, outcomes, notices, standards.

The page of a flow and the handbook show the same sheet. `say` gives a text in the
reader's words; nothing here knows a language.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import TypeAlias

from rulings.laws.engine.flow import SYSTEM, Choice, Flow, Guide, Note, Outcome, Step
from rulings.laws.engine.reach import choices_left
from rulings.laws.references import Source
from rulings.laws.standards import Standard, standards

ALWAYS = "True"
"""The condition of a rule that holds where none before it does."""


@dataclass(frozen=True, slots=True)
class AnswerLine:
    """An answer: its words, where it leads, and what has to be said with it.

    `condition` is what the program settles it by, "" where it is what else remains.
    """

    value: str
    label: str
    hint: str
    next: str
    leads_to: str
    condition: str
    notices: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class StepLine:
    """A step as it is printed."""

    id: str
    actor: str
    question: str
    laws: tuple[str, ...]
    gist: str
    why: str
    stops: str
    answers: tuple[AnswerLine, ...]
    guides: tuple[Guide, ...]
    notes: tuple[Note, ...]
    may_stay_open: bool
    system: bool
    verified: bool


@dataclass(frozen=True, slots=True)
class OutcomeLine:
    """An outcome as it is printed; `follow_ups` are steps of a later check."""

    id: str
    effect: str
    meaning: str
    remark: str
    laws: tuple[str, ...]
    notices: tuple[str, ...]
    follow_ups: tuple[str, ...]
    verified: bool


@dataclass(frozen=True, slots=True)
class StandardLine:
    """By what a kind of ruling is judged."""

    ruling: str
    standard: str
    doubt: str
    claiming_side: str
    other_side: str
    laws: tuple[str, ...]
    steps: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ProvisionLine:
    """A point in which editions differ, as this one has it."""

    name: str
    gist: str
    value: bool | str
    laws: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class FlowSheet:
    """A flow in one edition, in the reader's words.

    `absent` names the steps and outcomes of other editions only.
    """

    name: str
    title: str
    edition: str
    edition_title: str
    steps: tuple[StepLine, ...]
    outcomes: tuple[OutcomeLine, ...]
    notices: tuple[tuple[str, str], ...]
    standards: tuple[StandardLine, ...]
    provisions: tuple[ProvisionLine, ...]
    absent: tuple[str, ...]


def sheet_of(flow: Flow, say: Say = str) -> FlowSheet:
    """Return the sheet of a flow in its edition."""
    parts: list[Step | Outcome] = [*flow.steps.values(), *flow.outcomes.values()]
    held = {part.id for part in parts if part.in_edition}
    steps = [step for step in flow.steps.values() if step.in_edition]
    outcomes = [one for one in flow.outcomes.values() if one.in_edition]
    notices = {name for step in steps for name in _said(flow, step)}
    notices |= {use.id for outcome in outcomes for use in outcome.notices}
    return FlowSheet(
        name=flow.name,
        title=say(flow.title),
        edition=flow.edition.name,
        edition_title=say(flow.edition.title),
        steps=tuple(_step(flow, step, say) for step in steps),
        outcomes=tuple(_outcome(one, say) for one in outcomes),
        notices=tuple(
            (one.id, say(one.text))
            for one in flow.notices.values()
            if one.id in notices
        ),
        standards=tuple(
            _standard(one, held, say)
            for one in standards(flow.edition.name)
            if held & set(one.steps)
        ),
        provisions=tuple(
            ProvisionLine(one.name, say(one.gist), one.value, _laws(one.refs))
            for one in flow.edition.provisions.values()
        ),
        absent=tuple(part.id for part in parts if not part.in_edition),
    )


def _said(flow: Flow, step: Step) -> tuple[str, ...]:
    choices = choices_left(flow, step)
    return tuple(notice for choice in choices for notice in choice.notices)


def _laws(refs: Iterable[Source]) -> tuple[str, ...]:
    return tuple(str(ref) for ref in refs)


def _step(flow: Flow, step: Step, say: Say) -> StepLine:
    guides = [
        replace(
            guide,
            text=filled(flow, guide.text, say),
            remark=say(guide.remark) if guide.remark else "",
        )
        for guide in step.guides
    ]
    notes = [replace(note, text=filled(flow, note.text, say)) for note in step.notes]
    return StepLine(
        id=step.id,
        actor=step.actor,
        question=filled(flow, step.question, say),
        laws=_laws(step.refs),
        gist=filled(flow, step.gist, say),
        why=filled(flow, step.why, say),
        stops=filled(flow, step.stops, say),
        answers=tuple(
            _answer(flow, step, one, say) for one in choices_left(flow, step)
        ),
        guides=tuple(guides),
        notes=tuple(notes),
        may_stay_open=step.may_stay_open,
        system=step.actor == SYSTEM,
        verified=step.verified,
    )


def _answer(flow: Flow, step: Step, choice: Choice, say: Say) -> AnswerLine:
    target = led_to(flow, choice.next)
    rules = step.rules or step.fixed
    when = [str(rule.when) for rule in rules if rule.choice == choice.value]
    said = [text for text in when if text != ALWAYS]
    return AnswerLine(
        value=choice.value,
        label=filled(flow, choice.label, say),
        hint=filled(flow, choice.hint, say),
        next=target,
        leads_to=words_at(flow, target, say),
        condition=" or ".join(said),
        notices=tuple(choice.notices),
    )


def _outcome(outcome: Outcome, say: Say) -> OutcomeLine:
    return OutcomeLine(
        id=outcome.id,
        effect=outcome.effect,
        meaning=say(outcome.meaning),
        remark=say(outcome.remark) if outcome.remark else "",
        laws=_laws(outcome.refs),
        notices=tuple(use.id for use in outcome.notices),
        follow_ups=outcome.follow_ups,
        verified=outcome.verified,
    )


def _standard(one: Standard, held: set[str], say: Say) -> StandardLine:
    ruling, standard, doubt, claiming, other = (say(text) for text in one.texts)
    steps = tuple(step for step in one.steps if step in held)
    laws = _laws(one.refs)
    return StandardLine(ruling, standard, doubt, claiming, other, laws, steps)


Say: TypeAlias = Callable[[str], str]
"""Gives a text of the data in the reader's words."""


def filled(flow: Flow, text: str, say: Say) -> str:
    """Return a text in the reader's words, its placeholders as they stand in."""
    if not text:
        return ""
    words = {name: say(meaning) for name, meaning in flow.placeholders.items()}
    return say(text).format(**words)


def led_to(flow: Flow, target: str) -> str:
    """Return where a way ends up, past steps that the edition has only to be passed."""
    while target in flow.steps and not flow.steps[target].in_edition:
        target = choices_left(flow, flow.steps[target])[0].next
    return target


def words_at(flow: Flow, target: str, say: Say) -> str:
    """Return the words at the end of a way: a question, or what an outcome means."""
    outcome = flow.outcomes.get(target)
    text = flow.steps[target].question if outcome is None else outcome.meaning
    return filled(flow, text, say)
