"""The runner: what is asked is done in order, in a thread of its own; the window is never held up."""

import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest

from pitdesk.book.journal import Journal
from pitdesk.book.people import PLAIN, Pepper
from pitdesk.chips import Chips
from pitdesk.desk import Desk
from pitdesk.errors import Refused, Trouble
from printers import Job, Outcome
from printers.devices.paper import Paper
from tests.ui.night import copied, proven
from ui.work.runner import Runner

FIVE = Chips.read("20x$5")


class Seen:
    """What a runner says, as it says it, and in which thread it is heard."""

    def __init__(self, runner: Runner) -> None:
        self.boards: list = []
        self.printer: list[str] = []
        self.trouble: list[str] = []
        self.closed: list[str] = []
        self.broken: list[BaseException] = []
        self.threads: set[str] = set()
        for name in ("trouble", "closed", "broken"):
            getattr(runner, name).connect(self._to(getattr(self, name)))
        runner.printing.printer.connect(self._to(self.printer))
        runner.changed.connect(self._to(self.boards))

    def _to(self, told: list) -> Callable[[object], None]:
        def take(what: object) -> None:
            self.threads.add(threading.current_thread().name)
            told.append(what)

        return take


@pytest.fixture
def begin(qtbot, tmp_path) -> Iterator[Callable[..., SimpleNamespace]]:
    """Start a runner on the night's book, with whatever pepper and paper."""
    runners: list[Runner] = []
    book, clock = copied(tmp_path)

    def begun(
        pepper: type[Pepper] = Pepper,
        paper: Callable[[], Paper] = Paper,
        open_desk: Callable[[], Desk] | None = None,
    ) -> SimpleNamespace:
        def desk() -> Desk:
            kept = pepper.kept(book.with_name(book.name + ".pepper"), PLAIN)
            return Desk(Journal.open(book), kept, clock=clock)

        runner = Runner(open_desk or desk, paper)
        runners.append(runner)
        seen = Seen(runner)
        runner.start()
        return SimpleNamespace(runner=runner, seen=seen, book=book, clock=clock)

    yield begun
    for runner in runners:
        runner.stop()


def fill(desk: Desk):
    return desk.fill("2", FIVE, proven("jo:cashier"))


def until(qtbot, told: list, count: int = 1) -> None:
    qtbot.waitUntil(lambda: len(told) >= count)


# Order and threads


def test_calls_are_done_and_answered_in_the_order_they_were_asked(qtbot, begin):
    pit = begin()
    done: list[int] = []
    answered: list[int] = []
    for at in range(50):
        pit.runner.ask(lambda desk, at=at: done.append(at), lambda _, at=at: answered.append(at))
    assert answered == []  # nothing is answered before the window is back at its events
    until(qtbot, answered, 50)
    assert done == answered == [*range(50)]


def test_what_is_asked_before_the_book_is_open_is_answered_after_its_board_is_shown(qtbot, begin):
    gate = threading.Event()
    told: list[str] = []

    def slow() -> Desk:
        assert gate.wait(20)
        return desk()

    pit = begin()  # only to have the book
    pit.runner.stop()

    def desk() -> Desk:
        pepper = Pepper.kept(pit.book.with_name(pit.book.name + ".pepper"), PLAIN)
        return Desk(Journal.open(pit.book), pepper, clock=pit.clock)

    runner = begin(open_desk=slow).runner
    runner.changed.connect(lambda _: told.append("board"))
    runner.ask(lambda desk: desk.journal.head.seq, lambda seq: told.append(f"{seq > 0}"))
    gate.set()
    until(qtbot, told, 2)
    assert told == ["board", "True"]


