"""The scale: the contract line, ranges, and a table complete without its pips."""

import pytest
from django.template import Context, Template

from rulings.bridge.contracts import Contract
from rulings.bridge.seats import Side
from rulings.presenters import ScaleRow, contract_line, pips, scale_of

CONTRACT = Contract.parse("5H S")


def test_pips_stand_for_the_tricks_with_the_line_before_the_one_that_decides():
    drawn = pips(ScaleRow("Award", 6, 6), total=8, need=7)

    assert drawn == ("on",) * 6 + ("off line", "off")


def test_pips_of_a_range_are_neither_on_nor_off():
    drawn = pips(ScaleRow("Award", 5, 7), total=8, need=7)

    assert drawn == ("on",) * 5 + ("may", "may line", "off")


def test_pips_without_a_line():
    assert pips(ScaleRow("Award", 0, 0), total=2, need=None) == ("off", "off")


@pytest.mark.parametrize(
    ("low", "high", "number"), [(6, 6, "6"), (5, 7, "5–7"), (0, 0, "0")]
)
def test_number_is_a_range_until_it_is_exact(low, high, number):
    assert ScaleRow("Award", low, high).number == number


@pytest.mark.parametrize(
    ("side", "won", "total", "line"),
    [
        (Side.NS, 4, 8, (7, "5 hearts needs 7 of these 8.")),
        (Side.EW, 4, 8, (2, "2 of these 8 beat 5 hearts.")),
        (Side.NS, 11, 2, (None, "5 hearts was made before.")),
        (Side.EW, 2, 8, (None, "5 hearts was beaten before.")),
        (Side.NS, 3, 8, (8, "5 hearts needs 8 of these 8.")),
        (Side.EW, 10, 3, (3, "3 of these 3 beat 5 hearts.")),
    ],
    ids=["declarer", "defenders", "made", "beaten", "all needed", "last chance"],
)
def test_contract_line_is_told_for_either_side(side, won, total, line):
    assert contract_line(CONTRACT, side=side, won_declarer=won, total=total) == line


def test_scale_is_a_table_that_reads_without_its_pips():
    scale = scale_of(
        [ScaleRow("Claimed", 7, 7, "makes"), ScaleRow("Award", 6, 6, "", award=True)],
        total=8,
        need=7,
        heading="Tricks of the last eight",
        foot="5 hearts needs 7 of these 8.",
    )

    markup = Template("{% load cards %}{% scale scale %}").render(
        Context({"scale": scale})
    )

    assert markup.count('<span class="pips" aria-hidden="true">') == 2
    assert '<th scope="row">Claimed</th>' in markup
    assert '<td class="n">7 <small>tricks</small></td>' in markup
    assert markup.count('<tr class="award">') == 1
    assert '<section class="scale" aria-label="Tricks of the last eight">' in markup
