"""Tables: opener, dealer, tray count, camera, closer; who counts does not see what is known."""

import pytest
from PySide6.QtWidgets import QApplication, QLabel

from pitdesk.chips import Chip, Chips
from tests.ui.night import PINS, Quick, copied, proven, signed
from tests.ui.stand import stands
from tests.ui.user import Keys

pytestmark = pytest.mark.long

KARI, SARA, BO, PIA = (
    signed(one) for one in ("kari:dealer", "sara:dealer", "bo:pit boss", "pia:shift manager")
)
OPENER = "40x50c 200x$1 100x$5 20x$25"
NOTHING = "Nothing is counted yet. Type the pieces, or a 0 where there are none."


@stands("count tray", "close table")
def user(qtbot, open_window, tmp_path) -> Quick:
    return Quick.at(qtbot, open_window(*copied(tmp_path)))


@stands("open table")
def early(qtbot, open_window, tmp_path) -> Quick:
    """The banks are counted; no table is open yet."""
    return Quick.at(qtbot, open_window(*copied(tmp_path, (16, 10))))


def spot(user: Quick, table: str):
    return user.window.station.board.spot(table)


def opener(user: Quick, **other: str):
    fields = {"table": "2", "low": "3", "high": "25", "method": "no-peek", "chips": OPENER}
    return user.fill_in("open table", fields | other, SARA)


def test_a_table_is_opened_with_its_opener_limits_and_dealer(early):
    user = early
    user.post(opener(user))
    assert user.told() == "Table 2 is open."
    assert (spot(user, "2").state, spot(user, "2").dealer) == ("open", "sara")
    assert spot(user, "2").limits == (3_00, 25_00)
    assert spot(user, "2").par == Chips.read(OPENER)


def test_another_may_deal_than_whoever_initials(early):
    user = early
    user.post(opener(user, dealer="tor"))
    assert spot(user, "2").dealer == "tor"


def test_whoever_can_deal_there_is_asked_first(early):
    early.go("open table", "A")
    assert early.form.signers.places[0].person.value() == "nina"
    early.choose(early.form.table, "2")
    assert early.form.signers.places[0].person.value() == "kari"


def test_an_opener_that_may_not_be_is_told_where_it_is_wrong(early):
    user = early
    for fields, told in (
        ({"high": "30"}, {"below": {"nd.08-09.1"}}),
        ({"low": "5"}, {"below": {"nd.08-09.1"}}),  # no table would take $3
        ({"method": ""}, {"below": {"nd.08-10.1"}}),
        ({"chips": "20xpw$1"}, {"below": {"nd.08-06.1b"}}),
        ({"low": "three"}, {"low": "'three' is no amount. Write 912 or 1,250.00."}),
    ):
        form = opener(user, **fields)
        user.post(form)
        assert user.refused(form) == told, fields
        user.press(form.empty)
    form = opener(user)
    form.chips.clear()
    user.post(form)
    assert user.refused(form) == {"chips": NOTHING}
    assert spot(user, "2").state == "not open"


def test_a_dealer_is_relieved_and_a_tray_locked(user):
    user.at_desk(lambda desk: desk.dealer("3", None, proven("tor:dealer")))
    user.post(user.fill_in("dealer", {"table": "2", "dealer": "tor"}, SARA))
    assert user.told() == "Tor Haugen deals at table 2."
    assert spot(user, "2").dealer == "tor"
    user.post(user.fill_in("dealer", {"table": "2", "dealer": ""}, signed("tor:dealer")))
    assert user.told() == "The tray of table 2 is locked."
    assert spot(user, "2").dealer is None


def test_who_cannot_deal_is_told_beside_the_initials(user):
    form = user.fill_in("dealer", {"table": "2", "dealer": "bo"}, SARA)
    user.post(form)
    assert user.refused(form) == {"initials": {"pd.role"}}
    assert "Bo Dahl is not a dealer. Seat a dealer at table 2." in form.signers.notice.text
    assert spot(user, "2").dealer == "sara"


def test_a_tray_is_counted_without_seeing_what_is_known(user):
    form = user.fill_in("count tray", {"table": "2", "chips": "40x50c 180x$1 90x$5 20x$25"}, SARA)
    assert all(not line.beside for line in form.chips._rows.values())
    user.post(form)
    assert user.told() == "The tray of table 2 is counted."
    assert spot(user, "2").known == Chips.read("40x50c 180x$1 90x$5 20x$25")
    assert user.window.station.board.outstanding == Chips.read("20x$1 10x$5")


