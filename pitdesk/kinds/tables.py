"""Facts at a table that are no slips: opener, dealers, counts, camera, closer, drop box."""

from pitdesk.chips import Chips
from pitdesk.kinds.fact import TABLES, Fact


class OpenTable(Fact, group=TABLES, section="08-07"):
    """A table is opened with its opener count.

    limits     lowest and highest wager, cents
    options    what is posted, such as {"method": "no-peek"}
    off        what the opener found off, over (+) or short (−)
    began      whether this count begins the tray, on the book's first day
    reopened   whether it was open before on this day
    """

    table: str
    chips: Chips
    game: str | None
    box: str
    limits: tuple[int, int]
    options: dict[str, str | int | bool]
    dealer: str | None
    off: Chips
    began: bool
    reopened: bool

    @property
    def person(self) -> str | None:
        """Who is seated."""
        return self.dealer


class Dealer(Fact, group=TABLES, section="08-03(4)"):
    """Another dealer is seated, or nobody: then the tray is locked."""

    table: str
    dealer: str | None

    @property
    def person(self) -> str | None:
        """Who is seated."""
        return self.dealer


class TrayCount(Fact):
    """A tray was counted: what is in it, what was known of it, and where it is locked."""

    table: str
    chips: Chips
    reason: str = ""
    known: Chips
    locked: str | None


class CountTray(TrayCount, group=TABLES):
    """A tray is counted during play; what is off was won or lost to players."""


class CloseTable(TrayCount, group=TABLES, section="08-13"):
    """A tray is counted a last time and locked in the chip bank."""


class Camera(Fact, group=TABLES, section="08-04(7)"):
    """Somebody looked at a table's camera: "clear", or what is wrong."""

    table: str
    reason: str = ""
    view: str


class Stray(Fact, group=TABLES):
    """Chips of ours lay in a tray where they do not belong."""

    table: str
    chips: Chips
    reason: str


class RemoveBox(Fact, group=TABLES, section="08-14(1)"):
    """A used drop box is carried to a safe place."""

    table: str
    store: str
    box: str
