"""The fate of slips: what became of each, step by step, on paper, at the count; and of the numbers."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from pitdesk import kinds
from pitdesk.book.day import Day
from pitdesk.book.entries import Entry, Signature
from pitdesk.book.register import Gap, NumberSpan
from pitdesk.book.site import Site
from pitdesk.book.slip import PARTS, Print, Slip
from pitdesk.chips import dollars

_ALIKE = {  # what both parts came out as, in few words
    "whole": "Both",
    "not sent": "Not yet",
    "unknown": "Both unknown",
    "nothing": "Neither",
    "damaged": "Both damaged",
}


@dataclass(frozen=True, slots=True)
class Trace:
    """Where a slip's two parts are, the original first.

    paper    what the last print of each came out as: not sent, unknown, whole, nothing, damaged
    found    where each turned up at the count, "" where it did not
    home     where each must end
    settled  whether the count is over: what was not found by then is missing
    """

    paper: tuple[str, str]
    found: tuple[str, str]
    home: tuple[str, str]
    settled: bool

    @property
    def on_paper(self) -> str:
        """In few words: "Both", "Not yet", "Copy unknown"."""
        original, copy = self.paper
        if original == copy:
            return _ALIKE[original]
        told = [f"{part} {how}" for part, how in zip(PARTS, self.paper, strict=True) if how != "whole"]
        return ", ".join(told).capitalize()

    @property
    def at_count(self) -> str:
        """In few words: "Both", "Not yet", "Copy missing", "Original misplaced"."""
        if self.found == self.home:
            return "Both"
        if not any(self.found):
            return "Neither" if self.settled else "Not yet"
        told = [
            f"{part} {'misplaced' if found else 'missing'}"
            for part, found, home in zip(PARTS, self.found, self.home, strict=True)
            if found != home
        ]
        return ", ".join(told).capitalize()

    @property
    def is_printed(self) -> bool:
        """Whether both parts are on paper, whole."""
        return self.paper == ("whole", "whole")

    @property
    def is_found(self) -> bool:
        """Whether nobody need look for it: found where it belongs, or the count is not over."""
        return self.found == self.home or not self.settled


@dataclass(frozen=True, slots=True)
class SlipStep:
    """One thing that happened to a slip. `odd` is whether somebody should look at it."""

    at: datetime
    words: str
    odd: bool = False


@dataclass(frozen=True, slots=True)
class Numbers:
    """The numbers of a series: first, last, how many used, how many of those void, what is lacking."""

    series: str
    first: int
    last: int
    used: int
    void: int
    gaps: tuple[Gap, ...]

    @property
    def words(self) -> str:
        """In one line, gaps as ranges with what is known of them."""
        span = f"{self.first:06} to {self.last:06}" if self.last > self.first else f"{self.first:06}"
        told = f"{self.series.capitalize()} {span}: {self.used:,} used"
        told += f", {self.void:,} void" if self.void else ", none void"
        return f"{told}, {'; '.join(map(_gap_words, self.gaps)) or 'no gaps'}"


def _gap_words(gap: Gap) -> str:
    many = gap.first != gap.last
    numbers = f"{gap.first:06} to {gap.last:06}" if many else f"{gap.first:06}"
    return f"{numbers} {'were' if many else 'was'} never used: {gap.why or 'nobody knows why'}"


def numbers(spans: Iterable[NumberSpan], gaps: Sequence[Gap]) -> list[Numbers]:
    """The numbers of each series that has any, of the days that these spans are of, fills first."""
    of_series: dict[str, list[NumberSpan]] = {"fill": [], "credit": []}
    for span in spans:
        of_series[span.series].append(span)
    found = []
    for series, some in of_series.items():
        if some:
            ends = (min(span.first for span in some), max(span.last for span in some))
            many = (sum(span.used for span in some), sum(span.void for span in some))
            found.append(
                Numbers(series, *ends, *many, tuple(gap for gap in gaps if gap.series == series))
            )
    return found


def trace(day: Day, slip: Slip) -> Trace:
    """Where the two parts of a slip of the day are."""
    void = slip.state == "void"
    original, copy = PARTS
    return Trace(
        paper=(slip.on_paper(original, void=void), slip.on_paper(copy, void=void)),
        found=(slip.found.get(original, ""), slip.found.get(copy, "")),
        home=(slip.belongs(original), slip.belongs(copy)),
        settled=day.sealed is not None and f"box {slip.box}" not in day.waiting,
    )


def traces(day: Day) -> dict[tuple[str, int], Trace]:
    """The traces of all slips of a day, by series and number."""
    return {key: trace(day, slip) for key, slip in day.slips.items()}


def story(day: Day, slip: Slip, site: Site) -> tuple[SlipStep, ...]:
    """All that the book knows of a slip of the day, in order."""
    told = _Story(slip, site)
    found = [
        (entry.seq, SlipStep(entry.at, words, odd))
        for entry in day.entries
        for words, odd in told.of_entry(entry)
    ]
    found += [(one.entry, SlipStep(one.at, *told.of_print(one))) for one in slip.prints]
    return tuple(step for _, step in sorted(found, key=lambda one: one[0]))


Said = Iterator[tuple[str, bool]]


@dataclass(frozen=True, slots=True)
class _Story:
    """One slip, told entry by entry."""

    slip: Slip
    site: Site

    def of_entry(self, entry: Entry) -> Said:
        """What an entry says of the slip, and whether that is odd; nothing if it is not about it."""
        seq = self.slip.entry.seq
        if entry.seq == seq:
            yield f"Prepared by {self._signed(entry.signatures)}", False
            return
        by = self._signed(entry.signatures)
        match entry.fact:
            case kinds.ByHand(part=part, paper=paper, reason=reason) if entry.about == seq:
                yield f"{part.capitalize()} written by hand on paper {paper} by {by}: {reason}", True
            case kinds.Void(reason=reason) if entry.about == seq:
                yield f"Void by {by}: {reason}", True
            case kinds.Verify() if entry.about == seq:
                yield f"Verified by {by}", False
            case kinds.Receive() if entry.about == seq:
                yield f"Received by {by}", False
            case kinds.PrintAnswer(outcome=outcome) if any(
                one.entry == entry.about for one in self.slip.prints
            ):
                words = f"{by}: it came out as {outcome}"
                yield words.replace("as whole", "whole"), outcome != "whole"
            case kinds.Found() as found:
                yield from self._found(found)
            case kinds.Explain(what=what, reason=reason) if what.startswith(self.slip.name):
                part = what.removeprefix(self.slip.name).strip() or "slip"
                yield f"The {part} explained by {by}: {reason}", False

    def of_print(self, sent: Print) -> tuple[str, bool]:
        """A print, and how it came out as far as is known."""
        outcome = sent.outcome
        what = f"VOID {sent.part}" if sent.void else sent.part.capitalize()
        again = f", DUPLICATE {sent.copy}" if sent.copy else ""
        how = {None: "nobody knows how it came out", "nothing": "nothing came out"}.get(outcome, outcome)
        odd = outcome != "whole" or bool(sent.copy)
        return f"{what}{again} sent to {sent.printer}: {how}", odd

    def _found(self, found: kinds.Found) -> Said:
        for series, number, part, cents in found.parts:
            if (series, number) == (self.slip.series, self.slip.number):
                says = "" if cents is None else f", ${dollars(cents)}"
                first = self.slip.found.get(part) == found.where
                yield f"{part.capitalize()} found in {found.where}{says}", not first

    def _signed(self, signatures: Iterable[Signature]) -> str:
        people = self.site.people
        return " and ".join(
            f"{people[one.person].name if one.person in people else one.person} ({one.role})"
            for one in signatures
        )
