"""The first run: from an empty folder to a house that is ready, by typing."""

from collections.abc import Iterator
from datetime import UTC, date, datetime

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QPushButton

from pitdesk.book import people
from pitdesk.book.journal import Journal
from pitdesk.book.people import PLAIN, Pepper, Person, Role, Signer, Tie
from pitdesk.book.site import Layout, Site
from pitdesk.chips import Chip
from pitdesk.chipset.law import CHIP_SET
from pitdesk.clock import SetClock
from pitdesk.desk import Desk
from pitdesk.errors import Refusal, Trouble
from tests.facts import fact
from tests.ui.ear import listening, readable
from tests.ui.fits import findings
from tests.ui.night import Quick
from tests.ui.tour import in_sight
from ui.setup.first import STEPS, FirstRun, Welcome, missing
from ui.setup.nobook import NoBook
from ui.setup.steps import advised, lacking, laid_out
from ui.shell.app import Program
from ui.shell.session import LOST
from ui.shell.window import STAY, Window
from ui.widgets.dots import Dots
from ui.work.actions import action

pytestmark = pytest.mark.long

GRO = "730251"
DAY = date(2026, 11, 20)


@pytest.fixture
def program(qtbot, tmp_path, monkeypatch) -> Iterator[Program]:
    """The program on an empty folder; its PINs are hashed at the cost of tests."""
    monkeypatch.setattr(people, "STRONG", PLAIN)
    made = Program(tmp_path / "station", SetClock(datetime(2026, 11, 20, 22, tzinfo=UTC)))
    yield made
    if made.window:
        made.window.close()
        made.window.deleteLater()


def shown(qtbot, program: Program) -> Window:
    """The window, once its book is open."""
    window = program.window
    assert isinstance(window, Window)
    window.activateWindow()
    qtbot.waitActive(window)
    qtbot.waitUntil(lambda: window.station.ready)
    return window


@pytest.fixture
def user(qtbot, program):
    """Somebody at the first step, in a book in which nothing stands."""
    program.begin_book(program.folder / "book.db")
    return Quick(qtbot, shown(qtbot, program))


def first(user) -> FirstRun:
    made = user.window.session.first
    assert made is not None
    assert user.window.session.currentWidget() is made
    return made


def enter(user, *words):
    """Type each and press Enter."""
    for one in words:
        user.type(one)
        user.key(Qt.Key.Key_Return)
    user.settle()
    user.settle()


def organization(user):
    enter(user, "Dakota Lions", "Riverside Lounge", "", "AG-2026-114", *4 * ("",))


def manager(user, pin=GRO):
    enter(user, "Gro Moen", "", pin, pin, "")


def person(user, name, roles, pin):
    """Somebody, by keys: name, initials as suggested, roles by Space, the PIN twice."""
    step = first(user).people
    enter(user, name, "")
    for role in roles:
        user.tick(step.roles.boxes[role], True)
    user.into(step.proof.pin.edit)
    enter(user, pin, pin, "")


STAFF = (
    ("Pia Olsen", ["shift manager"], "481906"),
    ("Jo Sandvik", ["cashier", "count team"], "2741"),
    ("Kari Lund", ["dealer"], "9053"),
    ("Jo Berg", ["count team"], "3817"),
)


def staff(user):
    for one in STAFF:
        person(user, *one)


def signed(user, step, pin=GRO):
    """Go on, with the gaming manager's PIN."""
    user.into(step.signers.pins()[0])
    enter(user, pin)


def table(user, number, game="21", box=""):
    step = first(user).tables
    enter(user, number, box)
    user.choose(step.game, game)
    user.into(step.video.box)
    enter(user, "")


def kinds(user):
    """Of the entries that somebody made: the first one notes the book's keys."""
    keys, *entries = user.entries()
    assert keys.kind == "own keys"
    return [entry.kind for entry in entries]


# The whole of it


