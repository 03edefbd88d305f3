"""The floor in the report: every table in figures, then three tables a sheet, each in a column."""

from collections.abc import Iterable, Sequence

from pitdesk import kinds
from pitdesk.book.day import Slip, Table
from pitdesk.book.figures import Result
from pitdesk.book.site import GAMES
from pitdesk.chips import Chip, Chips, dollars, value_cents
from printers.drawing.sheets import Cell, Column, Figure, Grid, Row, Section, clean, figures_of, money
from printers.reports.night import Evening, initialed
from printers.slips.layout import calendar_date, trade_name

A_SHEET = 3  # the state's daily report has three tables; its continuation the next three


def floor(evening: Evening) -> list[Section]:
    """All tables in one grid, then the sheets."""
    if not evening.tables:
        return [Section("Tables", notes=("No table was opened on this day.",))]
    sheets = [evening.tables[i : i + A_SHEET] for i in range(0, len(evening.tables), A_SHEET)]
    return [
        Section("Tables", (_all_tables(evening),), _team(evening)),
        *(
            Section(_title(i, len(sheets), tables), (_sheet(evening, tables),), fresh=True)
            for i, tables in enumerate(sheets, 1)
        ),
    ]


def by_game(evening: Evening) -> dict[str, Result]:
    """The sum of each game that was played, in the order of the games."""
    results = {result.name: result for result in evening.sums.tables}
    return {
        game: Result.total(
            words.capitalize(), [results[t.table] for t in evening.tables if t.game == game]
        )
        for game, words in GAMES.items()
        if any(table.game == game for table in evening.tables)
    }


def hold(result: Result) -> Figure:
    """Percent of hold: 22.12%."""
    return Figure("-" if result.hold == "-" else f"{result.hold}%")


def _all_tables(evening: Evening) -> Grid:
    results = {result.name: result for result in evening.sums.tables}
    heads = ("Drop cash", "+ Closing tray", "+ Credits", "- Opening tray", "- Fills", "= Win")
    rows = [
        Row((clean(table.table), table.game, *_across(results[table.table]))) for table in evening.tables
    ]
    sums = [(total.name, game, total) for game, total in by_game(evening).items()]
    sums.append(("All tables", "", evening.sums.all))
    return Grid(
        "All tables",
        (Column("Table"), Column("Game"), *map(figures_of, heads), figures_of("Hold")),
        (*rows, *(Row((name, game, *_across(total)), "sum") for name, game, total in sums)),
        ("Win = drop cash + closing tray + credits - opening tray - fills. Hold = win / drop cash.",),
    )


def _across(result: Result) -> tuple[Cell, ...]:
    return (*map(money, result.terms_cents), hold(result))


def _team(evening: Evening) -> tuple[str, ...]:
    return tuple(
        f"Count team, {evening.time(entry.at)}: "
        + " and ".join(evening.name(person) for person in team.members)
        + "; keys: "
        + ", ".join(evening.initials(person) for person in team.keys)
        + "."
        for team, entry in evening.day.facts(kinds.Team)
    )


def _title(number: int, sheets: int, tables: Sequence[Table]) -> str:
    names = ", ".join(clean(table.table) for table in tables)
    what = "Table sheet" if number == 1 else "Continuation sheet"
    some = "tables" if len(tables) > 1 else "table"
    return f"{what} {number} of {sheets}: {some} {names}"


def _sheet(evening: Evening, tables: Sequence[Table]) -> Grid:
    rows = [*_facts(evening, tables), *_trays(tables)]
    for series in ("fill", "credit"):
        rows += _slips(evening, tables, series)
    return Grid(
        "",
        (Column(""), *(figures_of(f"Table {clean(table.table)}") for table in tables)),
        (*rows, *_result(evening, tables)),
        turned=True,
    )


def _row(label: str, cells: Iterable[Cell], rank: str = "") -> list[Row]:
    """A row with a cell for each table; none where there is nothing to say of any."""
    said = tuple(cells)
    return [Row((label, *said), rank)] if any(said) else []


def _facts(evening: Evening, tables: Sequence[Table]) -> list[Row]:
    closed = [_when(evening, table, kinds.CloseTable) or "still open" for table in tables]
    return [
        *_row("Game", [f"{table.game} {GAMES.get(table.game, '')}" for table in tables]),
        *_row("Limits", [_limits(table) for table in tables]),
        *_row("House options", [_options(table) for table in tables]),
        *_row("Opened", [_when(evening, table, kinds.OpenTable) for table in tables]),
        *_row("Closed", closed),
        *_row("Dealers", [_dealers(evening, table) for table in tables]),
        *_row("Drop box", [_box(evening, table) for table in tables]),
        *_row("First count", [_count(evening, table, 0) for table in tables]),
        *_row("Second count", [_count(evening, table, 1) for table in tables]),
    ]


