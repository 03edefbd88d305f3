"""The letterhead: the organization's own lines and logo on each slip, and how they will print."""

from collections.abc import Callable
from copy import copy
from datetime import date
from pathlib import Path

from PySide6.QtWidgets import QWidget

from pitdesk import kinds
from pitdesk.book.entries import Entry
from pitdesk.chips import Chips
from pitdesk.chipset.logo import LOGO, logos
from pitdesk.desk import Desk
from pitdesk.errors import Trouble
from pitdesk.kinds.editions import LATEST
from pitdesk.rules.checks.letterhead import LONGEST, MOST_FOOTER, MOST_HEADING
from pitdesk.tonight.board import Board
from pitdesk.tonight.preview import preview
from printers import IMPACT_B, THERMAL_58, THERMAL_512, THERMAL_576
from printers.slips.layout import slip_lines, unsigned
from printers.slips.letterhead import DOTS, logo_of
from ui.chips.pictures import FILES
from ui.floor.fill import OnPaper
from ui.people.screen import BY_MANAGER
from ui.widgets.fields import Choice, Field, Line
from ui.widgets.files import to_open
from ui.widgets.flow import Folding
from ui.widgets.parts import button, column, holder, label, row
from ui.work.form import Call, bound
from ui.work.reader import Reader
from ui.work.station import Station

PAPERS = (
    (THERMAL_58, "58 mm"),
    (THERMAL_512, "80 mm"),
    (THERMAL_576, "80 mm, 576 dots"),
    (IMPACT_B, "TM-U220"),
)
SAMPLE = 20  # chips of the slip that is shown
NO_PICTURES = "A TM-U220 sets letters alone: its slips come without the logo."
HOW = (
    f"Plain letters, {LONGEST} in a line at most. The slip's own marks and numbers stay where they are."
)


class LogoField(Field):
    """The picture above each slip: the one that is kept, another one, or none.

    Attributes:
        made: dots across → rows of the one that was chosen; None for the one that is kept.
        choose_file: asks for a file; "" for none.
    """

    def __init__(self, reader: Reader) -> None:
        super().__init__("logo", "Logo")
        self._reader = reader
        self._data: bytes | None = None
        self.made: dict[str, str] | None = None
        self.choose_file: Callable[[], str] = to_open(self, "Choose the logo", FILES)
        self.state = label("", "muted", wrap=True)
        self.choose = button("Choose a picture …", self._choose)
        self.none = button("No logo", lambda: self._take(b"", {}), "link")
        self._body(column(row(self.choose, self.none, None, gap=12), self.state, gap=4))
        self.choose.installEventFilter(self)

    def _choose(self) -> None:
        if chosen := self.choose_file():
            path = Path(chosen)
            self.tell("")
            self.state.setText("Reading the picture …")
            self._reader.ask(
                "logo", lambda: read_logo(path), lambda read: self._take(*read), self._wrong_file
            )

    def _wrong_file(self, words: str) -> None:
        self._say()
        self.refuse(words)

    def _take(self, data: bytes | None, made: dict[str, str] | None) -> None:
        self._data, self.made = data, made
        self._say()
        self._took()

    def show_kept(self, *, there: bool) -> None:
        """Say whether a logo is kept."""
        self._there = there
        self._say()

    _there = False

    def _say(self) -> None:
        there = self._there if self.made is None else bool(self.made)
        words = "Keep it, and it stands above each slip." if self.made else "It stands above each slip."
        self.state.setText(words if there else "No logo.")
        self.none.setEnabled(there)

    def value(self) -> bytes | None:
        """The file of another one, b"" for none, None for the one that is kept."""
        return self._data

    def typed(self) -> tuple[bytes, dict[str, str]] | None:
        """What was chosen; None for nothing else."""
        return None if self._data is None or self.made is None else (self._data, self.made)

    def take_up(self, typed: tuple[bytes, dict[str, str]] | None) -> None:
        """Put back what was chosen."""
        self._data, self.made = typed or (None, None)
        self._say()

    @property
    def begun(self) -> bool:
        """Whether another was chosen, or none."""
        return self.made is not None

    def first(self) -> QWidget:
        """The button."""
        return self.choose


def read_logo(path: Path) -> tuple[bytes, dict[str, str]]:
    """A logo's file, and its dots for each paper. Not in the window's thread.

    Raises:
        Trouble: says why it cannot be used.
    """
    data = LOGO.read(path)
    try:
        return data, logos(data)
    except ValueError as error:
        raise Trouble(f"{path} cannot be a logo: {error}.") from None


