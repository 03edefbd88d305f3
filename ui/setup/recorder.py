"""Set-up, Devices: what a device sends that no model fits, and a profile made of it."""

from collections.abc import Callable

from PySide6.QtGui import QHideEvent
from PySide6.QtWidgets import QWidget

from pitdesk.errors import Trouble
from printers.devices import serialport
from printers.devices.beside import line_of
from printers.devices.line import Gone, Here
from printers.devices.line import Line as LineOf
from printers.devices.models import KINDS
from printers.devices.recorder import listening, profile, shown
from ui.beside.timers import timer
from ui.widgets.fields import Line, Pick
from ui.widgets.flow import Folding
from ui.widgets.parts import button, card, column, holder, kind, label, show_words
from ui.work.devices import keep_model
from ui.work.settings import Settings

LOOKED = 200  # bytes of what came last that are shown
RECORD_MS = 300  # between two looks at what came
RECORD = (
    "Record what the device sends, and type what ran through it: the profile is kept only if it reads"
    " the record as that. It stays on this station."
)
LISTENS = "Listening. Count or weigh something, and have it sent."


class Outcome:
    """A line that says what came of trying something; the page's cards share its ways."""

    def __init__(self) -> None:
        self.line = label("", "", wrap=True)
        self.line.hide()

    def say(self, tone: str, words: str) -> None:
        """Show it; "" for nothing."""
        show_words(self.line, words)
        kind(self.line, "", tone=tone)


def low(part: QWidget) -> QWidget:
    """A button at the height of the field beside it, below that one's caption."""
    return holder(column(None, part))


class RecordCard(QWidget):
    """A device that no model fits: what it sends is shown, and a profile is made of it."""

    def __init__(self, settings: Settings, made: Callable[[], object]) -> None:
        super().__init__()
        self.settings, self._made = settings, made
        self._line: LineOf | None = None
        self._data = b""
        self._looks = timer(self, RECORD_MS)
        self._looks.timeout.connect(self._look)
        self.where = Line("record where", "Where", hint="COM3, /dev/ttyUSB0", number=True)
        speeds = [(f"{baud}", f"{baud:,} baud") for baud in serialport.BAUDS]
        self.baud = Pick("baud", "Speed", speeds)
        self.record = button("Record", self._record, says="Record what it sends")
        self.came = label("", "caption", wrap=True)
        self.ran = Line("ran", "What ran through it, or lies on it", hint="20x$20 3x$5", number=True)
        self.name = Line("device name", "Name of the device")
        self.make = button("Make a profile", self._make)
        self.answer = Outcome()
        where = Folding(self.where, self.baud, low(self.record), gap=12, stretch=(1, 1, 0), top=True)
        told = Folding(self.ran, self.name, low(self.make), gap=12, stretch=(1, 1, 0), top=True)
        title, note = label("No model fits", "h2"), label(RECORD, "caption", wrap=True)
        self.setLayout(column(card(title, note, where, self.came, told, self.answer.line, gap=12)))

    def begin(self) -> None:
        """Show nothing of before."""
        self.came.setText("")
        self.answer.say("", "")

    def hideEvent(self, event: QHideEvent) -> None:
        """Nobody looks any more: the port is free again."""
        super().hideEvent(event)
        self._stop()

    def _record(self) -> None:
        if self._line:
            self._stop()
            return
        if not (where := self.where.value().strip()):
            self.where.tell("Name the port that it is plugged in at.")
            return
        self.where.tell("")
        self._line = line_of(listening(int(self.baud.value())), where)
        self._line.start()
        self._looks.start()
        self.record.setText("Stop")
        self.answer.say("plain", "Opening …")

    def _stop(self) -> None:
        self._looks.stop()
        if self._line:
            self._line.stop()
            self._data, self._line = self._line.last, None
        self.record.setText("Record")

    def _look(self) -> None:
        """Show what came by now."""
        if self._line is None:
            return
        for one in self._line.take():
            match one:
                case Here():
                    self.answer.say("plain", LISTENS)
                case Gone(why):
                    self.answer.say("stop", why)
        self._data = self._line.last
        self.came.setText(shown(self._data[-LOOKED:]))

    def _make(self) -> None:
        """Make a profile of the record, if it reads it as what somebody says."""
        try:
            text, model = profile(
                self.name.value(), self._data, self.ran.value(), int(self.baud.value())
            )
            keep_model(self.settings, model.name, text)
        except (ValueError, Trouble) as error:
            self.answer.say("look", str(error))
            return
        self._stop()
        self._made()
        words = (
            f"It reads the record right, and is kept. Choose {model.words} under {KINDS[model.kind]}."
        )
        self.answer.say("good", words)
