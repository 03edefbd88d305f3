"""The manual that F1 opens: contents at the left, a page at the right, and a search over all."""

import re
from collections.abc import Callable, Iterable
from pathlib import Path

from PySide6.QtCore import QEvent, QRect, QSize, Qt, QUrl, Signal
from PySide6.QtGui import (
    QCloseEvent,
    QColor,
    QFont,
    QFontMetrics,
    QImage,
    QKeyEvent,
    QPainter,
    QPixmap,
    QResizeEvent,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
    QTextFormat,
    QTextLength,
    QTextTable,
    QTextTableFormat,
)
from PySide6.QtWidgets import (
    QListWidget,
    QListWidgetItem,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTextBrowser,
    QTextEdit,
    QWidget,
)

from pitdesk.chipset.law import CHIP_SET
from pitdesk.errors import Trouble
from printers.reports.keysheet import keys_pdf
from printers.reports.pages import FIRST, FOLDER, Page, keys_markdown, pages
from ui.widgets import faces, theme
from ui.widgets.art import chip_pixmap
from ui.widgets.dots import Words
from ui.widgets.files import to_save
from ui.widgets.flow import Folding
from ui.widgets.listing import INDEX
from ui.widgets.parts import button, column, holder, kind, label, row
from ui.work.outlet import write_pdf

SIDE, LEAST_SIDE = 20, 13  # how wide the contents are, in sizes of the text
WIDEST_SIDE = 460  # and in pixels at most
MEASURE = 48  # widths of an "m" that a line of text is long at most
AROUND = 34  # letters around a word that was found
NAME, WORDS = Qt.ItemDataRole.UserRole, Qt.ItemDataRole.UserRole + 1
HEADINGS = {1: "title", 2: "figure", 3: "body"}  # how large they are set
STRONG = 600
MARKDOWN = QTextDocument.ResourceType.MarkdownResource

Keys = Callable[[], Iterable[tuple[str, str, str]]]


