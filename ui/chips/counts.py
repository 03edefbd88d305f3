"""Physical counts of a store of chips: each of two alone, then both side by side, and what is off."""

from collections.abc import Mapping

from PySide6.QtWidgets import QGridLayout, QWidget

from pitdesk import kinds, places
from pitdesk.book.entries import Entry
from pitdesk.chips import Chip, Chips, dollars
from pitdesk.desk import Desk
from pitdesk.tonight.board import Board
from ui.widgets import art
from ui.widgets.art import shown
from ui.widgets.fields import Choice, Field, Line
from ui.widgets.flow import Folding
from ui.widgets.grid import ChipGrid
from ui.widgets.parts import button, card, column, emptied, holder, kind, label, row, show_words
from ui.work.actions import action
from ui.work.aside import CountForm
from ui.work.form import Call, Form, bound
from ui.work.signers import Who

COUNTING = (
    *("cashier", "dealer as cashier", "shift manager", "gaming manager", "pit boss"),
    *("bookkeeper", "auditor", "count team"),
)
COUNTED = (*places.CHIP_STORES, places.JAR_BAR)
FACE = 28  # pixels of a drawn chip


class Tally(CountForm):
    """Somebody's own count of a store of chips. Nothing of what is expected is shown."""

    name = "tally"
    post_words = "Keep my count"
    given = True
    after = "inventory"
    live = False
    who = (Who("Counted by", COUNTING),)

    def fields(self) -> list[Field]:
        """Which store, and its chips."""
        stores = [(place, place.capitalize()) for place in COUNTED]
        self.place = Choice("place", "Store", stores, across=2)
        self.chips = ChipGrid(count=True, weighed=True)
        self.place.changed.connect(self.another)
        return [self.place, self.chips]

    def body(self) -> QWidget:
        """The store at the left, with who has counted it already; its chips at the right."""
        self.told = label("", "muted", wrap=True)
        where = holder(column(self.aside_row(), self.place, self.told, None, gap=12))
        return Folding(where, self.chips, gap=32, stretch=(1, 1), top=True)

    def take(self, what: object) -> None:
        """Begin with a store."""
        self.place.take_up(str(what))

    def redraw(self) -> None:
        """Say who has counted it."""
        names = self._counters(self.place.typed())
        words = f"Counted already by {' and '.join(names)}. What was counted is not shown."
        self.told.setText(words if names else "Two people count it, each alone. Do not tell the other.")

    def _counters(self, place: str) -> list[str]:
        """Who has counted a store already."""
        board = self.station.board
        return [board.name_of(one) for one in board.counted.get(place, ())]

    def typed_anything(self) -> bool:
        """A store that is only chosen is no count."""
        return self.chips.begun

    def call(self) -> Call:
        """One's own count."""
        by, machine = self.signers.value(), self.chips.origin.machine
        return bound(Desk.tally, self.place.value(), self.chips.value(), by[0], machine=machine)

    def done(self, entry: Entry) -> str:
        """Who else must count."""
        place = entry.of(kinds.Tally).place
        names = self._counters(place)
        if len(names) > 1:
            key = action("agree").key
            return f"{' and '.join(names)} have counted the {place}: {key} shows both counts."
        kept = f"{names[0]}'s count" if names else "The count"
        key = action("tally").key
        return f"{kept} of the {place} is kept. Somebody else counts it now, alone: {key}."


