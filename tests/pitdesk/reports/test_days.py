"""Rows for reports: from documents, from a site's own book, and as head office keeps them, the same."""

from dataclasses import replace
from datetime import date

from pitdesk.codes.keys import SiteKey
from pitdesk.desk import Desk
from pitdesk.documents.document import Document
from pitdesk.office.rows import ChipRow, CorrectionRow, DayRow, DepositRow, TableRow
from pitdesk.reports.days import SUMMARY, Records, of_book, of_rows, of_said, records
from pitdesk.reports.summaries import BY, quarter, summary
from tests.pitdesk.conftest import NIGHT, Pit
from tests.pitdesk.quarters import Book, busy

Q4, TODAY = quarter("2026Q4"), date(2026, 12, 20)


def two_days(pit: Pit) -> None:
    """Two nights with a fill and a drop; the first has a correction and a deposit."""
    pit.fill("2", "20x$5")
    pit.end(t2=52_000)
    pit.clock.at = pit.clock.at.replace(day=21)
    pit.begin(pit.held("chip bank"))
    pit.open("2", pit.held("tray 2"))
    pit.end(t2=30_050)


def test_a_day_of_a_real_book_is_as_its_figures_say(pit):
    two_days(pit)
    told = of_book(pit.journal)
    assert not told.signed
    first, second = told.days
    assert (first.site, first.date, first.day) == ("Dakota Lions, Riverside Lounge", NIGHT, 1)
    assert first.tables[0].drop_cents == 520_00
    assert first.tables[0].win_cents == 520_00  # the tray was closed with what the book knows
    assert first.summary["gross"] == 520_00
    assert first.due_cents == 520_00
    assert second.day == 2
    total = summary(told, Q4, today=TODAY).total.sums
    assert (total.gross_cents, total.agp_cents, total.due_cents) == (820_50, 820_50, 820_50)


def test_what_is_not_signed_yet_gives_the_same_rows_as_its_documents(pit):
    """A day, a correction and a deposit before and after they are signed."""
    two_days(pit)
    key = SiteKey(bytes(32))
    signing = Desk(pit.journal, pit.pepper, clock=pit.clock, rules=pit.rules, key=key)
    days = signing.write_documents()
    signing._key = None  # what comes now is not signed at once
    kim, made = pit.by("kim:bookkeeper"), date(2026, 11, 30)
    pit.later(days=9)
    signing.correction(NIGHT, {"2.drop": 20_00}, "a $20 in the hinge", kim)
    signing.deposit([NIGHT], made, 520_00, kim, bank="Prairie Bank", slip="1001")
    before = of_book(pit.journal)
    assert [len(day.corrections) for day in before.days] == [1, 0]
    assert [paid.deposit.slip for paid in before.days[0].paid] == ["1001"]
    assert not before.signed
    signing._key = key
    documents = [*days, *signing.write_documents()]
    assert [document.kind for document in documents] == ["day", "day", "correction", "deposit"]
    after = of_book(pit.journal)
    assert after == records(documents)
    assert after.signed
    assert after == replace(before, signed=True)
    for by in BY:
        assert summary(after, Q4, by, today=TODAY).lines == summary(before, Q4, by, today=TODAY).lines


def test_a_deposit_that_is_taken_back_stands_beside_its_day_which_owes_again(pit):
    """Also at head office, and whether its documents are signed or not."""
    two_days(pit)
    kim, key = pit.by("kim:bookkeeper"), SiteKey(bytes(32))
    signing = Desk(pit.journal, pit.pepper, clock=pit.clock, rules=pit.rules, key=key)
    signing.write_documents()
    pit.later(days=9)
    said = {"bank": "Prairie Bank", "slip": "1001"}
    first = signing.deposit([NIGHT], date(2026, 11, 24), 520_00, kim, **said)
    signing.take_back_deposit(first.seq, "the slip says 1010", kim)
    before = of_book(pit.journal)
    assert before.days[0].owing_cents == 520_00
    assert [one.deposit.cents for one in before.beside] == [520_00, -520_00]
    signing.deposit([NIGHT], date(2026, 11, 24), 520_00, kim, **said | {"slip": "1010"})
    documents = [*signing.documents(), *signing.write_documents()]
    for told in (records(documents), of_book(pit.journal), of_rows(*office(documents))):
        noted, back = told.beside
        assert (noted.number, noted.back, back.number, back.deposit.takes_back) == (3, 4, 4, 3)
        assert noted.words == f"{NIGHT}: taken back by document 4"
        assert back.words == f"{NIGHT}: takes back document 3, the slip says 1010"
        assert [paid.deposit.slip for paid in told.days[0].paid] == ["1010"]
        assert summary(told, Q4, today=TODAY).total.sums.made_cents == 520_00


