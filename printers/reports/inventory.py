"""The casino chips inventory log as a report: what an organization owns, where it is, how it came."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import groupby
from textwrap import shorten

from pitdesk.book.past import short
from pitdesk.book.site import GAMES
from pitdesk.chips import Chip, Chips
from pitdesk.chipset.inventory import (
    ELSEWHERE,
    GROUPS,
    Account,
    Book,
    Log,
    LoggedEntry,
    Shipment,
    playing,
    turned_away,
)
from pitdesk.chipset.moves import Move
from pitdesk.kinds import Fact
from printers.drawing.cells import Cell, Code, Figure, clean, money, pieces
from printers.drawing.grids import columns, facts, figures_of, row, total, words_of
from printers.drawing.sheets import Column, Grid, Report, Row, Section
from printers.slips.layout import calendar_date, clock_time, trade_name

TITLE = "Casino chips inventory log"
HEAD = 80  # letters that have room above a list
NAMED = 6  # heads of books that a footer has room for
SIGN = ("Gaming manager", "Counted and checked by", "Date")
_FLOWS = {  # as the entries have them → head
    "opening": "Opening count",
    "received": "+ Received",
    "from sites": "+ From other sites",
    "to sites": "- To other sites",
    "returned": "- Returned",
    "destroyed": "- Destroyed",
}
_WHERES = {
    "bank": "Chip bank",
    "reserve": "+ Reserve",
    "damaged": "+ Damaged",
    "trays": "+ Trays",
    "in transit": "+ On the way",
    "jar bar": "+ Jar bar",
    "tips": "+ Tips",
    ELSEWHERE: "+ Elsewhere",
}
_GONE = {"returned": "returned to the supplier", "destroyed": "destroyed"}
assert (*_WHERES,) == GROUPS


def log_report(log: Log) -> Report:
    """The log of one book, or of all sites of an organization, as a report to render."""
    several = len(log.books) > 1
    parts = [
        _books(log),
        Section("The chips", (_appearances(log),)),
        _sums("All sites together" if several else "What is owned and where it is", log.accounts, log),
        *(_sums(_site(book), book.accounts) for book in log.books if several),
        Section("Deliveries", (_deliveries(log),)),
        Section("Returned and destroyed", (_gone(log),)),
        Section("Between the sites", (_between(log), _pairs(log))),
        Section("Counts", (_counts(log), _off(log))),
        Section("Chips astray, foreign or refused", (_astray(log), _turned(log))),
        Section("Games that ended", (_ended(log),)),
        _signatures(log),
    ]
    titled = (replace(part, title=f"{at}  {part.title}") for at, part in enumerate(parts, 1))
    names = filter(None, (clean(log.books[0].organization), *(clean(book.site) for book in log.books)))
    stamp = max(book.at for book in log.books)
    practice = any(book.practice for book in log.books)
    subject = (*names, calendar_date(stamp.date()))
    return Report(TITLE, subject, stamp, _heads(log), True, tuple(titled), practice)


def _heads(log: Log) -> str:
    if len(log.books) == 1:
        return short(log.books[0].head)
    named = " ".join(short(book.head)[:8] for book in log.books[:NAMED])
    more = len(log.books) - NAMED
    return f"{named} and {more} more" if more > 0 else named


def _site(book: Book) -> str:
    return clean(book.site) or "site without a name"


def _books(log: Log) -> Section:
    grids = [
        facts(
            "",
            (
                ("Site", _site(book)),
                ("Last entry", f"{book.seq:,}, {calendar_date(book.at.date())}, {clock_time(book.at)}"),
                ("Chain head", Code(short(book.head))),
            ),
        )
        for book in log.books
    ]
    notes = (
        "For the purpose of the state's form SFN 17930, Casino Chips Inventory Log: to track all casino"
        " chips that an organization owns. The form's own layout is not this one.",
        "Made of the books named here, each verified from its first entry to its last.",
    )
    return Section("The books", tuple(grids), notes)


# The chips


def _appearances(log: Log) -> Grid:
    """A row per chip type; one that differs from site to site has several."""
    seen: dict[tuple[str, ...], list[str]] = {}
    for chip in log.chips:
        for book in log.books:
            if chip in book.accounts:
                seen.setdefault((trade_name(chip), *_appearance(book, chip)), []).append(_site(book))
    several = len(log.books) > 1
    rows = []
    for cells, sites in seen.items():
        where = "all" if len(sites) == len(log.books) else ", ".join(sites)
        rows.append(row(*cells, *([where] if several else [])))
    heads = columns("Chip", words_of("Look"), words_of("Made by"), "In play", "Pictures")
    return _shown("", (*heads, *([words_of("Sites")] if several else [])), rows)


def _appearance(book: Book, chip: Chip) -> tuple[str, str, str, str]:
    look = book.looks.get(chip)
    return (
        clean(look.words) if look else "not in the chip set",
        clean(look.maker) if look else "",
        playing(chip, book.looks, book.retired),
        ("none", "one side", "both sides")[book.pictures.get(chip, 0)],
    )


def _sums(title: str, accounts: Mapping[Chip, Account], log: Log | None = None) -> Section:
    """What came and went, and where it is; with the proof that both are the same."""
    return Section(title, (_flows(accounts), _wheres(accounts, log)), fresh=log is None)


def _flows(accounts: Mapping[Chip, Account]) -> Grid:
    rows = []
    for chip, account in accounts.items():
        flows = [pieces(account.flows.get(flow, 0)) for flow in _FLOWS]
        worth = money(chip.cents * account.owned)
        rows.append(row(trade_name(chip), *flows, pieces(account.owned), worth))
    return Grid(
        "What came and went, pieces",
        columns("Chip", *map(figures_of, (*_FLOWS.values(), "= Owned", "Owned, value"))),
        (*rows, *total("All", rows)),
        ("Opening count: what the book's first counts found. The rest is listed below.",),
    )


def _wheres(accounts: Mapping[Chip, Account], log: Log | None) -> Grid:
    seldom = {"damaged", "in transit", "jar bar", "tips", ELSEWHERE}
    held = {name for account in accounts.values() for name, count in account.on_hand.items() if count}
    shown = {name: head for name, head in _WHERES.items() if name in held or name not in seldom}
    rows = []
    for chip, account in accounts.items():
        on_hand = [account.on_hand.get(name, 0) for name in shown]
        counts = (*on_hand, sum(on_hand), account.players, account.unaccounted, account.in_all)
        rows.append(row(trade_name(chip), *map(pieces, counts), account.proof))
    heads = (*shown.values(), "= On hand", "+ Players", "+ Unaccounted", "= In all")
    wrong = sum(account.off != 0 for account in accounts.values())
    proof = (
        f"PROOF: it does not agree for {wrong} of {len(accounts)} chip types. Keep the books as they are"
        " and have them looked at."
        if wrong
        else "Proof: for every chip type, what is owned is on hand, with players, or unaccounted for."
    )
    note = "Unaccounted: short at counts, less what was over (-)."
    way = log.on_the_way if log else Chips()
    on_the_way = (f"On the way between the sites, in no book: {way}.",) if way else ()
    return Grid(
        "Where they are, pieces",
        columns("Chip", *map(figures_of, heads), "Proof"),
        (*rows, *total("All", rows)),
        (proof, note, *on_the_way),
    )


# What happened


_Cells = tuple[Book, tuple[Cell, ...]]  # what a book says in one row


def _listed(title: str, log: Log, heads: Sequence[Column], rows: Iterable[_Cells], *notes: str) -> Grid:
    """A list of what happened; that of each site under its name, where there are several."""
    shown: list[Row] = []
    for book, of_book in groupby(rows, key=lambda one: one[0]):
        if len(log.books) > 1:
            name = shorten(_site(book), HEAD, placeholder="...")  # in full in the first section
            shown.append(row(name, *[""] * (len(heads) - 1), rank="head"))
        shown += [Row(cells) for _, cells in of_book]
    return _shown(title, heads, shown, *notes)


def _shown(title: str, heads: Sequence[Column], rows: Sequence[Row], *notes: str) -> Grid:
    """A list without the columns that are empty in every row; of no rows it says so."""
    if not rows:
        return Grid(title, (words_of(""),), (row("None."),))
    plain = [row.cells for row in rows if not row.rank]
    filled = [turn for turn in range(len(heads)) if any(cells[turn] for cells in plain)]
    kept = (Row(tuple(row.cells[turn] for turn in filled), row.rank) for row in rows)
    return Grid(title, tuple(heads[turn] for turn in filled), tuple(kept), notes)


def _moves(log: Log, *flows: str) -> Iterator[tuple[Book, Move]]:
    return ((book, move) for book in log.books for move in book.moves if move.flow in flows)


def _entry(one: Move | LoggedEntry[Fact]) -> tuple[str, str]:
    """The date and the entry."""
    return f"{one.on}", f"{one.seq}"


def _moved(move: Move) -> tuple[Cell, ...]:
    """Which chip, how many, by whom, and why."""
    return trade_name(move.chip), pieces(move.pieces), clean(move.initials), clean(move.reason)


_MOVED = columns("Chip", figures_of("Pieces"), "By", words_of("Because"))


def _deliveries(log: Log) -> Grid:
    figures = map(figures_of, ("Said", "Counted", "Off"))
    heads = columns("Date", words_of("Invoice"), "Chip", *figures, "By", words_of("Because"))
    return _listed("", log, heads, _delivered(log))


def _delivered(log: Log) -> Iterator[_Cells]:
    """A row for each type of a delivery; the reason stands where it was off."""
    for book in log.books:
        for one in book.deliveries:
            fact, invoice = one.fact, one.fact.invoice
            for chip in sorted({*fact.chips, *fact.off}):
                said, counted = fact.chips[chip] - fact.off[chip], fact.chips[chip]
                of = f"{clean(invoice.number)} of {clean(invoice.date)}, {clean(invoice.supplier)}"
                figures = (pieces(said), pieces(counted), pieces(counted - said))
                because = clean(fact.reason) if said != counted else ""
                initials = clean(one.initials)
                yield book, (f"{one.on}", of, trade_name(chip), *figures, initials, because)
        invoiced = {one.seq for one in book.deliveries}
        for move in book.moves:
            if move.flow == "received" and move.seq not in invoiced:
                chip_name, counted_pieces, *by = _moved(move)
                yield book, (f"{move.on}", "none", chip_name, "", counted_pieces, "", *by)


def _gone(log: Log) -> Grid:
    moves = _moves(log, *_GONE)
    rows = ((book, (*_entry(move), _GONE[move.flow], *_moved(move))) for book, move in moves)
    return _listed("", log, columns("Date", "Entry", "What", *_MOVED), rows)


def _between(log: Log) -> Grid:
    rows: list[_Cells] = []
    for book, move in _moves(log, "to sites", "from sites"):
        away = move.flow == "to sites"
        other = (move.destination if away else move.source).removeprefix("site ")
        where = f"{'to' if away else 'from'} {clean(other)}"
        rows.append((book, (*_entry(move), where, *_moved(move))))
    heads = columns("Date", "Entry", words_of("Where"), *_MOVED)
    return _listed("Sent and received, by each book", log, heads, rows)


def _pairs(log: Log) -> Grid:
    """What one site says it sent against what the other says it got."""
    rows = []
    for pair in log.pairs:
        for chip in sorted({*(pair.sent or ()), *(pair.got or ())}):
            figures = [
                Figure("no book") if said is None else pieces(said[chip])
                for said in (pair.sent, pair.got)
            ]
            ends = (clean(pair.source), clean(pair.destination))
            rows.append(row(*ends, trade_name(chip), *figures, _agreement(pair, chip)))
    figures_heads = map(figures_of, ("Sent", "Received"))
    heads = columns(words_of("From"), words_of("To"), "Chip", *figures_heads, words_of(""))
    return _shown("What one says it sent, what the other says it got", heads, rows)


def _agreement(pair: Shipment, chip: Chip) -> str:
    if pair.sent is None or pair.got is None:
        return "the other site's book is not here"
    left = pair.on_the_way[chip]
    if left < 0:
        return f"{-left:,} more received than sent"
    return f"{left:,} on the way between sites" if left else "agrees"


def _counts(log: Log) -> Grid:
    rows: list[_Cells] = []
    for book in log.books:
        for one in book.counts:
            fact = one.fact
            off = ", ".join(f"{count:+,} {trade_name(chip)}" for chip, count in fact.off.items())
            by = (clean(one.initials), clean(fact.reason))
            found = pieces(fact.chips.pieces)
            rows.append((book, (*_entry(one), fact.place, found, off or "nothing", *by)))
    off_by = (words_of("Off"), "By", words_of("Because"))
    heads = columns("Date", "Entry", "Place", figures_of("Counted"), *off_by)
    note = "Each by two people, alone, before they compared."
    return _listed("Physical counts of the stores, pieces", log, heads, rows, note)


def _off(log: Log) -> Grid:
    rows: list[_Cells] = []
    for book in log.books:
        for move in book.moves:
            if move.off:
                place = move.destination if move.off > 0 else move.source
                of = (*_entry(move), move.words, place, trade_name(move.chip))
                rows.append((book, (*of, pieces(move.off), clean(move.initials))))
    heads = columns("Date", "Entry", words_of("What"), "Place", "Chip", figures_of("Off"), "By")
    note = "Over, or short (-), at any count of a bank, a store or a locked tray."
    return _listed("Over and short at counts, pieces", log, heads, rows, note)


def _astray(log: Log) -> Grid:
    rows = (
        (book, (*_entry(move), move.destination.removeprefix("tray "), *_moved(move)))
        for book in log.books
        for move in book.moves
        if move.kind == "stray"
    )
    heads = columns("Date", "Entry", "Table", *_MOVED)
    return _listed("Chips found where they do not belong", log, heads, rows)


def _turned(log: Log) -> Grid:
    rows = (
        (book, (*_entry(one), *map(clean, turned_away(one.fact)), clean(one.initials)))
        for book in log.books
        for one in book.turned
    )
    heads = columns("Date", "Entry", *map(words_of, ("Chips", "Whose", "What became of them")), "By")
    return _listed("Chips of others, and chips not redeemed", log, heads, rows)


def _ended(log: Log) -> Grid:
    rows: list[_Cells] = []
    for book in log.books:
        for one in book.ended:
            game = GAMES.get(one.game, one.game).capitalize()
            rows.append((book, (game, *map(calendar_date, (one.on, one.until)), clean(one.where))))
    heads = columns("Game", "Ended on", "Chips redeemed until", words_of("At"))
    return _listed("", log, heads, rows)


def _signatures(log: Log) -> Section:
    words = (
        "Every chip type agrees: what came, less what went, is where this log says it is."
        if log.agrees
        else "This log DOES NOT AGREE: see where the chips are."
    )
    return Section("Signed", notes=(words,), whole=True, sign=SIGN)
