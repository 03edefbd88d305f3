"""Pictures of a chip's two sides: shown once kept, and kept with the initials that stand below."""

from base64 import b64decode
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtGui import QPixmap
from PySide6.QtWidgets import QLabel, QWidget

from pitdesk import kinds
from pitdesk.book.journal import Journal
from pitdesk.chips import Chip
from pitdesk.chipset.appearance import SIDES
from pitdesk.chipset.photo import PHOTO
from ui.widgets.files import to_open
from ui.widgets.flow import Flow
from ui.widgets.parts import button, column, holder, kind, label, row
from ui.work.reader import Reader
from ui.work.signers import Signers

AT_ONCE = "Each is kept at once, with the initials below: give them first."
SHOWN = 150  # pixels a side
FILES = "Pictures (*.jpg *.jpeg *.png *.webp *.bmp)"
Post = Callable[[Chip, str, bytes], object]


class Pictures(QWidget):
    """The pictures of one chip, and a button for each side to keep another.

    signers   who initials it; asked for before a file is chosen
    post      has a picture kept: chip, side, the file's bytes
    trouble   called with what cannot be read
    """

    def __init__(
        self, reader: Reader, signers: Signers, post: Post, trouble: Callable[[str], object]
    ) -> None:
        super().__init__()
        self._reader, self._signers, self._post, self._trouble = reader, signers, post, trouble
        self.choose_file: Callable[[str], str] = lambda words: to_open(self, words, FILES)()
        self.chip = Chip("casino", 100)
        self._seqs: dict[str, int] = {}
        self.faces: dict[str, QLabel] = {}
        self.buttons = {}
        slots = []
        for side in SIDES:
            face = self.faces[side] = label("", wrap=True)
            face.setFixedSize(SHOWN, SHOWN)
            face.setAlignment(Qt.AlignmentFlag.AlignCenter)
            kind(face, "well")
            self.buttons[side] = button(f"Picture of the {side} side …", self._choose, to=side)
            slots.append(holder(column(face, row(self.buttons[side], None), None, gap=8)))
        self.words = label("", "caption", wrap=True)
        self.setLayout(column(holder(Flow(*slots, across=2, gap=16)), self.words, gap=8))

    def show_chip(self, chip: Chip, seqs: dict[str, int], *, kept: bool) -> None:
        """Show a chip's pictures: side → the entry that has it. A chip must be kept before them."""
        for one in self.buttons.values():
            one.setEnabled(kept)
        first = f"Keep {chip.name} first: then its pictures can be kept."
        self.words.setText(AT_ONCE if kept else first)
        if (chip, seqs) == (self.chip, self._seqs):
            return
        self.chip, self._seqs = chip, dict(seqs)
        for side, face in self.faces.items():
            face.setPixmap(QPixmap())
            face.setText("…" if side in seqs else "No picture yet")
            face.setAccessibleName(f"{side} side of {chip.name}")
        if seqs:
            self._reader.read("pictures", lambda book: _read(book, seqs), self._show, self._trouble)
        else:
            self._reader.forget("pictures")

    def _show(self, found: dict[str, bytes]) -> None:
        for side, data in found.items():
            seen = QPixmap()
            seen.loadFromData(data)
            keep, smooth = Qt.AspectRatioMode.KeepAspectRatio, Qt.TransformationMode.SmoothTransformation
            self.faces[side].setPixmap(seen.scaled(SHOWN, SHOWN, keep, smooth))

    def _choose(self, side: str) -> None:
        asked = f"Picture of the {side} side of {self.chip.name}"
        if not self._signers.unproven() and (chosen := self.choose_file(asked)):
            path, chip = Path(chosen), self.chip
            post = lambda data: self._post(chip, side, data)  # noqa: E731
            self._reader.ask("picture", lambda: PHOTO.read(path), post, self._trouble)


def _read(journal: Journal, seqs: dict[str, int]) -> dict[str, bytes]:
    return {side: b64decode(journal.entry(seq).of(kinds.Picture).jpeg) for side, seq in seqs.items()}
