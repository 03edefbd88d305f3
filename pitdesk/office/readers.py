"""Reading many documents on every core: signatures cost the most, and hold Python's lock."""

import os
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from itertools import chain, islice
from typing import Self, TypeVar

MANY = 20_000  # documents that are worth starting processes for
_PART = 200  # documents that a process is given at a time

_Item = TypeVar("_Item")
_Result = TypeVar("_Result")


class Readers:
    """Reads documents while the database is busy: in processes if there are many, else in a thread.

    Used in a `with`.
    """

    def __init__(self, documents: int) -> None:
        """With about so many documents to read."""
        self._pool: Executor = ThreadPoolExecutor(1)
        if documents >= MANY:  # spawned: a copy of this process would hold its connection too
            from multiprocessing import get_context  # noqa: PLC0415  (slow, and seldom needed)

            self._pool = ProcessPoolExecutor(os.cpu_count(), mp_context=get_context("spawn"))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._pool.shutdown(cancel_futures=True)

    def each(
        self, read: Callable[[list[_Item]], list[_Result]], groups: Iterable[list[_Item]]
    ) -> Iterator[list[_Result]]:
        """The results of each group, in order; the next group is begun before one is returned."""
        begun: list[Iterator[list[_Result]]] = []
        for group in groups:
            begun.append(self._pool.map(read, batches(group, _PART)))
            if len(begun) > 1:
                yield [*chain.from_iterable(begun.pop(0))]
        for parts in begun:
            yield [*chain.from_iterable(parts)]


def batches(items: Iterable[_Item], size: int) -> Iterator[list[_Item]]:
    """Items in lists of so many."""
    rest = iter(items)
    while batch := [*islice(rest, size)]:
        yield batch
