"""Movements are checked by properties: who meets whom, on which boards, how often."""

from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulings.importers.faults import UnreadableFile
from rulings.importers.movements import (
    arrow_switched,
    barometer,
    drawn_round,
    howell,
    howells,
    individual,
    individuals,
    mitchell,
    read_draw,
    round_robin,
    summary_of,
    team_match,
    without_pair,
)
from rulings.importers.movements.individuals import most_rounds
from rulings.importers.movements.limits import declared
from rulings.importers.schedules import Placement, clashes


def lined(placements):
    return [(one, line) for line, one in enumerate(placements, start=1)]


def met(placements):
    """Return how many boards each two pairs play against each other."""
    return Counter(frozenset((one.ns, one.ew)) for one in placements)


@given(
    tables=st.integers(1, 20),
    boards=st.integers(1, 6),
    first=st.integers(1, 100),
    data=st.data(),
)
def test_mitchell_can_be_played(tables, boards, first, data):
    most = tables if tables % 2 else tables - 1
    rounds = data.draw(st.integers(1, most))

    found = mitchell(tables, rounds, boards, first_board=first)

    assert clashes(lined(found)) == []
    assert len(found) == tables * rounds * boards
    assert {one.board for one in found} == set(range(first, first + tables * boards))
    meetings = {(one.ns, one.ew) for one in found}
    assert len(meetings) == tables * rounds
    assert not {one.ns for one in found} & {one.ew for one in found}


def test_mitchell_of_three_tables_moves_as_it_should():
    found = mitchell(3, 3, 1, section="B")

    assert [(one.round, one.table, one.board, one.ns, one.ew) for one in found] == [
        (1, 1, 1, "1", "4"),
        (1, 2, 2, "2", "5"),
        (1, 3, 3, "3", "6"),
        (2, 1, 2, "1", "6"),
        (2, 2, 3, "2", "4"),
        (2, 3, 1, "3", "5"),
        (3, 1, 3, "1", "5"),
        (3, 2, 1, "2", "6"),
        (3, 3, 2, "3", "4"),
    ]
    assert {one.section for one in found} == {"B"}


def test_mitchell_of_four_tables_skips_after_two_rounds():
    found = mitchell(4, 3, 1)

    assert [one.ew for one in found if one.table == 1] == ["5", "8", "6"]


@pytest.mark.parametrize(
    ("tables", "rounds", "boards", "first"),
    [
        pytest.param(0, 1, 1, 1, id="no table"),
        pytest.param(5, 6, 1, 1, id="too many rounds"),
        pytest.param(4, 4, 1, 1, id="even: one round fewer"),
        pytest.param(5, 0, 1, 1, id="no round"),
        pytest.param(5, 5, 0, 1, id="no board"),
        pytest.param(5, 5, 2, 0, id="board 0"),
        pytest.param(5, 5, 2, 991, id="board 1000"),
    ],
)
def test_mitchell_that_cannot_be_had_is_refused(tables, rounds, boards, first):
    with pytest.raises(ValueError, match=r"rounds|boards"):
        mitchell(tables, rounds, boards, first_board=first)


@given(rounds=st.integers(1, 6), length=st.integers(1, 16), first=st.integers(1, 200))
def test_team_match_can_be_played(rounds, length, first):
    found = team_match(rounds * length, rounds=rounds, first_board=first)

    assert clashes(lined(found)) == []
    assert len(found) == 2 * rounds * length
    for pair in "1234":
        assert len({one.board for one in found if pair in {one.ns, one.ew}}) == (
            rounds * length
        )


def test_team_match_plays_each_board_in_both_rooms():
    found = team_match(4, rounds=2, section="C", first_board=17)

    assert found == (
        Placement("C", 1, 1, 17, "1", "2"),
        Placement("C", 1, 1, 18, "1", "2"),
        Placement("C", 1, 2, 17, "3", "4"),
        Placement("C", 1, 2, 18, "3", "4"),
        Placement("C", 2, 1, 19, "1", "2"),
        Placement("C", 2, 1, 20, "1", "2"),
        Placement("C", 2, 2, 19, "3", "4"),
        Placement("C", 2, 2, 20, "3", "4"),
    )


@pytest.mark.parametrize(
    ("boards", "rounds"), [(7, 2), (8, 0), (0, 1), (1000, 1)], ids=str
)
def test_team_match_that_cannot_be_had_is_refused(boards, rounds):
    with pytest.raises(ValueError, match="boards"):
        team_match(boards, rounds=rounds)


@given(half=st.integers(1, 12), boards=st.integers(1, 4))
def test_mitchell_that_shares_boards_plays_a_round_a_table(half, boards):
    tables = 2 * half

    found = mitchell(tables, tables, boards, share=True)

    assert clashes(lined(found)) == []
    assert len(met(found)) == tables * tables
    assert {len({one.board for one in found if one.ns == "1"})} == {tables * boards}
    places = Counter((one.round, one.board) for one in found)
    shared = {one.table for one in found if places[one.round, one.board] == 2}
    assert shared == {1, tables}


