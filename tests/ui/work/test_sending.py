"""The sending: what waits is sent with nobody waiting, once and in order; what is away comes later."""

import shutil
import threading
from datetime import timedelta
from pathlib import Path

import pytest

from pitdesk.book.journal import Journal
from pitdesk.codes.keys import SiteKey
from pitdesk.documents.document import Document, kept
from pitdesk.documents.outbox import FIRST_S
from pitdesk.documents.targets import Folder
from pitdesk.errors import Trouble
from pitdesk.office import roles
from pitdesk.office.reading import raw_of
from pitdesk.office.receive import receive
from pitdesk.office.store import Store
from tests.pitdesk.office.conftest import server, shared, url  # noqa: F401
from tests.ui.night import proven
from tests.ui.offices import NIGHT, Counter, counter
from ui.work.sending import AWAY, KEYLESS, NOWHERE, SENDING, SENT, sending_of

pytestmark = pytest.mark.long


@pytest.fixture
def office(tmp_path) -> Path:
    """A folder that documents go to."""
    made = tmp_path / "head office"
    made.mkdir()
    return made


def files(office: Path) -> list[str]:
    return sorted(path.stem[: -len("-12345678")] for path in office.rglob("*.pitdesk"))


def correct(user: Counter) -> None:
    by = proven("gro:gaming manager")
    user.at_desk(lambda desk: desk.correction(NIGHT, {"gross": -100}, "miscounted", by))


def test_with_nowhere_to_send_nothing_is_asked_and_nothing_is_said(qtbot, tmp_path):
    user = counter(qtbot, tmp_path)
    assert user.sending.state == NOWHERE
    assert user.sending.matter == ""
    assert not user.window.frame.top.unsent.isVisible()
    assert "document" not in user.kinds()


def test_what_waits_is_sent_at_the_start_with_nobody_asking(qtbot, tmp_path, office):
    user = counter(qtbot, tmp_path, office=str(office))
    user.until(lambda: user.sending.state == SENT)
    assert files(office) == ["000001-day-2026-11-21"]
    sent = [e for e in user.entries() if e.kind == "sent"]
    assert [(e.fact.number, e.fact.answer) for e in sent] == [(1, "stored")]
    assert user.sending.waiting.count == 0
    assert user.sending.told == ["1  day 2026-11-21: stored"]


def test_each_new_fact_is_sent_by_itself_and_nothing_twice(qtbot, tmp_path, office):
    user = counter(qtbot, tmp_path, office=str(office))
    user.until(lambda: user.sending.state == SENT)
    correct(user)
    user.until(lambda: len(files(office)) == 2 and user.sending.state == SENT)
    by = proven("gro:gaming manager")
    user.at_desk(lambda desk: desk.replace_key("a new computer", by))
    user.until(lambda: len(files(office)) == 3 and user.sending.state == SENT)
    user.settle()
    sent = [e.fact.number for e in user.entries() if e.kind == "sent"]
    assert sent == [1, 2, 3]
    assert [name.split("-")[1].partition(".")[0] for name in files(office)] == [
        "day",
        "correction",
        "key",
    ]


def test_what_is_in_the_folder_is_what_the_book_has(qtbot, tmp_path, office):
    user = counter(qtbot, tmp_path, office=str(office))
    user.until(lambda: user.sending.state == SENT)
    with Journal.read(user.pit.book) as journal:
        mine = [kept(fact).data for fact in journal.documents()]
    assert [path.read_bytes() for path in sorted(office.rglob("*.pitdesk"))] == mine
    assert Document.read(mine[0]).wrong == ""


def test_what_cannot_be_reached_is_tried_again_later_and_later(qtbot, tmp_path):
    away = tmp_path / "stick"
    user = counter(qtbot, tmp_path, office=str(away))
    sending = user.sending
    user.until(lambda: sending.state == AWAY)
    assert "is not there" in sending.why
    assert sending.backlog == "1 document waits since Nov 22"
    assert sending._again.isActive()
    assert sending._again.interval() == FIRST_S * 1000
    assert sending.again_at == user.station.now() + timedelta(seconds=FIRST_S)
    sending.send_now()
    user.until(lambda: sending.state == AWAY and sending._again.interval() == 2 * FIRST_S * 1000)
    away.mkdir()
    sending._again.timeout.emit()  # the time has come
    user.until(lambda: sending.state == SENT)
    assert not sending._again.isActive()
    assert sending.backlog == ""
    assert files(away) == ["000001-day-2026-11-21"]


def test_the_window_says_so_only_after_a_day_and_leads_there(qtbot, tmp_path):
    away = tmp_path / "stick"
    user = counter(qtbot, tmp_path, office=str(away))
    user.until(lambda: user.sending.state == AWAY)
    assert not user.window.frame.top.unsent.isVisible()
    user.pit.clock.at += timedelta(days=31)
    user.window.session.tick.timeout.emit()
    assert user.window.frame.top.unsent.word.text() == "1 document waits since Nov 22"
    assert user.window.frame.top.unsent.word.property("tone") == "look"
    user.press(user.window.frame.top.unsent.see)
    assert user.window.place == "office"
    away.mkdir()
    user.sending.send_now()
    user.until(lambda: user.sending.state == SENT)
    assert not user.window.frame.top.unsent.isVisible()
    assert not user.window.frame.top.unsent.see.isVisible()


