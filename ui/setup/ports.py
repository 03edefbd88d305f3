"""What is plugged in now, and which model it is as far as it says: one press uses it."""

from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtWidgets import QVBoxLayout, QWidget

from printers.devices.found import Found, found
from printers.devices.models import KINDS, Model
from ui.beside.lane import Lane
from ui.setup.recorder import Outcome
from ui.widgets.parts import button, card, column, emptied, holder, label, row
from ui.work.devices import AT, Devices, models

NO_PORT = "No port is here now. Plug a device in, then look again."
UNKNOWN = "What it is, it does not say: choose its model below."
IN_USE = "In use."


class PortsCard(QWidget):
    """What is plugged in now, looked up beside the window; nothing is sent to find out.

    used    called with the kind of a device that is used from now on
    """

    def __init__(
        self,
        devices: Devices,
        used: Callable[[str], object],
        look: Callable[[], list[Found]] = found,
    ) -> None:
        super().__init__()
        self._devices, self._used, self.look = devices, used, look
        self._lane = Lane("ports", self)
        self.there = label("", "muted", wrap=True)
        self.ways: list[QWidget] = []
        self.rows = QVBoxLayout()
        self.rows.setContentsMargins(0, 0, 0, 0)
        self.answer = Outcome()
        again = button("Look again", self.begin, "link")
        parts = (self.there, holder(self.rows), self.answer.line, row(again, None))
        self.setLayout(column(card(label("Plugged in", "h2"), *parts, gap=12)))

    def begin(self) -> None:
        """Look, and show what is there."""
        self.answer.say("", "")
        self._seek()

    def _seek(self) -> None:
        self.there.setText("Looking …")
        self.there.show()
        self._lane.ask("ports", self.look, self._show)

    def _show(self, here: Sequence[Found]) -> None:
        self.there.setText("" if here else NO_PORT)
        self.there.setVisible(not here)
        emptied(self.rows)
        self.ways = []
        known = [one for one in models(self._devices.settings).values() if one.kind != "drawer"]
        for one in here:
            fitting = [model for model in known if one.fits(model)]
            self.rows.addWidget(self._row(one, fitting[0] if fitting else None))

    def _row(self, one: Found, model: Model | None) -> QWidget:
        """One that is there: where, what it says that it is, and the way to use it."""
        said = f"{one.port}: {one.says}." if one.says else f"{one.port}."
        if model is None:
            return label(f"{said} {UNKNOWN}", wrap=True)
        what, named = KINDS[model.kind].lower(), f"{model.name}{AT}{one.where}"
        words = label(f"{said} It is a {what}.", wrap=True)
        if getattr(self._devices.settings, model.kind) == named:
            return holder(row(words, label(IN_USE, "muted"), gap=12, grow=0))
        use = partial(self._use, model, named)
        way = button("Use it", use, says=f"Use {one.port} as the {what}")
        self.ways.append(way)
        return holder(row(words, way, gap=12, grow=0))

    def _use(self, model: Model, named: str) -> None:
        self._devices.use(model.kind, named)
        self._used(model.kind)
        self.answer.say("good", f"{model.name}: in use from now on.")
        self._seek()
