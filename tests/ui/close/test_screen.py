"""Close of day: it can never jam, it shows nothing that is still counted blind, and it seals."""

from datetime import date, timedelta

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QLabel,
    QLineEdit,
    QPushButton,
    QScrollArea,
    QWidget,
)

from pitdesk.book.past import day_of, site_of
from pitdesk.chips import Chips
from pitdesk.rules.book import Rulebook
from pitdesk.tonight.closing import STEPS
from pitdesk.tonight.outlook import Way
from printers.reports.day import build
from printers.reports.letter import report_pdf
from tests.ui.night import Quick, copied, proven, signed
from tests.ui.stand import stands
from ui.close.overview import SAID, Overview
from ui.close.screen import Close
from ui.close.ways import LOST
from ui.widgets import theme
from ui.widgets.listing import Groups
from ui.work.actions import BY_NAME

pytestmark = pytest.mark.long

BARE, MIDNIGHT, LATE, SEALED = (16, 29), (0, 56), (1, 51), (2, 30)
PIA, JO = "pia:shift manager", "jo:cashier"


def at(qtbot, open_window, tmp_path, when, operator="pia") -> Quick:
    return Quick.at(qtbot, open_window(*copied(tmp_path, when)), operator)


@stands("close", "close day", "explain")
def late(qtbot, open_window, tmp_path) -> Quick:
    """All is counted; the drawer is two dollars short, and the copy of fill 3 is in no box."""
    return at(qtbot, open_window, tmp_path, LATE)


def overview(user: Quick) -> Overview:
    user.go("close")
    user.settle()
    user.qtbot.wait(20)  # what was added has come up and found its place
    return user.window.shown("close").overview


def buttons(here: Overview, words: str = "") -> list[QPushButton]:
    found = [one for one in here.blockers.findChildren(QPushButton) if one.text().startswith(words)]
    return [one for one in found if not one.isHidden()]


def outs(here: Overview) -> list[QPushButton]:
    """The buttons of ways out; not those that lead to a rule."""
    return [one for one in buttons(here) if one.text() != "Why?"]


def told(here: Overview) -> str:
    """All that the overview says; of lists every line."""
    lines = [one.text() for one in here.findChildren(QLabel) if one.isVisible()]
    for groups in here.findChildren(Groups):
        tops = [groups.topLevelItem(at) for at in range(groups.topLevelItemCount())]
        lines += [top.child(at).text(0) for top in tops for at in range(top.childCount())]
    return "\n".join(lines)


def explain(user: Quick, what: str, why: str) -> None:
    form = user.fill_in("explain", {"what": what, "reason": why}, signed(PIA))
    user.post(form)
    user.settle()


def explained(user: Quick) -> None:
    by = proven(PIA)
    user.at_desk(lambda desk: desk.explain("drawer", "one payout too many", by))
    user.at_desk(lambda desk: desk.explain("fill 000003 copy", "torn in the plunger", by))


# The overview


def test_the_steps_have_their_ticks(late):
    here = overview(late)
    assert [one.accessibleName() for one in here.steps.buttons] == [
        *(f"{words}: done" for words in STEPS[:4]),
        "Reconcile: 3 to do",
        "Seal and print: to come",
    ]
    assert [one.text() for one in here.steps.marks] == ["✓", "✓", "✓", "✓", "5", "6"]
    assert here.verdict.text() == "3 in the way"
    assert not here.seal.isEnabled()
    assert here.waits.text() == "Sealing waits for: reconcile 3"
    assert here.seal.text() == "Seal waits for reasons"
    owners = [one.text() for one in here.steps.owners]
    assert owners[0] == "NS · 00:58"
    assert owners[2:] == ["KB + MF · 01:40", "PO + JS · 01:50", "Shift manager", "Shift manager"]


def test_in_the_least_room_what_is_in_the_way_stands_above_its_ways_out(late):
    for _ in range(2):
        late.window.resize(683, 384)
        late.qtbot.wait(1)
    here = overview(late)
    found = next(one for one in buttons(here) if one.text() == "Found it")
    words = next(one for one in here.findChildren(QLabel) if one.text().startswith("Fill 000003, the"))
    above = words.mapTo(here, words.rect().bottomLeft()).y()
    assert found.mapTo(here, QPoint()).y() > above
    assert words.width() >= theme.sized(SAID)


