"""User at the window: the lines of a shift file done with keys alone, or with the mouse alone."""

import re
from collections.abc import Callable, Mapping
from typing import Any

from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QCheckBox,
    QComboBox,
    QLineEdit,
    QPushButton,
    QWidget,
)
from pytestqt.qtbot import QtBot

from pitdesk.chips import Chip, Chips
from ui.shell.window import Window
from ui.widgets.cash import CashGrid
from ui.widgets.dots import Dots
from ui.widgets.fields import Choice, Field, Line, Pick, Reason, Tick
from ui.widgets.grid import ChipGrid
from ui.work.actions import action
from ui.work.form import Form
from ui.work.more import More
from ui.work.signers import Signers

NOT_OFFERED = "The window does not offer it."
Signed = list[tuple[str, str, str]]  # person, role, PIN or badge


class User:
    """What user can do, and no more; how they do it is up to Keys and Mouse."""

    def __init__(self, qtbot: QtBot, window: Window) -> None:
        self.qtbot, self.window = qtbot, window
        self.pressed = 0  # keys or clicks so far

    def settle(self) -> None:
        """Wait until everything asked has been answered, and printed."""
        answered: list[object] = []
        self.window.station.runner.ask(lambda _: None, answered.append)
        self.qtbot.waitUntil(lambda: bool(answered))

    @property
    def form(self) -> Any:
        """The page in front."""
        screen = self.window.frame.stack.currentWidget()
        return screen.forms[screen.current] if hasattr(screen, "forms") else screen  # type: ignore[union-attr]

    # To be done with keys or with the mouse

    def go(self, name: str) -> None:
        raise NotImplementedError

    def into(self, widget: QWidget) -> None:
        raise NotImplementedError

    def type(self, text: str) -> None:
        raise NotImplementedError

    def wipe(self, edit: QLineEdit) -> None:
        raise NotImplementedError

    def choose(self, choice: Choice, key: str) -> None:
        raise NotImplementedError

    def pick(self, box: QComboBox, key: str) -> None:
        raise NotImplementedError

    def tick(self, box: QCheckBox, on: bool) -> None:
        raise NotImplementedError

    def press(self, button: QAbstractButton) -> None:
        raise NotImplementedError

    def chips(self, grid: ChipGrid, chips: Chips) -> None:
        raise NotImplementedError

    # Made of these

    def sign_in(self, person: str, secret: str) -> None:
        """Sign in at the station."""
        raise NotImplementedError

    def write(self, edit: QLineEdit, text: str) -> None:
        """Put a text into a field, in the place of what stands there."""
        if _stands(edit) != text:
            self.into(edit)
            self.wipe(edit)
            self.type(text)
        assert _stands(edit) == text, (edit.accessibleName(), _stands(edit), text)

    def enter(self, field: Field, value: Any) -> None:
        """Enter a value into a field of a form."""
        if isinstance(field, Choice):
            self.choose(field, value)
        elif isinstance(field, Pick):
            self.pick(field.box, value)
        elif isinstance(field, Tick):
            self.tick(field.box, value)
        elif isinstance(field, ChipGrid):
            self.chips(field, value)
        elif isinstance(field, CashGrid):
            notes = value if isinstance(value, dict) else {}
            for name, pieces in notes.items():
                cents = int(name.removeprefix("$")) * 100
                self.write(field.edits[cents], str(pieces))
            if not notes:
                self.write(field.total, value)
        elif isinstance(field, Line | Reason):
            self.write(field.edit, value)
        else:
            raise TypeError(field)

    def sign(self, signers: Signers, signed: Signed) -> None:
        """Everybody picks their name and types their proof; nobody else stands there."""
        for at, place in enumerate(signers.places):
            person, role, secret = signed[at] if at < len(signed) else ("", "", "")
            if not person and place.who.called:
                continue
            if place.isHidden():
                if not person:
                    continue
                self.press(next(link for link in signers.more if place.who.words in link.text()))
            if place.person.value() != person:
                self.pick(place.person.box, person)
            if person and place.role.value() != role:
                self.pick(place.role.box, role)
            if person and not place.pin.isHidden():
                self.write(place.pin.edit, secret)

    def do(self, name: str, fields: dict[str, Any], signed: Signed) -> str:
        """Do a verb: go to its form, fill it in, sign, press its button. What it says if refused."""
        self.go(name)
        form = self.form
        assert isinstance(form, Form)
        assert form.name == name
        named = {one.name: one for one in form.inputs}
        waits = fields.pop("waits", "")
        slips = fields.pop("slips", [])
        for field, value in fields.items():
            self.enter(named[field], value)
        for slip in slips:
            for field, value in slip.items():
                self.enter(named[field], value)
            self.press(form.add_button)
        if not form.primary.text().lower().startswith(waits):
            return NOT_OFFERED
        self.sign(form.signers, signed)
        self.press(form.primary)
        self.settle()
        told = [form.notice.text, form.signers.notice.text, *(one.told for one in form.inputs)]
        said = "\n".join(filter(None, told))
        if said:
            self.press(form.empty)
        return said