def test_the_desk_the_pins_and_the_printer_are_never_in_the_windows_thread(qtbot, begin):
    threads: dict[str, set[str]] = {"pin": set(), "ready": set(), "print": set(), "desk": set()}

    def here(what: str) -> None:
        threads[what].add(threading.current_thread().name)

    class Watched(Pepper):
        def matches(self, kept: str, pin: str) -> bool:
            here("pin")
            return super().matches(kept, pin)

    class WatchedPaper(Paper):
        def ready(self, job: Job) -> None:
            here("ready")
            super().ready(job)

        def print(self, job: Job) -> Outcome:
            here("print")
            return super().print(job)

    papers: list[Paper] = []

    def paper() -> Paper:
        papers.append(WatchedPaper())
        return papers[-1]

    def call(desk: Desk):
        here("desk")
        return fill(desk)

    pit = begin(pepper=Watched, paper=paper)
    answers: list = []
    pit.runner.ask(call, answers.append)
    until(qtbot, answers)
    qtbot.waitUntil(lambda: len(papers[0].jobs) == 2)
    until(qtbot, pit.seen.printer)
    assert threads == {what: {"desk"} for what in threads}
    assert pit.seen.threads == {threading.main_thread().name}
    assert threading.current_thread() is threading.main_thread()


def test_the_window_goes_on_while_the_desk_is_busy(qtbot, begin):
    gate = threading.Event()
    pit = begin()
    answers: list = []
    pit.runner.ask(lambda desk: gate.wait(20), answers.append)
    for _ in range(10):
        qtbot.wait(1)  # the window's own events go by
    assert answers == []
    gate.set()
    until(qtbot, answers)
    assert answers == [True]


# What comes of a call


def test_an_entry_brings_its_board_before_its_answer(qtbot, begin):
    pit = begin()
    told: list[object] = []
    pit.runner.changed.connect(lambda board: told.append(board.seen))
    pit.runner.ask(fill, told.append)
    qtbot.waitUntil(lambda: any(hasattr(one, "kind") for one in told))
    entry = next(one for one in told if hasattr(one, "kind"))
    assert told[told.index(entry) - 1] == entry.seq


def test_what_writes_nothing_shows_no_new_board(qtbot, begin):
    pit = begin()
    until(qtbot, pit.seen.boards)
    before = len(pit.seen.boards)
    answers: list = []
    pit.runner.ask(lambda desk: desk.trial(fill), answers.append)
    until(qtbot, answers)
    assert answers == [[]]
    assert len(pit.seen.boards) == before


def test_signing_in_shows_a_board_though_no_entry_is_made(qtbot, begin):
    pit = begin()
    answers: list = []
    pit.runner.ask(lambda desk: desk.sign_in(*proven("jo:cashier")), answers.append)
    until(qtbot, answers)
    assert pit.seen.boards[-1].signed_in == "jo"


def told_of(runner: Runner, call: Callable, **more) -> dict[str, list]:
    told: dict[str, list] = {"done": [], "refused": [], "trouble": []}
    runner.ask(call, told["done"].append, told["refused"].append, told["trouble"].append, **more)
    return told


def test_a_refusal_brings_all_its_reasons_and_nothing_else(qtbot, begin):
    pit = begin()
    told = told_of(pit.runner, lambda d: d.fill("2", Chips.read("9000x$100"), proven("kari:dealer")))
    until(qtbot, told["refused"])
    (reasons,) = told["refused"]
    assert {one.rule for one in reasons} == {"nd.08-05.3", "nd.08-05.3c", "pd.below"}
    assert told["done"] == told["trouble"] == pit.seen.trouble == pit.seen.broken == []


def test_trouble_is_told_to_whoever_asked_or_else_to_everybody(qtbot, begin):
    def stuck(_: Desk) -> None:
        raise Trouble("The disk is full. Free it, then try again.")

    pit = begin()
    told = told_of(pit.runner, stuck)
    until(qtbot, told["trouble"])
    assert told == {"done": [], "refused": [], "trouble": ["The disk is full. Free it, then try again."]}
    assert pit.seen.trouble == []
    pit.runner.ask(stuck)
    until(qtbot, pit.seen.trouble)
    assert pit.seen.trouble == ["The disk is full. Free it, then try again."]
    assert pit.seen.broken == pit.seen.closed == []


def test_after_trouble_the_next_call_is_done_as_ever(qtbot, begin):
    def stuck(_: Desk) -> None:
        raise Trouble("no")

    pit = begin()
    pit.runner.ask(stuck)
    told = told_of(pit.runner, fill)
    until(qtbot, told["done"])
    assert told["done"][0].number.number == 1