def test_from_an_empty_folder_to_an_open_door_by_typing(qtbot, program):
    welcome = program.begin()
    assert isinstance(welcome, Welcome)
    welcome.activateWindow()
    qtbot.waitUntil(lambda: QApplication.focusWidget() is welcome.begin)
    QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Return)
    user = Quick(qtbot, shown(qtbot, program))
    run = first(user)
    assert run.at == 0
    assert [tile.isEnabled() for tile in run.tiles] == [True] + 5 * [False]

    organization(user)
    assert run.at == 1
    manager(user)
    assert run.at == 2
    staff(user)
    assert [draft.name for draft in run.people.drafts] == [
        *("Pia Olsen · PO", "Jo Sandvik · JS", "Kari Lund · KL", "Jo Berg · JB")
    ]
    user.press(next(b for b in run.people.findChildren(QPushButton) if b.text() == "Note a tie …"))
    user.pick(run.people.tie_one.box, "pia")
    user.pick(run.people.tie_other.box, "jo")
    user.press(next(b for b in run.people.findChildren(QPushButton) if b.text() == "Note this tie"))
    user.into(run.people.called.edit)
    enter(user, "")
    assert run.people.signers.pins()[0].hasFocus(), "an empty name goes on to the initials"
    enter(user, GRO)
    assert run.at == 3
    for number in "12":
        table(user, number)
    table(user, "A", "PW", "A/2")
    signed(user, run.tables)
    assert run.at == 4
    run.chips.all_six()
    user.press(run.chips.tiles.tiles["pw$2"])
    signed(user, run.chips)
    assert run.at == 5
    assert [tile.text() or mark.text() for tile, mark in zip(run.tiles, run.marks, strict=True)] == [
        *5 * ["✓"],
        "6",
    ]
    assert run.ready.primary.hasFocus()
    enter(user, "")
    window = user.window
    assert window.session.currentWidget() is window.session.signin
    assert [*window.session.signin.tiles] == ["gro", "jo2", "jo", "kari", "pia"]
    assert len(kinds(user)) == 1 + 1 + 4 + 1 + 3 + 1
    _the_book_says_so(window.station.board.site)


def _the_book_says_so(site: Site) -> None:
    assert site.settings == fact(
        "site",
        organization="Dakota Lions",
        name="Riverside Lounge",
        zone="America/Chicago",
        combined="AG-2026-114",
        pin_digits=4,
    )
    assert site.pin_digits == {"gro": 6, "pia": 6, "jo": 4, "kari": 4, "jo2": 4}
    assert site.people["gro"].roles == (Role("gaming manager", DAY),)
    assert site.people["jo"].roles == (Role("cashier", DAY), Role("count team", DAY))
    assert site.people["jo2"].name == "Jo Berg"
    assert site.ties == [Tie("supervises", "pia", "jo")]
    assert site.tables == {
        "1": Layout("1", "21", "1", True),
        "2": Layout("2", "21", "2", True),
        "A": Layout("A", "PW", "A/2", True),
    }
    assert {chip.name for chip in site.chips} == {*CHIP_SET, "pw$2"}
    assert site.chips[Chip.named("$5")]["color"] == "red"


def test_who_initials_a_step_sees_where(user):
    organization(user)
    manager(user)
    staff(user)
    step = first(user).people
    QApplication.processEvents()
    for one in (step.signers.pins()[0], step.signers.places[0].person.box):
        assert one.visibleRegion().boundingRect() == one.rect()


def test_every_step_fits_the_least_window_and_the_largest(user):
    found = []

    def look(step):
        for room in ((3840, 2160), (1366, 768), (683, 384)):
            for _ in range(
                40
            ):  # until it is laid out: that of before may not let it be so small at once
                user.window.resize(*room)
                user.qtbot.wait(20)
                user.window.grab()  # it is painted, and so what is behind is laid out as well
                now, words = user.window.size().toTuple(), findings(user.window)
                if now == room and not words:
                    break
            found.extend(f"step {step} at {room[0]}: {one}" for one in words)
            if now != room:
                found.append(f"step {step} takes {now} of {room}")
        user.window.resize(1366, 768)
        user.qtbot.wait(10)

    look(1)
    organization(user)
    look(2)
    manager(user)
    look(3)
    staff(user)
    look(3)
    signed(user, first(user).people)
    table(user, "1")
    look(4)
    signed(user, first(user).tables)
    first(user).chips.all_six()
    look(5)
    signed(user, first(user).chips)
    look(6)
    assert not found, "\n".join(found)


