"""Set-up, Devices: what stands beside the cashier. Kept and used at once; nobody initials it."""

from collections.abc import Callable
from functools import partial

from PySide6.QtWidgets import QWidget

from pitdesk import places
from pitdesk.book.journal import Journal
from pitdesk.chips import Chips, dollars
from pitdesk.chipset.weight import grams
from pitdesk.codes.labels import read_label
from pitdesk.codes.slips import PREFIX
from pitdesk.errors import Trouble
from pitdesk.tonight.board import Board, begun
from printers.devices.counters import Counted, Pieces, Spoiled
from printers.devices.drawer import learned, pins
from printers.devices.models import KINDS
from printers.devices.recorder import shown
from printers.devices.scales import Settled, Weight
from printers.devices.scanner import Badge, Scan
from printers.slips.labels import label_job, labels
from ui.setup.ports import PortsCard
from ui.setup.recorder import LOOKED, Outcome, RecordCard, low
from ui.widgets.fields import Line, Pick, Tick
from ui.widgets.flow import Flow, Folding
from ui.widgets.parts import button, card, column, holder, label, scrolled
from ui.work.actions import action
from ui.work.devices import AT, devices_of, models
from ui.work.outlet import Outlet
from ui.work.reader import Reader
from ui.work.settings import SIGNS, SPEED, Settings
from ui.work.station import Station
from ui.work.till import AT_PRINTER, TRIGGER, till_of

NOTHING = "Nothing. It is opened by its key."
WHAT = (
    "PitDesk opens it once an entry stands whose cash changes hands, never before. With no cash due it"
    " opens only by an entry with a reason."
)
LABEL_SHEETS = ("5160", "5163", "5164")
LEAST_MG = 500  # what is less is nothing on the scale
WEIGHT = (
    "Once a manager has learned what a chip weighs, a count takes its pieces from the scale. If you"
    " weigh in racks, put the empty rack on alone: now to learn it, later before each load."
)
LABELS = (
    "A label for each drop box, a rack of each chip, and some bags, with a code that the scanner reads."
    " Print at 100 %, never fitted to the page."
)
TYPES = "Not at all: it types where the cursor is"
WEDGE = (
    "Set the scanner to type a sign before each scan, and Enter behind it. Then a scan lands in no"
    " field, and works from any screen. By its speed alone is less sure."
)
SENT = "Sent; the printer proves nothing. Look whether it came out."
FACING = "It shows chips, amount and Thank you; never a name, never a balance."
OPEN_IT = "Open the drawer by its key, then press Next."
CLOSE_IT = "Now close it, then press Next."
STATES = {
    "open": ("look", "Open."),
    "closed": ("good", "Closed."),
    "unknown": ("plain", "Unknown: its switch was not learned, or it has none."),
}
CAME = {
    "opened": ("good", "It opened, and its switch proves it."),
    "was open": ("look", "It stood open already."),
    "sent": ("plain", "The pulse was sent. Nothing proves that it opened: look."),
    "just now": ("plain", "It was opened a moment ago. Its coil rests a second between two pulses."),
}


