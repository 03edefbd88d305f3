"""The floor in the report: every table in figures, then three tables a sheet, each in a column."""

from collections.abc import Iterable, Sequence
from datetime import datetime

from pitdesk import kinds
from pitdesk.book.day import Table
from pitdesk.book.figures import Result
from pitdesk.book.limits import spans
from pitdesk.book.site import GAMES
from pitdesk.book.slip import Slip
from pitdesk.chips import Chip, Chips, dollars
from pitdesk.kinds.editions import REREAD
from printers.drawing.cells import Cell, Figure, clean, money
from printers.drawing.grids import figures_of, line, row
from printers.drawing.sheets import Column, Grid, Row, Section
from printers.reports.night import PENDING, ReportNight, initialed
from printers.slips.layout import calendar_date, trade_name

_RESULT = ("Drop cash", "+ Closing tray", "+ Credits", "- Opening tray", "- Fills", "= Win")
A_SHEET = 3  # the state's daily report has three tables; its continuation the next three


def floor(night: ReportNight) -> list[Section]:
    """All tables in one grid, then the sheets."""
    if not night.tables:
        return [Section("Tables", notes=("No table was opened on this day.",))]
    sheets = [night.tables[i : i + A_SHEET] for i in range(0, len(night.tables), A_SHEET)]
    return [
        Section("Tables", (_all_tables(night),), _team(night)),
        *(
            Section(_title(i, len(sheets), tables), (_sheet(night, tables),), fresh=True)
            for i, tables in enumerate(sheets, 1)
        ),
    ]


def by_game(night: ReportNight) -> dict[str, Result]:
    """The sum of each game that was played, in the order of the games."""
    results = {result.name: result for result in night.sums.tables}
    return {
        game: Result.total(
            words.capitalize(), [results[t.table] for t in night.tables if t.game == game]
        )
        for game, words in GAMES.items()
        if any(table.game == game for table in night.tables)
    }


def hold(result: Result) -> Figure:
    """Percent of hold: 22.12%."""
    return Figure("-" if result.hold == "-" else f"{result.hold}%")


def _all_tables(night: ReportNight) -> Grid:
    heads = _RESULT
    rows = [row(clean(table.table), table.game, *_of_table(night, table)) for table in night.tables]
    sums = [(total.name, game, total) for game, total in by_game(night).items()]
    sums.append(("All tables", "", night.sums.all))
    return Grid(
        "All tables",
        (Column("Table"), Column("Game"), *map(figures_of, heads), figures_of("Hold")),
        (*rows, *(row(name, game, *_sum(night, total), rank="sum") for name, game, total in sums)),
        ("Win = drop cash + closing tray + credits - opening tray - fills. Hold = win / drop cash.",),
    )


def _across(result: Result) -> tuple[Cell, ...]:
    return (*map(money, result.terms_cents), hold(result))


def _of_table(night: ReportNight, table: Table) -> tuple[Cell, ...]:
    """A table's sum; what lacks a box that waits to be counted is pending."""
    result = next(one for one in night.sums.tables if one.name == table.table)
    return _pending(_across(result)) if night.pending and table.waiting else _across(result)


def _sum(night: ReportNight, total: Result) -> tuple[Cell, ...]:
    return _pending(_across(total)) if night.pending else _across(total)


def _pending(cells: tuple[Cell, ...]) -> tuple[Cell, ...]:
    """Drop, win and hold are not known."""
    known = len(_RESULT) - 1
    return (PENDING, *cells[1:known], PENDING, PENDING, *cells[known + 2 :])


def _team(night: ReportNight) -> tuple[str, ...]:
    return tuple(
        f"Count team, {_time(night, entry.at)}: "
        + " and ".join(night.name(person) for person in team.members)
        + "; keys: "
        + ", ".join(night.initials(person) for person in team.keys)
        + "."
        for team, entry in night.day.facts(kinds.Team)
    )


