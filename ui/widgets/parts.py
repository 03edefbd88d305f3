"""Small parts that every screen is put together of: labels, cards, rows, buttons."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import TypeVar

from PySide6.QtCore import QEvent, QObject, QPoint, QPointF, QSize, Qt, QTimer
from PySide6.QtGui import (
    QFont,
    QKeyEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QShowEvent,
    QTextLayout,
    QWheelEvent,
)
from PySide6.QtWidgets import (
    QApplication,
    QBoxLayout,
    QComboBox,
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QLayout,
    QProgressBar,
    QPushButton,
    QScrollArea,
    QSizePolicy,
    QStyle,
    QStyleOptionComboBox,
    QStylePainter,
    QVBoxLayout,
    QWidget,
)
from shiboken6 import isValid

from ui.aloud.roles import Role, read_as
from ui.beside.timers import timer
from ui.widgets import theme

ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
HEADINGS = ("title", "h2")  # looks of words that head what follows; of figures they do not
WIDEST = 92  # letters across a page of words
BAR = 12  # pixels of a bar that scrolls
ANY = (1 << 24) - 1  # pixels: as large as Qt lets a widget be
CAPTION = 20  # pixels of what stands above a field, at most
PROGRESS = 120  # pixels of a bar beside words
CALM_MS, MOST_TURNS = 500, 6  # how long a bar is still once it is at rest; how often it comes until then
L = TypeVar("L", bound=QLayout)
Area = TypeVar("Area", bound=QScrollArea)
Kept = TypeVar("Kept", bound=QWidget)
Part = QWidget | QBoxLayout | int | None  # a widget, a layout, a gap in pixels, or a stretch
Box = TypeVar("Box", bound=QBoxLayout)
Layout = TypeVar("Layout", bound=QLayout)


def kind(widget: QWidget, name: str, **more: str) -> None:
    """Give a widget its kind, and properties such as tone="good", as the theme knows them."""
    new = {"kind": name, **more}
    if any(widget.property(property_) != value for property_, value in new.items()):
        for property_, value in new.items():
            widget.setProperty(property_, value)
        theme.dress(widget)


def label(text: str = "", look: str = "", *, wrap: bool = False, right: bool = False) -> QLabel:
    """A line of text; large words are a heading."""
    made = QLabel(text)
    made.setTextFormat(Qt.TextFormat.PlainText)
    made.setWordWrap(wrap)
    if right:
        made.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
    if look:
        kind(made, look)
    if look in HEADINGS and text[:1].isalpha() and not right:
        read_as(made, Role.Heading)
    return made


class _Wide(QObject):
    """Keeps a widget as wide as letters want it."""

    def __init__(self, widget: QWidget, hundred: int, *, most: bool) -> None:
        super().__init__(widget)
        self._widget, self._hundred, self._most = widget, hundred, most
        self._fit()
        theme.fitted.connect(self._fit)

    def _fit(self) -> None:
        wide = theme.sized(self._hundred)
        (self._widget.setMaximumWidth if self._most else self._widget.setFixedWidth)(wide)


def keep_wide(widget: QWidget, hundred: int, *, most: bool = False) -> None:
    """Keep a widget so many pixels wide, at letters of 100 %; `most`: or narrower."""
    _Wide(widget, hundred, most=most)


class Cut(QLabel):
    """Words that take no more room than they are given: the last line is cut, and a tip has them all."""

    def __init__(self, look: str = "") -> None:
        super().__init__()
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Ignored)
        if look:
            kind(self, look)

    def say(self, words: str) -> None:
        """Show other words."""
        self.setText(words)
        self._tip()

    def minimumSizeHint(self) -> QSize:
        """Nothing: what does not fit is cut."""
        return QSize(0, 0)

    def lines(self) -> list[str]:
        """What is seen, line by line."""
        metrics, words = self.fontMetrics(), self.text()
        most = max(1, self.height() // metrics.lineSpacing())
        whole = broken(words, self.font(), self.width())
        found = [line.rstrip() for line in whole[:most]]
        if len(whole) > most:
            rest = "".join(whole[most - 1 :])
            found[-1] = metrics.elidedText(rest, Qt.TextElideMode.ElideRight, self.width())
        return found

    @property
    def is_cut(self) -> bool:
        """Whether there are more words than are seen."""
        return "".join(self.lines()).replace(" ", "") != self.text().replace(" ", "")

    def _tip(self) -> None:
        self.setToolTip(self.text() if self.is_cut else "")

    def resizeEvent(self, event: QResizeEvent) -> None:
        """With other room, other words are cut."""
        super().resizeEvent(event)
        self._tip()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Write the lines, in the middle of the height."""
        painter, metrics, lines = QPainter(self), self.fontMetrics(), self.lines()
        painter.setPen(self.palette().color(self.foregroundRole()))
        down = (self.height() - len(lines) * metrics.lineSpacing()) / 2 + metrics.ascent()
        for at, line in enumerate(lines):
            painter.drawText(QPointF(0, down + at * metrics.lineSpacing()), line)


