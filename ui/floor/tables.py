"""Tables: opener, dealers, tray counts, camera, closer, chips astray."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import time, timedelta

from PySide6.QtWidgets import QBoxLayout, QWidget

from pitdesk import kinds
from pitdesk.book.entries import Entry
from pitdesk.book.journal import Journal
from pitdesk.book.limits import in_words
from pitdesk.book.people import DEALERS, Signer
from pitdesk.chips import Chips, dollars
from pitdesk.desk import Desk
from pitdesk.rules.checklist import SECURED
from pitdesk.tonight.board import Board, Spot
from ui.widgets.art import shown
from ui.widgets.fields import Choice, Field, Line, Pick, Reason, Tick, is_count, money, quoted
from ui.widgets.flow import Folding
from ui.widgets.grid import ChipGrid
from ui.widgets.parts import button, column, holder, label, row
from ui.work.attable import AtTable
from ui.work.form import Call, bound
from ui.work.outlet import Outlet
from ui.work.reader import Reader
from ui.work.signers import Who

WATCHING = ("pit boss", "shift manager", "gaming manager", "authorized employee")
READER = "card-reader"
SHOWS = (
    "Clear: the shoe, all betting spaces, the discards, the tray, the plunger, the table's number; time"
    " and date can be read; the dome is clean."
)
VIEWS = ("clear", "blurred", "dark", "covered", "turned away", "no picture")


class TableForm(AtTable):
    """A form about one table; the dealer of it initials."""

    who = (Who("Initialed by", DEALERS, operator=False),)
    none = "There is no such table just now."
    given = True

    def preferred(self, at: int) -> str | None:
        """The dealer of the table."""
        return self.spot.dealer if self.spot else None


class TrayForm(TableForm):
    """A form in which a tray is counted: large beside the table, its chips drawn as they are typed.

    What is known of the tray is not shown to whoever counts it.
    """

    blind = True
    chips: ChipGrid

    def counted(self, *above: QWidget | QBoxLayout) -> QWidget:
        """The table and what the tray comes to in one line, more above the count, the count."""
        self.table.caption_label.hide()
        self.table.setAccessibleName(self.table.caption)
        line = holder(row(self.table, self.chips.head, None, gap=12))
        top = Folding(line, self.chips.sum, gap=12, stretch=(1, 0))
        return holder(column(top, *above, self.chips, gap=8))

    def show_table(self) -> None:
        """Enter goes through the values that the table plays with."""
        super().show_table()
        self.chips.usual = self.spot.par if self.spot else ()


class OpenTable(TrayForm):
    """The opener count, by whoever deals."""

    name = "open table"
    given = False
    post_words = "Open the table"
    names = "Open table {table}"
    head = "OPEN TABLE"
    said = "Table {fact.table} is open."

    def more(self) -> list[Field]:
        """Limits, dealing method, the opener, another dealer than the one who initials."""
        self.low = Line("low", "Lowest wager", hint="such as 3", read=money)
        self.high = Line("high", "Highest wager", hint="such as 25", read=money)
        self.method = Pick("method", "How it deals")
        self.dealer = Pick("dealer", "Dealer")
        self.dealer.seldom = True
        self.why = Line("why", "Why not as the others", hint="card reader fails", seldom=True)
        self.method.changed.connect(self.another)
        self.box = Line("box", "Drop box", hint="that of the table", number=True)
        self.box.seldom = True
        self.chips = ChipGrid(tray=True)
        return [self.low, self.high, self.method, self.why, self.dealer, self.box, self.chips]

    def body(self) -> QWidget:
        """Limits and method in one line above the grid."""
        asked = (self.low, self.high, self.method, self.why, self.dealer, self.box)
        return self.counted(Folding(*asked, gap=12))

    def typed_anything(self) -> bool:
        """A table is chosen by itself, and how it deals where the others deal so."""
        posted = {spot.method for spot in self.station.board.spots}
        typed = any(one.begun for one in self.inputs if one not in (self.table, self.method))
        return typed or self.method.value() not in posted

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
        """Ask how it deals where there are several ways, and why not as the others."""
        self.method.setVisible(self.spot is None or self.spot.game == "21")
        others = {one.method for one in self.station.board.spots if one.method}
        self.why.setVisible(READER in others and self.method.value() not in ("", READER))

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
        said = {"options": options, "dealer": dealer, "reason": self.why.value()}
        box = self.box.value() or None
        return bound(Desk.open_table, table, opener, by, limits=limits, box=box, **said)


class ChangeDealer(TableForm):
    """Another dealer, or nobody: then the tray is locked."""

    name = "dealer"
    post_words = "Change the dealer"
    names = "Change the dealer of table {table}"

    def more(self) -> list[Field]:
        """Who comes; where nobody does, whether players stay."""
        self.dealer = Pick("dealer", "Who deals now")
        self.dealer.changed.connect(self.another)
        self.players = Tick("players", "Players are still in the game")
        self.secured = {what: Tick(f"secured_{what}", words) for what, words in SECURED.items()}
        return [self.dealer, self.players, *self.secured.values()]

    def redraw(self) -> None:
        """Where nobody comes, ask for players, and for what is secured where that is kept here."""
        nobody, deals = not self.dealer.value(), bool(self.spot and self.spot.game == "21")
        self.players.setVisible(nobody)
        for one in self.secured.values():
            one.setVisible(nobody and deals and self.station.board.site.keeps("checklists"))

    def refresh(self, board: Board) -> None:
        """Offer those on duty who deal nowhere."""
        super().refresh(board)
        here = [one for one in board.site.people.values() if one.id in board.duty]
        free = [(one.id, one.name) for one in here if one.id not in board.dealing]
        self.dealer.offer([("", "Nobody: lock the tray"), *free])

    def call(self) -> Call:
        """A change of dealer."""
        dealer, players = self.dealer.value() or None, self.players.value()
        by, alone = self.signers.value(), not dealer
        secured = [what for what, one in self.secured.items() if one.value() and one.isVisibleTo(self)]
        said = (self.table.value(), dealer, by)
        return bound(Desk.dealer, *said, players=players and alone, secured=secured)

    def done(self, entry: Entry) -> str:
        """Who deals now."""
        dealer, table = self.station.board.name_of(entry.fact.person or ""), entry.fact.table
        return f"{dealer} deals at table {table}." if dealer else f"The tray of table {table} is locked."


class Limits(TableForm):
    """Other limits at an open table, announced to its players: 99-01.3-08-09(1)."""

    name = "limits"
    post_words = "Change the limits"
    names = "Change the limits of table {table}"
    who = (Who("Announced by", ("pit boss", "shift manager", "gaming manager")),)

    def more(self) -> list[Field]:
        """The limits, how long before they hold, and why that is less than usual."""
        self.low = Line("low", "Lowest wager", hint="such as 3", read=money)
        self.high = Line("high", "Highest wager", hint="such as 25", read=money)
        self.minutes = Line("minutes", "Minutes of notice", read=whole, seldom=True)
        self.reason = Line("reason", "Why players are told later", hint="nobody plays", seldom=True)
        return [self.low, self.high, self.minutes, self.reason]

    def body(self) -> QWidget:
        """The limits in one line; what they are now above them."""
        self.now = label("", "muted")
        line = row(self.low, self.high, self.minutes, self.reason, gap=12)
        return holder(column(self.table, self.now, line, gap=12))

    def redraw(self) -> None:
        """Say what the table takes now, and the usual notice."""
        spot = self.spot
        self.now.setText(f"Now {in_words(spot.limits)}." if spot and spot.limits else "")
        self.minutes.edit.setPlaceholderText(str(self.station.board.notice))

    def preferred(self, at: int) -> str | None:
        """The operator, or somebody on duty who may."""
        return None

    def call(self) -> Call:
        """A change of limits."""
        limits = (self.low.value(), self.high.value())
        notice = self.minutes.value()
        said = (self.table.value(), limits, self.signers.value())
        return bound(Desk.limits, *said, notice=notice, reason=self.reason.value())

    def done(self, entry: Entry) -> str:
        """From when on they hold."""
        assert isinstance(entry.fact, kinds.Limits)
        since = self.station.board.site.local(entry.at + timedelta(minutes=entry.fact.notice))
        pair = in_words(entry.fact.limits)
        return f"Table {entry.fact.table}: {pair} from {since:%H:%M}. Tell the players now."


class Method(TableForm):
    """Another way of dealing where a table's card reader fails: 99-01.3-08-10(1)(c)(5)."""

    name = "method"
    post_words = "Change how it deals"
    said = "Table {fact.table} deals {fact.method}."

    def more(self) -> list[Field]:
        """How it deals now, and why."""
        self.method = Pick("method", "How it deals now")
        self.reason = Reason("Why", ("card reader fails", "card reader works again"))
        return [self.method, self.reason]

    def offers(self, spot: Spot) -> bool:
        """Open tables of twenty-one."""
        return spot.state == "open" and spot.game == "21"

    def refresh(self, board: Board) -> None:
        """Offer tables and methods."""
        super().refresh(board)
        self.method.offer([("", "Choose …"), *((method, method) for method in board.methods)])

    def call(self) -> Call:
        """A change of method."""
        said = (self.table.value(), self.method.value(), self.reason.value())
        return bound(Desk.method, *said, self.signers.value())