class DrawerCard(QWidget):
    """The cash drawer: where its cable goes, whether it opens, what its switch says."""

    def __init__(self, station: Station, settings: Settings) -> None:
        super().__init__()
        self.station, self.settings = station, settings
        self.till = till_of(station, settings)
        self.now = label("", "muted", wrap=True)
        self.where = Pick("cash drawer", "Its cable goes to")
        self.port = Line("drawer port", "Its port", hint="COM3, /dev/ttyUSB0", number=True)
        self.bank = Pick("drawer bank", "It is")
        self.open = button("Open it", self._open)
        self.state = button("Is it open?", self._state)
        self.learn = button("Learn its switch", self._learn)
        self.next = button("Next", self._next, "act")
        self.answer = Outcome()
        self._levels: list[int | None] = []
        self._ask = ""  # what whoever learns it is asked to do
        self.next.hide()
        self.where.changed.connect(self._choose)
        self.bank.changed.connect(self._choose)
        self.port.entered.connect(self._choose)
        self.till.seen.connect(lambda _: self.show_state())
        which = Folding(self.where, self.port, self.bank, gap=12, stretch=(1, 1, 1), top=True)
        ways = Folding(self.open, self.state, self.learn, self.next, gap=8, stretch=(1, 1, 1, 1))
        title, what = label("Cash drawer", "h2"), label(WHAT, "caption", wrap=True)
        self.setLayout(column(card(title, self.now, which, what, ways, self.answer.line, gap=12)))
        self._loading = False

    def begin(self) -> None:
        """Show what is in use."""
        self._loading = True
        paper = self.station.printing.paper
        offered = [(f"{AT_PRINTER}:{pin}", f"The receipt printer, pin {pin}") for pin in pins(paper)]
        offered += [
            (f"{TRIGGER}:{one.name}", one.words)
            for one in models(self.settings).values()
            if one.kind == "drawer"
        ]
        kept, _, port = self.settings.drawer.partition(AT)
        self.port.take_up(port)
        if kept and kept not in dict(offered):
            offered.append((kept, "The receipt printer, which is not in use now"))
        self.where.offer([("", NOTHING), *offered])
        self.where.take_up(kept)
        drawers = self.station.board.drawers or ((places.DRAWER, "The drawer"),)
        self.bank.offer([(place, words or begun(place)) for place, words in drawers])
        self.bank.take_up(self.settings.drawer_bank)
        self.bank.setVisible(len(drawers) > 1)
        self.port.setVisible(kept.startswith(TRIGGER))
        self._loading = False
        self._stop("", "")
        self.show_state()

    def show_state(self) -> None:
        """What is so now, and which ways there are."""
        if not self.station.ready:
            return
        why, state = self.station.no_drawer, self.till.watch.state
        words = STATES[state][1]
        if state == "open" and self.till.watch.since:
            words = f"Open since {self.station.board.site.local(self.till.watch.since):%H:%M}."
        self.now.setText(why or f"Now: {words}")
        for one in (self.open, self.state, self.learn):
            one.setEnabled(not why and not self._ask)
        self.where.setEnabled(not self.till.practice)

    def _choose(self) -> None:
        """Use what was chosen, from now on; another drawer's switch is not that one's."""
        if self._loading:
            return
        settings = self.settings
        named, port = self.where.value(), self.port.value().strip()
        triggers = named.startswith(TRIGGER)
        self.port.setVisible(triggers)
        if triggers and not port:
            self._stop("look", "Type the port that it is plugged in at, then Enter.")
            return
        named = f"{named}{AT}{port}" if triggers else named
        if settings.drawer != named:
            settings.drawer, settings.drawer_shut = named, ""
        settings.drawer_bank = self.bank.value() or places.DRAWER
        self.till.changed()
        self._stop("good", "In use from now on." if settings.drawer else "No drawer opens from now on.")
        self.show_state()

    def _open(self) -> None:
        """Try it: by an entry where a day is open, else by itself."""
        if self.station.board.state == "open":
            self.station.go(action("open drawer").name)
            return
        self._wait("Opening …")
        self.till.open(lambda how: self._stop(*CAME[how]))

    def _state(self) -> None:
        self._wait("Looking …")
        self.till.look(lambda state: self._stop(*STATES[state]))

    # Its switch is learned: open, then closed

    def _learn(self) -> None:
        self._levels = []
        self._asks(OPEN_IT)

    def _asks(self, words: str) -> None:
        self._ask = words
        self.next.show()
        self.answer.say("look", words)
        self.show_state()
        self.next.setFocus()

    def _next(self) -> None:
        self.till.level(self._heard, partial(self._stop, "stop"))

    def _heard(self, level: str) -> None:
        self._levels.append(int(level) if level else None)
        if len(self._levels) < 2:
            self._asks(CLOSE_IT)
            return
        try:
            self.settings.drawer_shut = str(learned(*self._levels))
        except Trouble as error:
            self.settings.drawer_shut = ""
            self._stop("look", str(error))
        else:
            self._stop("good", "Learned. PitDesk sees from now on whether it is open.")
        self.till.changed()

    def _wait(self, words: str) -> None:
        self.answer.say("plain", words)

    def _stop(self, tone: str, words: str) -> None:
        """Nothing is asked any more; say what came of it."""
        self._ask = ""
        self.next.hide()
        self.answer.say(tone, words)
        self.show_state()


