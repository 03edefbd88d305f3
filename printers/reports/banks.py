"""The banks in the report: chips by value, chips outstanding, cash and checks, each rolled forward."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple

from pitdesk import kinds, places
from pitdesk.book.banks import drawers
from pitdesk.book.entries import Entry, Posting, opens
from pitdesk.chips import MONEY, Chip
from printers.drawing.cells import Figure, clean, money, pieces
from printers.drawing.grids import columns, figures_of, line, row, total, words_of
from printers.drawing.sheets import Grid, Row, Section
from printers.reports.night import ReportNight, chips_in, in_no_bank, initialed
from printers.slips.layout import calendar_date, trade_name

Pieces = Counter[Chip]

_CAUSES = {  # why chips came to a bank or left it → head of the column, what a plus in it means
    "fill": ("- Fills", -1),
    "credit": ("+ Credits", 1),
    "redeem": ("+ Players", 1),
    "redeem tips": ("+ Tips", 1),
    "exchange": ("+ Exchanged", 1),
    "stock": ("+ Stock", 1),
    "delivery": ("+ Delivered", 1),
    "other": ("+ Other", 1),
    "count": ("+ Over/short", 1),
}
_WHERES = {  # place, "tray" or "tips" → column of where the house's chips are
    places.CHIP_BANK: "Chip bank",
    "tray": "+ Trays",
    places.CHIP_RESERVE: "+ Reserve",
    places.DAMAGED: "+ Damaged",
    places.TRANSIT: "+ On the way",
    places.JAR_BAR: "+ On the way",
    places.PATRONS: "+ Players",
    "tips": "+ Tips",
    places.OVER_SHORT: "+ Over/short",
}
_SELDOM = ("exchange", "stock", "delivery", "other")  # columns left out where nothing is in them


def chips(night: ReportNight) -> Section:
    """The chip bank (and the reserve, where it was touched), and the chips outstanding."""
    reserve = _chip_roll(night, places.CHIP_RESERVE, "Chip reserve")
    touched = places.CHIP_RESERVE in night.day.start or _moves(night, places.CHIP_RESERVE)
    bank = _chip_roll(night, places.CHIP_BANK, "Chip bank")
    grids = (*bank, *(reserve if touched else ()), _outstanding(night), _owned(night))
    return Section("Chips", grids, fresh=True)


def cash(night: ReportNight) -> Section:
    """Cash on hand rolled forward, with everything that its lines are the sums of."""
    grids = (_cash_roll(night), _ious(night), _redeemed(night), _checks(night))
    return Section("Cash", tuple(grid for grid in grids if grid.rows))


# Chips


def _moves(night: ReportNight, place: str) -> bool:
    return any(
        posting.place == place
        for entry in night.day.entries
        for posting in entry.postings
        if not opens(entry.fact)
    )


def _cause(night: ReportNight, entry: Entry) -> str:
    """Which column an entry belongs in; a void or a reversal puts back what its own entry took."""
    entry, _ = night.day.reversals.meant(entry)
    if isinstance(entry.fact, kinds.Void | kinds.Receive) and entry.about is not None:
        return night.day.by_entry[entry.about].series
    kind = {"inventory": "count", "pass drawer": "count"}.get(entry.kind, entry.kind)
    return kind if kind in _CAUSES else "other"


def _chip_roll(night: ReportNight, place: str, title: str) -> tuple[Grid, ...]:
    """A place's chips from the opening count to the closing count, in pieces and in value."""
    columns: dict[str, Pieces] = {cause: Counter() for cause in _CAUSES}
    for entry in night.day.entries:
        if not opens(entry.fact):
            columns[_cause(night, entry)].update(chips_in(entry.postings, place))
    counted = night.day.start.get(place)
    start = _chips(night.carried.get(place, {}) if counted is None else counted)
    end = Counter(start)
    for moves in columns.values():
        end.update(moves)
    shown = {
        head: Counter({chip: sign * count for chip, count in columns[cause].items()})
        for cause, (head, sign) in _CAUSES.items()
        if cause not in _SELDOM or any(columns[cause].values())
    }
    ending = night.day.ending.get(place)
    if ending is None:
        note = f"The {place} has no closing count yet: the last column is what the book expects."
    elif any(_chips(ending)[chip] != count for chip, count in end.items()):
        note = f"The {place} has moved since its closing count: the last column is by the book."
    else:
        note = f"{title}: opening and closing as counted; slips that were voided are in no column."
    rolled = {"Opening": start, **shown, "= Closing": end}
    return _by_chip(title, rolled, (note,))