class Plaque(TableForm):
    """A plaque with its limits stands on the table: 99-01.3-08-09(1)."""

    name = "plaque"
    post_words = "Note the plaque"
    names = "Note the plaque of table {table}"
    none = "No table lacks a plaque."
    stays = True

    def more(self) -> list[Field]:
        """Nothing more: the limits are the table's."""
        return []

    def body(self) -> QWidget:
        """What the plaque must say."""
        self.says = label("", "h2")
        self.outlet = Outlet(self.station, Reader(self.station, self))
        paper = row(button("Print the plaques …", self.print_plaques), self.outlet, None, gap=12)
        note = label("Tables with different limits each need one.", "muted", wrap=True)
        return holder(column(self.table, self.says, note, paper, None, gap=12))

    def print_plaques(self) -> None:
        """A plaque for each open twenty-one table, A6."""
        board, now = self.station.board, self.station.now()
        tables = [one for one in board.spots if one.state == "open" and one.game == "21"]
        posted = {one.table: one.limits for one in tables if one.limits}

        def make(_: Journal) -> bytes:
            from printers.reports.tables.plaque import plaques_pdf  # noqa: PLC0415

            return plaques_pdf(board.site, posted, now)

        if posted:
            self.outlet.offer(f"plaques-{now:%Y-%m-%d}", "the plaques", make)

    def offers(self, spot: Spot) -> bool:
        """Any that needs one."""
        return bool(spot.plaque)

    def redraw(self) -> None:
        """Say what it must say."""
        self.says.setText(f"The plaque says {self.spot.plaque}." if self.spot else "")

    def call(self) -> Call:
        """A plaque."""
        return bound(Desk.plaque, self.table.value(), self.signers.value())

    def done(self, entry: Entry) -> str:
        """Which."""
        assert isinstance(entry.fact, kinds.Plaque)
        return f"The plaque of table {entry.fact.table}, {in_words(entry.fact.limits)}, is noted."


