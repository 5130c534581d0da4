"""The routes of the site: the app's own, sign-in, the admin and the health page."""

from django.contrib import admin
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import include, path
from django.views.i18n import set_language

from tdweb.health import favicon, healthz


def no_public_page(_request: HttpRequest, **_row: str) -> HttpResponse:
    """Refuse the admin's way to a row's own page: no model has one."""
    raise Http404


urlpatterns = [
    path("healthz", healthz, name="healthz"),
    path("favicon.ico", favicon, name="favicon"),
    path("accounts/", include("allauth.urls")),
    path("language/", set_language, name="set_language"),
    path("admin/r/<path:row>", no_public_page),
    path("admin/", admin.site.urls),
    path("", include("rulings.urls")),
]
