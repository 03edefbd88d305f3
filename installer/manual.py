"""The pictures of the manual: one table says how each is come by. Drawn by `screens.py --manual`."""

import tempfile
from collections.abc import Callable
from contextlib import chdir
from itertools import groupby
from pathlib import Path
from typing import Any, NamedTuple

import alone
import cables
from PIL import Image
from PySide6.QtCore import QPoint, QRect
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtWidgets import QApplication, QWidget
from stand import SOON_MS, Stand, wait, working

from pitdesk import kinds
from pitdesk.book.people import Signer
from pitdesk.chips import Chip, Chips
from pitdesk.desk import Desk
from pitdesk.upkeep.backup import KEYS, keys_in
from printers.devices.found import Found
from ui.chips.camera import as_png
from ui.chips.check import CheckChip
from ui.floor.pit import Pit
from ui.past.night import Night
from ui.rulings.felt import GOOD, Felt, Seat
from ui.setup.backup import Backup
from ui.setup.devices import DeviceCards
from ui.setup.first import Welcome
from ui.setup.printer import PrinterCard
from ui.setup.restore import Restore
from ui.setup.rules import LAW, Rules
from ui.widgets.art import chip_pixmap

WIDE = 1366  # pixels of width of the window: nothing is cut short
EDGE = 10  # pixels around the part of it that is drawn
Way = Callable[[Stand], QWidget]


def at(verb: str, what: object = None, *, chips: str = "", **typed: object) -> Way:
    """The way to a verb's screen.

    what    what it is begun with
    chips   what stands in its rows, as a shift file has it
    typed   field → what stands in it, as the field takes it up
    """

    def way(stand: Stand) -> QWidget:
        form = stand.go(verb, what)
        for name, value in typed.items():
            getattr(form, name).take_up(value)
        if chips:
            form.chips.set_chips(Chips.read(chips))
        return stand.window.frame.stack

    return way


def sign_in(stand: Stand) -> QWidget:
    """The way to the sign-in, where somebody's name was picked."""
    stand.window.session.lock()
    stand.signin.pick("jo")
    return stand.signin


def letterhead(stand: Stand) -> QWidget:
    """The way to a letterhead that is being typed."""
    form = stand.go("letterhead")
    for line, words in (
        (form.heading[0], "THE DAKOTA LIONS"),
        (form.footer[0], "Every chip helps a child see"),
    ):
        line.take_up(words)
    form.redraw()
    return stand.window.frame.stack


def law(stand: Stand) -> QWidget:
    """The way to what the law asks about slips, row by row, with one row chosen."""
    page: Rules = stand.go("rules")
    page.shown.take_up(LAW)
    page.search.take_up("08-05")
    page.table.setFocus()
    page.table.selectRow(0)
    return stand.window.frame.stack


def flow(stand: Stand) -> QWidget:
    """The way to the night as a flow, with what is behind the fills of table 2."""
    page: Night = stand.go("night")
    wait(lambda: page.found is not None)
    page.bands.setFocus()
    page.bands.point(1)
    return stand.window.frame.stack


def printer(stand: Stand) -> QWidget:
    """The way to the settings of the printer; the rest of that page depends on this machine."""
    card: PrinterCard = stand.go("station").printer
    card.where.take_up("network")
    card.at.take_up("192.168.1.40")
    return card


def backup(stand: Stand) -> QWidget:
    """The way to a copy that was made and tried, with the keys locked away."""
    for name in (STICK, LOCKER):
        name.mkdir()
    for ending in KEYS:
        stand.book.with_name(stand.book.name + ending).write_bytes(bytes(32))
    page: Backup = stand.go("backup")
    page.folder.take_up(f"{STICK}")
    page.keep_folder()
    wait(lambda: page.copies.last is not None and not page.copies.busy, 20_000)
    page.try_newest()
    wait(lambda: not page.reader.busy("try"), 20_000)
    page.choose_folder = lambda _: f"{LOCKER}"
    page.copy_keys()
    wait(lambda: not page.reader.busy("keys"), 20_000)
    stand.window.frame.messages.dismiss()
    return stand.window.frame.stack


def stations(stand: Stand) -> QWidget:
    """The way to a machine that asks to be taken in: its letters, and ours."""
    page: Any = stand.go("stations")
    page.at.take_up("192.168.1.10")
    page.letters.setText("HK7D 2QXW 9RJM 4TBA")
    page.state.setText("'pit 1' asks to be taken in. Its screen must show:")
    page.theirs.setText("C3PF 8WNE 1K6Y VD0S")
    for shown in (page.ours, page.letters, page.theirs, page.same):
        shown.show()
    page.fills.take_up("1 2 3 4")
    return stand.window.frame.stack


