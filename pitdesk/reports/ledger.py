"""The book as plain-text accounting, for hledger (or ledger) and beancount, to be added up by others.

Each entry with postings is a transaction: cash and checks in USD, each type of chip a commodity, an
account for each place. At every seal, and at the end, all balances are asserted, so that a stranger's
tool adds the book up again and stops at the first line that does not fit.

A transaction is dated by its gaming day; what lies between two days (a delivery) by a date between them.
So the dates never run back, though a night does not end at midnight.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import date, timedelta
from functools import cache
from itertools import groupby
from typing import NamedTuple

from pitdesk import kinds, places
from pitdesk.book.entries import Entry
from pitdesk.book.journal import Journal
from pitdesk.book.site import Site
from pitdesk.chips import MONEY, Chip
from pitdesk.errors import Trouble

FORMATS = ("hledger", "beancount")
_GROUPS = {places.LENDERS: "liabilities"} | dict.fromkeys(
    (places.PATRONS, places.OVER_SHORT, places.SUPPLIER, places.DESTROYED), "equity"
)
_CARRIED = "equity:carried forward"  # what a range of days begins with comes from there
_DAY = timedelta(days=1)

Balances = dict[tuple[str, str], int]  # place and instrument → pieces or cents


class ExportStep(NamedTuple):
    """What an export writes down in order: a transaction, or the balances that must be met then.

    words   what happened, and to which entry it belongs
    moves   (place, instrument, pieces or cents); of an assertion the balances
    """

    on: date
    words: str
    entry: int
    moves: tuple[tuple[str, str, int], ...]
    asserted: bool = False


def export(journal: Journal, form: str, first: date | None = None, last: date | None = None) -> str:
    """The book, or its gaming days from a date to a date, as text in one of FORMATS.

    Raises:
        Trouble: the book does not add up to its own balances, or cannot be read.
    """
    steps = [*_between(_steps(journal), first, last)]
    site = Site.of(journal.setup())
    names = (site.organization, site.name)
    title = ", ".join(filter(None, map(_clean, names))) or "PitDesk"
    return "".join(f"{line}\n" for line in _FORMS[form](title, steps))


# Steps


def _steps(journal: Journal) -> Iterator[ExportStep]:
    """Every transaction of a book, and the balances at each seal and at the end."""
    held: Balances = {}
    entries = [
        one
        for one in journal.entries()
        if one.postings or isinstance(one.fact, kinds.OpenDay | kinds.CloseDay)
    ]
    on = date.min
    for on, entry in _dated(journal, entries):
        for place, instrument, amount in entry.postings:
            held[place, instrument] = held.get((place, instrument), 0) + amount
        if entry.postings:
            name = str(entry.number) if entry.number else entry.kind
            if isinstance(entry.fact, kinds.Reverse):
                name = f"reverse {entry.fact.what}, entry {entry.about}"
            yield ExportStep(on, name, entry.seq, entry.postings)
        if isinstance(entry.fact, kinds.CloseDay):
            yield ExportStep(on, f"seal of day {entry.day}", entry.seq, _flat(held), True)
    kept = {(place, name): n for place, at in journal.balances().items() for name, n in at.items()}
    if kept != {key: amount for key, amount in held.items() if amount}:
        raise Trouble(f"{journal.path} does not add up. See 'pitdesk verify --book {journal.path}'.")
    if held and not isinstance(entries[-1].fact, kinds.CloseDay):
        yield ExportStep(on, "the book as it stands", journal.head.seq, _flat(held), True)


def _flat(held: Balances) -> tuple[tuple[str, str, int], ...]:
    return tuple((place, name, amount) for (place, name), amount in sorted(held.items()))


def _dated(journal: Journal, entries: Sequence[Entry]) -> Iterator[tuple[date, Entry]]:
    """Entries with their gaming days' dates; those between two days with a date that is between them."""
    begins = {one.seq: one.fact.date for one in entries if isinstance(one.fact, kinds.OpenDay)}
    local = Site.of(journal.setup()).local
    today, sealed = date.min, True
    for entry in entries:
        today = begins.get(entry.seq, today)
        sealed = sealed and entry.seq not in begins
        if entry.day or not sealed:
            yield today, entry
        else:
            after = today + _DAY if today > date.min else today
            until = next((on for seq, on in begins.items() if seq > entry.seq), date.max)
            yield min(max(after, local(entry.at).date()), until), entry
        sealed = sealed or isinstance(entry.fact, kinds.CloseDay)


def _between(steps: Iterable[ExportStep], first: date | None, last: date | None) -> Iterator[ExportStep]:
    """The steps of some days; what there was before is carried forward in one transaction."""
    held: Balances = {}
    begun = not first
    for step in steps:
        if last and step.on > last:
            return
        if not begun and first and step.on >= first:
            begun = True
            carried = [(place, name, n) for place, name, n in _flat(held) if n]
            against = [(_CARRIED, name, -n) for _, name, n in carried]
            yield ExportStep(step.on, "carried forward", 0, tuple(carried + against))
            yield ExportStep(step.on, "carried forward", 0, _flat(held), True)
        if begun:
            yield step
        elif not step.asserted:
            for place, name, amount in step.moves:
                held[place, name] = held.get((place, name), 0) + amount


