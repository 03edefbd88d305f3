"""The pictures of the manual, and every screen in every theme and size, to check.

Run by `make screens`. The pictures of the manual lie in resources/manual/pictures. The screens lie in
build/screens, a folder for each theme and size and beside it sheets of small ones: with an empty, a
busy and a sealed book, with the keypad, and with bad news. `--theme`, `--size` and `--only` draw some.
"""

import argparse
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import alone
from manual import TEN, manual
from PIL import Image, ImageDraw
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication, QWidget
from stand import SOON_MS, Stand, wait, working

from pitdesk.book.witness import Shortfall
from pitdesk.chips import Chips
from pitdesk.errors import Refusal, Trouble
from pitdesk.upkeep.recovery import Recovered
from ui.setup.first import Welcome
from ui.setup.nobook import NoBook, came_back
from ui.shell.broken import Broken
from ui.shell.reading import ReadOnlyWindow
from ui.widgets import theme
from ui.work.actions import ACTIONS

LOOKS = ("dark", "light", "contrast")
# Pixels that a screen has, or that a system leaves of one at 125, 150 or 200 %.
SIZES = ("683x384", "1024x600", "1366x768", "1920x1080", "2560x1440", "3840x2160")
MORE = ("683x400", "819x480", "911x512", "960x540", "1093x614", "1280x720", "1536x864", "1706x960")
EVERY = {"dark": (*SIZES, *MORE, "2048x1152", "3072x1728"), "light": SIZES, "contrast": SIZES}
STATES = {  # of the book: the words of the first line that is not played any more; "" for all of it
    "empty": "16:02 open day",
    "busy": "22:08 verify",
    "touch": "22:08 verify",  # with the keypad
    "sealed": "",
}
SCREENS = [  # verbs and places that have something to show
    one.name for one in ACTIONS if one.group != "window" or one.name in ("find", "manual")
]
SMALL, ACROSS, DOWN = 512, 3, 4  # pixels of width on a sheet, and how many are on one
MOST_LOOKS = 8  # at a screen, until it is twice the same
Shot = tuple[str, QWidget]


def shots(folder: Path, asked: Callable[[str], bool]) -> Iterator[Shot]:
    """The screens that are asked for by their names, one after another."""
    yield "first-welcome", Welcome(QWidget, QWidget, QWidget, QWidget)
    words = f"The book {Path('book.db')} is held by another program. Close it there, then try again."
    yield "first-no-book", NoBook(Path("book.db"), words, QWidget, QWidget, lambda *_: QWidget())
    if asked("damaged"):
        yield from unwritable(folder / "damaged")
    words = "Traceback (most recent call last):\n  …\nAssertionError: the day does not add up"
    yield "broken", Broken(words)
    if asked("station"):
        yield from without_cage(folder / "cage")
    for state, until in STATES.items():
        bad = state == "busy" and asked("bad")
        if not asked(state) and not bad:
            continue
        stand = Stand(folder / state, until, pad=state == "touch")
        yield f"{state}-sign-in", stand.window
        stand.sign_in("jo" if state != "empty" else "pia")
        for one in SCREENS:
            if asked(name := f"{state}-{one.replace(' ', '-')}"):
                stand.go(one)
                yield name, stand.window
        if bad or state == "busy":
            yield from filled(stand)
            yield from bad_news(stand)
        stand.window.close()


def without_cage(folder: Path) -> Iterator[Shot]:
    """A station whose cage is dead."""
    stand = Stand(folder, TEN)
    stand.window.close()
    home = alone.station(stand.book, folder / "pit 1")
    for name, window in (
        ("station-no-cage", alone.no_cage(home)),
        ("station-promote", alone.promoting(home, stand.clock, stand.clock.at)),
    ):
        wait(most_ms=4 * SOON_MS)  # it reads the copy
        yield name, window


