"""The day in one sum: the summary, cash profit worked out both ways, prizes on both bases, deposit."""

from pitdesk import places
from pitdesk.book.figures import Figures, held
from printers.drawing.sheets import (
    Cell,
    Column,
    Figure,
    Grid,
    Row,
    Section,
    facts,
    figures_of,
    money,
    steps,
)
from printers.reports.floor import by_game, hold
from printers.reports.night import Evening
from printers.slips.layout import calendar_date

_BASIS = "nd.02-01.9j"
_BASES = {"tables": "by the tables", "redemptions": "by chips redeemed"}


def sums(evening: Evening) -> Section:
    """Everything in section 5."""
    grids = (_games(evening), _prizes(evening), *_profit(evening), *_deposit(evening))
    return Section("The day in one sum", grids, whole=True)


def summary(evening: Evening) -> Grid:
    """The six figures of 99-01.3-08-16(1), and what stands beside them, for the first page."""
    figures = evening.sums
    prizes = _prizes_on(figures, basis(evening))
    agp = figures.gross_cents - prizes
    return facts(
        "Summary",
        [
            ("Gross proceeds", money(figures.gross_cents)),
            (f"- Prizes, {_basis_words(evening)}", money(prizes)),
            ("= Adjusted gross proceeds", money(agp)),
            ("Percent of hold", _percent(agp, figures.gross_cents)),
            *_summary_cash(evening, figures.cash_profit_cents - agp),
            *_summary_deposit(evening),
        ],
        beside=True,
    )


def _summary_cash(evening: Evening, long: int) -> list[tuple[str, Cell]]:
    """Cash profit, and what of it is long or short on the rulebook's basis, in cents."""
    figures = evening.sums
    if not _counted(evening):
        return [("Cash profit", "no closing count yet")]
    return [
        ("Cash profit", money(figures.cash_profit_cents)),
        ("Cash profit, worked out both ways", _verdict(figures)),
        ("Chips gone out (+) or come in (-)", money(long - figures.over_short_cents)),
        ("+ Over (+) or short (-) at a count", money(figures.over_short_cents)),
        ("= Cash long (+) or short (-)", money(long)),
    ]


def _summary_deposit(evening: Evening) -> list[tuple[str, Cell]]:
    if not (seal := evening.day.seal):
        return [("Bank deposit", "not prepared")]
    due = calendar_date(seal.deposit_due)
    return [("Bank deposit", money(seal.deposit_cents)), ("Deposit due", due)]


def basis(evening: Evening) -> str:
    """Which prizes the rulebook takes for its summary: "tables" or "redemptions"."""
    kept = evening.day.seal.prize_basis if evening.day.seal else None
    return str(kept or evening.rules.value(_BASIS, "prize_basis", evening.day.date))


def _basis_words(evening: Evening) -> str:
    return _BASES.get(basis(evening), basis(evening))


def _prizes_on(figures: Figures, which: str) -> int:
    return figures.redeemed_cents if which == "redemptions" else figures.prizes_cents


def _percent(part_cents: int, whole_cents: int) -> Figure:
    found = held(part_cents, whole_cents)
    return Figure(found if found == "-" else f"{found}%")


def _counted(evening: Evening) -> bool:
    """Whether the drawer has its closing count: before it there is no cash profit to speak of."""
    return places.DRAWER in evening.day.ending


def _verdict(figures: Figures) -> str:
    """Whether both ways of working out the cash profit agree."""
    if off := figures.cash_profit_cents - figures.cash_profit_booked_cents:
        return f"DO NOT AGREE, difference {money(off).text}"
    return "agree"


def _games(evening: Evening) -> Grid:
    """Each game's part, with the over/short assigned as 99-01.3-08-16(4) says."""
    games = by_game(evening)
    off = evening.sums.over_short_cents
    bearer = "21" if "21" in games or not games else next(iter(games))
    totals = [*games.values(), evening.sums.all]
    borne = [off if game == bearer else 0 for game in games] + [off]
    lines: list[tuple[str, list[Figure], str]] = [
        ("Gross proceeds", [money(total.drop_cents) for total in totals], ""),
        ("- Prizes, by the tables", [money(total.drop_cents - total.win_cents) for total in totals], ""),
        ("= Adjusted gross proceeds", [money(total.win_cents) for total in totals], "sum"),
        ("Percent of hold", [hold(total) for total in totals], ""),
        ("Over/short", [*map(money, borne)], ""),
    ]
    notes = ("The over/short of a combined bank is assigned to twenty-one (99-01.3-08-16(4)).",)
    return Grid(
        "By game",
        (Column("", wide=True), *map(figures_of, (*(t.name for t in games.values()), "All"))),
        tuple(Row((label, *cells), rank) for label, cells, rank in lines),
        notes if len(games) > 1 else (),
        turned=True,
    )


