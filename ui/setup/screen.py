"""Set-up: organization and site, tables, the chip set, and how this station appears."""

import re
from collections.abc import Callable, Mapping, Sequence
from datetime import date
from functools import cache
from itertools import zip_longest
from zoneinfo import available_timezones

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QComboBox, QCompleter, QWidget

from pitdesk.book.entries import Entry
from pitdesk.book.site import GAMES, Layout
from pitdesk.chips import RACK, STACK, dollars
from pitdesk.tonight.board import Board
from ui.aloud.voice import bell
from ui.chips.registry import Registry
from ui.people.person import level
from ui.people.screen import BY_MANAGER, halves
from ui.setup.printer import PrinterCard
from ui.setup.rules import Rules
from ui.widgets import theme
from ui.widgets.dates import read_day, typed_day
from ui.widgets.dots import Words
from ui.widgets.fields import Choice, Field, Line, Pick, Tick, money, none_or_money, quoted
from ui.widgets.flow import Flow
from ui.widgets.parts import Still, card, column, emptied, holder, label, row, scrolled, unfolding
from ui.work.form import Call, Form
from ui.work.settings import Settings, slips_of
from ui.work.station import Station

US_ZONES = (
    ("America/Chicago", "Central"),
    ("America/Denver", "Mountain"),
    ("America/North_Dakota/Center", "Central"),
    ("America/North_Dakota/New_Salem", "Central"),
    ("America/North_Dakota/Beulah", "Central"),
    ("America/New_York", "Eastern"),
    ("America/Los_Angeles", "Pacific"),
    ("America/Phoenix", "Mountain, no summer time"),
    ("America/Anchorage", "Alaska"),
    ("Pacific/Honolulu", "Hawaii"),
)
KEPT = [
    ("", "None"),
    ("recorder", "The log of the recorders"),
    ("checklists", "Checklists of the tables"),
    ("recorder checklists", "Both of them"),
]
COMBINED = (
    "Only where twenty-one and paddlewheels share one cash bank, which takes approval:"
    " N.D.A.C. 99-01.3-03-06(1). Leave it empty otherwise."
)
AUTHORIZED = (
    "Leave a line empty where the authorization says nothing: N.D.A.C. 99-01.3-01-02. PitDesk refuses"
    " what is not authorized, and warns outside the hours in which alcohol is served."
)
SECOND = (
    "Then two people initial it, one of them a pit boss or a manager, before chips or money move: slips,"
    " redeeming, exchanges, checks, tips, IOUs, withdrawals. Leave both empty if one person is enough."
)
SERIES = ("fill", "credit")
QUARTERS = "Gross proceeds of twenty-one of the last quarters, before PitDesk"


@cache
def zones() -> tuple[tuple[str, str], ...]:
    """Every time zone with its words, those of the United States first."""
    first = [(zone, f"{zone.replace('_', ' ')} · {words}") for zone, words in US_ZONES]
    known = dict(first)
    rest = sorted(zone for zone in available_timezones() if "/" in zone and zone not in known)
    return (*first, *((zone, zone.replace("_", " ")) for zone in rest))


