from datetime import UTC, date, datetime, time, timedelta

import orjson
import pytest

from pitdesk.book.journal import Journal
from pitdesk.book.witness import Witness
from pitdesk.codes.keys import SiteKey, key_of, key_path, older
from pitdesk.codes.slips import Claim, short_name
from pitdesk.desk import Desk
from pitdesk.documents import evidence
from pitdesk.documents.deposits import dues
from pitdesk.documents.document import Document, DocumentHead
from pitdesk.documents.undocumented import undocumented
from pitdesk.errors import Refused
from pitdesk.reports.days import of_book
from pitdesk.reports.summaries import quarter, summary
from pitdesk.upkeep.backup import backup, restore
from tests.files import NIGHTS
from tests.pitdesk.conftest import NIGHT
from tests.pitdesk.records.play import played

KEY, NEXT = SiteKey(bytes(range(32))), SiteKey(bytes(32))


@pytest.fixture
def signed(pit):
    """A pit whose documents are signed."""
    pit.desk._key = KEY
    return pit


def live(pit, nights=1, **drops):
    """So many nights, each sealed; the first is open already."""
    for at in range(nights):
        if at:
            pit.later(days=1)
            pit.begin(pit.held("chip bank"))
            pit.open("2", pit.held("tray 2"))
        pit.end(**(drops or {"t2": 52_000}))


def deposit(pit, on=NIGHT, cents=None, made=None, **said):
    owed = pit.desk.day.sealed.fact.deposit_cents if cents is None else cents
    words = {"bank": "Prairie Bank 401", "slip": "88"} | said
    days, made = [on] if isinstance(on, date) else on, made or NIGHT + timedelta(days=3)
    pit.clock.at = max(pit.clock.at, datetime.combine(made, time(18), UTC))  # it was made before
    return pit.desk.deposit(days, made, owed, pit.by("pia"), **words)


# What is written when


def test_a_seal_writes_the_days_document(signed):
    signed.fill("2", "40x50c")
    live(signed)
    (document,) = signed.desk.documents()
    said = document.said
    assert (document.number, document.kind, document.wrong) == (1, "day", "")
    assert said["date"] == NIGHT.isoformat()
    assert said["head"] == signed.desk.day.sealed.hash.hex()
    assert said["summary"]["gross"] == 52_000
    assert said["summary"]["agp"] == said["tables"][0]["win"]
    assert said["slips"]["fill"] == [{"first": 1, "last": 1, "fate": "received", "cents": 2_000}]
    assert said["deposit"]["cents"] == signed.desk.day.sealed.fact.deposit_cents
    assert said["signers"]["shift manager"] == ["PI"]


def test_chips_of_a_document_are_those_of_the_seal(signed):
    live(signed)
    before = signed.desk.documents()[0].said["chips"]
    held = signed.journal.balances()
    for name, told in before.items():
        assert told["players"] == held.get("patrons", {}).get(name, 0)
        assert told["owned"] == -held["supplier"][name]
    signed.deliver("100x$5")
    assert signed.desk.documents()[0].said["chips"] == before


def test_a_deposit_names_its_days_once_in_their_order_and_is_filed_under_the_last(signed):
    live(signed, 2)
    owed = sum(document.said["deposit"]["cents"] for document in signed.desk.documents())
    deposit(signed, [NIGHT + timedelta(1), NIGHT, NIGHT + timedelta(1)], owed)
    signed.desk.write_documents()
    said = signed.desk.documents()[-1].said
    assert said["dates"] == [NIGHT.isoformat(), (NIGHT + timedelta(1)).isoformat()]
    assert said["date"] == said["dates"][-1]


def test_documents_are_a_chain_without_gaps(signed):
    live(signed, 3)
    deposit(signed, [NIGHT, NIGHT + timedelta(1), NIGHT + timedelta(2)], reason="one bag", cents=1)
    signed.desk.write_documents()
    told = signed.desk.documents()
    assert [one.number for one in told] == [1, 2, 3, 4]
    assert [one.kind for one in told] == ["day", "day", "day", "deposit"]
    assert [one.said["previous"] for one in told] == ["", *(one.sha256 for one in told[:-1])]
    assert [one.wrong for one in told] == [""] * 4
    assert signed.journal.verify().ok


