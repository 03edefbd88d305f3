"""The inventory: every chip type and where it is, what became of one, the log and other sheets."""

from datetime import timedelta
from pathlib import Path

import pytest

from pitdesk.book.journal import Journal
from pitdesk.book.people import PLAIN, Pepper
from pitdesk.chips import Chip, Chips
from pitdesk.chipset.inventory import history
from pitdesk.desk import Desk
from tests.ui.evening import Quick, copied, proven
from ui.chips.inventory import HISTORY, InventoryLog
from ui.floor import screen as floor
from ui.work import outlet
from ui.work.outlet import AS_FILE

FIVE, HUNDRED = Chip.named("$5"), Chip.named("$100")


@pytest.fixture
def hands(qtbot, open_window, tmp_path) -> Quick:
    return Quick.at(qtbot, open_window(*copied(tmp_path)))


def board(hands: Quick):
    return hands.window.station.board


def shown(hands: Quick, what: object = None) -> InventoryLog:
    hands.go("inventory", what)
    read(hands, hands.form, "history")
    return hands.form


def read(hands: Quick, page: InventoryLog, topic: str) -> None:
    hands.qtbot.waitUntil(lambda: not page.reader.busy(topic))


def rows(page: InventoryLog) -> dict[str, dict[str, str]]:
    """Chip → heading → what stands there."""
    model = page.types
    heads = [model.headings[at] for at in range(model.columnCount())]
    cells = [
        [model.index(down, at).data() for at in range(len(heads))] for down in range(model.rowCount())
    ]
    return {cell[0]: dict(zip(heads, cell, strict=True)) for cell in cells}


def test_every_chip_type_stands_there_drawn_with_where_it_is(hands):
    hands.at_desk(lambda desk: desk.fill("2", Chips.read("20x$5"), proven("jo:cashier")))
    page = shown(hands)
    found = rows(page)
    assert {*found} == {floor.shown(chip) for chip in board(hands).site.chips}
    five = found["$5"]
    assert (five["In play"], five["Owned"], five["Bank"]) == ("Yes", "2,300", "1,980")
    assert (five["On the way"], five["Trays"], five["Reserve"]) == ("20", "300", "–")
    face = page.types.index(0, 0).data(0x0001)  # its picture
    assert not face.isNull()


def test_a_type_out_of_play_says_since_when(hands):
    by = proven("gro:gaming manager")
    hands.at_desk(lambda desk: desk.set_in_play(HUNDRED, by, "a new set", on=False))
    page = shown(hands, HUNDRED)
    assert rows(page)["$100"]["In play"] == "Out since 2026-11-21"
    assert page.state.text() == "Out since 2026-11-21"


def test_what_became_of_a_type_is_read_newest_first(hands):
    hands.at_desk(lambda desk: desk.fill("2", Chips.read("20x$5"), proven("jo:cashier")))
    page = shown(hands, FIVE)
    with Journal.read(hands.pit.book) as journal:
        known = history(journal, FIVE)
    assert page.count.text() == f"{len(known)} moves"
    first = [page.moves.index(0, at).data() for at in range(len(HISTORY))]
    assert first[:6] == ["2026-11-21", "20", "Fill prepared", "chip bank", "in transit", "JS"]
    assert first[6].startswith("fill ")
    assert [page.moves.rows[at].seq for at in range(len(known))] == [one.seq for one in known[::-1]]
    assert page.title.text() == "$5"
    assert "2,300 owned, $11,500.00" in page.where.text()
    assert "Tray 2\N{NO-BREAK SPACE}100" in page.where.text()


def test_another_type_is_read_as_it_is_chosen_and_stays_when_the_board_changes(hands):
    page = shown(hands)
    page.left.selectRow([chip for chip, _ in page.types.rows].index(FIVE))
    read(hands, page, "history")
    before = page.moves.rowCount()
    assert page.title.text() == "$5"
    hands.at_desk(lambda desk: desk.fill("2", Chips.read("20x$5"), proven("jo:cashier")))
    read(hands, page, "history")
    assert page.title.text() == "$5"
    assert page.moves.rowCount() == before + 1
    assert rows(page)["$5"]["On the way"] == "20"


def test_a_move_tells_its_reason_in_full(hands):
    by = proven("pia:shift manager")
    hands.at_desk(
        lambda desk: desk.stock(Chips.read("40x$5"), "chip bank", "chip reserve", by, "too many")
    )
    page = shown(hands, FIVE)
    tip = page.moves.index(0, 0).data(0x0003)
    assert "too many" in tip
    assert "chip reserve" in tip


# On paper


