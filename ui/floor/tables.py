"""Tables: opener, dealers, tray counts, camera, closer, chips astray."""

from collections.abc import Callable, Sequence

from PySide6.QtWidgets import QWidget

from pitdesk.book.entries import Entry
from pitdesk.book.people import DEALERS, Signer
from pitdesk.chips import Chips
from pitdesk.desk import Desk
from pitdesk.tonight.board import Board, Spot
from ui.widgets.fields import Choice, Field, Line, Pick, money
from ui.widgets.grid import ChipGrid
from ui.widgets.parts import Folding, column, holder, label, row
from ui.work.attable import AtTable
from ui.work.form import Call, bound
from ui.work.signers import Who

WATCHING = ("pit boss", "shift manager", "gaming manager", "authorized employee")
VIEWS = ("clear", "blurred", "dark", "covered", "turned away", "no picture")


class TableForm(AtTable):
    """A form about one table; the dealer of it initials."""

    who = (Who("Initialed by", DEALERS, operator=False),)
    none = "There is no such table just now."
    given = True

    def preferred(self, at: int) -> str | None:
        """The dealer of the table."""
        return self.spot.dealer if self.spot else None


class OpenTable(TableForm):
    """The opener count, by whoever deals."""

    name = "open table"
    post_words = "Open the table"
    said = "Table {fact.table} is open."

    def more(self) -> list[Field]:
        """Limits, dealing method, the opener, another dealer than the one who initials."""
        self.low = Line("low", "Lowest wager", hint="such as 3", read=money)
        self.high = Line("high", "Highest wager", hint="such as 25", read=money)
        self.method = Pick("method", "How it deals")
        self.dealer = Pick("dealer", "Dealer")
        self.dealer.seldom = True
        self.chips = ChipGrid(count=True)
        return [self.low, self.high, self.method, self.dealer, self.chips]

    def body(self) -> QWidget:
        """Limits and method in one line above the grid."""
        line = row(self.low, self.high, self.method, self.dealer, gap=12)
        return holder(column(self.table, line, self.chips, gap=12))

    def offers(self, spot: Spot) -> bool:
        """Any that is not open."""
        return spot.state != "open"

    def refresh(self, board: Board) -> None:
        """Offer tables, chips, methods and dealers."""
        super().refresh(board)
        self.method.offer([("", "Choose …"), *((method, method) for method in board.methods)])
        posted = [spot.method for spot in board.spots if spot.method]
        if posted and not self.method.value():
            self.method.take_up(posted[0])  # a site deals one way
        people = [(one.id, one.name) for one in board.site.people.values() if one.id in board.duty]
        self.dealer.offer([("", "Whoever initials"), *people])

    def redraw(self) -> None:
        """Ask how it deals where there are several ways."""
        self.method.setVisible(self.spot is None or self.spot.game == "21")

    def preferred(self, at: int) -> str | None:
        """Somebody on duty who can deal there and does not yet."""
        board, spot = self.station.board, self.spot
        role = "wheel operator" if spot and spot.game == "PW" else "dealer"
        free = [who for who, as_ in board.duty.items() if as_ == role and who not in board.dealing]
        return free[0] if spot and free else None

    def call(self) -> Call:
        """An opener."""
        table, opener, by = self.table.value(), self.chips.value(), self.signers.value()
        limits = (self.low.value(), self.high.value())
        method, dealer = self.method.value(), self.dealer.value() or None
        deals = self.station.board.site.tables[table].game == "21"
        options = {"method": method} if method and deals else {}
        return bound(Desk.open_table, table, opener, by, limits=limits, options=options, dealer=dealer)


