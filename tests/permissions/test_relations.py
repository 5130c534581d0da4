"""Each letter of the rights table, from rows that stand in no database (R10, R13)."""

import uuid
from datetime import UTC, datetime, timedelta

import pytest
from django.contrib.auth.models import AnonymousUser, User

from rulings.models import (
    ApiKey,
    Board,
    Case,
    Event,
    Pass,
    Playing,
    Role,
    Round,
    Session,
    Table,
)
from rulings.permissions import (
    RIGHTS,
    EventAct,
    Via,
    key_actor,
    may_in_event,
    pass_actor,
    system_actor,
    user_actor,
)
from rulings.permissions import relations as known
from rulings.states import Act
from tests.factories import make_event, make_user

AT = datetime(2026, 3, 14, 12, tzinfo=UTC)
MOMENT = timedelta(microseconds=1)
HERE, ELSEWHERE, SESSION, OTHER_SESSION, NS, EW, OTHERS, SECTION = (
    uuid.UUID(int=number) for number in range(1, 9)
)
EVERY_LETTER = ("C", "C-", "D", "D-", "S", "R", "A", "P", "P0", "KD", "KC", "KS", "KA")


def staff(*roles, **values):
    """Return a member of staff who looks, with the roles read for that."""
    user = User(pk=7, username="dana", **values)
    setattr(user, known.ROLES_READ, list(roles))
    return user_actor(user, AT).looking()


def role(name, event=HERE, since=AT, until=None, **values):
    row = Role(role=name, event_id=event, since=since, until=until, user_id=7)
    for key, value in values.items():
        setattr(row, key, value)
    return row


ALWAYS = {"values": {"phones": "always"}}
"""Phones that wait for no end of a session: nothing is read for them."""


def table_pass(contestant=NS, session=SESSION, event=HERE, **values):
    held = {"opens_at": AT, "expires_at": AT + MOMENT, "revoked_at": None} | values
    return Pass(
        session=Session(pk=session, event=Event(pk=event, regulation=ALWAYS)),
        contestant_id=contestant,
        **held,
    )


def program(name, event=HERE, issued_at=AT, revoked_at=None):
    row = ApiKey(event_id=event, role=name, issued_at=issued_at, revoked_at=revoked_at)
    return key_actor(row, AT)


def case():
    playing = Playing(
        ns_id=NS,
        ew_id=EW,
        board=Board(event_id=HERE),
        table=Table(section_id=SECTION),
        round=Round(session_id=SESSION),
    )
    return Case(event_id=HERE, playing=playing)


# --- who acts ------------------------------------------------------------------


def test_each_kind_of_actor_is_logged_with_its_road_and_id():
    user, off = User(pk=7), User(pk=8, is_active=False)
    key = program("director").api_key
    held = table_pass()
    told = [
        (user_actor(user, AT), "user", Via.OWN_DEVICE, "7", "user:7"),
        (user_actor(user, AT, Via.API), "user", Via.API, "7", "user:7"),
        (user_actor(off, AT), "anonymous", Via.OWN_DEVICE, "", "anonymous:"),
        (user_actor(AnonymousUser(), AT), "anonymous", Via.OWN_DEVICE, "",
         "anonymous:"),
        (key_actor(key, AT), "key", Via.API, str(key.pk), f"key:{key.pk}"),
        (pass_actor(held, AT), "pass", Via.OWN_DEVICE, str(held.pk),
         f"contestant:{NS}"),
        (system_actor("worker", AT), "worker", Via.WORKER, "", "worker:"),
        (system_actor("shell", AT), "shell", Via.SHELL, "", "shell:"),
    ]  # fmt: skip

    for actor, kind, via, number, owner in told:
        found = (actor.kind, actor.via, actor.id, actor.key_owner, actor.at)
        assert found == (kind, via, number, owner, AT)


def test_a_look_reads_once_and_an_act_each_time():
    act = user_actor(User(pk=7), AT)
    look = act.looking()

    for actor, expected in ((act, ["1", "2"]), (look, ["1", "1"])):
        numbers = iter("123")
        found = [actor.once("key", lambda at=numbers: next(at)) for _ in range(2)]
        assert found == expected
    assert (act.looks, look.looks) == (False, True)


# --- until when ----------------------------------------------------------------


