"""Every route, method and actor over HTTP: the other half of the rights table (T6).

Rows are written down by hand. `yes` may still be a form refused for what is in it;
`no` is a refusal to somebody of the event, `none` the answer for what does not exist
to him (R12), `sign in` the way to the door, `method` a method the route does not have.
"""

import pytest
from django.db import transaction
from django.urls import reverse

from rulings.presenters.law.flows import flow_body
from rulings.urls import urlpatterns
from tests import matrix
from tests.matrix import KNOCKERS
from tests.people import sent

pytestmark = [pytest.mark.django_db, pytest.mark.one_database("second")]

PHONES = {"NS", "EW", "P0", "REVOKED", "EXPIRED", "LATE", "P*"}
STRANGERS = {"S*", "D*", "C*", "OLLY"}
OF_EVENT = {"D", "D2", "DX", "D-", "C", "C-", "S", "R", "RA", "A"}
OF_CASE = {"D", "D2", "D-", "C", "C-", "R", "A"}
EVERYBODY = set(KNOCKERS)
KINDS = ("C", "D*", "EW", "REVOKED", "OLLY", "ANONYMOUS")

DIRECTS = {"D", "D2", "C"}
TAKES_WORDS = DIRECTS | {"D-", "C-"}
CHIEFS = {"C", "C-"}
FLOOR = {"D", "D2", "DX", "D-", "C", "C-"}
HERE = FLOOR - {"DX"}
"""Who directs in the section of the case and so in the whole session."""


def row(yes, no, none, sign_in):
    """Return who gets which answer, each actor once."""
    groups = {"yes": yes, "no": no, "none": none, "sign in": sign_in}
    listed = [letter for group in groups.values() for letter in group]
    assert sorted(listed) == sorted(EVERYBODY), "each actor stands in one group"
    return {answer: set(group) for answer, group in groups.items() if group}


def event(yes):
    """Return the row of a page of an event, for staff with some right in it."""
    doors = PHONES | {"ANONYMOUS"}
    return row(yes, OF_EVENT - yes, STRANGERS, doors)


def case(yes):
    """Return the row of a page of a case; who does not see the case finds nothing."""
    doors = PHONES | {"ANONYMOUS"}
    return row(yes, OF_CASE - yes, STRANGERS | (OF_EVENT - OF_CASE), doors)


def side(yes, none):
    """Return the row of a page for phones; staff is asked for a code."""
    shut = {"REVOKED", "EXPIRED"}
    return row(yes, shut, none, EVERYBODY - yes - none - shut)


NOT_ON_IT = row(
    set(),
    OF_CASE - DIRECTS,
    STRANGERS | (OF_EVENT - OF_CASE) | DIRECTS,
    PHONES | {"ANONYMOUS"},
)
"""A page that this case does not have: no auction is wanted, no check is due."""

SITE = row(set(), OF_EVENT | STRANGERS, set(), PHONES | {"ANONYMOUS"})
"""A page of the site's administrator, who has no part in this event."""

OWN = row(OF_EVENT | STRANGERS, set(), set(), PHONES | {"ANONYMOUS"})
"""A page of whoever is signed in, of no event."""

METHOD = {"method": EVERYBODY}
ANYBODY = {"yes": EVERYBODY}
KEYLESS = {"no key": EVERYBODY}
RESPONSIBLE = {"D", "C"}
NO_LINK = {"none": EVERYBODY}
"""Nobody holds a link: those that are open are tried by `tests/views/consult`."""
NOT_IN_DEMO = NOT_HERE = {"none": EVERYBODY}
SPEAKS = DIRECTS | {"S"}
FOR_SIDE = row(SPEAKS, set(), STRANGERS | (OF_EVENT - SPEAKS), PHONES | {"ANONYMOUS"})
CLOCK = OF_EVENT | {"NS", "EW", "P0", "LATE"}

