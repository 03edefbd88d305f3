"""The figures: each measures the product beside its floor and yields their ratios, round by round."""

import os
import re
import shutil
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from dataclasses import dataclass, replace
from functools import cached_property
from hashlib import sha256
from pathlib import Path
from resource import RUSAGE_CHILDREN, getrusage
from statistics import median

import books
from books import SLIP, House, signers
from floors import Plain, bare_pdf, bare_read, by_hand
from office import office
from records import board, sheets
from rounds import Figure, ratios, side_by_side
from settled import hands, settling
from sqlite_utils.db import sqlite3
from stations import FLUSHES, stations

from pitdesk.book.entries import Draft
from pitdesk.book.figures import figures
from pitdesk.book.journal import Journal
from pitdesk.book.past import day_of
from pitdesk.book.people import Pepper
from pitdesk.book.site import Site
from pitdesk.codes.keys import SiteKey
from pitdesk.rules.book import Rulebook
from printers.devices.network import Network
from printers.devices.profiles import PROFILES
from printers.devices.receipt import Receipt
from printers.devices.spool import drain, due
from printers.drawing.cells import Code
from printers.drawing.cells import Figure as Number
from printers.drawing.sheets import Report
from printers.reports.day import build
from printers.reports.letter import report_pdf
from printers.slips.bytes import escpos_bytes
from tests.printers.fakes import Fake, plugged

HERE = Path(__file__).parent
SHIFT = HERE.parents[1] / "resources" / "busy.shift"
INSTALLED = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
PAIR = 2  # slips: what goes out comes back
FPS = 60
BALANCES = "SELECT place, instrument, amount FROM balance WHERE amount <> 0"
FLUSH = re.compile(r"\b(fdatasync|fsync|sync_file_range)\(\d+<([^>]*)>")


@dataclass
class Rig:
    """Where the bench works, and how much of everything it does.

    folder   on the disk that is measured
    rounds   of what takes seconds;  short: of what takes milliseconds, `batch` acts in each
    shift    slips at a window in twelve hours; after `first` of them all is read that is read once
    watched  the night by keys whose events are timed
    steps    of a wheel that scrolls;  looks: themes put on, over all pages of so many places
    typed    keys;  flooded: verbs asked at a station while a stranger floods the cage
    """

    folder: Path
    days: int = books.YEARS
    month: int = books.MONTH
    five: int = books.FIVE
    rounds: int = 9
    short: int = 45
    pairs: int = 400  # rounds of a pair of slips
    batch: int = 24  # even: what goes out comes back
    slips: int = 50
    long_run: int = 1000
    shift: int = 2000
    first: int = 150
    steps: int = 200
    looks: int = 9
    places: int = 99
    typed: int = 400
    flooded: int = 200
    watched: str = "busy_night_by_hand and keys"

    @cached_property
    def years(self) -> Path:
        """The book of three years."""
        return books.made(self.folder, self.days)

    @cached_property
    def one_month(self) -> Path:
        """The book of a month."""
        return books.made(self.folder, self.month)

    def copy_of_years(self, name: str) -> Path:
        """The book of three years again, to be written to."""
        for suffix in ("", ".head"):
            shutil.copyfile(f"{self.years}{suffix}", f"{self.folder / name}{suffix}")
        return self.folder / name

    def house(self, name: str) -> House:
        """A new house on a day that is open, its tables too, and nothing in its trays."""
        house = House(self.folder / name)
        house.begin()
        return house


class Slips:
    """One fill, as a draft for a journal: its chips go out on every even turn and back on every odd."""

    def __init__(self, house: House) -> None:
        self.entry = house.desk.fill("1", SLIP, signers("jo"))
        self.body = _bodies(house.journal.path)[-1]
        there = Draft(
            fact=self.entry.fact,
            at=self.entry.at,
            day=self.entry.day,
            postings=self.entry.postings,
            signatures=self.entry.signatures,
        )
        back = tuple(posting._replace(amount=-posting.amount) for posting in self.entry.postings)
        self._ways = (there, replace(there, postings=back))

    def append(self, journal: Journal, count: int) -> None:
        """Append so many, an even number."""
        for turn in range(count):
            journal.append(self._ways[turn % 2])

    def commit(self, plain: Plain, count: int) -> None:
        """Write the same rows to the floor."""
        for _ in range(count):
            plain.commit(self.entry, self.body)