class LineCard(QWidget):
    """A device at a line: which model, where it is plugged in, whether it is there, what it says."""

    def __init__(self, station: Station, settings: Settings, kind_: str) -> None:
        super().__init__()
        self.kind, self.settings = kind_, settings
        self.devices = devices_of(station, settings)
        self.now = label("", "muted", wrap=True)
        self.model = Pick(f"{kind_} model", "Model")
        self.model.box.whole = True
        self._offer()
        hints = {"display": "COM3, or printer", "counter": "COM3, file:/counts"}
        hint = hints.get(kind_, "COM3, /dev/ttyUSB0")
        self.where = Line(f"{kind_} where", "Where", hint=hint, number=True)
        self.use = button("Use it", self._use, says=f"Use this {KINDS[kind_].lower()}")
        self.none = button("Use none", self._use_none, "link", says=f"Use no {KINDS[kind_].lower()}")
        self.last = button("What came last?", self._last, says=f"What came last from the {kind_}")
        self.answer = Outcome()
        self.source = label("", "caption", wrap=True)
        self.model.changed.connect(self._show_source)
        self.where.entered.connect(self.use.click)
        self.devices.changed.connect(lambda which: self._show() if which == kind_ else None)
        self.devices.heard.connect(self._heard)
        which = Folding(self.model, self.where, gap=12, stretch=(1, 1), top=True)
        ways = Folding(self.use, self.last, self.none, gap=8, stretch=(1, 1, 0))
        if kind_ == "display":
            self.last.hide()
        parts = (label(KINDS[kind_], "h2"), self.now, which, self.source, ways, self.answer.line)
        self.setLayout(column(card(*parts, gap=12)))

    def begin(self) -> None:
        """Show what is in use."""
        self.devices.forget(self.kind)
        self._offer()
        model, where = self.devices.named(self.kind)
        if model:
            self.model.take_up(model.name)
        self.where.take_up(where)
        self.answer.say("", "")
        self._show()
        self._show_source()

    def _offer(self) -> None:
        """Offer the models of its kind, those made here as well."""
        known = models(self.settings).values()
        self.model.offer([(one.name, one.words) for one in known if one.kind == self.kind])

    def _show(self) -> None:
        model, where = self.devices.named(self.kind)
        why = self.devices.state.get(self.kind)
        there = "There is a way to it." if self.kind == "display" else "It is there."
        words = (
            f"Now: {model.name}, {where}. {why or there}"
            if model and why is not None
            else "None is in use."
        )
        self.now.setText(words)

    def _show_source(self) -> None:
        model = models(self.settings)[self.model.value()]
        self.source.setText(f"Known from: {model.source}.")

    def _use(self) -> None:
        where = self.where.value().strip()
        if not where or AT in where:
            self.where.tell("Name the port that it is plugged in at, or its address.")
            self.where.first().setFocus()
            return
        self.where.tell("")
        self.devices.use(self.kind, f"{self.model.value()}{AT}{where}")
        self.answer.say("good", "In use from now on.")

    def _use_none(self) -> None:
        self.devices.use(self.kind, "")
        self.answer.say("good", "None is used from now on.")

    def _last(self) -> None:
        data = self.devices.last(self.kind)[-LOOKED:]
        self.answer.say("plain", f"Last: {shown(data)}" if data else "Nothing came yet.")

    def _heard(self, which: str, said: object) -> None:
        """Show what it said, on this page alone."""
        tone, words = heard(said)
        if which == self.kind and self.isVisible() and words:
            self.answer.say(tone, words)


