"""Phrases that mean nothing by themselves, made out by the steps before them.

Serves Law 68C. `said` are the steps read so far, `found` those of the phrase; each
function raises UnclearError where the steps leave open what is meant.
"""

from __future__ import annotations

from dataclasses import replace

from rulings.bridge.cards import RANKS, Suit
from rulings.statements.alternatives import CONDITIONS
from rulings.statements.reading.context import Context, UnclearError
from rulings.statements.reading.grammar.longest import Phrase
from rulings.statements.reading.listing import Listing, names_its_suit
from rulings.statements.reading.meaning import lost as given_up
from rulings.statements.reading.vocabulary.language import THEY, Piece
from rulings.statements.steps import StatedStep, Verb

_THROWN = frozenset({"DISCARD", "DISCARDING"})
_LED = frozenset({Verb.CASH, Verb.RUN, Verb.PLAY, Verb.FINESSE, Verb.DRAW, Verb.COUNT})
_FAILING = frozenset({Verb.ELSE, Verb.IF_FAILS, Verb.IF_STAYS, Verb.IF_BAD_BREAK})
_COUNTED = frozenset({Verb.COUNT, Verb.GOOD, Verb.PLAY, Verb.CASH})
_ROUND = frozenset({Verb.CASH, Verb.DRAW})
_TRUMPS = frozenset({"TRUMPS", "DRAW_TRUMPS", "OF_TRUMPS", "BY_TRUMPS"})
Steps = list[StatedStep]
Taken = list[tuple[Phrase, Steps]]


def let_run(said: Steps, found: Steps) -> Steps:
    """Return the finesse that a card just led makes when it is let run."""
    if not said or said[-1].act is not Verb.PLAY:
        raise UnclearError
    return [*found, replace(said.pop(), act=Verb.FINESSE)]


def finessed_again(said: Steps, found: Steps) -> Steps:
    """Return the last finesse once more ("and repeat it")."""
    done = [step for step in said if step.act is Verb.FINESSE]
    if not done:
        raise UnclearError
    return [*found, replace(done[-1])]


def drawn_then(said: Steps, found: Steps, context: Context) -> Steps:
    """Return that the trump just said to be out is drawn ("I draw it").

    What is drawn where nothing was said before is trumps ("draw, ace of clubs").
    """
    at_first = not said and context.trump is not None
    out = said[-1:] in ([StatedStep(Verb.OUT)], [_broken(context.trump)])
    if not out and not at_first:
        raise UnclearError
    return found


def _broken(trump: Suit | None) -> StatedStep:
    return StatedStep(Verb.BREAKS, suit=trump)


def lost_then(said: Steps, found: Steps, context: Context) -> Steps:
    """Return the trick lost where a finesse fails or a card does not drop.

    Behind one round of a suit, or a card, that trick is lost ("a diamond, you win");
    what was just given up is only said once more.
    """
    on = said[-1] if said else None
    if on is not None and on.act in _GIVEN:
        return []
    if on is not None and on.act is Verb.OUT:
        return [StatedStep(Verb.GIVE_UP, suit=context.trump)]
    if on is not None and on.act is Verb.PLAY and on.card is not None:
        return [StatedStep(Verb.GIVE_UP, suit=on.card.suit)]
    if on is not None and on.act in _ROUND and on.count in {None, 1}:
        suit = context.trump if said.pop().act is Verb.DRAW else on.suit
        return [StatedStep(Verb.GIVE_UP, suit=suit)]
    fails, stays = Verb.IF_FAILS, Verb.IF_STAYS
    if on is not None and on.act is Verb.ELSE:
        fails, stays = Verb.IF_WORKS, Verb.IF_DROPS
        on = next((step for step in reversed(said) if step.act in CONDITIONS), None)
    if on is not None and on.act is stays:
        return [StatedStep(Verb.LOSE_TO, card=on.card)]
    if on is None or on.act is not fails:
        raise UnclearError
    return found


_GIVEN = frozenset({Verb.GIVE_UP, Verb.LOSE_TO})


def lost_by_one(said: Steps, found: Steps) -> Steps:
    """Return the trick lost where a condition leaves the claimer one short.

    Elsewhere the number of a result is no step.
    """
    on = said[-1].act if said else None
    if on is Verb.ELSE or on in CONDITIONS:
        return [StatedStep(Verb.GIVE_UP)]
    return found