class Zone(Field):
    """A time zone, found by any part of its name."""

    def __init__(self, name: str, caption: str) -> None:
        super().__init__(name, caption)
        self.box, self.line = Still(), Words()
        self.box.setLineEdit(self.line)
        self.box.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
        self.box.setMaxVisibleItems(10)
        self.box.setAccessibleName(caption)
        for zone, words in zones():
            self.box.addItem(words, zone)
        finds = self.box.completer()
        assert finds is not None
        self.line.setStyleSheet("border: 0; background: transparent; padding: 0; min-height: 0")
        self.line.setAccessibleName(caption)
        finds.setFilterMode(Qt.MatchFlag.MatchContains)
        finds.setCompletionMode(QCompleter.CompletionMode.PopupCompletion)
        self.box.installEventFilter(self)
        self.box.editTextChanged.connect(self._took)
        self._body(self.box)
        self._ask_below(self.line)

    def _took(self) -> None:
        self.tell("")
        self.changed.emit()

    def value(self) -> str:
        """The zone, as the book names it; ValueError where there is none of that name."""
        text = self.line.text().strip()
        for zone, words in zones():
            if text.lower() in (zone.lower(), words.lower()):
                return zone
        raise ValueError(f"'{text}' is no time zone. Type a part of it, such as Chicago, and choose.")

    def typed(self) -> str:
        """What stands there."""
        return self.line.text()

    def take_up(self, typed: str | None) -> None:
        """Put it back: a zone or what was typed; the zone of Chicago for nothing."""
        at = self.box.findData(typed or US_ZONES[0][0])
        if at >= 0:
            self.box.setCurrentIndex(at)
        else:
            self.box.setEditText(typed or "")

    def first(self) -> QWidget:
        """The list."""
        return self.box


# Organization and site


