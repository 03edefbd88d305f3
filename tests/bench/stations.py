"""A verb that a station asks for over TLS, beside the same in the window of the cage; and its flushes.

python stations.py BOOK COST [later]: serves a book until its input ends, and prints its port.
"""

import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Thread
from typing import Any

sys.path.append(str(Path(__file__).parents[2]))

from books import PIN, SLIP, STAFF, House, signers
from rounds import Figure, ratios, side_by_side

from pitdesk.book.people import PLAIN, STRONG, Pepper, Person, Role
from pitdesk.desk import Desk
from pitdesk.stations.cage import Cage
from pitdesk.stations.home import Home, KnownCage, cage_key, machine_key
from pitdesk.stations.keys import as_text
from pitdesk.stations.remote import RemoteDesk
from pitdesk.stations.turns import TurnQueue

COSTS = {"strong": STRONG, "plain": PLAIN}
PAIR = 2
FLUSHES = "fdatasync,fsync,sync_file_range"
ANSWER_S = 0.1  # what an answer may take beside a stranger
FLOOD = """
import os, socket, sys
while True:
    try:
        with socket.create_connection(("127.0.0.1", int(sys.argv[1])), 5) as line:
            line.sendall(os.urandom(200))
    except OSError:
        pass
"""


def stations(rig: Any) -> Iterator[Figure]:
    """The verb's whole way: PIN, rules, an entry on the disk; over the line, and in the copy, too."""
    for cost, goal, what in (("strong", 1.5, "PIN as it costs"), ("plain", None, "PIN for nothing")):
        with _both(rig, cost) as (here, there):

            def fill(desk: Desk) -> None:
                """As a window has it done: PINs are proven before the turn."""
                call = lambda it: it.fill("1", SLIP, signers("jo"))  # noqa: E731
                for _ in range(PAIR):
                    with desk.proven(desk.prove(desk.tries(call))):
                        desk.once(desk.mine, call)

            count = rig.pairs // 4 + 1 if cost == "plain" else rig.rounds * 2
            far, near = side_by_side(count, lambda: fill(there), lambda: fill(here))
        name = f"a verb asked at a station / at the cage, {what}"
        yield Figure(name, ratios(far, near), most=goal)
    yield _flooded(rig)
    yield from _flushes(rig)


def _flooded(rig: Any) -> Figure:
    """The slowest answer of a hundred but one, while a stranger opens lines as fast as he can."""
    with _station(rig, "plain") as there:
        port = Home.of(there.journal.path.parent).cage.port
        flood, took = [sys.executable, "-c", FLOOD, str(port)], []
        with subprocess.Popen(flood) as stranger:
            for _ in range(rig.flooded):
                began = time.perf_counter()
                there.once(there.mine, lambda it: it.fill("1", SLIP, signers("jo")))
                took.append(time.perf_counter() - began)
            stranger.kill()
    beside = f"while a stranger floods the cage / {ANSWER_S * 1000:.0f} ms"
    name = f"p99 of {rig.flooded} verbs asked {beside}"
    return Figure(name, [sorted(took)[-rig.flooded // 100 - 1] / ANSWER_S], most=1.0)


def _flushes(rig: Any) -> Iterator[Figure]:
    name = f"flushes at the cage of a verb asked at a station, head noted later, {rig.slips} verbs"
    if not shutil.which("strace"):
        yield Figure(name, why="strace is not installed")
        return
    found = []
    try:
        for verbs in (3, 3 + rig.slips):  # the first ones begin files
            log = rig.folder / "strace.log"
            trace = ["strace", "-f", "--seccomp-bpf", "-qq", "-e", f"trace={FLUSHES}", "-o", str(log)]
            with _station(rig, "plain", trace, "later") as there:
                for _ in range(verbs):
                    there.once(there.mine, lambda it: it.fill("1", SLIP, signers("jo")))
            found.append(log.read_text("utf-8").count("sync("))
    except (OSError, ValueError) as error:
        yield Figure(name, why=f"strace cannot trace here: {error}")
        return
    yield Figure(name, [(found[1] - found[0]) / rig.slips], 1.0, 1.0, exact=True)


@contextmanager
def _both(rig: Any, cost: str) -> Iterator[tuple[Desk, Desk]]:
    """The desk of a cage, and that of a station at another cage with the same book."""
    with _station(rig, cost) as there, House(rig.folder / "here.db") as house:
        yield Desk(house.journal, Pepper(bytes(32), COSTS[cost]), clock=house.clock), there


@contextmanager
def _station(rig: Any, cost: str, before: list[str] | None = None, *how: str) -> Iterator[RemoteDesk]:
    """A station at a cage in a process of its own; the book of the cage, once more, is here.db."""
    for path in (*rig.folder.glob("served.db*"), *rig.folder.glob("here.db*")):
        path.unlink()
    shutil.rmtree(rig.folder / "station", ignore_errors=True)
    book, key = rig.folder / "served.db", machine_key(rig.folder / "station")
    with House(book) as house:
        house.begin()
        clock = house.clock
        strong = Desk(house.journal, Pepper(bytes(32), COSTS[cost]), clock=clock)
        gro = [one.__class__("gro", "gaming manager", pin=PIN) for one in signers("jo")]
        house.desk.pair_station("pit 1", as_text(key.certificate), ("cage",), gro)
        role = Role(STAFF["jo"], house.desk.site.people["jo"].roles[0].since)
        strong.set_person(Person("jo", "Jo", "JO", (role,)), pin=PIN, by=gro)
    for suffix in ("", ".head"):
        shutil.copyfile(f"{book}{suffix}", f"{rig.folder / 'here.db'}{suffix}")
    command = [*(before or ()), sys.executable, __file__, str(book), cost, *how]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as cage:
        assert cage.stdin
        assert cage.stdout
        port = int(cage.stdout.readline())
        known = KnownCage("pit 1", "127.0.0.1", port, cage_key(book).certificate)
        desk = RemoteDesk.open(Home.begun(rig.folder / "station", known), clock)
        try:
            yield desk
        finally:
            desk.close()
            cage.stdin.close()


def _serve(book: Path, cost: str, *how: str) -> None:
    with House(book) as house:
        desk = Desk(house.journal, Pepper(bytes(32), COSTS[cost]), clock=house.clock, station="cage")
        house.journal.witness.flushed = "later" not in how
        turns = TurnQueue()
        cage = Cage(book, cage_key(book), turns)

        def beside() -> None:
            print(cage.listen("127.0.0.1", 0), flush=True)
            sys.stdin.read()
            cage.close()
            turns.end()

        Thread(target=beside, daemon=True).start()
        turns.run(desk, cage.told)


if __name__ == "__main__":
    _serve(Path(sys.argv[1]), *sys.argv[2:])
