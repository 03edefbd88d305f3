"""What each command of the second face does. The only place of the core that calls the printers."""

import argparse
import csv
import getpass
import shutil
import sys
import textwrap
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from datetime import date, datetime
from pathlib import Path
from typing import Any

import orjson

from pitdesk.book.day import Day, Slip
from pitdesk.book.figures import figures
from pitdesk.book.journal import Journal, damaged
from pitdesk.book.past import check_last_day, day_of, quarters, site_of
from pitdesk.book.people import PLAIN, Pepper
from pitdesk.book.site import GAMES, Site
from pitdesk.chips import MONEY, dollars, value_cents
from pitdesk.chipset.appearance import Look
from pitdesk.chipset.inventory import history, holdings, log, told, where
from pitdesk.chipset.law import COLORS, binding, confusable, mismeasured, unlawful
from pitdesk.clock import MachineClock, SetClock
from pitdesk.codes.keys import SiteKey, key_of, key_path, older
from pitdesk.codes.slips import Verdict, check, check_any, codes, genuine
from pitdesk.desk import Desk
from pitdesk.errors import Trouble
from pitdesk.rules.book import Rulebook
from pitdesk.shifts.read import Line, read_shift
from pitdesk.shifts.replay import Replay
from pitdesk.upkeep.backup import backup, backup_name, restore
from pitdesk.upkeep.upgrade import upgrade

DONE, NO, USAGE, TROUBLE = 0, 1, 2, 3
DEMO = "busy.shift"
_MARK = ".pitdesk-demo"


# Replay and demo


def replay(given: argparse.Namespace) -> int:
    """Play a shift file; leave its paper."""
    from printers.devices.paper import Paper  # noqa: PLC0415  (a printer only where one is used)
    from printers.devices.spool import drain  # noqa: PLC0415

    out: Path = given.out
    lines = read_shift(given.shift)
    (out / "slips").mkdir(parents=True, exist_ok=True)
    paper = Paper(out / "slips", width=given.width)
    book: Path = given.book
    book.parent.mkdir(parents=True, exist_ok=True)
    upgrade(book)
    with Journal.open(book) if book.exists() else Journal.create(book) as journal:
        clock = SetClock(MachineClock().now().at)
        pepper_of_book = book.with_name(book.name + ".pepper")
        if journal.head.seq and not pepper_of_book.exists():
            raise Trouble(
                f"{pepper_of_book} is missing: without it no PIN of the book can be proven. Put it back"
                " from where you keep it; it is in no backup."
            )
        pepper = Pepper.kept(pepper_of_book, PLAIN)
        key = key_of(journal)
        desk = Desk(journal, pepper, clock=clock, key=key)
        replay = Replay(desk, clock, lambda desk: drain(desk, paper), paper.jam)
        try:
            _play(replay, lines)
        finally:
            for miss in replay.misses:
                print(miss, file=sys.stderr)
        left = _leave_reports(desk, out)
        verdict = journal.verify()
    print(f"slips   {out / 'slips'} ({paper.sheets} sheets)")
    for path in left:
        print(f"report  {path}")
    print(f"book    {book} ({verdict.words})")
    return DONE if verdict.ok and not replay.misses else NO


def _play(replay: Replay, lines: list[Line]) -> None:
    """Play the lines, with progress where somebody watches."""
    watched = sys.stderr.isatty()
    try:
        for done, line in enumerate(replay.play(lines), 1):
            if watched:
                print(f"\r{done}/{len(lines)}  {line.where:<24}", end="", file=sys.stderr)
    finally:
        if watched:
            print("\r" + " " * 40 + "\r", end="", file=sys.stderr)


def _leave_reports(desk: Desk, out: Path) -> list[Path]:
    """The report of each sealed day as PDF and as a strip."""
    left = []
    for number in range(1, desk.journal.last_number("day") + 1):
        day = day_of(desk.journal, number)
        if day and day.sealed:
            site = site_of(desk.journal, day)
            left.append(_report_pdf(day, site, out / f"day-{day.date}.pdf"))
            left.append(_report_strip(day, site, out / f"day-{day.date}.txt", 42))
    return left


