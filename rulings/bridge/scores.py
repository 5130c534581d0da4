"""The score of a contract from the tricks won (Law 77)."""

from __future__ import annotations

from rulings.bridge.cards import Strain
from rulings.bridge.contracts import Contract

MINOR, MAJOR, FIRST_NO_TRUMP = 20, 30, 10
GAME = 100


def score(contract: Contract, tricks_declarer: int, *, vulnerable: bool) -> int:
    """Return the points of declarer's side; negative when the contract fails.

    `tricks_declarer` are all tricks of declarer's side on the board, 0 to 13.
    Raises ValueError for any other number.
    """
    if not 0 <= tricks_declarer <= 13:  # noqa: PLR2004 - tricks on a board
        raise ValueError(f"{tricks_declarer} tricks: a board has 0 to 13")
    over = tricks_declarer - contract.tricks_needed
    if over < 0:
        return -_undertricks(-over, contract.doubled, vulnerable=vulnerable)
    return _made(contract, over, vulnerable=vulnerable)


def _trick_value(strain: Strain) -> int:
    return MINOR if strain in {Strain.CLUBS, Strain.DIAMONDS} else MAJOR


def _made(contract: Contract, over: int, *, vulnerable: bool) -> int:
    bid = _trick_value(contract.strain) * contract.level
    if contract.strain is Strain.NO_TRUMP:
        bid += FIRST_NO_TRUMP
    bid <<= contract.doubled
    game = (500 if vulnerable else 300) if bid >= GAME else 50
    slam = {6: 750 if vulnerable else 500, 7: 1500 if vulnerable else 1000}.get(
        contract.level, 0
    )
    if contract.doubled:
        each = (200 if vulnerable else 100) * contract.doubled
    else:
        each = _trick_value(contract.strain)
    return bid + game + slam + over * each + 50 * contract.doubled


def _undertricks(down: int, doubled: int, *, vulnerable: bool) -> int:
    if not doubled:
        return down * (100 if vulnerable else 50)
    if vulnerable:
        points = 300 * down - 100
    else:
        points = 200 * down - 100 + 100 * max(0, down - 3)
    return points * doubled
