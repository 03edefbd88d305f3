"""The night so far: read at any moment, printed and shown. It closes nothing."""

from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from typing import NamedTuple

from pitdesk import kinds, places
from pitdesk.book.banks import Balances, drawers
from pitdesk.book.day import Day
from pitdesk.book.entries import Entry
from pitdesk.book.people import Signer
from pitdesk.chips import Chips
from pitdesk.desk.slips import SlipVerbs
from pitdesk.errors import Refused

TRANSIT = "on the way"
PLAYERS = "players"


class Read(NamedTuple):
    """A line of a reading: what, how much now, and what changed since the last reading.

    cents   None while somebody counts it alone
    change  None where the last reading did not have it
    """

    what: str
    cents: int | None
    change: int | None


class ReadingVerbs(SlipVerbs):
    """The verb, and what the spool notes of its paper."""

    def reading(self, by: Signer) -> Entry:
        """Read the night so far. It is printed; no count, no figure and no slip is changed by it."""
        day = self.today
        waiting = [slip for slip in day.slips.values() if slip.on_the_way]
        fact = kinds.Reading(
            number=len(day.readings.entries) + 1,
            figures=so_far(day, self.journal.balances()),
            slips=tuple((s.series, s.number, s.table, s.chips.cents) for s in waiting),
            blind=tuple(sorted(day.tills.blind)),
        )
        return self._post(fact, [by])

    def answer_reading(self, outcome: str, by: Signer) -> Entry:
        """Say whether the paper of the last reading is whole, or damaged, where no printer proved it.

        It is not printed again by itself: another reading costs no more.
        """
        asked = self.today.readings.unproven()
        if asked is None or outcome not in ("whole", "damaged"):
            words = "No paper of a reading needs such an answer. Read the night again to print it."
            raise Refused([self.rules.refusal("pd.print", words)])
        return self._post(kinds.AnswerReading(outcome=outcome), [by], about=asked.entry)

    def print_reading(
        self, reading: Entry, lines: Sequence[str], *, printer: str, data: bytes = b"", logo: int = 0
    ) -> Entry:
        """Note that these lines are about to be sent for a reading; data and logo as of `print`."""
        digest = sha256(data).hexdigest() if data else ""
        fact = kinds.PrintReading(printer=printer, lines=tuple(lines), bytes=digest, logo=logo)
        return self._note(fact, reading.seq)


def so_far(day: Day, balances: Balances) -> dict[str, int]:
    """What is read of the night → cents, in the order in which it is read.

    Without the places that somebody is counting alone.
    """
    figures = {}
    for place in drawers(day):
        held = balances.get(place, {})
        figures[place] = held.get("cash", 0)
        if checks := held.get("checks", 0):
            figures[f"checks in the {place}"] = checks
    if reserve := balances.get(places.CASH_RESERVE, {}).get("cash", 0):
        figures[places.CASH_RESERVE] = reserve
    figures[places.CHIP_BANK] = _worth(balances, places.CHIP_BANK)
    tables = day.tables.values()
    figures |= {f"table {table.table}": _worth(balances, places.tray(table.table)) for table in tables}
    if way := _worth(balances, places.TRANSIT):
        figures[TRANSIT] = way
    figures[PLAYERS] = _worth(balances, places.PATRONS)
    figures["fills"] = sum(table.fills.cents for table in tables)
    figures["credits"] = sum(table.credits.cents for table in tables)
    paid = (entry for _, entry in day.facts(kinds.Redeem) if entry.seq not in day.reversals.by)
    figures["redeemed"] = sum(entry.chips.cents for entry in paid)
    hidden = {*day.tills.blind, *(f"checks in the {place}" for place in day.tills.blind)}
    return {what: cents for what, cents in figures.items() if what not in hidden}


def _worth(balances: Balances, place: str) -> int:
    """The chips at a place, in cents."""
    return Chips.among(balances.get(place, {})).cents


def compared(
    figures: Mapping[str, int], blind: Sequence[str], last: kinds.Reading | None
) -> Iterator[Read]:
    """The lines of a reading beside the one before it; what is counted alone comes first, unsaid."""
    before = last.figures if last else {}
    for place in blind:
        yield Read(place, None, None)
    for what, cents in figures.items():
        known = last is not None and what not in last.blind
        yield Read(what, cents, cents - before.get(what, 0) if known else None)
