"""Facts of the records beside the night: what is done by whom, recorders, papers, house options."""

from datetime import date as Date

from msgspec import field

from pitdesk.kinds.fact import DAY, OFFICE, SETUP, TABLES, Fact


class Done(Fact, group=OFFICE):
    """Somebody says that a task of the Due board is done, or that it is not done after all.

    task   its key;  what: its words, as they stood on the board
    on     the day on which it was done
    paper  the paper that shows it, or its number
    undone whether it is not done after all
    """

    reason: str = ""
    task: str
    what: str
    on: Date
    paper: str = ""
    undone: bool = False


class Recorder(Fact, group=DAY, section="08-04(5)"):
    """Somebody was at a recorder: "start", "stop", "change" or "access".

    recorder   which one, where a table has several
    """

    table: str
    what: str
    recorder: str = ""
    reason: str = ""


class Equipment(Fact, group=OFFICE, section="08-04(11)"):
    """Video equipment of a table came, or changed: the state is owed a sample; or it is "approved".

    what   "installed", "acquired" from another organization, "moved", "changed" or "approved"
    """

    table: str
    what: str
    on: Date
    reason: str = ""


class Release(Fact, group=OFFICE, section="08-04(6)"):
    """The recordings of a gaming day are no longer kept.

    date     of the gaming day
    ended    local date on which its last recording ended
    """

    reason: str = ""
    date: Date
    ended: Date


class Batch(Fact, group=OFFICE, section="08-16"):
    """Papers are put away together, under a name of their own, until they may be destroyed.

    batch    its name: "R-11"
    what     "records", "hold", "tickets" or "accounts"
    quarter  of the activity, "2026Q4"
    place    where they lie, in North Dakota
    """

    batch: str
    what: str
    quarter: str
    place: str


class Destroy(Fact, group=OFFICE, section="08-16"):
    """A batch of papers is destroyed, and whoever initials saw it.

    until   the date up to which it had to be kept
    """

    reason: str = ""
    batch: str
    until: Date


class Options(Fact, group=SETUP, section="08-13"):
    """House rules of twenty-one are set, the next version of them. What is not named stays.

    method       how the house deals
    soft17       whether the dealer draws on a soft seventeen
    insurance, even_money   whether they are offered
    double_less  whether a double may be for less
    tips, tip_doubles, tip_less   whether tips are bet, are doubled, and for less
    tip_cents    the highest tip, where it is lower than the table's highest wager
    mistakes, redeeming, checks   title and date of the house's own written policies
    shuffle      the ways to shuffle and cut that all dealers use
    idle_minutes after which the cards of an idle table are shuffled again
    shuffler     the machine that shuffles, which meets 99-01.3-16-09.3: maker and model; "" for hands
    """

    method: str | None = None
    soft17: bool | None = None
    insurance: bool | None = None
    even_money: bool | None = None
    double_less: bool | None = None
    tips: bool | None = None
    tip_doubles: bool | None = None
    tip_less: bool | None = None
    tip_cents: int | None = None
    mistakes: str | None = None
    redeeming: str | None = None
    checks: str | None = None
    shuffle: str | None = None
    idle_minutes: int | None = None
    shuffler: str | None = None


class Posted(Fact, group=OFFICE, section="08-13"):
    """The house rules hang up as a "poster", or lie there as a "handout".

    version   that was printed;  place: where it hangs, or lies
    """

    version: int
    how: str
    place: str


class Checklist(Fact, group=TABLES, section="08-07"):
    """A table of twenty-one is looked over before it opens: cards, shoe, felt, numbers.

    looked   the items that were looked at;  faults: of them, item → what is wrong
    away     where its cards are kept, as they are taken from the table; "" while they are there
    """

    table: str
    looked: tuple[str, ...] = ()
    faults: dict[str, str] = field(default_factory=dict)
    away: str = ""
