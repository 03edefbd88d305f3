"""The chip set, drawn: which chips a house has, and how they look."""

from collections.abc import Collection, Mapping
from datetime import date
from functools import cache
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QBoxLayout, QLabel, QWidget

from pitdesk.board import Board
from pitdesk.chips import Chip
from pitdesk.chipset import CHIP_SET
from pitdesk.entries import Entry
from pitdesk.rules import Rulebook
from ui import art
from ui.fields import Field, Line, Pick
from ui.flow import Flow
from ui.form import Call, Form
from ui.parts import column, holder, label, row
from ui.people import BY_MANAGER
from ui.tile import Tile

FACE, SMALL = 72, 44  # pixels of a drawn chip on a tile
ACROSS = 5  # tiles in a row


def look_words(look: Mapping[str, Any]) -> str:
    """How a chip looks, in words: red, 6 solid yellow spots."""
    color, second = look.get("color") or "", look.get("second") or ""
    if not look.get("spots"):
        return f"{color}, no spots" if color else "its own look"
    kind = "" if look["kind"] == "solid" else f"{look['kind']} "
    return f"{color}, {look['spots']} {kind}{second} spots"


def chip_types() -> list[str]:
    """The types a site may have by the rulebook, highest casino value first."""
    values = rulebook().rules["nd.08-03.1"].values
    kinds = ("casino", "coin", "betting")
    found = [Chip(kind, cents) for kind in kinds for cents in values[kind][-1][1]]
    return [chip.name for chip in sorted(found, key=lambda c: (kinds.index(c.kind), -c.face_cents))]


@cache
def rulebook() -> Rulebook:
    """The rulebook, read once."""
    return Rulebook.load()


def patterns(chip: Chip, on: date) -> list[tuple[int, str, str]]:
    """The edge spots that a casino chip may lawfully have: how many, of which kind, in which color."""
    if chip.kind != "casino":
        return []
    try:
        _, *looks = rulebook().value("nd.08-03.3", str(chip.face_cents), on)
    except KeyError:
        return []
    return [(spots, kind, second) for spots, kind, second in looks]


class ChipTiles(Field):
    """Chip types, drawn, each to be ticked; smaller and one at a time where `single`."""

    def __init__(self, name: str, caption: str = "", *, single: bool = False) -> None:
        super().__init__(name, caption)
        self._single = single
        self.must = True  # whether none at all is a mistake
        self.tiles: dict[str, Tile] = {}
        self._offered: tuple[Any, Any] = ({}, {})
        self._grid = Flow(across=ACROSS)
        self._body(holder(self._grid))

    def offer(self, looks: Mapping[str, Mapping[str, Any]], notes: Mapping[str, str]) -> None:
        """Offer chip types as they look, with a word below each; what was ticked stays ticked."""
        if (looks, notes) == self._offered:
            return
        self._offered = dict(looks), dict(notes)
        ticked = self.typed()
        while item := self._grid.takeAt(0):
            if old := item.widget():
                old.hide()
                old.deleteLater()
        self.tiles = {}
        for name, look in looks.items():
            self.tiles[name] = self._tile(name, look, notes.get(name, ""))
            self._grid.addWidget(self.tiles[name])
        self.take_up(ticked)

    def _tile(self, name: str, look: Mapping[str, Any], note: str) -> Tile:
        words = art.face_of(name, look).words
        made = Tile(self._pressed, f"{words}, {look_words(look)}", name)
        made.setCheckable(True)
        made.installEventFilter(self)
        picture, size = QLabel(), SMALL if self._single else FACE
        picture.setPixmap(art.chip_pixmap(name, look, size, self.devicePixelRatioF()))
        named, below = label(words, "h2"), label(note, "caption", wrap=not self._single)
        made.toggled.connect(lambda on: named.setText(f"✓ {words}" if on else words))
        if self._single:
            face: QBoxLayout = row(picture, column(named, below, gap=0), None, gap=10)
        else:
            face = column(picture, named, below, None, gap=4)
            below.setMinimumHeight(2 * below.fontMetrics().lineSpacing())
            for one in (picture, named, below):
                one.setAlignment(Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop)
        face.setContentsMargins(10, 10, 10, 10)
        made.wear(face)
        return made

    def _pressed(self, name: str) -> None:
        if self._single:
            for other, tile in self.tiles.items():
                tile.setChecked(other == name)
        self.tell("")
        self.changed.emit()

    def value(self) -> list[str]:
        """The types ticked; ValueError for none."""
        if self.must and not self.typed():
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
        """The first tile."""
        return next(iter(self.tiles.values()), self)