def test_the_house_that_was_set_up_opens_its_day(user):
    organization(user)
    manager(user)
    staff(user)
    signed(user, first(user).people)
    table(user, "1")
    signed(user, first(user).tables)
    first(user).chips.all_six()
    signed(user, first(user).chips)
    by = [Signer("pia", "shift manager", pin="481906"), Signer("jo", "cashier", pin="2741")]
    entry = user.at_desk(lambda desk: desk.open_day(DAY, by))
    assert entry.kind == "open day"


def by_keys(user, verb, *parts):
    """A verb by its key, then each part and Enter after it; None: Enter as far as the initials."""
    combination = QKeySequence(action(verb).key)[0]
    user.key(combination.key(), combination.keyboardModifiers())
    user.qtbot.wait(1)
    for part in parts:
        if isinstance(part, Qt.Key):
            user.key(part)
            continue
        while part is None and not isinstance(QApplication.focusWidget(), Dots):
            enter(user, "")
        if part is not None:
            enter(user, part)


def test_by_the_manual_alone_from_nothing_to_the_first_slip(user):
    """As *Your first night* says it, with no key that it does not name but Enter and what is typed."""
    organization(user)
    manager(user)
    staff(user)
    signed(user, first(user).people)
    table(user, "1")
    signed(user, first(user).tables)
    first(user).chips.all_six()
    signed(user, first(user).chips)
    enter(user, "")
    enter(user, "p481906")  # the first letter of a name, and the PIN
    by_keys(user, "open day", "", "481906", "2741")
    by_keys(
        user, "count banks", "", "20*100 100*25 200*5 100*2 400*1 200*.5", "40", None, "481906", "2741"
    )
    by_keys(user, "on duty", Qt.Key.Key_Backtab, "k", "9053")
    by_keys(user, "open table", "1", "3", "25", Qt.Key.Key_Down, *6 * ("",), "10", "1", None, "9053")
    user.key(Qt.Key.Key_F12)
    user.type("j")  # two have this letter: the arrow leads to the other
    user.key(Qt.Key.Key_Right)
    enter(user, "2741")
    by_keys(user, "fill", "1", "20*5", None, "2741")
    made = [entry.kind for entry in user.entries()]
    assert user.told().startswith("Fill 000001 for table 1"), user.told()
    start = made.index("open day")
    assert made[start : start + 5] == ["open day", "count", "duty", "open table", "fill"]
    assert made[-1] == "printed"


def test_the_pins_of_the_house_tell_no_digit_to_a_screen_reader(user):
    organization(user)
    run = first(user)
    with listening() as heard:
        user.into(run.manager.proof.pin.edit)
        enter(user, GRO)
        user.type(GRO)
        assert not [words for words in readable(in_sight(user.window)) if GRO[:3] in words]
    assert {*"".join(heard)} == {"•"}
    assert run.manager.proof.value() == (GRO, "")


# Refused, and nothing typed is lost


def test_a_pin_may_be_typed_again_as_slowly_as_one_likes(user):
    """The rules are asked while somebody pauses within the second of two: nothing is emptied then."""
    organization(user)
    step = first(user).manager
    enter(user, "Gro Moen", "", GRO)
    user.type(GRO[:2])
    step.try_out()
    user.settle()
    user.type(GRO[2:])
    assert step.proof.value() == (GRO, "")
    user.into(step.proof.again.edit)
    user.type("1")
    user.into(step.signers.parentWidget() and step.primary)
    user.press(step.primary)
    assert step.proof.pin.value() == step.proof.again.value() == ""
    assert "The two PINs are not the same. Type both again." in step.proof.told


def test_the_window_does_not_close_over_what_a_step_has_not_kept(user):
    asked = []
    user.window.ask_to_close = lambda left: asked.append(left) or STAY
    organization(user)
    manager(user)
    assert user.window.leaves()
    enter(user, "Pia Olsen", "")
    assert not user.window.leaves()
    assert asked.pop() == ["Not kept: People.", LOST]
    user.into(first(user).people.called.edit)
    first(user).people.leave()
    person(user, *STAFF[0])
    assert not user.window.leaves(), "somebody is in the list, and not in the book"
    first(user).people.change(first(user).people.drafts[0])
    first(user).people.remove()
    assert user.window.leaves()


