"""The outbox: which documents of a book a target has not answered for yet, and when to try again.

Like paper: what is due is asked of the book, sent with nobody waiting, and the answer is noted in the
book. Documents go in the order of their numbers; one that cannot be delivered holds up those behind it.
"""

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from pitdesk.book.entries import Entry
from pitdesk.book.journal import Journal
from pitdesk.documents.document import Document
from pitdesk.documents.targets import ALREADY, CONFLICT, LOST, STORED, Answer, Named, Target
from pitdesk.kinds import Sent

FIRST_S, LONGEST_S = 30, 3600  # seconds before the next try: doubled each time, an hour at most


Report = Callable[[Named, Answer], object]


class Writer(Protocol):
    """What the outbox asks of the desk."""

    journal: Journal

    def documents(self, after: int = 0) -> list[Document]:
        """The documents with a higher number, in order."""

    def write_documents(self) -> list[Document]:
        """Sign a document for each fact that has none."""

    def sent(self, target: str, document: Named, answer: str, words: str = "") -> Entry:
        """Write down what a target answered."""


@dataclass(frozen=True, slots=True)
class Unsent:
    """What one target has not been given yet.

    count       how many documents
    oldest      when the fact of the first of them was written, UTC; None when nothing waits
    conflicts   numbers under which the target has something else
    """

    target: str
    count: int = 0
    oldest: datetime | None = None
    conflicts: tuple[int, ...] = ()


class Outbox:
    """What one target answered for, and what is due to it; the book is read once for many documents."""

    def __init__(self, desk: Writer, target: str) -> None:
        self.desk, self.target = desk, target
        self._answers = {sent.number: sent for sent, _ in desk.journal.sent(target)}
        self._due = deque(self._unanswered())

    def _unanswered(self) -> list[Document]:
        """Those without an answer, and those that it lost, in order."""
        lost = {number for number, sent in self._answers.items() if sent.answer == LOST}
        reached = max(self._answers, default=0)
        found = self.desk.documents(min(lost, default=reached + 1) - 1)
        return [document for document in found if document.number > reached or document.number in lost]

    @property
    def told(self) -> list[Sent]:
        """The last answer for each document, as the book has it."""
        return [*self._answers.values()]

    def due(self) -> Document | None:
        """The next document; those not written yet are written first. None: all is there."""
        if not self._due and (self.desk.write_documents() or self._behind()):
            self._due.extend(self._unanswered())
        return self._due[0] if self._due else None

    def _behind(self) -> bool:
        last = self.desk.journal.last_document()
        return last is not None and last[0].number > max(self._answers, default=0)

    def note(self, document: Named, answer: Answer) -> None:
        """Write down what was answered, unless the book says so already."""
        before = self._answers.get(document.number)
        if self._due and self._due[0].number == document.number:
            self._due.popleft()
        if not before or (before.answer, before.words) != (answer.kind, answer.words):
            entry = self.desk.sent(self.target, document, answer.kind, answer.words)
            self._answers[document.number] = entry.of(Sent)
        if answer.kind == LOST:
            self._due = deque(self._unanswered())

    def answer(self, number: int) -> str:
        """The last answer for a document; "" for none."""
        return self._answers[number].answer if number in self._answers else ""

    @property
    def waiting(self) -> Unsent:
        """How far the target is behind."""
        told = self._answers.items()
        conflicts = tuple(sorted(number for number, sent in told if sent.answer == CONFLICT))
        oldest = datetime.fromisoformat(self._due[0].said["at"]) if self._due else None
        return Unsent(self.target, len(self._due), oldest, conflicts)


def waiting(desk: Writer, target: str) -> Unsent:
    """How far a target is behind."""
    return Outbox(desk, target).waiting


def due(desk: Writer, target: str) -> Document | None:
    """The next document for a target; those not written yet are written first. None: all is there."""
    return Outbox(desk, target).due()


def send(
    desk: Writer, target: Target, report: Report = lambda *_: None
) -> list[tuple[Document, Answer]]:
    """Deliver all that is due, one after another, each noted as it is answered. `report` gets each.

    First the target says what became otherwise: what it lost is due again, what it settled is noted.

    Raises:
        Trouble: the target could not be reached; what was answered before stands in the book.
    """
    box, sent = Outbox(desk, target.name), []
    for told, answer in target.review(box.told):
        box.note(told, answer)
        report(told, answer)
    while document := box.due():
        answer = target.deliver(document)
        box.note(document, answer)
        report(document, answer)
        sent.append((document, answer))
    return sent


def send_again(
    desk: Writer, target: Target, report: Report = lambda *_: None
) -> list[tuple[Document, Answer]]:
    """Deliver every document once more, for a target that lost some; what it has already stays.

    Raises:
        Trouble: the target could not be reached. Asked again, it begins anew.
    """
    desk.write_documents()
    box, sent = Outbox(desk, target.name), []
    for document in desk.documents():
        answer = target.deliver(document)
        known = box.answer(document.number)
        if answer.kind != ALREADY or known not in (STORED, ALREADY):
            box.note(document, answer)
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
