"""Where documents go, and what a target answers: a folder, such as a USB stick, is one.

A target never overwrites. What is there already with the same content is fine; what is there with other
content is a conflict, and both texts are shown.
"""

from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from pitdesk.disk import flush, is_folder, write_whole
from pitdesk.documents.document import DOCUMENT, Document
from pitdesk.errors import Trouble

STORED, ALREADY, CONFLICT = "stored", "already there", "conflict"


@dataclass(frozen=True, slots=True)
class Answer:
    """What a target said of a document: stored, already there, or conflict with what is there."""

    kind: str
    theirs: bytes = b""  # of a conflict: the text that is there


class Target(Protocol):
    """Somewhere that documents are delivered to."""

    name: str  # as the book writes it down

    def deliver(self, document: Document) -> Answer:
        """Deliver a document; sent twice, it is there once.

        Raises:
            Trouble: it cannot be said whether it arrived. Delivering it again is safe.
        """


class Folder:
    """A folder of documents, one for each site in it; it works with no server and no network."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.name = f"folder {path}"

    def deliver(self, document: Document) -> Answer:
        """Put the document's file there, whole or not at all."""
        if not is_folder(self.path):
            raise Trouble(f"The folder {self.path} is not there. Put the stick in, then send again.")
        home = self.path / folder_of(document)
        try:
            home.mkdir(exist_ok=True)
            same = [*home.glob(f"{document.number:06}-*.pitdesk")]
            if same:
                there = DOCUMENT.read(same[0])
                if there == document.data:
                    return Answer(ALREADY)
                return Answer(CONFLICT, there.partition(b"\n")[0])
            write_whole(home / document.file_name, document.data)
            flush(self.path)
        except OSError as error:
            raise Trouble(
                f"The folder {self.path} cannot be written: {error}. Free its disk, or put another"
                " stick in, then send again."
            ) from None
        return Answer(STORED)


def folder_of(document: Document) -> str:
    """The name of a site's own folder: the letters and digits of organization and site."""
    plain = "".join(sign if sign.isascii() and sign.isalnum() else "-" for sign in document.site)
    return "-".join(filter(None, plain.split("-")))[:60].lower() or "site"