ROUTES = {
    # the front door; each entry holds the rows of GET and POST
    "home": ({"yes": EVERYBODY - {"ANONYMOUS"}, "sign in": {"ANONYMOUS"}}, METHOD),
    "notices": (OWN, OWN),
    "staff_push": (METHOD, OWN),
    "push_receipt": (METHOD, {"none": EVERYBODY}),  # no device has that number
    "demo_sign_in": (METHOD, NOT_IN_DEMO),
    # the director's path
    "queue": (event(FLOOR), METHOD),
    "new_call": (event(FLOOR), event(FLOOR)),
    "fact_sheet": (event(FLOOR), event(FLOOR)),
    "hand_calls": (event(FLOOR), event(FLOOR)),
    "take_calls": (METHOD, event(FLOOR)),
    "round_over": (event(HERE), event(HERE)),
    "own_call": (METHOD, event(HERE)),
    "case": (case(TAKES_WORDS | {"R", "A"}), METHOD),
    "claim": (case(TAKES_WORDS), case(TAKES_WORDS)),
    "statement": (case(TAKES_WORDS), case(TAKES_WORDS)),
    "handover": (case(TAKES_WORDS), METHOD),
    "read_back": (case(DIRECTS), case(DIRECTS)),
    "objections": (case(DIRECTS), case(DIRECTS)),
    "withdraw_objection": (METHOD, case(DIRECTS)),
    "wish": (case(DIRECTS), case(DIRECTS)),
    "agree": (METHOD, case(DIRECTS)),
    "contest": (METHOD, case(DIRECTS)),
    "cards": (case(DIRECTS), case(DIRECTS)),
    "corrected": (case(DIRECTS), case(DIRECTS)),
    "known": (case(DIRECTS), case(DIRECTS)),
    "restrictions": (case(DIRECTS), case(DIRECTS)),
    "steps": (case(DIRECTS), METHOD),
    "step": (case(DIRECTS), case(DIRECTS)),
    "value": (METHOD, case(DIRECTS)),
    "proposal": (case(DIRECTS), METHOD),
    "tapped_line": (case(DIRECTS), METHOD),
    "ask_proposal": (METHOD, case(DIRECTS)),
    "settle": (METHOD, case(DIRECTS)),
    "allow": (METHOD, case(DIRECTS)),
    "strike": (METHOD, case(DIRECTS)),
    "stop_proposal": (METHOD, case(DIRECTS)),
    "auction": (NOT_ON_IT, NOT_ON_IT),
    "check": (NOT_ON_IT, NOT_ON_IT),
    "assigned_score": (case(DIRECTS), case(DIRECTS)),
    "rule": (METHOD, case(DIRECTS)),
    "revise": (case(DIRECTS), case(DIRECTS)),
    "reserve": (case(DIRECTS), case(DIRECTS)),
    "ruling": (case(DIRECTS), METHOD),
    "announce": (METHOD, case({"D", "C"})),
    "announced": (case(DIRECTS | {"R", "A"}), METHOD),
    "look": (case(DIRECTS | {"R", "A"}), METHOD),
    "take_over": (METHOD, case(DIRECTS)),
    "undo": (METHOD, case(DIRECTS)),
    "change_facts": (METHOD, case({"D", "C"})),
    "close": (METHOD, case(DIRECTS)),
    "closed": (case(DIRECTS), case(DIRECTS)),
    "correct": (case(DIRECTS), case(DIRECTS)),
    "mistake": (case(DIRECTS), case(DIRECTS)),
    "nobody_agreed": (case(DIRECTS), case(DIRECTS)),
    "cancel": (METHOD, case(DIRECTS)),
    "cancelled": (case(DIRECTS), METHOD),
    "move_case": (case(DIRECTS), case(DIRECTS)),
    "similar": (case(DIRECTS), METHOD),
    "compare": (case(DIRECTS | {"R"}), METHOD),
    "search_under": (METHOD, case(DIRECTS)),
    "dossier": (case(DIRECTS | {"R"}), METHOD),
    "anonymous_dossier": (case(DIRECTS | {"R"}), case(DIRECTS | {"R"})),
    "dossier_file": (METHOD, case(DIRECTS | {"R"})),
    "table_code": (case(DIRECTS | {"R", "A"}), case(DIRECTS | {"A"})),
    # players
    "pass_open": ({"yes": EVERYBODY - {"EXPIRED"}, "no": {"EXPIRED"}}, METHOD),
    "pass_code": (ANYBODY, ANYBODY),
    "pass_forget": (METHOD, {"sign in": EVERYBODY}),
    "player": (side({"NS", "EW", "P0", "LATE", "P*"}, set()), METHOD),
    "player_push": (METHOD, side({"NS", "EW", "P0", "LATE", "P*"}, set())),
    "player_case": (
        side({"NS", "EW", "LATE"}, {"P0", "P*"}),
        side({"NS", "EW", "LATE"}, {"P0", "P*"}),
    ),
    "player_board": (
        side({"NS", "EW", "LATE"}, {"P0", "P*"}),
        side({"NS", "EW", "LATE"}, {"P0", "P*"}),
    ),
    "player_receipt": (side({"EW", "LATE"}, {"NS", "P0", "P*"}), METHOD),
    "for_side": (FOR_SIDE, FOR_SIDE),
    "public_clock": ({"yes": CLOCK, "none": EVERYBODY - CLOCK}, METHOD),
    # the chief
    "live": (event(CHIEFS), METHOD),
    "blocks": (event(CHIEFS), METHOD),
    "rulings": (event(FLOOR), METHOD),
    "statistics": (event(CHIEFS), METHOD),
    "outage": (event(CHIEFS), event(CHIEFS)),
    "session_end": (event(CHIEFS), event(CHIEFS)),
    "closed_event": (event(CHIEFS), event(CHIEFS)),
    "review": (case({"C"}), case({"C"})),
    "overrule": (case({"C"}), case({"C"})),
    "assign": (case({"C"}), case({"C"})),
    "windows": (case({"C"}), case({"C"})),
    "into_casebook": (case({"C"}), case({"C"})),
    "appeal": (case({"C", "R"}), METHOD),
    "appeal_admit": (METHOD, case({"C"})),
    "appeal_panel": (METHOD, case({"C"})),
    "appeal_decide": (case({"C", "R"}), case({"C", "R"})),
    # those who are consulted; D has the case, and nobody here was asked
    "opinions": (case(RESPONSIBLE), case(RESPONSIBLE)),
    "opinion_end": (METHOD, case(RESPONSIBLE)),
    "opinion": (case(DIRECTS | {"R", "A"}), case(DIRECTS | {"R", "A"})),
    "opinion_declined": (METHOD, case(set())),
    "consulted": (NO_LINK, NO_LINK),
    "polls": (case(RESPONSIBLE), case(RESPONSIBLE)),
    "poll": (case(RESPONSIBLE), case(RESPONSIBLE)),
    "poll_ask": (METHOD, case(RESPONSIBLE)),
    "poll_end": (METHOD, case(RESPONSIBLE)),
    "poll_paper": (case(RESPONSIBLE), METHOD),
    "polled": (NO_LINK, NO_LINK),
    # scorer and administrator
    "scores": (event(FLOOR | {"S"}), METHOD),
    "score": (event(DIRECTS | {"S"}), event(DIRECTS | {"S"})),
    "publish": (event(CHIEFS | {"S"}), event(CHIEFS | {"S"})),
    "result_grid": (event(FLOOR | {"S"}), event(FLOOR | {"S"})),
    "board_compared": (event(DIRECTS | {"DX", "S", "D-", "C-"}), METHOD),
    "results_in": (event(FLOOR | {"S"}), event(FLOOR | {"S"})),
    "standing": (event(CHIEFS | {"S"}), METHOD),
    "results_out": (event(CHIEFS | {"S"}), event(CHIEFS | {"S"})),
    "slips_taken": (METHOD, event(CHIEFS | {"S"})),
    "slip_taken": (METHOD, event(CHIEFS | {"S"})),
    "import_files": (event(CHIEFS | {"A"}), event(CHIEFS | {"A"})),
    "import_preview": (event(CHIEFS | {"A"}), event(CHIEFS | {"A"})),
    "import_again": (METHOD, event(CHIEFS | {"A"})),
    "import_case": (event(CHIEFS | {"A"}), METHOD),
    "export_event": (event(CHIEFS | {"A"}), METHOD),
    "export_list": (event(CHIEFS | {"A"}), METHOD),
    "export_position": (case(DIRECTS | {"R", "A"}), METHOD),
    "schedule": (event(FLOOR | {"A"}), event(CHIEFS | {"A"})),
    "session": (event(CHIEFS | {"A"}), event(CHIEFS | {"A"})),
    "session_table": (METHOD, event(CHIEFS | {"A"})),
    "session_draw": (METHOD, event(CHIEFS | {"A"})),
    "session_field": (METHOD, event(CHIEFS | {"A"})),
    "session_substitute": (METHOD, event(CHIEFS | {"A"})),
    "session_removed": (METHOD, event(CHIEFS | {"A"})),
    "round_clock": (METHOD, event(HERE)),
    "round_moved": (event(HERE), event(HERE)),
    "new_event": (SITE, SITE),
    "repeat_event": (event(CHIEFS | {"A"}), event(CHIEFS | {"A"})),
    "first_steps": (event(CHIEFS | {"A"}), METHOD),
    "laws": (event(CHIEFS | {"A"}), event(CHIEFS | {"A"})),
    "passes": (event(FLOOR | {"A"}), event(DIRECTS | {"A"})),
    "pass_revoke": (METHOD, event(DIRECTS | {"A"})),
    "roles": (event(CHIEFS | {"A"}), event(CHIEFS | {"A"})),
    "role_list": (event(CHIEFS | {"A"}), event(CHIEFS | {"A"})),
    "role_end": (METHOD, event(CHIEFS | {"A"})),
    "account_link": (METHOD, event(CHIEFS | {"A"})),
    "invite": (METHOD, event(CHIEFS | {"A"})),
    "invitation": (event(CHIEFS | {"A"}), METHOD),
    "invitation_end": (METHOD, event(CHIEFS | {"A"})),
    "invited": (ANYBODY, ANYBODY),
    "invited_code": (ANYBODY, ANYBODY),
    "player_data": (event({"A"}), event({"A"})),
    "player_file": (METHOD, event({"A"})),
    "names": (event(CHIEFS | {"A"}), event(CHIEFS | {"A"})),
    "people": (METHOD, event(CHIEFS | {"A"})),
    "keys": (event(CHIEFS | {"A"}), event(CHIEFS | {"A"})),
    "hooks": (METHOD, event(CHIEFS | {"A"})),
    "hook_end": (METHOD, event(CHIEFS | {"A"})),
    "key_revoke": (METHOD, event({"C", "A"})),
    "key_quota": (METHOD, event({"C", "A"})),
    # programs; people have no key, whoever they are
    "api_description": (ANYBODY, METHOD),
    "api_schedule": (KEYLESS, METHOD),
    "api_slips": (KEYLESS, METHOD),
    "api_contestants": (KEYLESS, METHOD),
    "api_results": (KEYLESS, KEYLESS),
    "api_cases": (KEYLESS, METHOD),
    "api_rulings": (KEYLESS, METHOD),
    "api_feed": (KEYLESS, METHOD),
    "api_slip_taken": (METHOD, KEYLESS),
    "api_position": (KEYLESS, METHOD),
    "api_boards": (METHOD, KEYLESS),
    "api_boards_preview": (METHOD, KEYLESS),
    "api_records": (METHOD, KEYLESS),
    "api_round_start": (METHOD, KEYLESS),
    "api_round_end": (METHOD, KEYLESS),
    "api_calls": (METHOD, KEYLESS),
    "api_positions": (METHOD, KEYLESS),
    # the laws themselves, for everybody
    "display": (ANYBODY, ANYBODY),
    "help": (ANYBODY, METHOD),
    "guide": (ANYBODY, METHOD),
    "casebook": (ANYBODY, METHOD),
    "casebook_ruling": ({"none": EVERYBODY}, METHOD),  # no case has been taken in
    "exam": (ANYBODY, ANYBODY),
    "exam_question": (ANYBODY, ANYBODY),
    "exam_answer": (ANYBODY, METHOD),
    "exam_result": (ANYBODY, METHOD),
    "exam_certificate": (ANYBODY, ANYBODY),
    "law_index": (ANYBODY, METHOD),
    "law_flow": (ANYBODY, METHOD),
    "law_points": (ANYBODY, METHOD),
    "law_handbook": (ANYBODY, METHOD),
    # the public page, which this site does not offer
    "rule_this": (NOT_HERE, NOT_HERE),
    "rule_answer": (NOT_HERE, METHOD),
    "rule_picture": (NOT_HERE, METHOD),
}
ANSWERS = {401: "no key", 403: "no", 404: "none", 405: "method"}
DOORS = ("/accounts/login", "/code")