def _stands(edit: QLineEdit) -> str:
    """What stands in a field; of a PIN, what is behind the dots."""
    return edit.secret if isinstance(edit, Dots) else edit.text()


class Keys(User):
    """Keys alone."""

    def _key(self, key: Any, modifiers: Any = Qt.KeyboardModifier.NoModifier) -> None:
        target = QApplication.focusWidget() or self.window
        QTest.keyClick(target, key, modifiers)
        self.pressed += 1

    def go(self, name: str) -> None:
        """By the verb's own key."""
        *modifiers, key = action(name).key.split("+")
        held = Qt.KeyboardModifier.NoModifier
        for one in modifiers:
            held |= getattr(Qt.KeyboardModifier, {"Ctrl": "Control"}.get(one, one) + "Modifier")
        self._key(getattr(Qt.Key, f"Key_{key}"), held)
        self.qtbot.wait(1)

    def into(self, widget: QWidget) -> None:
        """Tab until it has the focus."""
        for _ in range(300):
            focus = QApplication.focusWidget()
            if focus is widget:
                return
            self._key(Qt.Key.Key_Tab)
        raise AssertionError(f"no key leads to {widget.accessibleName()}")

    def type(self, text: str) -> None:
        for char in text:
            self._key(char)

    def wipe(self, edit: QLineEdit) -> None:
        if edit.text():
            self._key(Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
            self._key(Qt.Key.Key_Delete)

    def choose(self, choice: Choice, key: str) -> None:
        """Into it, then its first letters."""
        if choice.typed() == key:
            return
        for _ in range(300):
            if choice.isAncestorOf(QApplication.focusWidget()):
                break
            self._key(Qt.Key.Key_Tab)
        choice._since.invalidate()
        for char in key.replace(" ", ""):
            self._key(char)
            if choice.typed() == key:
                break
        assert choice.typed() == key, (choice.typed(), key)

    def pick(self, box: QComboBox, key: str) -> None:
        """Into it, then down to it."""
        self.into(box)
        if box.currentData() != key:
            self._key(Qt.Key.Key_Home)
        while box.currentData() != key:
            before = box.currentIndex()
            self._key(Qt.Key.Key_Down)
            assert box.currentIndex() != before, f"{key} is not offered"

    def tick(self, box: QCheckBox, on: bool) -> None:
        if box.isChecked() != on:
            self.into(box)
            self._key(Qt.Key.Key_Space)

    def press(self, button: QAbstractButton) -> None:
        self.into(button)
        self._key(Qt.Key.Key_Return)

    def chips(self, grid: ChipGrid, chips: Chips) -> None:
        """On the quick line; none of them as a zero in the first row."""
        if chips:
            words = []
            for chip, count in chips.items():
                name = ".5" if chip.name == "50c" else chip.name.replace("$", "")
                words.append(f"{count}*{name}")
            self.write(grid.quick, " ".join(words))
        else:
            self.write(grid.edit(next(iter(grid._rows)), "loose"), "0")
        assert grid.value() == chips

    def sign_in(self, person: str, secret: str) -> None:
        """The name's letters, the PIN, Enter."""
        if self.window.station.board.signed_in == person:
            return
        if not self.window.session.locked:
            self.go("lock")
        name = self.window.station.board.site.people[person].name
        for char in name:
            if self.window.session.signin._person:
                break
            self._key(char)
        self.type(secret)
        self._key(Qt.Key.Key_Return)
        self.settle()
        assert self.window.station.board.signed_in == person


class Mouse(User):
    """The mouse alone: also letters and digits are clicked, on the keypad."""

    def _click(self, widget: QWidget, at: QPoint | None = None) -> None:
        self.qtbot.waitUntil(lambda: widget.isVisible() and widget.isEnabled())
        QTest.mouseClick(widget, Qt.MouseButton.LeftButton, pos=at or QPoint())
        self.pressed += 1

    def go(self, name: str) -> None:
        """By the bar, by the rail and a tab, or by the menu of all verbs."""
        known = action(name)
        if name in self.window.frame.bar.verbs:
            self._click(self.window.frame.bar.verbs[name])
        elif known.screen in self.window.frame.rail.places:
            rail = self.window.frame.rail
            self._one_of(rail.places, rail.more, known.screen)
            if known.group != "place":
                tabs: Any = self.window.frame.stack.currentWidget()
                self._one_of(tabs._tabs, tabs.more, name)
        else:
            self._by_menu(known.words)
        self.qtbot.wait(1)

    def _one_of(self, shown: Mapping[str, QAbstractButton], more: More, name: str) -> None:
        """One of a row, or of the menu of those that it has no room for."""
        if name not in more.held:
            self._click(shown[name])
            return
        self._click(more)
        entry = more.menu_of[name]
        entry.parent().close()
        self.window.activateWindow()  # as every window system does, once a menu is closed
        self.qtbot.waitUntil(self.window.isActiveWindow)
        entry.trigger()

    def _by_menu(self, words: str) -> None:
        for group in self.window.frame.bar.menu.actions():
            for entry in group.menu().actions():  # type: ignore[union-attr]
                if entry.text().startswith(words + "\t"):
                    entry.trigger()
                    return
        raise AssertionError(f"{words} is in no menu")

    def pad(self) -> None:
        """Have the keypad shown."""
        if not self.window.settings.pad:
            self._click(self.window.frame.rail.tools["keypad"])
        assert self.window.frame.dock("digits").isVisible()
        self.qtbot.wait(1)

    def _key(self, dock: QWidget, words: str) -> None:
        wanted = {" ": "Space"}.get(words, words.replace("&", "&&"))
        found = [b for b in dock.findChildren(QPushButton) if b.text() == wanted and b.isVisible()]
        assert found, f"no key {words!r}"
        self._click(found[0])

    def into(self, widget: QWidget) -> None:
        self._click(widget)
        assert QApplication.focusWidget() is widget, widget.accessibleName()

    def type(self, text: str) -> None:
        focus = QApplication.focusWidget()
        assert focus
        digits = bool(focus.property("digits") and re.fullmatch(r"[\d.*-]*", text))
        self.qtbot.waitUntil(lambda: digits or self.window.frame.dock("letters").isVisible())
        for char in text:
            if digits:
                self._key(self.window.frame.dock("digits"), char)
                continue
            if char.isupper():
                self._key(self.window.frame.dock("letters"), "↑")
            self._key(self.window.frame.dock("letters"), char)

    def wipe(self, edit: QLineEdit) -> None:
        QTest.mouseClick(
            edit, Qt.MouseButton.LeftButton, pos=QPoint(edit.width() - 6, edit.height() // 2)
        )
        while edit.text():
            edit.setCursorPosition(len(edit.text()))
            self._key(self.window.frame.dock("digits"), "←")

    def choose(self, choice: Choice, key: str) -> None:
        if choice.typed() == key:
            return
        if button := choice.button(key):
            self._click(button)
        else:
            self.pick(choice._list, key)
        assert choice.typed() == key

    def pick(self, box: QComboBox, key: str) -> None:
        """Open the list, click what is wanted."""
        at = box.findData(key)
        assert at >= 0, f"{key} is not offered"
        if box.currentIndex() == at:
            return
        self._click(box)
        self.qtbot.waitUntil(lambda: box.view().isVisible())
        index = box.model().index(at, 0)
        box.view().scrollTo(index)
        self.qtbot.wait(1)
        spot = box.view().visualRect(index).center()
        for step in (QPoint(3, 3), QPoint()):  # a pointer that lies there already does not move
            QTest.mouseMove(box.view().viewport(), spot - step)
            self.qtbot.wait(1)
        self.qtbot.waitUntil(lambda: box.view().currentIndex() == index)
        self._click(box.view().viewport(), spot)
        self.qtbot.waitUntil(lambda: not box.view().isVisible())
        assert box.currentData() == key

    def tick(self, box: QCheckBox, on: bool) -> None:
        if box.isChecked() != on:
            QTest.mouseClick(box, Qt.MouseButton.LeftButton, pos=QPoint(12, box.height() // 2))
            assert box.isChecked() == on

    def press(self, button: QAbstractButton) -> None:
        self._click(button)

    def chips(self, grid: ChipGrid, chips: Chips) -> None:
        """Row by row: full stacks, the rest loose."""
        for chip, count in chips.items():
            stacks, loose = divmod(count, 20)
            if stacks:
                self.write(grid.edit(chip, "stacks"), str(stacks))
            if loose or not stacks:
                self.write(grid.edit(chip, "loose"), str(loose))
        if not chips:
            self.write(grid.edit(next(iter(grid._rows)), "loose"), "0")
        assert grid.value() == chips

    def sign_in(self, person: str, secret: str) -> None:
        if self.window.station.board.signed_in == person:
            return
        if not self.window.session.locked:
            self._click(self.window.frame.bar.verbs["lock"])
            self.settle()
        self._click(self.window.session.signin.tiles[person])
        for char in secret:
            self._key(self.window.session.signin.pad, char)
        self._key(self.window.session.signin.pad, "↲")
        self.settle()
        assert self.window.station.board.signed_in == person


# The lines of a shift file, as what is entered in the window

Spec = tuple[str, dict[str, Any]]


def spec(words: str, clauses: dict[str, str], reason: str) -> Spec | None:
    """The verb and the fields of a line; None for what the window does not offer at all."""
    for pattern, made in SPECS:
        if match := re.fullmatch(pattern, words):
            verb, fields = made(match, clauses)
            if reason:
                fields["reason"] = reason
            return (verb, fields) if verb else None
    raise AssertionError(f"user do not know '{words}'")


def _chips(text: str) -> Chips:
    return Chips() if text == "nothing" else Chips.read(text)


def _money(text: str) -> str:
    return text.replace("$", "").replace(",", "")


def _fill(m: re.Match[str], c: dict[str, str]) -> Spec:
    return "fill", {"table": m[1], "chips": _chips(m[2]), "end": c.get("from", "chip bank")}


def _credit(m: re.Match[str], c: dict[str, str]) -> Spec:
    return "credit", {"table": m[1], "chips": _chips(m[2]), "end": c.get("to", "chip bank")}


def _open(m: re.Match[str], c: dict[str, str]) -> Spec:
    low, high = c["limits"].replace("$", "").split("-")
    fields = {"table": m[1], "low": low, "high": high, "chips": _chips(m[2])}
    return "open table", fields | ({"method": c["deals"]} if "deals" in c else {})


def _counted(m: re.Match[str], c: dict[str, str]) -> Spec:
    when = {"bank has": "opening"}.get(m[1], m[1].split()[0])
    fields: dict[str, Any] = {"when": when, "cash reserve?": "reserve" in c}
    fields["bank"] = _chips(m[2])
    cash, _, checks = c["drawer"].partition(" checks ")
    fields["drawer"] = _money(cash)
    if checks:
        fields["checks"] = _money(checks)
    if "reserve" in c:
        fields["reserve"] = _money(c["reserve"])
    return "count banks", fields


def _exchange(m: re.Match[str], c: dict[str, str]) -> Spec:
    fields = {"where": c.get("at", "cage"), "chips": _chips(m[2]), "other": _chips(m[3])}
    return "exchange", fields | {"color up": m[1] == "color up"} | (
        {"asked": True} if "asked" in c else {}
    )


def _tips(way: str) -> Callable[[re.Match[str], dict[str, str]], Spec]:
    return lambda m, _: ("tips", {"way": way, "person": m[1], "chips": _chips(m[2])})


def _tip_exchange(m: re.Match[str], c: dict[str, str]) -> Spec:
    fields = {"way": "exchange", "person": m[1], "table": c["at"]}
    return "tips", fields | {"chips": _chips(m[2]), "other": _chips(m[3])}


def _slip(series: str, number: str) -> str:
    return f"{series} {int(number):06}"


def _waiting(m: re.Match[str], _: dict[str, str]) -> Spec:
    return "waiting", {"waits": m[1], "slip": _slip(m[2], m[3])}


def _found(m: re.Match[str], _: dict[str, str]) -> Spec:
    slips = []
    for words in re.split(r", (?=fill|credit)", m[2]):
        series, number, part, *total = words.split()
        slips.append({"series": series, "number": number, "part": part, "total": _money("".join(total))})
    return "found", {"where": m[1], "slips": slips}


def _check(m: re.Match[str], c: dict[str, str]) -> Spec:
    if "at" in c:
        return "", {}  # checks are cashed at the cage alone; the window offers no table
    return "check", {"amount": _money(m[1]), "number": m[2], "drawer": m[3]}


def _drop_count(m: re.Match[str], c: dict[str, str]) -> Spec:
    notes = {}
    for word in c.get("notes", "").split():
        pieces, _, value = word.partition("x")
        notes[value] = pieces
    return "drop count", {"table": m[1], "cash": notes or _money(m[2])}


SPECS: list[tuple[str, Callable[[re.Match[str], dict[str, str]], Spec]]] = [
    (r"(bank has) (.+)", _counted),
    (r"((?:opening|closing|check) count) bank (.+)", _counted),
    (r"open (\S+) (\S*x.+|nothing)", _open),
    (
        r"dealer (\S+) (\S+)",
        lambda m, _: ("dealer", {"table": m[1], "dealer": m[2].replace("nobody", "")}),
    ),
    (r"camera (\S+) (.+)", lambda m, _: ("camera", {"table": m[1], "view": m[2]})),
    (r"count tray (\S+) (.+)", lambda m, _: ("count tray", {"table": m[1], "chips": _chips(m[2])})),
    (
        r"close (\S+) (\d\S*x.+|nothing)",
        lambda m, _: ("close table", {"table": m[1], "chips": _chips(m[2])}),
    ),
    (r"fill (\S+) (.+)", _fill),
    (r"credit (\S+) (.+)", _credit),
    (r"(verify|receive) (fill|credit) (\d+)", _waiting),
    (r"void (fill|credit) (\d+)", lambda m, _: ("void", {"slip": _slip(m[1], m[2])})),
    (
        r"transfer (\S+) to (\S+) (.+)",
        lambda m, _: ("transfer", {"source": m[1], "table": m[2], "chips": _chips(m[3])}),
    ),
    (r"redeem tips (\S+) (.+)", _tips("redeem")),
    (r"pool tips (\S+) (.+)", _tips("pool")),
    (r"tips (\S+) (.+)", _tips("declare")),
    (r"exchange tips (\S+) (.+) for (.+)", _tip_exchange),
    (
        r"redeem (.+)",
        lambda m, c: (
            "redeem",
            {"chips": _chips(m[1])} | ({"check": c["check"]} if "check" in c else {}),
        ),
    ),
    (r"refuse (.+)", lambda m, _: ("refuse", {"chips": _chips(m[1])})),
    (r"(exchange|color up) (.+) for (.+)", _exchange),
    (r"check (\S+) (\S+) from (.+)", _check),
    (
        r"withdraw (\S+)(?: (.+))?",
        lambda m, _: ("withdraw", {"amount": _money(m[1]), "method": m[2] or ""}),
    ),
    (
        r"iou (\S+) from (.+) to (.+)",
        lambda m, _: ("iou", {"source": m[2], "to": m[3], "amount": _money(m[1])}),
    ),
    (r"pay back iou (\d+)", lambda m, _: ("payback", {"loan": m[1]})),
    (r"remove box (\S+) to (.+)", lambda m, _: ("remove box", {"table": m[1], "store": m[2]})),
    (r"team", lambda _, c: ("team", {"keys": "one" if len(c["keys"].split()) == 1 else "both"})),
    (r"found in (box \S+?|records): (.+)", _found),
    (r"hand over to (\S+)", lambda m, _: ("hand over", {"person": m[1]})),
    (r"off duty (\S+)", lambda m, _: ("off duty", {"person": m[1]})),
    (r"on duty", lambda *_: ("on duty", {})),
    (r"open day", lambda *_: ("open day", {})),
    (r"explain (.+)", lambda m, _: ("explain", {"what": m[1]})),
    (r"close day next start (\S+)", lambda m, _: ("close day", {"next start": _money(m[1])})),
    (
        r"answer (fill|credit) (\d+) (\w+) (\w+)",
        lambda m, _: ("answer", {"face": f"{m[1]} {m[2]} {m[3]}", "outcome": m[4]}),
    ),
    (r"drop count (\S+) (\S+)", _drop_count),
    (r"drop (\S+) (\S+)", lambda m, _: ("drop", {"table": m[1], "cash": _money(m[2])})),
]


def known(grid: ChipGrid) -> list[Chip]:
    """The chips that a grid has rows for."""
    return list(grid._rows)