@pytest.mark.parametrize("row", declared("howell"), ids=lambda row: row["tables"])
def test_howell_keeps_what_its_file_declares(row):
    tables = row["tables"]

    summary = summary_of(howell(tables, 2 * tables - 1, 1))

    assert summary.meetings == row["meetings"]
    assert summary.shared == tuple(f"A{number}" for number in row["shared"])
    assert summary.sitting_out == {}


@pytest.mark.parametrize("row", declared("individual"), ids=lambda row: row["tables"])
def test_individuals_meet_as_their_file_declares(row):
    tables = row["tables"]
    rounds = most_rounds(tables)

    found = individual(tables, rounds, 1)

    players = {str(number) for number in range(1, 4 * tables + 1)}
    assert clashes(lined(found)) == []
    assert {player for one in found for player in one.players} == players
    partners = Counter(
        frozenset(side.split("+")) for one in found for side in (one.ns, one.ew)
    )
    opponents = Counter(
        frozenset((ns, ew))
        for one in found
        for ns in one.ns.split("+")
        for ew in one.ew.split("+")
    )
    assert max(partners.values()) == row["partners"]
    assert max(opponents.values()) == row["opponents"]
    if row["each_two"]:
        two = {frozenset(pair) for pair in combinations(players, 2)}
        assert partners == dict.fromkeys(two, row["partners"])
        assert opponents == dict.fromkeys(two, row["opponents"])
    summary = summary_of(found)
    assert summary.shared == tuple(f"A{number}" for number in row["shared"])
    assert (summary.partners, summary.meetings) == (row["partners"], row["opponents"])
    assert summary.sitting_out == {}


def test_individuals_have_as_many_tables_as_their_file():
    assert set(individuals()) == set(range(1, 14))
    with pytest.raises(UnreadableFile, match="not 14"):
        individual(14, 3, 2)
    with pytest.raises(UnreadableFile, match="rounds"):
        individual(5, 6, 2)


def test_ten_tables_of_individuals_play_nine_rounds_and_the_others_one_a_table():
    most = {tables: most_rounds(tables) for tables in (5, 7, 8, 9, 10, 11, 12, 13)}

    assert most == {tables: tables for tables in most} | {10: 9}
    with pytest.raises(UnreadableFile, match="10 tables play 1 to 9 rounds"):
        individual(10, 10, 2)


@pytest.mark.parametrize("tables", [8, 9, 10, 12])
def test_of_a_rainbow_the_norths_stay_and_each_meets_one_of_every_other_seat(tables):
    found = individual(tables, most_rounds(tables), 3)

    first = {f"{n}" for n in range(1, tables + 1)}
    assert {one.players[0] for one in found if one.table == 1} == {"1"}
    assert {one.players[0] for one in found} == first
    boards = {one.board for one in found if "1" in one.players}
    assert len(boards) == 3 * most_rounds(tables)


def test_a_missing_individual_leaves_the_others_of_the_table_out():
    found = without_pair(individual(2, 7, 1), "8")

    assert {len(rounds) for rounds in summary_of(found).sitting_out.values()} == {3}


@given(tables=st.integers(2, 30), boards=st.integers(1, 4), data=st.data())
def test_barometer_plays_the_same_boards_everywhere_at_once(tables, boards, data):
    rounds = data.draw(st.integers(1, 2 * tables - 1))

    found = barometer(tables, rounds, boards)

    assert clashes(lined(found)) == []
    assert set(met(found).values()) == {boards}
    at_once = {
        n: {o.board for o in found if o.round == n} for n in range(1, rounds + 1)
    }
    assert all(len(played) == boards for played in at_once.values())
    assert len(set().union(*at_once.values())) == rounds * boards
    assert len(found) == tables * rounds * boards


@given(
    numbers=st.lists(st.integers(1, 400), min_size=2, max_size=40, unique=True),
    sign=st.sampled_from([" - ", ",", ";", "\t", "–", ":"]),
    teams=st.booleans(),
)
def test_a_drawn_round_seats_whom_the_draw_names(numbers, sign, teams):
    matches = list(zip(numbers[::2], numbers[1::2], strict=False))
    text = "home,away\n" + "\n\n".join(f"{one}{sign}{two}" for one, two in matches)

    found = drawn_round(read_draw(text), 3, 4, first_board=9, teams=teams)

    assert read_draw(text) == tuple(matches)
    assert clashes(lined(found)) == []
    assert {one.board for one in found} == set(range(9, 13))
    assert {one.round for one in found} == {3}
    seated = {int(pair) for one in found for pair in one.players}
    named = {number for match in matches for number in match}
    assert {(pair + 1) // 2 if teams else pair for pair in seated} == named


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("1 - 2\n3 4 5\n", "Line 2 of the draw"),
        ("1 - x\n", "Line 1 of the draw"),
        ("1 - 0\n", "Line 1 of the draw"),
        ("1 - 2\n2 - 3\n", "Number 2 is drawn twice"),
        ("4 - 4\n", "Number 4 is drawn twice"),
        ("home,away\n", "no match"),
    ],
)
def test_a_draw_that_cannot_be_is_refused(text, sentence):
    with pytest.raises(UnreadableFile, match=sentence):
        read_draw(text)


