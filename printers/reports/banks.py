"""The banks in the report: chips by value, chips outstanding, cash and checks, each rolled forward."""

from collections.abc import Callable, Iterable, Mapping, Sequence

from pitdesk import kinds, places
from pitdesk.book.day import opens
from pitdesk.book.entries import Entry, Posting
from pitdesk.chips import MONEY, Chip, value_cents
from printers.drawing.sheets import (
    Column,
    Figure,
    Grid,
    Row,
    Section,
    clean,
    figures_of,
    money,
    pieces,
)
from printers.reports.night import Evening, chips_in, in_no_bank, initialed
from printers.slips.layout import trade_name

Pieces = dict[Chip, int]

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
_SELDOM = (
    "exchange",
    "stock",
    "delivery",
    "other",
)  # columns that stand only where something is in them


def chips(evening: Evening) -> Section:
    """The chip bank (and the reserve, where it was touched), and the chips outstanding."""
    reserve = _chip_roll(evening, places.CHIP_RESERVE, "Chip reserve")
    touched = places.CHIP_RESERVE in evening.day.start or _moves(evening, places.CHIP_RESERVE)
    bank = _chip_roll(evening, places.CHIP_BANK, "Chip bank")
    grids = (*bank, *(reserve if touched else ()), _outstanding(evening), _owned(evening))
    return Section("Chips", grids, fresh=True)


def cash(evening: Evening) -> Section:
    """Cash on hand rolled forward, with everything that its lines are the sums of."""
    grids = [_cash_roll(evening), _ious(evening), _redeemed(evening), _checks(evening)]
    return Section("Cash", tuple(grid for grid in grids if grid.rows))


# Chips


def _moves(evening: Evening, place: str) -> bool:
    return any(
        posting.place == place
        for entry in evening.day.entries
        for posting in entry.postings
        if not opens(entry.fact)
    )


def _cause(evening: Evening, entry: Entry) -> str:
    """Which column an entry belongs in; a void puts back what its own slip took."""
    if isinstance(entry.fact, kinds.Void | kinds.Receive) and entry.about is not None:
        return evening.day.by_entry[entry.about].series
    kind = {"inventory": "count"}.get(entry.kind, entry.kind)
    return kind if kind in _CAUSES else "other"


def _chip_roll(evening: Evening, place: str, title: str) -> tuple[Grid, ...]:
    """A place's chips from the opening count to the closing count, in pieces and in value."""
    columns: dict[str, Pieces] = {cause: {} for cause in _CAUSES}
    for entry in evening.day.entries:
        if not opens(entry.fact):
            _add(columns[_cause(evening, entry)], chips_in(entry.postings, place))
    counted = evening.day.start.get(place)
    start = _chips(evening.carried.get(place, {}) if counted is None else counted)
    end = dict(start)
    for moves in columns.values():
        _add(end, moves)
    shown = {
        head: {chip: sign * count for chip, count in columns[cause].items()}
        for cause, (head, sign) in _CAUSES.items()
        if cause not in _SELDOM or any(columns[cause].values())
    }
    ending = evening.day.ending.get(place)
    if ending is None:
        note = f"The {place} has no closing count yet: the last column is what the book expects."
    elif any(_chips(ending).get(chip, 0) != count for chip, count in end.items()):
        note = f"The {place} has moved since its closing count: the last column is by the book."
    else:
        note = f"{title}: opening and closing as counted; slips that were voided are in no column."
    rolled = {"Opening": start, **shown, "= Closing": end}
    return _by_chip(title, rolled, (note,))


def _by_chip(title: str, rolled: Mapping[str, Pieces], notes: tuple[str, ...]) -> tuple[Grid, ...]:
    """Two grids with a row per chip value: pieces, and their value."""
    chips = sorted({chip for column in rolled.values() for chip in column})

    def grid(what: str, write: Callable[[Chip, int], Figure], notes: tuple[str, ...]) -> Grid:
        rows = [
            Row((trade_name(chip), *(write(chip, column.get(chip, 0)) for column in rolled.values())))
            for chip in chips
        ]
        return Grid(
            f"{title}, {what}",
            (Column("Chip"), *map(figures_of, rolled)),
            (*rows, *_total("All", rows, money if what == "value" else pieces)),
            notes,
        )

    return (
        grid("pieces", lambda _, count: pieces(count), ()),
        grid("value", lambda chip, count: money(_worth(chip, count)), notes),
    )


def _total(label: str, rows: Sequence[Row], *writes: Callable[[int], Figure]) -> list[Row]:
    """The sum of rows, column by column, each written its own way or all alike; none of none."""
    if not rows:
        return []
    columns = [*zip(*(row.cells[1:] for row in rows), strict=True)]
    ways = writes * len(columns) if len(writes) == 1 else writes
    sums = [
        way(sum(cell.amount for cell in column if isinstance(cell, Figure)))
        for way, column in zip(ways, columns, strict=True)
    ]
    return [Row((label, *sums), "sum")]


