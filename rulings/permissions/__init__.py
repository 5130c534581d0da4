"""The one policy (R10): who may do what, and who sees what, by role and relation.

`may` and `visible` are the only authority. Roles and passes are read from the
database on each request; whatever is not in a table is refused.
"""

from rulings.permissions.actors import (
    Actor,
    Via,
    contestant_keys,
    key_actor,
    pass_actor,
    system_actor,
    user_actor,
)
from rulings.permissions.embargo import embargo_lifted, may_still_play
from rulings.permissions.relations import (
    key_is_open,
    letters_in_case,
    letters_in_event,
    role_word,
    roles_now,
)
from rulings.permissions.rights import (
    EVENT_RIGHTS,
    RIGHTS,
    EventAct,
    Refused,
    may,
    may_in_event,
    may_read_slips,
    may_score,
    may_somewhere,
    require,
    require_hearing,
    require_in_event,
    require_no_contestant,
    require_no_player,
    require_score,
    require_side,
    require_slips,
)
from rulings.permissions.visibility import Sight, sees, visible

__all__ = [
    "EVENT_RIGHTS",
    "RIGHTS",
    "Actor",
    "EventAct",
    "Refused",
    "Sight",
    "Via",
    "contestant_keys",
    "embargo_lifted",
    "key_actor",
    "key_is_open",
    "letters_in_case",
    "letters_in_event",
    "may",
    "may_in_event",
    "may_read_slips",
    "may_score",
    "may_somewhere",
    "may_still_play",
    "pass_actor",
    "require",
    "require_hearing",
    "require_in_event",
    "require_no_contestant",
    "require_no_player",
    "require_score",
    "require_side",
    "require_slips",
    "role_word",
    "roles_now",
    "sees",
    "system_actor",
    "user_actor",
    "visible",
]
