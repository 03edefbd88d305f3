"""The answer, before all else: balanced or not, the figures everybody asks for, what is to be known."""

from pitdesk.chips import dollars
from printers.drawing.sheets import Answer, Thing, Told
from printers.reports.night import ReportNight
from printers.reports.sums import agp, due_cents, is_counted, percent, verdict
from printers.reports.trail import notable
from printers.slips.layout import calendar_date

MOST = 6  # things on the first page


def answer(night: ReportNight, where: str) -> Answer:
    """The answer of a day.

    where   the number of the section that has all exceptions
    """
    well, words = _verdict(night)
    things = [Thing(what, why, by) for rows in notable(night).values() for _, what, why, by in rows]
    shown = things[:MOST]
    return Answer(
        well, words, _slips(night), _figures(night), (*shown,), len(things) - len(shown), where
    )


def _verdict(night: ReportNight) -> tuple[bool, str]:
    sums, seal = night.sums, night.day.seal
    if seal is None:
        return False, "The day is not sealed. Figures may change."
    if night.pending:
        many = len(seal.pending) > 1
        boxes = ", ".join(seal.pending)
        return False, (
            f"Closed, drop pending: box{'es' * many} {boxes} {'are' if many else 'is'} not counted yet."
        )
    if sums.cash_profit_cents != sums.cash_profit_booked_cents:
        return False, "The cash profit does not agree."
    if off := sums.over_short_cents:
        return False, f"The day is ${dollars(abs(off))} {'over' if off > 0 else 'short'}."
    return True, "The day is balanced."


def _slips(night: ReportNight) -> str:
    """What became of every slip."""
    slips = [*night.day.slips.values()]
    lost = [
        part
        for slip in slips
        for part in ("original", "copy")
        if part not in slip.found and f"{slip.name} {part}" not in night.day.reasons
    ]
    many = f"{len(slips)} slip{'s' * (len(slips) != 1)}"
    if not slips:
        return "No slip was used."
    if lost and night.pending:
        return f"{many}; the boxes not counted yet may hold their parts."
    if lost:
        return f"{many}; {len(lost)} part{'s' * (len(lost) != 1)} neither found nor explained."
    return f"{many}, both parts of each found or explained."


def _figures(night: ReportNight) -> tuple[Told, ...]:
    sums, seal = night.sums, night.day.seal
    profit = _amount(night, sums.cash_profit_cents) if is_counted(night) else "-"
    both = f"counted and booked {verdict(sums)}" if is_counted(night) else "no closing count yet"
    hold = f"hold {percent(night, agp(night), sums.gross_cents).text}"
    if night.pending:
        both = hold = "once the drop is counted"
    off_cents, chips_cents = sums.over_short_cents, sums.over_short_chips_cents
    return (
        Told("Cash profit", profit, both),
        Told(
            "Adjusted gross proceeds",
            _amount(night, agp(night)),
            hold,
        ),
        Told(
            "Bank deposit",
            _amount(night, due_cents(night)) if seal else "-",
            f"due {calendar_date(seal.deposit_due)}" if seal else "not prepared",
        ),
        Told(
            "Over or short",
            _signed(off_cents),
            f"cash {dollars(off_cents - chips_cents)}, chips {dollars(chips_cents)}",
        ),
    )


def _amount(night: ReportNight, cents: int) -> str:
    return "pending" if night.pending else _signed(cents)


def _signed(cents: int) -> str:
    return f"{'-' * (cents < 0)}${dollars(abs(cents))}"
