"""What a form asks about a person: name, initials, roles from a day on, a PIN twice or a badge."""

import re
import unicodedata
from collections.abc import Callable, Collection, Sequence
from datetime import date
from functools import partial

from PySide6.QtCore import QObject, Qt
from PySide6.QtWidgets import QBoxLayout, QCheckBox, QLabel, QWidget

from pitdesk.book.people import ROLES
from pitdesk.kinds import Role
from ui.widgets.dates import shown_day
from ui.widgets.fields import Field, Line, Secret
from ui.widgets.flow import Flow, towards
from ui.widgets.parts import column, holder, label, row

DOES = {  # what each role is for, in a few words
    "gaming manager": "answers for all; there is one",
    "shift manager": "in charge of a shift, on site",
    "pit boss": "watches, verifies slips",
    "cashier": "cage window and chip bank",
    "dealer": "deals twenty-one",
    "wheel operator": "runs a paddlewheel",
    "authorized employee": "verifies and carries chips",
    "count team": "counts the drop, by two",
    "outside count team": "counts, sent by a firm",
    "bookkeeper": "keeps the books",
    "auditor": "reads, changes nothing",
    "head-office reader": "reads the sealed days",
}
OUTSIDE = "outside count team"


def initials_of(name: str, taken: Collection[str] = ()) -> str:
    """Initials to suggest for a name; longer ones where somebody else has them already.

    >>> initials_of("Jo Sandvik"), initials_of("Jo Sandvik", {"JS"})
    ('JS', 'JSA')
    """
    words = [word for word in re.split(r"[\s.-]+", name) if word]
    if not words:
        return ""
    first, last = words[0], words[-1] if len(words) > 1 else ""
    wished = [first[:1] + last[:1], first[:1] + last[:2], first[:2] + last[:2], first[:2] + last[:3]]
    free = [one.upper() for one in wished if one.upper() not in taken]
    return free[0] if free else wished[0].upper()


def id_of(name: str, taken: Collection[str]) -> str:
    """What the book calls somebody: the first name in small letters, with a number if it is taken.

    >>> id_of("Jo Sandvik", {"jo"})
    'jo2'
    """
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    words = re.findall(r"[a-z]+", plain)
    short = words[0] if words else "person"
    numbers = (f"{short}{number}" for number in range(2, 10_000))
    names = [short, *numbers] if short != "pool" else [*numbers]  # the pool of tips is nobody
    return next(one for one in names if one not in taken)


def roles_from(before: Sequence[Role], ticked: Collection[str], day: date) -> tuple[Role, ...]:
    """The roles somebody has once `ticked` are the ones they hold from that day on.

    What is no longer ticked ends with that day; what began no earlier was never held.
    """
    held = [role.name for role in before if holds(role, day)]
    kept = []
    for role in before:
        if role.name in ticked or not holds(role, day):
            kept.append(role)
        elif role.since < day:
            kept.append(Role(role.name, role.since, day))
    return (*kept, *(Role(name, day) for name in ROLES if name in ticked and name not in held))


def holds(role: Role, day: date) -> bool:
    """Whether the role is held on that day."""
    return role.since <= day and (role.until is None or day < role.until)


def held_words(role: Role) -> str:
    """A role with its days: Cashier since Nov 20, 2026."""
    name = role.name.capitalize()
    if role.until is None:
        return f"{name} since {shown_day(role.since)}"
    return f"{name} {shown_day(role.since)} to {shown_day(role.until)}"


class Ticks(Field):
    """Boxes to tick, any number of them, each with a key."""

    def __init__(self, name: str, caption: str) -> None:
        super().__init__(name, caption)
        self.boxes: dict[str, QCheckBox] = {}

    def box(self, key: str, words: str, says: str = "") -> QCheckBox:
        """One more box; says: its accessible name, where its words are not enough."""
        made = self.boxes[key] = QCheckBox(words)
        made.setAccessibleName(says or words)
        made.toggled.connect(self._took)
        made.installEventFilter(self)
        return made

    def _take_key(self, watched: QObject, key: int) -> bool:
        """Arrows lead to the box that they point to."""
        if one := towards(key, watched, self.boxes.values()):
            one.setFocus()
        return one is not None or super()._take_key(watched, key)

    def _took(self) -> None:
        self.tell("")
        self.changed.emit()

    def typed(self) -> list[str]:
        """The keys ticked."""
        return [key for key, box in self.boxes.items() if box.isChecked()]

    def take_up(self, typed: Collection[str] | None) -> None:
        """Tick these."""
        for key, box in self.boxes.items():
            box.setChecked(key in (typed or ()))


