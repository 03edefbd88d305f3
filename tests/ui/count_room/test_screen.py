"""The count room: boxes carried by two, counts that do not see each other, slips that turned up."""

from datetime import UTC, datetime

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QLabel

from pitdesk.__main__ import main
from pitdesk.clock import SetClock
from pitdesk.codes.keys import SiteKey
from tests.files import NIGHTS
from tests.ui.night import Quick, copied, signed
from tests.ui.stand import stands
from ui.count_room.boxes import Boxes
from ui.work.before import Before

pytestmark = pytest.mark.long

PIA, BOTH = signed("pia:shift manager"), signed("kim:count team", "mia:count team")
KIM, MIA = signed("kim:count team"), signed("mia:count team")
CARRIED = signed("pia:shift manager", "bo:pit boss")


@stands("team")
def closed(qtbot, open_window, tmp_path) -> Quick:
    """All tables are closed; their boxes are still on them."""
    return Quick.at(qtbot, open_window(*copied(tmp_path, (1, 8))))


@stands("found", "drop count", "drop")
def room(qtbot, open_window, tmp_path) -> Quick:
    """The boxes are in the safe, kim and mia are named."""
    return Quick.at(qtbot, open_window(*copied(tmp_path, (1, 20))))


def spot(user: Quick, table: str):
    return user.window.station.board.spot(table)


def visible(user: Quick) -> str:
    return " ".join(one.text() for one in user.window.findChildren(QLabel) if one.isVisible())


def count(user: Quick, table: str, total: str, by):
    form = user.fill_in("drop count", {"table": table})
    user.write(form.cash.total, total)
    user.sign(form.signers, by)
    user.post(form)
    return form


# Boxes and the team


def test_a_box_is_carried_to_the_safe_with_an_escort(closed):
    user = closed
    user.post(user.fill_in("remove box", {"table": "2"}, CARRIED))
    assert user.told() == "Box 2 is in the safe."
    assert spot(user, "2").box_state == "stored"
    form = user.form
    assert form.name == "remove box"
    assert form.table.button("2") is None  # it is not offered any more
    assert [place.person.value() for place in form.signers.places] == ["pia", "bo"]
    assert [place.pin.typed() for place in form.signers.places] == ["", ""]


def test_a_box_without_an_escort_stays_on_its_table(closed):
    user = closed
    form = user.fill_in("remove box", {"table": "2", "store": "vault"}, PIA)
    user.post(form)
    assert user.refused(form) == {"below": {"nd.08-14.1"}}
    assert "another one escorts the box. Name the escort." in form.notice.text
    assert (form.table.value(), form.store.typed()) == ("2", "vault")


def test_the_two_who_count_are_named_with_the_key(closed):
    user = closed
    user.post(user.fill_in("team", {"keys": "both"}, BOTH))
    assert user.told() == "kim and mia count tonight's drop."
    assert user.window.station.board.team == ("kim", "mia")


def test_one_twice_or_a_dealer_as_such_are_no_team(closed):
    user = closed
    for other, rule in (("kim:count team", "pd.twice"), ("kari:dealer", "nd.08-14.2")):
        form = user.fill_in("team", {}, signed("kim:count team", other))
        user.post(form)
        assert rule in user.refused(form)["initials"], other
        assert user.window.station.board.team == ()
        user.press(form.empty)


def test_a_box_is_counted_at_once_at_an_open_table(qtbot, open_window, tmp_path):
    user = Quick.at(qtbot, open_window(*copied(tmp_path, (23, 30))))
    assert spot(user, "1").state == "open"
    user.post(user.fill_in("team", {"keys": "both"}, BOTH))
    form = count(user, "1", "120", KIM)
    assert user.refused(form) == {"below": {"nd.08-14.1"}}
    assert form.put.isVisible()
    assert "Say which box takes its place" in form.notice.text
    user.write(form.put.edit, "1/2")
    user.sign(form.signers, KIM)
    user.post(form)
    assert (spot(user, "1").box, user.told()) == ("1/2", "KB has counted the box of table 1.")
    assert not form.put.isVisible()


