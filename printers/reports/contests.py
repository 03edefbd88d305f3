"""A tournament on paper: what players are told, who paid, who won; the fees of poker. Pure data."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import datetime

from pitdesk.book.figures import held
from pitdesk.book.site import Site
from pitdesk.chips import dollars
from pitdesk.records.contests import FINAL, Contest, Occasion
from printers.drawing.cells import Cell, Figure, clean, money, pieces
from printers.drawing.grids import columns, facts, figures_of, row, total, words_of
from printers.drawing.sheets import Grid, Report, Row, Section
from printers.slips.layout import calendar_date

GAMES = {"21": "Twenty-one", "poker": "Poker"}
BURNS = {"round": "after each round of bets", "deal": "before more cards are dealt"}
TOLD = (
    "Chips of a tournament have no cash value and stay on the table. A player stays at one table in a"
    " round and bets on each hand. Whoever withdraws gives the chips back.",
)
SIGN = ("Gaming manager", "Date")


def contest_report(contest: Contest, site: Site, stamp: datetime, head: str) -> Report:
    """The papers of a tournament; stamp and head are of the book's last entry."""
    of = contest.set
    parts = (
        Section("What players are told", (_told(contest),), TOLD),
        Section("Register of players", (_register(contest),)),
        Section("Prizes", (_prizes(contest),)),
        Section("The sum", (_sum(contest),), sign=SIGN, whole=True),
    )
    names = (*_names(site), calendar_date(of.date))
    return _report(f"Tournament: {clean(of.name)}", names, stamp, head, (parts, site))


def occasion_report(occasion: Occasion, site: Site, stamp: datetime, head: str) -> Report:
    """How a poker occasion is played, its decks, its fees by half hour, and its cash bank."""
    of, closed = occasion.set, occasion.closed
    rows = [
        row(fee.on.isoformat(), fee.time, clean(fee.table), pieces(fee.players), money(fee.cents), by)
        for fee, by in occasion.fees
    ]
    heads = columns("Date", "From", "Table", figures_of("Players"), figures_of("Fee"), "Collected by")
    cash: list[tuple[str, Cell] | Row] = [("State", "not counted yet")]
    if closed:
        cents = (closed.start_cents, closed.end_cents, closed.prizes_cents)
        cash = [*zip(("Starting cash", "Ending cash", "Prizes"), map(money, cents), strict=True)]
    parts = (
        Section("How it is played", (facts("", [*_played(occasion)]),)),
        Section("Decks", (_decks(occasion),)),
        Section("Fees of half hours", (Grid("", heads, tuple(rows)),)),
        Section("Cash bank", (facts("", cash),), sign=SIGN),
    )
    names = (*_names(site), f"{of.since} to {of.until}")
    return _report(f"Poker occasion: {clean(of.name)}", names, stamp, head, (parts, site))


def _played(occasion: Occasion) -> Iterator[tuple[str, Cell]]:
    """The ante and the burn cards: 99-01.3-09-04(9), (14)."""
    ante = occasion.set.ante_cents
    yield "Ante", money(ante) if ante else "none"
    yield "A card is burned", BURNS.get(occasion.set.burn, "not set")


def _decks(occasion: Occasion) -> Grid:
    """Each look at a deck: 99-01.3-09-04(2) to (5)."""
    rows = []
    for fact, by in occasion.decks:
        wrong = "; ".join(f"{item}: {words}" for item, words in fact.faults.items()) or "all fine"
        rows.append(row(clean(fact.table), clean(", ".join(fact.looked)), clean(wrong), by))
    return Grid(
        "", columns("Table", words_of("Looked at"), words_of("What is wrong"), "By"), tuple(rows)
    )


def _names(site: Site) -> tuple[str, ...]:
    return tuple(filter(None, (clean(site.organization), clean(site.name))))


def _report(
    title: str,
    names: Sequence[str],
    stamp: datetime,
    head: str,
    of: tuple[Sequence[Section], Site],
) -> Report:
    parts, site = of
    titled = (replace(part, title=f"{at}  {part.title}") for at, part in enumerate(parts, 1))
    return Report(title, tuple(names), stamp, head, True, tuple(titled), site.practice)


def _told(contest: Contest) -> Grid:
    of = contest.set

    def pair(cents: int, chips: int) -> str:
        return f"${dollars(cents)} for {chips:,} chips" if cents else "none"

    lines: list[tuple[str, Cell] | Row] = [
        ("Game", GAMES[of.game]),
        ("Entry fee", pair(of.fee_cents, of.chips_each)),
        ("Rebuy", pair(of.rebuy_cents, of.rebuy_chips)),
        ("Add-on", pair(of.addon_cents, of.addon_chips)),
        ("Betting spaces of a player", pieces(of.spaces)),
        ("Length", clean(of.length)),
        ("Lowest bet, chips", pieces(of.least)),
        ("Highest bet, chips", pieces(of.most) if of.most else "none"),
        ("Rounds", pieces(of.rounds)),
    ]
    return facts("", lines)


def _register(contest: Contest) -> Grid:
    """Each fee with the day and the initials of who collected it; each player's sum."""
    heads = columns(
        words_of("Player"), "Address", "Fee", figures_of("Paid"), "On", "By", figures_of("Chips")
    )
    return Grid("", heads, tuple(one for player in contest.players for one in _player(contest, player)))


def _player(contest: Contest, name: str) -> Iterator[Row]:
    player = contest.players[name]
    for at, (fee, by) in enumerate(player.fees):
        who = (clean(name) if not at else "", clean(player.address) if not at else "")
        yield row(*who, fee.what, money(fee.cents), fee.on.isoformat(), by, pieces(fee.chips_given))
    words = "in all, withdrew" if player.left else "in all"
    yield row("", "", words, money(player.cents), "", "", "", rank="sum")


def _prizes(contest: Contest) -> Grid:
    rows = [
        row(
            "tournament" if prize.round == FINAL else f"round {prize.round}",
            clean(prize.player) + ", split" * prize.split,
            clean(prize.goods) or "cash",
            prize.on.isoformat(),
            by,
            money(prize.cents),
        )
        for prize, by in contest.prizes
    ]
    heads = columns("Of", words_of("Player"), words_of("What"), "On", "By", figures_of("Worth"))
    return Grid("", heads, (*rows, *total("All", rows)))


def _sum(contest: Contest) -> Grid:
    gross, agp = contest.gross_cents, contest.agp_cents
    return facts(
        "",
        [
            ("Gross proceeds", money(gross)),
            ("- Prizes", money(contest.prizes_cents)),
            ("= Adjusted gross proceeds", money(agp)),
            ("Percent of hold", Figure(held(agp, gross))),
        ],
    )
