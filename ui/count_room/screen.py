"""The count room: boxes off the tables, two blind counts side by side, the slips that were found."""

import re
from collections.abc import Callable, Sequence
from datetime import date
from functools import partial

from PySide6.QtCore import QEvent, QObject
from PySide6.QtGui import QHideEvent, QKeyEvent, QShowEvent
from PySide6.QtWidgets import QApplication, QWidget

from pitdesk import kinds
from pitdesk.book.boxes import AT_COUNT, COUNTED, ON_TABLE
from pitdesk.book.entries import Entry
from pitdesk.book.slip import PARTS, RECORDS
from pitdesk.chips import dollars
from pitdesk.codes.slips import PREFIX
from pitdesk.desk import Desk
from pitdesk.desk.countroom import Scan
from pitdesk.kinds import Part
from pitdesk.tonight.board import Board, Spot, begun
from pitdesk.tonight.boxes import BoxSpot
from ui.count_room.boxes import Boxes
from ui.count_room.sides import Sides
from ui.widgets.cash import CashGrid
from ui.widgets.dots import Dots
from ui.widgets.fields import Choice, Field, Line, money, quoted
from ui.widgets.flow import Folding
from ui.widgets.parts import button, column, holder, kind, label, row
from ui.work.attable import AtTable
from ui.work.form import Call, Form, bound
from ui.work.readback import Reading
from ui.work.signers import Who

TEAM = ("count team", "outside count team")
MANAGERS = ("shift manager", "gaming manager")
ESCORTS = ("pit boss", "dealer", "cashier", "wheel operator")
LOOKING = (*TEAM, *MANAGERS, "cashier")
MEMBERS = (Who("One member", TEAM, operator=False), Who("The other", TEAM, operator=False))

TONIGHT = "tonight"

_NUMBERS = re.compile(r"([0-9]{1,9})(?:\s*-\s*([0-9]{1,9}))?")


class BoxForm(AtTable):
    """A form about the box of one table, initialed by the team."""

    stays = True
    who: Sequence[Who] = MEMBERS

    def spare(self) -> Callable[[], QWidget]:
        """Every box, and what was done with them lately."""
        return partial(Boxes, self.station)

    def preferred(self, at: int) -> str | None:
        """The members of the team."""
        team = self.box.team if self.box else self.station.board.team
        return team[at] if at < len(team) else None

    def clear(self) -> None:
        """Empty all but who initials: the same two count the next box."""
        signed = self.signers.typed()
        super().clear()
        self.signers.take_up(signed)

    def reading(self, head: str) -> Reading | None:
        """The box that is chosen, and its table."""
        if (box := self.box) is None:
            return super().reading(head)
        on = (f"of {box.of:%A, %B} {box.of.day}",) if box.of else ()
        return Reading(box.box, head, (f"Table {box.table}", *on))

    @property
    def box(self) -> BoxSpot | None:
        """The box that is chosen."""
        return next((one for one in self.station.board.boxes if one.key == self.table.typed()), None)

    def chosen(self) -> BoxSpot:
        """The box that is chosen, once one must be."""
        key = self.table.value()
        return next(one for one in self.station.board.boxes if one.key == key)

    def add_sides(self, *, rows: bool = False) -> None:
        """Have the two counts of the box on the screen; maybe bill by bill."""
        self.sides, self._since = Sides(rows=rows), ""
        self.counts = self.sides.words
        self.table.caption_label.hide()
        self.table.setAccessibleName(self.table.caption)
        self.table.changed.connect(self._came_up)

    def _came_up(self) -> None:
        """Another box is at hand: from now on it is counted."""
        self._since = f"{self.station.now():%H:%M}" if self.box else ""
        self.show_counts()

    def show_counts(self) -> None:
        """Show who has counted the box, and what, once both have."""
        words = side_by_side(self.station.board, self.box)
        self.sides.show_box(self.box, self.station.board, self._since, words)


