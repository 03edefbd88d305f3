"""Fields: what is typed or chosen in a form. Nothing typed is lost; beside it stands what is wrong."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from itertools import pairwise
from typing import Any

from PySide6.QtCore import QElapsedTimer, QEvent, QObject, QSignalBlocker, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QButtonGroup,
    QLayout,
    QLineEdit,
    QPushButton,
    QWidget,
)

from pitdesk.chips import cents
from ui.aloud.roles import Role, read_as
from ui.aloud.voice import announce
from ui.widgets.dots import ASKED, Dots, Words
from ui.widgets.flow import Cells, Folding, Ticking, Wrapping
from ui.widgets.parts import ENTER, Still, button, column, kind, label

Options = Sequence[tuple[str, str]]  # (key, words)
MOST_BUTTONS = 10  # of one choice, side by side
NONE = "There is none just now."
TIMES = ("*", "x", "X", "×")  # between pieces and value
PAUSE_MS = 1200  # letters typed within this belong together
MOST_DIGITS = 6  # of a count
LONGEST_QUOTE = 40  # letters of what was typed, in words that say what is wrong


class Field(QWidget):
    """A value with a caption above it and, when it is wrong, the reason below.

    Attributes:
        seldom: seldom needed, so that Enter passes it by; Tab and the mouse do not.
        needed: whether it must not stay empty; whoever hears the field is told so.
        figures: whether it takes a count or an amount, which is of what was chosen before it.

    Signals:
        changed  something was typed or chosen
        entered  Enter: go on to what comes next
    """

    changed = Signal()
    entered = Signal()
    figures = False
    spill: Callable[[str], object] | None = None  # takes chips that were typed here
    run = ""  # digits typed here without a break
    _first: QWidget | None = None
    _several = False  # whether it has several parts, which are heard as a group
    _words: Words | None = None

    def __init__(self, name: str, caption: str = "") -> None:
        super().__init__()
        self.name = name
        self.caption = caption
        self.seldom = self.needed = False
        self.caption_label = label(caption, "caption")
        self._column = column(self.caption_label, gap=4)
        self.setLayout(self._column)
        self.caption_label.setVisible(bool(caption))
        self._wrong = label("", "wrong", wrap=True)
        self._wrong.hide()

    def _body(self, body: QWidget | QLayout) -> None:
        """Put a widget, or parts, above what is wrong; typing begins in the first that is put there."""
        widget = body if isinstance(body, QWidget) else QWidget()
        if self._first is None:
            self._first = widget
            self._several = widget.focusPolicy() == Qt.FocusPolicy.NoFocus
            if self._several:
                read_as(self, Role.Grouping).setAccessibleName(self.caption or self.name.capitalize())
            else:
                self.caption_label.setBuddy(widget)
        self._column.addWidget(widget)
        self._column.addWidget(self._wrong)
        if isinstance(body, QLayout):
            widget.setLayout(body)

    def _ask_below(self, line: Words) -> None:
        """Have a line of free text ask about digits here, before it is gone on from."""
        self._words = line
        self._column.insertWidget(self._column.indexOf(self._wrong), line.ask)

    def _took(self) -> None:
        self.tell("")
        self.changed.emit()

    def tell(self, words: str) -> None:
        """Say what is wrong here; nothing is wrong with no words."""
        self._wrong.setText(words)
        self._wrong.setVisible(bool(words))
        self.describe()

    def refuse(self, words: str) -> None:
        """Say what is wrong here, aloud too: somebody wants to go on."""
        self.tell(words)
        announce(self, ": ".join(filter(None, (self.caption, words))), urgent=True)

    def describe(self) -> None:
        """Tell whoever hears the field what is wrong with it, or that it is needed."""
        words = f"Wrong: {self.told}" if self.told else "Required" if self.needed else ""
        self.heard.setAccessibleDescription(words)

    @property
    def heard(self) -> QWidget:
        """What is described to whoever hears the field: the group, where it has several parts."""
        return self if self._several else self.first()

    @property
    def told(self) -> str:
        """What it says is wrong."""
        return self._wrong.text()

    def spilled(self, text: str) -> bool:
        """Give on what is typed once it proves to be chips, such as 4*5; whether it did."""
        chips, self.run = self.run, self.run + text if text.isdigit() else ""
        if text in TIMES and chips and self.spill:
            self.spill(chips + text)
            return True
        return False

    def value(self) -> object:
        """What was typed; ValueError says in words what is wrong with it."""
        raise NotImplementedError

    @property
    def may_be_empty(self) -> bool:
        """Whether it has a value as it stands."""
        try:
            self.value()
        except ValueError:
            return False
        return True

    def readable(self) -> bool:
        """Whether what was typed can be read; else what is wrong stands beside it."""
        try:
            self.value()
        except ValueError as error:
            self.refuse(str(error))
            return False
        return True

    def in_words(self) -> str:
        """What stands here, as it is said; "" for nothing."""
        return ""

    def typed(self) -> object:
        """What was typed, right or wrong, as `take_up` takes it."""
        raise NotImplementedError

    def take_up(self, typed: Any) -> None:
        """Put back what was typed before."""
        raise NotImplementedError

    @property
    def begun(self) -> bool:
        """Whether somebody typed or chose something here: more than what stands here at first."""
        return bool(self.typed())

    def clear(self) -> None:
        """Empty it."""
        self.tell("")
        self.take_up(None)

    def first(self) -> QWidget:
        """Where typing begins."""
        return self._first or self

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Enter in a list or on a choice goes on."""
        if not isinstance(event, QKeyEvent) or event.type() != QEvent.Type.KeyPress:
            return super().eventFilter(watched, event)
        return self._take_key(watched, event.key())

    def _take_key(self, watched: QObject, key: int) -> bool:
        """Do what a key does in a part of the field; False if it does nothing but type there."""
        if key in ENTER and self._words and (self._words.settle() or self._words.leaves_it()):
            return True
        if key in ENTER:
            self.entered.emit()
        return key in ENTER


