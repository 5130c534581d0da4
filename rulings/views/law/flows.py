"""The pages of the laws: every flow in every edition, and the handbook to print.

They show the data alone and nothing of a case, so anybody may read them.
"""

from __future__ import annotations

from django.http import Http404, HttpResponse
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from rulings.laws.engine import editions, load_edition
from rulings.laws.handbook.tables import held
from rulings.presenters.law.book import kept_handbook
from rulings.presenters.law.flows import editions_of, flow_body, flow_view
from rulings.presenters.law.points import FLOW, points_of
from rulings.views.common import HtmxHttpRequest, declares, screen


@declares("read the laws")
@require_safe
def law_index(request: HtmxHttpRequest) -> HttpResponse:
    """Show which flows there are, in which editions."""
    titles: dict[str, str] = {}
    found: dict[str, list[str]] = {}
    books: dict[str, str] = {}
    for flow in held():
        titles[flow.name] = _(flow.title)
        found.setdefault(flow.name, []).append(flow.edition.name)
        books[flow.edition.name] = _(flow.edition.title)
    rows = [(name, titles[name], editions) for name, editions in found.items()]
    context = {"rows": rows, "books": sorted(books.items())}
    return screen(request, "law/index.html", context)


@declares("read the laws")
@require_safe
def law_flow(request: HtmxHttpRequest, edition: str, flow: str) -> HttpResponse:
    """Show a flow as an edition has it."""
    if (flow, edition) not in editions_of():
        raise Http404
    language = get_language() or ""
    context = {
        "flow": flow_view(flow, edition, language),
        "editions": [year for name, year in editions_of() if name == flow],
        "body": flow_body(flow, edition, language),
    }
    return screen(request, "law/flow.html", context)


@declares("read the laws")
@require_safe
def law_points(request: HtmxHttpRequest, edition: str) -> HttpResponse:
    """Show the points of guidance as an edition has them."""
    found = [year for name, year in editions_of() if name == FLOW]
    if edition not in found:
        raise Http404
    context = {
        "points": points_of(edition),
        "title": _(load_edition(edition).title),
        "edition": edition,
        "editions": found,
    }
    return screen(request, "law/points.html", context)


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
