"""The inventory log on paper: nothing left out, nothing cut off, every sum added again."""

import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, date, datetime
from pathlib import Path
from random import Random

import pytest

from pitdesk.book.journal import Journal
from pitdesk.book.past import short
from pitdesk.chips import Chip, Chips
from pitdesk.chipset.inventory import Log, log
from pitdesk.rules.book import Rulebook
from printers.drawing.cells import Figure
from printers.drawing.sheets import Grid, Report, Section
from printers.reports.inventory import log_report
from printers.reports.letter import report_pdf
from printers.reports.strip import report_strip
from tests.pitdesk.conftest import Pit, _set_up
from tests.printers.reports.test_day import add_across, add_rows
from tests.printers.reports.test_letter import well_set, words

pytestmark = pytest.mark.long

NAMES = ["50c", "$1", "$2", "$5", "$25", "$100", "pw$1", "pw$2", "nv$5"]
SITES = ("Riverside Lounge", "North Lodge")
OWNED, WHERE = "What came and went, pieces", "Where they are, pieces"


def begun(folder: Path, name: str) -> Pit:
    """A site with two sets of chips."""
    folder.mkdir()
    pit = Pit(folder, Rulebook.load(), datetime(2025, 11, 20, 22, tzinfo=UTC))
    _set_up(pit)
    pit.desk.set_site({"name": name}, by=pit.by("gus"))
    for one in NAMES:
        look = {**pit.desk.site.chips[Chip.named(one)], "maker": "Midwest Clay Works of St. Paul"}
        pit.desk.set_chip(Chip.named(f"{one}-b"), look, by=pit.by("gus"))
    return pit


def lived(pit: Pit, other: str, weeks: int) -> None:
    """A year of deliveries, chips lent, worn and counted."""
    random = Random(weeks)
    types = [Chip.named(name + of) for name in NAMES for of in ("", "-b")]
    two = pit.by("pia", "jo")
    pit.deliver(str(Chips(dict.fromkeys(types, 1000))))
    for week in range(weeks):
        some = Chips({chip: random.randint(3, 2000) for chip in random.sample(types, 3)})
        off = Chips({random.choice([*some]): random.choice([0, 0, -2, 1])})
        why = "the supplier was told, and sends what is missing" if off else ""
        pit.desk.delivery(pit.invoice(some, f"{22_000 + week}"), some + off, two, why)
        lent = Chips({random.choice(types): random.randint(1, 30)})
        pit.desk.stock(lent, "chip reserve", f"site {other}", pit.by("pia"), "for Saturday's tournament")
        if week % 4 == 0:
            worn = Chips({random.choice(types): random.randint(1, 9)})
            pit.desk.stock(worn, "chip reserve", "damaged chips", pit.by("pia"), "chipped")
            pit.desk.stock(worn, "damaged chips", "destroyed", two, "drilled, and thrown away")
            gone = Chips({random.choice(types): 1})
            pit.inventory("chip reserve", str(pit.held("chip reserve") - gone), "counted twice")
        pit.later(days=7)


def opened(*pits: Pit) -> Log:
    journals = [Journal.read(pit.book) for pit in pits]
    try:
        return log(journals)
    finally:
        for journal in journals:
            journal.close()


@pytest.fixture(scope="module")
def pits(tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[Pit]]:
    """Two sites after a year; the first begins its first night."""
    folder = tmp_path_factory.mktemp("sites")
    both = [begun(folder / name.split()[0], name) for name in SITES]
    for pit, other in zip(both, SITES[::-1], strict=True):
        lived(pit, other, 52)
    one, other = both
    sent = Chips.named({"$5": one.journal.at(f"site {SITES[1]}")["$5"]})
    other.desk.stock(sent, f"site {SITES[0]}", "chip bank", other.by("pia"), "borrowed")
    one.desk.set_play(Chip.named("$2-b"), one.by("gus"), "replaced", on=False)
    other.desk.end_game("PW", date(2026, 12, 1), "the business office, 12 Main Street", other.by("gus"))
    one.begin()
    one.open("2", Chips.read("40x50c 100x$5 20x$25"))
    one.desk.foreign(3, 500, "red, with a duck", "Lucky Mallard", "given back", one.by("jo"))
    one.desk.refuse(Chips.read("2x$100"), "stolen from a tray", one.by("jo"))
    one.desk.stray("2", Chips.read("1x$25"), "in the $5 tube", one.by("kari"))
    yield both
    for pit in both:
        pit.journal.close()


