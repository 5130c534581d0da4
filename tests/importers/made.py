"""Boards made at random for the round trips: deal, auction, contract, play, total."""

from dataclasses import replace

from hypothesis import strategies as st

from rulings.bridge.auctions import Auction
from rulings.bridge.cards import FULL_DECK, Strain
from rulings.bridge.contracts import Contract, Vulnerability, dealer_of
from rulings.bridge.hands import Deal, Hand
from rulings.bridge.records import replay
from rulings.bridge.seats import Seat
from rulings.bridge.tricks import Trick
from rulings.importers.boards import ImportedBoard, Room

NAME_SIGNS = "abcdefgh XYZ.'-&;%\"\\{}[]ąéß"
names = st.dictionaries(
    st.sampled_from(Seat), st.text(NAME_SIGNS, min_size=1, max_size=12)
)


def plain(board):
    """The board without where it stood and what was remarked."""
    return replace(board, lines=(1, 1), remarks=())


def deal_of(chance):
    cards = sorted(FULL_DECK)
    chance.shuffle(cards)
    return Deal(tuple(Hand(frozenset(cards[n : n + 13])) for n in (0, 13, 26, 39)))


def auction_to(contract, dealer):
    """Passes, the contract at once, what doubles it, and passes."""
    calls = ["P"] * ((contract.declarer - dealer) % 4)
    calls += [f"{contract.level}{contract.strain}"]
    calls += [[], ["X"], ["X", "P", "P", "XX"]][contract.doubled]
    return Auction(dealer, (*calls, "P", "P", "P"))


def play_of(chance, deal, contract, length):
    """Cards that were played in turn; now and then somebody does not follow suit."""
    held = [set(hand.cards) for hand in deal.hands]
    trick = Trick(contract.opening_leader)
    cards = []
    while len(cards) < length:
        hand = sorted(held[trick.turn])
        following = [card for card in hand if card.suit is trick.suit]
        revokes = chance.random() < 0.02
        card = chance.choice(following if following and not revokes else hand)
        held[trick.turn].remove(card)
        cards.append(card)
        trick = Trick(trick.leader, (*trick.cards, card))
        if trick.complete:
            trick = Trick(trick.winner(contract.strain))
    return tuple(cards)


@st.composite
def contracts(draw):
    return Contract(
        draw(st.integers(1, 7)),
        draw(st.sampled_from(Strain)),
        draw(st.integers(0, 2)),
        draw(st.sampled_from(Seat)),
    )


@st.composite
def boards(draw):
    """A board as a reader could have read it."""
    chance = draw(st.randoms(use_true_random=False))
    number = draw(st.none() | st.integers(1, 999))
    dealer = dealer_of(number) if number else draw(st.none() | st.sampled_from(Seat))
    vulnerable = draw(st.sampled_from(Vulnerability))
    board = ImportedBoard(
        board=number,
        room=draw(st.none() | st.sampled_from(Room)),
        dealer=dealer,
        vulnerability=vulnerable if number else draw(st.none() | st.just(vulnerable)),
        deal=deal_of(chance),
        names={
            seat: " ".join(name.split())
            for seat, name in draw(names).items()
            if name.strip() not in {"", "-"}
        },
    )
    kind = draw(st.sampled_from(["deal", "passed", "unfinished", "bare", "played"]))
    if kind == "passed":
        auction = None if dealer is None else Auction(dealer, ("P",) * 4)
        return replace(board, passed_out=True, auction=auction)
    if kind == "unfinished":
        auction = Auction(dealer or Seat.NORTH, ("1C", "X", "P"))
        return replace(board, auction=auction, dealer=auction.dealer)
    if kind == "deal":
        return board
    contract = draw(contracts())
    if dealer is not None and draw(st.booleans()):
        board = replace(board, auction=auction_to(contract, dealer))
    board = replace(board, contract=contract)
    if kind == "bare":
        deal = draw(st.sampled_from([board.deal, None]))
        total = draw(st.none() | st.integers(0, 13))
        return replace(board, deal=deal, tricks_declarer=total)
    return played(draw, chance, board)


def played(draw, chance, board):
    length = draw(st.sampled_from([1, 3, 4, 17, 30, 51, 52]))
    cards = play_of(chance, board.deal, board.contract, length)
    contract = board.contract
    found = replay(board.deal, contract.strain, contract.opening_leader, cards)
    won, left = found.position.won_by(contract.declarer.side), 13 - len(found.tricks)
    board = replace(board, play=cards, tricks_declarer=won if left == 0 else None)
    if left == 0:
        return board
    end = draw(st.sampled_from(["stop", "claim", "gap", "changed"]))
    if end == "claim":
        total = draw(st.integers(won, won + left))
        return replace(board, claimed=True, tricks_declarer=total)
    if end == "gap":
        total = draw(st.none() | st.integers(0, 13))
        return replace(board, play_has_gap=True, tricks_declarer=total)
    if end == "changed":
        return replace(board, tricks_declarer=draw(st.integers(0, 13)))
    return board
