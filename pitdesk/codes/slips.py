"""Codes on slips: what the desk says of a slip, signed, so that anybody can check the paper.

Every site has an Ed25519 key in a file outside its book. Each part of a slip bears two codes of it:

- The QR holds the whole claim (site, station, number, part, time, total, entry, link of the chain) and
  its signature. Whoever has the site's public key can check it, with no book and no network.
- The short code is for typing: eleven characters taken from the signature, and a check character. It
  finds the slip in a book whose key is there, for the book is then signed again and must come to the
  same code; or in a list of codes that the site wrote, whose every row bears the whole signature. To a
  stranger with the public key alone the short code says nothing: the signature is not in it.

What no code shows: that the paper is the only one. A photocopy bears the code of its slip, and so does a
DUPLICATE; the numbers that were found, and where, are the count's. And what is printed beside the code
must be read: a genuine code on other words is a forgery, so every answer says what the paper must say.

    QR      PD1, then base32 of: key id 4, marks 1, number, entry, cents (7 bits a byte, low first, the
            high bit where more follow), time 4 (seconds since 1970, high byte first), chain 8, length of
            site 1, site, station; signature 64. Marks: 1 credit, 2 copy, 4 both parts, 8 void.
    signed  "PitDesk slip 1", a newline, and all of that before the signature
    base32  Crockford's: 0 to 9 and A to Z without I, L, O, U. No case and no punctuation, so that a
            scanner that types into a keyboard of another language or case is read all the same.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime, tzinfo
from functools import cached_property
from hashlib import sha256
from typing import Literal, NamedTuple, Self
from unicodedata import category, normalize

from pitdesk import kinds
from pitdesk.book.entries import Entry
from pitdesk.book.journal import Journal
from pitdesk.book.site import Site
from pitdesk.book.slip import PARTS
from pitdesk.chips import dollars
from pitdesk.codes.base32 import (
    base32,
    checked,
    cleaned,
    grouped,
    read_varint,
    remainder,
    unbase32,
    varint,
)
from pitdesk.codes.keys import SiteKey, made_by, public_bytes

SERIES = ("fill", "credit")
ALL_PARTS = (*PARTS, "both")  # both: two plies, printed in one pass
PREFIX = "PD1"
SHORT = 12  # characters of a short code, the last one its check character
LONGEST_SITE, LONGEST_STATION = 16, 12
STATION = "desk 1"  # of an entry that names no station

_CONTEXT = b"PitDesk slip 1\n"
_ID, _SIGNATURE, _CHAIN = 4, 64, 8
_QR_FROM = 100  # characters; anything shorter is taken for a code that was typed
_LONGEST = 1000  # characters, with what a scanner or a person puts between them
_SCANNER = re.compile(r"\s*\]Q[0-9]")  # some scanners say first that it was a QR

Kind = Literal[
    "genuine",
    "equal",
    "differs",
    "void since",
    "other day",
    "not in book",
    "other key",
    "not signed",
    "unknown",
    "cannot tell",
]


@dataclass(frozen=True, slots=True)
class Claim:
    """What one part of a slip says of itself.

    site     short name of the site, ASCII, at most 16 characters; begins with PRACTICE in practice
    station  where the slip was prepared, ASCII, at most 12 characters
    part     "original" or "copy"; "both" of two plies that one pass prints
    void     whether it is of the VOID slip
    at       when it was prepared: UTC, whole seconds
    chain    the first 8 bytes of its entry's link

    Raises:
        ValueError: a field holds what no slip has.
    """

    site: str
    station: str
    series: str
    number: int
    part: str
    void: bool
    at: datetime
    cents: int
    entry: int
    chain: bytes

    def __post_init__(self) -> None:
        for text, longest in ((self.site, LONGEST_SITE), (self.station, LONGEST_STATION)):
            if len(text) > longest or not all(" " <= char <= "~" for char in text):
                raise ValueError(f"{text!r} is not ASCII of at most {longest} characters")
        if self.series not in SERIES or self.part not in ALL_PARTS:
            raise ValueError(f"there is no {self.part} of a {self.series}")
        if min(self.number, self.entry, self.cents) < 0 or len(self.chain) != _CHAIN:
            raise ValueError(f"{self.series} {self.number} of entry {self.entry} cannot be")
        if self.at.utcoffset() or self.at.tzinfo is None or self.at.microsecond:
            raise ValueError(f"{self.at} is not UTC in whole seconds")
        if not 0 <= int(self.at.timestamp()) < 1 << 32:
            raise ValueError(f"{self.at} is not of this age")

    @classmethod
    def of(cls, entry: Entry, part: str, site: str, *, void: bool) -> Self:
        """The claim of a part of a slip, or of the same of its VOID.

        entry   prepared the slip, and says at which station
        site    what codes call it, as `short_name` says
        """
        assert entry.number
        return cls(
            site=site,
            station=_ascii(station_of(entry), LONGEST_STATION),
            series=entry.number.series,
            number=entry.number.number,
            part=part,
            void=void,
            at=entry.at,
            cents=entry.chips.cents,
            entry=entry.seq,
            chain=entry.hash[:_CHAIN],
        )

    @property
    def name(self) -> str:
        """As the paper is headed: fill 000412 original, VOID fill 000412 copy."""
        return f"{'VOID ' * self.void}{self.series} {self.number:06} {self.part}"

    def words(self, zone: tzinfo = UTC) -> str:
        """All of it in one line, the time on the clock of a zone."""
        at = self.at.astimezone(zone).isoformat(" ")
        chain = self.chain.hex()
        return (
            f"{self.name}, ${dollars(self.cents)}, {at[:19]} UTC{at[19:]}, entry {self.entry}"
            f" check {chain[:4]} {chain[4:8]}, {self.station}, {self.site}"
        )

    def signed(self, key: SiteKey) -> "Code":
        """The two codes of this claim; the same claim has the same codes for ever."""
        data = _key_id(key.public) + self._packed()
        signature = key.sign(_CONTEXT + data)
        return Code(PREFIX + base32(data + signature), _short(signature))

    def _packed(self) -> bytes:
        marks = SERIES.index(self.series) | ALL_PARTS.index(self.part) << 1 | self.void << 3
        numbers = b"".join(varint(number) for number in (self.number, self.entry, self.cents))
        at = int(self.at.timestamp()).to_bytes(4)
        site = self.site.encode()
        return b"%c%b%b%b%c%b%b" % (
            *(marks, numbers, at, self.chain),
            *(len(site), site, self.station.encode()),
        )

    @classmethod
    def _unpacked(cls, data: bytes) -> Self:
        """Raises ValueError where the bytes are no claim."""
        marks, at = data[0], 1
        numbers = []
        for _ in range(3):
            number, at = read_varint(data, at)
            numbers.append(number)
        fixed, rest = data[at : at + 4 + _CHAIN], data[at + 4 + _CHAIN :]
        if marks > 15 or not rest or len(rest) <= rest[0]:
            raise ValueError("it is no claim")
        number, entry, cents = numbers
        return cls(
            site=rest[1 : 1 + rest[0]].decode("ascii"),
            station=rest[1 + rest[0] :].decode("ascii"),
            series=SERIES[marks & 1],
            number=number,
            part=ALL_PARTS[marks >> 1 & 3],
            void=bool(marks & 8),
            at=datetime.fromtimestamp(int.from_bytes(fixed[:4]), UTC),
            cents=cents,
            entry=entry,
            chain=fixed[4:],
        )


@dataclass(frozen=True)
class Code:
    """The two codes of one part of a slip, as printed; `read` makes one of what was scanned or typed.

    qr     the whole text of the QR; "" of a code that was typed
    short  twelve characters in groups of four
    """

    qr: str
    short: str

    @cached_property
    def claim(self) -> Claim | None:
        """What the QR says, not proven yet; None of a typed code."""
        return Claim._unpacked(self._bytes[_ID:-_SIGNATURE]) if self.qr else None

    @property
    def _bytes(self) -> bytes:
        return unbase32(self.qr.removeprefix(PREFIX))

    @property
    def key_id(self) -> bytes:
        """The first bytes of the hash of the key that the QR names."""
        return self._bytes[:_ID]

    def names(self, public: str) -> bool:
        """Whether it is this key that the QR names."""
        return self.key_id == _key_id(public)

    def signed_by(self, public: str) -> bool:
        """Whether this key made the signature."""
        data = self._bytes
        return made_by(public, data[-_SIGNATURE:], _CONTEXT + data[:-_SIGNATURE])


class Difference(NamedTuple):
    """A field in which the paper and the book differ: what each says."""

    field: str
    paper: str
    book: str


@dataclass(frozen=True, slots=True)
class CodeVerdict:
    """What a check found.

    kind         "genuine" against the key alone; "equal" against the book
    words        what it is, and what to do now
    claim        what the paper must say, where the code says so or the book does
    differences  of "differs": field by field
    """

    kind: Kind
    words: str
    claim: Claim | None = None
    differences: tuple[Difference, ...] = ()

    @property
    def ok(self) -> bool:
        """Whether the slip is genuine and nothing speaks against it."""
        return self.kind in ("genuine", "equal")


# Reading


def read(text: str) -> Code:
    """A code as scanned or typed: case, spaces and punctuation do not matter, O is 0, I and L are 1.

    Raises:
        ValueError: it is no code; the words say why.
    """
    if len(text) > _LONGEST:
        raise ValueError("The text is too long for a code. Scan the QR of the slip, or type its code.")
    chars = cleaned(_SCANNER.sub("", text, count=1))
    if len(chars) >= _QR_FROM:
        return _read_qr(chars)
    if len(chars) == SHORT + 4 and chars.startswith("C0DE"):
        chars = chars[4:]
    if not chars:
        raise ValueError("There is no code. Scan the QR of the slip, or type its code.")
    if len(chars) != SHORT:
        raise ValueError(
            f"The code has {len(chars)} characters; a typed code has {SHORT}, in three groups of four."
            " Look at the line CODE of the slip, or scan the QR."
        )
    if remainder(chars):
        raise ValueError(f"{grouped(chars)} is mistyped: its check character is wrong. Type it again.")
    return Code("", grouped(chars))


def _read_qr(chars: str) -> Code:
    if not chars.startswith(PREFIX):
        raise ValueError("The text is no code of a slip: those begin with PD1. Scan the slip's own QR.")
    try:
        data = unbase32(chars.removeprefix(PREFIX))
        code = Code(chars, _short(data[-_SIGNATURE:]))
        _ = code.claim
    except (ValueError, IndexError):
        raise ValueError("The code is damaged: it is no claim of a slip. Scan the QR again.") from None
    return code


# Checking


def genuine(text: str, key: SiteKey | str, listed: Mapping[str, str] | None = None) -> CodeVerdict:
    """Check a code against a public key alone.

    key     the public key; of a `SiteKey` only that is used
    listed  short code → QR text, as the site lists them; each is proven before it is believed

    Raises:
        ValueError: the text is no code, or the key no public key.
    """
    public = _public(key)
    code = read(text)
    if not code.qr:
        return _looked_up(code, public, listed)
    claim = code.claim
    assert claim
    if code.signed_by(public):
        return CodeVerdict("genuine", f"Signed by this site. The paper must say: {claim.words()}", claim)
    if code.names(public):
        words = "Not signed by this site: the code is forged or damaged. Scan again, then keep the slip."
        return CodeVerdict("not signed", words, claim)
    return CodeVerdict(
        "other key",
        f"Not signed by this site: the code names key {code.key_id.hex()} of '{claim.site}', this"
        f" site's is {_key_id(public).hex()}. Check it with that site's public key, or keep the slip.",
        claim,
    )


def _looked_up(code: Code, public: str, listed: Mapping[str, str] | None) -> CodeVerdict:
    if listed is None:
        words = "A typed code cannot be checked with the public key alone. Scan the QR or give the list."
        return CodeVerdict("cannot tell", words)
    if not (qr := listed.get(code.short)):
        words = "The list has no such code. Scan the QR, ask the site for the whole list, keep the slip."
        return CodeVerdict("unknown", words)
    row = code
    with suppress(ValueError):
        row = read(qr)
    if row.short == code.short and row.claim and row.signed_by(public):
        words = f"Signed by this site. The paper must say: {row.claim.words()}"
        return CodeVerdict("genuine", words, row.claim)
    words = "The row of this code in the list is not signed by this site. Ask the site for the list."
    return CodeVerdict("unknown", words)


def check(journal: Journal, text: str, key: SiteKey | str, *, day: int | None = None) -> CodeVerdict:
    """Check a code against a book.

    key   the public key will do for a scanned code; a typed one needs the key itself
    day   number of the gaming day that the slip should be of, or None for any

    Raises:
        ValueError: the text is no code, or the key no public key.
        Trouble: the book cannot be read.
    """
    code = read(text)
    claim = code.claim
    if claim is None:
        if isinstance(key, str):
            words = "A typed code cannot be checked with the public key alone. Scan the QR."
            return CodeVerdict("cannot tell", words)
        claim = next((said for made, said in codes(journal, key) if made.short == code.short), None)
        if claim is None:
            words = (
                f"No slip of the book {journal.path} has this code: it is another site's or forged, or"
                " the book was changed. Scan the QR, keep the slip, verify the book."
            )
            return CodeVerdict("unknown", words)
    elif not (found := genuine(text, key)).ok:
        return found
    return _held_against(journal, claim, day)


def _held_against(journal: Journal, claim: Claim, day: int | None) -> CodeVerdict:
    """A signed claim, held against the book."""
    entry = journal.numbered(claim.series, claim.number)
    said = claim.words(Site.of(journal.setup()).zone)
    if entry is None:
        return CodeVerdict(
            "not in book",
            f"Signed by this site, but the book {journal.path} has no {claim.series} {claim.number:06}."
            f" The paper says: {said}. Look in the site's other books and backups; keep the slip.",
            claim,
        )
    voided = _void_of(journal, entry)
    if found := differences(claim, entry, void=bool(voided)):
        told = "; ".join(f"{one.field}: paper {one.paper}, book {one.book}" for one in found)
        return CodeVerdict(
            "differs",
            f"Signed by this site, but the book says otherwise of {claim.name}: {told}."
            " Keep the slip, verify the book and look at its backups.",
            claim,
            found,
        )
    if voided and not claim.void:
        because = voided.fact.reason
        return CodeVerdict(
            "void since",
            f"Genuine, but {claim.series} {claim.number:06} is void since entry {voided.seq}: {because}."
            " Keep this part with the voided slip in the daily records.",
            claim,
        )
    if day is not None and entry.day != day:
        return CodeVerdict(
            "other day",
            f"Genuine and as the book says, but of {_day_words(journal, entry.day)}, not of"
            f" {_day_words(journal, day)}. Find out how it came here. The paper must say: {said}",
            claim,
        )
    return CodeVerdict(
        "equal", f"Genuine, and the book says the same. The paper must say: {said}", claim
    )


def differences(claim: Claim, entry: Entry, *, void: bool) -> tuple[Difference, ...]:
    """In which fields a claim and the entry of its slip differ; `void`: whether the book has it void."""
    fields = (
        ("time", claim.at.isoformat(), entry.at.isoformat()),
        ("total", f"${dollars(claim.cents)}", f"${dollars(entry.chips.cents)}"),
        ("entry", str(claim.entry), str(entry.seq)),
        ("check", claim.chain.hex(), entry.hash[:_CHAIN].hex()),
        ("state", "void", "not void") if claim.void and not void else ("state", "", ""),
    )
    return tuple(Difference(*one) for one in fields if one[1] != one[2])


def _void_of(journal: Journal, entry: Entry) -> Entry | None:
    """The void of a slip, which is of the same gaming day."""
    following = journal.day_after(entry.day)
    about = (one for one in journal.entries(entry.seq, following) if one.about == entry.seq)
    return next((one for one in about if isinstance(one.fact, kinds.Void)), None)


def _day_words(journal: Journal, number: int) -> str:
    opened = journal.numbered("day", number)
    return f"day {number} ({opened.of(kinds.OpenDay).date})" if opened else f"day {number}"


# A book's codes


def check_any(
    journal: Journal, text: str, keys: Sequence[SiteKey], *, day: int | None = None
) -> CodeVerdict:
    """As `check`, of a site whose key was changed: by the key that knows the code, else by the first."""
    strange = ("other key", "unknown")
    first = check(journal, text, keys[0], day=day)
    if first.kind not in strange:
        return first
    others = (check(journal, text, key, day=day) for key in keys[1:])
    return next((one for one in others if one.kind not in strange), first)


def codes(journal: Journal, key: SiteKey, *, day: int | None = None) -> Iterator[tuple[Code, Claim]]:
    """The codes of every part of every slip of a book, or of a day of it, newest slip first.

    A slip has one for each of its parts and one for both on two plies; a void one as many again for its
    VOID. Each is signed as it is asked for: 25,000 slips take some seconds.

    Raises:
        Trouble: the book cannot be read.
    """
    names = _names(journal)
    steps = journal.slips()
    void = {seq for seq, kind, *_ in steps if kind == "void"}
    of_day = [(seq, kind) for seq, kind, _, on, *_ in steps if day in (None, on)]
    prepared = [seq for seq, kind in dict.fromkeys(of_day) if kind in SERIES]
    for seq in reversed(prepared):
        entry = journal.entry(seq)
        for voided in (False, True) if seq in void else (False,):
            for name in _named(names, seq):
                for part in ALL_PARTS:
                    claim = Claim.of(entry, part, name, void=voided)
                    yield claim.signed(key), claim


def station_of(entry: Entry) -> str:
    """The station that asked for an entry, as its request names it."""
    station, after, _ = (entry.request or "").rpartition(" after ")
    return station if after else STATION


def short_name(site: Site) -> str:
    """What the codes of a site call it: ASCII, at most 16 characters."""
    name = site.name or site.organization
    return _ascii(f"PRACTICE {name}" if site.practice else name, LONGEST_SITE)


def _ascii(text: str, longest: int) -> str:
    marks = normalize("NFKD", " ".join(text.split()))
    shown = "".join(char if " " <= char <= "~" else "?" for char in marks if category(char)[0] != "M")
    return shown[:longest].rstrip(" ,.-")


def _names(journal: Journal) -> list[tuple[int, str]]:
    """What the site was called, and since which entry."""
    site, names = Site(), [(0, "")]
    for entry in journal.setup():
        site.apply(entry)
        if short_name(site) != names[-1][1]:
            names.append((entry.seq, short_name(site)))
    return names


def _named(names: Iterable[tuple[int, str]], seq: int) -> list[str]:
    """What paper of an entry can call the site: its name then, and those since, if it was renamed."""
    then: list[str] = []
    for since, name in names:
        then = [name] if since < seq else [*then, name]
    return list(dict.fromkeys(then))


# Bytes and characters


def _public(key: SiteKey | str) -> str:
    return key if isinstance(key, str) else key.public


def _key_id(public: str) -> bytes:
    return sha256(public_bytes(public)).digest()[:_ID]


def _short(signature: bytes) -> str:
    """Eleven characters of the signature's hash (55 bits), and the check character."""
    return grouped(checked(base32(sha256(signature).digest()[:7])[: SHORT - 1]))
