"""Check the codes of PitDesk slips with nothing but a site's public key.

    python check_slip.py PUBLIC_KEY CODE
    python check_slip.py PUBLIC_KEY < codes.txt       one code a line, or a scanner that types
    python check_slip.py PUBLIC_KEY --list codes.csv  typed codes too, from the site's own list

Needs Python 3.11 and the package `cryptography`, and nothing of PitDesk. The public key is what
`pitdesk check-slip --show-public` says, the list what `pitdesk check-slip --list` writes; each
of its rows is proven before it is believed.

Every code gets a line: "genuine" with what the paper must say, or why not. Exit status: 0 all genuine,
1 not all, 2 the command line or the public key cannot be read. How a code is built stands in
pitdesk/codes/slips.py.
"""

import argparse
import csv
import re
import sys
from collections.abc import Iterator
from contextlib import suppress
from datetime import UTC, datetime
from hashlib import sha256
from io import TextIOWrapper
from pathlib import Path
from typing import Any
from unicodedata import category

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
SERIES, PARTS = ("fill", "credit"), ("original", "copy", "both")
CONTEXT = b"PitDesk slip 1\n"
LONGEST = 1000  # characters of a code, with what a scanner or a person puts between them
MOST_BYTES = 64 << 20  # of a list: a hundred thousand slips


class Checker:
    """A public key, and the site's list if there is one: short code → text of the QR."""

    def __init__(self, public: str, listed: dict[str, str] | None = None) -> None:
        raw = b""
        with suppress(ValueError):
            raw = unbase32(cleaned(public))
        if len(raw) != 32:
            raise ValueError("The public key is 52 characters of base32. Copy all of it.")
        self.key = Ed25519PublicKey.from_public_bytes(raw)
        self.id = sha256(raw).digest()[:4]
        self.listed = listed

    def check(self, text: str) -> tuple[str, str]:
        """(kind, words): genuine, not signed, other key, unknown, cannot tell, unreadable."""
        try:
            short, data = read(text)
        except ValueError as error:
            return "unreadable", str(error)
        if not data:
            return self.look_up(short)
        if self.signed(data):
            return "genuine", f"Signed by this site. The paper must say: {claim(data)['words']}"
        if data[:4] == self.id:
            return "not signed", (
                "Not signed by this site: the code is forged or damaged. Scan again, then keep the slip."
            )
        return "other key", (
            f"Not signed by this site: the code names key {data[:4].hex()} of '{claim(data)['site']}',"
            f" this site's is {self.id.hex()}. Check it with that site's public key, or keep the slip."
        )

    def look_up(self, short: str) -> tuple[str, str]:
        """A typed code, in the list."""
        if self.listed is None:
            return "cannot tell", (
                "A typed code cannot be checked with the public key alone. Scan the QR or give the list."
            )
        if short not in self.listed:
            return "unknown", (
                "The list has no such code. Scan the QR, ask the site for the whole list, keep the slip."
            )
        try:
            code, data = read(self.listed[short])
        except ValueError:
            code, data = "", b""
        if data and code == short and self.signed(data):
            return "genuine", f"Signed by this site. The paper must say: {claim(data)['words']}"
        return "unknown", (
            "The row of this code in the list is not signed by this site. Ask the site for the list."
        )

    def signed(self, data: bytes) -> bool:
        """Whether the key made the signature, which is the last 64 bytes."""
        try:
            self.key.verify(data[-64:], CONTEXT + data[:-64])
        except InvalidSignature:
            return False
        return True


def read(text: str) -> tuple[str, bytes]:
    """(short code, bytes of the QR), no bytes of a typed code; ValueError says why it is no code."""
    if len(text) > LONGEST:
        raise ValueError("The text is too long for a code. Scan the QR of the slip, or type its code.")
    chars = cleaned(re.sub(r"\s*\]Q[0-9]", "", text, count=1))
    if len(chars) >= 100:
        return read_qr(chars)
    if len(chars) == 16 and chars.startswith("C0DE"):
        chars = chars[4:]
    if not chars:
        raise ValueError("There is no code. Scan the QR of the slip, or type its code.")
    if len(chars) != 12:
        raise ValueError(
            f"The code has {len(chars)} characters; a typed code has 12, in three groups of four."
            " Look at the line CODE of the slip, or scan the QR."
        )
    if remainder(chars):
        raise ValueError(f"{grouped(chars)} is mistyped: its check character is wrong. Type it again.")
    return grouped(chars), b""


def read_qr(chars: str) -> tuple[str, bytes]:
    """The same of a text as long as a QR's."""
    if not chars.startswith("PD1"):
        raise ValueError("The text is no code of a slip: those begin with PD1. Scan the slip's own QR.")
    try:
        data = unbase32(chars[3:])
        claim(data)
    except (ValueError, IndexError):
        raise ValueError("The code is damaged: it is no claim of a slip. Scan the QR again.") from None
    return short_of(data[-64:]), data


