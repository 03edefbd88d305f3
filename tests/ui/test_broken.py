"""The last window: what happened, what is safe, what to do; and nothing behind it."""

from PySide6.QtWidgets import QApplication, QLabel, QPushButton

from ui.broken import Broken

TOLD = "Traceback (most recent call last):\n  …\nZeroDivisionError: integer division\n"


def test_it_says_what_is_safe_and_what_to_do(qtbot):
    broken = Broken(TOLD)
    qtbot.addWidget(broken)
    broken.show()
    words = " ".join(one.text() for one in broken.findChildren(QLabel))
    for part in (
        "PitDesk has stopped",
        "Every slip and count that was acknowledged stands in the book.",
        "note it on paper",
        "start PitDesk again",
    ):
        assert part in words
    assert broken.told.toPlainText() == TOLD
    assert broken.told.isReadOnly()


def test_the_text_can_be_taken_along_and_the_window_closed(qtbot):
    broken = Broken(TOLD)
    qtbot.addWidget(broken)
    broken.show()
    copy, close = (
        next(b for b in broken.findChildren(QPushButton) if b.text() == words)
        for words in ("Copy the text", "Close")
    )
    copy.click()
    assert QApplication.clipboard().text() == TOLD
    close.click()
    assert not broken.isVisible()
