"""Documents for head office: one signed, canonical text for each sealed day, correction, deposit or key.

A document is one line of JSON: keys in order, no spaces, whole numbers, cents and pieces. Its bytes are
made once, kept in the book, and never made again. Documents of a site are numbered without gaps, and
each names the SHA-256 of the one before it. A file's second line is `ed25519 PUBLIC SIGNATURE`.

Schema 1, common to all: schema, kind (day, correction, deposit, key), number, previous (hex, "" in the
first), at (UTC), organization, site, practice, public (the key that signs, base32). What each kind has
besides, `day_document` and `said_of` say. Where numbers were lost with a damaged book, the next document
says after which number it comes, with `after`; it names the SHA-256 of that one.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from itertools import groupby
from typing import Any, Self

import orjson

from pitdesk import kinds, places
from pitdesk.book.banks import drawer_of, game_of
from pitdesk.book.day import Day
from pitdesk.book.entries import Entry
from pitdesk.book.figures import Figures, Result, bank_deposits, figures, of_banks
from pitdesk.book.site import Site
from pitdesk.book.slip import Slip
from pitdesk.chips import MONEY, Chips
from pitdesk.codes.keys import SiteKey, made_by
from pitdesk.given import MIB, Given
from pitdesk.kinds.editions import HANDED_OVER, TAKEN_BACK

SCHEMA = "pitdesk.document/1"
KINDS = ("day", "correction", "deposit", "key")
CONTEXT = b"pitdesk document 1\n"  # before the bytes that are signed: no slip is taken for a document
DOCUMENT = Given("a document", 1 * MIB, "Ask the site for it again.")  # a busy day has some 20 kB
_END = b"\n"
Said = dict[str, Any]  # what a document says, decoded
OVERNIGHT_SINCE = 2  # the edition of a day whose document says what was off overnight
SHIFTS_SINCE = 3  # of a day whose document says who had the shifts
OF_A_TABLE = ("drop", "opener", "fills", "credits", "closer", "win")


@dataclass(frozen=True)
class Document:
    """A signed text. Whether the signature is right, `wrong` says.

    text       the exact bytes, one line without its end
    public     the key that signed it, as 52 characters of base32
    signature  128 hexadecimal digits
    """

    text: bytes
    public: str
    signature: str

    @classmethod
    def signed(cls, said: Mapping[str, object], key: SiteKey) -> Self:
        """Write what is said as a document and sign it."""
        text = orjson.dumps({**said, "public": key.public}, option=orjson.OPT_SORT_KEYS)
        return cls(text, key.public, key.sign(CONTEXT + text).hex())

    @classmethod
    def read(cls, data: bytes) -> Self:
        """Read a document's file.

        Raises:
            ValueError: says what is no document, and what is missing.
        """
        text, _, rest = data.partition(_END)
        words = rest.split()
        if len(words) != 3 or words[0] != b"ed25519" or rest.count(_END) > 1:
            raise ValueError("no document: a line of JSON and one with ed25519, key and signature")
        try:
            document = cls(text, words[1].decode("ascii"), words[2].decode("ascii"))
            document.said["number"], document.said["kind"]
        except (ValueError, KeyError, TypeError) as error:
            raise ValueError(f"no document: {error}") from None
        return document

    @property
    def data(self) -> bytes:
        """The document as a file."""
        return self.text + f"\ned25519 {self.public} {self.signature}\n".encode()

    @cached_property
    def said(self) -> Said:
        """What it says. ValueError where it is no JSON object."""
        said = orjson.loads(self.text)
        if not isinstance(said, dict):
            raise ValueError("it is no object")
        return said

    @cached_property
    def sha256(self) -> str:
        """The hash of its text, in hexadecimal: what the next one names, and what it is known by."""
        return sha256(self.text).hexdigest()

    @property
    def number(self) -> int:
        """Its number in the documents of its site."""
        return int(self.said["number"])

    @property
    def kind(self) -> str:
        """What it is: one of KINDS."""
        return str(self.said["kind"])

    @property
    def site(self) -> str:
        """Whose it is: organization and site."""
        return f"{self.said['organization']}, {self.said['site']}"

    @property
    def name(self) -> str:
        """What it is called: "day 2026-11-20", "correction of 2026-11-20"."""
        of = {"day": "", "key": ""}.get(self.kind, "of ")
        what = self.said.get("contest") or self.said.get("date", "")
        return f"{self.kind} {of}{what}".strip() + ", taken back" * ("takes_back" in self.said)

    @property
    def file_name(self) -> str:
        """Its name as a file, in the order of the numbers: 000012-day-2026-11-20.pitdesk."""
        return f"{self.number:06}-{self.kind}-{self.said.get('date') or 'x'}.pitdesk"

    @property
    def wrong(self) -> str:
        """What is wrong with it in itself; "" if nothing is. Not whether the key is the site's."""
        try:
            said = self.said
        except ValueError as error:
            return f"it cannot be read: {error}"
        if said.get("schema") != SCHEMA:
            return f"its schema is {said.get('schema')}, and this PitDesk reads {SCHEMA}"
        try:
            plain = orjson.dumps(said, option=orjson.OPT_SORT_KEYS)
        except TypeError:  # nested too deeply to be written again
            plain = b""
        if plain != self.text:
            return "it is not written as documents are: keys in order, no spaces"
        if said.get("public") != self.public:
            return "the key it names is not the one beside its signature"
        with suppress(ValueError):  # a signature or a key that is none
            if made_by(self.public, bytes.fromhex(self.signature), CONTEXT + self.text):
                return ""
        return "its signature does not fit: it was changed, or another key signed it"


