"""The trace as a booklet for an inspector: how to read it, counts by state, then section by section."""

from collections.abc import Sequence
from datetime import UTC, date, datetime, time

from pitdesk import __version__
from pitdesk.rules.book import Rulebook
from pitdesk.rules.rows import STATES, Row, SectionRows, counted
from printers.drawing.cells import pieces
from printers.drawing.columns import SANS, wrap
from printers.drawing.grids import columns, figures_of, row, total, words_of
from printers.drawing.pen import GRAY, LEFT, ROOM, TOP, Pen
from printers.drawing.sheets import Grid, Section
from printers.reports.letter import Band, drawn, section_bands, space
from printers.slips.layout import calendar_date

TITLE = "The law, and what PitDesk does about it"
_NOT_OURS = ("absent", "not the software's")
_HOW = (
    "Each row is a subsection of the chapter, or a sentence of it. The words are ours and short; the"
    " section named beside them is the law.",
    "A rule such as nd.08-05.5 can be tried on any computer with PitDesk: pitdesk rules --try nd.08-05.5"
    " plays two short nights, one that keeps the rule and one that breaks it, and shows what PitDesk"
    " said. A book is not needed, and nothing is kept.",
    "pitdesk rules nd.08-05.5 shows a rule, since when it holds, and its rows.",
)


def trace_pdf(parts: Sequence[SectionRows], book: Rulebook, on: date) -> bytes:
    """The booklet as of a day; the same parts, rulebook and day are the same file."""
    pen = Pen(TITLE)
    pen.date(datetime.combine(on, time(12), UTC), author="PitDesk")
    made = calendar_date(on)
    rows = [one for part in parts for one in part.rows]
    bands = [
        *_cover(f"PitDesk {__version__}, {made}"),
        *section_bands(Section("How to read it", (_states(rows),), _HOW)),
        *section_bands(Section("Section by section", (_counts(parts),), fresh=True)),
        *(band for part in parts for band in section_bands(_part(part))),
    ]
    return drawn(pen, bands, f"{TITLE}, {made}", f"{book.name} {book.sha256[:8]}")


def _cover(made: str) -> list[Band]:
    """The title and what is in it, in the upper half of the first page."""

    def title(pen: Pen, y: float) -> None:
        for turn, words in enumerate(wrap(TITLE, ROOM - 60, SANS, 34)):
            pen.strong(LEFT, y - 90 - 42 * turn, words, size=34)
        pen.rule(LEFT, y - 150, ROOM, weight=1)
        pen.write(LEFT, y - 172, "Twenty-one and paddlewheels with a table in North Dakota", size=13)
        pen.write(LEFT, y - 190, made, size=9, gray=GRAY)

    return [Band(TOP / 3, title), space(1)]


def _states(rows: Sequence[Row]) -> Grid:
    """The states, what each means, and how many rows have it."""
    count = counted(rows)
    lines = [row(state.capitalize(), words, pieces(count[state])) for state, words in STATES.items()]
    heads = columns("State", words_of("What it means"), figures_of("Rows"))
    return Grid("", heads, (*lines, row("All", "", pieces(len(rows)), rank="sum")))


def _counts(parts: Sequence[SectionRows]) -> Grid:
    """How many rows of each section have each state."""
    heads = columns("Section", words_of("Title"), *map(figures_of, map(str.capitalize, STATES)))
    counts = [(part, counted(part.rows)) for part in parts]
    lines = [row(_number(part), part.title, *map(pieces, count.values())) for part, count in counts]
    return Grid("", heads, (*lines, *total("All", lines)))


def _number(part: SectionRows) -> str:
    """The number of a section; "" for those that others cite."""
    return "" if part.section == part.title else part.section.removeprefix("N.D.A.C. ")


def _part(part: SectionRows) -> Section:
    """A section with its rows."""
    title = part.name.removeprefix("N.D.A.C. ")
    heads = columns("At", words_of("What it asks"), "State", words_of("In PitDesk"))
    lines = [
        row(_at(one), one.words, one.state.capitalize(), "\n".join(filter(None, _told(one))))
        for one in part.rows
    ]
    return Section(title, (Grid("", heads, tuple(lines)),), (f"Text read: {part.text}.",))


def _told(one: Row) -> tuple[str, ...]:
    """What does it or why nothing does, and the rules that judge it or what shows it."""
    return one.does or one.why, ", ".join(one.rules), one.shown


def _at(one: Row) -> str:
    """Where it stands; in a column that is narrow."""
    return one.at.removeprefix("N.D.A.C. 99-01.3-").replace(", sentence ", " s")
