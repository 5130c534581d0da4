from rulings.permissions import EventAct
from rulings.presenters.acts import ACT_WORDS
from rulings.states import Act


def test_every_act_of_the_log_has_words():
    """An act that is added needs its words: pages and documents show them."""
    retime = {"retime", "accept_invitation"}
    assert set(ACT_WORDS) == {*map(str, Act), *map(str, EventAct)} | retime
    assert all(str(words) for words in ACT_WORDS.values())


def test_no_two_acts_have_the_same_words():
    assert len({str(words) for words in ACT_WORDS.values()}) == len(ACT_WORDS)
