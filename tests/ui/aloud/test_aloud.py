"""The program on a real screen and a real bus, read and heard by a stranger: no part of it is ours."""

import json
import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest

from tests.files import ROOT
from ui.shell.find import SETTINGS
from ui.work.actions import ACTIONS

pytestmark = pytest.mark.long

PYTHON = "/usr/bin/python3"  # the system's own: it has the bus
TOOLS = ("Xvfb", "dbus-daemon", "dbus-monitor", "xdotool", PYTHON)
PLACES = [one for one in ACTIONS if one.group == "place"]
PIN, MOST_S = "1122", 60  # of Cora Sandvik, who practices; no other figure here has its digits
ANNOUNCED = r'member=Announcement\n(?:.*\n){3} +variant +string "(.*)"'
OURS = ("QT_", "DBUS_", "DISPLAY", "AT_")  # what is set for other screens and buses
PACKAGES = "make test installs at-spi2-core, dbus, python3-gi and xdotool where it can"


def _missing() -> str:
    lacks = [tool for tool in TOOLS if not shutil.which(tool)]
    if (
        not lacks
        and subprocess.run([PYTHON, "-c", "import gi"], capture_output=True, check=False).returncode
    ):
        lacks = ["python3-gi"]
    if not lacks and not Path("/usr/share/dbus-1/services/org.a11y.Bus.service").exists():
        lacks = ["at-spi2-core"]
    return ", ".join(lacks)


class Heard:
    """The program, a screen, and what goes over the bus."""

    def __init__(self, folder: Path, env: dict[str, str], begun: list[subprocess.Popen[Any]]) -> None:
        self._env, self._begun, self._log = env, begun, folder / "bus.log"
        self._reader = self.begin([PYTHON, str(ROOT / "tests" / "ui" / "aloud" / "reader.py")])
        address = self._answer()
        with self._log.open("wb") as log:
            self.begin(["dbus-monitor", "--address", address], stdout=log)
        home = str(folder / "home")
        self.begin([sys.executable, "-m", "ui", "--practice", "--folder", home], cwd=ROOT)

    def begin(self, command: list[str], **more: Any) -> subprocess.Popen[Any]:
        given = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.DEVNULL}
        made = subprocess.Popen(command, env=self._env, **(given | more))
        self._begun.append(made)
        return made

    def _answer(self) -> Any:
        return json.loads(self._reader.stdout.readline())

    def tree(self) -> list[dict[str, Any]]:
        """Every part that is in sight, as a stranger reads it."""
        self._reader.stdin.write(b"tree\n")
        self._reader.stdin.flush()
        return self._answer()

    def another(self, than: list[dict[str, Any]]) -> list[dict[str, Any]]:
        """Wait until something else is in sight, at rest; read it as seldom as can be, it takes long."""
        seen = than

        def came() -> bool:
            nonlocal seen
            seen = self._rested()
            return seen != than

        until(came, lambda: "nothing changes")
        return seen

    def _rested(self) -> list[dict[str, Any]]:
        at = -1
        while at != (at := self.here):
            time.sleep(0.2)
        return self.tree()

    def keys(self, *keys: str) -> None:
        """Press keys, 15 ms each."""
        subprocess.run(["xdotool", "key", "--delay", "15", *keys], env=self._env, check=True)

    def run(self, *words: str) -> str:
        done = subprocess.run([*words], env=self._env, capture_output=True, text=True, check=False)
        return done.stdout

    @property
    def here(self) -> int:
        """How much went over the bus so far."""
        return self._log.stat().st_size

    def since(self, where: int) -> str:
        """What went over the bus since then."""
        with self._log.open("rb") as log:
            log.seek(where)
            return log.read().decode("utf-8", "replace")

    def hear(self, words: str, where: int) -> list[str]:
        """Wait until this is announced; all that was announced since then."""
        said: list[str] = []

        def heard() -> bool:
            told = re.findall(
                r'member=Announcement\n(?:.*\n){3} +variant +string "(.*)"', self.since(where)
            )
            said[:] = told
            return any(words in one for one in told)

        until(heard, lambda: f"nobody says {words}, but {said}")
        return said


def until(so: Callable[[], Any], why: Callable[[], str] = lambda: "") -> None:
    """Wait until something is so."""
    end = time.monotonic() + MOST_S
    while not so():
        assert time.monotonic() < end, why()
        time.sleep(0.05)