def claim(data: bytes) -> dict[str, Any]:
    """What the bytes of a QR say of the slip, proven or not; ValueError or IndexError if nothing."""
    said, at, numbers = data[4:-64], 1, []
    for _ in range(3):
        number = shift = 0
        while said[at] > 127:
            number |= (said[at] & 127) << shift
            at, shift = at + 1, shift + 7
        numbers.append(number | said[at] << shift)
        at += 1
    marks, clock, chain, rest = said[0], said[at : at + 4], said[at + 4 : at + 12], said[at + 12 :]
    if marks > 15 or marks >> 1 & 3 > 2 or len(chain) != 8 or not rest or len(rest) <= rest[0]:
        raise ValueError("it is no claim")
    site, station = rest[1 : 1 + rest[0]].decode("ascii"), rest[1 + rest[0] :].decode("ascii")
    if len(site) > 16 or len(station) > 12 or not all(" " <= char <= "~" for char in site + station):
        raise ValueError("it is no claim")
    number, entry, cents = numbers
    when = datetime.fromtimestamp(int.from_bytes(clock, "big"), UTC).isoformat(" ")
    words = (
        f"{'VOID ' * (marks >> 3)}{SERIES[marks & 1]} {number:06} {PARTS[marks >> 1 & 3]},"
        f" ${cents // 100:,}.{cents % 100:02}, {when[:19]} UTC{when[19:]}, entry {entry}"
        f" check {chain.hex()[:4]} {chain.hex()[4:8]}, {station}, {site}"
    )
    return {"words": words, "site": site}


def cleaned(text: str) -> str:
    """The characters that count, in capitals; O is 0, I and L are 1."""
    kept = "".join(char for char in text if category(char)[0] in "LN")
    for char in kept:
        if not char.isascii() or char in "Uu":
            raise ValueError(f"'{char}' stands in no code. Look again, or scan the QR.")
    return kept.upper().translate(str.maketrans("OIL", "011"))


def unbase32(chars: str) -> bytes:
    """Bytes of Crockford's base32, nothing left over; ValueError otherwise."""
    bits = 0
    for char in chars:
        bits = bits << 5 | ALPHABET.index(char)
    size, left = divmod(len(chars) * 5, 8)
    if left >= 5 or bits & ((1 << left) - 1):
        raise ValueError("it is not base32 of whole bytes")
    return (bits >> left).to_bytes(size, "big")


def short_of(signature: bytes) -> str:
    """The code for typing: 55 bits of the signature's hash and a check character."""
    bits = int.from_bytes(sha256(signature).digest()[:7], "big") >> 1
    chars = "".join(ALPHABET[bits >> 5 * at & 31] for at in reversed(range(11)))
    return grouped(chars + ALPHABET[remainder(chars + "0")])


def remainder(chars: str) -> int:
    """0 where the check character is right: the characters as a polynomial over GF(32), at 2."""
    found = 0
    for char in chars:
        found <<= 1
        found = (found ^ 0b100101 if found & 32 else found) ^ ALPHABET.index(char)
    return found


def grouped(chars: str) -> str:
    """In groups of four."""
    return " ".join(chars[at : at + 4] for at in range(0, len(chars), 4))


def rows(path: Path) -> Iterator[tuple[str, str]]:
    """The codes of a list and the texts of their QRs; ValueError or OSError where it cannot be read."""
    if not path.is_file() or path.stat().st_size > MOST_BYTES:
        raise ValueError(f"{path} is no list of codes: no file, or too big for one. Name another one.")
    with path.open(encoding="utf-8-sig", newline="") as file:
        try:
            for row in csv.DictReader(file):
                code, qr = row.get("code"), row.get("qr")
                if code is None or qr is None:
                    raise ValueError(f"{path} is no list of codes: a line has no code or no qr.")
                yield code, qr
        except csv.Error as error:
            raise ValueError(f"{path} is no list of codes: {error}.") from None


def typed() -> Iterator[str]:
    """Codes from the keyboard or a pipe, one a line; bytes that are no text become "?"."""
    if isinstance(sys.stdin, TextIOWrapper):
        sys.stdin.reconfigure(encoding="utf-8", errors="replace")
    while line := sys.stdin.readline(2 * LONGEST):  # what has no end comes in pieces
        if line.strip():
            yield line.strip()


def main() -> int:
    """Check what is asked; the exit status."""
    about, _, usage = (__doc__ or "").partition("\n")
    parser = argparse.ArgumentParser(
        description=about, epilog=usage, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("public", metavar="PUBLIC_KEY", help="52 characters")
    parser.add_argument("code", nargs="*", metavar="CODE", help="without one: read from the input")
    parser.add_argument("--list", type=Path, metavar="CODES.csv", help="the site's list of codes")
    given = parser.parse_args()
    try:
        listed = None
        if given.list:
            listed = dict(rows(given.list))
        checker = Checker(given.public, listed)
    except (OSError, ValueError) as error:
        parser.error(f"{error}")
    genuine = True
    for code in [" ".join(given.code)] if given.code else typed():
        kind, words = checker.check(code)
        genuine &= kind == "genuine"
        print(f"{kind}: {words}", flush=True)  # noqa: T201
    return 0 if genuine else 1


if __name__ == "__main__":
    sys.exit(main())