def unwritable(folder: Path) -> Iterator[Shot]:
    """A book that ends too early, one that is only read, one without its witness."""
    stand = Stand(folder, "")
    stand.window.close()
    witness = stand.book.with_name(stand.book.name + ".head")
    words = str(Shortfall(stand.book, 410, 423, {"fill": (8, 11)}))
    found = Recovered(stand.book.with_name("book.db.recovered-1"), 420, 3, {"fill": (10, 11)})
    here = NoBook(stand.book, words, QWidget, QWidget, lambda *_: QWidget(), QWidget)
    wait(lambda: here.ways.read, 20_000)
    here.offers["look"].show()
    here.outcome.tell(*came_back(found, here.ways, stand.book.with_name("book-slips")))
    yield "damaged-no-book", here
    reading = ReadOnlyWindow(stand.book, words, stand.clock, 42, QWidget)
    reading.show()
    wait(lambda: reading.station.ready, 20_000)
    wait(lambda: not working(reading), 20_000)
    yield "damaged-read-only", reading
    reading.close()
    witness.unlink()
    stand.begin()
    stand.sign_in("gro")
    stand.go("backup")
    yield "damaged-witness", stand.window
    stand.window.close()


def filled(stand: Stand) -> Iterator[Shot]:
    """Forms with figures in them, and what lies over the screens where there is little room."""
    stand.go("floor")
    form = stand.go("fill")
    form.table.choose("2")
    form.chips.set_chips(Chips.read("80x50c 60x$1 100x$5"))
    form.signers.first().setFocus()
    stand.settle()
    yield "busy-fill-filled", stand.window
    frame = stand.window.frame
    for name, opener in (("menu", frame.top.menu), ("verbs", frame.top.keys)):
        if not opener.isHidden():
            frame.open(name)
            yield f"busy-{name}", stand.window
            frame.put_away()
    form = stand.go("redeem")
    form.chips.set_chips(Chips.read("6x$25 27x$5 51x$1 3x50c"))
    stand.settle()
    yield "busy-redeem-filled", stand.window
    stand.go("find").line.setText("tab")
    yield "busy-find-found", stand.window
    signed = stand.ask(lambda desk: desk.code(desk.slip("fill", 1), "copy", void=False))
    assert signed
    code = signed.qr
    for name, text in (
        ("genuine", code),
        ("forged", code[:-2] + ("1" if code[-2] == "0" else "0") + code[-1]),
    ):
        form = stand.go("check slip")
        form.code.edit.setText(text)
        form.check()
        stand.settle()
        yield f"busy-check-slip-{name}", stand.window
    form = stand.go("found")
    form.where.choose("records")
    form._scan(code)
    stand.settle()
    yield "busy-found-scanned", stand.window


def bad_news(stand: Stand) -> Iterator[Shot]:
    """What is refused, what is wrong, what does not print, who is locked out."""
    form = stand.go("fill")
    form.start_over()
    form.table.choose("2")
    form.chips.set_chips(Chips.read("9000x$5"))
    form.signers.places[0].pin.take_up("1111")
    form.post()
    stand.settle()
    yield "bad-refused", stand.window
    form.chips.quick.setText("")
    next(iter(form.chips._rows.values())).loose.setText("12a")
    form.chips._took()
    yield "bad-letters", stand.window
    form.start_over()
    words = "The book cannot be written: the disk is full. Nothing was written. Free it, try again."
    stand.window.station.trouble(words)
    yield "bad-disk", stand.window
    words = "paper has no folder for slips. Make it, or name another, then print."
    stand.window.frame.top.watch.printer_said(words)
    stand.go("floor")
    yield "bad-printer", stand.window
    stand.window.frame.top.watch.printer_said("")
    stand.window.session.lock()
    stand.signin.pick("jo")
    words = "Too many wrong PINs for jo: wait 1740 seconds, or have a manager unlock it."
    stand.signin.notice.tell([Refusal("pd.initials", "House rule: initials", words)])
    yield "bad-locked-out", stand.window


def front_page(out: Path) -> int:
    """The three pictures of the README."""
    for name, until, who in (
        ("floor", "22:08 verify", "jo"),
        ("fill", "23:57 verify", "jo"),
        ("close", "01:55 close day", "pia"),
    ):
        with tempfile.TemporaryDirectory() as folder:
            stand = Stand(Path(folder) / "night", until)
            stand.window.resize(1440, 900)
            stand.sign_in(who)
            stand.go(name)
            if name == "fill":
                next(filled(stand))
            wait(most_ms=300)
            stand.window.grab().save(str(out / f"{name}.png"))
            stand.window.close()
    return 0