class Manual(QWidget):
    """The pages, with a search over all of them.

    Signals:
        closed  the reader is done: Escape, or the window was closed
    """

    closed = Signal()

    def __init__(self, keys: Keys, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._keys = keys
        self._pages = pages(FOLDER)
        self.choose_file = to_save(self, "Save the keys")
        self._hits: list[QTextCursor] = []
        self._hit = -1
        self.browser = _Browser(self._text)
        self.browser.anchorClicked.connect(self._follow)
        self.browser.sourceChanged.connect(self._opened)
        self.contents = _Contents()
        self.contents.itemClicked.connect(self._choose)
        self.contents.itemActivated.connect(self._choose)
        self.search = Words()
        self.search.setPlaceholderText("Find in the manual  Ctrl+F")
        self.search.setAccessibleName("Find in the manual")
        self.search.setClearButtonEnabled(True)
        self.search.textChanged.connect(self._search)
        self.search.returnPressed.connect(self.next_hit)
        self._lay_out()
        theme.changed.connect(self._redraw)
        self._search("")
        self.open_page(FIRST)

    def _lay_out(self) -> None:
        back, forward = button("Back", self.back), button("Forward", self.forward)
        back.setToolTip("Alt+Left")
        forward.setToolTip("Alt+Right")
        self.browser.backwardAvailable.connect(back.setEnabled)
        self.browser.forwardAvailable.connect(forward.setEnabled)
        done = button("Close  Esc", self._leave, says="Close the manual")
        self.sheet = button("All keys on one sheet …", self.save_keys)
        self.said = label("", "muted")
        ways = holder(row(back, forward)), holder(row(self.sheet, self.said)), holder(row(None, done))
        top = Folding(*ways, gap=8, stretch=(0, 0, 1))
        page = column(top, self.browser, grow=1)
        self._side = holder(column(self.search, self.search.ask, self.contents))
        self.setLayout(row(self._side, page, gap=16, grow=1))
        self._widen()

    def _widen(self) -> None:
        wide = LEAST_SIDE if theme.cramped() else SIDE
        self._side.setFixedWidth(min(wide * theme.pixels(), WIDEST_SIDE))

    def save_keys(self) -> None:
        """Save every key on one Letter sheet, to print and to hang up."""
        if name := self.choose_file("pitdesk-keys.pdf"):
            try:
                self.said.setText(f"Saved: {write_pdf(Path(name), keys_pdf())}")
            except Trouble as trouble:
                self.said.setText(str(trouble))

    # Pages

    @property
    def page(self) -> str:
        """The name of the page that is open."""
        return _name(self.browser.source())

    def open_page(self, name: str) -> None:
        """Open a page by its name, such as "fill"; the index where there is none of that name."""
        self.search.clear()
        self._go(name if name in self._pages else FIRST)
        self.browser.setFocus()

    def begin(self, what: object = None) -> None:
        """Come to the front at a page; without one, where it was left."""
        if what is not None:
            self.open_page(str(what))
        self.browser.setFocus()

    def back(self) -> None:
        """The page before, where it was left."""
        self.browser.backward()

    def forward(self) -> None:
        """The page that the reader went back from."""
        self.browser.forward()

    def _go(self, name: str) -> None:
        """A page from its top; going on from an earlier page forgets the later ones."""
        if name == self.page:
            self.browser.verticalScrollBar().setValue(0)
        else:
            self.browser.setSource(QUrl(f"{name}.md"), MARKDOWN)

    def _text(self, name: str) -> str:
        return self._pages[name].text.replace("{keys}", keys_markdown(self._keys()))

    def _opened(self, url: QUrl) -> None:
        """Say which page is open, and mark on it what is searched for."""
        page = self._pages[_name(url)]
        self.browser.setAccessibleName(page.title)
        self.browser.setAccessibleDescription(". ".join(page.pictures.values()))
        self.contents.mark(page.name)
        self.sheet.setVisible(page.name == "keys")
        self.said.clear()
        self._highlight()

    def _redraw(self) -> None:
        """The same page, in other colors or larger letters."""
        self._widen()
        bar = self.browser.verticalScrollBar()
        scrolled = bar.value()
        self.browser.reload()
        bar.setValue(scrolled)

    def _follow(self, url: QUrl) -> None:
        """A link to another page; links lead nowhere else."""
        if url.isRelative() and _name(url) in self._pages:
            self._go(_name(url))

    def _choose(self, item: QListWidgetItem) -> None:
        if name := item.data(NAME):
            self._go(name)

    # Search

    @property
    def hits(self) -> int:
        """How many places of the open page have a word that is searched for."""
        return len(self._hits)

    def _words(self) -> list[str]:
        return [word for word in self.search.text().casefold().split() if len(word) > 1]

    def _results(self) -> list[str]:
        """The pages that have all the words, those first that have them in the title."""
        words = self._words()

        def rank(name: str) -> tuple[bool, int, int]:
            page = self._pages[name]
            title, plain = page.title.casefold(), page.plain.casefold()
            return name == FIRST, -sum(w in title for w in words), -plain.count(" ".join(words))

        plain = {name: page.plain.casefold() for name, page in self._pages.items()}
        found = [name for name in plain if words and all(word in plain[name] for word in words)]
        return sorted(found, key=rank)

    def _search(self, _: str) -> None:
        """List what was found, or the contents when nothing is searched for."""
        words = self._words()
        if words:
            found = [self._pages[name] for name in self._results()]
            self.contents.show_found([(page, _around(page, words)) for page in found])
        else:
            self.contents.show_all(self._pages.values())
        self.contents.mark(self.page)
        self._highlight()

    def _highlight(self) -> None:
        """Mark every place on the open page: of all the words together, else of each."""
        words = self._words()
        found = self.browser.places([" ".join(words)] if words else [])
        self._hits = found or self.browser.places(words)
        self._hit = -1
        self.browser.mark(self._hits, self._hit)

    def next_hit(self) -> None:
        """Go to the next place that was found: on this page, then on the next that has one."""
        if self.search.settle():
            return
        results = self._results()
        if not results:
            return
        here = self.page in results
        if not here or self._hit + 1 >= len(self._hits):
            turn = (results.index(self.page) + 1) % len(results) if here else 0
            self._go(results[turn])
            self._highlight()
        if self._hits:
            self._hit += 1
            self.browser.mark(self._hits, self._hit)
            self.browser.show_place(self._hits[self._hit])

    # Leaving

    def _leave(self) -> None:
        if self.isWindow():
            self.close()
        else:
            self.closed.emit()

    def closeEvent(self, event: QCloseEvent) -> None:
        """Say that the reader is done."""
        super().closeEvent(event)
        self.closed.emit()

    def event(self, event: QEvent) -> bool:
        """Keep the manual's own keys from the window; Escape is the window's first."""
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent):
            windows = event.key() == Qt.Key.Key_Escape and not self.isWindow()
            if self._verb(event) and not windows:
                event.accept()
                return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Escape leaves, Alt+Left and Alt+Right turn pages, Ctrl+F searches, Down goes to the list."""
        if verb := self._verb(event):
            verb()
        elif event.key() == Qt.Key.Key_Down and self.search.hasFocus():
            self.contents.setFocus()
        else:
            super().keyPressEvent(event)

    def _verb(self, event: QKeyEvent) -> Callable[[], None] | None:
        verbs: dict[tuple[int, Qt.KeyboardModifier], Callable[[], None]] = {
            (Qt.Key.Key_Escape, Qt.KeyboardModifier.NoModifier): self._leave,
            (Qt.Key.Key_Left, Qt.KeyboardModifier.AltModifier): self.back,
            (Qt.Key.Key_Right, Qt.KeyboardModifier.AltModifier): self.forward,
            (Qt.Key.Key_F, Qt.KeyboardModifier.ControlModifier): self._to_search,
        }
        return verbs.get((event.key(), event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier))

    def _to_search(self) -> None:
        self.search.setFocus()
        self.search.selectAll()


def _name(url: QUrl) -> str:
    return url.path().removesuffix(".md")


def _around(page: Page, words: list[str]) -> str:
    """A few words around the first place where one was found."""
    plain = page.plain.removeprefix(page.title).strip()
    places = [plain.casefold().find(wanted) for wanted in (" ".join(words), *words)]
    at = next((place for place in places if place >= 0), 0)
    start = plain.rfind(" ", 0, max(0, at - AROUND // 2)) + 1
    said = plain[start : at + AROUND * 2].rpartition(" ")[0]
    return f"{'… ' if start else ''}{said} …"


class _Browser(QTextBrowser):
    """A page: headings, steps, keys and tables in the theme's colors, in lines of readable length.

    text   the Markdown of a page, by its name
    """

    def __init__(self, text: Callable[[str], str]) -> None:
        super().__init__()
        self._text = text
        self.sourceChanged.connect(self._dress)
        self.setOpenLinks(False)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setLineWrapMode(QTextEdit.LineWrapMode.FixedPixelWidth)
        self._pictures: dict[str, QImage] = {}  # of the page that is open, as they were drawn

    def loadResource(self, kind_: int, name: QUrl | str) -> object:
        """A page; a picture such as ![$5](chip:$5), that chip of the usual set; or one of a screen."""
        url = QUrl(name)
        if kind_ == MARKDOWN.value:
            self._pictures = {}
            self._measure()
            return re.sub(r"`([^`]+)`", "`\u00a0\\1\u00a0`", self._text(_name(url)))
        if url.scheme() == "chip":
            spots = CHIP_SET.get(url.path(), {})
            return chip_pixmap(url.path(), spots, theme.LEAST_PX, self.devicePixelRatioF())
        if url.path() not in self._pictures:
            self._pictures[url.path()] = QImage(str(FOLDER / url.path()))
        return self._fitted(self._pictures[url.path()])

    def _fitted(self, picture: QImage) -> QPixmap:
        """A picture as wide as the lines, never wider than it was drawn, in a thin frame."""
        if picture.isNull():
            return QPixmap()
        room = self.lineWrapColumnOrWidth() - 2 * round(self.document().documentMargin())
        wide = max(1, min(room, picture.width()))
        pixels = min(round(wide * self.devicePixelRatioF()), picture.width())
        smooth = Qt.TransformationMode.SmoothTransformation
        fitted = QPixmap.fromImage(picture.scaledToWidth(pixels, smooth))
        painter = QPainter(fitted)
        painter.setPen(QColor(theme.current().line))
        painter.drawRect(fitted.rect().adjusted(0, 0, -1, -1))
        painter.end()
        fitted.setDevicePixelRatio(pixels / wide)
        return fitted

    def places(self, words: Iterable[str]) -> list[QTextCursor]:
        """Where these words stand, from top to bottom."""
        found = []
        for word in words:
            cursor = self.document().find(word)
            while not cursor.isNull():
                found.append(cursor)
                cursor = self.document().find(word, cursor)
        return sorted(found, key=lambda cursor: cursor.position())

    def mark(self, places: list[QTextCursor], here: int) -> None:
        """Mark these places, and that at the index `here` more strongly."""
        worn, marks = theme.current(), []
        for at, place in enumerate(places):
            mark, form = QTextEdit.ExtraSelection(), QTextCharFormat()
            form.setBackground(QColor(worn.practice if at == here else worn.amber_ground))
            form.setForeground(QColor(worn.on_practice if at == here else worn.amber))
            mark.cursor, mark.format = place, form
            marks.append(mark)
        self.setExtraSelections(marks)

    def show_place(self, place: QTextCursor) -> None:
        """Scroll to where a word was found, with some of the page above it."""
        cursor = QTextCursor(place)
        cursor.clearSelection()
        self.setTextCursor(cursor)
        bar = self.verticalScrollBar()
        bar.setValue(bar.value() + self.cursorRect(cursor).top() - self.viewport().height() // 3)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep lines short enough to be read."""
        super().resizeEvent(event)
        self._measure()

    def _measure(self) -> None:
        most = self.fontMetrics().horizontalAdvance("m") * MEASURE
        wide = min(self.viewport().width(), most)
        if wide == self.lineWrapColumnOrWidth():
            return
        self.setLineWrapColumnOrWidth(wide)
        for name, picture in self._pictures.items():
            image = QTextDocument.ResourceType.ImageResource
            self.document().addResource(image.value, QUrl(name), self._fitted(picture))
        self.document().markContentsDirty(0, self.document().characterCount())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Leave keys with Alt to the manual, which turns pages wherever the focus is."""
        if event.modifiers() & Qt.KeyboardModifier.AltModifier:
            event.ignore()
        else:
            super().keyPressEvent(event)

    def _dress(self) -> None:
        document = self.document()
        block = document.begin()
        while block.isValid():
            level = block.blockFormat().headingLevel()
            self._dress_block(QTextCursor(block), block.blockFormat())
            pieces: list[tuple[int, int, QTextCharFormat]] = []
            fragments = block.begin()
            while not fragments.atEnd():
                piece = fragments.fragment()
                pieces.append((piece.position(), piece.length(), piece.charFormat()))
                fragments += 1
            for start, length, form in pieces:
                cursor = QTextCursor(document)
                cursor.setPosition(start)
                cursor.setPosition(start + length, QTextCursor.MoveMode.KeepAnchor)
                self._dress_piece(cursor, form, level)
            block = block.next()
        for frame in document.rootFrame().childFrames():
            if isinstance(frame, QTextTable):
                self._dress_table(frame)

    def _dress_block(self, cursor: QTextCursor, form: QTextBlockFormat) -> None:
        """Air between paragraphs, above headings, and between lines."""
        em = self.fontMetrics().height()
        if cursor.currentTable():
            form.setTopMargin(0)
            form.setBottomMargin(0)
        else:
            form.setLineHeight(em // 5, QTextBlockFormat.LineHeightTypes.LineDistanceHeight.value)
            form.setTopMargin(em if form.headingLevel() > 1 else em // 4)
            form.setBottomMargin(em // 4 if cursor.currentList() else em // 2)
        cursor.setBlockFormat(form)

    def _dress_piece(self, cursor: QTextCursor, form: QTextCharFormat, level: int) -> None:
        """Keys as they look on a keyboard; headings and strong words in a weight that Plex Sans has."""
        worn, more = theme.current(), QTextCharFormat()
        if form.fontFixedPitch():
            more.setFontFamilies([faces.MONO])
            more.setBackground(QColor(worn.hover))
            more.setForeground(QColor(worn.text))
        elif level:
            form.clearProperty(QTextFormat.Property.FontSizeAdjustment.value)
            more.setFont(theme.font(HEADINGS.get(level, "body"), STRONG))
            cursor.setCharFormat(form)
        elif form.fontWeight() > QFont.Weight.Medium:
            more.setFont(theme.font(weight=STRONG))
        else:
            return
        cursor.mergeCharFormat(more)

    def _dress_table(self, table: QTextTable) -> None:
        """A line below each row."""
        form = QTextTableFormat()
        form.setBorder(0)
        form.setBorderCollapse(True)
        form.setCellPadding(6)
        form.setHeaderRowCount(1)
        form.setTopMargin(4)
        form.setBottomMargin(16)
        form.setWidth(QTextLength(QTextLength.Type.PercentageLength, 100))
        table.setFormat(form)
        for down in range(table.rows()):
            for across in range(table.columns()):
                cell = table.cellAt(down, across)
                below = cell.format().toTableCellFormat()
                below.setBottomBorder(1)
                below.setBottomBorderStyle(QTextTableFormat.BorderStyle.BorderStyle_Solid)
                below.setBottomBorderBrush(QColor(theme.current().line))
                cell.setFormat(below)


class _Contents(QListWidget):
    """The pages under their headings, or those that were found with a few words of each."""

    def __init__(self) -> None:
        super().__init__()
        self.setItemDelegate(_Entry(self))
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollMode(QListWidget.ScrollMode.ScrollPerPixel)
        self.setAccessibleName("Contents")
        kind(self, "bare")

    def show_all(self, found: Iterable[Page]) -> None:
        """Every page."""
        self.clear()
        group = ""
        for page in found:
            if page.group != group:
                self._add(page.group)
                group = page.group
            self._add(page.title, page.name)

    def show_found(self, found: list[tuple[Page, str]]) -> None:
        """Pages and what they say."""
        self.clear()
        count = len(found)
        self._add(f"On {count} page{'s' * (count != 1)}" if count else "No page has these words")
        for page, words in found:
            self._add(page.title, page.name, words)

    def mark(self, name: str) -> None:
        """Mark the page that is open."""
        for turn in range(self.count()):
            item = self.item(turn)
            if item.data(NAME) == name:
                self.setCurrentItem(item)
                if turn < 2:
                    self.scrollToTop()
                return
        self.setCurrentRow(-1)

    def _add(self, title: str, name: str = "", words: str = "") -> None:
        item = QListWidgetItem(title)
        item.setData(NAME, name)
        item.setData(WORDS, words)
        item.setData(Qt.ItemDataRole.AccessibleTextRole, f"{title}. {words}" if words else title)
        if not name:
            item.setFlags(Qt.ItemFlag.NoItemFlags)
        self.addItem(item)


class _Entry(QStyledItemDelegate):
    """A line of the contents: a heading, a page, or a page with words below it."""

    def sizeHint(self, option: QStyleOptionViewItem, index: INDEX) -> QSize:
        """A target for a finger; headings are lower."""
        line = option.fontMetrics.height()
        if not index.data(NAME):
            return QSize(0, line + 16)
        return QSize(0, 3 * line + 16 if index.data(WORDS) else max(40, line + 18))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: INDEX) -> None:
        """The ground as the theme wants it, then the words."""
        self.initStyleOption(option, index)
        title, option.text, view = option.text, "", option.widget
        view.style().drawControl(QStyle.ControlElement.CE_ItemViewItem, option, painter, view)
        selected, worn = bool(option.state & QStyle.StateFlag.State_Selected), theme.current()
        inside: QRect = option.rect.adjusted(12, 8, -8, -8)
        name, words, small = index.data(NAME), index.data(WORDS), theme.font("caption")

        def draw(box: QRect, flags: int, said: str, font: QFont, color: str) -> None:
            painter.setFont(font)
            painter.setPen(QColor(worn.on_select if selected else color))
            painter.drawText(box, flags, said)

        painter.save()
        if name:
            bold = QFont(option.font)
            bold.setVariableAxis(QFont.Tag("wght"), 600 if words else 400)
            top = Qt.AlignmentFlag.AlignTop if words else Qt.AlignmentFlag.AlignVCenter
            draw(inside, top, title, bold, worn.text)
        else:
            draw(inside, Qt.AlignmentFlag.AlignBottom, title, small, worn.muted)
        if words:
            below = inside.adjusted(0, QFontMetrics(small).height() + 6, 0, 0)
            draw(below, Qt.TextFlag.TextWordWrap, words, small, worn.muted)
        painter.restore()