def _time(night: ReportNight, at: datetime) -> str:
    """A time; with its date where somebody counted on another day than the box was filled."""
    sealed, time = night.day.sealed, night.time(at)
    late = sealed is not None and at > sealed.at
    return f"{calendar_date(night.local(at).date())}, {time}" if late else time


def _title(number: int, sheets: int, tables: Sequence[Table]) -> str:
    names = ", ".join(clean(table.table) for table in tables)
    what = "Table sheet" if number == 1 else "Continuation sheet"
    some = "tables" if len(tables) > 1 else "table"
    return f"{what} {number} of {sheets}: {some} {names}"


def _sheet(night: ReportNight, tables: Sequence[Table]) -> Grid:
    rows = [*_facts(night, tables), *_trays(tables)]
    for series in ("fill", "credit"):
        rows += _slips(night, tables, series)
    return Grid(
        "",
        (Column(""), *(figures_of(f"Table {clean(table.table)}") for table in tables)),
        (*rows, *_result(night, tables)),
        turned=True,
    )


def _row(label: str, cells: Iterable[Cell]) -> list[Row]:
    """A row with a cell for each table; none where there is nothing to say of any."""
    said = tuple(cells)
    return [line(label, *said)] if any(said) else []


def _facts(night: ReportNight, tables: Sequence[Table]) -> list[Row]:
    closed = [_when(night, table, kinds.CloseTable) or "still open" for table in tables]
    return [
        *_row("Game", [f"{table.game} {GAMES.get(table.game, '')}" for table in tables]),
        *_row("Limits", [_limits(night, table) for table in tables]),
        *_row("Plaques", [_plaques(night, table) for table in tables]),
        *_row("House options", [_options(table) for table in tables]),
        *_row("Dealing changed", [_methods(night, table) for table in tables]),
        *_row("Opened", [_when(night, table, kinds.OpenTable) for table in tables]),
        *_row("Closed", closed),
        *_row("Dealers", [_dealers(night, table) for table in tables]),
        *_row("Drop box", [_box(night, table) for table in tables]),
        *_row("First count", [_count(night, table, 0) for table in tables]),
        *_row("Second count", [_count(night, table, 1) for table in tables]),
    ]


def _limits(night: ReportNight, table: Table) -> str:
    """Lowest and highest wager; where they changed, from when on, and who announced it."""
    found = spans(night.day.entries, table.table)
    if len(found) < 2 or night.day.edition < REREAD:
        return _pair(table.limits)
    return "\n".join(
        f"{_pair(one.limits)} from {night.time(one.since)} {initialed(one.entry.signatures)}"
        for one in found
    )


def _pair(limits: tuple[int, int]) -> str:
    return " to ".join(f"${dollars(cents)}" for cents in limits)


def _plaques(night: ReportNight, table: Table) -> str:
    """The plaques that were noted, and what they name."""
    return "\n".join(
        f"{_pair(plaque.limits)}, {night.time(entry.at)} {initialed(entry.signatures)}"
        for plaque, entry in night.day.facts(kinds.Plaque)
        if plaque.table == table.table
    )


def _options(table: Table) -> str:
    return "\n".join(
        clean(str(value)) if name == "method" else clean(f"{name}: {value}")
        for name, value in table.options.items()
    )


def _methods(night: ReportNight, table: Table) -> str:
    """From when on a table dealt another way, as its card reader failed, or as the site again."""
    return "\n".join(
        f"{clean(changed.method)}, {night.time(entry.at)} {initialed(entry.signatures)}"
        for changed, entry in night.day.facts(kinds.Method)
        if changed.table == table.table
    )


def _when(night: ReportNight, table: Table, kind: type[kinds.Fact]) -> str:
    return "\n".join(
        f"{night.time(entry.at)} {initialed(entry.signatures)}"
        for fact, entry in night.day.facts(kind)
        if fact.table == table.table
    )


