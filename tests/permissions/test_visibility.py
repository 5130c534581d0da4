"""What exists for somebody, and which parts of a case he sees (R11, R12)."""

from datetime import timedelta

import pytest
from django.contrib.auth.models import AnonymousUser
from django.db.models import Q

from rulings.models import (
    Appeal,
    Case,
    Entry,
    Event,
    Pass,
    Playing,
    Role,
    Round,
    Ruling,
    Session,
)
from rulings.permissions import (
    Sight,
    pass_actor,
    sees,
    system_actor,
    user_actor,
    visible,
)
from rulings.permissions.visibility import cases_to_speak_in
from tests.factories import as_actor, make_case, make_event, make_staff, make_user
from tests.people import give_slips
from tests.permissions.test_playing_staff import appealed
from tests.programs import give_key

pytestmark = pytest.mark.django_db
ELSEWHERE = "00000000-0000-0000-0000-000000000007"
SIDE_SIGHT = {
    (False, False): set(),
    (False, True): {Sight.CARDS},
    (True, False): {Sight.RULING},
    (True, True): {Sight.CARDS, Sight.RULING, Sight.REASONS, Sight.DOSSIER},
}
"""By whether the ruling is announced, and whether everybody has played the board."""


def models_seen(actor):
    """Return of which models somebody sees anything."""
    return {
        model.__name__
        for model in (Event, Case, Ruling, Role)
        if visible(actor, model.objects.all()).exists()
    }


@pytest.mark.parametrize(
    ("role", "sections", "seen", "speaks"),
    [
        (Role.Name.CHIEF, [], {"Event", "Case", "Ruling", "Role"}, True),
        (Role.Name.ADMINISTRATOR, [], {"Event", "Case", "Ruling", "Role"}, True),
        (Role.Name.DIRECTOR, [], {"Event", "Case", "Ruling", "Role"}, True),
        (Role.Name.DIRECTOR, ["here"], {"Event", "Case", "Ruling", "Role"}, True),
        (Role.Name.DIRECTOR, [ELSEWHERE], {"Event", "Role"}, False),
        (Role.Name.SCORER, [], {"Event", "Role"}, True),
        (Role.Name.REVIEWER, [], {"Event", "Role"}, False),
    ],
)
def test_staff_see_their_event_and_the_cases_of_their_role(
    role, sections, seen, speaks
):
    cast, other = make_event(), make_event(suffix="2")
    case = make_case(cast, state="announced")
    here = str(case.playing.table.section_id)
    wanted = [here if one == "here" else one for one in sections]
    actor = as_actor(cast, make_staff(cast, "zoe", role, wanted))

    assert models_seen(actor) == seen
    assert list(visible(actor, Event.objects.all())) == [cast.event]
    assert set(cases_to_speak_in(actor)) == ({case} if speaks else set())
    stranger = as_actor(other, make_staff(other, "xan", role))
    assert not visible(stranger, Case.objects.all()).exists()
    assert not visible(stranger, Ruling.objects.all()).exists()
    assert list(visible(stranger, Event.objects.all())) == [other.event]
    assert not cases_to_speak_in(stranger).exists()


@pytest.mark.parametrize(
    ("on_panel", "advised", "found"),
    [(True, False, True), (True, True, False), (False, False, False)],
)
def test_a_reviewer_sees_the_cases_of_his_panels(on_panel, advised, found):
    cast = make_event()
    case = appealed(cast, Playing.objects.order_by("pk").first())
    make_case(cast, state="announced")
    rae = make_staff(cast, "rae", Role.Name.REVIEWER)
    mine = [rae.pk]
    Appeal.objects.update(panel=mine * on_panel, advisers=mine * advised)
    actor = as_actor(cast, rae)

    assert list(visible(actor, Case.objects.all())) == [case] * found
    rulings = visible(actor, Ruling.objects.all())
    assert {one.case for one in rulings} == ({case} if found else set())


