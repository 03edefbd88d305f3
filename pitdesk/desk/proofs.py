"""Proofs: whether a PIN or a badge is the right one, found out before the desk's turn.

To prove a PIN takes an eighth of a second, on purpose. So it is done in another thread, before the turn
of the verb. What came of it is only looked at in that turn: there the desk sees whether wrong tries hold
it up, and notes it, before it answers. So many tries at once tell no more than one by one.
"""

import hmac
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from pitdesk.book.people import Pepper, hashed_badge


@dataclass(frozen=True, slots=True)
class Try:
    """A PIN or a badge that somebody gives at a station.

    kept   what the book keeps of it; where that changes meanwhile, the try is another
    """

    person: str
    station: str
    pin: str = field(repr=False)
    badge: str = field(repr=False)
    kept: str = field(repr=False)

    def right(self, pepper: Pepper) -> bool:
        """Whether it is the one that the book keeps. Slow on purpose."""
        if self.badge:
            return hmac.compare_digest(self.kept, hashed_badge(self.badge))
        return bool(self.kept and pepper.matches(self.kept, self.pin))


Proofs: TypeAlias = Mapping[Try, bool]
