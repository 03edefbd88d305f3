"""The record in the report: slips and their fate, exceptions, cameras, who initialed what, the seal."""

from collections.abc import Iterable

from pitdesk import kinds
from pitdesk.book.day import PARTS, Note, Slip
from pitdesk.book.entries import Entry
from printers.drawing.sheets import (
    Cell,
    Code,
    Column,
    Grid,
    Row,
    Section,
    clean,
    facts,
    figures_of,
    money,
)
from printers.reports.floor import moved
from printers.reports.night import Evening, initialed
from printers.slips.layout import calendar_date, clock_time

SERIES = {"fill": "Fills", "credit": "Credits"}

# Slips


def slips(evening: Evening) -> Section:
    """Every number of both series and what became of it: 99-01.3-08-05(2)."""
    grids = [_series(evening, series, title) for series, title in SERIES.items()]
    told = _voids(evening)
    return Section(
        "Slips",
        (*(grid for grid in grids if grid.rows), *((told,) if told.rows else ())),
        tuple(_range(evening, series) for series in SERIES),
    )


def _of(evening: Evening, series: str) -> list[Slip]:
    found = [slip for slip in evening.day.slips.values() if slip.series == series]
    return sorted(found, key=lambda slip: slip.number)


def _range(evening: Evening, series: str) -> str:
    numbers = [slip.number for slip in _of(evening, series)]
    if not numbers:
        return f"No {series} slip was used."
    first, last = numbers[0], numbers[-1]
    missing = sorted({*range(first, last + 1)} - {*numbers})
    if first == last:
        return f"{series.capitalize()} {first:06} alone."
    words = f"{SERIES[series]} {first:06} to {last:06}, "
    return words + (f"MISSING {spans(missing, 6)}." if missing else "none missing.")


def _series(evening: Evening, series: str, title: str) -> Grid:
    heads = ("Prep.", "Init.", "Ver.", "Rec.", "Void by", "Original", "Copy")
    rows = [_fate(evening, slip) for slip in _of(evening, series)]
    all_ = _of(evening, series)
    on = sum(slip.chips.cents for slip in all_ if moved(slip))
    off = sum(slip.chips.cents for slip in all_ if not moved(slip))
    count = f"{sum(map(moved, all_))} moved"
    label = f"{len(all_)} slip{'s' * (len(all_) != 1)}"
    total = Row((label, "", count, money(on), money(off), *[""] * 7), "sum")
    return Grid(
        title,
        (
            *map(Column, ("Number", "Table", "State")),
            *map(figures_of, ("Moved", "Not moved")),
            *map(Column, heads),
        ),
        (*rows, total) if rows else (),
    )


def _fate(evening: Evening, slip: Slip) -> Row:
    amount = money(slip.chips.cents)
    signed = [
        clean(slip.signed[step].initials) if step in slip.signed else ""
        for step in ("prepared", "initialed", "verified", "received", "voided")
    ]
    amounts: tuple[Cell, Cell] = (amount, "") if moved(slip) else ("", amount)
    found = [_found(evening, slip, part) for part in PARTS]
    return Row((f"{slip.number:06}", clean(slip.table), slip.state, *amounts, *signed, *found))


def _found(evening: Evening, slip: Slip, part: str) -> str:
    """Where a part turned up, or that it did not."""
    if part in slip.found:
        return slip.found[part]
    return "explained" if f"{slip.name} {part}" in evening.day.reasons else "not found"


def _voids(evening: Evening) -> Grid:
    """Why slips were voided, and what became of parts that were not found."""
    rows = []
    for series in SERIES:
        for slip in _of(evening, series):
            if slip.state == "void":
                by = clean(slip.signed["voided"].initials)
                rows.append(Row((slip.name, "void", clean(slip.reason), by)))
            for part in PARTS:
                if reason := evening.day.reasons.get(f"{slip.name} {part}"):
                    where = slip.found.get(part)
                    what = f"{part} found in {where}" if where else f"{part} not found"
                    rows.append(Row((slip.name, what, *_given(reason))))
    columns = (Column("Slip"), Column("What"), Column("Reason", wide=True), Column("By"))
    return Grid("Voids, and parts explained", columns, tuple(rows))


def _given(reason: Entry) -> tuple[str, str]:
    return clean(reason.fact.reason), initialed(reason.signatures)


def spans(numbers: Iterable[int], digits: int = 1) -> str:
    """Numbers as spans: 1-4, 9."""
    found: list[list[int]] = []
    for number in sorted(numbers):
        if found and number == found[-1][1] + 1:
            found[-1][1] = number
        else:
            found.append([number, number])
    return ", ".join(
        f"{first:0{digits}}" if first == last else f"{first:0{digits}}-{last:0{digits}}"
        for first, last in found
    )


