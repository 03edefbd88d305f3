"""The trail in the report: slips and their fate, exceptions, cameras, who initialed what, the seal."""

from collections.abc import Iterable, Iterator
from datetime import timedelta
from itertools import groupby

from pitdesk import kinds
from pitdesk.book.banks import drawers, game_of
from pitdesk.book.day import Note
from pitdesk.book.entries import Entry
from pitdesk.book.site import GAMES, in_order
from pitdesk.book.slip import PARTS, Slip
from pitdesk.kinds.editions import RECORDS, REREAD
from pitdesk.reports.disputes import disputes, ruled
from printers.drawing.cells import Cell, Code, clean, money
from printers.drawing.grids import columns, facts, figures_of, line, row, words_of
from printers.drawing.sheets import Grid, Row, Section
from printers.reports.floor import moved
from printers.reports.night import ReportNight, initialed
from printers.slips.layout import calendar_date, clock_time

EXCEPTIONS = "Exceptions"
RECORDINGS = "nd.08-04.6"  # for how long they are kept
SERIES = {"fill": "Fills", "credit": "Credits"}

# Slips


def slips(night: ReportNight) -> Section:
    """Every number of both series and what became of it: 99-01.3-08-05(2)."""
    grids = (*(_series(night, series, title) for series, title in SERIES.items()), _voids(night))
    ranges = tuple(_range(night, series) for series in SERIES)
    return Section("Slips", tuple(grid for grid in grids if grid.rows), ranges)


def _of(night: ReportNight, series: str) -> list[Slip]:
    found = [slip for slip in night.day.slips.values() if slip.series == series]
    return sorted(found, key=lambda slip: slip.number)


def _range(night: ReportNight, series: str) -> str:
    numbers = [slip.number for slip in _of(night, series)]
    if not numbers:
        return f"No {series} slip was used."
    first, last = numbers[0], numbers[-1]
    missing = sorted({*range(first, last + 1)} - {*numbers})
    if first == last:
        return f"{series.capitalize()} {first:06} alone."
    words = f"{SERIES[series]} {first:06} to {last:06}, "
    return words + (f"MISSING {spans(missing, 6)}." if missing else "none missing.")


def _series(night: ReportNight, series: str, title: str) -> Grid:
    every = _of(night, series)
    rows = [_fate(night, slip) for slip in every]
    all_cents = sum(slip.chips.cents for slip in every)
    moved_cents = sum(slip.chips.cents for slip in every if moved(slip))
    label = f"{len(every)} slip{'s' * (len(every) != 1)}"
    sums = (f"{sum(map(moved, every))} moved", money(moved_cents), money(all_cents - moved_cents))
    rows += [row(label, "", *sums, *[""] * 7, rank="sum")] if rows else []
    steps = ("Prep.", "Init.", "Ver.", "Rec.", "Void by", "Original", "Copy")
    amounts = map(figures_of, ("Moved", "Not moved"))
    return Grid(title, columns("Number", "Table", "State", *amounts, *steps), tuple(rows))


def _fate(night: ReportNight, slip: Slip) -> Row:
    amount = money(slip.chips.cents)
    signed = [
        clean(slip.signed[step].initials) if step in slip.signed else ""
        for step in ("prepared", "initialed", "verified", "received", "voided")
    ]
    amounts: tuple[Cell, Cell] = (amount, "") if moved(slip) else ("", amount)
    found = [_found(night, slip, part) for part in PARTS]
    return row(f"{slip.number:06}", clean(slip.table), slip.state, *amounts, *signed, *found)


def _found(night: ReportNight, slip: Slip, part: str) -> str:
    """Where a part turned up, or that it did not."""
    if part in slip.found:
        return slip.found[part]
    return "explained" if f"{slip.name} {part}" in night.day.reasons else "not found"