class Line(Field):
    """A line of text.

    read     makes its value of the text: ValueError says why it cannot
    number   whether digits alone may be meant; else they may be a PIN, and are not taken unasked
    """

    def __init__(
        self,
        name: str,
        caption: str,
        *,
        hint: str = "",
        read: Callable[[str], object] = str,
        number: bool | None = None,
        seldom: bool = False,
        edit: QLineEdit | None = None,
    ) -> None:
        super().__init__(name, caption)
        self.seldom, self.figures = seldom, read is not str and number is not False
        self.edit = edit or Words(number=self.figures or bool(number))
        self.edit.setPlaceholderText(hint)
        self.edit.setToolTip(hint)
        self.edit.setAccessibleName(caption or hint or name)
        self.edit.setProperty("digits", self.figures)
        self._read = read
        self._proposed = ""
        self.edit.textChanged.connect(self._took)
        self.edit.installEventFilter(self)
        self._body(self.edit)
        if isinstance(self.edit, Words):
            self._ask_below(self.edit)

    def propose(self, text: str) -> None:
        """Put a text there, such as today's date, as long as nothing else is typed."""
        if not self.typed():
            self._proposed = text
            self.edit.setText(text)

    def tell(self, words: str) -> None:
        """Say what is wrong with the line, and mark it."""
        super().tell(words)
        kind(self.edit, self.edit.property("kind") or "", wrong="true" if words else "")

    def value(self) -> Any:
        """The text, read; lines that were pasted are one line. ValueError while it asks about a PIN."""
        if self._words and not self._words.ask.isHidden():
            raise ValueError(ASKED)
        return self._read(" ".join(self.edit.text().split()))

    def in_words(self) -> str:
        """The text."""
        return self.edit.text()

    def typed(self) -> str:
        """The text; "" for what was proposed."""
        return "" if self.edit.text() == self._proposed else self.edit.text()

    def take_up(self, typed: str | None) -> None:
        """Put the text back."""
        self._proposed = ""
        self.edit.setText(typed or "")


