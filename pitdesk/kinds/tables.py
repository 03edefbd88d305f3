"""Facts at a table that are no slips: opener, dealers, counts, camera, closer, drop box."""

from datetime import datetime

from pitdesk.chips import Chips
from pitdesk.kinds.fact import TABLES, Fact


class OpenTable(Fact, group=TABLES, section="08-09(1)"):
    """A table is opened with its opener count.

    limits     lowest and highest wager, cents
    options    what is posted, such as {"method": "no-peek"}
    off        what the opener found off, over (+) or short (−)
    began      whether this count begins the tray, on the book's first day
    reopened   whether it was open before on this day
    reason     why it deals another way than the site, where its card reader fails
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
    reason: str = ""

    @property
    def person(self) -> str | None:
        """Who is seated."""
        return self.dealer


class Dealer(Fact, group=TABLES, section="08-03(4)"):
    """Another dealer is seated, or nobody: then the tray is locked.

    players   whether somebody still takes part in the game, though nobody deals
    secured   of "tray", "cards" and "shoe", what is locked, covered or taken away meanwhile
    """

    table: str
    dealer: str | None
    players: bool = False
    secured: tuple[str, ...] = ()

    @property
    def person(self) -> str | None:
        """Who is seated."""
        return self.dealer


class Limits(Fact, group=TABLES, section="08-09(1)"):
    """Other limits are posted and announced at an open table.

    limits   lowest and highest wager, cents;  before: those until now
    notice   minutes from the announcement until they hold
    reason   why players were told later than is usual here
    """

    table: str
    limits: tuple[int, int]
    before: tuple[int, int]
    notice: int
    reason: str = ""


class Method(Fact, group=TABLES, section="08-10(1)(c)(5)"):
    """A table deals another way: its card reader fails, or works again."""

    table: str
    method: str
    reason: str


class Plaque(Fact, group=TABLES, section="08-09(1)"):
    """A plaque with the table's limits stands on top of it.

    limits   that it names, cents
    """

    table: str
    limits: tuple[int, int]


class TrayCount(Fact):
    """A tray was counted: what is in it, what was known of it, and where it is locked."""

    table: str
    chips: Chips
    reason: str = ""
    known: Chips
    locked: str | None

    @property
    def off(self) -> Chips:
        """What is there beyond what was known; less than none of what is missing."""
        return self.chips - self.known


class CountTray(TrayCount, group=TABLES):
    """A tray is counted during play; what is off was won or lost to players."""


class CountOpener(Fact, group=TABLES):
    """An opener is counted again before anything moved the tray: this count stands, both are kept.

    off, began   as of the opener that it takes the place of
    """

    table: str
    chips: Chips
    off: Chips
    began: bool


class CloseTable(TrayCount, group=TABLES, section="08-03(4)"):
    """A tray is counted a last time and locked in the chip bank."""


class Camera(Fact, group=TABLES, section="08-04(7)"):
    """Somebody looked at a table's camera: "clear", or what is wrong."""

    table: str
    reason: str = ""
    view: str


class Fault(Fact, group=TABLES, section="08-04(7)"):
    """A recorder or camera of a table does not work properly, whatever the picture.

    what    "recorder" or "camera";  since: when it began
    """

    table: str
    what: str
    since: datetime


class Stray(Fact, group=TABLES):
    """Chips of ours lay in a tray where they do not belong."""

    table: str
    chips: Chips
    reason: str


class RemoveBox(Fact, group=TABLES, section="08-14(1)"):
    """A used drop box is carried to a safe place; put: the box that takes its place at an open table."""

    table: str
    store: str
    box: str
    put: str = ""


class Dispute(Fact, group=TABLES):
    """A dispute at a table is ruled and written down; no chip and no cent moves by it.

    reason   what lay on the table, and what was disputed
    seat     whose hand it was; 0 for all of the table
    ruling   what was ruled
    under    the section that it was ruled by; "" where the text is silent
    """

    table: str
    reason: str
    ruling: str
    seat: int = 0
    under: str = ""


class Overrule(Fact, group=TABLES):
    """A ruling is overruled; both stand. It is about the dispute, and no chip and no cent moves by it.

    table    where the dispute was
    reason   why it is overruled
    ruling   what is ruled now
    under    the section that it is ruled by; "" where the text is silent
    """

    table: str
    reason: str
    ruling: str
    under: str = ""