# hledger


def _hledger(title: str, steps: list[ExportStep]) -> Iterator[str]:
    yield f"; {title}"
    yield "; All balances are asserted at every seal. To add all of it up: hledger -f FILE check"
    names = sorted({name for step in steps for _, name, _ in step.moves})
    for name in dict.fromkeys(_unit(name) for name in names):
        yield from ("", f"commodity {name}", f"    format 1000.{'00' if name == 'USD' else ''} {name}")
    yield ""
    yield from (f"account {account}" for account in _accounts(steps, _account))
    for step in steps:
        yield from ("", f"{step.on} {_clean(step.words)}" + f"  ; entry:{step.entry}" * bool(step.entry))
        for place, name, amount in step.moves:
            account, unit = _account(place, name), _unit(name)
            if step.asserted:
                yield f"    {account}  {_number(name, 0)} {unit} = {_number(name, amount)} {unit}"
            else:
                yield f"    {account}  {_number(name, amount)} {unit}"


def _accounts(steps: Iterable[ExportStep], named: Callable[[str, str], str]) -> list[str]:
    return sorted({named(place, name) for step in steps for place, name, _ in step.moves})


@cache
def _account(place: str, name: str) -> str:
    """assets:chip bank, assets:drawer:cash: money has an account below that of its place."""
    if place == _CARRIED:
        return place
    group = "equity" if place.startswith("site ") else _GROUPS.get(place, "assets")
    account = f"{group}:{_name(place)}"
    return f"{account}:{name}" if name in MONEY else account


def _unit(name: str) -> str:
    return "USD" if name in MONEY else f'"{name}"'


def _number(name: str, amount: int) -> str:
    """Pieces as they are, cents as dollars with a point and nothing else."""
    if name not in MONEY:
        return str(amount)
    whole, rest = divmod(abs(amount), 100)
    return f"{'-' * (amount < 0)}{whole}.{rest:02}"


def _name(place: str) -> str:
    """A place as a part of an account's name: no two of them come out alike."""
    return re.sub(r"[^A-Za-z0-9 &'.,/()-]|^ | $|(?<= ) ", lambda it: f"-x{ord(it[0]):x}-", place)


def _clean(words: str) -> str:
    """Words on one line that no tool takes for a mark."""
    return " ".join(re.sub(r'[;|"\\\s]|[^\x20-\uffff]', " ", words).split())


# beancount


def _beancount(title: str, steps: list[ExportStep]) -> Iterator[str]:
    yield f'option "title" "{title}"'
    yield 'option "operating_currency" "USD"'
    if not steps:
        return
    begin = steps[0].on
    for name in sorted({name for step in steps for _, name, _ in step.moves} - {*MONEY}):
        yield from ("", f"{begin} commodity {_currency(name)}", f'  name: "{name}"')
    yield ""
    yield from (f"{begin} open {account}" for account in _accounts(steps, _opened))
    for on, of in groupby(steps, key=lambda step: step.on):
        day = [*of]
        for step in day:
            if not step.asserted:
                yield from ("", f'{on} * "{_clean(step.words)}"')
                yield from [f"  entry: {step.entry}"] * bool(step.entry)
                for place, name, amount in step.moves:
                    yield f"  {_opened(place, name)}  {_number(name, amount)} {_currency(name)}"
        yield from _met(day)


def _met(day: list[ExportStep]) -> Iterator[str]:
    """The last balances of a date; beancount asserts them at the beginning of the next."""
    if day[-1].asserted:
        yield ""
        on = day[-1].on + _DAY
        for place, name, amount in day[-1].moves:
            exact = " ~ 0.00" if name in MONEY else ""
            amounts = f"{_number(name, amount)}{exact} {_currency(name)}"
            yield f"{on} balance {_opened(place, name)}  {amounts}"


@cache
def _opened(place: str, name: str) -> str:
    """Assets:Chip-bank, Assets:Drawer:Cash: letters, digits and dashes, each part with a capital."""
    return ":".join(_part(part) for part in _account(place, name).split(":"))


def _part(words: str) -> str:
    plain = re.sub(r"[^A-Za-z0-9 ]", lambda match: f"-x{ord(match[0]):x}-", words).replace(" ", "-")
    return plain[0].upper() + plain[1:]


@cache
def _currency(name: str) -> str:
    """CHIP-5, CHIP-50C, PW-2, CHIP-5-B of set b."""
    if name in MONEY:
        return "USD"
    chip = Chip.named(name)
    kind = {"casino": "CHIP", "betting": "PW", "coin": "COIN", "tournament": "NV"}[chip.kind]
    whole, rest = divmod(chip.face_cents, 100)
    face = f"{chip.face_cents}C" if rest else str(whole)
    return f"{kind}-{face}" + f"-{chip.set.upper()}" * bool(chip.set)


_FORMS: dict[str, Callable[[str, list[ExportStep]], Iterator[str]]] = {
    "hledger": _hledger,
    "beancount": _beancount,
}
