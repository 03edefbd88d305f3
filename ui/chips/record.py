"""The record of one chip: how it looks, where it comes from, and what was measured of its colors."""

import re
from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import date

from PySide6.QtWidgets import QWidget

from pitdesk.chips import Chip
from pitdesk.chipset.appearance import KINDS, Look
from pitdesk.chipset.color import COLORS
from ui.widgets import art
from ui.widgets.fields import Choice, Field, Line, Tick, quoted
from ui.widgets.flow import Flow
from ui.widgets.parts import column, holder, label, row
from ui.widgets.swatch import PARTS, Measured, icon
from ui.widgets.written import Written

FACE, EDGE = 96, (204, 16)  # pixels of a side of the chip, and of its edge
VIEWS = (("look", "Look"), ("origin", "Origin"), ("measured", "Measured"), ("pictures", "Pictures"))
CAPTIONS = {
    "color": "Primary color",
    "second": "Color of the spots",
    "third": "Every other spot",
    "middle": "Between split parts",
}
USUAL_SPOTS = ("4 solid", "6 solid", "8 solid", "3 solid", "4 split", "4 triple split", "none")
_SPOTS = re.compile(rf"(\d{{1,2}})(?: ({'|'.join(KINDS[1:])}))?(?: (?:edge )?spots?)?")


def colors() -> list[str]:
    """The colors that chips have, each named once."""
    named = {drawn: name for name, drawn in reversed(COLORS.items())}
    return sorted(named.values())


def read_spots(text: str) -> tuple[int, str]:
    """Edge spots as they are written: how many, of which kind. ValueError says how to write them."""
    plain = text.lower()
    if plain in ("", "0", "no", "none", "no spots", "no edge spots"):
        return 0, "no"
    if match := _SPOTS.fullmatch(plain):
        return int(match[1]), match[2] or "solid"
    raise ValueError(
        f"'{quoted(text)}' are no edge spots. Write 6 solid, 4 split, 4 triple split or none."
    )


def written_spots(spots: int, kind: str) -> str:
    """Edge spots as they are written."""
    return f"{spots} {kind}" if spots else "none"


