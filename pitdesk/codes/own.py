"""The two keys of a book, told from those of another: BOOK.pepper and BOOK.key.

A book notes its own keys: the public half of the one that signs, and what the pepper comes to with a
salt. A new book does so in its first entry, one of an earlier version once somebody has proven a PIN.
The pepper is 32 random bytes, so neither helps to guess a PIN or to sign.
"""

import os
from datetime import UTC, datetime
from pathlib import Path

from argon2 import PasswordHasher

from pitdesk import kinds
from pitdesk.book.entries import Draft
from pitdesk.book.journal import Journal
from pitdesk.book.people import STRONG, Pepper
from pitdesk.book.site import Site
from pitdesk.clock import Clock
from pitdesk.codes.keys import SiteKey, key_of, key_path, noted, sent_codes
from pitdesk.codes.slips import genuine
from pitdesk.disk import SECRET, SECRET_BYTES
from pitdesk.errors import Trouble


def own(pepper: Pepper, key: SiteKey) -> kinds.OwnKeys:
    """What a book notes of these keys."""
    salt = os.urandom(16)
    return kinds.OwnKeys(public=key.public, salt=salt.hex(), pepper=pepper.mark(salt))


def open_keys(journal: Journal, clock: Clock, cost: PasswordHasher = STRONG) -> tuple[Pepper, SiteKey]:
    """The keys beside a book that was opened to write. A new book gets its own, and notes them.

    Raises:
        Trouble: one is missing, or is not this book's; nothing was written.
        OSError: one cannot be read or written.
    """
    path = journal.path.with_name(journal.path.name + ".pepper")
    if path.exists():
        check_pepper(journal, path)
    elif journal.head.seq:
        raise Trouble(
            f"{path} is missing: without it no PIN of the book can be proven. Put it back from where you"
            " keep it; it is in no backup."
        )
    key = signing_key(journal)
    pepper = Pepper.kept(path, cost)
    if journal.head.seq == 0:
        journal.append(Draft(fact=own(pepper, key), at=clock.now().at))
    return pepper, key


def signing_key(journal: Journal) -> SiteKey:
    """The key beside a book that signs its documents.

    Raises:
        Trouble: it is missing, or is not this book's; nothing was written.
    """
    key = key_of(journal)
    check_key(journal, key_path(journal))
    return key


def check_key(journal: Journal, path: Path) -> None:
    """Check that a file is the key that signs for a book, by what the book last said or signed.

    Raises:
        Trouble: it is not, or it holds no key.
    """
    public = SiteKey.read(path).public
    document = journal.last_document()
    known = noted(journal).public or (document[0].public if document else "")
    codes = [] if known else sent_codes(journal)
    if known != public if known else codes and not genuine(codes[-1], public).ok:
        raise _another(journal, path, "its slips and documents are signed with another")


def check_pepper(journal: Journal, path: Path) -> None:
    """Check that a file is what the PINs of a book are mixed with, as far as the book can tell.

    Raises:
        Trouble: it is not, or it cannot be: it has not 32 bytes.
    """
    data = SECRET.read(path)
    if len(data) != SECRET_BYTES:
        raise _another(journal, path, f"it has {len(data)} bytes, not {SECRET_BYTES}")
    known = noted(journal)
    if known.pepper and Pepper(data).mark(bytes.fromhex(known.salt)) != known.pepper:
        raise _another(journal, path, "its PINs were set with another")


def _another(journal: Journal, path: Path, why: str) -> Trouble:
    """Which file of which book it is, since when it is there, and what to do."""
    site = Site.of(journal.setup())
    of = ", ".join(name for name in (site.organization, site.name) if name)
    since = site.local(datetime.fromtimestamp(path.stat().st_mtime, UTC))
    return Trouble(
        f"{path} is not the key of this book{f' of {of}' if of else ''}: {why}. The file is of"
        f" {since:%b} {since.day}, {since:%Y %H:%M}. Put the right one back from where you keep it; it"
        " is in no backup. Nothing was written."
    )
