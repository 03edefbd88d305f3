"""The busy night with its tables open, and quick user at it: where most tests of a screen begin."""

import shutil
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from PySide6.QtCore import QCoreApplication, QEvent, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QCheckBox, QComboBox, QLineEdit, QWidget
from pytestqt.qtbot import QtBot

from pitdesk.book.entries import Entry
from pitdesk.book.journal import Journal
from pitdesk.book.people import PLAIN, Pepper, Signer
from pitdesk.chips import Chips
from pitdesk.clock import SetClock
from pitdesk.desk import Desk
from pitdesk.shifts.read import read_shift
from pitdesk.shifts.replay import Replay
from printers.devices.paper import Paper
from printers.devices.spool import drain
from tests.files import BUSY, NIGHTS
from tests.ui.pit import Pit
from tests.ui.user import Signed, User
from ui.widgets.fields import Choice
from ui.widgets.grid import ChipGrid
from ui.work.form import Form
from ui.work.reader import Reader

OPENED = (16, 59)  # the tables are open, the cameras looked at, no slip is made yet
PINS = {
    "gro": "730251",
    "pia": "481906",
    "bo": "559120",
    "jo": "2741",
    "kari": "9053",
    "sara": "7316",
    "tor": "4482",
    "olav": "8075",
    "nina": "3690",
    "kim": "3817",
    "mia": "6642",
}
_KEPT = TemporaryDirectory(prefix="night-")


def _played(until: tuple[int, int]) -> tuple[Path, datetime]:
    """The busy night up to a time, played once for all copies of this process: (book, when that is)."""
    book = Path(_KEPT.name, f"{until[0]:02}{until[1]:02}.db")
    if (kept := book.with_suffix(".at")).exists():
        return book, datetime.fromisoformat(kept.read_text())
    clock = SetClock(datetime(2026, 11, 21, 18, tzinfo=UTC))
    with Journal.create(book) as journal:
        desk, paper = Desk(journal, Pepper.kept(_pepper(book), PLAIN), clock=clock), Paper()
        replay = Replay(desk, clock, lambda desk: drain(desk, paper), paper.jam)
        lines = [line for line in read_shift(BUSY) if line.text.strip()[:6] != "expect"]
        late = [at for at, line in enumerate(lines) if line.time and _night(line.time) > _night(until)]
        list(replay.play(lines[: late[0]] if late else lines))
        assert not replay.misses
    at = clock.at + timedelta(minutes=1)
    kept.write_text(at.isoformat())
    return book, at


def several(folder: Path) -> tuple[Path, SetClock]:
    """The evening of banks.shift, where each game has a cash bank; both drawers are counted."""
    book = folder / "banks.db"
    clock = SetClock(datetime(2026, 11, 20, 18, tzinfo=UTC))
    with Journal.create(book) as journal:
        desk, paper = Desk(journal, Pepper.kept(_pepper(book), PLAIN), clock=clock), Paper()
        replay = Replay(desk, clock, lambda desk: drain(desk, paper), paper.jam)
        lines = [line for line in read_shift(NIGHTS["banks"]) if line.text.strip()[:6] != "expect"]
        list(replay.play([line for line in lines if not line.time or line.time <= (16, 14)]))
        assert not replay.misses
    return book, SetClock(clock.at + timedelta(minutes=1))


def _night(time: tuple[int, int]) -> tuple[bool, int, int]:
    """Times in the order of a night: those past midnight come last."""
    return (time[0] < 12, *time)


def _pepper(book: Path) -> Path:
    return book.with_name(book.name + ".pepper")


def copied(folder: Path, until: tuple[int, int] = OPENED) -> tuple[Path, SetClock]:
    """A book of one's own of the busy night up to a time, and its clock."""
    book, at = _played(until)
    own = folder / "night.db"
    for suffix in ("", ".pepper", ".head"):
        shutil.copy(f"{book}{suffix}", f"{own}{suffix}")
    return own, SetClock(at)