def demo(given: argparse.Namespace) -> int:
    """Play the busy night."""
    out: Path = given.out
    if out.exists() and any(out.iterdir()):
        if not (out / _MARK).exists():
            raise Trouble(f"{out} holds something else than a demo. Name another folder with --out.")
        shutil.rmtree(out)
    out.mkdir(parents=True, exist_ok=True)
    (out / _MARK).touch()
    given.shift = Path(__file__).parents[2] / "tests" / "shifts" / DEMO
    given.book = out / "book.db"
    given.width = 42
    print(f"Playing {given.shift.name}: {_title(given.shift)}")
    return replay(given)


def _title(shift: Path) -> str:
    return shift.read_text("utf-8").splitlines()[0].lstrip("# ") if shift.exists() else ""


# Days and reports


@contextmanager
def _reading(given: argparse.Namespace) -> Iterator[Journal]:
    """A book to read. One that is not whole from its last day on is read all the same, and said so."""
    with Journal.read(given.book) as journal:
        given.damaged = None
        try:
            check_last_day(journal)
        except Trouble as trouble:
            given.damaged = str(trouble)
            print(trouble, file=sys.stderr)
        yield journal


def day(given: argparse.Namespace) -> int:
    """What a day came to."""
    with _reading(given) as journal:
        day = _asked_day(journal, given)
        result = figures(day)
        sealed = day.sealed.detail if day.sealed else {}
    names = "gross prizes agp cash_profit outstanding_change over_short"
    found: dict[str, Any] = {"day": day.number, "date": day.date.isoformat()}
    found["sealed"] = day.sealed is not None
    found["head"] = day.sealed.hash.hex() if day.sealed else None
    found |= {name: getattr(result, name) for name in names.split()}
    found["deposit"] = sealed.get("deposit")
    found["deposit_due"] = sealed.get("deposit_due")
    found["cash_profit_the_other_way"] = result.cash_profit_the_other_way
    found |= {
        name: getattr(result, name)
        for name in ("over_short_cash", "over_short_chips", "start_cash", "supplied", "end_cash")
    }
    found["tables"] = [
        {
            "table": row.name,
            "game": day.tables[row.name].game,
            **{
                name: getattr(row, name)
                for name in ("drop", "opener", "fills", "credits", "closer", "win", "hold")
            },
        }
        for row in result.tables
    ]
    if given.json:
        return _json(found)
    state = "sealed" if found["sealed"] else "NOT SEALED"
    print(f"Day {day.number}, {day.date:%A %B} {day.date.day}, {day.date.year}: {state}\n")
    print_rows(
        ["table", "drop", "closer", "credits", "opener", "fills", "win", "hold %"],
        [_table_row(row) for row in (*result.tables, result.all)],
    )
    print()
    for name in (*names.split(), "deposit"):
        amount = "-" if found[name] is None else dollars(found[name])
        print(f"{name.replace('_', ' '):<20}{amount:>14}")
    if found["deposit_due"]:
        print(f"{'deposit due':<20}{found['deposit_due']:>14}")
    if day.sealed:
        print(f"\nsealed by entry {day.sealed.seq}, chain head {_grouped(day.sealed.hash)}")
    return DONE


def _table_row(row: Any) -> list[str]:
    money = (row.drop, row.closer, row.credits, row.opener, row.fills, row.win)
    return [row.name, *(dollars(cents) for cents in money), row.hold]


def _asked_day(journal: Journal, given: argparse.Namespace) -> Day:
    last = journal.last_number("day")
    found = _on_date(journal, given.date, last) if given.date else day_of(journal, given.day or last)
    if found is None:
        words = f"on {given.date}" if given.date else f"number {given.day or 1}"
        raise Trouble(f"The book {journal.path} has no day {words}. It has days 1 to {last}.")
    return found


def _on_date(journal: Journal, wanted: date, last: int) -> Day | None:
    """Days are in order of their dates: look for one by halves."""
    low, high = 1, last
    while low <= high:
        middle = (low + high) // 2
        opened = journal.numbered("day", middle)
        assert opened
        found = date.fromisoformat(opened.detail["date"])
        if found == wanted:
            return day_of(journal, middle)
        low, high = (middle + 1, high) if found < wanted else (low, middle - 1)
    return None


