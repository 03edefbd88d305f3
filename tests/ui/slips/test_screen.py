"""Void, answer, print again: each done, each refused, and paper that goes wrong."""

import pytest
from PySide6.QtWidgets import QApplication, QLabel, QPushButton

from pitdesk.chips import Chips
from pitdesk.errors import Trouble
from printers.devices.paper import Paper
from tests.ui.night import Quick, copied, proven, signed
from tests.ui.stand import stands
from ui.close.ways import Face
from ui.floor.waiting import Pointed
from ui.slips.screen import VOIDS, Slips

pytestmark = pytest.mark.long

LATE = (22, 9)


@stands("answer", "void", "reprint")
def user(qtbot, open_window, tmp_path) -> Quick:
    return Quick.at(qtbot, open_window(*copied(tmp_path, LATE)))


def fill(user: Quick, chips: str = "20x$5", table: str = "1", by: str = "jo:cashier") -> str:
    """A fill on its way; its name."""
    made = user.at_desk(lambda desk: desk.fill(table, Chips.read(chips), proven(by)))
    return str(made.number)


def state(user: Quick, series: str, number: int) -> str:
    return user.at_desk(lambda desk: desk.slip(series, number).state)


# Void


def test_a_slip_is_void_by_whoever_prepared_it(user):
    name = fill(user)
    form = user.fill_in("void", {"slip": name, "reason": "wrong table"}, signed("jo:cashier"))
    user.post(form)
    assert user.told() == "Fill 000008 is void. Both parts print again, marked VOID."
    assert state(user, "fill", 8) == "void"
    assert [job.name for job in user.pit.paper.jobs[-2:]] == [
        "fill-000008-original-void",
        "fill-000008-copy-void",
    ]
    assert user.window.place == "floor"


def test_nobody_else_voids_it_while_they_are_here(user):
    name = fill(user)
    form = user.fill_in("void", {"slip": name, "reason": "wrong table"}, signed("bo:pit boss"))
    user.post(form)
    assert "was prepared by jo, who must initial both parts" in form.signers.notice.text
    assert "99-01.3-08-05(2)" in form.signers.notice.text
    assert form.reason.typed() == "wrong table"
    assert state(user, "fill", 8) == "prepared"


def test_a_void_without_a_reason_is_refused_beside_the_reason(user):
    name = fill(user)
    form = user.fill_in("void", {"slip": name}, signed("jo:cashier"))
    user.post(form)
    assert "needs a reason" in form.reason.told
    assert state(user, "fill", 8) == "prepared"


def test_the_newest_slip_and_its_preparer_stand_there_from_the_start(user):
    fill(user)
    user.go("void")
    form = user.form
    assert form.slip.typed() == "fill 000008"
    assert form.signers.places[0].person.value() == "jo"
    assert QApplication.focusWidget() is form.reason.edit
    assert "The chips go back to the chip bank" in form.effect.text()
    user.enter(form.slip, "fill 000007")
    assert form.signers.places[0].person.value() == "bo"


def test_the_void_is_seen_before_it_prints(user):
    fill(user)
    form = user.fill_in("void", {"reason": "made out twice"}, signed("jo:cashier"))
    user.settle()
    seen = form.paper.lines
    assert seen[0].startswith("VOID VOID")
    assert any(line.startswith("VOID because made out twice") for line in seen)
    user.post(form)
    assert user.pit.paper.jobs[-2].lines == seen


def test_a_usual_reason_is_one_press(user):
    fill(user)
    user.go("void")
    for words in VOIDS:
        user.press(user.form.reason.usual[words])
        assert user.form.reason.value() == words


def test_the_table_that_was_pointed_at_has_its_slip_chosen(user):
    fill(user, table="3")
    fill(user, table="1")
    user.go("void", "3")
    assert user.form.slip.typed() == "fill 000008"
    user.go("void", Pointed("fill", 7))
    assert user.form.slip.typed() == "fill 000007"


def test_with_nothing_on_the_way_nothing_can_be_pressed(user):
    user.at_desk(lambda desk: desk.receive("fill", 7, proven("sara:dealer")))
    user.go("void")
    assert user.form.told.text() == "Nothing is on the way."
    assert not user.form.primary.isEnabled()


def test_a_slip_that_arrived_meanwhile_is_refused_in_words(user):
    form = user.fill_in("void", {"slip": "fill 000007", "reason": "wrong table"}, signed("bo:pit boss"))
    station = user.window.station
    station.runner.ask(lambda desk: desk.receive("fill", 7, proven("sara:dealer")))
    form.post()
    user.settle()
    assert "fill 000007 is received already" in form.notice.text


