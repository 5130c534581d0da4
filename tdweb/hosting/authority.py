"""A local authority for HTTPS where there is no public name (./td serve --https).

It signs one certificate for the names and numbers of this machine. Devices trust it
once they have installed `authority.crt`, which the site itself hands out. What it may
certify is bound in it (RFC 5280, 4.2.1.10): who steals its key can stand for this site
and for machines of a local network, not for a bank.
"""

import ipaddress
import socket
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
LOCAL_NAMES = ("local", "localhost")
LOCAL_NUMBERS = (
    *("10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "169.254.0.0/16"),
    *("127.0.0.0/8", "::1/128", "fc00::/7", "fe80::/10"),
)
"""What a club's machine may be called tomorrow without a new authority."""

Pair = tuple[x509.Certificate, ec.EllipticCurvePrivateKey]


def certificate_for(folder: Path, hosts: Iterable[str]) -> tuple[Path, Path]:
    """Return certificate and key for these hosts, made where none fits any more."""
    folder.mkdir(mode=0o700, exist_ok=True)
    now = _now(folder)
    wanted = _wanted(folder / "authority.crt", hosts)
    cert, key = folder / "site.crt", folder / "site.key"
    if _serves(cert, wanted, now) and key.exists():
        return cert, key
    authority = _authority(folder, wanted, now)
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


def _wanted(authority: Path, hosts: Iterable[str]) -> list[str]:
    """Return what to certify: without a name that the machine got since, by itself.

    Networks rename laptops; devices would have to install another authority each time.
    """
    wanted = sorted({host.strip("[]") for host in hosts})
    own = socket.gethostname()
    if own in wanted and authority.exists():
        known = x509.load_pem_x509_certificate(authority.read_bytes())
        if not _permits(known, [own]):
            wanted.remove(own)
    return wanted


def _authority(folder: Path, hosts: list[str], now: datetime) -> Pair:
    """Return the authority of this site, made where none may certify these hosts."""
    cert, key = folder / "authority.crt", folder / "authority.key"
    if cert.exists() and key.exists():
        known = x509.load_pem_x509_certificate(cert.read_bytes())
        signs = serialization.load_pem_private_key(key.read_bytes(), None)
        if (
            isinstance(signs, ec.EllipticCurvePrivateKey)
            and known.not_valid_after_utc - now > timedelta(days=DAYS)
            and _permits(known, hosts)
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
        .add_extension(x509.NameConstraints(_bounds(hosts), None), critical=True)
        .sign(chosen, hashes.SHA256())
    )
    _write(key, _key_bytes(chosen))
    _write(cert, made.public_bytes(serialization.Encoding.PEM))
    return made, chosen


def _bounds(hosts: list[str]) -> list[x509.GeneralName]:
    """Return what an authority may certify: its site, and local names and numbers."""
    numbers = [ipaddress.ip_network(one) for one in LOCAL_NUMBERS]
    names = list(LOCAL_NAMES)
    for host in hosts:
        try:
            numbers.append(ipaddress.ip_network(host))
        except ValueError:
            names.append(host)
    bounds: list[x509.GeneralName] = [x509.DNSName(one) for one in dict.fromkeys(names)]
    return bounds + [x509.IPAddress(one) for one in dict.fromkeys(numbers)]


def _permits(authority: x509.Certificate, hosts: list[str]) -> bool:
    """Tell whether an authority may certify all these; an old one is not bound."""
    try:
        found = authority.extensions.get_extension_for_class(x509.NameConstraints)
    except x509.ExtensionNotFound:
        return True  # devices trust it already; DIR/authority can be removed
    bounds = [one.value for one in found.value.permitted_subtrees or ()]
    return all(any(_within(host, one) for one in bounds) for host in hosts)


def _within(host: str, bound: object) -> bool:
    """Tell whether a name or number lies within what is permitted."""
    if isinstance(bound, str):
        return f".{host}".endswith(f".{bound}")
    try:
        number = ipaddress.ip_address(host)
    except ValueError:
        return False
    networks = ipaddress.IPv4Network | ipaddress.IPv6Network
    return isinstance(bound, networks) and number in bound


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
