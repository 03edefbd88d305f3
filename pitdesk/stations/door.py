"""The cage's door: where lines come in. No visitor shuts it, and no line is stuck in it for ever."""

import errno
import socket
import ssl
import time
from contextlib import suppress

OPEN_S, STUCK_S = 5, 9  # to agree on TLS; for the other end to take, or send on, a part of a message
_NO_ROOM = {errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM}


class Door(socket.socket):
    """A socket that listens until it is closed.

    A visitor who hangs up before he is let in, as a port scanner does, is a fault of `accept`, and so is
    a machine that has no room for another: whoever serves the lines takes a fault for the end.
    """

    @classmethod
    def at(cls, host: str, port: int) -> "Door":
        """A door at an address of this machine; OSError where it is none, or is taken."""
        made = cls(fileno=socket.create_server((host, port)).detach())
        made.settimeout(1)  # so that it looks now and then whether it was closed
        return made

    def accept(self) -> tuple[socket.socket, tuple[str, int]]:
        """The next line; OSError once the door is closed."""
        while True:
            try:
                return super().accept()
            except (TimeoutError, ConnectionError):
                pass
            except OSError as error:
                if error.errno not in _NO_ROOM:
                    raise
                time.sleep(1)


class _End(ssl.SSLSocket):
    """A line whose other end may be gone already: that is found out as it speaks, not as it is made.

    What fails as it is made leaves its socket open.
    """

    def getpeername(self) -> object:
        try:
            return super().getpeername()
        except OSError:
            return "", 0


def let_in(line: socket.socket, context: ssl.SSLContext) -> ssl.SSLSocket:
    """The cage's end of a new line, with TLS.

    Raises:
        OSError: who came shows no certificate that is known, takes too long, or hung up.
    """
    context.sslsocket_class = _End
    end = context.wrap_socket(line, server_side=True, do_handshake_on_connect=False)
    try:
        end.settimeout(OPEN_S)
        end.do_handshake()
    except BaseException:
        _part(end)
        raise
    unstick(end)
    return end


def _part(end: ssl.SSLSocket) -> None:
    """Close a line whose other end was told no: not before it heard that, or the no is lost on the way.

    A socket that is closed with something unread resets the line, and what was sent last is thrown away.
    """
    with end, suppress(OSError):
        socket.socket.shutdown(end, socket.SHUT_WR)
        end.settimeout(1)
        for _ in range(4):
            if not socket.socket.recv(end, 1 << 14):
                return


def unstick(end: socket.socket) -> None:
    """Have a line fail rather than wait for ever for the other end: one that stopped is never told."""
    end.settimeout(STUCK_S)