def test_figures_that_are_not_known_say_what_they_wait_for(qtbot, open_window, tmp_path):
    here = overview(at(qtbot, open_window, tmp_path, MIDNIGHT))
    words = told(here)
    assert "–  after boxes" in words
    assert "–  after next start" in words
    assert here.seal.text() == "Seal waits for tables +3"


def test_blockers_of_one_kind_are_one_group_that_opens(qtbot, open_window, tmp_path):
    user = at(qtbot, open_window, tmp_path, MIDNIGHT)
    here = overview(user)
    boxes = next(
        one for one in here.blockers.waits if one.words.endswith("boxes are still on their tables")
    )
    assert boxes.many == 4
    assert boxes.stops
    assert f"In the way of the seal: {len(here.close_.blockers)} points in" in told(here)
    assert len(here.blockers.waits) < len(here.close_.blockers)
    groups = next(
        one for one in here.blockers.findChildren(Groups) if one.accessibleName() == boxes.words
    )
    assert not groups.topLevelItem(0).isExpanded()
    here.list.ensureWidgetVisible(groups)
    groups.setFocus()
    user.key(Qt.Key.Key_Right)
    assert groups.topLevelItem(0).isExpanded()
    user.key(Qt.Key.Key_Down)
    user.key(Qt.Key.Key_Down)
    user.key(Qt.Key.Key_Return)
    assert user.form.name == "remove box"
    assert user.form.table.typed() == boxes.each[1][1].what


def test_tables_sum_and_proofs_are_those_of_the_night(late):
    here = overview(late)
    words = told(here)
    for figure in ("5,180.00", "− 4,088.00", "1,092.00", "+ 346.00", "− 2.00", "1,436.00"):
        assert figure in words
    assert "Fill slips 000001 to 000007" in words
    assert "21 of 22 parts found, 1 neither found nor explained" in words
    assert "short $2.00, a reason is owed" in words
    assert "$1,436.00 and $1,436.00" in words
    assert "PO and JS" in words


def test_the_next_start_makes_the_deposit(late):
    here = overview(late)
    late.write(here.next_start.edit, "5,000")
    late.qtbot.waitUntil(lambda: here.close_.deposit == 313_600)
    assert "3,136.00" in told(here)
    assert here.verdict.text() == "2 in the way"
    late.write(here.next_start.edit, "9,999,999")
    late.qtbot.waitUntil(lambda: "more than the cash in hand" in told(here))
    late.write(here.next_start.edit, "much")
    late.qtbot.waitUntil(lambda: here.close_.next_start is None)


def test_the_next_start_may_be_as_today(late):
    here = overview(late)
    late.press(here.as_today)
    assert here.next_start.edit.text() == "6,200.00"
    late.qtbot.waitUntil(lambda: here.close_.deposit is not None)


def test_the_next_start_is_asked_once_and_kept(late):
    here = overview(late)
    late.write(here.next_start.edit, "5,000")
    late.go("close day")
    assert late.form.next_start.typed() == "5,000"
    late.write(late.form.next_start.edit, "4,000")
    late.go("floor")
    late.go("close", "close")
    assert here.next_start.typed() == "4,000"


def test_a_step_leads_to_what_is_in_its_way(qtbot, open_window, tmp_path):
    user = at(qtbot, open_window, tmp_path, MIDNIGHT)
    here = overview(user)
    bar = here.list.verticalScrollBar()
    user.press(here.steps.buttons[3])
    assert bar.value() == here.blockers.heads[3].y() > 0
    user.press(here.steps.buttons[0])
    assert bar.value() == here.blockers.heads[0].y()
    user.press(here.steps.buttons[1])  # done: nothing to show
    assert bar.value() == here.blockers.heads[0].y()


def test_a_new_book_begins_with_opening_the_day(qtbot, open_window, night):
    fresh = night("busy", "fresh")
    user = Quick.at(qtbot, open_window(fresh.book, fresh.clock), "pia")
    here = overview(user)
    words = told(here)
    assert "No day yet" in words
    (begin,) = here.new.findChildren(QPushButton)
    user.press(begin)
    assert user.form.name == "open day"
    assert user.form.stands.text() == "The first day of a new book."


def test_it_follows_the_night(late):
    here = overview(late)
    explained(late)
    late.qtbot.waitUntil(lambda: "short $2.00, explained" in told(here))
    assert here.verdict.text() == "1 in the way"


