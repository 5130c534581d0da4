"""What a page says when the database cannot do its part: full, read-only, away.

Nothing was recorded then, and nothing typed is lost: the answer holds the whole form,
to be sent again with its key. A program is told as the API tells everything.
"""

import errno
import sys
from http import HTTPStatus

from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.template.loader import render_to_string
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop
from django.views import defaults

from rulings.views.api.problems import problem

SECONDS = 5
"""So many seconds later a page that was only looked at tries again."""

WORDS = {
    "full": gettext_noop(
        "The disk of this site is full. What was recorded can be read; nothing new can"
        " be recorded until somebody makes room."
    ),
    "read-only": gettext_noop(
        "This site can only be read at the moment; nothing new can be recorded."
    ),
    "away": gettext_noop("The database of this site does not answer at the moment."),
}
SIGNS = {
    "SQLITE_FULL": "full",
    "53100": "full",
    "SQLITE_READONLY": "read-only",
    "25006": "read-only",
}
"""The databases' own codes; of SQLite's the beginning."""
CAUSES = {errno.ENOSPC: "full", errno.EDQUOT: "full", errno.EROFS: "read-only"}


def trouble_of(error: BaseException | None) -> str:
    """Return what keeps the database from doing its part, or "" for another fault."""
    away = isinstance(error, OperationalError | InterfaceError)
    while error is not None:
        name = getattr(error, "sqlite_errorname", None) or ""
        code = getattr(error, "sqlstate", None) or "_".join(name.split("_")[:2])
        if code in SIGNS:
            return SIGNS[code]
        if isinstance(error, OSError) and error.errno in CAUSES:
            return CAUSES[error.errno]
        error = error.__cause__ or error.__context__
    return "away" if away else ""


def server_error(request: HttpRequest) -> HttpResponseBase:
    """Answer a fault: 503 where the database is in trouble, else 500."""
    trouble = trouble_of(sys.exc_info()[1])
    if not trouble:
        return defaults.server_error(request)
    status, sentence = HTTPStatus.SERVICE_UNAVAILABLE, _(WORDS[trouble])
    if request.path.startswith("/api/"):
        response: HttpResponse = problem(status, sentence)
    else:
        page = render_to_string("503.html", {"sentence": sentence, **sent(request)})
        response = HttpResponse(page, status=status)
    response["Retry-After"] = str(SECONDS)
    return response


def sent(request: HttpRequest) -> dict[str, object]:
    """Return what the page needs to send a form again, or to look again."""
    if request.method in {"GET", "HEAD"}:
        return {"seconds": SECONDS}
    posted = request.POST.copy()
    token = posted.pop("csrfmiddlewaretoken", [""])[0]
    return {
        "fields": [(name, one) for name, some in posted.lists() for one in some],
        "path": request.get_full_path(),
        "files": request.FILES,
        "csrf_token": token,
    }