@pytest.fixture(scope="module")
def world(django_db_setup, django_db_blocker):
    """Build everybody once; nothing that a test does outlives it."""
    with django_db_blocker.unblock(), transaction.atomic():
        yield matrix.build()
        transaction.set_rollback(True)
    flow_body.cache_clear()  # `knock` drew it empty, and it is kept for every reader


def test_every_route_is_in_the_table():
    assert {pattern.name for pattern in urlpatterns} == set(ROUTES)


TEMPLATE = "django.template.backends.django.Template.render"


def knock(world, monkeypatch, pattern, method, knockers=KNOCKERS):
    """Let everybody ask for a route, and return who got which answer.

    No page is drawn for it: `test_every_route` draws them all.
    """
    monkeypatch.setattr(TEMPLATE, lambda *_args, **_given: "")
    arguments = {name: world.arguments[name] for name in pattern.pattern.converters}
    address = reverse(pattern.name, kwargs=arguments)
    answers = {}
    for letter in knockers:
        person = world.knockers[letter]
        monkeypatch.setattr(
            "rulings.views.common.receipt_at", lambda *_, at=person.at: at
        )
        cookies = person.browser.cookies.copy()
        with transaction.atomic():
            data = sent(world.case, act="ask") if method == "post" else None
            response = getattr(person.browser, method)(address, data)
            transaction.set_rollback(True)
        person.browser.cookies = cookies
        answers.setdefault(answer_of(response), set()).add(letter)
    return answers


