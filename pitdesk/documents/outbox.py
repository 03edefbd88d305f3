"""The outbox: which documents of a book a target has not answered for yet, and when to try again.

Like paper: what is due is asked of the book, sent with nobody waiting, and the answer is noted in the
book. Documents go in the order of their numbers; one that cannot be delivered holds up those behind it.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from pitdesk.book.entries import Entry
from pitdesk.book.journal import Journal
from pitdesk.documents.document import Document
from pitdesk.documents.targets import ALREADY, CONFLICT, Answer, Target

FIRST_S, LONGEST_S = 30, 3600  # seconds before the next try: doubled each time, an hour at most


class Writer(Protocol):
    """What the outbox asks of the desk."""

    journal: Journal

    def documents(self, after: int = 0) -> list[Document]:
        """The documents with a higher number, in order."""

    def write_documents(self) -> list[Document]:
        """Sign a document for each fact that has none."""

    def sent(self, target: str, document: Document, answer: str) -> Entry:
        """Write down what a target answered."""


@dataclass(frozen=True, slots=True)
class Waiting:
    """What one target has not been given yet.

    count       how many documents
    oldest      when the fact of the first of them was written, UTC; None when nothing waits
    conflicts   numbers under which the target has something else
    """

    target: str
    count: int = 0
    oldest: datetime | None = None
    conflicts: tuple[int, ...] = ()


def waiting(desk: Writer, target: str) -> Waiting:
    """How far a target is behind."""
    conflicts = _conflicts(desk, target)
    due = desk.documents(_reached(desk, target))
    oldest = datetime.fromisoformat(due[0].said["at"]) if due else None
    return Waiting(target, len(due), oldest, conflicts)


def _conflicts(desk: Writer, target: str) -> tuple[int, ...]:
    """The numbers under which the target had something else when it last answered."""
    last = {sent.number: sent.answer for sent, _ in desk.journal.sent(target)}
    return tuple(sorted(number for number, answer in last.items() if answer == CONFLICT))


def due(desk: Writer, target: str) -> Document | None:
    """The next document for a target; those not written yet are written first. None: all is there."""
    desk.write_documents()
    return next(iter(desk.documents(_reached(desk, target))), None)


def _reached(desk: Writer, target: str) -> int:
    """The highest number that the target answered for."""
    return max((sent.number for sent, _ in desk.journal.sent(target)), default=0)


def send(
    desk: Writer, target: Target, report: Callable[[Document, Answer], object] = lambda *_: None
) -> list[tuple[Document, Answer]]:
    """Deliver all that is due, one after another, each noted as it is answered. `report` gets each.

    Raises:
        Trouble: the target could not be reached; what was answered before stands in the book.
    """
    sent = []
    while document := due(desk, target.name):
        answer = target.deliver(document)
        desk.sent(target.name, document, answer.kind)
        report(document, answer)
        sent.append((document, answer))
    return sent


def send_again(
    desk: Writer, target: Target, report: Callable[[Document, Answer], object] = lambda *_: None
) -> list[tuple[Document, Answer]]:
    """Deliver every document once more, for a target that lost some; what it has already stays.

    Raises:
        Trouble: the target could not be reached. Asked again, it begins anew.
    """
    desk.write_documents()
    sent, conflicts = [], _conflicts(desk, target.name)
    for document in desk.documents():
        answer = target.deliver(document)
        if answer.kind != ALREADY or document.number in conflicts:
            desk.sent(target.name, document, answer.kind)
        report(document, answer)
        sent.append((document, answer))
    return sent


def pause_s(failures: int) -> int:
    """Seconds until the next try after so many that failed, one after another.

    >>> [pause_s(n) for n in (1, 2, 3, 8, 50)]
    [30, 60, 120, 3600, 3600]
    """
    return min(LONGEST_S, FIRST_S << min(failures - 1, 20))


def difference(mine: Document, theirs: bytes) -> list[str]:
    """Which fields of a conflict differ, each in words: what we say, what is there."""
    try:
        other = Document(theirs, "", "").said
    except ValueError:
        return ["What is there cannot be read as a document."]
    return [*_differing("", mine.said, other)]


def _differing(path: str, one: object, other: object) -> list[str]:
    if isinstance(one, dict) and isinstance(other, dict):
        names = sorted({*one, *other})
        return [w for n in names for w in _differing(f"{path}{n}.", one.get(n), other.get(n))]
    if isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        pairs = enumerate(zip(one, other, strict=True))
        return [w for at, (a, b) in pairs for w in _differing(f"{path}{at}.", a, b)]
    return [] if one == other else [f"{path.rstrip('.')}: here {one}, there {other}"]