# Exceptions

_KINDS = (
    "Over and short",
    "Slips that did not match",
    "Counts by one person",
    "Drop counts that differed",
    "Paper printed again or damaged",
    "The clock",
    "Warnings of rules",
    "Done for a reason",
    "Explained",
)
_ELSEWHERE = (
    kinds.Explain,
    kinds.Void,
    kinds.Refuse,
    kinds.Drop,
    kinds.Camera,
)  # reasons that stand in their own place


def exceptions(evening: Evening) -> Section:
    """Everything out of the ordinary with its reason; refusals to redeem; the cameras."""
    grids = [_exceptions(evening), _refusals(evening), _cameras(evening)]
    none = [
        *([] if grids[0].rows else ["No exception is in the book."]),
        *([] if grids[1].rows else ["Nobody was refused redemption."]),
    ]
    return Section("Exceptions", tuple(grid for grid in grids if grid.rows), tuple(none))


def _kind(note: Note) -> str:
    starts = {
        "count": "Counts by one person",
        "box ": "Drop counts that differed",
        "print ": "Paper printed again or damaged",
        "fill ": "Slips that did not match",
        "credit ": "Slips that did not match",
    }
    if note.clock:
        return "The clock"
    if note.key.startswith("entry "):
        return "Warnings of rules"
    found = (kind for start, kind in starts.items() if note.key.startswith(start))
    return next(found, "Over and short")


def _exceptions(evening: Evening) -> Grid:
    day = evening.day
    told: dict[str, list[Row]] = {kind: [] for kind in _KINDS}
    for note in day.notes:
        reason = day.reasons.get(note.key)
        why = _given(reason) if reason else ("NEEDS A REASON" if note.must else "", "")
        told[_kind(note)].append(Row((f"{note.entry}", clean(note.words), *why)))
    for entry in day.entries:
        if entry.fact.reason and not isinstance(entry.fact, _ELSEWHERE):
            place = entry.fact.place if isinstance(entry.fact, kinds.Inventory) else ""
            about = entry.fact.table or place
            what = f"{entry.kind} {about}".strip()
            told["Done for a reason"].append(Row((f"{entry.seq}", clean(what), *_given(entry))))
    shown = {note.key for note in day.notes} | {
        f"{slip.name} {part}" for slip in day.slips.values() for part in PARTS
    }
    for key, reason in day.reasons.items():
        if key not in shown:
            told["Explained"].append(Row((f"{reason.seq}", clean(key), *_given(reason))))
    rows = [
        row for kind in _KINDS if told[kind] for row in (Row((kind, "", "", ""), "head"), *told[kind])
    ]
    columns = (
        Column("Entry"),
        Column("What happened", wide=True),
        Column("Reason", wide=True),
        Column("By"),
    )
    return Grid("Exceptions", columns, tuple(rows))


def _refusals(evening: Evening) -> Grid:
    rows = [
        Row(
            (
                f"{entry.seq}",
                evening.time(entry.at),
                str(refused.chips),
                clean(refused.reason),
                initialed(entry.signatures),
                money(refused.chips.cents),
            )
        )
        for refused, entry in evening.day.facts(kinds.Refuse)
    ]
    rows += [
        Row(
            (
                f"{entry.seq}",
                evening.time(entry.at),
                f"{found.pieces} not ours",
                clean(", ".join(filter(None, (found.what, found.whose, found.done)))),
                initialed(entry.signatures),
                money(found.pieces * found.face_cents),
            )
        )
        for found, entry in evening.day.facts(kinds.Foreign)
    ]
    columns = (
        *map(Column, ("Entry", "Time")),
        Column("Chips", wide=True),
        Column("Reason", wide=True),
        Column("By"),
        figures_of("Amount"),
    )
    return Grid("Chips refused", columns, tuple(rows))


def _cameras(evening: Evening) -> Grid:
    """The daily surveillance review log: 99-01.3-08-04(7)."""
    rows = []
    for table in evening.tables:
        layout = evening.site.tables.get(table.table)
        views = [one for one in evening.day.facts(kinds.Camera) if one[0].table == table.table]
        for seen, entry in views:
            told = (clean(seen.view), clean(seen.reason))
            rows.append(
                Row(
                    (
                        clean(table.table),
                        evening.time(entry.at),
                        *told,
                        initialed(entry.signatures),
                    )
                )
            )
        if not views:
            why = "not reviewed" if layout is None or layout.video else "no video at this table"
            rows.append(Row((clean(table.table), "", why, "", "")))
    columns = (
        *map(Column, ("Table", "Time")),
        Column("Picture", wide=True),
        Column("Reason", wide=True),
        Column("By"),
    )
    return Grid("Surveillance review log", columns, tuple(rows))