@pytest.mark.parametrize(
    ("since", "until", "holds"),
    [
        (AT, None, True),
        (AT + MOMENT, None, False),
        (AT - MOMENT, AT, False),
        (AT - MOMENT, AT + MOMENT, True),
    ],
)
def test_a_role_and_a_key_hold_from_their_first_instant_and_not_at_their_last(
    since, until, holds
):
    held = staff(role("director", since=since, until=until))

    assert [one.role for one in known.roles_now(held)] == ["director"] * holds
    assert known.letters_in_event(held, HERE) == ({"D"} if holds else set())
    assert known.in_event(held, Event(pk=HERE)) is holds
    key = program("chief", issued_at=since, revoked_at=until)
    assert known.key_is_open(key.api_key, key) is holds
    assert known.letters_in_event(key, HERE) == ({"KC"} if holds else set())


@pytest.mark.parametrize(
    ("times", "opens"),
    [
        ({}, True),
        ({"expires_at": None}, True),
        ({"expires_at": AT}, False),
        ({"opens_at": None}, False),
        ({"opens_at": AT + MOMENT, "expires_at": AT + 2 * MOMENT}, False),
        ({"revoked_at": AT}, False),
    ],
)
def test_a_slip_lets_in_from_its_opening_until_it_expires_or_is_revoked(times, opens):
    actor = pass_actor(table_pass(**times), AT)

    assert known.pass_is_open(actor.table_pass, actor) is opens
    assert known.letters_in_event(actor, HERE) == ({"P0"} if opens else set())
    assert known.letters_in_case(actor, case()) == ({"P"} if opens else set())


# --- which letter --------------------------------------------------------------


def test_each_role_has_its_letter_in_its_own_event_alone():
    letters = {"director": "D", "chief": "C", "scorer": "S", "administrator": "A"}
    for name, letter in letters.items():
        held = staff(role(name), role("reviewer"), role("chief", ELSEWHERE))
        assert known.letters_in_event(held, HERE) == {letter}
        assert known.letters_in_event(program(name), HERE) == {f"K{letter}"}
        assert known.letters_in_event(program(name), ELSEWHERE) == set()
    both = staff(role("scorer"), is_superuser=True)
    assert known.letters_in_event(both, HERE) == {"S", "A"}
    assert known.letters_in_event(both, ELSEWHERE) == {"A"}


def test_the_worker_the_shell_and_nobody_have_theirs():
    assert known.letters_in_event(system_actor("worker", AT), HERE) == {"W"}
    assert known.letters_in_event(system_actor("shell", AT), HERE) == {"X"}
    nobody = user_actor(AnonymousUser(), AT)
    assert known.letters_in_event(nobody, HERE) == set()
    assert known.roles_now(nobody) == []


@pytest.mark.parametrize(
    ("sections", "asked", "whole", "holds"),
    [
        ([], None, False, True),
        ([], None, True, True),
        ([], SECTION, True, True),
        ([str(SECTION)], None, False, True),
        ([str(SECTION)], None, True, False),
        ([str(SECTION)], SECTION, True, True),
        ([str(SECTION)], SECTION, False, True),
        ([str(ELSEWHERE)], SECTION, False, False),
    ],
)
def test_a_role_for_some_sections_reaches_no_further(sections, asked, whole, holds):
    held = staff(role("director", sections=sections))

    found = known.letters_in_event(held, HERE, asked, whole=whole)

    assert found == ({"D"} if holds else set())


@pytest.mark.parametrize(
    ("held", "in_event", "in_case", "side"),
    [
        ({}, {"P0"}, {"P"}, "NS"),
        ({"contestant": EW}, {"P0"}, {"P"}, "EW"),
        ({"contestant": OTHERS}, {"P0"}, {"P0"}, ""),
        ({"session": OTHER_SESSION}, {"P0"}, {"P"}, "NS"),
        ({"session": OTHER_SESSION, "event": ELSEWHERE}, set(), set(), "NS"),
    ],
)
def test_a_slip_is_of_a_side_of_the_case_or_of_another_or_of_nobody(
    held, in_event, in_case, side
):
    actor = pass_actor(table_pass(**held), AT)

    assert known.letters_in_event(actor, HERE) == in_event
    assert known.letters_in_case(actor, case()) == in_case
    assert known.side_of_pass(actor.table_pass, case()) == side