def test_what_was_not_written_before_the_machine_went_down_is_written_later(pit):
    live(pit, 2)
    assert pit.desk.write_documents() == []  # nothing to sign with
    pit.desk._key = KEY
    later = pit.desk.write_documents()
    assert [one.said["date"] for one in later] == [f"{NIGHT}", f"{NIGHT + timedelta(1)}"]
    assert pit.desk.write_documents() == []


def test_a_document_is_the_same_whenever_it_is_written(signed):
    live(signed, 2)
    told = signed.desk.documents()
    signed.later(days=1)
    signed.begin(signed.held("chip bank"))  # another day has begun meanwhile
    last = signed.journal.last_document
    signed.journal.last_document = lambda: None  # as if none had been written
    again = [Document.signed(signed.desk._said(*one), KEY) for one in heads(signed, told)]
    signed.journal.last_document = last
    assert [one.text for one in again] == [one.text for one in told]


def heads(pit, told):
    for document, fact in zip(told, undocumented(pit.journal), strict=True):
        names = {name: document.said[name] for name in ("organization", "site")}
        yield (
            DocumentHead(document.number, document.said["previous"], document.said["at"], names, False),
            fact,
        )


def test_a_lost_documents_number_never_comes_again(signed, tmp_path):
    """The witness knows of documents 2 and 3; what the backup has already gets its own bytes again."""
    live(signed)
    signed.desk.correction(NIGHT, {"gross": -500}, "the box counted again", signed.by("pia"))
    copy = tmp_path / "pit.backup"
    backup(signed.journal, copy)  # the correction has no document yet
    signed.desk.write_documents()
    second = signed.desk.documents()[1]
    signed.later(days=1)
    signed.begin(signed.held("chip bank"))
    signed.open("2", signed.held("tray 2"))
    signed.end(t2=52_000)
    third = signed.desk.documents()[2]
    signed.journal.close()
    assert Witness(signed.book).read().numbers["document"] == 3
    fact, _ = restore(copy, signed.book, last_numbers={}, operator="gro", clock=signed.clock)
    assert fact.lost["document"] == (3, 3)
    signed.journal = Journal.open(signed.book)
    signed.desk = signed.another()
    signed.desk._key = KEY
    (again,) = signed.desk.write_documents()
    assert again.data == second.data
    signed.begin(signed.held("chip bank"))
    for lost in ("day 000002", "document 000003"):
        signed.desk.explain(f"{lost} lost", "the disk broke", signed.by("pia"))
    signed.open("2", signed.held("tray 2"))
    signed.end(t2=52_000)
    fourth = signed.desk.documents()[2]
    assert (fourth.number, fourth.said["after"], fourth.said["previous"]) == (4, 2, second.sha256)
    assert fourth.sha256 != third.sha256
    assert evidence.verify(signed.journal).ok
    signed.journal.close()
    Journal.open(signed.book).close()


def test_an_open_day_has_no_document(signed):
    assert signed.desk.write_documents() == []
    assert signed.desk.documents() == []


def test_documents_of_the_book_can_be_had_from_a_number_on(signed):
    live(signed, 3)
    assert [one.number for one in signed.desk.documents(1)] == [2, 3]


# Corrections


def test_a_correction_is_a_document_that_names_the_days(signed):
    live(signed)
    why = "the count sheet says 500.00"
    signed.desk.correction(NIGHT, {"gross": -2_000, "2.drop": -2_000}, why, signed.by("pia"))
    (correction,) = signed.desk.write_documents()
    day = signed.desk.documents()[0]
    assert correction.said["about"] == day.sha256
    assert correction.said["changes"] == {"gross": -2_000, "2.drop": -2_000}
    assert correction.said["initials"] == ["PI"]
    assert signed.desk.documents()[0] == day


@pytest.mark.parametrize(
    ("on", "changes", "words"),
    [
        (NIGHT + timedelta(1), {"gross": 1}, "has no document yet"),
        (NIGHT, {"tax": 1}, "no figure called tax"),
        (NIGHT, {"9.drop": 1}, "no figure called 9.drop"),
        (NIGHT, {"prize_basis": 1}, "no figure called prize_basis"),
        (NIGHT, {"gross": 0}, "The change of gross is nothing"),
        (NIGHT, {"gross": -(10**19)}, "is more than a day here ever comes to"),
    ],
)
def test_what_cannot_be_corrected(signed, on, changes, words):
    live(signed)
    with signed.refused("pd.correction", words=words):
        signed.desk.correction(on, changes, "why", signed.by("pia"))


