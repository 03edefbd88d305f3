"""The busy night at two windows by keys alone: pit and cage, a printer at each; as at one desk."""

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from pitdesk.__main__ import main
from pitdesk.book.journal import Journal
from pitdesk.book.people import Signer
from pitdesk.clock import SetClock
from pitdesk.codes.own import open_keys
from pitdesk.desk import Desk
from pitdesk.shifts.read import ShiftLine, at_time
from pitdesk.stations.home import Home, KnownCage, cage_key, machine_key
from pitdesk.stations.keys import as_text
from printers.devices.paper import Paper
from printers.devices.spool import drain, due, note, settle
from tests.ports import free_port
from tests.ui.conftest import AsAtAWindow, Night
from tests.ui.shell.test_window import clauses, signed
from tests.ui.user import Keys, spec
from ui.shell.app import Program
from ui.shell.window import Window
from ui.work.settings import slips_of

pytestmark = pytest.mark.long

AT_PIT = ("waiting", "open table", "count tray", "close table", "dealer", "camera", "remove box")
FILLS = ("1", "2", "3")  # whose slips print at the pit
JAMS = "printer jams"
KEPT = ("", ".head", ".pepper", ".key")  # of a book


def made(line: ShiftLine) -> tuple[str, dict[str, object]] | None:
    """The verb and the fields of a line."""
    return spec(line.words, clauses(line), line.reason)


def at_pit(line: ShiftLine) -> bool:
    """Whether it is done at the pit's window."""
    found = made(line)
    return found is not None and found[0] in AT_PIT


class Windows:
    """Two programs on one book: the cage's, and that of the pit's station; each with its printer."""

    def __init__(self, qtbot: QtBot, folder: Path, night: Night) -> None:
        self.qtbot, self.night, self.clock = qtbot, night, night.clock
        self.book, pit, port = night.book, folder / "pit", free_port()
        self._pair(pit / "station", port)
        self.alone = folder / "alone" / "book.db"
        self.alone.parent.mkdir()
        for ending in KEPT:
            shutil.copy(f"{self.book}{ending}", f"{self.alone}{ending}")
        self.cage, self.pit = Program(folder / "cage", self.clock), Program(pit, self.clock)
        self.cage.serve = ("127.0.0.1", port)
        self.cage.begin(self.book)
        self.here = Keys(qtbot, self._opened(self.cage))
        self.pit.begin()
        self.there = Keys(qtbot, self._opened(self.pit))

    def _pair(self, folder: Path, port: int) -> None:
        proof, secret = self.night.replay.secrets["gro"]
        by, key = [Signer("gro", "gaming manager", **{proof: secret})], machine_key(folder)
        with Journal.open(self.book) as journal:
            pepper, own = open_keys(journal, self.clock)
            desk = Desk(journal, pepper, clock=self.clock, key=own, notes_own=True)
            desk.pair_station("pit 1", as_text(key.certificate), ("pit",), by, fills=FILLS)
            desk.sign_in(by[0])  # notes the book's own keys, with a salt drawn by chance
        Home.begun(folder, KnownCage("pit 1", "127.0.0.1", port, cage_key(self.book).certificate))

    def _opened(self, program: Program) -> Window:
        window = program.window
        assert isinstance(window, Window)
        self.qtbot.waitUntil(lambda: window.station.ready and hasattr(window, "frame"))
        window.settings.lock_min = 600
        return window

    def close(self) -> None:
        for program in (self.pit, self.cage):
            if program.window:
                program.window.close()

    def play(self) -> None:
        """Every timed line, each at its own window; what is refused there is refused at one desk."""
        before, night = None, self.night
        for line in night.lines:
            if line.time is None:
                continue
            zone = self.here.window.station.board.site.zone
            before = self.clock.at = at_time(night.replay.night, line.time, before, zone)
            found = None if line.words == JAMS else made(line)
            if line.words == JAMS:
                paper = self.there.window.station.printing.paper  # table 2's next fill prints there
                assert isinstance(paper, Paper)
                paper.jam()
            elif found:
                user, who = (self.there, "bo") if at_pit(line) else (self.here, "jo")
                user.window.activateWindow()
                self.qtbot.waitUntil(user.window.isActiveWindow)
                user.sign_in(who, night.replay.secrets[who][1])
                told = user.do(*found, signed(line, night))
                expected = line.expected.partition(" ")[0] == "refused"
                assert bool(told) == expected, f"{line.where}: {line.text}: {told}"
                self.quiet()

    def quiet(self) -> None:
        """Wait until both windows show the same book, and nothing waits for a printer."""
        here, there = self.here.window.station, self.there.window.station
        self.here.settle()
        self.qtbot.waitUntil(
            lambda: (
                here.board.seen == there.board.seen
                and (bool(here.board.questions) or not (here.board.unprinted or there.board.unprinted))
            )
        )
        self.here.settle()
        self.qtbot.waitUntil(lambda: here.board.seen == there.board.seen)


