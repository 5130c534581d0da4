"""Made-up claims: deals and play by chance from a seed, as records in JSON lines."""

import json
import random

from rulings.bridge.cards import FULL_DECK, Strain
from rulings.bridge.hands import Deal, Hand
from rulings.bridge.positions import Position
from rulings.bridge.seats import Seat
from rulings.bridge.tricks import Trick
from rulings.solver.inputs import SolverClaim
from rulings.solver.lines import by_library

STRAINS = "SHDCN"


def made_record(number, left, *, makeable=False):
    """Return a claim with so many tricks left; makeable: as many as double dummy."""
    chance = random.Random(f"{number} {left}")
    cards = sorted(FULL_DECK)
    chance.shuffle(cards)
    hands = tuple(Hand(frozenset(cards[13 * n : 13 * n + 13])) for n in range(4))
    declarer, strain = chance.choice(list(Seat)), chance.choice(STRAINS)
    position = Position(hands, Strain.parse(strain), Trick(declarer.lho), (0, 0))
    play = []
    while position.left > left:
        play.append(chance.choice(position.legal()))
        position = position.play(play[-1])
    more = chance.randint(0, left)
    if makeable:
        more = by_library(position, SolverClaim(declarer, declarer, 0))
    return {
        "id": f"made-{number}",
        "deal": str(Deal(hands)),
        "contract": f"{chance.randint(1, 4)}{strain}",
        "declarer": str(declarer),
        "play": " ".join(map(str, play)),
        "left": left,
        "claimed": position.won_by(declarer.side) + more,
        "board": number,
    }


def write_made(path, number, lefts=(2, 3, 4), **given):
    """Write made-up claims, the tricks left taking turns, and return the path."""
    rows = [made_record(n, lefts[n % len(lefts)], **given) for n in range(number)]
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    return path
