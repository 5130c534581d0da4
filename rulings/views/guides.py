"""Help: one page for each of the five who work with the site, in their language."""

from __future__ import annotations

import re
from functools import cache

from django.conf import settings
from django.http import Http404, HttpResponse
from django.templatetags.static import static
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe
from markdown_it import MarkdownIt

from rulings.models import Role
from rulings.permissions import Actor
from rulings.permissions.relations import roles_now
from rulings.views.common import HtmxHttpRequest, declares, screen

GUIDES = {
    "player": _("Player"),
    "director": _("Director"),
    "chief": _("Chief director"),
    "scorer": _("Scorer"),
    "administrator": _("Administrator"),
}
PICTURE = re.compile(r'src="(?:\.\./)+static/([^"]+)"')
TITLE = re.compile(r"<h1>(.*?)</h1>\n")


OF_ROLE = {
    Role.Name.CHIEF: "chief",
    Role.Name.DIRECTOR: "director",
    Role.Name.SCORER: "scorer",
    Role.Name.ADMINISTRATOR: "administrator",
    Role.Name.REVIEWER: "chief",
}
"""The guide of each role; of several the first counts. A panel hears as chiefs do."""


@declares("read the guides")
@require_safe
def guide(request: HtmxHttpRequest, name: str = "") -> HttpResponse:
    """Show a guide, with the way to the other four; unasked, that of the reader."""
    name = name or _own_guide(request.actor)
    if name not in GUIDES:
        raise Http404
    title, body = guide_page(name, (get_language() or "en")[:2])
    context = {"title": title, "body": body, "guides": GUIDES.items(), "here": name}
    return screen(request, "guide.html", context)


def _own_guide(actor: Actor) -> str:
    """Return the guide of whoever reads: of his role, else the players'."""
    held = {Role.Name(row.role) for row in roles_now(actor)}
    own = (guide for role, guide in OF_ROLE.items() if role in held)
    is_admin = actor.user is not None and actor.user.is_superuser
    return next(own, "administrator" if is_admin else "player")


@cache
def guide_page(name: str, language: str) -> tuple[str, SafeString]:
    """Return title and text of a guide; our own files, so their markup is trusted."""
    folder = settings.BASE_DIR / "docs" / "guide"
    path = folder / language / f"{name}.md"
    text = (path if path.exists() else folder / f"{name}.md").read_text("utf-8")
    html = MarkdownIt("commonmark", {"html": False}).render(text)
    html = PICTURE.sub(lambda found: f'src="{static(found[1])}" loading="lazy"', html)
    title = TITLE.search(html)
    return title[1] if title else "", mark_safe(html)  # noqa: S308 - from our own file