def test_who_has_no_role_sees_nothing_and_a_superuser_all_that_has_an_event():
    cast = make_event()
    make_case(cast, state="announced")
    key = give_key(cast).actor(cast.at)
    strangers = [
        user_actor(AnonymousUser(), cast.at),
        user_actor(cast.olly, cast.at),
        system_actor("worker", cast.at),
        system_actor("shell", cast.at),
        key,
    ]
    for actor in strangers:
        assert models_seen(actor) == set()
        assert not cases_to_speak_in(actor).exists()
    ada = user_actor(make_user("ada", is_superuser=True), cast.at)
    assert models_seen(ada) == {"Event", "Case", "Ruling", "Role"}
    assert cases_to_speak_in(ada).exists()
    assert not visible(ada, Entry.objects.all()).exists()


def test_a_slip_opens_the_cases_of_its_side_in_its_event_alone():
    cast = make_event(values={"phones": "always"})
    case = make_case(cast)
    slips = give_slips(cast)
    sides = {case.playing.ns.number, case.playing.ew.number}

    for number, slip in slips.items():
        actor = pass_actor(slip.table_pass, cast.at)
        found = list(visible(actor, Case.objects.all()))
        assert found == ([case] if number in sides else [])
        assert models_seen(actor) <= {"Case"}
        assert not cases_to_speak_in(actor).exists()
    mine = pass_actor(slips[case.playing.ns.number].table_pass, cast.at)
    elsewhere = make_event(suffix="2").session
    Pass.objects.filter(pk=mine.table_pass.pk).update(session=elsewhere)
    moved = Pass.objects.select_related("session").get(pk=mine.table_pass.pk)
    assert not visible(pass_actor(moved, cast.at), Case.objects.all()).exists()
    mine.table_pass.revoked_at = cast.at - timedelta(seconds=1)
    assert not visible(mine, Case.objects.all()).exists()


@pytest.mark.parametrize("phones", ["always", "after_session"])
def test_a_slip_of_one_session_opens_the_cases_of_the_others(phones):
    """Where phones wait, those of a session that goes on stay closed."""
    cast = make_event(values={"phones": phones})
    case = make_case(cast)
    first = cast.session
    slips = give_slips(cast)
    later = Session.objects.create(event=cast.event, order=2)
    Pass.objects.update(session=later, opens_at=cast.at)
    table_pass = Pass.objects.select_related("session__event").get(
        pk=slips[case.playing.ns.number].table_pass.pk
    )

    def found():
        return list(visible(pass_actor(table_pass, cast.at), Case.objects.all()))

    assert found() == ([case] if phones == "always" else [])
    Round.objects.filter(session=first).update(ended_at=cast.at)
    assert found() == [case]


@pytest.mark.parametrize("announced", [False, True])
@pytest.mark.parametrize("lifted", [False, True])
def test_a_side_sees_of_its_case_what_is_announced_and_played_by_all(announced, lifted):
    cast = make_event(values={"phones": "always"})
    case = make_case(cast, state="announced" if announced else "ruled")
    slips = give_slips(cast)
    if lifted:
        Playing.objects.filter(board=case.playing.board).update(status="finished")
    own = SIDE_SIGHT[announced, lifted]
    sides = {case.playing.ns.number: own, case.playing.ew.number: own}

    for number, slip in slips.items():
        actor = pass_actor(slip.table_pass, cast.at)
        seen = {sight for sight in Sight if sees(actor, sight, case)}
        others = {Sight.CARDS} if lifted else set()
        assert seen == sides.get(number, others)
        answers = {sees(actor, sight, case) for sight in Sight}
        assert answers <= {True, False}
    nobody = user_actor(AnonymousUser(), cast.at)
    assert [sees(nobody, sight, case) for sight in Sight] == [False] * len(Sight)


def test_a_look_asks_once_what_is_announced_and_who_may_still_play(
    django_assert_num_queries,
):
    cast = make_event(values={"phones": "always"})
    case = make_case(cast, state="announced")
    Playing.objects.filter(Q(board=case.playing.board)).update(status="finished")
    slip = give_slips(cast)[case.playing.ns.number]
    look = pass_actor(slip.table_pass, cast.at).looking()
    assert sees(look, Sight.REASONS, case)

    with django_assert_num_queries(0):
        assert sees(look, Sight.DOSSIER, case)
        assert sees(look, Sight.CARDS, case)
