"""Every slip says what 99-01.3-08-05(3) asks for, and no name can make it say anything else."""

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import structs

from pitdesk.chips import Chip, Chips, cents, dollars
from pitdesk.kinds import Site
from pitdesk.kinds.editions import EDITIONS, LATEST, READ_BACK
from printers import WIDTHS
from printers.devices.paper import Paper
from printers.devices.spool import drain
from printers.slips import layout
from printers.slips.layout import calendar_date, clock_time, plain, size, slip_lines, trade_name

PARTS = ("original", "copy")
widths = pytest.mark.parametrize("width", WIDTHS)


@pytest.fixture
def lines(desk, gaming_day):
    """The lines of a slip at this desk, 42 columns unless told."""

    def lay_out(slip, part="original", width=42, **marks):
        return slip_lines(slip, desk.site, day=gaming_day, part=part, width=width, **marks)

    return lay_out


def texts(made):
    return "".join(f"{line}\n" for line in made).encode("ascii")


@widths
@pytest.mark.parametrize("part", PARTS)
def test_a_fill_of_twenty_one(golden, lines, fixed, fill, part, width):
    made = lines(fixed(fill, 412), part, width)
    golden(f"slips/fill-000412-{part}.{width}.txt", texts(made))


@widths
@pytest.mark.parametrize("part", PARTS)
def test_a_credit_of_the_paddlewheel_after_midnight(golden, lines, fixed, credit, part, width):
    made = lines(fixed(credit, 88), part, width)
    golden(f"slips/credit-000088-{part}.{width}.txt", texts(made))


@widths
@pytest.mark.parametrize("part", PARTS)
def test_a_void_fill(golden, lines, fixed, desk, fill, by, part, width):
    desk.verify("fill", 1, by("pia:shift manager"))
    reason = "the player left before the chips came, all of them back in the bank"
    desk.void("fill", 1, reason, by("bo:pit boss"))
    made = lines(fixed(fill, 412), part, width, void=True)
    golden(f"slips/fill-000412-{part}-void.{width}.txt", texts(made))


@widths
def test_a_duplicate(golden, lines, fixed, fill, width):
    made = lines(fixed(fill, 412), "copy", width, duplicate=1)
    golden(f"slips/fill-000412-copy-duplicate-1.{width}.txt", texts(made))


def test_a_duplicate_is_the_part_itself_with_one_line_on_top(lines, fill):
    assert lines(fill, duplicate=3) == ["DUPLICATE 3", *lines(fill)]


def test_everything_the_rule_asks_for_is_there(lines, fill):
    made = lines(fill)
    assert made[:2] == ["FILL SLIP", "000001 ORIGINAL"]
    assert made[2].split() == ["21", "TWENTY-ONE", "TABLE", "2"]
    shown = "\n".join(made)
    for words in (
        "Organization Prairie Lodge No. 12",
        "Site         Blue Goose Bar, Minot",
        "Gaming day   Fri Nov 20, 2026",
        "Date         Fri Nov 20, 2026",
        "Time         4:00 p.m. UTC-06:00",
        "From         chip bank",
        "To           table 2",
        "Prepared by  BO pit boss",
        "Cashier      JO cashier",
        "Verified by  ____",
    ):
        assert words in shown
    assert f"Entry {fill.entry.seq} check {fill.entry.hash.hex(' ', 2)[:9]}" in made
    assert made[-1] == "END FILL 000001 1/2"


@pytest.mark.parametrize(
    ("series", "part", "hand", "home"),
    [
        ("fill", "original", "Verified by", "KEEP WITH DAILY RECORDS"),
        ("fill", "copy", "Received by", "PUT IN DROP BOX 2"),
        ("credit", "original", "Verified by", "PUT IN DROP BOX 5"),
        ("credit", "copy", "Received by", "KEEP WITH DAILY RECORDS"),
    ],
)
def test_each_part_names_who_initials_it_and_where_it_goes(
    lines, fill, credit, series, part, hand, home
):
    made = lines({"fill": fill, "credit": credit}[series], part)
    assert home in made
    assert [line.split("  ")[0] for line in made if "____" in line] == [hand]


def test_it_says_the_same_whatever_became_of_the_slip(desk, by, lines, fill):
    before = {part: lines(fill, part) for part in PARTS}
    desk.verify("fill", 1, by("pia:shift manager"))
    assert {part: lines(fill, part) for part in PARTS} == before
    desk.receive("fill", 1, by("kari:dealer"))
    assert {part: lines(fill, part) for part in PARTS} == before


