"""The form of the public page: a position, a claim, and the words (Law 68).

Whatever is wrong is said beside its field, and everything typed stays.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django import forms
from django.utils.translation import gettext_lazy as _

from rulings.bridge.cards import Strain
from rulings.bridge.contracts import Contract, Vulnerability
from rulings.bridge.errors import IllegalPlay, ParseError
from rulings.bridge.hands import FULL_HAND, Hand
from rulings.bridge.positions import Position
from rulings.bridge.records import replay
from rulings.bridge.seats import Seat, Side
from rulings.bridge.tricks import Trick
from rulings.forms.acts import PageForm
from rulings.forms.table.cards import seat_words
from rulings.forms.typed import words as typed
from rulings.forms.visitor.pasted import MOST, Pasted, read_pasted, typed_hands
from rulings.forms.widgets import Words
from rulings.laws.editions import editions
from rulings.queries.case.hearing import StatementContext
from rulings.queries.case.solving import stored_statement
from rulings.queries.table.computed import fault_words
from rulings.solver import PlayerClass, Settings, SolverClaim
from rulings.workflow.errors import sentence_of

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise

SEATS = [
    (seat.letter, name)
    for seat, name in zip(
        Seat, (_("North"), _("East"), _("South"), _("West")), strict=True
    )
]
AS_PASTED = [("", _("as pasted"))]
MOST_WORDS = 500
"""Letters of words at most: nobody says more with a claim."""

HANDS = {seat: f"hand_{seat.letter.lower()}" for seat in Seat}


@dataclass(frozen=True, slots=True)
class AskedClaim:
    """A question that can be put to the solver, with what the page shows beside it."""

    position: Position
    claim: SolverClaim
    settings: Settings
    contract: Contract
    vulnerable: Vulnerability


def _choice(label: _StrPromise, choices: Iterable[Any]) -> forms.ChoiceField:
    return forms.ChoiceField(label=label, choices=list(choices), required=False)


def _number(label: _StrPromise, most: int = FULL_HAND) -> forms.IntegerField:
    return forms.IntegerField(label=label, min_value=0, max_value=most, required=False)


class VisitorForm(PageForm):
    """Position, contract, claim and words; what the pasted record says may be left."""

    refusal = ""

    source = forms.CharField(
        label=_("Link of a hand viewer, LIN or PBN"),
        max_length=MOST,
        required=False,
        widget=Words(3),
    )
    hand_n = forms.CharField(label=_("North, suits S.H.D.C"), required=False)
    hand_e = forms.CharField(label=_("East, suits S.H.D.C"), required=False)
    hand_s = forms.CharField(label=_("South, suits S.H.D.C"), required=False)
    hand_w = forms.CharField(label=_("West, suits S.H.D.C"), required=False)
    contract = forms.CharField(
        label=_("Contract, for example 4HX S"), max_length=12, required=False
    )
    vulnerable = _choice(
        _("Vulnerable"),
        [
            *AS_PASTED,
            ("none", _("none")),
            ("NS", _("North–South")),
            ("EW", _("East–West")),
            ("both", _("all")),
        ],
    )
    lead = _choice(_("To lead"), [*AS_PASTED, *SEATS])
    won = _number(_("Tricks declarer had won"))
    claimer = _choice(_("Who claimed"), [("", _("declarer")), *SEATS])
    tricks = _number(_("Tricks claimed"))
    said = forms.CharField(
        label=_("Words, as they were said"),
        max_length=MOST_WORDS,
        required=False,
        widget=Words(2),
    )
    edition = _choice(_("Laws of"), [(year, year) for year in reversed(editions())])
    player = _choice(
        _("Class of player"),
        [
            (PlayerClass.CLUB.value, _("club")),
            (PlayerClass.BEGINNER.value, _("beginner")),
            (PlayerClass.ADVANCED.value, _("advanced")),
            (PlayerClass.EXPERT.value, _("expert")),
        ],
    )

    asked: AskedClaim | None = None

    def clean(self) -> dict[str, Any]:
        """Refuse, beside its field, whatever keeps this from being a claim."""
        data = super().clean() or {}
        if self.errors:
            return data
        try:
            self.asked = self._asked(data)
        except _Wrong as wrong:
            self.add_error(wrong.field, str(wrong))
        return data

    def given(self) -> dict[str, str]:
        """Return what was typed, as a link holds it: without fields that are empty."""
        return {
            name: typed(str(value))
            for name, value in self.data.items()
            if name in self.fields and typed(str(value))
        }

    def _asked(self, data: dict[str, Any]) -> AskedClaim:
        pasted = _pasted(data)
        contract = _contract(data, pasted)
        position, shown = _position(data, pasted, contract)
        claimer = Seat.parse(data["claimer"]) if data["claimer"] else contract.declarer
        if claimer is contract.dummy:
            raise _Wrong(
                "claimer",
                _("Dummy cannot claim (Law 43A1). Give declarer or a defender."),
            )
        tricks = _tricks(data, pasted, position, claimer)
        seats = [seat for seat in claimer.side.seats if seat is not contract.dummy]
        seats += [contract.dummy] if claimer is contract.declarer else []
        held = tuple(card for seat in seats for card in position.hands[seat])
        table = tuple(c for s, c in position.trick.plays() if s.side is claimer.side)
        said = typed(data["said"])
        read = StatementContext(position.strain.suit, held, table).read(said)
        claim = SolverClaim(
            claimer,
            contract.declarer,
            tricks,
            stored_statement([str(step) for step in read.steps], said),
            show_outs=shown,
        )
        settings = Settings(
            data["edition"] or editions()[-1],
            player_class=PlayerClass(data["player"] or PlayerClass.CLUB),
        )
        return AskedClaim(
            position, claim, settings, contract, _vulnerable(data, pasted)
        )


class _Wrong(Exception):
    """What keeps a question from being put: the field, and what would be right."""

    def __init__(self, field: str, words: object) -> None:
        super().__init__(str(words))
        self.field = field


def _pasted(data: dict[str, Any]) -> Pasted:
    texts = {seat: typed(data[name]) for seat, name in HANDS.items()}
    try:
        if typed(data["source"]):
            return read_pasted(data["source"])
    except ParseError as error:
        raise _Wrong("source", sentence_of(error)) from error
    if not any(texts.values()):
        raise _Wrong(
            "source",
            _("Paste a link of a hand viewer, LIN or PBN, or enter four hands."),
        )
    for seat, text in texts.items():
        try:
            Hand.parse(text or "...")
        except ParseError as error:
            raise _Wrong(HANDS[seat], sentence_of(error)) from error
    return typed_hands(texts)


def _contract(data: dict[str, Any], pasted: Pasted) -> Contract:
    text = typed(data["contract"]).upper()
    if not text:
        if pasted.contract is None:
            raise _Wrong(
                "contract",
                _("No contract was pasted. Give it with declarer, for example 4HX S."),
            )
        return pasted.contract
    try:
        return Contract.parse(text)
    except ParseError:
        raise _Wrong(
            "contract",
            _("“%s” is no contract. Give it with declarer, for example 4HX S.") % text,
        ) from None


def _vulnerable(data: dict[str, Any], pasted: Pasted) -> Vulnerability:
    given = data["vulnerable"]
    return Vulnerability(given) if given else pasted.vulnerable or Vulnerability.NONE


def _position(
    data: dict[str, Any], pasted: Pasted, contract: Contract
) -> tuple[Position, frozenset[Any]]:
    """Return the cards left and who showed out: after the play, or as entered."""
    deal = pasted.deal
    if deal is None:
        return _entered(data, pasted, contract), frozenset()
    play = pasted.board.play if pasted.board else ()
    leader = deal.holder(play[0]) if play else contract.opening_leader
    try:
        replayed = replay(deal, contract.strain, leader, play)
    except IllegalPlay as error:
        raise _Wrong("source", sentence_of(error)) from error
    if not replayed.position.left:
        raise _Wrong(
            "source", _("All 52 cards were played: there is nothing to claim.")
        )
    _require_legal(replayed.position)
    return replayed.position, replayed.show_outs


def _entered(data: dict[str, Any], pasted: Pasted, contract: Contract) -> Position:
    counts = {seat: len(pasted.hands[seat]) for seat in Seat}
    if len(set(counts.values())) > 1:
        names = seat_words()
        held = ", ".join(f"{names[seat]} {count}" for seat, count in counts.items())
        raise _Wrong(
            "source", _("Each hand needs as many cards as the others: %s.") % held
        )
    quitted = FULL_HAND - counts[Seat.NORTH]
    if not data["lead"]:
        raise _Wrong("lead", _("Say who is to lead."))
    won = data["won"]
    if won is None or won > quitted:
        raise _Wrong(
            "won",
            _("Say how many of the %d quitted tricks declarer had won.") % quitted,
        )
    lost = quitted - won
    side = contract.declarer.side
    hands = tuple(pasted.hands[seat] for seat in Seat)
    position = Position(
        hands,  # type: ignore[arg-type]  # four seats
        Strain(contract.strain),
        Trick(Seat.parse(data["lead"])),
        (won, lost) if side is Side.NS else (lost, won),
    )
    _require_legal(position)
    return position


def _require_legal(position: Position) -> None:
    if faults := position.faults():
        words = ", ".join(sorted(str(fault_words()[one.value]) for one in faults))
        raise _Wrong("source", _("These cards cannot be a position: %s.") % words)


def _tricks(
    data: dict[str, Any], pasted: Pasted, position: Position, claimer: Seat
) -> int:
    """Return the tricks claimed: as given, else the total of the record, else all."""
    given, left = data["tricks"], position.left
    if given is not None and given > left:
        raise _Wrong(
            "tricks",
            _("%(given)d tricks of %(left)d left: give at most %(left)d.")
            % {"given": given, "left": left},
        )
    board = pasted.board
    if given is not None or board is None or board.tricks_declarer is None:
        return left if given is None else int(given)
    declarers = board.tricks_declarer
    own = board.declarer is not None and board.declarer.side is claimer.side
    total = declarers if own else FULL_HAND - declarers
    return min(left, max(0, total - position.won_by(claimer.side)))
