"""Mistakes taken back: at once by whoever made them, or later by two; openers counted again."""

from collections.abc import Iterator
from datetime import timedelta

from pitdesk import kinds, places
from pitdesk.book.day import Day
from pitdesk.book.entries import Entry
from pitdesk.book.people import CASHIERS
from pitdesk.chips import MONEY, dollars
from pitdesk.kinds import REVERSIBLE, Fact
from pitdesk.kinds.editions import TAKEN_BACK
from pitdesk.rules.check import Act, Facts, Found, Scene, check
from pitdesk.rules.checks.verbs import a

_WAYS: dict[Facts, str] = {  # what is not reversed → how it is put right
    (kinds.Slip,): "Void the slip while its chips are on the way; then bring them back by another slip.",
    (kinds.Verify, kinds.Receive, kinds.Void): "Bring the chips back by another slip.",
    (kinds.PassDrawer, kinds.HandOver): "Hand over again.",
    (kinds.Count, kinds.OwnCount, kinds.Tally, kinds.Inventory): "Count again: both counts are kept.",
    (kinds.DropCount,): "Count the box again before both agree: the newer count stands.",
    (kinds.Drop,): "Both enter the drop again, with a reason: both are kept.",
    (kinds.OpenTable, kinds.CountOpener): "Count the opener again while nothing has moved the tray.",
    (kinds.CountTray, kinds.Stray): "Count the tray: a count settles what is in it.",
    (kinds.CloseTable,): "Open the table again, and count its tray.",
    (kinds.Stock, kinds.Delivery): "Move the chips back.",
    (kinds.Reverse,): "Enter again what was taken back.",
}


@check("pd.day", kinds.Reverse, kinds.CountOpener, kinds.OpenDrawer, since=3)
def an_older_day_has_no_such_verb(act: Act[Fact], now: Scene) -> Found:
    if now.today.edition < TAKEN_BACK:
        yield f"This day was opened before PitDesk knew '{act.verb}'. Close it, and open the next one."


@check("pd.reverse", kinds.Reverse, since=3)
def what_is_reversed_can_be(act: Act[kinds.Reverse], now: Scene) -> Found:
    entry = act.known.entry
    if entry is None:
        yield "There is no such entry tonight. Choose one of the list."
    elif entry.day != now.today.number:
        yield f"Entry {entry.seq} is not of this day. A sealed day is corrected for head office."
    elif done := now.today.reversals.by.get(entry.seq):
        yield f"Entry {entry.seq} was taken back by entry {done.seq} already."
    elif not isinstance(entry.fact, REVERSIBLE):
        ways = (way for facts, way in _WAYS.items() if isinstance(entry.fact, facts))
        way = next(ways, "Enter it again as it is right: both stand.")
        yield f"{a(entry.kind)} is not reversed. {way}"
    else:
        yield from _settled(entry, now)


def _settled(entry: Entry, now: Scene) -> Found:
    """Why nothing is left to be reversed: somebody counted it, or paid it back."""
    for later in _since(entry, now):
        at = f"{now.site.local(later.at):%H:%M}"
        for place in _moved(entry):
            fact, table = later.fact, place.removeprefix(places.tray(""))
            if isinstance(fact, kinds.OpenTable | kinds.TrayCount) and place == places.tray(fact.table):
                yield (
                    f"The tray of table {table} was counted at {at}, which settled it. Count it again if"
                    " it is still wrong."
                )
            if isinstance(fact, kinds.DeclareTips) and place == places.tips(fact.person):
                yield f"These tips were counted again at {at}, which settled it."
            if isinstance(fact, kinds.PassDrawer) and place in fact.counted:
                yield (
                    f"The {place} changed hands at {at} and was counted then: what was wrong is over or"
                    f" short of {now.name(fact.goes)}. Explain that."
                )
    paid = {loan.number for loan in now.today.loans if loan.repaid}
    if isinstance(entry.fact, kinds.Iou) and entry.number and entry.number.number in paid:
        yield f"IOU {entry.number.number} was paid back. Reverse that first."


def _since(entry: Entry, now: Scene) -> Iterator[Entry]:
    """What came after an entry of the day, the newest first."""
    for later in reversed(now.today.entries):
        if later.seq <= entry.seq:
            return
        yield later


def _moved(entry: Entry) -> set[str]:
    return {posting.place for posting in entry.postings}


@check("pd.below", kinds.Reverse, since=3)
def what_comes_back_is_there(act: Act[kinds.Reverse], now: Scene) -> Found:
    entry = act.known.entry
    if entry is None or entry.seq in now.today.reversals.by or not isinstance(entry.fact, REVERSIBLE):
        return
    sums: dict[tuple[str, str], int] = {}
    for place, name, amount in entry.postings:
        sums[place, name] = sums.get((place, name), 0) - amount
    for (place, name), amount in sums.items():
        short = -(now.balances.get(place, {}).get(name, 0) + amount)
        if short > 0 > amount and place not in places.BELOW_ZERO:
            what = f"${dollars(short)} of {name}" if name in MONEY else f"{short} chips of {name}"
            yield f"The {place} would be short {what}. Bring them there, or count it, then try again."


@check("pd.undo", kinds.Reverse, since=3)
def an_undo_is_ones_own_and_at_once(act: Act[kinds.Reverse], now: Scene) -> Found:
    entry = act.known.entry
    if entry is None or not act.fact.undone or not isinstance(entry.fact, REVERSIBLE):
        return
    later = "Reverse it, with a second person."
    made = [signature.person for signature in entry.signatures]
    seconds = now.site.settings.undo_seconds or now.value("pd.undo", "seconds")
    if act.signers and act.people[0] not in made:
        yield f"{now.name(made[0])} made entry {entry.seq}, and nobody else undoes it. {later}"
    if not timedelta() <= act.at - entry.at <= timedelta(seconds=seconds):
        yield f"Entry {entry.seq} is more than {seconds} seconds old. {later}"
    if entry.number:
        yield f"{entry.number} is on paper under its number. {later}"
    if counted := [place for place in _moved(entry) if _counted(place, entry, now)]:
        yield f"The {counted[0]} was counted since. {later}"


def _counted(place: str, entry: Entry, now: Scene) -> bool:
    """Whether somebody counted a place after an entry."""
    for later in _since(entry, now):
        match later.fact:
            case kinds.Count(counted=counted) | kinds.OwnCount(counted=counted) if place in counted:
                return True
            case kinds.Tally(place=where) | kinds.Inventory(place=where) if where == place:
                return True
    return False


@check("pd.reverse", kinds.Reverse, since=3)
def two_reverse_what_is_not_undone(act: Act[kinds.Reverse], now: Scene) -> Found:
    if act.fact.undone or not act.signers:
        return
    if len(act.signers) < 2 or not any(signer.role in CASHIERS for signer in act.signers):
        yield "A cashier and a second person reverse an entry. Name both."


# An opener is counted again


@check("pd.state", kinds.CountOpener, since=3)
def nothing_has_moved_the_tray(act: Act[kinds.CountOpener], now: Scene) -> Found:
    name = act.fact.table
    table = now.table(name)
    if table is None or table.state != "open":
        return
    if not opener_stands(now.today, name):
        yield (
            f"The tray of table {name} has moved since its opener. Count the tray: what is off is then"
            " the players'."
        )


def opener_stands(day: Day, table: str) -> bool:
    """Whether nothing has moved the tray of an open table since its first opener of the day."""
    openers = [fact for fact, _ in day.facts(kinds.OpenTable) if fact.table == table]
    return places.tray(table) not in day.moved and len(openers) == 1
