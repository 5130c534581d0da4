"""Change a password from the shell; the record of the site says so."""

from typing import Any

from django.contrib.auth.management.commands import changepassword
from django.contrib.auth.models import AnonymousUser
from django.db import transaction

from rulings.workflow.accounts import recorded_changes
from tdweb.recorded import context_of


class Command(changepassword.Command):
    """Django's own command, with an entry in the chain of the site."""

    def handle(self, *args: Any, **options: Any) -> str | None:  # noqa: ANN401 - Django's signature
        """Do it and enter it, or neither."""
        with transaction.atomic(), recorded_changes(context_of(AnonymousUser())):
            said: str | None = super().handle(*args, **options)
            return said
