"""The two short nights of a rule: one that obeys it, one that breaks it.

They stand in `pitdesk/rules/nights/ID.shift` under `# Obeyed` and `# Broken`, and are played in a new
book after `house.shift`, and after `evening.shift` where they do not open a day themselves. A part
that begins with people of its own, and opens a day, is played after nothing.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from importlib.resources import files
from pathlib import Path
from typing import Literal

from pitdesk.book.entries import Entry
from pitdesk.book.journal import Journal
from pitdesk.book.people import PLAIN, Pepper
from pitdesk.clock import SetClock
from pitdesk.codes.keys import SiteKey
from pitdesk.desk import Desk
from pitdesk.errors import Refusal, Refused, Trouble
from pitdesk.kinds import Fact
from pitdesk.rules.book import Rule, Rulebook
from pitdesk.rules.check import CHECKS, Act, Scene
from pitdesk.shifts.read import ShiftLine, shift_lines
from pitdesk.shifts.replay import Replay

Way = Literal["obeyed", "broken"]
WAYS: tuple[Way, ...] = ("obeyed", "broken")
FOLDER = files("pitdesk").joinpath("rules", "nights")
_BEFORE = ("house", "evening")


def ids() -> list[str]:
    """The rules that have nights."""
    named = (
        path.name.removesuffix(".shift") for path in FOLDER.iterdir() if path.name.endswith(".shift")
    )
    return sorted({*named} - {*_BEFORE})


def night(rule: str, way: Way) -> tuple[list[ShiftLine], list[ShiftLine]]:
    """The lines before a rule's night, and its own.

    Raises:
        Trouble: the rule has none, or its file lacks one of the two.
        Malformed: a line cannot be read.
    """
    if rule not in ids():
        raise Trouble(f"The rule {rule} has no night to play. Those that have one: {', '.join(ids())}.")
    text = FOLDER.joinpath(f"{rule}.shift").read_text("utf-8")
    head, found, rest = text.partition(f"# {way.capitalize()}\n")
    if not found:
        raise Trouble(f"The nights of rule {rule} have no line '# {way.capitalize()}'. Add it.")
    own = "\n" * head.count("\n") + rest.partition("\n# Broken\n")[0]
    lines = list(shift_lines(f"{rule}.shift", own))
    opens = any(line.words.split()[:2] == ["open", "day"] for line in lines)
    own_house = opens and lines[0].words.startswith("person ")
    before = () if own_house else _BEFORE[:1] if opens else _BEFORE
    return [line for name in before for line in _prelude(name)], lines


def _prelude(name: str) -> Iterator[ShiftLine]:
    return shift_lines(f"{name}.shift", FOLDER.joinpath(f"{name}.shift").read_text("utf-8"))


# Played


@dataclass(frozen=True, slots=True)
class Played:
    """A line of a rule's night, and what came of it.

    said     what the desk said: the refusals or warnings in words, or what it did
    verdict  "keeps" or "breaks" the rule, or "" where the rule was not asked
    missed   what the line expected instead; "" where it went as it says
    """

    line: ShiftLine
    said: tuple[str, ...]
    verdict: Literal["keeps", "breaks", ""]
    missed: str


@dataclass(frozen=True)
class Listening(Rulebook):
    """A rulebook that remembers which rules were asked, and which of them found something."""

    heard: dict[str, bool] = field(default_factory=dict)

    @classmethod
    def begin(cls) -> "Listening":
        """The rulebook of today, with nothing heard yet."""
        book = Rulebook.load()
        return cls(book.name, book.edition, book.rules, book.sha256)

    def asked(self, act: Act[Fact], scene: Scene) -> Iterator[tuple[Rule, list[Refusal]]]:
        """As the rulebook; each rule is noted with whether it was kept."""
        for rule, found in super().asked(act, scene):
            self.heard[rule.id] = self.heard.get(rule.id, True) and not found
            yield rule, found


def play(
    rule: str,
    way: Way,
    folder: Path,
    after: Callable[[Desk], object],
    jam: Callable[[], object],
) -> Iterator[Played]:
    """Play one of a rule's nights in a new book in a folder; yields each of its own lines.

    after   called after each verb, and jam for a printer that jams: as `Shift` has them

    Raises:
        Trouble: the rule has no nights, or what comes before its own lines did not go as it says.
        Malformed: a line cannot be read.
    """
    before, own = night(rule, way)
    rules = Listening.begin()
    with Journal.create(folder.joinpath(f"{way}.db")) as journal:
        clock = SetClock(datetime(2026, 1, 1, tzinfo=UTC))
        pepper = Pepper.kept(folder.joinpath(f"{way}.pepper"), PLAIN)
        desk = Desk(journal, pepper, clock=clock, rules=rules, key=SiteKey(bytes(32)))
        replay = Replay(desk, clock, after, jam)
        for _ in replay.play(before):
            pass
        if replay.misses:
            raise Trouble("The evening before the rule's night went wrong: " + "; ".join(replay.misses))
        rules.heard.clear()
        for line in replay.play(own):
            came, missed = replay.came, "; ".join(replay.misses)
            yield Played(line, _said(came), _verdict(rule, came, rules.heard), missed)
            replay.came = None
            replay.misses.clear()
            rules.heard.clear()


def _said(came: Entry | Refused | None) -> tuple[str, ...]:
    match came:
        case Refused():
            return tuple(f"{one.rule}: {one.words}" for one in came.reasons)
        case Entry() if came.fact.warnings:
            return tuple(came.fact.warnings)
        case Entry():
            return (f"{came.number.series} {came.number.number}" if came.number else "done",)
        case None:
            return ()


def _verdict(
    rule: str, came: Entry | Refused | None, heard: dict[str, bool]
) -> Literal["keeps", "breaks", ""]:
    """Also of a rule that no check judges but the desk itself, where PINs are proven."""
    told = came.rules if isinstance(came, Refused) else ()
    if rule in told or not heard.get(rule, True):
        return "breaks"
    judged_here = rule not in CHECKS and isinstance(came, Entry)
    return "keeps" if rule in heard or judged_here else ""
