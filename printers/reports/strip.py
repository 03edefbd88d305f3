"""The report as a receipt strip: 33 to 48 columns of ASCII, one thing below another."""

from collections.abc import Iterable, Sequence
from textwrap import wrap

from printers import WIDTHS
from printers.drawing.cells import Cell, Code, Figure
from printers.drawing.sheets import Answer, Column, Grid, Report, Row, Section
from printers.slips.layout import plain


def report_strip(report: Report, width: int) -> list[str]:
    """The report's lines, none wider than `width` columns."""
    assert width >= min(WIDTHS), width
    lines = [
        "=" * width,
        *(line.center(width).rstrip() for line in _wrapped(report.title.upper(), width)),
        *(line.center(width).rstrip() for part in report.subject for line in _wrapped(part, width)),
        *(mark.center(width).rstrip() for mark in _marks(report)),
        "=" * width,
    ]
    if report.answer:
        lines += _answer(report.answer, width)
    for section in report.sections:
        lines += _section(section, width)
    end = ", ".join([*_marks(report), *([f"chain head {report.head}"] if report.sealed else [])])
    return [*lines, "", "=" * width, *_wrapped(f"End of report, {end}", width)]


def _marks(report: Report) -> list[str]:
    """What nobody may overlook."""
    return ["PRACTICE"] * report.practice + [report.head] * (not report.sealed)


def _answer(said: Answer, width: int) -> list[str]:
    """What the report says before all else."""
    lines = ["", *_wrapped(said.words.upper(), width), *_wrapped(said.more, width), ""]
    for one in said.figures:
        lines += _said(one.label, one.amount, "", width)
        lines += [words.rjust(width) for words in _wrapped(one.beside, width) if words]
    lines += ["", *_wrapped(f"{said.title}:" if said.things else f"{said.title}.", width)]
    for number, thing in enumerate(said.things, 1):
        told = "; ".join(filter(None, (thing.words, thing.why, thing.by)))
        lines += _wrapped(f"{number} {told}", width)
    return [*lines, *(_wrapped(said.rest, width) if said.rest else ())]


def _section(section: Section, width: int) -> list[str]:
    lines = ["", *_wrapped(section.title.upper(), width), "=" * width]
    for note in section.notes:
        lines += _wrapped(note, width)
    for grid in section.grids:
        lines += _grid(grid, width)
    for purpose in section.sign:
        lines += ["", "", "", "_" * width, *_wrapped(purpose, width)]
    return lines


def _grid(grid: Grid, width: int) -> list[str]:
    lines = _titled(grid.title, width) if grid.title else []
    if grid.facts or len(grid.columns) == 2:
        for row in grid.rows:
            lines += _said(str(row.cells[0]), row.cells[1], row.rank, width)
    elif grid.turned:
        lines += _turned(grid, width)
    else:
        lines += _columns(grid, width) or _cards(grid, width)
    for note in grid.notes:
        lines += _wrapped(note, width)
    return lines


def _titled(title: str, width: int) -> list[str]:
    """A title on a rule: -- Table 1 -----------."""
    *before, last = _wrapped(f"-- {title}", width - 2)
    return ["", *before, f"{last} ".ljust(width, "-")]


def _turned(grid: Grid, width: int) -> list[str]:
    """What is said of each thing, one thing after the other."""
    lines = []
    wordy = any(isinstance(cell, str) and cell for row in grid.rows for cell in row.cells[1:])
    for turn, column in enumerate(grid.columns[1:], 1):
        lines += _titled(column.head.lstrip("+= "), width)
        for row in grid.rows:
            label, cell = str(row.cells[0]), row.cells[turn]
            if row.rank == "head" or (cell and (wordy or _worth(label, cell))):
                lines += _said(label, cell, row.rank, width)
    return lines


