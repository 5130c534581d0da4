"""Each rule of normal play bites where it should and nowhere else."""

import pytest

from rulings.bridge.cards import Card
from rulings.bridge.positions import Position
from rulings.bridge.seats import Seat
from rulings.solver import (
    RULES,
    PlanShare,
    RuffHeight,
    Settings,
    SolverClaim,
    SuitOrder,
    rules_signature,
)
from rulings.solver.hypotheses import Certainty, view_of
from rulings.solver.inputs import NodeBudget
from rulings.solver.lines import Concession, Lines, Task


def plays(position, tricks, forgotten="", settings=None, losers="", **more):
    """Return the normal cards of the seat to play; South declares and claims."""
    position = Position.parse(position)
    known = frozenset(Card.parse(card) for card in losers.split())
    claim = SolverClaim(Seat.SOUTH, Seat.SOUTH, tricks, losers=known)
    cards = frozenset(Card.parse(card) for card in forgotten.split())
    view = view_of(position, claim, cards)
    search = Certainty(view.sides, NodeBudget(10**6))
    task = Task(view, tricks, (), settings or Settings(), **more)
    lines = Lines(task, search, NodeBudget(10**6))
    layout = lines.table.layout()
    options = lines.plays(lines.root)
    return sorted(str(layout[o.suit][o.at]) for o in options)


@pytest.mark.parametrize(
    ("position", "tricks", "forgotten", "expected"),
    [
        pytest.param(
            "N S:- 10-0 N:43..2. Q.32.. AK2... J5..A.",
            3,
            "SQ SJ S5",
            ["SA"],
            id="top down from a suit thought good",
        ),
        pytest.param(
            "N S:- 11-0 N:43... A2... K2... J5...",
            1,
            "",
            ["S2", "SK"],
            id="no top down while the ace is counted",
        ),
        pytest.param(
            "N W:H9,H2,H3 10-0 N:43... 6.K.. 7.AT.. 8...5",
            2,
            "",
            ["HT"],
            id="cheapest winner or lowest in the last seat",
        ),
        pytest.param(
            "N W:HK,H2,HQ 10-0 N:43... 65... 7.JT.. 8...5",
            0,
            "",
            ["HJ"],
            id="lowest of equals when it cannot win",
        ),
        pytest.param(
            "H N:SA,S2 11-0 N:.3.2. 4..5. .2.3. 6.5..",
            2,
            "",
            ["D3"],
            id="no ruff of partner's master",
        ),
        pytest.param(
            "H W:S2 11-0 N:.3..3 5...9 A...2 .4..",
            1,
            "",
            ["C3"],
            id="no ruff in front of a winner of the other hand",
        ),
        pytest.param(
            "H W:S2 11-0 N:.3..3 K...9 Q...2 .4..",
            1,
            "",
            ["C3", "H3"],
            id="a ruff in front of a card that may be beaten",
        ),
        pytest.param(
            "N W:HA 10-0 N:2..2.2 .54..3 A4..3. K.3.K.",
            1,
            "",
            ["C2", "D2", "S2"],
            id="low cards may be thrown",
        ),
        pytest.param(
            "C S:- 9-0 N:32.32.. 65.KQ.. AK.A..9 7..KQ.5",
            4,
            "",
            ["C9"],
            id="the trump out is drawn",
        ),
        pytest.param(
            "C S:- 9-0 N:32.32.. 65.KQ.. AK.A..9 7..KQ.5",
            4,
            "C5",
            ["C9", "HA", "SA"],
            id="a forgotten trump is not",
        ),
    ],
)
def test_the_rules_leave(position, tricks, forgotten, expected):
    found = plays(position, tricks, forgotten)

    assert found == expected


def test_suit_order_is_a_setting():
    position = "N S:- 10-0 N:43..2. Q.32.. AK2... J5..A."
    free = Settings(suit_order=SuitOrder.NONE)

    assert plays(position, 1, "SQ SJ S5") == ["SA"]
    assert plays(position, 1, "SQ SJ S5", free) == ["S2", "SA"]


SPOTS = Settings(suit_order=SuitOrder.TOP_DOWN_SPOTS)
BROKEN = "N S:- 10-0 N:...432 J.KQ.. 754... 6.AJ.."
DOUBLETON = "N S:- 11-0 N:...43 9...8 J6... .KQ.."
SOLID = "N S:- 10-0 N:...432 2.KQ.. T98... 7.AJ.."


@pytest.mark.parametrize(
    ("position", "tricks", "forgotten", "settings", "expected"),
    [
        pytest.param(BROKEN, 0, "SJ S6", SPOTS, ["S5", "S7"], id="spots with a gap"),
        pytest.param(BROKEN, 0, "SJ S6", Settings(), ["S7"], id="elsewhere top down"),
        pytest.param(DOUBLETON, 2, "S9", SPOTS, ["S6", "SJ"], id="doubleton jack"),
        pytest.param(SOLID, 3, "", SPOTS, ["ST"], id="a solid holding is one card"),
        pytest.param(
            "N S:- 10-0 N:43..2. Q.32.. AK2... J5..A.",
            1,
            "SQ SJ S5",
            SPOTS,
            ["SA"],
            id="never from honours",
        ),
    ],
)
def test_a_spot_may_be_led_low_where_regulations_say_so(
    position, tricks, forgotten, settings, expected
):
    assert plays(position, tricks, forgotten, settings) == expected