def of_each_kind(wanted):
    """Return who is to ask and what they are to get.

    A route that is the same for everybody is asked for by one of each kind.
    """
    if len(wanted) > 1:
        return KNOCKERS, wanted
    (answer,) = wanted
    return KINDS, {answer: set(KINDS)}


def answer_of(response):
    if response.status_code in {302, 303}:
        return "sign in" if response["Location"].startswith(DOORS) else "yes"
    return ANSWERS.get(response.status_code, "yes")


@pytest.mark.one_database
@pytest.mark.parametrize("pattern", urlpatterns, ids=lambda pattern: pattern.name)
def test_looking_is_for_these_only_and_writes_nothing(world, monkeypatch, pattern):
    before, wanted = matrix.entries(world), ROUTES[pattern.name][0]

    asked, wanted = of_each_kind(wanted)
    assert knock(world, monkeypatch, pattern, "get", asked) == wanted
    assert matrix.entries(world) == before


@pytest.mark.parametrize("pattern", urlpatterns, ids=lambda pattern: pattern.name)
def test_acting_is_for_these_only(world, monkeypatch, pattern):
    asked, wanted = of_each_kind(ROUTES[pattern.name][1])

    assert knock(world, monkeypatch, pattern, "post", asked) == wanted


@pytest.mark.parametrize("name", ["case", "player_case", "for_side", "appeal"])
def test_what_is_hidden_answers_as_what_does_not_exist(world, monkeypatch, name):
    """The same body too: an address tells nothing about what is behind it (R12)."""
    pattern = next(one for one in urlpatterns if one.name == name)
    person = world.knockers["P0" if name == "player_case" else "D*"]
    monkeypatch.setattr("rulings.views.common.receipt_at", lambda *_: person.at)
    arguments = {key: world.arguments[key] for key in pattern.pattern.converters}
    hidden = person.browser.get(reverse(name, kwargs=arguments))

    nowhere = {**arguments, "case_id": "00000000-0000-4000-8000-000000000000"}
    absent = person.browser.get(reverse(name, kwargs=nowhere))

    assert (hidden.status_code, absent.status_code) == (404, 404)
    assert hidden.content == absent.content
