"""The handbook of an edition as a file to print."""

from __future__ import annotations

from django.http import Http404, HttpResponse
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from rulings.laws.engine import editions
from rulings.views.common import HtmxHttpRequest, declares
from rulings.views.law.book import kept_handbook


@declares("read the laws")
@require_safe
def law_handbook(request: HtmxHttpRequest, edition: str) -> HttpResponse:  # noqa: ARG001 - it is for everybody
    """Give out the handbook in the reader's language."""
    if edition not in editions():
        raise Http404
    language = get_language() or "en"
    response = HttpResponse(
        kept_handbook(edition, language), content_type="application/pdf"
    )
    name = f"handbook-{edition}-{language}.pdf"
    response["Content-Disposition"] = f'inline; filename="{name}"'
    return response
