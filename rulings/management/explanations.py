"""The page of explanations for directors to criticise: claims, words, sentences.

Published rulings come from the folder of shared records, our own claims from a file
beside the tests. The page is in English and is made by `write_explanations`.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from rulings.bridge.cards import Card, Suit
from rulings.bridge.positions import Position
from rulings.bridge.seats import Seat
from rulings.laws.engine import editions, load_edition
from rulings.laws.handbook.tables import table
from rulings.solver import Adjudication, Settings, SolverClaim, adjudicate
from rulings.solver.inputs import normal_settings
from rulings.solver.tools.published import LATER, WORDS, read_published
from rulings.solver.types import Cause
from rulings.statements import read_words
from rulings.statements.sentences import SUIT_WORDS

BUDGET = 64_000_000
"""Positions each claim is searched with."""

HEAD = """# Explanations, to be criticised

For tournament directors. Made by `./td manage write_explanations`; a test compares it.
Each claim has its cards, what was said, and what the program says about it: in bold
which card turns it and why, or the plan that wins; then what was better and the number.
Where the number is open it says what is proven, and what would narrow it.
Please tell us which sentence you would not say at a table.

"""
OWN = "## Claims of our own\n\n"
SHARED = """## Published rulings

The words and facts are those of the sources, shortened. "Ruled" is what the source
reports or says.