def test_a_row_is_of_a_document():
    book = busy(date(2026, 11, 20), 2)
    days = [document for document in book.documents if document.kind == "day"]
    first = of_said(days[0].said, days[0].sha256)
    assert (first.number, first.sha256) == (days[0].number, days[0].sha256)
    assert first == replace(records(book.documents).days[0], paid=())
    assert Document.read(days[0].data) == days[0]


def test_a_document_whose_signature_or_key_is_none_is_wrong_and_no_accident():
    (document,) = busy(date(2026, 11, 20), 1).documents[:1]
    assert not document.wrong
    assert "does not fit" in replace(document, signature="zz").wrong
    text = document.text.replace(document.public.encode(), b"nobody")
    assert "does not fit" in Document(text, "nobody", document.signature).wrong


def test_an_empty_book_has_no_rows(dark):
    assert of_book(dark.journal) == Records()


def test_the_rows_of_head_office_give_the_same_reports():
    book, bar = busy(date(2026, 10, 1), 40), busy(date(2026, 10, 1), 25, "Blue Goose Bar")
    documents = [*book.documents, *bar.documents]
    ours, theirs = records(documents), of_rows(*office(documents))
    assert theirs.signed
    assert len(theirs.days) == 65
    for by in BY:
        one, other = (summary(told, Q4, by, today=TODAY) for told in (ours, theirs))
        assert [(line.name, line.days, line.sums) for line in one.lines] == [
            (line.name, line.days, line.sums) for line in other.lines
        ]
        assert [len(line.fixes) for line in one.lines] == [len(line.fixes) for line in other.lines]
        assert (one.absent, one.outstanding_cents) == (other.absent, other.outstanding_cents)
        assert [day.date for day in one.late] == [day.date for day in other.late]


def test_two_corrections_of_a_day_stay_two_at_head_office():
    book = Book()
    book.day(date(2026, 11, 20), [("1", "21", 500_00, 100_00)])
    book.correct(date(2026, 11, 20), {"1.drop": 5_00, "outstanding": 1_00}, "one")
    book.correct(date(2026, 11, 20), {"1.drop": 7_00}, "two")
    (day,) = of_rows(*office(book.documents)).days
    assert [(fix.number, fix.reason, len(fix.changes)) for fix in day.corrections] == [
        (2, "one", 2),
        (3, "two", 1),
    ]


def office(documents: list[Document]) -> tuple[list, list, list, list, list]:
    """What head office would keep of them: rows of fields that are named as in the documents."""
    days, tables, chips, fixes, deposits = [], [], [], [], []
    for document in documents:
        said, site = document.said, document.site
        on = date.fromisoformat(said["date"])
        if document.kind == "day":
            known = dict.fromkeys(DayRow._fields, 0) | {
                name: said["summary"].get(name, 0) for name in SUMMARY
            }
            known |= {"site": site, "date": on, "day": said["day"], "sealed": said["at"]}
            owed = said["deposit"]
            known |= {"deposit": owed["cents"], "deposit_due": date.fromisoformat(owed["due"])}
            days.append(DayRow(**known))
            for row in said["tables"]:
                of = dict.fromkeys(TableRow._fields, 0) | {
                    "site": site,
                    "date": on,
                    "name": row["table"],
                }
                of |= {"game": row["game"], "drop_cents": row["drop"], "win": row["win"]}
                tables.append(TableRow(**of))
            chips += [ChipRow(site, on, name, **counts) for name, counts in said["chips"].items()]
        elif document.kind == "correction":
            about = (said["reason"], " ".join(said["initials"]))
            fixes += [
                CorrectionRow(site, on, document.number, name, cents, *about)
                for name, cents in said["changes"].items()
            ]
        else:
            dates = [date.fromisoformat(day) for day in said["dates"]]
            paid = (said["cents"], said["checks"], said["bank"], said["slip"], "21", "GU")
            made = date.fromisoformat(said["made"])
            more = (said.get("contest", ""), said.get("takes_back", 0), said.get("reason", ""))
            deposits.append(DepositRow(site, on, document.number, made, dates, *paid, *more))
    return days, tables, chips, fixes, deposits