def test_two_tables_of_a_list_have_two_drop_boxes_and_one_that_is_typed_twice_takes_its_own_place(user):
    organization(user)
    manager(user)
    staff(user)
    signed(user, first(user).people)
    step = first(user).tables
    table(user, "1")
    table(user, "2", box="1")
    told = "Drop box 1 is that of table 1. Leave it empty: then it is 2."
    assert step.notice.text == told
    user.write(step.box.edit, "")
    user.press(step._add)
    user.settle()
    assert [one.what.box for one in step.drafts] == ["1", "2"]
    table(user, "2", game="PW")
    assert step.notice.text == "Table 2 is in the list already. Change it there."
    user.press(step._rows.itemAt(0).widget())
    assert step.game.value() == "PW", "what was typed is to take its place"
    user.press(step._add)
    user.settle()
    assert [(one.key, one.what.game) for one in step.drafts] == [("1", "21"), ("2", "PW")]


def test_a_weak_pin_is_refused_in_words_with_its_section(user, qtbot):
    organization(user)
    step = first(user).manager
    enter(user, "Gro Moen", "", "123456", "123456")
    words = "The PIN for Gro Moen is a run of digits. Choose another. [House rule: PINs]"
    qtbot.waitUntil(lambda: step.notice.text == words)
    enter(user, "")
    assert step.notice.text == words
    assert first(user).at == 1
    assert kinds(user) == ["site"]
    assert (step.called.typed(), step.initials.typed()) == ("Gro Moen", "GM")
    assert step.proof.pin.typed() == step.proof.again.typed() == "123456"
    assert step.proof.pin.edit.hasFocus()
    for edit in (step.proof.pin.edit, step.proof.again.edit):
        user.write(edit, GRO)
    user.press(step.primary)
    user.settle()
    assert first(user).at == 2


def test_a_manager_without_a_pin_and_a_house_without_a_name_are_told(user):
    run = first(user)
    user.press(run.organization.primary)
    assert run.organization.organization.told == "Type the name, as it will appear on every slip."
    organization_ = run.organization
    enter(user, "Dakota Lions")
    assert organization_.site.edit.hasFocus()
    enter(user, "Riverside", "", "", *4 * ("",))
    enter(user, "Gro Moen", "", "", "", "")
    assert "Type a PIN of six digits at least, twice; or scan a badge." in run.manager.notice.text
    enter(user)
    assert run.at == 1


def test_a_weak_pin_of_somebody_is_refused_before_they_are_in_the_list(user):
    organization(user)
    manager(user)
    step = first(user).people
    person(user, "Bo Dahl", ["pit boss"], "5591")
    assert (
        "The PIN for Bo Dahl is not 6 digits, as each is here. Choose another. [House rule: PINs]"
        in step.notice.text
    )
    assert step.drafts == []
    assert (step.called.typed(), step.roles.typed()) == ("Bo Dahl", ["pit boss"])
    for edit in (step.proof.pin.edit, step.proof.again.edit):
        user.write(edit, "559120")
    user.press(step._add)
    user.settle()
    assert [draft.key for draft in step.drafts] == ["bo"]
    assert kinds(user) == ["site", "person"]


def test_who_is_needed_is_said(user):
    organization(user)
    manager(user)
    step = first(user).people
    person(user, "Jo Sandvik", ["cashier"], "2741")
    user.press(step.primary)
    assert "Add a shift manager, a dealer or wheel operator." in step.notice.text
    assert first(user).at == 2


def test_a_wrong_pin_of_the_manager_keeps_the_list(user):
    organization(user)
    manager(user)
    staff(user)
    step = first(user).people
    user.press(step.primary)
    assert "Type the PIN, or scan the badge" in step.signers.places[0].told
    signed(user, step, "999999")
    assert "That is not the PIN or badge of Gro Moen." in step.signers.notice.text
    assert len(step.drafts) == 4
    assert kinds(user) == ["site", "person"]
    signed(user, step)
    assert kinds(user) == ["site", *5 * ["person"]]
    assert first(user).at == 3


