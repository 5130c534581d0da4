"""What a phrase means beside those before and after it (Law 68C).

A bare suit or card goes on what was said before it: what is lost, ruffed or listed.
What is said behind "after" is done before what it follows.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace

from rulings.statements.alternatives import CONDITIONS
from rulings.statements.reading.branching import (
    ALTERNATIVES,
    Branches,
    empty_branches,
    followed,
)
from rulings.statements.reading.context import Context, UnclearError
from rulings.statements.reading.cutting import PAUSES, clause_before
from rulings.statements.reading.grammar.longest import Phrase
from rulings.statements.reading.leaning import (
    again_ruffed,
    as_the_last,
    branch_total,
    drawn_first,
    drawn_then,
    finessed_again,
    forget_unnamed,
    from_the_top,
    good_of,
    has_tops,
    held_by_the_side,
    is_good_of_a_card,
    is_lost_too,
    is_total,
    let_run,
    losers,
    lost_by_one,
    lost_then,
    manner_of,
    named_now,
    named_winner,
    note_counted,
    one_more_round,
    others_thrown,
    outcome,
    refuse_theirs,
    thrown_too,
)
from rulings.statements.reading.listing import (
    Listing,
    is_whole,
    names_two_suits,
)
from rulings.statements.reading.meaning import counted, lost, steps_of
from rulings.statements.reading.ordering import put_in_order
from rulings.statements.reading.repeating import again, counted_rounds, once
from rulings.statements.reading.vocabulary.language import LOSING, LOW, Piece
from rulings.statements.steps import StatedStep, Verb

_BARE = frozenset({"bare_suit", "bare_trumps", "bare_cards"})
_COUNTS = frozenset({"count", "have_one"})
_SAID_ONCE = {*map(StatedStep, (Verb.DRAW, Verb.GOOD, Verb.MINE, Verb.NO_FINESSE))}


@dataclass(slots=True)
class Discourse:
    """The steps read so far, and what the next phrase leans on.

    `unclear` is the end of the last phrase that could not be made out, `read` of the
    last that was read; `manner` says whether the last one named what is lost or ruffed;
    `begun` is where its steps begin; `conditional` whether a condition was noted.
    """

    pieces: list[Piece]
    phrases: list[Phrase]
    context: Context
    steps: list[StatedStep] = field(default_factory=list)
    covered: set[int] = field(default_factory=set)
    unclear: int = 0
    manner: str = ""
    begun: int = 0
    conditional: bool = False
    taken: list[tuple[Phrase, list[StatedStep]]] = field(default_factory=list)
    branches: Branches = field(init=False)
    listing: Listing = field(init=False)
    read: int = 0

    def __post_init__(self) -> None:
        """Look for conditions that no phrase has read."""
        self.listing = Listing(self.pieces, self.phrases)
        self.branches = Branches(self.pieces)
        self.branches.miss(self.phrases)
        note_counted(self.context, self.listing)

    def end(self) -> None:
        """Put lists in the order their words say; note a condition said last."""
        self._forget_empty_branches()
        self._forget_numbers()
        self._conditions(len(self.pieces))
        played = put_in_order(self.pieces, self.taken)
        self.steps = [played.get(id(step), step) for step in self.steps]
        self.taken = [
            (phrase, [played.get(id(step), step) for step in steps])
            for phrase, steps in self.taken
        ]

    def _forget_numbers(self) -> None:
        """Leave numbers unread that say of nothing how many they are."""
        for phrase, steps in [*self.taken]:
            if phrase.kind != "bare_number" or steps:
                continue
            if not is_total(phrase, self.steps, self.context):
                self.covered.difference_update(range(phrase.start, phrase.end))
                self.taken.remove((phrase, steps))

    def _conditions(self, end: int) -> None:
        """Say once, where a condition is met before some place, that there is one."""
        is_met = self.branches.first is not None and self.branches.first < end
        if not is_met or self.conditional:
            return
        self.conditional = True
        if StatedStep(Verb.CONDITION) not in self.steps:
            self.steps.append(StatedStep(Verb.CONDITION))

    def take(self, phrase: Phrase) -> None:
        """Add the steps of the next phrase, or leave it unread."""
        self._conditions(phrase.start)
        if phrase.is_bare and self.unclear and self._runs_on(phrase):
            self.unclear = phrase.end
            return
        if self.branches.is_lost(phrase):
            return
        if phrase.kind in ALTERNATIVES and names_two_suits(self.pieces, self.taken):
            self.context.spoken = None
        self.context.them = self.listing.suit_of_them(phrase.start)
        try:
            found = self._meant(phrase, steps_of(phrase.tree, self.context))
            refuse_theirs(self.pieces[max(0, phrase.start - 1) : phrase.end], found)
        except UnclearError:
            self.unclear = phrase.end
            if phrase.kind in ALTERNATIVES:
                self.branches.lose(phrase.start)
                self._untake(clause_before(self.pieces, phrase.start, phrase.end))
            return
        found = once(phrase, found, self.pieces)
        trump = self.context.trump
        if self._gap(phrase) and again(phrase, found, self.taken, self.steps, trump):
            found = []
        if len(found) == 1 and found[0] in _SAID_ONCE and found == self.steps[-1:]:
            found = []
        if phrase.kind in ALTERNATIVES:
            self._branch(phrase, found)
            return
        if self.branches.leaves(phrase):
            self.steps.append(StatedStep(Verb.ALWAYS))
        at = self.begun if self._is_done_before(phrase) else len(self.steps)
        self.steps[at:at] = found
        self.begun = at
        self._cover(phrase, found)

    def _cover(self, phrase: Phrase, found: list[StatedStep]) -> None:
        self.taken.append((phrase, found))
        self.covered.update(range(phrase.start, phrase.end))
        self.read = max(self.read, phrase.end)

    def _untake(self, start: int) -> None:
        """Leave phrases from a place on unread: they hang on an unread condition."""
        for phrase, steps in self.taken:
            if phrase.start >= start:
                self.covered.difference_update(range(phrase.start, phrase.end))
                gone = {*map(id, steps)}
                self.steps = [step for step in self.steps if id(step) not in gone]
        self.taken = [one for one in self.taken if one[0].start < start]

    def _branch(self, phrase: Phrase, found: list[StatedStep]) -> None:
        """Take a condition, or "otherwise", before what hangs on it."""
        at = self.branches.take(phrase, self.taken, self.steps, self.context)
        self.steps[at:at] = found
        self.begun = len(self.steps)
        self._cover(phrase, found)

    def _forget_empty_branches(self) -> None:
        """Leave conditions unread on which no step hangs."""
        empty = empty_branches(self.steps)
        gone = {id(step) for step in empty}
        for phrase, steps in self.taken:
            if gone & {*map(id, steps)}:
                self.covered.difference_update(range(phrase.start, phrase.end))
        self.taken = [(p, s) for p, s in self.taken if not gone & {*map(id, s)}]
        self.steps = [step for step in self.steps if id(step) not in gone]
        if any(step.act in CONDITIONS for step in empty) or self.branches.lost:
            self.steps.append(StatedStep(Verb.CONDITION))

    def _runs_on(self, phrase: Phrase) -> bool:
        """Say whether a phrase goes on one said just before it that was unclear."""
        if not self.listing.are_skipped(self.unclear, phrase.start):
            return False
        between = self.pieces[self.unclear : phrase.start + 1]
        return not any(piece.opens for piece in between)

    def _meant(self, phrase: Phrase, found: list[StatedStep]) -> list[StatedStep]:
        """Return the steps of a phrase as those before it have them meant."""
        manner, self.manner = self.manner, manner_of(phrase)
        if phrase.kind == "nothing_else":
            return found if manner == "lost" else []
        if leaning := self._leaning(phrase.kind):
            return leaning(phrase, found)
        if self._are_lost(phrase, found):
            trump = self.context.trump
            return [lost(s, trump) for s in found for _ in range(s.count or 1)]
        if phrase.kind == "count" and self._after(phrase):
            found = [counted_rounds(step, phrase) for step in found]
        if phrase.kind == "count" and manner:
            return self._counted_on(phrase, found, manner)
        if self._is_open(phrase):
            raise UnclearError(phrase.kind)
        if phrase.kind not in _BARE:
            return found
        return self._gone_on(phrase, found, manner)

    def _leaning(
        self, kind: str
    ) -> Callable[[Phrase, list[StatedStep]], list[StatedStep]] | None:
        """Return what makes the steps of a phrase out by those before it."""
        return {
            "gone": lambda one, found: (
                drawn_first(found, self.context) if self._after(one) else found
            ),
            "let_run": self._of_steps(let_run),
            "bare_again": lambda one, found: again_ruffed(*self._last(one), found),
            **dict.fromkeys(("bare_number", "bare_total", "total"), self._total),
            "bare_repeat": self._of_steps(finessed_again),
            "bare_draw": lambda _, found: drawn_then(self.steps, found, self.context),
            "bare_goes": lambda one, found: others_thrown(*self._last(one), found),
            "lose_it": lambda _, found: lost_then(self.steps, found, self.context),
            "one_down": self._of_steps(lost_by_one),
            "outcome": lambda one, found: outcome(self.steps, one, found),
            "bare_top": self._of_steps(from_the_top),
            "if_follow": self._of_steps(followed),
            "trick_to": lambda one, found: named_winner(*self._last(one), found),
            "too": lambda _, steps: as_the_last(self.steps, steps, self.context),
            "good": lambda p, found: good_of(*self._last(p), p, found, self.context),
            "loser": lambda p, found: losers(*self._last(p), p, found, self.context),
        }.get(kind)

    def _last(self, phrase: Phrase) -> tuple[list[StatedStep], list[Piece]]:
        """Return the steps before a phrase, and the pieces since the last phrase."""
        return self.steps, self._gap(phrase)

    def _total(self, phrase: Phrase, found: list[StatedStep]) -> list[StatedStep]:
        return branch_total(self.steps, phrase, self.context) or found

    def _of_steps(
        self, make: Callable[[list[StatedStep], list[StatedStep]], list[StatedStep]]
    ) -> Callable[[Phrase, list[StatedStep]], list[StatedStep]]:
        """Return a phrase made out by nothing but the steps before it."""
        return lambda _, found: make(self.steps, found)

    def _counted_on(
        self, phrase: Phrase, found: list[StatedStep], manner: str
    ) -> list[StatedStep]:
        """Return what a number of a suit means behind what is lost or ruffed.

        Behind a comma one trick is one more that is lost ("one heart, one club"), and
        so are those that were given up before and are named now.
        """
        gap = [] if phrase.tokens[0].type == "HAVE" else self._gap(phrase)
        step = found[0]
        if manner == "lost" and (named := named_now(self.steps, step, gap)):
            self.manner = manner
            return named
        one = manner == "lost" and step.count == 1
        if not gap or any(p.opens or (p.comma and not one) for p in gap):
            return found
        if manner == "ruffed" and step.suit is self.context.trump:
            return found
        self.manner = manner
        act = Verb.GIVE_UP if manner == "lost" else Verb.RUFF
        return [StatedStep(act, suit=step.suit)] * (step.count or 1)

    def _gone_on(
        self, phrase: Phrase, found: list[StatedStep], manner: str
    ) -> list[StatedStep]:
        """Return what a bare suit or card means that goes on what was said."""
        is_named = phrase.kind != "bare_cards" or self._are_theirs(found)
        at_once = is_named and self._in_one_breath(phrase)
        listed = at_once or is_lost_too(phrase, found, self._gap(phrase), self.context)
        if manner == "lost" and (listed or self._names_what_is_lost(phrase, found)):
            self.manner = manner
            forget_unnamed(self.steps, len(found))
            return [lost(step, self.context.trump) for step in found]
        if manner == "ruffed" and at_once and phrase.kind == "bare_suit":
            self.manner = manner
            return [replace(step, act=Verb.RUFF) for step in found]
        if manner == "thrown" and at_once and phrase.kind == "bare_suit":
            self.manner = manner
            return thrown_too(self.steps, found, self._gap(phrase))
        alike = self.listing.shared_end(phrase)
        if alike == "good_part":
            return [StatedStep(Verb.GOOD, suit=step.suit) for step in found]
        if alike == "cash_top":
            return [replace(step, from_the_top=True) for step in found]
        good_too = phrase.kind == "bare_cards" and is_good_of_a_card(self.taken)
        if good_too and self._in_one_breath(phrase):
            return as_the_last(self.steps, found, self.context)
        if self.listing.is_in_a_list(phrase):
            good = is_good_of_a_card(self.taken)
            whole = is_whole(phrase, self.pieces, good=good)
            return [
                counted(step, self.context, whole=whole)
                for step in held_by_the_side(found, self.context)
            ]
        if phrase.kind == "bare_suit" and self._is_low(phrase):
            return one_more_round(self.steps, found)
        return held_by_the_side(found, self.context)

    def _is_open(self, phrase: Phrase) -> bool:
        """Say whether a low card is led that no step names, or a card lies there."""
        low = phrase.kind == "cash" and self._is_low(phrase)
        return low or self.listing.may_lie_there(phrase)

    def _is_low(self, phrase: Phrase) -> bool:
        """Say whether a low card of a suit was named."""
        said = self.pieces[max(0, phrase.start - 1) : phrase.end]
        return any(piece.value.startswith(LOW) for piece in said)

    def _are_lost(self, phrase: Phrase, found: list[StatedStep]) -> bool:
        """Say whether suits or cards are named or counted as losers.

        By a word beside them ("I have a losing club"), or behind the last of them ("a
        heart and a club to lose").
        """
        if phrase.kind not in {*_BARE, *_COUNTS}:
            return False
        if self.listing.shared_end(phrase) in {"lost", "one lost"}:
            if any(has_tops(self.context, step) for step in found):
                return False
            return phrase.kind != "bare_cards" or self._are_theirs(found)
        said = self.pieces[phrase.start : phrase.end]
        return phrase.kind in _COUNTS and any(p.value.startswith(LOSING) for p in said)

    def _gap(self, phrase: Phrase) -> list[Piece]:
        """Return the pieces since the last phrase that was read, and the next one.

        Empty at the beginning, and where words between them were not understood.
        """
        nothing_read = phrase.start == 0 or not self.read
        if nothing_read or not self.listing.are_skipped(self.read, phrase.start):
            return []
        return self.pieces[self.read : phrase.start + 1]

    def _in_one_breath(self, phrase: Phrase) -> bool:
        gap = self._gap(phrase)
        return bool(gap) and not any(piece.opens or piece.comma for piece in gap)

    def _names_what_is_lost(self, phrase: Phrase, found: list[StatedStep]) -> bool:
        """Say whether a phrase names the trick just given up ("one: the ace of clubs").

        A card that the claimer's side holds is one he plays.
        """
        gap = self._gap(phrase)
        paused = any(piece.kind in PAUSES for piece in gap)
        stops = any(piece.opens and not piece.colon for piece in gap)
        if not gap or paused or stops or StatedStep(Verb.GIVE_UP) not in self.steps:
            return False
        if phrase.kind == "bare_cards":
            return self._are_theirs(found)
        return all(token.type == "SUIT" for token in phrase.tokens)

    def _are_theirs(self, found: list[StatedStep]) -> bool:
        """Say whether cards were named that the claimer's side does not hold."""
        return self.context.held.isdisjoint(s.card for s in found if s.card)

    def _after(self, phrase: Phrase) -> bool:
        """Say whether a phrase stands behind "after" or "once"."""
        for n in range(phrase.start - 1, -1, -1):
            if self.pieces[n].kind != "FILLER":
                return self.pieces[n].kind == "AFTER"
        return False

    def _is_done_before(self, phrase: Phrase) -> bool:
        """Say whether a phrase says what is done before the last one."""
        gap = self._gap(phrase)
        if not self._after(phrase) or len(gap) <= 1:
            return False
        at = max(n for n, piece in enumerate(gap) if piece.kind == "AFTER")
        return not any(piece.opens or piece.comma for piece in gap[: at + 1])