def test_who_has_business_in_an_event_is_let_into_it():
    event = Event(pk=HERE)
    told = [
        (staff(role("reviewer")), True),
        (staff(role("director", sections=[str(SECTION)])), True),
        (staff(role("chief", ELSEWHERE)), False),
        (staff(is_superuser=True), True),
        (pass_actor(table_pass(), AT), True),
        (user_actor(AnonymousUser(), AT), False),
    ]
    assert [known.in_event(actor, event) for actor, _ in told] == [
        let_in for _, let_in in told
    ]


def test_the_log_names_the_strongest_relation():
    for at, letter in enumerate(EVERY_LETTER):
        word = known.role_word(frozenset(EVERY_LETTER[at:]))
        assert word == known.role_word(frozenset({letter}))
        assert word != "nobody"
    assert known.role_word(known.NOBODY) == "nobody"


# --- read with the account -----------------------------------------------------


@pytest.mark.django_db
def test_an_account_is_read_at_once_with_its_roles_and_where_it_plays(
    django_assert_num_queries,
):
    piotr = make_user("piotr")
    cast = make_event(players={"Player 1a": piotr})
    other = make_event(suffix="2")
    for where in (cast, other):
        for who in (piotr, cast.olly):
            Role.objects.create(
                event=where.event, user=who, role="director", since=cast.at
            )

    plays = {}
    for who in (piotr, cast.olly):
        with django_assert_num_queries(1):
            account = known.account_with_roles(who.pk)
            assert account == who
        read = getattr(account, known.ROLES_READ)
        plays[who] = {row.event_id: row.plays for row in read}

    here, there = cast.event.pk, other.event.pk
    assert plays[piotr] == {here: True, there: False}
    assert plays[cast.olly] == {here: False, there: False}
    assert known.account_with_roles(make_user("nobody").pk) is None


@pytest.mark.django_db
def test_a_look_knows_at_once_who_plays_nowhere_and_bars_who_plays(
    django_assert_num_queries,
):
    piotr = make_user("piotr")
    cast = make_event(players={"Player 1a": piotr})
    for who in (piotr, cast.olly):
        Role.objects.create(event=cast.event, user=who, role="director", since=cast.at)
    place = Playing.objects.filter(ns__number=1).select_related("board", "table")[0]
    row = Case(event=cast.event, playing=place)

    def look(who):
        return user_actor(known.account_with_roles(who.pk), cast.at).looking()

    olly, again = look(cast.olly), look(piotr)
    with django_assert_num_queries(0):
        assert known.letters_in_case(olly, row) == {"D"}
        assert known.letters_at_table(olly, place) == {"D"}
    assert known.letters_in_case(again, row) == {"D-"}
    assert known.letters_at_table(again, place) == {"D-"}
    acting = user_actor(known.account_with_roles(piotr.pk), cast.at)
    assert known.letters_in_case(acting, row) == {"D-"}


@pytest.mark.django_db
def test_an_act_believes_no_role_that_was_read_before_it():
    cast = make_event()
    account = known.account_with_roles(cast.dana.pk)
    Role.objects.filter(user=account).update(until=cast.at)

    assert known.letters_in_event(user_actor(account, cast.at), cast.event.pk) == set()
    look = user_actor(account, cast.at).looking()
    assert known.letters_in_event(look, cast.event.pk) == {"D"}


# --- the machine itself --------------------------------------------------------

BY_SHELL = {
    *("create_event", "give_role", "invite", "link_account", "regulation"),
    *("import", "schedule", "issue_pass", "revoke_pass", "issue_key", "revoke_key"),
    *("archive", "own_data", "erase", "repeat_event", "key_quota"),
}


def test_the_shell_and_the_worker_do_these_acts_and_no_other():
    event = Event(pk=HERE)
    shell, worker = (system_actor(kind, AT) for kind in ("shell", "worker"))

    assert {act for act in EventAct if may_in_event(shell, act, event)} == BY_SHELL
    assert not any(may_in_event(worker, act, event) for act in EventAct)
    for actor, acts in ((shell, set()), (worker, {Act.SOLVED})):
        found = {
            act for act in Act if RIGHTS[act] & known.letters_in_event(actor, HERE)
        }
        assert found == acts