def _by_chip(title: str, rolled: Mapping[str, Pieces], notes: tuple[str, ...]) -> tuple[Grid, ...]:
    """Two grids with a row per chip value: pieces, and their value."""
    chips = sorted({chip for column in rolled.values() for chip in column})

    def grid(what: str, write: Callable[[Chip, int], Figure], notes: tuple[str, ...] = ()) -> Grid:
        rows = [
            row(trade_name(chip), *(write(chip, column[chip]) for column in rolled.values()))
            for chip in chips
        ]
        heads = columns("Chip", *map(figures_of, rolled))
        return Grid(f"{title}, {what}", heads, (*rows, *total("All", rows)), notes)

    return (
        grid("pieces", lambda _, count: pieces(count)),
        grid("value", lambda chip, count: money(chip.cents * count), notes),
    )


def _outstanding(night: ReportNight) -> Grid:
    """Chips in nobody's bank or tray: carried in, settled by opening counts, moved, at the end."""
    carried, opening, change = Pieces(), Pieces(), Pieces()
    for place, held in night.carried.items():
        if in_no_bank(place):
            carried.update(_chips(held))
    for entry in night.day.entries:
        for place in {posting.place for posting in entry.postings if in_no_bank(posting.place)}:
            (opening if opens(entry.fact) else change).update(chips_in(entry.postings, place))
    rows = []
    for chip in sorted({*carried, *opening, *change}):
        start = carried[chip] + opening[chip]
        counts = (carried[chip], opening[chip], start, change[chip], start + change[chip])
        values = (chip.cents * count for count in counts[2:])
        rows.append(row(trade_name(chip), *map(pieces, counts), *map(money, values)))
    heads = ("Carried in", "+ Opening counts", "= Start", "+ Change", "= End")
    value_heads = ("Start, value", "+ Change, value", "= End, value")
    return Grid(
        "Chips outstanding, pieces and value",
        columns("Chip", *map(figures_of, (*heads, *value_heads))),
        (*rows, *total("All", rows)),
        (
            "Outstanding: chips with players, tips not redeemed, and what counts found over (-)"
            " or short (+). Opening counts: what they found off what was carried in.",
        ),
    )


def _owned(night: ReportNight) -> Grid:
    """Where every chip of the house is at the end of the day."""
    held: dict[str, Pieces] = {head: Counter() for head in _WHERES.values()}
    for place, amounts in night.ended.items():
        kind = place.partition(" ")[0] if place.startswith(("tray ", "tips ")) else place
        if kind in _WHERES:
            held[_WHERES[kind]].update(_chips(amounts))
    seldom = ("+ Reserve", "+ Damaged", "+ On the way")
    shown = {head: at for head, at in held.items() if head not in seldom or any(at.values())}
    rows = []
    for chip in sorted({chip for at in shown.values() for chip, count in at.items() if count}):
        counts = [at[chip] for at in shown.values()]
        worth = money(chip.cents * sum(counts))
        rows.append(row(trade_name(chip), *map(pieces, counts), pieces(sum(counts)), worth))
    heads = columns("Chip", *map(figures_of, (*shown, "= In all", "In all, value")))
    return Grid("Where the chips are at the end, pieces", heads, (*rows, *total("All", rows)))


def _chips(held: Mapping[str, int]) -> Pieces:
    return Counter({Chip.named(name): n for name, n in held.items() if name not in MONEY})


# Cash

_Purse = tuple[str, str]  # place, instrument


class _Line(NamedTuple):
    """A line of the cash roll: cents by purse, and the edition that it came with."""

    label: str
    cents: Counter[_Purse]
    since: int = 1