def balance(given: argparse.Namespace) -> int:
    """Where everything is."""
    with _reading(given) as journal:
        balances = journal.balances()
    if given.place:
        if given.place not in balances:
            raise Trouble(f"Nothing is at '{given.place}'. Known: {', '.join(sorted(balances))}.")
        balances = {given.place: balances[given.place]}
    if given.json:
        return _json(balances)
    rows = [
        [
            place,
            name,
            f"{amount:,}" if name not in MONEY else "",
            dollars(value_cents(name, amount)),
        ]
        for place, held in sorted(balances.items())
        for name, amount in sorted(held.items())
    ]
    print_rows(["place", "what", "pieces", "value"], rows)
    return DONE


def slips(given: argparse.Namespace) -> int:
    """What became of every slip."""
    with _reading(given) as journal:
        day = _asked_day(journal, given)
    slips = [_slip(slip) for slip in day.slips.values()]
    if given.json:
        return _json(slips)
    rows = [
        [
            slip["slip"],
            slip["table"],
            dollars(slip["cents"]),
            slip["state"],
            f"{slip['entry']} {slip['check'][:4]} {slip['check'][4:]}",
            *(f"{slip['paper'][part]}; {slip['found'][part] or '-'}" for part in ("original", "copy")),
            slip["reason"],
        ]
        for slip in slips
    ]
    print_rows(["slip", "table", "value", "state", "entry, check", "original", "copy", "reason"], rows)
    return DONE


def _slip(slip: Slip) -> dict[str, Any]:
    return {
        "slip": slip.name,
        "series": slip.series,
        "number": slip.number,
        "table": slip.table,
        "from": slip.source,
        "to": slip.destination,
        "chips": slip.chips.names,
        "cents": slip.chips.cents,
        "at": slip.entry.at.isoformat(),
        "entry": slip.entry.seq,
        "check": slip.entry.hash.hex()[:8],
        "state": slip.state,
        "reason": slip.reason,
        "signed": {step: f"{s.person} ({s.role})" for step, s in slip.signed.items()},
        "paper": {part: slip.on_paper(part) for part in ("original", "copy")},
        "found": {part: slip.found.get(part) for part in ("original", "copy")},
    }


def report(given: argparse.Namespace) -> int:
    """The report again; never from a book that is not whole, for it would bear the old chain head."""
    with _reading(given) as journal:
        day = _asked_day(journal, given)
        verdict = journal.verify(day.opened.seq)
        if given.damaged or not verdict.ok:
            raise Trouble(f"No report is made of {given.book}: see 'pitdesk verify'.")
        site = site_of(journal, day)
    if not given.strip:
        print(_report_pdf(day, site, given.out or Path(f"day-{day.date}.pdf")))
    elif given.out:
        print(_report_strip(day, site, given.out, given.strip))
    else:
        print("\n".join(_strip_lines(day, site, given.strip)))
    return DONE


def _report_pdf(day: Day, site: Site, path: Path) -> Path:
    from printers.reports.day import build  # noqa: PLC0415
    from printers.reports.letter import report_pdf  # noqa: PLC0415

    path.write_bytes(report_pdf(build(day, site, Rulebook.load())))
    return path


def _report_strip(day: Day, site: Site, path: Path, width: int) -> Path:
    path.write_text("\n".join(_strip_lines(day, site, width)) + "\n", "utf-8")
    return path


def _strip_lines(day: Day, site: Site, width: int) -> list[str]:
    from printers.reports.day import build  # noqa: PLC0415
    from printers.reports.strip import report_strip  # noqa: PLC0415

    return report_strip(build(day, site, Rulebook.load()), width)


# Chips


def chips(given: argparse.Namespace) -> int:
    """Where the chips of every type are, or everything that happened to one type."""
    with _reading(given) as journal:
        site, held = Site.of(journal.setup()), holdings(journal)
        moves = history(journal, given.history) if given.history else []
    if given.json:
        return _json(moves if given.history else {chip.name: at for chip, at in held.items()})
    print_rows(*(told(moves, site) if given.history else where(held, site)))
    return DONE


def inventory(given: argparse.Namespace) -> int:
    """The casino chips inventory log, over one book or several."""
    from printers.reports.inventory import log_report  # noqa: PLC0415
    from printers.reports.letter import report_pdf  # noqa: PLC0415
    from printers.reports.strip import report_strip  # noqa: PLC0415

    with ExitStack() as opened:
        found = log([opened.enter_context(Journal.read(book)) for book in given.books])
    report = log_report(found)
    if given.pdf:
        _written(given.pdf, report_pdf(report))
    else:
        print("\n".join(report_strip(report, given.strip)))
    return DONE if found.agrees else NO


