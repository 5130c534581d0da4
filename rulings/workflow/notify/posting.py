"""Post a notice to a program or a push service: only outside, only where asked to.

A chief director enters the address, the site asks it from inside its own network. So
what is this machine to itself, or lies in a private network, is refused, unless the
administrator wants it (TD_HOOKS_INSIDE). A name is looked up once, when it is asked.
"""

from __future__ import annotations

import socket
import urllib.request
from collections.abc import Mapping
from datetime import timedelta
from http.client import HTTPConnection, HTTPResponse, HTTPSConnection
from ipaddress import IPv6Address, ip_address
from typing import Any
from urllib.error import HTTPError
from urllib.parse import urlsplit

from django.conf import settings

SECONDS = 5
WAITS = [timedelta(minutes=n) for n in (1, 5, 30, 120, 720)]
"""How long until the next try; after the last one it is given up."""


class Inside(ValueError):
    """The address leads into the site's own network."""


def leads_inside(host: str) -> bool:
    """Tell whether a host, as typed, is this machine or in a private network.

    A name that has to be looked up may be either; `post` sees to that.
    """
    if settings.TD_HOOKS_INSIDE:
        return False
    if host == "localhost" or host.endswith((".localhost", ".local")):
        return True
    try:
        found = socket.getaddrinfo(host, None, flags=socket.AI_NUMERICHOST)
    except (OSError, UnicodeError):
        return False
    return any(_is_inside(str(place[0])) for *_, place in found)


def _is_inside(number: str) -> bool:
    at = ip_address(number.partition("%")[0])
    if isinstance(at, IPv6Address):
        at = at.ipv4_mapped or at.sixtofour or at
    return not at.is_global or at.is_multicast


def post(address: str, body: bytes, headers: Mapping[str, str]) -> None:
    """Post bytes; raise OSError, HTTPException or ValueError where they do not arrive.

    No proxy and no redirect is followed: what was checked is what is asked.
    """
    asked = urllib.request.Request(address, body, dict(headers))  # noqa: S310 - http or https, see add_hook
    opener = urllib.request.build_opener(
        urllib.request.ProxyHandler({}), _Stay, _Plain, _Secure
    )
    try:
        with opener.open(asked, timeout=SECONDS):
            pass
    except HTTPError as error:
        error.close()  # its body is not read
        raise


class _Stay(urllib.request.HTTPRedirectHandler):
    """Follows no redirect: an address was given, and only that one is asked."""

    def redirect_request(self, *_given: object) -> None:
        """Refuse."""


def _connect(place: tuple[str, int], *given: Any, **more: Any) -> socket.socket:  # noqa: ANN401 - as the library's
    """Connect to a place outside; raise Inside where its name leads inside."""
    host, port = place
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    numbers = [str(address[0]) for *_, address in found]
    if not settings.TD_HOOKS_INSIDE and any(map(_is_inside, numbers)):
        raise Inside(urlsplit(f"//{host}").hostname)
    return socket.create_connection((numbers[0], port), *given, **more)


class _PlainConnection(HTTPConnection):
    def __init__(self, *given: Any, **more: Any) -> None:  # noqa: ANN401 - as the library's
        super().__init__(*given, **more)
        self._create_connection = _connect


class _SecureConnection(HTTPSConnection):
    def __init__(self, *given: Any, **more: Any) -> None:  # noqa: ANN401 - as the library's
        super().__init__(*given, **more)
        self._create_connection = _connect


class _Plain(urllib.request.HTTPHandler):
    def http_open(self, req: urllib.request.Request) -> HTTPResponse:
        return self.do_open(_PlainConnection, req)


class _Secure(urllib.request.HTTPSHandler):
    def https_open(self, req: urllib.request.Request) -> HTTPResponse:
        return self.do_open(_SecureConnection, req)


__all__ = ["WAITS", "Inside", "leads_inside", "post"]
