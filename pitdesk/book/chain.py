"""The chain: each entry's link is a hash over the link before it and the entry's bytes."""

from hashlib import sha256
from typing import NamedTuple

FORMULA = 1
GENESIS = bytes(32)


class Head(NamedTuple):
    """The newest link of the chain: seq 0 and 32 zero bytes in an empty book."""

    seq: int
    hash: bytes


def chain(previous: bytes, body: bytes) -> bytes:
    """Formula 1: SHA-256 over "pitdesk 1", a newline, the link before (32 bytes) and the body."""
    return sha256(b"pitdesk 1\n" + previous + body).digest()
