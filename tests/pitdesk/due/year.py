"""A year of a site, played at its desk: three tables, a camera that fails, a low quarter, two contests.

Each noon the board is held against the calendar on the wall, and a phone takes in the calendar file.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime, timedelta

from icalendar import Calendar
from msgspec.structs import replace as changed

from pitdesk import kinds
from pitdesk.book.site import Layout, Site
from pitdesk.chips import Chips
from pitdesk.due.board import settled, tasks
from pitdesk.due.calendar import ics
from pitdesk.due.task import DueScene
from pitdesk.records.banks import STEPS
from pitdesk.records.kept import Kept
from pitdesk.records.nights import Nights
from tests.pitdesk.conftest import DRAWER, Pit
from tests.pitdesk.due.wall import QUARTERS, Wall

FIRST, LAST = date(2027, 7, 1), date(2028, 7, 31)
TABLES = {"1": "kari", "2": "dan", "3": "uma:dealer"}
DROP, KEPT, LOW = 300_00, 50_00, 25_00  # a table's night; what it keeps, and when it is low
DAY = timedelta(days=1)


@dataclass
class Year:
    """The site, its wall, and what was seen.

    wrong    date → what board and wall do not agree about
    phone    the calendar of a phone: UID → its words, its day
    twice    tasks that were in a file more than once
    """

    pit: Pit
    a_week: int
    wall: Wall = field(default_factory=Wall)
    wrong: dict[date, object] = field(default_factory=dict)
    phone: dict[str, tuple[str, date]] = field(default_factory=dict)
    twice: list[str] = field(default_factory=list)
    seen: set[str] = field(default_factory=set)

    def play(self) -> None:
        """All of it, day by day."""
        self._set_up()
        on = FIRST
        while on <= LAST:
            self._at(on, 18)
            self._compare(on)
            self._morning(on)
            if on <= date(2028, 6, 30) and on.weekday() in (4, 5, 3, 2, 1)[: self.a_week]:
                self._night(on)
            on += DAY

    def _at(self, on: date, hour: int) -> None:
        self.pit.clock.at = datetime(on.year, on.month, on.day, hour, tzinfo=UTC)

    def _set_up(self) -> None:
        self._at(FIRST, 15)
        gus = self.pit.by("gus")
        self.pit.desk.set_site({"video_required": True}, by=gus)
        for table in TABLES:
            self.pit.desk.set_table(Layout(table, "21", table, True), by=gus)

    # A night

    def _night(self, on: date) -> None:
        pit, desk = self.pit, self.pit.desk
        self._at(on, 22)
        desk.open_day(on, pit.by("pia", "jo"))
        held = pit.journal.balances()
        banks = {place: dict(held[place]) for place in ("chip bank", "drawer") if place in held}
        desk.count("opening", banks or _BEGINS, pit.by("pia", "jo"))
        for table, dealer in TABLES.items():
            tray = Chips.named(held[f"tray {table}"]) if f"tray {table}" in held else _TRAY
            pit.open(table, tray, dealer)
        self._camera(on)
        lost = Chips.read(f"{(DROP - (LOW if self._low(on) else KEPT)) // 2500}x$25")
        for table, dealer in TABLES.items():
            desk.close_table(table, desk.today.tables[table].known - lost, pit.by(dealer))
        desk.redeem(Chips.read(f"{3 * lost.pieces}x$25"), pit.by("jo"))
        pit.end(DRAWER, t1=DROP, t2=DROP, t3=DROP)
        self.wall.nights.append(on)

    @staticmethod
    def _low(on: date) -> bool:
        return date(2027, 10, 1) <= on <= date(2027, 12, 31)

    def _camera(self, on: date) -> None:
        """Looked at each night; that of table 2 fails on one, and is repaired on the next."""
        pit, wall = self.pit, self.wall
        look = [task for task in pit.desk.due() if task.tonight]
        if [task.key.split()[0] for task in look] != ["look"]:
            self.wrong[on] = look
        if wall.fault is None and on >= date(2027, 8, 6):
            pit.desk.fault("2", "camera", pit.by("pia"))
            wall.fault = (on, date.max)
        if wall.fault and wall.fault[1] == date.max:
            repaired = on > wall.fault[0]
            view, why = ("clear", "Ole changed it") if repaired else ("blurred", "It fails")
            pit.desk.camera("2", pit.by("pia"), view, why)
            wall.fault = (wall.fault[0], on if repaired else date.max)

    # By day

    def _compare(self, on: date) -> None:
        """The board at noon against the wall, and the phone's calendar against the board."""
        scene = DueScene.of(self.pit.journal, self.pit.clock.at)
        found, done = tasks(scene), settled(scene)
        named = {_name(task.key): task.by for task in found if task.by}
        if named != (due := self.wall.due(on)) or found != self.pit.desk.due():
            self.wrong[on] = set(named.items()) ^ set(due.items())
        whole = _whole(self.pit, scene)
        if (found, done) != (tasks(whole), settled(whole)):
            self.wrong[on] = set(found) ^ set(tasks(whole)), set(done) ^ set(settled(whole))
        self.seen |= {name.split(" 20")[0] for name in named}
        if on.day % 3 == 1 or on == LAST:
            entry = self.pit.journal.head.seq
            data = ics(found, done, book="year", entry=entry, site="Riverside", at=self.pit.clock.at)
            self._import(Calendar.from_ical(data).walk("VEVENT"))
            keys = {f"{task.key.replace(' ', '-')}.year@pitdesk" for task in found if task.by}
            if {*self.phone} != keys:
                self.wrong[on] = {*self.phone} ^ keys

    def _import(self, events: list) -> None:
        uids = [str(event["UID"]) for event in events]
        self.twice += [uid for uid in uids if uids.count(uid) > 1]
        for event in events:
            if event["STATUS"] == "CANCELLED":
                self.phone.pop(str(event["UID"]), None)
            else:
                self.phone[str(event["UID"])] = str(event["SUMMARY"]), event.decoded("DTSTART")

    def _morning(self, on: date) -> None:
        """What is done on a day, once the board was read."""
        for step in (self._bank, self._quarter, self._reviews, self._tournament, self._poker):
            step(on)

    def _bank(self, on: date) -> None:
        pit, wall = self.pit, self.wall
        for at, night in enumerate(wall.nights):
            by = wall.due(on).get(f"deposit {night}")
            if by and on >= by + (2 * DAY if at % 10 == 3 else 0 * DAY):  # some are two days late
                kim = pit.by("kim:bookkeeper")
                cents = next(due.cents for due in pit.desk.owed() if due.date == night)
                pit.desk.deposit([night], on, cents, kim, bank="First, 1234", slip=f"{on:%m%d}")
                wall.paid[night] = on
        if wall.ideal is None and wall.nights:
            pit.desk.ideal_bank("drawer", DRAWER, "check 5501", "The first time", pit.by("gus"))
            pit.desk.rent(600_00, pit.by("gus"))
            wall.ideal = on
        if wall.ideal and on.day == (29 if on.month == 2 else 28):
            owed = sum(due.cents for due in pit.desk.owed())
            pit.desk.reconcile_bank("drawer", DRAWER + owed, pit.by("gus", "jo"))
            wall.counted[on.year, on.month] = on

    def _quarter(self, on: date) -> None:
        pit, wall, gus = self.pit, self.wall, self.pit.by("gus")
        for name, (last, _, _) in QUARTERS.items():
            if on > last and on.weekday() == 6 and name not in wall.determined:
                entry = pit.desk.determine_hold(name, gus)
                wall.determined[name] = on
                if entry.of(kinds.DetermineHold).low:
                    wall.low[name] = on
            if on == last + 12 * DAY:
                pit.desk.file_return(name, on, 41_00, "52183", gus)
                wall.filed[name] = on
                pit.desk.rent(600_00, gus)
                wall.rented[name] = on
            if on == last + 20 * DAY:
                for night in wall.nights:
                    if last - 95 * DAY < night <= last and night not in wall.audits:
                        wall.audits.add(night)
                        pit.desk.audit_day(night, dict.fromkeys(STEPS, ""), pit.by("aud:auditor"))
                wall.audited[name] = on

    def _reviews(self, on: date) -> None:
        """Each Sunday, of the three tables that played: an hour of the video of the last night."""
        due = [key for key in self.wall.due(on) if key.startswith("review")]
        monday = on - 6 * DAY
        if on.weekday() == 6 and any(key.endswith(f"{monday}") for key in due):
            for table in TABLES:
                night, aud = self.wall.nights[-1], self.pit.by("aud:auditor")
                times = ("21:00", "22:00")
                self.pit.desk.review_video(table, night, times, "nothing of note", aud, opened="gus")
            self.wall.reviewed.add(monday)

    def _tournament(self, on: date) -> None:
        desk, by, wall = self.pit.desk, self.pit.by, self.wall
        if on == date(2027, 11, 24):
            said = {"fee_cents": 50_00, "chips_each": 1000, "length": "20 hands", "least": 10}
            desk.tournament(kinds.Tournament(name="Cup", game="21", date=on, **said), by("gus"))
            for player in ("Ann Lee", "Bo Ness"):
                desk.tournament_fee("Cup", player, "entry", 50_00, by("jo"))
            wall.held["tournament"] = on
        elif on == date(2027, 11, 26):
            desk.tournament_stand("Cup", 1, {"Ann Lee": ("1", 2000), "Bo Ness": ("1", 0)}, by("pia"))
            desk.tournament_prize("Cup", "Ann Lee", 80_00, by("pia"))
            wall.ended["won"] = on
        elif on == date(2027, 12, 1):
            said = {"bank": "First, 1234", "slip": "1124"}
            desk.contest_deposit("Cup", on, 100_00, by("gus"), **said)
            wall.ended["cup paid"] = on

    def _poker(self, on: date) -> None:
        desk, by, wall = self.pit.desk, self.pit.by, self.wall
        if on == date(2028, 2, 18):  # a Friday; the Monday after it is Washington's birthday
            desk.poker_occasion("Fair", "2028-02-18 18:00", "2028-02-20 18:00", by("gus"), burn="deal")
            wall.held["occasion"] = on
        elif on == date(2028, 2, 21):
            desk.close_poker("Fair", 200_00, 346_00, 0, by("pia", "jo"))
            wall.ended["counted"] = on
        elif on == date(2028, 2, 24):
            said = {"bank": "First, 1234", "slip": "0224"}
            desk.contest_deposit("Fair", on, 146_00, by("gus"), **said)
            wall.ended["fair paid"] = on


_BEGINS = {"chip bank": {"$5": 2000, "$25": 40}, "drawer": {"cash": DRAWER}}
_TRAY = Chips.read("3000x$25")


def _whole(pit: Pit, scene: DueScene) -> DueScene:
    """The same scene from all that the book has, as if no opening had said what is settled."""
    day = scene.day and replace(scene.day, opening=changed(scene.day.opening, settled=0))
    setup = pit.journal.setup()
    site, kept = Site.of(setup), Kept.of(setup)
    return replace(scene, day=day, site=site, kept=kept, nights=Nights(pit.journal))


def _name(key: str) -> str:
    """A fault by its table alone: the wall knows no minutes."""
    return " ".join(key.split()[:2]) if key.startswith("fault") else key


def played(pit: Pit, a_week: int) -> Iterator[Year]:
    """The year, played."""
    year = Year(pit, a_week)
    year.play()
    yield year