class SiteForm(Form):
    """The organization, the site, and what holds there."""

    name = "site"
    post_words = "Keep"
    stays = True
    who = (BY_MANAGER,)

    def fields(self) -> list[Field]:
        """What slips say, then what holds at the site."""
        name = _needed("Type the name, as it will appear on every slip.")
        self.organization = Line(
            "organization", "Organization", hint="As on your license", read=name, number=False
        )
        self.site = Line("name", "Site", hint="Where you play", read=name, number=False)
        self.zone = Zone("zone", "Time zone")
        self.combined = Line(
            "combined", "Approval of one cash bank for both games", hint="None", number=True
        )
        self.video = Tick("video_required", "Video surveillance is required here")
        self.seasonal = Tick("seasonal", "Twenty-one is played here in a season")
        self.acquired = Line(
            "acquired", "First night, if you took the site over", read=_day, seldom=True
        )
        self.minutes = Line("notice_minutes", "Minutes of notice of limits", hint="10", read=_number)
        self.minutes.seldom = True
        self.undo = Line("undo_seconds", "Seconds to undo", hint="60", read=_number, seldom=True)
        self.wager = Line(
            "wager_cents", "Average wager of twenty-one", hint="not known", read=none_or_money
        )
        self.wager.seldom = True
        self.color_up = Tick("color_up", "Dealers may color up a player who leaves")
        self.managers = Tick("managers_redeem_tips", "A shift manager redeems tips, too")
        self.later = Tick("head_later", "No slip waits for the witness")
        self.later.seldom = True
        self.sure = Tick("sure", "A station has each slip first")
        self.sure.seldom = True
        self.stack = Line("stack", "Chips in a stack", hint=str(STACK), read=_number, seldom=True)
        self.rack = Line("rack", "Chips in a full rack", hint=str(RACK), read=_number, seldom=True)
        self.keeps = Pick("keeps", "Records kept here, not on paper", KEPT)
        self.keeps.seldom = True
        self.pins = Line(
            "pin_digits", "Digits of a new PIN", hint="any", read=_none_or_number, seldom=True
        )
        first = [Line(f"first_{s}", f"First {s} number", hint="1", read=_number) for s in SERIES]
        self.numbers = first
        self.quarters = Quarters("quarters", QUARTERS)
        self.lower_level = Tick("lower_activity", "That level is not expected to go on")
        self.alone = [
            Line("second_cents", "Above this amount", hint="not asked for", read=none_or_money),
            Line("second_pieces", "Above so many chips", hint="not asked for", read=_none_or_number),
        ]
        self.optional = [*self.alone, self.wager, self.pins]  # nothing where there is none
        self.restricted = [
            Line("serves", "Alcohol is served", hint="11:00-01:00"),
            Line("authorized_games", "Games that are authorized", hint="21 PW"),
            Line("authorized_tables", "Tables of twenty-one", hint="any", read=_number),
            Line("authorized_days", "Days of the week", hint="friday saturday"),
        ]
        return [
            *(self.organization, self.site, self.zone, self.combined),
            *(self.video, self.seasonal, self.color_up, self.managers, self.later, self.sure),
            *(self.stack, self.rack, self.minutes, self.undo, self.acquired, self.wager, self.keeps),
            self.pins,
            *(*first, self.quarters, self.lower_level, *self.alone, *self.restricted),
        ]

    def body(self) -> QWidget:
        """Two columns: names and zone, below them what holds there."""
        marks = (self.video, self.seasonal, self.color_up, self.managers, self.later, self.sure)
        ticks = holder(column(*marks, gap=0))
        why = label(COMBINED, "caption", wrap=True)
        why.setAlignment(Qt.AlignmentFlag.AlignTop)
        more = (self.minutes, self.undo, self.acquired, self.wager, self.keeps, self.pins)
        sizes = holder(Flow(self.stack, self.rack, *more, across=2, gap=12))
        names = (self.organization, self.site, self.zone, self.combined)
        grid = Flow(*names, ticks, holder(column(why, sizes, gap=12)), across=2, gap=24, down=12)
        self.came = unfolding("We come from paper slips …", self._paper)
        words = label("The series go on with these numbers.", "caption")
        numbers = Flow(*self.numbers, words, across=3, gap=12)
        self.paper = holder(column(holder(numbers), self.quarters, self.lower_level, gap=8))
        self.paper.hide()
        self.two = unfolding("When a second person initials …", self._seconds)
        words = label(SECOND, "caption", wrap=True)
        self.seconds = holder(Flow(*self.alone, words, across=3, gap=12))
        self.seconds.hide()
        self.limited = unfolding("What the site authorization allows …", self._limits)
        self.limits = holder(
            Flow(*self.restricted, label(AUTHORIZED, "caption", wrap=True), across=2, gap=12)
        )
        self.limits.hide()
        links = Flow(self.came, self.two, self.limited, across=3, gap=12)
        below = (self.paper, self.seconds, self.limits)
        return holder(column(holder(grid), holder(links), *below, gap=8))

    def _seconds(self) -> None:
        """Show or hide above what a second person initials."""
        self.seconds.setVisible(self.two.isChecked())
        if self.two.isChecked():
            self.alone[0].first().setFocus()

    def _limits(self) -> None:
        """Show or hide what the site is restricted to."""
        self.limits.setVisible(self.limited.isChecked())
        if self.limited.isChecked():
            self.restricted[0].first().setFocus()

    def _paper(self) -> None:
        """Show or hide what there was before this book."""
        self.paper.setVisible(self.came.isChecked())
        if self.came.isChecked():
            self.numbers[0].first().setFocus()

    def refresh(self, board: Board) -> None:
        """Show what the book says, unless somebody has typed over it."""
        if not self._shown or not self.typed_anything():
            for one in self.inputs:
                value = getattr(board.site.settings, one.name)
                value = typed_day(value) if isinstance(value, date) else value
                if one in self.optional:
                    value = _as_limit(one, getattr(board.site.settings, one.name) or 0)
                one.take_up(str(value) if type(value) is int else value)
            self.shown()

    def clear(self) -> None:
        """Show again what the book says."""
        super().clear()
        if self.station.ready:
            self.refresh(self.station.board)

    def take_up(self, typed: dict[str, object]) -> None:
        """Put back what was typed, over what the book says."""
        super().take_up({**self._shown, **typed})

    def changes(self) -> dict[str, object]:
        """What is not as the book has it; ValueError from a field."""
        found = {}
        for one in self.inputs:
            value = one.value() if one.isVisibleTo(self) else None
            kept = getattr(self.station.board.site.settings, one.name)
            empty = value is False or value in ("", {}) or (one in self.optional and not value)
            nothing = value is None or (kept is None and empty)
            if value != kept and not nothing:
                found[one.name] = value
        return found

    def call(self) -> Call:
        """What is changed of the settings."""
        changes, by = self.changes(), self.signers.value()
        if not changes:
            raise ValueError("Nothing is changed.")
        return lambda desk: desk.set_site(changes, by)

    def done(self, entry: Entry) -> str:
        """That it is kept."""
        return "Kept. It takes effect now; what was printed stays as it was."


