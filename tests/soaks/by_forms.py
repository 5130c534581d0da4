"""A device without a screen: it reads pages over HTTP and uses what stands on them.

It follows a link or sends a form only where the page has it, and sends what a browser
would: the form as it stands, hidden fields too, with what a person chose of its offers.
"""

import http.cookiejar
import time
import urllib.error
import urllib.request
import uuid
from dataclasses import dataclass, field
from html.parser import HTMLParser
from urllib.parse import parse_qsl, urlencode, urljoin, urlsplit

from django.urls import reverse

PASSWORD = "x" * 12
"""Of everybody whom `factories.make_user` makes."""

SECONDS = 120
"""For a solver that is still being compiled on a busy machine."""

SILENT = {"submit", "button", "reset", "image", "search"}


@dataclass
class Sheet:
    """A form: where it is sent, what is sent as it stands, and what may be chosen.

    `offers` has the values of what is chosen, and nothing for what is typed.
    """

    action: str
    method: str
    stands: list[tuple[str, str]] = field(default_factory=list)
    offers: dict[str, set[str]] = field(default_factory=dict)
    others: set[str] = field(default_factory=set)
    """Further addresses, of buttons that send it elsewhere."""

    def takes(self, chosen):
        """Say whether everything that is chosen can be given here."""
        return all(
            name in self.offers and self.offers[name] >= self._values(name, values)
            for name, values in chosen.items()
        )

    def _values(self, name, values):
        if not self.offers[name]:  # typed, or a file
            return set()
        return {values} if isinstance(values, str) else set(values)

    def filled(self, chosen):
        """Return the pairs that are sent, what was chosen in the place of the rest."""
        pairs = [(name, value) for name, value in self.stands if name not in chosen]
        for name, values in chosen.items():
            given = [values] if isinstance(values, str) else values
            pairs += [(name, value) for value in given]
        return pairs


class _Reader(HTMLParser):
    """Read the links and the forms of a page."""

    def __init__(self, address):
        super().__init__()
        self.address, self.links, self.sheets = address, set(), []
        self._named, self._open, self._list, self._area = {}, None, None, None
        self._before = []
        """Controls that stand before the form which they name."""

    def handle_starttag(self, tag, attrs):
        given = {name: value or "" for name, value in attrs}
        if tag == "a" and "href" in given:
            self.links.add(urljoin(self.address, given["href"]))
        if tag == "form":
            action = urljoin(self.address, given.get("action") or self.address)
            self._open = Sheet(action, given.get("method", "get").lower())
            if self._open.method != "dialog":  # that one closes a box of the page
                self.sheets.append(self._open)
            self._named[given.get("id")] = self._open
        sheet = self._named.get(given["form"]) if "form" in given else self._open
        if sheet is None and "form" in given:
            self._before.append((tag, given))
        elif sheet is not None and "disabled" not in given:
            self._control(sheet, tag, given)

    def close(self):
        super().close()
        for tag, given in self._before:
            if given["form"] in self._named:
                self._control(self._named[given["form"]], tag, given)

    def _control(self, sheet, tag, given):
        name, value = given.get("name", ""), given.get("value", "")
        if tag == "option" and self._list:
            self._option(value, chosen="selected" in given)
        elif tag == "select":
            self._list = sheet, name
            sheet.offers[name] = set()
        elif tag == "textarea":
            self._area = sheet, name, []
            sheet.offers[name] = set()
        elif tag == "button":
            if "formaction" in given:
                sheet.others.add(urljoin(self.address, given["formaction"]))
            if name:
                sheet.offers.setdefault(name, set()).add(value)
        elif tag == "input" and name and given.get("type") not in SILENT:
            self._input(sheet, name, given)

    @staticmethod
    def _input(sheet, name, given):
        kind, value = given.get("type", "text"), given.get("value", "")
        if kind in {"radio", "checkbox"}:
            sheet.offers.setdefault(name, set()).add(value or "on")
            if "checked" in given:
                sheet.stands.append((name, value or "on"))
        elif kind == "file":
            sheet.offers[name] = set()
        else:
            sheet.stands.append((name, value))
            if kind != "hidden":
                sheet.offers[name] = set()

    def _option(self, value, *, chosen):
        sheet, name = self._list
        first = not sheet.offers[name]
        sheet.offers[name].add(value)
        if first or chosen:
            sheet.stands = [one for one in sheet.stands if one[0] != name]
            sheet.stands.append((name, value))

    def handle_data(self, data):
        if self._area:
            self._area[2].append(data)

    def handle_endtag(self, tag):
        if tag == "form":
            self._open = None
        elif tag == "select":
            self._list = None
        elif tag == "textarea" and self._area:
            sheet, name, words = self._area
            sheet.stands.append((name, "".join(words).removeprefix("\n")))
            self._area = None


