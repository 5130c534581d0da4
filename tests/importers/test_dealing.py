"""Hand records of dealing machines, against real files and files written here."""

import random

import pytest
from django.conf import settings

from rulings.bridge.contracts import dealer_of, vulnerability_of
from rulings.bridge.hands import Deal
from rulings.importers.dealing import DECK, FORMS
from rulings.importers.faults import Flaw
from rulings.importers.formats import format_of, read_bytes

REAL = settings.TD_DATA / "formats" / "dealing"
VULNERABLE = {"none": "-", "both": "All"}
SIGNS = "\x06\x03\x04\x05"
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"


def invented_deals(count, seed=70):
    """Return shuffled deals, as lists of the seats (0 is North) of DECK's cards."""
    chance = random.Random(seed)
    deals = []
    for _ in range(count):
        owners = [0, 1, 2, 3] * 13
        chance.shuffle(owners)
        deals.append(owners)
    return deals


def hands_of(owners):
    """Return the sixteen holdings of a deal, North's spades first."""
    return [
        "".join(
            str(DECK[n])[1] for n in range(suit * 13, suit * 13 + 13) if owners[n] == s
        )
        for s in range(4)
        for suit in range(4)
    ]


def numbers_of(owners):
    """Return the cards of North, East and South as BRI numbers them."""
    return "".join(
        f"{n + 1:02}" for seat in range(3) for n in range(52) if owners[n] == seat
    )


def signed(owners):
    """Return the hands as DGE writes them."""
    pairs = enumerate(hands_of(owners))
    return "".join(SIGNS[at % 4] + ranks for at, ranks in pairs)


def by_rank(owners, turn):
    """Return a byte for each rank, whose bits name the seats from `turn` on."""
    return bytes(
        sum(
            (owners[suit * 13 + rank] + turn) % 4 << shift
            for suit, shift in enumerate((6, 4, 2, 0))
        )
        for rank in range(13)
    )


def lettered(owners, board):
    """Return the hands as BHG writes them, dealer's first."""
    seats = [(dealer_of(board) + turn) % 4 for turn in range(4)]
    return "".join(LETTERS[n] for seat in seats for n in range(52) if owners[n] == seat)


def dlm_line(owners, board):
    """Return a board's line of a DLM file."""
    text = "".join(
        chr(ord("a") + owners[n] * 4 + owners[n + 1]) for n in range(0, 52, 2)
    )
    check = board
    for letter in text:
        check ^= ord(letter)
    return f"Board {board:02}={text}{check:03}"


def csv_line(owners, board):
    """Return a board's line of a CSV file of hands."""
    side = vulnerability_of(board).value
    end = f"{dealer_of(board).name[0]}/{VULNERABLE.get(side, side)}"
    return ",".join(f'"{part}"' for part in (*hands_of(owners), board, end))


def written(name, deals):
    """Return a file of a form, with boards from 1."""
    rows = list(enumerate(deals, 1))
    text = {
        "BER": lambda: "".join("".join(str(s + 1) for s in d) for d in deals),
        "BHG": lambda: "\r\n" + "".join(f"{lettered(d, n)}\r\n" for n, d in rows),
        "BRI": lambda: "".join(
            f"{numbers_of(d)}{' ' * 32}".ljust(128, "\0") for d in deals
        ),
        "CSV": lambda: "".join(f"{csv_line(d, n)}\r\n" for n, d in rows),
        "DGE": lambda: "".join(signed(d).ljust(128, "\0") for d in deals),
        "DLM": lambda: (
            f"[Document]\r\nStatus=Show\r\nFrom board=1\r\nTo board={len(deals)}\r\n"
            + "".join(f"{dlm_line(d, n)}\r\n" for n, d in rows)
        ),
        "DUP": lambda: "".join(
            f"{numbers_of(d)}{signed(d)}YN1  0 {len(deals):<3}" for d in deals
        ),
    }
    if name == "CDS":
        return b"".join(bytes([n]) + by_rank(d, 1) for n, d in rows)
    if name == "RZD":
        head = len(deals).to_bytes(2, "little") + b" " * 11
        return head + b"".join(by_rank(d, 0) for d in deals)
    return text[name]().encode("latin-1")


