"""Facts of the house's chips: received, moved, counted by two, foreign."""

from pitdesk.chips import Chips
from pitdesk.kinds.countroom import Machine
from pitdesk.kinds.fact import CAGE, CHIPS, Fact
from pitdesk.kinds.invoice import Invoice


class Delivery(Fact, group=CHIPS, section="03-09(5)"):
    """Chips come from their supplier.

    off      what was counted more (+) or fewer (−) than invoiced
    machine  what was weighed of it, where that was
    """

    chips: Chips
    reason: str = ""
    invoice: Invoice
    off: Chips
    destination: str
    machine: tuple[Machine, ...] = ()


class Stock(Fact, group=CHIPS):
    """Chips move between stores, the supplier, other sites and the destroyed."""

    chips: Chips
    reason: str = ""
    source: str
    destination: str


class Tally(Fact, group=CHIPS):
    """One person's own count of a place.

    off      against the book as it then stood
    machine  what was weighed of it, where that was
    """

    chips: Chips
    place: str
    off: Chips
    machine: tuple[Machine, ...] = ()


class Inventory(Fact, group=CHIPS):
    """The count of a place that both agree on."""

    chips: Chips
    reason: str = ""
    place: str
    off: Chips


class Foreign(Fact, group=CAGE):
    """Chips that are not ours: how many, their face value, what they look like, what became of them."""

    pieces: int
    face_cents: int
    what: str
    whose: str
    done: str