def notice(given: argparse.Namespace) -> int:
    """The notice to hang up where a game is discontinued."""
    from printers.reports.notice import notice_pdf  # noqa: PLC0415

    with _reading(given) as journal:
        site, at = Site.of(journal.setup()), _last(journal)
    if given.game not in site.ended:
        words = f"The book {given.book} does not say that {GAMES[given.game]} ended"
        raise Trouble(f"{words}. Note it under Inventory, Out of play, first.")
    return _written(given.pdf, notice_pdf(site, site.ended[given.game], at))


def chip_set(given: argparse.Namespace) -> int:
    """What speaks against the chips in play; or the chip set on paper."""
    from printers.reports.chipset import chipset_pdf  # noqa: PLC0415

    book, now = Rulebook.load(), MachineClock().now().at
    with _reading(given) as journal:
        site, at = Site.of(journal.setup()), _last(journal)
        on = site.local(now).date()
        known = quarters(journal, site, on)
    if given.pdf:
        return _written(given.pdf, chipset_pdf(site, stamp=at))
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


def _last(journal: Journal) -> datetime:
    """The time of the last entry."""
    if not journal.head.seq:
        raise Trouble(f"The book {journal.path} is empty. Set the site up in it first.")
    return journal.entry(journal.head.seq).at


def _written(path: Path, data: bytes) -> int:
    path.write_bytes(data)
    print(path)
    return DONE


# Verify, backup, restore


def verify(given: argparse.Namespace) -> int:
    """Whether a book is whole, and the head to hold against paper."""
    with Journal.read(given.book) as journal:
        verdict, noted = journal.verify(), journal.noted_head()
        seals = _seals(journal) if verdict.ok else []
    if given.json:
        found = {"ok": verdict.ok, "entry": verdict.seq, "words": verdict.words}
        _json(found | {"head": journal.head.hash.hex(), "head_noted": noted is not None})
    elif verdict.ok:
        print(f"{given.book}: whole. {verdict.words}.")
        print(f"head: entry {journal.head.seq}, {_grouped(journal.head.hash)}")
        for number, on, seq, link in seals:
            print(f"day {number} of {on}: sealed by entry {seq}, {_grouped(link)}")
        print(
            "Hold these against the printed reports."
            if noted
            else "No head is noted beside the book: only the printed reports can tell if it was cut off."
        )
    else:
        print(damaged(given.book, f"entry {verdict.seq}: {verdict.words}"), file=sys.stderr)
    return DONE if verdict.ok else NO


def _seals(journal: Journal) -> list[tuple[int, str, int, bytes]]:
    """The last seals, newest last: day, date, entry, hash."""
    last = journal.last_number("day")
    days = [day_of(journal, number) for number in range(max(1, last - 6), last + 1)]
    return [
        (day.number, day.date.isoformat(), day.sealed.seq, day.sealed.hash)
        for day in days
        if day and day.sealed
    ]


def _grouped(link: bytes) -> str:
    """A hash as the papers print it: hex in groups of four."""
    text = link.hex()
    return " ".join(text[i : i + 4] for i in range(0, len(text), 4))


def back_up(given: argparse.Namespace) -> int:
    """A verified copy."""
    with Journal.read(given.book) as journal:
        target = given.target / backup_name(journal) if given.target.is_dir() else given.target
        verdict = backup(journal, target)
    print(f"{target}: written and verified. {verdict.words}.")
    return DONE


def put_back(given: argparse.Namespace) -> int:
    """A backup in the place of a book."""
    asked = {"fill": given.last_fill, "credit": given.last_credit}
    entry, kept = restore(
        given.backup,
        given.book,
        last_numbers={series: last for series, last in asked.items() if last},
        operator=getpass.getuser(),
        clock=MachineClock(),
    )
    print(f"{given.book}: restored to entry {entry.detail['backup_head']}.")
    if kept:
        print(f"The book that stood there is kept as {kept}.")
    for series, (first, last) in entry.detail["lost"].items():
        print(f"{series} {first:06} to {last:06}: lost with it, never to be used again.")
    return DONE


# Codes of slips


