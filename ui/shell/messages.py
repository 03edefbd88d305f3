"""The message bar: what the program says to the operator."""

from PySide6.QtWidgets import QFrame

from ui.shell.watch import Watch
from ui.widgets.parts import button, framed, kind, label, pill, row

NAMES = {"good": "Done", "look": "Look", "stop": "Trouble"}


class MessageBar(QFrame):
    """Shows one message until the next, or until it is dismissed; with ways on if nothing prints."""

    def __init__(self, watch: Watch) -> None:
        super().__init__()
        self._watch = watch
        self.words, self.tone = label("", wrap=True), pill("", "good")
        away = button("Dismiss", lambda: self.say("", ""), "link", says="Dismiss the message")
        line = row(self.tone, self.words, *watch.ways, away, gap=12, grow=1)
        framed(self, line, "messages", 20, 4)
        self.hide()
        watch.station.said.connect(self.say)
        watch.station.runner.trouble.connect(lambda words: self.say("stop", words))

    def say(self, tone: str, words: str) -> None:
        """Show a message: good, look or stop; none without words."""
        self.words.setText(words)
        self.tone.setText(NAMES.get(tone, ""))
        kind(self.tone, "pill", tone=tone or "plain")
        self.setVisible(bool(words))
        self.setAccessibleName(words)

    def clear(self) -> None:
        """Show what is the matter with the printer, as long as it is; else nothing."""
        self.say("stop" if self._watch.trouble else "", self._watch.trouble)

    def go_on(self) -> None:
        """Something else begins: what went well is cleared; trouble stays until it is dismissed."""
        if self.tone.property("tone") == "good":
            self.clear()