@pytest.mark.parametrize("part", PARTS)
def test_a_void_cannot_be_mistaken(desk, by, lines, fill, part):
    desk.void("fill", 1, "counted wrong", by("bo:pit boss"))
    made = lines(fill, part, void=True)
    assert made[0] == made[-2] == "VOID VOID VOID VOID"
    assert size(made[0], 42) == "big"
    assert "VOIDED by    BO pit boss" in made
    assert "VOID because counted wrong" in made
    assert "KEEP WITH DAILY RECORDS" in made
    assert made[-1].startswith("END FILL 000001")
    assert not any("____" in line for line in made)


@pytest.mark.parametrize(
    ("width", "words"), [(33, "PRACTICE"), *((width, "PRACTICE PRACTICE") for width in (40, 42, 48))]
)
@pytest.mark.parametrize("part", PARTS)
def test_a_practice_slip_cannot_be_mistaken(desk, by, lines, fill, part, width, words):
    live = lines(fill, part, width)
    desk.site.settings = structs.replace(desk.site.settings, practice=True)
    made = lines(fill, part, width)
    assert made == [words, *live[:-1], words, live[-1]]
    assert size(words, width) == "big"
    desk.void("fill", 1, "counted wrong", by("bo:pit boss"))
    for marks, before in (({"void": True}, 0), ({"void": True, "duplicate": 1}, 1)):
        made = lines(fill, part, width, **marks)
        assert made[before] == made[-2] == words
        assert made[before + 1].startswith("VOID")
        assert made[-3].startswith("VOID")
        assert max(map(len, made)) <= width


def test_no_name_makes_a_slip_look_like_practice(desk, lines, fill):
    desk.site.settings = Site(organization="PRACTICE PRACTICE", name="PRACTICE", practice=False)
    assert not [line for line in lines(fill) if line.startswith("PRACTICE")]


def test_a_live_slip_does_not_say_void(lines, fill):
    assert not any("VOID" in line for line in lines(fill))


def test_what_was_not_set_up_is_left_to_fill_in_by_hand(desk, lines, fill):
    desk.site.settings = Site()
    assert "Site         " + "_" * 29 in lines(fill)


def test_a_table_that_is_off_the_floor_plan_has_the_box_of_its_number(desk, lines, fill):
    del desk.site.tables["2"]
    assert "PUT IN DROP BOX 2" in lines(fill, "copy")


def test_long_names_are_wrapped_and_cut_at_words(desk, lines, fill):
    desk.site.settings = Site(name="The Sons and Daughters of the Upper Missouri " * 3)
    at = lines(fill, width=33).index("Site         The Sons and")
    assert lines(fill, width=33)[at + 1] == "             Daughters of the..."


def test_a_table_with_a_long_name_stands_on_a_line_of_its_own(lines, fill):
    slip = replace(fill, table="in the back room by the kitchen door")
    assert lines(slip, width=33)[2:4] == ["21 TWENTY-ONE", "TABLE in the back room by the ..."]


def test_more_pieces_than_a_line_holds_take_two_lines(lines, fill):
    slip = replace(fill, chips=Chips.read("20000xnv$999999 20000x$999999"))
    made = lines(slip, width=33)
    assert made[made.index("no-value $999999") + 1] == "20,000               0.00".rjust(33)


@pytest.mark.parametrize(
    ("at", "words"),
    [
        (datetime(2026, 1, 1, 0, 0), "12:00 a.m."),
        (datetime(2026, 1, 1, 0, 59), "12:59 a.m."),
        (datetime(2026, 1, 1, 11, 59), "11:59 a.m."),
        (datetime(2026, 1, 1, 12, 0), "12:00 p.m."),
        (datetime(2026, 1, 1, 23, 5), "11:05 p.m."),
    ],
)
def test_midnight_is_a_m_and_noon_is_p_m(at, words):
    assert clock_time(at.replace(tzinfo=UTC)) == f"{words} UTC+00:00"


def test_the_offset_tells_the_two_hours_of_an_autumn_night_apart(desk):
    first = datetime(2026, 11, 1, 6, 30, tzinfo=UTC)
    times = [clock_time(desk.site.local(first + timedelta(hours=hours))) for hours in (0, 1)]
    assert times == ["1:30 a.m. UTC-05:00", "1:30 a.m. UTC-06:00"]


def test_an_offset_may_have_minutes():
    east = timezone(timedelta(hours=5, minutes=45))
    assert clock_time(datetime(2026, 1, 1, 9, 7, tzinfo=east)) == "9:07 a.m. UTC+05:45"


