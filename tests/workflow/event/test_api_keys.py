"""Keys of programs: who gets one, what is stored, and how a program stands."""

import pytest

from rulings.models import KEY_ROLES, ApiKey, Role
from rulings.permissions import Refused, key_actor, letters_in_case, may, sees, visible
from rulings.permissions.visibility import Sight
from rulings.states import Act
from rulings.workflow.errors import Fault, Invalid
from rulings.workflow.event.api_keys import (
    find_key,
    issue_key,
    revoke_key,
    set_quota,
    token_hash,
)
from rulings.workflow.proof.verify import verify
from tests.factories import make_case, make_event, make_staff, shell
from tests.programs import give_key

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("role", KEY_ROLES)
def test_a_key_is_found_by_its_token_only(role):
    cast = make_event()

    program = give_key(cast, role)

    assert find_key(program.token) == program.key
    assert find_key(program.key.token_hash) is None
    assert program.key.token_hash == token_hash(program.token)


@pytest.mark.parametrize(
    ("role", "purpose"),
    [
        pytest.param(Role.Name.REVIEWER, "a program", id="reviewer"),
        pytest.param(Role.Name.DIRECTOR, "", id="no purpose"),
        pytest.param(Role.Name.DIRECTOR, "x" * 81, id="long purpose"),
    ],
)
def test_a_key_that_cannot_be_is_refused(role, purpose):
    cast = make_event()

    with pytest.raises(Invalid):
        issue_key(shell(), cast.event, role, purpose)

    assert not ApiKey.objects.exists()


def test_a_chief_neither_gives_nor_revokes_an_administrators_key():
    cast = make_event()
    key = give_key(cast, Role.Name.ADMINISTRATOR).key

    with pytest.raises(Refused):
        issue_key(
            cast.form(cast.cleo), cast.event, Role.Name.ADMINISTRATOR, "a program"
        )
    with pytest.raises(Refused):
        revoke_key(cast.form(cast.cleo), cast.event, key)

    key.refresh_from_db()
    assert key.revoked_at is None
    assert ApiKey.objects.count() == 1


def test_a_chief_gives_as_many_positions_as_the_site_and_an_administrator_more(
    settings,
):
    settings.TD_BULK_DAY = 100
    cast = make_event()
    key = give_key(cast).key

    set_quota(cast.form(cast.cleo), cast.event, key, 100)
    with pytest.raises(Fault, match="at most 100") as refused:
        set_quota(cast.form(cast.cleo), cast.event, key, 101)
    assert refused.value.field == "positions"
    with pytest.raises(Invalid):
        set_quota(cast.form(cast.cleo), cast.event, key, -1)
    key.refresh_from_db()
    assert key.day_positions == 100

    ada = make_staff(cast, "ada", Role.Name.ADMINISTRATOR)
    set_quota(cast.form(ada), cast.event, key, 101)
    key.refresh_from_db()
    assert key.day_positions == 101
    assert verify().findings == []


def test_a_key_revoked_again_keeps_its_first_instant():
    cast = make_event()
    key = give_key(cast).key
    first = cast.at
    revoke_key(shell(first), cast.event, key)

    revoke_key(shell(cast.later(minutes=1)), cast.event, key)

    key.refresh_from_db()
    assert key.revoked_at == first


@pytest.mark.parametrize("role", KEY_ROLES)
def test_a_program_calls_the_director_at_most_and_sees_nothing_of_a_case(role):
    cast = make_event()
    case = make_case(cast, state="announced")
    actor = key_actor(give_key(cast, role).key, cast.at)

    assert letters_in_case(actor, case) <= {"KD", "KC", "KS", "KA"}
    calls = role in {Role.Name.DIRECTOR, Role.Name.CHIEF}
    assert [act for act in Act if may(actor, act, case)] == [Act.OPEN] * calls
    assert not [part for part in Sight if sees(actor, part, case)]
    assert not visible(actor, type(case).objects.all()).exists()
