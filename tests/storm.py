"""How much of what is random, faulty or long a run tries: `pytest -m storm --size 10 --seed 7`.

Without them each test takes its small sample, the same seeds each time. Of a long walk, such as that
through all pages, it takes a share: another one each day, so that a few days see the whole.
"""

from collections.abc import Iterable, Sequence
from typing import TypeVar

T = TypeVar("T")

size, seed = 1, 0  # of this run, as its command line says
turn = 0  # which shares it takes: `--turn`, else the number of its day


def many(sample: int) -> int:
    """So many cases as a sample, and as many times more in a storm."""
    return sample * size


def seeds(sample: int) -> range:
    """The seeds of that many cases; those of another --seed are others."""
    return range(seed * 1_000_000, seed * 1_000_000 + many(sample))


def step(sample: int) -> int:
    """How far from one place to the next that is tried; they lie closer in a storm."""
    return max(1, sample // size)


def share(of: int) -> tuple[int, int]:
    """Which of so many shares of a long walk this run takes, and of how many: all in a storm."""
    return (turn % of, of) if size == 1 else (0, 1)


def shared(whole: Sequence[T], of: int) -> Sequence[T]:
    """Those that are in this run's share."""
    which, of = share(of)
    return whole[which::of]


def some(sample: Iterable[T], whole: Iterable[T]) -> list[T]:
    """A sample of what takes long; the whole of it in a storm."""
    return list(sample if size == 1 else whole)
