import pytest

from rulings.bridge.auctions import Auction
from rulings.importers.drafts import illegal_call


@pytest.mark.parametrize(
    ("auction", "wrong"),
    [
        pytest.param("N:", None, id="empty"),
        pytest.param("N: 1C P 1S P 2S P 4S P P P", None, id="sound"),
        pytest.param("N: 1C X XX P P P", None, id="doubled and redoubled"),
        pytest.param("N: 1C P P X P P XX P P P", None, id="doubled in fourth seat"),
        pytest.param("N: P P P P", None, id="passed out"),
        pytest.param("N: 1S P 1H", "1H", id="insufficient"),
        pytest.param("N: 1S P 1S", "1S", id="the same bid"),
        pytest.param("N: X", "X", id="nothing to double"),
        pytest.param("N: 1C P X", "X", id="double of partner"),
        pytest.param("N: 1C X P X", "X", id="double of a double"),
        pytest.param("N: 1C XX", "XX", id="redouble undoubled"),
        pytest.param("N: 1C X P XX", "XX", id="redouble of one's own double"),
        pytest.param("N: 1C X 2C XX", "XX", id="double ended by a bid"),
        pytest.param("N: 1C P P P 1D", "1D", id="after the end"),
        pytest.param("N: P P P P P", "P", id="fifth pass"),
    ],
)
def test_illegal_call(auction, wrong):
    assert illegal_call(Auction.parse(auction)) == wrong
