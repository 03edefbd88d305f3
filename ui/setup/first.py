"""The first run: from nothing to an open day in ten minutes, or to practice in one click."""

from collections.abc import Callable, Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QFrame, QLabel, QPushButton, QWidget

from pitdesk.book.site import Site
from pitdesk.chipset.law import CHIP_SET
from pitdesk.errors import Trouble
from pitdesk.tonight.board import Board
from ui.aloud.roles import Role, read_as
from ui.setup.step import Step
from ui.setup.steps import ChipSet, FloorStep, InCharge, Organization, People, advised, lacking
from ui.widgets import art, theme
from ui.widgets.flow import Flow, Front
from ui.widgets.pad import Letters
from ui.widgets.parts import (
    WIDEST,
    button,
    card,
    column,
    framed,
    holder,
    kind,
    label,
    middle,
    pill,
    row,
    scrolled,
)
from ui.work.actions import action
from ui.work.station import Station

CHIP = 56  # pixels of a drawn chip on the first window
ROOMY = 76  # letters across, from which on the steps are named at the left
STEPS: dict[str, Callable[[Site], object]] = {  # each with what of it the book has
    "organization": lambda site: site.organization,
    "manager": lambda site: site.managed,
    "people": lambda site: len(site.people) > 1,
    "tables": lambda site: site.tables,
    "chips": lambda site: site.chips,
}


def missing(site: Site) -> list[str]:
    """The steps that are left before anybody can work here, in order; of STEPS."""
    return [step for step, kept in STEPS.items() if not kept(site)]


class Welcome(theme.Alone):
    """The very first window: set up, practice first, or go on from a backup."""

    def __init__(
        self,
        begin: Callable[[], QWidget],
        practice: Callable[[], QWidget],
        restore: Callable[[], QWidget],
        join: Callable[[], QWidget],
        said: str = "",
    ) -> None:
        """said   what was interrupted here, in words"""
        super().__init__()
        self.setWindowTitle("PitDesk")
        self.said = label(said, "muted", wrap=True)
        self.said.setVisible(bool(said))
        self.trouble = label("", "wrong", wrap=True)
        self.trouble.hide()
        self.begin = button("Set up our organization", lambda: self._try(begin), "act")
        self.practice = button("Practice first", lambda: self._try(practice))
        self.restore = button("Go on from a backup …", lambda: self._try(restore))
        self.join = button("This machine is a station …", lambda: self._try(join))
        self.setLayout(column(scrolled(middle(self._page()))))
        self.begin.setFocus()

    def _page(self) -> QBoxLayout:
        head = column(
            _chips(),
            label("PitDesk", "huge"),
            label("Chips, slips and the drawer of a charity casino in North Dakota.", "h2"),
            gap=10,
        )
        real = _offer(
            "Set up our organization",
            "About ten minutes. You can stop after every step. Have ready:",
            (
                "the names of your organization and site, as on the license",
                "your gaming manager, to type a PIN",
                "a shift manager, a cashier and a dealer, each to type one",
                "the numbers of your tables and drop boxes",
            ),
            self.begin,
        )
        played = _offer(
            "Practice first",
            "One click. A made-up organization whose night has just begun:",
            (
                "marked PRACTICE on every screen and every slip",
                "kept in its own book: nothing in it is real",
                "you see all names and PINs",
                "come back here at any time",
            ),
            self.practice,
        )
        both = Flow(real, played, across=2, gap=24, down=24)
        ways = Flow(
            holder(row(label("Moving from another computer?", "muted"), self.restore, None, gap=12)),
            holder(row(label("Is the cage on another one?", "muted"), self.join, None, gap=12)),
            across=2,
            gap=24,
        )
        moved = holder(ways)
        page = column(None, head, 24, holder(both), 8, moved, self.said, self.trouble, None, None, gap=8)
        page.setContentsMargins(64, 24, 64, 24)
        return page

    def _try(self, way: Callable[[], QWidget]) -> None:
        """Go one of these ways; show here what the disk does not allow."""
        self.trouble.hide()
        try:
            way()
        except (Trouble, OSError) as error:
            self.trouble.setText(f"{error}")
            self.trouble.show()


