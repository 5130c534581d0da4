"""The exam for directors: practice, tests, and a certificate to print.

What was asked and answered stays in signed cookies of the browser; the site keeps
nothing. In practice what was answered wrong comes again after a few other questions,
and first in the next practice, until it is answered right. No question is solved here:
its line was solved before.
"""

from __future__ import annotations

import secrets
from dataclasses import asdict, dataclass, field, replace

from django.http import Http404, HttpResponse
from django.views.decorators.http import require_http_methods, require_safe

from rulings.forms.casebook import (
    PRACTICE,
    TEST,
    CertificateForm,
    ExamAnswerForm,
    ExamStartForm,
)
from rulings.presenters.paper.exam import (
    MarkedAnswer,
    exam_view,
    law_choices,
    marked,
    question_names,
    right_words,
)
from rulings.views.common import HtmxHttpRequest, declares, screen, see_other
from rulings.views.cookies import EXAM, MISSED

MOST = 60
"""Questions of a practice: as many as a cookie holds."""

SOON, REPEATS = 3, 20
"""After so many others a missed question comes again; so many do, in one practice."""

POSTS = ["GET", "HEAD", "POST"]
DEED = "take the exam"


@dataclass(frozen=True, slots=True)
class Sitting:
    """An exam in a browser: its kind, the questions by name, and the answers so far."""

    mode: str = PRACTICE
    names: list[str] = field(default_factory=list)
    given: list[tuple[int, str]] = field(default_factory=list)

    @property
    def over(self) -> bool:
        """Say whether every question is answered."""
        return len(self.given) >= len(self.names)

    @property
    def shows(self) -> bool:
        """Say whether the answers given so far may be compared."""
        return self.over or self.mode == PRACTICE

    def asked_again(self) -> Sitting:
        """Return it with the question answered last once more, after some others."""
        at, names = len(self.given), list(self.names)
        name = names[at - 1]
        if name not in names[at:] and len(names) < MOST + REPEATS:
            names.insert(at + SOON, name)
        return replace(self, names=names)

    def kept_by(self, answer: HttpResponse, request: HtmxHttpRequest) -> HttpResponse:
        """Let the browser keep it with an answer."""
        return EXAM.keep(answer, request, asdict(self))


def sitting_of(request: HtmxHttpRequest) -> Sitting | None:
    """Return the exam that the browser keeps, None without one."""
    held = EXAM.read(request)
    try:
        return held and Sitting(
            str(held["mode"]),
            list(map(str, held["names"])),
            [(int(tricks), str(law)) for tricks, law in held["given"]],
        )
    except (KeyError, TypeError, ValueError):
        return None


def missed_by(request: HtmxHttpRequest) -> list[str]:
    """Return the questions that this browser missed, those missed last first."""
    try:
        return [*map(str, MISSED.read(request) or ())]
    except TypeError:
        return []


def keep_missed(
    answer: HttpResponse, request: HtmxHttpRequest, name: str, *, right: bool
) -> HttpResponse:
    """Let the browser know of one more question whether it is still missed."""
    others = [one for one in missed_by(request) if one != name]
    names = others if right else [name, *others][:MOST]
    return MISSED.keep(answer, request, names)


@require_http_methods(POSTS)
@declares(DEED)
def exam(request: HtmxHttpRequest) -> HttpResponse:
    """Show what the exam is, and begin a practice or a test."""
    laws = [law for law, _words in law_choices()]
    form = ExamStartForm(request.POST or None, laws=laws)
    if request.method != "POST" or not form.is_valid():
        held = sitting_of(request)
        context = {
            "form": form,
            "held": held if held and held.names else None,
            "all": len(question_names()),
            "laws": law_choices(),
        }
        return screen(request, "law/exam.html", context, status=form.status)
    mode, names = form.cleaned_data["do"], question_names(form.cleaned_data["law"])
    most = int(form.cleaned_data["count"]) if mode == TEST else MOST
    asked = secrets.SystemRandom().sample(names, len(names))
    if mode == PRACTICE:
        missed = [name for name in missed_by(request) if name in names]
        asked = list(dict.fromkeys([*missed, *asked]))
    asked = asked[:most]
    return Sitting(mode, asked).kept_by(see_other("exam_question"), request)


