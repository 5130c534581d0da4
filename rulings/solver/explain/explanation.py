"""The proposal explained as a director would: hypothesis, losing plays, the sum.

Serves Laws 70 and 71. Every sentence is filled from the result and its line, and
keeps its rule and its Law; nothing is searched here.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulings.bridge.cards import Card
from rulings.bridge.positions import Position
from rulings.solver.inputs import SolverClaim
from rulings.solver.types import (
    Adjudication,
    LineTrick,
    OutstandingTrump,
    PlayedCard,
    Reason,
    Tag,
    is_said,
    reason,
)

_BY_REASON = {
    "guess": "normal_loses",
    "out_of_reach": "must_lose",
    "guess_cost": "guess_cost_loses",
    "trump_cost": "trump_cost_loses",
    "card_cost": "card_cost_loses",
}
"""What is said of a card by its reason, where its rule alone would not do."""
_BY_RULE = {
    "N9": "trump_beats",
    "N10": "forgotten_beats",
    "N13": "partner_loses",
    "allowance": "allowed_loses",
}
GUESS = "70E1"
"""The Law of a guess between the hidden hands."""

TOLD = 3
"""So many lost tricks are explained one by one; the others are counted."""
_BY_TAG = {
    Tag.STATED: "stated_loses",
    Tag.GUESS: "guess_loses",
    Tag.FORCED: "forced_loses",
}


def explained(
    result: Adjudication, claim: SolverClaim, position: Position
) -> tuple[Reason, ...]:
    """Return the explanation of a proposal, sentence by sentence, in reading order.

    Empty while the award is a range. `position` is where the claim was made.
    """
    if result.award is None:
        return ()
    return (
        *_best(result),
        *_belief(result, claim),
        *_losses(result, claim, position),
        *_needed(result),
        *_sum(result),
    )


def _best(result: Adjudication) -> Iterator[Reason]:
    """Say where not even best play, every card in sight, wins what was claimed."""
    best = result.double_dummy.high
    if best < result.claimed:
        yield reason("best_is_less", best=best, left=result.left)


def _belief(result: Adjudication, claim: SolverClaim) -> Iterator[Reason]:
    """Say what was not said about trumps, where forgetting them costs (70C)."""
    out = result.outstanding_trump
    if out is None or not _forgotten(result, out):
        return
    if not out.mentioned:
        key = "trump_said_gone" if out.thought_gone else "trump_unsaid"
        yield reason(key, seat=claim.claimer, cards=_names(out.cards))
    yield reason("trump_may_be_forgotten")
    if result.award is not None and result.award >= result.claimed:
        yield reason("trump_costs_nothing")


def _forgotten(result: Adjudication, out: OutstandingTrump) -> bool:
    return _trump_in_mind(result) and result.award == out.unaware_award.value


def _trump_in_mind(result: Adjudication) -> bool:
    out = result.outstanding_trump
    return out is not None and out.aware is False


def _losses(
    result: Adjudication, claim: SolverClaim, position: Position
) -> Iterator[Reason]:
    """Tell the first tricks lost by a play of the claiming side, and count the rest.

    Nothing is said where the side gets what it claimed. After the first one only
    tricks that the side led to are explained.
    """
    if result.award is None or result.award >= result.claimed:
        return
    lost = [trick for trick in result.line if not trick.to_claimer]
    own = [
        trick
        for n, trick in enumerate(lost)
        if _play_of(trick, claim) is not None
        and (n == 0 or trick.cards[0].seat.side is claim.side)
    ][:TOLD]
    guessed = False
    for trick in own:
        loss = _loss(trick, claim, position, again=guessed)
        guessed = guessed or loss.law == GUESS
        yield loss
    others = [trick for trick in lost if trick not in own]
    if others:
        winner = _winner(others[0])
        if len(others) == 1:
            yield reason("others_take_one", card_2=winner.card)
        else:
            yield reason("others_take", card_2=winner.card, count=len(others))


def _needed(result: Adjudication) -> Iterator[Reason]:
    """Say which fact, or which card of a partner, the claim hangs on.

    A location is named where the number would be another if it were proven.
    """
    if result.award is None or result.award >= result.claimed:
        return
    if result.settles:
        moving = [one.sentence for one in result.settles if one.moves]
        yield from (Reason("N1", GUESS, sentence) for sentence in moving[:1])
    elif result.partner is not None:
        needed = result.partner
        yield reason(
            "partner_needed",
            seat=needed.seat,
            card=needed.card,
            card_2=needed.instead,
            trick=needed.trick,
        )


def _play_of(trick: LineTrick, claim: SolverClaim) -> PlayedCard | None:
    """Return the claiming side's play that decides a trick; None where there is none.

    A guess that goes wrong comes first, then a play with a choice before a forced
    one; forced plays decide only leads.
    """
    own = [play for play in trick.cards if play.seat.side is claim.side]
    chosen = [play for play in own if play.reason is not None]
    for play in chosen:
        if play.reason is not None and is_said(play.reason, "guess_wrong"):
            return play
    if trick.cards[0] in own:
        return trick.cards[0] if trick.cards[0] in chosen or not chosen else chosen[0]
    return chosen[0] if chosen else None


def _loss(
    trick: LineTrick, claim: SolverClaim, position: Position, *, again: bool
) -> Reason:
    trump, table = position.strain.suit, position.trick.cards
    play, winner = _play_of(trick, claim), _winner(trick)
    assert play is not None  # noqa: S101 the caller has chosen tricks with a play
    key = "on_table_loses" if play.card in table else _key(play)
    ruffed = winner.card.suit is trump and play.card.suit is not trump
    if key == "trump_beats" and ruffed:
        key = "trump_ruffs"
    if key == "guess_loses" and again:
        key = "guess_again"
    given = {} if play.reason is None else dict(play.reason.sentence.params)
    named = {"cards": given["cards"]} if "cards" in given else {}
    return reason(
        key,
        seat=play.seat,
        card=play.card,
        seat_2=winner.seat,
        card_2=winner.card,
        **named,
    )


def _key(play: PlayedCard) -> str:
    """Return the sentence on how a play loses a trick."""
    why = play.reason
    if why is None:
        return _BY_TAG.get(play.tag, "normal_loses")
    for key, sentence in _BY_REASON.items():
        if is_said(why, key):
            return sentence
    return _BY_RULE.get(why.rule) or _BY_TAG.get(play.tag, "normal_loses")


def _winner(trick: LineTrick) -> PlayedCard:
    return next(play for play in trick.cards if play.seat is trick.winner)


def _sum(result: Adjudication) -> Iterator[Reason]:
    """Say how the number stands to the claim."""
    award, claimed = result.award, result.claimed
    if award is None or award < claimed:
        yield reason("total", award=award, left=result.left, claimed=claimed)
    elif award > claimed:
        yield reason("more_than_claimed", award=award, claimed=claimed)
    elif result.certain.low >= claimed and not _trump_in_mind(result):
        yield reason("all_certain", claimed=claimed)
    else:
        yield reason("no_loss", claimed=claimed)


def _names(cards: tuple[Card, ...]) -> str:
    return " ".join(str(card) for card in cards)
