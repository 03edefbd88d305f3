"""Tables: opener, dealers, tray counts, camera, closer, chips astray."""

from PySide6.QtWidgets import QWidget

from pitdesk import kinds
from pitdesk.book.entries import Entry
from pitdesk.book.people import DEALERS
from pitdesk.tonight.board import Board, Spot
from ui.widgets.fields import Choice, Field, Line, Pick, money
from ui.widgets.grid import ChipGrid
from ui.widgets.parts import Folding, column, holder, label, row
from ui.work.form import Call, Form
from ui.work.signers import Who

WATCHING = ("pit boss", "shift manager", "gaming manager", "authorized employee")
VIEWS = ("clear", "blurred", "dark", "covered", "turned away", "no picture")


class TableForm(Form):
    """A form about one table; the dealer of it initials."""

    who = (Who("Initialed by", DEALERS, operator=False),)
    stays = False

    def fields(self) -> list[Field]:
        """The table, and what a form adds."""
        self.table = Choice("table", "Table", across=12, none="There is no such table just now.")
        self.table.changed.connect(self._another)
        return [self.table, *self.more()]

    def more(self) -> list[Field]:
        """What else is asked."""
        raise NotImplementedError

    def offers(self, spot: Spot) -> bool:
        """Whether this table is offered."""
        return spot.state == "open"

    def refresh(self, board: Board) -> None:
        """Offer the tables it can be done at."""
        self.table.offer([(spot.table, spot.table) for spot in board.spots if self.offers(spot)])

    def take(self, what: object) -> None:
        """Begin with a table."""
        self.table.take_up(str(what))
        self.inputs[1].first().setFocus()

    def begin(self, what: object = None) -> None:
        """Come to the front; with the table given, past it."""
        super().begin(what)
        if what is not None and self.table.typed():
            self.inputs[1].first().setFocus()

    @property
    def spot(self) -> Spot | None:
        """The table that is chosen."""
        return self.station.board.spot(self.table.typed())

    def preferred(self, at: int) -> str | None:
        """The dealer of the table."""
        return self.spot.dealer if self.spot else None

    def _another(self) -> None:
        if self.station.ready:
            self.signers.refresh()


class OpenTable(TableForm):
    """The opener count, by whoever deals."""

    name = "open table"
    post_words = "Open the table"

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
        self.chips.offer(board.site.chips, board.site.stack)
        self.method.offer([("", "Choose …"), *((method, method) for method in board.methods)])
        posted = [spot.method for spot in board.spots if spot.method]
        if posted and not self.method.value():
            self.method.take_up(posted[0])  # a site deals one way
        self._show_method()
        people = [(one.id, one.name) for one in board.site.people.values() if one.id in board.duty]
        self.dealer.offer([("", "Whoever initials"), *people])

    def _another(self) -> None:
        super()._another()
        if self.station.ready:
            self._show_method()

    def _show_method(self) -> None:
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
        return lambda desk: desk.open_table(
            table, opener, by, limits=limits, options=options, dealer=dealer
        )

    def done(self, entry: Entry) -> str:
        """Which table it is."""
        return f"Table {entry.fact.table} is open."


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
        table, dealer, by = self.table.value(), self.dealer.value() or None, self.signers.value()
        return lambda desk: desk.change_dealer(table, dealer, by)

    def done(self, entry: Entry) -> str:
        """Who deals now."""
        dealer, table = entry.fact.person, entry.fact.table
        return f"{dealer} deals at table {table}." if dealer else f"The tray of table {table} is locked."


class TrayForm(TableForm):
    """A count of a tray; what is off was won or lost to players."""

    def more(self) -> list[Field]:
        """The count, and a reason where the rules ask for one."""
        self.chips = ChipGrid(count=True)
        self.reason = Line("reason", "Reason, if more were counted than can be there", seldom=True)
        return [self.chips, self.reason]

    def refresh(self, board: Board) -> None:
        """Offer tables and chips; what is known of the tray is not shown to who counts it."""
        super().refresh(board)
        self.chips.offer(board.site.chips, board.site.stack)


class CountTray(TrayForm):
    """Count a tray during play."""

    name = "count tray"
    post_words = "Enter the count"

    def call(self) -> Call:
        """A tray count."""
        table, chips, by = self.table.value(), self.chips.value(), self.signers.value()
        reason = self.reason.value()
        return lambda desk: desk.count_tray(table, chips, by, reason)

    def done(self, entry: Entry) -> str:
        """Which table it was."""
        return f"The tray of table {entry.fact.table} is counted."


class CloseTable(TrayForm):
    """The closer count: the tray goes back to the bank, locked."""

    name = "close table"
    post_words = "Close the table"

    def call(self) -> Call:
        """A closer."""
        table, chips, by = self.table.value(), self.chips.value(), self.signers.value()
        reason = self.reason.value()
        return lambda desk: desk.close_table(table, chips, by, reason)

    def done(self, entry: Entry) -> str:
        """Which table it was."""
        return f"Table {entry.fact.table} is closed. Its box is next: Ctrl+F8."


class Camera(TableForm):
    """The daily look at a table's camera: 99-01.3-08-04(7)."""

    name = "camera"
    post_words = "Note it"
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
        """A look at the camera."""
        table, view, by = self.table.value(), self.view.value(), self.signers.value()
        reason = self.reason.value()
        return lambda desk: desk.review_camera(table, by, view, reason)

    def done(self, entry: Entry) -> str:
        """What was noted."""
        return f"Camera of table {entry.fact.table}: {entry.of(kinds.Camera).view}."


class Stray(TableForm):
    """Chips of ours in a tray where they do not belong, such as a wheel's in a tray of twenty-one."""

    name = "stray"
    post_words = "Note the chips"
    who = (Who("Initialed by", (*DEALERS, *WATCHING[:3]), operator=False),)

    def more(self) -> list[Field]:
        """Which chips, and how they came there."""
        self.chips = ChipGrid(need=True)
        self.reason = Line("reason", "How they came there", hint="taken for $1 chips at 21:40")
        return [self.chips, self.reason]

    def body(self) -> QWidget:
        """Where and why at the left, the chips at the right."""
        note = label(
            "They count in the tray from now on. A credit slip takes them out.", "muted", wrap=True
        )
        about = holder(column(self.table, self.reason, note, None, gap=12))
        return Folding(about, self.chips, gap=32, stretch=(1, 1), top=True)

    def refresh(self, board: Board) -> None:
        """Offer tables and chips."""
        super().refresh(board)
        self.chips.offer(board.site.chips, board.site.stack)

    def call(self) -> Call:
        """A find."""
        table, chips, by = self.table.value(), self.chips.value(), self.signers.value()
        reason = self.reason.value()
        return lambda desk: desk.find_stray(table, chips, reason, by)

    def done(self, entry: Entry) -> str:
        """Where they lie, and what is next."""
        return f"{entry.chips} noted at table {entry.fact.table}. A credit is next: F3."


FORMS = (OpenTable, ChangeDealer, CountTray, Camera, CloseTable, Stray)