# Nothing that is still counted blind


def test_before_the_counts_nothing_of_the_cash_is_shown(qtbot, open_window, tmp_path):
    user = at(qtbot, open_window, tmp_path, (1, 49))
    here = overview(user)
    user.write(here.next_start.edit, "5,000")
    user.qtbot.waitUntil(lambda: here.close_.next_start == 500_000)
    assert here.close_.counted is False
    words = told(here)
    assert "1,092.00" in words  # every drop is agreed
    for secret in ("1,436", "346.00", "1,856", "1,858", "3,136", "− 2.00", "short $"):
        assert secret not in words
    assert "shown once the closing counts are in" in words


def test_a_box_that_one_has_counted_shows_no_drop(qtbot, open_window, tmp_path):
    user = at(qtbot, open_window, tmp_path, (1, 27))
    words = told(overview(user))
    assert "1,240.00" in words  # agreed
    assert "2,130" not in words  # counted by one member alone
    assert "2,110" not in words


# Blockers, each with its way out


@stands("close", "close day", "answer", "explain", "reprint", "void", "open day")
def mess(qtbot, open_window, tmp_path) -> Quick:
    """A night on which everything stands in the way."""
    user = at(qtbot, open_window, tmp_path, BARE)
    do, openers = user.at_desk, proven(PIA, JO)
    held = do(lambda desk: desk.journal.balances())
    do(lambda desk: desk.on_duty(proven("bo:pit boss")[0]))
    chips = Chips.read
    do(lambda desk: desk.credit("4", chips("10x$1"), proven("olav:dealer"), destination="jar bar"))
    do(lambda desk: desk.verify("credit", 1, proven("bo:pit boss")))
    do(lambda desk: desk.receive("credit", 1, proven(JO)))
    more = chips("40x50c 210x$1 100x$5 30x$25")
    do(lambda desk: desk.count_tray("2", more, proven("sara:dealer"), reason="found ten more"))
    less = chips("40x50c 190x$1 100x$5 20x$25")
    do(lambda desk: desk.close_table("1", less, proven("kari:dealer")))
    do(lambda desk: desk.close_table("3", chips("40x50c 90x$1 50x$5 10x$25"), proven("tor:dealer")))
    do(lambda desk: desk.remove_box("3", "safe", proven(PIA, "bo:pit boss")))
    do(lambda desk: desk.declare_tips("tor", chips("2x$1"), proven(JO)))
    drawer = {"cash": held["drawer"]["cash"] - 200}
    do(lambda desk: desk.count("closing", {"drawer": drawer}, openers))
    user.pit.paper.jam()
    do(lambda desk: desk.fill("2", chips("5x$5"), proven(JO)))
    return user


KINDS = {
    *("nd.03-06.2", "nd.03-10.1", "nd.08-04.7", "nd.08-05.2", "nd.08-05.4", "nd.08-14.1"),
    *("pd.explained", "pd.outstanding", "pd.print", "pd.tips", "pd.transit"),
}


def test_each_kind_of_blocker_is_named_with_its_section_and_leads_out(mess):
    here = overview(mess)
    assert {one.rule for one in here.close_.blockers} == KINDS
    pressed: set[str] = set()
    for one in here.blockers.waits:
        assert one.words
        assert one.section
        assert one.ways
        assert one.ways != LOST, one.words
        for way in one.ways:
            assert BY_NAME[way.action]
            pressed.add(way.action)
    assert pressed >= {"close table", "remove box", "team", "camera", "waiting", "void", "answer"}
    assert pressed >= {"reprint", "explain", "tips", "fill", "count banks", "found", "close day"}


def test_every_button_brings_its_form_to_the_front(mess):
    here = overview(mess)
    ways = [way for one in here.blockers.waits for way in one.ways]
    assert len(outs(here)) == len(ways)
    seen = mess.seen
    for at_, way in enumerate(ways):
        button = outs(here)[at_]
        assert button.text() == way.words
        here.list.ensureWidgetVisible(button)
        mess.press(button)
        mess.settle()
        assert mess.form.name == way.action
        _took(mess.form, way)
        mess.go("close", "close")
        mess.settle()
    assert mess.seen == seen  # looking writes nothing


