"""A dossier shows the whole case, proves itself in every state, and fits its schema."""

import json

import jsonschema
import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from rulings.models import Entry, Head, Objection, Person, Private, Result
from rulings.queries.case.explaining import PROVEN_WITHOUT_LINE
from rulings.workflow.errors import Invalid
from rulings.workflow.event import scores
from rulings.workflow.objections import Wanted, submit_objection
from rulings.workflow.proof.dossier import TRIES, dossier, export_case, locked_dossier
from rulings.workflow.proof.standalone import check_dossier
from rulings.workflow.ruling import decide
from rulings.workflow.undo import undo
from tests.factories import decision, make_case, make_event
from tests.tree import ROOT
from tests.workflow.dossiers import SIMPLE, fresh, full_case, solved, unplayed

pytestmark = pytest.mark.django_db
SCHEMA = json.loads((ROOT / "docs" / "case.schema.json").read_text("utf-8"))


def proven(case, **options):
    """Return a case's dossier after JSON, checked by itself and by the schema."""
    given = json.loads(json.dumps(dossier(case, **options)))
    jsonschema.validate(given, SCHEMA, jsonschema.Draft202012Validator)
    assert check_dossier(given, []) == []
    return given


def test_the_schema_is_a_schema():
    jsonschema.Draft202012Validator.check_schema(SCHEMA)


@pytest.mark.parametrize("state", [*SIMPLE, "announced"])
def test_a_dossier_proves_itself_in_every_state(state):
    cast = make_event()
    case = make_case(cast, state=state)

    given = proven(case)

    assert given["case"]["state"] == state
    own = Entry.objects.filter(case_id=case.pk)
    assert [entry["seq"] for entry in given["entries"]] == list(
        own.order_by("seq").values_list("seq", flat=True)
    )


def test_a_case_that_has_seen_everything_proves_itself():
    cast = make_event()
    case = full_case(cast)
    export_case(cast.form(cast.cleo), case.pk)

    given = proven(case)

    assert [row["number"] for row in given["rulings"]] == [1, 2]
    taken = [slip["acknowledged_at"] is not None for slip in given["slips"]]
    assert sorted(taken) == [False, True]
    assert given["playing"]["published_at"] == "2026-03-14T12:00:00.000000Z"
    found = [row["result"] for row in given["proposals"] if row["result"]]
    assert [result["award"] for result in found] == [7]
    texts = {row["text"] for row in given["texts"].values()}
    assert {"A trump was out.", "I knew of it.", "Law 70C"} <= texts
    empty = [name for name, value in given.items() if value in ([], {}, None)]
    assert empty == []


def test_acts_on_the_event_are_told_in_the_cases_own_entries():
    cast = make_event()
    case = make_case(cast, state="agreed")
    round_ = case.playing.round
    later = case.playing.table.playings.exclude(pk=case.playing_id).first()

    scores.record_own_call(cast.form(cast.dana), cast.event, later, "EW")
    cast.later(minutes=1)
    scores.record_own_call(
        cast.form(cast.dana),
        cast.event,
        case.playing.table.playings.exclude(pk__in=[case.playing_id, later.pk]).first(),
        "EW",
    )
    scores.enter_score(
        cast.form(cast.dana),
        cast.event,
        case.playing,
        contract="4S S",
        tricks=12,
        score=480,
    )
    scores.end_round(cast.form(cast.dana), cast.event, round_)
    scores.publish_scores(cast.form(cast.cleo), cast.event, cast.session)

    given = proven(case)
    told = [json.loads(entry["data"]) for entry in given["entries"]]
    assert [
        content["inputs"]["because"] for content in told if content["act"] == "retime"
    ] == ["own_call", "enter_score", "publish"]
    assert (given["playing"]["tricks"], given["playing"]["score"]) == (12, 480)


def test_what_was_undone_is_in_the_entries_and_not_in_the_rows():
    cast = make_event()
    case = make_case(cast, state="agreed")
    undo(cast.form(cast.dana), case.pk)

    given = proven(case)

    assert given["agreements"] == given["windows"] == []
    assert given["playing"]["status"] == "in_play"


