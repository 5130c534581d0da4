"""An appeal in words: who wants it and how they said so, against what, its end."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django.contrib.auth.models import User
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from rulings.bridge.seats import Seat, Side
from rulings.models import Appeal, Case, Event, Ruling
from rulings.presenters.awards import award_of, award_words
from rulings.presenters.results import late_words, score_words
from rulings.presenters.words import seat_name, side_name
from rulings.queries.case.appeals import ABSENT, is_concurred
from rulings.queries.case.rules import regulations_of
from rulings.queries.staff import name_of
from rulings.queries.words import texts_of

HOW = {
    "phone": gettext_lazy("on the phone"),
    "said_to_director": gettext_lazy("said to the director"),
    "spoken": gettext_lazy("said to the director"),
    ABSENT: gettext_lazy("absent, counts as agreeing"),
}
POINTS = {
    Appeal.Point.LAW: gettext_lazy("law: the chief director decides"),
    Appeal.Point.JUDGEMENT: gettext_lazy("fact or judgement: the panel decides"),
}
ENDS = {
    Appeal.Outcome.UPHELD: gettext_lazy("Appeal decided: ruling upheld"),
    Appeal.Outcome.WITHOUT_MERIT: gettext_lazy(
        "Appeal decided: ruling upheld, the appeal had no merit"
    ),
    Appeal.Outcome.CHANGED: gettext_lazy("Appeal decided: ruling changed"),
    Appeal.Outcome.INADMISSIBLE: gettext_lazy("Appeal decided: it is not heard"),
    Appeal.Outcome.WITHDRAWN: gettext_lazy("Appeal taken back"),
}
DEPOSITS = {
    Appeal.Outcome.UPHELD: gettext_lazy("is returned"),
    Appeal.Outcome.CHANGED: gettext_lazy("is returned"),
    Appeal.Outcome.WITHDRAWN: gettext_lazy("is returned"),
    Appeal.Outcome.WITHOUT_MERIT: gettext_lazy("kept, or a penalty by the regulations"),
}
"""What becomes of the deposit by itself, by how the appeal ended."""
DEPOSIT_ENDS = {
    Appeal.DepositEnd.RETURNED: gettext_lazy("is returned"),
    Appeal.DepositEnd.KEPT: gettext_lazy("is kept"),
}
VOTES = {
    Appeal.Vote.UPHOLD: gettext_lazy("Uphold"),
    Appeal.Vote.CHANGE: gettext_lazy("Change"),
}


@dataclass(frozen=True, slots=True)
class AppealView:
    """One appeal with everything that its panel and its dossier show."""

    row: Appeal
    side: str
    words: str
    late: str
    heard: str
    consents: tuple[tuple[str, str], ...]
    deposit: str
    panel: str
    advisers: str
    point: str
    end: str
    reasons: str
    by: str
    barred: str = ""
    facts: str = ""
    votes: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class RulingLine:
    """One ruling of a case: its tricks and score, its laws, by whom, if announced."""

    row: Ruling
    tricks: str
    score: str
    laws: str
    by: str
    reasons: str


def end_words(outcome: str) -> str:
    """Return how an appeal ended; "" while it waits."""
    return str(ENDS[Appeal.Outcome(outcome)]) if outcome else ""


def heard_words(row: Appeal) -> str:
    """Return whether an appeal has been admitted."""
    if row.admissible is None:
        return _("not decided")
    return _("admitted") if row.admissible else _("not admitted")


def consents_of(row: Appeal) -> tuple[tuple[str, str], ...]:
    """Return who wants an appeal, seat by seat, and how each said so (Law 92D)."""
    names = {seat.letter: seat_name(seat) for seat in Seat} | {"captain": _("Captain")}
    return tuple(
        (names.get(who, who), str(HOW.get(how, how)))
        for who, how in row.concurrence.items()
    )


def missing_consents(case: Case, side: str, concurrence: Mapping[str, str]) -> str:
    """Return who of a side has still to join its appeal, "" where nobody (Law 92D)."""
    if is_concurred(case, concurrence):
        return ""
    seats = {letter: seat_name(Seat.parse(letter)) for letter in side}
    if case.event.kind == Event.Kind.TEAMS:
        seats["captain"] = _("Captain")
    return _(" or ").join(name for who, name in seats.items() if who not in concurrence)


def sides_of(rows: Iterable[Appeal]) -> list[tuple[str, str]]:
    """Return whose appeals these are: the letters of each side and its name."""
    return [(row.side, side_name(Side(row.side))) for row in rows]


def appeal_views(rows: list[Appeal]) -> list[AppealView]:
    """Return appeals in words, in the order given."""
    texts = texts_of(
        mark for row in rows for mark in (row.words, row.reasons, row.facts)
    )
    wanted = {pk for row in rows for pk in (*row.panel, *row.advisers, *row.barred)}
    people = {user.pk: name_of(user) for user in User.objects.filter(pk__in=wanted)}
    return [_view(row, texts, people) for row in rows]


def _view(
    row: Appeal, texts: Mapping[str, str], people: Mapping[int, str]
) -> AppealView:
    deposit = row.deposit
    if deposit and row.deposit_end:
        deposit = f"{deposit}: {DEPOSIT_ENDS[Appeal.DepositEnd(row.deposit_end)]}"
    elif deposit and row.outcome in DEPOSITS:
        deposit = f"{deposit}: {DEPOSITS[Appeal.Outcome(row.outcome)]}"
    return AppealView(
        row,
        side_name(Side(row.side)),
        texts.get(row.words, ""),
        late_words(row.late_ms) if row.late_ms else "",
        heard_words(row),
        consents_of(row),
        deposit,
        ", ".join(people[pk] for pk in row.panel if pk in people),
        ", ".join(people[pk] for pk in row.advisers if pk in people),
        str(POINTS[Appeal.Point(row.point)]) if row.point else "",
        end_words(row.outcome),
        texts.get(row.reasons, ""),
        name_of(row.decided_by) if row.decided_by else "",
        ", ".join(people[pk] for pk in row.barred if pk in people),
        texts.get(row.facts, ""),
        tuple(
            (people[int(pk)], str(VOTES[Appeal.Vote(vote)]))
            for pk, vote in row.votes.items()
            if int(pk) in people
        ),
    )


def members_of(row: Appeal) -> dict[int, str]:
    """Return the panel of an appeal by account, in the order they were named."""
    people = {user.pk: name_of(user) for user in User.objects.filter(pk__in=row.panel)}
    return {pk: people[pk] for pk in row.panel if pk in people}


def expected_deposit(case: Case) -> str:
    """Return the deposit that the regulations of an event ask for; "" for none."""
    rules = regulations_of(case)
    kind = "teams" if case.event.kind == Event.Kind.TEAMS else "pairs"
    amount = rules[f"deposit_{kind}"]
    return f"{amount} {rules['deposit_currency'] or ''}".strip() if amount else ""


def ruling_lines(rows: list[Ruling], left: int | None) -> list[RulingLine]:
    """Return rulings in words, the first first."""
    texts = texts_of(row.reasons for row in rows)
    return [
        RulingLine(
            row,
            award_words(award_of(row, left)),
            score_words(row),
            ", ".join(row.laws),
            name_of(row.by),
            texts.get(row.reasons, ""),
        )
        for row in sorted(rows, key=lambda row: row.number)
    ]
