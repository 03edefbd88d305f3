"""What the copies of the stations have, and the wait of a cage that answers once one has it, too."""

import logging
from datetime import timedelta
from threading import Condition

SURE = timedelta(milliseconds=200)  # that an entry waits for a copy, at most: the cage pays on
_LOG = logging.getLogger("pitdesk.stations")


class Copies:
    """How far the copies of the stations reach that are on the line.

    Attributes:
        have_until: the last entry that one of them has on its disk.
        sure: the last entry that nobody waits for any more: a copy has it, or the house does not ask.
        words: why the cage goes on alone, where the house asks for a copy; "" once one keeps up.
    """

    def __init__(self) -> None:
        self._more = Condition()
        self.have_until = self.sure = 0
        self._wanted = 0  # the last entry that the cage waited for
        self._alone = ""  # why it goes on alone: "slow" or "nobody"
        self.words = ""

    def have(self, seq: int) -> None:
        """One of them has every entry up to this one. In whatever thread."""
        with self._more:
            self.have_until = max(seq, self.have_until)
            if self.have_until >= self._wanted:
                self._tell()
            self._more.notify_all()

    def passed(self, seq: int) -> None:
        """Nobody asks for a copy of this entry."""
        with self._more:
            self.sure = max(seq, self.sure)
            self._tell()

    def wait_for(self, seq: int, stations: int) -> None:
        """Wait until one of so many stations has an entry; `SURE` at most. In the desk's turn."""
        most_ms = SURE // timedelta(milliseconds=1)
        with self._more:
            self._wanted = seq
            wait_s = SURE.total_seconds() if stations else 0
            if self._more.wait_for(lambda: self.have_until >= seq, wait_s):
                self.sure = max(seq, self.sure)
                self._tell()
            elif stations:
                self._tell(
                    "slow",
                    f"No station had entry {seq} on its disk within {most_ms} ms. The cage goes on"
                    " alone: see to the stations and their lines.",
                )
            else:
                self._tell(
                    "nobody",
                    "No station is on the line: entries are on the cage's disk alone. See to the"
                    " stations and their lines.",
                )

    def _tell(self, alone: str = "", words: str = "") -> None:
        if alone != self._alone:
            _LOG.warning(words or "a station keeps up again")
        self._alone, self.words = alone, words