def _purses(night: ReportNight) -> dict[_Purse, str]:
    """Where cash is kept, and how its column is headed; a second drawer says whose it is."""
    names = {one: one[:1].upper() + one[1:] for one in (places.DRAWER, *drawers(night.day))}
    names = dict(sorted(names.items())) | {places.CASH_RESERVE: "Reserve"}
    return {
        (place, kind): f"{name}, {kind}" for place, name in names.items() for kind in ("cash", "checks")
    }


def _cash_roll(night: ReportNight) -> Grid:
    """Cash on hand from the starting count to the ending count, in a column for each purse."""
    purses = _purses(night)
    start = _held(night.day.start, purses)
    moves = [(label, _moved(postings, purses)) for label, postings in _cash_moves(night)]
    counts = (entry for count, entry in night.day.facts(kinds.Count) if not opens(count))
    off = _moved((posting for entry in counts for posting in entry.postings), purses)
    expected = Counter(start)
    for _, moved in moves:
        expected.update(moved)
    ended = Counter(expected)
    ended.update(off)
    lines = [
        *_overnight(night, purses),
        _Line("Starting count", start),
        *(_Line(*one) for one in moves),
        _Line("= Expected", expected),
        _Line("+ Over/short", off),
        _Line("= Ending count", ended),
        *_left(night, purses),
    ]
    lines = [one for one in lines if one.since <= night.day.opening.edition]
    cash = (places.DRAWER, "cash")
    seen = [p for p in purses if p == cash or any(one.cents[p] for one in lines)]

    def shown(label: str, cents: Counter[_Purse], since: int) -> Row:
        found = [*(cents[purse] for purse in seen), *[cents.total()] * (len(seen) > 1)]
        amounts = (money(-one if label.startswith("- ") else one) for one in found)
        return line(label, *amounts, since=since)

    first, *more = (purses[purse] for purse in seen)
    heads = [first, *(f"+ {head}" for head in more), *(["= Cash on hand"] if more else [])]
    return Grid(
        "Cash on hand",
        columns(words_of(""), *map(figures_of, heads)),
        tuple(shown(*one) for one in lines),
        tuple(_cash_notes(night, ended)),
        turned=True,
    )


def _cash_moves(night: ReportNight) -> list[tuple[str, list[Posting]]]:
    """What changed the cash on hand: label (its sign is that of the figures), the postings."""
    moves: list[tuple[str, list[Posting]]] = []
    gathered: dict[str, list[Posting]] = {"redeem": [], "redeem tips": [], "check": []}
    for entry in night.day.entries:
        postings = [*entry.postings]
        meant, sign = night.day.reversals.meant(entry)
        back = ", taken back" if sign < 0 else ""
        match meant.fact:
            case kinds.Redeem() | kinds.RedeemTips() | kinds.Check():
                gathered[meant.kind] += postings
            case kinds.Withdraw(method=method, games=games):
                words = f"+ Withdrawal, {clean(method)}, for {' and '.join(games)}{back}"
                moves.append((words, postings))
            case kinds.Iou(source=source) if meant.number:
                moves.append((f"+ IOU {meant.number.number} from {source}{back}", postings))
            case kinds.Payback(iou=iou):
                moves.append((f"- IOU {iou} paid back{back}", postings))
            case kinds.Count() | kinds.CloseDay():
                pass
            case _ if any(
                posting.instrument in MONEY and places.holds_cash(posting.place) for posting in postings
            ):
                moves.append((f"+ {entry.kind.capitalize()}, entry {entry.seq}", postings))
    return [
        *moves,
        ("- Chips redeemed for players", gathered["redeem"]),
        ("- Tips redeemed", gathered["redeem tips"]),
        *([("+ Checks cashed", gathered["check"])] if gathered["check"] else []),
    ]


def _moved(postings: Iterable[Posting], purses: Iterable[_Purse]) -> Counter[_Purse]:
    cents = Counter(dict.fromkeys(purses, 0))
    for place, instrument, amount in postings:
        if (place, instrument) in cents:
            cents[place, instrument] += amount
    return cents


def _overnight(night: ReportNight, purses: Iterable[_Purse]) -> Iterable[_Line]:
    """From what the day before left to the starting count: nobody's shift, so a line of its own."""
    if before := night.day.opening.before:
        counts = (entry for count, entry in night.day.facts(kinds.Count) if opens(count))
        off = _moved((posting for entry in counts for posting in entry.postings), purses)
        yield _Line(f"Left by {calendar_date(before)}", _held(night.carried, purses), since=2)
        yield _Line("+ Overnight over/short", off, since=2)


