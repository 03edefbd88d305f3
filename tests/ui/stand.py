"""A window that stands: opened once for the tests of a file, and each of them has it as it was opened.

A test takes place in a copy of the process, and what it did ends with that. The book and all that lies
beside it are put back before the next.
"""

import ctypes
import gc
import os
import pickle
import shutil
import sys
import traceback
import warnings
from collections.abc import Callable
from importlib import import_module
from inspect import signature
from pathlib import Path
from tempfile import mkdtemp
from threading import Thread
from typing import Any, ClassVar

import PySide6
import pytest
import shiboken6
from _pytest.runner import runtestprotocol
from PySide6.QtCore import QThreadPool, qInstallMessageHandler
from pytestqt.exceptions import capture_exceptions

from pitdesk.clock import SetClock
from tests.ui.night import Quick
from tests.ui.pit import Patient, Pit, cleared, dressed, opened
from ui.beside import lane
from ui.widgets import theme

Make = Callable[..., Quick]
_STANDING: dict[Callable[..., object], tuple[Make, tuple[str, ...]]] = {}  # by the function of a fixture
_PAINTERS = "_ZN22QGuiApplicationPrivate15qtGuiThreadPoolEv"


def stands(*pages: str) -> Callable[[Make], Any]:
    """User of a window that stands for every test of a file that wants this fixture.

    The function under it may ask for qtbot, tmp_path and open_window, and for no other fixture.

    pages   places and verbs whose pages were made before; then it is at the floor again
    """

    def fixture(make: Make) -> Any:
        @pytest.fixture(name=make.__name__)
        def user(request: pytest.FixtureRequest) -> Quick:
            if (stand := Stand.now) and stand.make is make:
                return stand.of(request.getfixturevalue("qtbot"))
            given = {name: request.getfixturevalue(name) for name in signature(make).parameters}
            return seen(make(**given), pages)

        user.__doc__ = make.__doc__
        _STANDING[user._get_wrapped_function()] = make, pages
        return user

    return fixture


def seen(user: Quick, pages: tuple[str, ...]) -> Quick:
    """Have these pages made, and be where one was."""
    place = user.window.place
    for page in pages:
        user.go(page)
        user.settle()
    if pages:
        user.go(place)
        user.settle()
    return user


class Stand:
    """A window that stands, its book closed meanwhile.

    Attributes:
        now: the one of this process.
        make: what opened it.
    """

    now: ClassVar["Stand | None"] = None

    def __init__(self, make: Make, pages: tuple[str, ...]) -> None:
        self.make = make
        gc.disable()  # nothing is collected in the desk's thread, as in the program
        where = os.environ.get("PYTEST_DEBUG_TEMPROOT")  # as for the tests' own folders
        self._folder, self._kept = (Path(mkdtemp(dir=where)) for _ in range(2))
        given = {"qtbot": Patient.of_none(), "tmp_path": self._folder, "open_window": self._open}
        with capture_exceptions() as wrong:
            user = self._user = seen(
                make(**{name: given[name] for name in signature(make).parameters}), pages
            )
            user.qtbot.waitUntil(lambda: not any(one.busy() for one in _working()))
        assert not wrong, wrong
        self._runner = user.window.station.runner
        self._journal = self._at_desk(lambda: self._runner._desk.journal)
        self._at_desk(self._journal.close)
        shutil.copytree(self._folder, self._kept, dirs_exist_ok=True)
        self._lanes = _working()
        _painters().waitForDone()  # else a copy waits for threads that it does not have
        gc.collect()
        gc.freeze()

    def _open(self, book: Path, clock: SetClock) -> Pit:
        return opened(Patient.of_none(), self._folder, book, clock)

    def _at_desk(self, work: Callable[[], Any]) -> Any:
        return self._runner._lane.submit(work).result()

    def of(self, qtbot: Patient) -> Quick:
        """User who wait as this test does."""
        self._user.qtbot = qtbot
        return self._user

    def copied(self, do: Callable[[], list[Any]]) -> list[Any]:
        """Do something in a copy of the process; what came of it."""
        shutil.rmtree(self._folder)
        shutil.copytree(self._kept, self._folder)
        to_read, to_write = os.pipe()
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", DeprecationWarning)  # of other threads: they are at rest
            child = os.fork()
        if not child:
            os.close(to_read)
            self._end_with(do, to_write)
        os.close(to_write)
        with open(to_read, "rb") as pipe:
            told = pipe.read()
        _, status = os.waitpid(child, 0)
        assert told, f"the copy of the process ended with status {status}"
        return pickle.loads(told)  # type: ignore[no-any-return]

    def _end_with(self, do: Callable[[], list[Any]], told: int) -> None:
        try:
            self._go_on()
            data = pickle.dumps(do())
            with open(told, "wb") as pipe:
                pipe.write(data)
        except BaseException:  # noqa: BLE001  (it ends here, whatever happened)
            traceback.print_exc(file=sys.__stderr__)
        finally:
            os._exit(1)

    def _go_on(self) -> None:
        """Begin the threads anew, of which a copy has none, and open the book."""
        for one in self._lanes:
            Thread.__init__(one._side, name=one._side.name, daemon=True)
            one._side.start()
        journal = self._journal
        self._at_desk(lambda: type(journal).__init__(journal, journal.path, write=True))

    def end(self) -> None:
        """Close the window."""
        Stand.now = None
        gc.unfreeze()
        self._user.window.close()
        cleared()
        trim = getattr(ctypes.CDLL(None), "malloc_trim", None)  # of glibc: what is free goes back
        if trim:
            trim(0)  # the less memory a process has, the sooner it is copied
        for folder in (self._folder, self._kept):
            shutil.rmtree(folder)


