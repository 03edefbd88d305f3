"""What a shift file may expect of the book: the lines that begin with `expect`.

Each returns what differs, in words; "" if all is as expected.
"""

import re
from datetime import date, datetime

from pitdesk import places
from pitdesk.book.banks import drawer_of, drawers
from pitdesk.book.day import Day, Table
from pitdesk.book.figures import Figures, bank_deposits, figures
from pitdesk.book.past import day_of, opening
from pitdesk.book.seats import Turns
from pitdesk.chips import Chips, cents, dollars
from pitdesk.reports.days import of_book
from pitdesk.reports.summaries import span_of
from pitdesk.reports.tax import Quarter, quarter_summary, video_of
from pitdesk.shifts.verb import Event, Verbs, pieces, put_once


def _expect_day(it: Event) -> str:
    day, said = _day(it), it[1]
    found = figures(day)
    wrong = _figures_wrong(said, found, found.deposit_cents(day.seal.cents) if day.seal else None)
    due = re.search(r"due (\S+)", said)
    until = day.seal.deposit_due.isoformat() if day.seal else None
    if due and until != due[1]:
        wrong.append(f"the deposit is due {until}, not {due[1]}")
    return "; ".join(wrong)


def _expect_bank(it: Event) -> str:
    day, drawer = _day(it), drawer_of(_day(it), it[1])
    found = figures(day, drawer) if drawer in drawers(day) else None
    if found is None:
        return f"{it[1]} has no cash bank today; there are {', '.join(drawers(day))}"
    parts = {part.drawer: part.cents for part in bank_deposits(day)}
    return "; ".join(_figures_wrong(it[2], found, parts.get(drawer)))


def _figures_wrong(said: str, result: Figures, deposit: int | None) -> list[str]:
    """What differs of the figures that a line names."""
    found = {
        "gross": result.gross_cents,
        "prizes": result.prizes_cents,
        "agp": result.agp_cents,
        "cash profit": result.cash_profit_cents,
        "outstanding": result.outstanding_change_cents,
        "over/short": result.over_short_cents,
        "overnight": result.overnight_cents,
        "deposit": deposit,
    }
    wrong = [
        f"{name} is {dollars(found[name] or 0)}, not {money}"
        for name, money in _pairs(said, "|".join(found))
        if found[name] != cents(money)
    ]
    if result.cash_profit_cents != result.cash_profit_booked_cents:
        wrong.append("cash profit does not agree both ways")
    return wrong


def _expect_table(it: Event) -> str:
    results = {row.name: row for row in figures(_day(it)).tables}
    result = results.get(it[1])
    if result is None:
        return f"no table {it[1]} today; there are {', '.join(results) or 'none'}"
    names = "drop|opener|fills|credits|closer|win"
    wrong = [
        f"{name} of table {it[1]} is {dollars(getattr(result, f'{name}_cents'))}, not {money}"
        for name, money in _pairs(it[2], names)
        if getattr(result, f"{name}_cents") != cents(money)
    ]
    hold = re.search(r"hold (\S+)", it[2])
    if hold and result.hold != hold[1]:
        wrong.append(f"hold of table {it[1]} is {result.hold}, not {hold[1]}")
    return "; ".join(wrong)


def _expect_at(it: Event) -> str:
    place, wanted = it[1], it[2]
    if not places.is_place(place):
        raise ValueError(f"'{place}' is not a place")
    held = dict(it.desk.journal.balances().get(place, {}))
    money = held.pop("cash", 0), held.pop("checks", 0)
    chips = Chips.named(held)
    if wanted == "nothing" and any(money) and place != places.PATRONS:
        return f"at {place}: {dollars(sum(money))}"
    if "x" in wanted or wanted == "nothing":
        return "" if chips == pieces(wanted) else f"at {place}: {chips}"
    return "" if money[0] == cents(wanted) else f"at {place}: {dollars(money[0])}"


def _expect_agreed(it: Event) -> str:
    agreed = it.desk.agreed(it[1])
    if agreed == (None if it[2] == "not yet" else it.chips(2)):
        return ""
    return f"the {it[1]} is not agreed on yet" if agreed is None else f"agreed at {it[1]}: {agreed}"


def _expect_slip(it: Event) -> str:
    slip = _day(it).slips.get((it[1], it.number(2)))
    if slip is None:
        return f"there is no {it[1]} {it[2]}"
    return "" if slip.state == it[3] else f"{slip.name} is {slip.state}"


def _expect_turns(it: Event, turns: Turns, wanted: str) -> str:
    had = ", ".join(f"{turn.person} {_clock(it, turn.since)}-{_clock(it, turn.until)}" for turn in turns)
    return "" if had == " ".join(wanted.split()) else f"it was {had or 'nobody'}, not {wanted}"