def proven(*who: str) -> list[Signer]:
    """Signers with their PINs: proven("jo:cashier")."""
    return [Signer(person, role, pin=PINS[person]) for person, role in (one.split(":") for one in who)]


def signed(*who: str) -> Signed:
    """The same for user."""
    return [(one.person, one.role, one.pin) for one in proven(*who)]


def types(text: str) -> None:
    """Type into whatever has the focus; what stands on no key here comes as from another keyboard."""
    for char in text:
        focus = QApplication.focusWidget()
        assert focus, f"nobody takes the key {char!r}"
        if char.isascii():
            QTest.keyClicks(focus, char)
        else:
            event = QKeyEvent(QEvent.Type.KeyPress, 0, Qt.KeyboardModifier.NoModifier, char)
            QCoreApplication.sendEvent(focus, event)


def key(key: Qt.Key, modifiers: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
    """Press a key where the focus is."""
    focus = QApplication.focusWidget()
    assert focus, f"nobody takes {key}"
    QTest.keyClick(focus, key, modifiers)


def held_down(
    target: QWidget, key: Qt.Key = Qt.Key.Key_Return, times: int = 30, *, already: bool = False
) -> None:
    """A key that is held: a press, unless it is down already, its repeats, and at last the release."""
    none = Qt.KeyboardModifier.NoModifier
    for at in range(times):
        press = QKeyEvent(QEvent.Type.KeyPress, key, none, "\r", autorep=already or at > 0)
        QCoreApplication.sendEvent(QApplication.focusWidget() or target, press)
    release = QKeyEvent(QEvent.Type.KeyRelease, key, none, "\r")
    QCoreApplication.sendEvent(QApplication.focusWidget() or target, release)


class Quick(User):
    """User that go straight to where they work: keys and clicks are real, the way to them is not."""

    pit: Pit

    @classmethod
    def at(cls, qtbot: QtBot, pit: Pit, operator: str = "jo") -> "Quick":
        """User at a window, with somebody signed in."""
        user = cls(qtbot, pit.window)
        user.pit = pit
        user.sign_in(operator, PINS[operator])
        return user

    def go(self, name: str, what: object = None) -> None:
        self.window.go(name, what)
        self.qtbot.wait(1)

    def into(self, widget: QWidget) -> None:
        assert widget.isVisible(), widget.accessibleName()
        widget.setFocus()

    def key(self, key: Qt.Key, modifiers: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
        """Press a key where the focus is."""
        QTest.keyClick(QApplication.focusWidget() or self.window, key, modifiers)

    def type(self, text: str) -> None:
        types(text)

    def wipe(self, edit: QLineEdit) -> None:
        edit.selectAll()
        self.key(Qt.Key.Key_Delete)

    def choose(self, choice: Choice, key: str) -> None:
        button = choice.button(key)
        if button and choice.typed() != key:
            self.press(button)
        elif not button:
            self.pick(choice._list, key)
        assert choice.typed() == key, (choice.typed(), key)

    def pick(self, box: QComboBox, key: str) -> None:
        self.into(box)
        for _ in range(box.count()):
            if box.currentData() == key:
                return
            before = box.currentIndex()
            self.key(Qt.Key.Key_Down)
            if box.currentIndex() == before:
                self.key(Qt.Key.Key_Home)
        assert box.currentData() == key, f"{key} is not offered"

    def tick(self, box: QCheckBox, on: bool) -> None:
        if box.isChecked() != on:
            self.into(box)
            self.key(Qt.Key.Key_Space)

    def press(self, button: QAbstractButton) -> None:
        assert button.isVisible(), button.text()
        assert button.isEnabled(), button.text()
        QTest.mouseClick(button, Qt.MouseButton.LeftButton)
        self.pressed += 1

    def chips(self, grid: ChipGrid, chips: Chips) -> None:
        names = {"50c": ".5"}
        text = " ".join(f"{n}*{names.get(c.name, c.name.replace('$', ''))}" for c, n in chips.items())
        if text:
            self.write(grid.quick, text)
        else:
            self.write(grid.edit(next(iter(grid._rows))), "0")
        assert grid.value() == chips

    def sign_in(self, person: str, secret: str) -> None:
        window = self.window
        if window.station.board.signed_in == person and not window.session.locked:
            return
        if not window.session.locked:
            window.session.lock()
            self.settle()
        window.session.signin.pick(person)
        self.type(secret)
        self.key(Qt.Key.Key_Return)
        self.settle()
        assert window.station.board.signed_in == person

    def asked_for(self, digits: int, *people: str) -> None:
        """The house asks for PINs of so many digits, and these people have set theirs since."""
        by = proven("gro:gaming manager")
        self.at_desk(lambda desk: desk.set_site({"pin_digits": digits}, by))
        for one in people:
            who = self.window.station.board.site.people[one]
            self.at_desk(lambda desk, p=who: desk.set_person(p, pin=PINS[p.id], by=by))
        self.settle()

    def rest(self) -> None:
        """Wait until what the screen in front has read elsewhere has come as well."""
        self.settle()
        self.read_in()

    def read_in(self) -> None:
        """The same once everything asked of the desk was answered."""
        screen, page = self.window.frame.stack.currentWidget(), self.form
        holders = [screen, page, *page.findChildren(QWidget)]
        readers = [one.reader for one in holders if isinstance(getattr(one, "reader", None), Reader)]
        if any(one._asked for one in readers):
            self.qtbot.waitUntil(lambda: not any(one._asked for one in readers))

    # A form, step by step

    def fill_in(self, name: str, fields: dict[str, Any], by: Signed = ()) -> Form:  # type: ignore[assignment]
        """Go to a verb, fill in its form and the initials; not posted yet."""
        self.go(name)
        form: Form = self.form
        assert form.name == name
        named = {one.name: one for one in form.inputs}
        for field, value in fields.items():
            one = named[field]
            self.enter(one, Chips.read(value) if isinstance(one, ChipGrid) else value)
        if by:
            self.sign(form.signers, by)
        return form

    def post(self, form: Form) -> None:
        """Press its one button, and wait for what comes of it."""
        self.press(form.primary)
        self.settle()

    def refused(self, form: Form) -> dict[str, set[str]]:
        """The rules that said no, by where they are told; each told with its section."""
        places = {"initials": form.signers.notice, "below": form.notice}
        found = {where: {one.rule for one in notice.reasons} for where, notice in places.items()}
        for notice in places.values():
            assert all(one.section in notice.text for one in notice.reasons)
            assert notice.isVisible() == bool(notice.reasons)
        told = {one.name: one.told for one in form.inputs if one.told}
        return {where: rules for where, rules in found.items() if rules} | told  # type: ignore[dict-item]

    def told(self) -> str:
        """What the strip says."""
        return self.window.frame.messages.words.text()

    # Behind the window's back

    def at_desk(self, call: Callable[[Desk], Any]) -> Any:
        """Have something done at the desk, as if by somebody else; what it gives back."""
        answers: list[Any] = []
        self.window.station.runner.ask(call, answers.append, answers.append)
        self.qtbot.waitUntil(lambda: bool(answers))
        self.settle()
        return answers[0]

    def entries(self) -> list[Entry]:
        """Every entry of the book."""
        return self.at_desk(lambda desk: desk.journal.entries())  # type: ignore[no-any-return]

    def kinds(self, since: int = 0) -> list[str]:
        """The kinds of the entries after one, but for what the printer notes."""
        return [e.kind for e in self.entries() if e.seq > since and e.kind not in ("print", "printed")]

    @property
    def seen(self) -> int:
        """The newest entry that the window has seen."""
        return self.window.station.board.seen