def _voids(night: ReportNight) -> Grid:
    """Why slips were voided, and what became of parts that were not found."""
    rows = []
    for series in SERIES:
        for slip in _of(night, series):
            if slip.state == "void":
                by = clean(slip.signed["voided"].initials)
                rows.append(row(slip.name, "void", clean(slip.reason), by))
            for part in PARTS:
                if reason := night.day.reasons.get(f"{slip.name} {part}"):
                    where = slip.found.get(part)
                    what = f"{part} found in {where}" if where else f"{part} not found"
                    rows.append(row(slip.name, what, *_given(reason)))
    heads = columns("Slip", "What", words_of("Reason"), "By")
    return Grid("Voids, and parts explained", heads, tuple(rows))


def _given(reason: Entry) -> tuple[str, str]:
    return clean(reason.fact.reason), initialed(reason.signatures)


def spans(numbers: Iterable[int], digits: int = 1) -> str:
    """Numbers, each once, as spans: 1-4, 9."""
    runs = groupby(enumerate(sorted(numbers)), key=lambda at: at[1] - at[0])
    found = [[f"{number:0{digits}}" for _, number in run] for _, run in runs]
    return ", ".join("-".join(dict.fromkeys((run[0], run[-1]))) for run in found)


# Exceptions

_KINDS = {  # of an exception → how the keys of its notes begin
    "Over and short": (),
    "Slips that did not match": ("fill ", "credit "),
    "Counts by one person": ("count",),
    "Drop counts that differed": ("box ",),
    "Paper printed again or damaged": ("print ",),
    "The clock": (),
    "Warnings of rules": ("entry ",),
    "Done for a reason": (),
    "Explained": (),
}
# Whose reasons stand in their own place.
_ELSEWHERE = (
    *(kinds.Explain, kinds.Void, kinds.Refuse, kinds.Drop, kinds.Camera, kinds.Reverse),
    *(kinds.OpenDrawer, kinds.Dispute, kinds.Overrule, kinds.Recorder),
)


def exceptions(night: ReportNight) -> Section:
    """Everything out of the ordinary with its reason; refusals to redeem; the cameras; disputes."""
    refused = [_exceptions(night), _refusals(night), _cameras(night)]
    grids = [*refused, *_recorders(night), *_checklists(night), _disputes(night)]
    none = [
        *([] if grids[0].rows else ["No exception is in the book."]),
        *([] if grids[1].rows else ["Nobody was refused redemption."]),
    ]
    return Section(EXCEPTIONS, tuple(grid for grid in grids if grid.rows), tuple(none))


def _kind(note: Note) -> str:
    if note.clock:
        return "The clock"
    found = (kind for kind, starts in _KINDS.items() if note.key.startswith(starts))
    return next(found, "Over and short")


def notable(night: ReportNight) -> dict[str, list[tuple[str, str, str, str]]]:
    """Everything out of the ordinary by its kind, the heaviest first: entry, what, why, initials."""
    day = night.day
    found: dict[str, list[tuple[str, str, str, str]]] = {kind: [] for kind in _KINDS}
    for note in day.notes:
        reason = day.reasons.get(note.key)
        why = _given(reason) if reason else ("NEEDS A REASON" if note.must else "", "")
        found[_kind(note)].append((f"{note.entry}", clean(note.words), *why))
    for entry in day.entries:
        if entry.fact.reason and not isinstance(entry.fact, _ELSEWHERE):
            place = entry.fact.place if isinstance(entry.fact, kinds.Inventory) else ""
            what = f"{entry.kind} {entry.fact.table or place}".strip()
            found["Done for a reason"].append((f"{entry.seq}", clean(what), *_given(entry)))
    shown = {note.key for note in day.notes} | {
        f"{slip.name} {part}" for slip in day.slips.values() for part in PARTS
    }
    for key, reason in day.reasons.items():
        if key not in shown:
            found["Explained"].append((f"{reason.seq}", clean(key), *_given(reason)))
    return {kind: rows for kind, rows in found.items() if rows}


def _exceptions(night: ReportNight) -> Grid:
    rows = [
        one
        for kind, of_kind in notable(night).items()
        for one in (row(kind, "", "", "", rank="head"), *(row(*cells) for cells in of_kind))
    ]
    heads = columns("Entry", words_of("What happened"), words_of("Reason"), "By")
    return Grid(EXCEPTIONS, heads, tuple(rows))