def outcome(said: Steps, phrase: Phrase, found: Steps) -> Steps:
    """Return what the result of a contract says that hangs on a condition.

    "Plus one if it drops, otherwise just made": the better of two is all tricks.
    Raises UnclearError where they leave open how many are lost; elsewhere the result
    is no step.
    """
    on = said[-1].act if said else None
    before = said[-2] if len(said) > 1 else None
    if on in CONDITIONS or phrase.tokens[0].type == "UP":
        hangs = on is Verb.ELSE or on in CONDITIONS
        return [StatedStep(Verb.MINE)] if hangs else found
    if on is not Verb.ELSE:
        return found
    if before is None or before.act not in {Verb.GIVE_UP, Verb.LOSE_TO, Verb.MINE}:
        raise UnclearError(phrase.kind)
    other = Verb.GIVE_UP if before.act is Verb.MINE else Verb.MINE
    return [StatedStep(other)]


_HAD = frozenset({"have", "good_part", "count"})
_WHOLE = frozenset({"cash", "cash_top", "run", "bare_suit", "good_part"})
_DRAWN = frozenset({"draw", "bare_trumps"})
_OF_TRUMPS = _HAD | {"bare_trumps", "draw", "have_one"}


def note_counted(context: Context, listing: Listing) -> None:
    """Note which suits' tricks are counted; trumps that are had or drawn too."""
    named = {
        phrase.kind
        for phrase in listing.phrases
        if any(token.type in _TRUMPS for token in phrase.tokens)
    }
    trumps = set() if context.trump is None else {context.trump}
    drawn, had = (trumps if named & kinds else set() for kinds in (_OF_TRUMPS, _HAD))
    numbers = {"NUMBER", "DIGITS"}
    context.of_all = any(
        named.type in numbers and named == str(len(RANKS))
        for phrase in listing.phrases
        for named in phrase.tokens
    )
    whole = {
        Suit.parse(token)
        for phrase in listing.phrases
        for token in phrase.tokens
        if token.type == "SUITS" and phrase.kind in _WHOLE
    }
    context.run = frozenset(whole) | (trumps if named & _DRAWN else set())
    for phrase in listing.phrases:
        kinds = {token.type: token for token in phrase.tokens}
        if "AT_ROUND" in kinds and kinds.keys() & {"SUIT", "SUITS"}:
            # "Ace and king, and the third round of spades is yours".
            context.suit = Suit.parse(kinds.get("SUIT") or kinds["SUITS"])
    context.counted = listing.suits_counted | drawn
    context.several = listing.suits_of_several | had


def is_total(phrase: Phrase, said: Steps, context: Context) -> bool:
    """Say whether a number is the sum of the tricks counted, or of all on the board.

    "Five spades and the ace, six"; more tricks than are left are those of the contract.
    """
    number = int(phrase.tokens[0])
    left = (len(context.held) + len(context.on_table)) // 2
    counted = [step for step in said if step.act in _COUNTED]
    return number == sum(step.count or 1 for step in counted) or (number > left > 0)


def is_lost_too(
    phrase: Phrase, found: Steps, gap: list[Piece], context: Context
) -> bool:
    """Say whether one card of a suit is lost too ("I lose a heart, a diamond").

    Not of a suit in which the side holds the ace.
    """
    one = phrase.kind == "bare_suit" and phrase.tokens[0].type == "SUIT"
    parted = any(piece.opens or piece.kind == "PAUSE" for piece in gap)
    aces = {f"{step.suit}A" for step in found}
    held = {str(card) for card in context.held}
    return one and bool(gap) and not parted and bool(held) and not aces & held


def has_tops(context: Context, step: StatedStep) -> bool:
    """Say whether the side holds the top cards of a suit that several tricks count."""
    number = step.count or 0
    tops = {f"{step.suit}{rank}" for rank in RANKS[len(RANKS) - number :]}
    return number > 1 and {str(card) for card in context.held} >= tops