def _left(night: ReportNight, purses: Iterable[_Purse]) -> Iterable[_Line]:
    """What stays for the next opening count, which finds what the night took or brought."""
    if night.day.sealed:
        yield _Line("Left for the next opening count", _held(night.ended, purses), since=2)


def _held(balances: Mapping[str, Mapping[str, int]], purses: Iterable[_Purse]) -> Counter[_Purse]:
    return Counter({purse: balances.get(purse[0], {}).get(purse[1], 0) for purse in purses})


def _cash_notes(night: ReportNight, ended: Mapping[_Purse, int]) -> Iterable[str]:
    used = drawers(night.day)
    for place in (*used, places.CASH_RESERVE):
        counted = night.day.ending.get(place)
        mine = [purse for purse in ended if purse[0] == place]
        if counted is None and (place in used or any(ended[purse] for purse in mine)):
            yield f"The {place} has no closing count yet: its ending is what the book expects."
        elif counted is not None and any(counted.get(p[1], 0) != ended[p] for p in mine):
            yield f"The {place} has moved since its closing count: its ending is by the book."


def _ious(night: ReportNight) -> Grid:
    rows = []
    for loan in night.day.loans:
        lent = (f"{loan.number}", loan.source, loan.destination, loan.lent, clean(loan.initials))
        repaid = (loan.repaid or "open", clean(loan.repaid_initials))
        rows.append(row(*lent, *repaid, money(loan.cents)))
    heads = columns("IOU", "From", "To", "Lent", "By", "Paid back", "By", figures_of("Amount"))
    return Grid("IOUs", heads, tuple(rows))


def _redeemed(night: ReportNight) -> Grid:
    """Every redemption, so that the sums above can be added again."""
    rows, sums = [], dict.fromkeys(("Players, in cash", "Players, by check", "Tips"), 0)
    for entry in night.day.entries:
        meant, sign = night.day.reversals.meant(entry)
        match meant.fact:
            case kinds.RedeemTips(person=whose):
                sum_of = "Tips"
                to = "tips, pool" if whose == "pool" else f"tips, {night.initials(whose)}"
            case kinds.Redeem(check=check) if check:
                sum_of, to = "Players, by check", f"check {clean(check)}"
            case kinds.Redeem():
                sum_of, to = "Players, in cash", "player"
            case _:
                continue
        if night.day.opening.keeper and sum_of != "Players, by check":
            to += f", {meant.fact.drawer}" if len(drawers(night.day)) > 1 else ""
        to += f", {meant.seq} taken back" if sign < 0 else ""
        cents = sign * meant.chips.cents
        sums[sum_of] += cents
        by = initialed(entry.signatures)
        rows.append(row(f"{entry.seq}", night.time(entry.at), to, by, money(cents)))
    if not rows:
        return Grid("Chips redeemed", (), ())
    named = [(label, cents) for label, cents in sums.items() if cents]
    named += [("All chips redeemed", sum(sums.values()))] if len(named) != 1 else []
    return Grid(
        "Chips redeemed",
        columns("Entry", "Time", "To", "By", figures_of("Amount")),
        (*rows, *(row("", "", label, "", money(cents), rank="sum") for label, cents in named)),
        fold=2,
    )


def _checks(night: ReportNight) -> Grid:
    rows, sum_cents = [], 0
    for entry in night.day.entries:
        meant, sign = night.day.reversals.meant(entry)
        if isinstance(check := meant.fact, kinds.Check):
            back = f", {meant.seq} taken back" if sign < 0 else ""
            of = (f"{entry.seq}", night.time(entry.at), clean(check.check), clean(check.drawn_by) + back)
            rows.append(row(*of, initialed(entry.signatures), money(sign * check.cents)))
            sum_cents += sign * check.cents
    if rows:
        rows.append(row("", "", "", "All checks cashed", "", money(sum_cents), rank="sum"))
    heads = columns("Entry", "Time", "Check", words_of("Drawn by"), "By", figures_of("Amount"))
    return Grid("Checks cashed", heads, tuple(rows))