def test_more_in_a_tray_than_can_be_there_needs_a_reason(user):
    form = user.fill_in("count tray", {"table": "2", "chips": "40x50c 200x$1 400x$5 20x$25"}, SARA)
    user.post(form)
    assert user.refused(form) == {"below": {"pd.floor"}}
    assert form.chips.value() == Chips.read("40x50c 200x$1 400x$5 20x$25")
    user.sign(form.signers, SARA)
    user.write(form.reason.edit, "a rack of table 1 stood in it")
    user.post(form)
    assert user.told() == "The tray of table 2 is counted."


def test_a_cashier_counts_no_tray(user):
    form = user.fill_in("count tray", {"table": "2", "chips": OPENER}, signed("jo:cashier"))
    user.post(form)
    assert user.refused(form) == {"initials": {"pd.who"}}


def test_a_table_is_closed_and_its_box_comes_next(user):
    user.post(user.fill_in("close table", {"table": "2", "chips": "52x50c 90x$1"}, SARA))
    assert user.told() == "Table 2 is closed. Its box is next: Ctrl+Shift+X."
    assert spot(user, "2").state == "closed"
    assert spot(user, "2").dealer is None


def test_an_empty_tray_is_closed_with_a_nought_and_not_with_nothing(user):
    form = user.fill_in("close table", {"table": "2"}, SARA)
    user.press(form.primary)
    assert user.refused(form) == {"chips": NOTHING}
    user.write(form.chips.edit(next(iter(form.chips._rows))), "0")
    user.post(form)
    assert spot(user, "2").known == Chips()


def test_a_table_with_a_slip_on_its_way_is_not_closed(user):
    user.at_desk(lambda desk: desk.fill("2", Chips.read("20x$5"), proven("jo:cashier")))
    form = user.fill_in("close table", {"table": "2", "chips": OPENER}, SARA)
    user.post(form)
    assert user.refused(form) == {"below": {"pd.state"}}
    assert "fill 000001 is still on its way." in form.notice.text
    assert spot(user, "2").state == "open"


def test_a_camera_is_looked_at_and_what_is_not_clear_needs_a_reason(user):
    form = user.fill_in("camera", {"table": "2", "view": "blurred"}, BO)
    user.post(form)
    (reason,) = user.refused(form).values()
    assert "A camera needs a reason. Give it in a few words. [House rule: reasons]" in reason
    user.sign(form.signers, BO)
    user.write(form.reason.edit, "dome wiped")
    user.post(form)
    assert user.told() == "Camera of table 2: blurred."
    assert spot(user, "2").camera == "blurred"
    user.post(user.fill_in("camera", {"table": "2", "view": "clear", "reason": "bo wiped it"}, BO))
    assert spot(user, "2").camera == "clear"


def test_the_table_that_is_chosen_on_the_floor_is_the_one_that_is_counted(user):
    user.go("floor", "3")
    user.go("count tray")
    assert user.form.table.value() == "3"
    assert user.form.signers.places[0].person.value() == "tor"
    assert QApplication.focusWidget() is user.form.table.button("3")


# Chips astray


def test_chips_astray_count_to_their_tray_until_a_credit_takes_them(user):
    fields = {"table": "2", "chips": "4xpw$1", "reason": "taken for $1 chips"}
    form = user.fill_in("stray", fields, signed("sara:dealer"))
    user.post(form)
    assert user.told() == "4xpw$1 noted at table 2. A credit is next: F3."
    assert user.window.station.board.held("tray 2")[Chip.named("pw$1")] == 4


def test_chips_astray_need_their_reason_and_an_open_table(user):
    form = user.fill_in("stray", {"table": "2", "chips": "4xpw$1"}, signed("sara:dealer"))
    user.post(form)
    assert "reason" in user.refused(form)
    assert form.chips.value() == Chips.read("4xpw$1")


def test_limits_change_with_notice_and_each_table_then_needs_its_plaque(user):
    form = user.fill_in("limits", {"table": "2", "low": "10", "high": "25"}, BO)
    assert form.now.text() == "Now $3-$25."
    assert form.minutes.edit.placeholderText() == "10"
    user.post(form)
    assert user.told().startswith("Table 2: $10-$25 from ")
    assert (spot(user, "2").limits, spot(user, "2").plaque) == ((10_00, 25_00), "$10-$25")
    form = user.fill_in("plaque", {"table": "2"}, SARA)
    assert form.says.text() == "The plaque says $10-$25."
    user.post(form)
    assert user.told() == "The plaque of table 2, $10-$25, is noted."
    assert spot(user, "2").plaque == ""