def _dealers(night: ReportNight, table: Table) -> str:
    return "\n".join(
        f"{night.name(turn.person)}, {night.time(turn.since)}"
        f" to {night.time(turn.until) if turn.until else 'now'}"
        for turn in table.seats
    )


def _box(night: ReportNight, table: Table) -> str:
    """The drop box on its way: off the table, to where, counted and agreed when and by whom."""
    lines = ["box " + ", ".join(map(clean, table.boxes))]
    for entry in night.day.entries:
        if entry.fact.table == table.table:
            by = f"{night.time(entry.at)} {initialed(entry.signatures)}"
            if isinstance(entry.fact, kinds.RemoveBox):
                which = f"box {clean(entry.fact.box)} " if len(table.uses) > 1 else ""
                lines.append(f"{which}off {by}, to {clean(entry.fact.store)}")
            elif isinstance(entry.fact, kinds.Drop):
                on = calendar_date(night.local(entry.at).date())
                which = f"box {clean(entry.fact.box)} " if len(table.uses) > 1 else ""
                lines.append(f"{which}counted {on}, {by}")
    return "\n".join([*lines, *(f"box {clean(use.box)} waits to be counted" for use in table.waiting)])


def _count(night: ReportNight, table: Table, turn: int) -> Cell:
    """What one member of the count team counted alone in the table's boxes."""
    counts = [[*use.counts.items()][turn] for use in table.uses if len(use.counts) > turn]
    if len(counts) > 1:
        return "\n".join(f"{night.initials(person)} {dollars(cents)}" for person, cents in counts)
    return money(counts[0][1], night.initials(counts[0][0])) if counts else ""


def _trays(tables: Sequence[Table]) -> list[Row]:
    return [
        *_tray("Opening tray", [table.opener for table in tables]),
        *_tray(
            "Closing tray",
            [table.closer if table.state == "closed" else table.known for table in tables],
        ),
    ]


def _tray(title: str, trays: Sequence[Chips]) -> list[Row]:
    rows = [_head(f"{title}: pieces, value", len(trays))]
    for chip in sorted({chip for tray in trays for chip in tray}):
        rows += _row(f"+ {trade_name(chip)}", [_held(chip, tray[chip]) for tray in trays])
    return rows + _row(f"= {title}", [money(tray.cents) for tray in trays])


def _head(title: str, tables: int) -> Row:
    return row(title, *[""] * tables, rank="head")


def _held(chip: Chip, count: int) -> Cell:
    return money(chip.cents * count, f"{count:,}") if count else ""


def moved(slip: Slip) -> bool:
    """Whether a slip counts among its table's fills or credits."""
    return slip.state == "received" or (slip.series == "credit" and slip.on_the_way)


def _slips(night: ReportNight, tables: Sequence[Table], series: str) -> list[Row]:
    """Every slip of the tables with its amount, then what came of them."""
    title = "Fills" if series == "fill" else "Credits"
    rows = [_head(f"{title}: slip, amount", len(tables))]
    columns = [
        [s for s in night.day.slips.values() if (s.series, s.table) == (series, table.table)]
        for table in tables
    ]
    for turn in range(max(map(len, columns))):
        cells = [_slip(column[turn]) if turn < len(column) else "" for column in columns]
        rows += _row(f"+ {series.capitalize()}", cells)
    totals = [(table.fills if series == "fill" else table.credits).cents for table in tables]
    return rows + _row(f"= {title}", map(money, totals))


def _slip(slip: Slip) -> Cell:
    number = f"{slip.number:06}"
    if moved(slip):
        return money(slip.chips.cents, number)
    return Figure("void" if slip.state == "void" else "on the way", 0, number)


def _result(night: ReportNight, tables: Sequence[Table]) -> list[Row]:
    columns = [_of_table(night, table) for table in tables]
    labels = zip((*_RESULT, "Percent of hold"), zip(*columns, strict=True), strict=False)
    return [_head("Result", len(tables)), *(line(label, *cells) for label, cells in labels)]
