"""A count put aside: kept for whoever counts, on this station's disk, until it is posted or thrown away.

It is no entry: it lies in a file beside the book, which its owner alone can read, under the name of the
person. Somebody else at the same station gets an empty form, and no hint of it.
"""

import os
from contextlib import suppress
from datetime import datetime
from pathlib import Path

import msgspec
from PySide6.QtWidgets import QHBoxLayout, QWidget

from pitdesk.book.entries import Entry
from pitdesk.errors import Trouble
from pitdesk.given import MIB, Given
from pitdesk.tonight.board import Board
from ui.widgets.flow import Folding
from ui.widgets.parts import button
from ui.work.form import Form
from ui.work.station import Station

ASIDE = Given("counts put aside", MIB, "Count again.")


class KeptForm(msgspec.Struct, frozen=True):
    """What was typed in a form, and when it was put aside, on the site's clock."""

    at: datetime
    typed: dict[str, object]


class Shelf:
    """The file with all that is put aside at a station: person → form → what was typed.

    A file that is damaged is as if it were not there: what stood in it can be counted again.
    """

    def __init__(self, book: Path) -> None:
        self.path = book.with_name(f"{book.name}.aside")

    def of(self, person: str, form: str) -> KeptForm | None:
        """What somebody put aside in a form."""
        return self._read().get(person, {}).get(form)

    def keep(self, person: str, form: str, kept: KeptForm) -> None:
        """Put something aside, in place of what they put aside there before; OSError from the disk."""
        all_kept = self._read()
        all_kept.setdefault(person, {})[form] = kept
        self._write(all_kept)

    def drop(self, person: str, form: str) -> None:
        """Throw it away; OSError from the disk."""
        all_kept = self._read()
        if all_kept.get(person, {}).pop(form, None):
            self._write({who: theirs for who, theirs in all_kept.items() if theirs})

    def _read(self) -> dict[str, dict[str, KeptForm]]:
        with suppress(Trouble, ValueError, RecursionError, msgspec.MsgspecError):
            return msgspec.json.decode(ASIDE.read(self.path), type=dict[str, dict[str, KeptForm]])
        return {}

    def _write(self, all_kept: dict[str, dict[str, KeptForm]]) -> None:
        """All of it or nothing; never readable for others, not for a moment."""
        if not all_kept:
            self.path.unlink(missing_ok=True)
            return
        fresh = self.path.with_name(f"{self.path.name}.new")
        fresh.unlink(missing_ok=True)
        with open(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
            file.write(msgspec.json.encode(all_kept))
            file.flush()
            os.fsync(file.fileno())
        fresh.replace(self.path)


class CountForm(Form):
    """A form for a count that can be put aside and taken up again, also after a restart.

    It has `aside_row()` somewhere in its body.
    """

    _taken = False  # whether what is put aside stands in the form

    def __init__(self, station: Station, parent: QWidget | None = None) -> None:
        self._shelf = Shelf(station.book)
        super().__init__(station, parent)

    def aside_row(self) -> QWidget:
        """What is put aside: take it up, or throw it away. Shown where something is."""
        self.resume = button("", self._resume)
        self.throw = button("Throw it away", self._throw, says="Throw away the count put aside")
        self.offer = Folding(self.resume, self.throw, QWidget(), gap=12, stretch=(0, 0, 1))
        return self.offer

    def _lay_out(self) -> None:
        self.put_aside = button("Put aside", self._put_aside, "link", says="Put this count aside")
        super()._lay_out()
        lines = self.findChildren(QHBoxLayout)
        line = next(line for line in lines if line.indexOf(self.empty) >= 0)
        line.insertWidget(line.indexOf(self.empty), self.put_aside)

    def refresh(self, board: Board) -> None:
        """Offer what the operator put aside."""
        super().refresh(board)
        self._show_aside()

    def changed(self) -> None:
        """Something was typed: there is something to put aside."""
        super().changed()
        self._show_aside()

    def _kept(self) -> KeptForm | None:
        who = self.station.operator
        return self._shelf.of(who.id, self.name) if who else None

    def _show_aside(self) -> None:
        """What is there waits until it is taken up or thrown away: nothing takes its place unseen."""
        kept, begun = self._kept(), self.typed_anything()
        waits = bool(kept) and not self._taken
        self.offer.setVisible(waits)
        self.resume.setEnabled(not begun)
        self.put_aside.setEnabled(begun and not waits)
        if kept:
            same_day = kept.at.date() == self.station.now().date()
            when = f"{kept.at:%H:%M}" if same_day else f"{kept.at:%Y-%m-%d %H:%M}"
            self.resume.setText(f"Take up the count put aside at {when}")
            self.resume.setAccessibleName(self.resume.text())
            self.resume.setMinimumWidth(self.resume.sizeHint().width())

    def _put_aside(self) -> None:
        if not (who := self.station.operator):
            return
        try:
            self._shelf.keep(who.id, self.name, KeptForm(self.station.now(), self.typed()))
        except OSError as error:
            self.station.say(f"It cannot be put aside: {error.strerror}. Enter it, or note it.", "stop")
            return
        self.start_over()
        self.station.say("The count is put aside. It waits here for you alone.")

    def _resume(self) -> None:
        if kept := self._kept():
            self.take_up(kept.typed)
            self._taken = True
            self._show_aside()
            self.to_first()

    def _throw(self) -> None:
        if who := self.station.operator:
            with suppress(OSError):  # it is offered again, and can be thrown away then
                self._shelf.drop(who.id, self.name)
        self._show_aside()
        self.to_first()

    def _done(self, entry: Entry) -> None:
        if self._taken:
            self._throw()
        super()._done(entry)

    def clear(self) -> None:
        """Empty everything; what is put aside stays so."""
        self._taken = False
        super().clear()
        self._show_aside()

    def typed(self) -> dict[str, object]:
        """What stands in the form, and whether it is what was put aside."""
        return {**super().typed(), "taken up": self._taken}

    def take_up(self, typed: dict[str, object]) -> None:
        """Put it back."""
        super().take_up(typed)
        self._taken = bool(typed.get("taken up"))
        self._show_aside()
