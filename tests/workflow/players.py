"""Noor and Esme: the two sides of a case, each with the pass of its contestant."""

import uuid
from dataclasses import replace

from rulings.models import Contestant, Pass
from rulings.permissions import pass_actor
from rulings.workflow.acts import ActContext
from rulings.workflow.event.passes import issue_passes


def pass_of(cast, case, side):
    """Return an open pass of a side of a case, issued now."""
    pair = case.playing.ns if side == "NS" else case.playing.ew
    form = cast.form(cast.dana)
    (issued,) = issue_passes(
        form, cast.event, cast.session, [Contestant.objects.get(pk=pair.pk)]
    )
    return Pass.objects.get(pk=issued.table_pass_id)


def player_form(cast, table_pass, **values):
    """Return the form of an act on a player's phone."""
    fresh = Pass.objects.get(pk=table_pass.pk)
    form = ActContext(by=pass_actor(fresh, cast.at), at=cast.at, key=uuid.uuid4())
    return replace(form, **values)