def _disputes(night: ReportNight) -> Grid:
    """Each dispute with its ruling, and what overruled it; none before the fourth edition."""
    rows = []
    for one in disputes(night.day):
        fact = one.dispute
        at = f"{fact.table}{f', seat {fact.seat}' if fact.seat else ''}"
        rows.append(_ruled(night, one.entry, at, fact.reason))
        if one.over:
            rows.append(
                _ruled(night, one.over, at, f"overrules {one.entry.seq}: {one.over.fact.reason}")
            )
    heads = columns("Entry", "Time", "Table", *map(words_of, ("What lay there", "Ruling")), "By")
    return Grid("Disputes at the tables", heads, tuple(rows))


def _ruled(night: ReportNight, entry: Entry, at: str, why: str) -> Row:
    """A ruling as the report has it, with the section that it was made under."""
    words = ruled(entry)
    return row(
        f"{entry.seq}", night.time(entry.at), at, *map(clean, (why, words)), initialed(entry.signatures)
    )


def _refusals(night: ReportNight) -> Grid:
    rows = []
    for refused, entry in night.day.facts(kinds.Refuse):
        what = (str(refused.chips), clean(refused.reason), initialed(entry.signatures))
        rows.append(row(f"{entry.seq}", night.time(entry.at), *what, money(refused.chips.cents)))
    for found, entry in night.day.facts(kinds.Foreign):
        why = clean(", ".join(filter(None, (found.what, found.whose, found.done))))
        what = (f"{found.pieces} not ours", why, initialed(entry.signatures))
        worth = money(found.pieces * found.face_cents)
        rows.append(row(f"{entry.seq}", night.time(entry.at), *what, worth))
    words = map(words_of, ("Chips", "Reason"))
    heads = columns("Entry", "Time", *words, "By", figures_of("Amount"))
    return Grid("Chips refused", heads, tuple(rows))


def _watched(night: ReportNight) -> list[str]:
    """The tables of the log: those that were opened; from edition 3 on each that has video, too."""
    opened = {table.table for table in night.tables}
    seen = {name for name, layout in night.site.tables.items() if layout.video}
    return sorted(opened | (seen if night.day.edition >= REREAD else set()), key=in_order)


def _cameras(night: ReportNight) -> Grid:
    """The daily surveillance review log: 99-01.3-08-04(7)."""
    rows = []
    for table in _watched(night):
        layout = night.site.tables.get(table)
        views = [one for one in night.day.facts(kinds.Camera) if one[0].table == table]
        for seen, entry in views:
            words = (clean(seen.view), clean(seen.reason), initialed(entry.signatures))
            rows.append(row(clean(table), night.time(entry.at), *words))
        for fault, entry in night.day.facts(kinds.Fault):
            if fault.table == table:
                words = (clean(f"{fault.what} not working"), "", initialed(entry.signatures))
                rows.append(row(clean(table), night.time(fault.since), *words))
        if outage := night.day.cameras.failing.get(table):
            since = f"{calendar_date(night.local(outage.since).date())}, {night.time(outage.since)}"
            why = clean(f"not repaired: {outage.what} since {since}")
            rows.append(Row((clean(table), "", why, "", ""), since=3))
        if not views and (layout is None or not night.site.temporary(table, night.day.date)):
            why = "not reviewed" if layout is None or layout.video else "no video at this table"
            rows.append(row(clean(table), "", why, "", ""))
    heads = columns("Table", "Time", words_of("Picture"), words_of("Reason"), "By")
    return Grid("Surveillance review log", heads, tuple(rows))


def _checklists(night: ReportNight) -> Iterator[Grid]:
    """What was looked over at the tables before they opened: 99-01.3-08-02, 08-07."""
    rows = []
    for fact, entry in night.day.facts(kinds.Checklist):
        wrong = "; ".join(f"{item}: {words}" for item, words in fact.faults.items()) or "all fine"
        if fact.away:
            wrong = f"cards taken away: {fact.away}"
        words = (clean(", ".join(fact.looked)), clean(wrong), initialed(entry.signatures))
        rows.append(row(clean(fact.table), night.time(entry.at), *words))
    if rows:
        heads = columns("Table", "Time", words_of("Looked at"), words_of("What is wrong"), "By")
        yield Grid("Checklists", heads, tuple(rows))