class RemoveBox(BoxForm):
    """Carry a box to the safe: the shift manager, with an escort."""

    name = "remove box"
    post_words = "Box is in the safe"
    head, blind = "BOX from TABLE", True
    said = "Box {fact.box} is in the {fact.store}."
    who = (
        Who("Carried by", MANAGERS, operator=False),
        Who("Escorted by", ESCORTS, optional=True, shown=True),
    )

    def more(self) -> list[Field]:
        """Where it is kept."""
        self.store = Line("store", "Kept in", hint="safe")
        self.put = Line("put", "Box that takes its place, at an open table", number=True)
        return [self.store, self.put]

    def offers(self, spot: Spot) -> bool:
        """Tables that are in play, and closed ones with their box still on them."""
        return spot.state == "open" or spot.box_state in (ON_TABLE, AT_COUNT)

    def reading(self, head: str) -> Reading | None:
        """The table that it is on."""
        return AtTable.reading(self, head)

    def redraw(self) -> None:
        """An open table needs a box."""
        self.put.setVisible(self.spot is not None and self.spot.state == "open")

    def preferred(self, at: int) -> str | None:
        """Whoever is likely by role."""
        return None

    def call(self) -> Call:
        """A box carried."""
        store, by = self.store.value() or "safe", self.signers.value()
        put = self.put.value() if self.spot and self.spot.state == "open" else ""
        return bound(Desk.remove_box, self.table.value(), store, by, put)


class Team(Form):
    """Name the two who count, and who holds the key."""

    name = "team"
    post_words = "Name the team"
    after = "drop count"
    who = MEMBERS
    spare = BoxForm.spare

    def fields(self) -> list[Field]:
        """Who has the key."""
        words = (("one", "One member"), ("other", "The other"), ("both", "Both, two locks"))
        self.keys = Choice("keys", "The key of the boxes is with", words, usual="one")
        asked = "One is the direct supervisor of the other"
        answers = (("unsaid", "Not asked"), ("no", "No"), ("yes", "Yes"))
        self.supervisor = Choice("supervisor", asked, answers, usual="unsaid")
        self.day = Choice("day", "They count the boxes of")
        return [self.keys, self.supervisor, self.day]

    def body(self) -> QWidget:
        """Keys and question side by side, the day below."""
        both = Folding(self.keys, self.supervisor, gap=24, stretch=(0, 1))
        return holder(column(both, self.day, gap=12))

    def refresh(self, board: Board) -> None:
        """Offer tonight, and the days whose boxes wait."""
        days = [(TONIGHT, "Tonight")] if board.state == "open" else []
        self.day.offer([*days, *((str(on), f"{on:%a %b} {on.day}") for on in board.pending)])
        self.day.setVisible(bool(board.pending))

    def call(self) -> Call:
        """A team."""
        by = self.signers.value()
        ids = [signer.person for signer in by]
        keys = {"one": ids[:1], "other": ids[1:2], "both": ids}[self.keys.value()]
        of = self.day.typed()
        on = date.fromisoformat(of) if of not in ("", TONIGHT) else None
        supervisor = self.supervisor.value().removeprefix("unsaid")
        return bound(Desk.team, by, keys, supervisor, of=on)

    def done(self, entry: Entry) -> str:
        """Who counts."""
        board = self.station.board
        which = "tonight's" if board.state == "open" and entry.day == board.day else "an earlier day's"
        return f"{' and '.join(entry.of(kinds.Team).members)} count {which} drop."


