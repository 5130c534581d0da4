"""Polls of peers: what would others call or play with this hand, not knowing more.

A poll keeps the hands, the auction and the words as they stood when it was made. Who
was asked is a commitment that the chief alone reads; the numbers are for all.
"""

from __future__ import annotations

import json
import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta

from rulings.bridge.auctions import Auction
from rulings.models import Case, Contestant, Person, Poll, PollPeer, Statement
from rulings.permissions.embargo import boards_to_come
from rulings.queries.words import text_of
from rulings.states import Act
from rulings.workflow.acts import ActContext, ActRun, perform
from rulings.workflow.errors import Fault
from rulings.workflow.event.passes import secret_hash
from rulings.workflow.log import Receipt, commit_text
from rulings.workflow.ruling.opinions import secret_of

FEWEST, MOST = 2, 8
"""So many choices a poll offers."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PollQuestion:
    """What peers are asked: for a call or a card, of which seat, in which words.

    `calls` is how many calls of the auction are shown, None for no auction.
    """

    kind: Poll.Kind
    seat: str
    all_hands: bool
    calls: int | None
    words: str
    choices: Sequence[str]


def ask_poll(
    context: ActContext, case_id: uuid.UUID, question: PollQuestion
) -> uuid.UUID:
    """Make a poll; return it, the same one for a form that is sent again."""
    pk = uuid.uuid5(case_id, f"poll:{context.by.id}:{context.key}")

    def write(run: ActRun) -> None:
        case, kind = run.case, question.kind
        if not FEWEST <= len(question.choices) <= MOST:
            raise Fault("poll_choices", least=FEWEST, most=MOST)
        said = Statement.objects.filter(case=case, layer=Statement.Layer.CLAIM).first()
        playing = case.playing
        played = kind == Poll.Kind.CARD
        run.rows.insert(
            Poll,
            id=pk,
            case=case,
            by=context.by.user,
            kind=kind,
            seat=question.seat,
            all_hands=question.all_hands,
            hands=_hands(case, kind),
            contract=playing.contract if played else "",
            auction=_auction(case, question),
            said=said.words if said is not None and played else "",
            words=commit_text(
                json.dumps([question.words, list(question.choices)], ensure_ascii=False)
            ),
            choices=len(question.choices),
            asked_at=context.at,
        )

    payload = {
        "kind": question.kind,
        "seat": question.seat,
        "all_hands": question.all_hands,
        "calls": question.calls,
        "words": question.words,
        "choices": list(question.choices),
    }
    perform(Act.ASK_POLL, context, case_id, write, payload)
    return pk


def _auction(case: Case, question: PollQuestion) -> str:
    """Return the calls that are shown; who is asked for a call has the next turn."""
    text = case.playing.auction
    if question.calls is None or not text:
        return ""
    whole = Auction.parse(text)
    shown = Auction(whole.dealer, whole.calls[: question.calls])
    if question.kind == Poll.Kind.CALL and shown.turn.letter != question.seat:
        raise Fault("poll_of_other_turn")
    return str(shown)


def _hands(case: Case, kind: Poll.Kind) -> str:
    """Return the whole deal for a call, the cards left at the claim for a card."""
    if kind == Poll.Kind.CALL:
        if not case.playing.board.deal:
            raise Fault("poll_without_deal")
        return case.playing.board.deal
    position = getattr(case, "position", None)
    if position is None:
        raise Fault("poll_without_cards")
    return str(position.text)


def words_of_poll(poll: Poll) -> tuple[str, list[str]]:
    """Return the question and its choices; "" for each that has been erased."""
    text = text_of(poll.words)
    if not text:
        return "", [""] * poll.choices
    question, choices = json.loads(text)
    return question, choices


def ask_peer(
    context: ActContext,
    case_id: uuid.UUID,
    poll_id: uuid.UUID,
    *,
    name: str,
    hours: int,
) -> uuid.UUID:
    """Make a link for one peer; it opens once nobody may still play the board."""
    pk = uuid.uuid5(poll_id, f"{context.by.id}:{context.key}")

    def write(run: ActRun) -> None:
        poll = _open_poll(run, poll_id)
        run.rows.insert(
            PollPeer,
            id=pk,
            poll=poll,
            by=context.by.user,
            whom=commit_text(name.strip()),
            secret_hash=secret_hash(secret_of(pk)),
            asked_at=context.at,
            expires_at=context.at + timedelta(hours=hours),
        )

    payload = {"poll": poll_id, "name": name, "hours": hours}
    perform(Act.ASK_POLL, context, case_id, write, payload)
    return pk


def _open_poll(run: ActRun, poll_id: uuid.UUID) -> Poll:
    poll = _poll(run, poll_id)
    if poll.ended_at is not None:
        raise Fault("poll_over")
    return poll


def _poll(run: ActRun, poll_id: uuid.UUID) -> Poll:
    poll = Poll.objects.filter(pk=poll_id, case=run.case).first()
    if poll is None:
        raise Fault("poll_over")
    return poll


def enter_answer(
    context: ActContext,
    case_id: uuid.UUID,
    poll_id: uuid.UUID,
    *,
    choice: int | None,
    words: str = "",
    name: str = "",
) -> Receipt:
    """Enter what a peer has said to the director.

    Refused where the name is that of a player who has still to play the board: he
    must not have been shown its cards (R11).
    """

    def write(run: ActRun) -> None:
        poll = _open_poll(run, poll_id)
        if name.strip() and _comes_to_it(run, name.strip()):
            raise Fault("peer_plays_board")
        run.rows.insert(
            PollPeer,
            poll=poll,
            by=context.by.user,
            whom=commit_text(name.strip()),
            asked_at=context.at,
            answered_at=context.at,
            **_answer(poll, choice, words),
        )

    payload = {"poll": poll_id, "choice": choice, "words": words, "name": name}
    return perform(Act.ANSWER_POLL, context, case_id, write, payload)


def _comes_to_it(run: ActRun, name: str) -> bool:
    """Say whether a player of that name may still come to the board of the case."""
    case = run.case
    people = Person.objects.filter(participant__event=case.event_id, name__iexact=name)
    known = {str(pk) for pk in people.values_list("participant", flat=True)}
    contestants = Contestant.objects.filter(event=case.event_id)
    mine = {row.pk for row in contestants if known & set(row.members)}
    board = case.playing.board_id
    return board in boards_to_come({name: mine}, case.event_id, run.context.at)[name]


def answer_poll(
    context: ActContext, case_id: uuid.UUID, *, choice: int | None, words: str = ""
) -> Receipt:
    """Answer by a link: one of the choices, other words, or both; once."""

    def write(run: ActRun) -> None:
        rows = PollPeer.objects.select_related("poll")
        link = context.by.link
        row = None if link is None else rows.filter(pk=link.pk).first()
        if row is None or not row.is_open(context.at):
            raise Fault("poll_over")
        answer = _answer(row.poll, choice, words)
        run.rows.change(row, answered_at=context.at, **answer)

    payload = {"choice": choice, "words": words}
    return perform(Act.ANSWER_POLL, context, case_id, write, payload)


def _answer(poll: Poll, choice: int | None, words: str) -> dict[str, object]:
    if choice is None and not words.strip():
        raise Fault("poll_unanswered")
    if choice is not None and not 1 <= choice <= poll.choices:
        raise Fault("poll_unanswered")
    return {"choice": choice, "words": commit_text(words.strip())}


def end_poll(context: ActContext, case_id: uuid.UUID, poll_id: uuid.UUID) -> Receipt:
    """Take no more answers: every link of the poll opens nothing from now on."""

    def write(run: ActRun) -> None:
        poll = _poll(run, poll_id)
        if poll.ended_at is None:
            run.rows.change(poll, ended_at=context.at)

    return perform(Act.END_POLL, context, case_id, write, {"poll": poll_id})


def find_peer(secret: str) -> PollPeer | None:
    """Return the peer of a link, open or not, or None."""
    rows = PollPeer.objects.select_related("poll__case__event", "by")
    return rows.filter(secret_hash=secret_hash(secret)).first()
