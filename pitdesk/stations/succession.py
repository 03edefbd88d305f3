"""The cage's machine is dead, and a station's copy becomes the book. It is a restore: the copy, the keys
from the stick and the numbers known on paper. What two managers initial with their PINs.

With the cage's own key from the stick the new cage is the old one to every station, at another address.
Beside the book lies BOOK.former: where the machine was that was the cage before. Should it come back,
the new cage tells it so, again and again, and nothing more is written there.
"""

import logging
from collections.abc import Callable, Mapping
from pathlib import Path
from threading import Event

import msgspec
from argon2 import PasswordHasher

from pitdesk import kinds
from pitdesk.book.journal import Journal
from pitdesk.book.people import STRONG, Pepper
from pitdesk.book.staging import waits
from pitdesk.clock import Clock
from pitdesk.desk import Desk
from pitdesk.desk.posting import Signers
from pitdesk.disk import write_whole
from pitdesk.errors import Trouble
from pitdesk.given import KIB, Given
from pitdesk.stations.home import Home
from pitdesk.stations.keys import MachineKey
from pitdesk.stations.line import AWAY, dialed, hello
from pitdesk.stations.wire import No
from pitdesk.upkeep.backup import LINE_KEY, PEPPER, check_keys, restore

TELL_S = 10  # between two times that the old machine is told
_FORMER = Given("where the cage was before", 16 * KIB, "Remove it: it is no part of the book.")
_LOG = logging.getLogger("pitdesk.stations")


class Former(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The cage before this one, by the folder of the station that was paired with it."""

    folder: str
    host: str
    port: int


def promote(
    home: Home,
    book: Path,
    managers: Callable[[Desk], Signers],
    *,
    keys: Mapping[str, Path],
    last_numbers: Mapping[str, int],
    operator: str,
    clock: Clock,
    cost: PasswordHasher = STRONG,
) -> kinds.Restore:
    """Make a station's copy the book, at a path where none is.

    managers       asks two of them for their initials
    keys           ".pepper" and ".key" of the book, and ".tls", the cage's own, where the stick has it
    last_numbers   as `restore` takes them
    cost           of a PIN's proof

    Raises:
        Refused: two managers did not initial it, or a PIN is not theirs.
        Trouble: the cage answers; a book lies there already; the copy is open in a window, damaged or
            empty; a key is another's. Nothing was changed.
    """
    if book.exists():
        raise Trouble(f"{book} is there already. Name a file that is not, for the book of this machine.")
    if waits(book):
        raise Trouble(
            f"{book} was made before, and PitDesk was interrupted before it took its place. Open it:"
            " PitDesk finishes that. Nothing was changed."
        )
    if line := keys.get(LINE_KEY):
        check_line_key(home, line)
    check_keys(home.book, keys)
    with Journal.follow(home.book) as copy:
        if not copy.head.seq:
            raise Trouble(f"{home.book} is empty: this station never reached its cage.")
        _check_dead(home, copy)
        desk = Desk(copy, Pepper.kept(keys[PEPPER], cost), clock=clock, station=home.name)
        signatures = desk.two_managers(managers(desk))
    former = Former(str(home.folder.resolve()), home.cage.host, home.cage.port)
    try:
        book.parent.mkdir(parents=True, exist_ok=True)
        write_whole(_beside(book), msgspec.json.encode(former), mode=0o600)
    except OSError as error:
        raise Trouble(f"{book} cannot be made: {error}. Check its folder and its disk.") from None
    return restore(
        home.book,
        book,
        last_numbers=last_numbers,
        operator=operator,
        clock=clock,
        keys=keys,
        signatures=signatures,
    )[0]


def check_line_key(home: Home, path: Path) -> None:
    """Raises Trouble where a file is not the own key of the cage that a station is paired with."""
    if not path.is_file() or MachineKey.kept(path).certificate != home.cage.certificate:
        raise Trouble(
            f"{path} is not the key by which this station knows its cage. Choose the newest that was"
            " copied there; without it, pair each station again."
        )


def _check_dead(home: Home, copy: Journal) -> None:
    """Raises Trouble where the cage answers: two would go on with one book."""
    line, answer = dialed(home, hello(copy))
    if line:
        line.close()
    if not isinstance(answer, No) or answer.code != AWAY:
        raise Trouble(
            f"A cage answers at {home.cage.host}:{home.cage.port}, so it is not dead. Close PitDesk"
            " there, and see that nobody opens it again. Nothing was changed."
        )


def tell_former(book: Path, own: tuple[str, int], closed: Event) -> None:
    """Tell the machine that was the cage before, should it come back, until this one is closed.

    own   the address at which this cage lets stations in
    """
    former = _former(book)
    if former is None or (former.host, former.port) == own:
        return
    while not closed.is_set():
        try:
            with Journal.read(book) as journal:
                line, answer = dialed(Home.of(Path(former.folder)), hello(journal))
        except Trouble as trouble:
            _LOG.warning("the cage of before cannot be told: %s", trouble)
            return
        if line:
            line.close()
        if isinstance(answer, No) and answer.code == "replaced":
            _LOG.warning("the cage of before, at %s:%d, was told", former.host, former.port)
        closed.wait(TELL_S)


def _former(book: Path) -> Former | None:
    path = _beside(book)
    if not path.exists():
        return None
    try:
        return msgspec.json.decode(_FORMER.read(path), type=Former)
    except (msgspec.DecodeError, Trouble) as error:
        _LOG.warning("%s cannot be read: %s", path, error)
        return None


def _beside(book: Path) -> Path:
    return book.with_name(book.name + ".former")
