"""Tournaments and poker: sums to the cent, fiscal years to the day, papers that others can read."""

from collections.abc import Iterator
from datetime import UTC, date, datetime
from io import BytesIO

import pytest
from pypdf import PdfReader

from pitdesk import kinds
from pitdesk.book.figures import held
from pitdesk.desk import Desk
from pitdesk.records.contests import Contest, Player, fiscal, of_quarter
from pitdesk.records.duties import deposits
from pitdesk.records.kept import Kept
from printers.reports.contests import contest_report, occasion_report
from printers.reports.letter import report_pdf
from tests.files import NIGHTS
from tests.pitdesk.conftest import Pit
from tests.pitdesk.records.play import played

ON = date(2026, 11, 24)


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Desk]:
    yield from played(NIGHTS["contests"], tmp_path_factory.mktemp("contests"))


def contest() -> Contest:
    """24 entries and 10 rebuys at 50.00, 8 add-ons at 25.00; 900.00 in cash and 300.00 in goods."""
    said = {"fee_cents": 50_00, "chips_each": 1000, "length": "20 hands", "least": 10}
    made = Contest(kinds.Tournament(name="Fall", game="21", date=ON, **said))
    fees = [("entry", 50_00)] * 24 + [("rebuy", 50_00)] * 10 + [("add-on", 25_00)] * 8
    for at, (what, cents) in enumerate(fees):
        name = f"P{at % 24}"
        fee = kinds.TournamentFee(tournament="Fall", player=name, what=what, cents=cents, on=ON)
        made.players.setdefault(name, Player(name)).fees.append((fee, "JS"))
    for cents in (900_00, 300_00):
        prize = kinds.TournamentPrize(tournament="Fall", player="P0", round=0, cents=cents, on=ON)
        made.prizes.append((prize, "PO"))
    return made


def test_the_example_of_a_tournament() -> None:
    one = contest()
    assert (one.gross_cents, one.prizes_cents, one.agp_cents) == (1_900_00, 1_200_00, 700_00)
    assert held(one.agp_cents, one.gross_cents) == "36.84"


def test_a_register_has_each_fee_with_its_day_and_initials(desk: Desk) -> None:
    ann = desk.kept.contests["Fall"].players["Ann Lee"]
    assert ann.cents == 200_00
    assert [(fee.what, fee.cents, fee.chips_given, by) for fee, by in ann.fees] == [
        ("entry", 75_00, 1000, "JS"),
        ("rebuy", 75_00, 1000, "JS"),
        ("add-on", 50_00, 500, "JS"),
    ]
    assert desk.kept.contests["Fall"].playing == ["Ann Lee", "Bo Ness"]  # Cy Dahl withdrew


def test_eight_players_of_six_half_hours(desk: Desk) -> None:
    fair = desk.kept.occasions["Fair"]
    assert fair.gross_cents == 96_00
    assert fair.closed
    assert fair.closed.brought_cents == 146_00


@pytest.mark.parametrize(("since", "year"), [("2027-06-30 23:59", 2026), ("2027-07-01 00:00", 2027)])
def test_the_fiscal_year_begins_in_july(since: str, year: int) -> None:
    assert fiscal(kinds.PokerOccasion(name="x", since=since, until=since)) == year


def test_a_tournament_is_deposited_by_the_third_banking_day() -> None:
    (due,) = deposits([contest()], 3)
    assert (due.since, due.by) == (ON, date(2026, 11, 30))  # Thanksgiving between


def test_a_quarter_has_its_tournaments() -> None:
    one = contest()
    assert [*of_quarter([one], date(2026, 10, 1), date(2026, 12, 31))] == [one]
    assert [*of_quarter([one], date(2027, 1, 1), date(2027, 3, 31))] == []


def test_a_copy_does_not_change_with_the_book(desk: Desk) -> None:
    copy = desk.kept.copied()
    assert copy == desk.kept
    copy.contests["Fall"].players["Ann Lee"].fees.clear()
    copy.ideal["drawer"] = []
    assert desk.kept.contests["Fall"].players["Ann Lee"].fees
    assert desk.kept.ideal == {}
    assert Kept() == Kept().copied()