def broken(words: str, font: QFont, wide: int) -> list[str]:
    """Words in lines of so many pixels."""
    layout, found = QTextLayout(words, font), list[str]()
    layout.beginLayout()
    while (line := layout.createLine()).isValid():
        line.setLineWidth(max(1, wide))
        start = line.textStart()
        found.append(words[start : start + line.textLength()])
    layout.endLayout()
    return found


def show_words(one: QLabel, words: str) -> None:
    """Say something in a label that is out of sight while it says nothing."""
    one.setText(words)
    one.setVisible(bool(words))


def pill(text: str, tone: str = "plain") -> QLabel:
    """A state in a word: good, look, stop, way or plain."""
    made = label(text)
    made.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
    kind(made, "pill", tone=tone)
    return made


class State(QWidget):
    """A state in a word and what there is to say of it; hidden while there is nothing."""

    def __init__(self) -> None:
        super().__init__()
        self.word, self.words = pill(""), label("", wrap=True)
        line = row(self.word, self.words, gap=12, grow=1)
        line.setAlignment(self.word, Qt.AlignmentFlag.AlignTop)
        self.setLayout(line)
        self.tell()

    def tell(self, word: str = "", tone: str = "plain", words: str = "") -> None:
        """Show another state; called without words, hide."""
        self.word.setText(word)
        kind(self.word, "pill", tone=tone)
        self.words.setText(words)
        self.setVisible(bool(words))
        self.setAccessibleName(f"{word}. {words}")


class Matter(QWidget):
    """What is the matter, in a few words, and the way to see it; hidden while nothing is.

    says   what the way is for
    """

    def __init__(self, says: str, see: Callable[[], object]) -> None:
        super().__init__()
        self.word, self.see = pill("", "look"), button("See", see, "link", says=says)
        self.setLayout(row(self.word, self.see, gap=14))
        self.hide()

    def tell(self, words: str) -> None:
        """Say what is the matter; "" for nothing."""
        self.word.setText(words)
        self.setVisible(bool(words))