def test_whoever_has_left_is_stood_in_for_by_the_shift_manager(user):
    user.at_desk(lambda desk: desk.off_duty("bo", proven("pia:shift manager")[0]))
    user.go("void")
    assert user.form.signers.places[0].person.value() == "pia"


# Answer


@pytest.fixture
def asked(user) -> Quick:
    """Fill 8 was sent; nobody has checked it yet."""
    user.pit.paper.jam()
    fill(user)
    return user


def test_the_question_is_asked_in_full(asked):
    asked.go("answer")
    asked.settle()
    form = asked.form
    assert form.asked.text() == "Is fill 000008, the original, complete in your hand?"
    assert form.paper.lines == asked.pit.paper.jobs[-1].lines


@pytest.mark.parametrize(
    ("outcome", "told", "sent"),
    [
        ("whole", "Noted: it is whole.", ["fill-000008-copy"]),
        ("nothing", "Noted: it did not come out.", ["fill-000008-original-duplicate-1"]),
        ("damaged", "Noted: it is damaged.", ["fill-000008-original-duplicate-1"]),
    ],
)
def test_an_answer_lets_the_printer_go_on(asked, outcome, told, sent):
    form = asked.fill_in("answer", {"face": "fill 8 original", "outcome": outcome}, signed("jo:cashier"))
    asked.post(form)
    assert asked.told() == told
    assert asked.window.station.board.questions == ()
    assert [job.name for job in asked.pit.paper.jobs][1 : 1 + len(sent)] == sent


def test_an_answer_with_a_wrong_pin_is_refused_beside_the_initials(asked):
    form = asked.fill_in("answer", {"outcome": "whole"}, [("jo", "cashier", "9999")])
    asked.post(form)
    assert "That is not the PIN" in form.signers.notice.text
    assert len(asked.window.station.board.questions) == 1


def test_an_answer_must_be_chosen(asked):
    form = asked.fill_in("answer", {}, signed("jo:cashier"))
    asked.post(form)
    assert form.outcome.told == "Choose how the paper came out first."
    assert len(asked.window.station.board.questions) == 1


def pair(asked: Quick) -> None:
    """The copy of fill 8 goes out as well, and sticks."""
    asked.pit.paper.jam()
    fill(asked, table="3")  # what was owed of fill 8 goes first


def test_both_parts_are_one_question_and_enter_says_that_both_came_out(asked):
    pair(asked)
    assert [one.part for one in asked.window.station.board.questions] == ["both"]
    asked.go("answer")
    asked.settle()
    form = asked.form
    assert form.asked.text() == "Is fill 000008, both parts, complete in your hand?"
    assert form.outcome.typed() == "whole"
    assert form.signers.isAncestorOf(QApplication.focusWidget()), "the PIN, then Enter"
    asked.sign(form.signers, signed("jo:cashier"))
    asked.post(form)
    assert asked.kinds().count("print answer") == 3  # one is of the night before
    assert (
        asked.at_desk(lambda desk: [one.outcome for one in desk.slip("fill", 8).prints]) == ["whole"] * 2
    )
    assert asked.window.place == "floor"


def test_the_next_question_stays_in_front(asked):
    pair(asked)
    form = asked.fill_in("answer", {"face": "fill 8 both"}, [])
    form.outcome.choose("apart")
    asked.settle()
    assert [*dict(form.face._options)][:2] == ["fill 8 original", "fill 8 copy"]
    asked.enter(form.face, "fill 8 copy")
    asked.enter(form.outcome, "whole")
    asked.sign(form.signers, signed("jo:cashier"))
    asked.post(form)
    assert asked.form is form
    assert form.asked.text() == "Is fill 000008, the original, complete in your hand?"
    asked.sign(form.signers, signed("jo:cashier"))
    asked.enter(form.outcome, "whole")
    asked.post(form)
    assert asked.window.place == "floor"


def test_a_part_that_was_pointed_at_is_asked_about(asked):
    pair(asked)
    asked.go("answer", Face("fill", 8, "copy"))
    assert asked.form.face.typed() == "fill 8 both"


