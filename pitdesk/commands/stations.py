"""The commands of second stations: serve, pair, join, station, stations, promote."""

import argparse
import getpass
import signal
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Event, Thread
from typing import TYPE_CHECKING, TypeVar

from pitdesk import kinds
from pitdesk.book.journal import Journal
from pitdesk.book.site import Site
from pitdesk.clock import MachineClock
from pitdesk.codes.own import open_keys
from pitdesk.commands.addresses import address
from pitdesk.commands.answers import DONE, NO, Stopped, end_politely, print_rows, reading
from pitdesk.commands.arguments import BOOK, Commands, option
from pitdesk.commands.book import ON_PAPER, keys_of, last_numbers, print_lost
from pitdesk.commands.ledgers import manager
from pitdesk.desk import Desk
from pitdesk.errors import Refused, Trouble
from pitdesk.upkeep.backup import LINE_KEY, held

if TYPE_CHECKING:
    from pitdesk.stations.cage import Cage, Wanting

T = TypeVar("T")
ENDS = (signal.SIGINT, signal.SIGTERM)
JOIN_S = 900  # that a manager may take to compare two codes
commands = Commands()


AT = option(
    "--at", type=address, required=True, metavar="HOST[:PORT]", help="an address of this machine"
)
FOLDER = option("folder", type=Path, metavar="FOLDER", help="the station's own folder")
BY = option("--by", metavar="ID", help="the manager who initials it; the PIN is asked for")


@commands.add(BOOK, AT)
def serve(given: argparse.Namespace) -> int:
    """Let the paired stations work on this book, over the network, without a window.

    It prints nothing: slips wait for the window. End it with Ctrl+C.
    """
    end = _End()

    def work(cage: "Cage", _: "SimpleQueue[Wanting]") -> None:
        port = cage.listen(*given.at)
        print(
            f"Stations are let in at {given.at[0]}:{port}. The cage's code: {cage.key.code}", flush=True
        )
        said = ""
        while not end.told.wait(1):
            words = cage.turn(lambda desk: desk.halted).result() or cage.copies.words
            if words != said and words:
                print(words, flush=True)
            said = words

    return _beside(given.book, work, end)


@commands.add(
    BOOK,
    AT,
    BY,
    option(
        "--parts", nargs="+", choices=kinds.WORK, default=["pit"], help="of the work; pit by default"
    ),
)
def pair(given: argparse.Namespace) -> int:
    """Take another machine in as a station, by a code on two screens and a manager's PIN.

    Run it at the cage with the window closed, then `pitdesk join` at the other machine.
    """
    end, by = _End(), given.by
    if not by:
        raise Trouble("A manager takes a station in. Name one with --by.")

    def work(cage: "Cage", wanted: "SimpleQueue[Wanting]") -> None:
        port = cage.listen(*given.at)
        cage.pair()
        print(
            f"At the other machine: pitdesk join FOLDER {given.at[0]}:{port} '{cage.key.code}'",
            flush=True,
        )
        one = _who_comes(wanted, end)
        print(f"'{one.name}' asks to be taken in. Its screen must show: {one.code}", flush=True)
        signer = cage.turn(lambda desk: end.asking(lambda: manager(desk, by))).result()
        try:
            entry = cage.accept(one, tuple(given.parts), [signer]).result()
        except Refused:
            one.send_away()
            raise
        print(f"entry {entry.seq}: {one.name} is paired for {', '.join(given.parts)}")
        one.told.wait(5)

    return _beside(given.book, work, end)


def _who_comes(wanted: "SimpleQueue[Wanting]", end: "_End") -> "Wanting":
    """Whoever asks to be taken in; Stopped once nobody is waited for any more."""
    while not end.told.is_set():
        with suppress(Empty):
            return wanted.get(timeout=1)
    raise Stopped("Nobody was taken in.")


@commands.add(
    FOLDER,
    option("cage", type=address, metavar="HOST[:PORT]", help="where the cage is, as its screen says"),
    option("code", metavar="CODE", help="the 16 letters on the cage's screen"),
    option("--name", required=True, help="what the cage is to call this station, such as 'pit 1'"),
)
def join(given: argparse.Namespace) -> int:
    """Make this machine a station of a cage that is taking one in (`pitdesk pair`, or its window)."""
    from pitdesk.stations.line import join as joined  # noqa: PLC0415

    def show(code: str) -> None:
        print(f"A manager at the cage compares this code: {code}", flush=True)

    home = joined(given.folder, (*given.cage, given.code), given.name, show, JOIN_S)
    print(f"This machine is {home.name}. Open it: python -m ui --station {given.folder}")
    return DONE


@commands.add(
    FOLDER,
    option("--once", action="store_true", help="take in what there is by now, then end"),
    option("--cage", type=address, metavar="HOST[:PORT]", help="where the cage is by now"),
    option("--afresh", action="store_true", help="keep the copy, and take the cage's whole book anew"),
)
def station(given: argparse.Namespace) -> int:
    """Keep a station's copy of the cage's book, entry by entry, and say how far it reaches.

    The window of the station does so itself. End it with Ctrl+C. After the cage moved to another
    machine, --cage says where it is; it is known by its key, so no address can pass for it.
    """
    from pitdesk.stations.home import Home  # noqa: PLC0415
    from pitdesk.stations.line import afresh  # noqa: PLC0415
    from pitdesk.stations.remote import RemoteDesk  # noqa: PLC0415

    if not given.once:
        end_politely()
    home = Home.of(given.folder)
    if given.cage:
        home = home.moved(*given.cage)
    if given.afresh:
        print(f"The copy is kept as {afresh(home)}.")
    desk, said = RemoteDesk.open(home, MachineClock()), ""
    last = desk.site.local(desk.journal.entry(desk.journal.head.seq).at)
    if desk.line.clock.wrong:
        print(desk.line.clock.wrong, file=sys.stderr)
    if not desk.line.reached:
        print(f"The copy ends at entry {desk.journal.head.seq:,}, of {last:%Y-%m-%d %H:%M}.")
    try:
        while True:
            reached = f"up to entry {desk.journal.head.seq:,}" if desk.line.reached else desk.line.why
            if reached != said:
                print(said := reached, flush=True)
            if given.once:
                return DONE if desk.line.reached else NO
            desk.listen(1)
            if not desk.line.reached:
                time.sleep(1)
    except KeyboardInterrupt:
        print()
        return DONE
    finally:
        desk.close()


