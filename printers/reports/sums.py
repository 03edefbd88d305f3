"""The day in one sum: the summary, cash profit worked out both ways, prizes on both bases, deposit."""

from collections.abc import Sequence

from pitdesk import kinds
from pitdesk.book.banks import drawer_of, drawers, game_of
from pitdesk.book.figures import Figures, bank_deposits, held, of_banks
from pitdesk.book.site import GAMES
from printers.drawing.cells import Cell, Figure, money
from printers.drawing.grids import columns, facts, figures_of, line, steps, words_of
from printers.drawing.sheets import Grid, Section
from printers.reports.floor import by_game
from printers.reports.night import PENDING, ReportNight
from printers.slips.layout import calendar_date

_BASIS = "nd.02-01.9j"
_BASES = {"tables": "by the tables", "redemptions": "by chips redeemed"}


def sums(night: ReportNight) -> Section:
    """Everything in section 5."""
    grids = (_games(night), _prizes(night), *_profit(night), *_banks(night), *_deposit(night))
    return Section("The day in one sum", grids, whole=True)


def summary(night: ReportNight) -> Grid:
    """The six figures of 99-01.3-08-16(1), and what stands beside them, for the first page."""
    figures, seal = night.sums, night.day.seal
    agp_cents = agp(night)
    prizes_cents = figures.gross_cents - agp_cents
    deposit: list[tuple[str, Cell]] = [("Bank deposit", "not prepared")]
    if seal:
        due = calendar_date(seal.deposit_due)
        deposit = [("Bank deposit", night.cents(due_cents(night))), ("Deposit due", due)]
    return facts(
        "Summary",
        [
            ("Gross proceeds", night.cents(figures.gross_cents)),
            (f"- Prizes, {_basis_words(night)}", money(prizes_cents)),
            ("= Adjusted gross proceeds", night.cents(agp_cents)),
            ("Percent of hold", percent(night, agp_cents, figures.gross_cents)),
            *_summary_cash(night, figures.cash_profit_cents - agp_cents),
            line("Overnight over (+) or short (-)", money(figures.overnight_cents), since=2),
            *deposit,
        ],
        beside=True,
    )


def agp(night: ReportNight) -> int:
    """Adjusted gross proceeds on the basis that the rulebook takes for its summary, in cents."""
    if basis(night) == "redemptions":
        return night.sums.gross_cents - night.sums.redeemed_cents
    return night.sums.agp_cents


def due_cents(night: ReportNight) -> int:
    """What a sealed day leaves for the gaming account, with what was counted later, in cents."""
    seal = night.day.seal
    assert seal
    return night.sums.deposit_cents(seal.cents) if night.day.finished else seal.deposit_cents


def _summary_cash(night: ReportNight, long_cents: int) -> list[tuple[str, Cell]]:
    """Cash profit, and what of it is long or short on the rulebook's basis, in cents."""
    figures = night.sums
    if not is_counted(night):
        return [("Cash profit", "no closing count yet")]
    return [
        ("Cash profit", night.cents(figures.cash_profit_cents)),
        ("Cash profit, worked out both ways", verdict(figures)),
        ("Chips gone out (+) or come in (-)", money(long_cents - figures.over_short_cents)),
        ("+ Over (+) or short (-) at a count", money(figures.over_short_cents)),
        ("= Cash long (+) or short (-)", money(long_cents)),
    ]