class LetterheadForm(OnPaper):
    """Heading, footer and logo of every slip, with a slip beside them."""

    name = "letterhead"
    post_words = "Keep"
    stays = True
    who = (BY_MANAGER,)
    paper_words = "A fill, as it will print"

    def __init__(self, station: Station, parent: QWidget | None = None) -> None:
        self._lines_kept: tuple[str, ...] = ()
        super().__init__(station, parent)

    def fields(self) -> list[Field]:
        """The lines above, the lines below, the logo; and on which paper it is shown."""
        self.heading = [_line("heading", at, MOST_HEADING) for at in range(MOST_HEADING)]
        self.footer = [_line("footer", at, MOST_FOOTER) for at in range(MOST_FOOTER)]
        self.logo = LogoField(Reader(self.station, self))
        self.shown_on = Choice("shown on", "Show it on", [(str(n), words) for n, words in PAPERS])
        self.shown_on.seldom = True
        for one in (*self.heading, *self.footer, self.logo, self.shown_on):
            one.changed.connect(self.redraw)
        return [*self.heading, *self.footer, self.logo, self.shown_on]

    def body(self) -> QWidget:
        """One below the other, with what holds for them."""
        self.note = label(NO_PICTURES, "caption", wrap=True)
        how = label(HOW, "caption", wrap=True)
        above = column(*self.heading, None, gap=8)
        below = column(*self.footer, self.logo, None, gap=8)
        lines = Folding(holder(above), holder(below), gap=24, stretch=(1, 1), top=True)
        return holder(column(how, lines, self.shown_on, self.note, gap=8))

    def refresh(self, board: Board) -> None:
        """Show what the book says, unless somebody has typed over it."""
        kept = board.site.letterhead
        if not self.shown_on.typed():
            known = dict(PAPERS)
            self.shown_on.choose(str(self.station.width if self.station.width in known else THERMAL_512))
        if self._lines_now() == (self._lines_kept or ("",) * len(self._lines_now())):
            for lines, said in ((self.heading, kept.heading), (self.footer, kept.footer)):
                for at, one in enumerate(lines):
                    one.take_up(said[at] if at < len(said) else "")
            self._lines_kept = self._lines_now()
        self.logo.show_kept(there=bool(kept.logo))

    def _lines_now(self) -> tuple[str, ...]:
        return tuple(one.typed() for one in (*self.heading, *self.footer))

    def letterhead(self) -> kinds.Letterhead:
        """As it stands in the form."""
        above, below = (
            tuple(filter(None, (one.typed().strip() for one in lines)))
            for lines in (self.heading, self.footer)
        )
        kept = self.station.board.site.letterhead.logo
        logo = kept if self.logo.made is None else self.logo.made
        return kinds.Letterhead(heading=above, footer=below, logo=logo)

    def redraw(self) -> None:
        """Draw a slip as it would print with what is typed."""
        if not self.station.ready:
            return
        board, width = self.station.board, int(self.shown_on.typed() or THERMAL_512)
        said, site = self.letterhead(), copy(board.site)
        site.letterhead = said
        self.note.setVisible(width not in DOTS and bool(said.logo))
        chip = max(board.site.playing, default=None)
        table = next(iter(board.site.tables), "")
        if chip is None or not table:
            return
        at = self.station.clock.now().at
        day = board.opening or _opening(self.station.today)
        slip = preview(board, "fill", table, Chips({chip: SAMPLE}), (), at)
        code = unsigned(board.signs)
        lines = slip_lines(slip, site, day=day, part="original", width=width, code=code)
        self.paper.show_lines(lines, width, logo_of(said, width))

    def typed_anything(self) -> bool:
        """Whether anything is not as the book has it."""
        return self._lines_now() != self._lines_kept or self.logo.begun

    def clear(self) -> None:
        """Show again what the book says."""
        super().clear()
        self._lines_kept = ()
        if self.station.ready:
            self.refresh(self.station.board)
            self.redraw()

    def call(self) -> Call:
        """A letterhead."""
        if not self.typed_anything():
            raise ValueError("Nothing is changed.")
        said, by = self.letterhead(), self.signers.value()
        return bound(Desk.set_letterhead, said.heading, said.footer, by, logo=self.logo.value())

    def done(self, entry: Entry) -> str:
        """From when it holds."""
        return "Kept. It stands on every slip from now on; what was printed stays as it was."


def _opening(on: date) -> kinds.OpenDay:
    """The opening of a day for a slip to look at, where none is open."""
    return kinds.OpenDay(
        date=on,
        edition=LATEST,
        loans=(),
        organization="",
        site="",
        zone="",
        carried={},
        lost=(),
        rulebook="",
        rulebook_sha256="",
    )


def _line(part: str, at: int, of: int) -> Line:
    """A line of text above or below."""
    made = Line(f"{part} {at + 1}", f"{part.capitalize()}, line {at + 1} of {of}", number=False)
    made.edit.setMaxLength(2 * LONGEST)
    return made