@pytest.mark.parametrize("tables", range(2, 15))
def test_howell_lets_each_two_pairs_meet_once_and_play_every_board(tables):
    moving = 2 * tables - 1

    found = howell(tables, moving, 2)

    pairs = [str(number) for number in range(1, moving + 2)]
    assert clashes(lined(found)) == []
    assert met(found) == {frozenset(two): 2 for two in combinations(pairs, 2)}
    for pair in pairs:
        assert len({o.board for o in found if pair in {o.ns, o.ew}}) == 2 * moving
    places = Counter((one.round, one.board) for one in found)
    assert set(places.values()) == {tables if tables < 4 else 1}  # no shared boards
    assert {one.ns for one in found if one.table == 1} == {str(moving + 1)}


def test_howell_of_fewer_rounds_begins_like_the_whole():
    whole = howell(5, 9, 3, section="B", first_board=4)

    found = howell(5, 6, 3, section="B", first_board=4)

    assert found == tuple(one for one in whole if one.round <= 6)
    assert min(one.board for one in whole) == 4


def test_howell_data_goes_from_two_to_fourteen_tables():
    assert set(howells()) == set(range(2, 15))


@pytest.mark.parametrize(("tables", "rounds"), [(1, 1), (15, 3), (4, 8), (4, 0)])
def test_howell_that_cannot_be_had_is_refused(tables, rounds):
    with pytest.raises(ValueError, match="tables"):
        howell(tables, rounds, 2)


def test_arrow_switch_turns_the_last_rounds_only():
    plain = mitchell(3, 3, 1)

    found = arrow_switched(plain, 1)

    assert [one for one in found if one.round < 3] == list(plain[:6])
    assert [(one.ns, one.ew) for one in found[6:]] == [
        (one.ew, one.ns) for one in plain[6:]
    ]
    assert clashes(lined(found)) == []


def test_a_missing_pair_leaves_its_opponents_sitting_out():
    found = without_pair(howell(4, 7, 2), "8")

    assert all("8" not in {one.ns, one.ew} for one in found)
    for number in range(1, 8):
        seated = {p for o in found if o.round == number for p in (o.ns, o.ew)}
        assert len(seated) == 6


@pytest.mark.parametrize("teams", range(3, 13))
def test_in_a_round_robin_each_two_teams_meet_once_on_the_same_boards(teams):
    rounds = teams - 1 + teams % 2

    found = round_robin(teams, rounds, 4, first_board=5)

    team = {str(pair): (pair + 1) // 2 for pair in range(1, 2 * teams + 1)}
    matches = {frozenset((team[one.ns], team[one.ew])) for one in found}
    assert clashes(lined(found)) == []
    assert matches == {frozenset(two) for two in combinations(range(1, teams + 1), 2)}
    assert len(found) == len(matches) * 2 * 4
    by_round = {number: {o.board for o in found if o.round == number}
                for number in range(1, rounds + 1)}  # fmt: skip
    assert all(len(boards) == 4 for boards in by_round.values())
    assert sum(map(len, by_round.values())) == len(set().union(*by_round.values()))
    summary = summary_of(found)
    assert (summary.meetings, summary.rounds) == (1, rounds)
    sits = {pair: len(at) for pair, at in summary.sitting_out.items()}
    assert sits == (dict.fromkeys(team, 1) if teams % 2 else {})


@pytest.mark.parametrize(("teams", "rounds"), [(2, 1), (4, 4), (5, 6), (4, 0)])
def test_round_robin_that_cannot_be_had_is_refused(teams, rounds):
    with pytest.raises(ValueError, match="teams"):
        round_robin(teams, rounds, 2)


def test_summary_names_who_sits_out_and_which_tables_share():
    half = without_pair(mitchell(3, 3, 2), "6")
    shared = mitchell(4, 4, 2, share=True)

    assert summary_of(half).sitting_out == {"1": (2,), "2": (3,), "3": (1,)}
    assert (summary_of(half).boards, summary_of(half).shared) == (6, ())
    assert summary_of(shared).shared == ("A1", "A4")
    assert summary_of(mitchell(4, 3, 2)).shared == ()
    assert summary_of(howell(3, 5, 2)).shared == ("A1", "A2", "A3")
    assert summary_of(()).meetings == 0