# Initials and seal


def initials(evening: Evening) -> Section:
    """Who initialed what, person by person."""
    people: dict[str, tuple[set[str], set[str], dict[str, list[Entry]]]] = {}
    for entry in evening.day.entries:
        for signature in entry.signatures:
            letters, roles, kinds = people.setdefault(signature.person, (set(), set(), {}))
            letters.add(clean(signature.initials))
            roles.add(signature.role)
            kinds.setdefault(entry.kind, []).append(entry)
    rows = [
        Row(
            (
                evening.name(person),
                ", ".join(sorted(letters)),
                ", ".join(sorted(roles)),
                "; ".join(_done(evening, kind, entries) for kind, entries in kinds.items()),
            )
        )
        for person, (letters, roles, kinds) in sorted(
            people.items(), key=lambda one: (evening.name(one[0]), one[0])
        )
    ]
    columns = (
        Column("Name"),
        Column("Initials"),
        Column("Acted as", wide=True),
        Column("Initialed", wide=True),
    )
    notes = ("Slips by their own numbers; everything else by the numbers of its entries.",)
    return Section("Initials", (Grid("Who initialed what", columns, tuple(rows), notes),))


def _done(evening: Evening, kind: str, entries: list[Entry]) -> str:
    """Entries of one kind: "verify fill 000001-000004", "redeem 17, 18"."""
    by_series: dict[str, list[int]] = {}
    for entry in entries:
        slip = evening.day.by_entry.get(entry.about or entry.seq)
        series = slip.series if slip else ""
        by_series.setdefault(series, []).append(slip.number if slip else entry.seq)
    return ", ".join(
        f"{kind if kind in ('', series) else f'{kind} {series}'.strip()}"
        f" {spans({*numbers}, 6 if series else 1)}"
        for series, numbers in by_series.items()
    )


def head(evening: Evening) -> Grid:
    """Whose day this is, from when to when, under which rules."""
    day, seal = evening.day, evening.day.sealed
    opened, closed = evening.local(day.opened.at), evening.local(evening.stamp)
    notes = []
    if opened.utcoffset() != closed.utcoffset():
        notes.append("The clocks were changed during this day: see the offsets from UTC.")
    return facts(
        "",
        [
            *zip(("Organization", "Site"), evening.names, strict=True),
            ("Gaming day", f"{calendar_date(day.date)}, day {day.number}"),
            ("Opened", f"{calendar_date(opened.date())}, {clock_time(opened)}"),
            (
                "Closed" if seal else "As of",
                f"{calendar_date(closed.date())}, {clock_time(closed)}",
            ),
            ("State", "sealed" if seal else "NOT SEALED: figures may change"),
            ("Cash banks", _combined(evening)),
            ("Rulebook", day.opening.rulebook or evening.rules.name),
        ],
        tuple(notes),
    )


def _combined(evening: Evening) -> str:
    approval = evening.site.settings.combined
    return f"combined, approval {clean(approval)}" if approval else ""


def seal(evening: Evening) -> Section:
    """The chain's head, what was verified before closing, and lines to sign by hand."""
    day = evening.day
    rulebook = day.opening.rulebook_sha256 or evening.rules.sha256
    span = f"{len(day.entries)}, entry {day.entries[0].seq} to {day.entries[-1].seq}"
    if not day.sealed or not day.seal:
        grid = facts(
            "",
            [("State", "NOT SEALED"), ("Entries so far", span), ("Rulebook", _grouped(rulebook))],
        )
        return Section("Seal", (grid,))
    said, by = day.seal, day.sealed.signatures
    grid = facts(
        "",
        [
            ("Seal", f"entry {day.sealed.seq}, the head of the chain when the day was closed"),
            ("Head", _grouped(day.sealed.hash.hex())),
            ("Verified before", f"the whole book to entry {said.verified}, whose link is"),
            ("", _grouped(said.head)),
            ("Entries of the day", span),
            (
                "Formula",
                '1: SHA-256 over "pitdesk 1", a newline, the link before'
                " it (32 bytes), and the bytes of the entry",
            ),
            ("Rulebook", _grouped(rulebook)),
            (
                "Sealed by",
                ", ".join(f"{evening.name(s.person)} ({clean(s.initials)}), {s.role}" for s in by),
            ),
        ],
    )
    hands = ("Shift manager: signature, date", "Second person: signature, date")
    return Section("Seal", (grid,), whole=True, hands=hands)


def _grouped(hexadecimal: str) -> Code:
    return Code(" ".join(hexadecimal[i : i + 4] for i in range(0, len(hexadecimal), 4)))