def test_its_papers_have_what_the_text_asks_for(desk: Desk) -> None:
    at = (desk.site, datetime(2026, 11, 30, tzinfo=UTC), "3fa912c4 3fa912c4")
    fall, fair = desk.kept.contests["Fall"], desk.kept.occasions["Fair"]
    text = said(report_pdf(contest_report(fall, *at)))
    for words in (
        "What players are told",
        "Register of players",
        "Ann Lee",
        "add-on",
        "a grill",
        "9.86",
    ):
        assert words in text
    text = said(report_pdf(occasion_report(fair, *at)))
    for words in ("Fees of half hours", "20:30", "16.00", "346.00", "0.50", "after each round of bets"):
        assert words in text
    for words in ("Decks", "the nine of clubs is bent", "all fine"):
        assert words in text


def said(pdf: bytes) -> str:
    return "\n".join(page.extract_text() for page in PdfReader(BytesIO(pdf)).pages)


def set_contest(pit: Pit, fee_cents: int, **said: object) -> None:
    more = {"chips_each": 1000, "length": "20 hands", "least": 10, "most": 500, **said}
    pit.desk.tournament(kinds.Tournament(date=ON, fee_cents=fee_cents, **more), pit.by("gus"))


def test_prizes_of_a_tournament_up_to_ninety_percent_are_not_warned_of(dark: Pit) -> None:
    """08-15: 24 × 50 + 10 × 50 + 8 × 25 = 1,900.00; 90 % are 1,710.00."""
    set_contest(dark, 50_00, name="Fall", game="21", rebuy_cents=50_00, addon_cents=25_00)
    fees = [("entry", 50_00, 24), ("rebuy", 50_00, 10), ("add-on", 25_00, 8)]
    for what, cents, many in fees:
        for at in range(many):
            dark.desk.tournament_fee("Fall", f"P{at}", what, cents, dark.by("jo"))
    stands = {f"P{at}": ("1", 2000 - at) for at in range(24)}
    dark.desk.tournament_stand("Fall", 1, stands, dark.by("pia"))
    held = dark.desk.kept.contests["Fall"]
    assert held.gross_cents == 1_900_00
    found = []
    for cents, goods in ((900_00, ""), (300_00, "a grill"), (510_00, ""), (50, "")):
        prize = dark.desk.tournament_prize("Fall", "P0", cents, dark.by("pia"), goods=goods)
        found.append([words.partition(":")[0] for words in prize.fact.warnings])
        if goods:
            assert (held.prizes_cents, held.agp_cents) == (1_200_00, 700_00)
    assert found == [[], [], [], ["nd.53-06.1-07.2w"]]
    assert held.prizes_cents == 1_710_00 + 50


def test_prizes_of_poker_are_ninety_percent_at_most(dark: Pit) -> None:
    """09-04, 53-06.1-07.2: of 2,000.00 gross 1,800.00 are given, and 1,800.50 are not."""
    times = ("2026-11-20 12:00", "2026-11-23 12:00")
    dark.desk.poker_occasion("Fair", *times, dark.by("gus"), burn="round")
    dark.desk.poker_deck("Fair", "1", dark.by("kari"))
    set_contest(dark, 200_00, name="Big", game="poker", occasion="Fair")
    for at in range(10):
        dark.desk.tournament_fee("Big", f"P{at}", "entry", 200_00, dark.by("jo"), f"{at} Elm St, Minot")
    dark.desk.tournament_stand("Big", 1, {"P0": ("1", 10_000)}, dark.by("pia"))
    with dark.refused("nd.53-06.1-07.2"):
        dark.desk.tournament_prize("Big", "P0", 1_800_50, dark.by("pia"))
    assert dark.desk.tournament_prize("Big", "P0", 1_800_00, dark.by("pia")).seq