def _columns(grid: Grid, width: int) -> list[str]:
    """The grid as columns, where they fit and no words need to be broken; else nothing."""
    plain_rows = [[_text(cell) for cell in row.cells] for row in grid.rows if not row.rank]
    heads = [plain(column.head) for column in grid.columns]
    widths = [max(map(len, column)) for column in zip(heads, *plain_rows, strict=True)]
    sums = [row for row in grid.rows if row.rank]
    if sum(widths) + len(widths) - 1 > width or any(
        sum(isinstance(cell, Figure) for cell in row.cells) != 1 for row in sums
    ):
        return []
    widths[-1] += width - sum(widths) - len(widths) + 1

    def line(cells: Sequence[str]) -> str:
        triples = zip(cells, widths, grid.columns, strict=True)
        return " ".join(f"{c:{'>' if col.figures else '<'}{w}}" for c, w, col in triples).rstrip()

    lines = [line(heads), *map(line, plain_rows)]
    for turn, row in enumerate(sums):
        label = " ".join(cell for cell in row.cells if isinstance(cell, str) and cell)
        figure = next(cell for cell in row.cells if isinstance(cell, Figure))
        lines += _said(label, figure, "" if turn else "sum", width)
    return lines


def _text(cell: Cell) -> str:
    return plain(cell if isinstance(cell, str) else cell.text)


def _said(label: str, cell: Cell, rank: str, width: int) -> list[str]:
    """A label and what it is, at the two ends of a line where they fit on one."""
    label = plain(label)
    if rank == "head":
        return ["", *_wrapped(f"[{label}]", width)]
    if isinstance(cell, Figure):
        lead = f"{label} {plain(cell.lead)}" if cell.lead else label
        rule = [("-" * len(cell.text)).rjust(width)] if rank == "sum" else []
        return [*rule, *_ends(lead, cell.text, width)]
    words = _words(cell, width)
    if len(words) == 1 and len(label) + 1 + len(words[0]) <= width:
        return _ends(label, words[0], width)
    return [*_wrapped(label, width), *(f"  {line}" for line in _words(cell, width - 2))]


def _words(cell: str | Code, width: int) -> list[str]:
    text = cell.text if isinstance(cell, Code) else cell
    return [line for part in text.split("\n") for line in _wrapped(part, width)]


def _ends(left: str, right: str, width: int) -> list[str]:
    """Words to the left, a figure to the right; the words take more lines where they must."""
    *before, last = wrap(left, width - len(right) - 1, subsequent_indent="  ") or [""]
    return [*before, f"{last}{right.rjust(width - len(last))}"]


def _cards(grid: Grid, width: int) -> list[str]:
    """The rows of a wide grid, one below the other."""
    lines: list[str] = []
    before = ""
    for row in grid.rows:
        if row.rank == "head":
            lines += ["", *_wrapped(f"[{row.cells[0]}]", width)]
        else:
            lines += ["-" * width] if row.rank == "sum" != before else []
            lines += _card(grid.columns, row, width)
        before = row.rank
    return lines


def _card(columns: Sequence[Column], row: Row, width: int) -> list[str]:
    """A row: its first word, then its figures line by line, then the rest in words."""
    pairs = [*zip(columns, row.cells, strict=True)]
    figures = [
        (column.head, cell)
        for column, cell in pairs
        if isinstance(cell, Figure) and _worth(column.head, cell)
    ]
    words = [(column, plain(cell)) for column, cell in pairs[1:] if isinstance(cell, str) and cell]
    name, rest = _name(columns[0], row), words
    if not name:
        (_, name), *rest = words
    lines = []
    if len(figures) == 1:
        lines += _ends(name, figures[0][1].text, width)
    else:
        lines += _wrapped(name, width)
        for head, figure in figures:
            lines += [f"  {line}" for line in _ends(plain(head), figure.text, width - 2)]
    brief = ", ".join(f"{column.head} {text}" for column, text in rest if not column.wide)
    lines += _indented([brief] if brief else [], width)
    return lines + _indented([f"{c.head}: {text}" for c, text in rest if c.wide], width)


def _worth(label: str, cell: Cell) -> bool:
    """A strip leaves out the nothings of a roll-forward, but not how it begins and ends."""
    nothing = isinstance(cell, Figure) and cell.text in ("0", "0.00")
    return not nothing or not label.startswith(("+ ", "- "))


def _name(column: Column, row: Row) -> str:
    """What a row is about: an entry or a table says so, anything else speaks for itself."""
    text = plain(str(row.cells[0]))
    says = column.head in ("Entry", "Table", "IOU") and not row.rank and text
    return f"{column.head} {text}" if says else text


def _indented(texts: Iterable[str], width: int) -> list[str]:
    return [f"  {line}" for text in texts for line in _wrapped(text, width - 2)]


def _wrapped(text: str, width: int) -> list[str]:
    return wrap(plain(text), width)
