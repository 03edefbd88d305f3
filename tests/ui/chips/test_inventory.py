"""The inventory: every chip type and where it is, what became of one, the log and other sheets."""

from datetime import timedelta
from pathlib import Path

import pytest

from pitdesk.book.journal import Journal
from pitdesk.book.people import PLAIN, Pepper
from pitdesk.chips import Chip, Chips
from pitdesk.chipset.inventory import history
from pitdesk.desk import Desk
from tests.ui.night import Quick, copied, proven
from tests.ui.stand import stands
from ui.chips.inventory import HISTORY, InventoryLog
from ui.widgets import art
from ui.work import outlet
from ui.work.outlet import AS_FILE

pytestmark = pytest.mark.long

FIVE, HUNDRED = Chip.named("$5"), Chip.named("$100")


@stands("inventory")
def user(qtbot, open_window, tmp_path) -> Quick:
    return Quick.at(qtbot, open_window(*copied(tmp_path)))


def board(user: Quick):
    return user.window.station.board


def shown(user: Quick, what: object = None) -> InventoryLog:
    user.go("inventory", what)
    read(user, user.form, "history")
    return user.form


def read(user: Quick, page: InventoryLog, topic: str) -> None:
    user.qtbot.waitUntil(lambda: not page.reader.busy(topic))


def rows(page: InventoryLog) -> dict[str, dict[str, str]]:
    """Chip → heading → what stands there."""
    model = page.types
    heads = [model.headings[at] for at in range(model.columnCount())]
    cells = [
        [model.index(down, at).data() for at in range(len(heads))] for down in range(model.rowCount())
    ]
    return {cell[0]: dict(zip(heads, cell, strict=True)) for cell in cells}


def test_every_chip_type_stands_there_drawn_with_where_it_is(user):
    user.at_desk(lambda desk: desk.fill("2", Chips.read("20x$5"), proven("jo:cashier")))
    page = shown(user)
    found = rows(page)
    assert {*found} == {art.shown(chip) for chip in board(user).site.chips}
    five = found["$5"]
    assert (five["In play"], five["Owned"], five["Bank"]) == ("Yes", "2,300", "1,980")
    assert (five["On the way"], five["Trays"], five["Reserve"]) == ("20", "300", "–")
    face = page.types.index(0, 0).data(0x0001)  # its picture
    assert not face.isNull()


def test_a_type_out_of_play_says_since_when(user):
    by = proven("gro:gaming manager")
    user.at_desk(lambda desk: desk.set_play(HUNDRED, by, "a new set", on=False))
    page = shown(user, HUNDRED)
    assert rows(page)["$100"]["In play"] == "Out since 2026-11-21"
    assert page.state.text() == "Out since 2026-11-21"


def test_what_became_of_a_type_is_read_newest_first(user):
    user.at_desk(lambda desk: desk.fill("2", Chips.read("20x$5"), proven("jo:cashier")))
    page = shown(user, FIVE)
    with Journal.read(user.pit.book) as journal:
        known = history(journal, FIVE)
    assert page.count.text() == f"{len(known)} moves"
    first = [page.moves.index(0, at).data() for at in range(len(HISTORY))]
    assert first[:6] == ["2026-11-21", "20", "Fill prepared", "chip bank", "in transit", "JS"]
    assert first[6].startswith("fill ")
    assert [page.moves.rows[at].seq for at in range(len(known))] == [one.seq for one in known[::-1]]
    assert page.title.text() == "$5"
    assert "2,300 owned, $11,500.00" in page.where.text()
    assert "Tray 2\N{NO-BREAK SPACE}100" in page.where.text()


def test_another_type_is_read_as_it_is_chosen_and_stays_when_the_board_changes(user):
    page = shown(user)
    page.left.selectRow([chip for chip, _ in page.types.rows].index(FIVE))
    read(user, page, "history")
    before = page.moves.rowCount()
    assert page.title.text() == "$5"
    user.at_desk(lambda desk: desk.fill("2", Chips.read("20x$5"), proven("jo:cashier")))
    read(user, page, "history")
    assert page.title.text() == "$5"
    assert page.moves.rowCount() == before + 1
    assert rows(page)["$5"]["On the way"] == "20"


def test_a_move_tells_its_reason_in_full(user):
    by = proven("pia:shift manager")
    user.at_desk(
        lambda desk: desk.stock(Chips.read("40x$5"), "chip bank", "chip reserve", by, "too many")
    )
    page = shown(user, FIVE)
    tip = page.moves.index(0, 0).data(0x0003)
    assert "too many" in tip
    assert "chip reserve" in tip


# On paper


