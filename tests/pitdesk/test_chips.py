import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitdesk.chips import (
    Chip,
    Chips,
    cents,
    dollars,
    percent,
    stacked,
    value_cents,
)

CHIPS = [  # name, kind, face, worth
    ("50c", "casino", 50, 50),
    ("$1", "casino", 100, 100),
    ("$2", "casino", 200, 200),
    ("$5", "casino", 500, 500),
    ("$25", "casino", 2500, 2500),
    ("$100", "casino", 10000, 10000),
    ("pw50c", "betting", 50, 50),
    ("pw$2", "betting", 200, 200),
    ("coin50c", "coin", 50, 50),
    ("nv$5", "tournament", 500, 0),
    ("nv$1000", "tournament", 100000, 0),
]


@pytest.mark.parametrize(("name", "kind", "face", "worth"), CHIPS)
def test_a_name_says_kind_and_value(name, kind, face, worth):
    chip = Chip.named(name)
    assert (chip.kind, chip.face_cents, chip.cents) == (kind, face, worth)
    assert chip.name == name
    assert chip == Chip(kind, face)


@pytest.mark.parametrize(
    "name",
    ["", "5", "$", "$-5", "$5.00", "5$", "500c", "$1,000", "pw", "gold$5", "$5 ", "$1234567"],
)
def test_what_is_no_chip_says_how_one_is_written(name):
    with pytest.raises(ValueError, match=r"is not a chip; write \$5, 50c"):
        Chip.named(name)


def test_a_chip_cannot_be_changed():
    with pytest.raises(AttributeError, match="cannot be changed"):
        Chip.named("$5").face_cents = 2500
    assert Chip.named("$5").face_cents == 500


@pytest.mark.parametrize("name", ["$5-b", "50c-2026", "pw$2-b", "nv$5-b", "coin50c-b", "$5-12345678"])
def test_a_chip_of_another_set_names_it(name):
    chip = Chip.named(name)
    plain, _, of = name.partition("-")
    first = Chip.named(plain)
    assert (chip.name, chip.set, first.set) == (name, of, "")
    assert (chip.kind, chip.cents, chip.face_cents) == (first.kind, first.cents, first.face_cents)
    assert chip != first
    assert chip == Chip(first.kind, first.face_cents, of)


@pytest.mark.parametrize("name", ["$5-", "$5-B", "$5-b c", "$5--b", "$5-123456789", "$5-é", "-b"])
def test_a_set_has_a_short_plain_name(name):
    with pytest.raises(ValueError, match=r"and \$5-b for one of set b"):
        Chip.named(name)


def test_sets_of_one_value_stand_together_the_first_set_first():
    names = ["$1", "$5-b", "$25-b", "$5", "nv$5", "$5-a", "$25"]
    in_order = [chip.name for chip in sorted(Chip.named(name) for name in names)]
    assert in_order == ["$25", "$25-b", "$5", "$5-a", "$5-b", "nv$5", "$1"]
    both = Chips.read("3x$5 4x$5-b")
    assert (both.pieces, both.cents) == (7, 3500)
    assert Chips.named(both.names) == Chips.read(str(both)) == both


def test_slips_list_the_highest_value_first_and_casino_before_the_rest():
    names = ["50c", "nv$5", "pw$2", "$100", "$2", "coin50c", "$5", "$1", "pw50c", "$25"]
    in_order = [chip.name for chip in sorted(Chip.named(name) for name in names)]
    assert in_order == ["$100", "$25", "$5", "nv$5", "$2", "pw$2", "$1", "50c", "pw50c", "coin50c"]


# Chips: the slips of the worked examples E1 and E2

E1 = "40x50c 100x$1 50x$2 80x$5 20x$25 2x$100"
E2 = "30x50c 90x$1 30x$2 70x$5 12x$25 1x$100"


@pytest.mark.parametrize(("text", "total"), [(E1, 132_000), (E2, 91_500), ("", 0), ("9xnv$5", 0)])
def test_a_slip_total_is_the_sum_of_its_lines(text, total):
    assert Chips.read(text).cents == total


def test_reading_and_writing_agree_whatever_the_order():
    chips = Chips.read("80x50c 2x$100 60x$1")
    assert str(chips) == "2x$100 60x$1 80x50c"
    assert Chips.read(str(chips)) == chips
    assert chips.names == {"$100": 2, "$1": 60, "50c": 80}
    assert Chips.named(chips.names) == chips
    assert chips.pieces == 142
    assert [chip.name for chip in chips] == ["$100", "$1", "50c"]


@pytest.mark.parametrize("text", ["80", "80x", "x$5", "-1x$5", "1.5x$5", "80 x$5", "1x$5,2x$1"])
def test_what_is_no_pieces_is_named(text):
    with pytest.raises(ValueError, match=r"is not pieces of a chip|is not a chip"):
        Chips.read(text)


def test_a_type_is_written_once():
    with pytest.raises(ValueError, match=r"\$5 stands twice"):
        Chips.read("1x$5 2x$5")


