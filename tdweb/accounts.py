"""How staff accounts behave. Players have none: they hold passes."""

from typing import Any

import segno
from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.auth_backends import AuthenticationBackend
from allauth.mfa.adapter import DefaultMFAAdapter
from django.conf import settings
from django.contrib.auth import SESSION_KEY, logout
from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import User
from django.contrib.sessions.models import Session
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.safestring import SafeString, mark_safe
from django.views.decorators.http import require_POST

from rulings.permissions.relations import account_with_roles


class StaffAdapter(DefaultAccountAdapter):  # type: ignore[misc]  # allauth has no types
    """Accounts are made by an administrator; nobody signs up."""

    def is_open_for_signup(self, request: HttpRequest) -> bool:  # noqa: ARG002 allauth passes it
        """Refuse every sign-up."""
        return False

    def send_password_reset_mail(self, *args: Any, **kwargs: Any) -> None:  # noqa: ANN401 - as allauth calls it
        """Mail the way to a new password, where this site sends mail."""
        if settings.MAIL_WORKS:
            super().send_password_reset_mail(*args, **kwargs)


class StaffBackend(AuthenticationBackend):  # type: ignore[misc]  # allauth has no types
    """Reads the account of a request together with its roles."""

    def get_user(self, user_id: int) -> User | None:
        """Return the account of a session, None where it may not sign in any more."""
        user = account_with_roles(user_id)
        if user is None:
            found: User | None = super().get_user(user_id)
            return found
        return user if self.user_can_authenticate(user) else None


class SecondFactorAdapter(DefaultMFAAdapter):  # type: ignore[misc]  # allauth has no types
    """Draws the QR code of an authenticator as markup: no page may load data URIs."""

    def build_totp_svg(self, url: str) -> SafeString:
        """Return the QR code as an SVG element, dark on white in every theme."""
        drawn = segno.make(url, error="m", micro=False)
        markup: str = drawn.svg_inline(scale=5, light="white")
        return mark_safe(markup)  # noqa: S308 segno writes paths only


@require_POST
@login_required
def sign_out_everywhere(request: HttpRequest) -> HttpResponse:
    """End every sign-in of the account, on whichever device it is."""
    mine = str(request.user.pk)
    ended = [
        row.pk
        for row in Session.objects.iterator(500)
        if row.get_decoded().get(SESSION_KEY) == mine
    ]
    Session.objects.filter(pk__in=ended).delete()
    logout(request)
    return redirect("account_login")
