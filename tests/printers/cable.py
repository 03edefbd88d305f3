"""A printer on a cable: the fake printers at the other end of a pseudo terminal."""

import os
import threading
import tty
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from tests.printers.fakes import Fake


class End:
    """The printer's end, with the words of a socket."""

    def __init__(self, file: int) -> None:
        self.file = file

    def recv(self, count: int) -> bytes:
        return os.read(self.file, count)

    def sendall(self, data: bytes) -> None:
        while data:
            data = data[os.write(self.file, data) :]

    def setsockopt(self, *_: object) -> None:
        """A cable has no options."""


@contextmanager
def cable(fake: Fake) -> Iterator[str]:
    """Plug a printer in; the path of its device. It hangs up as the fault says: the plug is pulled."""
    ours, device = os.openpty()
    tty.setraw(device)
    path = os.ttyname(device)

    def serve() -> None:
        fake.connections += 1
        with suppress(OSError):
            fake._hear(End(ours))
        os.close(ours)

    thread = threading.Thread(target=serve, daemon=True)
    thread.start()
    try:
        yield path
    finally:
        os.close(device)  # what reads the other end sees the line end
        thread.join(5)
    assert not thread.is_alive()