@commands.add(
    BOOK,
    BY,
    option("--end", metavar="NAME", help="take this station away: nothing is done for it any more"),
    option("--reason", default="", help="why it is taken away"),
)
def stations(given: argparse.Namespace) -> int:
    """List the paired stations, or take one away: at once where `pitdesk serve` is not running."""
    if given.end:
        if not given.by:
            raise Trouble("A manager takes a station away. Name one with --by.")
        with Journal.open(given.book) as journal:
            pepper, key = open_keys(journal, MachineClock())
            desk = Desk(journal, pepper, key=key)
            entry = desk.end_station(given.end, [manager(desk, given.by)], given.reason)
        print(f"entry {entry.seq}: {given.end} is taken away")
        return DONE
    from pitdesk.stations.keys import as_bytes, code  # noqa: PLC0415

    with reading(given) as journal:
        paired = Site.of(journal.setup()).stations.values()
    print_rows(
        ["station", "may ask for", "its code"],
        [[one.name, ", ".join(one.parts), code(as_bytes(one.certificate))] for one in paired],
    )
    return DONE


@commands.add(
    FOLDER,
    option("--book", type=Path, required=True, metavar="BOOK.db", help="where this machine keeps it"),
    option(
        "--by", nargs="+", required=True, metavar="ID", help="two managers; their PINs are asked for"
    ),
    *ON_PAPER,
)
def promote(given: argparse.Namespace) -> int:
    """Make a station's copy the book of the cage, when the cage's machine is dead.

    It is a restore, from the copy: it takes the two keys of the book from where they are kept, and the
    highest numbers on paper, so that none is used twice. Two managers give their PINs. Choose the
    station whose copy reaches farthest: 'pitdesk station FOLDER --once' says how far. The old machine's
    book stays behind; never work on it again.
    """
    from pitdesk.stations.home import Home, cage_key  # noqa: PLC0415
    from pitdesk.stations.succession import promote as promoted  # noqa: PLC0415

    home = Home.of(given.folder)
    given.backup, found = home.book, held(home.book)
    last = found.site.local(found.at) if found.at else None
    print(f"{home.book}: ends at entry {found.seq}{f', of {last:%Y-%m-%d %H:%M}' if last else ''}.")
    keys = keys_of(given, LINE_KEY)
    fact = promoted(
        home,
        given.book,
        lambda desk: [manager(desk, who) for who in given.by],
        keys=keys,
        last_numbers=last_numbers(given, found, {}),
        operator=getpass.getuser(),
        clock=MachineClock(),
    )
    print(f"{given.book}: the book of the cage, from entry {fact.backup_head} on.")
    print_lost(fact)
    print(f"Open it: python -m ui --book {given.book} --serve ADDRESS")
    if LINE_KEY in keys:
        print("At each other station: pitdesk station FOLDER --cage ADDRESS")
    else:
        code = cage_key(given.book).code
        print(f"The stations do not know this machine: pair each again. The cage's code: {code}")
    return DONE


class _End:
    """What Ctrl+C and the system do while there are turns: none of them is cut short or left out.

    Attributes:
        told: set once somebody wants it to end.
    """

    def __init__(self) -> None:
        self.told, self._asks = Event(), False

    def __call__(self, number: int, _frame: object = None) -> None:
        self.told.set()
        if self._asks:
            raise KeyboardInterrupt(number)

    def asking(self, ask: Callable[[], T]) -> T:
        """Ask somebody, who may answer with Ctrl+C."""
        self._asks = True
        try:
            if self.told.is_set():
                raise KeyboardInterrupt
            return ask()
        finally:
            self._asks = False


def _beside(book: Path, work: "Callable[[Cage, SimpleQueue[Wanting]], None]", end: _End) -> int:
    """Have a book's desk take its turns here, and something done with its cage in another thread."""
    from pitdesk.stations.cage import Cage  # noqa: PLC0415
    from pitdesk.stations.home import cage_key  # noqa: PLC0415
    from pitdesk.stations.turns import TurnQueue  # noqa: PLC0415

    failed: list[BaseException] = []
    with Journal.open(book) as journal:
        pepper, key = open_keys(journal, MachineClock())
        desk, turns = Desk(journal, pepper, key=key, notes_own=True), TurnQueue()
        wanted: SimpleQueue[Wanting] = SimpleQueue()
        cage = Cage(book, cage_key(book), turns, wanted.put)

        def beside() -> None:
            try:
                work(cage, wanted)
            except BaseException as error:  # noqa: BLE001  (raised again where the command is)
                failed.append(error)
            finally:
                cage.close()
                turns.end()

        heard = [one for one in ENDS if signal.getsignal(one) is not signal.SIG_IGN]
        before = {one: signal.signal(one, end) for one in heard}
        try:
            Thread(target=beside, daemon=True).start()
            turns.run(desk, cage.told)
        finally:
            for one, how in before.items():
                signal.signal(one, how)
    if failed:
        raise failed[0]
    if end.told.is_set():
        print(file=sys.stderr)  # behind the terminal's ^C
    return DONE
