"""The days of a book as a calendar: a week in a row, each day's state in a color, a sign and a word.

The depth of green is what the day won. A ring says that its deposit is not noted yet.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFontMetrics, QKeyEvent, QPainter, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QHeaderView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QWidget,
)

from pitdesk.book.past import Past
from pitdesk.chips import brief, dollars
from printers.slips.layout import calendar_date
from ui.widgets import icons, theme
from ui.widgets.art import Picture
from ui.widgets.flow import Flow
from ui.widgets.listing import INDEX, ROLE
from ui.widgets.parts import ENTER, column, emptied, holder, kind, label, row

DAY, WEEK = timedelta(days=1), timedelta(days=7)
WEEKDAYS = ("Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat")
NARROW, HIGH, LEAST = 26, 52, 42  # pixels of a day without games, of a row, of a day with games
DEPTHS = (38, 62, 86, 112)  # of 255: how deep the green of a day is, by the quarter that its AGP is in
SIGN, EDGE = 14, 5  # pixels of a sign; between a cell's edge and what is in it
OFF, PENDING, OPEN, BALANCED, LATE = "off", "pending", "open", "balanced", "late"


@dataclass(frozen=True, slots=True)
class DayState:
    """How a day stands: a code, its tone, its sign, in a word; whether its deposit is to be noted."""

    code: str
    tone: str
    sign: str
    word: str
    owes: bool = False


def off(cents: int | None) -> str:
    """Over or short in words: balanced, over 2.00, short 2.00."""
    if not cents:
        return "–" if cents is None else "balanced"
    return f"{'over' if cents > 0 else 'short'} {dollars(abs(cents))}"


def state_of(past: Past, noted: Collection[date], today: date) -> DayState:
    """How a day stands.

    noted   the dates whose deposit is in the book
    """
    owes = past.sealed and bool(past.deposit_cents) and past.date not in noted
    if not past.sealed:
        return DayState(OPEN, "way", "clock", "Open")
    if past.pending:
        return DayState(PENDING, "way", "clock", "Drop pending", owes)
    if past.over_short_cents:
        return DayState(OFF, "look", "warning", off(past.over_short_cents).capitalize(), owes)
    if owes and past.due and past.due < today:
        return DayState(LATE, "look", "warning", "Deposit late", owes)
    return DayState(BALANCED, "good", "check", "Balanced", owes)


class CalendarWeeks(QAbstractTableModel):
    """The weeks from the first day of a book to its last, Sunday to Saturday."""

    def __init__(self) -> None:
        super().__init__()
        self.days: dict[date, Past] = {}
        self.states: dict[date, DayState] = {}
        self.dates: list[date] = []
        self.tight: set[int] = set()  # columns with room for one letter above them
        self._steps: list[int] = []
        self._first, self._rows = date.min, 0

    def show_days(self, days: Sequence[Past], noted: Collection[date], today: date) -> None:
        """Show these days, newest first; of two of one date the newer."""
        self.beginResetModel()
        self.days = {past.date: past for past in reversed(days)}
        self.states = {on: state_of(past, noted, today) for on, past in self.days.items()}
        self.dates = sorted(self.days)
        won = sorted(past.agp_cents or 0 for past in self.days.values())
        self._steps = [won[len(won) * at // len(DEPTHS)] for at in range(1, len(DEPTHS))] if won else []
        if self.dates:
            self._first = self.dates[0] - timedelta(days=self.dates[0].isoweekday() % 7)
            self._rows = (self.dates[-1] - self._first) // WEEK + 1
        else:
            self._rows = 0
        self.endResetModel()

    def depth(self, past: Past) -> int:
        """How deep its green is."""
        return DEPTHS[bisect_right(self._steps, past.agp_cents or 0)]

    @property
    def played(self) -> set[int]:
        """The columns of weekdays on which there ever was a gaming day."""
        return {on.isoweekday() % 7 for on in self.dates}

    def on(self, index: INDEX) -> date:
        """The date of a cell."""
        return self._first + WEEK * index.row() + timedelta(days=index.column())

    def where(self, on: date) -> QModelIndex:
        """The cell of a date."""
        gone = (on - self._first).days
        return self.index(gone // 7, gone % 7)

    def rowCount(self, parent: INDEX = QModelIndex()) -> int:  # noqa: B008  (Qt's signature)
        """How many weeks."""
        return 0 if parent.isValid() else self._rows

    def columnCount(self, parent: INDEX = QModelIndex()) -> int:  # noqa: B008  (Qt's signature)
        """Seven."""
        return 0 if parent.isValid() else len(WEEKDAYS)

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = ROLE.DisplayRole
    ) -> object:
        """Weekdays above, the first day of each week at the left."""
        if role == ROLE.TextAlignmentRole:
            return Qt.AlignmentFlag.AlignCenter
        if role != ROLE.DisplayRole:
            return None
        if orientation == Qt.Orientation.Horizontal:
            return WEEKDAYS[section][:1] if section in self.tight else WEEKDAYS[section]
        begins = self._first + WEEK * section
        new = begins.month == 1 and begins.day <= len(WEEKDAYS)
        return f"{begins:%b} {begins.year if new else begins.day}"

    def flags(self, index: INDEX) -> Qt.ItemFlag:
        """Only days with games are chosen."""
        there = self.on(index) in self.days
        return Qt.ItemFlag.ItemIsEnabled | (
            Qt.ItemFlag.ItemIsSelectable if there else Qt.ItemFlag.NoItemFlags
        )

    def data(self, index: INDEX, role: int = ROLE.DisplayRole) -> object:
        """What a day is in words, for a reader and a tool tip."""
        on = self.on(index)
        if role in (ROLE.AccessibleTextRole, ROLE.ToolTipRole):
            return self.said(on)
        return str(on.day) if role == ROLE.DisplayRole else None

    def said(self, on: date) -> str:
        """A day in a sentence."""
        past = self.days.get(on)
        if past is None:
            return f"{calendar_date(on)}: no gaming day"
        state = self.states[on]
        won = [f"AGP {brief(past.agp_cents)}"] if past.agp_cents is not None and not past.pending else []
        ring = ["deposit not noted"] if state.owes else []
        return ", ".join([f"{calendar_date(on)}: {state.word}", *won, *ring])


class DayPainter(QStyledItemDelegate):
    """Paints a day: its number and its sign above, what it won below, a ring if its deposit is owed."""

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: INDEX) -> None:
        """Paint one."""
        weeks = index.model()
        assert isinstance(weeks, CalendarWeeks)
        on, look = weeks.on(index), theme.current()
        box: QRect = option.rect.adjusted(2, 2, -2, -2)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        edge = EDGE if box.width() >= theme.sized(LEAST) else 2
        inner = box.adjusted(edge, 3, -edge, -3)
        painter.setFont(theme.font("caption", 600))
        if (past := weeks.days.get(on)) is None:
            painter.setPen(theme.color(look.muted))
            at = Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop
            painter.drawText(option.rect.adjusted(0, 5, 0, 0), at, str(on.day))
        else:
            flags: QStyle.StateFlag = option.state
            chosen = bool(flags & QStyle.StateFlag.State_Selected)
            self._ground(painter, box, weeks, past, chosen=chosen)
            self._day(painter, inner, weeks.states[on], past)
        painter.restore()

    def _ground(
        self, painter: QPainter, box: QRect, weeks: CalendarWeeks, past: Past, *, chosen: bool
    ) -> None:
        look, tone = theme.current(), weeks.states[past.date].tone
        ground, line = {
            "good": (theme.color(look.felt, weeks.depth(past)), look.felt_line),
            "look": (theme.color(look.amber_ground), look.amber_line),
            "way": (theme.color(look.blue_ground), look.blue_line),
        }[tone]
        painter.setBrush(ground)
        painter.setPen(theme.pen(look.text, 3) if chosen else theme.pen(line))
        if tone == "good" and not chosen:
            painter.setPen(Qt.PenStyle.NoPen)
        painter.drawRoundedRect(QRectF(box).adjusted(1, 1, -1, -1), 6, 6)

    def _day(self, painter: QPainter, box: QRect, state: DayState, past: Past) -> None:
        look = theme.current()
        painter.setPen(theme.color(look.text))
        painter.drawText(box, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop, str(past.date.day))
        side = theme.sized(SIGN)
        beside = box.width() >= painter.fontMetrics().horizontalAdvance("00") + side
        low = QRectF(box.right() - side, box.bottom() - side, side, side)
        sign = low.translated(0, box.top() + 1 - low.top()) if beside else QRectF(low)
        icons.paint(painter, state.sign, sign, look.text)
        if state.owes:
            icons.paint(
                painter, "ring", low if beside else low.translated(side - box.width(), 0), look.text
            )
        if beside and state.code != BALANCED:
            right = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignTop
            taken = side + 4, painter.fontMetrics().horizontalAdvance("00") + 4
            if painter.fontMetrics().horizontalAdvance(state.word) <= box.width() - sum(taken):
                painter.drawText(box.adjusted(0, 0, -taken[0], 0), right, state.word)
        if past.agp_cents is None or past.pending:
            return
        words, room = brief(past.agp_cents), box.width() - (side + 2 if state.owes else 0)
        if beside and painter.fontMetrics().horizontalAdvance(words) <= room:
            painter.drawText(box, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignBottom, words)


class Legend(QWidget):
    """What the colors, signs and the ring mean, and how many days there are of each."""

    def __init__(self) -> None:
        super().__init__()
        self._flow = Flow(across=4, gap=12, down=0)
        self.setLayout(column(holder(self._flow)))
        self._counts: tuple[int, ...] = ()
        self.said: list[str] = []
        theme.changed.connect(self._draw)

    def show_states(self, states: Sequence[DayState]) -> None:
        """Count these."""
        tones = [state.tone for state in states]
        self._counts = (*map(tones.count, ("good", "look", "way")), sum(one.owes for one in states))
        self._draw()

    def _draw(self) -> None:
        look = theme.current()
        lines = (
            ("check", look.felt, "balanced"),
            ("warning", look.amber, "to look at"),
            ("clock", look.blue, "not finished"),
            ("ring", look.text, "deposit not noted"),
        )
        emptied(self._flow)
        self.said = []
        for (name, ink, words), many in zip(lines, self._counts, strict=False):
            if many:
                sign = Picture()
                sign.setAccessibleName(words)
                sign.show_drawn(icons.pixmap, name, ink, theme.pixels("caption"))
                self.said.append(f"{many:,} {words}")
                self._flow.addWidget(holder(row(sign, label(self.said[-1], "caption"), None, gap=6)))


class Calendar(QTableView):
    """The calendar. Arrows go from gaming day to gaming day, Page Up and Down by a month.

    Signals:
        picked(date)  another day is chosen
        opened()      its report is wanted: Enter, or a double click
    """

    picked, opened = Signal(object), Signal()

    def __init__(self) -> None:
        super().__init__()
        self.weeks = CalendarWeeks()
        self.setModel(self.weeks)
        self.setItemDelegate(DayPainter(self))
        self.setAccessibleName("Gaming days as a calendar")
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setTabKeyNavigation(False)
        self.setShowGrid(False)
        for header in (self.horizontalHeader(), self.verticalHeader()):
            kind(header, "days")
            header.setSectionsClickable(False)
            header.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.horizontalHeader().setMinimumSectionSize(1)
        self.doubleClicked.connect(lambda _: self.opened.emit())
        self.selectionModel().currentChanged.connect(self._moved)
        theme.fitted.connect(self.fit)

    def show_days(self, days: Sequence[Past], noted: Collection[date], today: date) -> None:
        """Show these days; what is chosen stays so, and nothing is said of it."""
        kept = self.chosen
        self.weeks.show_days(days, noted, today)
        self.fit()
        if kept in self.weeks.days:
            self.choose(kept)

    @property
    def chosen(self) -> date | None:
        """The day that is chosen."""
        at = self.currentIndex()
        return self.weeks.on(at) if at.isValid() and self.weeks.on(at) in self.weeks.days else None

    def choose(self, on: date | None) -> None:
        """Choose a day, and have it in sight."""
        if on in self.weeks.days and on is not None:
            self.setCurrentIndex(self.weeks.where(on))
            self.scrollTo(self.currentIndex())

    def _moved(self, now: QModelIndex) -> None:
        if now.isValid() and self.weeks.on(now) in self.weeks.days:
            self.picked.emit(self.weeks.on(now))

    def fit(self) -> None:
        """Weekdays with games share the room that the others leave."""
        words = QFontMetrics(theme.font("caption")).horizontalAdvance("Nov 0000")
        self.verticalHeader().setFixedWidth(words + 4)
        self.verticalHeader().setDefaultSectionSize(theme.sized(HIGH))
        played, narrow = self.weeks.played, theme.sized(NARROW)
        many = max(1, len(played))
        room = self.viewport().width() - narrow * (len(WEEKDAYS) - many)
        wide = room // many
        if wide < theme.sized(LEAST):
            narrow = wide = self.viewport().width() // len(WEEKDAYS)
        self.weeks.tight = set(range(len(WEEKDAYS))) - (played if wide >= theme.sized(LEAST) else set())
        for at in range(len(WEEKDAYS)):
            self.setColumnWidth(at, wide if at in played else narrow)

    def updateGeometries(self) -> None:
        """Without the button in the corner, which does nothing."""
        super().updateGeometries()
        for corner in self.findChildren(QAbstractButton):
            corner.hide()

    def sizeHint(self) -> QSize:
        """As wide as what it says at most."""
        return QSize(theme.sized(520), theme.sized(400))

    def minimumSizeHint(self) -> QSize:
        """So wide that every number is seen, and a week high."""
        return QSize(theme.sized(320), theme.sized(2 * HIGH))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Fit the days into the room there is."""
        super().resizeEvent(event)
        self.fit()
        self.scrollTo(self.currentIndex())

    # Keys

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Go to another day, or open the one that is chosen."""
        key, dates = Qt.Key(event.key()), self.weeks.dates
        if key in ENTER and self.chosen:
            self.opened.emit()
        elif dates and (to := self._to(key, self.chosen or dates[-1])):
            self.choose(to)
        else:
            super().keyPressEvent(event)

    def _to(self, key: Qt.Key, on: date) -> date | None:
        """The day that a key leads to."""
        back = {
            Qt.Key.Key_Left: on - DAY,
            Qt.Key.Key_Up: on - WEEK,
            Qt.Key.Key_PageUp: _month(on, -1),
            Qt.Key.Key_Home: self.weeks.dates[0],
        }
        on_ = {
            Qt.Key.Key_Right: on + DAY,
            Qt.Key.Key_Down: on + WEEK,
            Qt.Key.Key_PageDown: _month(on, 1),
            Qt.Key.Key_End: self.weeks.dates[-1],
        }
        if key in back:
            return self._before(back[key])
        return self._after(on_[key]) if key in on_ else None

    def _before(self, on: date) -> date:
        """The gaming day there, else the next one before it; the first at last."""
        return self.weeks.dates[max(0, bisect_right(self.weeks.dates, on) - 1)]

    def _after(self, on: date) -> date:
        """The gaming day there, else the next one after it; the last at last."""
        return self.weeks.dates[min(len(self.weeks.dates) - 1, bisect_left(self.weeks.dates, on))]


def _month(on: date, by: int) -> date:
    """The same day of another month, or the last that it has."""
    month = on.year * 12 + on.month - 1 + by
    first = date(month // 12, month % 12 + 1, 1)
    last = (first + timedelta(days=31)).replace(day=1) - timedelta(days=1)
    return min(last, first + timedelta(days=on.day - 1))
