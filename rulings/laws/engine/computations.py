"""The functions that flow data may name: values of the law made of other values.

The only place where the law package meets the bridge package beyond its errors: the
walk itself knows no bids. Serves Law 18 and Law 27 (order of bids, lowest bid).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from rulings.bridge import auctions
from rulings.laws.expressions import Scalar

NUMBERED = tuple(f"S{number}" for number in range(1, 15))
"""The computations that a step may name: what is worked out for it, S1 to S14."""

# Name in the data: the function, and the texts it can return.
KNOWN: Mapping[str, tuple[Callable[..., Scalar], tuple[str, ...]]] = {
    "is_sufficient": (auctions.is_sufficient, ()),
    "is_lowest": (auctions.is_lowest, ()),
    "same_denomination": (auctions.same_denomination, ()),
    "kind_of_replacement": (auctions.kind_of_replacement, auctions.REPLACEMENTS),
}