class CountTray(TrayForm):
    """Count a tray during play; what is off was won or lost to players."""

    name = "count tray"
    given = False
    post_words = "Enter the count"
    names = "Enter the count of table {table}"
    head = "COUNT TABLE"
    said = "The tray of table {fact.table} is counted."
    verb: Callable[[Desk, str, Chips, Sequence[Signer], str], Entry] = staticmethod(Desk.count_tray)

    def more(self) -> list[Field]:
        """The count, and a reason where the rules ask for one."""
        self.chips = ChipGrid(tray=True)
        self.reason = Line("reason", "Reason, if more were counted than can be there", seldom=True)
        return [self.chips, self.reason]

    def body(self) -> QWidget:
        """The reason last: it is seldom asked for."""
        return holder(column(self.counted(), self.reason, gap=8))

    def then(self, entry: Entry) -> str:
        """What was off what was known, value by value: shown now that it is initialed."""
        assert isinstance(entry.fact, kinds.TrayCount)
        return off_words(entry.fact.off)

    def call(self) -> Call:
        """A tray count, or a closer."""
        count = (self.table.value(), self.chips.value(), self.signers.value())
        return bound(self.verb, *count, self.reason.value())


class CountOpener(TrayForm):
    """Count an opener again, before anything moves its tray: this count stands, both are kept."""

    name = "count opener"
    given = False
    post_words = "Enter the opener"
    names = "Enter the opener of table {table}"
    head = "OPENER of TABLE"
    said = "The opener of table {fact.table} is ${worth} now. Both counts are kept."
    none = "No tray lies as its opener left it."

    def offers(self, spot: Spot) -> bool:
        """Any that nothing has moved since its opener."""
        return spot.opener_stands

    def more(self) -> list[Field]:
        """The count."""
        self.chips = ChipGrid(tray=True)
        return [self.chips]

    def body(self) -> QWidget:
        """The count alone."""
        return self.counted()

    def call(self) -> Call:
        """An opener counted again."""
        return bound(Desk.count_opener, self.table.value(), self.chips.value(), self.signers.value())