@pytest.fixture(scope="module")
def both(pits: list[Pit]) -> Log:
    return opened(*pits)


@pytest.fixture(scope="module")
def report(both: Log) -> Report:
    return log_report(both)


def section(report: Report, title: str) -> Section:
    (found,) = [one for one in report.sections if one.title.endswith(f"  {title}")]
    return found


def grid(report: Report, section_title: str, title: str = "") -> Grid:
    (found,) = [one for one in section(report, section_title).grids if one.title == title]
    return found


def column(grid: Grid, head: str) -> list[str]:
    """What a column says, the heads of groups left out."""
    at = [one.head for one in grid.columns].index(head)
    cells = [row.cells[at] for row in grid.rows if row.rank != "head"]
    return [cell if isinstance(cell, str) else cell.text for cell in cells]


def test_every_sum_is_added_again(report: Report) -> None:
    chips = 2 * len(NAMES)
    sums = [section(report, title) for title in ("All sites together", *SITES)]
    for one in sums:
        came, where = one.grids
        assert add_across(came) == chips + 1  # each row, and their sum
        assert add_across(where) == 2 * (chips + 1)
        assert add_rows(came)
        assert add_rows(where)
        assert column(came, "= Owned") == column(where, "= In all")
        assert column(where, "Proof") == ["agrees"] * chips + [""]
    together, *each = [
        [int(text.replace(",", "")) for text in column(s.grids[0], "= Owned")] for s in sums
    ]
    assert together == [sum(counts) for counts in zip(*each, strict=True)]


def test_every_delivery_is_on_it_with_what_was_off(report: Report, both: Log) -> None:
    deliveries = grid(report, "Deliveries")
    said = [one.fact for book in both.books for one in book.deliveries]
    assert len(said) == 2 * 53
    assert len(column(deliveries, "Date")) == sum(len({*one.chips, *one.off}) for one in said)
    (seventh,) = {one for one in column(deliveries, "Invoice") if one.startswith("22007 of ")}
    assert re.fullmatch(r"22007 of 202\d-\d\d-\d\d, Midwest Game Supply", seventh)
    off = zip(column(deliveries, "Off"), column(deliveries, "Because"), strict=True)
    told = {(amount, why.split(",")[0]) for amount, why in off}
    assert told == {("0", ""), ("1", "the supplier was told"), ("-2", "the supplier was told")}


def test_lists_are_by_site_where_there_are_several(report: Report) -> None:
    for title in ("Deliveries", "Returned and destroyed"):
        heads = [row.cells[0] for row in grid(report, title).rows if row.rank == "head"]
        assert heads == [*SITES]


def test_what_travels_is_told_pair_by_pair(report: Report, both: Log) -> None:
    pairs = grid(report, "Between the sites", "What one says it sent, what the other says it got")
    assert {row.cells[:2] for row in pairs.rows} == {SITES, SITES[::-1]}
    told = column(pairs, "")
    assert "agrees" in told
    assert any(text.endswith(" on the way between sites") for text in told)
    way = sum(pair.on_the_way[chip] for pair in both.pairs for chip in pair.on_the_way)
    sent, got = (
        sum(int(text.replace(",", "")) for text in column(pairs, head)) for head in ("Sent", "Received")
    )
    assert sent - got == way > 0


def test_a_pair_without_its_book_says_so(pits: list[Pit]) -> None:
    report = log_report(opened(pits[0]))
    pairs = grid(report, "Between the sites", "What one says it sent, what the other says it got")
    assert set(column(pairs, "")) == {"the other site's book is not here"}
    assert set(column(pairs, "Received")) == {"no book"}


def test_counts_strays_and_chips_of_others(report: Report, both: Log) -> None:
    counts = grid(report, "Counts", "Physical counts of the stores, pieces")
    assert len(column(counts, "Date")) == 2 * 13
    assert "-1 " in column(counts, "Off")[0]
    off = grid(report, "Counts", "Over and short at counts, pieces")
    figures = [row.cells[-2] for row in off.rows if row.rank != "head"]
    amounts = sum(figure.amount for figure in figures if isinstance(figure, Figure))
    assert amounts == -sum(account.unaccounted for account in both.accounts.values())
    turned = grid(report, "Chips astray, foreign or refused", "Chips of others, and chips not redeemed")
    assert column(turned, "Chips") == ["3 of $5: red, with a duck", "2x$100"]
    assert column(turned, "Whose") == ["Lucky Mallard", ""]
    stray = grid(report, "Chips astray, foreign or refused", "Chips found where they do not belong")
    assert column(stray, "Table") == ["2"]


