"""A local authority for HTTPS where there is no public name (./td serve --https).

It signs one certificate for the names and numbers of this machine. Devices trust it
once they have installed `authority.crt`, which the site itself hands out.
"""

import ipaddress
from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

YEARS = 10
DAYS = 397
"""So long a certificate may hold before browsers refuse it."""
RENEWED = timedelta(days=60)
OWNER_ONLY = 0o600

Pair = tuple[x509.Certificate, ec.EllipticCurvePrivateKey]


def certificate_for(folder: Path, hosts: Iterable[str]) -> tuple[Path, Path]:
    """Return certificate and key for these hosts, made where none fits any more."""
    folder.mkdir(mode=0o700, exist_ok=True)
    now = _now(folder)
    wanted = sorted({host.strip("[]") for host in hosts})
    cert, key = folder / "site.crt", folder / "site.key"
    if _serves(cert, wanted, now) and key.exists():
        return cert, key
    authority = _authority(folder, now)
    chosen = ec.generate_private_key(ec.SECP256R1())
    made = (
        _begun(wanted[0], authority[0].subject, chosen, now, timedelta(days=DAYS))
        .add_extension(x509.SubjectAlternativeName(map(_named, wanted)), critical=False)
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .add_extension(
            x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False
        )
        .add_extension(
            x509.AuthorityKeyIdentifier.from_issuer_public_key(
                authority[1].public_key()
            ),
            critical=False,
        )
        .sign(authority[1], hashes.SHA256())
    )
    _write(key, _key_bytes(chosen))
    _write(cert, made.public_bytes(serialization.Encoding.PEM))
    return cert, key


def _authority(folder: Path, now: datetime) -> Pair:
    """Return the authority of this site, made at the first call."""
    cert, key = folder / "authority.crt", folder / "authority.key"
    if cert.exists() and key.exists():
        known = x509.load_pem_x509_certificate(cert.read_bytes())
        signs = serialization.load_pem_private_key(key.read_bytes(), None)
        if isinstance(signs, ec.EllipticCurvePrivateKey) and (
            known.not_valid_after_utc - now > timedelta(days=DAYS)
        ):
            return known, signs
    chosen = ec.generate_private_key(ec.SECP256R1())
    name = _name("Seventy, own authority of this site")
    made = (
        _begun(name, name, chosen, now, timedelta(days=365 * YEARS))
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .add_extension(
            x509.SubjectKeyIdentifier.from_public_key(chosen.public_key()),
            critical=False,
        )
        .add_extension(_signs_only(), critical=True)
        .sign(chosen, hashes.SHA256())
    )
    _write(key, _key_bytes(chosen))
    _write(cert, made.public_bytes(serialization.Encoding.PEM))
    return made, chosen


def _begun(
    name: str | x509.Name,
    issuer: x509.Name,
    key: ec.EllipticCurvePrivateKey,
    now: datetime,
    length: timedelta,
) -> x509.CertificateBuilder:
    subject = _name(name) if isinstance(name, str) else name
    return (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(issuer)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + length)
    )


def _signs_only() -> x509.KeyUsage:
    unused = dict.fromkeys(
        (
            *("digital_signature", "content_commitment", "key_encipherment"),
            *("data_encipherment", "key_agreement", "encipher_only", "decipher_only"),
        ),
        False,
    )
    return x509.KeyUsage(key_cert_sign=True, crl_sign=True, **unused)


def _name(text: str) -> x509.Name:
    return x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, text[:64])])


def _named(host: str) -> x509.GeneralName:
    try:
        return x509.IPAddress(ipaddress.ip_address(host))
    except ValueError:
        return x509.DNSName(host)


def _serves(cert: Path, hosts: list[str], now: datetime) -> bool:
    if not cert.exists():
        return False
    known = x509.load_pem_x509_certificate(cert.read_bytes())
    names = known.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    held = {str(name.value) for name in names}
    return held >= set(hosts) and known.not_valid_after_utc - now > RENEWED


def _now(folder: Path) -> datetime:
    """Return what the machine's clock says, by a file that is just touched."""
    probe = folder / "probe"
    probe.touch()
    return datetime.fromtimestamp(probe.stat().st_mtime, UTC)


def _key_bytes(key: ec.EllipticCurvePrivateKey) -> bytes:
    return key.private_bytes(
        serialization.Encoding.PEM,
        serialization.PrivateFormat.PKCS8,
        serialization.NoEncryption(),
    )


def _write(path: Path, data: bytes) -> None:
    path.unlink(missing_ok=True)
    path.touch(mode=OWNER_ONLY)
    path.write_bytes(data)
