"""Receipt printers that are real sockets: they read bytes as a printer does, and fail as printers do."""

import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from random import Random

COVER, PAPER_END, ERROR = 0x04, 0x20, 0x40  # bits of the answer to DLE EOT 2


@dataclass
class Fake:
    """What is the matter with it, and what it did.

    cut        bytes of jobs after which the fault happens; None: never
    fault      "reset", "hang up", "deaf" (reads no more), "mute" (reads, prints nothing more),
               "paper end" (as mute, and its sensor says so), "busy" (accepts, reads nothing at all)
    offline    its answer to DLE EOT 2;  low: paper is low
    answers    whether it answers status and markers at all
    away_s     how long it reads nothing before it hangs up, when it is deaf or busy
    """

    cut: int | None = None
    fault: str = ""
    offline: int = 0
    low: bool = False
    answers: bool = True
    away_s: float = 0.2
    late: bytes = b""  # what it sends before anything is asked
    printed: bytearray = field(default_factory=bytearray)  # what came out on paper
    jobs: int = 0  # connections that brought something to print
    connections: int = 0
    broken: int = 0  # how often the fault happened
    port: int = 0

    def serve(self, listener: socket.socket) -> None:
        """Take one desk after another until the listener is closed."""
        while True:
            try:
                line, _ = listener.accept()
            except OSError:
                return
            self.connections += 1
            with line, suppress(OSError):
                self._hear(line)

    def _hear(self, line: socket.socket) -> None:
        if self.late:
            line.sendall(self.late)
        if self.fault == "busy":
            time.sleep(self.away_s)
            return
        waiting, began, mute = b"", len(self.printed), False
        while True:
            got = line.recv(1 if self.cut is not None else 4096)
            if not got:
                return
            waiting += got
            while waiting:
                took, answer = self._take(waiting, mute=mute)
                if not took:
                    break
                asked, waiting = waiting[:took], waiting[took:]
                if self.answers and (said := self._say(asked, answer)):
                    line.sendall(said)
                if len(self.printed) > began and not mute:
                    began, self.jobs = len(self.printed) + 10**9, self.jobs + 1
                if self.cut is not None and len(self.printed) >= self.cut and self.fault and not mute:
                    self.broken += 1
                    if self.fault == "reset":
                        line.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\x01\0\0\0\0\0\0\0")
                        return
                    if self.fault == "hang up":
                        return
                    if self.fault == "deaf":
                        time.sleep(self.away_s)
                        return
                    mute = True

    def _say(self, asked: bytes, answer: bytes) -> bytes:
        """What it says to a command; its answer, as long as it is honest."""
        return answer

    def _take(self, data: bytes, *, mute: bool) -> tuple[int, bytes]:
        """How many bytes the next command has, 0 while it is not whole; and the answer to it."""
        if data[:1] == b"\x10":
            if len(data) < 3:
                return 0, b""
            return 3, bytes([self._status(data[2], mute=mute)])
        if data[:1] == b"\x1d":
            if len(data) < 3:
                return 0, b""
            if data[1:2] == b"r":
                return 3, b"" if mute else b"\0"
            if data[1:2] == b"I":
                return 3, b"" if mute else b"\x20"
            if data[1:2] == b"a":
                return 3, b""
        if not mute:
            self.printed += data[:1]
        return 1, b""

    def _status(self, asked: int, *, mute: bool) -> int:
        ended = mute and self.fault == "paper end"
        out = ended or self.offline & PAPER_END
        match asked:
            case 1:
                return 0x12 | (0x08 if self.offline or ended else 0)
            case 2:
                return 0x12 | self.offline | (PAPER_END if ended else 0)
            case 4:
                return 0x12 | (0x0C if self.low else 0) | (0x60 if out else 0)
            case _:
                return 0x12


@dataclass
class Liar(Fake):
    """A printer whose answers in order come late, twice, spoiled, in any order, or are another job's.

    lies   what it does to an answer, drawn from these; nothing where there are none
    """

    chance: Random = field(default_factory=Random)
    lies: tuple[str, ...] = ()
    kept: list[bytes] = field(default_factory=list)  # answers that are to come late
    replayed: list[bytes] = field(default_factory=list)  # to earlier questions, of whatever job

    def _say(self, asked: bytes, answer: bytes) -> bytes:
        if asked not in (b"\x1dr\x01", b"\x1dI\x01") or not self.lies:
            return answer
        lie, self.replayed = self.chance.choice(self.lies), [*self.replayed[-63:], answer or b"\0"]
        match lie:
            case "late":
                self.kept.append(answer)
                return self.kept.pop(0) if len(self.kept) > self.chance.randrange(1, 4) else b""
            case "mixed":
                self.kept.append(answer)
                self.chance.shuffle(self.kept)
                return self.kept.pop()
            case "other":
                return self.replayed[self.chance.randrange(len(self.replayed))]
            case "guess":
                return self.chance.choice([b"\0", b"\x20", answer])
            case "twice":
                return answer * 2
            case "drop":
                return b""
            case "nul":
                return b"\0" + answer
            case "noise":
                return bytes([self.chance.randrange(256)])
        return answer


@contextmanager
def plugged(fake: Fake) -> Iterator[Fake]:
    """Have a printer listen on a port of this machine."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        fake.port = listener.getsockname()[1]
        thread = threading.Thread(target=fake.serve, args=(listener,), daemon=True)
        thread.start()
        yield fake
        listener.shutdown(socket.SHUT_RDWR)
    thread.join(5)