def as_deal(owners):
    """Return the value of a deal."""
    holdings = hands_of(owners)
    hands = (".".join(holdings[at : at + 4]) for at in range(0, 16, 4))
    return Deal.parse("N:" + " ".join(hands))


@pytest.mark.parametrize("name", FORMS)
@pytest.mark.parametrize("count", [1, 24])
def test_form_is_known_by_its_bytes_and_every_deal_is_read(name, count):
    deals = invented_deals(count)
    data = written(name, deals)

    assert format_of(data).name == name
    found = read_bytes(data)

    assert found.problems == ()
    assert [board.deal for board in found.boards] == [as_deal(one) for one in deals]
    numbers = range(1, count + 1)
    assert [board.board for board in found.boards] == list(numbers)
    assert [(board.dealer, board.vulnerability) for board in found.boards] == [
        (dealer_of(number), vulnerability_of(number)) for number in numbers
    ]
    assert not any(board.remarks for board in found.boards)


@pytest.mark.parametrize("name", FORMS)
def test_real_file_holds_the_deals_of_the_pbn_beside_it(name):
    if not REAL.exists():
        pytest.skip(f"{REAL} is absent: set TD_DATA.")
    beside = read_bytes((REAL / "test.pbn").read_bytes(), "test.pbn")

    found = read_bytes((REAL / f"test.{name.lower()}").read_bytes())

    assert (found.format, found.problems) == (name, ())
    assert [str(board.deal) for board in found.boards] == [
        str(board.deal) for board in beside.boards
    ]
    assert len(found.boards) == 16


@pytest.mark.parametrize("name", sorted(set(FORMS) - {"BER", "BHG", "BRI", "DUP"}))
def test_one_damaged_deal_costs_no_other(name):
    deals = invented_deals(6)
    deals[4] = [0] * 52  # all cards with one seat
    found = read_bytes(written(name, deals), f"x.{name.lower()}")

    assert len(found.boards) == 5
    assert [(one.board, one.fault) for one in found.problems] in (
        [(5, Flaw.HAND_SIZE)],
        [(5, Flaw.DEAL_UNREADABLE)],
    )


@pytest.mark.parametrize("name", ["BRI", "DUP"])
def test_number_written_twice_costs_only_its_deal(name):
    deals = invented_deals(6)
    numbers = numbers_of(deals[4])
    twice = numbers[:2] * 2 + numbers[4:]
    data = written(name, deals).replace(numbers.encode(), twice.encode())

    found = read_bytes(data)

    assert len(found.boards) == 5
    faults = [(one.board, one.fault) for one in found.problems]
    assert faults == [(5, Flaw.DEAL_UNREADABLE)]


def test_dup_counts_from_the_lowest_board_of_its_set():
    data = written("DUP", invented_deals(2)).replace(b"YN1  ", b"YN17 ")
    assert [board.board for board in read_bytes(data).boards] == [17, 18]


def test_dlm_says_where_a_check_number_does_not_fit():
    data = written("DLM", invented_deals(3))
    line = data.split(b"\r\n")[5]
    wrong = line[:-3] + b"000"
    assert line != wrong

    found = read_bytes(data.replace(line, wrong))

    remarks = [[one.fault for one in board.remarks] for board in found.boards]
    assert remarks == [[], [Flaw.CHECK_NUMBER], []]


def test_form_without_cards_is_no_record():
    assert not any(form.sniff(b"") for form in FORMS.values())
    noise = random.Random(1).randbytes(14 * 13 * 12)
    assert [name for name, form in FORMS.items() if form.sniff(noise)] == []