class AtOneDesk(AsAtAWindow):
    """The same lines at one desk, without a wire; what the pit does is asked as the pit's station."""

    def _timed(self, line: ShiftLine) -> None:
        if at_pit(line):
            with self.desk.at("pit 1"):
                super()._timed(line)
        elif made(line):
            super()._timed(line)


def printed(desk: Desk, cage: Paper, pit: Paper) -> None:
    """Print what is due, at the cage and then at the pit."""
    drain(desk, cage)
    while sheet := due(desk, pit, "pit 1"):
        noted = note(desk, pit, sheet)
        outcome = pit.print(sheet.job)
        settle(desk, noted, outcome)
        if outcome == "unknown":
            return


def alone(windows: Windows) -> tuple[Path, Path]:
    """Play the night at one desk; where the paper of the cage lies, and that of the pit."""
    book, night = windows.alone, windows.night
    folders = [book.with_name(name) for name in ("cage-slips", "pit-slips")]
    for folder in folders:
        folder.mkdir()
    clock = SetClock(windows.night.replay.clock.at)
    cage, pit = Paper(folders[0]), Paper(folders[1], name="paper at pit 1")
    with Journal.open(book) as journal:
        pepper, key = open_keys(journal, clock)
        desk = Desk(journal, pepper, clock=clock, key=key, notes_own=True)
        replay = AtOneDesk(desk, clock, lambda desk: printed(desk, cage, pit), pit.jam)
        replay.secrets, replay.first_manager = night.replay.secrets, night.replay.first_manager
        replay.night = night.replay.night
        played(replay, night, pit)
    return folders[0], folders[1]


def played(replay: AtOneDesk, night: Night, pit: Paper) -> None:
    """Each line, and the jam at the printer of the pit."""
    for line in night.lines:
        if line.words == JAMS:
            pit.jam()
        elif line.time is not None:
            list(replay.play([line]))
    assert not replay.misses


def slips(folder: Path) -> dict[str, bytes]:
    """What came out there: name → bytes."""
    return {path.name: path.read_bytes() for path in sorted(folder.iterdir())}


@pytest.fixture
def windows(qtbot: QtBot, night: Callable[[str, str], Night], tmp_path: Path) -> Iterator[Windows]:
    made = Windows(qtbot, tmp_path, night("busy", "hand"))
    yield made
    made.close()


def test_the_busy_night_at_two_windows_has_book_report_and_paper_of_one_desk(windows, tmp_path):
    windows.play()
    copy = Home.of(tmp_path / "pit" / "station").book
    windows.close()
    for program in (windows.pit, windows.cage):
        program.window = None
    cage_paper, pit_paper = alone(windows)

    books = {"cage": windows.book, "pit": copy, "alone": windows.alone}
    rows = {}
    for name, path in books.items():
        with Journal.read(path) as journal:
            rows[name] = journal.rows(0, 10_000)
            assert journal.verify().ok
    assert len(rows["cage"]) > 150
    assert rows["pit"] == rows["cage"]
    assert rows["cage"] == rows["alone"]

    reports = {}
    for name, path in books.items():
        out = tmp_path / f"{name}.pdf"
        assert main(["report", "--book", str(path), "--out", str(out)]) == 0
        reports[name] = out.read_bytes()
    assert reports["cage"] == reports["pit"] == reports["alone"]

    at_cage, there = slips(slips_of(windows.book)), slips(slips_of(copy))
    assert at_cage == slips(cage_paper)
    assert there == slips(pit_paper)
    assert {name.split("-")[0] for name in there} == {"fill"}
    assert not {*at_cage} & {*there}
    assert len(there) > 10
