"""Programs to be killed: a cage, and stations at which somebody works through a night, verb by verb.

Each runs in a process of its own and says through a pipe what somebody was told.
"""

from collections.abc import Callable
from datetime import datetime
from multiprocessing.connection import Connection
from pathlib import Path
from random import Random
from threading import Thread

from pitdesk.book.entries import Entry
from pitdesk.book.journal import Journal
from pitdesk.book.people import PLAIN, Pepper, Signer
from pitdesk.chips import Chips
from pitdesk.clock import SetClock
from pitdesk.desk import Desk
from pitdesk.errors import Refused, Trouble
from pitdesk.stations import line, remote
from pitdesk.stations.cage import Cage
from pitdesk.stations.home import Home, Known, cage_key
from pitdesk.stations.remote import ALONE, RemoteDesk
from pitdesk.stations.turns import Turns
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
            lambda it: it.fill(table, chips, by("kari")),
            lambda it: it.fill(table, chips, [Signer("cleo", "cashier", pin="1111")]),
            lambda it: it.check(dice.randint(1, 90) * 100, "17", "A. Berg", by("jo")),
        ]
    )


def serve(book: Path, pepper: Path, port: int, at: datetime, pipe: Connection) -> None:
    """The cage, until somebody kills it or says so."""
    clock, turns = SetClock(at), Turns()
    with Journal.open(book) as journal:
        desk = Desk(journal, Pepper.kept(pepper, PLAIN), clock=clock, station="cage")
        cage = Cage(book, cage_key(book), turns)

        def beside() -> None:
            pipe.send(cage.listen("127.0.0.1", port))
            pipe.recv()
            cage.close()
            turns.end()

        Thread(target=beside, daemon=True).start()
        turns.run(desk, cage.told)


def work(folder: Path, at: datetime, seed: int, verbs: int, cuts: bool, pipe: Connection) -> None:
    """Somebody at a station: so many verbs, on a cable that is cut at any byte where `cuts` says so."""
    line.AGAIN_S, remote.PATIENCE_S = 0, 20
    dice, home = Random(seed), Home.of(folder)
    cable = Cable(home.cage.port)
    if cuts:
        home = Home(folder, home.key, Known(home.name, "127.0.0.1", cable.port, home.cage.certificate))
    desk = RemoteDesk.open(home, SetClock(at), wait_s=30)
    while not desk.line.reached:
        desk.hear(5)
    pipe.send("begun")
    for _ in range(verbs):
        if cuts and dice.random() < 0.5:
            setattr(cable, dice.choice(["up", "down"]), dice.randrange(1500))
        try:
            entry = desk.once(desk.mine, verb(dice, desk))
            pipe.send((entry.seq, entry.hash, desk.told == ALONE))
        except Refused:
            pipe.send("refused")
        except Trouble:  # nobody knows: it hears what came of it before it asks again
            pipe.send("trouble")
            desk.hear(20)
        desk.told = ""
        cable.up = cable.down = None
    pipe.send("done")
    desk.close()