class Quarters(Field):
    """Two quarters before this book, each with its gross proceeds of twenty-one."""

    def __init__(self, name: str, caption: str) -> None:
        super().__init__(name, caption)
        self.lines = [
            (Line("quarter", "Quarter", hint=hint), Line("gross", "Gross proceeds", hint="11,240.00"))
            for hint in ("2026Q1", "2026Q2")
        ]
        self._all = [one for line in self.lines for one in line]
        for one, after in zip_longest(self._all, self._all[1:]):
            one.changed.connect(self._took)
            one.entered.connect(after.edit.setFocus if after else self.entered)
        self._body(Flow(*self._all, across=4, gap=12))

    def _took(self) -> None:
        self.tell("")
        self.changed.emit()

    def value(self) -> dict[str, int]:
        """The quarters as the book keeps them, "2026Q2" → cents."""
        found = {}
        for quarter, gross in ((quarter.value(), gross.value()) for quarter, gross in self.lines):
            if not quarter and not gross:
                continue
            if not re.fullmatch(r"20\d\dQ[1-4]", quarter.upper()):
                raise ValueError(f"'{quoted(quarter)}' is no quarter. Write 2026Q2.")
            found[quarter.upper()] = money(gross)
        return found

    def typed(self) -> list[str]:
        """What stands in the lines; nothing for nothing."""
        texts = [one.typed() for one in self._all]
        return texts if any(texts) else []

    def take_up(self, typed: Mapping[str, int] | Sequence[str] | None) -> None:
        """Put it back: what was typed, or the two latest quarters of the book."""
        if isinstance(typed, Mapping):
            latest = sorted(typed.items())[-2:]
            typed = [words for quarter, gross in latest for words in (quarter, dollars(gross))]
        for one, text in zip(self._all, [*(typed or ()), *[""] * len(self._all)], strict=False):
            one.take_up(text)

    def first(self) -> QWidget:
        """The first quarter."""
        return self.lines[0][0].edit


def _needed(wrong: str) -> Callable[[str], str]:
    """Reads a text that may not be empty; ValueError with these words if it is."""

    def read(text: str) -> str:
        if not text:
            raise ValueError(wrong)
        return text

    return read


def _as_limit(one: Field, limit: int) -> str:
    """A limit as it is typed; nothing where there is none."""
    words = dollars(limit) if one.name.endswith("_cents") else str(limit)
    return words if limit else ""


def _none_or_number(text: str) -> int:
    return _number(text) or 0


def _day(text: str) -> date | None:
    return read_day(text) if text else None


def _number(text: str) -> int | None:
    if not text:
        return None
    if not (text.isascii() and text.isdigit()):
        raise ValueError(f"'{text}' is no number. Type digits, such as 20.")
    return int(text)


# Tables


class TableFields:
    """The fields of a table: number, drop box, game, camera."""

    def begin_table(self) -> None:
        """Make them."""
        self.number = Line("number", "Number or letter", hint="Such as 7", read=_table_number)
        self.box = Line("box", "Drop box", hint="As the table", number=True)
        games = [(game, words.capitalize()) for game, words in GAMES.items()]
        self.game = Choice("game", "Game", games)
        self.game.choose("21")
        self.video = Tick("video", "A camera watches it", on=True)
        self.faces = Line(
            "faces", "Approval of faces that are not large", hint="None", number=True, seldom=True
        )

    def show_table(self, known: Layout | None) -> None:
        """Put a table there; a new one for None."""
        self.number.take_up(known.table if known else "")
        self.game.take_up(known.game if known else "21")
        self.box.take_up(known.box if known else "")
        self.video.take_up(known.video if known else None)
        self.faces.take_up(known.faces if known else "")

    def table_typed(self) -> Layout:
        """The table that stands there; ValueError says what is wrong."""
        number = self.number.value()
        box, faces = self.box.value() or number, self.faces.value()
        return Layout(number, self.game.value(), box, self.video.value(), faces)


