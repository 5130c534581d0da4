"""How staff accounts behave. Players have none: they hold passes."""

import logging
from ipaddress import ip_address
from typing import Any, cast
from urllib.parse import urlsplit

import segno
from allauth.account.adapter import DefaultAccountAdapter, get_adapter
from allauth.account.auth_backends import AuthenticationBackend
from allauth.account.forms import LoginForm
from allauth.mfa.adapter import DefaultMFAAdapter
from allauth.mfa.models import Authenticator
from allauth.mfa.signals import authentication_failed
from allauth.mfa.webauthn.forms import AddWebAuthnForm
from django import forms
from django.conf import settings
from django.contrib.auth import SESSION_KEY, logout
from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import User
from django.contrib.sessions.models import Session
from django.core.exceptions import PermissionDenied, ValidationError
from django.dispatch import receiver
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST

from rulings.permissions.relations import account_with_roles
from rulings.workflow.notify.subscriptions import drop_of_account
from rulings.workflow.tablets import end_pins

sign_in_log = logging.getLogger("tdweb.sign_in")


class StaffAdapter(DefaultAccountAdapter):  # type: ignore[misc]  # allauth has no types
    """Accounts are made by an administrator; nobody signs up."""

    def is_open_for_signup(self, request: HttpRequest) -> bool:  # noqa: ARG002 allauth passes it
        """Refuse every sign-up."""
        return False

    def pre_authenticate(self, request: HttpRequest, **credentials: Any) -> None:  # noqa: ANN401 - as allauth calls it
        """Refuse who guessed too often, and log it: of an account, or of a stranger."""
        try:
            super().pre_authenticate(request, **credentials)
        except ValidationError:
            log_refused(request, "A sign-in was refused: too many guesses.")
            raise

    def authentication_failed(self, request: HttpRequest, **credentials: Any) -> None:  # noqa: ANN401, ARG002 - as allauth calls it
        """Log a wrong name or password; which of them it was is not told."""
        log_refused(request, "A sign-in failed.")

    def send_password_reset_mail(self, *args: Any, **kwargs: Any) -> None:  # noqa: ANN401 - as allauth calls it
        """Mail the way to a new password, where this site sends mail."""
        if settings.MAIL_WORKS:
            super().send_password_reset_mail(*args, **kwargs)


@receiver(authentication_failed)
def second_factor_failed(request: HttpRequest, **kwargs: object) -> None:  # noqa: ARG001 a signal's arguments
    """Log a wrong code or passkey."""
    log_refused(request, "A second factor was refused.")


def log_refused(request: HttpRequest, sentence: str) -> None:
    """Warn of somebody who was not let in, with his address and nothing he typed."""
    try:
        address = str(ip_address(get_adapter(request).get_client_ip(request)))
    except (ValueError, PermissionDenied):
        address = "unknown"
    told = {"request": request, "facts": {"address": address}}
    sign_in_log.warning(sentence, extra=told)


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

    error_messages = {
        **DefaultMFAAdapter.error_messages,
        "incorrect_code": gettext_lazy(
            "This code or passkey does not open the account. Try again, or another one."
        ),
    }

    def generate_authenticator_name(self, user: User, kind: Authenticator.Type) -> str:
        """Return how a new passkey is called unless somebody calls it otherwise."""
        count = Authenticator.objects.filter(user=user, type=kind).count()
        return _("Passkey %(number)d") % {"number": count + 1}

    def build_totp_svg(self, url: str) -> SafeString:
        """Return the QR code as an SVG element, dark on white in every theme."""
        drawn = segno.make(url, error="m", micro=False)
        markup: str = drawn.svg_inline(scale=5, light="white")
        return mark_safe(markup)  # noqa: S308 segno writes paths only


class SignInForm(LoginForm):  # type: ignore[misc]  # allauth has no types
    """Name and password; the page says below what helps who has forgotten his."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:  # noqa: ANN401 - as allauth calls it
        """Take allauth's own way to a new password away: it needs mail."""
        super().__init__(*args, **kwargs)
        self.fields["password"].help_text = ""


class PasskeyForm(AddWebAuthnForm):  # type: ignore[misc]  # allauth has no types
    """A new passkey: always one that signs in by itself, behind the device's lock."""

    name = forms.CharField(label=gettext_lazy("Name"), required=False, max_length=60)
    passwordless = forms.BooleanField(
        initial=True, required=False, widget=forms.HiddenInput
    )

    def clean_passwordless(self) -> bool:
        """Ask for the device's lock, whatever was sent."""
        return True


def why_no_passkeys(request: HttpRequest) -> str:
    """Return why browsers offer no passkeys at this address, "" where they do."""
    host = urlsplit(f"//{request.get_host()}").hostname or ""
    if not request.is_secure() and host != "localhost":
        return _("Passkeys need HTTPS, and this page was opened without it.")
    try:
        ip_address(host)
    except ValueError:
        return ""
    return _(
        "Passkeys need a site that has a name, and this one is called by a number."
    )


@require_POST
@login_required
def sign_out_everywhere(request: HttpRequest) -> HttpResponse:
    """End every sign-in of the account, each PIN and the notices on its devices."""
    staff = cast("User", request.user)
    mine = str(staff.pk)
    ended = [
        row.pk
        for row in Session.objects.iterator(500)
        if row.get_decoded().get(SESSION_KEY) == mine
    ]
    Session.objects.filter(pk__in=ended).delete()
    end_pins(staff)
    drop_of_account(staff)
    logout(request)
    return redirect("account_login")
