"""The house rules of twenty-one, to hang up or to hand out: 99-01.3-08-13. In our own words.

A Letter page: large as a poster, small as a handout. The same rules and limits are the same file.
"""

from collections.abc import Iterator, Mapping
from datetime import datetime

from pitdesk import kinds
from pitdesk.book.limits import Pair
from pitdesk.book.site import Site, in_order
from pitdesk.chips import dollars
from pitdesk.rules.book import Rulebook
from printers.drawing.cells import clean
from printers.drawing.columns import SANS, measure, wrap
from printers.drawing.pen import HEIGHT, WIDTH, Pen
from printers.slips.layout import calendar_date

LEFT, TOP, BOTTOM = 54, HEIGHT - 54, 66
ROOM = WIDTH - 2 * LEFT
PITCH = 132  # of lines, in percent of their letters
LARGEST = {"poster": 19, "handout": 11}  # points of its letters
NOTICE = "nd.08-13.3"
METHODS = {
    "no-peek": "The dealer's second card stays face down until all hands are played.",
    "no-hole-card": "The dealer takes a second card once all hands are played.",
    "card-reader": "A reader looks under the dealer's ace or ten before hands are played.",
}
PLAYERS = (
    "Add up your own hand: the cards count, not what is called.",
    "You are twenty-one or older.",
    "Show with your hand whether you want a card.",
    "Leave the cards where they lie.",
    "Play two betting spaces at most.",
    "Bets beside the table's own are not allowed.",
    "A tie wins nothing and loses nothing.",
    "A pair, or two cards that count ten each, may be split, up to four hands on a space.",
)
Line = tuple[str, bool]  # words; whether it is heavy


def poster_pdf(
    site: Site, posted: Mapping[str, Pair], rules: Rulebook, stamp: datetime, how: str = "poster"
) -> bytes:
    """The page.

    posted   table of twenty-one → its limits, in cents
    stamp    the time of the book, by which it is dated;  how: "poster" or "handout"
    """
    pen = Pen(f"House rules of twenty-one, {clean(site.name)}")
    pen.date(stamp, author=site.organization)
    said = [*lines(site, posted, rules, stamp)]
    size, parts = _fitting(said, LARGEST[how])
    y = TOP - 26
    pen.strong(LEFT, y, "House rules of twenty-one", size=26)
    y -= 20
    names = " · ".join(filter(None, (clean(site.organization), clean(site.name))))
    pen.write(LEFT, y, names, size=12)
    y -= 16
    for words, heavy in parts:
        y -= size * PITCH / 100 if words else size * PITCH / 250
        (pen.strong if heavy else pen.write)(LEFT, y, words, size=size)
    pen.rule(LEFT, BOTTOM - 14, ROOM, weight=1)
    version = f"Version {site.options_version} · {calendar_date(site.local(stamp).date())}"
    pen.write(LEFT, BOTTOM - 28, f"{version}{'  PRACTICE' if site.practice else ''}", size=9)
    pen.canvas.showPage()
    return pen.data()


def lines(site: Site, posted: Mapping[str, Pair], rules: Rulebook, stamp: datetime) -> Iterator[Line]:
    """What it says, line by line; "" for a gap."""
    options = site.options
    yield "The table", True
    yield from ((words, False) for words in _limits(posted))
    if options.method:
        yield METHODS[options.method], False
    draws = "draws on a soft seventeen" if options.soft17 else "stands on every seventeen"
    yield f"The dealer {draws}. A natural pays three to two.", False
    yield "", False
    yield "Players", True
    yield from ((words, False) for words in (*PLAYERS, *_chosen(options)))
    yield "", False
    yield "Notice", True
    on = site.local(stamp).date()
    fine, years = rules.value(NOTICE, "dollars", on), rules.value(NOTICE, "years", on)
    yield (
        "Whoever knowingly uses a fraudulent scheme or technique to cheat or skim at twenty-one commits"
        f" a class C felony, whatever the amount: a fine of ${fine:,}, {years} years in jail, or both.",
        False,
    )
    policies = {"Checks that are not honored": options.checks, "Mistakes": options.mistakes}
    for what, policy in policies.items():
        if policy:
            yield f"{what}: {clean(policy)}.", False


def _limits(posted: Mapping[str, Pair]) -> Iterator[str]:
    """The limits, in one line where all tables have the same."""
    pairs: dict[Pair, list[str]] = {}
    for table in sorted(posted, key=in_order):
        pairs.setdefault(posted[table], []).append(table)
    if not pairs:
        yield "Lowest and highest bet: as the plaque on the table says."
    for (low, high), tables in pairs.items():
        amounts = f"${dollars(low).removesuffix('.00')} to ${dollars(high).removesuffix('.00')}"
        at = "at every table" if len(pairs) == 1 else f"at table {', '.join(map(clean, tables))}"
        yield f"Bets from {amounts} {at}."


def _chosen(options: kinds.Options) -> Iterator[str]:
    """What the house has chosen of what it may."""
    yield "You may double your first two cards, but not split aces."
    yield f"A double is as much as your bet{', or less' if options.double_less else ''}."
    if options.insurance:
        even = " With a natural you may take even money instead." if options.even_money else ""
        yield f"Insurance is offered: half of your bet, paid two to one.{even}"
    else:
        yield "Insurance is not offered."
    if not options.tips:
        yield "Tips for the dealer are not bet."
        return
    most = f"${dollars(options.tip_cents)}" if options.tip_cents else "the table's highest bet"
    yield f"Tips for the dealer may be bet, from 50 cents to {most}, one on a space."
    less = " or for less" if options.tip_less else ""
    twice = f"may be doubled, for as much{less}" if options.tip_doubles else "is not doubled"
    yield f"A tip bet {twice}."


def _fitting(said: list[Line], largest: int) -> tuple[int, list[Line]]:
    """The size of letters at which all of it fits on the page, and its lines at that size."""
    for size in range(largest, 6, -1):
        parts = [
            (part, heavy) for words, heavy in said for part in (wrap(words, ROOM, SANS, size) or [""])
        ]
        high = sum(size * PITCH // 100 if words else size * PITCH // 250 for words, _ in parts)
        if high <= TOP - 62 - BOTTOM - size and all(
            measure(words, SANS, size) <= ROOM for words, _ in parts
        ):
            return size, parts
    return size, parts
