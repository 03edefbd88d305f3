"""A printer that could not be opened: it says why, and what should be on paper waits for another."""

from typing import NoReturn

from pitdesk.errors import Trouble
from printers import Job


class Absent:
    """The place of a printer that is not there.

    Attributes:
        name: what the book and the screen call it.
        width: columns of the printer that should be there.
        plies, qr, waits: as of any printer; they do not matter.
    """

    def __init__(self, name: str, width: int, why: str) -> None:
        self.name, self.width, self._why = name, width, why
        self.plies, self.qr, self.waits = 1, False, False

    def ready(self, job: Job | None = None) -> NoReturn:
        """Say why it is not there.

        Raises:
            Trouble: always.
        """
        raise Trouble(self._why)

    def print(self, job: Job) -> NoReturn:
        """As `ready`.

        Raises:
            Trouble: always.
        """
        raise Trouble(self._why)
