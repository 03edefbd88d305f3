"""A printer that could not be opened: it says why, and what should be on paper waits for another."""

from typing import NoReturn

from pitdesk.errors import Trouble
from printers import Job


class Absent:
    """The place of a printer that is not there, as wide as the one that should be; see `Printer`."""

    def __init__(self, name: str, width: int, why: str) -> None:
        self.name, self.width, self._why = name, width, why
        self.plies, self.qr, self.waits, self.proves, self.answers = 1, False, False, False, False

    def ready(self, job: Job | None = None) -> NoReturn:
        """Raise Trouble: why it is not there."""
        raise Trouble(self._why)

    def print(self, job: Job) -> NoReturn:
        """Raise Trouble, as `ready`."""
        raise Trouble(self._why)
