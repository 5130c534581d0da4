"""The rules that bind on a line are said, each once, in its own sentence and Law."""

from dataclasses import dataclass

import pytest

from rulings.bridge.cards import Card, Suit
from rulings.bridge.positions import Position
from rulings.bridge.seats import Seat
from rulings.solver import adjudicate
from rulings.solver.explain.witness import LeftOut, _binding
from rulings.solver.inputs import Exhausted, PlayAt, Settings, SolverClaim, SuitOrder
from rulings.solver.kernel.rules.normal import RULES
from rulings.solver.lines import CardOption, LineNode, Turn
from rulings.statements import ReadStatement

BY_ID = {rule.id: rule for rule in RULES}
WBF = Settings()
SPOTS = Settings(suit_order=SuitOrder.TOP_DOWN_SPOTS)
TRUMP_WAITS = Settings(last_trump_lead_normal=False)


@dataclass(frozen=True)
class Case:
    """A claim in a few words; `known` are show-outs (E:H) and locations (E:HK)."""

    position: str
    claimer: str
    declarer: str
    tricks: int
    known: str = ""
    losers: str = ""
    forgotten: str = ""
    conceded: str = ""
    words: str = ""
    settings: Settings = WBF

    def solve(self):
        known = [pair.split(":") for pair in self.known.split()]
        claim = SolverClaim(
            Seat.parse(self.claimer),
            Seat.parse(self.declarer),
            self.tricks,
            ReadStatement.parse(self.words),
            forgotten=_cards(self.forgotten),
            show_outs=frozenset(
                (Seat.parse(s), Suit.parse(x)) for s, x in known if len(x) == 1
            ),
            locations=frozenset(
                (Seat.parse(s), Card.parse(x)) for s, x in known if len(x) > 1
            ),
            losers=_cards(self.losers),
            conceded=frozenset(Suit.parse(suit) for suit in self.conceded),
        )
        return adjudicate(Position.parse(self.position), claim, self.settings)

    def left_out(self, play):
        found = {one.id: one.reason for one in self.solve().excluded}
        return found[play]


def _cards(text):
    return frozenset(Card.parse(card) for card in text.split())


LOSER_LED = Case("N E:- 9-2 N:.7.4. .6.7. ..K8. .J.Q.", "E", "N", 0, "N:C N:S", "D7")
LOSER_KEPT = Case("D E:S5 10-1 N:...K7 3... .4..5 7...Q", "N", "N", 0, "E:H", "C7")
PARTNER = Case(
    "N E:S2,DQ 4-6 N:6..A2. ..K5. ..73. 84..4.", "S", "E", 1, "N:H N:D2 N:S6", "D7"
)
EVERY_TRICK = Case(
    "C E:HK 2-8 N:KJ..Q. ..8.8 .A8.A. 9..K.Q", "W", "N", 3, "N:H N:SJ", conceded="S"
)
WASTED = Case("S N:- 5-6 N:.KQ.. Q.J.. A...Q K.9.. ", "S", "S", 0)
SPOT_LED = Case("C E:- 9-0 N:AK.87.. .QJ5.4. 4.T3.K. 5..AQ3.", "S", "S", 0)
REFUSED = Case(
    "D N:DT 10-0 N:.T.9. .J9.8. .Q.AQ. .A8.K.",
    "S",
    "S",
    2,
    "W:HA",
    words="no finesse",
)
LOW_SPOT = Case(
    "N E:D3,DK,DA 6-4 N:.5.54. ..82. ..Q.A .94..",
    "E",
    "E",
    1,
    "S:H S:DQ N:D5",
    settings=SPOTS,
)
LAST_TRUMP = Case(
    "S N:- 5-6 N:Q...T ...QJ 98... ..K.A",
    "S",
    "S",
    2,
    forgotten="CA CJ CQ",
    settings=TRUMP_WAITS,
)
FEWER = Case("S E:- 6-4 N:.QJ9.. .T.T.K .A..Q8 ..K.A9", "E", "E", 2, "N:HJ")
FROM_THE_TOP = Case(
    "S S:- 0-10 N:..32.2 .KQ..K 754... 6..A.A", "S", "S", 3, forgotten="S6"
)
CERTAIN_ALONE = Case("N E:- 0-10 N:.Q6.6. 2.3.5. KJ..4. Q87...", "S", "S", 3)