@dataclass(frozen=True, slots=True)
class DocumentHead:
    """What a document begins with: its number, the hash of the one before, when its fact was written.

    names  organization and site
    after  the number of the one before, where those between were lost with a damaged book
    """

    number: int
    previous: str
    at: str
    names: Mapping[str, str]
    practice: bool
    after: int | None = None

    def of(self, kind: str) -> Said:
        """The fields that every document has."""
        first = {"schema": SCHEMA, "kind": kind, "number": self.number, "previous": self.previous}
        gap = {} if self.after is None else {"after": self.after}
        return {**first, **gap, "at": self.at, **self.names, "practice": self.practice}


def names_of(site: Site, last: kinds.Document | None = None) -> dict[str, str]:
    """Organization and site as the next document has them: as the last one, else as they are called now.

    So all documents of a book are of one name, by which head office knows them.
    """
    said = kept(last).said if last else {}
    called = {"organization": site.organization, "site": site.name}
    return {name: said.get(name) or now for name, now in called.items()}


# A sealed day


def day_document(head: DocumentHead, day: Day, noted: Sequence[Entry] = ()) -> Said:
    """A sealed day: the six figures and what they are made of.

    date, day, opened and sealed (UTC, and first and last entry), head (chain head at the seal),
    rulebook, summary, tables, chips (per value), slips (runs of numbers by their fate), exceptions,
    signers (initials by role), clock (jumps), deposit; banks (what each cash bank is of these), where
    each game has its own; of edition 3 on also shifts (manager, from, to); of edition 4 on drawers and
    reversals; returns and weeks, where any were noted.

    noted   the tax returns and dealers' weeks that were noted since the seal before
    """
    assert day.sealed
    assert day.seal, "only a sealed day goes to head office"
    found, seal, balances = figures(day), day.sealed, day.balances
    return (
        head.of("day")
        | {
            "date": day.date.isoformat(),
            "day": day.number,
            "zone": day.opening.zone,
            "opened": day.opened.at.isoformat(),
            "sealed": seal.at.isoformat(),
            "entries": [day.opened.seq, seal.seq],
            "head": seal.hash.hex(),
            "rulebook": [day.opening.rulebook, day.opening.rulebook_sha256],
            "summary": _summary(found, day, balances),
            "tables": [_table(day, result) for result in found.tables],
            "chips": _chips(day, balances),
            "slips": {series: _slips(day, series) for series in ("fill", "credit")},
            "exceptions": [*_exceptions(day)],
            "signers": _signers(day),
            "clock": [note.words for note in day.notes if note.clock],
            "deposit": {
                "cents": day.seal.deposit_cents,
                "checks": day.seal.deposit_checks_cents,
                "due": day.seal.deposit_due.isoformat(),
            },
        }
        | _shifts(day)
        | _drawers(day)
        | _reversals(day)
        | _banks(day)
        | _returns(noted)
        | _weeks(noted)
    )


