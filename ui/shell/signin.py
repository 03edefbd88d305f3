"""Sign-in: pick the name, then the PIN; or scan a badge. Also the lock, with the work kept behind it."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QElapsedTimer, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from pitdesk.errors import Refusal
from ui.aloud.keys import UNTOLD
from ui.aloud.roles import Role, read_as
from ui.aloud.voice import announce
from ui.widgets import theme
from ui.widgets.dots import LastDigit, needs
from ui.widgets.notice import Notice
from ui.widgets.pad import Digits
from ui.widgets.parts import (
    ENTER,
    button,
    card,
    cells,
    column,
    emptied,
    holder,
    kind,
    label,
    row,
    scrolled,
    show_words,
)
from ui.widgets.tile import Tile
from ui.work.message import Way
from ui.work.station import Station

if TYPE_CHECKING:
    from pitdesk.book.people import Person, Signer
    from pitdesk.tonight.board import Board

ACROSS = 2  # tiles in a row
DOTS = 12  # a PIN has no more digits
NO_BADGE = "Scanned, and nobody's badge. Sign in first; then scan a slip or a label again."
STRAY_MS = 5_000  # a key that came so long before is not of the badge that is scanned now


class SignIn(QWidget):
    """Who is here? Emits `signed(person)` once somebody is signed in.

    pins   person → PIN, shown in a practice book alone
    """

    signed = Signal(str)

    def __init__(self, station: Station, pins: Mapping[str, str] | None = None) -> None:
        super().__init__()
        self.station, self._pins = station, pins or {}
        self._person = self._typed = ""
        self._scanned, self._since = "", QElapsedTimer()  # every key since the last Enter
        self._letters = ""  # of a name
        self._mixed = False  # whether what is typed is no PIN: a badge
        self._busy = False
        self._last = LastDigit(self)
        self._last.came.connect(self._enter)
        self.tiles: dict[str, Tile] = {}
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setProperty(UNTOLD, True)
        self._lay_out()
        station.changed.connect(self._refresh)

    def _lay_out(self) -> None:
        self.brand = label("PitDesk", "huge")
        self.place = label("Opening the book …", "h2")
        self.who = label("Who is here?", "title")
        self._grid = cells(12, 12)
        self._grid.setAlignment(Qt.AlignmentFlag.AlignTop)
        for at in range(ACROSS):
            self._grid.setColumnStretch(at, 1)
        badge = label("A badge works too: scan it now.", "muted")
        self.said = label("", "muted", wrap=True)
        self.way = button("", self._go)
        self.way.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        for one in (self.said, self.way):
            one.hide()
        people = read_as(holder(self._grid), Role.List)
        people.setAccessibleName("Who is here?")
        names = scrolled(people)
        left = column(
            self.brand, self.place, self.said, row(self.way, None), 16, self.who, names, badge, grow=6
        )
        self.chosen = label("Pick your name", "h2")
        self.dots = label("", "dots")
        self.dots.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.notice = Notice()
        self.hint = label("", "muted", wrap=True)
        self.pad = Digits(extra=False)
        right = card(self.chosen, self.dots, self.pad, self.notice, self.hint, None, edge=16)
        self._right = scrolled(right)
        self._whole = row(left, self._right, gap=48, grow=0)
        self.setLayout(self._whole)
        self._fit()
        theme.fitted.connect(self._fit)

    def _fit(self) -> None:
        """Keep to what is needed where there is little room."""
        tiny = theme.size() == theme.Size.TINY
        self.brand.setHidden(tiny)
        self._whole.setContentsMargins(*((14, 10) if tiny else (64, 48)) * 2)
        self._whole.setSpacing(14 if tiny else 48)
        self._grid.setSpacing(6 if tiny else 12)
        self._right.setFixedWidth(theme.sized(232 if tiny else 372))

    def say(self, words: str, way: Way | None = None) -> None:
        """Say what happened before anybody came, in a line; with the way on, if there is one."""
        show_words(self.said, words)
        self._way = way
        self.way.setText(way.words if way else "")
        self.way.setVisible(way is not None)

    _way: Way | None = None

    def _go(self) -> None:
        if self._way:
            self._way.go()

    def _refresh(self, board: "Board") -> None:
        names = [board.site.organization, board.site.name]
        self.place.setText(" · ".join(filter(None, names)))
        people = self._people(board)
        shown = [(one, board.duty.get(one.id)) for one in people]
        if shown == self._shown:
            return
        self._shown = shown
        emptied(self._grid)
        self.tiles = {one.id: self._tile(one, board) for one in people}
        for at, tile in enumerate(self.tiles.values()):
            self._grid.addWidget(tile, *divmod(at, ACROSS))
        self._mark()
        self._fit()

    _shown: "Sequence[tuple[Person, str | None]]" = ()

    def _people(self, board: "Board") -> "list[Person]":
        on = self.station.today
        able = [p for p in board.site.people.values() if any(p.holds(r.name, on) for r in p.roles)]
        return sorted(able, key=lambda one: (one.id not in board.duty, one.name))

    def _tile(self, one: "Person", board: "Board") -> Tile:
        roles = board.duty.get(one.id) or ", ".join(dict.fromkeys(role.name for role in one.roles))
        tile = Tile(self.pick, f"{one.name}, {roles}", one.id)
        tile.setCheckable(True)
        read_as(tile, Role.ListItem)
        tile.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        tile.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)  # two share the room
        tile.setToolTip(f"{one.name}, {roles}")
        badge = label(one.initials, "initials")
        badge.setAlignment(Qt.AlignmentFlag.AlignCenter)
        pin = f" · PIN {self._pins[one.id]}" if one.id in self._pins else ""
        name = read_as(label(one.name, "h2"), Role.StaticText)  # the tile says it
        words = column(name, label(roles.capitalize() + pin, "muted"), gap=2)
        line = row(badge, words, gap=12, grow=1)
        line.setContentsMargins(14, 4, 14, 4)
        tile.wear(line)
        return tile

    def pick(self, person: str) -> None:
        """Pick a name; the PIN comes next."""
        self._person, self._letters = person, ""
        self._forget()
        self._mark()
        who = self.station.board.site.people.get(person) if person else None
        self.chosen.setText(who.name if who else "Pick your name")
        self.setAccessibleName(f"{who.name}, type your PIN" if who else "Sign in, pick your name")
        self.notice.tell([])
        if who:
            announce(self, " ".join([f"{who.name}. Type your PIN.", self._needs()]).strip())
        self.setFocus()
        self._show()

    def expect(self, person: str, why: str) -> None:
        """Pick whoever is to come next, and say why."""
        self.pick(person)
        self.notice.tell([Refusal("", "", why)], live=True)

    def _forget(self) -> None:
        """Nothing is typed of a PIN, nor of a badge."""
        self._typed, self._mixed = "", False

    def _mark(self) -> None:
        for person, tile in self.tiles.items():
            tile.setChecked(person == self._person)

    def begin(self) -> None:
        """Come to the front, with no name picked and nothing typed."""
        self.pick("")

    @property
    def _digits(self) -> int | None:
        """How many the PIN has, as `Site.pin_digits_of` says."""
        return self.station.board.site.pin_digits_of(self._person) if self._person else None

    def _needs(self) -> str:
        """Whether Enter is needed after the PIN; "" where it always is."""
        digits = self._digits
        more = digits and (self._mixed or len(self._typed) > digits)
        return needs(0 if more else digits)

    def _show(self) -> None:
        self.dots.setText("•" * len(self._typed) or " ")
        self.dots.setAccessibleName(f"PIN: {'•' * len(self._typed)}")
        self.hint.setText("One moment …" if self._busy else self._needs())

    def focusInEvent(self, event: QFocusEvent) -> None:
        """The ring is around the dots: what is typed goes there."""
        super().focusInEvent(event)
        kind(self.dots, "dots", tone="here")

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """And goes with the focus."""
        super().focusOutEvent(event)
        kind(self.dots, "dots", tone="")

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Digits are the PIN of whoever was picked; letters pick a name, or come from a badge."""
        if event.isAutoRepeat() or not self.station.ready:  # the book is still being opened
            return
        if event.key() in ENTER:
            self._enter()
        elif event.key() == Qt.Key.Key_Backspace:
            self._last.forget()
            self._typed, self._letters = self._typed[:-1], ""
            self._mixed &= bool(self._typed)
        elif event.key() == Qt.Key.Key_Escape:
            self._scanned = ""
            self.pick("")
        elif event.key() in (Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_Left, Qt.Key.Key_Right):
            self._step(event.key())
        elif text := event.text().strip():
            self._took(text)
        else:
            super().keyPressEvent(event)
        self._show()

    def _took(self, text: str) -> None:
        if not self._since.isValid() or self._since.elapsed() > STRAY_MS:
            self._scanned = ""
        self._since.restart()
        self._scanned += text
        if text.isdigit() and self._person:
            self._typed = (self._typed + text)[:DOTS]
            announce(self, "dot")
            if not self._mixed:
                self._last.typed(self._typed, self._digits or 0)
        elif self._typed:
            self._mixed = True
        elif not self._person and text.isalpha():
            self._by_letter(text.lower())

    def _step(self, key: int) -> None:
        people = list(self.tiles)
        if not people:
            return
        steps = {Qt.Key.Key_Up: -ACROSS, Qt.Key.Key_Down: ACROSS, Qt.Key.Key_Left: -1}
        at = people.index(self._person) + steps.get(Qt.Key(key), 1) if self._person else 0
        self.pick(people[max(0, min(at, len(people) - 1))])

    def _by_letter(self, letter: str) -> None:
        """Pick the one whose name begins with what was typed, once only one does."""
        people = self.station.board.site.people
        names = {who: people[who].name.lower().replace(" ", "") for who in self.tiles}
        for wanted in (self._letters + letter, letter, ""):  # what fits nobody starts over
            self._letters = wanted
            found = [who for who, name in names.items() if name.startswith(wanted)]
            if len(found) == 1:
                self.pick(found[0])
            if found:
                return

    def _enter(self) -> None:
        from pitdesk.book.people import Signer, hashed_badge  # noqa: PLC0415  (the door opens without it)

        self._last.forget()
        scanned, self._scanned = self._scanned, ""
        people = self.station.board.site.people.values()
        badged = next((p for p in people if p.badge and p.badge == hashed_badge(scanned)), None)
        if badged:
            self._prove(Signer(badged.id, "", badge=scanned))
        elif self._person and self._typed:
            self._prove(Signer(self._person, "", pin=self._typed))
        elif any(map(str.isdigit, scanned)):
            words = "That badge is nobody's here. Scan it again, or pick your name and type your PIN."
            self.notice.tell([Refusal("", "", words)])
        elif not self._person:
            self.notice.tell([Refusal("", "", "Pick your name first, or scan your badge.")])

    def scanned(self, text: str) -> None:
        """Sign in whose badge was scanned, by a reader of its own; say so of anything else."""
        from pitdesk.book.people import Signer, hashed_badge  # noqa: PLC0415  (as above)

        people = self.station.board.site.people.values()
        if badged := next((p for p in people if p.badge and p.badge == hashed_badge(text)), None):
            self._prove(Signer(badged.id, "", badge=text))
        else:
            self.notice.tell([Refusal("", "", NO_BADGE)])

    def _prove(self, signer: "Signer") -> None:
        if self._busy:
            return
        self._busy = True
        self._show()

        def done(_: object) -> None:
            self._busy = False
            self.pick("")
            self.signed.emit(signer.person)

        def refused(reasons: list[Refusal]) -> None:
            self._busy = False
            self._forget()
            self.notice.tell(reasons)
            self._show()

        self.station.sign_in(signer, done, refused)
