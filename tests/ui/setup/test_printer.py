"""The printer of a station: chosen, asked, tried out; the window while it prints, or cannot."""

import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from pitdesk.chips import Chips
from pitdesk.errors import Trouble
from printers import WIDTHS
from printers.devices.absent import Absent
from printers.devices.calibration import calibration, calibration_lines, ruler
from printers.devices.paper import Paper
from printers.devices.profiles import PROFILES
from tests.ports import free_port
from tests.printers.fakes import COVER, Fake, plugged
from tests.ui.night import PINS, Quick, copied, proven, signed
from tests.ui.stand import stands
from ui.close.ways import Face
from ui.floor.waiting import Pointed
from ui.setup.printer import ASKS, BOTH_AT_ONCE, FILES, NOT_FORMS, PROVES, TWO_PLY, model_words
from ui.setup.printer import PRACTICE as PRACTICE_WORDS
from ui.shell.app import Program
from ui.shell.window import Window
from ui.work.settings import Settings, slips_of

pytestmark = pytest.mark.long

TWO_PLY_MODEL = "Epson TM-U220, two-ply, font B"
AT = datetime(2026, 11, 21, 18, 5, 9)


@dataclass
class Held(Fake):
    """A printer that says how it is, and reads nothing else until it is let go."""

    gate: threading.Event = field(default_factory=threading.Event)

    def _take(self, data: bytes, *, mute: bool) -> tuple[int, bytes]:
        assert data[:1] == b"\x10" or self.gate.wait(20)
        return super()._take(data, mute=mute)


@stands("station", "slips", "by hand", "answer")
def user(qtbot, open_window, tmp_path) -> Quick:
    return Quick.at(qtbot, open_window(*copied(tmp_path)))


@pytest.fixture
def plug() -> Iterator[Callable[[Fake], Fake]]:
    """Have printers listen as long as the test goes on."""
    with ExitStack() as stack:
        yield lambda fake: stack.enter_context(plugged(fake))


def card(user: Quick) -> Any:
    """The printer's card, in front."""
    user.go("station")
    user.settle()
    return user.form.printer


def choose(user: Quick, address: str, model: str = "Epson TM-T88V", kind: str = "network") -> Any:
    """Choose a printer and press Use it; not waited for."""
    here = card(user)
    user.pick(here.where.box, kind)
    user.pick(here.model.box, model)
    user.write(here.at.edit, address)
    user.press(here.use)
    return here


def use(user: Quick, fake: Fake, model: str = "Epson TM-T88V") -> Any:
    """Have slips printed on a printer from now on."""
    here = choose(user, f"127.0.0.1:{fake.port}", model)
    user.qtbot.waitUntil(lambda: here.answer.text() == "In use.")
    return here


def fill(user: Quick, chips: str = "20x$5", table: str = "2") -> str:
    made = user.at_desk(lambda desk: desk.fill(table, Chips.read(chips), proven("jo:cashier")))
    return f"fill {made.number.number:06}"


def printed(user: Quick) -> None:
    """Wait until nothing is owed and nothing is at the printer."""
    window, station = user.window, user.window.station
    watch = window.frame.top.watch
    user.qtbot.waitUntil(lambda: not station.board.unprinted and not watch.printing)


def asked(user: Quick, count: int = 1) -> None:
    """Wait until a print is asked about."""
    station, watch = user.window.station, user.window.frame.top.watch
    user.qtbot.waitUntil(lambda: len(station.board.questions) == count and not watch.printing)


def settings(user: Quick) -> Settings:
    return Settings(user.pit.book.parent / "station.ini")


# What a model does


def test_a_model_is_told_in_plain_words():
    assert model_words("folder", PROFILES["80 mm"]) == [FILES]
    epson = model_words("network", PROFILES["Epson TM-T88V"])
    assert epson[1] == PROVES
    assert epson[-1].endswith(NOT_FORMS)
    two = model_words("usb", PROFILES[TWO_PLY_MODEL])
    assert two[0] == f"{BOTH_AT_ONCE} 40 columns."
    assert two[-1].endswith(TWO_PLY)
    assert ASKS in model_words("network", PROFILES["80 mm"])
    assert ASKS in model_words("queue", PROFILES["Epson TM-T88V"]), "a queue tells nothing back"
    assert all("99-01.3-08-05(2)" in words[-1] for words in (epson, two))