def wanted(item: pytest.Item | None) -> tuple[Make, tuple[str, ...]] | None:
    """What opens the window that a test wants to stand, and its pages."""
    info = getattr(item, "_fixtureinfo", None)
    for name in info.names_closure if info and sys.platform == "linux" else ():
        if (found := info.name2fixturedefs.get(name)) and (make := _STANDING.get(found[-1].func)):
            return make
    return None


def run(item: pytest.Item, nextitem: pytest.Item | None) -> bool:
    """Run a test that wants a window that stands; whether it was one."""
    want = wanted(item)
    if not want or item.config.getoption("usepdb"):
        return False
    item.ihook.pytest_runtest_logstart(nodeid=item.nodeid, location=item.location)
    try:
        stand = Stand.now = Stand.now or _made(want)
        own: Any = item.parent  # the copy ends what is of this test alone: a server goes on in ours
        told = stand.copied(
            lambda: [_report(item, "to", one) for one in runtestprotocol(item, False, own)]
        )
    except Exception:  # noqa: BLE001  (it is the test's)
        words = traceback.format_exc()
        failed = pytest.TestReport(item.nodeid, item.location, {}, "failed", words, "setup")
        told = [_report(item, "to", failed)]
        cleared()
    for one in told:
        item.ihook.pytest_runtest_logreport(report=_report(item, "from", one))
    item.session._setupstate.teardown_exact(nextitem)
    if Stand.now and wanted(nextitem) != want:
        Stand.now.end()
    item.ihook.pytest_runtest_logfinish(nodeid=item.nodeid, location=item.location)
    return True


def _made(want: tuple[Make, tuple[str, ...]]) -> Stand:
    dressed()
    import_module("escpos.printer")  # else each copy imports it when it first prints
    theme.fit(1366, 768)
    qInstallMessageHandler(lambda *_: None)  # tests tell what Qt warns of
    try:
        return Stand(*want)
    finally:
        qInstallMessageHandler(None)


def _report(item: pytest.Item, way: str, one: Any) -> Any:
    hook = getattr(item.config.hook, f"pytest_report_{way}_serializable")
    return hook(config=item.config, **{"report" if way == "to" else "data": one})


def _working() -> list[lane.Lane]:
    """Lanes whose thread lives."""
    return [one for side, one in [*lane._LANES.items()] if side.is_alive() and not side.ended]


def _painters() -> QThreadPool:
    """The threads with which Qt paints: it keeps them to itself."""
    (library,) = Path(PySide6.__file__).parent.rglob("libQt6Gui.so.6")
    found = ctypes.CDLL(str(library))[_PAINTERS]
    found.restype = ctypes.c_void_p
    return shiboken6.wrapInstance(found(), QThreadPool)  # type: ignore[no-any-return]
