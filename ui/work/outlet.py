"""A sheet that is asked for: made off the window's thread, then kept as a file or printed."""

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from PySide6.QtWidgets import QMenu, QWidget

from pitdesk.book.journal import Journal
from pitdesk.disk import own_folder, write_whole
from pitdesk.errors import Trouble
from printers.devices.systemqueue import print_document, queues
from ui.widgets.files import to_save
from ui.widgets.parts import row
from ui.work.reader import Reader, Wait
from ui.work.station import Station

Make = Callable[[Journal], bytes]  # a PDF, made of the book as it then is
AS_FILE = "Save as PDF …"


class Outlet(QWidget):
    """Says what is being made, and asks where it goes. One sheet at a time: the newest asked for.

    Attributes:
        choose_way: asks for one of several words; "" for none of them.
        choose_file: asks for a file with that name to begin with; "" for none.
    """

    def __init__(self, station: Station, reader: Reader) -> None:
        super().__init__()
        self.station, self.reader = station, reader
        self.choose_way: Callable[[Sequence[str]], str] = partial(one_of, self)
        self.choose_file = to_save(self, "Save the sheet")
        self.wait = Wait("The sheet is being made", self._stop)
        self.setLayout(row(self.wait))

    def offer(self, name: str, what: str, make: Make) -> None:
        """Make a sheet, then ask where it goes.

        name   of its file, without the ending
        what   in words: "the log"
        """
        self.wait.show_words(f"Making {what} …")

        def made(found: tuple[bytes, Sequence[str]]) -> None:
            self.wait.show_words("")
            if self.isVisible():
                self._made(name, what, *found)
            else:  # nobody is asked on another page, or at a locked door
                self.station.say(f"Not printed: {what}. You had left it; ask for it again.", "look")

        self.reader.read("sheet", lambda journal: (make(journal), _queues()), made, self._failed)

    def _made(self, name: str, what: str, pdf: bytes, names: Sequence[str]) -> None:
        way = self.choose_way([AS_FILE, *names])
        if way == AS_FILE:
            if chosen := self.choose_file(f"{name}.pdf"):
                path = Path(chosen)
                saved = lambda at: self.station.say(f"Saved: {what}, as {at}.")  # noqa: E731
                self.reader.ask("sheet", lambda: write_pdf(path, pdf), saved, self._failed)
        elif way:
            handed = f"Handed to {way}: {what}. Check its paper."
            tell = lambda _: self.station.say(handed, "look")  # noqa: E731
            self.reader.read("sheet", lambda book: print_on(book, way, name, pdf), tell, self._failed)

    def _failed(self, words: str) -> None:
        self.wait.show_words("")
        self.station.trouble(words)

    def _stop(self) -> None:
        self.reader.forget("sheet")
        self.wait.show_words("")


def write_pdf(path: Path, data: bytes) -> Path:
    """Write all of a file or nothing, its name ended by .pdf if it has no ending; returns its path.

    Raises:
        Trouble: it cannot be written there.
    """
    path = path if path.suffix else path.with_suffix(".pdf")
    try:
        write_whole(path, data)
    except OSError as error:
        raise Trouble(
            f"{path} cannot be written: {error.strerror}. Free its disk, or choose another folder."
        ) from None
    return path


def one_of(under: QWidget, words: Sequence[str]) -> str:
    """Ask for one of several words, in a menu below a widget; "" for none of them."""
    menu = QMenu(under)
    for one in words:
        menu.addAction(one)
    chosen = menu.exec(under.mapToGlobal(under.rect().bottomLeft()))
    menu.deleteLater()
    return chosen.text() if chosen else ""


def _queues() -> list[str]:
    """The system's printers; none where its print system does not answer: a file can still be kept."""
    try:
        return queues()
    except Trouble:
        return []


def print_on(journal: Journal, queue: str, name: str, pdf: bytes) -> str:
    """Keep the sheet beside the book and hand it to a queue, which may read it only later."""
    folder = journal.path.with_name("reports")
    try:
        own_folder(folder)
    except OSError as error:
        raise Trouble(f"{folder} cannot be made: {error.strerror}. Free its disk, then print.") from None
    print_document(queue, write_pdf(folder / f"{name}.pdf", pdf))
    return queue