def test_what_was_written_is_not_written_again(user):
    run = first(user)
    organization(user)
    manager(user)
    staff(user)
    signed(user, run.people)
    table(user, "1")
    run.tables.drafts.append(laid_out(Layout("2", "21", "1", video=True)))  # the step would not take it
    table(user, "3")
    signed(user, run.tables)
    assert (
        "Box 1 belongs to table 1. Choose another box. [N.D.A.C. 99-01.3-08-02(1)]"
        in run.tables.notice.text
    )
    assert [draft.key for draft in run.tables.drafts] == ["2", "3"]
    assert kinds(user).count("table") == 1
    run.tables.change(run.tables.drafts[0])
    assert run.tables.box.typed() == "1"
    user.write(run.tables.box.edit, "2")
    user.press(run.tables._add)
    user.settle()
    signed(user, run.tables)
    assert kinds(user).count("table") == 3
    assert run.at == 4


# The list


def test_one_of_the_list_is_changed_left_or_taken_off(user):
    organization(user)
    manager(user)
    staff(user)
    step = first(user).people
    kari = step.drafts[2]
    step.change(kari)
    assert (step.called.typed(), step.roles.typed()) == ("Kari Lund", ["dealer"])
    user.press(step._leave)
    assert step.called.typed() == ""
    assert step.drafts[2] == kari
    step.change(kari)
    user.tick(step.roles.boxes["count team"], True)
    user.press(step._add)
    user.settle()
    assert len(step.drafts) == 4
    changed = next(draft for draft in step.drafts if draft.key == "kari")
    assert [role.name for role in changed.what.person.roles] == ["dealer", "count team"]
    assert changed.what.pin == "9053", "the PIN that was typed stays"
    step.change(changed)
    user.press(step._off)
    assert [draft.key for draft in step.drafts] == ["pia", "jo", "jo2"]


def test_the_manager_may_be_the_shift_manager_too(user):
    organization(user)
    manager(user)
    step = first(user).people
    step.change(step.kept(user.window.station.board)[0])
    user.tick(step.roles.boxes["shift manager"], True)
    user.press(step._add)
    user.settle()
    assert "Needed" not in [one.text() for one in step.findChildren(QLabel)][:2]
    person(user, "Jo Sandvik", ["cashier", "dealer"], "2741")
    signed(user, step)
    assert first(user).at == 3
    gro = user.window.station.board.site.people["gro"]
    assert [role.name for role in gro.roles] == ["gaming manager", "shift manager"]
    user.window.station.sign_in(Signer("gro", "", pin=GRO), lambda _: None, lambda no: 1 / 0)
    user.settle()


# Leaving and coming back


def test_it_begins_again_at_the_first_step_that_is_left(user, qtbot, program):
    organization(user)
    manager(user)
    user.type("Pia half typed")
    user.window.close()
    program.open(program.folder / "book.db")
    again = Quick(qtbot, shown(qtbot, program))
    assert first(again).at == 2
    assert [mark.text() for mark in first(again).marks] == ["✓", "✓", *"3456"]
    staff(again)
    signed(again, first(again).people)
    again.window.close()
    program.open(program.folder / "book.db")
    once_more = Quick(qtbot, shown(qtbot, program))
    assert first(once_more).at == 3


def test_a_done_step_may_be_looked_at_and_changed_again(user):
    run = first(user)
    organization(user)
    manager(user)
    user.press(run.tiles[0])
    assert run.organization.organization.typed() == "Dakota Lions"
    user.write(run.organization.site.edit, "Elsewhere")
    signed(user, run.organization)
    assert user.window.station.board.site.name == "Elsewhere"
    assert run.at == 1
    assert run.manager.known.text() == "Gro Moen (GM) is the gaming manager."
    user.press(run.manager.primary)
    assert run.at == 2


def test_keys_to_touch_write_into_it(user):
    run = first(user)
    user.press(run.touch)
    assert run.keys.isVisible()
    for words in "dak":
        user.press(next(b for b in run.keys.findChildren(QPushButton) if b.text() == words))
    assert run.organization.organization.typed() == "dak"
    user.window.go("keypad")
    assert run.keys.isVisible() == user.window.settings.pad


def test_nothing_else_of_the_window_is_reached_meanwhile(user):
    assert user.window.session.locked
    user.window.go("people")
    assert user.window.session.currentWidget() is user.window.session.first


# Practice, and trouble