class ChangeDealer(TableForm):
    """Another dealer, or nobody: then the tray is locked."""

    name = "dealer"
    post_words = "Change the dealer"

    def more(self) -> list[Field]:
        """Who comes."""
        self.dealer = Pick("dealer", "Who deals now")
        return [self.dealer]

    def refresh(self, board: Board) -> None:
        """Offer those on duty who deal nowhere."""
        super().refresh(board)
        here = [one for one in board.site.people.values() if one.id in board.duty]
        free = [(one.id, one.name) for one in here if one.id not in board.dealing]
        self.dealer.offer([("", "Nobody: lock the tray"), *free])

    def call(self) -> Call:
        """A change of dealer."""
        dealer = self.dealer.value() or None
        return bound(Desk.dealer, self.table.value(), dealer, self.signers.value())

    def done(self, entry: Entry) -> str:
        """Who deals now."""
        dealer, table = entry.fact.person, entry.fact.table
        return f"{dealer} deals at table {table}." if dealer else f"The tray of table {table} is locked."


class CountTray(TableForm):
    """Count a tray during play; what is off was won or lost to players.

    What is known of the tray is not shown to whoever counts it.
    """

    name = "count tray"
    post_words = "Enter the count"
    said = "The tray of table {fact.table} is counted."
    verb: Callable[[Desk, str, Chips, Sequence[Signer], str], Entry] = staticmethod(Desk.count_tray)

    def more(self) -> list[Field]:
        """The count, and a reason where the rules ask for one."""
        self.chips = ChipGrid(count=True)
        self.reason = Line("reason", "Reason, if more were counted than can be there", seldom=True)
        return [self.chips, self.reason]

    def call(self) -> Call:
        """A tray count, or a closer."""
        count = (self.table.value(), self.chips.value(), self.signers.value())
        return bound(self.verb, *count, self.reason.value())


class CloseTable(CountTray):
    """The closer count: the tray goes back to the bank, locked."""

    name = "close table"
    post_words = "Close the table"
    said = "Table {fact.table} is closed. Its box is next: Ctrl+F8."
    verb = staticmethod(Desk.close_table)


class Camera(TableForm):
    """The daily check of a table's camera: 99-01.3-08-04(7)."""

    name = "camera"
    post_words = "Note it"
    said = "Camera of table {fact.table}: {fact.view}."
    stays = True
    who = (Who("Looked at by", WATCHING),)

    def more(self) -> list[Field]:
        """What was seen, and the reason where it is not clear."""
        self.view = Choice("view", "The picture is", [(view, view.capitalize()) for view in VIEWS])
        self.reason = Line("reason", "What was done about it, where it is not clear")
        return [self.view, self.reason]

    def offers(self, spot: Spot) -> bool:
        """Any that was opened tonight."""
        return spot.state != "not open"

    def preferred(self, at: int) -> str | None:
        """The operator, or somebody on duty who watches."""
        return None

    def call(self) -> Call:
        """A check of the camera."""
        look = (self.view.value(), self.reason.value())
        return bound(Desk.camera, self.table.value(), self.signers.value(), *look)


class Stray(TableForm):
    """Chips of ours in a tray where they do not belong, such as a wheel's in a tray of twenty-one."""

    name = "stray"
    post_words = "Note the chips"
    said = "{entry.chips} noted at table {fact.table}. A credit is next: F3."
    who = (Who("Initialed by", (*DEALERS, *WATCHING[:3]), operator=False),)

    def more(self) -> list[Field]:
        """Which chips, and how they came there."""
        self.chips = ChipGrid(need=True)
        self.reason = Line("reason", "How they came there", hint="taken for $1 chips at 21:40")
        return [self.chips, self.reason]

    def body(self) -> QWidget:
        """Where and why at the left, the chips at the right."""
        note = "They count in the tray from now on. A credit slip takes them out."
        about = column(self.table, self.reason, label(note, "muted", wrap=True), None, gap=12)
        return Folding(holder(about), self.chips, gap=32, stretch=(1, 1), top=True)

    def call(self) -> Call:
        """A find."""
        find = (self.table.value(), self.chips.value(), self.reason.value())
        return bound(Desk.stray, *find, self.signers.value())


FORMS = (OpenTable, ChangeDealer, CountTray, Camera, CloseTable, Stray)
