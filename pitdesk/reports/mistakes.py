"""What of a day was a mistake: entries that were taken back, and what was counted again, both kept."""

from collections.abc import Callable, Iterator
from typing import NamedTuple

from pitdesk import kinds
from pitdesk.book.day import Day
from pitdesk.book.entries import Entry
from pitdesk.chips import value_cents

Name = Callable[[str], str]  # id of a person → how the reader calls them


class TakenBack(NamedTuple):
    """An entry, and the one that took it back."""

    entry: Entry
    reversal: Entry

    @property
    def how(self) -> str:
        """Undone at once, or reversed by two."""
        return "undone" if self.reversal.of(kinds.Reverse).undone else "reversed"


class Counted(NamedTuple):
    """One of several counts of the same thing, in cents."""

    entry: Entry
    cents: int


def taken_back(day: Day) -> list[TakenBack]:
    """What was taken back on a day, in the order in which that was done."""
    return [TakenBack(day.reversals.taken[one.seq], one) for _, one in day.facts(kinds.Reverse)]


def told(entry: Entry, name: Name) -> str:
    """What an entry that can be taken back says, in the trade's words."""
    match entry.fact:
        case kinds.Redeem(chips=chips, check=check):
            said = f"redeemed {chips}" + f", check {check}" * bool(check)
        case kinds.Exchange(chips=chips, gave=gave, table=table):
            said = f"exchanged {chips} for {gave}" + f", table {table}" * bool(table)
        case kinds.Check(check=check, drawn_by=drawn_by):
            said = f"cashed check {check} of {drawn_by}"
        case kinds.DeclareTips(chips=chips, person=person):
            said = f"tips of {name(person)}: {chips}"
        case kinds.PoolTips(chips=chips, person=person):
            said = f"tips of {name(person)} into the pool: {chips}"
        case kinds.RedeemTips(chips=chips, person=person):
            said = f"tips of {name(person)} redeemed: {chips}"
        case kinds.ExchangeTips(chips=chips, gave=gave, person=person, table=table):
            said = f"tips of {name(person)} exchanged at table {table}: {chips} for {gave}"
        case kinds.Iou(source=source, destination=destination):
            said = f"IOU {entry.number.number if entry.number else ''} from {source} to {destination}"
        case kinds.Payback(iou=iou):
            said = f"IOU {iou} paid back"
        case kinds.Withdraw(method=method, to=to):
            said = f"withdrawal by {method} to {to}"
        case _:
            said = entry.kind
    return said


def counted_again(day: Day, name: Name) -> list[tuple[str, list[Counted]]]:
    """What was counted more than once where once is meant: (what, every count of it), in order."""
    found: dict[str, list[Counted]] = {}
    for what, count in _counts(day, name):
        found.setdefault(what, []).append(count)
    return [(what, counts) for what, counts in found.items() if len(counts) > 1]


def _counts(day: Day, name: Name) -> Iterator[tuple[str, Counted]]:
    uses: dict[str, int] = {}  # box → how often it was counted to the end
    agreed: set[str] = set()
    for entry in day.entries:
        match entry.fact:
            case kinds.Count(when=("opening" | "closing") as when, counted=counted):
                for place, held in counted.items():
                    cents = sum(value_cents(name, amount) for name, amount in held.items())
                    yield f"{when} count of the {place}", Counted(entry, cents)
            case kinds.OpenTable(table=table, reopened=False, chips=chips):
                yield f"opener of table {table}", Counted(entry, chips.cents)
            case kinds.CountOpener(table=table, chips=chips):
                yield f"opener of table {table}", Counted(entry, chips.cents)
            case kinds.DropCount(table=table, box=box, cents=cents):
                of = box or day.tables[table].box
                uses[of] = uses.get(of, 0) + (of in agreed)  # it went back on the table in between
                agreed.discard(of)
                who = name(entry.signatures[0].person)
                yield f"{_use(of, uses)}, own count of {who}", Counted(entry, cents)
            case kinds.Drop(table=table, box=box, cents=cents):
                of = box or day.tables[table].box
                agreed.add(of)
                yield f"{_use(of, uses)}, drop", Counted(entry, cents)


def _use(box: str, uses: dict[str, int]) -> str:
    times = uses.get(box, 0)
    return f"box {box}" + f", use {times + 1}" * bool(times)