# The card


def test_a_printer_is_used_at_once_and_kept(user, plug):
    fake = plug(Fake())
    here = use(user, fake, "58 mm")
    assert user.told() == f"Slips print on network 127.0.0.1:{fake.port} from now on."
    assert here.now.text().startswith(f"Now: network 127.0.0.1:{fake.port}, 58 mm.")
    kept = settings(user)
    assert (kept.printer, kept.profile) == (f"network:127.0.0.1:{fake.port}", "58 mm")
    assert user.window.station.width == kept.width == 32
    use(user, fake)
    assert user.window.station.width == 42
    fill(user)
    printed(user)
    assert fake.jobs == 2
    assert b"END FILL 000001 1/2" in fake.printed
    assert user.pit.paper.jobs == []


def test_back_to_files_in_the_folder_of_the_book(user, plug):
    use(user, plug(Fake()))
    here = card(user)
    user.pick(here.where.box, "folder")
    user.pick(here.columns.box, "48")
    assert not here.at.isVisible()
    user.press(here.use)
    user.qtbot.waitUntil(lambda: here.answer.text() == "In use.")
    assert user.told() == "Slips are kept as files from now on."
    assert (settings(user).printer, settings(user).columns) == ("folder", 48)
    fill(user)
    printed(user)
    names = sorted(one.name for one in slips_of(user.pit.book).glob("*.txt"))
    assert names == ["fill-000001-copy.txt", "fill-000001-original.txt"]


def test_where_nobody_answers_is_told_beside_the_field_and_nothing_changes(user):
    port = free_port()
    here = choose(user, f"127.0.0.1:{port}")
    user.qtbot.waitUntil(lambda: bool(here.at.told))
    assert f"No printer answers at 127.0.0.1, port {port}" in here.at.told
    assert "Nothing is changed" in here.answer.text()
    assert here.use.isEnabled()
    assert settings(user).printer == "folder"
    fill(user)
    printed(user)
    assert len(user.pit.paper.jobs) == 2


@pytest.mark.parametrize(
    ("address", "words"),
    [("", "Type the address on the network first."), ("here:there", "names no printer")],
)
def test_no_address_or_none_that_can_be_is_told_beside_the_field(user, address, words):
    here = choose(user, address)
    user.qtbot.waitUntil(lambda: words in here.at.told)
    assert settings(user).printer == "folder"


def test_a_printer_that_could_not_print_is_not_used(user, plug):
    fake = plug(Fake(offline=COVER))
    here = choose(user, f"127.0.0.1:{fake.port}")
    user.qtbot.waitUntil(lambda: bool(here.at.told))
    assert "its cover is open" in here.at.told
    assert user.window.frame.top.watch.pill.text() == "Kept as files"


def test_only_a_printer_that_was_asked_is_said_to_be_ready(user, plug):
    here, pill = card(user), user.window.frame.top.watch.pill
    user.press(here.ask)
    user.qtbot.waitUntil(lambda: here.answer.text().startswith("No printer was asked"))
    assert pill.text() == "Kept as files"
    fake = plug(Fake())
    use(user, fake)
    assert pill.text() == "Printer ready"
    here.model.take_up("80 mm")
    assert here.answer.text() == ""
    user.press(here.use)
    user.qtbot.waitUntil(lambda: here.answer.text() == "In use.")
    assert (pill.text(), pill.property("tone")) == ("Printer says nothing", "plain")
    user.press(here.ask)
    user.qtbot.waitUntil(lambda: "never says how it is" in here.answer.text())
    user.write(here.at.edit, "10.0.0.77")
    user.press(here.ask)
    user.qtbot.waitUntil(lambda: here.answer.text().startswith("Asked was the one in use"))


