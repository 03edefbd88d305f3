"""A station's own folder: its key, the cage that it is paired with, its copy of the book."""

from dataclasses import dataclass
from pathlib import Path
from typing import Self

import msgspec

from pitdesk.disk import own_folder, write_whole
from pitdesk.errors import Trouble
from pitdesk.given import KIB, Given
from pitdesk.stations.keys import MachineKey

_PAIRED = Given("a station's pairing", 16 * KIB, "Name the folder of a station that was paired.")
KEY, CAGE, BOOK = "station.pem", "cage.json", "book.db"


class Known(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The cage as a station knows it: by its certificate, wherever it is."""

    name: str
    host: str
    port: int
    certificate: bytes


@dataclass(frozen=True, slots=True)
class Home:
    """Where a station keeps its own things.

    name   by which the cage knows it
    """

    folder: Path
    key: MachineKey
    cage: Known

    @property
    def name(self) -> str:
        """What the cage calls it."""
        return self.cage.name

    @property
    def book(self) -> Path:
        """Its copy of the cage's book."""
        return self.folder.joinpath(BOOK)

    @classmethod
    def begun(cls, folder: Path, cage: Known) -> Self:
        """Keep the cage that a station was paired with."""
        write_whole(folder.joinpath(CAGE), msgspec.json.encode(cage), mode=0o600)
        return cls(folder, machine_key(folder), cage)

    @classmethod
    def of(cls, folder: Path) -> Self:
        """The folder of a station that was paired.

        Raises:
            Trouble: it was not, or its files cannot be read.
        """
        path = folder.joinpath(CAGE)
        if not path.exists():
            raise Trouble(
                f"{folder} is no station's folder: it is not paired with a cage. Pair it first: 'pitdesk"
                " join'."
            )
        try:
            cage = msgspec.json.decode(_PAIRED.read(path), type=Known)
        except msgspec.DecodeError:
            raise Trouble(f"{path} does not say which cage this is. Pair the station again.") from None
        return cls(folder, machine_key(folder), cage)


def machine_key(folder: Path) -> MachineKey:
    """The key of the machine whose folder it is; made where there is none."""
    own_folder(folder)
    return MachineKey.kept(folder.joinpath(KEY))


def cage_key(book: Path) -> MachineKey:
    """The key of the cage of a book: BOOK.tls; made where there is none."""
    return MachineKey.kept(book.with_name(book.name + ".tls"))
