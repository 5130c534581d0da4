"""Printed codes: the address beside a code is the site that the code leads to."""

import re
from urllib.parse import urlsplit

import pytest

from tests.factories import make_case, make_event
from tests.story.devices import PHONE

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.one_database]


def test_slip_bears_the_address_that_its_code_leads_to(walker, world):
    cleo = walker("Cleo")
    cleo.tap("Slips")
    cleo.tap("Number 3", role="checkbox")
    cleo.tap("Issue and print").sees("Print this page now")

    printed, scanned = cleo.reads_address(), cleo.scans()

    site, read = urlsplit(printed), urlsplit(scanned)
    assert (site.scheme, site.netloc) == (read.scheme, read.netloc)
    assert read.path.startswith("/p/")
    walker(device=PHONE).opens(scanned).sees("Number 3")
    code = re.search(r"\b[A-Z0-9]{4} [A-Z0-9]{4}\b", cleo.reading)[0]
    other = walker(device=PHONE).opens(printed)  # whose camera is broken
    other.types("Code", code).tap("Open my boards").sees("Number 3")


def test_table_code_bears_the_address_that_it_leads_to(walker):
    cast = make_event()
    make_case(cast, state="announced")
    dana = walker("dana")
    dana.sees("New call")
    dana.tap(re.compile("Table"), role="link")
    dana.tap("Table code").tap("Show new codes")
    dana.sees("Each pair scans its own code.")

    for place in (0, 1):
        paper = f"figure >> nth={place}"
        printed, scanned = dana.reads_address(paper), dana.scans(paper)
        assert scanned.startswith(printed.removesuffix("code") + "p/")
        walker(device=PHONE).opens(scanned)
