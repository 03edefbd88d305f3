"""The commands of chips: where they are, the set, the inventory log, the notice of an ended game."""

import argparse
from contextlib import ExitStack
from datetime import date, datetime
from pathlib import Path

from pitdesk.book.journal import Journal
from pitdesk.book.past import fiscal_year, quarters, recent
from pitdesk.book.site import GAMES, Site
from pitdesk.chipset.appearance import Look
from pitdesk.chipset.inventory import history, holdings, listed, log, where
from pitdesk.chipset.law import COLORS, binding, confusable, mismeasured, unlawful
from pitdesk.clock import MachineClock
from pitdesk.commands.answers import DONE, NO, print_json, print_rows, reading, written
from pitdesk.commands.arguments import BOOK, JSON, WIDTHS, Commands, chip_of, option, pdf
from pitdesk.errors import Trouble
from pitdesk.rules.book import Rulebook

commands = Commands()


@commands.add(
    BOOK,
    JSON,
    option("--history", type=chip_of, metavar="CHIP", help="one chip type, such as '$5' or 'pw$2'"),
)
def chips(given: argparse.Namespace) -> int:
    """Show where the chips of every type are, or everything that happened to one type.

    Owned: what is on hand, with players, and unaccounted for at counts.
    """
    with reading(given) as journal:
        site, held = Site.of(journal.setup()), holdings(journal)
        moves = history(journal, given.history) if given.history else []
    if given.json:
        return print_json(moves if given.history else {chip.name: at for chip, at in held.items()})
    print_rows(*(listed(moves, site) if given.history else where(held, site)))
    return DONE


@commands.add(BOOK, pdf("write the chip set in true size, for paper", required=False))
def chip_set(given: argparse.Namespace) -> int:
    """Check the chips in play: values, names, colors, pairs that look alike.

    Each finding names its section, and PitDesk says whether the prescribed colors bind the site.
    Status 1 if the set is unlawful; where the colors do not bind, they alone do not make it so.
    """
    from printers.reports.chipset import chipset_pdf  # noqa: PLC0415

    book, now = Rulebook.load(), MachineClock().now().at
    with reading(given) as journal:
        site, at = Site.of(journal.setup()), _last(journal)
        on = site.local(now).date()
        first = date(fiscal_year(on) - 1, 7, 1)
        known = recent(quarters(journal, site, on, since=first), on)
    if given.pdf:
        return written(given.pdf, chipset_pdf(site, stamp=at))
    value = lambda rule, name: book.value(rule, name, on)  # noqa: E731
    bound, looks = binding(site, known, value), {c: Look.of(look) for c, look in site.playing.items()}
    wrong = [*unlawful([*looks.items()], {}, site, value)]
    found = [*wrong, *mismeasured(looks, value), *confusable(looks, value)]
    print(bound.words)
    for finding in found:
        print(book.refusal(finding.rule, finding.words))
    if not found:
        print("Nothing speaks against the chips in play.")
    return NO if any(finding.rule != COLORS or bound.binds for finding in wrong) else DONE


@commands.add(
    option(
        *("--book", "--books"),
        dest="books",
        type=Path,
        nargs="+",
        required=True,
        metavar="BOOK.db",
        help="the book, or the books of several sites",
    ),
    pdf("for paper; without it, PitDesk prints to the screen", required=False),
    option("--strip", type=int, choices=WIDTHS, default=48, help="columns on the screen"),
)
def inventory(given: argparse.Namespace) -> int:
    """Show the casino chips inventory log, of one site or of all.

    Every chip type: received, sent, returned, destroyed, owned, and where it is; every delivery,
    count and difference. Name the books of all sites of an organization to see them together, and
    whether what one site sent is what the other got. Status 1 if a chip type does not agree.
    """
    from printers.reports.inventory import log_report  # noqa: PLC0415
    from printers.reports.letter import report_pdf  # noqa: PLC0415
    from printers.reports.strip import report_strip  # noqa: PLC0415

    with ExitStack() as opened:
        found = log([opened.enter_context(Journal.read(book)) for book in given.books])
    report = log_report(found)
    if given.pdf:
        written(given.pdf, report_pdf(report))
    else:
        print("\n".join(report_strip(report, given.strip)))
    return DONE if found.agrees else NO


@commands.add(BOOK, option("game", choices=GAMES, metavar="GAME", help=f"{' or '.join(GAMES)}"), pdf())
def notice(given: argparse.Namespace) -> int:
    """Write the notice to post where a game is discontinued.

    Until when its chips are redeemed, and where: as entered under Inventory, Out of play.
    """
    from printers.reports.notice import notice_pdf  # noqa: PLC0415

    with reading(given) as journal:
        site, at = Site.of(journal.setup()), _last(journal)
    if given.game not in site.ended:
        words = f"The book {given.book} does not say that {GAMES[given.game]} has ended"
        raise Trouble(f"{words}. Note it under Inventory, Out of play, first.")
    return written(given.pdf, notice_pdf(site, site.ended[given.game], at))


def _last(journal: Journal) -> datetime:
    """The time of the last entry."""
    if not journal.head.seq:
        raise Trouble(f"The book {journal.path} is empty. Set the site up in it first.")
    return journal.entry(journal.head.seq).at