def test_an_original_and_its_duplicate_are_two_questions_each_by_its_face(asked):
    """A queue held the original; somebody had it printed again, and then both came out."""
    asked.pit.paper.jam()
    form = reprint(asked, Face("fill", 8))
    asked.post(form)
    asked.go("answer", Face("fill", 8))
    asked.settle()
    form = asked.form
    assert [*dict(form.face._options)][:2] == ["fill 8 original", "fill 8 original 1"]
    assert form.asked.text().endswith("complete in your hand? It does not say DUPLICATE.")
    assert form.paper.lines[0] == "FILL SLIP"
    asked.enter(form.face, "fill 8 original 1")
    asked.settle()
    assert form.asked.text() == "Is fill 000008, the original, DUPLICATE 1, complete in your hand?"
    assert form.paper.lines[0] == "DUPLICATE 1"
    asked.enter(form.outcome, "whole")
    asked.sign(form.signers, signed("jo:cashier"))
    asked.post(form)
    prints = asked.at_desk(lambda desk: [(o.copy, o.outcome) for o in desk.slip("fill", 8).prints])
    assert prints[:2] == [(0, None), (1, "whole")], "the answer is of the paper that was asked about"


def test_an_original_that_comes_out_late_is_answered_for(asked):
    """It was cancelled and answered as nothing; its DUPLICATE is there, and then it comes."""
    form = asked.fill_in(
        "answer", {"face": "fill 8 original", "outcome": "nothing"}, signed("jo:cashier")
    )
    asked.post(form)
    assert asked.window.station.board.questions == ()
    form = asked.fill_in("answer", {"face": "fill 8 original"}, signed("jo:cashier"))
    assert form.asked.text() == (
        "Has fill 000008, the original, come out after all? If it still may, leave this open."
    )
    asked.enter(form.outcome, "whole")
    asked.post(form)
    prints = asked.at_desk(lambda desk: [(o.copy, o.outcome) for o in desk.slip("fill", 8).prints])
    assert prints[:2] == [(0, "whole"), (1, "whole")]
    notes = asked.at_desk(lambda desk: [note.words for note in desk.today.notes])
    assert "fill 000008 original: paper that was answered as nothing came out late" in notes


def test_a_late_original_is_asked_about_in_the_flow_and_once(asked):
    """A queue proves nothing: after the answer for the DUPLICATE the page asks for the first one."""
    asked.pit.paper.jam()
    form = asked.fill_in(
        "answer", {"face": "fill 8 original", "outcome": "nothing"}, signed("jo:cashier")
    )
    asked.post(form)
    asked.go("answer")
    asked.settle()
    assert form.face.typed() == "fill 8 original 1"
    asked.enter(form.outcome, "whole")
    asked.sign(form.signers, signed("jo:cashier"))
    asked.post(form)
    assert asked.form is form
    assert form.face.typed() == "fill 8 original"
    assert form.asked.text().startswith("Has fill 000008, the original, come out after all?")
    asked.sign(form.signers, signed("jo:cashier"))
    asked.enter(form.outcome, "nothing")
    asked.post(form)
    assert asked.window.place == "floor"
    assert "fill 000008" not in [one.name for one in asked.window.station.board.late]
    prints = asked.at_desk(lambda desk: [(o.copy, o.outcome) for o in desk.slip("fill", 8).prints])
    assert prints[:2] == [(0, "nothing"), (1, "whole")]
    notes = asked.at_desk(lambda desk: [note.words for note in desk.today.notes])
    assert not [words for words in notes if "came out late" in words]


def test_a_late_original_stands_on_the_floor_until_it_is_answered(asked):
    """The printer proves the DUPLICATE: nobody need go to the page for it, so the floor has it."""
    form = asked.fill_in(
        "answer", {"face": "fill 8 original", "outcome": "nothing"}, signed("jo:cashier")
    )
    asked.post(form)
    asked.qtbot.waitUntil(lambda: bool(asked.window.station.board.late))
    asked.go("floor")
    asked.rest()
    floor = asked.window.shown("floor")
    said = [one.text() for one in floor.findChildren(QLabel)]
    assert f"{len(asked.window.station.board.late)} prints" in said
    assert "Did it come out late?" in said
    ways = [one for one in floor.findChildren(QPushButton) if one.text() == "Look"]
    ways[-1].click()
    asked.settle()
    late = asked.window.station.board.late[0]
    assert asked.form.face.typed() == f"{late.series} {late.number} {late.part}"


def test_with_nothing_to_answer_it_says_so(qtbot, open_window, tmp_path):
    user = Quick.at(qtbot, open_window(*copied(tmp_path)))
    user.go("answer")
    assert user.form.asked.text() == "Nothing to answer. Every print is known."
    assert not user.form.outcome.isVisible()
    assert not user.form.primary.isEnabled()