def _outstanding(evening: Evening) -> Grid:
    """Chips in nobody's bank or tray: carried in, settled by opening counts, moved, at the end."""
    carried: Pieces = {}
    for place, held in evening.carried.items():
        _add(carried, _chips(held) if in_no_bank(place) else {})
    opening: Pieces = {}
    change: Pieces = {}
    for entry in evening.day.entries:
        for place in {posting.place for posting in entry.postings if in_no_bank(posting.place)}:
            _add(opening if opens(entry.fact) else change, chips_in(entry.postings, place))
    rows = []
    for chip in sorted({*carried, *opening, *change}):
        start = carried.get(chip, 0) + opening.get(chip, 0)
        moved = change.get(chip, 0)
        counts = (carried.get(chip, 0), opening.get(chip, 0), start, moved, start + moved)
        values = (_worth(chip, count) for count in counts[2:])
        rows.append(Row((trade_name(chip), *map(pieces, counts), *map(money, values))))
    heads = ("Carried in", "+ Opening counts", "= Start", "+ Change", "= End")
    values_heads = ("Start, value", "+ Change, value", "= End, value")
    return Grid(
        "Chips outstanding, pieces and value",
        (Column("Chip"), *map(figures_of, (*heads, *values_heads))),
        (*rows, *_total("All", rows, *[pieces] * len(heads), *[money] * len(values_heads))),
        (
            "Outstanding: chips with players, tips not redeemed, and what counts found over (-)"
            " or short (+). Opening counts: what they found off what was carried in.",
        ),
    )


def _owned(evening: Evening) -> Grid:
    """Where every chip of the house is at the end of the day."""
    held: dict[str, Pieces] = {head: {} for head in _WHERES.values()}
    for place, amounts in evening.ended.items():
        kind = place.partition(" ")[0] if place.startswith(("tray ", "tips ")) else place
        if kind in _WHERES:
            _add(held[_WHERES[kind]], _chips(amounts))
    seldom = ("+ Reserve", "+ Damaged", "+ On the way")
    shown = {head: at for head, at in held.items() if head not in seldom or any(at.values())}
    rows = []
    for chip in sorted({chip for at in shown.values() for chip, count in at.items() if count}):
        counts = [at.get(chip, 0) for at in shown.values()]
        figures = (*map(pieces, counts), pieces(sum(counts)), money(_worth(chip, sum(counts))))
        rows.append(Row((trade_name(chip), *figures)))
    heads = (*shown, "= In all", "In all, value")
    columns = (Column("Chip"), *map(figures_of, heads))
    total = _total("All", rows, *[pieces] * (len(heads) - 1), money)
    return Grid("Where the chips are at the end, pieces", columns, (*rows, *total))


def _chips(held: Mapping[str, int]) -> Pieces:
    return {Chip.named(name): count for name, count in held.items() if name not in MONEY}


def _add(total: Pieces, moved: Mapping[Chip, int]) -> None:
    for chip, count in moved.items():
        total[chip] = total.get(chip, 0) + count


def _worth(chip: Chip, count: int) -> int:
    return value_cents(chip.name, count)


# Cash

_Purse = tuple[str, str]  # place, instrument
_PURSES: dict[_Purse, str] = {
    (places.DRAWER, "cash"): "Drawer, cash",
    (places.DRAWER, "checks"): "Drawer, checks",
    (places.CASH_RESERVE, "cash"): "Reserve, cash",
    (places.CASH_RESERVE, "checks"): "Reserve, checks",
}


def _cash_roll(evening: Evening) -> Grid:
    """Cash on hand from the starting count to the ending count, in a column for each purse."""
    start = {purse: evening.day.start.get(purse[0], {}).get(purse[1], 0) for purse in _PURSES}
    moves = [
        (label, sign, {purse: sign * amount for purse, amount in _purses(postings).items()})
        for label, sign, postings in _cash_moves(evening)
    ]
    off = _purses(
        p for count, e in evening.day.facts(kinds.Count) if not opens(count) for p in e.postings
    )
    expected = {
        purse: start[purse] + sum(sign * amounts[purse] for _, sign, amounts in moves)
        for purse in _PURSES
    }
    ended = {purse: expected[purse] + off[purse] for purse in _PURSES}
    lines = [
        ("Starting count", start, ""),
        *((label, amounts, "") for label, _, amounts in moves),
        ("= Expected", expected, "sum"),
        ("+ Over/short", off, ""),
        ("= Ending count", ended, "sum"),
    ]
    seen = [
        purse
        for purse in _PURSES
        if purse == (places.DRAWER, "cash") or any(amounts[purse] for _, amounts, _ in lines)
    ]
    rows = tuple(
        Row(
            (
                label,
                *(money(amounts[purse]) for purse in seen),
                *([money(sum(amounts.values()))] if len(seen) > 1 else []),
            ),
            rank,
        )
        for label, amounts, rank in lines
    )
    first, *more = (_PURSES[purse] for purse in seen)
    heads = [first, *(f"+ {head}" for head in more), *(["= Cash on hand"] if more else [])]
    return Grid(
        "Cash on hand",
        (Column("", wide=True), *map(figures_of, heads)),
        rows,
        tuple(_cash_notes(evening, ended)),
        turned=True,
    )