def test_what_stands_in_the_way_leads_to_its_rule(mess):
    here = overview(mess)
    first = here.blockers.waits[0]
    assert len(buttons(here, "Why?")) == len(here.blockers.waits)
    mess.press(buttons(here, "Why?")[0])
    mess.settle()
    assert mess.form.name == "rules"
    assert mess.form.search.typed() == first.rule


def _took(form, way: Way) -> None:
    """The form begins with what stood in the way."""
    if way.action in ("close table", "remove box", "camera"):
        assert form.table.typed() == way.what
    elif way.action in ("waiting", "void") and way.what:
        assert form.slip.typed() == f"{way.what.series} {way.what.number:06}"
    elif way.action == "answer":
        assert form.face.typed() == f"{way.what.series} {way.what.number} {way.what.part}"
    elif way.action == "explain" and way.what:
        assert form.what.typed() == way.what


# Open the day


@stands("open day")
def sealed(qtbot, open_window, tmp_path) -> Quick:
    return at(qtbot, open_window, tmp_path, SEALED)


def test_the_next_day_is_opened_by_two(sealed):
    sealed.pit.clock.at += timedelta(hours=14)
    sealed.go("open day")
    form = sealed.form
    assert form.stands.text() == "Sat Nov 21, 2026 is sealed. Open the next day."
    assert form.date.edit.text() == "2026-11-22"  # today, on the site's own clock
    assert [place.person.value() for place in form.signers.places] == ["pia", "jo"]
    sealed.sign(form.signers, signed(PIA, JO))
    sealed.post(form)
    assert sealed.told() == "Day 2 is open. Next: count the chip bank and the drawer, Ctrl+B."
    assert sealed.window.station.board.date == date(2026, 11, 22)
    assert sealed.window.place == "floor"


def test_after_a_day_in_the_future_today_is_opened_with_a_reason(sealed):
    sealed.pit.clock.at -= timedelta(days=30)  # so long ahead the clock was that night
    form = sealed.fill_in("open day", {}, signed(PIA, JO))
    assert form.date.edit.text() == "2026-10-23"
    assert form.reason.isVisible()
    sealed.post(form)
    assert "The last day is dated 2026-11-21, ahead of the day" in form.notice.text
    form.reason.edit.setText("the clock was wrong that night")
    sealed.sign(form.signers, signed(PIA, JO))
    sealed.post(form)
    assert sealed.window.station.board.date == date(2026, 10, 23)


def test_a_date_that_follows_on_needs_no_reason(sealed):
    sealed.pit.clock.at += timedelta(hours=14)
    sealed.go("open day")
    assert not sealed.form.reason.isVisible()


def test_a_day_is_not_opened_without_a_shift_manager(sealed):
    sealed.pit.clock.at += timedelta(hours=14)
    form = sealed.fill_in("open day", {}, signed(JO))
    sealed.post(form)
    assert "No shift manager opens the day" in form.signers.notice.text
    assert sealed.window.station.board.state == "sealed"


@pytest.mark.parametrize(
    ("typed", "reason"),
    [("2026-11-21", "is sealed; a new day must be later"), ("2027-01-01", "is not today")],
)
def test_a_date_that_cannot_be_is_refused(sealed, typed, reason):
    form = sealed.fill_in("open day", {"date": typed}, signed(PIA, JO))
    sealed.post(form)
    assert reason in form.notice.text
    assert form.date.edit.text() == typed


def test_what_is_no_date_is_told_beside_it(sealed):
    form = sealed.fill_in("open day", {"date": "tomorrow"}, signed(PIA, JO))
    sealed.post(form)
    assert form.date.told == "'tomorrow' is no date. Write 2026-11-21."


def test_one_may_open_who_is_alone(sealed):
    sealed.pit.clock.at += timedelta(hours=14)
    form = sealed.fill_in("open day", {}, signed(PIA))
    sealed.post(form)
    assert list(sealed.window.station.board.duty) == ["pia"]


def test_while_a_day_is_open_no_other_can_be(late):
    late.go("open day")
    assert late.form.stands.text() == "Sat Nov 21, 2026 is open. Close it before the next."
    assert not late.form.primary.isEnabled()


# Give a reason