# Print again


def reprint(user: Quick, what: object = None):
    user.go("reprint", what)
    user.settle()  # which slips there are
    user.settle()  # and how the one that is chosen will print
    return user.form


def test_a_part_is_printed_again_marked_and_counted(user):
    form = reprint(user, Face("fill", 1, "copy"))
    assert form.told.text() == "The copy of fill 000001 is on paper, complete."
    seen = form.paper.lines
    assert seen[0] == "DUPLICATE 1"
    user.post(form)
    assert user.told() == "Printed fill 000001, the copy, DUPLICATE 1."
    assert user.pit.paper.jobs[-1].lines == seen
    user.settle()
    assert form.paper.lines[0] == "DUPLICATE 2"  # and so it would be the next time
    assert user.form is form


def test_what_does_not_fit_the_paper_is_trouble_in_its_place(user):
    user.pit.paper.width = 33
    form = reprint(user, Face("fill", 1))
    user.post(form)
    assert "42 columns wide, and paper has 33" in form.notice.text
    assert form.primary.isEnabled()
    assert user.pit.paper.jobs == []


def test_what_the_printer_still_owes_is_printed_rather_than_again(asked):
    form = reprint(asked, Face("fill", 8, "copy"))
    assert form.told.text() == "The copy of fill 000008 is not on paper yet."
    assert form.primary.text() == "Print what is due"
    seen = form.paper.lines
    asked.post(form)
    assert asked.pit.paper.jobs[-1].lines == seen
    assert asked.told() == "Printed fill 000008, the copy."


def test_a_print_nobody_can_prove_is_said_so(user):
    form = reprint(user, Face("fill", 1))
    user.pit.paper.jam()
    user.post(form)
    assert "Is it complete?" in user.told()
    assert user.window.frame.messages.tone.text() == "Look"


def test_a_press_too_many_prints_once(user):
    form = reprint(user, Face("fill", 1))
    form.post()
    form.post()
    user.settle()
    assert len(user.pit.paper.jobs) == 1


class Empty(Paper):
    """Paper that has run out."""

    out = True

    def ready(self, job):
        if self.out:
            raise Trouble("paper is out of paper. Put a roll in, then print.")


def test_a_printer_that_waited_is_fed_again_by_hand(user):
    runner = user.window.station.runner
    runner.printing.paper = paper = Empty()
    user.at_desk(lambda desk: None)
    form = reprint(user, Face("fill", 1))
    user.post(form)
    assert "out of paper" in form.notice.text
    paper.out = False
    user.post(form)
    assert [job.name for job in paper.jobs] == ["fill-000001-original-duplicate-1"]


def test_after_the_seal_there_is_nothing_of_today_to_print(qtbot, open_window, tmp_path):
    user = Quick.at(qtbot, open_window(*copied(tmp_path, (2, 30))))
    form = reprint(user)
    assert form.told.text() == "No slip was made today yet."
    assert not form.primary.isEnabled()
    assert form.paper.lines == ()


def test_the_slips_of_today_are_offered_newest_first(user):
    form = reprint(user)
    offered = [form.slip.box.itemText(at) for at in range(form.slip.box.count())]
    assert offered[0] == "Fill 000007 · table 2 · verified"
    assert offered[-1] == "Fill 000001 · table 2 · received"
    assert len(offered) == 8


def test_nothing_of_this_is_tried(user):
    form = reprint(user)
    with pytest.raises(ValueError, match="tried"):
        form.call()


# The place


def test_the_place_has_its_pages(user):
    user.go("slips")
    place = user.window.shown("slips")
    assert isinstance(place, Slips)
    assert [*place.forms] == ["slips", "waiting", "void", "answer", "reprint", "by hand", "check slip"]


def test_what_is_half_done_is_there_again(user):
    fill(user)
    user.fill_in("void", {"reason": "wrong tab"})
    user.go("floor")
    user.go("slips")
    assert user.form.name == "void"
    assert user.form.reason.typed() == "wrong tab"


def test_a_verb_takes_only_what_can_be_done_with_the_slip(user):
    user.go("slips")
    here = user.window.shown("slips").register
    user.qtbot.waitUntil(lambda: here.pointed == Pointed("fill", 7))
    here.table.selectRow(4)
    user.go("void")
    assert user.form.slip.typed() == "fill 000007"  # the one that was chosen has arrived long ago
