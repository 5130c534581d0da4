"""The site's own authority for HTTPS: devices that trust it reach the site by name."""

import socket
import ssl

import pytest
from django.urls import reverse

from tdweb.hosting import authority, serve
from tdweb.hosting.authority import certificate_for

HOSTS = {"td.local", "192.0.2.7", "[::1]"}


def shake_hands(folder, host):
    """Let a device that trusts the authority meet the site under a name or number."""
    device = ssl.create_default_context(cafile=folder / "authority.crt")
    site = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    site.load_cert_chain(folder / "site.crt", folder / "site.key")
    there, back = ssl.MemoryBIO(), ssl.MemoryBIO()
    ours = device.wrap_bio(back, there, server_hostname=host)
    theirs = site.wrap_bio(there, back, server_side=True)
    for _ in range(3):
        for end in (ours, theirs):
            try:
                end.do_handshake()
            except ssl.SSLWantReadError:
                continue
    return ours.version()


def test_devices_that_trust_the_authority_reach_the_site(tmp_path):
    folder = tmp_path / "authority"
    made = certificate_for(folder, HOSTS)

    assert shake_hands(folder, "td.local") == "TLSv1.3"
    assert shake_hands(folder, "192.0.2.7") == "TLSv1.3"
    with pytest.raises(ssl.SSLCertVerificationError, match="mismatch"):
        shake_hands(folder, "elsewhere.local")
    assert {path.stat().st_mode & 0o777 for path in made} == {0o600}


def test_the_authority_stays_when_the_site_gets_another_name(tmp_path):
    folder = tmp_path / "authority"
    site = certificate_for(folder, HOSTS)[0].read_bytes()
    trusted = (folder / "authority.crt").read_bytes()
    assert certificate_for(folder, HOSTS)[0].read_bytes() == site

    again = certificate_for(folder, {"other.local"})[0].read_bytes()

    assert again != site
    assert (folder / "authority.crt").read_bytes() == trusted
    assert shake_hands(folder, "other.local") == "TLSv1.3"


def test_the_authority_certifies_nobody_elses_site(tmp_path, monkeypatch):
    folder = tmp_path / "authority"
    certificate_for(folder, HOSTS)
    trusted = (folder / "authority.crt").read_bytes()
    monkeypatch.setattr(authority, "_permits", lambda *_: True)  # somebody has its key

    for host in ("bank.example.org", "203.0.113.9"):
        certificate_for(folder, {host, "localhost"})
        assert (folder / "authority.crt").read_bytes() == trusted
        with pytest.raises(ssl.SSLCertVerificationError, match="permitted subtree"):
            shake_hands(folder, host)


def test_a_site_with_a_name_the_authority_may_not_certify_gets_another(
    tmp_path, monkeypatch
):
    folder = tmp_path / "authority"
    certificate_for(folder, HOSTS)
    trusted = (folder / "authority.crt").read_bytes()

    certificate_for(folder, {"localhost", "192.168.1.20"})  # the router gave another
    assert (folder / "authority.crt").read_bytes() == trusted
    assert shake_hands(folder, "192.168.1.20") == "TLSv1.3"

    monkeypatch.setattr(socket, "gethostname", lambda: "mac.elsewhere.example")
    certificate_for(folder, {"localhost", "mac.elsewhere.example"})
    assert (folder / "authority.crt").read_bytes() == trusted

    certificate_for(folder, {"td.example.org", "localhost"})
    assert (folder / "authority.crt").read_bytes() != trusted
    assert shake_hands(folder, "td.example.org") == "TLSv1.3"


def test_serve_makes_a_certificate_for_all_its_names(tmp_path):
    given = serve.arguments_of(["--data", str(tmp_path), "--https", "--host", "td.lan"])
    cert, key = serve.own_certificate(given)

    serve.check_certificate(cert, key)
    assert shake_hands(tmp_path / "authority", "localhost") == "TLSv1.3"


@pytest.mark.django_db
def test_the_site_hands_its_authority_out(client, tmp_path, settings):
    settings.VAR_DIR = tmp_path
    assert client.get(reverse("authority")).status_code == 404
    certificate_for(tmp_path / "authority", HOSTS)

    answer = client.get(reverse("authority"))

    assert answer.content == (tmp_path / "authority" / "authority.crt").read_bytes()
    assert answer["Content-Type"] == "application/x-x509-ca-cert"
