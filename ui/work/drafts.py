"""Drafts: what somebody left half typed, offered to them alone; none comes back unasked."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import Protocol

from PySide6.QtCore import QObject

from ui.work.message import DRAFT, Way
from ui.work.station import Station


@dataclass(frozen=True, slots=True)
class Draft:
    """A form of a verb as it was left: what it is in words, since when, and what was typed; no PIN.

    day   the gaming day, after which nobody is offered it any more
    """

    verb: str
    words: str
    at: datetime
    day: int
    typed: dict[str, object]


class Left(Protocol):
    """What a draft is taken up in: a form."""

    def isVisible(self) -> bool:
        """Whether it is in front."""

    def typed_anything(self) -> bool:
        """Whether something else stands in it."""

    def set_aside(self) -> None:
        """Make a draft of that."""

    def clear(self) -> None:
        """Empty it."""

    def take_up(self, typed: dict[str, object]) -> None:
        """Put back what was typed."""

    def to_first(self) -> None:
        """Go to its first field."""


class Drafts(QObject):
    """The drafts of everybody at this station.

    form   the form of a verb, if it was made
    """

    def __init__(self, station: Station, form: Callable[[str], Left | None]) -> None:
        super().__init__()
        self._station, self._form = station, form
        self._kept: dict[str, list[Draft]] = {}  # person → theirs, the oldest first
        station.put_aside.connect(self._put_aside)

    def keep(self, person: str, drafts: Iterable[Draft]) -> None:
        """Keep what somebody left."""
        self._kept.setdefault(person, []).extend(drafts)

    def of(self, person: str) -> Sequence[Draft]:
        """What somebody left in the day that is open, the oldest first."""
        day = self._station.board.day
        return [one for one in self._kept.get(person, []) if one.day == day]

    @property
    def words(self) -> list[str]:
        """Every draft in words: whose, what, since when."""
        return [self._said(who, one) for who in self._kept for one in self.of(who)]

    def offer(self) -> None:
        """Offer whoever is signed in what they left last; say nothing where that is nothing."""
        self._station.settle(DRAFT)
        who = self._station.operator
        drafts = self.of(who.id) if who else []
        if not who or not drafts:
            return
        last, more = drafts[-1], len(drafts) - 1
        self._station.say(
            self._said(who.id, last),
            "look",
            about=DRAFT,
            then=f"and {more} more" if more else "",
            way=Way("Continue", partial(self._take_up, who.id, last)),
            out=Way("Throw away", partial(self._drop, who.id, last)),
        )

    def _said(self, person: str, one: Draft) -> str:
        name = self._station.board.name_of(person)
        return f"Draft of {name}: {one.words}, from {one.at:%H:%M}."

    def _put_aside(self, draft: Draft) -> None:
        if who := self._station.operator:
            self.keep(who.id, [draft])
            self.offer()

    def _drop(self, person: str, one: Draft) -> None:
        self._kept[person].remove(one)
        self.offer()

    def _take_up(self, person: str, one: Draft) -> None:
        form = self._form(one.verb)
        if form is None or not form.isVisible():
            self._station.go(one.verb)
            form = self._form(one.verb)
        assert form
        if form.typed_anything():
            form.set_aside()
        form.clear()
        form.take_up(one.typed)
        self._drop(person, one)
        form.to_first()
