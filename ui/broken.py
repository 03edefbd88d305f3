"""When we are wrong: what happened, what is safe, what to do. Nothing goes on behind it."""

from PySide6.QtWidgets import QApplication, QPlainTextEdit, QVBoxLayout, QWidget

from ui.parts import button, column, label, row


class Broken(QWidget):
    """The last window: the program does nothing more until it is started again."""

    def __init__(self, told: str) -> None:
        super().__init__()
        self.setWindowTitle("PitDesk has stopped")
        self.told = QPlainTextEdit(told)
        self.told.setReadOnly(True)
        self.told.setAccessibleName("What the program says of it")
        words = (
            "PitDesk met something it cannot explain and stopped, so that nothing wrong is written."
            " Every slip and count that was acknowledged stands in the book. What was only typed is not"
            " there: note it on paper. Close this window, start PitDesk again, look at the last slip,"
            " and send the text below to whoever looks after the program. It holds no PIN."
        )
        inner = column(
            label("PitDesk has stopped", "title"),
            label(words, wrap=True),
            self.told,
            row(
                button("Copy the text", self.copy),
                None,
                button("Close", self.close, "act"),
            ),
            gap=16,
        )
        whole = QVBoxLayout(self)
        whole.setContentsMargins(64, 48, 64, 48)
        whole.addLayout(inner)

    def copy(self) -> None:
        """Put the text on the clipboard."""
        QApplication.clipboard().setText(self.told.toPlainText())
