"""The casino chips inventory log as a report: what an organization owns, where it is, how it came.

Its faces are those of every report: `printers.reports.letter` and `printers.reports.strip`.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import groupby
from textwrap import shorten

from pitdesk.book.past import short
from pitdesk.book.site import GAMES
from pitdesk.chips import Chip, Chips, value_cents
from pitdesk.chipset.inventory import ELSEWHERE, GROUPS, Account, Book, Log, Pair, playing, turned_away
from pitdesk.chipset.moves import Move
from printers.drawing.sheets import (
    Cell,
    Code,
    Column,
    Figure,
    Grid,
    Report,
    Row,
    Section,
    clean,
    facts,
    figures_of,
    money,
    pieces,
)
from printers.slips.layout import calendar_date, clock_time, trade_name

TITLE = "Casino chips inventory log"
HEAD = 80  # letters that have room above a list
NAMED = 6  # heads of books that a footer has room for
HANDS = ("Gaming manager", "Counted and checked by", "Date")
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
        Section("The chips", (_looks(log),)),
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
    organization = clean(log.books[0].organization)
    names = (*filter(None, (organization, *(clean(book.site) for book in log.books))),)
    stamp = max(book.at for book in log.books)
    practice = any(book.practice for book in log.books)
    subject = (*names, calendar_date(stamp.date()))
    return Report(TITLE, subject, stamp, _heads(log), True, tuple(titled), practice)


def _heads(log: Log) -> str:
    if len(log.books) == 1:
        return short(log.books[0].head)
    told = " ".join(short(book.head)[:8] for book in log.books[:NAMED])
    more = len(log.books) - NAMED
    return f"{told} and {more} more" if more > 0 else told


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


def _looks(log: Log) -> Grid:
    """A row per chip type; one that differs from site to site has several."""
    said: dict[tuple[str, ...], list[str]] = {}
    for chip in log.chips:
        for book in log.books:
            if chip in book.accounts:
                said.setdefault((trade_name(chip), *_look(book, chip)), []).append(_site(book))
    several = len(log.books) > 1
    rows = []
    for cells, sites in said.items():
        where = "all" if len(sites) == len(log.books) else ", ".join(sites)
        rows.append(Row((*cells, *([where] if several else []))))
    heads = ("Chip", "Look", "Made by", "In play", "Pictures", *(["Sites"] if several else []))
    wide = ("Look", "Made by", "Sites")
    return _shown("", [Column(head, wide=head in wide) for head in heads], rows)


def _look(book: Book, chip: Chip) -> tuple[str, str, str, str]:
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
    rows = [
        Row(
            (
                trade_name(chip),
                *(pieces(account.flows.get(flow, 0)) for flow in _FLOWS),
                pieces(account.owned),
                money(value_cents(chip.name, account.owned)),
            )
        )
        for chip, account in accounts.items()
    ]
    heads = (*_FLOWS.values(), "= Owned", "Owned, value")
    return Grid(
        "What came and went, pieces",
        (Column("Chip"), *map(figures_of, heads)),
        (*rows, *_total(rows)),
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
        rows.append(Row((trade_name(chip), *map(pieces, counts), account.proof)))
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
        (Column("Chip"), *map(figures_of, heads), Column("Proof")),
        (*rows, *_total(rows, "")),
        (proof, note, *on_the_way),
    )


def _total(rows: Sequence[Row], *after: Cell) -> list[Row]:
    """The sum of figures, column by column; none of none."""
    if not rows:
        return []
    columns = [*zip(*(row.cells[1:] for row in rows), strict=True)][
        : len(rows[0].cells) - 1 - len(after)
    ]
    sums = []
    for column in columns:
        figures = [cell for cell in column if isinstance(cell, Figure)]
        write = money if "." in figures[0].text else pieces
        sums.append(write(sum(figure.amount for figure in figures)))
    return [Row(("All", *sums, *after), "sum")]


# What happened


def _columns(*heads: str, wide: Iterable[str] = (), figures: Iterable[str] = ()) -> list[Column]:
    return [Column(head, head in figures, head in wide) for head in heads]


def _listed(
    title: str,
    log: Log,
    columns: Sequence[Column],
    rows: Iterable[tuple[Book, tuple[Cell, ...]]],
    *notes: str,
) -> Grid:
    """A list of what happened; that of each site under its name, where there are several."""
    told: list[Row] = []
    for book, of_book in groupby(rows, key=lambda row: row[0]):
        if len(log.books) > 1:
            name = shorten(_site(book), HEAD, placeholder="...")  # whole in the first section
            told.append(Row((name, *[""] * (len(columns) - 1)), "head"))
        told += [Row(cells) for _, cells in of_book]
    return _shown(title, columns, told, *notes)


def _shown(title: str, columns: Sequence[Column], rows: Sequence[Row], *notes: str) -> Grid:
    """A list without the columns in which nobody said anything; of no rows it says so."""
    if not rows:
        return Grid(title, (Column("", wide=True),), (Row(("None.",)),))
    plain = [row.cells for row in rows if not row.rank]
    said = [turn for turn in range(len(columns)) if any(cells[turn] for cells in plain)]
    told = (Row(tuple(row.cells[turn] for turn in said), row.rank) for row in rows)
    return Grid(title, tuple(columns[turn] for turn in said), tuple(told), notes)


def _moves(log: Log, *flows: str) -> Iterator[tuple[Book, Move]]:
    return ((book, move) for book in log.books for move in book.moves if move.flow in flows)


def _deliveries(log: Log) -> Grid:
    columns = _columns(
        *("Date", "Invoice", "Chip", "Said", "Counted", "Off", "By", "Because"),
        wide=("Invoice", "Because"),
        figures=("Said", "Counted", "Off"),
    )
    return _listed("", log, columns, _delivered(log))


def _delivered(log: Log) -> Iterator[tuple[Book, tuple[Cell, ...]]]:
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
                came = (f"{move.on}", "none", trade_name(move.chip), "", pieces(move.pieces), "")
                yield book, (*came, clean(move.initials), clean(move.reason))


def _gone(log: Log) -> Grid:
    columns = _columns(
        *("Date", "Entry", "What", "Chip", "Pieces", "By", "Because"),
        wide=("Because",),
        figures=("Pieces",),
    )
    rows = (
        (
            book,
            (
                f"{move.on}",
                f"{move.seq}",
                _GONE[move.flow],
                trade_name(move.chip),
                pieces(move.pieces),
                clean(move.initials),
                clean(move.reason),
            ),
        )
        for book, move in _moves(log, *_GONE)
    )
    return _listed("", log, columns, rows)


def _between(log: Log) -> Grid:
    columns = _columns(
        *("Date", "Entry", "Where", "Chip", "Pieces", "By", "Because"),
        wide=("Where", "Because"),
        figures=("Pieces",),
    )
    rows = []
    for book, move in _moves(log, "to sites", "from sites"):
        away = move.flow == "to sites"
        other = (move.destination if away else move.source).removeprefix("site ")
        where = f"{'to' if away else 'from'} {clean(other)}"
        of = (f"{move.on}", f"{move.seq}", where, trade_name(move.chip), pieces(move.pieces))
        rows.append((book, (*of, clean(move.initials), clean(move.reason))))
    return _listed("Sent and received, by each book", log, columns, rows)


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
            rows.append(Row((*ends, trade_name(chip), *figures, _told(pair, chip))))
    columns = (
        *(Column("From", wide=True), Column("To", wide=True), Column("Chip")),
        *(figures_of("Sent"), figures_of("Received"), Column("", wide=True)),
    )
    return _shown("What one says it sent, what the other says it got", columns, rows)


def _told(pair: Pair, chip: Chip) -> str:
    if pair.sent is None or pair.got is None:
        return "the other site's book is not here"
    left = pair.on_the_way[chip]
    if left < 0:
        return f"{-left:,} more received than sent"
    return f"{left:,} on the way between sites" if left else "agrees"


def _counts(log: Log) -> Grid:
    columns = _columns(
        *("Date", "Entry", "Place", "Counted", "Off", "By", "Because"),
        wide=("Off", "Because"),
        figures=("Counted",),
    )
    rows = (
        (
            book,
            (
                f"{one.on}",
                f"{one.seq}",
                one.fact.place,
                pieces(one.fact.chips.pieces),
                _signed(one.fact.off),
                clean(one.initials),
                clean(one.fact.reason),
            ),
        )
        for book in log.books
        for one in book.counts
    )
    note = "Each by two people, alone, before they compared."
    return _listed("Physical counts of the stores, pieces", log, columns, rows, note)


def _signed(off: Chips) -> str:
    return ", ".join(f"{count:+,} {trade_name(chip)}" for chip, count in off.items()) or "nothing"


def _off(log: Log) -> Grid:
    columns = _columns(
        *("Date", "Entry", "What", "Place", "Chip", "Off", "By"),
        wide=("What",),
        figures=("Off",),
    )
    rows = []
    for book in log.books:
        for move in book.moves:
            if move.off:
                place = move.destination if move.off > 0 else move.source
                of = (f"{move.on}", f"{move.seq}", move.words, place, trade_name(move.chip))
                rows.append((book, (*of, pieces(move.off), clean(move.initials))))
    note = "Over, or short (-), at any count of a bank, a store or a locked tray."
    return _listed("Over and short at counts, pieces", log, columns, rows, note)


def _astray(log: Log) -> Grid:
    columns = _columns(
        *("Date", "Entry", "Table", "Chip", "Pieces", "By", "Because"),
        wide=("Because",),
        figures=("Pieces",),
    )
    rows = (
        (
            book,
            (
                f"{move.on}",
                f"{move.seq}",
                move.destination.removeprefix("tray "),
                trade_name(move.chip),
                pieces(move.pieces),
                clean(move.initials),
                clean(move.reason),
            ),
        )
        for book in log.books
        for move in book.moves
        if move.kind == "stray"
    )
    return _listed("Chips found where they do not belong", log, columns, rows)


def _turned(log: Log) -> Grid:
    columns = _columns(
        *("Date", "Entry", "Chips", "Whose", "What became of them", "By"),
        wide=("Chips", "Whose", "What became of them"),
    )
    rows = (
        (
            book,
            (
                f"{one.on}",
                f"{one.seq}",
                *map(clean, turned_away(one.fact)),
                clean(one.initials),
            ),
        )
        for book in log.books
        for one in book.turned
    )
    return _listed("Chips of others, and chips not redeemed", log, columns, rows)


def _ended(log: Log) -> Grid:
    columns = _columns("Game", "Ended on", "Chips redeemed until", "At", wide=("At",))
    rows = (
        (
            book,
            (
                GAMES.get(ended.game, ended.game).capitalize(),
                calendar_date(ended.on),
                calendar_date(ended.until),
                clean(ended.where),
            ),
        )
        for book in log.books
        for ended in book.ended
    )
    return _listed("", log, columns, rows)


def _signatures(log: Log) -> Section:
    words = (
        "Every chip type agrees: what came, less what went, is where this log says it is."
        if log.agrees
        else "This log DOES NOT AGREE: see where the chips are."
    )
    return Section("Signed", notes=(words,), whole=True, hands=HANDS)
