"""What is read out: why, the card, the number, until when; at most 90 words, no blame.

All of them stand in docs/readouts.md for directors to criticise. After a change
a run of this file says so; with TD_READOUTS=1 it writes the page anew.
"""

import os
import re
import textwrap
from datetime import timedelta
from pathlib import Path

import pytest
from django.utils.translation import override

from rulings.models import Answer, Case, Playing, Window
from rulings.presenters.readouts import (
    MOST,
    agreed_readout,
    agreed_score,
    ended_readout,
    ruling_readout,
)
from rulings.queries.case.rules import flow_of
from rulings.queries.table.proposal import proposed
from rulings.queries.table.sheet import sheet_of
from rulings.workflow.ruling import decide
from rulings.workflow.ruling.corrections import Right, correct_facts
from rulings.workflow.solving.propose import propose
from tests.factories import NOON, decision, make_case, make_event
from tests.views.table.walks import solve

pytestmark = pytest.mark.django_db

LANGUAGES = ("en", "pl", "fr")
FORBIDDEN = re.compile(
    r"\b(he|his|him|told|award(ed)?|worst|doubtful|put|blame|fault|mistake|careless"
    r"|Law \d\w*)\b"
)
PAGE = Path(__file__).parents[2] / "docs" / "readouts.md"
HEAD = """# Read-outs

For directors who want to criticise them: what is read out at the table, in three
languages. Each has at most 90 words and says why, the result, and until when an appeal
is possible. Cards are written as suit and rank; screens draw them. Written by the tests
of the read-outs with `TD_READOUTS=1`; do not edit."""

UNTIL = "13:30"
"""Noon in the hall, and the half hour for an appeal."""
CODE = re.compile(r"\b[SHDC](?:[2-9TJQKA])\b")


def appeal_of(case):
    closes = NOON + timedelta(minutes=30)
    return Window(case=case, purpose=Window.Purpose.APPEAL, closes_at=closes)


def ruled(tricks=6, *, claimed=7, solved=False, **values):
    """Return a sheet whose ruling has these values."""
    cast = make_event()
    case = make_case(cast, state="frozen", claimed=claimed)
    given = decision(6)
    if solved:
        reply = flow_of(case).points.reply("trump_not_covered", "trump_forgotten")
        for step, choice in reply.items():
            Answer.objects.create(case=case, step=step, choice=choice)
        propose(cast.form(cast.dana), case.pk)
        solve(case)
        row = proposed(Case.objects.get(pk=case.pk)).row
        tricks = row.low
        given = decision(row.low, proposal_id=row.pk)
    decide.rule(cast.form(cast.dana), case.pk, given)
    sheet = sheet_of(Case.objects.get(pk=case.pk))
    for name, value in {"tricks_claimer": tricks, **values}.items():
        setattr(sheet.ruling, name, value)
    return sheet


def by_hand(reason):
    cast = make_event()
    case = make_case(cast, state="frozen", claimed=7)
    given = decision(6, reasons=reason)
    decide.rule(cast.form(cast.dana), case.pk, given)
    return sheet_of(Case.objects.get(pk=case.pk))


def corrected():
    cast = make_event()
    case = make_case(cast, state="announced", claimed=7)
    contract = sheet_of(case).contract
    right = Right(type(contract)(3, contract.strain, 0, contract.declarer))
    correct_facts(
        cast.form(cast.dana), case.pk, right, reason="misread from the bidding pad"
    )
    return sheet_of(Case.objects.get(pk=case.pk))


def spoken(sheet):
    return ruling_readout(sheet, sheet.ruling, appeal_of(sheet.case))


def asked_back(count):
    return {"facts": {"tricks_reclaimed": count}}


REVOKE = {
    "facts": {
        "windows": {"agreement_established": False, "appeal_open": True},
        "revoke_trick": 4,
        "revoke_transfer": 2,
    },
    "answers": {
        "A01": "statement",
        "A02": "later_tricks",
        "A06": {"choice": "declarer", "remaining": 8, "claimed": 7},
        "B01": "none",
        "B02": "only_an_irregularity",
        "B06": "revoke",
        "R01": {"choice": "claiming_side", "revoker": "N", "revoke_trick": 4},
        "R02": "played",
        "R05": "yes",
        "R10": "applies",
        "R14": "enough",
    },
    "solver": {},
}