def test_reasons_are_given_one_after_the_other_and_then_the_day_adds_up(late):
    late.go("explain")
    late.settle()
    form = late.form
    assert form.what.typed() == "drawer"
    explain(late, "drawer", "one payout too many")
    assert late.form is form  # the copy of fill 3 is next
    assert form.what.typed() == "fill 000003 copy"
    explain(late, "fill 000003 copy", "torn in the plunger")
    here = overview(late)
    assert late.form.name == "close"
    assert [one.rule for one in here.close_.blockers] == ["nd.03-10.1"]


def test_a_violation_is_written_down_and_says_who_is_still_to_be_told(late):
    form = late.fill_in("violation", {"reason": "a marked deck", "police": "23:05"}, signed(PIA))
    late.post(form)
    fact = late.entries()[-1].fact
    assert (fact.reason, fact.division, fact.police) == ("a marked deck", "", "23:05")
    assert "Now tell the gaming division." in late.told()
    explain(late, "violation 1", "the division was told at 23:20")


def test_a_reason_must_be_given(late):
    form = late.fill_in("explain", {}, signed(PIA))
    late.settle()
    late.post(form)
    assert "needs a reason" in form.reason.told
    assert "drawer" not in late.window.station.board.reasons


def test_what_the_seal_does_not_wait_for_is_offered_when_it_is_asked_for(late):
    late.go("explain")
    late.settle()
    form = late.form
    assert form.note.text().startswith("The seal waits for 2 of these.")
    offered = [key for key, _ in form.what._options]
    assert offered == ["drawer", "fill 000003 copy"]
    late.enter(form.all, True)
    assert "box 2" in [key for key, _ in form.what._options]
    late.go("close", "close")
    late.go("explain", "box 2")
    late.settle()
    assert form.what.typed() == "box 2"


def test_with_nothing_owed_it_says_so(late):
    explained(late)
    late.go("explain")
    late.settle()
    assert late.form.note.text() == "Nothing needs a reason for the seal."


# Seal


def test_what_is_in_the_way_is_refused_with_its_sections(late):
    form = late.fill_in("close day", {"next start": "5,000"}, signed(PIA, JO))
    late.settle()
    assert form.stands.text() == "2 things still in the way of the seal."
    late.post(form)
    assert "not found in box 1" in form.notice.text
    assert "Explain 'drawer'" in form.notice.text
    assert form.next_start.typed() == "5,000"
    late.press(form.left)
    assert late.form.name == "close"


def test_the_busy_night_is_sealed_and_its_report_is_there_as_it_prints(late):
    explained(late)
    form = late.fill_in("close day", {"next start": "5,000"}, signed(PIA, JO))
    late.settle()
    assert form.stands.text() == "Deposit $3,136.00, due Wed Nov 25, 2026."
    late.post(form)
    assert late.told() == (
        "The day is sealed. Put the deposit together: $3,136.00, due Wed Nov 25, 2026."
    )
    here = overview(late)
    assert late.form is here
    assert here.deposit.text() == "$3,136.00"
    assert here.due.text() == "Due at the bank by Wed Nov 25, 2026, the third banking day."
    assert "$100.00 in checks" in here.todo.text()
    assert "$5,000.00 stays here" in here.todo.text()
    late.qtbot.waitUntil(lambda: here.report.shown is not None)
    assert here.report.shown.pdf == late.at_desk(_pdf)
    assert here.report.shown.close.head == here.head.text()
    late.qtbot.waitUntil(lambda: here.report.paper.view.pages > 0)
    assert form.next_start.typed() == ""


def _pdf(desk) -> bytes:
    day = day_of(desk.journal, 1)
    return report_pdf(build(day, site_of(desk.journal, day), Rulebook.load()))


def test_while_the_book_is_read_there_is_progress_and_one_may_go_on(late):
    explained(late)
    form = late.fill_in("close day", {"next start": "5,000"}, signed(PIA, JO))
    late.settle()
    QTest.mouseClick(form.primary, Qt.MouseButton.LeftButton)
    assert form.bar.isVisible()
    assert form.wait.text().startswith("Reading the whole book, ")
    assert form.primary.text() == "Reading the book …"
    assert not form.primary.isEnabled()
    late.go("floor")
    late.settle()
    assert late.window.place == "floor"  # nobody is carried off from where they are
    assert "The day is sealed." in late.told()
    assert not form.bar.isVisibleTo(form)