def slip(rig: Rig) -> Iterator[Figure]:
    """A slip's whole transaction against the same rows in a plain file; and the desk's whole verb.

    In turn, one slip of each at a time: a disk that is slow for a while is slow for all of them. A pair
    of rounds brings chips back, so there are many, and the medians' intervals are narrow.
    """
    with (
        rig.house("appended.db") as appended,
        rig.house("later.db") as later,
        rig.house("asked.db") as asked,
        closing(Plain(rig.folder / "plain.db")) as plain,
    ):
        slips, others = Slips(appended), Slips(later)
        later.journal.witness.flushed = False
        plain.keep(slips.entry)

        def verbs() -> None:
            for _ in range(PAIR):
                asked.desk.fill("1", SLIP, signers("jo"))

        append, once, commit, verb = side_by_side(
            rig.pairs,
            lambda: slips.append(appended.journal, PAIR),
            lambda: others.append(later.journal, PAIR),
            lambda: slips.commit(plain, PAIR),
            verbs,
        )
    yield Figure("slip, head noted later, rate / plain WAL FULL", ratios(commit, once), least=0.80)
    yield Figure("slip, head flushed too, rate / plain WAL FULL", ratios(commit, append))
    yield Figure("slip, head flushed too / head noted later", ratios(append, once))
    yield Figure("desk.fill, rules and PIN too, rate / plain WAL FULL", ratios(commit, verb))


def flush(rig: Rig) -> Iterator[Figure]:
    """What strace counts of a child that writes slips, less the same child writing none."""
    name = "flushes a slip"
    if not shutil.which("strace"):
        yield Figure(name, why="strace is not installed")
        return
    rig.house("flushed.db").journal.close()
    try:
        for how, count in (("later", 1.0), ("", 2.0)):
            yield from _counted(rig, how, count)
    except subprocess.CalledProcessError as error:
        yield Figure(name, why=f"strace cannot trace here: {error.stderr.strip()[-80:]}")


def _counted(rig: Rig, how: str, goal: float) -> Iterator[Figure]:
    name = f"flushes a slip, head {'noted later' if how else 'flushed too'}"
    none, some, many = (_flushes(rig, count, how) for count in (0, rig.slips, rig.long_run))
    each = (some.total() - none.total()) / rig.slips
    yield Figure(f"{name}, {rig.slips} slips between checkpoints", [each], goal, goal, exact=True)
    more = many - none
    told = ", ".join(f"{count} of the {file}" for file, count in sorted(more.items()))
    each = (many.total() - none.total()) / rig.long_run
    what = f"{name}, {rig.long_run} slips with their checkpoints ({told})"
    yield Figure(what, [each], most=goal + 0.10, exact=True)


def _flushes(rig: Rig, slips: int, how: str) -> Counter[str]:
    """Flushes by the kind of file they went to."""
    book, log = rig.folder / "traced.db", rig.folder / "strace.log"
    for path in rig.folder.glob("traced.db*"):
        path.unlink()
    for suffix in ("", ".head"):
        shutil.copyfile(f"{rig.folder / 'flushed.db'}{suffix}", f"{book}{suffix}")
    trace = ["strace", "-f", "--seccomp-bpf", "-qq", "-y", "-e", f"trace={FLUSHES}", "-o", str(log)]
    child = [sys.executable, str(HERE / "flushes.py"), str(book), str(slips), how]
    subprocess.run([*trace, *child], check=True, capture_output=True, text=True)
    kinds = {book.name: "book", f"{book.name}-wal": "log"}
    found = (Path(path).name for _, path in FLUSH.findall(log.read_text("utf-8")))
    return Counter(kinds.get(name, "head and folder") for name in found)


def growth(rig: Rig) -> Iterator[Figure]:
    """The commit rate of a file with three years in it, and of an empty one."""
    with rig.house("empty.db") as empty, House(rig.copy_of_years("full.db")) as full:
        slips = Slips(empty)
        there, without = side_by_side(
            rig.short,
            lambda: slips.append(full.journal, rig.batch),
            lambda: slips.append(empty.journal, rig.batch),
        )
    yield Figure("slip transaction, rate with three years / empty", ratios(without, there), least=0.90)