def test_it_is_asked_how_it_is(user, plug):
    fake = plug(Fake())
    here = use(user, fake)
    user.press(here.ask)
    user.qtbot.waitUntil(lambda: here.answer.text() == "It is there, and ready.")
    fake.low = True
    user.press(here.ask)
    user.qtbot.waitUntil(lambda: "its paper is low" in here.answer.text())
    assert user.window.frame.top.watch.pill.text() == "Its paper is low"
    assert user.window.frame.top.watch.pill.property("tone") == "look"
    fake.offline = COVER
    user.press(here.ask)
    user.qtbot.waitUntil(lambda: "its cover is open" in here.answer.text())
    assert user.window.frame.top.watch.pill.text() == "Printer not ready"
    fake.offline, fake.low = 0, False
    user.window.frame.top.watch.look()
    user.qtbot.waitUntil(lambda: user.window.frame.top.watch.pill.text() == "Printer ready")
    assert fake.printed == b""


def test_a_calibration_slip_is_no_slip_and_not_in_the_book(user, plug):
    fake = plug(Fake())
    here = use(user, fake)
    before = user.seen
    user.press(here.calibrate)
    user.qtbot.waitUntil(lambda: here.answer.text().startswith("Printed."))
    assert fake.printed.count(b"NOT A SLIP\n") == 2
    assert user.at_desk(lambda desk: desk.journal.head.seq) == before
    fake.offline = COVER
    user.press(here.calibrate)
    user.qtbot.waitUntil(lambda: "its cover is open" in here.answer.text())


def test_a_calibration_that_nobody_proves_is_to_be_looked_at(user, plug):
    here = use(user, plug(Fake()), "80 mm")
    user.press(here.calibrate)
    user.qtbot.waitUntil(lambda: here.answer.text().startswith("Sent;"))
    assert user.window.station.board.questions == ()


@pytest.mark.parametrize("width", WIDTHS)
def test_the_calibration_slip_fits_and_shows_everything(width):
    lines = calibration_lines(width, "Epson TM-U220, two-ply, font B", AT)
    assert max(map(len, lines)) == width
    assert lines[0] == lines[-1] == "NOT A SLIP"
    assert {chr(n) for n in range(32, 127)} <= set("".join(lines))
    assert len(ruler(width)) == width
    assert ruler(width)[:20] == "........10........20"
    job = calibration(Paper(width=width), "files", AT)
    assert job.name == "calibration-20261121-180509"
    assert b"PITDESK NOT A SLIP" in job.data or width in (33, 40)


# Practice


@pytest.fixture
def program(tmp_path, qtbot) -> Iterator[Program]:
    made = Program(tmp_path / "station", copied(tmp_path)[1])
    yield made
    if made.window:
        made.window.close()


def opened(qtbot, program: Program) -> Window:
    window = program.window
    assert isinstance(window, Window)
    qtbot.waitUntil(lambda: window.station.ready, timeout=60_000)
    return window


def test_a_practice_book_goes_to_no_printer_however_it_is_opened(qtbot, program, plug):
    fake = plug(Fake())
    program.settings.printer = f"network:127.0.0.1:{fake.port}"
    program.settings.profile = "58 mm"
    program.practice()
    window = opened(qtbot, program)
    assert isinstance(window.station.printing.paper, Paper)
    assert window.station.width == 42
    path = window.station.runner
    answers: list[Path] = []
    path.ask(lambda desk: desk.journal.path, answers.append)
    qtbot.waitUntil(lambda: bool(answers))
    window.station.runner.stop()
    program.open(answers[0])
    window = opened(qtbot, program)
    assert isinstance(window.station.printing.paper, Paper)
    from ui.setup.screen import StationPage  # noqa: PLC0415

    page = StationPage(window.station, program.settings)
    qtbot.addWidget(page)
    page.begin()
    assert page.printer.now.text() == PRACTICE_WORDS
    assert not page.printer.use.isEnabled()
    assert not page.printer.calibrate.isEnabled()
    page.printer._use()
    assert fake.connections == 0


def test_a_printer_that_is_none_lets_the_window_open_and_slips_wait(qtbot, program, tmp_path):
    program.settings.printer = "network:"
    program.open(tmp_path / "night.db")
    window = opened(qtbot, program)
    user = Quick(qtbot, window)
    user.sign_in("jo", PINS["jo"])
    user.qtbot.waitUntil(lambda: "names no printer" in user.told())
    assert window.frame.top.watch.another.isVisible()
    fill(user)
    assert window.station.board.unprinted == 2


