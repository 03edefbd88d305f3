"""The cage's end: whoever floods it, lies to it or is nobody's gets nowhere; pairing by two codes."""

import random
import socket
from concurrent.futures import ThreadPoolExecutor
from threading import Event

import pytest
from websockets.exceptions import WebSocketException

from pitdesk.chips import Chips
from pitdesk.errors import Refused, Trouble
from pitdesk.stations import line
from pitdesk.stations.cage import MOST_OF_ONE
from pitdesk.stations.home import Home, cage_key, machine_key
from pitdesk.stations.keys import MachineKey, station_end
from pitdesk.stations.remote import RemoteDesk
from pitdesk.stations.wire import SAME, Ask, Hello, Stands, encode, from_cage
from tests import storm

FIVE = Chips.read("5x$5")


def works(desk, pit) -> bool:
    """Whether the station next door is still served."""
    return desk.once(desk.mine, lambda it: it.redeem(FIVE, pit.by("jo"))).kind == "redeem"


def connected(served, key: MachineKey, cage: bytes | None = None):
    cage = cage or served.cage.key.certificate
    return line._connected("127.0.0.1", served.port, station_end(key, cage))


@pytest.mark.storm
def test_noise_and_a_flood_of_lines_leave_the_others_served(served, station, pit):
    desk, chance = station(), random.Random(storm.seed)
    noise = [socket.create_connection(("127.0.0.1", served.port)) for _ in range(storm.many(40))]
    for one in noise:
        one.sendall(chance.randbytes(chance.randrange(1, 400)))
    assert works(desk, pit)
    assert len(served.cage._server.handler_threads) <= MOST_OF_ONE + 1
    for one in noise:
        one.close()
    assert works(desk, pit)


def test_whoever_is_not_paired_gets_no_line(served, station, pit, tmp_path):
    desk = station()
    for key in (None, machine_key(tmp_path / "stranger")):
        with pytest.raises((OSError, WebSocketException)):
            context = station_end(key or desk.line._home.key, served.cage.key.certificate)
            if key is None:
                context = station_end(machine_key(tmp_path / "none"), None)
            stranger = line._connected("127.0.0.1", served.port, context)
            stranger.send(encode(Hello(SAME, 0, b"", b"")))
            stranger.recv(5)
    assert works(desk, pit)


@pytest.mark.storm
def test_a_paired_station_that_lies_is_cut_off_and_writes_nothing(served, station, pit):
    first = station()
    first.close()
    home, head = Home.of(first.journal.path.parent), served.do(lambda desk: desk.journal.head)
    chance = random.Random(storm.seed)
    good = encode(Ask(0, "fill", b"{}"))
    lies = [
        b"",
        b"null",
        b"[" * 1000,
        good[:-4],
        b'{"type":"Ask","number":0,"verb":"__init__","arguments":{}}',
    ]
    lies += [bytes(chance.randbytes(200)) for _ in range(storm.many(5))]
    for lie in lies:
        with connected(served, home.key, home.cage.certificate) as one:
            one.send(encode(Hello(SAME, 0, b"", b"")))
            one.send(lie)
            with pytest.raises((WebSocketException, StopIteration)):
                while True:
                    if isinstance(from_cage(one.recv(10)), Stands | line.Paired):
                        raise AssertionError(lie)
                    if type(from_cage(one.recv(10))).__name__ == "Fails":
                        raise StopIteration
    assert served.do(lambda desk: desk.journal.head) == head


def test_two_codes_pair_a_machine_and_no_other(served, pit, tmp_path):
    served.cage.pair()
    cage, shown, seen = served.cage, [], Event()

    def show(code: str) -> None:
        shown.append(code)
        seen.set()

    def join(code: str) -> Home:
        return line.join(tmp_path / "pit", ("127.0.0.1", served.port, code), "pit 1", show, 30)

    with pytest.raises(Trouble, match="is not that of what answers"):
        join("AAAA AAAA AAAA AAAA")
    with ThreadPoolExecutor(1) as thread:
        joining = thread.submit(join, cage_key(served.book).code.lower().replace(" ", "-"))
        assert seen.wait(20)
        while not served.wanting:
            pass
        one = served.wanting[0]
        assert (one.name, one.code) == ("pit 1", shown[0])
        with pytest.raises(Refused, match="Set-up is initialed"):
            cage.accept(one, ("pit",), pit.by("jo")).result(20)
        cage.accept(one, ("pit",), pit.by("gus")).result(20)
        home = joining.result(20)
    cage.stop_pairing()
    desk = RemoteDesk.open(home, pit.clock)
    assert desk.once(desk.mine, lambda it: it.ask("fill", "2", FIVE, pit.by("bob"))).kind == "ask"
    desk.close()


def test_nobody_is_taken_in_unless_somebody_is_wanted(served, tmp_path):
    with pytest.raises(Trouble):
        code = cage_key(served.book).code
        line.join(tmp_path / "pit", ("127.0.0.1", served.port, code), "pit 1", print, 5)
    assert served.wanting == []
