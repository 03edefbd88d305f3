"""What this station remembers of itself: appearance, size, lock, keypad, paper. Nothing of the book."""

from collections import Counter
from collections.abc import Container
from contextlib import suppress
from pathlib import Path
from typing import Generic, TypeVar

from PySide6.QtCore import QSettings

from pitdesk import places
from pitdesk.errors import Trouble
from pitdesk.given import MIB, Given
from printers import THERMAL_512, WIDTHS
from printers.devices.profiles import PROFILES

FOLDER = "folder"  # of the printers that `printers.devices.connect` knows: files, kept beside the book
INI = Given("the settings of a station", 1 * MIB, "Set them again in Set-up.")
SPEED, SIGNS = "speed", ("~", "^", "|")  # of a scanner that types: known by it, or begins with it
T = TypeVar("T")


class Setting(Generic[T]):
    """One setting: its key in the file is its name.

    begin  what it is until somebody changes it, and where the file holds a value that may not be
    may    the values it may have; any without it
    """

    def __init__(self, begin: T, may: Container[T] | None = None) -> None:
        self.begin, self.may = begin, may

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = name

    def __get__(self, settings: "Settings", owner: type) -> T:
        if self.name in settings.twice:
            return self.begin
        kept = settings.file.value(self.name, self.begin, type=type(self.begin))
        if isinstance(kept, type(self.begin)) and kept != "" and (self.may is None or kept in self.may):
            return kept
        return self.begin

    def __set__(self, settings: "Settings", value: T) -> None:
        settings.file.setValue(self.name, value)
        settings.file.sync()
        settings.twice -= {self.name}


class Settings:
    """Kept in a file of the station's own folder, written at once.

    A value in the file that may not be counts as none, and so do two of one setting: a damaged file
    locks nobody out.

    Attributes:
        twice: the settings that the file has more than once.
    """

    __slots__ = ("file", "twice")

    look = Setting("system", ("system", "dark", "light", "contrast"))
    size = Setting(100, range(100, 201))  # of the text, in percent
    lock_min = Setting(5, range(1, 24 * 60))  # minutes without a key or a touch until the station locks
    slow_min = Setting(3, range(1, 61))  # minutes from which a slip that waits is slow
    late_min = Setting(6, range(1, 121))  # and from which it is late
    sound = Setting[bool](begin=True)  # whether a bell rings with what is refused, wrong or asked
    pad = Setting[bool](begin=False)  # whether the keys to touch are shown
    printer = Setting(FOLDER)  # which one, as `printers.devices.connect` reads it
    profile = Setting(next(iter(PROFILES)), PROFILES)  # the printer's model
    columns = Setting(THERMAL_512, WIDTHS)  # of slips that are kept as files
    drawer = Setting("")  # where the cash drawer's cable goes: "printer:2"; "" where there is none
    drawer_shut = Setting("", ("0", "1"))  # the level of its switch when closed; "" until it is learned
    drawer_bank = Setting(places.DRAWER)  # which drawer of the book it is
    scanner, badge, counter, scale, display = (
        Setting(""),
        Setting(""),
        Setting(""),
        Setting(""),
        Setting(""),
    )  # MODEL@WHERE
    wedge = Setting("", ("", SPEED, *SIGNS))  # how a scanner that types is told from people
    rack_mg = Setting(0, range(10_000_000))  # what an empty rack weighs on the scale; 0 without racks
    facing = Setting[bool](begin=False)  # whether a second screen shows the player what is paid
    station = Setting("desk 1")  # what the book calls this station
    serve = Setting("")  # the address at which paired stations are let in; "" until one is chosen
    office = Setting("")  # where documents go, as `pitdesk.office.append` reads it; "" for nowhere
    copies = Setting("")  # the folder that copies of the book go to; "" for nowhere
    copied = Setting("")  # the last sealed day in the newest copy, and when that was made; "" for none

    def __init__(self, path: Path) -> None:
        with suppress(OSError):  # they are kept where they can be
            path.touch(mode=0o600)  # an address among them may hold a password
        self.twice = _twice(path)
        self.file = QSettings(str(path), QSettings.Format.IniFormat)

    @property
    def path(self) -> str:
        """Where they lie."""
        return self.file.fileName()

    @property
    def matter(self) -> str:
        """What is wrong with the file; "" for nothing."""
        if not self.twice:
            return ""
        names = " and ".join(sorted(self.twice))
        return (
            f"{Path(self.path).name} has {names} twice, and PitDesk cannot know which is meant. It goes"
            " by neither: set them again."
        )

    @property
    def width(self) -> int:
        """Columns of the printer's line."""
        return self.columns if self.printer == FOLDER else PROFILES[self.profile].columns


def _twice(path: Path) -> frozenset[str]:
    """The settings that a file has more than once; Qt would take the last one."""
    try:
        lines = INI.text(path).splitlines()
    except Trouble:
        return frozenset()
    section, found = "General", Counter[str]()
    for line in map(str.strip, lines):
        if line.startswith("["):
            section = line.strip("[]")
        elif section == "General" and "=" in line and line[0] not in ";#":
            found[line.partition("=")[0].strip()] += 1
    return frozenset(name for name, times in found.items() if times > 1)


def slips_of(book: Path) -> Path:
    """The folder beside a book in which its slips are kept as files."""
    return book.with_name(f"{book.stem}-slips")