class DropCount(BoxForm):
    """One member's own count of a box; the other's is not shown before both are in."""

    name = "drop count"
    post_words = "Enter my count"
    head, names = "BOX, counted alone", "Enter my count of box {table}"
    said = "{entry.signatures[0].initials} has counted the box of table {fact.table}."
    who = (Who("Counted by", TEAM, operator=False),)

    def more(self) -> list[Field]:
        """The cash, and the box that takes the place of one counted at an open table."""
        self.cash = CashGrid("cash", "Cash in the box", across=2, drawn=True)
        self.put = Line("put", "Box that takes its place, as the table is open", number=True)
        return [self.cash, self.put]

    def body(self) -> QWidget:
        """The two counts beside the table, above the cash."""
        self.add_sides()
        top = Folding(self.table, self.sides, gap=16, stretch=(0, 1))
        return holder(column(top, self.cash, self.put, gap=8))

    def refresh(self, board: Board) -> None:
        """Offer boxes that wait, and those that a team may open at their table at once."""
        known = [
            box for box in board.boxes if box.state != COUNTED and (box.state != ON_TABLE or box.team)
        ]
        at = {True: ", in play", False: ", at its table"}
        self.table.offer(
            [(box.key, box.words + (at[box.in_play] if box.state == ON_TABLE else "")) for box in known]
        )
        Form.refresh(self, board)

    def redraw(self) -> None:
        """Say who has counted; an open table needs another box."""
        self.show_counts()
        self.put.setVisible(self.box is not None and self.box.in_play)

    def preferred(self, at: int) -> str | None:
        """The member who has not counted this box."""
        counted = self.box.counted_by if self.box else ()
        team = self.box.team if self.box else self.station.board.team
        left = [who for who in team if who not in counted]
        return left[at] if at < len(left) else None

    def clear(self) -> None:
        """Empty all: the other member counts next."""
        Form.clear(self)

    def call(self) -> Call:
        """A count of one's own."""
        box, cents, by = self.chosen(), self.cash.value(), self.signers.value()
        which = "" if box.usual else box.box
        at_once, put = box.state == ON_TABLE, self.put.value() if box.in_play else ""
        args, machine = (box.table, cents, by, self.cash.notes), self.cash.origin.machine
        return bound(
            Desk.drop_count, *args, box=which, at_once=at_once, put=put, of=box.of, machine=machine
        )


def side_by_side(board: Board, spot: BoxSpot | None) -> str:
    """The two blind counts: who has counted, and what once both have."""
    if spot is None:
        return ""
    if spot.counts:
        counts = [f"{board.name_of(who)}: ${dollars(cents)}" for who, cents in spot.counts.items()]
        same = len(set(spot.counts.values())) == 1
        return "   ".join([*counts, "The same." if same else "Not the same: count again together."])
    if spot.counted_by:
        who = board.name_of(spot.counted_by[0])
        return f"{who} has counted; the other counts alone, without seeing it."
    return "Nobody has counted this box yet. Each counts alone."


class AgreeDrop(BoxForm):
    """Both members initial what the box holds."""

    name = "drop"
    post_words = "Agree the drop"
    head, names = "BOX, agreed by both", "Agree the drop of box {table}"
    said = "Drop of table {fact.table}: ${worth}."

    def more(self) -> list[Field]:
        """The cash agreed on, and how a difference was resolved."""
        self.cash = Line("cash", "Cash agreed on", hint="1,240.00", read=money)
        why = "How a difference was resolved, or why it is corrected"
        self.reason = Line("reason", why, seldom=True)
        return [self.cash, self.reason]

    def body(self) -> QWidget:
        """The two counts bill by bill, beside what is agreed."""
        self.add_sides(rows=True)
        agreed = holder(column(self.table, self.cash, self.reason, None, gap=8))
        return Folding(self.sides, agreed, gap=16, stretch=(3, 1))

    def refresh(self, board: Board) -> None:
        """Offer boxes that both have counted."""
        counted = [box for box in board.boxes if len(box.counted_by) == 2]
        self.table.offer([(box.key, box.words) for box in counted])
        Form.refresh(self, board)

    def redraw(self) -> None:
        """Show both counts; where they are the same, that is what both initial."""
        self.show_counts()
        counts = set(self.box.counts.values()) if self.box else set()
        self.reason.seldom = len(counts) < 2
        self.cash.propose(dollars(counts.pop()) if len(counts) == 1 else "")

    def call(self) -> Call:
        """A drop."""
        box, cents, by = self.chosen(), self.cash.value(), self.signers.value()
        which = "" if box.usual else box.box
        return bound(Desk.drop, box.table, cents, by, self.reason.value(), box=which, of=box.of)