def test_any_other_error_is_ours_and_nothing_more_is_done(qtbot, begin):
    pit = begin()
    told = told_of(pit.runner, lambda _: 1 // 0)
    after = told_of(pit.runner, fill)
    until(qtbot, pit.seen.broken)
    assert isinstance(pit.seen.broken[0], ZeroDivisionError)
    pit.runner.stop()
    qtbot.wait(1)
    assert told == after == {"done": [], "refused": [], "trouble": []}
    with Journal.open(pit.book) as journal:  # let go of, and nothing was written
        assert "fill" not in {entry.kind for entry in journal.entries()}


def test_a_printer_that_is_wrong_is_ours_too(qtbot, begin):
    class Odd(Paper):
        def print(self, job: Job) -> Outcome:
            raise IndexError("no such tray")

    pit = begin(paper=Odd)
    told = told_of(pit.runner, fill)
    until(qtbot, pit.seen.broken)
    assert isinstance(pit.seen.broken[0], IndexError)
    assert told["done"][0].number.number == 1  # the slip stands: the journal comes before the paper


# Paper


def test_a_printer_that_cannot_is_told_of_and_the_slip_waits_for_it(qtbot, begin, tmp_path):
    folder = tmp_path / "slips"
    pit = begin(paper=lambda: Paper(folder))
    told = told_of(pit.runner, fill)
    until(qtbot, told["done"])
    qtbot.waitUntil(lambda: bool(pit.seen.printer and pit.seen.printer[-1]))
    assert "has no folder" in pit.seen.printer[-1]
    assert pit.seen.boards[-1].unprinted == 2
    folder.mkdir()
    pit.runner.ask(lambda desk: desk.verify("fill", 1, proven("bo:pit boss")))
    qtbot.waitUntil(lambda: pit.seen.printer[-1] == "")
    assert pit.seen.boards[-1].unprinted == 0
    assert sorted(path.name for path in folder.glob("*.txt")) == [
        "fill-000001-copy.txt",
        "fill-000001-original.txt",
    ]


def test_what_was_not_printed_before_is_printed_at_the_start(qtbot, begin, tmp_path):
    pit = begin(paper=lambda: Paper(tmp_path / "gone"))
    told = told_of(pit.runner, fill)
    until(qtbot, told["done"])
    pit.runner.stop()
    papers = [Paper()]
    again = begin(paper=lambda: papers[0])
    qtbot.waitUntil(lambda: len(papers[0].jobs) == 2)
    qtbot.waitUntil(lambda: bool(again.seen.boards and again.seen.boards[-1].unprinted == 0))


# The end


def test_stopping_finishes_what_was_asked_and_lets_go_of_the_book(qtbot, begin):
    pit = begin()
    told = [told_of(pit.runner, fill) for _ in range(3)]
    pit.runner.stop()
    with Journal.open(pit.book) as journal:
        assert journal.last_number("fill") == 3
        assert journal.verify().ok
    qtbot.wait(1)
    assert [one["done"][0].number.number for one in told] == [1, 2, 3]


def test_stopping_twice_or_before_the_start_is_no_matter(begin, qtbot):
    begin().runner.stop()
    never = Runner(lambda: pytest.fail("the book is opened"), Paper)
    never.stop()


# Books that cannot be opened


def refusal_of(qtbot, pit: SimpleNamespace) -> str:
    until(qtbot, pit.seen.closed)
    assert pit.seen.boards == pit.seen.broken == pit.seen.trouble == []
    pit.runner.stop()
    return pit.seen.closed[0]


def test_a_book_that_is_held_by_another_program_stays_closed_with_words(qtbot, begin):
    first = begin()
    until(qtbot, first.seen.boards)
    words = refusal_of(qtbot, begin())
    assert "is held by process" in words
    assert words.endswith("Close it there, then open it here.")


def test_a_book_that_is_not_there_or_none_at_all_stays_closed_with_words(qtbot, begin, tmp_path):
    letter = tmp_path / "letter.db"
    letter.write_text("Dear treasurer,\n" * 400)

    def opened(path: Path) -> Callable[[], Desk]:
        return lambda: Desk(Journal.open(path), Pepper(b"salt", PLAIN))

    words = refusal_of(qtbot, begin(open_desk=opened(tmp_path / "gone.db")))
    assert words.startswith("There is no book")
    words = refusal_of(qtbot, begin(open_desk=opened(letter)))
    assert "letter.db" in words
    assert letter.read_text().startswith("Dear treasurer")


def test_a_book_whose_paper_has_no_place_stays_closed_and_is_let_go_of(qtbot, begin):
    def no_paper() -> Paper:
        raise Trouble("There is no room for the slips. Free the disk.")

    pit = begin(paper=no_paper)
    assert refusal_of(qtbot, pit) == "There is no room for the slips. Free the disk."
    Journal.open(pit.book).close()


def test_an_error_of_ours_while_opening_is_no_closed_book(qtbot, begin):
    def wrong() -> Desk:
        raise KeyError("a screw")

    pit = begin(open_desk=wrong)
    until(qtbot, pit.seen.broken)
    assert isinstance(pit.seen.broken[0], KeyError)
    assert pit.seen.closed == []


# Disks that fail


def test_a_book_that_can_no_longer_be_read_is_trouble_and_not_our_error(qtbot, begin):
    """Its connection is gone after a flush that failed; somebody locks the station meanwhile."""
    pit = begin()
    told_of(pit.runner, lambda desk: desk.sign_in(*proven("jo:cashier")))
    pit.runner.ask(lambda desk: desk.journal.close())
    pit.runner.ask(lambda desk: desk.sign_out())
    until(qtbot, pit.seen.trouble)
    assert "is closed. Open it again." in pit.seen.trouble[0]
    assert pit.seen.broken == []
    told = told_of(pit.runner, fill)
    until(qtbot, told["trouble"])


@pytest.mark.skipif(sys.platform == "win32", reason="folders there have no such rights")
def test_a_head_that_cannot_be_noted_at_the_end_is_told(qtbot, begin):
    pit = begin()
    told = told_of(pit.runner, fill)
    until(qtbot, told["done"])
    head = pit.book.with_name(pit.book.name + ".head")
    head.unlink()
    head.mkdir()  # nothing can be put in its place
    pit.runner.stop()
    qtbot.waitUntil(lambda: bool(pit.seen.trouble))
    said = "The disk failed beside the book", "could not be noted beside it"  # while it prints, or after
    assert any(words in pit.seen.trouble[0] for words in said)
    assert pit.seen.broken == []


def test_a_refusal_while_opening_is_an_error_of_ours(qtbot, begin):
    def refused() -> Desk:
        raise Refused([])

    pit = begin(open_desk=refused)
    until(qtbot, pit.seen.broken)
    assert isinstance(pit.seen.broken[0], Refused)


def test_while_a_pin_is_proven_other_stations_are_answered_and_the_window_waits_its_turn(qtbot, begin):
    proving, go, told = threading.Event(), threading.Event(), []

    class Slow(Pepper):
        def matches(self, kept: str, pin: str) -> bool:
            proving.set()
            go.wait(20)
            return super().matches(kept, pin)

    runner = begin(pepper=Slow).runner
    runner.ask(fill, lambda entry: told.append(entry.kind), tries=lambda desk: desk.tries(fill))
    runner.ask(lambda _: "next", told.append)
    assert proving.wait(20)
    other = threading.Event()
    runner.put(lambda _: other.set())  # as another station asks
    assert other.wait(20)
    assert told == []
    go.set()
    until(qtbot, told, 2)
    assert told == ["fill", "next"]


def test_a_pin_under_way_is_proven_and_posted_before_the_book_is_closed(begin):
    at = begin()
    runner, told = at.runner, []
    runner.ask(fill, told.append, tries=lambda desk: desk.tries(fill))
    runner.stop()
    assert [entry.kind for entry in told] == ["fill"]


def test_what_is_asked_after_a_slip_is_done_once_its_paper_is_out(qtbot, begin):
    runner, told = begin().runner, []
    runner.ask(fill, tries=lambda desk: desk.tries(fill))
    runner.ask(lambda desk: desk.journal.entry(desk.journal.head.seq).kind, told.append)
    until(qtbot, told)
    assert told == ["printed"]
