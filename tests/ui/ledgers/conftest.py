"""Five weeks of a site with a window on them, its manager signed in."""

import shutil
from collections.abc import Callable
from datetime import UTC, date, datetime
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from pytestqt.qtbot import QtBot

from pitdesk.clock import SetClock
from tests.pitdesk.records.play import played
from tests.pitdesk.records.years import site
from tests.ui.night import Quick
from tests.ui.pit import Pit
from tests.ui.stand import stands

MONDAY = date(2026, 9, 7)


_KEPT = TemporaryDirectory(prefix="weeks-")


@cache
def _weeks() -> Path:
    """A book of five weeks, of which table 3 kept little in the last one."""
    folder = Path(_KEPT.name)
    (folder / "weeks.shift").write_text(site(MONDAY, 5, unlucky="3", since=date(2026, 10, 5)))
    for _ in played(folder / "weeks.shift", folder):
        pass
    return folder


@stands()
def user(tmp_path: Path, open_window: Callable[[Path, SetClock], Pit], qtbot: QtBot) -> Quick:
    """The gaming manager at a window, on the Monday after."""
    shutil.copytree(_weeks(), tmp_path, dirs_exist_ok=True)
    clock = SetClock(datetime(2026, 10, 12, 18, tzinfo=UTC))
    return Quick.at(qtbot, open_window(tmp_path / "book.db", clock), "gro")
