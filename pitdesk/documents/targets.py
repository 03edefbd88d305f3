"""Where documents go, and what a target answers: a folder, such as a USB stick, is one.

A target never overwrites. What is there already with the same content is fine; what is there with other
content is a conflict: both are kept, and both are shown.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from itertools import chain, count
from pathlib import Path
from typing import Protocol

from pitdesk.disk import flush, is_folder, share, write_whole
from pitdesk.documents.document import DOCUMENT, Document
from pitdesk.errors import Trouble

THERE = replace(DOCUMENT, then="Take it off, or put another stick in, then send again.")
STORED, ALREADY, CONFLICT = "stored", "already there", "conflict"
SETTLED = "settled"  # a conflict that head office ended
LOST = "lost"  # it answered for the document, and has it no more


@dataclass(frozen=True, slots=True)
class Answer:
    """What a target said of a document.

    kind    STORED, ALREADY, CONFLICT, SETTLED or LOST
    theirs  of a conflict: the text that is there
    words   of what was settled: which one stands, why, who said so and when
    """

    kind: str
    theirs: bytes = b""
    words: str = ""


class Named(Protocol):
    """What names a document."""

    @property
    def number(self) -> int:
        """Its number in the documents of its site."""

    @property
    def sha256(self) -> str:
        """The hash of its text."""


class Told(Named, Protocol):
    """A document that a target answered for, as the book has noted it."""

    @property
    def answer(self) -> str:
        """What kind of answer it was."""


class Target(Protocol):
    """Somewhere that documents are delivered to."""

    name: str  # as the book writes it down

    def deliver(self, document: Document) -> Answer:
        """Deliver a document; sent twice, it is there once.

        Raises:
            Trouble: it cannot be said whether it arrived. Delivering it again is safe.
        """

    def review(self, told: Sequence[Told]) -> list[tuple[Told, Answer]]:
        """What became otherwise of documents that it answered for: lost, or settled.

        Raises:
            Trouble: it cannot be reached.
        """


class Folder:
    """A folder of documents, one for each site in it; it works with no server and no network.

    A site's folder and a document's file end in the beginning of a hash, of the site's whole name and of
    the text. So no two sites share a folder, and two documents of one number lie side by side.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.name = f"folder {path}"

    def review(self, told: Sequence[Told]) -> list[tuple[Told, Answer]]:
        """Nothing: whoever takes the documents off a stick may empty it."""
        return []

    def deliver(self, document: Document) -> Answer:
        """Put the document's file there, whole or not at all; another of its number stays beside it."""
        if not is_folder(self.path):
            raise Trouble(f"The folder {self.path} is not there. Put the stick in, then send again.")
        home = self.path / folder_of(document)
        try:
            there = [
                *_of_number(document, home),
                *_of_number(document, self.path / plain_name(document)),
            ]
            mine = document.data in there
            if not mine:
                home.mkdir(exist_ok=True)
                share(home)
                write_whole(file := _free(home / file_of(document)), document.data)
                share(file)  # head office reads it as somebody else
                flush(self.path)
        except OSError as error:
            raise Trouble(
                f"The folder {self.path} cannot be written: {error}. Free its disk, or put another"
                " stick in, then send again."
            ) from None
        if others := [data for data in there if data != document.data]:
            return Answer(CONFLICT, others[0].partition(b"\n")[0])
        return Answer(ALREADY if mine else STORED)


def _of_number(document: Document, home: Path) -> Iterator[bytes]:
    """The files of a folder that are under the document's number, but for those of other sites."""
    for path in sorted(home.glob(f"{document.number:06}-*.pitdesk")):
        data = THERE.read(path)
        try:
            theirs = Document.read(data).site
        except (ValueError, KeyError):  # no document: whose it is, nobody can say
            theirs = document.site
        if theirs == document.site:
            yield data


def _free(path: Path) -> Path:
    """A file's path where nothing is yet, though somebody changed what is called so."""
    names = (path.with_stem(f"{path.stem}-{at}") for at in count(2))
    return next(one for one in chain([path], names) if not one.exists())


def folder_of(document: Document) -> str:
    """The name of a site's own folder: its plain name, and the beginning of its whole name's hash."""
    return f"{plain_name(document)[:51]}-{sha256(document.site.encode()).hexdigest()[:8]}"


def file_of(document: Document) -> str:
    """A document's file in it: 000012-day-2026-11-20-5f3c9a10.pitdesk."""
    name = Path(document.file_name)
    return f"{name.stem}-{document.sha256[:8]}{name.suffix}"


def plain_name(document: Document) -> str:
    """The letters and digits of organization and site: what a site's folder was called before 0.3.0."""
    plain = "".join(sign if sign.isascii() and sign.isalnum() else "-" for sign in document.site)
    return "-".join(filter(None, plain.split("-")))[:60].lower() or "site"