def _shifts(day: Day) -> Said:
    """Each shift: the initials of its manager, from when to when (UTC; null: until the seal)."""
    if day.opening.edition < SHIFTS_SINCE:
        return {}
    return {
        "shifts": [
            [
                day.initials.get(turn.person, turn.person),
                turn.since.isoformat(),
                turn.until.isoformat() if turn.until else None,
            ]
            for turn in day.shifts
        ]
    }


def _drawers(day: Day) -> Said:
    """Who had each drawer: its initials, from when to when (UTC), over (+) or short (−) in cents."""
    if day.opening.edition < HANDED_OVER:
        return {}
    return {
        "drawers": [
            [
                span.drawer,
                day.initials.get(span.person, span.person),
                span.since.isoformat(),
                span.until.isoformat() if span.until else None,
                day.tills.off_cents(span),
            ]
            for span in day.tills.spans
        ]
    }


def _reversals(day: Day) -> Said:
    """What was taken back: its entry, kind and cents, the entry that did it, whether undone at once."""
    if day.opening.edition < TAKEN_BACK:
        return {}
    return {
        "reversals": [
            [about.seq, about.kind, about.worth_cents, entry.seq, fact.undone]
            for fact, entry in day.facts(kinds.Reverse)
            for about in [day.reversals.taken[entry.seq]]
        ]
    }


def _returns(noted: Sequence[Entry]) -> Said:
    """Tax returns: quarter, filed (ISO date), tax (cents), paper, held (game → gross and adjusted)."""
    found = [
        {
            "quarter": fact.quarter,
            "filed": fact.filed.isoformat(),
            "tax": fact.tax_cents,
            "paper": fact.paper,
            "held": fact.held,
            "initials": [signature.initials for signature in entry.signatures],
        }
        for entry in noted
        if isinstance(fact := entry.fact, kinds.FileReturn)
    ]
    return {"returns": found} if found else {}


def _weeks(noted: Sequence[Entry]) -> Said:
    """Dealers' weeks: the quarter that asked for it, first day, held (dealer → gross, agp, basis)."""
    found = [
        {
            "quarter": fact.quarter,
            "first": fact.first.isoformat(),
            "held": fact.held,
            "initials": [signature.initials for signature in entry.signatures],
        }
        for entry in noted
        if isinstance(fact := entry.fact, kinds.DealerWeek)
    ]
    return {"weeks": found} if found else {}


def _summary(found: Figures, day: Day, balances: Mapping[str, Mapping[str, int]]) -> Said:
    assert day.seal
    return (
        {
            "gross": found.gross_cents,
            "prizes": found.prizes_cents,
            "agp": found.agp_cents,
            "cash_profit": found.cash_profit_cents,
            "over_short_cash": found.over_short_cash_cents,
            "over_short_chips": found.over_short_chips_cents,
            "outstanding_change": found.outstanding_change_cents,
            "outstanding": Chips.among(balances.get(places.PATRONS, {})).cents,
            "redeemed": found.redeemed_cents,
            "by_check": found.by_check_cents,
            "start_cash": found.start_cash_cents,
            "end_cash": found.end_cash_cents,
            "withdrawals": found.withdrawals_cents,
            "loans": found.loans_cents,
            "paybacks": found.paybacks_cents,
            "next_start": day.seal.cents,
            "prize_basis": day.seal.prize_basis,
        }
        | _overnight(found, day)
        | _pending(day)
        | _of_wheels(day)
    )


