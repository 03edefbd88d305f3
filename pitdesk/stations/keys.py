"""What a machine proves itself with, and how two of them come to trust each other.

Each machine makes a key and a certificate once. Nobody signs them and they do not run out: each side
keeps the other's, and takes no other. The code of a certificate is short enough to be read out.
"""

import os
import ssl
from base64 import b64decode, b64encode
from dataclasses import dataclass
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from typing import Self

from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from cryptography.x509.oid import NameOID

from pitdesk.codes.base32 import base32, cleaned
from pitdesk.disk import write_whole
from pitdesk.errors import Trouble

LETTERS = 16  # of a code: 80 bits, more than anybody tries out
_SINCE, _UNTIL = datetime(2000, 1, 1, tzinfo=UTC), datetime(2106, 1, 1, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class MachineKey:
    """The key of a machine, in a file that only its owner can read.

    certificate   as DER: for anybody to know the machine by
    """

    path: Path
    certificate: bytes

    @classmethod
    def kept(cls, path: Path) -> Self:
        """Read it from a file, or make one there.

        Raises:
            Trouble: the file holds no key of a machine, or cannot be read or written.
        """
        try:
            if not path.exists():
                write_whole(path, _made(), mode=0o600)
            found = x509.load_pem_x509_certificate(path.read_bytes())
            return cls(path, found.public_bytes(Encoding.DER))
        except OSError as error:
            raise Trouble(
                f"{path} cannot be used: {error.strerror or error}. Check its folder."
            ) from None
        except ValueError:
            raise Trouble(
                f"{path} holds no key of this machine. Remove it, then pair the stations again."
            ) from None

    @property
    def code(self) -> str:
        """What the other side is shown or typed: HK7D 2QXW 9RJM 4TBA."""
        return code(self.certificate)


def code(certificate: bytes) -> str:
    """A certificate in short, in groups of four."""
    letters = base32(sha256(certificate).digest())[:LETTERS]
    return " ".join(letters[at : at + 4] for at in range(0, LETTERS, 4))


def same_code(one: str, other: str) -> bool:
    """Whether two codes are one, however they are typed."""
    return cleaned(one) == cleaned(other)


def as_text(certificate: bytes) -> str:
    """A certificate as an entry keeps it."""
    return b64encode(certificate).decode()


def as_bytes(text: str) -> bytes:
    """A certificate from an entry."""
    return b64decode(text)


def check_certificate(certificate: bytes) -> None:
    """Raises ValueError where it is no certificate."""
    x509.load_der_x509_certificate(certificate)


def cage_end(key: MachineKey, stations: list[bytes]) -> ssl.SSLContext:
    """TLS at the cage: none but these stations come in."""
    context = _context(ssl.PROTOCOL_TLS_SERVER, key)
    context.num_tickets = 0  # nobody comes in by an earlier visit: each shows its certificate
    take_in(context, stations)
    context.verify_mode = ssl.CERT_REQUIRED
    return context


def station_end(key: MachineKey, cage: bytes | None) -> ssl.SSLContext:
    """TLS at a station: to this cage and to no other; to any, to be paired by its code."""
    context = _context(ssl.PROTOCOL_TLS_CLIENT, key if cage else None)
    context.check_hostname = False  # the certificate is known, wherever its machine is
    context.verify_mode = ssl.CERT_REQUIRED if cage else ssl.CERT_NONE
    take_in(context, [cage] if cage else [])
    return context


def take_in(context: ssl.SSLContext, certificates: list[bytes]) -> None:
    """Trust these certificates, too."""
    for one in certificates:
        context.load_verify_locations(cadata=one)


def _context(side: int, key: MachineKey | None) -> ssl.SSLContext:
    context = ssl.SSLContext(side)
    context.minimum_version = ssl.TLSVersion.TLSv1_3
    context.verify_flags |= ssl.VERIFY_X509_PARTIAL_CHAIN
    context.verify_flags &= ~ssl.VERIFY_X509_STRICT
    if key:
        context.load_cert_chain(key.path)
    return context


def _made() -> bytes:
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, f"PitDesk {os.urandom(4).hex()}")])
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(_SINCE)
        .not_valid_after(_UNTIL)
        .sign(key, hashes.SHA256())
    )
    private = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    return private + made.public_bytes(Encoding.PEM)