# Deposits


def test_a_deposit_is_noted_once_and_is_a_document(signed):
    live(signed)
    deposit(signed)
    (document,) = signed.desk.write_documents()
    owed = signed.desk.day.sealed.fact.deposit_cents
    said = document.said
    assert (said["dates"], said["cents"], said["slip"]) == ([f"{NIGHT}"], owed, "88")
    assert said["games"] == ["21", "PW"]
    assert signed.desk.site.deposits[0].cents == owed
    with signed.refused("nd.03-10.2", words=f"{NIGHT} owes no deposit"):
        deposit(signed)


@pytest.mark.parametrize(
    ("said", "rule"),
    [
        ({"bank": " "}, "nd.03-10.2"),
        ({"slip": ""}, "nd.03-10.2"),
        ({"on": []}, "nd.03-10.2"),
        ({"checks": 10**9}, "nd.03-10.2"),
        ({"on": NIGHT + timedelta(7)}, "nd.03-10.2"),
        ({"cents": 1_000}, "pd.deposit"),
        ({"cents": 0}, "pd.deposit"),
    ],
)
def test_what_is_no_deposit(signed, said, rule):
    live(signed)
    with signed.refused(*({rule, "pd.amount", "pd.deposit"} & set(broken(signed, said)))):
        deposit(signed, **said)


def broken(pit, said):
    """The rules that a deposit breaks; at least the one that the test is about."""
    with pytest.raises(Refused) as caught:
        deposit(pit, **said)
    return caught.value.rules


def test_another_amount_than_is_owed_has_a_reason(signed):
    live(signed)
    deposit(signed, cents=1_000, reason="the rest follows tomorrow")
    assert signed.desk.site.deposits[0].cents == 1_000


@pytest.mark.parametrize(
    ("days", "words"), [(-365, "cannot be made on 2025-11-20"), (365, "2027-11-20 is in the future")]
)
def test_a_deposit_of_another_year_is_a_slip_of_the_pen(signed, days, words):
    live(signed)
    signed.later(days=3)
    owed = signed.desk.day.sealed.fact.deposit_cents
    said = {"bank": "Prairie Bank 401", "slip": "88"}
    with signed.refused("pd.deposit", words=words):
        signed.desk.deposit([NIGHT], NIGHT + timedelta(days), owed, signed.by("pia"), **said)


def test_more_than_any_house_deposits_is_refused(signed):
    live(signed)
    with signed.refused("pd.deposit", words="is more than this house ever deposits"):
        deposit(signed, cents=10**12, reason="a million slips of the pen")


def test_a_site_that_is_renamed_stays_the_one_that_head_office_knows(signed):
    live(signed)
    (before,) = signed.desk.documents()
    signed.desk.set_site({"name": "Riverside Lounge & Grill"}, by=signed.by("gus"))
    signed.desk.correction(NIGHT, {"2.drop": 2_000}, "a $20 in the hinge", signed.by("pia"))
    signed.later(days=1)
    signed.begin(signed.held("chip bank"))
    signed.open("2", signed.held("tray 2"))
    signed.end(t2=30_000)
    on = [NIGHT, NIGHT + timedelta(1)]
    owed = sum(it.said["deposit"]["cents"] for it in signed.desk.documents() if it.kind == "day")
    deposit(signed, on, owed)
    signed.desk.write_documents()
    assert {it.site for it in signed.desk.documents()} == {before.site}
    told = of_book(signed.journal)
    found = summary(told, quarter("2026Q4"), today=date(2026, 12, 15))
    assert told.sites == ["Dakota Lions, Riverside Lounge & Grill"]  # as it is called now
    assert (found.notices, found.late) == ((), ())
    assert found.total.sums.gross_cents == 52_000 + 30_000 + 2_000
    assert found.total.sums.made_cents == found.total.sums.due_cents == owed


def test_a_late_deposit_is_taken_and_warned_of(signed):
    live(signed)
    entry = deposit(signed, made=NIGHT + timedelta(days=9))
    assert any("nd.03-10.1d" in words for words in entry.fact.warnings)


# A deposit is taken back


