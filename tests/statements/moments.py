"""Moments of play, and the cards that obey some words at one of them."""

from dataclasses import replace

from rulings.bridge.cards import Suit, parse_cards
from rulings.bridge.seats import Seat
from rulings.statements import ReadStatement, SideHand
from rulings.statements.play.moment import Moment
from rulings.statements.play.obeying import START, obeying

LEAD = Moment(
    SideHand.HAND,
    parse_cards("SA S3 HK H2 D5"),
    frozenset(parse_cards("S9 HA H4 C7")),
    Suit.SPADES,
    None,
    True,  # noqa: FBT003 the side is on lead
    frozenset(parse_cards("SA S3 HK H2 D5")),
    frozenset(parse_cards("SA HA HK")),
    True,  # noqa: FBT003 a trump is out
    Seat.WEST,
    out=frozenset(parse_cards("SK S2 HQ H9 H3 DA DK D7 D2")),
)
DUMMY_FOLLOWS = Moment(
    SideHand.DUMMY,
    parse_cards("S9 HA H4"),
    frozenset(parse_cards("SA")),
    Suit.SPADES,
    Suit.DIAMONDS,
    True,  # noqa: FBT003 the side led
    frozenset(parse_cards("S9")),
    frozenset(),
    False,  # noqa: FBT003 no trump is out
    Seat.WEST,
)
IN_HAND = replace(
    LEAD,
    led=Suit.DIAMONDS,
    legal=parse_cards("DA DQ D9"),
    beats=frozenset(parse_cards("DA DQ")),
    masters=frozenset(parse_cards("DA")),
    out=frozenset(parse_cards("DK D7")),
    begun=True,
)
"""Dummy led a diamond before the claim; the closed hand plays third."""


def cards(text, moment=LEAD, progress=START):
    found = obeying(ReadStatement.parse(text).steps, progress, moment)
    return None if found is None else " ".join(str(card) for card in found[1])