def _prizes(evening: Evening) -> Grid:
    """Prizes on both bases; the legal definition could not be read when the rulebook was written."""
    figures = evening.sums
    columns = [
        _on_basis(figures, figures.prizes_cents, figures.outstanding_change_cents),
        _on_basis(
            figures,
            figures.redeemed_cents,
            figures.outstanding_change_cents - figures.prizes_cents + figures.redeemed_cents,
        ),
    ]
    rows = tuple(
        Row((label, *(column[turn][1] for column in columns)), rank)
        for turn, (label, _, rank) in enumerate(columns[0])
    )
    rule = evening.rules.rules[_BASIS]
    kept = evening.day.seal.prize_basis_text if evening.day.seal else None
    return Grid(
        "Prizes on both bases",
        (Column("", wide=True), *(figures_of(words.capitalize()) for words in _BASES.values())),
        rows if _counted(evening) else rows[:_BEFORE_COUNT],
        (
            f"For its summary the rulebook takes prizes {_basis_words(evening)}"
            f" ({rule.section}; text {kept or rule.text}).",
        ),
        turned=True,
        beside=True,
    )


_BEFORE_COUNT = 4  # lines of a basis that need no closing count


def _on_basis(figures: Figures, prizes: int, gone_out: int) -> list[tuple[str, Cell, str]]:
    """One basis: what is long beyond the counts is chips that left the tables and came nowhere."""
    agp = figures.gross_cents - prizes
    return [
        ("Gross proceeds", money(figures.gross_cents), ""),
        ("- Prizes", money(prizes), ""),
        ("= Adjusted gross proceeds", money(agp), "sum"),
        ("Percent of hold", _percent(agp, figures.gross_cents), ""),
        ("Cash profit", money(figures.cash_profit_cents), ""),
        ("- Adjusted gross proceeds", money(agp), ""),
        ("= Cash long (+) or short (-)", money(figures.cash_profit_cents - agp), "sum"),
        ("Of it chips gone out", money(gone_out), ""),
        ("Of it over or short at a count", money(figures.over_short_cents), ""),
    ]


def _profit(evening: Evening) -> list[Grid]:
    """Cash profit as it was counted, and as it was booked; they must agree to the cent."""
    figures = evening.sums
    booked = [
        ("Adjusted gross proceeds, by the tables", figures.agp_cents, ""),
        ("+ Change in chips outstanding", figures.outstanding_change_cents, ""),
        ("+ Over/short, cash", figures.over_short_cash_cents, ""),
        ("+ Over/short, chips", figures.over_short_chips_cents, ""),
        ("= Cash profit", figures.cash_profit_booked_cents, "sum"),
    ]
    if not _counted(evening):
        note = "The closing counts are not in: there is no counted cash profit yet."
        return [steps("Cash profit, booked so far", booked, (note,))]
    counted = [
        ("Drop cash", figures.gross_cents, ""),
        ("+ Ending cash on hand", figures.end_cash_cents, ""),
        ("- Starting cash on hand", figures.start_cash_cents, ""),
        ("- Withdrawals from the gaming account", figures.withdrawals_cents, ""),
        ("- Loans on IOUs", figures.loans_cents, ""),
        ("+ IOUs paid back", figures.paybacks_cents, ""),
        ("- Prizes paid by check", figures.by_check_cents, ""),
        ("= Cash profit", figures.cash_profit_cents, "sum"),
    ]
    note = f"Counted and booked {_verdict(figures)}."
    return [
        steps("Cash profit, counted", counted),
        steps("Cash profit, booked", booked, (note,), beside=True),
    ]


def _deposit(evening: Evening) -> list[Grid]:
    """The deposit of 99-01.3-03-10(1), line by line, as the seal keeps it."""
    figures, seal = evening.sums, evening.day.seal
    if not seal:
        return [steps("Deposit", [("Not prepared: the day is not sealed.", None, "")])]
    next_start, deposit = seal.cents, seal.deposit_cents
    increase = next_start - figures.supplied_cents
    way = "- Increase" if increase >= 0 else "+ Decrease"
    due = calendar_date(seal.deposit_due)
    names = " and ".join(game.name.lower() for game in by_game(evening).values()) or "no game"
    notes = [
        f"Due {due} (99-01.3-03-10(1)). Deposit slip: {evening.names[1] or 'site'},"
        f" {names}, activity of {calendar_date(evening.day.date)}."
    ]
    if off := figures.deposit_cents(next_start) - deposit:
        notes.append(f"The sealed deposit is off this sum by {money(off).text}.")
    return [
        steps(
            "Bank deposit",
            [
                ("Cash profit", figures.cash_profit_cents, ""),
                (f"{way} of the starting cash", abs(increase), ""),
                ("+ Prizes paid by check", figures.by_check_cents, ""),
                ("= Bank deposit", deposit, "sum"),
                ("In checks", seal.deposit_checks_cents, ""),
                ("+ In cash", deposit - seal.deposit_checks_cents, ""),
                ("= Bank deposit", deposit, "sum"),
            ],
            tuple(notes),
        ),
        steps(
            "Increase (+) or decrease (-) of the starting cash",
            [
                ("Next starting cash", next_start, ""),
                ("- Starting cash on hand", figures.start_cash_cents, ""),
                ("- Withdrawals from the gaming account", figures.withdrawals_cents, ""),
                ("- Loans on IOUs", figures.loans_cents, ""),
                ("+ IOUs paid back", figures.paybacks_cents, ""),
                ("= Increase or decrease", increase, "sum"),
            ],
            beside=True,
        ),
    ]