def test_a_deposit_that_is_taken_back_is_owed_again_and_both_have_a_document(signed):
    live(signed)
    noted = deposit(signed)
    back = signed.desk.take_back_deposit(noted.seq, "slip 89, not 88", signed.by("pia"))
    assert (back.about, back.fact.days) == (noted.seq, (1,))
    assert [due.date for due in signed.desk.owed()] == [NIGHT]
    assert [due.made for due in dues(signed.journal, Desk(signed.journal, signed.pepper).site)] == [None]
    one, other = signed.desk.write_documents()
    assert one.said["cents"] == -other.said["cents"] == noted.fact.cents
    assert other.said["takes_back"] == one.number
    assert other.name == f"deposit of {NIGHT}, taken back"
    with signed.refused("pd.deposit", words=f"was taken back by entry {back.seq}"):
        signed.desk.take_back_deposit(noted.seq, "again", signed.by("pia"))
    deposit(signed, slip="89")
    assert not signed.desk.owed()
    assert [one.slip for one in signed.desk.site.deposits] == ["89"]


def test_what_is_no_deposit_is_not_taken_back(signed):
    live(signed)
    for seq in (0, -1, 1, signed.desk.day.sealed.seq, signed.journal.head.seq + 1):
        with signed.refused("pd.deposit", words="There is no such deposit"):
            signed.desk.take_back_deposit(seq, "wrong", signed.by("pia"))
    noted = deposit(signed)
    with signed.refused("pd.reason"):
        signed.desk.take_back_deposit(noted.seq, " ", signed.by("pia"))
    with signed.refused("pd.who"):
        signed.desk.take_back_deposit(noted.seq, "wrong", signed.by("kari"))


def test_a_deposit_of_long_ago_is_owed_again_until_it_is_noted_anew(signed):
    """The days after it were opened with nothing owed, and what an opening says stands for ever."""
    live(signed)
    noted = deposit(signed, made=NIGHT)
    signed.later(days=1)
    for _ in range(2):
        signed.begin(signed.held("chip bank"))
        signed.end()
        signed.later(days=1)
    signed.desk.take_back_deposit(noted.seq, "the bank took it on the 24th", signed.by("pia"))
    assert [due.date for due in signed.desk.owed()] == [NIGHT]
    assert [due.date for due in signed.another().owed()] == [NIGHT]
    signed.begin(signed.held("chip bank"))
    assert signed.desk.day.opening.owing == (1,)
    deposit(signed, NIGHT, noted.fact.cents, NIGHT + timedelta(days=1))
    assert not signed.another().owed()


# Keys


def test_a_new_key_is_named_by_the_old_one(signed):
    live(signed)
    signed.desk.key(NEXT.public, "the laptop was stolen", signed.by("gus"))
    (document,) = signed.desk.write_documents()
    assert document.public == KEY.public
    assert document.said["successor"] == NEXT.public
    assert document.wrong == ""


@pytest.mark.parametrize("successor", ["", "no key", KEY.public, KEY.public[:-1]])
def test_no_key(signed, successor):
    with signed.refused("pd.key"):
        signed.desk.key(successor, "why", signed.by("gus"))


def test_only_the_gaming_manager_changes_the_key(signed):
    with signed.refused("pd.who"):
        signed.desk.key(NEXT.public, "why", signed.by("pia"))


# In the book


def test_a_changed_document_is_found_by_the_books_own_chain(signed):
    live(signed)
    fact, about = signed.journal.last_document()
    assert orjson.loads(fact.text) == signed.desk.documents()[0].said
    assert about == signed.desk.day.sealed.seq


def test_documents_are_not_read_with_the_set_up(signed):
    live(signed, 2)
    kinds = {entry.kind for entry in signed.journal.setup()}
    assert kinds.isdisjoint({"document", "sent"})


def test_slips_of_before_are_known_by_the_key_of_before(pit):
    """A new key, twice; the codes of all three times are known, and a stranger's is not."""
    pit.desk._key = key_of(pit.journal)
    codes = []
    for turn in range(3):
        number = pit.fill("2", "1x$5")
        codes.append(pit.desk.code(pit.desk.slip("fill", number), "copy", void=False))
        if turn < 2:
            pit.desk.replace_key("the computer was replaced", pit.by("gus"))
    assert len({code.qr for code in codes}) == 3
    for code in codes:
        assert pit.desk.check_slip(code.qr).kind == "equal"
        assert pit.desk.check_slip(code.short).kind == "equal"
    started_again = key_of(pit.journal)
    assert started_again.public == pit.desk._key.public
    claim = Claim.of(pit.desk.slip("fill", 1).entry, "copy", short_name(pit.desk.site), void=False)
    assert pit.desk.check_slip(claim.signed(NEXT).qr).kind == "other key"
    told = [one.said["successor"] for one in pit.desk.documents() if one.kind == "key"]
    assert told[-1] == started_again.public