def saved(hands: Quick, page: InventoryLog, folder: Path, press) -> bytes:
    """What a sheet is, kept as a file."""
    asked: list[str] = []

    def ask(name: str) -> str:
        asked.append(name)
        return str(folder / name)

    page.outlet.choose_way = lambda ways: ways[0]
    page.outlet.choose_file = ask
    hands.press(press)
    hands.qtbot.waitUntil(lambda: hands.told().startswith("Saved:"))
    return (folder / asked[0]).read_bytes()


def test_the_log_is_kept_as_a_file(hands, tmp_path):
    page = shown(hands)
    pdf = saved(hands, page, tmp_path, page.print)
    assert pdf.startswith(b"%PDF")
    assert hands.told() == f"Saved: the chips inventory log, as {tmp_path / 'chips-2026-11-21.pdf'}."


def test_the_chip_set_is_kept_as_a_file(hands, tmp_path):
    page = shown(hands)
    assert saved(hands, page, tmp_path, page.chip_set).startswith(b"%PDF")


def test_a_notice_is_there_once_a_game_has_ended(qtbot, open_window, tmp_path):
    hands = Quick.at(qtbot, open_window(*copied(tmp_path, (16, 6))))
    page = shown(hands)
    assert not page.notice.isVisible()
    on, by = board(hands).date + timedelta(days=7), proven("gro:gaming manager")
    hands.at_desk(lambda desk: desk.end_game("PW", on, "office, 12 Main St", by))
    assert page.notice.isVisible()
    assert saved(hands, page, tmp_path, page.notice).startswith(b"%PDF")
    assert "the notice that paddlewheel has ended" in hands.told()


def test_the_log_is_printed_by_a_queue_of_the_system(hands, monkeypatch):
    handed: list[tuple[str, Path]] = []
    monkeypatch.setattr(outlet, "queues", lambda: ["Office"])
    monkeypatch.setattr(outlet, "print_document", lambda queue, path: handed.append((queue, path)))
    page = shown(hands)
    offered: list[str] = []

    def choose(ways) -> str:
        offered.extend(ways)
        return "Office"

    page.outlet.choose_way = choose
    hands.press(page.print)
    hands.qtbot.waitUntil(lambda: hands.told().startswith("Handed"))
    assert offered == [AS_FILE, "Office"]
    [(queue, path)] = handed
    assert queue == "Office"
    assert path.parent == hands.pit.book.with_name("reports")
    assert path.read_bytes().startswith(b"%PDF")
    assert hands.told() == "Handed to Office: the chips inventory log. Look at its paper."


def test_whoever_wants_it_nowhere_gets_nothing(hands, tmp_path):
    page = shown(hands)
    page.outlet.choose_way = lambda _: ""
    before = {*tmp_path.rglob("*.pdf")}
    hands.press(page.print)
    read(hands, page, "sheet")
    assert {*tmp_path.rglob("*.pdf")} == before
    assert hands.told() == ""
    assert not page.outlet.bar.isVisible()


# Other sites


def test_the_log_is_of_all_sites_whose_books_are_added(hands, tmp_path):
    (tmp_path / "other").mkdir()
    book, clock = copied(tmp_path / "other", (16, 6))
    with Journal.open(book) as journal:
        desk = Desk(journal, Pepper.kept(book.with_name(f"{book.name}.pepper"), PLAIN), clock=clock)
        desk.set_site({"name": "North Lodge"}, by=proven("gro:gaming manager"))
    before = book.read_bytes()
    page = shown(hands)
    alone = saved(hands, page, tmp_path, page.print)
    page.choose_book = lambda: str(book)
    hands.press(page.add)
    hands.qtbot.waitUntil(page.with_books.isVisible)
    assert page.with_books.text() == "The log is of this site and of North Lodge."
    hands.window.frame.messages.say("", "")
    assert len(saved(hands, page, tmp_path, page.print)) > len(alone)
    assert book.read_bytes() == before


def test_a_copy_of_this_book_is_not_another_site_and_the_log_stays_of_one(hands, tmp_path):
    (tmp_path / "other").mkdir()
    book, _ = copied(tmp_path / "other")
    page = shown(hands)
    page.choose_book = lambda: str(book)
    hands.press(page.add)
    hands.qtbot.waitUntil(lambda: "same book" in hands.told())
    assert page.books == []
    assert not page.with_books.isVisible()


def test_what_is_no_book_is_told(hands, tmp_path):
    wrong = tmp_path / "letter.db"
    wrong.write_text("Dear Gro")
    page = shown(hands)
    page.choose_book = lambda: str(wrong)
    hands.press(page.add)
    hands.qtbot.waitUntil(lambda: "letter.db" in hands.told())
    assert page.books == []
    page.choose_book = lambda: ""
    hands.press(page.add)
    assert page.books == []
