"""How staff accounts behave. Players have none: they hold passes."""

from allauth.account.adapter import DefaultAccountAdapter
from django.http import HttpRequest


class StaffAdapter(DefaultAccountAdapter):  # type: ignore[misc]  # allauth has no types
    """Accounts are made by an administrator; nobody signs up."""

    def is_open_for_signup(self, request: HttpRequest) -> bool:  # noqa: ARG002 allauth passes it
        """Refuse every sign-up."""
        return False