def command_line() -> argparse.Namespace:
    """What is to be drawn, and where."""
    parser = argparse.ArgumentParser(description="Draw every screen in every theme and size.")
    parser.add_argument("folder", type=Path, help="where the pictures go")
    parser.add_argument("--manual", action="store_true", help="draw the manual's pictures alone")
    parser.add_argument("--front", action="store_true", help="draw those of the README alone")
    parser.add_argument("--theme", action="append", choices=LOOKS, help="may be given again")
    parser.add_argument("--size", action="append", metavar="WIDExHIGH", help="may be given again")
    only = "screens whose names begin so, such as busy-fill or sealed-; may be given again"
    parser.add_argument("--only", action="append", default=[], metavar="NAME", help=only)
    return parser.parse_args()


def main() -> int:
    """Draw what is asked for; each theme and size in a process of its own."""
    given = command_line()
    out: Path = given.folder
    out.mkdir(parents=True, exist_ok=True)
    for name in [name for name in os.environ if name.startswith("QT_")]:
        del os.environ[name]  # no picture hangs on what the user of a machine asks Qt for
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    portions = [(look, size) for look in given.theme or LOOKS for size in given.size or EVERY[look]]
    if len(portions) > 1 and not given.manual and not given.front:
        only = [f"--only={name}" for name in given.only]
        mine = [sys.executable, __file__, str(out), *only]
        return each([*mine, f"--theme={look}", f"--size={size}"] for look, size in portions)
    app = QApplication([])
    if given.manual or given.front:
        theme.apply(app, "light" if given.manual else "dark")
        return (manual if given.manual else front_page)(out)
    app.setCursorFlashTime(0)
    look, size = portions[0]
    theme.apply(app, look)
    return portion(out / f"{look}-{size}", size, given.only)


def each(commands: Iterable[list[str]]) -> int:
    """Run commands side by side, as many as there are cores; 1 if one fails."""
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        done = pool.map(lambda command: subprocess.run(command, check=False).returncode, commands)  # noqa: S603
    return int(any(done))


def portion(out: Path, size: str, only: Sequence[str]) -> int:
    """The screens in the theme of now and in one size, and sheets of them.

    only   what the names of those that are asked for begin with; none for all
    """
    wide, high = map(int, size.split("x"))
    out.mkdir(parents=True, exist_ok=True)

    def asked(name: str) -> bool:
        return not only or any(name.startswith(one) or one.startswith(name) for one in only)

    drawn = []
    with tempfile.TemporaryDirectory() as folder:
        for name, widget in shots(Path(folder), asked):
            if asked(name):
                grabbed(widget, wide, high).save(str(out / f"{name}.png"))
                drawn.append(out / f"{name}.png")
    for at, begin in enumerate(range(0, len(drawn), ACROSS * DOWN)):
        sheet(drawn[begin : begin + ACROSS * DOWN], out.with_name(f"{out.name}-{at:02}.png"))
    print(f"{out.name}: {len(drawn)} pictures in {out}, and on sheets beside it")
    return 0


def grabbed(widget: QWidget, wide: int, high: int) -> QImage:
    """A widget of that size, once nothing in it moves any more."""
    before = QImage()
    for _ in range(MOST_LOOKS):
        widget.resize(wide, high)  # the layout of before may not let it be so small at once
        widget.show()
        wait(most_ms=20)
        wait(lambda: not working(widget), SOON_MS)
        if (drawn := widget.grab().toImage()) == before:
            break
        before = drawn
    return before


def sheet(listed: Sequence[Path], target: Path) -> None:
    """Many small pictures with their names on one."""
    wide, tall = Image.open(listed[0]).size
    high = SMALL * tall // wide + 24
    page = Image.new("RGB", (SMALL * ACROSS, high * -(-len(listed) // ACROSS)), "#444")
    for at, path in enumerate(listed):
        left, top = at % ACROSS * SMALL, at // ACROSS * high
        small = Image.open(path)
        small.thumbnail((SMALL - 8, high - 28))
        page.paste(small, (left + 4, top + 22))
        ImageDraw.Draw(page).text((left + 6, top + 5), path.stem, fill="#fff")
    page.save(target)


if __name__ == "__main__":
    try:
        sys.exit(main())
    except Trouble as trouble:
        sys.exit(str(trouble))
