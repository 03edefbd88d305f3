"""Five weeks of a site with a window on them, its manager signed in."""

import shutil
from collections.abc import Callable
from datetime import UTC, date, datetime
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from pitdesk.clock import SetClock
from tests.pitdesk.records.play import played
from tests.pitdesk.records.years import site
from tests.ui.conftest import Pit
from tests.ui.night import Quick

MONDAY = date(2026, 9, 7)


@pytest.fixture(scope="session")
def weeks(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A book of five weeks, of which table 3 kept little in the last one."""
    folder = tmp_path_factory.mktemp("weeks")
    (folder / "weeks.shift").write_text(site(MONDAY, 5, unlucky="3", since=date(2026, 10, 5)))
    for _ in played(folder / "weeks.shift", folder):
        pass
    return folder


@pytest.fixture
def user(
    weeks: Path, tmp_path: Path, open_window: Callable[[Path, SetClock], Pit], qtbot: QtBot
) -> Quick:
    """The gaming manager at a window, on the Monday after."""
    for path in weeks.glob("*"):
        shutil.copy(path, tmp_path)
    clock = SetClock(datetime(2026, 10, 12, 18, tzinfo=UTC))
    return Quick.at(qtbot, open_window(tmp_path / "book.db", clock), "gro")
