"""The report as data: figures against a calculation by hand, and every sum added again."""

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from random import Random

import pytest
from msgspec import structs

from pitdesk.book.day import Day
from pitdesk.book.entries import Draft
from pitdesk.book.past import day_of
from pitdesk.book.site import Site
from pitdesk.chips import Chips
from pitdesk.clock import SetClock
from pitdesk.desk import Desk
from pitdesk.kinds import Print
from pitdesk.rules.book import Rulebook
from printers.drawing.cells import Figure
from printers.drawing.sheets import Grid, Report
from printers.reports.day import build
from tests.printers.nights import Night, example, grids, replayed, told


@pytest.fixture
def two(house: Desk, clock: SetClock, by) -> Night:
    return Night.at(house, clock, by, t1="21", t2="21")


# Every sum of every grid is added again, from what is written


def cents(cell: Figure) -> int:
    """The amount as it is written, not as it is kept."""
    text = cell.text.replace(",", "")
    return int(text.replace(".", "")) if text.lstrip("-").replace(".", "").isdigit() else 0


def add_down(grid: Grid) -> int:
    """Add the lines of a grid by their signs; say how many sums were found to be right."""
    right = 0
    for turn in range(1, len(grid.columns)):
        sum_ = 0
        for row in grid.rows:
            label, cell = str(row.cells[0]), row.cells[turn]
            if row.rank == "head":
                sum_ = 0
            elif not isinstance(cell, Figure) or cell.text in ("void", "on the way"):
                continue
            elif label.startswith("= "):
                assert cents(cell) == sum_, (grid.title, grid.columns[turn].head, label)
                right += 1
            elif label.startswith(("+ ", "- ")):
                sum_ += cents(cell) if label[0] == "+" else -cents(cell)
            else:
                sum_ = cents(cell)
    return right


def add_across(grid: Grid) -> int:
    """Add the columns of each row by the signs of their heads."""
    right = 0
    for row in grid.rows:
        sum_ = 0
        for column, cell in zip(grid.columns, row.cells, strict=True):
            if isinstance(cell, str) or not column.figures:
                continue
            if column.head.startswith("= "):
                assert cents(cell) == sum_, (grid.title, row.cells[0], column.head)
                right += 1
            elif column.head.startswith(("+ ", "- ")):
                sum_ += cents(cell) if column.head[0] == "+" else -cents(cell)
            else:
                sum_ = cents(cell)
    return right


def add_rows(grid: Grid) -> int:
    """Add the plain rows of a grid whose last row is their sum."""
    plain = [row for row in grid.rows if not row.rank]
    total = grid.rows[-1]
    right = 0
    for turn, cell in enumerate(total.cells):
        if isinstance(cell, Figure) and cell.text[-1] != "%" and cell.text != "-":
            figures = [row.cells[turn] for row in plain if isinstance(row.cells[turn], Figure)]
            assert cents(cell) == sum(map(cents, figures)), (grid.title, grid.columns[turn].head)
            right += 1
    return right


SUMMED = (
    "All tables",
    "Chip bank, pieces",
    "Chip bank, value",
    "Chips outstanding, pieces and value",
    "Where the chips are at the end, pieces",
    "Chips redeemed",
    "Checks cashed",
    "Fills",
    "Credits",
)
ACROSS = ("All tables", *(name for name in SUMMED if name.startswith(("Chip", "Where"))), "Cash on hand")


def add_up(report: Report) -> int:
    """Add every sum of a report; say how many there were."""
    right = 0
    for title, grid in grids(report).items():
        right += add_down(grid) if title not in SUMMED else 0
        right += add_across(grid) if title in ACROSS else 0
        right += add_rows(grid) if title in SUMMED and grid.rows else 0
    return right


# The worked examples


