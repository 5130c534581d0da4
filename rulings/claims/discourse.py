"""What a phrase means beside those before and after it (Law 68C).

A bare suit or card goes on what was said before it: what is lost, ruffed or listed.
What is said behind "after" is done before what it follows.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from itertools import pairwise

from lark import Token

from rulings.bridge.cards import Suit
from rulings.claims.meaning import counted, steps_of
from rulings.claims.parts import Context, UnclearError
from rulings.claims.phrases import SKIPPED, Phrase
from rulings.claims.pieces import PAUSES
from rulings.claims.steps import Act, Step
from rulings.claims.vocabulary.language import Piece

_LOST = frozenset(
    {"give_up", "bare_give", "lose_to", "lose_suit", "all_but", "good_but"}
)
_COUNTS = frozenset({"count", "have_one", "total", "bare_total"})
_BARE = frozenset({"bare_suit", "bare_trumps", "bare_cards"})
_LED = frozenset({Act.CASH, Act.RUN, Act.PLAY})


@dataclass(slots=True)
class Discourse:
    """The steps read so far, and what the next phrase leans on.

    `unclear` is the end of the last phrase that could not be made out; `manner` says
    whether the last one told what is lost or ruffed; `begun` is where its steps begin.
    """

    pieces: list[Piece]
    phrases: list[Phrase]
    context: Context
    steps: list[Step] = field(default_factory=list)
    covered: set[int] = field(default_factory=set)
    unclear: int = 0
    manner: str = ""
    begun: int = 0

    def take(self, phrase: Phrase) -> None:
        """Add the steps of the next phrase, or leave it unread."""
        if phrase.is_bare and self.unclear and self._runs_on(phrase):
            self.unclear = phrase.end
            return
        try:
            found = self._meant(phrase, steps_of(phrase.tree, self.context))
        except UnclearError:
            self.unclear = phrase.end
            return
        if found == [Step(Act.DRAW)] == self.steps[-1:]:
            found = []
        at = self.begun if self._is_done_before(phrase) else len(self.steps)
        self.steps[at:at] = found
        self.begun = at
        self.covered.update(range(phrase.start, phrase.end))

    def _runs_on(self, phrase: Phrase) -> bool:
        """Say whether a phrase goes on one said just before it that was unclear."""
        between = self.pieces[self.unclear : phrase.start + 1]
        return not any(piece.opens for piece in between) and all(
            piece.kind in SKIPPED for piece in between[:-1]
        )

    def _meant(self, phrase: Phrase, found: list[Step]) -> list[Step]:
        """Return the steps of a phrase as those before it have them meant."""
        manner, self.manner = self.manner, ""
        if phrase.kind in _LOST:
            self.manner = "lost"
        if phrase.kind == "ruff":
            self.manner = "ruffed"
        if phrase.kind == "gone" and self._after(phrase):
            return [self._drawn(step) for step in found]
        if phrase.kind == "let_run":
            return self._let_run()
        if phrase.kind == "loser":
            return [self._thrown(phrase, step) for step in found]
        if phrase.kind == "count" and manner:
            return self._counted_on(phrase, found, manner)
        if phrase.kind not in _BARE:
            return found
        return self._gone_on(phrase, found, manner)

    def _counted_on(self, phrase: Phrase, found: list[Step], manner: str) -> list[Step]:
        """Return what a number of a suit means behind what is lost or ruffed.

        Behind a comma only one trick is one more that is lost: "one heart, one club".
        """
        gap = self._gap(phrase)
        step = found[0]
        listed = any(piece.comma for piece in gap)
        one = manner == "lost" and step.count == 1
        if not gap or any(piece.opens for piece in gap) or (listed and not one):
            return found
        self.manner = manner
        act = Act.GIVE_UP if manner == "lost" else Act.RUFF
        return [Step(act, suit=step.suit)] * (step.count or 1)

    def _gone_on(self, phrase: Phrase, found: list[Step], manner: str) -> list[Step]:
        """Return what a bare suit or card means that goes on what was said."""
        is_named = phrase.kind != "bare_cards" or self._are_theirs(found)
        at_once = is_named and self._in_one_breath(phrase)
        if manner == "lost" and (at_once or self._names_what_is_lost(phrase, found)):
            self.manner = manner
            self._forget_unnamed(len(found))
            return [_lost(step, self.context.trump) for step in found]
        if manner == "ruffed" and at_once and phrase.kind == "bare_suit":
            self.manner = manner
            return [replace(step, act=Act.RUFF) for step in found]
        if phrase.kind == "bare_suit" and self._are_good_too(phrase):
            return [Step(Act.GOOD, suit=step.suit) for step in found]
        if self._in_a_list(phrase):
            return [counted(step, self.context) for step in found]
        return found

    def _gap(self, phrase: Phrase) -> list[Piece]:
        """Return the pieces since the last phrase that was read, and the next one.

        Empty where there is none, or words that were not understood stand between.
        """
        if phrase.start == 0 or not self.covered:
            return []
        gap = self.pieces[max(self.covered) + 1 : phrase.start + 1]
        return gap if all(piece.kind in SKIPPED for piece in gap[:-1]) else []

    def _in_one_breath(self, phrase: Phrase) -> bool:
        gap = self._gap(phrase)
        return bool(gap) and not any(piece.opens or piece.comma for piece in gap)

    def _names_what_is_lost(self, phrase: Phrase, found: list[Step]) -> bool:
        """Say whether a phrase names the trick just given up ("one: the ace of clubs").

        A card that the claimer's side holds is one he plays.
        """
        gap = self._gap(phrase)
        paused = any(piece.kind in PAUSES for piece in gap)
        stops = any(piece.opens and not piece.colon for piece in gap)
        if not gap or paused or stops or Step(Act.GIVE_UP) not in self.steps:
            return False
        if phrase.kind == "bare_cards":
            return self._are_theirs(found)
        return all(token.type == "SUIT" for token in _tokens(phrase))

    def _are_theirs(self, found: list[Step]) -> bool:
        """Say whether one card was named that the claimer's side does not hold."""
        return len(found) == 1 and found[0].card not in self.context.held

    def _forget_unnamed(self, named: int) -> None:
        for _ in range(min(named, self.steps.count(Step(Act.GIVE_UP)))):
            self.steps.remove(Step(Act.GIVE_UP))

    def _thrown(self, phrase: Phrase, step: Step) -> Step:
        """Return a discard on the suit just led ("play the ace, pitching a club")."""
        kinds = {token.type for token in _tokens(phrase)}
        gap = self._gap(phrase)
        led = self.steps[-1] if self.steps else None
        if led is None or led.act not in _LED or "DISCARDING" not in kinds:
            return step
        on_suit = led.card.suit if led.card is not None else led.suit
        thrown = step.card.suit if step.card is not None else step.suit
        if not gap or any(piece.opens for piece in gap) or thrown is on_suit:
            return step
        return replace(step, act=Act.DISCARD, on_suit=on_suit)

    def _let_run(self) -> list[Step]:
        """Return the finesse that a card just led makes when it is let run."""
        if not self.steps or self.steps[-1].act is not Act.PLAY:
            raise UnclearError
        return [replace(self.steps.pop(), act=Act.FINESSE)]

    def _after(self, phrase: Phrase) -> bool:
        """Say whether a phrase stands behind "after" or "once"."""
        for piece in reversed(self.pieces[: phrase.start]):
            if piece.kind != "FILLER":
                return piece.kind == "AFTER"
        return False

    def _is_done_before(self, phrase: Phrase) -> bool:
        """Say whether a phrase tells what is done before the last one."""
        gap = self._gap(phrase)
        return (
            self._after(phrase)
            and len(gap) > 1
            and not any(piece.opens or piece.comma for piece in gap[:-1])
        )

    def _drawn(self, step: Step) -> Step:
        """Return what is done first where the rest follows once trumps are gone."""
        if step.suit is not self.context.trump:
            raise UnclearError(step)
        return Step(Act.DRAW)

    def _are_good_too(self, phrase: Phrase) -> bool:
        """Say whether suits are named that are called good together with others."""
        at = self.phrases.index(phrase)
        for one, other in pairwise(self.phrases[at:]):
            if any(p.opens or p.comma for p in self.pieces[one.end : other.start + 1]):
                return False
            if other.kind == "good_part":
                return any(token.type == "SUITS" for token in _tokens(other))
            if other.kind != "bare_suit":
                return False
        return False

    def _in_a_list(self, phrase: Phrase) -> bool:
        """Say whether a bare suit or card stands beside a count of tricks."""
        at = self.phrases.index(phrase)
        before = self.phrases[:at][::-1]
        after = self.phrases[at + 1 :]
        return self._meets_count([phrase, *before], 0) or self._meets_count(
            [phrase, *after], 1
        )

    def _meets_count(self, row: list[Phrase], forward: int) -> bool:
        for one, other in pairwise(row):
            first, second = (one, other) if forward else (other, one)
            if any(
                p.opens and not p.colon
                for p in self.pieces[first.end : second.start + 1]
            ):
                return False
            if other.kind in _COUNTS:
                return True
            if not other.is_bare:
                return False
        return False


def _tokens(phrase: Phrase) -> list[Token]:
    return list(phrase.tree.scan_values(lambda _: True))


def _lost(step: Step, trump: Suit | None) -> Step:
    """Return a trick given up in a suit, or to a card, that was only named."""
    if step.card is not None:
        return Step(Act.LOSE_TO, card=step.card)
    return Step(Act.GIVE_UP, suit=trump if step.act is Act.DRAW else step.suit)
