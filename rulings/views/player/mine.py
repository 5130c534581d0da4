"""The boards of a contestant's session, round by round, with score and matters."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from itertools import groupby

from django.urls import reverse

from rulings.bridge.contracts import Contract
from rulings.models import Case, Pass, Playing, Round
from rulings.permissions import Actor
from rulings.permissions.relations import side_of_pass
from rulings.presenters.clocks import ClockView
from rulings.presenters.results import made_words
from rulings.queries.player import AnnouncedCase, OwnBoard, own_boards, own_cases
from rulings.states import State
from rulings.views.player.pages import (
    AnnouncedRuling,
    clocks_of,
    own_score,
    state_words,
    verdict_of,
)
from rulings.views.push import push_context
from rulings.workflow.notify.notices import notices_for, words_of

STILL = frozenset({State.AGREED, State.ANNOUNCED, State.CLOSED})
"""States in which a case waits for nothing but the end of its times."""


@dataclass(frozen=True, slots=True)
class HomeRow:
    """One case on the list: where, how it stands, the next clock.

    `still` says that, as far as the side knows, nothing on it waits.
    """

    case: Case
    state: str
    verdict: AnnouncedRuling | None
    clock: ClockView | None
    score: int | None = None
    still: bool = False

    @property
    def playing(self) -> Playing:
        """Return the board at its table."""
        return self.case.playing

    @property
    def address(self) -> str:
        """Return the page of the case."""
        return reverse("player_case", args=[self.case.pk])

    @property
    def contract(self) -> Contract | None:
        """Return the announced contract, else the one that was entered."""
        return self.verdict.contract if self.verdict else _contract(self.playing)

    @property
    def made(self) -> str:
        """Return made, over or off: as announced, else as entered."""
        return self.verdict.made if self.verdict else _made(self.playing)

    @property
    def is_open(self) -> bool:
        """Say whether something still runs or waits on the case."""
        return self.clock is not None or not self.still


@dataclass(frozen=True, slots=True)
class BoardRow:
    """One board without a case: where, how it ended, the own score."""

    playing: Playing
    score: int | None

    @property
    def address(self) -> str:
        """Return the page on which a matter is started."""
        return reverse("player_board", args=[self.playing.pk])

    @property
    def contract(self) -> Contract | None:
        """Return the contract that was entered."""
        return _contract(self.playing)

    @property
    def made(self) -> str:
        """Return made, over or off."""
        return _made(self.playing)


Row = HomeRow | BoardRow


def home_context(actor: Actor, table_pass: Pass) -> dict[str, object]:
    """Return what the list of a contestant's boards shows."""
    cases = own_cases(actor)
    rows = [
        home_row(known, side_of_pass(table_pass, known.case), actor.at)
        for known in cases
    ]
    rounds = by_round(rows, own_boards(actor))
    return {
        "rows": rows,
        "rounds": rounds,
        "sessions": len({round_.session_id for round_, _rows in rounds}),
        "table_pass": table_pass,
        "notes": news_of(table_pass, cases),
        "push": partial(push_context, "player_push", reverse("player")),
        "at": actor.at,
        "home_url": reverse("player"),
    }


def home_row(known: AnnouncedCase, side: str, at: datetime) -> HomeRow:
    """Return a case as the list of a side's boards shows it."""
    clocks = clocks_of(known, side, at)
    first = clocks[0] if clocks else None
    words, score = state_words(known, side, at), own_score(known, side)
    still = known.state_for(side) in STILL
    return HomeRow(known.case, words, verdict_of(known), first, score, still)


def by_round(
    rows: Iterable[HomeRow], boards: Iterable[OwnBoard]
) -> list[tuple[Round, list[Row]]]:
    """Return all boards of a contestant by round, the last round first."""
    listed: list[Row] = list(rows)
    with_case = {row.playing.pk for row in listed}
    listed += [
        BoardRow(board.playing, board.score)
        for board in boards
        if board.playing.pk not in with_case
    ]
    listed.sort(key=_turn)
    groups = groupby(listed, key=lambda row: row.playing.round)
    return [(round_, list(group)) for round_, group in groups]


def _turn(row: Row) -> tuple[int, int, int]:
    """Return where a board stands in the list: the last session and round first."""
    round_ = row.playing.round
    return -round_.session.order, -round_.order, row.playing.board.number


def news_of(
    table_pass: Pass, cases: Iterable[AnnouncedCase]
) -> list[dict[str, object]]:
    """Return the newest notices about a contestant's cases, in words."""
    found = notices_for(table_pass.contestant, [known.case.pk for known in cases])
    return [{"notice": note, "words": words_of(note)} for note in found]


def _contract(playing: Playing) -> Contract | None:
    return Contract.parse(playing.contract) if playing.contract else None


def _made(playing: Playing) -> str:
    contract = _contract(playing)
    if contract is None or playing.tricks is None:
        return ""
    return made_words(contract, playing.tricks)