def test_a_key_that_was_named_is_in_place_after_a_power_cut(pit):
    """Named and documented, and the machine goes down before the files are exchanged."""
    pit.desk._key = key_of(pit.journal)
    path = key_path(pit.journal)
    following = SiteKey.kept(path.with_name(f"{path.name}.next"))
    before = pit.desk._key.public
    pit.desk.key(following.public, "the computer was replaced", pit.by("gus"))
    pit.desk.write_documents()
    assert key_of(pit.journal).public == following.public
    assert [one.public for one in older(path)] == [before]
    path.rename(path.with_name(f"{path.name}.next"))  # or between the two renames
    assert key_of(pit.journal).public == following.public


@pytest.mark.parametrize("days", [0, 1])
def test_a_key_that_was_named_before_a_power_cut_is_told_by_the_one_before_it(pit, days):
    """Named, and the machine goes down before its document: head office waits for the old key."""
    pit.desk._key = key_of(pit.journal)
    before, path = pit.desk._key.public, key_path(pit.journal)
    live(pit, days)
    following = SiteKey.kept(path.with_name(f"{path.name}.next"))
    pit.desk.key(following.public, "the computer was replaced", pit.by("gus"))
    pit.desk._key = key_of(pit.journal)  # as the next start does
    assert pit.desk._key.public == following.public
    pit.desk.write_documents()
    deposit(pit) if days else live(pit)
    pit.desk.write_documents()
    told = pit.desk.documents()
    assert [one.public for one in told] == [*[before] * days, before, following.public]
    assert told[-2].kind == "key"
    assert not any(one.wrong for one in told)


def test_a_deposit_is_called_for_from_the_day_before_until_it_is_made(signed):
    live(signed)
    due = signed.desk.day.seal.deposit_due
    assert signed.desk.owing() == ()
    signed.later(days=(due - NIGHT).days - 1)
    (told,) = signed.desk.owing()
    assert (told.date, told.by, told.cents) == (NIGHT, due, signed.desk.day.sealed.fact.deposit_cents)
    signed.later(days=5)
    assert signed.desk.owing()[0].late(due + timedelta(days=1))
    deposit(signed, made=due + timedelta(days=2))
    assert signed.desk.owing() == ()


COUNT = "bank 400x50c 1200x$1 200x$2 470x$5 200x$25 ; drawer $4,000  by sam(shift manager) jo(cashier)"
LATER = f"""
night 2027-04-30
16:02  open day            by sam(shift manager) jo(cashier)
16:05  {COUNT.replace("bank", "bank has")}
23:15  closing count {COUNT}
23:20  close day next start $4,000.00             by sam(shift manager)
"""


def test_a_return_and_a_dealers_week_stand_in_the_document_of_the_next_day(tmp_path):
    shift = tmp_path / "holds.shift"
    shift.write_text(NIGHTS["holds"].read_text("utf-8") + LATER, "utf-8")
    for desk in played(shift, tmp_path):
        desk._key = KEY
        told = {one.said["date"]: one.said for one in desk.write_documents() if one.kind == "day"}
    days = ["2026-11-20", "2026-11-21", "2027-02-05", "2027-04-16", "2027-04-30"]
    assert [*told] == days
    assert [on for on in days if "returns" in told[on]] == ["2027-04-16"]
    assert [on for on in days if "weeks" in told[on]] == ["2027-04-30"]
    of = {
        "quarter": "2027Q1",
        "filed": "2027-04-10",
        "held": {"21": [20000, -30000]},
        "initials": ["KB"],
    }
    assert told["2027-04-16"]["returns"] == [
        {**of, "tax": 12_50, "paper": "52183"},
        {**of, "tax": 0, "paper": "52184"},
    ]
    assert told["2027-04-30"]["weeks"] == [
        {
            "quarter": "2027Q1",
            "first": "2027-04-11",
            "held": {"kari": [140_00, 40_00, "counted"]},
            "initials": ["GM"],
        }
    ]
