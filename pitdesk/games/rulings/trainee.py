"""The trainee dealer: who is paid what, in which chips; what was right, and what kind of mistake it was.

Nothing here is posted anywhere.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Literal, TypeAlias

from msgspec import structs

from pitdesk.games.facts import Facts
from pitdesk.games.poker import showdown
from pitdesk.games.results import Line, Settled
from pitdesk.games.rounds import GAMES
from pitdesk.games.rulings.dealt import DEALT
from pitdesk.games.rulings.shown import shown
from pitdesk.games.rulings.told import dollars, line_told, named, seat_of
from pitdesk.games.rulings.typed import cents
from pitdesk.games.tray import pay

Mistake: TypeAlias = Literal["result", "amount", "chips", "pieces"]

TRAY = {2500: 40, 500: 100, 200: 40, 100: 100, 50: 60}
MISTAKES: Mapping[Mistake, str] = {
    "result": "who wins",
    "amount": "how much is paid",
    "chips": "chips that are not the amount",
    "pieces": "more chips than needed",
}
RESULTS = {"w": "win", "l": "lose", "t": "push", "h": "surrender"}
WORDS = {"win": "wins", "lose": "loses", "push": "ties or comes back", "surrender": "half is given up"}


@dataclass(frozen=True, slots=True)
class Answer:
    """What the trainee says of a wager; no chips where none were asked for."""

    result: str
    paid: int = 0
    chips: Mapping[int, int] | None = None


@dataclass(frozen=True, slots=True)
class Dealt:
    """A round to settle: as the table shows it, and the wagers with what becomes of them."""

    number: int
    played: Facts
    shown: tuple[str, ...]
    lines: tuple[Line, ...]


@dataclass(slots=True)
class Marks:
    """How a practice went: mistakes by kind, and seconds by wager."""

    right: int = 0
    wrong: Counter[Mistake] = field(default_factory=Counter)
    seconds: list[int] = field(default_factory=list)

    def note(self, mistake: Mistake | None, seconds: int) -> None:
        """One wager more."""
        self.seconds.append(seconds)
        if mistake:
            self.wrong[mistake] += 1
        else:
            self.right += 1

    def told(self) -> Iterator[str]:
        """A line for the result, one for each kind of mistake."""
        asked = self.right + self.wrong.total()
        if not asked:
            return
        yield f"{self.right} of {asked} right, {sum(self.seconds) // asked} seconds for each wager."
        for mistake, words in MISTAKES.items():
            if self.wrong[mistake]:
                yield f"    {self.wrong[mistake]} wrong: {words}"


def rounds(code: str, seed: int, count: int) -> Iterator[Dealt]:
    """So many rounds of a game; the same from the same seed."""
    for number in range(1, count + 1):
        dealt = DEALT[code](Random(f"{code} {seed} {number}"))  # noqa: S311  practice, no secret
        played = structs.replace(dealt, game=code)
        lines = lines_of(played, GAMES[code].settle(played))
        yield Dealt(number, played, tuple(shown(played)), lines)


def lines_of(played: Facts, settled: Settled) -> tuple[Line, ...]:
    """The wagers of a round; at poker what each hand that was shown gets of the pots."""
    if not isinstance(played, showdown.Round):
        return tuple(settled.lines or ())
    more = settled.more
    found = []
    for player in played.players:
        if hand := more["hands"].get(player.seat):
            got, put_in = more["awards"][player.seat], player.contributed or 0
            result: Literal["win", "lose"] = "win" if got else "lose"
            line = Line(f"p{player.seat}.share", put_in, result, got, 0, put_in)
            section = tuple(more["section"])
            found.append(structs.replace(line, section=section, reason=hand["words"]))
    return tuple(found)


def mistake(line: Line, answer: Answer) -> Mistake | None:
    """What is wrong with an answer; None if nothing is."""
    if answer.result != outcome(line):
        return "result"
    if answer.paid != line.paid:
        return "amount"
    if answer.chips is None or not line.paid:
        return None
    if sum(value * pieces for value, pieces in answer.chips.items()) != line.paid:
        return "chips"
    fewest = pay(line.paid, TRAY)
    return "pieces" if fewest and sum(answer.chips.values()) > sum(fewest.values()) else None


def outcome(line: Line) -> str:
    """A tie and a wager that comes back are the same money, so they are one answer."""
    return "push" if line.result == "void" else line.result


def asked(line: Line) -> str:
    """A wager as the trainee is asked about it."""
    return f"{_whose(line.wager)} {dollars(line.stake).lstrip('+')}"


def right(line: Line) -> str:
    """What becomes of a wager, with amount, chips and section."""
    fewest = pay(line.paid, TRAY) or {}
    chips = " + ".join(f"{pieces} x {_value(value)}" for value, pieces in fewest.items())
    paid = f", paid {dollars(line.paid).lstrip('+')}" if line.paid else ""
    return (
        f"{WORDS[outcome(line)]}{paid}{f' as {chips}' if chips else ''}."
        f" {line_told(line)} [{', '.join(line.section)}]"
    )


def answer(text: str) -> Answer:
    """What a trainee types of a wager: "w 10.50 2x5 50c", "l", "t" or "h"; ValueError says how."""
    letter, *words = text.lower().split() or [""]
    if letter not in RESULTS:
        raise ValueError(
            "Begin with w if it wins, l if it loses, t if it ties or comes back, h for half."
        )
    if RESULTS[letter] != "win":
        return Answer(RESULTS[letter])
    if not words:
        raise ValueError("What wins is paid: type dollars, then chips, such as w 10.50 2x5 50c.")
    return Answer("win", cents(words[0]), chips(" ".join(words[1:])) if words[1:] else None)


def chips(text: str) -> dict[int, int]:
    """Chips as they are typed, "2x5 50c"; ValueError says what they look like."""
    found: dict[int, int] = {}
    for word in text.lower().replace("$", "").split():
        pieces, times, value = word.rpartition("x")
        cents = value.removesuffix("c")
        if not (cents.isdecimal() and (pieces.isdecimal() or not times)):
            raise ValueError(f"'{word}' is no chip. Type 2x5 for two fives, 50c for a half dollar.")
        worth = int(cents) * (1 if value.endswith("c") else 100)
        found[worth] = found.get(worth, 0) + int(pieces or 1)
    return found


def sheet(code: str, seed: int, count: int) -> Iterator[str]:
    """Rounds with lines to fill in, and behind them the answers; for a printer of any kind."""
    dealt = [*rounds(code, seed, count)]
    yield f"{GAMES[code].name}: settle these rounds. Sheet {seed}."
    for one in dealt:
        yield from ("", f"{one.number}.", *(f"   {shown}" for shown in one.shown))
        yield from (
            f"   {asked(line)}: ______  pays ________  chips ______________" for line in one.lines
        )
    yield from ("\f", f"{GAMES[code].name}: the answers of sheet {seed}.")
    for one in dealt:
        yield from ("", f"{one.number}.")
        yield from (f"   {asked(line)}: {right(line)}" for line in one.lines)


def _whose(wager: str) -> str:
    return f"Seat {seat_of(wager)}, {named(wager)}"


def _value(cents: int) -> str:
    return f"{cents}c" if cents < 100 else f"${cents // 100}"