def test_a_date_is_written_as_here_whatever_the_machine_speaks():
    assert calendar_date(date(2026, 3, 1)) == "Sun Mar 1, 2026"


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("$5", "$5"),
        ("50c", "50c"),
        ("pw$2", "betting $2"),
        ("coin50c", "coin 50c"),
        ("nv$100", "no-value $100"),
    ],
)
def test_chips_are_called_as_in_the_pit(name, words):
    assert trade_name(Chip.named(name)) == words


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Caf\u00e9 \u00c5se", "Cafe Ase"),
        ("Bj\u00f6rk\u2019s \u201cBar\u201d \u2013 Minot", 'Bjork\'s "Bar" - Minot'),
        ("\x1bp\x00drawer\nkick\x7f", "pdrawer kick"),
        ("\u202eRTL\u200b", "RTL"),
        ("two  \t spaces ", "two spaces"),
        ("\u65e5\u672c \U0001f3b0", "?? ?"),
        ("\ud800", ""),
    ],
)
def test_names_are_shown_as_paper_can(name, shown):
    assert plain(name) == shown


@pytest.mark.parametrize(
    ("line", "width", "wanted"),
    [
        ("FILL SLIP", 33, "big"),
        ("1234567890 ORIGINAL", 33, "tall"),
        ("1234567890 ORIGINAL", 42, "big"),
        ("PW PADDLEWHEEL TABLE 5", 33, "tall"),
        ("TOTAL    3  $1.00", 33, "tall"),
        ("Site         VOID", 33, "plain"),
        ("             VOID", 33, "plain"),
        ("END FILL 000412 1/2", 33, "plain"),
    ],
)
def test_a_line_itself_says_how_large_it_is_set(line, width, wanted):
    assert size(line, width) == wanted


@given(st.data(), st.integers(33, 48), st.sampled_from(PARTS), st.booleans(), st.integers(0, 99))
def test_no_line_is_too_wide_or_no_plain_text(any_slip, gaming_day, data, width, part, void, duplicate):
    slip, site = data.draw(any_slip)
    made = slip_lines(slip, site, day=gaming_day, part=part, width=width, void=void, duplicate=duplicate)
    assert max(map(len, made)) <= width
    assert all(" " <= char <= "~" for line in made for char in line)
    assert all(2 * len(line) <= width for line in made if size(line, width) == "big")


@given(st.data(), st.sampled_from(WIDTHS), st.booleans())
def test_no_name_can_pass_for_a_title(any_slip, gaming_day, data, width, void):
    slip, site = data.draw(any_slip)
    made = slip_lines(slip, site, day=gaming_day, part="copy", width=width, void=void)
    large = [line for line in made if size(line, width) != "plain"]
    voids = [made[0]] * void
    titles = [*voids, f"{slip.series.upper()} SLIP", f"{slip.number:06} COPY"]
    assert large[: len(titles)] == titles
    assert large[len(titles)].startswith(slip.entry.fact.game)
    assert large[-1:] == voids or large[-1].startswith(("KEEP", "PUT IN"))
    assert [line for line in made if line.startswith("VOID VOID")] == voids * 2


@given(st.data(), st.sampled_from(WIDTHS))
def test_the_columns_can_be_added_again_by_hand(any_slip, gaming_day, data, width):
    slip, site = data.draw(any_slip)
    made = slip_lines(slip, site, day=gaming_day, part="original", width=width)
    first = next(i for i, line in enumerate(made) if line.startswith("VALUE"))
    last = next(i for i, line in enumerate(made) if line.startswith("Prepared by"))
    numbers = [
        (int(words[-2].replace(",", "")), cents(words[-1]))
        for line in made[first + 1 : last]
        if (words := line.split())[-1].endswith(".00") or words[-1][-3:-2] == "."
    ]
    *rows, total = numbers
    assert len(rows) == len(slip.chips)
    assert total == (sum(row[0] for row in rows), sum(row[1] for row in rows))
    assert total == (slip.chips.pieces, slip.chips.cents)
    ends = {len(line) for line in made if line.endswith((dollars(total[1]), "AMOUNT"))}
    assert ends == {width}


@widths
@pytest.mark.parametrize("part", PARTS)
def test_a_code_stands_after_the_link_of_the_chain(lines, fill, part, width):
    bare, made = lines(fill, part, width), lines(fill, part, width, code="7K3M 2QXV 9T4B")
    at = made.index("CODE 7K3M 2QXV 9T4B")
    assert made[at - 1].startswith("Entry ")
    assert size(made[at], width) == "plain"
    assert len(made[at]) <= 32
    assert made[:at] + made[at + 1 :] == bare


# Editions: what is new on a slip leaves the slips of nights before alone

