"""Inspector mode: opened by a manager, locked behind, nothing written but that entry, over in time."""

from collections.abc import Iterator
from datetime import timedelta
from hashlib import sha256
from pathlib import Path

import pytest

from pitdesk import kinds
from tests.ui.night import Quick, copied
from tests.ui.stand import stands
from ui.shell.inspecting import Inspecting

pytestmark = pytest.mark.long

GRO = [("gro", "gaming manager", "730251")]
SEALED = (2, 30)


@stands("inspect")
def user(qtbot, open_window, tmp_path) -> Quick:
    return Quick.at(qtbot, open_window(*copied(tmp_path, SEALED)), "gro")


@pytest.fixture
def here(user: Quick, qtbot) -> Iterator[Inspecting]:
    form = user.fill_in("inspect", {"agent": "Dana Roe, badge 12", "minutes": "60"}, GRO)
    user.post(form)
    here = user.window.inspecting
    assert here
    qtbot.waitUntil(lambda: here.station.ready and hasattr(here, "take"))
    qtbot.waitUntil(lambda: not (here.days.reader.busy() or here.packs.busy()))
    yield here
    if user.window.inspecting:
        user.window._end_inspection()


def test_it_is_kept_and_the_station_is_locked(user: Quick, here: Inspecting) -> None:
    assert user.window.session.locked
    assert here.why.text().startswith("For Dana Roe, badge 12, until ")
    assert here.station.operator is None
    fact = user.entries()[-1].of(kinds.Inspect)
    assert (fact.agent, fact.minutes) == ("Dana Roe, badge 12", 60)


def test_the_book_is_verified_and_not_one_byte_changes(user: Quick, here: Inspecting, qtbot) -> None:
    book = here.station.book
    before = sha256(book.read_bytes()).hexdigest()
    here.view.choose("check")
    here.verify.click()
    qtbot.waitUntil(lambda: here.verdict.text().startswith("The book is whole"))
    for view in ("law", "slips", "days"):
        here.view.choose(view)
        qtbot.waitUntil(lambda: not here.slips.reader.busy())
    assert sha256(book.read_bytes()).hexdigest() == before


def test_a_quarter_goes_onto_a_stick(here: Inspecting, tmp_path: Path, qtbot) -> None:
    stick = tmp_path / "stick"
    stick.mkdir()
    here.choose_folder = lambda: str(stick)
    here.view.choose("check")
    assert here.quarter.value() == "2026Q4"
    here.pack.click()
    qtbot.waitUntil(
        lambda: "files. Begin with" in here.verdict.text() or "document" in here.verdict.text()
    )
    written = (stick / "pitdesk-2026Q4" / "README.txt").exists()
    assert written == ("files. Begin with" in here.verdict.text())


def test_it_ends_by_itself_and_leads_to_the_sign_in(user: Quick, here: Inspecting, qtbot) -> None:
    user.pit.clock.at += timedelta(minutes=59)
    here._end_in_time()
    assert user.window.inspecting is here
    user.pit.clock.at += timedelta(minutes=1)
    here._end_in_time()
    assert user.window.inspecting is None
    assert user.window.session.locked


def test_a_cashier_opens_it_for_nobody(user: Quick) -> None:
    form = user.fill_in("inspect", {"agent": "Dana Roe"}, [("jo", "cashier", "2741")])
    user.post(form)
    assert "pd.who" in set().union(*user.refused(form).values())
    assert user.window.inspecting is None


def test_verifying_is_stopped_and_begun_again(here: Inspecting, qtbot) -> None:
    here.view.choose("check")
    here.verify.click()
    assert (here.stop.isVisible(), here.verify.isEnabled()) == (True, False)
    here.stop.click()
    assert here.verdict.text() == "Stopped. Nothing was found out, and nothing written."
    assert (here.stop.isVisible(), here.verify.isEnabled(), here.pack.isEnabled()) == (False, True, True)
    here.verify.click()
    qtbot.waitUntil(lambda: here.verdict.text().startswith("The book is whole"))