class CloseTable(CountTray):
    """The closer count: the tray goes back to the bank, locked."""

    name = "close table"
    post_words = "Close the table"
    names = "Close table {table}"
    head = "CLOSE TABLE"
    said = "Table {fact.table} is closed. Its box is next: Ctrl+Shift+X."
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
        self.reason = Line("reason", "What was done about it, or who repaired it")
        return [self.view, self.reason]

    def body(self) -> QWidget:
        """The look, and below it what fails already."""
        self.fails = label("", "muted", wrap=True)
        shows = label(SHOWS, "caption", wrap=True)
        return holder(column(self.table, self.view, shows, self.reason, self.fails, gap=12))

    def redraw(self) -> None:
        """Say what fails already: a clear look ends it."""
        fault = self.spot.fault if self.spot else ""
        words = f"It fails: {fault}. A clear look says who repaired it, and ends that."
        self.fails.setText(words if fault else "")

    def offers(self, spot: Spot) -> bool:
        """Any that was opened tonight, and any with a camera: each is looked at daily."""
        return spot.video or spot.state != "not open"

    def preferred(self, at: int) -> str | None:
        """The operator, or somebody on duty who watches."""
        return None

    def call(self) -> Call:
        """A check of the camera."""
        look = (self.view.value(), self.reason.value())
        return bound(Desk.camera, self.table.value(), self.signers.value(), *look)


class Fault(TableForm):
    """A recorder or camera that does not work, whatever the picture: 99-01.3-08-04(7)."""

    name = "fault"
    post_words = "Note the fault"
    said = "Table {fact.table}: the {fact.what} does not work. A clear look ends it."
    who = (Who("Noted by", WATCHING),)

    def more(self) -> list[Field]:
        """What fails, and since when."""
        parts = [("recorder", "Recorder"), ("camera", "Camera")]
        self.what = Choice("what", "What does not work", parts)
        self.since = Line("since", "Since, if not just now", hint="15:00", read=clock, seldom=True)
        return [self.what, self.since]

    def offers(self, spot: Spot) -> bool:
        """Any with a camera."""
        return spot.video

    def preferred(self, at: int) -> str | None:
        """The operator, or somebody on duty who watches."""
        return None

    def call(self) -> Call:
        """A fault."""
        said = (self.table.value(), self.what.value(), self.signers.value())
        return bound(Desk.fault, *said, since=self.since.value())


class Stray(TableForm):
    """Chips of ours in a tray where they do not belong, such as a wheel's in a tray of twenty-one."""

    name = "stray"
    given = False
    post_words = "Note the chips"
    names = "Note the chips at table {table}"
    head = "CHIPS ASTRAY at TABLE"
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


def off_words(off: Chips) -> str:
    """What a count was off, value by value: 10 of $5 fewer, 20 of $1 more: $30.00 less."""
    each = [
        f"{abs(off[chip])} of {shown(chip)} {'more' if off[chip] > 0 else 'fewer'}"
        for chip in sorted(off)
        if off[chip]
    ]
    if not each:
        return "Just what was known"
    worth = f"${dollars(abs(off.cents))} {'more' if off.cents > 0 else 'less'}"
    return f"{', '.join(each)} than known: {worth}"


def whole(text: str) -> int | None:
    """Minutes as they are typed; None where nothing is."""
    if not text:
        return None
    if not is_count(text):
        raise ValueError(f"'{quoted(text)}' is no number of minutes. Write one such as 10.")
    return int(text)


def clock(text: str) -> time | None:
    """A time of the site's clock as it is typed; None where nothing is."""
    with suppress(ValueError):
        return time.fromisoformat(text) if text else None
    raise ValueError(f"'{quoted(text)}' is no time. Write one such as 15:00.")


DAILY = (OpenTable, ChangeDealer, CountTray, CloseTable, Limits, Camera)
SELDOM = (CountOpener, Fault, Plaque, Method, Stray)