class Button(QPushButton):
    """A button that Enter clicks too, where the focus is on it. Held down, it does nothing twice."""

    def __init__(self, text: str = "") -> None:
        super().__init__(text)
        self.setAutoDefault(False)
        self.setAutoRepeat(False)

    def sizeHint(self) -> QSize:
        """As wide as it is high, at least: a finger hits a single digit, too."""
        hint = super().sizeHint()
        return hint.expandedTo(QSize(min(hint.height(), theme.LEAST_PX), 0))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter clicks, once."""
        if event.key() not in (*ENTER, Qt.Key.Key_Space):
            super().keyPressEvent(event)
        elif not event.isAutoRepeat():
            self.click()


def button(
    text: str, press: Callable[..., object], look: str = "", *, says: str = "", to: object = None
) -> QPushButton:
    """A button that no dialog clicks by itself; `press` is called with `to` where that is given."""
    made = Button(text)
    made.setAccessibleName(says or text)
    made.clicked.connect(lambda: press() if to is None else press(to))
    if look:
        kind(made, look)
    return made


class Still(QComboBox):
    """A list that opens; the wheel scrolls what is around it and changes no value in passing.

    Attributes:
        whole: whether no room is so small that its words are cut.
    """

    whole = False

    def __init__(self) -> None:
        super().__init__()
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        self.currentTextChanged.connect(self._tip)

    def minimumSizeHint(self) -> QSize:
        """As narrow as a few letters; Qt's own is that of what stood in it when it was first asked."""
        if self.whole:
            return self.sizeHint()
        option, few = QStyleOptionComboBox(), 7 * self.fontMetrics().horizontalAdvance("x")
        self.initStyleOption(option)
        box = QStyle.ContentsType.CT_ComboBox
        around = self.style().sizeFromContents(box, option, QSize(few, 0), self)
        return QSize(around.width(), self.sizeHint().height())

    def _option(self) -> QStyleOptionComboBox:
        """What is painted, its words cut short where they do not fit."""
        option = QStyleOptionComboBox()
        self.initStyleOption(option)
        part = QStyle.SubControl.SC_ComboBoxEditField
        room = self.style().subControlRect(QStyle.ComplexControl.CC_ComboBox, option, part, self)
        right = Qt.TextElideMode.ElideRight
        option.currentText = self.fontMetrics().elidedText(self._words(), right, room.width())
        return option

    def _words(self) -> str:
        return self.currentText() if self.count() else self.placeholderText()

    def _tip(self) -> None:
        """Have a tip with the words that do not fit."""
        words = self._words()
        self.setToolTip(words if self._option().currentText != words else "")

    def paintEvent(self, event: QPaintEvent) -> None:
        """Words that do not fit end in dots."""
        painter, option = QStylePainter(self), self._option()
        painter.drawComplexControl(QStyle.ComplexControl.CC_ComboBox, option)
        if not self.isEditable():
            painter.drawControl(QStyle.ControlElement.CE_ComboBoxLabel, option)
        painter.end()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """In other room, other words are cut."""
        super().resizeEvent(event)
        self._tip()

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Leave it to what is around the list."""
        event.ignore()


def unfolding(text: str, press: Callable[[], object]) -> QPushButton:
    """A link that stays down as long as it shows more."""
    made = button(text, press, "link")
    made.setCheckable(True)
    return read_as(made, Role.Button)


def row(*parts: Part, gap: int = 8, grow: int | None = None) -> QHBoxLayout:
    """Parts side by side; grow: the place of the one that takes the spare room."""
    return _laid(QHBoxLayout(), parts, gap, grow)


def column(*parts: Part, gap: int = 8, grow: int | None = None) -> QVBoxLayout:
    """Parts one below the other; grow: the place of the one that takes the spare room."""
    return _laid(QVBoxLayout(), parts, gap, grow)


def _laid(layout: Box, parts: Sequence[Part], gap: int, grow: int | None) -> Box:
    layout.setContentsMargins(0, 0, 0, 0)
    layout.setSpacing(gap)
    for part in parts:
        if isinstance(part, QWidget):
            layout.addWidget(part)
        elif isinstance(part, QBoxLayout):
            layout.addLayout(part)
        elif part is None:
            layout.addStretch(1)
        else:
            layout.addSpacing(part)
    if grow is not None:
        layout.setStretch(grow, 1)
    return layout


def cells(across: int, down: int) -> QGridLayout:
    """A grid with nothing in it; across and down: pixels between its cells."""
    layout = QGridLayout()
    layout.setContentsMargins(0, 0, 0, 0)
    layout.setHorizontalSpacing(across)
    layout.setVerticalSpacing(down)
    return layout


def card(*parts: Part, look: str = "card", gap: int = 8, edge: int = 16) -> QFrame:
    """A panel with parts one below the other."""
    return framed(QFrame(), column(*parts, gap=gap), look, edge, edge - 4)


def framed(frame: QFrame, layout: QLayout, look: str, across: int, down: int) -> QFrame:
    """A frame of that kind around a layout; across and down: pixels between the two."""
    kind(frame, look)
    layout.setContentsMargins(across, down, across, down)
    frame.setLayout(layout)
    return frame


def keeping_room(widget: Kept) -> Kept:
    """A widget whose room is kept while it is hidden: nothing moves when it comes."""
    policy = widget.sizePolicy()
    policy.setRetainSizeWhenHidden(True)
    widget.setSizePolicy(policy)
    return widget


def holder(layout: QLayout) -> QWidget:
    """A bare widget around a layout."""
    made = QWidget()
    made.setLayout(layout)
    return made


class Question(QWidget):
    """A question, and a button for each answer; hidden until it is asked.

    answers   what each button says, and what it does
    """

    def __init__(self, words: str, answers: Mapping[str, Callable[[], object]]) -> None:
        super().__init__()
        self.words = label(words, "wrong", wrap=True)
        self.answers = {said: button(said, self._answer, to=does) for said, does in answers.items()}
        self.setLayout(row(self.words, *self.answers.values(), gap=12, grow=0))
        self.hide()

    def showEvent(self, event: QShowEvent) -> None:
        """Come into sight, once there is room for it."""
        super().showEvent(event)
        QTimer.singleShot(0, self, lambda: into_sight(self))

    def _answer(self, does: Callable[[], object]) -> None:
        self.hide()
        does()


class Scrolled(QScrollArea):
    """A scroll area that wants just the room its widget wants; Qt's own remembers an old size.

    Rows that fold where the bar takes their room may be lower than before, so that the bar goes, and
    they unfold again, without end. So a bar that came and went too often stays, until the area or what
    is in it asks for other room.
    """

    def __init__(self) -> None:
        super().__init__()
        self._turns, self._deep, self._room = 0, 0, QSize()
        self._sought: Callable[[], object] | None = None  # brings a widget into sight
        self._kept = False  # whether room is kept for the bar while there is none
        self._calm = timer(self, CALM_MS, once=True)
        self._calm.timeout.connect(self._forget)
        self.verticalScrollBar().rangeChanged.connect(self._turned)

    def _turned(self, _: int, most: int) -> None:
        """Count how often the bar comes."""
        self._turns += most > 0 and not self._kept
        self._calm.start()
        if self._kept:  # soon: Qt is about to lay out the bar of before
            QTimer.singleShot(0, self, lambda: self.keep_for_bar(on=self._kept))
        if self._sought:
            QTimer.singleShot(0, self, self._seek_again)
        if self._turns > MOST_TURNS:
            self._stay()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """In other room the bar may go again."""
        if self._room != self.size():
            self._room = self.size()
            self._turns = 0
            self.keep_for_bar(on=self._kept)
        super().resizeEvent(event)

    def keep_for_bar(self, *, on: bool) -> None:
        """Keep room for the bar, where it is to move nothing when it comes; or none, until it comes."""
        self._kept, bar = on, Qt.ScrollBarPolicy
        scrolls = self.verticalScrollBar().maximum() > 0
        self.setVerticalScrollBarPolicy(
            bar.ScrollBarAsNeeded
            if not on
            else bar.ScrollBarAlwaysOn
            if scrolls
            else bar.ScrollBarAlwaysOff
        )
        self.setViewportMargins(0, 0, BAR if on and not scrolls else 0, 0)

    def _stay(self) -> None:
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)
        QApplication.postEvent(self, QEvent(QEvent.Type.LayoutRequest))  # and measure again

    def _forget(self) -> None:
        self._turns, self._sought = 0, None

    def seek(self, seek: Callable[[], object]) -> None:
        """Bring something into sight: now, and once more in each other room until all is calm."""
        self._sought = seek
        self._calm.start()
        seek()

    def _seek_again(self) -> None:
        if self._sought:
            self._sought()

    def sizeHint(self) -> QSize:
        """As large as what is in it."""
        inner = self.widget()
        return inner.sizeHint() if inner else super().sizeHint()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Ask for other room when what is in it has another size."""
        if event.type() == QEvent.Type.LayoutRequest and watched is self.widget():
            self.updateGeometry()
        if event.type() != QEvent.Type.Resize:
            return super().eventFilter(watched, event)
        self._deep += 1
        try:
            if self._deep > MOST_TURNS:  # what is in it has another size each time that the bar turns
                self._stay()
                return False
            return super().eventFilter(watched, event)
        finally:
            self._deep -= 1