def changed(night: ReportNight) -> list[Grid]:
    """What the boxes that were counted after the seal changed, in the second issue of the report."""
    late = night.day.finished
    if late is None:
        return []
    add, seal = late.of(kinds.FinishDay).changes, night.day.seal
    figures, deposit_cents = night.sums, night.sums.deposit_cents(seal.cents if seal else 0)
    whole = (figures.gross_cents, figures.agp_cents, figures.cash_profit_cents, deposit_cents)
    names = ("gross", "agp", "cash_profit", "deposit")
    words = ("Gross proceeds", "Adjusted gross proceeds", "Cash profit", "Bank deposit")
    rows = [
        (word, cents - add.get(name, 0), add.get(name, 0), cents)
        for word, name, cents in zip(words, names, whole, strict=True)
    ]
    for table in figures.tables:
        more_cents = add.get(f"{table.name}.drop", 0)
        rows.append(
            (f"Drop of table {table.name}", table.drop_cents - more_cents, more_cents, table.drop_cents)
        )
    heads = columns(words_of(""), *map(figures_of, ("1st issue, so far", "+ Counted later", "= Now")))
    lines = tuple(line(word, *map(money, cents)) for word, *cents in rows if cents[1])
    boxes = ", ".join(late.of(kinds.FinishDay).boxes)
    on = calendar_date(night.local(late.at).date())
    notes = (f"Box {boxes}: counted after the seal. Finished on {on}. Nothing else changed.",)
    return [Grid("2nd issue: what changed", heads, lines, notes)]


def basis(night: ReportNight) -> str:
    """Which prizes the rulebook takes for its summary: "tables" or "redemptions"."""
    kept = night.day.seal.prize_basis if night.day.seal else None
    return str(kept or night.rules.value(_BASIS, "prize_basis", night.day.date))


def _basis_words(night: ReportNight) -> str:
    return _BASES.get(basis(night), basis(night))


def percent(night: ReportNight, part_cents: int, whole_cents: int) -> Figure:
    """A part of a whole, both in cents, as 21.08%."""
    if night.pending:
        return PENDING
    found = held(part_cents, whole_cents)
    return Figure(found if found == "-" else f"{found}%")


def is_counted(night: ReportNight) -> bool:
    """Whether the drawer has its closing count: before it there is no cash profit to speak of."""
    return all(drawer in night.day.ending for drawer in drawers(night.day))


def verdict(figures: Figures) -> str:
    """Whether both ways of working out the cash profit agree."""
    if off_cents := figures.cash_profit_cents - figures.cash_profit_booked_cents:
        return f"DO NOT AGREE, difference {money(off_cents).text}"
    return "agree"


def _games(night: ReportNight) -> Grid:
    """Each game's part, with the over/short assigned as 99-01.3-08-16(4) says."""
    games = by_game(night)
    totals = [*games.values(), night.sums.all]
    borne, overnight = _borne(night, list(games))
    lines = (
        line("Gross proceeds", *(night.cents(total.drop_cents) for total in totals)),
        line(
            "- Prizes, by the tables", *(money(total.drop_cents - total.win_cents) for total in totals)
        ),
        line("= Adjusted gross proceeds", *(night.cents(total.win_cents) for total in totals)),
        line("Percent of hold", *(percent(night, one.win_cents, one.drop_cents) for one in totals)),
        line("Over/short", *map(money, borne)),
        line("Overnight over/short", *map(money, overnight), since=2),
    )
    notes = ("The over/short of a combined bank is assigned to twenty-one (99-01.3-08-16(4)).",)
    if night.day.opening.keeper:
        notes = ("Each game has its own cash bank; the chip bank and the reserve count with the first.",)
    heads = columns(words_of(""), *(figures_of(game.name) for game in games.values()), figures_of("All"))
    return Grid("By game", heads, lines, notes if len(games) > 1 else (), turned=True)


def _borne(night: ReportNight, games: Sequence[str]) -> tuple[list[int], list[int]]:
    """Over/short and overnight over/short of each game, then of all: by its bank where it has one."""
    banks = of_banks(night.day)
    bearer = "21" if "21" in games or not games else games[0]
    found: tuple[list[int], list[int]] = ([], [])
    for game in games:
        of = banks.get(drawer_of(night.day, game)) if banks else night.sums if game == bearer else None
        found[0].append(of.over_short_cents if of else 0)
        found[1].append(of.overnight_cents if of else 0)
    found[0].append(night.sums.over_short_cents)
    found[1].append(night.sums.overnight_cents)
    return found