class ChipForm(Form):
    """The chips of the house, drawn; add a type, or tell of another look."""

    name = "chip"
    post_words = "Keep this chip"
    stays = True
    who = (BY_MANAGER,)

    def fields(self) -> list[Field]:
        """Which chip, and how it looks."""
        self.tiles = ChipTiles("chip", single=True)
        self.other = Line("other", "Or another type", hint="nv$5, a no-value chip", read=_chip)
        self.color = Pick("color", "Color", [("", "Choose …"), *color_options()])
        self.spots = Pick("spots", "Edge spots")
        self.second = Pick("second", "Their color", [("", "None"), *color_options()])
        self.tiles.changed.connect(self._chosen)
        self.other.changed.connect(self._chosen)
        for one in (self.color, self.spots, self.second):
            one.changed.connect(self._draw)
        return [self.tiles, self.other, self.color, self.spots, self.second]

    def body(self) -> QWidget:
        """The chips, and the look of the one that is chosen, drawn large."""
        self.face = QLabel()
        self.face.setFixedSize(96, 96)
        look = row(self.face, self.color, self.spots, self.second, gap=12)
        for at, field in enumerate((self.color, self.spots, self.second), 1):
            look.setStretch(at, 1)
            look.setAlignment(field, Qt.AlignmentFlag.AlignVCenter)
        self.look = holder(look)
        return holder(column(self.tiles, self.look, self.other, gap=10))

    def refresh(self, board: Board) -> None:
        """Draw the set, and what might be added to it."""
        have = {chip.name: look for chip, look in board.site.chips.items()}
        known = [*dict.fromkeys([*chip_types(), *have])]
        looks = {name: have.get(name, CHIP_SET.get(name, {})) for name in known}
        self._have = have
        self.tiles.offer(looks, {name: "in the set" if name in have else "not here" for name in known})
        self._chosen()

    _have: Mapping[str, Mapping[str, Any]] = {}
    _name = ""

    def take(self, what: object) -> None:
        """Begin with a chip type."""
        self.tiles.take_up([str(what)])

    def _named(self) -> str:
        try:
            other = self.other.value()
        except ValueError:
            return ""
        return other or next(iter(self.tiles.typed()), "")

    def _chosen(self) -> None:
        """Another chip is chosen: show its look."""
        name = self._named()
        self.look.setVisible(bool(name))
        if name in ("", self._name):
            self._name = name
            return
        self._name = name
        look = self._have.get(name, CHIP_SET.get(name, {}))
        lawful = patterns(Chip.named(name), self.station.today)
        shown = [f"{spots} {kind}" if spots else "none" for spots, kind, _ in lawful]
        self.spots.offer([(words, words.capitalize()) for words in shown] or [("none", "None")])
        self.color.take_up(look.get("color"))
        self.spots.take_up(f"{look.get('spots')} {look.get('kind')}")
        self.second.take_up(look.get("second"))
        self._draw()

    def _look(self) -> dict[str, Any]:
        """The look as chosen, as the book keeps it."""
        spots, _, kind = self.spots.value().partition(" ")
        bare = not spots.isdigit()
        return {
            "color": self.color.value(),
            "spots": 0 if bare else int(spots),
            "kind": "no" if bare else kind,
            "second": None if bare else self.second.value() or None,
        }

    def _draw(self) -> None:
        if self._name:
            look, ratio = self._look(), self.devicePixelRatioF()
            self.face.setPixmap(art.chip_pixmap(self._name, look, 96, ratio))
            self.face.setAccessibleName(look_words(look))

    def call(self) -> Call:
        """A chip type with its look."""
        name = self.other.value() or self.tiles.value()[0]
        look = self._look()
        if self._have.get(name) == look:
            raise ValueError(f"Nothing is changed of the {name} chip.")
        by = self.signers.value()
        return lambda desk: desk.set_chip(Chip.named(name), look, by)

    def read(self) -> Call:
        """The call; with another type written, no tile need be chosen."""
        self.tiles.must = not self.other.typed().strip()
        return super().read()

    def done(self, entry: Entry) -> str:
        """Which chip it was."""
        return f"{entry.detail['chip']} is in the chip set."


def color_options() -> list[tuple[str, str]]:
    """The colours that can be drawn, each named once."""
    seen: dict[str, str] = {}
    for name, drawn in art.COLORS.items():
        if drawn not in seen.values():
            seen[name] = drawn
    return [(name, name.capitalize()) for name in sorted(seen)]


def _chip(text: str) -> str:
    return Chip.named(text).name if text else ""
