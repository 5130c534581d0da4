"""Published rulings as facts, and how far the solver agrees with them.

Serves `score_rulings`. Constraints are a machine reading of words and knowledge that
came with the cases; only those a rule in force can take are used. The facts that are
printed with a case may say which cards the claimer had lost from mind (Laws 70C and
70D1); trumps are left to the answer on awareness.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from rulings.bridge.cards import RANK_OF, Card, Strain, Suit
from rulings.bridge.hands import Hand
from rulings.bridge.positions import Position
from rulings.bridge.seats import Seat
from rulings.bridge.tricks import Trick
from rulings.solver.inputs import Settings, SolverClaim, normal_settings, unseen_cards
from rulings.solver.types import Adjudication
from rulings.statements.reading.words import read_words
from rulings.statements.statement import AmbiguousStatement, ReadStatement
from rulings.statements.steps import StatedStep, Verb

WORDS, CONSTRAINTS = "words", "constraints"
LATER = "Later:"
"""What follows was said after the claim and does not bind (Law 70D1)."""
TRICKS_ON_A_BOARD = 13
_USED = {
    "stated_leads",
    "stated_plays",
    "known_losers",
    "concedes_suit",
    "known_location",
    "refused",
}
_CARD = re.compile(r"\b([SHDC])[AKQJT2-9]\b")
_PROFILES = ("ACBL", "EBU", "WBU")

_CLAUSE = re.compile(r"[.;,:()]|\bbut\b|\bwhile\b|\bwhereas\b")

_THINKS = re.compile(r"\b(think|thinks|thought|believ\w+|belief|assum\w+|suppos\w+)\b")

_GONE = re.compile(
    r"\b(forg[eo]t\w*|overlook\w*|unaware|not aware|lost count|already|gone|"
    r"exhausted|drawn|no \w+ (?:is|are|was|were|left|out|remain\w*)|none)\b"
)

_GOOD = re.compile(r"\b(good|high|winners?|masters?|boss|top|established|stands?)\b")

_RANKS = {
    "ace": "A",
    "king": "K",
    "queen": "Q",
    "jack": "J",
    "ten": "T",
    "nine": "9",
    "eight": "8",
    "seven": "7",
    "six": "6",
    "five": "5",
    "four": "4",
    "three": "3",
    "two": "2",
}

_RANK = "|".join([*_RANKS, "10", "[2-9]"])

_SUIT = "spade|heart|diamond|club"

_CODED = re.compile(r"\b([SHDC])(10|[AKQJT2-9])\b")

_SUIT_RANK = re.compile(rf"\b({_SUIT})s? ({_RANK})\b")

_RANK_SUIT = re.compile(rf"\b({_RANK}) of ({_SUIT})s\b")

_BARE_RANK = re.compile(rf"\b({_RANK})\b")

_WHOLE_SUIT = re.compile(rf"\b({_SUIT})s\b")


@dataclass(frozen=True, slots=True)
class Published:
    """One published ruling: position, claim, settings, and what was ruled."""

    id: str
    position: Position
    claim: SolverClaim
    settings: Settings
    low: int | None
    high: int | None
    printed: tuple[int, int] | None
    authority: str
    difficulty: str
    not_used: tuple[str, ...]


def read_published(case: Mapping[str, Any], given: str) -> Published:
    """Return a case with its statement from the words or from the constraints."""
    strain = Strain.parse(case["strain"])
    plays = [(Seat.parse(s), Card.parse(c)) for s, c in case["trick_in_progress"]]
    hands = [Hand.parse(case["hands"][seat.letter]) for seat in Seat]
    for seat, card in plays:
        hands[seat] = hands[seat].without(card)
    left = int(case["n_tricks"])
    position = Position(
        (hands[0], hands[1], hands[2], hands[3]),
        strain,
        Trick(Seat.parse(case["on_lead"]), tuple(card for _, card in plays)),
        (0, TRICKS_ON_A_BOARD - left),
    )
    claimed = left if case["claimed"] == "all" else int(case["claimed"])
    shown = [pair.split(":") for pair in case["shown_out"]]
    claim = SolverClaim(
        Seat.parse(case["claimer"]),
        Seat.parse(case["declarer"]),
        claimed,
        aware_of_trump=case["claimer_aware_of_trump"],
        show_outs=frozenset((Seat.parse(s), Suit.parse(x)) for s, x in shown),
    )
    said, not_used = _statement(case, position, claim, given)
    if given == CONSTRAINTS:
        claim = _with_constraints(case, position, claim)
    ruled = case["ruling_tricks_to_claimer_side"]
    low, high = case["ruling_range"] or (ruled, ruled)
    profile = next((p for p in _PROFILES if p in case["authority"]), "WBF")
    return Published(
        case["id"],
        position,
        replace(claim, statement=said),
        normal_settings(profile),
        low if ruled is None else ruled,
        high if ruled is None else ruled,
        None if low is None or high is None else (low, high),
        case["authority"],
        case["difficulty"],
        not_used,
    )


def _statement(
    case: Mapping[str, Any], position: Position, claim: SolverClaim, given: str
) -> tuple[ReadStatement | None, tuple[str, ...]]:
    if given == WORDS:
        said = case["statement"].partition(LATER)[0]
        seats = {claim.claimer, claim.dummy} if claim.by_declarer else {claim.claimer}
        held = [card for seat in sorted(seats) for card in position.hands[seat]]
        table = [c for seat, c in position.trick.plays() if seat in claim.side.seats]
        try:
            return read_words(said, position.strain.suit, held, table), ()
        except AmbiguousStatement:
            return ReadStatement(words=said), ("ambiguous words",)
    constraints = case["statement_constraints"] or {}
    cards = constraints.get("stated_leads", []) + constraints.get("stated_plays", [])
    steps = tuple(StatedStep(Verb.PLAY, card=Card.parse(card)) for card in cards)
    steps += tuple(map(_refusal, constraints.get("refused", [])))
    return ReadStatement(steps), tuple(sorted(set(constraints) - _USED))


def _refusal(text: str) -> StatedStep:
    """Return the finesse that is refused, "finesse of SJ against SK"."""
    named = _CARD.search(text)
    return StatedStep(
        Verb.NO_FINESSE, suit=None if named is None else Suit.parse(named[1])
    )


def _with_constraints(
    case: Mapping[str, Any], position: Position, claim: SolverClaim
) -> SolverClaim:
    """Return the claim with what words and facts say about losers and beliefs."""
    constraints = case["statement_constraints"] or {}
    conceded = constraints.get("concedes_suit", "")
    located = constraints.get("known_location") or []
    pairs = [pair.split(":") for pair in _listed(located)]
    printed = f"{case['statement'].partition(LATER)[0]} {case.get('facts') or ''}"
    return replace(
        claim,
        losers=frozenset(map(Card.parse, constraints.get("known_losers", []))),
        conceded=frozenset(map(Suit.parse, _listed(conceded))),
        locations=frozenset((Seat.parse(s), Card.parse(c)) for s, c in pairs),
        forgotten=forgotten_in(printed, position, claim),
    )


def _listed(value: str | list[str]) -> list[str]:
    return value if isinstance(value, list) else [value] if value else []


def scenario_of(result: Adjudication, low: int, high: int) -> str | None:
    """Return the first scenario whose number lies in the ruling."""
    trump = result.outstanding_trump
    scenarios = (
        ("award", result.award),
        ("claimed", result.claimed),
        ("certain", result.certain.value),
        ("not_aware", None if trump is None else trump.unaware_award.value),
        ("double_dummy", result.double_dummy.value),
        ("any_play", result.any_play.value),
    )
    return next(
        (
            name
            for name, value in scenarios
            if value is not None and low <= value <= high
        ),
        None,
    )


def agrees(result: Adjudication, case: Published) -> bool:
    """Say whether the award is the ruling, and what is proposed within what is printed.

    Some cases are printed with a number and the range that others would give: where
    a question is open, its answers may span that range.
    """
    if case.low is None or case.high is None or case.printed is None:
        return False
    low, high = case.printed
    if result.award is not None and case.low == case.high != result.award:
        return False
    settled = result.award is not None and bool(result.questions)
    if not settled:
        low, high = case.low, case.high
    return low <= result.low and result.high <= high


@dataclass(frozen=True, slots=True)
class _CaseText:
    """The text of a case with the cards it may speak of."""

    text: str
    unseen: frozenset[Card]
    own: tuple[Card, ...]
    leads: tuple[Card, ...]


def forgotten_in(text: str, position: Position, claim: SolverClaim) -> frozenset[Card]:
    """Return the side cards that a case's facts say the claimer did not count."""
    seats = {claim.claimer, claim.dummy} if claim.by_declarer else {claim.claimer}
    case_text = _CaseText(
        text,
        unseen_cards(position, claim),
        tuple(card for seat in sorted(seats) for card in position.hands[seat]),
        tuple(position.hands[position.turn]) if position.turn in seats else (),
    )
    found: set[Card] = set()
    for clause in _CLAUSE.split(text):
        low = clause.lower()
        if _GONE.search(low) and not _is_of_trumps(low):
            found |= _gone(clause, case_text)
        elif _THINKS.search(low) and _GOOD.search(low):
            found |= _above_the_good(clause, case_text)
    return frozenset(found)