def _banks(night: ReportNight) -> list[Grid]:
    """Cash profit and deposit of each cash bank, where there are several; they add up to the day's."""
    banks = of_banks(night.day)
    if not banks or not is_counted(night):
        return []
    parts = {part.drawer: part for part in bank_deposits(night.day)}
    columns_of = [*banks.values(), night.sums]
    lines: list[tuple[str, list[int]]] = [
        ("Drop cash", [one.gross_cents for one in columns_of]),
        ("+ Ending cash on hand", [one.end_cash_cents for one in columns_of]),
        ("- Starting cash on hand", [one.start_cash_cents for one in columns_of]),
        ("- Withdrawals from the gaming account", [one.withdrawals_cents for one in columns_of]),
        ("- Loans on IOUs, in less out", [one.loans_cents for one in columns_of]),
        ("+ IOUs paid back", [one.paybacks_cents for one in columns_of]),
        ("- Prizes paid by check", [one.by_check_cents for one in columns_of]),
        ("= Cash profit", [one.cash_profit_cents for one in columns_of]),
        ("Of it chips gone out (+) or in (-)", [one.outstanding_change_cents for one in columns_of]),
        ("Of it over (+) or short (-)", [one.over_short_cents for one in columns_of]),
    ]
    if seal := night.day.seal:
        kept = [parts[drawer].next_cents for drawer in banks] + [seal.cents]
        due = [parts[drawer].cents for drawer in banks] + [night.sums.deposit_cents(seal.cents)]
        lines += [("Next starting cash", kept), ("= Bank deposit", due)]
    agree = all(one.cash_profit_cents == one.cash_profit_booked_cents for one in columns_of)
    return [
        Grid(
            "Cash banks",
            columns(
                words_of(""),
                *(figures_of(GAMES[game_of(night.day, drawer)].capitalize()) for drawer in banks),
                figures_of("All"),
            ),
            tuple(line(label, *map(money, cents), since=3) for label, cents in lines),
            (f"Counted and booked {'agree' if agree else 'DO NOT AGREE'} for each bank and in sum.",),
            turned=True,
        )
    ]


def _prizes(night: ReportNight) -> Grid:
    """Prizes on both bases; the legal definition could not be read when the rulebook was written."""
    figures = night.sums
    gone_cents = figures.outstanding_change_cents - figures.prizes_cents + figures.redeemed_cents
    bases = (
        _on_basis(night, figures.prizes_cents, figures.outstanding_change_cents),
        _on_basis(night, figures.redeemed_cents, gone_cents),
    )
    rows = tuple(line(of[0][0], *(cell for _, cell in of)) for of in zip(*bases, strict=True))
    rule = night.rules.rules[_BASIS]
    kept = night.day.seal.prize_basis_text if night.day.seal else None
    note = f"({rule.section}; text {kept or rule.text})."
    return Grid(
        "Prizes on both bases",
        columns(words_of(""), *(figures_of(words.capitalize()) for words in _BASES.values())),
        rows if is_counted(night) else rows[:_BEFORE_COUNT],
        (f"For its summary the rulebook takes prizes {_basis_words(night)} {note}",),
        turned=True,
        beside=True,
    )


_BEFORE_COUNT = 4  # lines of a basis that need no closing count


def _on_basis(night: ReportNight, prizes_cents: int, gone_out_cents: int) -> list[tuple[str, Cell]]:
    """One basis: what is long beyond the counts is chips that left the tables and came nowhere."""
    figures = night.sums
    agp_cents = figures.gross_cents - prizes_cents
    return [
        ("Gross proceeds", night.cents(figures.gross_cents)),
        ("- Prizes", money(prizes_cents)),
        ("= Adjusted gross proceeds", night.cents(agp_cents)),
        ("Percent of hold", percent(night, agp_cents, figures.gross_cents)),
        ("Cash profit", night.cents(figures.cash_profit_cents)),
        ("- Adjusted gross proceeds", night.cents(agp_cents)),
        ("= Cash long (+) or short (-)", money(figures.cash_profit_cents - agp_cents)),
        ("Of it chips gone out", money(gone_out_cents)),
        ("Of it over or short at a count", money(figures.over_short_cents)),
    ]


