import datetime as dt
import re

import pytest

from rulings.laws.engine import FlowError, NotHeld, WrongValue
from rulings.laws.regulations import (
    bodies,
    body_names,
    checked,
    from_values,
    law_default,
    load_regulations,
    parameters,
)
from tests.laws.flowdata import change, copied_data

CASES_DEFAULT = {
    "correction_period_min": 30,
    "appeal_period_min": 30,
    "objected_partial_claim": "void_all",
    "revoke_on_assent": "at_69A",
    "implausible_deadline": "correction_period",
    "suit_order": "top_down",
}


def test_bodies_that_are_held():
    assert bodies() == ("acbl", "custom", "ebu", "ffb", "nbb", "pzbs", "wbf", "wbu")


@pytest.mark.parametrize("name", bodies())
def test_body_has_a_value_for_every_parameter_and_a_source_for_its_own(name):
    regulations = load_regulations(name)

    assert set(regulations.values) == set(parameters())
    assert set(regulations.origins) == set(parameters())
    assert regulations.edition == "2017"
    assert all(origin.source for origin in regulations.origins.values())
    newest = max(origin.since for origin in regulations.origins.values())
    assert regulations.date == newest


def test_bodies_differ_where_their_guidance_does():
    acbl, ebu, wbf = map(load_regulations, ("ACBL", "EBU", "WBF"))

    assert acbl["safety_check_with_high_trump"] == "not_normal"
    assert ebu["safety_check_with_high_trump"] is None
    assert (ebu["deposit_pairs"], ebu["deposit_teams"]) == (20, 30)
    assert wbf["suit_order"] is None
    assert (ebu["suit_order"], acbl["suit_order"]) == ("top_down_spots", "top_down")
    assert len({acbl.hash, ebu.hash, wbf.hash}) == 3


def test_own_set_starts_from_the_defaults_and_may_change_each():
    custom = load_regulations("custom")

    assert {**custom.values, "appeal_anchor": "publication"} == {
        **law_default("2017").values,
        "suit_order": "top_down",
        "low_lead_in_conceded_suit": "normal",
    }
    older = custom.replaced({"edition": "1997", "suit_order": "none"})
    assert (older.edition, older["suit_order"]) == ("1997", "none")


def test_what_was_read_of_the_later_bodies_is_marked_so():
    read = {
        body: {
            name
            for name, origin in load_regulations(body).origins.items()
            if origin.verified
        }
        for body in ("ffb", "nbb", "pzbs", "wbu")
    }

    assert read["pzbs"] == {"edition", "correction_period_min", "late_score_error"}
    assert read["ffb"] == {"edition"}
    assert read["nbb"] == {"edition", "appeal_period_min", "who_appeals"}
    assert "suit_order" in read["wbu"]
    assert (
        load_regulations("WBU")["suit_order"] == load_regulations("EBU")["suit_order"]
    )
    assert load_regulations("WBU")["deposit_pairs"] is None


@pytest.mark.parametrize("name", [n for n, p in parameters().items() if p.options])
def test_options_are_said_in_words(name):
    parameter = parameters()[name]

    for option in parameter.options:
        words = parameter.said(option)
        assert "_" not in words
        assert not re.search(r"[a-z][A-Z0-9]|\d{2}[A-Z]", words), words
    assert parameter.said(None) == ""


def test_words_of_an_option_that_is_none_are_refused(tmp_path):
    folder = copied_data(tmp_path)
    change(folder, "regulations/parameters.toml", "none = ", "nothing = ")

    with pytest.raises(FlowError, match="the options are top_down") as caught:
        parameters(folder)

    assert caught.value.key.startswith("suit_order.words.")


def test_bodies_are_called_by_their_letters_and_an_own_set_by_its_title():
    names = body_names()

    assert names["pzbs"] == "PZBS"
    assert names["custom"] == "Own regulations"
    assert set(names) == set(bodies())


def test_values_that_rest_on_no_text_say_so():
    wbf = load_regulations("WBF")

    assert not wbf.origins["deposit_pairs"].verified
    assert not wbf.origins["location_irrational_2017"].verified
    assert wbf.origins["correction_period_min"].verified
    for name in set(bodies()) - {"custom"}:
        for origin in load_regulations(name).origins.values():
            guessed = origin.source.startswith(("no regulation", "default of this"))
            assert not (guessed and origin.verified)


def test_law_default_has_what_the_flow_cases_leave_out():
    law = law_default("2017")

    given = {name: law[name] for name in CASES_DEFAULT if name != "suit_order"}
    assert given == {k: v for k, v in CASES_DEFAULT.items() if k != "suit_order"}
    assert law["suit_order"] is None
    assert law["play_on_after_td_called"] == "no"
    assert law["location_irrational_2017"] == "clause_absent"
    assert law["appeal_anchor"] == "publication"


