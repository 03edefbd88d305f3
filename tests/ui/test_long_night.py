"""A long night by keys alone, dozens of slips and payments at random: its book is the shift file's."""

import random
import re
import shutil
from collections.abc import Iterator

import pytest

from pitdesk.book.journal import Journal
from tests.files import NIGHTS
from tests.storm import many, seeds
from tests.ui.conftest import replayed
from tests.ui.shell.test_window import play
from tests.ui.user import Keys

pytestmark = pytest.mark.long

SLIPS, EXCHANGES = 40, 29  # pairs in all of such a night: 80 slips, 60 times at the cage
IN_A_LINE = 16  # slips found in a box
BEFORE = "21:10  redeem"  # the line before which the evening goes on


class Evening:
    """Fills and credits that bring the same chips back, exchanges there and back, in any order."""

    def __init__(self, seed: int, slips: int, exchanges: int) -> None:
        self._random = random.Random(seed)
        self._half = 2 * (16 * 60 + 36)
        self.found: list[str] = []
        verbs = [self._pair] * slips + [self._exchange] * exchanges
        self._random.shuffle(verbs)
        self._fills = self._credits = 0
        self.lines = [line for verb in verbs for line in verb()]

    def _at(self, words: str) -> str:
        self._half += 1
        minute = self._half // 2  # two lines a minute
        return f"{minute // 60:02}:{minute % 60:02}  {words}"

    def _slip(self, series: str, number: int, chips: str, by: tuple[str, str]) -> Iterator[str]:
        maker, taker = by
        yield self._at(f"{series} 1 {chips}  by {maker}  -> {series} {number:06} prepared")
        yield self._at(f"verify {series} {number}  by pia(shift manager)")
        yield self._at(f"receive {series} {number}  by {taker}")

    def _pair(self) -> Iterator[str]:
        fives, ones = self._random.randint(1, 60), self._random.randint(1, 90)
        self._fills += 1
        self._credits += 1
        part = {"fill": "copy", "credit": "original"}
        for series, number in (("fill", self._fills + 1), ("credit", self._credits)):
            by = ("jo(cashier)", "kari(dealer)")
            chips = f"{ones}x$1 {fives}x$5"
            yield from self._slip(series, number, chips, by if series == "fill" else by[::-1])
            self.found.append(f"{series} {number} {part[series]} ${ones + 5 * fives:,}.00")

    def _exchange(self) -> Iterator[str]:
        high = self._random.randint(1, 8)
        for taken, given in ((f"{high}x$25", f"{5 * high}x$5"), (f"{5 * high}x$5", f"{high}x$25")):
            yield self._at(f"exchange {taken} for {given}  by jo(cashier)")


def long_night(seed: int, slips: int, exchanges: int) -> str:
    """The quiet night with such an evening in it: what it adds comes to nothing at its end."""
    evening, text = Evening(seed, slips, exchanges), NIGHTS["quiet"].read_text("utf-8")
    last = slips + 1
    text = re.sub(r"credit 1 (?=(copy|original))|credit 1 (?= *by)", f"credit {last} ", text)
    text = text.replace("credit 000001", f"credit {last:06}")
    text = text.replace("fill 1 original,", f"fill 1-{last} original,")
    text = text.replace(f"credit {last} copy", f"credit 1-{last} copy")
    in_box = [evening.found[at : at + IN_A_LINE] for at in range(0, len(evening.found), IN_A_LINE)]
    team = "by kim(count team) lee(count team)"
    found = [f"00:05  found in box 1: {', '.join(slips)}  {team}" for slips in in_box]
    text = text.replace("00:06  found", "\n".join([*found, "00:06  found"]))
    return text.replace(BEFORE, "\n".join([*evening.lines, BEFORE]))


@pytest.mark.storm
@pytest.mark.parametrize("seed", seeds(1)[:3])
def test_a_long_night_by_keys_alone_is_the_one_of_its_shift_file(
    qtbot, night, open_window, tmp_path, monkeypatch, seed
):
    shift = tmp_path / "long.shift"
    shift.write_text(long_night(seed, min(SLIPS, many(3)), min(EXCHANGES, many(2))), "utf-8")
    monkeypatch.setitem(NIGHTS, "long", shift)
    long = night("long", "hand")
    other = tmp_path / "replayed.db"
    for suffix in ("", ".pepper", ".head"):
        shutil.copy(f"{long.book}{suffix}", f"{other}{suffix}")
    pit = open_window(long.book, long.clock)
    assert play(Keys(qtbot, pit.window), pit, long) == 0
    pit.window.close()
    with Journal.read(long.book) as journal:
        assert journal.verify().ok
        assert journal.entries()[-1].kind in ("close day", "printed", "print")
        assert journal.entries() == replayed(long, other)