class Secret(Line):
    """A line for a PIN, a badge or a password, shown as dots.

    pastes   whether it may be pasted
    """

    edit: Dots

    def __init__(self, name: str, caption: str, *, hint: str = "", pastes: bool = False) -> None:
        super().__init__(name, caption, hint=hint, edit=Dots(pastes=pastes))
        self.edit.setProperty("digits", not pastes)  # a password has letters
        self.edit.last.came.connect(self.entered)

    def in_words(self) -> str:
        """Nothing: it is secret."""
        return ""

    def value(self) -> str:
        """What was typed, without what a reader puts around it."""
        return self.edit.secret.strip()

    def typed(self) -> str:
        """What was typed."""
        return self.edit.secret

    def take_up(self, typed: str | None) -> None:
        """Put it back."""
        self.edit.put(typed or "")


def money(text: str) -> int:
    """Cents of an amount as it is typed; empty is none at all."""
    if not text:
        raise ValueError("Type the amount, such as 912 or 1,250.00.")
    if text.isascii() and not text.startswith("-"):
        with suppress(ValueError):
            return cents(text)
    raise ValueError(f"'{quoted(text)}' is no amount. Write 912 or 1,250.00.")


def none_or_money(text: str) -> int:
    """Cents of an amount as it is typed; none for nothing."""
    return money(text) if text else 0


def is_count(text: str) -> bool:
    """Whether a text is a possible number of pieces, in ASCII digits."""
    return text.isascii() and text.isdigit() and len(text) <= MOST_DIGITS


def quoted(text: str) -> str:
    """What was typed, for words that say what is wrong with it; of a long text, no more than a line."""
    text = " ".join(text.split())
    return text if len(text) <= LONGEST_QUOTE else f"{text[:LONGEST_QUOTE]}…"


