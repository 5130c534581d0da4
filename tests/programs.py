"""Programs that knock at the API in tests: a key in one role, and what it sends."""

from __future__ import annotations

import json
import uuid
from dataclasses import dataclass

from django.test import Client

from rulings.models import ApiKey, Role
from rulings.permissions import Actor, key_actor
from rulings.workflow.event.api_keys import issue_key
from tests.factories import Cast, shell
from tests.prefab import prefab

PREFIX = "/api/v1"


@dataclass(frozen=True, slots=True)
class Program:
    """A program with its token; each act brings a key of its own."""

    key: ApiKey
    token: str

    @property
    def headers(self) -> dict[str, str]:
        """Return the header that lets it in."""
        return {"authorization": f"Bearer {self.token}"}

    def actor(self, at) -> Actor:
        """Return it as the policy knows it."""
        return key_actor(self.key, at)

    def get(self, path: str):
        """Read something."""
        return Client().get(PREFIX + path, headers=self.headers)

    def post(self, path: str, sent: object, key: uuid.UUID | None = None):
        """Send something, as an act of its own unless a key is given again."""
        body = sent if isinstance(sent, bytes) else json.dumps(sent).encode()
        given = {"idempotency-key": str(key or uuid.uuid4())}
        # A browser's rules for forms are asked for: they must not stand in the way.
        return Client(enforce_csrf_checks=True).post(
            PREFIX + path,
            body,
            content_type="application/json",
            headers={**self.headers, **given},
        )


@prefab(lambda cast, role="": (cast.event.pk, cast.at, role))
def give_key(cast: Cast, role: Role.Name = Role.Name.CHIEF) -> Program:
    """Return a program that holds a key of the cast's event."""
    issued = issue_key(shell(cast.at), cast.event, role, "a scoring program")
    return Program(ApiKey.objects.get(pk=issued.key_id), issued.token)