def test_a_printer_that_is_not_there_says_why_and_prints_nothing():
    absent = Absent("usb:x", 40, "There is none.")
    for call in (absent.ready, lambda: absent.print(None)):
        with pytest.raises(Trouble, match="There is none"):
            call()


# While it prints


def test_another_verb_is_answered_while_a_printer_is_waited_for(user, plug):
    fake = plug(Held())
    use(user, fake)
    told: list[str] = []
    runner = user.window.station.runner
    runner.printing.busy.connect(lambda on: told.append("printing" if on else "printed"))
    fill(user)
    user.qtbot.waitUntil(lambda: told == ["printing"])
    assert user.window.frame.top.watch.pill.text() == "Printing …"
    form = user.fill_in("refuse", {"chips": "2x$5", "reason": "counterfeit"}, signed("jo:cashier"))
    user.post(form)
    told.append(user.kinds()[-1])
    user.window.frame.top.watch.look()  # nothing is asked while it prints
    assert user.window.frame.top.watch.pill.text() == "Printing …"
    fake.gate.set()
    printed(user)
    assert told[:2] == ["printing", "refuse"], "the verb was answered while the sheet was out"
    assert told[-1] == "printed"
    assert user.window.frame.top.watch.pill.text() == "Printer ready"


def test_what_was_answered_while_it_still_printed_stays_answered(user, plug):
    fake = plug(Held())
    use(user, fake)
    fill(user)
    board = lambda: user.window.station.board  # noqa: E731
    user.qtbot.waitUntil(lambda: bool(board().questions))
    assert "Is it complete?" not in user.told(), "it is not asked as long as it prints"
    answer = lambda desk: desk.print_answer("fill", 1, "original", "whole", proven("jo:cashier"))  # noqa: E731
    assert user.at_desk(answer).kind == "print answer"
    assert user.window.frame.top.watch.printing
    fake.gate.set()
    printed(user)
    assert board().questions == ()
    assert fake.printed.count(b"000001 ORIGINAL") == 1


def test_a_printer_switched_off_in_the_middle_is_asked_about_and_not_fed_again(user, plug):
    fake = plug(Fake())
    use(user, fake)
    fake.cut, fake.fault = 150, "hang up"
    name = fill(user)
    asked(user)
    assert user.told() == f"Sent: {name}. Is it complete? Check the paper, then Shift+F8."
    assert user.window.frame.top.watch.whole.isVisible()
    fake.cut, fake.fault = None, ""  # it is on again
    torn, jobs = bytes(fake.printed), fake.jobs
    user.window.frame.top.watch.look()
    user.settle()
    user.settle()
    assert (fake.printed, fake.jobs) == (torn, jobs), "nothing is sent by itself"
    user.press(user.window.frame.top.watch.whole)
    form = user.form
    user.enter(form.outcome, "nothing")
    user.sign(form.signers, signed("jo:cashier"))
    user.post(form)
    printed(user)
    after = bytes(fake.printed[len(torn) :])
    assert b"THE PAPER ABOVE IS INCOMPLETE" in after
    assert after.count(b"DUPLICATE 1\n") == 1
    assert after.index(b"DUPLICATE 1") < after.index(b"000001 ORIGINAL") < after.index(b"000001 COPY")
    assert fake.jobs == jobs + 2


def test_both_parts_of_two_ply_paper_are_asked_about_once(user, plug):
    fake = plug(Fake())
    use(user, fake, TWO_PLY_MODEL)
    fake.cut, fake.fault = 150, "hang up"
    fill(user)
    asked(user)
    fake.cut, fake.fault = None, ""
    user.go("answer", Face("fill", 1, "copy"))
    form = user.form
    user.qtbot.waitUntil(lambda: form.face.typed() == "fill 1 both")
    assert form.asked.text() == "Is fill 000001, both parts, complete in your hand?"
    user.go("answer", Face("fill", 1, "copy"))
    assert form.face.typed() == "fill 1 both"
    user.settle()
    assert form.paper.lines[0] == "FILL SLIP"
    user.enter(form.outcome, "nothing")
    user.sign(form.signers, signed("jo:cashier"))
    user.post(form)
    printed(user)
    assert user.kinds().count("print answer") == 2
    assert fake.printed.count(b"DUPLICATE 1\n") == 1
    assert b"ORIGINAL/COPY" in fake.printed
    assert user.window.station.board.questions == ()