def test_looks_tell_what_differs_between_the_sites(report: Report) -> None:
    looks = grid(report, "The chips")
    said = {row.cells[0]: [] for row in looks.rows}
    for row in looks.rows:
        said[row.cells[0]].append(row.cells)
    assert said["$5"] == [("$5", "red, 6 yellow spots", "", "yes", "none", "all")]
    retired, playing = said["$2-b"]
    assert retired[3:] == ("out since 2026-11-19", "none", SITES[0])
    assert playing[3:] == ("yes", "none", SITES[1])
    ended = grid(report, "Games that ended")
    assert column(ended, "Chips redeemed until") == ["Thu Dec 31, 2026"]


def test_its_pages_are_well_set(report: Report) -> None:
    data = report_pdf(report)
    well_set(data)
    text = " ".join(said.text for said in words(data))
    for one in ("Casino chips inventory log", *SITES, "Midwest Clay Works of St. Paul", "SFN 17930"):
        assert one in text


def test_the_footer_names_every_book(report: Report, both: Log) -> None:
    heads = [short(book.head)[:8] for book in both.books]
    data = report_pdf(report)
    pages = {said.page for said in words(data)}
    footers = [said for said in words(data) if said.text.startswith("chain head")]
    assert len(footers) == len(pages) > 10
    assert all(head in footer.text for head in heads for footer in footers)
    many = replace(both, books=both.books * 5)
    assert log_report(many).head.endswith(" and 4 more")


def test_the_same_books_are_the_same_bytes(pits: list[Pit], report: Report) -> None:
    assert report_pdf(log_report(opened(*pits))) == report_pdf(report)


def test_a_small_book(tmp_path: Path) -> None:
    """Lists with nothing in them say so, on paper and on a strip."""
    pit = begun(tmp_path / "small", "Bar 9")
    report = log_report(opened(pit))
    pit.journal.close()
    well_set(report_pdf(report))
    for title in ("Deliveries", "Returned and destroyed", "Games that ended"):
        assert grid(report, title).rows[0].cells == ("None.",)
    lines = report_strip(report, 42)
    at = next(turn for turn, line in enumerate(lines) if line.endswith("DELIVERIES"))
    assert "None." in lines[at + 2 : at + 4]
    assert max(map(len, lines)) <= 42


@pytest.mark.parametrize("width", [33, 48])
def test_as_a_strip(report: Report, both: Log, width: int) -> None:
    lines = report_strip(report, width)
    assert max(map(len, lines)) <= width
    text = " ".join(" ".join(lines).split())
    for book in both.books:
        assert short(book.head) in text
    assert "does not agree" not in text
    assert "Lucky Mallard" in text


def test_what_does_not_agree_is_said_where_nobody_overlooks_it(both: Log) -> None:
    """No book that verifies comes to this: the log's own figures are changed."""
    five = Chip.named("$5")
    one, other = both.books
    account = replace(one.accounts[five], players=one.accounts[five].players + 12)
    wrong = replace(both, books=(replace(one, accounts={**one.accounts, five: account}), other))
    report = log_report(wrong)
    for title in ("All sites together", SITES[0]):
        where = grid(report, title, WHERE)
        assert dict(zip(column(where, "Chip"), column(where, "Proof"), strict=True))["$5"] == (
            "does not agree by 12"
        )
        assert where.notes[0].startswith("PROOF: it does not agree for 1 of 18 chip types")
    assert "DOES NOT AGREE" in section(report, "Signed").notes[0]
    assert set(column(grid(report, SITES[1], WHERE), "Proof")) == {"agrees", ""}
    assert OWNED in {one.title for one in section(report, SITES[1]).grids}


def test_a_practice_book_says_so_on_every_page(tmp_path: Path) -> None:
    pit = Pit(tmp_path, Rulebook.load())
    pit.desk.set_site({"organization": "Dakota Lions", "name": "School", "practice": True})
    data = report_pdf(log_report(opened(pit)))
    pit.journal.close()
    said = [one.page for one in words(data) if one.text == "PRACTICE"]
    assert said == sorted({one.page for one in words(data)})