def _recorders(night: ReportNight) -> Iterator[Grid]:
    """What was done at the recorders, where the log is kept here: 99-01.3-08-04(5), (6)."""
    rows = []
    for fact, entry in night.day.facts(kinds.Recorder):
        words = (fact.what, clean(fact.recorder), clean(fact.reason), initialed(entry.signatures))
        rows.append(row(clean(fact.table), night.time(entry.at), *words))
    if rows and RECORDINGS in night.rules.rules:  # the first reading of the law knows none
        days, ends = night.rules.value(RECORDINGS, "days", night.day.date), night.day.cameras.spans
        last = max((span.until for span in ends if span.until), default=night.day.last.at)
        until = night.local(last).date() + timedelta(days=days)
        notes = (f"Keep the recordings of this day through {calendar_date(until)}, {days} days.",)
        heads = columns("Table", "Time", "Done", "Recorder", words_of("Reason"), "By")
        yield Grid("Recorders", heads, tuple(rows), notes)


# What is due


def due(night: ReportNight) -> Section:
    """What the seal says was late, or due soon: the Due board of that evening."""
    seal = night.day.seal
    rows = [
        row(calendar_date(one.by), clean(one.words), _late(one, night), clean(one.section))
        for one in (seal.due if seal else ())
    ]
    heads = columns("By", words_of("What"), "", "Section")
    notes = () if rows else ("Nothing is due in the next two weeks." if seal else "Known at the seal.",)
    return Section("What is due", (Grid("", heads, tuple(rows)),) if rows else (), notes, since=RECORDS)


def _late(one: kinds.Wanted, night: ReportNight) -> str:
    return "LATE" if one.by < night.day.date else "today" if one.by == night.day.date else ""


# Initials and seal


def initials(night: ReportNight) -> Section:
    """Who initialed what, person by person."""
    people: dict[str, tuple[set[str], set[str], dict[str, list[Entry]]]] = {}
    for entry in night.day.entries:
        for signature in entry.signatures:
            letters, roles, kinds = people.setdefault(signature.person, (set(), set(), {}))
            letters.add(clean(signature.initials))
            roles.add(signature.role)
            kinds.setdefault(entry.kind, []).append(entry)
    rows = []
    for person in sorted(people, key=lambda one: (night.name(one), one)):
        letters, roles, kinds = people[person]
        done = "; ".join(_done(night, kind, entries) for kind, entries in kinds.items())
        rows.append(row(night.name(person), ", ".join(sorted(letters)), ", ".join(sorted(roles)), done))
    heads = columns("Name", "Initials", words_of("Acted as"), words_of("Initialed"))
    notes = ("Slips by their own numbers; everything else by the numbers of its entries.",)
    return Section("Initials", (Grid("Who initialed what", heads, tuple(rows), notes),))


def _done(night: ReportNight, kind: str, entries: list[Entry]) -> str:
    """Entries of one kind: "verify fill 000001-000004", "redeem 17, 18"."""
    by_series: dict[str, list[int]] = {}
    for entry in entries:
        slip = night.day.by_entry.get(entry.about or entry.seq)
        series = slip.series if slip else ""
        by_series.setdefault(series, []).append(slip.number if slip else entry.seq)
    return ", ".join(
        f"{kind if kind in ('', series) else f'{kind} {series}'.strip()}"
        f" {spans({*numbers}, 6 if series else 1)}"
        for series, numbers in by_series.items()
    )