def test_a_conflict_is_told_with_what_differs_and_holds_up_nothing(qtbot, tmp_path, office):
    user = counter(qtbot, tmp_path, office=str(office))
    user.until(lambda: user.sending.state == SENT)
    path = next(office.rglob("*.pitdesk"))
    path.write_bytes(path.read_bytes().replace(b'"gross":518000', b'"gross":518100'))
    before, other = path.read_bytes(), tmp_path / "other"
    office.rename(other)
    user.sending.send_to(str(other))
    correct(user)
    user.until(lambda: user.sending.state == SENT and len(files(other)) == 3)
    [conflict] = user.sending.conflicting
    assert (conflict.number, conflict.name) == (1, "day 2026-11-21")
    assert conflict.differs == ("summary.gross: here 518000, there 518100",)
    assert user.window.frame.top.unsent.word.text() == "1 document in conflict"
    assert before in [path.read_bytes() for path in other.rglob("000001*")]  # and ours beside it
    user.sending.conflicts.clear()  # as after a start: the book knows the number
    assert [(one.number, one.differs) for one in user.sending.conflicting] == [(1, ())]


def test_a_book_without_its_key_says_so(qtbot, tmp_path, office):
    user = counter(qtbot, tmp_path, office=str(office), signs=False)
    user.until(lambda: user.sending.state == KEYLESS)
    assert files(office) == []


def test_an_address_that_cannot_be_kept_is_told_and_not_used(qtbot, tmp_path):
    user = counter(qtbot, tmp_path)
    shutil.rmtree(tmp_path / "station")
    (tmp_path / "station").write_text("no folder")
    with pytest.raises(Trouble, match="cannot be kept"):
        user.sending.send_to(str(tmp_path))
    assert user.sending.settings.office == ""


def test_a_folder_whose_name_no_disk_takes_is_told(qtbot, tmp_path):
    user = counter(qtbot, tmp_path)
    user.sending.send_to(f"{tmp_path}/{'x' * 300}")
    user.until(lambda: "is not there" in user.sending.why)


def test_an_address_that_is_none_is_not_kept(qtbot, tmp_path):
    user = counter(qtbot, tmp_path)
    with pytest.raises(Trouble, match="is not the address of a head office"):
        user.sending.send_to("ftp://office.example")
    assert user.sending.settings.office == ""
    assert user.sending.state == NOWHERE


def test_the_desk_and_the_window_do_not_wait_for_the_way_there(qtbot, tmp_path, office, monkeypatch):
    gone, arrived, threads = threading.Event(), threading.Event(), []
    deliver = Folder.deliver

    def slow(self, document):
        threads.append(threading.current_thread().name)
        gone.set()
        assert arrived.wait(20)
        return deliver(self, document)

    monkeypatch.setattr(Folder, "deliver", slow)
    user = counter(qtbot, tmp_path, office=str(office))
    user.until(gone.is_set)
    assert user.sending.state == SENDING
    correct(user)  # the desk answers while the document is on its way
    user.sending.send_now()
    assert user.sending.state == SENDING
    arrived.set()
    user.until(lambda: user.sending.state == SENT)
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
    user = counter(qtbot, tmp_path, office=str(office))
    user.until(gone.is_set)
    sending, book = user.sending, user.pit.book
    user.window.close()
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
    user = counter(qtbot, tmp_path, office=str(office))
    user.until(gone.is_set)
    user.sending.send_to(str(other))
    arrived.set()
    user.until(lambda: user.sending.state == SENT)
    assert files(other) == files(office) == ["000001-day-2026-11-21"]
    told = user.entries()
    assert {e.fact.target for e in told if e.kind == "sent"} == {
        Folder(office).name,
        Folder(other).name,
    }


def test_a_station_has_one_courier(qtbot, tmp_path):
    user = counter(qtbot, tmp_path)
    assert sending_of(user.station, user.window.settings) is user.sending
    user.go("office")
    assert user.form.sending is user.sending


def test_the_window_learns_what_was_settled_and_what_was_lost(qtbot, tmp_path, server, url):  # noqa: F811
    user = counter(qtbot, tmp_path)
    [mine] = user.at_desk(lambda desk: desk.write_documents() or desk.documents())
    another = {name: it for name, it in mine.said.items() if name != "public"} | {"head": "00"}
    other = Document.signed(another, SiteKey(bytes(32)))
    with Store.open(url) as store:
        site = roles.enroll(store, mine.site, mine.public, f"window{server.port}")
        store.add([raw_of(site.id, other)])
        user.sending.send_to(server.url(store.connection.info.dbname, site.role))
        user.until(lambda: user.sending.state == SENT)
        assert [one.number for one in user.sending.conflicting] == [1]
        roles.settle(store, site, 1, mine.sha256, "the other was a test")
        receive(store)
        user.sending.send_now()
        user.until(lambda: user.sending.state == SENT and not user.sending.conflicting)
        assert user.sending.told[0].startswith("1: settled: this one stands: the other was a test (")
        store.connection.execute("DELETE FROM pitdesk.document WHERE sha256 = %s", [mine.sha256])
        correct(user)
        user.until(lambda: user.sending.state == SENT and store.sizes() == {site.id: 3})
        assert "1: lost" in user.sending.told
