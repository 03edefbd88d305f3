"""The chain of a site's documents: which of them stand, which conflict, which cannot stand and why.

Pure: no database. Documents stand in the order of their numbers. The one that stands is the first of its
number that is right in itself, signed by the key of that number, and follows the one before. After a
restore a site may pass over the numbers that it lost: that document names the one that it comes after.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date as Date
from datetime import datetime
from itertools import groupby
from operator import attrgetter
from typing import NamedTuple

from pitdesk.office.reading import DocumentReading


class Standing(NamedTuple):
    """A document that stands: as `reading.Reading`; `successor` is the key that signs the next."""

    number: int
    date: str
    kind: str
    sha256: str
    public: str
    successor: str
    wrong: str = ""


SERIES = ("day", "fill", "credit", "document")  # whose numbers head office follows
NONE = Standing(0, "", "", "", "", "")  # before the first


class Conflict(NamedTuple):
    """Two signed documents where there can be one. about: "number" or "day"; number: of the later."""

    number: int
    sha256: str
    other: str
    about: str


class Decision(NamedTuple):
    """What head office decided: the document of a number that stands, the hashes of those that do not.

    A document that came later is not among `against`: it is a new conflict.
    """

    number: int
    sha256: str
    against: list[str]
    reason: str
    who: str
    at: datetime


def run(what: str, first: int, last: int) -> str:
    """Numbers that follow each other, in words."""
    return f"{what} {first}" if first == last else f"{what} {first} to {last}"


class SeriesGap(NamedTuple):
    """Numbers of a series (of SERIES) that are missing before a day, or came twice."""

    series: str
    first: int
    last: int
    date: Date
    twice: bool

    @property
    def numbers(self) -> str:
        """Which numbers it is about."""
        return run(self.series, self.first, self.last)

    @property
    def words(self) -> str:
        """What is wrong with them."""
        if self.twice:
            return f"{self.series} {self.first} of {self.date} was used before: they went to {self.last}"
        return f"missing before {self.date}: {self.numbers}"


class Explanation(NamedTuple):
    """Why there is a gap, as head office wrote it down."""

    gap: SeriesGap
    reason: str
    who: str
    at: datetime


class Pending(NamedTuple):
    """A document that does not stand: it waits for the one of a number, or `wrong` says why."""

    number: int
    sha256: str
    waits_for: int
    wrong: str = ""

    @property
    def words(self) -> str:
        """Why it does not stand."""
        return self.wrong or f"it waits for document {self.waits_for}"


@dataclass(slots=True)
class Chain:
    """A site's chain, as far as it stands, and what head office itself decided about it.

    keys      from which number on head office named a key ("" where none signs)
    settled   number → what head office decided about it
    aside     hash of what was decided against, or follows such a one → its number, the one decided about
    last      the last one that stands
    standing  those known by number: the ones that were just taken in, and any older one that is needed
    days      date → the day's document that counts
    """

    keys: Mapping[int, str]
    settled: Mapping[int, Decision]
    last: Standing = NONE
    standing: dict[int, Standing] = field(default_factory=dict)
    days: dict[str, Standing] = field(default_factory=dict)
    added: list[Standing] = field(default_factory=list)
    counted: list[DocumentReading] = field(default_factory=list)
    conflicts: list[Conflict] = field(default_factory=list)
    pending: list[Pending] = field(default_factory=list)
    aside: dict[str, tuple[int, int]] = field(default_factory=dict)

    def take(self, readings: Iterable[DocumentReading]) -> None:
        """Take in documents in the order of their numbers and, among those, of their arrival.

        Leaves what stands now in `added`, the readings whose rows count in `counted`.
        """
        number_of = attrgetter("number")
        for number, same in groupby(sorted(readings, key=number_of), number_of):
            ones = [*same]
            if number > self.last.number:
                self._place(number, ones)
            for one in ones:
                self._leave(number, one)

    def _place(self, number: int, ones: list[DocumentReading]) -> None:
        """Let the first one that can stand do so."""
        one = next((one for one in ones if self._fits(number, one)), None)
        if one is None:
            return
        content = one.content or self._clash(one)
        stands = Standing(
            number, one.date, one.kind, one.sha256, one.public, one.successor or one.public, content
        )
        if not content:
            self.counted.append(one)
            if one.kind == "day":
                self.days[one.date] = stands
        self.last = self.standing[number] = stands
        self.added.append(stands)

    def _fits(self, number: int, one: DocumentReading) -> bool:
        """Whether it can stand after the last one."""
        right = not one.form and one.public == self._key(number) and self._reaches(one)
        return right and self._chosen(number, one)

    def _reaches(self, one: DocumentReading) -> bool:
        """Whether the one that it comes after stands, and none is missing between."""
        known = {**self.standing, 0: NONE, self.last.number: self.last}
        return one.after in known and one.follows == known[one.after].sha256

    def _chosen(self, number: int, one: DocumentReading) -> bool:
        """Whether head office did not choose another of the number."""
        return number not in self.settled or self.settled[number].sha256 == one.sha256

    def _key(self, number: int) -> str:
        """The key that signs the document of a number, when the one before stands."""
        if number <= self.last.number:
            return self.keys.get(number, self.standing[number].public)
        named = [since for since in self.keys if self.last.number < since <= number]
        return self.keys[max(named)] if named else self.last.successor

    def _clash(self, one: DocumentReading) -> str:
        """Why a correctly signed document does not count, given the others of its site."""
        if one.kind == "day" and (first := self.days.get(one.date)):
            self._conflict(one, first, "day")
            return f"the day {one.date} is in document {first.number} already"
        if one.kind == "correction":
            about = self.days.get(one.date)
            if not about or about.sha256 != one.about:
                return f"it corrects a document of {one.date} that does not stand"
        return ""

    def _leave(self, number: int, one: DocumentReading) -> None:
        """Note what becomes of one that does not stand: it conflicts, or it is pending."""
        stands = self.standing.get(number)
        if stands and stands.sha256 == one.sha256:
            return
        self._decided(number, one)
        waits_for, words = 0, ""
        if one.form:
            words = one.form
        elif one.after > self.last.number:
            waits_for = self.last.number + 1
        elif (key := self._key(number)) != one.public:
            words = "its key is not the site's at this number" if key else "the site's key is revoked"
        elif stands:
            self._conflict(one, stands, "number")
            return
        elif not self._chosen(number, one):
            words = "head office chose another document of this number"
        else:
            words = (
                f"it follows another document {one.after} than the one that stands"
                if one.after
                else "it is the first, and names one before it"
            )
        self.pending.append(Pending(number, one.sha256, waits_for, words))

    def _decided(self, number: int, one: DocumentReading) -> None:
        """Put aside what head office decided against, and what follows it on its own branch."""
        if number in self.settled and one.sha256 in self.settled[number].against:
            self.aside[one.sha256] = number, number
        elif before := self.aside.get(one.follows):
            self.aside[one.sha256] = number, before[1]

    def _conflict(self, one: DocumentReading, stands: Standing, about: str) -> None:
        low, high = sorted((one.sha256, stands.sha256))
        self.conflicts.append(Conflict(one.number, low, high, about))
