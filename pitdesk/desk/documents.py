"""What goes to head office: the signed document of each sealed day, corrections, deposits, keys."""

from collections.abc import Mapping, Sequence
from datetime import date, timedelta

from pitdesk import kinds
from pitdesk.book.day import Day
from pitdesk.book.entries import Draft, Entry
from pitdesk.book.past import quarter_of
from pitdesk.codes.keys import SiteKey, key_path, older, settled_key
from pitdesk.desk.posting import Post, Signers
from pitdesk.documents.deposits import Due, dues, owed
from pitdesk.documents.document import Document, DocumentHead, figures_of, kept, names_of, said_of
from pitdesk.documents.targets import Named
from pitdesk.documents.undocumented import between_seals, sealing, undocumented
from pitdesk.errors import Refused
from pitdesk.rules.check import Known

_NO_DEPOSIT = "There is no such deposit. Choose one of those that are noted."
WEEKS = 8  # for which a deposit that was not made is called for


class DocumentVerbs(Post):
    """The verbs of documents, which are numbered without gaps and never made twice."""

    _owing: tuple[object, tuple[Due, ...]] | None = None  # what was asked last, and the answer
    _owed: tuple[object, tuple[Due, ...]] | None = None

    def documents(self, after: int = 0) -> list[Document]:
        """The documents of this book with a higher number, in order, as they were signed."""
        return [kept(fact) for fact in self.journal.documents(after)]

    def write_documents(self) -> list[Document]:
        """Sign a document for each sealed day, correction, deposit and change of key that has none.

        Without a key none is written. Done when a day is sealed and again before anything is sent: a
        machine may go down in between. What stood in a backup already gets the number and the bytes that
        it had; what came after the restore takes none of the numbers that were lost.
        """
        if self._key is None:
            return []
        written = []
        for fact in undocumented(self.journal, self.day):
            last = self.journal.last_document()
            number, before, days = (last[0].number, last[0].sha256, last[0].days) if last else (0, "", 0)
            seal = sealing(fact)
            names, practice = names_of(self.site, last[0] if last else None), self.site.practice
            free = max(number + 1, self.site.first_number(kinds.Document.kind, seal.seq))
            after = number if free > number + 1 else None
            head = DocumentHead(free, before, seal.at.isoformat(), names, practice, after)
            document = Document.signed(self._said(head, fact), self._signs_after(last and last[0]))
            kept_as = kinds.Document(
                number=document.number,
                of=document.kind,
                date=document.said.get("date", ""),
                days=fact.number if isinstance(fact, Day) else days,
                sha256=document.sha256,
                text=document.text.decode(),
                public=document.public,
                signature=document.signature,
            )
            self._append(Draft(fact=kept_as, at=self.clock.now().at, about=seal.seq))
            written.append(document)
        return written

    def _signs_after(self, last: kinds.Document | None) -> SiteKey:
        """The key that a document is signed with: the one that the document before it leads to.

        A machine may go down after a new key is named and before its document is written: the file of
        the new key is in place by then, and head office still waits for the one before.
        """
        assert self._key
        if last is None:
            changed = any(isinstance(entry.fact, kinds.Key) for entry in self.journal.setup())
            return [self._key, *older(key_path(self.journal))][-1] if changed else self._key
        known = kept(last).said.get("successor", last.public)
        before = older(key_path(self.journal)) if known != self._key.public else []
        return next((key for key in before if key.public == known), self._key)

    def _said(self, head: DocumentHead, fact: Day | Entry) -> dict[str, object]:
        if isinstance(fact, Day):
            return said_of(head, fact, noted=between_seals(self.journal, fact))
        if isinstance(fact.fact, kinds.Correction | kinds.FinishDay):
            about = self._of_day(fact.fact.date)
            assert about
            return said_of(head, fact, about.sha256)
        return said_of(head, fact, takes_back=self.journal.document_of(fact.about or 0))

    def _of_day(self, on: date) -> Document | None:
        told = (kept(fact) for fact in self.journal.documents() if fact.of == "day")
        return next((document for document in told if document.said["date"] == on.isoformat()), None)

    def correction(self, on: date, changes: Mapping[str, int], reason: str, by: Signers) -> Entry:
        """Tell head office what a sealed day's document has wrong; the day itself stands.

        changes   field of the summary, or "2.drop" of table 2 → cents to add
        """
        about = self._of_day(on)
        fact = kinds.Correction(reason=reason, date=on, changes=dict(changes))
        return self._post(fact, by, known=Known(figures=figures_of(about) if about else None))

    def deposit(
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
        open_ = (due for due in dues(self.journal, self.site) if due.made is None and due.cents)
        owed = {due.date: due for due in open_}
        told = [owed[on] for on in dates if on in owed]
        games = sorted({table.game for table in self.site.tables.values()})
        fact = kinds.Deposit(
            cents=cents,
            reason=reason,
            dates=tuple(dates),
            made=made,
            checks_cents=checks,
            games=tuple(games),
            bank=bank,
            slip=slip,
        )
        known = Known(
            owed_cents=sum(due.cents for due in told),
            unknown=tuple(on for on in dates if on not in owed),
            late=tuple(due.date for due in told if made > due.by),
            ahead=tuple(due.date for due in told if due.ahead),
        )
        return self._post(fact, by, known=known)

    def take_back_deposit(self, entry: int, reason: str, by: Signers) -> Entry:
        """Take a deposit back that was noted wrong, of days or of a tournament; both entries stand.

        entry   its seq
        """
        about = self.journal.entry(entry) if 0 < entry <= self.journal.head.seq else None
        noted = about.fact if about else None
        if not about or not isinstance(noted, kinds.Deposit | kinds.ContestDeposit):
            raise Refused([self.rules.refusal("pd.deposit", _NO_DEPOSIT)])
        owed = () if noted.contest else dues(self.journal, self.site)
        audited = () if noted.contest else noted.dates
        fact = kinds.TakeBackDeposit(
            cents=noted.cents,
            reason=reason,
            dates=noted.dates,
            made=noted.made,
            checks_cents=noted.checks_cents,
            games=noted.games,
            bank=noted.bank,
            slip=noted.slip,
            contest=noted.contest,
            days=tuple(sorted({due.day for due in owed if due.date in noted.dates})),
            audited=tuple(on for on in audited if on in self.kept.audits.get(quarter_of(on), {})),
        )
        return self._post(fact, by, about=entry, known=Known(entry=about))

    def owing(self) -> tuple[Due, ...]:
        """Deposits of the last weeks that are not made and due by tomorrow, or late, oldest first."""
        today = self.site.local(self.clock.now().at).date()
        asked = (today, *self._banked, self.journal.last_number("day"), self._is_open)
        if self._owing is None or self._owing[0] != asked:
            told = dues(self.journal, self.site, today - timedelta(days=WEEKS * 7))
            soon = [due for due in told if due.made is None and due.by <= today + timedelta(days=1)]
            self._owing = (asked, tuple(reversed(soon)))
        return self._owing[1]

    def owed(self) -> tuple[Due, ...]:
        """Every deposit that is not noted, oldest first."""
        asked = (*self._banked, self.journal.last_number("day"), self._is_open, *self.pending)
        if self._owed is None or self._owed[0] != asked:
            self._owed = (asked, tuple(owed(self.journal, self.site)))
        return self._owed[1]

    @property
    def _banked(self) -> tuple[int, int]:
        """How many deposits stand, and how many were taken back: another, where one of them changes."""
        return len(self.site.deposits), len(self.site.taken_back)

    def _owing_days(self) -> tuple[int, ...]:
        """The numbers of the days whose deposit is not noted."""
        return tuple(sorted({due.day for due in self.owed()}))

    def key(self, successor: str, reason: str, by: Signers) -> Entry:
        """Name the key that signs from now on; the document of it is signed by the one that did so far.

        successor   the new public key, 52 characters of base32
        """
        return self._post(kinds.Key(reason=reason, successor=successor), by)

    def replace_key(self, reason: str, by: Signers) -> Entry:
        """Make a new key, name it in a document that the old one signs, and sign with it from now on.

        Its file lies beside the old one until the document is written; a start in between settles it.
        """
        path = key_path(self.journal)
        successor = SiteKey.kept(path.with_name(f"{path.name}.next"))
        entry = self.key(successor.public, reason, by)
        self.write_documents()
        self._key = settled_key(self.journal)
        return entry

    def sent(self, target: str, document: Named, answer: str, words: str = "") -> Entry:
        """Write down what a target answered: a kind of `Answer`, and the words of what was settled."""
        fact = kinds.Sent(
            target=target,
            number=document.number,
            sha256=document.sha256,
            answer=answer,
            words=words,
        )
        return self._append(Draft(fact=fact, at=self.clock.now().at))
