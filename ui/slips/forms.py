"""Blank forms: packs of numbered sheets for the night on which the machine is down."""

from pathlib import Path

from PySide6.QtWidgets import QWidget

from pitdesk import kinds
from pitdesk.book.entries import Entry
from pitdesk.book.journal import Journal
from pitdesk.book.site import Site
from pitdesk.desk import Desk
from pitdesk.tonight.board import Board
from printers.slips.forms import forms_pdf
from ui.people.screen import BY_MANAGER
from ui.widgets.fields import Field, Line, Pick, quoted
from ui.widgets.files import to_save
from ui.widgets.parts import button, card, column, holder, label, progress, row
from ui.work.form import Call, Form, bound
from ui.work.message import READER
from ui.work.outlet import write_pdf
from ui.work.reader import Reader

WHAT = (
    "A form is a page: the original above, the copy below, to be cut apart and written by hand when"
    " nothing can be prepared here. Keep a pack at the cage. When PitDesk runs again, enter each as a"
    " fill or credit, with the form's number and the time on it."
)


class Forms(Form):
    """Number a pack, and save it to print."""

    name = "forms"
    post_words = "Number a new pack"
    stays = True
    who = (BY_MANAGER,)

    def fields(self) -> list[Field]:
        """How many."""
        self.choose_file = to_save(self, "Save the forms")
        self.reader = Reader(self.station, self)
        self.count = Line("count", "Forms in the pack", hint="50", read=_count)
        self.pack = Pick("pack", "Packs so far")
        self.pack.seldom = True
        return [self.count, self.pack]

    def body(self) -> QWidget:
        """What it is for, and the packs there are."""
        self.save = button("Save as PDF …", self.save_pdf)
        self.bar = progress("The forms are made")
        packs = card(row(self.pack, self.save, self.bar, None, gap=12), look="inset")
        return holder(column(label(WHAT, "muted", wrap=True), self.count, packs, gap=12))

    def refresh(self, board: Board) -> None:
        """The packs, the newest first."""
        packs = [(f"{first}-{last}", f"{first:04} to {last:04}") for first, last in board.site.forms]
        self.pack.offer(packs[::-1])
        self.save.setEnabled(bool(packs))

    def call(self) -> Call:
        """A new pack."""
        return bound(Desk.forms, self.count.value(), self.signers.value())

    def done(self, entry: Entry) -> str:
        """Which numbers; the pack can be saved now."""
        pack = entry.of(kinds.Forms)
        first, last = pack.first, pack.last
        self.pack.take_up(f"{first}-{last}")
        return f"Forms {first:04} to {last:04} are numbered. Save them as PDF and print them."

    def save_pdf(self) -> None:
        """Save the pack that is chosen, where somebody says."""
        first, _, last = self.pack.typed().partition("-")
        if first and (chosen := self.choose_file(f"forms-{first}-{last}.pdf")):
            path, numbers, far = Path(chosen), (int(first), int(last)), self.reader.far

            def make(journal: Journal) -> Path:
                return write_pdf(path, forms_pdf(Site.of(journal.setup()), *numbers, far))

            self.bar.setRange(*numbers)
            self._making(on=True)
            self.reader.read("forms", make, self._saved, self._not_saved, self.bar.setValue)

    def _making(self, *, on: bool) -> None:
        self.save.setEnabled(not on)
        self.bar.setVisible(on)

    def _saved(self, path: Path) -> None:
        self._making(on=False)
        self.station.say(f"The forms are saved as {path}. Print them, one page each.")

    def _not_saved(self, words: str) -> None:
        self._making(on=False)
        self.station.trouble(words, READER)


def _count(text: str) -> int:
    if not text.isdecimal() or len(text) > 4:
        raise ValueError(f"'{quoted(text)}' is no number of forms. Write 50.")
    return int(text)