def test_the_worked_example_comes_out_as_by_hand(two: Night) -> None:
    example(two)
    two.end(off_cash=-2_00)
    report = two.report()
    by = grids(report)

    all_ = told(by["All tables"], 7)  # win
    assert all_ == {"1": "115.00", "2": "50.00", "Twenty-one": "165.00", "All tables": "165.00"}
    assert told(by["All tables"], 8)["1"] == "22.12%"
    assert told(by["All tables"], 8)["2"] == "20.00%"
    assert told(by["All tables"], 8)["All tables"] == "21.43%"

    bank = by["Chip bank, value"].rows[-1]
    assert [cell.text for cell in bank.cells[1:]] == [
        *("5,000.00", "2,620.00", "2,015.00", "560.00", "45.00", "0.00", "5,000.00")
    ]
    assert told(by["Cash on hand"]) == {
        "Starting count": "2,000.00",
        "- Chips redeemed for players": "560.00",
        "- Tips redeemed": "45.00",
        "= Expected": "1,395.00",
        "+ Over/short": "-2.00",
        "= Ending count": "1,393.00",
        "Left for the next opening count": "2,000.00",
    }
    games = told(by["By game"])
    assert games["Gross proceeds"] == "770.00"
    assert games["- Prizes, by the tables"] == "605.00"
    assert games["= Adjusted gross proceeds"] == "165.00"
    assert told(by["Cash profit, counted"])["= Cash profit"] == "163.00"
    assert told(by["Cash profit, booked"])["= Cash profit"] == "163.00"
    assert by["Cash profit, booked"].notes == ("Counted and booked agree.",)
    for column in (1, 2):
        bases = told(by["Prizes on both bases"], column)
        assert bases["- Prizes"] == "605.00"
        assert bases["= Cash long (+) or short (-)"] == "-2.00"
    summary = told(by["Summary"])
    assert summary["Bank deposit"] == "163.00"
    assert summary["Deposit due"] == "Wed Nov 25, 2026"
    assert add_up(report) > 60


@pytest.mark.parametrize(
    ("next_start", "deposit", "line"),
    [
        (2_000_00, "163.00", ("- Increase of the starting cash", "0.00")),
        (2_100_00, "63.00", ("- Increase of the starting cash", "100.00")),
        (1_900_00, "263.00", ("+ Decrease of the starting cash", "100.00")),
    ],
)
def test_the_deposit_follows_the_next_start(two: Night, next_start, deposit, line) -> None:
    example(two)
    two.end(next_start, off_cash=-2_00)
    lines = told(grids(two.report())["Bank deposit"])
    assert lines["= Bank deposit"] == deposit
    assert lines[line[0]] == line[1]


def test_chips_that_walk_out_show_on_the_basis_of_the_tables_alone(two: Night) -> None:
    example(two, redeemed="2x$100 8x$25 19x$5 10x$2 10x$1 10x50c")  # 530.00: 6x$5 are carried off
    two.end()
    report = two.report()
    by = grids(report)
    assert told(by["Chip bank, value"], 7)["All"] == "4,970.00"
    tables, redeemed = (told(by["Prizes on both bases"], column) for column in (1, 2))
    assert (tables["- Prizes"], redeemed["- Prizes"]) == ("605.00", "575.00")
    assert (tables["= Adjusted gross proceeds"], redeemed["= Adjusted gross proceeds"]) == (
        "165.00",
        "195.00",
    )
    assert tables["Cash profit"] == redeemed["Cash profit"] == "195.00"
    long = "= Cash long (+) or short (-)"
    assert (tables[long], redeemed[long]) == ("30.00", "0.00")
    assert (tables["Of it chips gone out"], redeemed["Of it chips gone out"]) == ("30.00", "0.00")
    assert told(by["Chips outstanding, pieces and value"], 8)["All"] == "30.00"
    assert told(by["Bank deposit"])["= Bank deposit"] == "195.00"
    assert add_up(report) > 60


def test_a_combined_bank_is_short_at_twenty_one(house: Desk, clock: SetClock, by) -> None:
    house.set_site({"combined": "AG-2026-114"}, by("gm:gaming manager"))
    night = Night.at(house, clock, by, t1="21", t5="PW")
    night.open(bank="100x$5 100xpw$2")
    night.table("1")
    night.table("5")
    night.fill("5", "20xpw$2")
    night.close("1", "", 0)
    night.close("5", "10xpw$2", 60_00)
    night.redeem("10xpw$2")
    night.end(off_cash=-2_00)
    report = night.report()
    by_game = grids(report)["By game"]
    assert [column.head for column in by_game.columns[1:]] == ["Twenty-one", "Paddlewheel", "All"]
    off = [told(by_game, column)["Over/short"] for column in (1, 2, 3)]
    assert off == ["-2.00", "0.00", "-2.00"]
    assert by_game.notes
    assert told(by_game, 2)["= Adjusted gross proceeds"] == "40.00"
    add_up(report)