class TableSetup(Form, TableFields):
    """Add a table, or change one."""

    name = "table"
    post_words = "Keep"
    stays = True
    who = (BY_MANAGER,)

    def fields(self) -> list[Field]:
        """Which table; its number, game, box and video."""
        self.table = Pick("table", "Table", (("", "A new table"),))
        self.begin_table()
        self.table.changed.connect(self._load)
        return [self.table, self.number, self.game, self.box, self.video, self.faces]

    def body(self) -> QWidget:
        """Which, and what it is; beside it the tables of the house."""
        line = level(row(self.number, self.box, gap=12))
        asked = column(self.table, line, self.game, self.video, self.faces, None, gap=12)
        self._known = column(gap=6)
        known = column(card(label("The floor", "h2"), self._known, look="inset"), None)
        return holder(halves(asked, known))

    def refresh(self, board: Board) -> None:
        """Offer the tables."""
        self.table.offer([("", "A new table"), *((s.table, f"Table {s.table}") for s in board.spots)])
        emptied(self._known)
        for spot in board.spots:
            self._known.addWidget(label(table_words(board.site.tables[spot.table]), wrap=True))
        if not board.spots:
            self._known.addWidget(label("No table yet.", "muted"))
        if not self._shown:
            self.shown()

    def take(self, what: object) -> None:
        """Begin with a table."""
        self.table.take_up(str(what))

    def clear(self) -> None:
        """Begin with a new one."""
        super().clear()
        self._load()

    def _load(self) -> None:
        known = self.station.board.site.tables.get(self.table.value()) if self.station.ready else None
        self.number.setEnabled(known is None)
        self.show_table(known)
        self.shown()

    def call(self) -> Call:
        """A table."""
        layout, taken = self.table_typed(), self.station.board.site.tables
        if not self.table.value() and layout.table in taken:
            raise ValueError(f"There is a table {layout.table} already. Choose it above to change it.")
        if taken.get(layout.table) == layout:
            raise ValueError(f"Nothing is changed of table {layout.table}.")
        by = self.signers.value()
        return lambda desk: desk.set_table(layout, by)

    def done(self, entry: Entry) -> str:
        """Which table it was."""
        return f"Table {entry.fact.table} is kept."


def _table_number(text: str) -> str:
    if not text or len(text) > 4 or not text.isalnum():
        raise ValueError("Type the table's number or letter, such as 7 or A.")
    return text.upper()


def table_words(layout: Layout) -> str:
    """A table in a line: Table 7 · Twenty-one · box 7 · camera."""
    camera = "camera" if layout.video else "no camera"
    return f"Table {layout.table} · {GAMES[layout.game].capitalize()} · box {layout.box} · {camera}"


# This station


APPEARANCES = {"system": "As the system", "dark": "Dark", "light": "Light", "contrast": "High contrast"}
SIZES = (100, 110, 125, 150, 175, 200)
MINUTES = (1, 2, 5, 10, 15, 30)
SLOW, LATE = (2, 3, 5, 10), (4, 6, 10, 15)  # of a wait on the floor
LIE = ("Book", "Key of the PINs", "Key of the codes", "Slips", "Settings")
SELECTABLE = (
    Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
)


