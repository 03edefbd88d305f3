"""Facts about hold: it is determined, video is reviewed, a reason is found, the division is told."""

from datetime import date as Date

from pitdesk.kinds.fact import OFFICE, Fact


class DetermineHold(Fact, group=OFFICE, section="08-04(9)"):
    """A quarter's hold is determined: what each game took and kept, and what that asks for.

    on      the day this was done;  held: game → gross and adjusted gross proceeds, cents
    low     the games whose video is reviewed from the next day on
    beyond  whether twenty-one paid more prizes than it took
    """

    quarter: str
    on: Date
    held: dict[str, tuple[int, int]]
    low: tuple[str, ...] = ()
    beyond: bool = False


class ReviewVideo(Fact, group=OFFICE, section="08-04(9)"):
    """Somebody watched the video of a table, from one time of a gaming day to another.

    date      the gaming day;  since, until: local times, "21:00", past midnight too
    seen      what was seen
    opened    who opened the stored video, where the reviewer may not; the name of a person
    """

    table: str
    on: Date
    date: Date
    since: str
    until: str
    minutes: int
    seen: str
    opened: str = ""


class HoldReason(Fact, group=OFFICE, section="08-04(9)"):
    """The reason of a quarter's low hold is found and written down: the reviews end."""

    quarter: str
    game: str
    on: Date
    reason: str


class TellDivision(Fact, group=OFFICE, section="08-01(3)"):
    """The gaming division was told of a quarter whose prizes were above its gross proceeds.

    on      when;  told: whom
    """

    quarter: str
    on: Date
    told: str


class DealerWeek(Fact, group=OFFICE, section="08-01(3)"):
    """The sheet of hold by dealer is kept for a week, after a quarter that paid more than it took.

    first   the first day of the week
    held    dealer → gross and adjusted gross proceeds, cents, and whether counted or apportioned
    """

    quarter: str
    first: Date
    on: Date
    held: dict[str, tuple[int, int, str]]