NEW = LATEST + 1
LINE = "Shift        night"


@pytest.fixture
def of_edition(desk, fill, gaming_day):
    """The lines of a fill on a day of an edition."""

    def lay_out(edition, **marks):
        day = structs.replace(gaming_day, edition=edition)
        return slip_lines(fill, desk.site, day=day, part="original", **{"width": 42, **marks})

    return lay_out


@pytest.fixture
def pretended(monkeypatch):
    """An edition to come, in which a slip names its shift."""
    facts = layout._facts

    def more(slip, site, day, width):
        return [*facts(slip, site, day, width), layout.fact("Shift", "night", width, since=NEW)]

    monkeypatch.setitem(EDITIONS, NEW, "the shift")
    monkeypatch.setattr(layout, "_facts", more)


@pytest.mark.parametrize("width", WIDTHS)
def test_an_added_line_stands_on_slips_of_its_edition_alone(of_edition, request, width):
    before = of_edition(LATEST, width=width)
    request.getfixturevalue("pretended")
    assert of_edition(LATEST, width=width) == before
    made = of_edition(NEW, width=width)
    at = made.index(LINE)
    assert [*made[:at], *made[at + 1 :]] == before
    assert made[at - 1].startswith("To  ")


def test_a_block_of_lines_can_be_new_too(of_edition, monkeypatch):
    before = of_edition(LATEST)
    monkeypatch.setitem(EDITIONS, NEW, "a hint")
    monkeypatch.setattr(layout, "_initials", lambda *_, **__: [layout.SlipLines(["A", "B"], since=NEW)])
    assert {"A", "B"} <= {*of_edition(NEW)}
    assert not {"A", "B"} & {*of_edition(LATEST)}
    assert len(before) > len(of_edition(LATEST))


# The table is read back


@widths
def test_a_slip_reads_its_table_back(of_edition, width):
    made = of_edition(READ_BACK, width=width)
    assert made[:3] == ["FILL SLIP", "000001 ORIGINAL", "TABLE 2"]
    assert made[3].split(maxsplit=2) == ["21", "TWENTY-ONE", "$3 TO $25"]
    assert len(made[3]) == width
    assert [size(line, width) for line in made[:4]] == ["big", "big", "big", "tall"]
    told = made[made.index("To           table 2") + 1 :][:2]
    assert told == ["Dealer       KA Kari", "Box          2"]
    before = of_edition(READ_BACK - 1, width=width)
    assert not {*told, "TABLE 2"} & {*before}
    assert before[2].split() == ["21", "TWENTY-ONE", "TABLE", "2"]


def test_it_says_what_the_tray_held_before_it(desk, by, of_edition, credit, gaming_day):
    """Not what it holds once the chips of a credit have left it."""
    fill, tray = of_edition(READ_BACK, width=48), desk.today.tables["5"].known
    day = structs.replace(gaming_day, edition=READ_BACK)
    back = slip_lines(credit, desk.site, day=day, part="copy", width=48)
    held = tray + credit.chips
    for made, chips in ((fill, desk.today.tables["2"].known), (back, held)):
        at = next(i for i, line in enumerate(made) if line.startswith("Tray before"))
        said = " ".join(line[13:] for line in made[at : made.index("-" * 48, at)])
        assert said == f"${dollars(chips.cents)}: {chips}"


def test_who_sits_there_later_changes_nothing_on_it(desk, by, of_edition):
    before = of_edition(READ_BACK)
    desk.dealer("2", None, by("kari:dealer"))
    assert of_edition(READ_BACK) == before


@widths
def test_no_number_of_a_table_is_too_wide_to_be_read_back(desk, fill, gaming_day, width):
    day = structs.replace(gaming_day, edition=READ_BACK)
    for name, sizes in (("Bar 12-south", ("big", "tall")), ("\ufdfa" * 12, ("plain",))):
        slip = replace(fill, table=name)
        made = slip_lines(slip, desk.site, day=day, part="original", width=width)
        assert max(map(len, made)) <= width
        assert size(made[2], width) in sizes


def test_an_edition_of_the_future_is_refused_by_name(of_edition):
    with pytest.raises(ValueError, match=f"edition {NEW}, and this PitDesk prints those to {LATEST}"):
        of_edition(NEW)


def test_what_waits_for_paper_prints_in_the_edition_of_its_day(desk, fill, pretended):
    """The program was replaced at midnight: the night goes on as it began."""
    paper = Paper()
    drain(desk, paper)
    assert len(paper.jobs) == 2
    assert not any(LINE in job.lines for job in paper.jobs)
