"""What goes to head office: the signed document of each sealed day, corrections, deposits, keys."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import date, timedelta
from typing import Any

from pitdesk.book.day import Day
from pitdesk.book.entries import Draft, Entry
from pitdesk.book.past import day_of
from pitdesk.codes.keys import SiteKey, key_path, settled_key
from pitdesk.desk.posting import Post, Signers
from pitdesk.documents.deposits import Due, dues
from pitdesk.documents.document import (
    Document,
    Head,
    correction_document,
    day_document,
    deposit_document,
    kept,
    key_document,
    names_of,
)
from pitdesk.rules.checks.verbs import OFFICE

WEEKS = 8  # for which a deposit that was not made is called for
_FIRST = {"number": 0, "sha256": "", "days": 0}  # what stands before the first document


def _sealing(fact: Day | Entry) -> Entry:
    """The entry that a document is about: a day's seal, or the fact itself."""
    entry = fact.sealed if isinstance(fact, Day) else fact
    assert entry
    return entry


class Documents(Post):
    """The verbs of documents, which are numbered without gaps and never made twice."""

    _owing: tuple[object, tuple[Due, ...]] | None = None  # what was asked last, and the answer

    def documents(self, after: int = 0) -> list[Document]:
        """The documents of this book with a higher number, in order, as they were signed."""
        return [kept(entry) for entry in self.journal.documents(after)]

    def write_documents(self) -> list[Document]:
        """Sign a document for each sealed day, correction, deposit and change of key that has none.

        Without a key none is written. Done when a day is sealed and again before anything is sent: a
        machine may go down in between.
        """
        if self._key is None:
            return []
        written = []
        for fact in sorted(self._undocumented(), key=lambda fact: _sealing(fact).seq):
            last = self.journal.last_document()
            before: Mapping[str, Any] = last.detail if last else _FIRST
            seal = _sealing(fact)
            names, practice = names_of(self.site, last), self.site.practice
            head = Head(before["number"] + 1, before["sha256"], seal.at.isoformat(), names, practice)
            document = Document.signed(self._said(head, fact), self._key)
            detail = {
                "number": document.number,
                "kind": document.kind,
                "date": document.said.get("date", ""),
                "days": fact.number if isinstance(fact, Day) else before["days"],
                "sha256": document.sha256,
                "text": document.text.decode(),
                "public": document.public,
                "signature": document.signature,
            }
            at = self.clock.now().at
            self._append(Draft(kind="document", at=at, about=seal.seq, detail=detail))
            written.append(document)
        return written

    def _undocumented(self) -> Iterator[Day | Entry]:
        last = self.journal.last_document()
        days, fact = (last.detail["days"], last.about or 0) if last else (0, 0)
        for number in range(days + 1, self.journal.last_number("day") + 1):
            day = self.day if self.day and self.day.number == number else day_of(self.journal, number)
            if day and day.sealed:
                yield day
        yield from (entry for entry in self.journal.setup() if entry.kind in OFFICE and entry.seq > fact)

    def _said(self, head: Head, fact: Day | Entry) -> dict[str, Any]:
        if isinstance(fact, Day):
            return day_document(head, fact)
        if fact.kind == "deposit":
            return deposit_document(head, fact)
        if fact.kind == "key":
            return key_document(head, fact)
        about = self._of_day(fact.detail["date"])
        assert about
        return correction_document(head, fact, about.sha256)

    def _of_day(self, on: str) -> Document | None:
        told = (kept(entry) for entry in self.journal.documents() if entry.detail["kind"] == "day")
        return next((document for document in told if document.said["date"] == on), None)

    def correct_day(self, on: date, changes: Mapping[str, int], reason: str, by: Signers) -> Entry:
        """Tell head office what a sealed day's document has wrong; the day itself stands.

        changes   field of the summary, or "2.drop" of table 2 → cents to add
        """
        about = self._of_day(on.isoformat())
        return self._post(
            "correction",
            by,
            reason=reason,
            keep={"date": on.isoformat(), "changes": dict(changes)},
            facts={"said": about.said if about else None},
        )

    def make_deposit(
        self,
        dates: Sequence[date],
        made: date,
        cents: int,
        by: Signers,
        *,
        bank: str,
        slip: str,
        checks: int = 0,
        reason: str = "",
    ) -> Entry:
        """Note a deposit in the gaming account: 99-01.3-03-10(1) and (2).

        dates   of the activity that it is of, in any order; made: when the bank took it
        cents   in all, the checks among them
        bank    which bank and account; slip: the number on the deposit slip
        """
        dates = sorted({*dates})
        owed = {due.date: due for due in dues(self.journal, self.site) if due.made is None}
        told = [owed[on] for on in dates if on in owed]
        games = sorted({table.game for table in self.site.tables.values()})
        keep = {
            "dates": [on.isoformat() for on in dates],
            "made": made.isoformat(),
            "checks": checks,
            "games": games,
            "bank": bank,
            "slip": slip,
        }
        facts = {
            "owed": sum(due.cents for due in told),
            "unknown": [on for on in dates if on not in owed],
            "late": [due.date for due in told if made > due.by],
        }
        return self._post("deposit", by, cents=cents, reason=reason, keep=keep, facts=facts)

    def owing(self) -> tuple[Due, ...]:
        """Deposits of the last weeks that are not made and due by tomorrow, or late, oldest first."""
        today = self.site.local(self.clock.now().at).date()
        asked = (today, self.journal.last_number("day"), self._is_open, len(self.site.deposits))
        if self._owing is None or self._owing[0] != asked:
            told = dues(self.journal, self.site, today - timedelta(days=WEEKS * 7))
            soon = [due for due in told if due.made is None and due.by <= today + timedelta(days=1)]
            self._owing = (asked, tuple(reversed(soon)))
        return self._owing[1]

    def change_key(self, successor: str, reason: str, by: Signers) -> Entry:
        """Name the key that signs from now on; the document of it is signed by the one that did so far.

        successor   the new public key, 52 characters of base32
        """
        now = self._key.public if self._key else ""
        return self._post("key", by, reason=reason, keep={"successor": successor}, facts={"now": now})

    def replace_key(self, reason: str, by: Signers) -> Entry:
        """Make a new key, name it in a document that the old one signs, and sign with it from now on.

        Its file lies beside the old one until the document is written; a start in between settles it.
        """
        path = key_path(self.journal)
        successor = SiteKey.kept(path.with_name(f"{path.name}.next"))
        entry = self.change_key(successor.public, reason, by)
        self.write_documents()
        self._key = settled_key(self.journal)
        return entry

    def note_sent(self, target: str, document: Document, answer: str) -> Entry:
        """Write down what a target answered: "stored", "already there" or "conflict"."""
        told = {"number": document.number, "sha256": document.sha256, "answer": answer}
        draft = Draft(kind="sent", at=self.clock.now().at, detail={"target": target} | told)
        return self._append(draft)
