"""The sending: what waits is sent with nobody waiting, once and in order; what is away comes later."""

import shutil
import threading
from datetime import timedelta
from pathlib import Path

import pytest

from pitdesk.book.journal import Journal
from pitdesk.documents.document import Document, kept
from pitdesk.documents.outbox import FIRST_S
from pitdesk.documents.targets import Folder
from pitdesk.errors import Trouble
from tests.ui.evening import proven
from tests.ui.offices import NIGHT, Counter, counter
from ui.work.sending import AWAY, KEYLESS, NOWHERE, SENDING, SENT, sending_of


@pytest.fixture
def office(tmp_path) -> Path:
    """A folder that documents go to."""
    made = tmp_path / "head office"
    made.mkdir()
    return made


def files(office: Path) -> list[str]:
    return sorted(path.name for path in office.rglob("*.pitdesk"))


def correct(hands: Counter) -> None:
    by = proven("gro:gaming manager")
    hands.at_desk(lambda desk: desk.correct_day(NIGHT, {"gross": -100}, "miscounted", by))


def test_with_nowhere_to_send_nothing_is_asked_and_nothing_is_said(qtbot, tmp_path):
    hands = counter(qtbot, tmp_path)
    assert hands.sending.state == NOWHERE
    assert hands.sending.matter == ""
    assert not hands.window.frame.top.unsent.isVisible()
    assert "document" not in hands.kinds()


def test_what_waits_is_sent_at_the_start_with_nobody_asking(qtbot, tmp_path, office):
    hands = counter(qtbot, tmp_path, office=str(office))
    hands.until(lambda: hands.sending.state == SENT)
    assert files(office) == ["000001-day-2026-11-21.pitdesk"]
    sent = [e for e in hands.entries() if e.kind == "sent"]
    assert [(e.detail["number"], e.detail["answer"]) for e in sent] == [(1, "stored")]
    assert hands.sending.waiting.count == 0
    assert hands.sending.told == ["1  day 2026-11-21: stored"]


def test_each_new_fact_is_sent_by_itself_and_nothing_twice(qtbot, tmp_path, office):
    hands = counter(qtbot, tmp_path, office=str(office))
    hands.until(lambda: hands.sending.state == SENT)
    correct(hands)
    hands.until(lambda: len(files(office)) == 2 and hands.sending.state == SENT)
    by = proven("gro:gaming manager")
    hands.at_desk(lambda desk: desk.replace_key("a new computer", by))
    hands.until(lambda: len(files(office)) == 3 and hands.sending.state == SENT)
    hands.settle()
    sent = [e.detail["number"] for e in hands.entries() if e.kind == "sent"]
    assert sent == [1, 2, 3]
    assert [name.split("-")[1].partition(".")[0] for name in files(office)] == [
        "day",
        "correction",
        "key",
    ]


def test_what_is_in_the_folder_is_what_the_book_has(qtbot, tmp_path, office):
    hands = counter(qtbot, tmp_path, office=str(office))
    hands.until(lambda: hands.sending.state == SENT)
    with Journal.read(hands.pit.book) as journal:
        mine = [kept(entry).data for entry in journal.documents()]
    assert [path.read_bytes() for path in sorted(office.rglob("*.pitdesk"))] == mine
    assert Document.read(mine[0]).wrong == ""


def test_what_cannot_be_reached_is_tried_again_later_and_later(qtbot, tmp_path):
    away = tmp_path / "stick"
    hands = counter(qtbot, tmp_path, office=str(away))
    sending = hands.sending
    hands.until(lambda: sending.state == AWAY)
    assert "is not there" in sending.why
    assert sending.backlog == "1 document waits since Nov 22"
    assert sending._again.isActive()
    assert sending._again.interval() == FIRST_S * 1000
    assert sending.again_at == hands.station.now() + timedelta(seconds=FIRST_S)
    sending.send_now()
    hands.until(lambda: sending.state == AWAY and sending._again.interval() == 2 * FIRST_S * 1000)
    away.mkdir()
    sending._again.timeout.emit()  # the time has come
    hands.until(lambda: sending.state == SENT)
    assert not sending._again.isActive()
    assert sending.backlog == ""
    assert files(away) == ["000001-day-2026-11-21.pitdesk"]


def test_the_window_says_so_only_after_a_day_and_leads_there(qtbot, tmp_path):
    away = tmp_path / "stick"
    hands = counter(qtbot, tmp_path, office=str(away))
    hands.until(lambda: hands.sending.state == AWAY)
    assert not hands.window.frame.top.unsent.isVisible()
    hands.pit.clock.at += timedelta(days=31)
    hands.window.session.tick.timeout.emit()
    assert hands.window.frame.top.unsent.word.text() == "1 document waits since Nov 22"
    assert hands.window.frame.top.unsent.word.property("tone") == "look"
    hands.press(hands.window.frame.top.unsent.see)
    assert hands.window.place == "office"
    away.mkdir()
    hands.sending.send_now()
    hands.until(lambda: hands.sending.state == SENT)
    assert not hands.window.frame.top.unsent.isVisible()
    assert not hands.window.frame.top.unsent.see.isVisible()