def ended(outcome_id):
    case = make_case(make_event(), state="contested", claimed=7)
    sheet = sheet_of(case)
    return ended_readout(sheet, flow_of(case).outcomes[outcome_id], ())


def agreed():
    case = make_case(make_event(), state="agreed", claimed=7)
    return agreed_readout(sheet_of(case), Window.objects.filter(case=case), NOON)


READ_OUT = {
    "contested, by the line of the solver": lambda: spoken(ruled(solved=True)),
    "the claim stands": lambda: spoken(ruled(7, outcome="O-CLAIM-STANDS", laws=["70"])),
    "another number by the director": lambda: spoken(
        by_hand(
            "South said nothing about C7, the last club, and a club from dummy lets "
            "East ruff with SJ"
        )
    ),
    "agreement withdrawn": lambda: spoken(
        ruled(
            6,
            outcome="O-AGREE-WITHDRAWN",
            laws=["69B1", "69B"],
            walk=asked_back(1),
        )
    ),
    "concession cancelled": lambda: spoken(
        ruled(
            8,
            outcome="O-CONC-CANCELLED",
            laws=["71B", "71"],
            walk=asked_back(1),
        )
    ),
    "late claim of a trick refused": lambda: spoken(
        ruled(7, outcome="O-TOOLATE", laws=["79C", "92B"])
    ),
    "revoke": lambda: spoken(
        ruled(
            5,
            outcome="O-IRREGULARITY-SCORED",
            laws=["64A", "64", "69A"],
            walk=REVOKE,
        )
    ),
    "a corrected ruling": lambda: spoken(corrected()),
    "no claim": lambda: ended("O-NO-CLAIM"),
    "void, play on": lambda: ended("O-VOIDCLAIM"),
    "objection to the partner's concession": lambda: ended("O-NOCONCESSION"),
    "agreed": agreed,
}
"""How each is made; all are written to the file."""


@pytest.fixture(scope="module")
def written(request):
    """Collect what is read out; hold the page against it, or write it."""
    found = {}
    yield found
    if len(found) < len(READ_OUT) * len(LANGUAGES):
        return  # only some were asked for
    text = page_of(found)
    if os.environ.get("TD_READOUTS"):
        PAGE.write_text(text, "utf-8")
    assert PAGE.read_text("utf-8") == text, "write it anew: TD_READOUTS=1"


def page_of(found):
    """Return the page of all read-outs, each in the three languages."""
    parts = [HEAD]
    for name in READ_OUT:
        parts.append(f"## {name[0].upper()}{name[1:]}")
        for language in LANGUAGES:
            one = found[name, language]
            parts.append(f"### {language}, {one.words} words")
            parts += [textwrap.fill(part, 110) for part in one.parts]
    return "\n\n".join(parts) + "\n"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", READ_OUT)
def test_a_read_out_is_short_and_says_until_when(written, name, language):
    with override(language):
        one = READ_OUT[name]()
    written[name, language] = one

    assert 12 < one.words <= MOST
    assert one.why
    assert re.search(r"\b(13:30|30)\b", one.then), one.then
    assert "%(" not in " ".join(one.parts)
    if language == "en":
        assert not FORBIDDEN.search(" ".join(one.parts)), one.parts


def test_a_ruling_by_the_solver_names_the_card_that_decides():
    one = spoken(ruled(solved=True))

    assert CODE.search(one.why)
    assert UNTIL in one.then
    assert "North–South get" in one.result


def test_a_claim_that_stands_is_said_to_stand_once():
    one = spoken(ruled(solved=True, claimed=7))

    assert one.why.count("The claim stands") == 1


def test_a_revoke_settled_with_a_disputed_claim_is_read_out():
    one = spoken(ruled(5, outcome="O-CLAIM-CUT", laws=["70A"], walk=REVOKE))

    assert one.why.startswith("There was a revoke by North in trick 4.")


def test_the_directors_reason_is_read_out_and_fits():
    long = "the trump was forgotten " * 40
    one = spoken(by_hand(long))

    assert one.why.startswith("The trump was forgotten")
    assert one.words <= MOST
    assert one.result
    assert UNTIL in one.then