def test_practice_is_one_click_away(qtbot, program):
    welcome = program.begin()
    assert isinstance(welcome, Welcome)
    qtbot.mouseClick(welcome.practice, Qt.MouseButton.LeftButton)
    window = shown(qtbot, program)
    assert window.session.first is None
    assert window.practice.isVisible()
    assert window.station.board.site.practice
    assert not (program.folder / "book.db").exists()


def test_a_disk_that_takes_no_book_is_told(qtbot):
    def begin():
        raise Trouble("The disk /mnt/book is full. Free some room, then try again.")

    welcome = Welcome(begin, begin, begin, begin)
    qtbot.addWidget(welcome)
    welcome.show()
    welcome.begin.click()
    assert welcome.trouble.isVisible()
    assert welcome.trouble.text().startswith("The disk /mnt/book is full.")


def test_a_book_that_another_program_holds_is_opened_once_it_lets_go(qtbot, program):
    book = program.folder / "book.db"
    with Journal.create(book):
        program.begin()
        qtbot.waitUntil(lambda: isinstance(program.window, NoBook))
        window = program.window
        assert isinstance(window, NoBook)
        assert str(book) in window.words.text()
    qtbot.mouseClick(window.again, Qt.MouseButton.LeftButton)
    assert shown(qtbot, program).session.first is not None


def test_what_is_half_typed_is_not_emptied_by_a_touch(user):
    organization(user)
    manager(user)
    person(user, *STAFF[0])
    step = first(user).people
    enter(user, "Jo Sandvik", "")
    step.change(step.drafts[0])
    assert step.called.typed() == "Jo Sandvik"
    assert "is not in the list yet" in step.notice.text


def test_a_refusal_behind_another_step_waits_in_its_own(user):
    organization(user)
    manager(user)
    step = first(user).people
    step.hide()
    step._refused([Refusal("pd.pin", "House rule: PINs", "Wrong.")])
    assert "Wrong." in step.notice.text + step.signers.notice.text


def test_whoever_is_taken_off_the_list_takes_the_ties_along(user):
    organization(user)
    manager(user)
    staff(user)
    step = first(user).people
    one, other = (draft.key for draft in step.drafts[:2])
    step.tie_one.take_up(one)
    step.tie_other.take_up(other)
    step.add_tie()
    assert len(step.ties) == 1
    step.change(step.drafts[1])
    step.remove()
    assert step.ties == []
    assert other not in [draft.key for draft in step.drafts]


# What is pure


def test_missing_says_what_is_left():
    site = Site()
    assert missing(site) == [*STEPS]
    site.settings = fact("site", organization="Dakota Lions")
    site.managed = True
    site.people["gro"] = Person("gro", "Gro", "GM", (Role("gaming manager", DAY),))
    assert missing(site) == ["people", "tables", "chips"]
    site.people["jo"] = Person("jo", "Jo", "JS", (Role("cashier", DAY),))
    site.tables["1"] = Layout("1", "21", "1", True)
    site.chips[Chip.named("$5")] = {}
    assert missing(site) == []


def test_lacking_says_whom_a_night_needs():
    boss = Person("a", "A", "A", (Role("shift manager", DAY), Role("cashier", DAY, DAY)))
    assert lacking([boss]) == ["a cashier", "a dealer or wheel operator"]
    both = Person("b", "B", "B", (Role("cashier", DAY), Role("wheel operator", DAY)))
    assert lacking([boss, both]) == []
    assert "count team" in advised([boss, both])
    assert advised([Person(x, x, x, (Role("count team", DAY),)) for x in "cd"]) == ""


def test_a_house_that_is_set_up_never_sees_it(qtbot, program, tmp_path):
    book = program.folder / "book.db"
    with Journal.create(book) as journal:
        desk = Desk(journal, Pepper.kept(book.with_name("book.db.pepper"), PLAIN), clock=program.clock)
        desk.set_site({"organization": "Dakota Lions"})
        desk.set_table(Layout("1", "21", "1", True))
        desk.set_chip(Chip.named("$5"))
        desk.set_person(Person("jo", "Jo", "JS", (Role("cashier", DAY),)), pin="2741")
        gro = Person("gro", "Gro", "GM", (Role("gaming manager", DAY),))
        desk.set_person(gro, pin=GRO)
    program.begin()
    assert shown(qtbot, program).session.first is None