def _limits(table: Table) -> str:
    return " to ".join(f"${dollars(limit)}" for limit in table.limits)


def _options(table: Table) -> str:
    return "\n".join(
        clean(str(value)) if name == "method" else clean(f"{name}: {value}")
        for name, value in table.options.items()
    )


def _when(evening: Evening, table: Table, kind: type[kinds.Fact]) -> str:
    return "\n".join(
        f"{evening.time(entry.at)} {initialed(entry.signatures)}"
        for fact, entry in evening.day.facts(kind)
        if fact.table == table.table
    )


def _dealers(evening: Evening, table: Table) -> str:
    return "\n".join(
        f"{evening.name(person)}, {evening.time(since)} to {evening.time(until) if until else 'now'}"
        for person, since, until in table.dealers
    )


def _box(evening: Evening, table: Table) -> str:
    """The drop box on its way: off the table, to where, counted and agreed when and by whom."""
    lines = [f"box {clean(table.box)}"]
    for entry in evening.day.entries:
        if entry.fact.table == table.table:
            by = f"{evening.time(entry.at)} {initialed(entry.signatures)}"
            if isinstance(entry.fact, kinds.RemoveBox):
                lines.append(f"off {by}, to {clean(entry.fact.store)}")
            elif isinstance(entry.fact, kinds.Drop):
                on = calendar_date(evening.local(entry.at).date())
                lines.append(f"counted {on}, {by}")
    return "\n".join(lines)


def _count(evening: Evening, table: Table, turn: int) -> Cell:
    """What one member of the count team counted alone in the table's box."""
    if len(table.counts) <= turn:
        return ""
    person, amount_cents = [*table.counts.items()][turn]
    return money(amount_cents, evening.initials(person))


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
    return rows + _row(f"= {title}", [money(tray.cents) for tray in trays], "sum")


def _head(title: str, tables: int) -> Row:
    return Row((title, *[""] * tables), "head")


def _held(chip: Chip, count: int) -> Cell:
    return money(value_cents(chip.name, count), f"{count:,}") if count else ""


def moved(slip: Slip) -> bool:
    """Whether a slip counts among its table's fills or credits."""
    return slip.state == "received" or (slip.series == "credit" and slip.on_the_way)


def _slips(evening: Evening, tables: Sequence[Table], series: str) -> list[Row]:
    """Every slip of the tables with its amount, then what came of them."""
    title = "Fills" if series == "fill" else "Credits"
    rows = [_head(f"{title}: slip, amount", len(tables))]
    columns = [
        [slip for slip in evening.day.slips.values() if _on(slip, series, table)] for table in tables
    ]
    for turn in range(max(map(len, columns))):
        cells = [_slip(column[turn]) if turn < len(column) else "" for column in columns]
        rows += _row(f"+ {series.capitalize()}", cells)
    totals = [(table.fills if series == "fill" else table.credits).cents for table in tables]
    return rows + _row(f"= {title}", map(money, totals), "sum")


def _on(slip: Slip, series: str, table: Table) -> bool:
    return slip.series == series and slip.table == table.table


def _slip(slip: Slip) -> Cell:
    number = f"{slip.number:06}"
    if moved(slip):
        return money(slip.chips.cents, number)
    return Figure("void" if slip.state == "void" else "on the way", 0, number)


def _result(evening: Evening, tables: Sequence[Table]) -> list[Row]:
    by_name = {result.name: result for result in evening.sums.tables}
    results = [by_name[table.table] for table in tables]
    return [
        _head("Result", len(tables)),
        *_row("Drop cash", [money(result.drop_cents) for result in results]),
        *_row("+ Closing tray", [money(result.closer_cents) for result in results]),
        *_row("+ Credits", [money(result.credits_cents) for result in results]),
        *_row("- Opening tray", [money(result.opener_cents) for result in results]),
        *_row("- Fills", [money(result.fills_cents) for result in results]),
        *_row("= Win", [money(result.win_cents) for result in results], "sum"),
        *_row("Percent of hold", map(hold, results)),
    ]
