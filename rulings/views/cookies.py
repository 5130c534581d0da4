"""What a browser keeps for its reader in signed cookies, and when it ends.

A value kept while somebody is signed in is signed for that account: nobody else reads
it on the same device, and it ends when the account signs out. What a visitor keeps who
has not signed in stays his own.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.core import signing
from django.http import HttpResponse
from django.http.response import HttpResponseBase

from rulings.views.common import HtmxHttpRequest

TABLET_COOKIE = "seventy-tablet"
"""Which shared tablet a device is."""

DAY = 24 * 3600
"""In seconds."""


@dataclass(frozen=True, slots=True)
class OwnCookie:
    """A value that a browser keeps for so many seconds, unseen by scripts."""

    name: str
    salt: str
    age: int

    @property
    def of_account(self) -> str:
        """The name under which it is kept for who has signed in."""
        return f"{self.name}_of"

    def read(self, request: HtmxHttpRequest) -> Any:  # noqa: ANN401 - JSON
        """Return the reader's value; None without one.

        Who signs in goes on with what he began before, but not on a shared tablet,
        where another may have begun it.
        """
        user = request.actor.user
        if user is not None:
            own = self._loaded(request, self.of_account, f"{self.salt}.{user.pk}")
            if own is not None or TABLET_COOKIE in request.COOKIES:
                return own
        return self._loaded(request, self.name, self.salt)

    def keep(
        self, answer: HttpResponse, request: HtmxHttpRequest, value: object
    ) -> HttpResponse:
        """Let the browser keep a value for the reader."""
        user = request.actor.user
        salt = self.salt if user is None else f"{self.salt}.{user.pk}"
        answer.set_cookie(
            self.name if user is None else self.of_account,
            signing.dumps(value, salt=salt, compress=True),
            max_age=self.age,
            httponly=True,
            samesite="Lax",
            secure=request.is_secure(),
        )
        return answer

    def _loaded(self, request: HtmxHttpRequest, name: str, salt: str) -> Any:  # noqa: ANN401 - JSON
        try:
            kept = request.COOKIES.get(name, "")
            return signing.loads(kept, salt=salt, max_age=self.age)
        except (signing.BadSignature, ValueError):
            return None


EXAM = OwnCookie("exam", "rulings.exam", DAY)
"""An exam: its kind, the questions and the answers so far."""

MISSED = OwnCookie("exam_missed", "rulings.exam.missed", 90 * DAY)
"""The names of questions of the exam that were not answered right since."""


def end_of_account(answer: HttpResponseBase) -> None:
    """Let the browser forget what it kept for an account that signs out."""
    for one in (EXAM, MISSED):
        answer.delete_cookie(one.of_account)