class Spare(QWidget):
    """Room that is left over, and what stands in it where there is enough; it asks for none itself.

    make    makes that, once there is room for it
    least   pixels of its height, at letters of 100 %
    """

    def __init__(self, make: Callable[[], QWidget], least: int) -> None:
        super().__init__()
        self._make, self._least = make, least
        self._inner: QWidget | None = None

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Show it, or leave the room empty."""
        super().resizeEvent(event)
        room = self.height() >= theme.sized(self._least)
        if room and not self._inner:
            self._inner = self._make()
            self._inner.setParent(self)
            theme.freshen(self._inner)
        if self._inner:
            self._inner.setGeometry(self.rect())
            self._inner.setVisible(room)


class Beside(Scrolled):
    """A scroll area whose bar stands beside what scrolls: that is as wide with the bar as without.

    Else what is higher the wider it is would bring the bar and send it away again, without end.
    """

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Leave room for the bar."""
        if inner := self.widget():
            inner.setFixedWidth(max(0, self.width() - BAR))
        super().resizeEvent(event)


def middle(page: QLayout) -> QWidget:
    """A page in the middle of a wide screen, no wider than lines can be read."""
    inner = holder(page)
    keep_wide(inner, WIDEST * theme.SIZES["body"], most=True)
    line = row(None, inner, None)
    line.setStretch(1, 1000)
    return holder(line)


