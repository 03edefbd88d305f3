"""The key of a site: Ed25519, in a file outside the book. It signs slips and documents."""

from contextlib import suppress
from functools import cached_property, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Self

from msgspec.structs import replace

from pitdesk import kinds
from pitdesk.book.journal import Journal
from pitdesk.codes.base32 import base32, cleaned, unbase32
from pitdesk.disk import SECRET, flush, make_secret
from pitdesk.errors import Trouble

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric import ed25519


class SiteKey:
    """The key that signs the slips and documents of a site. Whoever has its file can forge them.

    Attributes:
        public: the public key as 52 characters of base32, to be given to anybody.
    """

    def __init__(self, private: bytes) -> None:
        self._private = private

    @classmethod
    def kept(cls, path: Path) -> Self:
        """Read the key from a file, or make one there that only its owner can read: BOOK.key.

        Raises:
            Trouble: the file holds no key.
            OSError: it cannot be read or written.
        """
        make_secret(path)
        return cls.read(path)

    @classmethod
    def read(cls, path: Path) -> Self:
        """Read the key from a file that must be there.

        Raises:
            Trouble: there is no such file, or it holds no key.
        """
        if not path.exists():
            raise Trouble(
                f"There is no key {path}. Put it back from where you keep it (it is in no backup), or"
                " check with the public key."
            )
        private = SECRET.read(path)
        if len(private) != 32:
            raise Trouble(f"{path} holds no key: {len(private)} bytes, not 32. Put back the right file.")
        return cls(private)

    @cached_property
    def _key(self) -> "ed25519.Ed25519PrivateKey":
        from cryptography.hazmat.primitives.asymmetric import ed25519  # noqa: PLC0415

        return ed25519.Ed25519PrivateKey.from_private_bytes(self._private)

    @cached_property
    def public(self) -> str:
        """The public key as 52 characters of base32."""
        return base32(self._key.public_key().public_bytes_raw())

    def sign(self, data: bytes) -> bytes:
        """The signature of some bytes, which begin with what they are for."""
        return self._key.sign(data)


def key_path(journal: Journal) -> Path:
    """Where the key of a book's site lies: BOOK.key."""
    return journal.path.with_name(journal.path.name + ".key")


def key_of(journal: Journal) -> SiteKey:
    """The key beside a book, BOOK.key; made where the book knows of none before.

    Raises:
        Trouble: the key of signed slips is gone; another would not fit their codes.
    """
    path = key_path(journal)
    _settle_next(journal)
    if not path.exists() and _signs(journal):
        raise Trouble(
            f"{path} is missing: the codes on this book's slips are signed with it. Put it back from"
            " where you keep it; it is in no backup."
        )
    return SiteKey.kept(path)


def _signs(journal: Journal) -> bool:
    """Whether a book knows of a key: it has noted one, or one has signed for it."""
    if noted(journal).public or journal.last_document():
        return True
    return bool(sent_codes(journal))


def sent_codes(journal: Journal) -> list[str]:
    """The QR codes of the last day's slips, as they were sent to a printer."""
    number = journal.last_number("day")
    opened = journal.numbered("day", number)
    told = journal.entries(opened.seq, day=number) if opened else []
    return [one.fact.qr for one in told if isinstance(one.fact, kinds.Print) and one.fact.qr]


def noted(journal: Journal) -> kinds.OwnKeys:
    """What a book last said of its own keys; "" of what it never said."""
    found = kinds.OwnKeys(public="", salt="", pepper="")
    for entry in journal.setup():
        if isinstance(entry.fact, kinds.OwnKeys):
            found = entry.fact
        elif isinstance(entry.fact, kinds.Key):
            found = replace(found, public=entry.fact.successor)
    return found


def settled_key(journal: Journal) -> SiteKey:
    """The key beside a book; one that the book has named as the next takes the place of the one before.

    The old one is kept as BOOK.key.1 and so on: it checks the codes of old slips.
    """
    _settle_next(journal)
    return SiteKey.kept(key_path(journal))


def _settle_next(journal: Journal) -> None:
    path = key_path(journal)
    following = path.with_name(f"{path.name}.next")
    named = [one.fact.successor for one in journal.setup() if isinstance(one.fact, kinds.Key)]
    if named and following.exists() and SiteKey.read(following).public == named[-1]:
        if path.exists():  # not where the machine went down in between
            path.replace(path.with_name(f"{path.name}.{len(named)}"))
        following.replace(path)
        flush(path.parent)


def older(path: Path) -> list[SiteKey]:
    """The keys that signed before the one in this file, newest first: BOOK.key.2, BOOK.key.1."""
    numbered = [one for one in path.parent.glob(f"{path.name}.*") if one.suffix[1:].isdecimal()]
    return [SiteKey.read(one) for one in sorted(numbered, key=lambda one: -int(one.suffix[1:]))]


def made_by(public: str, signature: bytes, data: bytes) -> bool:
    """Whether this key made the signature of these bytes. ValueError where it is no key."""
    from cryptography.exceptions import InvalidSignature  # noqa: PLC0415  (slow, and seldom needed)

    try:
        _public_key(public).verify(signature, data)
    except InvalidSignature:
        return False
    return True


@lru_cache(maxsize=16)
def _public_key(public: str) -> "ed25519.Ed25519PublicKey":
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey  # noqa: PLC0415

    return Ed25519PublicKey.from_public_bytes(public_bytes(public))


def public_bytes(public: str) -> bytes:
    """Raises ValueError where the text is no public key."""
    data = b""
    with suppress(ValueError):
        data = unbase32(cleaned(public))
    if len(data) != 32:
        raise ValueError("The public key is 52 characters of base32. Copy all of it.")
    return data