def test_no_pieces_of_a_type_are_not_held():
    chips = Chips.read("0x$5 3x$1")
    assert list(chips) == [Chip.named("$1")]
    assert Chip.named("$5") not in chips
    assert chips[Chip.named("$5")] == 0
    assert not Chips.read("0x$5")
    assert str(Chips()) == "nothing"


def test_sums_and_differences_go_by_type():
    one, other = Chips.read("10x$5 3x$1"), Chips.read("4x$5 3x$1 2x50c")
    assert one + other == Chips.read("14x$5 6x$1 2x50c")
    assert (one - other).names == {"$5": 6, "50c": -2}
    assert one - one == Chips()
    assert (one - other).cents == 2900


def test_equal_chips_are_one_key():
    assert len({Chips.read("1x$5 2x$1"), Chips.read("2x$1 1x$5"), Chips.read("1x$5")}) == 2
    assert Chips.read("1x$5") != {Chip.named("$5"): 2}


types = st.sampled_from([Chip.named(name) for name, *_ in CHIPS])
some = st.dictionaries(types, st.integers(-20_000, 20_000)).map(Chips)


@given(some, some, some)
def test_adding_obeys_arithmetic(a, b, c):
    assert a + b == b + a
    assert (a + b) + c == a + (b + c)
    assert a + Chips() == a
    assert (a + b) - b == a
    assert (a + b).cents == a.cents + b.cents
    assert (a - b).pieces == a.pieces - b.pieces
    assert hash(a + b) == hash(b + a)


@given(st.dictionaries(types, st.integers(0, 20_000)).map(Chips))
def test_whatever_is_held_can_be_written_and_read(chips):
    assert Chips.read(str(chips)) == chips if chips else str(chips) == "nothing"
    assert Chips.named(chips.names) == chips


@pytest.mark.parametrize(
    ("instrument", "amount", "value"),
    [("cash", -250, -250), ("checks", 8000, 8000), ("$25", 3, 7500), ("50c", -5, -250), ("nv$5", 9, 0)],
)
def test_a_postings_amount_has_a_value(instrument, amount, value):
    assert value_cents(instrument, amount) == value


# Money

MONEY = [
    ("$4,000.00", 400_000),
    ("912", 91_200),
    ("$912", 91_200),
    ("-$2.00", -200),
    ("-2.00", -200),
    ("0.50", 50),
    ("$0", 0),
    ("1,234,567.89", 123_456_789),
    ("4000.00", 400_000),
]


@pytest.mark.parametrize(("text", "value"), MONEY)
def test_money_is_read_to_the_cent(text, value):
    assert cents(text) == value


@pytest.mark.parametrize(
    "text",
    [
        "",
        "$",
        "-",
        "1.5",
        "1.505",
        ".50",
        "4,00",
        "4,0000",
        "12,34.00",
        "$ 5",
        "5 dollars",
        "1e3",
        "$-5",
        "٣x",
    ],
)
def test_what_is_no_money_says_how_it_is_written(text):
    with pytest.raises(ValueError, match=r"is not money; write \$4,000\.00 or 912"):
        cents(text)


@pytest.mark.parametrize(
    ("value", "text"),
    [(0, "0.00"), (5, "0.05"), (-200, "-2.00"), (400_000, "4,000.00"), (-123_456_789, "-1,234,567.89")],
)
def test_money_is_written_with_two_places(value, text):
    assert dollars(value) == text


@given(st.integers(-(10**15), 10**15))
def test_written_money_is_read_back(value):
    assert cents(dollars(value)) == value


@pytest.mark.parametrize(
    ("part", "whole", "text"),
    [
        (11_500, 52_000, "22.12"),  # E3: table 1
        (5_000, 25_000, "20.00"),  # E4: table 2
        (16_500, 77_000, "21.43"),  # E4: the site
        (599_950, 6_000_000, "10.00"),  # E10: 9.999 % is shown as 10.00 and compared unrounded elsewhere
        (-200, 50_000, "-0.40"),
        (200, -50_000, "-0.40"),
        (-200, -50_000, "0.40"),
        (1, 20_000, "0.01"),  # half a hundredth goes away from zero
        (-1, 20_000, "-0.01"),
        (0, 5, "0.00"),
        (5, 0, "-"),
        (0, 0, "-"),
        (15_000, 10_000, "150.00"),
        (-1, 10_000_000, "0.00"),  # no minus before nothing
    ],
)
def test_percent_of_hold(part, whole, text):
    assert percent(part, whole) == text


# Stacks


@pytest.mark.parametrize(
    ("pieces", "words"),
    [
        (0, ""),
        (7, "7"),
        (20, "1 stack"),
        (47, "2 stacks + 7"),
        (100, "1 rack"),
        (2019, "20 racks + 19"),
        (100_160, "1,001 racks + 60"),
    ],
)
def test_pieces_stand_in_racks_or_stacks(pieces, words):
    assert stacked(pieces) == words


def test_a_house_may_have_stacks_and_racks_of_its_own():
    assert stacked(147, 25, 50) == "2 racks + 47"
    assert stacked(47, 25, 50) == "1 stack + 22"
