"""What has no document for head office yet: sealed days, late counts, corrections, deposits, keys.

A deposit is of days, of a tournament or a poker occasion, or takes one back that was noted wrong. A tax
return and a dealers' week stand in the document of the next day that is sealed.
"""

from collections.abc import Iterator

from pitdesk import kinds
from pitdesk.book.day import Day
from pitdesk.book.entries import Entry
from pitdesk.book.journal import Journal
from pitdesk.book.past import day_of

_TOLD = (
    *(kinds.Correction, kinds.Deposit, kinds.ContestDeposit, kinds.TakeBackDeposit),
    kinds.Key,
)


def undocumented(journal: Journal, known: Day | None = None) -> list[Day | Entry]:
    """What has no document, in the order of its entries; `known` is a day that is built already."""
    return sorted(_undocumented(journal, known), key=lambda fact: sealing(fact).seq)


def _undocumented(journal: Journal, known: Day | None) -> Iterator[Day | Entry]:
    last = journal.last_document()
    days, about = (last[0].days, last[1]) if last else (0, 0)
    for number in journal.days(after=days):
        day = known if known and known.number == number else day_of(journal, number)
        if day and day.sealed:
            yield day.issue(1) if day.seal and day.seal.pending else day
    yield from journal.each(kinds.FinishDay, after=about)
    yield from (
        entry for entry in journal.setup() if entry.seq > about and isinstance(entry.fact, _TOLD)
    )


def between_seals(journal: Journal, day: Day) -> list[Entry]:
    """The tax returns and dealers' weeks that a day's document tells of: since the seal before it."""
    before = journal.numbered("day", day.number - 1)
    seals = journal.each(kinds.CloseDay, after=before.seq if before else 0, until=day.opened.seq)
    last = max((seal.seq for seal in seals), default=0)
    return [*journal.each(kinds.FileReturn, kinds.DealerWeek, after=last, until=sealing(day).seq)]


def sealing(fact: Day | Entry) -> Entry:
    """The entry that a document is about: a day's seal, or the fact itself."""
    entry = fact.sealed if isinstance(fact, Day) else fact
    assert entry
    return entry