"""
CAUSES = {
    Cause.TRUMP_FORGOTTEN: "a forgotten trump",
    Cause.CARD_FORGOTTEN: "a forgotten card",
    Cause.ORDER: "nothing said about the order",
    Cause.ENTRY: "no way to the other hand",
    Cause.UNBLOCK: "a blocked suit",
    Cause.GUESS: "the lie of the cards",
    Cause.WORDS_FAIL: "the words fail",
    Cause.WORDS_UNREAD: "words not understood",
    Cause.PARTNER: "a partner's choice",
    Cause.MISCOUNT: "a trick too many was counted",
    Cause.NONE: "the claim stands",
}
_CARD = re.compile(r"\b([SHDC])([AKQJT2-9])\b")
_SIGNS = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}


@dataclass(frozen=True, slots=True)
class ExplainedClaim:
    """A claim of the page; `ruled` and `source` are those of a published ruling."""

    id: str
    position: Position
    claim: SolverClaim
    settings: Settings
    words: str
    facts: str = ""
    ruled: str = ""
    source: str = ""

    def solve(self, budget: int = BUDGET) -> Adjudication:
        """Return what the program says."""
        return adjudicate(
            self.position, self.claim, replace(self.settings, budget=budget)
        )


def own_claims(path: Path) -> Iterator[ExplainedClaim]:
    """Yield the claims of our own file."""
    for data in tomllib.loads(path.read_text("utf-8"))["claim"]:
        position, by = Position.parse(data["position"]), Seat.parse(data["by"])
        declarer = Seat.parse(data.get("declarer", data["by"]))
        seats = {by, declarer.partner} if by is declarer else {by}
        said = read_words(
            data["words"],
            position.strain.suit,
            [card for seat in sorted(seats) for card in position.hands[seat]],
            [card for seat, card in position.trick.plays() if seat.side is by.side],
        )
        shown = [pair.split(":") for pair in data.get("show_outs", [])]
        claim = SolverClaim(
            by,
            declarer,
            data["tricks"],
            said,
            data.get("aware"),
            show_outs=frozenset((Seat.parse(s), Suit.parse(t)) for s, t in shown),
        )
        settings = normal_settings(data.get("profile", "WBF"))
        yield ExplainedClaim(data["id"], position, claim, settings, data["words"])


def published_claims(path: Path) -> Iterator[ExplainedClaim]:
    """Yield the published rulings of the shared file, with their words."""
    for case in json.loads(path.read_text("utf-8"))["cases"]:
        read = read_published(case, WORDS)
        span = (read.low,) if read.low == read.high else (read.low, read.high)
        source = case["source"]
        yield ExplainedClaim(
            read.id,
            read.position,
            read.claim,
            read.settings,
            case["statement"].partition(LATER)[0].strip(),
            case["facts"] or "",
            " to ".join(map(str, span)),
            _cited(source["title"], source["url"]),
        )


def _cited(title: str, url: str) -> str:
    """Return a source, with its address where it has one."""
    return f"[{title}]({url})" if url.startswith("http") else title


def page(own: Iterator[ExplainedClaim], shared: Iterator[ExplainedClaim]) -> str:
    """Return the whole page."""
    parts = [OWN, *map(entry, own), SHARED, *map(entry, shared)]
    return HEAD + "".join(parts).rstrip("\n") + "\n"


def entry(one: ExplainedClaim, budget: int = BUDGET) -> str:
    """Return one claim with what is said about it."""
    found = one.solve(budget)
    rows = [
        ("cards", cards_of(one.position)),
        ("claim", _claimed(one, found)),
        ("said", _signed(one.words) if one.words else "nothing"),
        ("facts", _signed(one.facts)),
        ("explained", explained(found)),
        ("turned by", _turned(found)),
        ("ruled", one.ruled and f"{one.ruled}; {one.source}"),
    ]
    shown = [(name, text.replace("|", "/")) for name, text in rows if text]
    return f"### {one.id}\n\n{table(('', ''), shown)}\n\n"


def explained(found: Adjudication) -> str:
    """Return the sentences, the first in bold."""
    first, *more = [_signed(one.sentence.english()) for one in found.explanation]
    return " ".join((f"**{first}**", *more))


def cards_of(position: Position) -> str:
    """Return the four hands in one line, the trick on the table behind them."""
    hands = [
        f"{seat.word} " + " ".join(_suit(position, seat, suit) for suit in Suit)
        for seat in Seat
    ]
    table_ = [f"{seat.word} {card}" for seat, card in position.trick.plays()]
    on_table = f"; on the table: {_signed(', '.join(table_))}" if table_ else ""
    return "; ".join(hands) + on_table


def _suit(position: Position, seat: Seat, suit: Suit) -> str:
    ranks = [card.rank_letter for card in position.hands[seat].suit(suit)]
    return _SIGNS[suit.letter] + ("".join(ranks).replace("T", "10") or "–")


def _claimed(one: ExplainedClaim, found: Adjudication) -> str:
    """Return who claims how much, and what is trumps."""
    claim, trump = one.claim, one.position.strain.suit
    role = "declarer" if claim.by_declarer else "defender"
    strain = "no trumps" if trump is None else f"{SUIT_WORDS[trump.letter]} are trumps"
    turn = f"{one.position.turn.word} to play"
    return (
        f"{claim.claimer.word}, {role}, claims {found.claimed} of the last "
        f"{found.left}; {strain}; {turn}"
    )


def _turned(found: Adjudication) -> str:
    """Return the turning card, the cause with its Law, and the number."""
    book = load_edition(editions()[-1])
    law = f" ({book.named(found.explanation[0].law)})"
    number = f"{found.low} trick{'' if found.low == 1 else 's'}"
    if found.low != found.high:
        number = f"{found.low} or {found.high} tricks, as the director answers"
    if found.award is None:
        return ""
    cause = f"{CAUSES[found.cause]}{law}; {number}"
    turning = found.turning
    if turning is None:
        return f"no card; {cause}"
    card = _signed(str(turning.card))
    return f"{card} from {turning.seat.word} in trick {turning.trick}: {cause}"


def _signed(text: str) -> str:
    """Return a text with its cards drawn."""

    def drawn(match: re.Match[str]) -> str:
        card = Card.parse(match[0])
        return _SIGNS[match[1]] + card.rank_letter.replace("T", "10")

    return _CARD.sub(drawn, text)
