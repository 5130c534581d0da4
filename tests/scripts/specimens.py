"""The values of the page that shows every component, and of its test.

Two published positions carry it: board 23 in 5 hearts (Law 70D1) and the same deal from
the start. Players and times are invented.
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from rulings.bridge.cards import Card, parse_cards
from rulings.bridge.contracts import Contract, dealer_of, vulnerability_of
from rulings.bridge.hands import Deal
from rulings.bridge.positions import Position
from rulings.bridge.seats import Seat, Side
from rulings.bridge.tricks import Trick
from rulings.presenters.clocks import ClockView, clock_of
from rulings.presenters.diagrams import (
    BoardFacts,
    DiagramView,
    deal_diagram,
    diagram_of,
)
from rulings.presenters.entries import (
    HandEntry,
    blank_deck,
    hand_entry,
    seat_choices,
    trick_entry,
)
from rulings.presenters.lines import (
    CardReason,
    ChipView,
    ChoiceView,
    LineRow,
    StripItem,
    line_row,
)
from rulings.presenters.moment import TrickView
from rulings.presenters.scales import ScaleRow, ScaleView, contract_line, scale_of

NOW = datetime(2026, 11, 21, 15, 21, tzinfo=UTC)
LED = parse_cards("HJ D5 CT DJ")
"""Cards that lead the tricks of the line drawn, again and again."""
TURN = 3
CONTRACT = Contract.parse("5H S")
DEAL = Deal.parse(
    "N:AQJT9.T43.K2.JT3 543.8.T8764.Q964 K2.AKJ97.Q3.AK82 876.Q652.AJ95.75"
)
POSITION = Position.parse("H S:HJ 4-1 N:AQJT9.T.K.T 543..T87.64 K2.97.Q.K8 876.Q6.J95.")
TRICK_THREE = Position.parse(
    "H N:CT,C6,CK,H6 5-2 N:AQJT9... 543..T8. K2.97..8 876..J9."
)
LINE = (
    ("S:HJ,HQ,HT,C4", (CardReason("stated", "on the table at the claim", "68A", "#"),)),
    ("W:D5,DK,D7,DQ", (CardReason("free", "West puts dummy on lead", "70A", "#"),)),
    (
        "N:CT,C6,CK,H6",
        (
            CardReason("normal", "CT keeps 5 certain, as does SA", "70D1", "#"),
            CardReason("free", "West ruffs with H6"),
        ),
    ),
    ("W:DJ,S9,D8,H7", (CardReason("normal", "ruffs, keeps 5 certain", "70D1", "#"),)),
)


def diagrams() -> dict[str, DiagramView]:
    """Return the deal, the position at the claim and a finished trick."""
    board = BoardFacts(
        23, dealer_of(23), vulnerability_of(23), CONTRACT, Card.parse("DA")
    )
    small = BoardFacts(contract=CONTRACT, vulnerable=vulnerability_of(23))
    return {
        "deal": deal_diagram(DEAL, board=board, label="Full deal of board 23"),
        "position": diagram_of(POSITION, board=small, marks=[Card.parse("H6")]),
        "trick": diagram_of(TRICK_THREE, board=small),
    }


def scales() -> dict[str, ScaleView]:
    """Return an exact scale, and one whose award is still a range."""
    need, foot = contract_line(CONTRACT, side=Side.NS, won_declarer=4, total=8)
    heading, caption = (
        "Tricks of the last eight",
        "for North–South. Four were won before.",
    )
    claimed = ScaleRow("Claimed", 7, 7, "makes 5 hearts")
    exact = [
        claimed,
        ScaleRow("Award", 6, 6, "one off", award=True),
        ScaleRow("Double dummy", 7, 7, "makes"),
    ]
    open_rows = [claimed, ScaleRow("Award", 5, 7, "not yet exact", award=True)]
    return {
        "scale": scale_of(
            exact,
            total=8,
            need=need,
            heading=heading,
            caption=caption,
            foot=foot,
            more="Fewest by any legal play: 4.",
        ),
        "open_scale": scale_of(
            open_rows,
            total=8,
            need=need,
            heading="Proven so far",
            caption="of the last eight tricks, for North–South.",
            foot=foot,
        ),
    }


def clocks() -> list[ClockView]:
    """Return windows that run, are low, are shut, and wait for an event."""
    half_hour = timedelta(minutes=30)
    rows = (
        ("Appeal, Law 92B", half_hour, "30 min after the ruling was announced."),
        ("Appeal, Law 92B", timedelta(minutes=4), "Extended once, by Cleo: +5 min."),
        ("Correction, Law 79C", -timedelta(minutes=3), "Late entries are kept."),
    )
    drawn = [
        clock_of(
            what,
            now=NOW,
            closes_at=NOW + left,
            opened_at=NOW + left - half_hour,
            why=why,
        )
        for what, left, why in rows
    ]
    waiting = clock_of(
        "Agreement, Law 69A", now=NOW, closes_at=None, until_words="until round 6 ends"
    )
    return [*drawn, waiting]


def rows() -> list[LineRow]:
    """Return the first tricks of the worst normal line."""
    return [
        line_row(
            number,
            Trick.parse(text),
            strain=CONTRACT.strain,
            side=Side.NS,
            reasons=reasons,
            current=number == len(LINE) - 1,
        )
        for number, (text, reasons) in enumerate(LINE, start=1)
    ]


def entries() -> list[HandEntry]:
    """Return South with a card on the table, complete, and West half marked."""
    return [
        hand_entry(
            Seat.SOUTH,
            DEAL[Seat.SOUTH],
            need=8,
            marked=POSITION.hands[Seat.SOUTH],
            on_table=Card.parse("HJ"),
            role="declarer",
        ),
        hand_entry(
            Seat.WEST,
            DEAL[Seat.WEST],
            need=8,
            marked=parse_cards("S8 S7 S6 DJ D9"),
            role="to play",
        ),
    ]


def components() -> dict[str, object]:
    """Return the whole context of the page of components."""
    held = {seat: POSITION.hands[seat] for seat in Seat}
    line = rows()
    return {
        "now": NOW,
        "called_at": NOW - timedelta(minutes=1, seconds=25),
        "contract": CONTRACT,
        "doubled": Contract.parse("3NXX W"),
        "cards": parse_cards("SA HK DQ CT"),
        "strip": [
            StripItem("Contract", CONTRACT, "#contract"),
            StripItem("Claimed", "7 of 8, South", "#claimed"),
            StripItem("Words", "lose HQ, rest good", here=True),
            StripItem("Proposal", "6 tricks", "#proposal"),
            StripItem("Announced", "–"),
        ],
        "clocks": clocks(),
        "rows": line,
        "tricks": [
            TrickView(
                row.number,
                f"?trick={row.number}",
                LED[(row.number - 1) % len(LED)],
                lost=row.lost,
                turns=row.number == TURN,
                current=row.number == TURN,
                step={TURN - 1: "back", TURN + 1: "on"}.get(row.number, ""),
            )
            for row in line
        ],
        "chips": [
            ChipView("lose to HQ", "0"),
            ChipView("the rest are good", "1"),
            ChipView("Add a step", "new", add=True),
        ],
        "choices": [
            ChoiceView("Yes, with the claim", "said", "yes", "makes", "7", "tricks"),
            ChoiceView(
                "No, added later", "said", "no", "one off", "6", "tricks", pressed=True
            ),
            ChoiceView("Leave open for now", "said", "open", quiet=True),
        ],
        "entries": entries(),
        "entry_trick": trick_entry({seat: DEAL[seat] for seat in Seat}, POSITION.trick),
        "deck": blank_deck(held, giving=Seat.EAST),
        "seats": seat_choices(held, giving=Seat.EAST, need=8),
        **diagrams(),
        **scales(),
    }
