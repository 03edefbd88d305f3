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
        words: why the cage goes on alone, where the house asks for a copy; "" while one keeps up.
    """

    def __init__(self) -> None:
        self._more = Condition()
        self.have_until = self.sure = 0
        self.words = ""

    def have(self, seq: int) -> None:
        """One of them has every entry up to this one. In whatever thread."""
        with self._more:
            self.have_until = max(seq, self.have_until)
            self._more.notify_all()

    def passed(self, seq: int) -> None:
        """Nobody asks for a copy of this entry."""
        self.sure = max(seq, self.sure)

    def wait_for(self, seq: int, stations: int) -> None:
        """Wait until one of so many stations has an entry; `SURE` at most. In the desk's turn."""
        with self._more:
            wait_s = SURE.total_seconds() if stations else 0
            there = self._more.wait_for(lambda: self.have_until >= seq, wait_s)
        words = ""
        if there:
            self.sure = max(seq, self.sure)
        elif stations:
            most_ms = SURE // timedelta(milliseconds=1)
            words = (
                f"No station had entry {seq} on its disk within {most_ms} ms. The cage goes on alone:"
                " see to the stations and their lines."
            )
        else:
            words = (
                "No station is on the line: entries are on the cage's disk alone. See to the stations"
                " and their lines."
            )
        if words[:20] != self.words[:20]:
            _LOG.warning(words or "a station keeps up again")
        self.words = words