def _overnight(found: Figures, day: Day) -> Said:
    """Days of edition 1 say nothing of it: their documents stay as they are."""
    if day.opening.edition < OVERNIGHT_SINCE:
        return {}
    return {"overnight_cash": found.overnight_cash_cents, "overnight_chips": found.overnight_chips_cents}


def _pending(day: Day) -> Said:
    """How many boxes wait to be counted; the figures lack their drop. Days without one do not say it."""
    assert day.seal
    return {"pending": len(day.seal.pending)} if day.seal.pending else {}


def _of_wheels(day: Day) -> Said:
    """What of over/short is the paddlewheels', where they have a cash bank of their own."""
    found = of_banks(day).get(drawer_of(day, "PW"))
    if found is None:
        return {}
    return {"over_short_pw": found.over_short_cents, "overnight_pw": found.overnight_cents}


def _banks(day: Day) -> Said:
    """Each cash bank's part of the summary and of the deposit, where there are several."""
    parts = {part.drawer: part for part in bank_deposits(day)}
    found = [
        {
            "bank": game_of(day, drawer),
            "drawer": drawer,
            "gross": one.gross_cents,
            "agp": one.agp_cents,
            "start_cash": one.start_cash_cents,
            "withdrawals": one.withdrawals_cents,
            "loans": one.loans_cents,
            "paybacks": one.paybacks_cents,
            "end_cash": one.end_cash_cents,
            "by_check": one.by_check_cents,
            "cash_profit": one.cash_profit_cents,
            "over_short": one.over_short_cents,
            "overnight": one.overnight_cents,
            "next_start": parts[drawer].next_cents,
            "deposit": parts[drawer].cents,
        }
        for drawer, one in of_banks(day).items()
    ]
    return {"banks": found} if found else {}


def _table(day: Day, result: Result) -> Said:
    table = day.tables[result.name]
    return {
        "table": result.name,
        "game": table.game,
        "box": table.box,
        "drop": result.drop_cents,
        "opener": result.opener_cents,
        "fills": result.fills_cents,
        "credits": result.credits_cents,
        "closer": result.closer_cents,
        "win": result.win_cents,
        "dealers": sorted({day.initials.get(who, who) for who in table.seats.people}),
    }


def _chips(day: Day, balances: Mapping[str, Mapping[str, int]]) -> dict[str, dict[str, int]]:
    """Per chip: pieces in the bank at the opening and closing counts, with players, and owned."""
    start, end = (counts.get(places.CHIP_BANK, {}) for counts in (day.start, day.ending))
    names = {name for held in balances.values() for name in held} - {*MONEY}
    outside = (places.SUPPLIER, places.DESTROYED)
    return {
        name: {
            "opening": start.get(name, 0),
            "closing": end.get(name, 0),
            "players": balances.get(places.PATRONS, {}).get(name, 0),
            "owned": sum(
                held.get(name, 0)
                for place, held in balances.items()
                if place not in outside and not place.startswith(places.site(""))
            ),
        }
        for name in sorted(names)
    }


def _slips(day: Day, series: str) -> list[Said]:
    """The numbers of a series, run by run: first, last, their fate, and what they come to in cents."""
    slips = sorted((s for s in day.slips.values() if s.series == series), key=lambda s: s.number)
    runs = groupby(enumerate(slips), key=lambda at: (at[1].number - at[0], at[1].state))
    return [_run([slip for _, slip in run]) for _, run in runs]


def _run(slips: list[Slip]) -> Said:
    cents = sum(slip.chips.cents for slip in slips)
    said = {"first": slips[0].number, "last": slips[-1].number, "fate": slips[0].state, "cents": cents}
    reasons = [slip.reason for slip in slips]
    return said | ({"reasons": reasons} if slips[0].state == "void" else {})