def named_now(said: Steps, step: StatedStep, gap: list[Piece]) -> Steps:
    """Return tricks given up before that a count names ("two losers: two clubs")."""
    parted = any(piece.colon or piece.comma for piece in gap)
    count = step.count or 1
    unnamed = said.count(StatedStep(Verb.GIVE_UP))
    if not parted or count > unnamed or any(piece.ends for piece in gap):
        return []
    forget_unnamed(said, count)
    return [StatedStep(Verb.GIVE_UP, suit=step.suit)] * count


def forget_unnamed(said: Steps, named: int) -> None:
    """Take back tricks given up of no suit, so many as are named behind them."""
    for _ in range(min(named, said.count(StatedStep(Verb.GIVE_UP)))):
        said.remove(StatedStep(Verb.GIVE_UP))


def from_the_top(said: Steps, found: Steps) -> Steps:
    """Note that the suit just named is played from the top; trumps may be too."""
    last = said[-1] if said else None
    if last is None or last.act not in {Verb.CASH, Verb.DRAW}:
        raise UnclearError
    if last.act is Verb.CASH:
        said[-1] = replace(last, from_the_top=True)
    return found


def thrown_on(said: Steps) -> StatedStep | None:
    """Return the step on which is thrown: the last one, or the finesse that works."""
    last = said[-1] if said else None
    if len(said) > 1 and last == StatedStep(Verb.IF_WORKS):
        return said[-2] if said[-2].act is Verb.FINESSE else None
    return None if last is None or last.act is Verb.FINESSE else last


def one_more_round(said: Steps, found: Steps) -> Steps:
    """Return one more round of the suit of the card just played ("and a small")."""
    last = said[-1] if said else None
    card = None if last is None or last.act is not Verb.PLAY else last.card
    if card is None or any(step.suit is not card.suit for step in found):
        raise UnclearError
    return [replace(step, count=1) for step in found]


def as_the_last(said: Steps, found: Steps, context: Context) -> Steps:
    """Return of a suit or a card what was said of the one before ("the ten too")."""
    last = said[-1].act if said else None
    if last is Verb.GOOD:
        good = held_by_the_side(found, context)
        return [replace(step, act=Verb.GOOD) for step in good]
    if last in {Verb.GIVE_UP, Verb.LOSE_TO}:
        return [given_up(step, context.trump) for step in found]
    if last not in {Verb.CASH, Verb.RUN, Verb.PLAY}:
        raise UnclearError(last)
    return held_by_the_side(found, context)


def held_by_the_side(found: Steps, context: Context) -> Steps:
    """Return steps with cards the side holds; raise where one is not held."""
    named = {step.card for step in found if step.card is not None}
    if not context.may_play(named):
        raise UnclearError(named)
    return found


def refuse_theirs(named: list[Piece], found: Steps) -> None:
    """Refuse a card as one he plays that the words give to the other side."""
    cards = [
        n for n, piece in enumerate(named) if piece.kind in {"RANK", "CARD"} and n > 0
    ]
    theirs = any(named[n - 1].value.startswith(_YOUR) for n in cards)
    if theirs and any(step.card and step.act in _HIS for step in found):
        raise UnclearError(found)


_YOUR = ("your", "wasz", "votre", "vos")
_HIS = frozenset({Verb.PLAY, Verb.GOOD})


def is_good_of_a_card(taken: Taken) -> bool:
    """Say whether a card was called good last ("the jack is good and the ten")."""
    phrase, steps = taken[-1] if taken else (None, [])
    is_good = any(s.act is Verb.GOOD and s.card is not None for s in steps)
    return is_good and phrase is not None and phrase.kind == "good_part"


def drawn_first(found: Steps, context: Context) -> Steps:
    """Return that trumps are drawn where the rest follows once they are gone."""
    if any(step.suit is not context.trump for step in found):
        raise UnclearError
    return [StatedStep(Verb.DRAW) for _ in found]


def named_winner(said: Steps, gap: list[Piece], found: Steps) -> Steps:
    """Return who wins tricks: for those just given up of no suit, whoever is named."""
    if gap and not any(piece.ends for piece in gap):
        forget_unnamed(said, sum(step.act is Verb.LOSE_TO for step in found))
    return found


def losers(
    said: Steps, gap: list[Piece], phrase: Phrase, found: Steps, context: Context
) -> Steps:
    """Return losers, or the discards they are on what was just led or drawn."""
    return [_thrown(phrase, said, gap, step, context.trump) for step in found]


