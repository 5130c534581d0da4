"""What the environment says is read, or refused in a sentence that names it."""

import pytest
from django.core.exceptions import ImproperlyConfigured

from tdweb.hosting.environment import kept_secret, whole
from tdweb.mail import mailer

KEY = "k" * 67


def test_key_is_made_once_and_for_its_owner_alone(tmp_path):
    made = kept_secret(tmp_path)
    assert kept_secret(tmp_path) == made
    assert (tmp_path / "secret-key").stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize("held", [b"", b"short\n", "ó".encode() * 40])
def test_file_that_holds_no_key_is_refused_by_its_name(tmp_path, held):
    (tmp_path / "secret-key").write_bytes(held)
    with pytest.raises(ImproperlyConfigured, match=f"{tmp_path}/secret-key"):
        kept_secret(tmp_path)
    assert (tmp_path / "secret-key").read_bytes() == held


def test_key_with_a_line_end_is_the_key(tmp_path):
    (tmp_path / "secret-key").write_text(KEY + "\n")
    assert kept_secret(tmp_path) == KEY


@pytest.mark.parametrize(("given", "expected"), [("", 8), (" ", 8), ("3", 3)])
def test_empty_number_is_the_usual_one(monkeypatch, given, expected):
    monkeypatch.setenv("TD_POOL", given)
    assert whole("TD_POOL", 8) == expected


@pytest.mark.parametrize("given", ["yes", "-1", "1.5"])
def test_what_is_no_number_is_named(monkeypatch, tmp_path, given):
    monkeypatch.setenv("TD_POOL", given)
    with pytest.raises(ImproperlyConfigured, match=f"TD_POOL.*{given}"):
        whole("TD_POOL", 8)
    mail = {"TD_MAIL_HOST": "mail.example.org", "TD_MAIL_PORT": given}
    with pytest.raises(ImproperlyConfigured, match=f"TD_MAIL_PORT.*{given}"):
        mailer(mail, tmp_path)