def pit(stand: Stand) -> QWidget:
    """The way to the pit's own screen, at a table whose fill is on its way."""
    page = Pit(stand.window.station, stand.window.settings)
    page.resize(WIDE, 640)
    page.show()
    page.begin(stand.window.station.board.waiting[0].table)
    wait(page.newest.go.isVisible, 20_000)
    return page


def restore(stand: Stand) -> QWidget:
    """The way from that copy, on another machine."""
    window = Restore(Path("book.db"), stand.clock, QWidget, QWidget)
    window.resize(WIDE, 720)
    window.show()
    window.look_at(next(STICK.iterdir()))
    wait(lambda: window.held is not None and not window.working, 20_000)
    for ending, path in keys_in(LOCKER).items():
        window.take_key(ending, path)
    wait(lambda: not window.working, 20_000)
    window.last["fill"].take_up("9")
    return window


def promote(stand: Stand) -> QWidget:
    """The way to a station that becomes the cage, on the machine of a station."""
    home = alone.station(stand.book, Path("pit 1"))
    window = alone.promoting(home, stand.clock, stand.clock.at)
    window.resize(WIDE, 1060)
    window.show()
    wait(lambda: not window.working, 20_000)
    window.stick.setFocus()  # the keys may have been looked at before or after it
    return window


def drawer(stand: Stand) -> QWidget:
    """The way to a hand-over of the drawer that two have counted, each alone."""

    def count(desk: Desk) -> None:
        held = desk.journal.at("drawer")
        short = {"drawer": held | {"cash": held["cash"] - 20_00}}
        for person, role in (JO, PIA):
            desk.own_count("drawer", short, Signer(person, role, pin=stand.secrets[person][1]))

    stand.ask(count)
    return at("pass drawer")(stand)


def mistakes(stand: Stand) -> QWidget:
    """The way to tonight's lines, of which one was reversed."""

    def reverse(desk: Desk) -> None:
        paid = [entry.seq for _, entry in desk.today.facts(kinds.Redeem)]
        by = [Signer(*one, pin=stand.secrets[one[0]][1]) for one in (JO, PIA)]
        desk.reverse(paid[-1], "one rack too many", by)

    stand.ask(reverse)
    return at("reverse")(stand)


def reading(stand: Stand) -> QWidget:
    """The way to the night so far, read once before."""
    stand.ask(lambda desk: desk.reading(Signer("jo", "cashier", pin=stand.secrets["jo"][1])))
    stand.ask(
        lambda desk: desk.redeem(
            Chips.read("8x$25"), [Signer("jo", "cashier", pin=stand.secrets["jo"][1])]
        )
    )
    return at("reading")(stand)


def shooter(_: Stand) -> QWidget:
    """Craps: seat 2 made an eight and bets no more; nobody takes the dice, so seat 2 rolls, OFF."""
    felt, declines = Felt(), Seat("", (), "declines")
    seats = {2: Seat("", (), "rolls, OFF", GOOD), **dict.fromkeys((1, 3, 4, 5), declines)}
    felt.show_table((), seats, 5, 2)
    felt.resize(860, 380)
    felt.show()
    return felt


def disputed(stand: Stand) -> QWidget:
    """A dispute of tonight, and a new ruling that is being typed."""

    def write(desk: Desk) -> None:
        boss = Signer("bo", "pit boss", pin=stand.secrets["bo"][1])
        if "bo" not in desk.today.duty:
            desk.on_duty(boss)
        said = ("both had seventeen, the dealer took the wager", "the wager loses")
        desk.dispute("2", *said, [boss], seat=3)

    stand.ask(write)
    stand.settle()
    page = stand.go("overrule")
    for field, words in (
        (page.ruling, "the tie stands"),
        (page.under, "99-01.3-08-11(12)"),
        (page.reason, "equal hands tie"),
    ):
        field.take_up(words)
    return stand.window.frame.stack


def plugged_in(stand: Stand) -> QWidget:
    """The page of devices, with a scale and an adapter plugged in."""
    page: DeviceCards = stand.go("devices")
    page.ports.look = lambda: [
        Found("/dev/hidraw1", "usb:0922:8003", "DYMO M25", "0922:8003", "hid"),
        Found("/dev/ttyUSB0", "usb:0403:6001", "FTDI FT232R", "0403:6001"),
    ]
    page.ports.begin()
    wait(lambda: page.ports.rows.count() == 2, 20_000)
    return stand.window.frame.stack