def _chips() -> QWidget:
    """The six values, drawn."""
    drawn = [art.Picture() for _ in CHIP_SET]
    for made, (name, appearance) in zip(drawn, reversed(CHIP_SET.items()), strict=True):
        made.show_drawn(art.chip_pixmap, name, appearance, CHIP)
        made.setAccessibleName(f"A {name} chip")
    return holder(row(*drawn, None, gap=10))


def _offer(title: str, why: str, points: Sequence[str], way: QPushButton) -> QFrame:
    lines = [_marked(label("•", "muted"), label(words, wrap=True), 10) for words in points]
    parts = (label(title, "title"), label(why, "muted", wrap=True), column(*lines, gap=6))
    return card(*parts, None, 8, way, gap=14, edge=32)


def _marked(mark: QWidget, words: QWidget, gap: int) -> QBoxLayout:
    """Words with a mark before their first line."""
    line = row(mark, words, gap=gap)
    line.setStretch(1, 1)
    line.setAlignment(mark, Qt.AlignmentFlag.AlignTop)
    return line


NEXT = (
    ("", "Sign in", "Touch your name and type your PIN, or scan your badge."),
    ("open day", "Open the day", "A shift manager and a second person. Both are then on duty."),
    (
        "count banks",
        "Count the banks",
        "Two people count the chip bank and the drawer. The book begins here.",
    ),
    ("open table", "Open the tables", "The opener, the limits, and who deals."),
)


