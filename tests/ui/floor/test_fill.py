"""Fill and credit: chips to a table and back, the slip shown as it prints, never from table to table."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QLabel, QLineEdit, QProxyStyle, QStyle

from pitdesk.chips import Chip, Chips
from tests.ui.night import PINS, Quick, copied, key, proven, signed
from tests.ui.stand import stands
from ui.work.readback import ReadBack, TrayTiles, TrayView

pytestmark = pytest.mark.long

FIVES = Chips.read("20x$5")
JO, KARI, SARA = signed("jo:cashier"), signed("kari:dealer"), signed("sara:dealer")


@stands("fill")
def user(qtbot, open_window, tmp_path) -> Quick:
    return Quick.at(qtbot, open_window(*copied(tmp_path)))


def board(user: Quick):
    return user.window.station.board


def test_a_fill_leaves_the_bank_and_is_printed_as_it_was_shown(user):
    form = user.fill_in("fill", {"table": "2", "chips": "20x$5 3x$25"}, JO)
    shown = form.paper.lines
    assert "FILL SLIP" in " ".join(shown)
    user.post(form)
    assert user.told() == "Fill 000001 for table 2, $175.00, is prepared."
    assert user.window.place == "floor"
    original, copy = user.pit.paper.jobs
    assert [(a, b) for a, b in zip(original.lines, shown, strict=True) if a != b] == [
        (
            next(line for line in original.lines if line.startswith("Entry")),
            "Entry ______ check ____ ____",
        )
    ]
    assert copy.name == "fill-000001-copy"
    (one,) = board(user).waiting
    assert (one.name, one.chips, one.table) == ("fill 000001", Chips.read("20x$5 3x$25"), "2")
    assert board(user).held("chip bank")[Chip.named("$5")] == 1_980


def test_a_fill_may_come_back_from_the_jar_bar(user):
    lent = Chips.read("40x50c 150x$1 100x$2")
    for part, by in (
        ("credit", ("olav:dealer",)),
        ("verify", ("bo:pit boss",)),
        ("receive", ("jo:cashier",)),
    ):
        call = {
            "credit": lambda desk, by: desk.credit("4", lent, by, destination="jar bar"),
            "verify": lambda desk, by: desk.verify("credit", 1, by),
            "receive": lambda desk, by: desk.receive("credit", 1, by),
        }[part]
        user.at_desk(lambda desk, call=call, by=by: call(desk, proven(*by)))
    user.post(user.fill_in("fill", {"table": "4", "chips": "40x50c", "end": "jar bar"}, JO))
    (one,) = board(user).waiting
    assert (one.source, one.chips) == ("jar bar", Chips.read("40x50c"))


def test_who_may_not_prepare_a_fill_is_told_beside_the_initials(user):
    form = user.fill_in("fill", {"table": "2", "chips": "20x$5"}, KARI)
    user.post(form)
    assert user.refused(form) == {"initials": {"nd.08-05.3", "nd.08-05.3c"}}
    assert form.chips.value() == FIVES
    assert form.paper.lines


def test_a_fill_of_nothing_is_told_at_the_chips(user):
    form = user.fill_in("fill", {"table": "2"}, JO)
    user.press(form.primary)
    assert user.refused(form) == {"chips": "No chips are entered yet. Type how many of which value."}


def test_without_a_table_there_is_no_fill(user):
    form = user.fill_in("fill", {"chips": "20x$5"}, JO)
    user.press(form.primary)
    assert user.refused(form) == {"table": "Choose one first."}
    assert form.chips.value() == FIVES


def test_a_betting_chip_does_not_go_to_a_table_of_twenty_one(user):
    form = user.fill_in("fill", {"table": "2", "chips": "20xpw$1"}, JO)
    user.post(form)
    assert user.refused(form) == {"below": {"nd.08-06.1b"}}


def test_to_par_brings_what_is_missing_by_button_and_by_the_same_key_again(user):
    counted = Chips.read("40x50c 180x$1 30x$5 25x$25")
    user.at_desk(lambda desk: desk.count_tray("2", counted, proven("sara:dealer"), "a hot table"))
    user.go("fill", "2")
    form = user.form
    user.press(form.usual)
    assert form.chips.value() == Chips.read("20x$1 70x$5")
    form.chips.clear()
    key(Qt.Key.Key_F2)
    assert form.chips.value() == Chips.read("20x$1 70x$5")
    user.go("credit", "2")
    user.press(user.form.usual)
    assert user.form.chips.value() == Chips.read("5x$25")


def test_to_par_of_no_table_asks_for_one(user):
    user.go("fill")
    user.press(user.form.usual)
    assert user.refused(user.form) == {"table": "Choose the table first."}


def test_what_the_tray_and_the_bank_hold_stands_beside_each_value(user):
    user.go("fill", "3")
    beside = user.form.chips._rows[Chip.named("$5")].beside
    assert {heading: cell.text() for heading, cell in beside.items()} == {
        "In tray": "50",
        "In bank": "2,000",
    }
    user.at_desk(lambda desk: desk.fill("3", FIVES, proven("jo:cashier")))
    assert beside["In bank"].text() == "1,980"


def test_a_credit_leaves_the_tray_by_its_dealer(user):
    form = user.fill_in("credit", {"table": "2", "chips": "20x$5"})
    assert form.signers.places[0].person.value() == "sara"
    user.sign(form.signers, SARA)
    user.post(form)
    assert user.told() == "Credit 000001 for table 2, $100.00, is prepared."
    assert board(user).spot("2").known == Chips.read("40x50c 200x$1 80x$5 20x$25")
    assert [job.name for job in user.pit.paper.jobs] == ["credit-000001-original", "credit-000001-copy"]


def test_more_than_the_tray_holds_is_told_with_the_way_out(user):
    form = user.fill_in("credit", {"table": "2", "chips": "200x$5"}, SARA)
    user.post(form)
    assert user.refused(form) == {"below": {"pd.below"}}
    assert "The tray 2 is short 100 chips of $5. Count the tray first." in form.notice.text


def test_chips_never_go_from_table_to_table(user):
    before = user.seen
    form = user.fill_in(
        "transfer", {"source": "1", "table": "3", "chips": "20x$5"}, signed("bo:pit boss")
    )
    user.post(form)
    assert user.refused(form) == {"below": {"nd.08-05.1"}}
    assert "Credit them to the chip bank, then fill the other table." in form.notice.text
    assert form.chips.value() == FIVES
    assert user.kinds(before) == []


def test_with_no_table_open_it_says_how_one_is_opened(qtbot, open_window, tmp_path):
    user = Quick.at(qtbot, open_window(*copied(tmp_path, (16, 10))))
    user.go("fill")
    assert user.form.table._none.text() == "No table is open. Open one first: Shift+F2."
    assert user.form.table._none.isVisible()
    assert not user.form.paper.lines


# By keys alone: what is typed goes where it belongs, or nowhere


def at_the_floor(user: Quick, table: str) -> None:
    """Arrows to a table."""
    user.go("floor")
    floor = user.window.screens["floor"]
    for _ in range(9):
        if floor.pointed == table:
            return
        key(Qt.Key.Key_Right if floor.pointed is None or floor.pointed < table else Qt.Key.Key_Left)
    raise AssertionError(f"no arrow leads to table {table}")


def all_texts(user: Quick) -> list[str]:
    return [one.text() for one in user.form.findChildren(QLineEdit)]


@pytest.mark.parametrize(
    ("verb", "again", "secret"),
    [("fill", Qt.Key.Key_F2, PINS["jo"]), ("credit", Qt.Key.Key_F3, PINS["tor"])],
)
def test_chips_typed_and_the_same_key_again_lead_to_the_initials(user, verb, again, secret):
    at_the_floor(user, "3")
    key(again)
    user.type("4*5")
    key(again)
    place = user.form.signers.places[0]
    assert place.isAncestorOf(QApplication.focusWidget())
    user.type(secret)
    assert place.pin.typed() == secret
    assert not any(secret in text for text in all_texts(user))
    assert (user.form.table.value(), user.form.chips.value()) == ("3", Chips.read("4x$5"))
    key(Qt.Key.Key_Return)
    user.settle()
    assert user.told() == f"{verb.capitalize()} 000001 for table 3, $20.00, is prepared."
    (one,) = board(user).waiting
    assert (one.series, one.table, one.chips) == (verb, "3", Chips.read("4x$5"))


@pytest.mark.parametrize("typed", ["4*5", "4*7", "4*"])
def test_chips_that_cannot_be_read_are_told_and_no_pin_is_typed_after_them(user, typed):
    at_the_floor(user, "3")
    key(Qt.Key.Key_F2)
    user.type(typed)
    key(Qt.Key.Key_F2)
    user.type(PINS["jo"])
    assert user.form.chips.quick.text() == typed
    assert user.form.table.value() == "3"


@pytest.mark.parametrize("typed", ["1", "24", PINS["jo"], "a", "04:A2:19:7F"])
def test_no_key_changes_the_table_once_chips_are_typed(user, typed):
    at_the_floor(user, "3")
    key(Qt.Key.Key_F2)
    user.type("4*5")
    user.form.table.first().setFocus()
    user.type(typed)
    assert (user.form.table.value(), user.form.chips.value()) == ("3", Chips.read("4x$5"))
    assert "use the arrows" in user.form.table.told


def test_another_table_is_asked_about_once_chips_are_typed(user):
    at_the_floor(user, "3")
    key(Qt.Key.Key_F2)
    user.type("4*5")
    table = user.form.table
    table.first().setFocus()
    key(Qt.Key.Key_Right)
    user.qtbot.wait(1)
    assert table.value() == "3"
    assert table.button("3").isChecked()
    assert table.another.words.text() == "The chips are typed for table 3. Change to table 4?"
    assert QApplication.focusWidget() is table.another.answers["Change it"]
    user.press(table.another.answers["Leave it"])
    assert (table.value(), table.another.isVisible()) == ("3", False)
    user.press(table.button("4"))
    user.qtbot.wait(1)
    place = user.form.signers.places[0]
    place.pin.edit.put(PINS["jo"])
    key(Qt.Key.Key_Return)
    assert (table.value(), user.form.chips.value()) == ("4", Chips.read("4x$5"))
    assert place.pin.typed() == ""  # who initials sees the other table first
    assert user.form.large.told.number == "4"
    assert user.form.large.flashing  # and sees that it is another
    user.form.large._calm.timeout.emit()
    assert user.form.primary.text() == "Print fill to table 4"


@pytest.mark.parametrize("pointed", [None, "1", "3"])
@pytest.mark.parametrize("typed", ["4*5", "12*5", "20*25", "2500*1", "4x5"])
def test_chips_typed_at_the_tables_choose_none(user, pointed, typed):
    if pointed:
        at_the_floor(user, pointed)
    key(Qt.Key.Key_F2)
    user.type(typed)
    assert user.form.table.typed() == (pointed or "")
    assert user.form.chips.quick.text() == typed
    assert QApplication.focusWidget() is user.form.chips.quick


@pytest.mark.parametrize("pointed", [None, "1", "3"])
def test_the_same_keys_do_the_same_whatever_was_chosen_before(user, pointed):
    counted = Chips.read("40x50c 180x$1 30x$5 25x$25")
    user.at_desk(lambda desk: desk.count_tray("2", counted, proven("sara:dealer"), "a hot table"))
    if pointed:
        at_the_floor(user, pointed)
    key(Qt.Key.Key_F2)
    user.type("2")
    key(Qt.Key.Key_F2)
    user.type(PINS["jo"])
    key(Qt.Key.Key_Return)
    user.settle()
    (one,) = board(user).waiting
    assert (one.table, one.chips) == ("2", Chips.read("20x$1 70x$5"))


@pytest.mark.parametrize("secret", [PINS["jo"], PINS["pia"], "2222", "1234"])
def test_a_pin_typed_at_the_tables_chooses_none(user, secret):
    at_the_floor(user, "3")
    key(Qt.Key.Key_F2)
    user.type(secret)
    assert user.form.table.value() == "3"
    assert "No table has this number" in user.form.table.told
    key(Qt.Key.Key_Backspace)
    assert user.form.table.told == ""
    user.type("2")
    assert user.form.table.value() == "2"


def test_chips_that_begin_with_no_tables_number_leave_nothing_said_of_it(user):
    at_the_floor(user, "3")
    key(Qt.Key.Key_F2)
    user.type("7*5")
    assert (user.form.table.value(), user.form.table.told) == ("3", "")
    assert user.form.chips.value() == Chips.read("7x$5")


@pytest.mark.parametrize("typed", [PINS["jo"], f"4*5{PINS['jo']}", f"4*5 {PINS['pia']}"])
@pytest.mark.parametrize("leave", [Qt.Key.Key_Return, Qt.Key.Key_F2, Qt.Key.Key_Tab, Qt.Key.Key_F12])
def test_digits_alone_in_the_line_for_chips_are_dots_and_then_wiped(user, typed, leave):
    user.go("fill", "3")
    line = user.form.chips.quick
    user.into(line)
    user.type(typed)
    assert {*line.displayText()} == {"•"}
    secret = typed[-4:]
    assert not any(secret in text for text in [user.form.chips.told, str(user.form.typed())])
    key(leave)
    assert line.text() == ""
    assert "Was that your PIN?" in user.form.chips.told
    assert user.form.table.value() == "3"


def test_before_chips_are_typed_a_digit_changes_the_table(user):
    at_the_floor(user, "3")
    key(Qt.Key.Key_F2)
    user.form.table.first().setFocus()
    user.type("2")
    assert user.form.table.value() == "2"


def test_a_table_is_chosen_by_its_digit_where_chips_were_typed_first(user):
    user.go("fill")
    user.into(user.form.chips.quick)
    user.type("4*5")
    user.form.table.first().setFocus()
    user.type("21")
    assert user.form.table.value() == "2"


def test_a_key_a_number_the_key_again_and_a_pin_fill_to_par(user):
    counted = Chips.read("40x50c 180x$1 30x$5 25x$25")
    user.at_desk(lambda desk: desk.count_tray("2", counted, proven("sara:dealer"), "a hot table"))
    user.go("floor")
    key(Qt.Key.Key_F2)
    user.type("2")
    key(Qt.Key.Key_F2)
    user.type(PINS["jo"])
    key(Qt.Key.Key_Return)
    user.settle()
    (one,) = board(user).waiting
    assert (one.table, one.chips) == ("2", Chips.read("20x$1 70x$5"))


@pytest.mark.parametrize("steps", ["floor", "form"])
def test_where_nothing_is_missing_a_pin_goes_nowhere(user, steps):
    """Whoever types on without looking chooses no other table, and writes no PIN where it is read."""
    if steps == "floor":
        at_the_floor(user, "3")
    key(Qt.Key.Key_F2)
    if steps == "form":
        user.type("3")
    key(Qt.Key.Key_F2)
    assert "Nothing is missing at table 3" in user.form.table.told
    before = user.seen
    user.type(PINS["jo"])
    key(Qt.Key.Key_Return)
    user.settle()
    assert (user.form.name, user.form.table.value()) == ("fill", "3")
    assert not any(all_texts(user))
    assert user.kinds(before) == []


def test_a_pin_typed_once_more_after_a_refusal_chooses_no_other_table(user):
    at_the_floor(user, "3")
    key(Qt.Key.Key_F2)
    user.type("2500*5")
    key(Qt.Key.Key_F2)
    for _ in range(2):
        user.type(PINS["jo"])
        key(Qt.Key.Key_Return)
        user.settle()
    assert user.form.table.value() == "3"
    assert board(user).waiting == ()


# The table, read back


def test_a_fill_reads_its_table_back_and_its_button_names_it(user):
    user.go("fill", "2")
    told = user.form.large.told
    assert (told.head, told.number, told.since) == ("FILL to TABLE", "2", "Its tray, counted 16:21")
    assert [one.pieces for one in told.tubes] == [40, 200, 100, 20]
    assert user.form.primary.text() == "Print fill to table 2"
    assert not user.form.large.flashing  # no chips are typed yet
    user.go("credit", "1")
    told = user.form.large.told
    assert (told.head, told.number, told.tone) == ("CREDIT from TABLE", "1", "way")
    assert user.form.primary.text() == "Print credit from table 1"


def test_what_is_refused_from_table_to_table_is_read_back_too(user):
    user.go("transfer")
    user.choose(user.form.source, "1")
    user.choose(user.form.table, "2")
    told = user.form.large.told
    assert (told.head, told.number, told.tone) == ("From table 1 to TABLE", "2", "stop")


class Still(QProxyStyle):
    """A system that moves nothing."""

    def styleHint(self, hint, *more):
        moves = hint == QStyle.StyleHint.SH_Widget_Animation_Duration
        return 0 if moves else super().styleHint(hint, *more)


def test_nothing_stands_out_where_the_system_moves_nothing(qtbot):
    one = ReadBack()
    qtbot.addWidget(one)
    one.flash()
    assert one.flashing
    still, other = Still("Fusion"), ReadBack()
    qtbot.addWidget(other)
    other.setStyle(still)
    other.flash()
    assert not other.flashing


def test_a_table_where_nobody_deals_is_asked_about_before_chips_are_typed(user):
    user.at_desk(lambda desk: desk.dealer("3", None, proven("tor:dealer")))
    user.go("fill")
    form = user.form
    user.type("3")
    key(Qt.Key.Key_Return)
    user.qtbot.wait(1)
    assert form.undealt.words.text() == "Nobody deals at table 3. Go on all the same?"
    assert QApplication.focusWidget() is form.undealt.answers["Go on"]
    key(Qt.Key.Key_Return)
    assert QApplication.focusWidget() is form.chips.quick
    assert not form.undealt.isVisible()
    form.start_over()
    user.type("3")
    key(Qt.Key.Key_F2)  # to par, by the same key: asked all the same
    user.qtbot.wait(1)
    assert form.undealt.isVisible()
    user.press(form.undealt.answers["Seat a dealer"])
    assert (user.form.name, user.form.table.value()) == ("dealer", "3")


def test_a_table_that_is_not_open_is_asked_about_and_opened_first(user):
    user.post(user.fill_in("close table", {"table": "4", "chips": "40x50c"}, signed("olav:dealer")))
    user.go("fill")
    form = user.form
    user.type("4")
    user.qtbot.wait(1)
    assert form.unopened.words.text() == "Table 4 is not open. Open it first?"
    assert not form.table.typed()
    user.press(form.unopened.answers["Open it"])
    assert (user.form.name, user.form.table.value()) == ("open table", "4")


def trays(user: Quick) -> dict[str, str]:
    """Below the form, as they are seen: the head of each tray → its chips, as they are said."""
    shown = user.form.findChild(TrayTiles)
    if not shown or not shown.isVisible():
        return {}
    heads = [one.text() for one in shown.findChildren(QLabel) if one.text().startswith("Table ")]
    return dict(zip(heads, (one.accessibleName() for one in shown.findChildren(TrayView)), strict=True))


def test_where_there_is_room_the_trays_stand_below_the_form_unless_one_is_counted(user):
    user.window.resize(1920, 1080)
    user.go("fill")
    assert [*trays(user)] == ["Table 1", "Table 2", "Table 3", "Table 4", "Table A"]
    user.type("2")
    known = board(user).spot("2").known
    said = trays(user)["Table 2, chosen"]
    assert said == ", ".join(f"{known[chip]:,} of {chip.name}" for chip in sorted(known, reverse=True))
    user.go("count tray")
    user.form.table.choose("2")
    assert trays(user) == {}
    user.go("fill")
    for _ in range(2):  # the layout of before may not let it be so small at once
        user.window.resize(1366, 768)
        user.qtbot.wait(1)
    user.qtbot.waitUntil(lambda: trays(user) == {})


def test_what_is_refused_takes_the_room_of_the_trays(user):
    user.window.resize(1920, 1080)
    form = user.fill_in("fill", {"table": "2", "chips": "9000x$5"}, JO)
    user.press(form.primary)
    user.qtbot.waitUntil(lambda: bool(form.notice.reasons))
    assert form.notice.isVisible()
    assert form.notice.visibleRegion().boundingRect() == form.notice.rect()


def test_a_reason_above_the_foot_is_seen_whole(user):
    user.window.resize(1366, 740)
    user.go("fill", "2")
    user.type("2900*5")
    notice = user.form.notice
    user.qtbot.waitUntil(lambda: "short" in notice.text)
    said = [one for one in notice.findChildren(QLabel) if one.isVisible()]
    assert len(said) == 3
    user.qtbot.waitUntil(lambda: all(one.visibleRegion().boundingRect() == one.rect() for one in said))
