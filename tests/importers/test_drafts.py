import pytest

from rulings.bridge.auctions import Auction
from rulings.bridge.cards import parse_cards
from rulings.bridge.contracts import Contract, Vulnerability
from rulings.bridge.hands import Deal
from rulings.bridge.seats import Seat
from rulings.importers.drafts import Draft, board_number, tricks_of
from rulings.importers.faults import BoardRefused, Flaw

DEAL = Deal.parse(
    "N:AQ7.J85.J96.AKQ4 K2.QT3.KQT7.J963 6543.A64.83.T852 JT98.K972.A542.7"
)
PLAY = "S9 S7 SK S4 HQ H6 H2 H8"


def make_draft(play=PLAY, contract="4S S", total=10, **overrides):
    draft = Draft((1, 9), hands=dict(zip(Seat, DEAL.hands, strict=True)), total=total)
    draft.contract = Contract.parse(contract) if contract else None
    draft.play = [(card, 5) for card in parse_cards(play)]
    for name, value in overrides.items():
        setattr(draft, name, value)
    return draft


def faults(draft):
    return [fault for fault, _, _ in draft.remarks]


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("1", 1),
        ("001", 1),
        ("999", 999),
        ("0", None),
        ("1000", None),
        ("", None),
        ("x", None),
        ("-1", None),
        ("\u0661", None),
        ("9" * 5000, None),
    ],
    ids=lambda value: str(value)[:6] or "empty",
)
def test_board_number(text, number):
    assert board_number(text) == number


@pytest.mark.parametrize(
    ("text", "tricks"),
    [("0", 0), ("13", 13), ("14", None), ("+1", None), ("9" * 5000, None)],
    ids=lambda value: str(value)[:6],
)
def test_tricks_of(text, tricks):
    assert tricks_of(text) == tricks


def test_draft_takes_dealer_and_vulnerability_of_the_number():
    draft = make_draft(board=7)
    draft.settle_number()

    assert (draft.dealer, draft.vulnerability) == (Seat.SOUTH, Vulnerability.BOTH)


def test_draft_keeps_dealer_north_as_recorded():
    draft = make_draft(board=7, dealer=Seat.NORTH, vulnerability=Vulnerability.NONE)
    draft.settle_number()

    assert (draft.dealer, draft.vulnerability) == (Seat.NORTH, Vulnerability.NONE)


def test_draft_without_number_guesses_nothing():
    draft = make_draft()
    draft.settle_number()

    assert (draft.dealer, draft.vulnerability) == (None, None)


@pytest.mark.parametrize("missing", Seat, ids=lambda seat: seat.word)
def test_draft_computes_the_fourth_hand(missing):
    draft = make_draft()
    del draft.hands[missing]

    assert draft.deal() == DEAL


def test_draft_with_two_hands_has_no_deal_and_says_so_once():
    draft = make_draft(play="", hands_at=(3, "N:..."))
    del draft.hands[Seat.NORTH], draft.hands[Seat.EAST]

    assert draft.deal() is None
    assert draft.finish().deal is None
    assert faults(draft) == [Flaw.HANDS_MISSING]


def test_draft_counts_an_unfinished_record_with_a_total_as_claim():
    board = make_draft().finish()

    assert (board.claimed, board.tricks_declarer) == (True, 10)


@pytest.mark.parametrize(
    "overrides",
    [
        pytest.param({"total": None}, id="no total"),
        pytest.param({"play_has_gap": True}, id="a gap"),
        pytest.param({"total_adjusted": True}, id="adjusted total"),
        pytest.param({"play": ""}, id="no card played"),
    ],
)
def test_draft_is_no_claim_with(overrides):
    assert not make_draft(**overrides).finish().claimed


def test_draft_total_without_contract_means_nothing():
    board = make_draft(play="", contract="").finish()

    assert board.tricks_declarer is None


@pytest.mark.parametrize("total", [0, 11], ids=["none", "all the rest"])
def test_draft_total_the_play_allows(total):
    assert make_draft(total=total).finish().tricks_declarer == total


