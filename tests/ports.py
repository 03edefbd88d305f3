"""Ports of this machine at which a test listens, ends, and listens again."""

import socket
from contextlib import suppress
from random import SystemRandom

# Below those that systems hand out by themselves: a connection of another test never sits on one.
_ROOM = range(20_000, 32_000)


def free_port() -> int:
    dice = SystemRandom()  # another at each worker, whatever seed a test set
    while True:
        port = dice.choice(_ROOM)
        with suppress(OSError), socket.create_server(("127.0.0.1", port)):
            return port
