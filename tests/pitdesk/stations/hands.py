"""Programs to be killed: a cage, and stations at which somebody works through a night, verb by verb.

Each runs in a process of its own and says through a pipe what somebody was told.
"""

from collections.abc import Callable
from datetime import datetime
from multiprocessing.connection import Connection
from pathlib import Path
from random import Random
from threading import Thread
from typing import Any

from pitdesk.book.entries import Entry
from pitdesk.book.journal import Journal
from pitdesk.book.people import PLAIN, Pepper, Signer
from pitdesk.chips import Chips
from pitdesk.clock import SetClock
from pitdesk.desk import Desk
from pitdesk.errors import Refused, Trouble
from pitdesk.stations import line, remote
from pitdesk.stations.cage import Cage
from pitdesk.stations.home import Home, KnownCage, cage_key
from pitdesk.stations.remote import ALONE, RemoteDesk
from pitdesk.stations.turns import TurnQueue
from pitdesk.stations.verbs import packed, unpacked
from printers.devices.network import Network
from printers.devices.profiles import PROFILES
from printers.devices.receipt import Receipt
from printers.devices.spool import AtStations, drain
from tests.pitdesk.conftest import PEOPLE
from tests.pitdesk.stations.cable import Cable

Call = Callable[[Desk], Entry]


def by(*names: str) -> list[Signer]:
    """Signers of the pit, with their PINs and usual roles."""
    return [Signer(name, PEOPLE[name][1], pin=PEOPLE[name][0]) for name in names]


def verb(dice: Random, desk: Desk) -> Call:
    """What somebody asks for now: mostly what goes, sometimes what the rules or the PINs refuse."""
    chips, table = Chips.read(f"{dice.randint(1, 4)}x$5 {dice.randint(0, 3)}x$25"), dice.choice("22223")
    slips = [one for one in desk.today.slips.values() if one.state not in ("received", "void")]
    if slips and dice.random() < 0.5:
        slip = dice.choice(slips)
        series, number = slip.series, slip.number
        return dice.choice(
            [
                lambda it: it.verify(series, number, by("bob")),
                lambda it: it.receive(series, number, by("kari")),
                lambda it: it.void(series, number, "torn", by("jo", "pia")),
            ]
        )
    return dice.choice(
        [
            lambda it: it.fill(table, chips, by("jo")),
            lambda it: it.ask("fill", table, chips, by("bob")),
            lambda it: it.redeem(chips, by("jo")),
            lambda it: it.credit(table, chips, by("kari")),
            lambda it: it.withdraw(dice.randint(1, 90) * 100, "check", by("jo")),
            lambda it: it.fill(table, chips, by("kari")),
            lambda it: it.fill(table, chips, [Signer("cleo", "cashier", pin="1111")]),
            lambda it: it.check(dice.randint(1, 90) * 100, "17", "A. Berg", by("jo")),
        ]
    )


def serve(book: Path, pepper: Path, port: int, at: datetime, pipe: Connection) -> None:
    """The cage, until somebody kills it or says so."""
    clock, turns = SetClock(at), TurnQueue()
    with Journal.open(book) as journal:
        desk = Desk(journal, Pepper.kept(pepper, PLAIN), clock=clock, station="cage")
        cage = Cage(book, cage_key(book), turns, paper=AtStations())

        def beside() -> None:
            pipe.send(cage.listen("127.0.0.1", port))
            pipe.recv()
            cage.close()
            turns.end()

        Thread(target=beside, daemon=True).start()
        turns.run(desk, cage.told)


class Told(RemoteDesk):
    """A station's desk that remembers what it asked for: the number, the verb and its arguments."""

    said: tuple[str, str, bytes] = "", "", b""

    def ask_cage(self, verb: str, given: tuple[Any, ...], named: dict[str, Any]) -> Entry:
        self.said = f"{self.place} after {self.mine}", verb, packed(verb, *given, **named)
        return super().ask_cage(verb, given, named)


def again(desk: Desk, request: str, verb: str, arguments: bytes) -> Entry:
    """Do what a station asked for, in its name, at a desk that has no stations."""
    station, _, number = request.rpartition(" after ")
    with desk.at(station):
        return desk.once(int(number), lambda it: getattr(it, verb)(**unpacked(verb, arguments)))


def prints(folder: Path, at: datetime, port: int, pipe: Connection) -> None:
    """A station that prints what is due there, on a printer at a port; until it is done or killed."""
    desk = RemoteDesk.open(Home.of(folder), SetClock(at), wait_s=30)
    printer = Receipt(Network("127.0.0.1", port), PROFILES["Epson TM-T88V"], "pit")
    while not drain(desk, printer):
        desk.hear(1)
    pipe.send("done")
    desk.close()


def work(folder: Path, at: datetime, seed: int, verbs: int, cuts: bool, pipe: Connection) -> None:
    """Somebody at a station: so many verbs, on a cable that is cut at any byte where `cuts` says so.

    It says of each what it was, and what somebody was told of it.
    """
    line.AGAIN_S, remote.PATIENCE_S = 0, 20
    dice, home = Random(seed), Home.of(folder)
    cable = Cable(home.cage.port)
    if cuts:
        home = Home(
            folder, home.key, KnownCage(home.name, "127.0.0.1", cable.port, home.cage.certificate)
        )
    desk = Told.open(home, SetClock(at), wait_s=30)
    while not desk.line.reached:
        desk.hear(5)
    pipe.send("begun")
    for _ in range(verbs):
        if cuts and dice.random() < 0.5:
            setattr(cable, dice.choice(["up", "down"]), dice.randrange(1500))
        try:
            entry = desk.once(desk.mine, verb(dice, desk))
            pipe.send((entry.seq, entry.hash, desk.told == ALONE, desk.said))
        except Refused:
            pipe.send("refused")
        except Trouble:  # nobody knows: it hears what came of it before it asks again
            pipe.send(["trouble", desk.said])
            desk.hear(20)
        desk.told = ""
        cable.up = cable.down = None
    pipe.send("done")
    desk.close()
