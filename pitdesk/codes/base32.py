"""Bytes for paper: numbers in few bytes, and bytes as Crockford's base32, without look-alikes."""

from base64 import b32decode, b32encode
from contextlib import suppress
from unicodedata import category

ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"

_ALIKE = str.maketrans("OIL", "011")
_RFC = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"  # the alphabet of the standard library


def cleaned(text: str) -> str:
    """The characters that count, in capitals: spaces and punctuation go, O is 0, I and L are 1.

    Raises:
        ValueError: one of them stands in no code.

    >>> cleaned("pd1-o7 il")
    'PD10711'
    """
    kept = "".join(char for char in text if category(char)[0] in "LN")
    for char in kept:
        if not char.isascii() or char in "Uu":
            raise ValueError(f"'{char}' stands in no code. Look again, or scan the QR.")
    return kept.upper().translate(_ALIKE)


def base32(data: bytes) -> str:
    """Bytes as characters, the last one filled up with zero bits."""
    return b32encode(data).decode().rstrip("=").translate(str.maketrans(_RFC, ALPHABET))


def unbase32(chars: str) -> bytes:
    """The bytes again.

    Raises:
        ValueError: it is not what `base32` writes.
    """
    padded = chars.translate(str.maketrans(ALPHABET, _RFC)) + "=" * (-len(chars) % 8)
    data = b""
    with suppress(ValueError):
        data = b32decode(padded)
    if base32(data) != chars:
        raise ValueError("it is not base32 of whole bytes")
    return data


def checked(chars: str) -> str:
    """The characters with their check character."""
    return chars + ALPHABET[remainder(chars + "0")]


def remainder(chars: str) -> int:
    """0 where the check character, the last one, is right.

    The characters are a polynomial over GF(32), taken at 2. Each place weighs another power of 2, so
    every single wrong character shows, and any two that changed places.
    """
    found = 0
    for char in chars:
        found <<= 1
        found = (found ^ 0b100101 if found & 32 else found) ^ ALPHABET.index(char)
    return found


def grouped(chars: str) -> str:
    """In groups of four."""
    return " ".join(chars[at : at + 4] for at in range(0, len(chars), 4))


def varint(number: int) -> bytes:
    """A number in as few bytes as it needs: seven bits a byte, low first."""
    out = bytearray()
    while number > 127:
        out.append(number & 127 | 128)
        number >>= 7
    out.append(number)
    return bytes(out)


def read_varint(data: bytes, at: int) -> tuple[int, int]:
    """The number and where it ends; IndexError where it does not."""
    number = shift = 0
    while data[at] > 127:
        number |= (data[at] & 127) << shift
        at, shift = at + 1, shift + 7
    return number | data[at] << shift, at + 1