def check_slip(given: argparse.Namespace) -> int:
    """Whether a slip is genuine; the codes of a book; the public key."""
    if not given.public and not given.key and not given.book:
        print("Name the book with --book, the public key with --public, or both.", file=sys.stderr)
        return USAGE
    if given.show_public:
        print(_site_key(given).public)
        return DONE
    if given.list:
        return _list_codes(given)
    try:
        verdict = _verdict(given)
    except ValueError as error:
        print(error, file=sys.stderr)
        return NO
    print(f"{verdict.kind}: {verdict.words}")
    return DONE if verdict.ok else NO


def _verdict(given: argparse.Namespace) -> Verdict:
    key = given.public or _site_key(given)
    if not given.book:
        return genuine(given.code, key)
    with _reading(given) as journal:
        asked = _asked_day(journal, given).number if given.date or given.day else None
        if isinstance(key, SiteKey) and not given.key:
            return check_any(journal, given.code, [key, *older(key_path(journal))], day=asked)
        return check(journal, given.code, key, day=asked)


def _site_key(given: argparse.Namespace) -> SiteKey:
    """The key of the site, which is only read here, never made."""
    if not given.key and not given.book:
        raise Trouble("The site's own key is needed. Name its file with --key, or its book with --book.")
    return SiteKey.read(given.key or given.book.with_name(given.book.name + ".key"))


def _list_codes(given: argparse.Namespace) -> int:
    """A row for each face of each slip, with the whole signature, oldest slip first."""
    if not given.book:
        raise Trouble("A list is made of a book. Name it with --book.")
    key = _site_key(given)
    with _reading(given) as journal:
        day = _asked_day(journal, given).number if given.date or given.day else None
        rows = [(code, claim) for code, claim in codes(journal, key, day=day)]
    writer = csv.writer(sys.stdout, lineterminator="\n")
    writer.writerow(["code", "slip", "part", "void", "at", "cents", "entry", "qr"])
    for code, claim in reversed(rows):
        slip, at = f"{claim.series} {claim.number:06}", claim.at.isoformat()
        face = (claim.part, "void" if claim.void else "")
        writer.writerow([code.short, slip, *face, at, claim.cents, claim.entry, code.qr])
    return DONE


# Rules


def rules(given: argparse.Namespace) -> int:
    """What the rulebook says."""
    book = Rulebook.load()
    if given.book:
        return _rules_of(given.book, book)
    on = given.on or MachineClock().now().at.date()
    if given.rule and given.rule not in book.rules:
        raise Trouble(f"There is no rule {given.rule}. Known: {', '.join(book.rules)}.")
    rules = [book.rules[given.rule]] if given.rule else list(book.rules.values())
    rules = [rule for rule in rules if rule.since <= on]
    if given.json:
        return _json(rules)
    for rule in rules:
        how = "" if rule.by == "check" else f"; by procedure: {rule.by}"
        how += "; warns" if rule.warns else ""
        print(
            f"{rule.id}  {rule.section}\n"
            + textwrap.fill(rule.words, 90, initial_indent="  ", subsequent_indent="  ")
        )
        for name in rule.values:
            print(f"  {name} = {rule.value(name, on)}")
        print(f"  since {rule.since}; text read: {rule.text}{how}\n")
    return DONE


def _rules_of(path: Path, rules_now: Rulebook) -> int:
    """Under which rulebook each day of a book was opened."""
    with Journal.read(path) as journal:
        for number in range(1, journal.last_number("day") + 1):
            opened = journal.numbered("day", number)
            assert opened
            same = opened.detail["rulebook_sha256"] == rules_now.sha256
            words = "the one here" if same else "another text than the one here"
            print(f"day {number}  {opened.detail['date']}  {opened.detail['rulebook']}: {words}")
    return DONE


# Print


def _json(found: Any) -> int:
    sys.stdout.write(orjson.dumps(found, option=orjson.OPT_INDENT_2).decode() + "\n")
    return DONE


def print_rows(head: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """Columns as wide as what they hold; figures to the right."""
    widths = [max(len(row[i]) for row in [head, *rows]) for i in range(len(head))]
    figures_ = [all(_is_figure(row[i]) for row in rows) and i > 0 for i in range(len(head))]
    for row in [head, *rows]:
        cells = [
            cell.rjust(width) if right else cell.ljust(width)
            for cell, width, right in zip(row, widths, figures_, strict=True)
        ]
        print("  ".join(cells).rstrip())


def _is_figure(cell: str) -> bool:
    return not cell or cell.strip("-").replace(",", "").replace(".", "").isdigit() or cell == "-"