# Blind counts


def test_a_count_is_seen_by_nobody_before_the_other_is_in(room):
    user = room
    count(user, "1", "1,240.00", KIM)
    assert user.told() == "KB has counted the box of table 1."
    user.choose(user.form.table, "1")
    assert "Kim Berg has counted; the other counts alone, without seeing it." in user.form.counts.text()
    assert user.form.signers.places[0].person.value() == "mia"
    for place in ("drop count", "drop", "floor", "bank", "countroom", "close", "find"):
        user.go(place)
        assert "1,240" not in visible(user), place
    count(user, "1", "1240", MIA)
    user.choose(user.form.table, "1")
    assert user.form.counts.text() == "Kim Berg: $1,240.00   Mia Fossum: $1,240.00   The same."


def test_notes_are_kept_with_a_count(room):
    user = room
    form = user.fill_in("drop count", {"table": "1"})
    for value, pieces in ((20_00, "40"), (10_00, "30"), (1_00, "40")):
        user.write(form.cash.edits[value], pieces)
    user.sign(form.signers, KIM)
    user.post(form)
    entry = user.entries()[-1]
    assert entry.kind == "drop count"
    assert entry.fact.cents == 1_140_00
    assert entry.fact.notes == {"$20": 40, "$10": 30, "$1": 40}


def test_somebody_of_another_team_opens_no_box(room):
    form = count(room, "1", "1240", signed("kari:dealer"))
    assert "nd.08-06.1c" in room.refused(form)["initials"]
    assert form.cash.total.text() == "1240"


def test_a_count_of_no_table_or_of_nothing_is_told_where_it_is_missing(room):
    user = room
    form = user.fill_in("drop count", {}, KIM)
    user.press(form.primary)
    assert user.refused(form) == {
        "table": "Choose table first.",
        "cash": "Count it: pieces by value, or the total; 0 if there is none.",
    }
    assert QApplication.focusWidget() is form.table.first()


def test_a_drop_is_agreed_by_both(room):
    user = room
    for by in (KIM, MIA):
        count(user, "1", "1,240.00", by)
    user.post(user.fill_in("drop", {"table": "1", "cash": "1,240.00"}, BOTH))
    assert user.told() == "Drop of table 1: $1,240.00."
    assert spot(user, "1").drop_cents == 1_240_00
    assert [place.person.value() for place in user.form.signers.places] == ["kim", "mia"]


def test_two_counts_that_differ_are_resolved_in_words(room):
    user = room
    count(user, "2", "2,130", KIM)
    count(user, "2", "2,110", MIA)
    form = user.fill_in("drop", {"table": "2", "cash": "2,130.00"}, BOTH)
    assert form.counts.text().endswith("Not the same: count again together.")
    user.post(form)
    assert user.refused(form) == {"below": {"nd.08-14.4"}}
    assert form.cash.typed() == "2,130.00"
    user.write(form.reason.edit, "a $20 clung to another")
    user.sign(form.signers, BOTH)
    user.post(form)
    assert spot(user, "2").drop_cents == 2_130_00


def bill_by_bill(user: Quick, notes: dict[str, int], by) -> None:
    total = str(sum(int(name[1:]) * pieces for name, pieces in notes.items()))
    form = user.fill_in("drop count", {"table": "2"})
    for name, pieces in notes.items():
        user.write(form.cash.edits[int(name[1:]) * 100], str(pieces))
    assert form.cash.value() == int(total) * 100
    user.sign(form.signers, by)
    user.post(form)


def sides(user: Quick) -> list[str]:
    return [one.text() for one in user.form.sides.findChildren(QLabel) if one.isVisible() and one.text()]