def test_a_cashier_does_not_seal(late):
    explained(late)
    form = late.fill_in("close day", {"next start": "5,000"}, signed(JO))
    late.post(form)
    assert "A cashier does not close the day" in form.signers.notice.text
    assert late.window.station.board.state == "open"


def test_the_next_start_must_be_said(late):
    explained(late)
    form = late.fill_in("close day", {}, signed(PIA, JO))
    late.settle()
    assert form.stands.text() == "Nothing is in the way. Say what cash stays here."
    late.post(form)
    assert form.next_start.told == "Type the amount, such as 912 or 1,250.00."


def test_after_the_seal_there_is_nothing_to_seal(sealed):
    sealed.go("close day")
    sealed.settle()
    assert sealed.form.stands.text() == "No day is open: there is nothing to seal."
    here = overview(sealed)
    sealed.press(here.again)
    assert sealed.form.name == "open day"


def test_once_nothing_is_in_the_way_the_last_step_is_the_seal(late):
    explained(late)
    here = overview(late)
    late.write(here.next_start.edit, "5,000")
    late.qtbot.waitUntil(here.seal.isEnabled)
    assert here.verdict.text() == "Nothing in the way"
    assert here.waits.text().startswith("The deposit is $3,136.00.")
    assert here.seal.text() == "Seal the day and print"
    assert here.clear.isVisible()
    assert here.clear.words.text() == "The day is $2.00 short, and explained."
    told_ = [one.told.text() for one in (here.clear.profit, here.clear.agp, here.clear.deposit)]
    assert told_ == ["1,436.00", "1,092.00", "3,136.00"]
    late.press(here.steps.buttons[5])
    assert late.form.name == "close day"
    late.go("close", "close")
    here.next_start.edit.setFocus()
    late.key(Qt.Key.Key_Return)
    assert QApplication.focusWidget() is here.seal
    late.key(Qt.Key.Key_Space)
    assert late.form.name == "close day"


def test_the_place_has_its_pages(late):
    late.go("close")
    place = late.window.shown("close")
    assert isinstance(place, Close)
    pages = ("close", "reading", "open day", "explain", "violation", "close day", "finish day")
    assert (*place.forms,) == pages


# How it looks


def _cut(screen: QWidget) -> list[str]:
    """Words that do not fit where they stand."""
    return [
        one.text()
        for one in screen.findChildren(QLabel)
        if one.isVisible() and one.text() and not one.wordWrap() and one.width() < one.sizeHint().width()
    ]


def _sideways(screen: QWidget) -> list[str]:
    """What is wider than where it scrolls up and down."""
    return [
        type(area.widget()).__name__
        for area in screen.findChildren(QScrollArea)
        if area.isVisible() and area.widget().width() > area.viewport().width()
    ]


def _outside(screen: QWidget, window: QWidget) -> list[str]:
    """Buttons and fields whose right edge is not in the window."""
    whole = QRect(QPoint(), window.size())
    found = []
    for one in screen.findChildren(QWidget):
        if one.isVisible() and isinstance(one, QAbstractButton | QLineEdit):
            left = one.mapTo(window, QPoint())
            right = left + QPoint(one.width() - 1, 0)
            if not (whole.left() <= left.x() and right.x() <= whole.right()):
                found.append(one.accessibleName())
    return found


def _all_seen(screen: QWidget, window: QWidget) -> bool:
    assert (_cut(screen), _sideways(screen), _outside(screen, window)) == ([], [], [])
    return True


@pytest.mark.parametrize("look", ["dark", "light"])
@pytest.mark.parametrize("size", [(1366, 768), (2560, 1440)])
def test_nothing_is_cut_off_small_or_nameless(mess, qapp, look, size):
    theme.apply(qapp, look)
    mess.window.resize(*size)
    pages = ("close", "open day", "explain", "close day", "slips", "void", "answer", "reprint", "days")
    try:
        for page in pages:
            mess.go(page, "close" if page == "close" else None)
            mess.rest()
            screen = mess.window.frame.stack.currentWidget()
            mess.qtbot.waitUntil(lambda of=screen: _all_seen(of, mess.window))  # a bar may have come
            for one in screen.findChildren(QAbstractButton):
                if one.isVisible() and not isinstance(one.parent(), QLineEdit):
                    assert one.height() >= theme.LEAST_PX, (page, one.text())
                    assert one.accessibleName(), (page, one.text())
    finally:
        theme.apply(qapp, "dark")
