"""What a solve takes besides position and claim: rules in force, budget, switches.

A strike bans a play of the line that the director finds irrational; an allowance
lets in a play that the rules left out. Both name a play by the cards played since
the claim, so that the record can store them (Laws 70 and 71, footnote on "normal").
Ideas (`ideas`) do the same for a kind of play, wherever it could come.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from enum import StrEnum
from typing import Any

from rulings.bridge.cards import Card, parse_cards
from rulings.bridge.errors import ParseError
from rulings.solver.inputs.ideas import Idea

NODE_BUDGET = 6_000_000
"""Positions searched before a proven range is returned: about a second, compiled, and
far less for nearly all claims of at most eight tricks left. In plain Python a long
search ends at its time limit, with the bounds proven so far."""

BATCH_BUDGET = 8_000_000
"""The same for recorded claims, after which no worker searches on."""


class SuitOrder(StrEnum):
    """How a suit believed good is led (Law 70E2)."""

    TOP_DOWN = "top_down"
    TOP_DOWN_SPOTS = "top_down_spots"
    NONE = "none"


class RuffHeight(StrEnum):
    """With what a player ruffs who has lost count of a card (Law 70A)."""

    ANY = "any"
    LOWEST = "lowest"


class FalseClaim(StrEnum):
    """What is done about a claim that no play can make (Law 70A): ask, or the worst."""

    ASK = "ask"
    WORST = "worst"


class PlayerClass(StrEnum):
    """The class of player; it sets which warnings are shown, never the number."""

    BEGINNER = "beginner"
    CLUB = "club"
    ADVANCED = "advanced"
    EXPERT = "expert"


class PlanShare(StrEnum):
    """In how many layouts, beside the best play's, a play must make the claim (N19)."""

    ANY = "any"
    QUARTER = "quarter"
    HALF = "half"
    BEST = "best"


@dataclass(frozen=True, slots=True, order=True)
class PlayAt:
    """A card at a moment: the cards played since the claim, then the card.

    Text form `SA,S2,S3>HK`; a card played first since the claim is `>HK`.
    """

    played: tuple[Card, ...]
    card: Card

    def __str__(self) -> str:
        """Return the text form, which `parse` reads back."""
        return ",".join(str(card) for card in self.played) + f">{self.card}"

    @classmethod
    def parse(cls, text: str) -> PlayAt:
        """Read the text form; raise ParseError on anything else."""
        played, mark, card = text.partition(">")
        if not mark:
            raise ParseError(f"{text!r} is not a play: give SA,S2,S3>HK or >HK")
        return cls(parse_cards(played), Card.parse(card))


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings of one solve; equal settings give equal bytes."""

    edition: str = "2017"
    profile: str = "WBF"
    suit_order: SuitOrder = SuitOrder.TOP_DOWN
    last_trump_lead_normal: bool = True
    low_lead_in_conceded_suit: bool = True
    ruff_height: RuffHeight = RuffHeight.ANY
    even_breaks_shown: bool = True
    player_class: PlayerClass = PlayerClass.CLUB
    strikes: frozenset[PlayAt] = frozenset()
    allowances: frozenset[PlayAt] = frozenset()
    budget: int = NODE_BUDGET
    never: frozenset[Idea] = frozenset()
    let_in: frozenset[Idea] = frozenset()
    false_claim: FalseClaim = FalseClaim.ASK
    plan_share: PlanShare = PlanShare.ANY

    @property
    def adds_plays(self) -> bool:
        """Say whether plays beyond the rules are let in."""
        return bool(self.allowances or self.let_in)

    def to_json(self) -> dict[str, object]:
        """Return the canonical form, which `from_json` reads back.

        Ideas stand in it only where there are some, and the share of a plan where it is
        asked about: settings without them keep the hash they have always had.
        """
        names = sorted(field.name for field in fields(self))
        values = {name: getattr(self, name) for name in names}
        return {
            name: _written(value)
            for name, value in values.items()
            if name not in _LATER or value != _LATER[name]
        }

    @classmethod
    def from_json(cls, data: Mapping[str, object]) -> Settings:
        """Read the canonical form; a missing value has its default."""
        default = cls()
        given: dict[str, Any] = {
            field.name: _read(data[field.name], getattr(default, field.name))
            for field in fields(cls)
            if field.name in data
        }
        return cls(**given)


_LATER: dict[str, object] = {
    "never": frozenset(),
    "let_in": frozenset(),
    "plan_share": PlanShare.ANY,
}
"""What settings leave out of their form, for it was not always asked."""


def parse_play(text: str) -> PlayAt | Idea:
    """Read what a switch names: a play at a moment, or a kind of play."""
    return Idea.parse(text) if ":" in text else PlayAt.parse(text)


def _written(value: object) -> object:
    """Return a setting as JSON: plays in order as texts, names as text."""
    if isinstance(value, frozenset):
        return [str(play) for play in sorted(value)]
    return str(value) if isinstance(value, StrEnum) else value


def _read(value: Any, default: object) -> object:  # noqa: ANN401 - JSON
    """Return a setting of the kind of its default from JSON."""
    if isinstance(default, frozenset):
        return frozenset(map(parse_play, value))
    if isinstance(default, bool):
        return bool(value)
    return type(default)(str(value))  # type: ignore[call-arg]  # a number or a name


_SPOTS = {"suit_order": SuitOrder.TOP_DOWN_SPOTS, "even_breaks_shown": False}
_PROFILES: dict[str, Mapping[str, object]] = {
    "EBU": _SPOTS,
    "WBU": _SPOTS,
    "NBB": _SPOTS,
    "ACBL": {
        "last_trump_lead_normal": False,
        "low_lead_in_conceded_suit": False,
        "ruff_height": RuffHeight.LOWEST,
        "even_breaks_shown": False,
    },
}
PROFILES = ("WBF", *_PROFILES)
"""The profiles that have a name."""


def normal_settings(profile: str = "WBF", edition: str = "2017") -> Settings:
    """Return the settings of a regulation profile; an unknown one is as WBF.

    For commands that are given no regulation set; a case is solved under its own set
    (`settings_under`), whose values alone count.
    """
    given: Mapping[str, Any] = _PROFILES.get(profile.upper(), {})
    return Settings(edition, profile, **given)


def settings_under(
    regulation: Mapping[str, object], profile: str = "WBF", edition: str = "2017"
) -> Settings:
    """Return the settings of a regulation set; a value it leaves open is as WBF.

    The names are those of the regulation sets, where leading a supposed last trump
    is `safety_check_with_high_trump`.
    """
    order = str(regulation.get("suit_order") or SuitOrder.TOP_DOWN)
    height = str(regulation.get("ruff_height") or RuffHeight.ANY)
    refused = "not_normal"
    return Settings(
        edition,
        profile,
        SuitOrder(order),
        regulation.get("safety_check_with_high_trump") != refused,
        regulation.get("low_lead_in_conceded_suit") != refused,
        RuffHeight(height),
        regulation.get("even_breaks") != "not_shown",
        false_claim=FalseClaim(str(regulation.get("false_claim") or FalseClaim.ASK)),
        plan_share=PlanShare(str(regulation.get("plan_share") or PlanShare.ANY)),
    )