def photographed(stand: Stand) -> QWidget:
    """A chip beside a gray card, both marked, and which color of the set it may be."""
    page: CheckChip = stand.go("check chip")
    page.cameras = dict  # the machine that draws this has none, or is not asked
    page.begin()
    table = QImage(880, 440, QImage.Format.Format_RGB32)
    table.fill(QColor("#4A4038"))
    look = stand.station.board.site.chips[Chip.named("$5")]
    with QPainter(table) as painter:
        painter.drawPixmap(40, 40, chip_pixmap("$5", look, 360))
        painter.fillRect(480, 60, 360, 320, QColor("#767676"))
    page.photo.show_taken(as_png(table), print)
    wait(page.photo.isVisible, 20_000)
    plate = page.photo.plate
    for mark, box in (("spot", QRect(62, 98, 18, 18)), ("gray", QRect(300, 80, 60, 60))):
        page.photo.marks.choose(mark)
        plate.boxes[mark] = box
    plate.marked.emit()
    wait(page.photo.use.isEnabled, 20_000)
    page.photo.use.click()
    return stand.window.frame.stack


def practiced(stand: Stand) -> QWidget:
    """A sheet of practice, its first wagers answered."""
    page = stand.go("trainee")
    for said in ("w 1", "w 0.50 50c", "w 1 2x50c"):
        page.typed.edit.setText(said)
        page.take()
    return stand.window.frame.stack


def ruled(verb: str, *lines: str, game: str = "") -> Way:
    """The way to a round that is typed line by line, of a game that is chosen."""

    def way(stand: Stand) -> QWidget:
        page = stand.go(verb)
        if game:
            page.game.choose(game)
        page.again()
        for line in lines:
            page.typed.edit.setText(line)
            page.take()
        return stand.window.frame.stack

    return way


class Picture(NamedTuple):
    """How a picture of the manual is come by.

    until   the words of the first line of the night that is not played any more
    person  who is signed in
    way     leads to what is drawn: a screen, without the window around it
    high    pixels of height of the window
    practice  whether the book is for practice
    """

    until: str
    person: str
    way: Way
    high: int = 760
    practice: bool = False

    @property
    def night(self) -> tuple[str, bool]:
        """The book that it is drawn from."""
        return self.until, self.practice