def test_what_cannot_prove_a_print_holds_nothing_up(user, plug):
    """Both parts of both slips go out at once; each slip is one question, asked once."""
    fake = plug(Fake(answers=False))
    use(user, fake, "80 mm")
    names = [fill(user), fill(user, table="1")]
    asked(user, 2)
    assert bytes(fake.printed).count(b"END FILL 00000") == 4
    assert b"INCOMPLETE" not in fake.printed, "nobody said that anything is torn"
    assert user.window.station.board.unprinted == 0
    assert [(one.name, one.part) for one in user.window.station.board.questions] == [
        (name, "both") for name in names
    ]
    assert user.told().startswith("Sent: ")
    jobs = fake.jobs
    for _ in names:
        user.go("answer")
        user.sign(user.form.signers, signed("jo:cashier"))
        user.post(user.form)
    assert user.window.station.board.questions == ()
    assert fake.jobs == jobs, "nothing is sent again"
    user.window.frame.top.watch.look()
    user.settle()
    assert fake.jobs == jobs


def test_one_part_that_did_not_come_out_goes_out_again_alone(user, plug):
    fake = plug(Fake(answers=False))
    use(user, fake, "80 mm")
    fill(user)
    asked(user)
    user.go("answer")
    form = user.form
    form.outcome.choose("apart")
    user.settle()
    user.enter(form.face, "fill 1 original")
    user.enter(form.outcome, "whole")
    user.sign(form.signers, signed("jo:cashier"))
    user.post(form)
    assert user.told() == "Noted: it is whole.", "the copy was asked about already"
    user.enter(form.face, "fill 1 copy")
    user.enter(form.outcome, "nothing")
    user.sign(form.signers, signed("jo:cashier"))
    user.post(form)
    printed(user)
    assert fake.printed.count(b"000001 ORIGINAL") == 1
    assert fake.printed.count(b"DUPLICATE 1\n") == 1
    assert fake.printed.count(b"000001 COPY") == 2


def test_the_printer_is_changed_in_the_middle_and_the_rest_goes_to_the_other(user, plug):
    first, second = plug(Held()), plug(Fake())
    use(user, first)
    fill(user)
    user.qtbot.waitUntil(lambda: user.window.frame.top.watch.printing)
    here = choose(user, f"127.0.0.1:{second.port}")
    user.settle()
    assert here.answer.text() == "Trying it …"
    assert second.connections == 0, "what is at the one before is settled first"
    first.gate.set()
    printed(user)
    user.qtbot.waitUntil(lambda: here.answer.text() == "In use.")
    assert b"000001 ORIGINAL" in first.printed
    assert b"COPY" not in first.printed
    assert b"000001 COPY" in second.printed
    assert b"INCOMPLETE" not in second.printed


def test_a_reprint_waits_for_the_sheet_that_is_at_the_printer(user, plug):
    fake = plug(Held())
    fake.gate.set()
    use(user, fake)
    fill(user)
    printed(user)
    fake.gate.clear()
    fill(user, table="1")
    user.qtbot.waitUntil(lambda: user.window.frame.top.watch.printing)
    sent: list[Any] = []
    runner = user.window.station.runner
    runner.printing.reprint("fill", 1, "copy", sent.extend, pytest.fail)
    user.settle()
    assert sent == []
    fake.gate.set()
    user.qtbot.waitUntil(lambda: bool(sent))
    printed(user)
    out = bytes(fake.printed)
    assert out.index(b"000002 ORIGINAL") < out.index(b"DUPLICATE 1") < out.index(b"000002 COPY")


# When it cannot print


def test_when_it_cannot_print_there_are_three_ways_on_and_it_comes_back_by_itself(user, plug):
    fake = plug(Fake())
    use(user, fake)
    fake.offline = COVER
    fill(user)
    window = user.window
    user.qtbot.waitUntil(lambda: "its cover is open" in user.told())
    ways = (window.frame.top.watch.again, window.frame.top.watch.another, window.frame.top.watch.hand)
    assert all(way.isVisible() for way in ways)
    assert not window.frame.top.watch.whole.isVisible()
    user.press(window.frame.top.watch.another)
    assert user.form.name == "station"
    user.press(window.frame.top.watch.hand)
    assert user.form.name == "by hand"
    user.window.station.say("Something else is done.")
    user.go("floor")
    assert "its cover is open" in user.told(), "it is told as long as it is so"
    fake.offline = 0
    window.frame.top.watch.look()
    printed(user)
    then = window.frame.messages.then
    user.qtbot.waitUntil(lambda: "The printer is back" in f"{user.told()} {then.text()}")
    assert not any(way.isVisible() for way in ways)
    assert fake.jobs == 2