def test_law_default_differs_by_edition():
    assert law_default("2017")["late_score_error"] == "on"
    assert law_default("2007")["late_score_error"] == "off"
    assert law_default("1997").edition == "1997"


def test_set_of_an_earlier_day_leaves_out_what_came_later():
    early = load_regulations("ACBL", on=dt.date(2018, 1, 1))

    assert early["ruff_height"] is None
    assert early["trumps_top_down"] == "yes"
    assert early.date == dt.date(2017, 9, 25)
    assert load_regulations("ACBL", on=dt.date(2019, 3, 1))["ruff_height"] == "lowest"


def test_later_row_replaces_an_earlier_one(tmp_path):
    folder = copied_data(tmp_path)
    path = folder / "regulations/ebu.toml"
    row = 'value = 40\nsince = 2025-01-01\nsource = "a later book"\nverified = true\n'
    text = path.read_text("utf-8")
    path.write_text(f"{text}\n[[values.appeal_period_min]]\n{row}", "utf-8")

    before = load_regulations("EBU", on=dt.date(2024, 12, 31), folder=folder)
    after = load_regulations("EBU", on=dt.date(2025, 1, 1), folder=folder)

    assert (before["appeal_period_min"], after["appeal_period_min"]) == (30, 40)
    assert after.origins["appeal_period_min"].source == "a later book"
    assert before.hash != after.hash


def test_body_that_is_not_held_is_named():
    with pytest.raises(
        NotHeld, match="no regulations of SBF; held: acbl, custom, ebu, ffb, nbb"
    ):
        load_regulations("SBF")
    with pytest.raises(NotHeld, match="nothing of WBF is held for 2001-01-01"):
        load_regulations("WBF", on=dt.date(2001, 1, 1))


@pytest.mark.parametrize(
    ("old", "new", "key"),
    [
        ("[[values.ruff_height]]", "[[values.ruffs]]", "values.ruffs"),
        ("verified = true", 'verified = "true"', "values.edition[0].verified"),
        ("since = ", "until = 2000-01-01\nsince = ", "values.edition[0].until"),
    ],
)
def test_fault_in_a_body_names_file_and_key(old, new, key, tmp_path):
    folder = copied_data(tmp_path)
    change(folder, "regulations/acbl.toml", old, new)

    with pytest.raises(FlowError) as caught:
        load_regulations("ACBL", folder=folder)

    assert (caught.value.file, caught.value.key) == ("regulations/acbl.toml", key)


def test_own_set_is_the_law_with_given_values():
    own = from_values({"correction_period_min": 10080}, name="club", date=None)

    assert own["correction_period_min"] == 10080
    assert own["appeal_period_min"] == 30
    assert own.minutes("correction_period_min") == dt.timedelta(days=7)
    assert own.minutes("own_side_period_min") is None
    assert own.edition == "2017"


def test_edition_of_an_own_set_decides_its_defaults():
    assert from_values({"edition": "2007"})["late_score_error"] == "off"
    assert from_values({}, edition="1997").edition == "1997"


def test_yes_and_no_may_be_given_as_true_and_false():
    own = from_values({"play_on_after_td_called": True, "show_line_to_players": False})

    assert own["play_on_after_td_called"] == "yes"
    assert own["show_line_to_players"] == "no"


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"suit_oder": "none"}, "suit_oder is no parameter; there are edition"),
        ({"suit_order": "bottom_up"}, "suit_order is 'bottom_up'; it can be top_down"),
        ({"appeal_period_min": "30"}, "appeal_period_min is '30'; it can be a whole"),
        ({"appeal_period_min": -1}, "appeal_period_min is -1"),
        ({"appeal_period_min": True}, "appeal_period_min is True"),
        ({"appeal_period_min": None}, "appeal_period_min is None"),
        ({"correction_until": "tomorrow"}, "can be a time .* or nothing"),
        ({"correction_until": "2026-03-01T22:00:00"}, "can be a time"),
        ({"deposit_currency": 3}, "deposit_currency is 3; it can be a text or nothing"),
        ({"phones": ["never"]}, "phones is"),
    ],
)
def test_value_a_parameter_cannot_have_is_refused(values, message):
    with pytest.raises(WrongValue, match=message):
        checked(values)


def test_values_a_parameter_can_have_are_kept():
    values = {
        "deposit_currency": "EUR",
        "correction_until": "2026-03-01T22:00:00+01:00",
        "suit_order": None,
        "appeal_period_min": 0,
    }

    assert checked(values) == values


def test_replaced_values_are_checked_and_change_the_hash():
    law = law_default("2017")

    longer = law.replaced({"appeal_period_min": 60})

    assert longer["appeal_period_min"] == 60
    assert law["appeal_period_min"] == 30
    assert longer.hash != law.hash
    with pytest.raises(WrongValue):
        law.replaced({"appeal_period_min": "long"})