def _is_of_trumps(clause: str) -> bool:
    return "trump" in clause and not _cards_named(clause)


def _gone(clause: str, case_text: _CaseText) -> set[Card]:
    """Return the unseen cards a clause says are gone or out of mind."""
    named = _cards_named(clause) & case_text.unseen
    if named or not _speaks_of_belief(clause):
        return named if _speaks_of_belief(clause) else set()
    suits = [Suit.parse(word[0]) for word in _WHOLE_SUIT.findall(clause.lower())]
    ranks = [_rank(word) for word in _BARE_RANK.findall(clause.lower())]
    if ranks:
        equivalent = {c for c in case_text.unseen if c.rank in ranks}
        equivalent = {c for c in equivalent if not suits or c.suit in suits}
        coded = equivalent & _cards_named(case_text.text)
        return coded or (equivalent if len(equivalent) == len(ranks) else set())
    if not suits and re.search(r"\bsuit\b", clause.lower()) and case_text.leads:
        suits = [max(Suit, key=lambda s: sum(c.suit is s for c in case_text.leads))]
    return {card for card in case_text.unseen if card.suit in suits}


def _speaks_of_belief(clause: str) -> bool:
    low = clause.lower()
    forgets = re.search(r"\b(forg[eo]t\w*|overlook\w*|unaware|not aware|lost)\b", low)
    return bool(forgets or _THINKS.search(low))


def _above_the_good(clause: str, case_text: _CaseText) -> set[Card]:
    """Return the unseen cards above those of his side that he thought good."""
    low = clause.lower()
    named = _cards_named(clause)
    whole = _WHOLE_SUIT.findall(_RANK_SUIT.sub("", low))
    suits = {Suit.parse(word[0]) for word in whole}
    good = [c for c in case_text.own if c in named or c.suit in suits]
    return {
        card
        for card in case_text.unseen
        if any(card.suit is low_card.suit and card > low_card for low_card in good)
    }


def _cards_named(text: str) -> set[Card]:
    """Return the cards a text names by suit and rank."""
    low = text.lower()
    found = {Card.parse(s + r.replace("10", "T")) for s, r in _CODED.findall(text)}
    found |= {Card(Suit.parse(s[0]), _rank(r)) for s, r in _SUIT_RANK.findall(low)}
    found |= {Card(Suit.parse(s[0]), _rank(r)) for r, s in _RANK_SUIT.findall(low)}
    return found


def _rank(word: str) -> int:
    return RANK_OF[_RANKS.get(word, word.replace("10", "T"))]