def _expect_drawer(it: Event) -> str:
    """Who had a drawer, from when to when, and what was over or short of it."""
    tills = _day(it).tills
    had = [
        f"{one.person} {_clock(it, one.since)}-{_clock(it, one.until)}"
        + (f" {'-' * (off < 0)}${dollars(abs(off))}" if (off := tills.off_cents(one)) else "")
        for one in tills.spans
        if one.drawer == it[1]
    ]
    found, wanted = ", ".join(had), " ".join(it[2].split())
    return "" if found == wanted else f"it was {found or 'nobody'}, not {wanted}"


def _clock(it: Event, at: datetime | None) -> str:
    return f"{it.desk.site.local(at):%H:%M}" if at else "now"


def _expect_note(it: Event) -> str:
    keys = {note.key for note in _day(it).notes}
    return "" if it[1] in keys else f"no note '{it[1]}'; there are {sorted(keys)}"


def _expect_pending(it: Event) -> str:
    day = it.desk.pending.get(it.date(1))
    waiting = " ".join(use.box for table in day.tables.values() for use in table.waiting) if day else ""
    return "" if (waiting or "nothing") == it[2] else f"to be counted of {it[1]}: {waiting or 'nothing'}"


def _expect_asks(it: Event) -> str:
    asked = sorted({finding.rule for finding in _quarter(it).findings})
    if asked == sorted(it[1].split()):
        return ""
    return f"the quarter asks for {' '.join(asked) or 'nothing'}"


def _expect_kept(it: Event) -> str:
    section = it.desk.rules.rules[it[1]].section
    until = {kept.section: kept.until for kept in _quarter(it).keep}.get(section)
    return "" if until == it.date(2) else f"{it[1]} says until {until}"


def _quarter(it: Event) -> Quarter:
    """The quarter of the day, as its tax return is held against it."""
    journal, today = it.desk.journal, _day(it).date
    records = of_book(journal)
    video = dict.fromkeys(records.sites, video_of(journal, it.desk.rules, today))
    return quarter_summary(records, span_of("quarter", today), it.desk.rules, video, today=today)


def _day(it: Event) -> Day:
    if it.desk.day is None:
        raise ValueError("no day was opened yet")
    if on := it.clause("of"):
        numbers = it.desk.journal.days()
        found = [n for n in numbers if opening(it.desk.journal, n).date == date.fromisoformat(on)]
        day = day_of(it.desk.journal, found[0]) if found else None
        if day is None:
            raise ValueError(f"no day {on} was opened")
        return day
    return it.desk.day


def _table(it: Event) -> Table:
    if it[1] not in _day(it).tables:
        raise ValueError(f"table {it[1]} was not opened")
    return _day(it).tables[it[1]]


def _pairs(text: str, names: str) -> list[tuple[str, str]]:
    """The names with their money; only `due` and `hold` may be between them."""
    pattern = rf"({names}) (-?\$?[\d.,]+)"
    left = re.sub(r"(due|hold) \S+", "", re.sub(pattern, "", text)).strip()
    if left:
        raise ValueError(f"cannot read '{left}'; write one of {names}")
    once: dict[str, str] = {}
    for match in re.finditer(rf"({names}|due|hold) \S+", text):
        put_once(once, match[1], match[0])
    return re.findall(pattern, text)


EXPECTED: Verbs[str] = {
    (
        "expect day gross|prizes|agp|cash profit|outstanding|over/short|overnight|deposit MONEY …"
        " [due DATE] [; of YYYY-MM-DD]"
    ): ("expect day (.+)", _expect_day),
    "expect bank 21|PW gross|prizes|agp|cash profit|outstanding|over/short|overnight|deposit MONEY …": (
        r"expect bank (21|PW) (.+)",
        _expect_bank,
    ),
    "expect table N drop|opener|fills|credits|closer|win MONEY … [hold PERCENT] [; of YYYY-MM-DD]": (
        r"expect table (\S+) (.+)",
        _expect_table,
    ),
    "expect at PLACE: CHIPS|MONEY|nothing": (r"expect at ([^:]+): (.+)", _expect_at),
    "expect agreed PLACE: CHIPS|nothing|not yet": (r"expect agreed ([^:]+): (.+)", _expect_agreed),
    "expect slip fill|credit N prepared|verified|received|void": _expect_slip,
    "expect shifts ID HH:MM-HH:MM|now, …": (
        r"expect shifts (.+)",
        lambda it: _expect_turns(it, _day(it).shifts, it[1]),
    ),
    "expect seats TABLE: ID HH:MM-HH:MM|now, …": (
        r"expect seats ([^:]+): (.+)",
        lambda it: _expect_turns(it, _table(it).seats, it[2]),
    ),
    "expect drawer [21|PW]: ID HH:MM-HH:MM|now [MONEY], …": (
        r"expect (drawer(?: (?:21|PW))?): (.+)",
        _expect_drawer,
    ),
    "expect note WHAT": _expect_note,
    "expect quarter asks RULE …": ("expect quarter asks (.+)", _expect_asks),
    "expect RULE kept until YYYY-MM-DD": _expect_kept,
    "expect pending YYYY-MM-DD: BOX …|nothing": (
        r"expect pending (\d{4}-\d\d-\d\d): (.+)",
        _expect_pending,
    ),
}
