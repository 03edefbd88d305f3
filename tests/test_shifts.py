"""Every shift file is played from its first line to its last, with slips on paper, and holds.

Together they keep and break every rule that has a check: coverage of the law, not of lines.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import ClassVar, Self

import pytest

from pitdesk.book.entries import Entry
from pitdesk.book.journal import Journal
from pitdesk.book.people import PLAIN, Pepper
from pitdesk.clock import SetClock
from pitdesk.codes.keys import SiteKey
from pitdesk.desk import Desk
from pitdesk.errors import Refusal, Refused
from pitdesk.kinds.fact import KINDS
from pitdesk.rules.book import Rule, Rulebook
from pitdesk.rules.check import CHECKS, Act, Scene
from pitdesk.rules.checks.banks import NO_OPENING
from pitdesk.rules.checks.closing import (
    BEYOND_CASH,
    BOX_NOT_COUNTED,
    BOX_ON_TABLE,
    NOBODY_KNOWS,
    TABLE_OPEN,
)
from pitdesk.shifts.read import read_shift
from pitdesk.shifts.replay import Replay
from pitdesk.tonight.board import Board
from pitdesk.tonight.closing import Closing, step_of
from printers.devices.paper import Paper
from printers.devices.spool import drain
from tests.files import FEW, NIGHTS, ROOT
from tests.test_power import BEYOND
from ui.close.ways import waits

KEY = SiteKey(bytes(32))  # signs what goes to head office


class Watched(Rulebook):
    """A rulebook that remembers which rules an act kept and which it broke."""

    kept: ClassVar[set[str]] = set()
    broken: ClassVar[set[str]] = set()

    def asked(self, act: Act, scene: Scene) -> Iterator[tuple[Rule, list[str]]]:
        for rule, words in super().asked(act, scene):
            (self.broken if words else self.kept).add(rule.id)
            yield rule, words


class Tried(Desk):
    """A desk that tries each verb before it does it, and holds the trial to what then happens."""

    verbs = 0
    done: ClassVar[set[str]] = set()

    def once(self, seen: int, call: Callable[[Self], Entry]) -> Entry:
        tried = self.trial(call)
        assert self.journal.head.seq == seen
        self.verbs += 1
        try:
            entry = super().once(seen, call)
            self.done |= {entry.kind} if entry else set()
        except Refused as refused:
            self.wrote_nothing(seen, refused)
            self.told(tried, [one for one in refused.reasons if one.rule != "pd.initials"])
            raise
        self.told(tried, [])
        return entry

    def wrote_nothing(self, seen: int, refused: Refused) -> None:
        assert self.journal.head.seq == seen
        assert all(one.section for one in refused.reasons)

    def told(self, tried: list[Refusal], happened: list[Refusal]) -> None:
        assert tried == happened


def played(shift: Path, folder: Path, rules: Rulebook, kind: type[Desk] = Desk) -> tuple[Replay, Paper]:
    with Journal.create(folder / f"{shift.stem}.db") as journal:
        clock = SetClock(datetime(2026, 1, 1, tzinfo=UTC))
        desk = kind(journal, Pepper.kept(folder / "pepper", PLAIN), clock=clock, rules=rules, key=KEY)
        paper = Paper(width=42)
        replay = Replay(desk, clock, lambda desk: drain(desk, paper), paper.jam)
        for _ in replay.play(read_shift(shift)):
            pass
        assert journal.verify().ok
        assert desk.day
        assert desk.day.sealed
    return replay, paper


@pytest.fixture(scope="module")
def nights(tmp_path_factory: pytest.TempPathFactory) -> dict[Path, tuple[Replay, Paper]]:
    """Every shift file, played once under a rulebook that is watched."""
    book, folder = Rulebook.load(), tmp_path_factory.mktemp("nights")
    rules = Watched(book.name, book.edition, book.rules, book.sha256)
    return {shift: played(shift, folder, rules) for shift in NIGHTS.values()}


@pytest.mark.parametrize("shift", NIGHTS.values(), ids=lambda shift: shift.stem)
def test_a_shift_goes_as_it_says(shift: Path, nights: dict[Path, tuple[Replay, Paper]]) -> None:
    replay, paper = nights[shift]
    assert replay.misses == []
    sheets = {job.name for job in paper.jobs}
    assert replay.desk.day
    for slip in replay.desk.day.slips.values():
        for part in ("original", "copy"):
            name = f"{slip.series}-{slip.number:06}-{part}"
            assert name in sheets
            assert (f"{name}-void" in sheets) == (slip.state == "void")


@pytest.mark.parametrize("shift", NIGHTS.values(), ids=lambda shift: shift.stem)
def test_a_trial_says_what_will_happen(shift: Path, tmp_path: Path) -> None:
    Tried.done.clear()
    replay, _ = played(shift, tmp_path, Rulebook.load(), Tried)
    assert replay.misses == []
    assert isinstance(replay.desk, Tried)
    assert replay.desk.verbs == sum(line.time is not None for line in read_shift(shift))
    assert replay.desk.done >= {"open day", "fill", "close day"}


def test_no_program_reads_the_words_of_a_refusal(tmp_path: Path) -> None:
    """With the words turned around, or another's, the night's blockers lead where they led."""
    codes: set[str] = set()
    for desk in looked_at(NIGHTS["busy"], tmp_path):
        board = Board.of(desk)
        for next_start in (None, 9_999_999_00):
            close = Closing.of(desk, next_start)
            others = (*close.blockers[1:], *close.blockers[:1])
            turned = [replace(one, words=one.words[::-1]) for one in close.blockers]
            swapped = [
                replace(one, words=other.words)
                for one, other in zip(close.blockers, others, strict=True)
            ]
            for blockers in (turned, swapped):
                assert [*map(step_of, blockers)] == [*map(step_of, close.blockers)]
                assert led(blockers, board) == led(close.blockers, board)
                assert Closing.of_day(desk.today, blockers).stages == close.stages
            may_wait = [replace(one, words=one.words[::-1]) for one in close.may_wait]
            assert led(may_wait, board) == led(close.may_wait, board)
            codes |= {one.code for one in (*close.blockers, *close.may_wait)}
    assert codes >= {NO_OPENING, TABLE_OPEN, BOX_ON_TABLE, BOX_NOT_COUNTED, BEYOND_CASH, NOBODY_KNOWS}


def looked_at(shift: Path, folder: Path) -> Iterator[Desk]:
    """The desk after each line of a night, while its day is open."""
    with Journal.create(folder / "looked.db") as journal:
        clock = SetClock(datetime(2026, 1, 1, tzinfo=UTC))
        desk = Desk(journal, Pepper.kept(folder / "pepper", PLAIN), clock=clock)
        paper = Paper(width=42)
        for _ in Replay(desk, clock, lambda desk: drain(desk, paper), paper.jam).play(read_shift(shift)):
            if desk.day and not desk.day.sealed:
                yield desk


def led(blockers: Sequence[Refusal], board: Board) -> list[tuple[object, ...]]:
    """Where they lead, in order, without what they say."""
    return [(one.section, one.step, one.ways, len(one.each)) for one in waits(blockers, board)]


@pytest.mark.usefixtures("nights")
def test_every_checked_rule_is_kept_and_broken() -> None:
    checked = {*CHECKS} | {"pd.initials"}
    assert checked - Watched.broken - {"pd.initials"} == set()
    assert checked - Watched.kept - {"pd.initials"} == set()


def test_every_kind_of_entry_is_in_a_night_or_beyond(nights: dict[Path, tuple[Replay, Paper]]) -> None:
    """But for what a restore and a new book write, and the transfer, which is always refused."""
    found: dict[str, set[str]] = {}
    for shift, (replay, _) in nights.items():
        with Journal.read(replay.desk.journal.path) as journal:
            found[shift.stem] = {entry.kind for entry in journal.entries()}
    every = set().union(*found.values())
    assert {*KINDS} - every - {"restore", "own keys", "transfer"} == BEYOND
    assert set().union(*(found[name] for name in FEW)) == every


def test_initials_are_kept_and_broken() -> None:
    """pd.initials is judged where the PIN is proven, not by a check: the file must do both."""
    text = NIGHTS["rules"].read_text("utf-8")
    assert "-> refused pd.initials" in text


def test_a_shift_that_expects_the_wrong_thing_is_told(tmp_path: Path) -> None:
    text = NIGHTS["quiet"].read_text("utf-8")
    wrong = tmp_path / "wrong.shift"
    wrong.write_text(
        text.replace("win $115.00", "win $116.00")
        .replace("-> credit 000001 prepared", "-> refused nd.08-05.3")
        .replace("due 2026-11-25", "due 2026-11-24")
    )
    replay, _ = played(wrong, tmp_path, Rulebook.load())
    assert [miss.split(": ")[1] for miss in replay.misses] == [
        "expected refused nd.08-05.3, but done",
        "win of table 1 is 115.00, not $116.00",
        "the deposit is due 2026-11-25, not 2026-11-24",
    ]


def test_the_grammar_is_documented() -> None:
    from pitdesk.shifts.expect import EXPECTED  # noqa: PLC0415
    from pitdesk.shifts.grammar import SETUP, VERBS  # noqa: PLC0415
    from pitdesk.shifts.ledgers import LEDGERS  # noqa: PLC0415
    from pitdesk.shifts.records import DUE, HOUSE, RECORDS  # noqa: PLC0415
    from pitdesk.shifts.stores import CHIPS, STORES  # noqa: PLC0415

    readme = (ROOT / "pitdesk" / "shifts" / "README.md").read_text("utf-8")
    missing = [
        usage
        for usage in SETUP | CHIPS | HOUSE | VERBS | STORES | RECORDS | LEDGERS | EXPECTED | DUE
        if f"`{usage.replace('|', chr(92) + '|')}`" not in readme
    ]
    assert missing == []