def _exceptions(day: Day) -> Iterator[Said]:
    found = [(note.entry, note.words, note.key) for note in day.notes]
    for slip, part, where in day.missing():
        key = f"{slip.name} {part}"
        found.append((slip.entry.seq, f"{key} not in {where}", key))
    for entry, what, key in found:
        given = day.reasons.get(key)
        yield {"entry": entry, "what": what, "reason": given.fact.reason if given else ""}


def _signers(day: Day) -> dict[str, list[str]]:
    """Role → initials of those who signed in it that day."""
    signed = {(s.role, s.initials) for entry in day.entries for s in entry.signatures}
    roles: dict[str, list[str]] = {}
    for role, initials in sorted(signed):
        roles.setdefault(role, []).append(initials)
    return roles


# What comes after


def said_of(
    head: DocumentHead,
    fact: Day | Entry,
    about: str = "",
    takes_back: int = 0,
    noted: Sequence[Entry] = (),
) -> Said:
    """What a document of a sealed day or of another fact says, always with the initials under the fact.

    correction   what a sealed day's document has wrong, or what boxes counted after its seal add, then
                 with "pending" less the boxes; the day itself stands. date, about (hash of
                 the day's document), reason, changes: field of the summary, or "2.drop" of table 2 →
                 cents to add
    deposit      a deposit made, with what stands on its slip: 99-01.3-03-10(2). dates (of activity),
                 made (ISO date), cents, checks (among them), games, bank, slip, date (the last). Of a
                 tournament or a poker occasion: contest, no dates, and the date that counts; reason, if
                 it brought another amount. What takes one back has takes_back (the number of its
                 document), reason, and cents and checks below zero
    key          a change of the site's key, signed by the one before: successor (base32), reason

    about       the hash of the document that a correction corrects
    takes_back  the number of the document of the deposit that is taken back
    noted       the tax returns and dealers' weeks that a day's document tells of
    """
    if isinstance(fact, Day):
        return day_document(head, fact, noted)
    initials = {"initials": [signature.initials for signature in fact.signatures]}
    match fact.fact:
        case kinds.Deposit() | kinds.ContestDeposit() | kinds.TakeBackDeposit() as slip:
            return head.of("deposit") | initials | _deposit(slip, takes_back)
        case kinds.Key() as key:
            return head.of("key") | initials | {"successor": key.successor, "reason": key.reason}
        case kinds.FinishDay() as late:
            of = (late.date, f"Counted after the seal: box {', '.join(late.boxes)}", late.changes)
        case _:
            wrong = fact.of(kinds.Correction)
            of = (wrong.date, wrong.reason, wrong.changes)
    on, reason, changes = of
    said = {"date": on.isoformat(), "about": about, "reason": reason, "changes": changes}
    return head.of("correction") | initials | said


def _deposit(fact: kinds.BankSlip, takes_back: int) -> Said:
    """What stands on a deposit's slip, or takes that back."""
    back = isinstance(fact, kinds.TakeBackDeposit)
    sign = -1 if back else 1
    said: Said = {
        "dates": [] if fact.contest else [on.isoformat() for on in fact.dates],
        "made": fact.made.isoformat(),
        "cents": sign * fact.cents,
        "checks": sign * fact.checks_cents,
        "games": fact.games,
        "bank": fact.bank,
        "slip": fact.slip,
        "date": fact.dates[-1].isoformat(),
    }
    if fact.contest or back:
        said["reason"] = fact.reason
    return (
        said
        | ({"contest": fact.contest} if fact.contest else {})
        | ({"takes_back": takes_back} if back else {})
    )


# In the book


def kept(fact: kinds.Document) -> Document:
    """A document as the book keeps it."""
    return Document(fact.text.encode(), fact.public, fact.signature)


def figures_of(document: Document) -> frozenset[str]:
    """The figures of a sealed day's document that can be corrected: "gross", "2.drop" of table 2."""
    said = document.said
    tables = {f"{table['table']}.{name}" for table in said["tables"] for name in OF_A_TABLE}
    return frozenset({*said["summary"], *tables} - {"prize_basis", "pending"})
