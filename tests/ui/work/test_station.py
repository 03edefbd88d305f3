"""The station: a verb is done once however often it is asked, and two verbs are never taken for one."""

from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import pytest

from pitdesk.book.journal import Journal
from pitdesk.book.people import PLAIN, Pepper, Signer
from pitdesk.chips import Chips
from pitdesk.clock import SetClock
from pitdesk.desk import Desk
from pitdesk.errors import Trouble
from printers.devices.paper import Paper
from tests.ui.night import PINS, copied, proven
from ui.widgets.notice import TROUBLE
from ui.work.runner import Runner
from ui.work.station import Station

FIVE = Chips.read("20x$5")


def fill(desk: Desk):
    return desk.fill("2", FIVE, proven("jo:cashier"))


def redeem(desk: Desk):
    return desk.redeem(Chips.read("2x$5"), proven("jo:cashier"))


def stuck(_: Desk):
    raise Trouble("The disk is full. Free it, then try again.")


class Told:
    """What one who posts hears."""

    def __init__(self) -> None:
        self.done: list = []
        self.refused: list = []

    @property
    def answers(self) -> int:
        return len(self.done) + len(self.refused)


@pytest.fixture
def station(qtbot, tmp_path) -> Iterator[Station]:
    """A station on the night's book, with nobody signed in."""
    book, clock = copied(tmp_path)

    def desk() -> Desk:
        pepper = Pepper.kept(book.with_name(book.name + ".pepper"), PLAIN)
        return Desk(Journal.open(book), pepper, clock=clock)

    runner = Runner(desk, Paper)
    station = Station(runner, clock, book, width=42)
    runner.start()
    qtbot.waitUntil(lambda: station.ready)
    yield station
    runner.stop()


def kinds(qtbot, station: Station) -> list[str]:
    """The entries of the book, but for what the printer notes."""
    answers: list = []
    station.runner.ask(lambda desk: desk.journal.entries(), answers.append)
    qtbot.waitUntil(lambda: bool(answers))
    return [entry.kind for entry in answers[0] if entry.kind not in ("print", "printed")]


def post(station: Station, call, verb: str = "") -> Told:
    told = Told()
    station.post(call, told.done.append, told.refused.append, verb=verb)
    return told


def answered(qtbot, *told: Told) -> None:
    qtbot.waitUntil(lambda: all(one.answers for one in told))


# Once


@pytest.mark.parametrize("verb", ["fill", ""])
def test_a_verb_sent_three_times_with_one_board_leaves_one_slip_and_three_same_answers(
    qtbot, station, verb
):
    told = [post(station, fill, verb) for _ in range(3)]
    answered(qtbot, *told)
    assert {one.done[0].number.number for one in told} == {1}
    assert kinds(qtbot, station).count("fill") == 1


def test_a_verb_asked_again_after_its_answer_is_another(qtbot, station):
    for number in (1, 2):
        told = post(station, fill, "fill")
        answered(qtbot, told)
        assert told.done[0].number.number == number


def test_what_was_refused_may_be_asked_again_with_the_same_board(qtbot, station):
    seen = station.board.seen
    told = post(station, lambda desk: desk.fill("2", FIVE, proven("kari:dealer")), "fill")
    answered(qtbot, told)
    assert {one.rule for one in told.refused[0]} == {"nd.08-05.3", "nd.08-05.3c"}
    assert station.board.seen == seen
    told = post(station, fill, "fill")
    answered(qtbot, told)
    assert told.done[0].number.number == 1


# Two verbs


def test_two_verbs_asked_before_the_first_is_answered_are_two_entries(qtbot, station):
    first, second = post(station, fill, "fill"), post(station, redeem, "redeem")
    answered(qtbot, first, second)
    assert first.done[0].kind == "fill"
    assert second.done[0].kind == "redeem"
    assert kinds(qtbot, station)[-2:] == ["fill", "redeem"]


def test_a_verb_that_waits_for_another_is_itself_done_once(qtbot, station):
    told = [
        *(post(station, fill, "fill") for _ in range(2)),
        *(post(station, redeem, "redeem") for _ in range(2)),
        post(station, fill, "fill"),
    ]
    answered(qtbot, *told)
    assert [one.done[0].kind for one in told] == ["fill", "fill", "redeem", "redeem", "fill"]
    assert kinds(qtbot, station)[-2:] == ["fill", "redeem"]
    assert not station._held


