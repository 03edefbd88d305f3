"""A network cable between a station and the cage that is cut at any byte, on the way there or back."""

import socket
import threading
from contextlib import suppress


class Cable:
    """Listens on a port of its own; each connection passes so many bytes each way, and is then cut.

    up, down   bytes to the cage, and back, before the cut; None: as many as there are
    """

    def __init__(self, port: int) -> None:
        self.up: int | None = None
        self.down: int | None = None
        self.passed = [0, 0]  # bytes since it was made, up and down
        self.unplugged = False
        self._cage = port
        self._ends: list[socket.socket] = []
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.port = self._listening.getsockname()[1]
        threading.Thread(target=self._serve, daemon=True).start()

    def cut(self) -> None:
        """Cut every line that is open now."""
        for end in self._ends:
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
        self._ends.clear()

    def stop(self) -> None:
        """Listen no more."""
        self.cut()
        self._listening.close()

    def _serve(self) -> None:
        while True:
            try:
                station, _ = self._listening.accept()
                if self.unplugged:
                    station.close()
                    continue
                there = socket.create_connection(("127.0.0.1", self._cage))
            except OSError:
                if self._listening.fileno() < 0:
                    return
                continue
            self._ends += [station, there]
            ways = ((station, there, 0), (there, station, 1))
            for way in ways:
                threading.Thread(target=self._pass, args=way, daemon=True).start()

    def _pass(self, one: socket.socket, other: socket.socket, way: int) -> None:
        with suppress(OSError):
            while data := one.recv(4096):
                most = (self.up, self.down)[way]
                room = len(data) if most is None else max(0, min(most, len(data)))
                other.sendall(data[:room])
                self.passed[way] += room
                if most is not None:
                    left = most - room
                    if way:
                        self.down = left if room == len(data) else None
                    else:
                        self.up = left if room == len(data) else None
                    if room < len(data):
                        break
        for end in (one, other):
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
            end.close()
