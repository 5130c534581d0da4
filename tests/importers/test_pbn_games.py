import pytest

from rulings.importers.pbn.games import MAX_WORDS, games
from tests.importers.samples import sample


def read(text):
    return list(games(text))


def words(game, tag):
    return " ".join(word for word, _ in game.tags[tag].words)


def test_games_stand_between_empty_lines():
    found = read('[Board "1"]\n[Dealer "N"]\n\n[Board "2"]\n')

    assert [game.text("Board") for game in found] == ["1", "2"]
    assert [(game.line, game.last_line) for game in found] == [(1, 2), (4, 4)]


@pytest.mark.parametrize("tag", ["Event", "Board", "Deal"])
def test_games_begin_at_a_second_tag_even_without_empty_line(tag):
    assert len(read(f'[{tag} "1"]\n[Dealer "N"]\n[{tag} "2"]\n')) == 2


def test_games_keep_the_first_of_a_tag_written_twice():
    (game,) = read('[Board "1"]\n[Site "a"]\n[Site "b"]\n')

    assert game.text("Site") == "a"


@pytest.mark.parametrize("tag", ["Auction", "Play", "Note", "Contract", "Result"])
def test_games_go_on_over_an_empty_line_before(tag):
    assert len(read(f'[Board "1"]\n\n[{tag} "x"]\n')) == 1


def test_games_begin_after_an_empty_line_when_a_section_repeats():
    assert len(read('[Board "1"]\n[Play "N"]\nSA\n\n[Play "N"]\nSK\n')) == 2


def test_games_words_carry_their_lines():
    (game,) = read('[Board "1"]\n[Play "W"]\nSA S2\n\n SK\n*\n')

    assert game.tags["Play"].words == [("SA", 3), ("S2", 3), ("SK", 5), ("*", 6)]


@pytest.mark.parametrize(
    "text",
    [
        pytest.param('[Play "W"]\nSA {x} S2\n', id="brace"),
        pytest.param('[Play "W"]\nSA{x}S2\n', id="brace without blanks"),
        pytest.param('[Play "W"]\nSA {a\n\nb} S2\n', id="brace over an empty line"),
        pytest.param('[Play "W"]\nSA ; {no brace\nS2\n', id="rest of line"),
        pytest.param('[Play "W"]\nSA {; } S2\n', id="semicolon in brace"),
        pytest.param('[Play "W"]\nSA\n% S9 {\nS2\n', id="escaped line"),
        pytest.param('[Play "W"]\nSA {{ { } S2\n', id="braces do not nest"),
        pytest.param('[Play "W"]\nSA {\n[Board "9"]\n} S2\n', id="quoted tag"),
        pytest.param('[Play "W"] {x}\nSA S2 {x}', id="comment at the end"),
    ],
)
def test_games_comments_are_no_words(text):
    (game,) = read(text)

    assert words(game, "Play") == "SA S2"
    assert game.open_comments == []


def test_games_percent_inside_a_line_is_no_escape():
    (game,) = read('[Play "W"]\nSA %S2\n')

    assert words(game, "Play") == "SA %S2"


def test_games_resume_at_the_board_after_an_open_comment():
    found = read('[Board "1"]\n{ open\n[Board "2"]\n[Board "3"]\n{ closed }\n')

    assert [game.text("Board") for game in found] == ["1", "2", "3"]
    assert found[0].open_comments == [(2, "{ open")]


def test_games_report_an_open_comment_before_the_first_board():
    (game,) = read('{ open\n[Board "1"]\n')

    assert game.open_comments == [(1, "{ open")]


def test_games_in_an_open_comment_at_the_end_are_none():
    assert read("{ open\n") == []


@pytest.mark.parametrize(
    ("tag", "value"),
    [
        pytest.param('[Event "a \\"b\\" [c]"]', 'a "b" [c]', id="escaped quotes"),
        pytest.param("[Event Club]", "Club", id="no quotes"),
        pytest.param('[Event "no end]', "no end", id="quote not closed"),
        pytest.param('[Event "no bracket"', "no bracket", id="bracket not closed"),
        pytest.param("[Event]", "", id="no value"),
        pytest.param('[ Event   "x" ]', "x", id="blanks"),
        pytest.param('[Event "a "b" c"]', 'a "b" c', id="quotes inside"),
    ],
)
def test_games_tag_values(tag, value):
    (game,) = read(tag + '\n[Board "1"]\n')

    assert game.text("Event") == value
    assert game.text("Board") == "1"


def test_games_bracket_that_opens_no_tag_is_a_word():
    (game,) = read('[Play "N"]\n[1] SA\n')

    assert words(game, "Play") == "[ 1] SA"


def test_games_words_before_any_tag_are_left_out():
    assert read("stray words\n") == []


def test_games_absent_tag_has_no_text_and_the_first_line():
    (game,) = read('\n[Board "1"]\n')

    assert (game.text("Deal"), game.line_of("Deal")) == ("", 2)


def test_games_number_sign_copies_from_the_game_before():
    first, second = games(sample("pbn/inherited.pbn").decode())

    assert second.text("Deal") == first.text("Deal")
    assert second.text("West") == "Delta"
    assert words(second, "Play") == words(first, "Play")


def test_games_number_sign_without_a_game_before_is_empty():
    (game,) = read('[Board "#"]\n')

    assert game.text("Board") == ""


def test_games_two_number_signs_hold_until_replaced():
    found = read(
        '[Event "##a"]\n[Board "1"]\n\n[Board "2"]\n\n'
        '[Event "b"]\n[Board "3"]\n\n[Event "##"]\n[Board "4"]\n\n[Board "5"]\n'
    )

    assert [game.text("Event") for game in found] == ["a", "a", "b", "", ""]


def test_games_blanks_at_the_end_are_nothing():
    (game,) = read('[Board "1"]\n[Play "W"]\nSA  ')

    assert words(game, "Play") == "SA"


@pytest.mark.parametrize(
    "tail", ["", '[Board "2"]\n'], ids=["at the end", "before more"]
)
def test_games_section_of_endless_words_is_cut(tail):
    found = read('[Board "1"]\n[Play "W"]\n' + "SA\n" * (MAX_WORDS + 9) + tail)

    assert len(found[0].tags["Play"].words) == MAX_WORDS
    assert [game.text("Board") for game in found] == ["1", "2"][: len(found)]
    assert len(found) == 1 + bool(tail)