def test_a_conflict_is_told_with_what_differs_and_holds_up_nothing(qtbot, tmp_path, office):
    hands = counter(qtbot, tmp_path, office=str(office))
    hands.until(lambda: hands.sending.state == SENT)
    path = next(office.rglob("*.pitdesk"))
    path.write_bytes(path.read_bytes().replace(b'"gross":518000', b'"gross":518100'))
    before, other = path.read_bytes(), tmp_path / "other"
    office.rename(other)
    hands.sending.send_to(str(other))
    correct(hands)
    hands.until(lambda: hands.sending.state == SENT and len(files(other)) == 2)
    [conflict] = hands.sending.conflicting
    assert (conflict.number, conflict.name) == (1, "day 2026-11-21")
    assert conflict.differs == ("summary.gross: here 518000, there 518100",)
    assert hands.window.frame.top.unsent.word.text() == "1 document in conflict"
    assert next(other.rglob("000001*")).read_bytes() == before
    hands.sending.conflicts.clear()  # as after a start: the book knows the number
    assert [(one.number, one.differs) for one in hands.sending.conflicting] == [(1, ())]


def test_a_book_without_its_key_says_so(qtbot, tmp_path, office):
    hands = counter(qtbot, tmp_path, office=str(office), signs=False)
    hands.until(lambda: hands.sending.state == KEYLESS)
    assert files(office) == []


def test_an_address_that_cannot_be_kept_is_told_and_not_used(qtbot, tmp_path):
    hands = counter(qtbot, tmp_path)
    shutil.rmtree(tmp_path / "station")
    (tmp_path / "station").write_text("no folder")
    with pytest.raises(Trouble, match="cannot be kept"):
        hands.sending.send_to(str(tmp_path))
    assert hands.sending.settings.office == ""


def test_a_folder_whose_name_no_disk_takes_is_told(qtbot, tmp_path):
    hands = counter(qtbot, tmp_path)
    hands.sending.send_to(f"{tmp_path}/{'x' * 300}")
    hands.until(lambda: "is not there" in hands.sending.why)


def test_an_address_that_is_none_is_not_kept(qtbot, tmp_path):
    hands = counter(qtbot, tmp_path)
    with pytest.raises(Trouble, match="no address"):
        hands.sending.send_to("ftp://office.example")
    assert hands.sending.settings.office == ""
    assert hands.sending.state == NOWHERE


def test_the_desk_and_the_window_do_not_wait_for_the_way_there(qtbot, tmp_path, office, monkeypatch):
    gone, arrived, threads = threading.Event(), threading.Event(), []
    deliver = Folder.deliver

    def slow(self, document):
        threads.append(threading.current_thread().name)
        gone.set()
        assert arrived.wait(20)
        return deliver(self, document)

    monkeypatch.setattr(Folder, "deliver", slow)
    hands = counter(qtbot, tmp_path, office=str(office))
    hands.until(gone.is_set)
    assert hands.sending.state == SENDING
    correct(hands)  # the desk answers while the document is on its way
    hands.sending.send_now()
    assert hands.sending.state == SENDING
    arrived.set()
    hands.until(lambda: hands.sending.state == SENT)
    assert len(files(office)) == 2
    assert {*threads} == {"sending"}


def test_a_window_that_closes_waits_for_no_network_and_hears_nothing_later(
    qtbot, tmp_path, office, monkeypatch
):
    gone, arrived, done = threading.Event(), threading.Event(), threading.Event()
    deliver = Folder.deliver

    def slow(self, document):
        gone.set()
        assert arrived.wait(20)
        try:
            return deliver(self, document)
        finally:
            done.set()

    monkeypatch.setattr(Folder, "deliver", slow)
    hands = counter(qtbot, tmp_path, office=str(office))
    hands.until(gone.is_set)
    sending, book = hands.sending, hands.pit.book
    hands.window.close()
    assert sending.state == SENDING
    arrived.set()
    assert done.wait(20)
    qtbot.wait(1)
    assert sending.state == SENDING
    with Journal.read(book) as journal:
        assert journal.sent(Folder(office).name) == []  # it is sent again, and is there once


def test_where_documents_go_may_change_while_one_is_on_its_way(qtbot, tmp_path, office, monkeypatch):
    gone, arrived = threading.Event(), threading.Event()
    deliver = Folder.deliver

    def slow(self, document):
        if self.path == office:
            gone.set()
            assert arrived.wait(20)
        return deliver(self, document)

    monkeypatch.setattr(Folder, "deliver", slow)
    other = tmp_path / "other"
    other.mkdir()
    hands = counter(qtbot, tmp_path, office=str(office))
    hands.until(gone.is_set)
    hands.sending.send_to(str(other))
    arrived.set()
    hands.until(lambda: hands.sending.state == SENT)
    assert files(other) == files(office) == ["000001-day-2026-11-21.pitdesk"]
    told = hands.entries()
    assert {e.detail["target"] for e in told if e.kind == "sent"} == {
        Folder(office).name,
        Folder(other).name,
    }


def test_a_station_has_one_courier(qtbot, tmp_path):
    hands = counter(qtbot, tmp_path)
    assert sending_of(hands.station, hands.window.settings) is hands.sending
    hands.go("office")
    assert hands.form.sending is hands.sending
