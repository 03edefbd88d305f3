"""A station's own folder: its key, the cage that it is paired with, its copy of the book."""

from dataclasses import dataclass
from pathlib import Path
from typing import Self

import msgspec

from pitdesk.book.journal import Journal
from pitdesk.disk import numbered, own_folder, write_whole
from pitdesk.errors import Trouble
from pitdesk.given import KIB, Given
from pitdesk.stations.keys import MachineKey
from pitdesk.upkeep.backup import LINE_KEY

_PAIRED = Given("a station's pairing", 16 * KIB, "Name the folder of a station that was paired.")
KEY, CAGE, BOOK = "station.pem", "cage.json", "book.db"
BECAME = "cage"  # the folder of the book, once this machine is the cage itself


class KnownCage(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
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
    cage: KnownCage

    @property
    def name(self) -> str:
        """What the cage calls it."""
        return self.cage.name

    @property
    def book(self) -> Path:
        """Its copy of the cage's book."""
        return self.folder.joinpath(BOOK)

    @property
    def became(self) -> Path:
        """Where its window keeps the book, once this machine is the cage."""
        return self.folder.joinpath(BECAME, BOOK)

    @classmethod
    def begun(cls, folder: Path, cage: KnownCage) -> Self:
        """Keep the cage that a station was paired with."""
        write_whole(folder.joinpath(CAGE), msgspec.json.encode(cage), mode=0o600)
        return cls(folder, machine_key(folder), cage)

    def moved(self, host: str, port: int) -> Self:
        """Know the cage at another address; it is still told by its certificate."""
        return self.begun(self.folder, msgspec.structs.replace(self.cage, host=host, port=port))

    def afresh(self) -> Path:
        """Keep the copy of the book under another name, to take the whole book anew; returns that name.

        Raises:
            Trouble: the copy is open in a window, or its disk fails.
        """
        if self.book.exists():
            Journal.follow(self.book).close()  # nobody has it, and nothing of it is in its log alone
        kept = numbered(self.book, "kept")
        try:
            for ending in (".head", "-wal", "-shm", ""):
                if (path := self.book.with_name(self.book.name + ending)).exists():
                    path.rename(kept.with_name(kept.name + ending))
        except OSError as error:
            raise Trouble(f"{self.book} cannot be kept as {kept}: {error}. Check its disk.") from None
        return kept

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
            cage = msgspec.json.decode(_PAIRED.read(path), type=KnownCage)
        except msgspec.DecodeError:
            raise Trouble(f"{path} does not say which cage this is. Pair the station again.") from None
        return cls(folder, machine_key(folder), cage)


def machine_key(folder: Path) -> MachineKey:
    """The key of the machine whose folder it is; made where there is none."""
    own_folder(folder)
    return MachineKey.kept(folder.joinpath(KEY))


def cage_key(book: Path) -> MachineKey:
    """The key of the cage of a book: BOOK.tls; made where there is none."""
    return MachineKey.kept(book.with_name(book.name + LINE_KEY))
