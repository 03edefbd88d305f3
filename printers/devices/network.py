"""The link to a printer with a network plug: TCP, port 9100."""

import socket
import time
from contextlib import suppress
from select import select

from pitdesk.errors import Trouble

TAKE_S = 1  # to hang up in its turn; closed with bytes unread, a connection drops what was sent
PORT = 9100  # of nearly every receipt printer; it takes one desk at a time


class Network:
    """A TCP connection, of one job each."""

    def __init__(self, host: str, port: int = PORT, *, open_s: float = 5) -> None:
        self._host, self._port, self._open_s = host, port, open_s
        self._socket: socket.socket | None = None

    def open(self) -> None:
        """Connect.

        Raises:
            Trouble: nobody answers at that address.
        """
        if self._socket:
            return
        try:
            made = socket.create_connection((self._host, self._port), self._open_s)
        except OSError as error:
            raise Trouble(
                f"No printer answers at {self._host}, port {self._port}: {error.strerror or error}."
                " Check that it is on, its cable, and the address in Set-up."
            ) from None
        made.setblocking(False)
        made.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._socket = made

    def send(self, data: bytes, seconds: float) -> int:
        """Send what the connection takes within that time; it breaks only before the first byte."""
        assert self._socket
        end, sent = time.monotonic() + seconds, 0
        while sent < len(data):
            if not select([], [self._socket], [], max(0, end - time.monotonic()))[1]:
                break
            try:
                sent += self._socket.send(data[sent:])
            except OSError:
                if sent:
                    break
                raise
        return sent

    def receive(self, seconds: float) -> bytes:
        """What came; the end of the connection is an error."""
        assert self._socket
        if not select([self._socket], [], [], max(0, seconds))[0]:
            return b""
        got = self._socket.recv(4096)
        if not got:
            raise ConnectionResetError("the printer hung up")
        return got

    def close(self) -> None:
        """Hang up, once the printer has taken what it was sent."""
        if self._socket:
            end = time.monotonic() + TAKE_S
            with suppress(OSError):
                self._socket.shutdown(socket.SHUT_WR)
                while (left := end - time.monotonic()) > 0:  # one may talk without end
                    if not select([self._socket], [], [], left)[0] or not self._socket.recv(4096):
                        break
            self._socket.close()
            self._socket = None