def _thrown(
    phrase: Phrase,
    said: Steps,
    gap: list[Piece],
    step: StatedStep,
    trump: Suit | None,
) -> StatedStep:
    """Return a discard on the suit just led ("play the ace, pitching a club")."""
    kinds = {token.type for token in phrase.tokens}
    led = thrown_on(said)
    if led is None or led.act not in _LED or not kinds & _THROWN:
        return replace(step, count=None)
    on_suit = led.card.suit if led.card is not None else led.suit
    if led.act is Verb.DRAW:
        on_suit = trump
    thrown = step.card.suit if step.card is not None else step.suit
    if not gap or any(piece.opens for piece in gap) or thrown is on_suit:
        return replace(step, count=None)
    return replace(step, act=Verb.DISCARD, on_suit=on_suit)


def _ruffed_last(said: Steps, gap: list[Piece]) -> StatedStep:
    """Return the ruff on which a phrase leans; raise where no ruff is last."""
    last = said[-1] if said else None
    if last is None or last.act is not Verb.RUFF or not gap:
        raise UnclearError
    return last


def again_ruffed(said: Steps, gap: list[Piece], found: Steps) -> Steps:
    """Return the last ruff once more ("ruff a club, ruff another"), or one ruff."""
    if all(step.act is not Verb.RUFF for step in said):
        return [*found, StatedStep(Verb.RUFF)]
    return [*found, _ruffed_last(said, gap)]


def others_thrown(said: Steps, gap: list[Piece], found: Steps) -> Steps:
    """Return a discard of the suit just ruffed ("the other goes on the club")."""
    suit = _ruffed_last(said, gap).suit
    return [replace(step, suit=suit) for step in found]


def thrown_too(said: Steps, found: Steps, gap: list[Piece]) -> Steps:
    """Return one more suit thrown on what was named before ("... and a club")."""
    last, count = said[-1], 1 if gap[-1].one else None
    return [replace(last, card=None, suit=step.suit, count=count) for step in found]


def branch_total(said: Steps, phrase: Phrase, context: Context) -> Steps:
    """Return what a number of tricks says that hangs on a condition, else nothing.

    It counts the suit of the other alternative ("four hearts if the jack drops,
    otherwise three"), or the tricks left ("six if they break, otherwise five").
    """
    on = said[-1].act if said else None
    if on is not Verb.ELSE and on not in CONDITIONS:
        return []
    before = said[-2] if len(said) > 1 else None
    numbers = [int(t) for t in phrase.tokens if t.type in {"NUMBER", "DIGITS"}]
    if len(numbers) != 1:
        return []
    if on is Verb.ELSE and before is not None and before.act is Verb.COUNT:
        return [replace(before, count=numbers[0])]
    if numbers == [1] and on in _FAILING:
        return [StatedStep(Verb.GIVE_UP)]
    lost = [StatedStep(Verb.GIVE_UP)] * context.lost_of_those_left(numbers[0])
    return [StatedStep(Verb.MINE), *lost]


_LOSING = frozenset(
    {"give_up", "bare_give", "lose_to", "lose_suit", "all_but", "good_but"}
)
_THROWING = {"discard_after": "thrown"}


def manner_of(phrase: Phrase) -> str:
    """Return what is done with a suit that only is named behind a phrase."""
    if phrase.kind == "ruff" and names_its_suit(phrase):
        return "ruffed"
    return "lost" if phrase.kind in _LOSING else _THROWING.get(phrase.kind, "")


_OF_A_SUIT = frozenset(
    {Verb.RUN, Verb.BREAKS, Verb.CASH, Verb.GIVE_UP, Verb.GONE, Verb.VOID}
)


def good_of(
    said: Steps, gap: list[Piece], phrase: Phrase, found: Steps, context: Context
) -> Steps:
    """Return what is good: "they" may be the cards of the suit just named."""
    first, last = phrase.tokens[0], said[-1] if said else None
    they = first.type == "ALL" and str(first).startswith(THEY)
    if last is None or last.act not in _OF_A_SUIT or not they or not gap:
        return found
    if last.suit is None or any(piece.ends for piece in gap):
        return found
    if last.act is Verb.GONE and last.suit is context.trump:
        return found
    return [replace(step, suit=last.suit) for step in found]