def test_each_side_is_covered_until_both_are_in_and_then_each_value_says_how_it_stands(room):
    user = room
    user.go("drop count")
    user.choose(user.form.table, "2")
    assert [one.text() for one in user.form.sides.states] == ["counting since 01:21"] * 2
    bill_by_bill(user, {"$20": 52, "$10": 18}, KIM)
    user.choose(user.form.table, "2")
    assert [one.text() for one in user.form.sides.states] == ["counted, covered", "counting since 01:21"]
    assert not [text for text in sides(user) if "$" in text or "52" in text]
    bill_by_bill(user, {"$20": 51, "$10": 18}, MIA)
    user.go("drop")
    user.choose(user.form.table, "2")
    told = sides(user)
    assert {"$1,220.00", "$1,200.00", "52", "51", "1 bill, $20.00", "same"} <= {*told}
    assert user.form.cash.edit.text() == ""  # nothing is agreed on yet
    assert user.form.primary.text() == "Agree the drop of box 2"


def test_what_both_counted_alike_is_there_to_be_initialed(room):
    user = room
    for by in (KIM, MIA):
        bill_by_bill(user, {"$20": 52, "$10": 18}, by)
    user.go("drop")
    user.choose(user.form.table, "2")
    assert user.form.cash.edit.text() == "1,220.00"
    assert {one for one in sides(user) if "bill" in one} == set()
    user.sign(user.form.signers, BOTH)
    user.post(user.form)
    assert user.told() == "Drop of table 2: $1,220.00."


# Slips found


def add(user: Quick, series: str, number: str, part: str, total: str = "") -> None:
    form = user.form
    user.choose(form.series, series)
    user.choose(form.part, part)
    user.write(form.number.edit, number)
    user.write(form.total.edit, total)
    user.press(form.add_button)


def test_slips_are_added_one_by_one_and_entered_together(room):
    user = room
    form = user.fill_in("found", {"where": "box 2"}, BOTH)
    add(user, "fill", "1", "copy", "600.00")
    assert form.listed.text() == "fill 000001 copy $600.00"
    assert form.number.typed() == form.total.typed() == ""
    add(user, "fill", "7", "copy")
    user.post(form)
    assert user.told() == "2 parts of slips entered as found in box 2."
    assert form.listed.text() == "Nothing added yet."


def test_a_run_of_numbers_and_both_parts_are_added_at_once(room):
    user = room
    user.fill_in("found", {"where": "records"}, signed("jo:cashier", "pia:shift manager"))
    add(user, "fill", "3-7", "original")
    add(user, "fill", "2", "both")
    assert len(user.form.parts) == 7
    user.press(user.form.take_back)
    assert user.form.parts[-1] == ("fill", 2, "original", None)
    user.post(user.form)
    assert user.told() == "6 parts of slips entered as found in records."


def test_a_line_that_is_not_added_yet_is_not_forgotten(room):
    user = room
    form = user.fill_in("found", {"where": "box 2", "series": "fill", "part": "copy"}, BOTH)
    user.write(form.number.edit, "1")
    user.post(form)
    assert user.told() == "1 part of a slip entered as found in box 2."


def test_a_number_that_is_none_is_told_beside_it(room):
    user = room
    user.go("found")
    for number in ("", "x", "7-3", "1-2000", "3-", "-3", "3-5-7", "0x1", "\uff11", "9" * 400):
        add(user, "fill", number, "copy")
        assert user.form.number.told.endswith("Write 3, or 3-7."), number
        assert len(user.form.number.told) < 100
        assert user.form.number.typed() == number
        assert user.form.parts == []


def test_nothing_added_or_no_place_is_told_and_not_passed_over(room):
    user = room
    form = user.fill_in("found", {"where": "box 2"}, BOTH)
    user.press(form.primary)
    assert user.refused(form) == {"number": "No slip is added yet. Say which slip, then Add."}
    assert QApplication.focusWidget() is form.number.edit
    form.where.choose("")
    user.press(form.primary)
    assert user.refused(form)["where"] == "Choose found in first."