def test_limits_that_may_not_be_are_told_where_they_are_wrong(user):
    for fields, told in (
        ({"low": "3.50", "high": "25"}, {"below": {"nd.08-09.1"}}),
        ({"low": "5", "high": "3"}, {"below": {"nd.08-09.1"}}),
        ({"low": "2", "high": "25", "minutes": "3"}, {"below": {"pd.notice"}}),
        ({"minutes": "soon"}, {"minutes": "'soon' is no number of minutes. Write one such as 10."}),
    ):
        form = user.fill_in("limits", {"table": "2", "low": "2", "high": "25"} | fields, BO)
        user.post(form)
        assert user.refused(form) == told, fields
        user.press(form.empty)


def test_players_who_stay_keep_a_table_active(user):
    form = user.fill_in("dealer", {"table": "2", "dealer": ""}, SARA)
    form.players.box.setChecked(True)
    user.post(form)
    assert spot(user, "2").players
    assert spot(user, "2").active


def test_a_recorder_that_fails_is_noted_until_a_look_is_clear(user):
    user.post(user.fill_in("fault", {"table": "2", "what": "recorder", "since": "15:00"}, BO))
    assert user.told() == "Table 2: the recorder does not work. A clear look ends it."
    assert spot(user, "2").fault.startswith("recorder not working since Nov ")
    form = user.fill_in("camera", {"table": "2", "view": "clear"}, BO)
    assert form.fails.text().startswith("It fails: recorder not working since Nov ")
    user.post(form)
    assert user.refused(form) == {"below": {"pd.reason"}} or "reason" in user.refused(form)
    form = user.fill_in("camera", {"table": "2", "view": "clear", "reason": "Acme changed it"}, BO)
    user.post(form)
    assert spot(user, "2").fault == ""


def test_a_card_reader_that_fails_needs_a_reason(user):
    form = user.fill_in("method", {"table": "2", "method": "card-reader", "reason": "works"}, BO)
    user.post(form)
    assert user.refused(form) == {"below": {"nd.08-10.1"}}


# A tray that is counted: drawn, blind, with few keys


def test_a_tray_of_four_values_takes_twenty_six_keys_with_its_pin(qtbot, open_window, tmp_path):
    keys = Keys(qtbot, open_window(*copied(tmp_path)).window)
    keys.sign_in("jo", PINS["jo"])
    keys.pressed = 0
    keys.go("count tray")
    keys.type("2\r\r")  # the table; past the quick line, into the rows
    keys.type("1\r0\r4\r17\r9\r8\r3\r1\r")  # $25, $5, $1, 50c: stacks and loose
    keys.type(PINS["sara"])
    keys.type("\r")
    keys.settle()
    known = keys.window.station.board.spot("2").known
    assert known == Chips.read("20x$25 97x$5 188x$1 61x50c")
    assert keys.pressed - len(PINS["sara"]) <= 22 + 1  # two digits of one value


@pytest.mark.parametrize("verb", ["open table", "count opener", "count tray", "close table"])
def test_what_should_be_there_is_not_seen_before_the_initials(user, verb):
    known = spot(user, "3").known
    if verb == "open table":
        user.post(user.fill_in("close table", {"table": "3", "chips": "7x$5"}, signed("tor:dealer")))
        known = spot(user, "3").known
    user.go(verb, "3")
    form = user.form
    assert form.large.told.number == "3"
    assert form.large.told.tubes == ()
    assert form.large.told.becomes == ()
    assert all(not line.beside for line in form.chips._rows.values())
    shown = [one.text() for one in form.findChildren(QLabel) if one.isVisible()]
    assert not [text for text in shown if f"{known.cents // 100:,}." in text]


def test_what_was_off_is_said_value_by_value_once_it_is_initialed(user):
    user.post(user.fill_in("count tray", {"table": "2", "chips": "45x50c 180x$1 90x$5 20x$25"}, SARA))
    then = user.window.frame.messages.then.text()
    assert "10 of $5 fewer, 20 of $1 fewer, 5 of 50¢ more than known: $67.50 less" in then
    user.post(user.fill_in("close table", {"table": "2", "chips": "45x50c 180x$1 90x$5 20x$25"}, SARA))
    assert "Just what was known" in user.window.frame.messages.then.text()


def test_the_button_names_the_table_and_the_table_is_read_back(user):
    for verb, head, words in (
        ("count tray", "COUNT TABLE", "Enter the count of table 2"),
        ("close table", "CLOSE TABLE", "Close table 2"),
        ("dealer", "Change dealer", "Change the dealer of table 2"),
    ):
        user.go(verb, "2")
        told = user.form.large.told
        assert (told.head, told.number, user.form.primary.text()) == (head, "2", words)
        assert told.words == ("Twenty-one · $3–$25", "Dealer Sara Vik · box 2")
