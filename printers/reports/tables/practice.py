"""A practice sheet on Letter: rounds with lines to fill in, and the answers on a page behind them."""

from collections.abc import Sequence
from datetime import datetime

from pitdesk.games.rounds import GAMES
from pitdesk.games.rulings.trainee import Dealt, asked, right, rounds
from printers.drawing.cells import clean
from printers.drawing.grids import columns, row, words_of
from printers.drawing.pen import Pen
from printers.drawing.sheets import Grid, Section
from printers.reports.letter import drawn, section_bands

HOW = "Write w if the wager wins, l if it loses, t if it ties or comes back, h if half is given up."
HEADS = ("Wager", "w l t h", "Paid, $", "Chips")
LINE = "_" * 12
_BLANK = ("", "", "")


def practice_pdf(code: str, seed: int, count: int, stamp: datetime) -> bytes:
    """So many rounds of a game; the same number deals the same rounds.

    stamp   the time that the sheet is dated by
    """
    title = f"{GAMES[code].name}: practice sheet {seed}"
    pen, dealt = Pen(title), [*rounds(code, seed, count)]
    pen.date(stamp, author="PitDesk")
    asks = Section(title, (_asked(dealt),), (HOW,))
    answers = Section(f"The answers of sheet {seed}", (_answers(dealt),), fresh=True)
    bands = [*section_bands(asks), *section_bands(answers)]
    return drawn(pen, bands, title, "nothing here is posted", "PRACTICE")


def _asked(dealt: Sequence[Dealt]) -> Grid:
    """Each wager below the cards of its round, with lines to write on."""
    rows = []
    for one in dealt:
        shown = "; ".join(" ".join(part.split()) for part in one.shown)
        rows.append(row(clean(f"Round {one.number}. {shown}"), *_BLANK, rank="head"))
        rows += [row(clean(asked(line)), *[LINE] * len(_BLANK)) for line in one.lines]
    return Grid("", columns(words_of(HEADS[0]), *HEADS[1:]), tuple(rows))


def _answers(dealt: Sequence[Dealt]) -> Grid:
    """What becomes of each wager, and why."""
    rows = []
    for one in dealt:
        rows.append(row(f"Round {one.number}", "", rank="head"))
        rows += [row(clean(asked(line)), clean(right(line))) for line in one.lines]
    return Grid("", columns(words_of("Wager"), words_of("What becomes of it")), tuple(rows))