class Ready(QWidget):
    """Step 6: what comes next."""

    title = "Ready"
    finished = Signal()

    def __init__(self, station: Station, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.station = station
        steps = column(gap=8)
        for at, (name, title, words) in enumerate(NEXT, 1):
            said = column(label(title, "h2"), label(words, "muted", wrap=True), gap=2)
            line = row(pill(f"{at}", "way"), said, gap=14)
            line.setStretch(1, 1)
            if name:
                line.addWidget(label(action(name).key, "strong"))
            steps.addWidget(card(line, look="inset", edge=14))
        self.advice = label("", wrap=True)
        where = label(
            f"Your book is {station.book}. Back it up to a USB stick or another disk, and lock away a"
            " copy of its two keys. Without them nobody can sign in on a new machine: Ctrl+Shift+Y.",
            "muted",
            wrap=True,
        )
        law = (
            "Before your first real night: keeping these records with a program other than the Attorney"
            " General's takes written approval (N.D.A.C. 99-01.3-08-04(8)). Ask, and keep the letter."
        )
        keep = card(label("Remember", "h2"), self.advice, where, label(law, "muted", wrap=True))
        self.primary = button("Sign in", self.finished.emit, "act")
        self.primary.setMinimumWidth(200)
        page = scrolled(holder(column(steps, keep, None, gap=12)))
        how = label("You are set up. A night begins like this:", "muted")
        whole = column(label(self.title, "title"), how, page, row(None, self.primary), gap=12)
        whole.setStretch(2, 1)
        self.setLayout(whole)
        station.changed.connect(self.refresh)

    def begin(self, what: object = None) -> None:
        """Come to the front."""
        self.refresh(self.station.board)
        self.primary.setFocus()

    def refresh(self, board: Board) -> None:
        """Say what is still wise to add."""
        people = [*board.site.people.values()]
        needed = lacking(people)
        words = [f"Nobody is {' or '.join(needed)} yet: add one in step 3."] if needed else []
        self.advice.setText(" ".join(filter(None, [*words, advised(people)])))
        self.advice.setVisible(bool(self.advice.text()))


class FirstRun(QWidget):
    """Six steps from an empty book to an open day. Can be left at any time; begins again where it was.

    finished   all is set up: sign in
    """

    finished = Signal()

    def __init__(self, station: Station, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.station = station
        self.at = 0
        self.stack = stack = Front()
        self._lay_out()
        self.organization, self.manager = Organization(station, stack), InCharge(station, stack)
        self.people, self.tables = People(station, stack), FloorStep(station, stack)
        self.chips, self.ready = ChipSet(station, stack), Ready(station, stack)
        made = (self.organization, self.manager, self.people, self.tables, self.chips)
        self.steps: tuple[Step | Ready, ...] = (*made, self.ready)
        for at, step in enumerate(made):
            step.finished.connect(lambda at=at: self.go(at + 1))
        for one in self.steps:
            stack.addWidget(one)
        self.ready.finished.connect(self.finished)
        station.changed.connect(self._refresh)
        theme.fitted.connect(self._fit)

    def _lay_out(self) -> None:
        self.marks: list[QLabel] = []
        self.tiles: list[QPushButton] = []
        self.words = [label("PitDesk", "brand"), label("Set up our organization", "muted")]
        rail = column(*self.words, 12, gap=6)
        forms = (Organization, InCharge, People, FloorStep, ChipSet)
        for at, title in enumerate([*(form.title for form in forms), Ready.title]):
            rail.addWidget(self._tile(at, title))
        words = "Each step is kept when you finish it. You can close the window and come back later."
        self.words.append(label(words, "caption", wrap=True))
        rail.addStretch(1)
        rail.addWidget(self.words[-1])
        self.touch = button(
            "Keypad",
            lambda: self.show_keys(not self.keys.isVisible()),
            "link",
            says="Keypad, keys to touch",
        )
        self.touch.setFocusPolicy(Qt.FocusPolicy.TabFocus)  # a touch leaves the focus where keys write
        rail.addWidget(self.touch)
        self.rail = framed(QFrame(), rail, "side", 16, 16)
        self._of_keys = column()
        self.keys = framed(QFrame(), self._of_keys, "bottom", 12, 12)
        self.keys.hide()
        self.inner = row(self.stack, None, gap=0)
        self.inner.setStretch(0, 1000)
        right = column(self.inner, self.keys, gap=0)
        right.setStretch(0, 1)
        whole = row(self.rail, right, gap=0)
        whole.setStretch(1, 1)
        self.setLayout(whole)

    def _tile(self, at: int, title: str) -> QPushButton:
        made = button("", self.go, "rail", says=title, to=at)
        made.setCheckable(True)
        read_as(made, Role.ListItem)
        mark, words = pill(f"{at + 1}"), label(title)
        line = row(mark, words, None, gap=12)
        line.setContentsMargins(10, 4, 10, 4)
        made.setLayout(line)
        for part in (mark, words):
            part.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.marks.append(mark)
        self.words.append(words)
        self.tiles.append(made)
        return made

    def resizeEvent(self, event: QResizeEvent) -> None:
        """With large letters in a small window the steps at the left are numbers alone."""
        self._fit()
        super().resizeEvent(event)

    def _fit(self) -> None:
        pixels = theme.pixels()
        roomy = self.width() // pixels >= ROOMY
        for part in self.words:
            part.setVisible(roomy)
        edge = 8 if theme.size() == theme.Size.TINY else 24
        self.inner.setContentsMargins(edge, min(edge, 18), edge, min(edge, 18))
        self.stack.setMaximumWidth(pixels * (WIDEST + 18))
        self.rail.setFixedWidth(pixels * 18 if roomy else pixels * 5 + 40)

    def show_keys(self, on: bool) -> None:
        """Show or hide the keys to touch, made when they are first asked for."""
        if on and not self._of_keys.count():
            self._of_keys.addWidget(Letters())
        self.keys.setVisible(on)

    @property
    def left(self) -> list[int]:
        """The steps that are left, by their place."""
        site = self.station.board.site
        names = {*missing(site), *(["people"] if lacking(site.people.values()) else [])}
        return [at for at, step in enumerate(STEPS) if step in names]

    @property
    def unfinished(self) -> list[str]:
        """The steps with something that is typed and not kept, in words."""
        steps = [one for one in self.steps if isinstance(one, Step) and not one.complete()]
        return [f"Not kept: {one.title}." for one in steps if one.typed_anything()]

    def begin(self) -> None:
        """Begin at the first step that is left."""
        self.go(len(STEPS))

    def go(self, at: int) -> None:
        """Go to a step, as far as the way is open."""
        self.at = min([at, *self.left])
        self.stack.setCurrentIndex(self.at)
        self._refresh(self.station.board)
        self.steps[self.at].begin()

    def _refresh(self, board: Board) -> None:
        """Tick what is done, and open the way as far as it goes."""
        left = self.left
        for at, (tile, mark) in enumerate(zip(self.tiles, self.marks, strict=True)):
            done = at < len(STEPS) and at not in left
            here = at == self.at
            mark.setText("✓" if done else f"{at + 1}")
            kind(mark, "pill", tone="good" if done else "way" if here else "plain")
            tile.setChecked(here)
            tile.setEnabled(at <= min([len(STEPS), *left]))
            tile.setAccessibleDescription("done" if done else "now" if here else "still to come")