def balances(rig: Rig) -> Iterator[Figure]:
    """Every balance as it stands now, against one bare SELECT of the same kept rows."""
    with Journal.read(rig.years) as journal, closing(_raw(rig.years)) as raw:

        def keep() -> None:
            for _ in range(rig.batch * 10):
                journal.balances()

        def select() -> None:
            for _ in range(rig.batch * 10):
                raw.execute(BALANCES).fetchall()

        kept, bare = side_by_side(rig.short, keep, select, clock=time.process_time)
    yield Figure("all balances now / SELECT of the kept rows", ratios(kept, bare), most=2.0)


def verify(rig: Rig) -> Iterator[Figure]:
    """Verify the whole book against a bare read of its rows, and close a day against that.

    SHA-256 alone is told beside it: it takes a third as long where the processor has it as one step.

    Each round plays the next night of the book to its closing count; then it is verified and sealed.
    """
    book = rig.copy_of_years("verified.db")
    with House(book) as house:
        bodies = b""

        def play() -> None:
            nonlocal bodies
            house.play()
            house.count_up()
            bodies = b"".join(_bodies(book))

        def check() -> None:
            verdict = house.journal.verify()
            assert verdict.ok, verdict

        checked, read, sealed, of_bodies = side_by_side(
            rig.rounds,
            check,
            lambda: bare_read(book),
            house.seal,
            lambda: sha256(bodies).digest(),
            before=play,
        )
        entries, size = house.journal.head.seq, len(bodies)
    pace = f"{entries:,} entries, {entries / min(checked):,.0f} a second"
    yield Figure(f"full verify / a bare read of its rows, {pace}", ratios(checked, read), most=4.0)
    what = f"{size / 1e6:.0f} MB of hashed bodies"
    yield Figure(f"full verify / SHA-256 of its {what}", ratios(checked, of_bodies))
    yield Figure("close of a day / full verify", ratios(sealed, checked), most=1.30)


def start(rig: Rig) -> Iterator[Figure]:
    """Open a desk, up to the look at its last day, with three years behind it and with a month."""
    years, month = rig.years, rig.one_month

    def open_(book: Path) -> None:
        with House(book):
            pass

    many, few = side_by_side(
        rig.rounds, lambda: open_(years), lambda: open_(month), clock=time.process_time
    )
    yield Figure("desk opened, three years / a month", ratios(many, few))


def report(rig: Rig) -> Iterator[Figure]:
    """A day's report as data, from a book of three years and from one of a month."""
    rules = Rulebook.load()
    with Journal.read(rig.years) as years, Journal.read(rig.one_month) as month:
        many, few = side_by_side(
            rig.short,
            lambda: _report(years, rules, rig.days),
            lambda: _report(month, rules, rig.month),
            clock=time.process_time,
        )
    yield Figure("data of a day's report, three years / a month", ratios(many, few), most=1.20)


def _report(journal: Journal, rules: Rulebook, number: int) -> Report:
    day = day_of(journal, number)
    assert day
    assert figures(day).cash_profit_cents == figures(day).cash_profit_booked_cents
    return build(day, Site.of(journal.setup()), rules)


def paper(rig: Rig) -> Iterator[Figure]:
    """A day's report on paper against the same cells in bare tables."""
    with Journal.read(rig.one_month) as journal:
        told = _report(journal, Rulebook.load(), rig.month)
    grids = [
        [[_text(cell) for cell in row.cells] for row in grid.rows if row.rank != "head"]
        for section in told.sections
        for grid in section.grids
        if grid.rows
    ]
    ours, bare = side_by_side(
        rig.rounds, lambda: report_pdf(told), lambda: bare_pdf(grids), clock=time.process_time
    )
    yield Figure("report as PDF / bare reportlab tables of its rows", ratios(ours, bare))


def _text(cell: str | Number | Code) -> str:
    return cell if isinstance(cell, str) else cell.text