CLAUSES = {
    "a trump": ("O-CLAIM-CUT", ["70C", "70"], "did not say how", "to the other side"),
    "a line": ("O-CLAIM-CUT", ["70D1", "70"], "did not say how", "left open counts"),
    "older": ("O-CLAIM-CUT", ["70D", "70"], "did not say how", "left open counts"),
    "a guess": ("O-CLAIM-CUT", ["70E1", "70"], "did not say how", "taken to go wrong"),
    "partner": ("O-CLAIM-CUT", ["70D2", "70"], "did not say how", "one choice of the"),
    "doubt": ("O-CLAIM-CUT", ["70A", "70"], "did not say how", "loses them"),
    "more": ("O-CLAIM-MORE", ["70A", "71"], "No normal play loses", "comes back"),
    "won": ("O-AGREE-WITHDRAWN", ["69B1"], "had been won before", "comes back"),
    "likely": ("O-AGREE-WITHDRAWN", ["69B2"], "likely have been won", "comes back"),
    "withdrawn": ("O-AGREE-WITHDRAWN", ["69B"], "withdrawn", "comes back"),
    "not shown": ("O-AGREE-STANDS", ["69B1"], "is not shown", "agreement stands"),
    "not likely": ("O-AGREE-STANDS", ["69B2"], "not likely", "agreement stands"),
    "given up": ("O-CONC-CANCELLED", ["71A"], "had been won", "is cancelled"),
    "never lost": ("O-CONC-CANCELLED", ["70A", "71B"], "No normal play", "cancelled"),
    "concession": ("O-CONC-STANDS", ["71"], "A normal play loses", "stands"),
    "information": ("O-UI-ADJUST", ["16B"], "may not use", "adjusted"),
    "no transfer": ("O-IRREGULARITY-SCORED", ["64"], "not in dispute", "no trick"),
}


@pytest.mark.parametrize(
    ("outcome", "laws", "first", "then"), CLAUSES.values(), ids=CLAUSES
)
def test_each_clause_has_its_reason(outcome, laws, first, then):
    tricks = {"O-CLAIM-MORE": 8}.get(outcome, 6)
    one = spoken(ruled(tricks, outcome=outcome, laws=laws))

    assert first in one.why
    assert then in one.why
    assert f"North–South get {tricks} of the last 8 tricks: " in one.result


def test_a_score_of_another_contract_is_not_read_out():
    case = make_case(make_event(), state="agreed", claimed=7)
    playing = case.playing
    playing.contract, playing.tricks, playing.score = "4S S", 10, 420
    assert agreed_score(sheet_of(case)) == 420

    playing.contract = "4H E"

    assert agreed_score(sheet_of(case)) is None


def test_the_next_board_is_named_only_where_there_is_one():
    sheet = ruled()
    assert "on with the next board" in spoken(sheet).then

    here = Playing.objects.filter(
        round=sheet.case.playing.round, table=sheet.case.playing.table
    )
    here.exclude(pk=sheet.case.playing_id).update(status="finished")
    assert spoken(sheet).then.endswith("Cards back, please.")

    Playing.objects.filter(pk=sheet.case.playing_id).update(status="finished")
    sheet = sheet_of(Case.objects.get(pk=sheet.case.pk))
    assert spoken(sheet).then.endswith(f"{UNTIL}.")


@pytest.mark.parametrize(
    ("revoker", "change", "tricks", "words"),
    [
        ("claiming_side", {}, 5, "the revoke moves 2 tricks to East–West: "),
        ("opponents", {}, 9, "the revoke moves 2 tricks to North–South: "),
        (
            "claiming_side",
            {"R14": {"choice": "adjust_64C", "equity_tricks": 9}},
            4,
            "The score assigned for the revoke is: ",
        ),
    ],
    ids=["own revoke", "their revoke", "assigned"],
)
def test_a_revoke_is_read_out_with_what_it_moves(revoker, change, tricks, words):
    answers = {**REVOKE["answers"], "R01": {"choice": revoker}, **change}
    one = spoken(
        ruled(
            tricks,
            outcome="O-IRREGULARITY-SCORED",
            laws=["64C" if change else "64A", "64", "69A"],
            walk={**REVOKE, "answers": answers},
        )
    )

    assert words in one.result
    assert "in trick 4" in one.why
    assert one.words <= MOST
