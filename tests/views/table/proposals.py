"""A proposal that is solved, and what its page sends."""

from django.urls import reverse

from rulings.bridge.positions import Position
from rulings.models import Case
from rulings.queries.table.proposal import proposed
from tests.factories import make_case
from tests.views.table.walks import SMALL, Walk, solve, typed


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


def refused(walk, name, **data):
    form = {name: walk.page.context["hidden"][name] for name in ("key", "version")}
    form["key"] = form["key"]()
    return walk.client.post(reverse(name, args=[walk.case.pk]), {**form, **data})
