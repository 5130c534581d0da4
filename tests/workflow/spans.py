"""Windows of a case, and the acts on its event that open and close them."""

from datetime import timedelta

from rulings.models import Objection, Window
from rulings.workflow import objections
from rulings.workflow.event import scores

MS = timedelta(milliseconds=1)
MINUTE = timedelta(minutes=1)


def window(case, purpose):
    return Window.objects.get(case=case, purpose=purpose)


def publish(cast, reason=""):
    return scores.publish_scores(
        cast.form(cast.cleo), cast.event, cast.session, new_period_reason=reason
    )


def put(cast, case, wish, at):
    """Put a wish at an instant and return its row."""
    cast.at = at
    wanted = objections.Wanted(wish=wish, side="EW")
    objections.submit_objection(cast.form(cast.dana), case.pk, wanted)
    return Objection.objects.get(case=case, received_at=at)


def own_call(cast, case, minutes, board=1):
    """Record a call of East-West on another board at the table, some minutes on."""
    later = case.playing.table.playings.exclude(pk=case.playing_id)
    playing = later.order_by("round__order", "board__number")[board - 1]
    at = cast.at + minutes * MINUTE
    form = cast.form(cast.dana, at=at)
    return scores.record_own_call(form, cast.event, playing, "EW")


def end_round(cast, case, minutes):
    form = cast.form(cast.dana, at=cast.at + minutes * MINUTE)
    return scores.end_round(form, cast.event, case.playing.round)