def heard(said: object) -> tuple[str, str]:
    """What a device said, as it is understood; no badge is shown."""
    tone, words = "good", ""
    match said:
        case Scan(text, code):
            ours = text[:80] if text.startswith(PREFIX) or read_label(text) else f"{len(text)} letters"
            words = f"Scanned{f' ({code})' * bool(code)}: {ours}."
        case Badge(number):
            words = f"A badge, {len(number)} letters."
        case Counted():
            words = f"Counted: {said.count:,} pieces, ${dollars(said.cents)}."
        case Pieces(count):
            words = f"Counted: {count:,} pieces of one kind."
        case Spoiled(why):
            tone, words = "look", why
        case Weight(None, state):
            tone, words = "look", f"The scale says: {state}."
        case Weight(mg, state) if mg is not None:
            tone, words = "good" if state == "stable" else "plain", f"{grams(mg, 3)}, {state}."
    return tone, words


class ScaleCard(LineCard):
    """A scale, and the rack that chips are weighed in."""

    def __init__(self, station: Station, settings: Settings) -> None:
        super().__init__(station, settings, "scale")
        self._settled = Settled()
        self._mg: int | None = None  # what lies on it, as far as it may be believed
        self.rack = label("", "muted", wrap=True)
        self.learn = button("It is the empty rack", self._learn, says="Learn what an empty rack weighs")
        self.bare = button(
            "Without a rack", partial(self._use_rack, 0), says="Weigh chips without a rack"
        )
        weights = button("Chip weights …", lambda: station.go("weight"), "link")
        ways = Folding(self.learn, self.bare, weights, gap=8, stretch=(1, 1, 0))
        layout, note = self.layout(), label(WEIGHT, "caption", wrap=True)
        assert layout
        layout.addWidget(card(label("Chips by weight", "h2"), note, self.rack, ways, gap=12))

    def begin(self) -> None:
        """Show what is in use, and the rack."""
        super().begin()
        mg = self.settings.rack_mg
        words = f"An empty rack weighs {grams(mg)}." if mg else "Chips are weighed without a rack."
        self.rack.setText(words)
        self.bare.setEnabled(bool(mg))

    def _heard(self, which: str, said: object) -> None:
        super()._heard(which, said)
        if which != "scale" or not isinstance(said, Weight):
            return
        if (mg := self._settled.take(said)) is not None:
            self._mg = mg
        elif said.state != "stable" or (said.mg is not None and said.mg < LEAST_MG):
            self._mg = None

    def _learn(self) -> None:
        if self._mg is None:
            self.answer.say(
                "look", "Empty the scale, put the empty rack on it, and wait until it rests."
            )
            return
        self._use_rack(self._mg)

    def _use_rack(self, mg: int) -> None:
        self.devices.use_rack(mg)
        self.begin()
        self.answer.say("good", "In use from now on.")


class LabelCard(QWidget):
    """Labels for boxes, racks and bags: all of them on sheets, one on receipt paper."""

    def __init__(self, station: Station) -> None:
        super().__init__()
        self.station = station
        self.reader = Reader(station, self)
        self.outlet = Outlet(station, self.reader)
        self.sheet = Pick("sheet", "Sheet", [(one, f"Avery {one}") for one in LABEL_SHEETS])
        self.which = Pick("label", "One label")
        self.all = button("Print sheets …", self._print)
        self.one = button("On receipt paper", self._print_one)
        self.answer = Outcome()
        sheets = Folding(self.sheet, low(self.all), gap=12, stretch=(1, 1))
        single = Folding(self.which, low(self.one), gap=12, stretch=(1, 1))
        what = label(LABELS, "caption", wrap=True)
        parts = (label("Labels", "h2"), what, sheets, self.outlet, single, self.answer.line)
        self.setLayout(column(card(*parts, gap=12)))

    def begin(self) -> None:
        """Offer what the site has now."""
        self._labels = {one.head: one for one in labels(self.station.board.site)}
        self.which.offer([(head, head.capitalize()) for head in self._labels])
        self.answer.say("", "")

    def _print(self) -> None:
        """Make the sheets of what the site has now."""
        site, sheet, now = self.station.board.site, self.sheet.value(), self.station.clock.now().at

        def make(_: Journal) -> bytes:
            from printers.reports.labels import labels_pdf  # noqa: PLC0415

            return labels_pdf(site, labels(site), sheet, now)

        self.outlet.offer("labels", "the labels", make)

    def _print_one(self) -> None:
        """Print one on the receipt printer."""
        wanted = self._labels[self.which.value()]
        self.answer.say("plain", "Printing …")
        self.station.printing.try_out(
            lambda paper: label_job(wanted, paper.width, qr=paper.qr),
            lambda how: self.answer.say(
                "good" if how == "whole" else "look", "Printed." if how == "whole" else SENT
            ),
            partial(self.answer.say, "stop"),
        )


