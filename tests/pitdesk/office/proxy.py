"""A line to the server that is cut at any byte, on the way there or back."""

import socket
import threading
from contextlib import suppress

CHUNK = 4096


class Proxy:
    """Listens on a port of its own; each connection passes so many bytes each way, and is then cut.

    hangs      whether the server's answers are held back, and the line stays open
    up, down   bytes from the site to the server, and back, before the cut; None: as many as there are
    """

    def __init__(self, server: str) -> None:
        self.hangs = False
        self.up: int | None = None
        self.down: int | None = None
        self.passed = [0, 0]  # bytes of the last connection, up and down
        self._server = server
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.port = self._listening.getsockname()[1]
        threading.Thread(target=self._serve, daemon=True).start()

    def stop(self) -> None:
        """Listen no more."""
        self._listening.close()

    def _serve(self) -> None:
        while True:
            try:
                site, _ = self._listening.accept()
            except OSError:
                return
            there = socket.socket(socket.AF_UNIX)
            there.connect(self._server)
            self.passed = [0, 0]
            ways = ((site, there, self.up, 0), (there, site, self.down, 1))
            for way in ways:
                threading.Thread(target=self._pass, args=way, daemon=True).start()

    def _pass(self, one: socket.socket, other: socket.socket, most: int | None, way: int) -> None:
        with suppress(OSError):
            while data := one.recv(CHUNK):
                if way == 1 and self.hangs:
                    continue
                room = len(data) if most is None else most - self.passed[way]
                other.sendall(data[:room])
                self.passed[way] += min(room, len(data))
                if room <= len(data) and most is not None:
                    break
        for end in (one, other):
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
            end.close()
