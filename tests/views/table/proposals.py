"""A proposal that is solved, and what its page sends."""

from rulings.bridge.positions import Position
from rulings.models import Case
from rulings.queries.table.proposal import proposed
from tests.factories import make_case
from tests.views.table.walks import SMALL, Walk, refused, solve, typed

__all__ = ["refused"]


def at_the_proposal(client, cast):
    """Return a director at the proposal of four cards each, already solved."""
    client.force_login(cast.dana)
    found = Walk(client, make_case(cast, state="frozen"))
    found.see("cards", way="grid")
    position = Position.parse(SMALL)
    found.send("cards", way="grid", won="6", **typed(position))
    solve(found.case)
    found.see("proposal")
    return found


def again(walk):
    """Answer what waits and look at the page as it is then."""
    solve(walk.case)
    return walk.see("proposal").content.decode()


def result(walk):
    return proposed(Case.objects.get(pk=walk.case.pk)).result
