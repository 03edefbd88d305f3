"""`pitdesk`: the window, as a program that needs no Python."""

import gc
import sys

from pitdesk.errors import Trouble
from pitdesk.upkeep.shipped import AGAIN, check_program

TROUBLE = 3


def start() -> int:
    """Check what is shipped, then open the window."""
    gc.disable()  # as `ui.__main__` does
    try:
        import PySide6
        from PySide6.QtCore import qVersion

        check_program({"PySide6": PySide6.__version__, "Qt": qVersion()})
        from ui.shell.app import main
    except Trouble as trouble:
        return tell(str(trouble))
    except ImportError as error:
        return tell(f"A part of PitDesk does not load: {error}. {AGAIN}")
    return main()


def tell(words: str) -> int:
    """Say it where it is read: who starts a program from a menu sees no terminal."""
    if sys.stderr:
        print(words, file=sys.stderr)
    try:
        from PySide6.QtWidgets import QApplication, QMessageBox

        from ui.shell.app import has_display
    except ImportError:
        return TROUBLE
    if has_display():
        _app = QApplication([])
        QMessageBox.critical(None, "PitDesk", words)
    return TROUBLE


sys.exit(start())
