"""The card of the receipt printer: which one this station has, what it can do, whether it is there."""

from functools import partial

from PySide6.QtWidgets import QWidget

from printers import WIDTHS, Job, Printer
from printers.devices.profiles import PROFILES, Profile
from ui.widgets.fields import Line, Pick
from ui.widgets.flow import Folding
from ui.widgets.parts import button, card, column, kind, label, show_words
from ui.work.settings import FOLDER, Settings, slips_of
from ui.work.station import Station

KINDS = (
    (FOLDER, "Files in a folder"),
    ("network", "Network"),
    ("usb", "USB"),
    ("serial", "Serial"),
    ("queue", "System queue"),
)
ADDRESSES = {  # kind → (caption, hint)
    "network": ("Address on the network", "192.168.1.50, or 192.168.1.50:9100"),
    "usb": ("Device", "Such as /dev/usb/lp0"),
    "serial": ("Device", "Such as /dev/ttyUSB0, COM3 or COM3@19200"),
    "queue": ("Name of the queue", "As the system's list of printers has it"),
}
PROVE = "Print a calibration slip to see."
AT_ONCE = "Your choice takes effect at once."
PRACTICE = "This is the practice book: its slips are kept as files and never go to a printer."
FILES = "Each slip is kept as two files, its text and its printer bytes, in a folder beside the book."
BOTH_AT_ONCE = "One pass prints both parts of a slip, on two-ply paper."
TWO_PRINTS = "Two prints make a slip: the original, then the copy."
PROVES = "It proves each slip: PitDesk knows by itself which are complete."
ASKS = "This printer cannot prove a print: PitDesk asks after each slip whether it is complete."
MUTE = "It does not say when its cover is open or its paper is out."
FORMS = "N.D.A.C. 99-01.3-08-05(2) asks for two-part carbonless forms, numbered in sequence."
TWO_PLY = "Load it with two-ply carbonless paper."
NOT_FORMS = "Two separate prints are not literally that: ask the gaming division before you use them."


def model_words(where: str, model: Profile) -> list[str]:
    """What a model does at the end of a kind of link, and what the rule says of its paper."""
    if where == FOLDER:
        return [FILES]
    proves = model.acknowledges and where != "queue"  # a queue tells nothing back
    return [
        f"{BOTH_AT_ONCE if model.plies > 1 else TWO_PRINTS} {model.columns} columns.",
        PROVES if proves else ASKS,
        *([] if model.status and where != "queue" else [MUTE]),
        f"{FORMS} {TWO_PLY if model.plies > 1 else NOT_FORMS}",
    ]


def heard(printer: Printer) -> tuple[str, str]:
    """The tone and the words of a printer in use that was asked, and nothing is wrong."""
    if printer.answers:
        return "good", "It is there, and ready."
    if printer.waits:
        return "plain", f"There is a way to {printer.name}, but it never says how it is. {PROVE}"
    return "plain", "No printer was asked: slips are kept as files, and their folder is there."