class WedgeCard(QWidget):
    """A scanner or a badge reader that types like a keyboard: how it is told from people."""

    def __init__(self, settings: Settings) -> None:
        super().__init__()
        self.settings = settings
        signs = [(sign, f"By the sign {sign} before each scan") for sign in SIGNS]
        self.how = Pick(
            "wedge", "It is told from people", [("", TYPES), *signs, (SPEED, "By its speed")]
        )
        self.how.changed.connect(self._use)
        title = label("Scanner that types like a keyboard", "h2")
        self.setLayout(column(card(title, self.how, label(WEDGE, "caption", wrap=True), gap=12)))

    def begin(self) -> None:
        """Show what is in use."""
        self.how.take_up(self.settings.wedge)

    def _use(self) -> None:
        if self.settings.wedge != self.how.value():
            self.settings.wedge = self.how.value()


class FacingCard(QWidget):
    """A second screen for the player."""

    def __init__(self, settings: Settings, changed: Callable[[], object]) -> None:
        super().__init__()
        self.settings, self._changed = settings, changed
        self.tick = Tick("facing", "Show the player what is paid, on a second screen")
        self.tick.changed.connect(self._use)
        note = label(FACING, "caption", wrap=True)
        self.setLayout(column(card(label("Second screen", "h2"), self.tick, note, gap=12)))

    def begin(self) -> None:
        """Show what is in use."""
        self.tick.take_up(self.settings.facing)

    def _use(self) -> None:
        if self.settings.facing != self.tick.value():
            self.settings.facing = self.tick.value()
            self._changed()


class DeviceCards(QWidget):
    """A card for each kind of device."""

    name = "devices"

    def __init__(self, station: Station, settings: Settings, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.station = station
        self.setAccessibleName(action(self.name).words)
        self.drawer = DrawerCard(station, settings)
        self.scanner, self.counter, self.display = (
            LineCard(station, settings, kind_) for kind_ in ("scanner", "counter", "display")
        )
        self.scale, self.badge = ScaleCard(station, settings), LineCard(station, settings, "badge")
        self.wedge, self.record = WedgeCard(settings), RecordCard(settings, self._offer_models)
        self.facing = FacingCard(settings, lambda: station.facing.emit(Chips()))
        self.labels = LabelCard(station)
        self.ports = PortsCard(devices_of(station, settings), self._used)
        left = column(self.drawer, self.scale, self.record, self.labels, self.facing, None, gap=16)
        readers = (self.ports, self.scanner, self.wedge, self.badge)
        right = column(*readers, self.counter, self.display, None, gap=16)
        both = Flow(holder(left), holder(right), across=2, gap=16)
        self.setLayout(column(scrolled(holder(both))))
        station.follow(self, self._show_board)

    def begin(self, what: object = None) -> None:
        """Come to the front, as it stands."""
        cards = (self.drawer, self.scanner, self.badge, self.counter, self.scale, self.display)
        for one in (*cards, self.wedge, self.record, self.facing, self.labels, self.ports):
            one.begin()
        self.drawer.where.first().setFocus()

    def _used(self, kind: str) -> None:
        """One that was recognized is used: its own card shows it."""
        shows = (self.scanner, self.badge, self.counter, self.scale, self.display)
        next(one for one in shows if one.kind == kind).begin()

    def _offer_models(self) -> None:
        for one in (self.counter, self.scale):
            one.begin()

    def _show_board(self, _: Board) -> None:
        self.drawer.show_state()