class Device:
    """A browser without a screen; `page` is what it shows, `address` where that is."""

    def __init__(self, home):
        self.home = home
        jar = urllib.request.HTTPCookieProcessor(http.cookiejar.CookieJar())
        nothing = urllib.request.ProxyHandler({})
        self._opener = urllib.request.build_opener(nothing, jar)
        self.page = self.address = ""
        self.body = b""

    def signs_in(self, name):
        """Sign in as somebody of the staff."""
        return self.opens("account_login").sends(
            "account_login", login=name, password=PASSWORD
        )

    def opens(self, name, *args, **query):
        """Open a page whose address a person has: the start, a slip, a bookmark."""
        asked = f"?{urlencode(query)}" if query else ""
        return self._ask(urljoin(self.home, reverse(name, args=args) + asked))

    def follows(self, name, *args, **query):
        """Follow a link that the page has."""
        wanted = urljoin(self.home, reverse(name, args=args))
        for link in sorted(self._read.links):
            at = urlsplit(link)
            asked = dict(parse_qsl(at.query, keep_blank_values=True))
            if at._replace(query="", fragment="").geturl() == wanted and (
                asked | query == asked
            ):
                return self._ask(link.partition("#")[0])
        raise AssertionError(f"{self.address} has no link to {wanted} {query}")

    def sends(self, name, *args, files=None, **chosen):
        """Send a form that the page has to an address, with what is chosen in it."""
        for sheet, action in self._forms(name, args, chosen):
            return self._send(sheet, action, chosen, files or {})
        wanted = reverse(name, args=args)
        raise AssertionError(f"{self.address}: no form to {wanted} takes {chosen}")

    def waits_for(self, name, *args, **chosen):
        """Look at the page again until it has a form to an address."""
        end = time.monotonic() + SECONDS
        while not list(self._forms(name, args, chosen)):
            assert time.monotonic() < end, f"{self.address} has no form to {name}"
            time.sleep(0.2)
            self._ask(self.address)
        return self.sends(name, *args, **chosen)

    def _forms(self, name, args, chosen):
        """Yield the forms to an address that take what is chosen; acts come first."""
        wanted = reverse(name, args=args)
        for sheet in sorted(self._read.sheets, key=lambda one: one.method != "post"):
            for action in (sheet.action, *sorted(sheet.others)):
                here = urlsplit(action).path == wanted
                if here and sheet.takes(chosen):
                    yield sheet, action

    def _send(self, sheet, action, chosen, files):
        pairs = sheet.filled(chosen)
        if sheet.method == "get":
            return self._ask(f"{action.partition('?')[0]}?{urlencode(pairs)}")
        if not files:
            return self._ask(action, urlencode(pairs).encode())
        mark = uuid.uuid4().hex
        parts = [
            f'--{mark}\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n'
            f"{value}\r\n".encode()
            for name, value in pairs
        ]
        for name, (file_name, data) in files.items():
            head = f'form-data; name="{name}"; filename="{file_name}"'
            parts.append(f"--{mark}\r\nContent-Disposition: {head}\r\n\r\n".encode())
            parts += [data, b"\r\n"]
        body = b"".join([*parts, f"--{mark}--\r\n".encode()])
        return self._ask(action, body, f"multipart/form-data; boundary={mark}")

    def _ask(self, address, body=None, kind="application/x-www-form-urlencoded"):
        asked = urllib.request.Request(address, body)
        asked.add_header("Referer", self.address or self.home)
        if body is not None:
            asked.add_header("Content-Type", kind)
        try:
            with self._opener.open(asked, timeout=60) as answer:
                self.address, self.body = answer.url, answer.read()
        except urllib.error.HTTPError as refused:
            said = refused.read().decode("utf-8", "replace")
            raise AssertionError(f"{address}: {refused.code}\n{said}") from refused
        self.page = self.body.decode("utf-8", "replace")
        self._read = _Reader(self.address)
        self._read.feed(self.page)
        self._read.close()
        return self
