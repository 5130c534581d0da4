"""How staff accounts behave. Players have none: they hold passes."""

import segno
from allauth.account.adapter import DefaultAccountAdapter
from allauth.mfa.adapter import DefaultMFAAdapter
from django.http import HttpRequest
from django.utils.safestring import SafeString, mark_safe


class StaffAdapter(DefaultAccountAdapter):  # type: ignore[misc]  # allauth has no types
    """Accounts are made by an administrator; nobody signs up."""

    def is_open_for_signup(self, request: HttpRequest) -> bool:  # noqa: ARG002 allauth passes it
        """Refuse every sign-up."""
        return False


class SecondFactorAdapter(DefaultMFAAdapter):  # type: ignore[misc]  # allauth has no types
    """Draws the QR code of an authenticator as markup: no page may load data URIs."""

    def build_totp_svg(self, url: str) -> SafeString:
        """Return the QR code as an SVG element, dark on white in every theme."""
        drawn = segno.make(url, error="m", micro=False)
        markup: str = drawn.svg_inline(scale=5, light="white")
        return mark_safe(markup)  # noqa: S308 segno writes paths only