# Sheets


@pytest.mark.parametrize(
    ("tables", "sheets"),
    [
        (1, ["Table sheet 1 of 1: table 1"]),
        (3, ["Table sheet 1 of 1: tables 1, 2, 3"]),
        (4, ["Table sheet 1 of 2: tables 1, 2, 3", "Continuation sheet 2 of 2: table 4"]),
        (
            7,
            [
                "Table sheet 1 of 3: tables 1, 2, 3",
                "Continuation sheet 2 of 3: tables 4, 5, 6",
                "Continuation sheet 3 of 3: table 7",
            ],
        ),
    ],
)
def test_three_tables_stand_on_a_sheet(house, clock, by, tables, sheets) -> None:
    night = Night.at(house, clock, by, **{f"t{n}": "21" for n in range(1, tables + 1)})
    night.open(bank="2000x$1 900x$5")
    for table in night.games:
        night.table(table, "40x$1")
        night.fill(table, "10x$5")
        night.close(table, f"{table}x$1 10x$5", 30_00 + int(table) * 50)
    night.end()
    report = night.report()
    found = [section.title for section in report.sections if "sheet" in section.title]
    assert found == sheets
    for table in range(1, tables + 1):
        sheet = grids(report)[sheets[(table - 1) // 3]]
        lines = told(sheet, (table - 1) % 3 + 1)
        # 30.00 + n x 0.50 in the box, n$1 + 50.00 left of 40.00 and a fill of 50.00
        assert lines["= Win"] == f"{(30_00 + table * 50 + table * 100 - 40_00) / 100:.2f}"
    assert add_up(report) > 60


def test_every_slip_of_a_table_stands_on_its_sheet(two: Night) -> None:
    two.open()
    two.table("1")
    two.table("2")
    for _ in range(3):
        two.fill("1", "2x$5")
    number = two.desk.fill("2", Chips.read("1x$100"), two.by("jo:cashier")).number.number
    two.desk.void("fill", number, "for table 1", two.by("jo:cashier"))
    two.fill("2", "1x$25")
    on_way = two.desk.fill("2", Chips.read("3x$2"), two.by("jo:cashier")).number.number
    sheet = next(grid for title, grid in grids(two.report()).items() if "sheet" in title)
    slips = [row.cells[1:] for row in sheet.rows if row.cells[0] == "+ Fill"]
    assert [cell.lead for cell, _ in slips] == ["000001", "000002", "000003"]
    assert [(cell.lead, cell.text) for _, cell in slips] == [
        (f"{number:06}", "void"),
        ("000005", "25.00"),
        (f"{on_way:06}", "on the way"),
    ]
    assert told(sheet, 1)["= Fills"] == "30.00"
    assert told(sheet, 2)["= Fills"] == "25.00"
    assert add_down(sheet)


# What a long night has


def test_the_busy_night(tmp_path: Path) -> None:
    desk = replayed(tmp_path, "busy")
    report = build(desk.day, desk.site, desk.rules)
    by = grids(report)
    assert report.sealed
    assert [section.title for section in report.sections] == [
        "1  The day",
        "2  Tables",
        "Table sheet 1 of 2: tables 1, 2, 3",
        "Continuation sheet 2 of 2: tables 4, A",
        "3  Chips",
        "4  Cash",
        "5  The day in one sum",
        "6  Slips",
        "7  Exceptions",
        "8  Corrections",
        "9  What is due",
        "10  Shifts and seats",
        "11  Initials",
        "12  Seal",
    ]
    summary = told(by["Summary"])
    assert summary["Gross proceeds"] == "5,180.00"
    assert summary["- Prizes, by the tables"] == "4,088.00"
    assert summary["= Adjusted gross proceeds"] == "1,092.00"
    assert summary["Cash profit"] == "1,436.00"
    assert summary["Bank deposit"] == "3,136.00"
    assert told(by["Chips outstanding, pieces and value"], 8)["All"] == "346.00"
    assert by["Cash profit, booked"].notes == ("Counted and booked agree.",)

    cash = told(by["Cash on hand"], 4)  # drawer and reserve, cash and checks
    assert cash == {
        "Starting count": "5,000.00",
        "+ Withdrawal, check 5501, for 21 and PW": "1,000.00",
        "+ IOU 1 from Pull-tab bank": "500.00",
        "+ IOU 2 from Pull-tab bank": "200.00",
        "- IOU 1 paid back": "500.00",
        "- Chips redeemed for players": "3,070.00",
        "- Tips redeemed": "172.00",
        "+ Checks cashed": "0.00",
        "= Expected": "2,958.00",
        "+ Over/short": "-2.00",
        "= Ending count": "2,956.00",
        "Left for the next opening count": "5,000.00",
    }
    ious = [[getattr(c, "text", c) for c in row.cells] for row in by["IOUs"].rows]
    assert ious == [
        ["1", "Pull-tab bank", "drawer", "2026-11-21", "JS", "2026-11-21", "JS", "500.00"],
        ["2", "Pull-tab bank", "drawer", "2026-11-21", "JS", "open", "", "200.00"],
    ]
    assert told(by["Fills"], 11)["000003"] == "explained"
    assert told(by["Fills"], 2)["000002"] == "void"
    slips = next(section for section in report.sections if section.title == "6  Slips")
    assert slips.notes == (
        "Fills 000001 to 000007, none missing.",
        "Credits 000001 to 000004, none missing.",
    )
    exceptions = [row.cells[1:] for row in by["Exceptions"].rows]
    reason = "one 2-dollar payout too many at 23:30, seen on video"
    assert ("drawer: short, -$2.00 cash", reason, "PO") in exceptions
    assert ("box 2: KB counted 2,130.00, MF counted 2,110.00", "", "") in exceptions
    assert by["Chips refused"].rows[0].cells[2:5] == (
        "3x$100",
        "taken from another player, who saw it",
        "JS",
    )
    looks = [row.cells for row in by["Surveillance review log"].rows]
    assert looks[3] == ("4", "", "no video at this table", "", "")
    assert looks[4][1:3] == ("4:33 p.m.", "blurred")
    names = told(by["Who initialed what"], 3)
    assert names["Kari Lund"].startswith("duty ")
    assert "receive fill 000003" in names["Kari Lund"]
    assert "fill 000001-000007" in names["Jo Sandvik"]
    seal = next(section for section in report.sections if section.title == "12  Seal")
    lines = told(seal.grids[0])
    assert lines["Head"].replace(" ", "") == desk.day.sealed.hash.hex()
    assert lines["Seal"].startswith(f"entry {desk.day.sealed.seq},")
    assert len(seal.sign) == 2
    assert report.head == f"{desk.day.sealed.hash[:4].hex()} {desk.day.sealed.hash[4:8].hex()}"
    assert add_up(report) > 150
    desk.journal.close()


@pytest.mark.parametrize("name", ["quiet", "rules"])
def test_every_shift_file_adds_up(tmp_path: Path, name: str) -> None:
    desk = replayed(tmp_path, name)
    assert add_up(build(desk.day, desk.site, desk.rules)) > 40
    desk.journal.close()


def test_any_night_adds_up(house: Desk, clock: SetClock, by) -> None:
    """Nights of random play, one after the other in one book, each with something off."""
    night = Night.at(house, clock, by, t1="21", t2="21", t3="21", t4="21")
    random = Random(20261120)
    night.open(bank="9000x$1 9000x$5 2000x$25 900x50c", cash=60_000_00)
    for turn in range(4):
        if turn:
            clock.at = datetime(2026, 11, 20 + turn, 22, tzinfo=UTC)
            _reopen(night, date(2026, 11, 20 + turn), random)
        for table in night.games:
            tray = night.desk.journal.balances().get(f"tray {table}", {})
            night.table(table, " ".join(f"{count}x{name}" for name, count in tray.items()))
            for _ in range(random.randint(0, 3)):
                night.fill(table, f"{random.randint(1, 90)}x$5 {random.randint(1, 9)}x$25")
        for table in night.games:
            held = night.desk.today.tables[table].known
            left = {chip: random.randint(0, count) for chip, count in held.items()}
            night.close(table, str(Chips(left)).replace("nothing", ""), random.randint(0, 9000) * 50)
        some = {chip: random.randint(0, max(n, 0)) for chip, n in _players(night).items()}
        if Chips(some):
            night.redeem(str(Chips(some)))
        off = f"{random.choice(['', '-'])}{random.randint(1, 5)}x$1"
        night.end(60_000_00, off_cash=random.randint(-900, 900) * 50, off_chips=off)
        report = night.report()
        assert add_up(report) > 80
        chips = grids(report)["Chips outstanding, pieces and value"]
        change = chips.rows[-1].cells[7]
        assert change.amount == night.desk.day.sealed.fact.outstanding_change_cents


def _players(night: Night) -> Chips:
    held = night.desk.journal.balances().get("patrons", {})
    return Chips.named({k: v for k, v in held.items() if k not in ("cash", "checks")})


def _reopen(night: Night, on: date, random: Random) -> None:
    """Open the next day: the opening count finds the bank a little off what was carried in."""
    held = dict(night.desk.journal.balances()["chip bank"])
    held["$1"] += random.randint(-3, 3)
    bank = " ".join(f"{count}x{name}" for name, count in held.items())
    night.open(bank=bank, cash=60_000_00, on=on)


def test_what_was_carried_in_is_told_apart_from_the_day(house: Desk, clock: SetClock, by) -> None:
    night = Night.at(house, clock, by, t1="21")
    night.open(bank="100x$5")
    night.table("1", "10x$5")
    night.close("1", "7x$5", 15_00)  # 3x$5 go home with players
    night.end()
    clock.at = datetime(2026, 11, 21, 22, tzinfo=UTC)
    night.open(bank="98x$5", on=date(2026, 11, 21), cash=2_000_00)  # and 2x$5 are gone by morning
    night.redeem("1x$5")
    for note in night.desk.today.unexplained:
        night.desk.explain(note.key, "counted again, gone", by("pia:shift manager"))
    night.end(1_995_00)
    chips = grids(night.report())["Chips outstanding, pieces and value"]
    (row,) = [row for row in chips.rows if row.cells[0] == "$5"]
    assert [cell.text for cell in row.cells[1:]] == [
        *("3", "2", "5", "-1", "4"),  # carried in, opening counts, start, change, end
        *("25.00", "-5.00", "20.00"),
    ]
    owned = told(grids(night.report())["Where the chips are at the end, pieces"], 6)
    assert owned["$5"] == "110"
    add_up(night.report())


# Days without much, and days that are not over


def test_an_empty_day(house: Desk, clock: SetClock, by) -> None:
    night = Night.at(house, clock, by)
    night.open(bank="100x$5")
    night.end()
    report = night.report()
    tables = next(section for section in report.sections if section.title == "2  Tables")
    assert tables.notes == ("No table was opened on this day.",)
    assert not any("sheet" in section.title for section in report.sections)
    assert told(grids(report)["Summary"])["Bank deposit"] == "0.00"
    assert told(grids(report)["Summary"])["Percent of hold"] == "-"
    assert add_up(report) > 10


def test_a_day_is_reported_at_every_step(two: Night, monkeypatch: pytest.MonkeyPatch) -> None:
    """After every entry of a night, before its seal, the report says so and still adds up."""
    append, seen = two.desk._append, []

    def watched(draft):
        entry = append(draft)
        if two.desk.day and not two.desk.day.sealed:
            report = build(two.desk.day, two.desk.site, two.desk.rules)
            assert report.head == "NOT SEALED"
            add_up(report)
            seen.append(entry.kind)
        return entry

    monkeypatch.setattr(two.desk, "_append", watched)
    example(two)
    two.end(off_cash=-2_00)
    assert {"open day", "fill", "close table", "drop", "explain"} <= {*seen}
    assert two.report().sealed


def test_an_open_day_names_what_is_missing(two: Night) -> None:
    two.open()
    two.table("1", "")
    two.desk.count("check", {"drawer": {"cash": 1_990_00}}, two.by("pia:shift manager", "jo:cashier"))
    report = two.report()
    by = grids(report)
    assert told(by["Summary"])["Cash profit"] == "no closing count yet"
    assert "= Cash long (+) or short (-)" not in told(by["Prizes on both bases"])
    assert "Cash profit, counted" not in by
    assert told(by["Deposit"]) == {"Not prepared: the day is not sealed.": ""}
    assert by["Cash on hand"].notes == (
        "The drawer has no closing count yet: its ending is what the book expects.",
    )
    assert "no closing count yet" in by["Chip bank, value"].notes[0]
    assert by["Exceptions"].rows[1].cells[1:3] == ("drawer: short, -$10.00 cash", "NEEDS A REASON")
    assert told(report.sections[0].grids[0])["State"] == "NOT SEALED: figures may change"


def test_what_moved_after_its_closing_count_is_said(two: Night) -> None:
    example(two, redeemed="2x$100 8x$25 19x$5 10x$2 10x$1 10x50c")
    two.paper()
    two.count()
    two.redeem("6x$5")
    by = grids(two.report())
    assert by["Chip bank, value"].notes[0].startswith("The chip bank has moved since its closing")
    assert by["Cash on hand"].notes == (
        "The drawer has moved since its closing count: its ending is by the book.",
    )
    assert by["Cash profit, booked"].notes == ("Counted and booked DO NOT AGREE, difference 30.00.",)
    add_up(two.report())


def test_a_clock_that_went_back_is_an_exception(two: Night, clock: SetClock) -> None:
    two.open()
    clock.at -= timedelta(minutes=5)
    two.redeem("1x$5", reason="chips of last year")
    rows = [row.cells[:2] for row in grids(two.report())["Exceptions"].rows]
    assert ("The clock", "") in rows
    assert ("Done for a reason", "") in rows


def test_a_seal_that_does_not_fit_its_day_is_said(two: Night) -> None:
    """No desk seals such a day; a book that was written by hand could."""
    example(two)
    two.end(off_cash=-2_00)
    *entries, seal = day_of(two.desk.journal, 1).entries
    forged = replace(seal, fact=structs.replace(seal.fact, deposit_cents=150_00))
    report = build(Day.of([*entries, forged]), two.desk.site, two.desk.rules)
    assert "The sealed deposit is off this sum by 13.00." in grids(report)["Bank deposit"].notes


# The same for ever


def test_an_old_report_does_not_change(two: Night, clock: SetClock) -> None:
    example(two)
    two.end(off_cash=-2_00)
    before = two.report(1)
    slip = two.desk.day.slips["fill", 1]
    again = Print(part="copy", copy=1, void=False, printer="paper", lines=())
    two.desk.journal.append(Draft(fact=again, at=clock.at, day=1, about=slip.entry.seq))
    two.employ("kari", "Kari Other", "dealer")
    two.desk.set_site({"name": "Another Bar", "organization": "Another"}, two.by("gm:gaming manager"))
    clock.at = datetime(2026, 11, 21, 22, tzinfo=UTC)
    two.open(on=date(2026, 11, 21))
    assert two.report(1) == before
    assert "Another Bar" in two.report(2).subject


def test_the_basis_of_the_prizes_is_the_rulebooks(two: Night) -> None:
    example(two, redeemed="2x$100 8x$25 19x$5 10x$2 10x$1 10x50c")
    known = Rulebook.load()
    other = {"prize_basis": ((date(2020, 1, 1), "redemptions"),)}
    basis = replace(known.rules["nd.02-01.9j"], values=known.rules["nd.02-01.9j"].values | other)
    two.desk._rules = replace(known, rules=known.rules | {basis.id: basis})
    two.end()
    day = day_of(two.desk.journal, 1)
    rules_of_later = Rulebook.load()  # which takes the other basis: the sealed day keeps its own
    summary = told(grids(build(day, two.desk.site, rules_of_later))["Summary"])
    assert summary["- Prizes, by chips redeemed"] == "575.00"
    assert summary["= Adjusted gross proceeds"] == "195.00"
    assert summary["= Cash long (+) or short (-)"] == "0.00"


def test_a_night_when_the_clocks_go_back_says_so(house: Desk, clock: SetClock, by) -> None:
    clock.at = datetime(2026, 10, 31, 21, tzinfo=UTC)
    night = Night.at(house, clock, by)
    night.open(on=date(2026, 10, 31))
    clock.at = datetime(2026, 11, 1, 9, tzinfo=UTC)
    night.end()
    head = night.report().sections[0].grids[0]
    assert told(head)["Opened"] == "Sat Oct 31, 2026, 4:00 p.m. UTC-05:00"
    assert told(head)["Closed"] == "Sun Nov 1, 2026, 3:06 a.m. UTC-06:00"
    assert head.notes == ("The clocks were changed during this day: see the offsets from UTC.",)


def test_words_that_people_type_stay_on_their_line(two: Night) -> None:
    two.open()
    two.desk.refuse(Chips.read("1x$5"), "not\nours\t\x1b[31m  at all", two.by("jo:cashier"))
    refused = grids(two.report())["Chips refused"].rows[0]
    assert refused.cells[3] == "not ours [31m at all"


def test_a_site_without_a_name_has_a_report(house: Desk, clock: SetClock, by) -> None:
    house.edition = 2  # since then no day opens without one
    house.set_site({"organization": "", "name": ""}, by("gm:gaming manager"))
    night = Night.at(house, clock, by)
    night.open(bank="")
    day = house.day
    assert build(day, Site(), house.rules).subject == ("Fri Nov 20, 2026",)


# Between two nights


def test_what_the_night_took_stands_beside_the_day_and_not_in_it(two):
    example(two)
    two.end(off_cash=-2_00)
    two.clock.at += timedelta(days=3)
    bank = two.desk.journal.at("chip bank")
    chips = {**bank, "$5": bank["$5"] - 1}
    two.desk.open_day(date(2026, 11, 23), two.by("pia:shift manager", "jo:cashier"))
    counted = {"chip bank": chips, "drawer": {"cash": 1_980_00}}
    two.desk.count("opening", counted, two.by("pia:shift manager", "jo:cashier"))
    by = grids(two.report())
    cash = told(by["Cash on hand"])
    assert [*cash.items()][:3] == [
        ("Left by Fri Nov 20, 2026", "2,000.00"),
        ("+ Overnight over/short", "-20.00"),
        ("Starting count", "1,980.00"),
    ]
    assert told(by["Summary"])["Overnight over (+) or short (-)"] == "-25.00"
    games = told(by["By game"])
    assert (games["Over/short"], games["Overnight over/short"]) == ("0.00", "-25.00")
    assert told(by["1  The day"])["The day before"] == "Fri Nov 20, 2026, no day on the 2 dates between"
    before = told(grids(two.report(1))["Cash on hand"])
    assert before["Left for the next opening count"] == "2,000.00"
    assert "+ Overnight over/short" not in before


def test_a_day_of_the_first_edition_shows_nothing_of_the_night(two):
    two.desk.edition = 1
    example(two)
    two.end(off_cash=-2_00)
    by = grids(two.report())
    assert "Left for the next opening count" not in told(by["Cash on hand"])
    assert "Overnight over (+) or short (-)" not in told(by["Summary"])
    assert "Overnight over/short" not in told(by["By game"])


def test_a_dispute_prints_with_its_ruling_and_a_day_without_one_says_nothing(two: Night) -> None:
    two.open()
    two.table("1")
    assert "Disputes at the tables" not in grids(two.report())
    two.desk.dispute("1", "19 against 19", "the tie stands", two.by("pia:shift manager"), seat=3)
    two.desk.dispute("1", "seen", "burned", two.by("pia:shift manager"), under="99-01.3-08-12(14)")
    rows = grids(two.report())["Disputes at the tables"].rows
    assert [[getattr(cell, "text", cell) for cell in row.cells][2:5] for row in rows] == [
        ["1, seat 3", "19 against 19", "the tie stands"],
        ["1", "seen", "burned [99-01.3-08-12(14)]"],
    ]
