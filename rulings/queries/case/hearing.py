"""What the words of a claim can lean on: trump, the cards held, those on the table.

Serves Law 68C. The cards are the recorded ones, else those of the record of play. The
facts are complete with a claim, cards that fit it, and words that were read back.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from difflib import SequenceMatcher

from rulings.bridge.cards import Card, Suit
from rulings.bridge.contracts import Contract
from rulings.bridge.positions import Position
from rulings.bridge.seats import Seat
from rulings.models import Case, Claim, Statement
from rulings.models import Position as Stored
from rulings.queries.case.repaired import CLAIMER, corrected_now, playing_of
from rulings.queries.case.rows import statement_of, texts_with
from rulings.queries.case.solving import replay_of
from rulings.statements import (
    AmbiguousStatement,
    ReadStatement,
    UnreadSpan,
    WordSpan,
    read_spans,
    read_words,
)


@dataclass(frozen=True, slots=True)
class StatementContext:
    """With what words are read; empty where nothing is known."""

    trump: Suit | None = None
    held: tuple[Card, ...] = ()
    on_table: tuple[Card, ...] = ()

    def read(self, words: str) -> ReadStatement:
        """Return words as steps; all are left unread where they are ambiguous."""
        try:
            return read_words(words, self.trump, self.held, self.on_table)
        except AmbiguousStatement:
            return ReadStatement((), words, (UnreadSpan(0, words),))

    def spans(self, words: str) -> tuple[WordSpan, ...]:
        """Return words cut into phrases; one unread phrase where they are ambiguous."""
        try:
            return read_spans(words, self.trump, self.held, self.on_table)
        except AmbiguousStatement:
            return (WordSpan(0, words, (), understood=False),)

    def steps(self, words: str) -> list[str]:
        """Return the text forms of the steps read."""
        return [str(step) for step in self.read(words).steps]

    def unread(self, words: str, steps: Sequence[str]) -> tuple[UnreadSpan, ...]:
        """Return what was not understood of words taken down with some steps.

        What only the cards told ("the queen") counts where its step was taken down:
        the cards may have come later.
        """
        plain, told = replace(self, held=()).read(words), self.read(words)
        by_cards = {str(step) for step in told.steps if step not in plain.steps}
        found = told if by_cards <= set(steps) else plain
        return found.not_understood


def hearing_of(
    case: Case,
    *,
    contract: Contract | None = None,
    claimer: Seat | None = None,
    left: int | None = None,
    cards: Position | None = None,
    without_cards: bool = False,
) -> StatementContext:
    """Return with what the words of a case are read; what is given goes first.

    `without_cards` is for cards that fall with the act: the trump is all that is left.
    """
    known = playing_of(case).contract
    if contract is None and known:
        contract = Contract.parse(known)
    claim = Claim.objects.filter(case=case).first()
    if claim is not None:
        was = corrected_now(case).get(CLAIMER, (claim.claimer,))
        claimer = Seat.parse(was[-1]) if claimer is None else claimer
        left = claim.tricks_left if left is None else left
    trump = None if contract is None else contract.strain.suit
    if claimer is None or without_cards:
        return StatementContext(trump)
    cards = _cards(case, left) if cards is None else cards
    if cards is None:
        return StatementContext(trump)
    side = claimer.side.seats
    seen = {claimer, None if contract is None else contract.dummy}
    held = tuple(card for seat in side if seat in seen for card in cards.hands[seat])
    plays = cards.trick.plays()
    return StatementContext(
        trump, held, tuple(card for seat, card in plays if seat in side)
    )


def _cards(case: Case, left: int | None) -> Position | None:
    """Return the cards left: as taken down, else as the record of play shows them."""
    row = Stored.objects.filter(case=case).first()
    if row is not None:
        cards = Position.parse(row.text)
        if left in {None, cards.left}:
            return cards
    replayed = replay_of(playing_of(case), left)
    return None if replayed is None else replayed.position


def open_words(case: Case) -> tuple[UnreadSpan, ...]:
    """Return the words of the claim that were not understood, as far as they stand."""
    row = statement_of(case)
    if row is None:
        return ()
    words = texts_with([row]).get(row.words, "")
    return hearing_of(case).unread(words, row.steps)


def heard_again(
    steps: Sequence[str], words: str, before: StatementContext, now: StatementContext
) -> list[str]:
    """Return steps after words have been read again; what a director changed stays."""
    old = _old_reading(steps, words, before)
    own = any(step not in old for step in steps)
    return _merged(steps, old, now.steps(words), own=own)


def reworded(
    steps: Sequence[str], words: str, now: str, heard: StatementContext
) -> list[str]:
    """Return steps after their words were changed; those of other words stay."""
    return _merged(steps, _old_reading(steps, words, heard), heard.steps(now))


def _merged(
    steps: Sequence[str],
    old: Sequence[str],
    new: Sequence[str],
    *,
    own: bool | None = None,
) -> list[str]:
    """Return steps with a new reading in the place of an old one.

    `own` says of the same words, read again, whether a director had changed a step;
    None where the words themselves are new.
    """
    found = list(steps)
    matcher = SequenceMatcher(None, old, new, autojunk=False)
    for kind, start, end, first, last in reversed(matcher.get_opcodes()):
        gone = [step for step in old[start:end] if step in found]
        if kind == "equal" or (own if start == end else own is not None and not gone):
            continue  # read as before; or a director has said what these words mean
        at = found.index(gone[0]) if gone else _place(found, old, start)
        found = [step for step in found if step not in gone]
        fresh = [step for step in new[first:last] if step not in found]
        found[at:at] = fresh
    return found


def _old_reading(
    steps: Sequence[str], words: str, before: StatementContext
) -> list[str]:
    """Return the reading that steps were taken from: with what was known, or without.

    Who may not see the cards had the words read without them.
    """
    readings = [before.steps(words), StatementContext(before.trump).steps(words)]
    return max(readings, key=lambda read: sum(step in steps for step in read))


def _place(found: list[str], old: Sequence[str], start: int) -> int:
    """Return where words not understood before stand among the steps."""
    if start and old[start - 1] in found:
        return found.index(old[start - 1]) + 1
    if not start and old and old[0] in found:
        return found.index(old[0])
    return len(found)


def complete(
    case: Case,
    *,
    claim: int | None = None,
    read_back: bool = False,
    position: bool = False,
) -> bool:
    """Say whether nothing is missing from the fact sheet; arguments are just given."""
    if claim is None:
        tricks = Claim.objects.filter(case=case).values_list("tricks_left", flat=True)
        claim = tricks.first()
    if not claim:
        return False
    has_cards = position or _has_cards(case, claim)
    has_read_back = (
        read_back
        or Statement.objects.filter(case=case, layer=Statement.Layer.CLAIM)
        .exclude(read_back_ns="")
        .exclude(read_back_ew="")
        .exists()
    )
    return has_cards and has_read_back


def _has_cards(case: Case, left: int) -> bool:
    """Say whether the cards taken down are as many as the claim says were left."""
    row = Stored.objects.filter(case=case).first()
    return row is not None and Position.parse(row.text).left == left