def _profit(night: ReportNight) -> list[Grid]:
    """Cash profit as it was counted, and as it was booked; they must agree to the cent."""
    figures = night.sums
    booked = [
        ("Adjusted gross proceeds, by the tables", figures.agp_cents),
        ("+ Change in chips outstanding", figures.outstanding_change_cents),
        ("+ Over/short, cash", figures.over_short_cash_cents),
        ("+ Over/short, chips", figures.over_short_chips_cents),
        ("= Cash profit", figures.cash_profit_booked_cents),
    ]
    if not is_counted(night):
        note = "The closing counts are not in: there is no counted cash profit yet."
        return [steps("Cash profit, booked so far", booked, (note,))]
    counted = [
        ("Drop cash", figures.gross_cents),
        ("+ Ending cash on hand", figures.end_cash_cents),
        ("- Starting cash on hand", figures.start_cash_cents),
        ("- Withdrawals from the gaming account", figures.withdrawals_cents),
        ("- Loans on IOUs", figures.loans_cents),
        ("+ IOUs paid back", figures.paybacks_cents),
        ("- Prizes paid by check", figures.by_check_cents),
        ("= Cash profit", figures.cash_profit_cents),
    ]
    note = f"Counted and booked {verdict(figures)}."
    if night.pending:
        note += " Without the drop that is pending."
    return [
        steps("Cash profit, counted", counted),
        steps("Cash profit, booked", booked, (note,), beside=True),
    ]


def _deposit(night: ReportNight) -> list[Grid]:
    """The deposit of 99-01.3-03-10(1), line by line, as the seal keeps it."""
    figures, seal = night.sums, night.day.seal
    if not seal:
        return [steps("Deposit", [("Not prepared: the day is not sealed.", None)])]
    next_start_cents, deposit_cents = seal.cents, seal.deposit_cents
    if night.day.finished:
        deposit_cents += night.day.finished.of(kinds.FinishDay).changes.get("deposit", 0)
    increase_cents = next_start_cents - figures.supplied_cents
    way = "- Increase" if increase_cents >= 0 else "+ Decrease"
    due = calendar_date(seal.deposit_due)
    names = " and ".join(game.name.lower() for game in by_game(night).values()) or "no game"
    notes = [
        f"Due {due} (99-01.3-03-10(1)). Deposit slip: {night.names[1] or 'site'},"
        f" {names}, activity of {calendar_date(night.day.date)}."
    ]
    if night.pending:
        notes.append("The drop that is pending is deposited besides, by the same date.")
    if off_cents := figures.deposit_cents(next_start_cents) - deposit_cents:
        notes.append(f"The sealed deposit is off this sum by {money(off_cents).text}.")
    return [
        steps(
            "Bank deposit",
            [
                ("Cash profit", figures.cash_profit_cents),
                (f"{way} of the starting cash", abs(increase_cents)),
                ("+ Prizes paid by check", figures.by_check_cents),
                ("= Bank deposit", deposit_cents),
                ("In checks", seal.deposit_checks_cents),
                ("+ In cash", deposit_cents - seal.deposit_checks_cents),
                ("= Bank deposit", deposit_cents),
            ],
            tuple(notes),
        ),
        steps(
            "Increase (+) or decrease (-) of the starting cash",
            [
                ("Next starting cash", next_start_cents),
                ("- Starting cash on hand", figures.start_cash_cents),
                ("- Withdrawals from the gaming account", figures.withdrawals_cents),
                ("- Loans on IOUs", figures.loans_cents),
                ("+ IOUs paid back", figures.paybacks_cents),
                ("= Increase or decrease", increase_cents),
            ],
            beside=True,
        ),
    ]
