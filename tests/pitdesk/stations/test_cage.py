"""The cage's end: whoever floods it, lies to it or is nobody's gets nowhere; pairing by two codes."""

import random
import socket
import struct
from concurrent.futures import ThreadPoolExecutor
from threading import Event

import pytest
from websockets.exceptions import WebSocketException

from pitdesk.chips import Chips
from pitdesk.errors import Refused, Trouble
from pitdesk.stations import line
from pitdesk.stations.cage import MOST_OF_ONE
from pitdesk.stations.home import Home, cage_key, machine_key
from pitdesk.stations.keys import station_end
from pitdesk.stations.remote import RemoteDesk
from pitdesk.stations.wire import SAME, Ask, Fails, Hello, News, Welcome, encode, from_cage
from tests import storm

FIVE = Chips.read("5x$5")


def works(desk, pit) -> bool:
    """Whether the station next door is still served."""
    return desk.once(desk.mine, lambda it: it.redeem(FIVE, pit.by("jo"))).kind == "redeem"


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


def test_whoever_hangs_up_before_he_is_let_in_leaves_the_door_open(served, station, pit):
    """As a port scanner does: the library took that for the end, and the cage heard nobody any more."""
    desk = station()
    desk.close()
    for _ in range(200):
        one = socket.create_connection(("127.0.0.1", served.port))
        one.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        one.close()
    again = RemoteDesk.open(Home.of(desk.journal.path.parent), pit.clock)
    assert works(again, pit)
    again.close()


def said_to(served, context, *messages: bytes) -> object:
    """What the cage answers to the last of these messages; None once it hangs up."""
    try:
        with line._connected("127.0.0.1", served.port, context) as one:
            for message in messages:
                one.send(message)
            while isinstance(said := from_cage(one.recv(10)), Welcome | News):
                pass
            return said
    except (OSError, WebSocketException):
        return None


HELLO = encode(Hello(SAME, 0, b"", b""))


def test_whoever_is_not_paired_gets_no_line(served, station, pit, tmp_path):
    desk, stranger = station(), machine_key(tmp_path / "stranger")
    assert said_to(served, station_end(stranger, served.cage.key.certificate), HELLO) is None
    assert said_to(served, station_end(stranger, None), HELLO) is None  # shows no certificate
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
    context = station_end(home.key, home.cage.certificate)
    for lie in lies:
        assert isinstance(said_to(served, context, HELLO, lie), Fails | None), lie
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
        assert served.wanted.acquire(timeout=20)
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
    code = cage_key(served.book).code
    with pytest.raises(Trouble, match="does not let this machine in"):
        line.join(tmp_path / "pit", ("127.0.0.1", served.port, code), "pit 1", print, 5)
    assert served.wanting == []