@require_http_methods(POSTS)
@declares(DEED)
def exam_question(request: HtmxHttpRequest) -> HttpResponse:
    """Ask the next question, and take its answer."""
    held = sitting_of(request)
    if held is None or held.over:
        return see_other("exam" if held is None or not held.names else "exam_result")
    number = len(held.given) + 1
    question = exam_view(held.names[number - 1], request.actor.at)
    if question is None:  # taken out of the casebook meanwhile
        rest = [name for at, name in enumerate(held.names, 1) if at != number]
        return replace(held, names=rest).kept_by(see_other("exam_question"), request)
    form = ExamAnswerForm(
        request.POST or None, number=number, left=question.left, laws=law_choices()
    )
    if request.method != "POST" or not form.is_valid():
        context = {
            "form": form,
            "question": question,
            "number": number,
            "count": len(held.names),
        }
        return screen(request, "law/exam_question.html", context, status=form.status)
    if form.cleaned_data["number"] != number:  # sent twice, or an old page
        return see_other("exam_question")
    answer = (form.cleaned_data["tricks"], form.cleaned_data["law"])
    after = replace(held, given=[*held.given, answer])
    if held.mode == PRACTICE:
        right = answer[0] == question.tricks and answer[1] in question.laws
        leads = see_other("exam_answer", number)
        keep_missed(leads, request, question.name, right=right)
        return (after if right else after.asked_again()).kept_by(leads, request)
    return after.kept_by(
        see_other("exam_result" if after.over else "exam_question"), request
    )


@require_safe
@declares(DEED)
def exam_answer(request: HtmxHttpRequest, number: int) -> HttpResponse:
    """Compare an answer with the right one, card by card."""
    held = sitting_of(request)
    if held is None:
        return see_other("exam")
    if not held.shows or not 1 <= number <= len(held.given):
        return see_other("exam_question")
    question = exam_view(held.names[number - 1], request.actor.at)
    one = next((row for row in _rows(held) if row.number == number), None)
    if question is None or one is None:
        raise Http404
    context = {"one": one, "question": question, "held": held}
    return screen(request, "law/exam_answer.html", context)


@require_safe
@declares(DEED)
def exam_result(request: HtmxHttpRequest) -> HttpResponse:
    """Show how many answers are right, and lead to each."""
    held = sitting_of(request)
    if held is None or not held.given or not held.shows:
        return see_other("exam" if held is None else "exam_question")
    rows = _rows(held)
    right = sum(row.right for row in rows)
    context = {
        "held": held,
        "rows": rows,
        "words": right_words(right, len(rows)),
        "certifies": held.mode == TEST and held.over,
    }
    return screen(request, "law/exam_result.html", context)


@require_http_methods(POSTS)
@declares(DEED)
def exam_certificate(request: HtmxHttpRequest) -> HttpResponse:
    """Print the result of a test with the name that the candidate types."""
    held = sitting_of(request)
    if held is None or held.mode != TEST or not held.over or not held.given:
        return see_other("exam")
    rows = _rows(held)
    form = CertificateForm(request.POST or None)
    named = form.cleaned_data["candidate"] if form.is_valid() else ""
    context = {
        "form": form,
        "named": named,
        "words": right_words(sum(row.right for row in rows), len(rows)),
        "tricks": sum(row.tricks_right for row in rows),
        "laws": sum(row.law_right for row in rows),
        "count": len(rows),
        "at": request.actor.at,
    }
    return screen(request, "law/exam_certificate.html", context, status=form.status)


def _rows(held: Sitting) -> list[MarkedAnswer]:
    return marked(held.names, held.given)