@pytest.mark.parametrize(
    ("play", "total"),
    [
        pytest.param(PLAY, 12, id="more than are left"),
        pytest.param("S9 SQ SK S4 HQ H6 H2 HJ S2 S3 ST SA", 0, id="fewer than won"),
    ],
)
def test_draft_total_the_play_does_not_allow_is_refused(play, total):
    with pytest.raises(BoardRefused) as refused:
        make_draft(play, total=total, total_line=8).finish()

    assert (refused.value.fault, refused.value.line) == (Flaw.TOTAL_IMPOSSIBLE, 8)


def test_draft_adjusted_total_need_not_follow_from_play():
    assert make_draft(total=13, total_adjusted=True).finish().tricks_declarer == 13


def test_draft_leader_is_who_held_the_first_card():
    draft = make_draft(contract="4S N")

    assert draft.finish().leader is Seat.WEST
    assert faults(draft) == [Flaw.OPENING_LEADER]


@pytest.mark.parametrize(
    ("overrides", "fault", "text"),
    [
        pytest.param({"play": "S9 SA"}, None, "", id="sound"),
        pytest.param({"play": "S9 S7 S9"}, Flaw.CARD_PLAYED_TWICE, "S9", id="twice"),
        pytest.param({"play": "S9 S7 SA"}, Flaw.CARD_NOT_HELD, "SA", id="not held"),
        pytest.param(
            {"play": "S9 S7 SA SK S4"}, Flaw.CARD_NOT_HELD, "SA", id="not held, early"
        ),
        pytest.param(
            {"contract": ""}, Flaw.PLAY_WITHOUT_CONTRACT, "S9", id="no contract"
        ),
        pytest.param({"hands": {}}, Flaw.PLAY_WITHOUT_DEAL, "S9", id="no deal"),
    ],
)
def test_draft_refuses_play(overrides, fault, text):
    draft = make_draft(**overrides)

    if fault is None:
        assert len(draft.finish().play) == 2
        return
    with pytest.raises(BoardRefused) as refused:
        draft.finish()
    assert (refused.value.fault, refused.value.text) == (fault, text)


@pytest.mark.parametrize(
    ("calls", "contract", "kept", "said"),
    [
        pytest.param("1S P 4S P P P", "4S N", True, [], id="agrees"),
        pytest.param(
            "1S P 4S P P P", "4H N", False, [Flaw.AUCTION_CONTRACT], id="differs"
        ),
        pytest.param(
            "1S P 4S", "4S N", False, [Flaw.AUCTION_CONTRACT], id="unfinished"
        ),
        pytest.param(
            "1S P 1S P 4S P P P", "4S N", True, [Flaw.AUCTION_ILLEGAL], id="illegal"
        ),
    ],
)
def test_draft_believes_the_contract(calls, contract, kept, said):
    auction = Auction.parse("N: " + calls)
    draft = make_draft(play="", contract=contract, auction=auction)
    draft.settle_auction()

    assert draft.auction == (auction if kept else None)
    assert faults(draft) == said


@pytest.mark.parametrize(
    ("calls", "contract", "passed_out"),
    [
        pytest.param("1S P 4S P P P", Contract.parse("4S N"), False, id="finished"),
        pytest.param("P P P P", None, True, id="passed out"),
        pytest.param("1S P", None, False, id="unfinished"),
    ],
)
def test_draft_without_contract_takes_that_of_the_auction(calls, contract, passed_out):
    draft = make_draft(play="", contract="", auction=Auction.parse("N: " + calls))
    draft.settle_auction()

    assert (draft.contract, draft.passed_out) == (contract, passed_out)


def test_draft_without_anything_is_refused():
    with pytest.raises(BoardRefused) as refused:
        Draft((4, 4)).require_content()

    assert (refused.value.fault, refused.value.line) == (Flaw.NO_DEAL, 4)