def head(night: ReportNight) -> Grid:
    """Whose day this is, from when to when, under which rules."""
    day, seal = night.day, night.day.sealed
    opened, closed = night.local(day.opened.at), night.local(seal.at if seal else night.stamp)
    notes = []
    if opened.utcoffset() != closed.utcoffset():
        notes.append("The clocks were changed during this day: see the offsets from UTC.")
    return facts(
        "",
        [
            *zip(("Organization", "Site"), night.names, strict=True),
            ("Gaming day", f"{calendar_date(day.date)}, day {day.number}"),
            *_gap(night),
            ("Opened", f"{calendar_date(opened.date())}, {clock_time(opened)}"),
            ("Closed" if seal else "As of", f"{calendar_date(closed.date())}, {clock_time(closed)}"),
            ("State", _state(night)),
            *_banks(night),
            ("Rulebook", day.opening.rulebook or night.rules.name),
        ],
        tuple(notes),
    )


def _state(night: ReportNight) -> str:
    if not night.day.seal:
        return "NOT SEALED: figures may change"
    if night.pending:
        boxes = ", ".join(map(clean, night.day.seal.pending))
        return f"closed, DROP PENDING: box {boxes} waits to be counted. Everything else is final"
    return "sealed, 2nd issue: the drop was counted later" if night.day.finished else "sealed"


def _banks(night: ReportNight) -> Iterable[tuple[str, str] | Row]:
    """The combined bank's approval, or which drawer is whose where each game has its own."""
    used, approval = drawers(night.day), night.site.settings.combined
    if len(used) > 1:
        said = (f"{drawer}: {GAMES[game_of(night.day, drawer)]}" for drawer in used)
        yield line("Cash banks", "; ".join(said), since=3)
    elif not night.day.opening.keeper:
        yield "Cash banks", f"combined, approval {clean(approval)}" if approval else ""


def _gap(night: ReportNight) -> Iterable[Row]:
    """The day before, where this one does not follow it on the calendar."""
    before = night.day.opening.before
    if not before or (apart := (night.day.date - before).days) == 1:
        return
    dates = f"{apart - 1} dates" if apart > 2 else "1 date"
    words = f"no day on the {dates} between" if apart > 0 else "AHEAD of this day"
    yield line("The day before", f"{calendar_date(before)}, {words}", since=2)


def seal(night: ReportNight) -> Section:
    """The chain's head, what was verified before closing, and lines to sign by hand."""
    day = night.day
    rulebook = day.opening.rulebook_sha256 or night.rules.sha256
    span = f"{day.count}, entry {day.opened.seq} to {day.last.seq}"
    if not day.sealed or not day.seal:
        so_far = facts(
            "", [("State", "NOT SEALED"), ("Entries so far", span), ("Rulebook", _grouped(rulebook))]
        )
        return Section("Seal", (so_far,))
    said, by = day.seal, day.sealed.signatures
    formula = (
        '1: SHA-256 over "pitdesk 1", a newline, the link before'
        " it (32 bytes), and the bytes of the entry"
    )
    sealed_by = ", ".join(f"{night.name(s.person)} ({clean(s.initials)}), {s.role}" for s in by)
    grid = facts(
        "",
        [
            ("Seal", f"entry {day.sealed.seq}, the head of the chain when the day was closed"),
            ("Head", _grouped(day.sealed.hash.hex())),
            ("Verified before", f"the whole book to entry {said.verified}, whose link is"),
            ("", _grouped(said.head)),
            ("Entries of the day", span),
            ("Formula", formula),
            ("Rulebook", _grouped(rulebook)),
            ("Sealed by", sealed_by),
            *_finished(night),
        ],
    )
    sign = ("Shift manager: signature, date", "Second person: signature, date")
    return Section("Seal", (grid,), whole=True, sign=sign)


def _finished(night: ReportNight) -> list[tuple[str, Cell]]:
    """What finished the day, once its boxes were counted."""
    if not (late := night.day.finished):
        return []
    words = f"entry {late.seq}, by {initialed(late.signatures)}, whose link is"
    return [("Finished after the count", words), ("", _grouped(late.hash.hex()))]


def _grouped(hexadecimal: str) -> Code:
    return Code(" ".join(hexadecimal[i : i + 4] for i in range(0, len(hexadecimal), 4)))