def _cash_moves(evening: Evening) -> list[tuple[str, int, list[Posting]]]:
    """What changed the cash on hand: label, the sign it is shown with, the postings."""
    moves: list[tuple[str, int, list[Posting]]] = []
    gathered: dict[str, list[Posting]] = {"redeem": [], "redeem tips": [], "check": []}
    for entry in evening.day.entries:
        postings = [*entry.postings]
        match entry.fact:
            case kinds.Redeem() | kinds.RedeemTips() | kinds.Check():
                gathered[entry.kind] += postings
            case kinds.Withdraw(method=method, games=games):
                words = f"+ Withdrawal, {clean(method)}, for {' and '.join(games)}"
                moves.append((words, 1, postings))
            case kinds.Iou(source=source) if entry.number:
                moves.append((f"+ IOU {entry.number.number} from {source}", 1, postings))
            case kinds.Payback(iou=iou):
                moves.append((f"- IOU {iou} paid back", -1, postings))
            case kinds.Count() | kinds.CloseDay():
                pass
            case _ if any(map(_on_hand, postings)):
                moves.append((f"+ {entry.kind.capitalize()}, entry {entry.seq}", 1, postings))
    return [
        *moves,
        ("- Chips redeemed for players", -1, gathered["redeem"]),
        ("- Tips redeemed", -1, gathered["redeem tips"]),
        *([("+ Checks cashed", 1, gathered["check"])] if gathered["check"] else []),
    ]


def _on_hand(posting: Posting) -> bool:
    return (posting.place, posting.instrument) in _PURSES


def _purses(postings: Iterable[Posting]) -> dict[_Purse, int]:
    sums = dict.fromkeys(_PURSES, 0)
    for place, instrument, amount in postings:
        if (place, instrument) in sums:
            sums[place, instrument] += amount
    return sums


def _cash_notes(evening: Evening, ended: Mapping[_Purse, int]) -> Iterable[str]:
    for place in places.CASH_ON_HAND:
        counted = evening.day.ending.get(place)
        mine = [purse for purse in _PURSES if purse[0] == place]
        if counted is None and (place == places.DRAWER or any(ended[purse] for purse in mine)):
            yield f"The {place} has no closing count yet: its ending is what the book expects."
        elif counted is not None and any(counted.get(p[1], 0) != ended[p] for p in mine):
            yield f"The {place} has moved since its closing count: its ending is by the book."


def _ious(evening: Evening) -> Grid:
    heads = ("IOU", "From", "To", "Lent", "By", "Paid back", "By")
    rows = [
        Row(
            (
                f"{loan.number}",
                loan.source,
                loan.destination,
                loan.lent,
                clean(loan.initials),
                loan.repaid or "open",
                clean(loan.repaid_initials),
                money(loan.cents),
            )
        )
        for loan in evening.day.loans
    ]
    return Grid("IOUs", (*map(Column, heads), figures_of("Amount")), tuple(rows))


def _redeemed(evening: Evening) -> Grid:
    """Every redemption, so that the sums above can be added again."""
    rows, sums = [], dict.fromkeys(("Players, in cash", "Players, by check", "Tips"), 0)
    for entry in evening.day.entries:
        match entry.fact:
            case kinds.RedeemTips(person=whose):
                sum_of = "Tips"
                to = "tips, pool" if whose == "pool" else f"tips, {evening.initials(whose)}"
            case kinds.Redeem(check=check) if check:
                sum_of, to = "Players, by check", f"check {clean(check)}"
            case kinds.Redeem():
                sum_of, to = "Players, in cash", "player"
            case _:
                continue
        sums[sum_of] += entry.chips.cents
        rows.append(
            Row(
                (
                    f"{entry.seq}",
                    evening.time(entry.at),
                    to,
                    initialed(entry.signatures),
                    money(entry.chips.cents),
                )
            )
        )
    if not rows:
        return Grid("Chips redeemed", (), ())
    named = [(label, amount) for label, amount in sums.items() if amount]
    named += [("All chips redeemed", sum(sums.values()))] if len(named) != 1 else []
    return Grid(
        "Chips redeemed",
        (*map(Column, ("Entry", "Time", "To", "By")), figures_of("Amount")),
        (*rows, *(Row(("", "", label, "", money(amount)), "sum") for label, amount in named)),
        fold=2,
    )


def _checks(evening: Evening) -> Grid:
    rows = [
        Row(
            (
                f"{entry.seq}",
                evening.time(entry.at),
                clean(check.check),
                clean(check.drawn_by),
                initialed(entry.signatures),
                money(check.cents),
            )
        )
        for check, entry in evening.day.facts(kinds.Check)
    ]
    total = Row(("", "", "", "All checks cashed", "", money(_sum(rows))), "sum")
    return Grid(
        "Checks cashed",
        (
            *map(Column, ("Entry", "Time", "Check")),
            Column("Drawn by", wide=True),
            Column("By"),
            figures_of("Amount"),
        ),
        (*rows, total) if rows else (),
    )


def _sum(rows: Iterable[Row]) -> int:
    return sum(row.cells[-1].amount for row in rows if isinstance(row.cells[-1], Figure))