class Roles(Ticks):
    """The roles somebody holds, as ticks; below each what it is for, or since when it is held."""

    def __init__(self, name: str = "roles", caption: str = "Roles", *, across: int = 4) -> None:
        super().__init__(name, caption)
        self._notes: dict[str, QLabel] = {}
        self.must = True  # whether none at all is a mistake
        flow = Flow(across=across, gap=12, down=2)
        for role in ROLES:
            box = self.box(role, role.capitalize())
            box.setAccessibleDescription(DOES[role])
            note = self._notes[role] = label(DOES[role], "caption", wrap=True)
            note.setContentsMargins(42, 0, 0, 0)
            flow.addWidget(holder(column(box, note, None, gap=0)))
        self._body(flow)

    def show_held(self, roles: Sequence[Role], day: date) -> None:
        """Say below each role what stands in the book of it."""
        for name, note in self._notes.items():
            said = [held_words(role) for role in roles if role.name == name]
            note.setText(said[-1].removeprefix(name.capitalize()).strip() if said else DOES[name])

    def value(self) -> list[str]:
        """The roles ticked; ValueError for none."""
        if self.must and not self.typed():
            raise ValueError("Tick at least one role.")
        return self.typed()

    def first(self) -> QWidget:
        """The first role that is ticked, else the shift manager."""
        return self.boxes[next(iter(self.typed()), "shift manager")]


class Proof(Field):
    """A new PIN, typed twice, or a badge. Neither is ever kept in a draft or pasted."""

    def __init__(self, name: str = "proof", *, digits: str = "Four to twelve digits") -> None:
        super().__init__(name)
        self._usual = digits
        self.pin = Secret("pin", "PIN", hint=digits)
        self.again = Secret("again", "The same PIN again")
        self.badge = Secret("badge", "Or a badge", hint="Scan it")
        self._body(level(row(self.pin, self.again, self.badge, gap=12)))
        for one, after in ((self.pin, self.again), (self.again, self.badge), (self.badge, None)):
            one.changed.connect(self._took)
            one.entered.connect(self._on(after))

    def ask(self, digits: int | None, least: int = 0) -> None:
        """Say how many digits the site asks for; nothing of it where it does not.

        least   how many at least this person's has
        """
        most = max(digits or 0, least)
        more = "; managers, pit bosses 6" if most < 6 else ""
        hint = f"{most} digits{more}" if digits else self._usual
        self.pin.edit.setPlaceholderText(hint)
        self.pin.edit.setToolTip(hint)

    def _on(self, after: Line | None) -> Callable[[], None]:
        return self.entered.emit if after is None else lambda: after.edit.setFocus()

    def _took(self) -> None:
        self.tell("")
        self.changed.emit()

    def value(self) -> tuple[str, str]:
        """(PIN, badge), "" for none; ValueError where the two PINs differ."""
        pin, again = self.pin.value(), self.again.value()
        if self._differ:
            raise ValueError("The two PINs are not the same. Type both again.")
        if pin != again:
            raise ValueError("Type the same PIN in both places.")
        return pin, self.badge.value()

    @property
    def _differ(self) -> bool:
        pin, again = self.pin.value(), self.again.value()
        return bool(pin and again) and pin != again

    def refuse(self, words: str) -> None:
        """Of two PINs that differ, empty both: as dots nobody sees which one is wrong."""
        if self._differ:
            self.pin.take_up(None)
            self.again.take_up(None)
        super().refuse(words)

    def typed(self) -> None:
        """Nothing: a PIN is never kept."""
        return

    def take_up(self, typed: object) -> None:
        """Empty it."""
        for one in (self.pin, self.again, self.badge):
            one.take_up(None)

    def first(self) -> QWidget:
        """The PIN."""
        return self.pin.edit


def level(line: QBoxLayout) -> QBoxLayout:
    """A row of fields that keeps them level when one says what is wrong with it."""
    for at in range(line.count()):
        if item := line.itemAt(at):
            item.setAlignment(Qt.AlignmentFlag.AlignTop)
    return line


def name_line() -> Line:
    """The line for a name."""
    return Line("name", "Name", hint="First and last name", read=partial(_some, "name"), number=False)


def initials_line() -> Line:
    """The line for initials, as they are printed on slips."""
    made = Line("initials", "Initials", read=_initials, number=False)
    made.edit.setMaxLength(4)
    return made


def _initials(text: str) -> str:
    return _some("initials", text).upper()


def _some(what: str, text: str) -> str:
    if not re.search(r"\w", text):
        raise ValueError(f"Type the {what}.")
    return text


class Suggested:
    """Initials that follow the name until somebody types others."""

    def __init__(self, name: Line, initials: Line, taken: Callable[[], Collection[str]]) -> None:
        self._initials, self._taken = initials, taken
        self._said = ""
        name.changed.connect(lambda: self.follow(name.typed()))

    def follow(self, name: str) -> None:
        """Suggest initials for this name, unless others were typed."""
        if self._initials.typed() == self._said:
            self._said = initials_of(name, self._taken())
            self._initials.take_up(self._said)

    def forget(self) -> None:
        """The initials were chosen: suggest nothing in their place."""
        self._said = ""