LAST_TRUMP = "S S:- 0-10 N:..32.3 ..QJ.Q 2..AK. 9...AK"


def test_a_supposed_last_trump_waits_where_regulations_say_so():
    waits = Settings(last_trump_lead_normal=False)

    assert plays(LAST_TRUMP, 3, "S9") == ["DA", "S2"]
    assert plays(LAST_TRUMP, 3, "S9", waits) == ["DA"]


def test_a_trump_that_is_counted_is_drawn_whatever_regulations_say():
    position = "C S:- 9-0 N:32.32.. 65.KQ.. AK.A..9 7..KQ.5"
    waits = Settings(last_trump_lead_normal=False)

    assert plays(position, 4, "", waits) == ["C9"]


CONCEDED = "S S:- 4-4 N:.2.32.43 .JT.QJ.K Q3.A.A.A J.KQ.K.2"


def test_a_low_lead_is_normal_in_a_conceded_suit_and_not_elsewhere():
    in_spades = Concession(frozenset({0}))
    in_hearts = Concession(frozenset({1}))

    assert "S3" in plays(CONCEDED, 4, conceded=in_spades)
    assert "S3" not in plays(CONCEDED, 4, conceded=in_hearts)
    assert "S3" not in plays(CONCEDED, 5, conceded=in_spades)
    strict = Settings(low_lead_in_conceded_suit=False)
    assert "S3" not in plays(CONCEDED, 4, settings=strict, conceded=in_spades)


def test_fewer_than_certain_with_nothing_said_frees_every_lead():
    assert "S3" in plays(CONCEDED, 4, conceded=Concession(bare=True))


def test_a_refused_finesse_is_not_taken_in_third_hand():
    tenace = "N S:S2,S6 8-3 N:AQ... K7... 5... 3..."
    in_spades = Concession(refused=frozenset({0}))

    assert plays(tenace, 1) == ["SA", "SQ"]
    assert plays(tenace, 1, conceded=in_spades) == ["SA"]
    assert plays(tenace, 1, conceded=Concession(refused=frozenset({1}))) == [
        "SA",
        "SQ",
    ]


def test_known_losers_are_not_led_and_are_thrown_first():
    position = "N S:- 10-0 N:2.3..4 .KQ..A A4..3. K5.A.."
    thrown = "N N:SQ,S3 11-0 N:3.2.. 5...8 .7.2. K.9.."

    assert plays(position, 0) == ["D3", "SA"]
    assert plays(position, 0, losers="D3") == ["SA"]
    assert plays(thrown, 0) == ["H7"]
    assert plays(thrown, 0, losers="D2") == ["D2"]


def test_a_ruff_is_low_where_regulations_say_so_and_something_is_forgotten():
    position = "S W:DK 0-10 N:T4.2.. 7.43.. .AK.5. .5.A."
    low = Settings(ruff_height=RuffHeight.LOWEST)

    assert plays(position, 2, "S7") == ["S4", "ST"]
    assert plays(position, 2, "S7", low) == ["S4"]
    assert plays(position, 2, "", low) == ["S4", "ST"]


@pytest.mark.parametrize(
    ("share", "cards"),
    [("any", "S3 SA"), ("quarter", "S3 SA"), ("half", "S3"), ("best", "S3")],
)
def test_a_play_that_makes_the_claim_seldom_is_left_out_by_share(share, cards):
    # The jack is led and not covered: the ace drops a bare queen alone.
    position = "N S:SJ,S4 9-0 N:AT3.2.. 876.K.. K2.A.. Q5.3.."

    settings = Settings(plan_share=PlanShare(share))
    assert plays(position, 4, "", settings) == cards.split()


def test_who_claims_every_trick_takes_the_one_that_is_lost_otherwise():
    position = "C N:CT,CJ 11-0 N:.2.. 8... ...A8 7...Q"

    assert plays(position, 1) == ["C8", "CA"]
    assert plays(position, 2) == ["CA"]


def test_a_defenders_partner_throws_low_cards_and_is_not_protected():
    position = Position.parse("N W:SA,S2 11-0 N:3... .A9.. 4.K.. K...")
    claim = SolverClaim(Seat.WEST, Seat.SOUTH, 2)
    view = view_of(position, claim)
    lines = Lines(
        Task(view, 2, (), Settings()),
        Certainty(view.sides, NodeBudget(99)),
        NodeBudget(99),
    )

    options = lines.plays(lines.root)

    layout = lines.table.layout()
    assert [str(layout[o.suit][o.at]) for o in options] == ["H9"]


def test_every_rule_has_an_id_a_law_and_a_sentence():
    assert len({rule.id for rule in RULES}) == len(RULES)
    assert all(rule.law[:2] in {"70", "71"} for rule in RULES)
    assert all(rule.sentence.endswith(".") for rule in RULES)


def test_the_signature_names_the_rules_in_force():
    assert len(rules_signature()) == 16
    assert rules_signature() == rules_signature()