def progress(says: str, wide: int = PROGRESS) -> QProgressBar:
    """A bar that shows that something is under way, for how long is not known; hidden at first.

    wide   pixels; 0 for as wide as there is room
    """
    made = QProgressBar()
    made.setRange(0, 0)
    made.setTextVisible(False)
    if wide:
        made.setFixedWidth(wide)
    made.setAccessibleName(says)
    made.hide()
    return made


def scrolled(widget: QWidget) -> Scrolled:
    """A widget that scrolls up and down where there is no room, never sideways."""
    return plain(Scrolled(), widget)


def plain(area: Area, widget: QWidget) -> Area:
    """A scroll area without a frame around a widget, as wide as it is."""
    area.setWidgetResizable(True)
    area.setFrameShape(QFrame.Shape.NoFrame)
    area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    area.setWidget(widget)
    return area


def emptied(layout: Layout) -> Layout:
    """A layout with all that was in it taken out and let go."""
    while layout.count() and (item := layout.takeAt(0)):
        if widget := item.widget():
            widget.hide()
            widget.deleteLater()
        elif inner := item.layout():
            emptied(inner)
    return layout


def into_sight(one: QWidget | None, across: int = 20) -> None:
    """Scroll to a widget, where it stands in what scrolls, to its top; across: pixels at its sides."""
    above = one
    while one and (above := above.parentWidget() if above else None):
        if isinstance(above, Scrolled):
            above.seek(partial(_scroll_to, above, one, across))
            return


def _scroll_to(area: Scrolled, one: QWidget, across: int) -> None:
    if isValid(one) and one.isVisible() and area.isAncestorOf(one):
        area.ensureWidgetVisible(one, across, 2 * CAPTION)
        bar = area.verticalScrollBar()
        bar.setValue(min(bar.value(), one.mapTo(area, QPoint()).y() + bar.value()))
