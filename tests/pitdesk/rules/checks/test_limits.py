"""Limits at open tables: the pair, the table that takes $3, plaques, notice."""

import pytest

from pitdesk.chips import Chips
from tests.pitdesk.conftest import POSTED, TRAY, Pit


@pytest.fixture
def two(pit: Pit) -> Pit:
    """Table 2 takes $3, table 3 takes $10; a pit boss is here."""
    pit.arrive("dan", "bob")
    pit.desk.open_table("3", TRAY, pit.by("dan"), **POSTED | {"limits": (1000, 2500)})
    return pit


@pytest.mark.parametrize(
    ("low", "high"), [(350, 2500), (500, 300), (100, 2600), (0, 0), (-300, 2500), (300, 10**15)]
)
def test_what_no_table_may_take_is_refused(pit: Pit, low: int, high: int) -> None:
    with pit.refused("nd.08-09.1"):
        pit.desk.limits("2", (low, high), pit.by("pia"))


def test_the_last_active_table_that_takes_three_dollars_stays(two: Pit) -> None:
    way = "only table 3 from $10.00. Lower table 3 to $3.00 first."
    with two.refused("nd.08-09.1", words=way):
        two.desk.dealer("2", None, two.by("kari"))
    with two.refused("nd.08-09.1", words=way):
        two.desk.close_table("2", TRAY, two.by("kari"))
    with two.refused("nd.08-09.1", words="Lower table 2 to $3.00 first."):
        two.desk.limits("2", (500, 2500), two.by("bob"))
    two.desk.dealer("2", None, two.by("kari"), players=True)
    with two.refused("nd.08-09.1"):
        two.desk.dealer("2", None, two.by("kari"))
    two.desk.limits("3", (300, 2500), two.by("bob"))
    two.desk.dealer("2", None, two.by("kari"))


def test_an_empty_tray_is_no_active_table(pit: Pit) -> None:
    pit.credit("2", "40x50c 200x$1 100x$5 20x$25")
    pit.arrive("dan")
    with pit.refused("nd.08-09.1"):
        pit.desk.open_table("3", TRAY, pit.by("dan"), **POSTED | {"limits": (1000, 2500)})


def test_what_is_so_already_is_not_asked_again(two: Pit) -> None:
    two.credit("2", "40x50c 200x$1 100x$5 20x$25")  # table 2 is active no more: 3 alone, at $10
    two.arrive("uma")
    two.desk.dealer("3", "uma", two.by("dan"))
    two.desk.dealer("3", None, two.by("dan"))
    with two.refused("nd.08-09.1"):
        two.desk.dealer("3", "dan", two.by("dan"))


@pytest.mark.parametrize(("low", "high"), [(200, 100), (100, 2100), (0, 100), (-100, 100)])
def test_the_wheel_has_limits_too(pit: Pit, low: int, high: int) -> None:
    pit.arrive("wes")
    pit.wheels()
    with pit.refused("nd.53-06.1-07.4"):
        pit.desk.open_table("7", Chips(), pit.by("wes"), limits=(low, high))
    pit.desk.open_table("7", Chips(), pit.by("wes"), limits=(100, 2000))
    with pit.refused("nd.53-06.1-07.4"):
        pit.desk.limits("7", (low, high), pit.by("pia"))


def test_notice_is_what_the_site_says(pit: Pit) -> None:
    with pit.refused("pd.notice"):
        pit.desk.limits("2", (200, 2500), pit.by("pia"), notice=9)
    with pit.refused("pd.notice"):
        pit.desk.limits("2", (200, 2500), pit.by("pia"), notice=-1, reason="now")
    pit.desk.set_site({"notice_minutes": 20}, pit.by("gus"))
    assert pit.desk.limits("2", (200, 2500), pit.by("pia")).fact.notice == 20
    with pit.refused("pd.notice"):
        pit.desk.limits("2", (100, 2500), pit.by("pia"), notice=10)
    with pit.refused("pd.setup"):
        pit.desk.set_site({"notice_minutes": 0}, pit.by("gus"))


def test_a_day_of_the_first_reading_has_no_such_verbs(dark: Pit) -> None:
    dark.desk.edition = 2
    dark.begin()
    dark.open("2", TRAY)
    for verb in (
        lambda: dark.desk.limits("2", (200, 2500), dark.by("pia")),
        lambda: dark.desk.plaque("2", dark.by("kari")),
    ):
        with dark.refused("nd.02-01.6", words="Close it, and open the next day first."):
            verb()


READER = {"limits": (300, 2500), "options": {"method": "card-reader"}}
BROKEN = "card reader fails"


def test_a_table_whose_card_reader_fails_deals_another_way(dark: Pit) -> None:
    dark.begin()
    dark.arrive("kari", "dan")
    open_table, tray = dark.desk.open_table, TRAY
    open_table("2", tray, dark.by("kari"), **READER)
    with dark.refused("nd.08-10.1", words="Only where a table's card reader fails"):
        open_table("3", tray, dark.by("dan"), **POSTED)
    open_table("3", tray, dark.by("dan"), **POSTED, reason=BROKEN)
    with dark.refused("pd.reason", "nd.08-10.1"):
        dark.desk.method("2", "no-hole-card", " ", dark.by("pia"))
    dark.desk.method("2", "no-hole-card", BROKEN, dark.by("pia"))
    dark.desk.method("3", "card-reader", "works again", dark.by("pia"))
    assert dark.desk.today.tables["2"].options == {"method": "no-hole-card"}


def test_a_site_without_card_readers_has_none_to_fail(pit: Pit) -> None:
    pit.arrive("dan")
    with pit.refused("nd.08-10.1"):
        pit.desk.open_table("3", TRAY, pit.by("dan"), **READER)
    with pit.refused("nd.08-10.1"):
        pit.desk.open_table("3", TRAY, pit.by("dan"), **READER, reason=BROKEN)