@pytest.fixture
def heard() -> Iterator[Heard]:
    if lacks := _missing():
        pytest.skip(f"There is no bus for screen readers here: {lacks}; {PACKAGES}.")
    begun: list[subprocess.Popen[Any]] = []
    with TemporaryDirectory(prefix="ear-", dir="/tmp") as name:
        folder = Path(name)
        env = {
            k: v for k, v in os.environ.items() if not k.startswith(("QT_", "DBUS_", "DISPLAY", "AT_"))
        }
        env |= {"XDG_RUNTIME_DIR": name, "XDG_CACHE_HOME": name, "PYTHONPATH": str(ROOT)}
        env |= {"QT_QPA_PLATFORM": "xcb", "QT_LINUX_ACCESSIBILITY_ALWAYS_ON": "1"}
        try:
            end, give = os.pipe()
            screen = ["Xvfb", "-displayfd", str(give), "-screen", "0", "1366x768x24", "-nolisten", "tcp"]
            begun.append(subprocess.Popen(screen, pass_fds=[give], stderr=subprocess.DEVNULL))
            os.close(give)
            with os.fdopen(end) as told:
                env["DISPLAY"] = ":" + told.readline().strip()
            bus = ["dbus-daemon", "--session", "--nofork", "--print-address=1"]
            daemon = subprocess.Popen(
                bus, env=env, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
            )
            begun.append(daemon)
            env["DBUS_SESSION_BUS_ADDRESS"] = daemon.stdout.readline().strip()
            yield Heard(folder, env, begun)
        finally:
            for one in reversed(begun):
                one.kill()
                one.communicate()


def wrong(part: dict[str, Any]) -> bool:
    """Whether whoever hears it does not know what it is."""
    if part["role"] in ("combo box", "image"):
        return not (any(part["labels"]) if part["role"] == "combo box" else part["name"])
    cell = part["role"] in ("table cell", "cell")  # it may be empty
    ticked = part["role"] == "check box" and part["name"] not in SETTINGS["site"]
    return ticked or (part["focusable"] and not cell and not named(part))


def named(part: dict[str, Any]) -> bool:
    return bool(part["name"] or any(part["labels"]))


def test_a_stranger_reads_the_screens_hears_a_payment_and_learns_no_pin(heard):
    until(lambda: heard.run("xdotool", "search", "--onlyvisible", "--name", "PitDesk").split())
    for window in heard.run("xdotool", "search", "--onlyvisible", "--name", "PitDesk").split():
        heard.run("xdotool", "windowfocus", window)
    until(lambda: any(part["name"] == "Cora Sandvik, cashier" for part in heard.tree()))
    seen = {"sign-in": heard.tree()}

    at = heard.here
    heard.keys("c")
    heard.hear("Cora Sandvik. Type your PIN.", at)
    at = heard.here
    heard.keys(*PIN, "Return")
    assert heard.hear("Cora Sandvik is signed in.", at).count("dot.") <= len(PIN)
    told = heard.since(at)
    seen["floor"] = heard.tree()

    at = heard.here
    heard.keys("F4", "6", "asterisk", "2", "5", "plus", "7", "asterisk", "5", "Return")
    said = heard.hear("Paid $185.00.", at)
    assert sum("Paid $185.00." in one for one in said) == 1
    seen["redeem"] = heard.tree()

    heard.keys("F2")
    assert any(part["role"] == "radio button" for part in heard.another(seen["redeem"]))
    heard.keys("3", "Return", "4", "asterisk", "5", "Return")
    seen["fill"] = heard.tree()
    at = heard.here
    heard.keys(*PIN)
    heard.keys("Return")
    heard.hear("Fill 000001", at)
    told += heard.since(at)

    before = heard.tree()
    for place in PLACES:
        heard.keys(place.key.lower())
        before = seen[place.name] = heard.another(before)

    strings = re.findall(r'string "(.*)"', told)
    assert strings
    assert not [one for one in strings if PIN in one or one in {*PIN}]
    keys = re.findall(r"member=NotifyListenersSync\n +struct \{\n +uint32 \d+\n +int32 (\d+)", told)
    assert not {int(key) for key in keys} & {ord(digit) for digit in PIN}
    for what, parts in seen.items():
        assert len(parts) > 30, what
        assert not [part for part in parts if wrong(part)], what
        assert any(part["role"] in ("heading", "page tab") and part["name"] for part in parts), what
    roles = {part["role"] for parts in seen.values() for part in parts}
    assert roles >= {"heading", "list", "list item", "page tab", "radio button", "combo box"}
