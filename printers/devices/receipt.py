"""A receipt printer at the end of a link: asked before, fed, and believed only when it answers in order.

What ESC/POS offers (Epson, TM series): DLE EOT n is answered at once, ahead of what waits in the
printer's buffer, so it shows whether to begin and nothing about a slip. GS r 1 and GS I 1 are carried
out in order, so an answer to one of them behind the last byte proves the bytes before it. Neither says
which job it answers: an answer may come late, twice, from another job, or be noise on the line. So each
job spells a mark of its own with these two questions, each asked when the one before is answered, and
is believed only when every answer comes alone and fits. A printer without GS I, or with one answer to
both, can spell none: from its first slip on it proves nothing, and nobody waits for it. Nothing is ever
sent a second time.
"""

import secrets
import time
from collections.abc import Iterator
from typing import Protocol

from pitdesk.errors import Trouble
from printers import Job, Outcome
from printers.devices.profiles import Machine, Profile
from printers.slips.bytes import MARKER, MODEL

ASK = b"\x10\x04"  # DLE EOT n
QUIET = b"\x1da\x00"  # GS a 0: it says nothing by itself that could be taken for an answer
PRINTER, OFFLINE, ERROR, PAPER = 1, 2, 3, 4  # its n
CHUNK = 256  # bytes at a time: what a slow line has taken is then known in small steps
MARK = 16  # questions that spell a mark: others' answers fit it once in 65,536 times
_AGAIN_S = 1 / 20  # between two looks at the switch of a drawer
LEAST_BPS = 400  # bytes a second of the slowest: an impact printer, 40 columns, 2 to 3 lines

_OFFLINE = {  # bit of the answer to DLE EOT 2 → what it means
    0x04: "its cover is open. Close it",
    0x20: "its paper is out. Put in a new roll",
    0x40: "it reports an error. Switch it off and on",
}
_ERROR = {  # to DLE EOT 3
    0x08: "its cutter is stuck. Clear the paper, switch it off and on",
    0x20: "it reports an error that only a service can clear",
    0x40: "its head is too hot or its voltage is wrong. Let it rest",
}
_PAPER_END, _PAPER_LOW = 0x60, 0x0C  # bits of the answer to DLE EOT 4; both sensors of a kind agree
_NOT_PAPER = 0x9C  # bits of an answer to GS r 1 that says its paper ended, or that is none


class Link(Protocol):
    """The way to a printer: bytes there, bytes back, each wait bounded."""

    def open(self) -> None:
        """Open it, if it is not.

        Raises:
            Trouble: it cannot be opened: why, and what to do.
        """

    def send(self, data: bytes, seconds: float) -> int:
        """Send, for so long at most; how many bytes were taken. 0 when it waits for paper or is gone.

        Raises:
            OSError: the link broke.
        """

    def receive(self, seconds: float) -> bytes:
        """What came, waiting so long at most for the first byte; nothing where nothing came.

        Raises:
            OSError: the link broke.
        """

    def close(self) -> None:
        """Close it. What was answered and not read is gone."""