def saved(user: Quick, page: InventoryLog, folder: Path, press) -> bytes:
    """What a sheet is, kept as a file."""
    asked: list[str] = []

    def ask(name: str) -> str:
        asked.append(name)
        return str(folder / name)

    page.outlet.choose_way = lambda ways: ways[0]
    page.outlet.choose_file = ask
    user.press(press)
    user.qtbot.waitUntil(lambda: user.told().startswith("Saved:"))
    return (folder / asked[0]).read_bytes()


def test_the_log_is_kept_as_a_file(user, tmp_path):
    page = shown(user)
    pdf = saved(user, page, tmp_path, page.print)
    assert pdf.startswith(b"%PDF")
    assert user.told() == f"Saved: the chips inventory log, as {tmp_path / 'chips-2026-11-21.pdf'}."


def test_the_chip_set_is_kept_as_a_file(user, tmp_path):
    page = shown(user)
    assert saved(user, page, tmp_path, page.chip_set).startswith(b"%PDF")


def test_a_notice_is_there_once_a_game_has_ended(qtbot, open_window, tmp_path):
    user = Quick.at(qtbot, open_window(*copied(tmp_path, (16, 6))))
    page = shown(user)
    assert not page.notice.isVisible()
    on, by = board(user).date + timedelta(days=7), proven("gro:gaming manager")
    user.at_desk(lambda desk: desk.end_game("PW", on, "office, 12 Main St", by))
    assert page.notice.isVisible()
    assert saved(user, page, tmp_path, page.notice).startswith(b"%PDF")
    assert "the notice that paddlewheel has ended" in user.told()


def test_the_log_is_printed_by_a_queue_of_the_system(user, monkeypatch):
    handed: list[tuple[str, Path]] = []
    monkeypatch.setattr(outlet, "queues", lambda: ["Office"])
    monkeypatch.setattr(outlet, "print_document", lambda queue, path: handed.append((queue, path)))
    page = shown(user)
    offered: list[str] = []

    def choose(ways) -> str:
        offered.extend(ways)
        return "Office"

    page.outlet.choose_way = choose
    user.press(page.print)
    user.qtbot.waitUntil(lambda: user.told().startswith("Handed"))
    assert offered == [AS_FILE, "Office"]
    [(queue, path)] = handed
    assert queue == "Office"
    assert path.parent == user.pit.book.with_name("reports")
    assert path.read_bytes().startswith(b"%PDF")
    assert user.told() == "Handed to Office: the chips inventory log. Check its paper."


def test_whoever_wants_it_nowhere_gets_nothing(user, tmp_path):
    page = shown(user)
    page.outlet.choose_way = lambda _: ""
    before = {*tmp_path.rglob("*.pdf")}
    user.press(page.print)
    read(user, page, "sheet")
    assert {*tmp_path.rglob("*.pdf")} == before
    assert user.told() == ""
    assert not page.outlet.wait.isVisible()


# Other sites


def test_the_log_is_of_all_sites_whose_books_are_added(user, tmp_path):
    (tmp_path / "other").mkdir()
    book, clock = copied(tmp_path / "other", (16, 6))
    with Journal.open(book) as journal:
        desk = Desk(journal, Pepper.kept(book.with_name(f"{book.name}.pepper"), PLAIN), clock=clock)
        desk.set_site({"name": "North Lodge"}, by=proven("gro:gaming manager"))
    before = book.read_bytes()
    page = shown(user)
    alone = saved(user, page, tmp_path, page.print)
    page.choose_book = lambda: str(book)
    user.press(page.add)
    user.qtbot.waitUntil(page.with_books.isVisible)
    assert page.with_books.text() == "The log is of this site and of North Lodge."
    user.window.frame.messages.dismiss()
    assert len(saved(user, page, tmp_path, page.print)) > len(alone)
    assert book.read_bytes() == before


def test_a_copy_of_this_book_is_not_another_site_and_the_log_stays_of_one(user, tmp_path):
    (tmp_path / "other").mkdir()
    book, _ = copied(tmp_path / "other")
    page = shown(user)
    page.choose_book = lambda: str(book)
    user.press(page.add)
    user.qtbot.waitUntil(lambda: "same book" in user.told())
    assert page.books == []
    assert not page.with_books.isVisible()


def test_what_is_no_book_is_told(user, tmp_path):
    wrong = tmp_path / "letter.db"
    wrong.write_text("Dear Gro")
    page = shown(user)
    page.choose_book = lambda: str(wrong)
    user.press(page.add)
    user.qtbot.waitUntil(lambda: "letter.db" in user.told())
    assert page.books == []
    page.choose_book = lambda: ""
    user.press(page.add)
    assert page.books == []