class StationPage(QWidget):
    """What this computer alone remembers. Kept and applied at once; nobody initials it."""

    name = "station"

    def __init__(self, station: Station, settings: Settings, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.station, self.settings = station, settings
        self._loading = True
        self.appearance = Choice("appearance", "Theme", [*APPEARANCES.items()])
        self.letters = Choice("size", "Size of the letters")
        self.lock_min = Choice("lock_min", "Locks itself when left alone for")
        self.pad = Tick("pad", "Show keys to touch")
        self.sound = Tick("sound", "A sound with what is refused, wrong or asked")
        self.slow_min = Choice("slow_min", "A slip that waits is slow after")
        self.late_min = Choice("late_min", "and late after")
        self.printer = PrinterCard(station, settings)
        self.called = Line(
            "station",
            "What the book calls this station",
            read=_needed("Give this station a name, such as desk 1."),
        )
        self.restart = label("", "muted", wrap=True)
        self.restart.hide()
        self.lies = {what: label("", wrap=True) for what in LIE}
        waits = (self.slow_min, self.late_min)
        ticks = (self.pad, self.sound)
        for one in (self.appearance, self.letters, self.lock_min, *ticks, *waits, self.called):
            one.changed.connect(self._apply)
        self._lay_out()

    def _lay_out(self) -> None:
        appearance = card(label("Appearance", "h2"), self.appearance, self.letters, gap=12)
        keys = card(label("Keys and lock", "h2"), self.lock_min, self.pad, self.sound, gap=12)
        floor = card(label("The floor", "h2"), self.slow_min, self.late_min, gap=12)
        called = card(label("Name", "h2"), self.called, self.restart, gap=12)
        lines = column(label("Where things are", "h2"), gap=6)
        for what, line in self.lies.items():
            line.setTextInteractionFlags(SELECTABLE)
            line.setAccessibleName(what)
            lines.addWidget(label(what, "caption"))
            lines.addWidget(line)
        key = "Keep copies of the two keys on their own, locked away: they are in no backup."
        lines.addWidget(label(key, "muted", wrap=True))
        left = column(appearance, keys, floor, called, None, gap=12)
        right = column(self.printer, card(lines), None, gap=12)
        both = Flow(holder(left), holder(right), across=2, gap=16)
        self.setLayout(column(scrolled(holder(both))))

    def begin(self, what: object = None) -> None:
        """Come to the front, as it stands."""
        self._loading = True
        settings = self.settings
        self.appearance.take_up(settings.look)
        for choice, usual, unit, kept in (
            (self.letters, SIZES, "%", settings.size),
            (self.lock_min, MINUTES, "min", settings.lock_min),
            (self.slow_min, SLOW, "min", settings.slow_min),
            (self.late_min, LATE, "min", settings.late_min),
        ):  # what somebody wrote into the settings by hand is offered, too
            choice.offer([(f"{one}", f"{one} {unit}") for one in sorted({*usual, kept})])
            choice.take_up(f"{kept}")
        self.pad.take_up(settings.pad)
        self.sound.take_up(settings.sound)
        self.called.take_up(settings.station)
        self._loading = False
        self.printer.begin()
        book = self.station.book
        where = (book, f"{book}.pepper", f"{book}.key", slips_of(book), settings.path)
        for line, path in zip(self.lies.values(), where, strict=True):
            line.setText(str(path))
        self.appearance.first().setFocus()

    def _apply(self) -> None:
        """Keep what was chosen, and show it."""
        if self._loading:
            return
        settings = self.settings
        for name in ("lock_min", "slow_min", "late_min"):
            setattr(settings, name, int(getattr(self, name).value()))
        if (settings.look, settings.size) != (self.appearance.value(), int(self.letters.value())):
            settings.look, settings.size = self.appearance.value(), int(self.letters.value())
            app = QApplication.instance()
            assert isinstance(app, QApplication)
            theme.change(app, settings.look, settings.size)
        if settings.sound != self.sound.value():
            settings.sound = bell.on = self.sound.value()
        if settings.pad != self.pad.value():
            self.station.go("keypad")
        try:
            later = self.called.value()
        except ValueError as error:
            self.called.tell(str(error))
            return
        if settings.station != later:  # what holds from the next start on
            settings.station = later
            self.restart.setText("Kept. It takes effect when PitDesk starts again.")
            self.restart.show()


FORMS = (SiteForm, TableSetup, Registry, Rules)