def printing(rig: Rig) -> Iterator[Figure]:
    """The bytes of a slip against bytes put together by hand; and its way to a printer on loopback."""
    with rig.house("printed.db") as house, plugged(Fake()) as fake:
        desk, desk._key = house.desk, SiteKey(bytes(32))
        model = PROFILES["Epson TM-T88V"]
        printer = Receipt(Network("127.0.0.1", fake.port), model, "bench")
        desk.fill("1", SLIP, signers("jo"))
        sheet = due(desk, printer)
        assert sheet
        lines, width, qr = sheet.job.lines, printer.width, sheet.qr
        many = range(rig.batch)
        library, hand = side_by_side(
            rig.short,
            lambda: [escpos_bytes(lines, width, qr) for _ in many],
            lambda: [by_hand(lines, width, qr) for _ in many],
        )
        yield Figure("bytes of a slip with QR / put together by hand", ratios(library, hand), most=5.0)
        size = len(sheet.job.data) / 1500
        yield Figure("bytes of a slip with QR / 1,500", [size], most=1.0, exact=True)
        drain(desk, printer)
        commits, whole, looks = [], [], []
        for _ in range(rig.slips * 2):
            began = time.perf_counter()
            desk.fill("1", SLIP, signers("jo"))
            commits.append(time.perf_counter() - began)
            assert [one.outcome for one in drain(desk, printer)] == ["whole", "whole"]
            whole.append(time.perf_counter() - began)
            began = time.perf_counter()
            printer.ready()
            looks.append(time.perf_counter() - began)
    slow = sorted(whole)[-1 - len(whole) // 100]
    yield Figure("key to last byte of both parts, p99 / commit", [slow / median(commits)], most=10.0)
    yield Figure("a look at the printer / a slip printed", [median(looks) / median(whole)])


def process(rig: Rig) -> Iterator[Figure]:
    """Whole processes against one that does nothing."""
    asked = [sys.executable, "-m", "pitdesk", "balance", "--book", str(rig.years)]
    nothing, balance, played = side_by_side(
        rig.rounds,
        lambda: _run([sys.executable, "-c", "pass"]),
        lambda: _run(asked),
        lambda: _replay(rig),
    )
    yield Figure("pitdesk balance, three years / python -c pass", ratios(balance, nothing))
    yield Figure("pitdesk replay busy.shift / python -c pass", ratios(played, nothing))


def window(rig: Rig) -> Iterator[Figure]:
    """From nothing to a painted sign-in window, against an empty window; and what it holds in memory."""
    young, old = books.made(rig.folder, 1), rig.copy_of_years("old.db")
    shown = [sys.executable, str(HERE / "window.py")]
    for book in (young, old):
        Pepper.kept(book.with_name(book.name + ".pepper"))
    empty, first, years, names = side_by_side(
        rig.rounds,
        lambda: _run([*shown, "empty"]),
        lambda: _run([*shown, "seen", str(young)]),
        lambda: _run([*shown, "seen", str(old)]),
        lambda: _run([*shown, "names", str(old)]),
    )
    yield Figure("sign-in window shown / empty window", ratios(first, empty), most=1.5)
    bare, ours = side_by_side(
        rig.rounds,
        lambda: _run([*shown, "empty"]),
        lambda: _run([*shown, "seen", str(young)]),
        clock=_worked,
    )
    least = [min(ours) / min(bare)]
    yield Figure(f"the same in processor time, the least of {rig.rounds} runs", least)
    yield from _parts(rig, [*shown, "parts", str(young)])
    yield Figure("the same with three years of data", ratios(years, empty), most=1.8)
    yield Figure("and its names there / empty window", ratios(names, empty))
    mib = int(_told([*shown, "rest", str(old)]).split()[-1])
    yield Figure("resident after start / 100 MiB", [mib / 100], most=1.0, exact=True)


def _parts(rig: Rig, command: list[str]) -> Iterator[Figure]:
    """The steps to the sign-in window, each beside the empty window of its own process."""
    runs = [
        [line.partition(" ")[::2] for line in _told(command).splitlines()] for _ in range(rig.rounds)
    ]
    for step in list(zip(*runs, strict=True))[1:]:
        beside = [float(spent) / float(run[0][0]) for (spent, _), run in zip(step, runs, strict=True)]
        yield Figure(f"of it: {step[0][1]} / empty window", beside)


def _worked() -> float:
    """Processor seconds of all processes that ended."""
    used = getrusage(RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def memory(rig: Rig) -> Iterator[Figure]:
    """What a window holds after a shift of slips."""
    folder = rig.folder / "long night"
    folder.mkdir()
    slips = [str(rig.shift), str(rig.first)]
    told = _told([sys.executable, str(HERE / "long_night.py"), str(folder), *slips])
    before, after = map(int, told.split())
    what = f"resident after {rig.shift} slips / after {rig.first}"
    yield Figure(what, [after / before], most=1.05, exact=True)


def frames(rig: Rig) -> Iterator[Figure]:
    """Scrolling 300 tables and 100,000 slips, searching, and dressing, beside frames and paints."""
    book = rig.copy_of_years("scrolled.db")
    asked = [str(rig.folder / "frames"), str(book), *map(str, (rig.steps, rig.looks, rig.places))]
    told = _told([sys.executable, str(HERE / "frames.py"), *asked])
    found = {what: list(map(float, times)) for what, *times in map(str.split, told.splitlines())}
    for what, words in (("floor", "300 tables scrolled"), ("slips", "100,000 slips scrolled")):
        slowest = sorted(found[what])[-len(found[what]) // 100]  # of 200 steps the second
        yield Figure(f"{words}, slow frame / 16.7 ms", [slowest * FPS], most=1.0)
        beside = ratios([median(found[what])], [median(found["empty"])])
        yield Figure(f"{words}, frame / empty view", beside)
    slow, slow_beside = (sorted(found[what])[-len(found[what]) // 100] for what in ("quiet", "faulty"))
    yield Figure("slow frame beside devices that fail / without them", [slow_beside / slow], most=2.0)
    beside = ratios([median(found["dressed"])], [median(found["painted"])])
    yield Figure("a theme put on all screens / a paint of the window", beside, most=20)
    yield Figure("search in three years, longest hold / 16.7 ms", [found["search"][0] * FPS])


def keys(rig: Rig) -> Iterator[Figure]:
    """From a key to its paint on the fill screen: in a book of three years, beside one of a day."""
    slow: dict[str, float] = {}
    for name, book in (("years", rig.copy_of_years("typed.db")), ("day", rig.folder / "typed-first.db")):
        asked = [str(rig.folder / name), str(book), str(rig.typed)]
        told = _told([sys.executable, str(HERE / "keystrokes.py"), *asked])
        times = sorted(map(float, told.split()))
        slow[name] = times[-len(times) // 100 - 1]
    yield Figure("key to paint, p99 in three years / 50 ms", [slow["years"] / 0.050], most=1.0)
    yield Figure("key to paint, p99 in three years / in a new book", [slow["years"] / slow["day"]])


def holds(rig: Rig) -> Iterator[Figure]:
    """The longest that one event holds the window's thread in a busy night by keys."""
    night = ["tests/ui/shell/test_window.py", "-k", rig.watched]
    plugins = ["-p", "xdist", "-p", "pytestqt.plugin", "-p", "tests.bench.holds"]
    told = _told([sys.executable, "-m", "pytest", "-q", "-s", "-n0", *plugins, *night])
    longest, proof = map(float, told.splitlines()[-1].split()[1:])
    yield Figure("longest hold of a busy night / one proof of a PIN", [longest / proof])


def _told(command: list[str]) -> str:
    own = {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", "PYTHONPATH": str(HERE.parent.parent)}
    done = subprocess.run(
        command, check=False, capture_output=True, text=True, cwd=HERE.parent.parent, env=INSTALLED | own
    )
    assert done.returncode == 0, f"{' '.join(command)}: {done.stdout[-500:]} {done.stderr[-500:]}"
    return done.stdout


def _replay(rig: Rig) -> None:
    with ExitStack() as stack:
        out = rig.folder / "night"
        stack.callback(shutil.rmtree, out, ignore_errors=True)
        book = ["--book", str(out / "book.db"), "--out", str(out)]
        _run([sys.executable, "-m", "pitdesk", "replay", str(SHIFT), *book])


def _run(command: list[str]) -> None:
    done = subprocess.run(
        command, check=False, capture_output=True, text=True, cwd=HERE.parent.parent, env=INSTALLED
    )
    assert done.returncode == 0, f"{' '.join(command)}: {done.stderr[-500:]}"


def _raw(book: Path) -> sqlite3.Connection:
    return sqlite3.connect(f"{book.as_uri()}?mode=ro", uri=True, isolation_level=None)


def _bodies(book: Path) -> list[bytes]:
    with closing(_raw(book)) as raw:
        return [body for (body,) in raw.execute("SELECT body FROM entry ORDER BY seq")]


FIGURES: dict[str, Callable[[Rig], Iterator[Figure]]] = {
    one.__name__: one
    for one in (
        slip,
        flush,
        growth,
        balances,
        verify,
        start,
        report,
        paper,
        printing,
        process,
        window,
        memory,
        frames,
        keys,
        holds,
        office,
        settling,
        hands,
        board,
        sheets,
        stations,
    )
}