class Record(QWidget):
    """One chip, drawn large, and its record in parts of which one is in front.

    photo      called with the field for which a color shall be taken from a photo
    pictures   what is shown under Pictures
    """

    def __init__(self, photo: Callable[[Measured], object], pictures: QWidget) -> None:
        super().__init__()
        self.chip, self.before = Chip("casino", 100), Look()
        self.view = Choice("view", "", VIEWS, across=4, usual="look")
        self.view.seldom = True
        self.view.changed.connect(self._show_view)
        self.colors = {part: Written(part, CAPTIONS[part], read=str.lower, icon=icon) for part in PARTS}
        self.spots = Written("spots", "Edge spots", hint="6 solid", read=read_spots)
        self.mark = Line("mark", "On its name side")
        self.value_side = Tick("value_side", "Its value is on the other side", on=True)
        self.maker, self.mould = Line("maker", "Maker"), Line("mould", "Mold")
        since = "In use since, where before this book"
        self.since = Line("since", since, hint="2024-05-01", read=_since)
        self.everywhere = Tick("everywhere", "Of the organization, not of this site alone")
        self.measured = {part: Measured(part, CAPTIONS[part], photo) for part in PARTS}
        look: list[Field] = [
            self.colors["color"],
            self.spots,
            *(self.colors[part] for part in PARTS[1:]),
        ]
        self._lines = [self.mark, self.maker, self.mould, self.since]
        self._ticks = [self.value_side, self.everywhere]
        origin = holder(Flow(*self._lines, across=2, gap=12, down=10))
        self._views = {
            "look": holder(Flow(*look, across=2, gap=12, down=10)),
            "origin": holder(column(origin, *self._ticks, gap=4)),
            "measured": holder(column(*self.measured.values(), gap=12)),
            "pictures": pictures,
        }
        self.fields: list[Field] = [self.view, *look, *self._lines, *self._ticks]
        self.fields += self.measured.values()
        for part in PARTS:
            self.colors[part].offer(colors())
        self._lay_out()
        self._show_view()

    def _lay_out(self) -> None:
        self.title, self.words = label("", "big"), label("", "muted", wrap=True)
        self.value_face, self.name_face, self.edge = (art.Picture() for _ in range(3))
        for face in (self.value_face, self.name_face):
            face.setFixedSize(FACE, FACE)
        self.edge.setFixedSize(*EDGE)
        faces = column(row(self.value_face, self.name_face, gap=12), self.edge, gap=6)
        self.state = row(gap=8)
        head = row(faces, column(self.title, self.words, self.state, None, gap=6), gap=16, grow=1)
        self.setLayout(column(head, self.view, *self._views.values(), None, gap=10))

    def _show_view(self) -> None:
        for name, view in self._views.items():
            view.setVisible(name == (self.view.typed() or "look"))

    # What it shows

    def show_look(self, chip: Chip, look: Look, lawful: Sequence[tuple[int, str, str]]) -> None:
        """Show a chip's record; the edge spots that the rulebook allows are offered first."""
        self.chip, self.before = chip, look
        allowed = [written_spots(spots, kind) for spots, kind, _ in lawful]
        self.spots.offer([*dict.fromkeys([*allowed, *USUAL_SPOTS])])
        self.spots.take_up(written_spots(look.spots, look.kind))
        for part in PARTS:
            self.colors[part].take_up(getattr(look, part))
            self.measured[part].take_up(look.measured.get(part))
        for line in (*self._lines, *self._ticks):
            line.take_up(getattr(look, line.name))
        for one in self.fields:
            one.tell("")

    def draw(self, look: Look, organization: str, most: int) -> None:
        """Draw it as it now looks; up to `most` hundredths a measured color is the one it is called."""
        name, kept = self.chip.name, look.kept
        on_it = look.mark or organization
        self.value_face.show_drawn(art.chip_pixmap, name, kept, FACE)
        self.value_face.setAccessibleName(f"{name}: {look.words}")
        self.name_face.show_drawn(art.chip_pixmap, name, kept, FACE, side="name", words=on_it)
        self.name_face.setAccessibleName(f"The other side of {name}: {on_it or 'no name'}")
        self.edge.show_drawn(art.edge_pixmap, name, kept, *EDGE)
        self.edge.setAccessibleName(f"The edge of {name}")
        of = f", set {self.chip.set}" if self.chip.set else ""
        self.title.setText(art.face_of(name, kept).words + of)
        self.words.setText(look.words.capitalize())
        self.mark.edit.setPlaceholderText(organization or "The organization's name")
        shown = {
            "color": True,
            "second": bool(look.spots or look.second),
            "third": bool(look.spots or look.third),
            "middle": look.kind == "split" or bool(look.middle),
        }
        for part, on in shown.items():
            self.colors[part].setVisible(on)
            named = getattr(look, part)
            self.measured[part].setVisible(part == "color" or bool(named) or self.measured[part].begun)
            self.measured[part].show_named(named, most)

    # What is typed

    def look(self) -> Look:
        """The look as it is typed; of what cannot be read, as it was before."""
        said: dict[str, object] = {**self.before.kept}
        for one in (*self.colors.values(), *self._lines, *self._ticks):
            with suppress(ValueError):
                said[one.name] = one.value()
        with suppress(ValueError):
            said["spots"], said["kind"] = self.spots.value()
        measured = dict(self.before.measured)
        for part, field in self.measured.items():
            with suppress(ValueError):
                measured[part] = field.value()
        said["measured"] = {part: text for part, text in measured.items() if text and said.get(part)}
        return Look.of(said)

    def wrong(self) -> Field | None:
        """The first field that cannot be read, in front, with what is wrong beside it."""
        for one in (self.spots, self.since, *self.measured.values()):
            if not one.readable():
                inside = (name for name, view in self._views.items() if view.isAncestorOf(one))
                self.view.choose(next(inside))
                one.first().setFocus()
                return one
        return None


def _since(text: str) -> str:
    if not text:
        return ""
    try:
        return date.fromisoformat(text).isoformat()
    except ValueError:
        raise ValueError(f"'{quoted(text)}' is no date. Write 2024-05-01.") from None