def test_a_slip_that_is_none_of_today_needs_a_reason(room):
    user = room
    form = user.fill_in("found", {"where": "box 2"}, BOTH)
    add(user, "fill", "99", "copy")
    user.post(form)
    assert user.refused(form) == {"below": {"pd.state"}}
    assert form.listed.text() == "fill 000099 copy"
    user.write(form.reason.edit, "of last Saturday")
    user.sign(form.signers, BOTH)
    user.post(form)
    assert user.told() == "1 part of a slip entered as found in box 2."


def test_only_the_team_says_what_was_in_a_box(room):
    user = room
    form = user.fill_in("found", {"where": "box 2"}, signed("jo:cashier", "pia:shift manager"))
    add(user, "fill", "1", "copy")
    user.post(form)
    assert user.refused(form) == {"initials": {"nd.08-06.1c"}}
    assert len(form.parts) == 1


def test_the_list_is_put_aside_and_taken_up_with_the_form(room):
    user = room
    form = user.fill_in("found", {"where": "box 2"})
    add(user, "fill", "1", "copy", "600.00")
    kept = form.typed()
    form.clear()
    assert form.listed.text() == "Nothing added yet."
    form.take_up(kept)
    assert form.listed.text() == "fill 000001 copy $600.00"
    assert form.where.value() == "box 2"
    assert user.at_desk(lambda desk: len(desk.today.slips)) == 11


def _code(user, series: str, number: int, part: str) -> str:
    """The QR of a slip, as a scanner types it."""
    key = SiteKey.kept(user.pit.book.with_name("key"))
    told: list[str] = []

    def ask(desk):
        desk._key = key
        return desk.code(desk.slip(series, number), part, void=False).qr

    user.window.station.ask(ask, told.append)
    user.settle()
    return told[0]


def _scan(user, code: str) -> str:
    user.into(user.form.code.edit)
    user.type(code)
    user.key(Qt.Key.Key_Return)
    user.settle()
    return user.form.scanned.text()


def test_scanned_slips_are_added_and_what_is_wrong_is_named(room):
    room.go("found")
    copy, original = _code(room, "fill", 1, "copy"), _code(room, "fill", 1, "original")
    room.choose(room.form.where, "box 1")
    box = next(s.box for s in room.window.station.board.spots if s.table == "1")
    assert box == "1"
    first = _scan(room, copy)
    assert ("genuine." in first) != ("Wrong place" in first)
    assert "Doubled" in _scan(room, copy)
    assert "belongs in records" in _scan(room, original)
    assert len(room.form.parts) == 2
    _scan(room, "this is no code")
    assert room.form.code.told
    assert len(room.form.parts) == 2


def test_what_is_missing_in_a_box_is_named_until_it_is_entered(room):
    room.go("found")
    room.choose(room.form.where, "box 2")
    assert room.form.missing.text() == "Missing here: fill 000001 copy, fill 000007 copy."
    add(room, "fill", "1", "copy", "600.00")
    assert room.form.missing.text() == "Missing here: fill 000007 copy."
    add(room, "fill", "7", "copy")
    assert room.form.missing.text() == "Nothing is missing here."


def test_a_scanner_is_heard_whatever_has_the_focus(room):
    room.go("found")
    code = _code(room, "fill", 1, "copy")
    room.choose(room.form.where, "box 2")
    for stop in (room.form.where.first(), room.form.number.edit, room.form.add_button):
        room.form.clear()
        room.choose(room.form.where, "box 2")
        stop.setFocus()
        room.type(code)
        room.key(Qt.Key.Key_Return)
        room.settle()
        assert room.form.listed.text().startswith("fill 000001 copy"), stop
    pin = room.form.signers.places[0].pin.edit
    pin.setFocus()
    room.type("P")
    assert QApplication.focusWidget() is pin  # a badge may begin so


