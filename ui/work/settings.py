"""What this station remembers of itself: appearance, size, lock, keypad, paper. No word of the book."""

from collections.abc import Container
from pathlib import Path
from typing import Any

from PySide6.QtCore import QSettings

from printers import THERMAL_512, WIDTHS
from printers.devices.profiles import PROFILES

FOLDER = "folder"  # of the printers that `printers.devices.connect` knows: files, kept beside the book


class Settings:
    """Kept in a file of the station's own folder, written at once.

    What a file says that cannot be is as if it said nothing: nobody is locked out by a damaged one.

    Attributes, with what they begin as:
        look: "system", "dark", "light" or "contrast"
        size: text size in percent, 100 to 200
        lock_min: minutes without a key or a touch after which the station locks itself
        pad: whether the keys to touch are shown
        printer: which one, as `printers.devices.connect` reads it
        profile: its model, a name of PROFILES
        columns: columns of slips that are kept as files
        station: what the book calls this station
        office: where documents go, as `pitdesk.office.append` reads it; "" for nowhere
        copies: the folder that copies of the book go to; "" for nowhere
        copied: number of the last sealed day in the newest copy, and when that was made; "" for none
    """

    look: str
    size: int
    lock_min: int
    pad: bool
    printer: str
    profile: str
    columns: int
    station: str
    office: str
    copies: str
    copied: str

    _BEGIN: dict[str, Any] = {  # noqa: RUF012  (never changed)
        "look": "system",
        "size": 100,
        "lock_min": 5,
        "pad": False,
        "printer": FOLDER,
        "profile": next(iter(PROFILES)),
        "columns": THERMAL_512,
        "station": "desk 1",
        "office": "",
        "copies": "",
        "copied": "",
    }
    _MAY: dict[str, Container[Any]] = {  # noqa: RUF012  (never changed)
        "look": ("system", "dark", "light", "contrast"),
        "size": range(100, 201),
        "lock_min": range(1, 24 * 60),
        "profile": PROFILES,
        "columns": WIDTHS,
    }

    def __init__(self, path: Path) -> None:
        object.__setattr__(self, "_kept", QSettings(str(path), QSettings.Format.IniFormat))

    @property
    def path(self) -> str:
        """Where they lie."""
        return str(self._kept.fileName())

    @property
    def width(self) -> int:
        """Columns of the printer's line."""
        return self.columns if self.printer == FOLDER else PROFILES[self.profile].columns

    def __getattr__(self, name: str) -> Any:
        if name not in self._BEGIN:
            raise AttributeError(name)
        begin = self._BEGIN[name]
        kept = self._kept.value(name, begin, type=type(begin))
        return kept if kept in self._MAY.get(name, (kept,)) and kept != "" else begin

    def __setattr__(self, name: str, value: Any) -> None:
        if name not in self._BEGIN:
            raise AttributeError(name)
        self._kept.setValue(name, value)
        self._kept.sync()


def slips_of(book: Path) -> Path:
    """The folder beside a book in which its slips are kept as files."""
    return book.with_name(f"{book.stem}-slips")