@pytest.fixture
def owed(user) -> Quick:
    """Fill 1 and fill 2, and a printer that is out of order."""
    broken = Absent("usb x", 42, "usb x cannot print: it is out of order.")
    user.window.station.printing.paper = broken
    fill(user)
    fill(user, table="1")
    return user


def by_hand(user: Quick, what: object = None) -> Any:
    user.go("by hand", what)
    user.settle()
    user.settle()
    return user.form


def test_a_slip_is_written_by_hand_both_parts_on_one_form(owed):
    form = by_hand(owed)
    assert form.told.text() == "Write fill 000001 by hand: both parts."
    assert form.paper.lines[:2] == ("FILL SLIP", "000001 ORIGINAL") or form.paper.lines[0] == "FILL SLIP"
    owed.write(form.paper_number.edit, "A 10417")
    owed.press(form.reason.usual["printer broken"])
    owed.sign(form.signers, signed("jo:cashier"))
    owed.post(form)
    assert owed.told() == "Noted: fill 000001, both parts, on form A 10417. It prints no more."
    made = [one for one in owed.entries() if one.kind == "by hand"]
    assert [one.fact.part for one in made] == ["original", "copy"]
    assert {one.fact.paper for one in made} == {"A 10417"}
    assert owed.window.station.board.unprinted == 2
    form = by_hand(owed)
    assert form.told.text() == "Write fill 000002 by hand: both parts."


def test_one_part_that_was_pointed_at_is_written_by_hand(owed):
    form = by_hand(owed, Face("fill", 2, "copy"))
    assert (form.slip.typed(), form.part.typed()) == ("fill 000002", "copy")
    assert form.told.text() == "Write fill 000002 by hand: the copy."
    owed.write(form.paper_number.edit, "7")
    owed.write(form.reason.edit, "struck by lightning")
    owed.sign(form.signers, signed("jo:cashier"))
    owed.post(form)
    assert owed.window.station.board.unprinted == 3
    form = by_hand(owed, Pointed("fill", 2))
    assert form.part.typed() == "original"
    assert dict(form.part._options) == {"original": "Original"}


def test_a_form_that_was_used_or_has_no_number_or_reason_is_refused(owed):
    form = by_hand(owed)
    owed.write(form.paper_number.edit, "7")
    owed.sign(form.signers, signed("jo:cashier"))
    owed.post(form)
    assert "Say why it was written by hand." in form.notice.text
    assert form.paper_number.typed() == "7"
    owed.press(form.reason.usual["no power"])
    owed.sign(form.signers, signed("jo:cashier"))
    owed.post(form)
    form = by_hand(owed)
    owed.write(form.paper_number.edit, "7")
    owed.press(form.reason.usual["no paper"])
    owed.sign(form.signers, [("jo", "cashier", "9999")])
    owed.post(form)
    assert "Form 7 was used for fill 000001" in form.notice.text
    owed.write(form.paper_number.edit, "8")
    owed.sign(form.signers, [("jo", "cashier", "9999")])
    owed.post(form)
    assert "That is not the PIN" in form.signers.notice.text
    assert owed.window.station.board.unprinted == 2


def test_with_nothing_owed_it_says_so(user):
    form = by_hand(user)
    assert form.told.text() == "Nothing is owed. Every slip is on paper."
    assert not form.primary.isEnabled()
    assert not form.reason.isVisible()


def test_a_void_that_is_owed_is_written_as_a_void(owed):
    owed.at_desk(lambda desk: desk.void("fill", 1, "wrong table", proven("jo:cashier")))
    form = by_hand(owed, Pointed("fill", 1))
    assert form.told.text() == "Write the VOID of fill 000001 by hand: both parts."
    assert form.paper.lines[0].startswith("VOID VOID")
