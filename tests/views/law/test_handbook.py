"""The handbook as a file: set once, the same for everybody, in each language."""

from pathlib import Path

import pytest
from django.urls import reverse

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]


@pytest.fixture
def folder(tmp_path, settings):
    settings.VAR_DIR = tmp_path
    return tmp_path / "handbooks"


def test_the_handbook_is_set_once_and_given_out_again(client, folder):
    address = reverse("law_handbook", args=["1997"])

    first = client.get(address)
    (made,) = folder.iterdir()
    stamp = made.stat().st_mtime_ns
    again = client.get(address)

    assert first["Content-Type"] == "application/pdf"
    assert first["Content-Disposition"] == 'inline; filename="handbook-1997-en.pdf"'
    assert first.content.startswith(b"%PDF-")
    assert again.content == first.content == made.read_bytes()
    assert [path.stat().st_mtime_ns for path in folder.iterdir()] == [stamp]


def test_a_handbook_of_an_edition_not_held_is_not_found(client, folder):
    assert client.get(reverse("law_handbook", args=["1987"])).status_code == 404
    assert not Path(folder).exists()