@pytest.mark.parametrize(
    ("case", "play", "rule"),
    [
        (LOSER_LED, ">D7", "N3"),
        (LOSER_KEPT, "C5,S7>CK", "N3"),
        (PARTNER, "S8,S6,S4>DA", "N13"),
        (EVERY_TRICK, "HA>S9", "N15"),
    ],
    ids=["loser-led", "winner-thrown", "partner", "every-trick"],
)
def test_a_play_left_out_names_the_rule_that_left_it_out(case, play, rule):
    why = case.left_out(play)

    said = BY_ID[rule]
    assert (why.rule, why.law, why.sentence.english()) == (
        said.id,
        said.law,
        said.sentence,
    )


def test_a_card_that_is_wasted_names_the_one_that_does_as_much():
    why = WASTED.left_out("HK,HJ>SA")

    assert (why.rule, why.law) == ("N8", "70")
    assert why.sentence.english() == "Wastes a card; CQ does as much."


def test_a_suit_that_is_thought_good_names_its_top_card():
    why = FROM_THE_TOP.left_out(">S5")

    assert (why.rule, why.law) == ("N5", "70E2")
    assert (
        why.sentence.english() == "A suit thought good is led from the top: S7 first."
    )


def test_a_play_that_was_struck_names_the_strike():
    jack = PlayAt((), Card.parse("HJ"))
    case = Case(
        "H W:- 2-9 N:K.K.. T.A.. .8..9 .J..T",
        "W",
        "W",
        0,
        settings=Settings(strikes=frozenset({jack})),
    )

    why = case.left_out(">HJ")

    assert (why.rule, why.law) == ("strike", "70")


@pytest.mark.parametrize(
    ("case", "rule"),
    [
        (LOSER_LED, "N3"),
        (PARTNER, "N13"),
        (EVERY_TRICK, "N15"),
        (WASTED, "N8"),
        (REFUSED, "N16"),
        (LOW_SPOT, "N6"),
        (LAST_TRUMP, "N7"),
        (FEWER, "N4"),
        (FROM_THE_TOP, "N5"),
    ],
    ids=lambda value: value if isinstance(value, str) else "line",
)
def test_a_rule_that_narrowed_a_turn_of_the_line_is_said_with_its_law(case, rule):
    told = [(why.rule, why.law, why.sentence.english()) for why in case.solve().because]

    said = BY_ID[rule]
    assert told.count((said.id, said.law, said.sentence)) == 1


def test_rules_that_left_out_only_what_drops_certain_tricks_are_not_said():
    found = CERTAIN_ALONE.solve()

    assert {one.reason.rule for one in found.excluded} == {"N1"}
    assert {why.rule for why in found.because} == {"N1"}


@pytest.mark.parametrize("keeps", [True, False, None], ids=["kept", "lost", "spent"])
def test_a_rule_is_said_only_where_its_card_is_known_to_keep_what_is_certain(keeps):
    def certain(_option, _tricks):
        if keeps is None:
            raise Exhausted
        return keeps

    node = LineNode((0, 0, 0, 0), 0, 0, 0, 0, 1, 1, 0)
    card = CardOption(0, 0, True, node, 0)  # noqa: FBT003 it would be winning
    turn = Turn(0, False, (card,), None, (), certain, 1)  # noqa: FBT003 not his partner
    out = LeftOut(turn, node, ([], [], [], []), card, BY_ID["N5"], (), 0, 1)

    assert _binding(out) == ({"N5"} if keeps else set())


@pytest.mark.parametrize(
    ("said", "at", "words"),
    [
        ("finesse SQ", 2, "The finesse named, SQ, lost to SK; the claim cannot"),
        ("play HA; finesse SQ", 1, "The finesse named, SQ, loses to SK, and no other"),
    ],
)
def test_finesse_that_was_named_and_loses_is_told_where_no_play_makes_the_claim(
    said, at, words
):
    position = Position.parse("N N:- 6-2 N:432.A..2 987.K..5 AQT..A.3 KJ5.QJ..")
    claim = SolverClaim(Seat.SOUTH, Seat.SOUTH, 5, statement=ReadStatement.parse(said))
    found = adjudicate(position, claim, Settings())

    told = [
        play.reason.sentence.english()
        for trick in found.line[at - 1 :]
        for play in trick.cards
        if play.reason is not None
    ]
    assert any(one.startswith(words) for one in told)
    assert not any(one.startswith("The claim cannot be made here") for one in told)
