"""Chip types: which a house may have, what the rules prescribe of them, and tiles to choose them by."""

from collections.abc import Collection, Mapping
from datetime import date
from itertools import pairwise
from types import MappingProxyType

from PySide6.QtCore import QObject, Qt
from PySide6.QtWidgets import QBoxLayout, QWidget

from pitdesk import kinds
from pitdesk.chips import Chip
from pitdesk.chipset.appearance import Look
from ui.aloud.roles import Role, read_as
from ui.widgets import art
from ui.widgets.fields import Field
from ui.widgets.flow import Flow, towards
from ui.widgets.parts import column, kind, label, row
from ui.widgets.tile import Tile
from ui.work.lessons import rulebook

FACE, SMALL = 72, 44  # pixels of a drawn chip on a tile
ACROSS, SINGLE_ACROSS = 5, 2  # tiles in a row
NONE: Mapping[str, str] = MappingProxyType({})
SIGNS = {"stop": "unlawful", "look": "look at it"}  # tone of a finding → in words


def look_words(look: kinds.Look) -> str:
    """How a chip looks, in words: red, 6 yellow spots; `look` as the book keeps it."""
    return Look.of(look).words


def chip_types() -> list[str]:
    """The types a site may have by the rulebook, highest casino value first."""
    lawful = rulebook().rules["nd.08-03.1"].value
    kinds = ("casino", "coin", "betting")
    found = [Chip(kind, cents) for kind in kinds for cents in lawful(kind, date.max)]
    return [chip.name for chip in sorted(found, key=lambda c: (kinds.index(c.kind), -c.face_cents))]


def patterns(chip: Chip, on: date) -> list[tuple[int, str, str]]:
    """The edge spots that a casino chip may lawfully have: how many, of which kind, in which color."""
    if chip.kind != "casino":
        return []
    try:
        _, *looks = rulebook().value("nd.08-03.3", str(chip.face_cents), on)
    except KeyError:
        return []
    return [(spots, kind, second) for spots, kind, second in looks]


class ChipTile(Tile):
    """One chip type: its picture, its value, a word below it, and a sign where there is a finding."""

    def __init__(self, field: "ChipTiles", name: str, *, small: bool) -> None:
        super().__init__(field._pressed, "", name)
        self.name, self.single, self._size = name, small, SMALL if small else FACE
        self.setCheckable(True)
        if small:
            read_as(self, Role.ListItem)
        self.picture = art.Picture()
        self.words = f"{art.face_of(name, {}).words} {Chip.named(name).set}".strip()
        self.named, self.note, self.sign = label(self.words, "h2"), label("", "caption"), label("!")
        self.picture.setAccessibleName(self.words)
        self.sign.hide()
        self.toggled.connect(self._mark)
        if small:
            head = row(self.named, self.sign, None, gap=6)
            face: QBoxLayout = row(self.picture, column(head, self.note, gap=0), None, gap=10)
        else:
            self.note.setWordWrap(True)
            self.note.setMinimumHeight(2 * self.note.fontMetrics().lineSpacing())
            head = row(None, self.named, self.sign, None, gap=6)
            face = column(self.picture, head, self.note, None, gap=4)
            for one in (self.picture, self.note):
                one.setAlignment(Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop)
        face.setContentsMargins(10, 10, 10, 10)
        self.wear(face)

    def _mark(self, on: bool) -> None:
        self.named.setText(f"✓ {self.words}" if on and self._size == FACE else self.words)

    def show_chip(self, look: kinds.Look, note: str, tone: str) -> None:
        """Show it as it now looks."""
        self.picture.show_drawn(art.chip_pixmap, self.name, look, self._size)
        self.note.setText(note)
        kind(self.sign, "pill", tone=tone)
        self.sign.setVisible(bool(tone))
        said = (self.words, look_words(look), note, SIGNS.get(tone, ""))
        self.setAccessibleName(", ".join(filter(None, dict.fromkeys(said))))


class ChipTiles(Field):
    """Chip types, drawn, each to be ticked; smaller and one at a time where `single`."""

    def __init__(self, name: str, *, single: bool = False) -> None:
        super().__init__(name)
        self._single = single
        self.tiles: dict[str, ChipTile] = {}
        self._grid = Flow(across=SINGLE_ACROSS if single else ACROSS)
        self._body(self._grid)

    def offer(
        self, looks: Mapping[str, kinds.Look], notes: Mapping[str, str], tones: Mapping[str, str] = NONE
    ) -> None:
        """Offer chip types as they look, with a word below each; what was ticked stays ticked.

        tones   of the sign on a tile: "stop" or "look"
        """
        if [*looks] != [*self.tiles]:
            self._make(looks)
        for name, look in looks.items():
            self.tiles[name].show_chip(look, notes.get(name, ""), tones.get(name, ""))

    def _make(self, names: Collection[str]) -> None:
        ticked, before = self.typed(), self.tiles
        while self._grid.takeAt(0):
            pass
        self.tiles = {name: before.pop(name) if name in before else self._tile(name) for name in names}
        for old in before.values():
            old.hide()
            old.deleteLater()
        for tile in self.tiles.values():
            self._grid.addWidget(tile)
        for above, below in pairwise(self.tiles.values()):
            QWidget.setTabOrder(above, below)
        self.take_up(ticked)

    def _tile(self, name: str) -> ChipTile:
        made = ChipTile(self, name, small=self._single)
        made.installEventFilter(self)
        return made

    def _take_key(self, watched: QObject, key: int) -> bool:
        """Arrows lead to the tile that they point to."""
        if one := towards(key, watched, self.tiles.values()):
            one.setFocus()
        return one is not None or super()._take_key(watched, key)

    def _pressed(self, name: str) -> None:
        if self._single:
            for other, tile in self.tiles.items():
                tile.setChecked(other == name)
        self.tell("")
        self.changed.emit()

    def value(self) -> list[str]:
        """The types ticked; ValueError for none."""
        if not self.typed():
            raise ValueError("Choose a chip." if self._single else "Tick the chips that you have.")
        return self.typed()

    def typed(self) -> list[str]:
        """The types ticked."""
        return [name for name, tile in self.tiles.items() if tile.isChecked()]

    def take_up(self, typed: Collection[str] | None) -> None:
        """Tick these."""
        for name, tile in self.tiles.items():
            tile.setChecked(name in (typed or ()))
        self.changed.emit()

    def first(self) -> QWidget:
        """The tile that is ticked, where there is one alone; else the first."""
        ticked = self.typed() if self._single else []
        return next(iter([self.tiles[name] for name in ticked] or self.tiles.values()), self)