class Agree(Form):
    """Two own counts of a store side by side, the book's figure, and what is off; both initial it."""

    name = "agree"
    post_words = "Enter the count"
    after = "inventory"
    live = False
    who = (Who("Counted by", COUNTING, operator=False), Who("and by", COUNTING, operator=False))

    def fields(self) -> list[Field]:
        """Which store; where the two differ, what is there after all, and why."""
        none = "No store has two counts that wait. Each of two counts alone first."
        self.place = Choice("place", "Store", none=none)
        self.chips = ChipGrid("chips", "Settled together", count=True)
        self.reason = Line("reason", "Reason")
        self.place.changed.connect(self.another)
        return [self.place, self.chips, self.reason]

    def body(self) -> QWidget:
        """The counts value by value, and beside them what is agreed."""
        self.grid = QGridLayout()
        self.grid.setHorizontalSpacing(24)
        self.grid.setVerticalSpacing(4)
        self.told = label("", wrap=True)
        self.recount = button("Count again", self._again, says="Count this store again, alone")
        self.sides = card(holder(self.grid), self.told, look="well")
        top = row(self.place, None, self.recount, gap=12)
        both = Folding(self.sides, self.chips, gap=24, top=True)
        return holder(column(top, both, self.reason, gap=12))

    def refresh(self, board: Board) -> None:
        """Offer the stores that two have counted."""
        super().refresh(board)
        self.place.offer([(place, place.capitalize()) for place in board.counts])

    def take(self, what: object) -> None:
        """Begin with a store."""
        self.place.take_up(str(what))

    def preferred(self, at: int) -> str | None:
        """Those who counted it."""
        who = [*self.station.board.counts.get(self.place.typed(), {})]
        return who[at] if at < len(who) else None

    def _again(self) -> None:
        self.station.go("tally", self.place.typed())

    @property
    def agreed(self) -> Chips | None:
        """What both say lies there now; None where they differ, or nobody counted."""
        return self.station.board.agreed.get(self.place.typed())

    def redraw(self) -> None:
        """Show both counts, and ask what is there after all where they differ."""
        board, place = self.station.board, self.place.typed()
        told = board.counts.get(place, {})
        agreed, shows = self.agreed, bool(told)
        off = agreed - board.held(place) if agreed is not None else None
        self.sides.setVisible(shows)
        self.recount.setVisible(shows)
        self.chips.setVisible(shows and agreed is None)
        self.reason.setVisible(shows and (off is None or (bool(off) and board.state != "open")))
        self._show_counts({board.name_of(one): tally.off for one, tally in told.items()}, place)
        words = ""
        if off is None:
            words = "The counts differ. Count again, or settle it together and say how."
        elif off:
            words = f"Both counted the same. The book is off by {self._words(off)}."
        elif told:
            words = "Both counted the same, and it is as the book says."
        if any(tally.off + board.held(place) != tally.counted for tally in told.values()):
            words += " Chips moved after a count: the counts are shown as they stand now."
        show_words(self.told, words)
        kind(self.told, "", tone="look" if off is None or off else "good")

    def _words(self, off: Chips) -> str:
        """What is off, in words."""
        parts = (f"{abs(n):,} {shown(chip)} {'over' if n > 0 else 'short'}" for chip, n in off.items())
        return f"{', '.join(parts)}, ${dollars(abs(off.cents))} in all"

    def _show_counts(self, offs: Mapping[str, Chips], place: str) -> None:
        """A row for each value: what each counted, what the book says, what is off."""
        emptied(self.grid)
        board = self.station.board
        held = board.held(place)
        headings = ["", "", *offs, "The book", "Off"]
        for across, heading in enumerate(headings):
            self.grid.addWidget(label(heading, "caption", right=across > 1), 0, across)
        for across in range(self.grid.columnCount()):
            self.grid.setColumnStretch(across, 0)
        self.grid.setColumnStretch(len(headings), 1)
        chips = sorted({*held, *(chip for off in offs.values() for chip in off)})
        for down, chip in enumerate(chips, 1):
            face, look = art.Picture(), board.site.chips.get(chip, {})
            face.show_drawn(art.chip_pixmap, chip.name, look, FACE)
            face.setAccessibleName(shown(chip))
            self.grid.addWidget(face, down, 0)
            self.grid.addWidget(label(shown(chip), "h2"), down, 1)
            found = [(held + off)[chip] for off in offs.values()]
            told = [*(f"{pieces:,}" for pieces in found), f"{held[chip]:,}", _off(chip, offs)]
            for across, words in enumerate(told, 2):
                cell = label(words, "h2" if across < len(headings) - 2 else "", right=True)
                self.grid.addWidget(cell, down, across)

    def typed_anything(self) -> bool:
        """What both agree on is there to be entered as it stands."""
        return self.agreed is not None or self.chips.begun or self.reason.begun

    def call(self) -> Call:
        """The count that is agreed on."""
        place, agreed = self.place.value(), self.agreed
        counted = self.chips.value() if agreed is None else agreed
        reason = self.reason.value() if self.reason.isVisibleTo(self) else ""
        return bound(Desk.inventory, place, counted, self.signers.value(), reason)

    def done(self, entry: Entry) -> str:
        """Whether it is as the book says."""
        count = entry.of(kinds.Inventory)
        place, off = count.place, count.off
        if not off:
            return f"The count of the {place} is entered: as the book says."
        later = " Say why in Close of day." if entry.day else ""
        return f"The count of the {place} is entered, {self._words(off)}.{later}"


def _off(chip: Chip, offs: Mapping[str, Chips]) -> str:
    """What is off of a value: over, short, nothing, or not agreed."""
    found = {off[chip] for off in offs.values()}
    if len(found) > 1:
        return "not agreed"
    pieces = found.pop() if found else 0
    if not pieces:
        return "–"
    return f"{'over' if pieces > 0 else 'short'} {abs(pieces):,}"
