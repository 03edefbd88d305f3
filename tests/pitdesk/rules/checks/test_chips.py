"""What the set of chips allows at the tables; the set itself is judged in test_chipset.py."""

import pytest

from pitdesk.book.site import Layout
from pitdesk.chips import Chip, Chips
from pitdesk.chipset.law import CHIP_SET

GREEN = Chip.named("$25")
METHOD = {"method": "no-peek"}


@pytest.fixture
def ready(dark):
    """A day is open and its banks are counted; kari is there and no table is open."""
    dark.begin()
    dark.arrive("kari")
    return dark


def opens(pit, table="2", high=2500, tray=""):
    """Open a table for wagers up to so many cents; the ids of its warnings."""
    chips, limits = Chips.read(tray), (100, high)
    entry = pit.desk.open_table(table, chips, pit.by("kari"), limits=limits, options=METHOD)
    return {words.partition(":")[0] for words in entry.fact.warnings}


# $25 chips where $25 is wagered


def test_a_table_that_takes_twenty_five_offers_the_chip(ready):
    ready.desk.set_play(GREEN, ready.by("gus"), "worn out", on=False)
    with ready.refused("nd.08-03.1q", words="neither its tray nor the chip bank has a $25 chip"):
        opens(ready)
    opens(ready, high=2400)
    with ready.refused("nd.08-03.1q"):
        ready.desk.limits("2", (100, 2500), ready.by("pia"))


@pytest.mark.parametrize(("name", "tray", "allowed"), [("$25-b", "1x$25-b", 1), ("$25-b", "", 0)])
def test_a_piece_of_another_set_will_do_and_its_name_alone_will_not(ready, name, tray, allowed):
    ready.desk.set_play(GREEN, ready.by("gus"), "worn out", on=False)
    ready.desk.set_chip(Chip.named(name), by=ready.by("gus"))
    if allowed:
        opens(ready, tray=tray)
    else:
        with ready.refused("nd.08-03.1q"):
            opens(ready, tray=tray)


def test_days_of_the_first_reading_ask_for_the_chip_in_the_set_alone(dark):
    dark.desk.edition = 2
    dark.begin()
    dark.arrive("kari")
    dark.desk.stock(Chips({GREEN: 200}), "chip bank", "chip reserve", dark.by("pia"), "put by")
    opens(dark)


# Colors that bind


def unbound(pit, look):
    """No video any more, so that the five may have any color."""
    gus = pit.by("gus")
    for table, game in (("2", "21"), ("7", "PW")):
        pit.desk.set_table(Layout(table, game, table, False), by=gus)
    pit.desk.set_chip(Chip.named("$5"), look, by=gus)


BLUE = {**CHIP_SET["$5"], "color": "blue"}


def test_without_video_and_two_quarters_any_color_goes(ready):
    unbound(ready, BLUE)
    assert opens(ready, high=500) == set()


def test_two_quarters_are_told_at_the_table(ready):
    unbound(ready, BLUE)
    ready.desk.set_site({"quarters": {"2026Q2": 900_000, "2026Q3": 1_100_000}}, by=ready.by("gus"))
    assert opens(ready, high=200) == {"nd.08-03.2c"}


def test_two_quarters_say_nothing_to_lawful_chips(ready):
    unbound(ready, CHIP_SET["$5"])
    ready.desk.set_site({"quarters": {"2026Q2": 900_000, "2026Q3": 1_100_000}}, by=ready.by("gus"))
    assert opens(ready, high=200) == set()


@pytest.mark.parametrize("how", ["table", "site"])
def test_video_does_not_come_to_chips_of_other_colors(ready, how):
    unbound(ready, BLUE)
    gus = ready.by("gus")
    video = {
        "table": lambda: ready.desk.set_table(Layout("2", "21", "2", True), by=gus),
        "site": lambda: ready.desk.set_site({"video_required": True}, by=gus),
    }[how]
    with ready.refused(
        "nd.08-03.3", words="With video, this site's chips must have the prescribed colors. A $5 chip"
    ):
        video()
    ready.desk.set_chip(Chip.named("$5"), CHIP_SET["$5"], by=gus)
    video()
    with ready.refused("nd.08-03.3"):
        ready.desk.set_chip(Chip.named("$5"), BLUE, by=gus)


# Chips out of play


def test_a_chip_out_of_play_goes_to_no_table_and_no_player(pit):
    two = Chip.named("$2")
    pit.fill("2", "5x$2")
    pit.desk.count_tray("2", pit.desk.today.tables["2"].known - Chips.read("2x$2"), pit.by("kari"))
    pit.credit("2", "3x$2")
    pit.desk.set_play(two, pit.by("gus"), "worn out", on=False)
    words = "$2 has been out of play since 2026-11-20. Redeem it, but use it at no table."
    pit.arrive("dan")
    with pit.refused("pd.play", words=words):
        pit.desk.open_table("3", Chips.read("5x$2"), pit.by("dan"), limits=(100, 200), options=METHOD)
    with pit.refused("pd.play", words=words):
        pit.desk.exchange(Chips.read("1x$2"), Chips.read("1x$2"), pit.by("jo"))
    taken = pit.desk.exchange(Chips.read("1x$2"), Chips.read("2x$1"), pit.by("jo"))
    assert taken.fact.chips.names == {"$2": 1}  # what comes in is taken
