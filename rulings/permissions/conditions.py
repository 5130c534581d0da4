"""What an act asks beside the letter: whose case it is, who was asked, whose appeal."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from django.db.models import Model

from rulings.models import Appeal, Case, Opinion, Playing, PollPeer, Ruling
from rulings.permissions.actors import Actor
from rulings.permissions.embargo import is_played, pass_serves
from rulings.permissions.relations import Letters, is_blind, pass_is_open, side_of_pass
from rulings.states import Act, State

RESPONSIBLE = frozenset({Act.RULE, Act.CHANGE_FACTS, Act.ANNOUNCE, Act.REVISE})
"""Acts that a director may do only on the case he has taken."""


CONSULTS = frozenset({Act.ASK_OPINION, Act.ASK_POLL, Act.END_POLL})
"""Acts by which a director consults others on the case he has taken."""


def _has_taken_it(actor: Actor, case: Case, letters: Letters) -> bool:
    return "C" in letters or case.director_id == _user_id(actor)


def _is_asked(actor: Actor, case: Case, _: Letters) -> bool:
    return isinstance(actor.link, Opinion) or is_blind(actor, case)


def _ends_opinion(actor: Actor, case: Case, letters: Letters) -> bool:
    return _is_asked(actor, case, letters) or _has_taken_it(actor, case, letters)


def _answers_poll(actor: Actor, case: Case, letters: Letters) -> bool:
    return isinstance(actor.link, PollPeer) or _has_taken_it(actor, case, letters)


def _ruled_by_another(actor: Actor, case: Case, _: Letters) -> bool:
    ruling = _newest(case)
    return isinstance(ruling, Ruling) and ruling.by_id != _user_id(actor)


def _newest(case: Case) -> Model | None:
    """Return the newest ruling of a case; a page may have read them all, in order."""
    read = (case.kept or {}).get(Ruling)
    if read:
        return read[-1]
    return Ruling.objects.filter(case=case).order_by("-number").first()


def _user_id(actor: Actor) -> int | None:
    return actor.user.pk if actor.user else None


def _may_start_here(actor: Actor, case: Case, _: Letters) -> bool:
    return actor.table_pass is None or may_start(actor, case.playing)


def _others_claimed(actor: Actor, case: Case, _: Letters) -> bool:
    if actor.table_pass is None:
        return True
    claim = getattr(case, "claim", None)
    return claim is not None and claim.claimer not in side_of_pass(
        actor.table_pass, case
    )


def _own_appeal_waits(actor: Actor, case: Case, _: Letters) -> bool:
    if actor.table_pass is None:
        return True
    side = side_of_pass(actor.table_pass, case)
    return Appeal.objects.filter(ruling__case=case, outcome="", side=side).exists()


@dataclass(frozen=True, slots=True)
class Condition:
    """What an act asks beside the letter: in words, and on this case."""

    words: str
    holds: Callable[[Actor, Case, Letters], bool]


CONDITIONS: dict[Act, Condition] = {
    **dict.fromkeys(
        RESPONSIBLE | CONSULTS,
        Condition("a director only on the case he has taken", _has_taken_it),
    ),
    **dict.fromkeys(
        (Act.SEND_BACK, Act.CONFIRM),
        Condition("not on a ruling of one's own", _ruled_by_another),
    ),
    Act.OPEN: Condition(
        "a player only on a board that his side has played and that has no case",
        _may_start_here,
    ),
    Act.AGREE: Condition("a player only to a claim of the other side", _others_claimed),
    Act.GIVE_OPINION: Condition("only who was asked", _is_asked),
    Act.END_OPINION: Condition(
        "a director only on the case he has taken, or who was asked", _ends_opinion
    ),
    Act.ANSWER_POLL: Condition(
        "a director only on the case he has taken; by a link only who was asked",
        _answers_poll,
    ),
    **dict.fromkeys(
        (Act.CONCUR, Act.WITHDRAW_APPEAL),
        Condition("a player only while an appeal of his side waits", _own_appeal_waits),
    ),
}


def may_start(actor: Actor, playing: Playing) -> bool:
    """Say whether a side may open a matter: its own board, played, without a case.

    A case that was called by mistake and cancelled counts as none.
    """
    table_pass = actor.table_pass
    if table_pass is None or not pass_is_open(table_pass, actor):
        return False
    if not playing.side_of(table_pass.contestant_id):
        return False
    if not pass_serves(table_pass, playing.round.session_id, actor.at):
        return False
    cases = Case.objects.filter(playing=playing).exclude(state=State.CANCELLED)
    return is_played(playing, actor.at) and not cases.exists()