# Boxes of a day that was closed before they were counted


@stands()
def sunday(qtbot, open_window, tmp_path) -> Quick:
    """Saturday was closed, drop pending: boxes 1 and 2 wait, and no day is open."""
    text = NIGHTS["boxes"].read_text("utf-8").partition("# The next day opens")[0]
    (tmp_path / "late.shift").write_text(text, "utf-8")
    book = tmp_path / "late.db"
    shift = ["replay", str(tmp_path / "late.shift"), "--book", str(book), "--out", str(tmp_path)]
    assert main(shift) == 0
    clock = SetClock(datetime(2026, 11, 22, 17, tzinfo=UTC))
    return Quick.at(qtbot, open_window(book, clock))


def test_the_boxes_of_an_earlier_day_are_counted_and_the_day_finished(sunday):
    user, on = sunday, "2026-11-21"
    user.go("close")
    user.settle()
    assert "Drop pending" in visible(user)
    assert "Waits for box 1, 2" in visible(user)
    user.post(user.fill_in("team", {"day": on}, BOTH))
    assert user.told() == "kim and mia count an earlier day's drop."
    for table, total in (("1", "450.00"), ("2", "80.00")):
        for by in (KIM, MIA):
            form = user.fill_in("drop count", {"table": f"{table} {table} {on}"})
            user.write(form.cash.total, total)
            user.sign(form.signers, by)
            user.post(form)
        user.post(user.fill_in("drop", {"table": f"{table} {table} {on}", "cash": total}, BOTH))
    form = user.fill_in("finish day", {"day": on}, signed("gro:gaming manager"))
    user.post(form)
    assert {"nd.08-05.4"} in user.refused(form).values()
    found = user.fill_in(
        "found", {"where": f"box 2 of {on}", "series": "fill", "number": "2", "part": "copy"}, BOTH
    )
    user.post(found)
    user.post(user.fill_in("finish day", {"day": on}, signed("gro:gaming manager")))
    assert user.told().startswith("Sat Nov 21, 2026 is finished: $530.00 more to deposit.")
    assert user.window.station.board.pending == ()
    assert user.window.station.board.boxes == ()
    user.go("days")
    past = user.window.shown("days")
    user.qtbot.waitUntil(lambda: past.report.shown is not None)
    assert past.report.pdf == past.report.shown.pdf
    user.choose(past.report.view, "first")
    assert past.report.pdf == past.report.shown.first != past.report.shown.pdf


# Every box, below the forms of a large screen


def told_of(user: Quick) -> dict[str, tuple[str, tuple[str, ...], int]]:
    (boxes,) = (one for one in user.form.findChildren(Boxes) if one.isVisible())
    return {one.name: (one.state, tuple(one.counted_by), one.missing) for one in boxes.shown}


def test_every_box_says_where_it_is_and_who_has_counted_it_and_no_figure(room):
    room.window.resize(2560, 1440)
    room.go("drop count")
    room.settle()
    assert {name: state for name, (state, *_) in told_of(room).items()} == {
        **{f"Box {one}": "stored" for one in "1234"},
        "Box A": "stored",
    }
    count(room, "2", "2,130.00", KIM)
    room.settle()
    assert told_of(room)["Box 2"][:2] == ("stored", ("kim",))
    boxes = next(one for one in room.form.findChildren(Boxes) if one.isVisible())
    words = " ".join(one.text() for one in boxes.findChildren(QLabel) if one.isVisible())
    assert "Counted by Kim Berg" in words
    assert "2,130" not in words + " ".join(map(str, boxes.findChild(Before).model.rows))


def test_boxes_that_are_on_their_tables_are_there_before_a_team_is_named(closed):
    closed.window.resize(2560, 1440)
    closed.go("team")
    closed.settle()
    assert {state for state, *_ in told_of(closed).values()} == {"on table"}
    assert len(told_of(closed)) == 5
