"""A document is set in a process of its own, from nothing but its input."""

import io
import json

import pytest

from rulings.laws.handbook.press import NotPrinted, pages, print_pdf, printed

HELLO = "#json(bytes(sys.inputs.data)).said"


def test_a_document_is_the_same_in_and_out_of_its_process():
    out = io.BytesIO()
    asked = json.dumps({"template": HELLO, "data": {"said": "Zażądano lew"}})

    print_pdf(io.BytesIO(asked.encode()), out)

    assert out.getvalue() == printed(HELLO, {"said": "Zażądano lew"})
    assert out.getvalue().startswith(b"%PDF-")


def test_other_data_gives_another_document():
    assert printed(HELLO, {"said": "a"}) != printed(HELLO, {"said": "b"})


def test_each_page_is_a_picture():
    made = pages("one #pagebreak() two", {}, "png")

    assert [page[:4] for page in made] == [b"\x89PNG"] * 2


def test_a_template_that_is_wrong_says_why():
    with pytest.raises(NotPrinted, match="unknown variable: nothing"):
        printed("#nothing", {})


def test_the_printer_reads_no_file_of_the_machine():
    for path in ("/etc/hostname", "../../etc/hostname"):
        with pytest.raises(NotPrinted, match=r"not found|outside|access|escape"):
            printed(f'#read("{path}")', {})


def test_what_takes_too_long_is_stopped():
    """The library refuses a loop without end itself; this one is only very long."""
    hours = "#let n = 0\n#for i in range(100000) { for j in range(100000) { n += j } }"

    with pytest.raises(NotPrinted, match=r"more than 0\.5 s"):
        printed(hours, {}, wall_seconds=0.5)