def test_names_are_given_only_when_asked_for():
    cast = make_event()
    case = make_case(cast, state="called")

    plain, named = proven(case), proven(case, names=True)

    assert "names" not in plain
    seats = case.playing.seats
    assert named["names"] == {
        seat: Person.objects.get(pk=member).name for seat, member in seats.items()
    }
    assert len(named["names"]) == 4


def test_an_erased_name_or_text_leaves_the_rest_proven():
    cast = make_event()
    case = make_case(cast, state="contested")
    Person.objects.filter(pk=case.playing.seats["N"]).delete()
    Private.objects.all().delete()

    given = proven(case, names=True)

    assert sorted(given["names"]) == ["E", "S", "W"]
    assert given["texts"] == {}


def test_giving_a_dossier_out_is_told_and_brings_the_board_up_to_date():
    cast = make_event()
    case = make_case(cast, state="contested")
    session = cast.session
    scores.publish_scores(cast.form(cast.cleo), cast.event, session)
    assert dossier(case)["playing"]["published_at"] is None

    export_case(cast.form(cast.cleo), case.pk)

    given = proven(case)
    assert json.loads(given["entries"][-1]["data"])["act"] == "export"
    assert given["playing"]["published_at"] is not None


def test_a_result_whose_bytes_are_gone_is_missed():
    cast = make_event()
    case = make_case(cast, state="frozen")
    solved(cast, case)
    Result.objects.all().delete()

    (finding,) = check_dossier(dossier(case), [])
    assert "its result is not the one stored" in finding.what


def test_a_missing_line_is_explained_and_nothing_else_can_be_said_of_it():
    cast = make_event()
    case = make_case(cast, state="frozen")
    row = unplayed(cast, case, 7)
    decide.rule(cast.form(cast.dana), case.pk, decision(proposal_id=row.pk))

    given = proven(case)

    (shown,) = given["proposals"]
    assert shown["no_line"] == PROVEN_WITHOUT_LINE
    shown["no_line"] = "He need not say."
    (finding,) = check_dossier(given, [])
    assert finding.where == f"proposal {row.pk}"


def test_a_table_that_was_tampered_with_shows_in_the_dossier():
    cast = make_event()
    case = make_case(cast, state="agreed")
    type(case).objects.filter(pk=case.pk).update(outcome="O-CLAIM-CUT")

    (finding,) = check_dossier(dossier(fresh(case)), [])

    assert finding.where == f"case {case.pk} outcome"


def test_looking_at_a_dossier_locks_nothing():
    cast = make_event()
    case = make_case(cast, state="announced")

    with CaptureQueriesContext(connection) as queries:
        given = dossier(case)

    statements = [query["sql"].lstrip("(").split()[0] for query in queries]
    assert set(statements) <= {"SELECT", "DECLARE"}  # a cursor on PostgreSQL
    assert not [query for query in queries if "FOR UPDATE" in query["sql"]]
    assert given == locked_dossier(case)


def acts_while_read(cast, case, times):
    """Return a wrapper of queries: an act comes each time the texts are read."""
    left = [times]

    def wrapper(execute, sql, params, many, context):
        if "rulings_private" in sql and sql.startswith("SELECT") and left[0]:
            left[0] -= 1
            ask = Wanted(wish=Objection.Wish.ASK_RULING, side="NS")
            submit_objection(cast.form(cast.dana), case.pk, ask)
        return execute(sql, params, many, context)

    return wrapper


def test_a_dossier_is_read_again_when_an_act_comes_meanwhile():
    cast = make_event()
    case = make_case(cast, state="announced")

    with connection.execute_wrapper(acts_while_read(cast, case, 2)):
        given = json.loads(json.dumps(dossier(case)))

    assert check_dossier(given, []) == []
    assert given["head"]["seq"] == Head.objects.get(chain=case.event_id).seq
    assert len(given["objections"]) == 3


def test_a_dossier_that_never_comes_to_rest_says_so():
    cast = make_event()
    case = make_case(cast, state="announced")

    with (
        connection.execute_wrapper(acts_while_read(cast, case, TRIES)),
        pytest.raises(Invalid, match="again"),
    ):
        dossier(case)
