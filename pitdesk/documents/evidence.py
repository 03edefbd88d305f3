"""Verify, with everything that was signed of a book held against its chain.

Somebody with the file and a SQLite of their own can compute a whole chain anew. They cannot sign again
what this site signed of the old one: the documents for head office and the codes on slips. Each names
links of the chain. Where one names another than the chain has, the book was rewritten.
"""

from pitdesk import kinds
from pitdesk.book.entries import Entry
from pitdesk.book.journal import Journal
from pitdesk.book.verify import Verdict
from pitdesk.codes.keys import SiteKey, key_path, older
from pitdesk.codes.own import check_key, check_pepper
from pitdesk.codes.slips import Code, differences, read
from pitdesk.documents.document import Document, kept
from pitdesk.errors import Trouble


def verify(journal: Journal) -> Verdict:
    """Verify a book, its documents and the codes on its slips. What could not be checked, it says.

    Raises:
        Trouble: the book cannot be read; or a key beside it is not its own, so nothing can be held
            against it.
    """
    if not (verdict := journal.verify()).ok:
        return verdict
    _check_keys(journal)
    return _Signed(journal).run(verdict)


def _check_keys(journal: Journal) -> None:
    """Raises Trouble where a key that lies beside a book is another's."""
    try:
        for ending, check in ((".key", check_key), (".pepper", check_pepper)):
            path = journal.path.with_name(journal.path.name + ending)
            if path.exists():
                check(journal, path)
    except Trouble as trouble:
        raise Trouble(
            f"{trouble} If it is the right one, somebody made this book anew: keep it as evidence."
        ) from None


class _Signed:
    """One pass over what was signed, in the order of the entries."""

    def __init__(self, journal: Journal) -> None:
        self._journal = journal
        self._unchecked: dict[str, None] = {}  # in order, each once
        self._keys = self._beside()
        self._changed = any(isinstance(entry.fact, kinds.Key) for entry in journal.setup())
        self._last: Document | None = None

    def run(self, verdict: Verdict) -> Verdict:
        """What the chain alone came to, unless something signed speaks against it."""
        if (state := self._journal.witness.state) != "good":
            witness = self._journal.witness.path.name
            self._leave(f"whether entries were cut off at its end: the witness {witness} is {state}")
        codes = 0
        for entry in self._journal.each(kinds.Document, kinds.Print):
            if isinstance(entry.fact, kinds.Document):
                wrong = self._document(entry, entry.fact)
            elif (sent := entry.of(kinds.Print)).qr:
                codes += 1
                wrong = self._code(entry, sent)
            else:
                continue
            if wrong:
                return Verdict(False, entry.seq, wrong, "signed", tuple(self._unchecked))
        if not codes and not self._last:
            self._leave("anything against a signature: no document and no code was signed of it yet")
        return verdict._replace(unchecked=tuple(self._unchecked))

    def _beside(self) -> frozenset[str]:
        """The public keys of the key files beside the book."""
        path = key_path(self._journal)
        try:
            return frozenset(key.public for key in (SiteKey.read(path), *older(path)))
        except Trouble:
            self._leave(f"whose signatures they are: the site's key {path.name} is not beside the book")
            return frozenset()

    def _leave(self, what: str) -> None:
        self._unchecked[what] = None

    def _document(self, entry: Entry, fact: kinds.Document) -> str:
        document, last = kept(fact), self._last
        self._last = document
        name = f"document {fact.number}"
        if wrong := document.wrong:
            return f"{name}: {wrong}"
        if fact.sha256 != document.sha256 or fact.number != document.number:
            return f"{name}: its number or its hash is not that of its text"
        if document.said["previous"] != (last.sha256 if last else ""):
            return f"{name} does not follow the document before it"
        if document.kind == "day":
            seal = self._journal.entry(entry.about or 0)
            if document.said["head"] != seal.hash.hex():
                return f"{name}, {document.name}, was signed of another chain: the book was rewritten"
        return self._strange(name, document.public)

    def _strange(self, name: str, public: str) -> str:
        """What is wrong with the key that signed something; "" where it may be the site's."""
        if not self._keys or public in self._keys:
            return ""
        if self._changed:
            self._leave(f"what was signed with key {public[:8]}…: that older key is not beside the book")
            return ""
        return f"{name} is signed with the key {public[:8]}…, and the key beside the book is another"

    def _code(self, entry: Entry, fact: kinds.Print) -> str:
        try:
            code = read(fact.qr)
        except ValueError as error:
            return f"the code of a print is none: {error}"
        claim, slip = code.claim, self._journal.entry(entry.about or 0)
        assert claim
        said = (claim.series, claim.number, claim.part, claim.void)
        if slip.number is None or said != (*slip.number, fact.part, fact.void):
            return f"the code of a print of {slip.number} is that of {claim.name}"
        if found := differences(claim, slip, void=fact.void):
            fields = ", ".join(one.field for one in found)
            return f"the signed code of {claim.name} has another {fields}: the book was rewritten"
        return self._unsigned(f"the code of {claim.name}", code)

    def _unsigned(self, name: str, code: Code) -> str:
        keys = self._keys or ({self._last.public} if self._last else set())
        named = [key for key in keys if code.names(key)]
        if named and not code.signed_by(named[0]):
            return f"{name} is not signed by the key it names"
        return "" if named else self._strange(name, code.key_id.hex())