class PrinterCard(QWidget):
    """Choose the printer, use it, and try it out. Nobody initials it."""

    def __init__(self, station: Station, settings: Settings) -> None:
        super().__init__()
        self.station, self.settings = station, settings
        self.now = label("", "muted", wrap=True)
        self.where = Pick("kind", "Kind", KINDS)
        self.model = Pick("model", "Model", [(name, name) for name in PROFILES])
        self.columns = Pick("columns", "Columns", [(str(n), str(n)) for n in WIDTHS])
        self.at = Line("at", "Address")
        self.use = button("Use it", self._use, "act")
        self.ask = button("Is it there?", self._ask)
        self.calibrate = button("Print a calibration slip", self._calibrate)
        self.answer = label("", "", wrap=True)
        self._notes = [label("", "caption", wrap=True) for _ in range(4)]
        self.where.changed.connect(self._show)
        self.model.changed.connect(self._show)
        for one in (self.where, self.model, self.columns, self.at):
            one.changed.connect(lambda: show_words(self.answer, ""))  # it was of another
            one.entered.connect(self.use.click)
        which = Folding(self.where, self.model, self.columns, gap=12, stretch=(1, 1, 1), top=True)
        buttons = Folding(self.use, self.ask, self.calibrate, gap=8, stretch=(1, 1, 1))
        title, notes = label("Receipt printer", "h2"), column(*self._notes, gap=6)
        parts = (title, self.now, which, self.at, notes, buttons, self.answer)
        self.setLayout(column(card(*parts, gap=12)))

    def begin(self) -> None:
        """Show what is in use."""
        where, _, at = self.settings.printer.partition(":")
        self.where.take_up(where)
        self.model.take_up(self.settings.profile)
        self.columns.take_up(str(self.settings.columns))
        self.at.take_up(at)
        self._say("", "")
        self._show()

    @property
    def practice(self) -> bool:
        """Whether the book is one whose slips go to no printer."""
        return self.station.board.site.practice

    def _show(self) -> None:
        where, files = self.where.value(), self.where.value() == FOLDER
        self.model.setVisible(not files)
        self.columns.setVisible(files)
        self.at.setVisible(not files)
        caption, hint = ADDRESSES.get(where, ("", ""))
        self.at.caption_label.setText(caption)
        self.at.edit.setAccessibleName(caption or "Address")
        self.at.edit.setPlaceholderText(hint)
        self.at.tell("")
        self.where.tell("")
        words = model_words(where, PROFILES[self.model.value()])
        for line, text in zip(self._notes, [*words, "", "", ""], strict=False):
            line.setText(text)
            line.setVisible(bool(text))
        if self.station.ready:
            self.now.setText(PRACTICE if self.practice else f"Now: {self._in_use()}. {AT_ONCE}")
            for one in (self.where, self.model, self.columns, self.at, self.use, self.calibrate):
                one.setEnabled(not self.practice)

    def _in_use(self) -> str:
        where, _, at = self.settings.printer.partition(":")
        if where == FOLDER:
            return "files in a folder"
        return f"{dict(KINDS).get(where, where).lower()} {at}, {self.settings.profile}"

    def _use(self) -> None:
        """Have slips printed on what was chosen, from now on."""
        where, at = self.where.value(), self.at.value()
        if where != FOLDER and not at:
            self.at.tell(f"Type the {ADDRESSES[where][0].lower()} first.")
            self.at.first().setFocus()
            return
        if self.practice:
            return
        line = where if where == FOLDER else f"{where}:{at}"
        model, width = self.model.value(), int(self.columns.value())
        folder = slips_of(self.station.book)

        def open_printer() -> Printer:
            from printers.devices.connect import connect  # noqa: PLC0415

            return connect(line, model, folder, width=width)

        def used(printer: Printer) -> None:
            self.settings.printer, self.settings.profile, self.settings.columns = line, model, width
            self.station.width = printer.width
            self._show()
            self._say("good", "In use.")
            where_to = "are kept as files" if line == FOLDER else f"print on {printer.name}"
            self.station.say(f"Slips {where_to} from now on.")

        def not_used(words: str) -> None:
            self._say("stop", "Nothing is changed: slips go where they went before.")
            (self.where if line == FOLDER else self.at).tell(words)
            self.at.first().setFocus()

        self._wait("Trying it …")
        self.station.printing.use(open_printer, used, not_used)

    def _ask(self) -> None:
        """Ask the printer in use how it is."""

        self._wait("Asking …")
        self.station.printing.look(
            lambda low: self._heard(*(("look", low) if low else heard(self.station.printing.paper))),
            partial(self._say, "stop"),
        )

    def _heard(self, tone: str, words: str) -> None:
        """Show what the printer in use said; name it, where another is typed."""
        where, at = self.where.value(), self.at.value()
        in_use = self.settings.printer in (where, f"{where}:{at}")
        self._say(tone, words if in_use else f"Asked was the one in use, {self._in_use()}. {words}")

    def _calibrate(self) -> None:
        """Print what shows whether the printer in use is set right."""
        at = self.station.now()
        model = "files" if self.settings.printer == FOLDER else self.settings.profile

        def job(printer: Printer) -> Job:
            from printers.devices.calibration import calibration  # noqa: PLC0415

            return calibration(printer, model, at)

        def done(outcome: str) -> None:
            if outcome == "whole":
                self._say("good", "Printed. Check the ruler and the sizes on it.")
            else:
                self._say("look", "Sent; the printer proves nothing. Check that it came out complete.")

        self._wait("Printing …")
        self.station.printing.try_out(job, done, partial(self._say, "stop"))

    def _wait(self, words: str) -> None:
        """Wait for the printer, with words."""
        self._say("plain", words)
        for one in (self.use, self.ask, self.calibrate):
            one.setEnabled(False)

    def _say(self, tone: str, words: str) -> None:
        """Show what came of it; whoever waited need not any more."""
        for one in (self.use, self.ask, self.calibrate):
            one.setEnabled(one is self.ask or not self.practice)
        self.answer.setText(words)
        self.answer.setVisible(bool(words))
        kind(self.answer, "", tone=tone)