def test_a_verb_that_waited_goes_on_though_the_first_was_refused_or_met_trouble(qtbot, station):
    for before in (lambda desk: desk.fill("2", FIVE, []), stuck):
        first, second = post(station, before, "fill"), post(station, redeem, "redeem")
        answered(qtbot, first, second)
        assert first.refused
        assert second.done[0].kind == "redeem"


# What is told


def test_trouble_while_posting_is_a_reason_and_a_word_in_the_strip(qtbot, station):
    said: list = []
    station.said.connect(lambda message: said.append((message.tone, message.words)))
    told = post(station, stuck, "fill")
    answered(qtbot, told)
    (reason,) = told.refused[0]
    assert (reason.rule, reason.section) == (TROUBLE, "")
    assert said == [("stop", reason.words)] == [("stop", "The disk is full. Free it, then try again.")]


def test_what_would_be_refused_is_told_and_nothing_is_written(qtbot, station):
    before = kinds(qtbot, station)
    told: list = []
    station.trial(lambda desk: desk.fill("2", Chips.read("9000x$5"), proven("jo:cashier")), told.append)
    qtbot.waitUntil(lambda: bool(told))
    assert [one.rule for one in told[0]] == ["pd.below"]
    assert kinds(qtbot, station) == before


def test_going_and_saying_reach_whoever_shows_it(station):
    wanted, said = [], []
    station.wanted.connect(lambda where, what: wanted.append((where, what)))
    station.said.connect(lambda message: said.append((message.tone, message.words)))
    station.go("fill", "2")
    station.go("floor")
    station.say("Done.")
    station.say("Look.", "look")
    assert wanted == [("fill", "2"), ("floor", None)]
    assert said == [("good", "Done."), ("look", "Look.")]


# Who is here


def test_the_operator_is_whoever_is_signed_in(qtbot, station):
    assert station.operator is None
    done: list = []
    station.sign_in(Signer("jo", "", pin=PINS["jo"]), done.append, done.append)
    qtbot.waitUntil(lambda: bool(done))
    assert station.operator.name == "Jo Sandvik"
    station.sign_out()
    qtbot.waitUntil(lambda: station.operator is None)


def test_a_wrong_pin_signs_nobody_in_and_leaves_whoever_is(qtbot, station):
    done: list = []
    station.sign_in(Signer("jo", "", pin=PINS["jo"]), done.append, done.append)
    qtbot.waitUntil(lambda: bool(done))
    refused: list = []
    station.sign_in(Signer("bo", "", pin="000000"), done.append, refused.append)
    qtbot.waitUntil(lambda: bool(refused))
    assert [one.rule for one in refused[0]] == ["pd.initials"]
    assert station.operator.id == "jo"


def test_a_book_that_cannot_be_asked_signs_nobody_in_and_says_why(qtbot, station):
    station.runner.ask(lambda desk: desk.journal.close())
    refused: list = []
    station.sign_in(Signer("jo", "", pin=PINS["jo"]), refused.append, refused.append)
    qtbot.waitUntil(lambda: bool(refused))
    assert "is closed. Open it again." in refused[0][0].words


# The clock


def test_the_day_stays_that_of_the_open_day_past_midnight(qtbot, station):
    assert f"{station.now():%Y-%m-%d %H:%M}" == "2026-11-21 16:34"
    station.clock.at += timedelta(hours=9)
    assert f"{station.now():%Y-%m-%d %H:%M}" == "2026-11-22 01:34"
    assert station.today == date(2026, 11, 21)


def test_no_screen_asks_for_the_board_before_the_book_is_open():
    clock = SetClock(datetime(2026, 11, 21, 22, tzinfo=UTC))
    closed = Station(Runner(lambda: pytest.fail("opened"), Paper), clock, Path("none.db"), width=42)
    assert not closed.ready
    assert closed.operator is None
    with pytest.raises(AssertionError):
        _ = closed.board
