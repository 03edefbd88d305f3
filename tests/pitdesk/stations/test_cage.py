"""The cage's end: whoever floods it, lies to it or is nobody's gets nowhere; pairing by two codes."""

import random
import resource
import socket
import struct
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from threading import Event

import pytest
from msgspec import Raw
from websockets.exceptions import WebSocketException

from pitdesk.book.journal import Journal
from pitdesk.book.people import ALONE_S
from pitdesk.chips import Chips
from pitdesk.desk import Desk
from pitdesk.errors import Refused, Trouble
from pitdesk.stations import line
from pitdesk.stations.cage import MOST_OF_ONE
from pitdesk.stations.home import Home, cage_key, machine_key
from pitdesk.stations.keys import station_end
from pitdesk.stations.remote import RemoteDesk
from pitdesk.stations.verbs import packed
from pitdesk.stations.wire import (
    SAME,
    Ask,
    Fails,
    Has,
    Hello,
    News,
    SignIn,
    Stands,
    Welcome,
    encode,
    from_cage,
)
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


@pytest.mark.storm
def test_messages_that_are_changed_at_random_write_nothing_that_is_not_whole(served, station, pit):
    desk = station()
    good = [packed_ask(desk.mine, pit), HELLO, encode(SignIn(*pit.by("jo"))), encode(Has(10**9))]
    desk.close()
    home, chance = Home.of(desk.journal.path.parent), random.Random(storm.seed)
    context = station_end(home.key, home.cage.certificate)
    for _ in range(storm.many(60)):
        message = bytearray(chance.choice(good))
        for _ in range(chance.randrange(1, 4)):
            message[chance.randrange(len(message))] = chance.choice(b'\x00"{}[]:,0a\xff\\')
        said_to(served, context, HELLO, bytes(message))
    pit.later(seconds=ALONE_S)  # some had jo's PIN wrong
    again = RemoteDesk.open(home, pit.clock)
    assert works(again, pit)
    again.close()
    assert served.do(lambda it: it.journal.verify()).ok
    asked = [one.request for one in served.do(lambda it: it.journal.entries()) if one.request]
    assert len({*asked}) == len(asked)


def packed_ask(number: int, pit) -> bytes:
    arguments = packed("fill", "2", FIVE, pit.by("jo"))
    return encode(Ask(number, "fill", Raw(arguments)))


def test_what_another_station_asked_is_asked_again_in_vain(served, station, pit):
    """A hostile station has the bytes of another: done once there, and here as its own, if at all."""
    one, other = station("pit 1"), station("pit 2", parts=("pit",))
    number = one.mine
    entry = one.once(number, lambda it: it.fill("2", FIVE, pit.by("jo")))
    one.close()
    other.close()
    for desk, answer in ((one, Stands(entry.seq)), (other, Fails)):
        home = Home.of(desk.journal.path.parent)
        context = station_end(home.key, home.cage.certificate)
        said = said_to(served, context, HELLO, packed_ask(number, pit))
        assert said == answer if isinstance(answer, Stands) else isinstance(said, answer)
    assert served.do(lambda it: it.journal.last_number("fill")) == 1


@pytest.mark.storm
def test_many_connections_leave_no_more_memory_taken(served, station, pit):
    desk = station()
    stranger = station_end(machine_key(served.book.with_name("stranger")), None)

    def flood(count: int) -> int:
        for turn in range(count):
            one = socket.create_connection(("127.0.0.1", served.port))
            if turn % 10 == 0:  # one of ten agrees on TLS, and shows no certificate
                with suppress(OSError):
                    one = stranger.wrap_socket(one)
            one.close()
        assert works(desk, pit)
        return int(Path("/proc/self/statm").read_text().split()[1]) * resource.getpagesize()

    before = flood(storm.many(200))
    assert flood(storm.many(200)) - before < 8 << 20
    assert len(served.cage._server.handler_threads) <= MOST_OF_ONE + 1


def test_a_station_that_asks_two_things_at_once_is_cut_off(served, station, pit, monkeypatch):
    desk, go = station(), Event()
    monkeypatch.setattr(Desk, "prove", lambda *_: go.wait(20) and {})
    with line._connected(
        "127.0.0.1",
        served.port,
        station_end(machine_key(desk.journal.path.parent), served.cage.key.certificate),
    ) as one:
        for message in (HELLO, packed_ask(0, pit), packed_ask(1, pit)):
            one.send(message)
        with pytest.raises(WebSocketException):
            [one.recv(10) for _ in range(9)]
    go.set()
    assert served.do(lambda it: it.journal.last_number("fill")) <= 1


def test_a_cage_that_is_closed_leaves_its_book_in_one_file(served, station, pit):
    desk = station()
    assert works(desk, pit)
    served.end()
    left = {path.name for path in served.book.parent.glob("book.db*")}
    served.begin()
    assert not left & {"book.db-wal", "book.db-shm"}, left


def test_a_cage_is_closed_once_nothing_reads_its_book_however_slow_that_is(
    served, station, pit, monkeypatch
):
    closed, lets_go = [], Journal.close

    def slow(journal: Journal) -> None:
        if journal.path == served.book:
            time.sleep(0.5 * (not journal.writable))  # what feeds a station lets go late
            closed.append(journal.writable)
        lets_go(journal)

    monkeypatch.setattr(Journal, "close", slow)
    assert works(station(), pit)
    served.end()
    assert closed == [False, True]
    served.begin()


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
    for _ in range(5):  # what the cage says last is heard, though the other end was about to speak
        with pytest.raises(Trouble, match="does not let this machine in"):
            line.join(tmp_path / "pit", ("127.0.0.1", served.port, code), "pit 1", print, 5)
    assert served.wanting == []