class Found(Form):
    """Slips that turned up in a box or in the records."""

    name = "found"
    post_words = "Enter these slips"
    stays = True
    who = (Who("One who looked", LOOKING, operator=False), Who("The other", LOOKING, optional=True))
    live = False

    def fields(self) -> list[Field]:
        """Where, then slip by slip."""
        self.parts: list[Part] = []
        self.where = Choice("where", "Found in")
        self.code = Line(
            "code", "Scan the code, or type it", hint="scan, or XXXX XXXX XXXX", number=True
        )
        self.series = Choice("series", "Slip", (("fill", "Fill"), ("credit", "Credit")))
        self.number = Line("number", "Number, or first-last", hint="3-7", read=_numbers)
        words = [(part, part.capitalize()) for part in (*PARTS, "both")]
        self.part = Choice("part", "Part", words)
        self.total = Line("total", "Total on it, if it can be read", hint="600.00", read=_maybe_money)
        self.reason = Line("reason", "Reason, if it is no slip of today")
        return [self.where, self.code, self.series, self.number, self.part, self.total, self.reason]

    def body(self) -> QWidget:
        """One line to add a slip, and the list of those added."""
        self.add_button = button("Add", self.add)
        self.listed = label("Nothing added yet.", "muted", wrap=True)
        self.take_back = button("Take the last one back", self._take_back, "link")
        self.missing = label("", wrap=True)
        self.missing.setAccessibleName("What is missing in this box")
        line = Folding(self.series, self.number, self.part, self.total, gap=12, stretch=(0, 1, 0, 1))
        self.where.changed.connect(self.another)
        below = row(self.add_button, self.take_back, None)
        self.scanned = label("", wrap=True)
        self.scanned.setAccessibleName("What the code says")
        scan = column(self.code, self.scanned, gap=4)
        found = (self.listed, self.reason)
        return holder(column(self.where, self.missing, scan, line, below, *found, gap=12))

    def redraw(self) -> None:
        """Say what belongs in the place that is chosen and was not found there yet."""
        boxes = [box for box in self.station.board.boxes if _where(box) == self.where.typed()]
        entered = {f"{series} {number:06} {part}" for series, number, part, _ in self.parts}
        missing = [name for box in boxes for name in box.missing if name not in entered]
        words = f"Missing here: {', '.join(missing)}." if missing else "Nothing is missing here."
        self.missing.setText(words if boxes else "")
        kind(self.missing, "", tone="look" if missing else "good")

    def refresh(self, board: Board) -> None:
        """Offer the boxes off their tables, and the records."""
        known = {_where(box): box for box in board.boxes if box.state != ON_TABLE}
        offered = [(where, begun(f"box {box.box}{_on(box)}")) for where, box in known.items()]
        self.where.offer([*offered, (RECORDS, "The records")])

    def take(self, what: object) -> None:
        """Begin with a place."""
        self.where.take_up(str(what))

    def showEvent(self, event: QShowEvent) -> None:
        """From now on a scanner is heard whatever has the focus here."""
        super().showEvent(event)
        if app := QApplication.instance():
            app.installEventFilter(self)

    def hideEvent(self, event: QHideEvent) -> None:
        """And now no longer."""
        super().hideEvent(event)
        if app := QApplication.instance():
            app.removeEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """What begins as a code begins goes to the line for codes, unless words or a PIN are typed."""
        here = event.type() == QEvent.Type.KeyPress and watched is QApplication.focusWidget()
        if here and isinstance(event, QKeyEvent) and event.text() == PREFIX[0]:
            words = isinstance(watched, Dots) or watched in (self.code.edit, self.reason.edit)
            if not words and isinstance(watched, QWidget) and self.isAncestorOf(watched):
                self.code.clear()
                self.code.edit.setFocus()
                self.code.edit.insert(event.text())
                return True
        return super().eventFilter(watched, event)

    def go_on(self, at: int) -> None:
        """Enter in the last field of the line adds the slip; a scanner types it behind a code."""
        if self.inputs[at] is self.total:
            self.add()
        elif self.inputs[at] is self.code and self.code.typed().strip():
            self._scan(self.code.typed())
        else:
            super().go_on(at)

    def preferred(self, at: int) -> str | None:
        """For a box, its team."""
        where = self.where.typed()
        team = next((box.team for box in self.station.board.boxes if _where(box) == where), ())
        return team[at] if at < len(team) else None

    def add(self) -> None:
        """Add what stands in the line; what is wrong stands beside it."""
        line = (self.series, self.number, self.part, self.total)
        if [one for one in line if not one.readable()]:  # each says what is wrong with it
            return
        numbers: range = self.number.value()
        series, part, cents = self.series.value(), self.part.value(), self.total.value()
        for number in numbers:
            self.parts += [(series, number, p, cents) for p in (PARTS if part == "both" else (part,))]
        self._show_parts()
        for one in (self.number, self.total):
            one.clear()
        self.series.first().setFocus()

    def _scan(self, code: str) -> None:
        """Say what the code is, and add its part; one scan after another."""
        if not self.where.readable():
            return
        (where, of), found = _apart(self.where.value()), [*self.parts]
        self.code.clear()

        def read(desk: Desk) -> Scan | str:
            try:
                return desk.scan(where, code, found, of=of)
            except ValueError as error:
                return str(error)

        self.station.ask(read, self._show_scan)

    def _show_scan(self, told: Scan | str) -> None:
        if isinstance(told, str):
            self.code.tell(told)
            return
        self.scanned.setText(told.words)
        kind(self.scanned, "wrong" if told.odd else "muted")
        self.parts += [part for part in told.parts if part not in self.parts]
        self._show_parts()

    def _take_back(self) -> None:
        self.parts = self.parts[:-1]
        self._show_parts()

    def _show_parts(self) -> None:
        words = [
            f"{series} {number:06} {part}" + ("" if cents is None else f" ${dollars(cents)}")
            for series, number, part, cents in self.parts
        ]
        self.listed.setText(", ".join(words) or "Nothing added yet.")
        if self.station.ready:
            self.redraw()

    def read(self) -> Call:
        """The call; a line not added yet is added first."""
        if self.number.typed().strip():
            self.add()
            if self.number.typed().strip():
                raise ValueError("a slip is not whole")
        try:
            return self.call()
        except ValueError as error:
            missing = self.where if not self.where.typed() else self.number
            missing.tell(str(error))
            missing.first().setFocus()
            raise

    def call(self) -> Call:
        """Slips found."""
        (where, of), by, reason = _apart(self.where.value()), self.signers.value(), self.reason.value()
        if not self.parts:
            raise ValueError("No slip is added yet. Say which slip, then Add.")
        return bound(Desk.found, where, [*self.parts], by, reason, of=of)

    def clear(self) -> None:
        """Empty it, the list too."""
        super().clear()
        self.parts = []
        self._show_parts()

    def typed(self) -> dict[str, object]:
        """What stands in the form and in its list."""
        return super().typed() | {"parts": [*self.parts]}

    def take_up(self, typed: dict[str, object]) -> None:
        """Put it back, the list too."""
        super().take_up(typed)
        parts = typed.get("parts")
        self.parts = [*parts] if isinstance(parts, list) else []
        self._show_parts()

    def typed_anything(self) -> bool:
        """Whether a slip was added, or is begun."""
        return bool(self.parts) or super().typed_anything()

    def done(self, entry: Entry) -> str:
        """Where how many were found."""
        fact = entry.of(kinds.Found)
        found = len(fact.parts)
        parts = "1 part of a slip" if found == 1 else f"{found} parts of slips"
        return f"{parts} entered as found in {fact.where}."


def _where(box: BoxSpot) -> str:
    """A box as a place where slips are found, with the date of its day where it waited for it."""
    return f"box {box.box}" + (f" of {box.of}" if box.of else "")


def _on(box: BoxSpot) -> str:
    return f", {box.of:%a %b} {box.of.day}" if box.of else ""


def _apart(where: str) -> tuple[str, date | None]:
    """The place, and the date of its day; None for the open day."""
    place, _, of = where.partition(" of ")
    return place, date.fromisoformat(of) if of else None


def _numbers(text: str) -> range:
    match = _NUMBERS.fullmatch(text)
    if not match:
        raise ValueError(f"'{quoted(text)}' is no slip number. Write 3, or 3-7.")
    found = range(int(match[1]), int(match[2] or match[1]) + 1)
    if not 0 < len(found) <= 999:
        raise ValueError(f"'{text}' are not 1 to 999 slips. Write 3, or 3-7.")
    return found


def _maybe_money(text: str) -> int | None:
    return money(text) if text else None


FORMS = (RemoveBox, Team, DropCount, AgreeDrop, Found)
