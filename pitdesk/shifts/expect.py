"""What a shift file may expect of the book: the lines that begin with `expect`."""

import re

from pitdesk import places
from pitdesk.book.day import Day
from pitdesk.book.figures import figures
from pitdesk.chips import Chips, cents, dollars
from pitdesk.shifts.grammar import pieces
from pitdesk.shifts.read import Line
from pitdesk.shifts.verb import Shift, Verb, written

EXPECTED: list[Verb] = []


@written(
    EXPECTED,
    "expect day gross|prizes|agp|cash profit|outstanding|over/short|deposit MONEY … [due DATE]",
    r"expect day (.+)",
)
def _expect_day(shift: Shift, _: Line, match: re.Match[str]) -> str | None:
    day = _day(shift)
    result = figures(day)
    seal = day.seal
    found = {
        "gross": result.gross,
        "prizes": result.prizes,
        "agp": result.agp,
        "cash profit": result.cash_profit,
        "outstanding": result.outstanding_change,
        "over/short": result.over_short,
        "deposit": seal.deposit_cents if seal else None,
    }
    wrong = [
        f"{name} is {dollars(found[name] or 0)}, not {money}"
        for name, money in _pairs(match[1], "|".join(found))
        if found[name] != cents(money)
    ]
    due = re.search(r"due (\S+)", match[1])
    until = seal.deposit_due.isoformat() if seal else None
    if due and until != due[1]:
        wrong.append(f"the deposit is due {until}, not {due[1]}")
    if result.cash_profit != result.cash_profit_the_other_way:
        wrong.append("cash profit does not agree both ways")
    return "; ".join(wrong) or None


@written(
    EXPECTED,
    "expect table N drop|opener|fills|credits|closer|win MONEY … [hold PERCENT]",
    r"expect table (\S+) (.+)",
)
def _expect_table(shift: Shift, _: Line, match: re.Match[str]) -> str | None:
    results = {row.name: row for row in figures(_day(shift)).tables}
    if match[1] not in results:
        return f"no table {match[1]} today; there are {', '.join(results) or 'none'}"
    result = results[match[1]]
    names = "drop|opener|fills|credits|closer|win"
    wrong = [
        f"{name} of table {match[1]} is {dollars(getattr(result, name))}, not {money}"
        for name, money in _pairs(match[2], names)
        if getattr(result, name) != cents(money)
    ]
    hold = re.search(r"hold (\S+)", match[2])
    if hold and result.hold != hold[1]:
        wrong.append(f"hold of table {match[1]} is {result.hold}, not {hold[1]}")
    return "; ".join(wrong) or None


@written(EXPECTED, "expect at PLACE: CHIPS|MONEY|nothing", r"expect at ([^:]+): (.+)")
def _expect_at(shift: Shift, _: Line, match: re.Match[str]) -> str | None:
    place, wanted = match.groups()
    if not places.is_place(place):
        raise ValueError(f"'{place}' is no place")
    held = dict(shift.desk.journal.balances().get(place, {}))
    money = held.pop("cash", 0), held.pop("checks", 0)
    chips = Chips.named(held)
    if wanted == "nothing" and any(money) and place != places.PATRONS:
        return f"at {place}: {dollars(sum(money))}"
    if "x" in wanted or wanted == "nothing":
        return None if chips == pieces(wanted) else f"at {place}: {chips}"
    return None if money[0] == cents(wanted) else f"at {place}: {dollars(money[0])}"


@written(EXPECTED, "expect agreed PLACE: CHIPS|nothing|not yet", r"expect agreed ([^:]+): (.+)")
def _expect_agreed(shift: Shift, _: Line, match: re.Match[str]) -> str | None:
    place, wanted = match.groups()
    agreed = shift.desk.agreed(place)
    if agreed == (None if wanted == "not yet" else pieces(wanted)):
        return None
    return f"the {place} is not agreed on yet" if agreed is None else f"agreed at {place}: {agreed}"


@written(
    EXPECTED,
    "expect slip fill|credit N prepared|verified|received|void",
    r"expect slip (fill|credit) (\d+) (\w+)",
)
def _expect_slip(shift: Shift, _: Line, match: re.Match[str]) -> str | None:
    slip = _day(shift).slips.get((match[1], int(match[2])))
    if slip is None:
        return f"there is no {match[1]} {match[2]}"
    return None if slip.state == match[3] else f"{slip.name} is {slip.state}"


@written(EXPECTED, "expect note WHAT", r"expect note (.+)")
def _expect_note(shift: Shift, _: Line, match: re.Match[str]) -> str | None:
    keys = {note.key for note in _day(shift).notes}
    return None if match[1] in keys else f"no note '{match[1]}'; there are {sorted(keys)}"


def _day(shift: Shift) -> Day:
    if shift.desk.day is None:
        raise ValueError("no day was opened yet")
    return shift.desk.day


def _pairs(text: str, names: str) -> list[tuple[str, str]]:
    """The names with their money; nothing else may stand beside them but `due` and `hold`."""
    pattern = rf"({names}) (-?\$?[\d.,]+)"
    left = re.sub(r"(due|hold) \S+", "", re.sub(pattern, "", text)).strip()
    if left:
        raise ValueError(f"not '{left}'; one of {names}")
    return re.findall(pattern, text)