STICK, LOCKER = Path("stick"), Path("locker")  # in the folder that is stood in
JO, PIA = ("jo", "cashier"), ("pia", "shift manager")
TEN, TWELVE, COUNT, CLOSE = "22:08 verify", "23:56 credit", "01:31 drop 2", "01:55 close day"
AFTER = ""
TRAY = "10x50c 150x$1 50x$5 10x$25"
HANDS = ("d: 8d ks", "1: 5 8h 3c", "3: 10 ah jd", "6: 5 tip 1 6h 5d 9s dbl")
GAMES: dict[str, tuple[str, ...]] = {  # the example on each game's page, by its code
    "nd-21": ("d: ks ah", "3: 10 10h 2d kc dbl"),
    "nj-blackjack": ("d: ks ad", "2: 10 8h 10c / 8d 9c"),
    "nj-3c21": ("d: 10s 9d", "4: 5 kh qd 5c split / kh 9d / qd 10c / 5c 10h 6d"),
    "nj-war": ("d: 9s ks", "1: 5 tie 1 9h war kd"),
    "nj-minibac": ("p: 6h kc", "b: 7d ks", "1: banker 10 tie 1", "4: player 25"),
    "nj-fah": ("d: as ah 7d 4c", "b: 2s 2d 9h jc 5s", "1: 10 ks qs 3d 4h set ks qs"),
}
POKER = ("b: 2c 7d 9s jh qd", "d: 2", "1: 5 qs 3c", "4: 5 9h 9c", "5: 1 fold")
BANKED: dict[str, str] = {"amount": "3,136.00", "slip": "20417", "bank": "First Bank, gaming"}
PICTURES = {
    "sign-in": Picture(TEN, "jo", sign_in, 700),
    "floor": Picture(TEN, "jo", at("floor"), 850),
    "slips": Picture(TEN, "jo", at("slips")),
    "fill": Picture(TEN, "jo", at("fill", table="3", chips="40x50c 60x$1 40x$5"), 880),
    "ask": Picture(TEN, "bo", at("ask", table="3", chips="40x$5"), 820),
    "cage": Picture(TEN, "jo", at("redeem", chips="6x$25 27x$5 51x$1 3x50c"), 830),
    "counts": Picture(TEN, "jo", at("tally", chips="60x$100 560x$25 1820x$5 1000x$2 500xpw$2")),
    "inventory": Picture(TEN, "jo", at("inventory", Chip.named("$5"))),
    "people": Picture(TEN, "pia", at("people")),
    "setup": Picture(TEN, "pia", at("table", table="3"), 620),
    "law": Picture(TEN, "pia", law, 700),
    "chip-set": Picture(TEN, "pia", at("chip"), 820),
    "forms": Picture(TEN, "pia", at("forms", count="50"), 600),
    "letterhead": Picture(TEN, "pia", letterhead, 820),
    "weights": Picture(TEN, "pia", at("weight", "$5", of="100", grams="1012.4"), 640),
    "devices": Picture(TEN, "pia", plugged_in, 820),
    "camera": Picture(TEN, "pia", photographed, 900),
    "printer": Picture(TEN, "pia", printer, 2000),
    "due": Picture(TEN, "pia", at("due"), 700),
    "video": Picture(TEN, "pia", at("recorder", table="1"), 640),
    "checklist": Picture(TEN, "pia", at("checklist"), 700),
    "papers": Picture(TEN, "gro", at("put away"), 700),
    "house-rules": Picture(TEN, "gro", at("options"), 820),
    "rulings": Picture(TEN, "pia", ruled("settle", *HANDS), 860),
    "game-poker": Picture(TEN, "pia", ruled("pot", *POKER), 860),
    **{
        f"game-{name}": Picture(TEN, "pia", ruled("settle", *GAMES[code], game=code))
        for name, code in (
            ("twentyone", "nd-21"),
            ("blackjack", "nj-blackjack"),
            ("threecard", "nj-3c21"),
            ("war", "nj-war"),
            ("baccarat", "nj-minibac"),
            ("fast-action", "nj-fah"),
        )
    },
    "game-shooter": Picture(TEN, "pia", shooter),
    "banks": Picture(TEN, "gro", at("reconcile bank"), 740),
    "tournaments": Picture(TEN, "gro", at("tournament"), 760),
    "inspector": Picture(TEN, "gro", at("inspect"), 520),
    "hold-low": Picture(TEN, "gro", at("review video"), 760),
    "disputes": Picture(TEN, "pia", disputed),
    "stations": Picture(TEN, "pia", stations, 820),
    "promote": Picture(TEN, "pia", promote),
    "pit": Picture(TEN, "pia", pit),
    "trainee": Picture(TEN, "pia", practiced, 860, practice=True),
    "bank": Picture(TWELVE, "jo", at("bank"), 700),
    "tables": Picture(TWELVE, "kari", at("count tray", table="1", chips=TRAY), 930),
    "credit": Picture(TWELVE, "kari", at("credit", table="1", chips="100x$1 20x$5"), 910),
    "reading": Picture(TWELVE, "jo", reading, 900),
    "drawer": Picture(TWELVE, "jo", drawer, 620),
    "mistakes": Picture(TWELVE, "jo", mistakes, 760),
    "count-room": Picture(
        COUNT, "kim", at("drop", table="2", cash="2,130.00", reason="a $20 clung to another"), 690
    ),
    "close": Picture(CLOSE, "pia", at("close")),
    "days": Picture(AFTER, "pia", at("days"), 900),
    "hold": Picture(AFTER, "gro", at("hold"), 760),
    "night": Picture(AFTER, "pia", flow, 760),
    "deposits": Picture(AFTER, "pia", at("deposit", dates=["2026-11-21"], **BANKED), 860),
    "summaries": Picture(AFTER, "pia", at("summary"), 640),
    "head-office": Picture(AFTER, "pia", at("office"), 600),
    "backup": Picture(AFTER, "pia", backup, 770),
    "restore": Picture(AFTER, "pia", restore),
}


def manual(out: Path) -> int:
    """The pictures of the manual."""
    QApplication.setCursorFlashTime(0)
    welcome = Welcome(QWidget, QWidget, QWidget, QWidget)
    welcome.resize(WIDE, 640)
    welcome.show()
    draw(welcome, wait, out / "first-night.png")
    out = out.resolve()
    cables.draw_all(out)
    with tempfile.TemporaryDirectory() as folder, chdir(folder):
        for night, some in groupby(PICTURES.items(), lambda item: item[1].night):
            until, practice = night
            name = f"{until.replace(':', '') or 'after'}{' practice' * practice}"
            stand = Stand(Path(folder) / name, until, practice=practice)
            for name, picture in some:
                stand.window.resize(WIDE, picture.high)
                here = stand.station.operator
                if here is None or here.id != picture.person:
                    stand.sign_in(picture.person)
                draw(picture.way(stand), stand.settle, out / f"{name}.png")
            stand.window.close()
    return 0


def draw(part: QWidget, settle: Callable[[], None], target: Path) -> None:
    """A part of a window and a little of what is around it, once nothing moves, in 256 colors."""
    window = part.window()
    place = QRect(part.mapTo(window, QPoint()), part.size()).adjusted(-EDGE, -EDGE, EDGE, EDGE)
    before = QImage()
    while (drawn := window.grab(place & window.rect()).toImage()) != before or working(window):
        before = drawn
        wait(lambda: not working(window), SOON_MS)
        settle()
        wait(most_ms=40)  # what comes of that a moment later
    drawn.save(str(target))
    Image.open(target).convert("RGB").quantize(dither=Image.Dither.NONE).save(target, optimize=True)