class Pick(Field):
    """One of a list that opens; letters typed jump to what begins with them."""

    def __init__(self, name: str, caption: str, options: Options = ()) -> None:
        super().__init__(name, caption)
        self.box = Still()
        self.caption_label.setText(caption or name.capitalize())  # said with the list, even out of sight
        self.box.setAccessibleName(caption or name)
        self.box.setMaxVisibleItems(14)
        self.box.installEventFilter(self)
        self._body(self.box)
        self.offer(options)
        self.box.whole = bool(options)
        self.box.currentIndexChanged.connect(lambda: self.changed.emit())

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Chips that are typed here go where chips belong; letters choose."""
        letter = _letter(event)
        return (letter != "" and self.spilled(letter)) or super().eventFilter(watched, event)

    def offer(self, options: Options) -> None:
        """Offer other options; what was chosen stays if it is among them."""
        self.box.setPlaceholderText("" if options else NONE)
        if [(self.box.itemData(i), self.box.itemText(i)) for i in range(self.box.count())] == [*options]:
            return
        chosen = self.typed()
        with QSignalBlocker(self.box):
            self.box.clear()
            for key, words in options:
                self.box.addItem(words, key)
            self.take_up(chosen)

    def in_words(self) -> str:
        """What is chosen."""
        return self.box.currentText()

    def value(self) -> str:
        """The key of what was chosen, "" for nothing."""
        return str(self.box.currentData() or "")

    typed = value

    def take_up(self, typed: str | None) -> None:
        """Choose by key; the first when the key is not there."""
        self.box.setCurrentIndex(max(0, self.box.findData(typed)) if self.box.count() else -1)

    @property
    def begun(self) -> bool:
        """Whether anything but the first is chosen."""
        return self.box.currentIndex() > 0


class Choice(Field):
    """One of a few, as buttons side by side; of many, as a list. Typing its name chooses it.

    across   buttons in a row
    none     the words where there is nothing to choose
    usual    what is chosen until somebody chooses;  buttons: more options are a list to open

    Attributes:
        stands: whether what is chosen stays whatever is typed; arrows and a touch change it still.
    """

    stands: Callable[[], bool] = staticmethod(lambda: False)

    def __init__(
        self,
        name: str,
        caption: str = "",
        options: Options = (),
        *,
        across: int = 10,
        none: str = NONE,
        usual: str = "",
        buttons: int = MOST_BUTTONS,
    ) -> None:
        super().__init__(name, caption)
        self._usual, self._most = usual, buttons
        self._none = Wrapping(none, "none")
        self._none.setFocusPolicy(Qt.FocusPolicy.TabFocus)  # what has the keys is seen
        self._options: list[tuple[str, str]] = []
        self._chosen = ""
        self._said, self._since = "", QElapsedTimer()
        self._buttons: dict[str, QPushButton] = {}
        self._group = QButtonGroup(self)
        self._grid = Cells(across)
        self._list = Still()
        self.caption_label.setText(caption or name.capitalize())  # said with the list, even out of sight
        self._list.setAccessibleName(caption or name)
        self._list.installEventFilter(self)
        self._list.activated.connect(lambda: self.point(str(self._list.currentData())))
        self._column.addWidget(self._list)
        self._column.addWidget(self._none)
        self._body(self._grid)
        self.caption_label.setBuddy(self._list)
        self.offer(options)

    def offer(self, options: Options) -> None:
        """Offer other options; what was chosen stays if it is among them."""
        if self._options == [*options] and options:
            return
        self._options = [*options]
        for old in self._buttons.values():
            self._group.removeButton(old)
        self._buttons = {}
        few = len(self._options) <= self._most
        for key, words in self._options if few else ():
            made = button(words, self.point, "tab", to=key)
            made.setCheckable(True)
            made.setAutoExclusive(True)  # to a screen reader: one of several
            made.installEventFilter(self)
            self._group.addButton(made)
            self._buttons[key] = made
        self._grid.hold([*self._buttons.values()])
        for before, after in pairwise([self._list, *self._buttons.values()]):
            QWidget.setTabOrder(before, after)
        self._list.clear()
        for key, words in self._options:
            self._list.addItem(words, key)
        self._list.setVisible(not few)
        self._none.setVisible(not self._options)
        self._grid.setVisible(few and bool(self._options))
        chosen, self._chosen = self._chosen, "?"
        self.take_up(chosen)

    def choose(self, key: str) -> None:
        """Choose by key; "" for nothing."""
        if key == self._chosen:
            return
        self._chosen = key
        self.tell("")
        self.mark()
        self.changed.emit()

    def point(self, key: str) -> None:
        """Choose by the arrows or a touch."""
        self.choose(key)

    def mark(self) -> None:
        """Show which one is chosen."""
        self._group.setExclusive(False)
        for other, made in self._buttons.items():
            made.setChecked(other == self._chosen)
        self._group.setExclusive(True)
        self._list.setCurrentIndex(self._list.findData(self._chosen) if self._chosen else -1)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Enter on a button chooses it, where none is chosen, and goes on; letters choose in a list."""
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            if event.key() in ENTER and not self._chosen:
                for key, made in self._buttons.items():
                    if made is watched:
                        self.choose(key)
            elif watched is self._list and (letter := _letter(event)):
                self.type(letter)
                return True
        return super().eventFilter(watched, event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Choose what begins with the letters typed; a space clicks a button, so it does not count."""
        if letter := _letter(event):
            self.type(letter)
        else:
            super().keyPressEvent(event)

    def type(self, letter: str) -> None:
        """Choose what begins with the letters typed, but not where figures are typed for it."""
        if self._chosen and self.stands():
            self.tell("It stays while you type. To change it, use the arrows or touch another.")
        elif not self.spilled(letter):
            self._by_letter(letter)

    def _by_letter(self, letter: str) -> None:
        fresh = not self._since.isValid() or self._since.elapsed() > PAUSE_MS
        self._since.restart()
        said = [letter] if fresh else [self._said + letter, letter]  # what fits nothing starts over
        for self._said in said:
            if (found := self.begins_with(self._said.lower())) is not None:
                self.choose(found)
                self.first().setFocus()
                return

    def begins_with(self, wanted: str) -> str | None:
        """The option of that key or those words, else the first that begins so."""
        for fits in (str.__eq__, str.startswith):
            for at in (0, 1):  # its key, its words
                names = ((key[at].lower().replace(" ", ""), key[0]) for key in self._options)
                if found := [key for name, key in names if fits(name, wanted)]:
                    return found[0]
        return None

    def in_words(self) -> str:
        """What is chosen."""
        return dict(self._options).get(self._chosen, "")

    def value(self) -> str:
        """The key of what was chosen; ValueError for nothing."""
        if not self._chosen:
            raise ValueError(f"Choose {self.caption.lower() or 'one'} first.")
        return self._chosen

    def typed(self) -> str:
        """The key of what was chosen, or ""."""
        return self._chosen

    def take_up(self, typed: str | None) -> None:
        """Choose by key."""
        self.choose(typed if typed in dict(self._options) else self._as_usual)

    @property
    def begun(self) -> bool:
        """Whether anything but the usual is chosen."""
        return self._chosen != self._as_usual

    @property
    def _as_usual(self) -> str:
        if len(self._options) == 1:
            return self._options[0][0]  # what is the only one need not be pointed at
        return self._usual if self._usual in dict(self._options) else ""

    def first(self) -> QWidget:
        """The chosen button, else the first; the list where there are many."""
        if not self._buttons:
            return self._list if self._options else self._none
        return self._buttons.get(self._chosen) or next(iter(self._buttons.values()))

    def button(self, key: str) -> QPushButton | None:
        """The button of an option, where there are buttons."""
        return self._buttons.get(key)


def _letter(event: QEvent) -> str:
    """What a key types; "" where it is pressed as a verb, or where it is no key."""
    if not isinstance(event, QKeyEvent) or event.type() != QEvent.Type.KeyPress:
        return ""
    held = event.modifiers() & ~(Qt.KeyboardModifier.KeypadModifier | Qt.KeyboardModifier.ShiftModifier)
    types = bool(event.text().strip()) and event.text().isprintable() and not held
    return event.text() if types else ""


class Tick(Field):
    """Yes or no."""

    def __init__(self, name: str, words: str, *, on: bool = False) -> None:
        super().__init__(name)
        self._on = on
        self.box = Ticking(words)
        self.box.setAccessibleName(words)
        self.box.setChecked(on)
        self.box.toggled.connect(lambda: self.changed.emit())
        self.box.installEventFilter(self)
        self._body(self.box)

    def say(self, words: str) -> None:
        """Say other words beside it."""
        self.box.setText(words)
        self.box.setAccessibleName(words)

    def value(self) -> bool:
        """Whether it is ticked."""
        return self.box.isChecked()

    typed = value

    def take_up(self, typed: bool | None) -> None:
        """Tick it or not; as it began for None."""
        self.box.setChecked(self._on if typed is None else typed)

    @property
    def begun(self) -> bool:
        """Whether it is not as it began."""
        return self.box.isChecked() != self._on


class Reason(Line):
    """Why, in a few words: usual ones to pick from, any other to type."""

    def __init__(self, caption: str, usual: Sequence[str] = (), *, hint: str = "in a few words") -> None:
        super().__init__("reason", caption, hint=hint)
        self.usual = {words: button(words, self._pick, to=words) for words in usual}
        stretch = (*(0 for _ in self.usual), 1)
        self._body(Folding(*self.usual.values(), QWidget(), gap=8, stretch=stretch))

    tell = Field.tell  # the line is not marked: whether it must say more is for the rules to say

    def _pick(self, words: str) -> None:
        self.edit.setText(words)
        self.edit.setFocus()