class Receipt(Machine):
    """A receipt printer. It is spoken to only between `ready` and the end of `print`."""

    def __init__(
        self,
        link: Link,
        profile: Profile,
        name: str,
        *,
        answer_s: float = 3,
        paper_s: float = 15,
        least_bps: int = LEAST_BPS,
    ) -> None:
        """Seconds to say how it is, and to put a slip on paper at so many bytes a second."""
        super().__init__(profile, name)
        self._link = link
        self._answer_s, self._paper_s, self._least_bps = answer_s, paper_s, least_bps

    def ready(self, job: Job | None = None) -> str:
        """Ask whether it could print now; nothing is sent that prints.

        "", or what will soon be the matter: the paper is low.

        Raises:
            Trouble: it could not: no answer, offline, cover open, paper out.
        """
        try:
            self._open()
            return self._ask() if self.profile.status else ""
        except OSError as error:
            self._link.close()
            why = f"the link to it broke ({error.strerror or error}). Check its cable"
            raise self._trouble(why) from None
        except Trouble:
            self._link.close()
            raise
        finally:
            if job is None:
                self._link.close()

    def print(self, job: Job) -> Outcome:
        """Send a job once; "whole" only if the printer answered its mark behind its last byte.

        Raises:
            Trouble: no byte could be sent.
        """
        self._open()
        try:
            return self._print(QUIET + job.data)
        finally:
            self._link.close()

    def drawer(self, pulse: bytes = b"", seconds: float = 2) -> tuple[int | None, int | None]:
        """Send a pulse to the drawer at its plug, if it runs now; its switch before and after.

        The pulse is sent once, and never to a printer that would keep it for later. None where the
        printer tells no level; what a level means depends on the drawer.

        Raises:
            Trouble: it could not, and nothing was sent.
        """
        try:
            self._open()
            if pulse and self.profile.status:
                self._ask()
            before = after = self._level()
            if pulse:
                self._pulsed(pulse)
            end = time.monotonic() + seconds
            while pulse and before is not None and after == before and time.monotonic() < end:
                time.sleep(_AGAIN_S)
                after = self._level()
            return before, after
        except OSError as error:
            why = f"the link to it broke ({error.strerror or error}). Check its cable"
            raise self._trouble(why) from None
        finally:
            self._link.close()

    def pass_on(self, data: bytes) -> None:
        """Send what is for a display on the printer's own line; nothing of it prints.

        Raises:
            Trouble: it could not, and nothing was sent.
        """
        try:
            self._open()
            if self.profile.status:
                self._ask()
            self._pulsed(data)
        except OSError as error:
            why = f"the link to it broke ({error.strerror or error}). Check its cable"
            raise self._trouble(why) from None
        finally:
            self._link.close()

    def _pulsed(self, pulse: bytes) -> None:
        if self._link.send(pulse, self._answer_s) < len(pulse):
            raise self._trouble("it takes nothing. Switch it off and on")

    def _level(self) -> int | None:
        """Pin 3 of the drawer's plug, low or high; None where the printer answers nothing."""
        return None if not self.profile.status else self._status(PRINTER) >> 2 & 1

    def _print(self, data: bytes) -> Outcome:
        sent = 0
        end = time.monotonic() + self._paper_s + len(data) / self._least_bps
        try:
            while sent < len(data):
                taken = self._link.send(data[sent : sent + CHUNK], end - time.monotonic())
                if not taken:
                    break
                sent += taken
            if not sent:
                raise self._trouble("it takes nothing. Switch it off and on")
            if sent < len(data) or not self.proves:
                return "unknown"
            return "whole" if self._answered(end) else "unknown"
        except OSError as error:
            if not sent:
                raise self._trouble(f"the link to it broke ({error.strerror or error})") from None
            return "unknown"

    def _answered(self, end: float) -> bool:
        """Spell a mark behind the job; whether it came back as it must, and the paper had not run out.

        Two questions of one kind have one answer, two of different kinds have two; a byte more or less,
        and it is not known whose answers these are.
        """
        self._drop(end)  # it came before anything was asked
        said: dict[bytes, int] = {}
        for question in _mark():
            self._link.send(question, end - time.monotonic())
            got = self._link.receive(end - time.monotonic())
            if not got and question == MODEL:
                self.proves = not self._lacks(MODEL)
            if len(got) != 1 or said.setdefault(question, got[0]) != got[0]:
                return False
        self.proves = said[MARKER] != said[MODEL]
        return self.proves and not said[MARKER] & _NOT_PAPER

    def _lacks(self, question: bytes) -> bool:
        """Whether it answers the other one and this one not, also the second time."""
        self._link.send(MARKER, self._answer_s)
        if len(self._link.receive(self._answer_s)) != 1:
            return False
        self._link.send(question, self._answer_s)
        return not self._link.receive(self._answer_s)

    def _drop(self, end: float) -> None:
        """Throw away what it said to somebody else, or what is noise; a line may be full of it."""
        while time.monotonic() < end and self._link.receive(0):
            pass

    def _ask(self) -> str:
        """How it is, by its own word."""
        self._drop(time.monotonic() + self._answer_s)
        for asked, bits in ((OFFLINE, _OFFLINE), (ERROR, _ERROR)):
            status = self._status(asked)
            for bit, words in bits.items():
                if status & bit:
                    raise self._trouble(words)
        paper = self._status(PAPER)
        if paper & _PAPER_END == _PAPER_END:
            raise self._trouble(_OFFLINE[0x20])
        if self._status(PRINTER) & 0x08:
            raise self._trouble("it is offline. Press its feed button, or switch it off and on")
        return f"{self.name}: its paper is low. Have a new roll at hand." if paper & _PAPER_LOW else ""

    def _status(self, asked: int) -> int:
        """The answer to DLE EOT n."""
        self._link.send(ASK + bytes([asked]), self._answer_s)
        end = time.monotonic() + self._answer_s
        while (left := end - time.monotonic()) > 0:
            for answer in self._link.receive(left):
                if answer & 0x93 == 0x12:  # 0xx1xx10
                    return answer
        raise self._trouble("it does not answer. Check that it is on, and that no other desk has it")

    def _open(self) -> None:
        try:
            self._link.open()
        except OSError as error:
            raise self._trouble(f"it cannot be reached ({error.strerror or error})") from None

    def _trouble(self, why: str) -> Trouble:
        return Trouble(f"{self.name} cannot print: {why}. Then print again; nothing was sent.")


def _mark() -> Iterator[bytes]:
    """Questions of two kinds, in an order that no other job has; each kind is among them."""
    spelled = 1 + secrets.randbelow(2**MARK - 2)
    return ((MARKER, MODEL)[spelled >> at & 1] for at in range(MARK))
