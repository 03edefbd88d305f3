"""Models of devices as data: one file each in resources/devices; its README says how to add one.

A profile holds no code. It says how a line is set, which of our codecs reads it, what is sent, and where
that is known from.
"""

import re
import tomllib
from pathlib import Path
from typing import Literal

import msgspec

from pitdesk.errors import Trouble
from pitdesk.given import MIB, Given

FOLDER = Path(__file__).parents[2] / "resources" / "devices"
KINDS = {
    "drawer": "Cash drawer",
    "scanner": "Scanner",
    "badge": "Badge reader",
    "counter": "Note and coin counter",
    "scale": "Scale",
    "display": "Customer display",
}
UNSURE = {
    "part": " (only a part is published)",
    "captures": " (not from its maker)",
    "code": " (not from its maker)",
    "recorded": " (recorded here)",
}
FILE = Given("the profile of a device", 1 * MIB, "Correct it: resources/devices/README.md says how.")


class Model(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A model, as far as PitDesk needs it.

    version   of the profile; it stays with what a device counted
    codec     what reads its bytes: see CODECS;  "" where it says nothing
    known     where the bytes are known from: the maker's own document, or a part of it alone; users'
              captures, or users' code; "recorded" by whoever uses it
    source    that document
    baud, bits   how its line is set, where it is one
    every_ms  how often it is asked `ask`; 0 where it speaks by itself
    sends     what it is sent, by name, in hexadecimal
    patterns  how its text reads, by name, as regular expressions
    gap_s     from one pulse of a drawer to the next
    error_mg  how far a scale may be off, in milligrams
    usb       by what a USB device says that it is this one: vendor, or vendor:product, in hexadecimal
    """

    name: str
    version: int
    kind: Literal["drawer", "scanner", "badge", "counter", "scale", "display"]
    codec: str = ""
    known: Literal["maker", "part", "captures", "code", "standard", "recorded"]
    source: str
    baud: int = 9600
    bits: Literal["8N1", "7E1", "7O1", "8E1"] = "8N1"
    every_ms: int = 0
    sends: dict[str, str] = {}
    patterns: dict[str, str] = {}
    gap_s: int = 1
    error_mg: int = 100
    usb: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        for words in self.sends.values():
            bytes.fromhex(words)
        for words in self.patterns.values():
            re.compile(words)
        for words in self.usb:
            if not re.fullmatch("[0-9a-f]{4}(:[0-9a-f]{4})?", words):
                raise ValueError(f"'{words}' is no USB number such as 0922:8003")

    def bytes_of(self, name: str) -> bytes:
        """What is sent under that name; nothing where it sends nothing so."""
        return bytes.fromhex(self.sends.get(name, ""))

    @property
    def shares(self) -> bool:
        """Whether a display may stand on the printer's line: it is chosen, and put away again."""
        return self.kind == "display" and bool(self.bytes_of("begin") and self.bytes_of("end"))

    @property
    def words(self) -> str:
        """Its name, and a warning where no maker's document says how it speaks."""
        return f"{self.name}{UNSURE.get(self.known, '')}"


def load(*folders: Path) -> dict[str, Model]:
    """Every model of these folders by its name; of our own folder, where none is named.

    Raises:
        Trouble: a profile cannot be read: which one, and why.
    """
    found: dict[str, Model] = {}
    for path in (one for folder in folders or (FOLDER,) for one in sorted(folder.glob("*.toml"))):
        try:
            model = msgspec.convert(tomllib.loads(FILE.text(path)), Model)
        except (ValueError, re.error) as error:
            raise Trouble(f"The profile {path.name} cannot be used: {error}. {FILE.then}") from None
        if model.name in found:
            raise Trouble(
                f"The profile {path.name} is of {model.name}, which has one already. {FILE.then}"
            )
        found[model.name] = model
    return found
