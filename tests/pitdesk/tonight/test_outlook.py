"""The outlook: what the bank and the drawer could not do, and what helps; nothing when all is well."""

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitdesk.book.site import Ended, Site
from pitdesk.chips import Chip, Chips
from pitdesk.documents.deposits import Due
from pitdesk.tonight.board import Board, Spot, Waiting
from pitdesk.tonight.outlook import Shortage, Way, likely_fills, outlook

TODAY = date(2026, 11, 20)
NAMES = ("50c", "$1", "$2", "$5", "$25", "$100", "nv$5")
ALL = "400x50c 400x$1 400x$2 400x$5 100x$25 20x$100"


def table(name: str, par: str, known: str, **more) -> Spot:
    held, wanted = Chips.read(known), Chips.read(par)
    low = tuple(chip for chip, count in wanted.items() if held[chip] * 3 < count)
    plain = {"game": "21", "box": name, "video": False, "state": "open", "limits": (100, 2000)}
    return Spot(name, known=held, par=wanted, low=low, **(plain | more))


def house(*spots: Spot, bank: str = ALL, cash: int = 400_000, par: str = "", **places) -> Board:
    """A night with these tables; other places by name, as chips."""
    site = Site(chips={Chip.named(name): {} for name in NAMES})
    if par:
        site.pars["chip bank", -1] = Chips.read(par)
    balances = {place.replace("_", " "): dict(Chips.read(held).names) for place, held in places.items()}
    balances |= {"chip bank": Chips.read(bank).names, "drawer": {"cash": cash}}
    return Board(seen=1, site=site, state="open", day=1, date=TODAY, spots=spots, balances=balances)


def foretold(board: Board) -> list[Shortage]:
    return [*outlook(board, TODAY)]


def only(board: Board) -> Shortage:
    (one,) = foretold(board)
    return one


# When all is well


def test_nothing_is_told_when_all_is_well(pit):
    assert foretold(Board.of(pit.desk)) == []
    full, wants = table("2", "20x$25 100x$5", "20x$25 100x$5"), table("3", "20x$25", "2x$25")
    assert foretold(house(full, wants, par="50x$25")) == []
    assert foretold(house()) == []


def test_closed_tables_and_chips_on_the_way_are_not_wanted():
    way = Waiting(
        *("fill", 1, "2", Chips.read("18x$25"), datetime(2026, 11, 20, 23, tzinfo=UTC), "jo", "receive"),
        *("chip bank", "tray 2"),
    )
    back = replace(way, series="credit")
    assert likely_fills(house(table("2", "20x$25", "2x$25", state="closed"))) == []
    assert likely_fills(house(table("2", "20x$25", "2x$25", waiting=(way,)))) == []
    ((_, wanted),) = likely_fills(house(table("2", "20x$25", "2x$25", waiting=(back,))))
    assert wanted == Chips.read("18x$25")


# The bank


def test_a_fill_that_the_bank_cannot_make_is_told_with_everything_that_helps():
    board = house(
        table("2", "40x$25", "30x$25"),
        table("3", "10x$25", "16x$25"),
        bank="4x$25 400x$5 400x$1",
        chip_reserve="3x$25 90x$5",
    )
    one = only(board)
    assert (one.key, one.short, one.sure) == ("fill 2", Chips.read("6x$25"), False)
    assert one.words == "Table 2 is 10x$25 below par, and the bank lacks 6x$25."
    assert one.ways == (
        Way("stock", "Move 3x$25 from the reserve", Chips.read("3x$25")),
        Way("credit", "Credit 6x$25 from table 3", "3"),
        Way("fill", "Fill 30x$5 in place of 6x$25", ("2", Chips.read("4x$25 30x$5"))),
    )


def test_it_stands_so_now_where_the_table_runs_low_of_what_lacks():
    assert not only(house(table("2", "40x$25", "14x$25"), bank="4x$25 400x$5")).sure
    assert only(house(table("2", "40x$25", "13x$25"), bank="4x$25 400x$5")).sure
    low_of_another = table("2", "40x$25 60x$5", "14x$25 2x$5")
    assert not only(house(low_of_another, bank="4x$25 400x$5")).sure


def test_two_tables_cannot_have_the_same_chips():
    first, second = table("2", "30x$25", "5x$25"), table("3", "30x$25", "20x$25")
    board = house(second, first, bank="30x$25")
    one = only(board)
    assert one.key == "fill 3"  # the one that runs low is first
    assert one.short == Chips.read("5x$25")
    assert one.words == "Table 3 is 10x$25 below par, and the others leave 5x$25 too few."
    assert not one.sure
    assert foretold(house(second, first, bank="35x$25 1x$1")) == []


def test_other_values_are_offered_only_where_they_come_out_even_and_are_to_spare():
    def ways(bank: str, par: str = "10x$25", known: str = "") -> list[str]:
        return [w.words for w in only(house(table("2", par, known), bank=bank)).ways]

    assert ways("2x$25 40x$5") == ["Fill 40x$5 in place of 8x$25"]
    assert ways("2x$25 39x$5") == []
    assert ways("8x$25 9x$5 50x$1") == ["Fill 50x$1 in place of 2x$25"]
    assert ways("9x$25 30x$2") == []  # 25 is no number of twos
    assert ways("2x$25 60x$5", "10x$25 30x$5") == []  # 30 of them are for the table itself
    assert ways("1x$25", "1x$100 1x$25") == []
    assert ways("4x$25 200x50c", "1x$100") == ["Fill 4x$25 in place of 1x$100"]


def test_chips_without_value_are_never_changed_for_others():
    board = house(table("2", "20xnv$5", ""))
    assert only(board).ways == ()


def test_chips_out_of_play_are_not_wanted_and_no_use():
    board = house(table("2", "20x$25", "2x$25"), bank="400x$5", par="50x$25")
    board.site.retired[Chip.named("$25")] = TODAY
    assert foretold(board) == []
    wager = house(table("2", "", "", limits=(100, 2500)), bank="40x$25")
    assert foretold(wager) == []
    wager.site.retired[Chip.named("$25")] = TODAY
    assert only(wager).key == "quarters"


def test_a_bank_below_its_par_says_so_and_what_the_reserve_has():
    board = house(bank="40x$5 70x$1", par="100x$5 50x$1", chip_reserve="20x$5 500x$1")
    one = only(board)
    assert (one.key, one.short, one.sure) == ("bank", Chips.read("60x$5"), False)
    assert one.words == "The chip bank is 60x$5 below its par."
    assert one.ways == (Way("stock", "Move 20x$5 from the reserve", Chips.read("20x$5")),)
    assert only(house(bank="40x$5", par="100x$5")).ways == ()


def test_a_table_of_twenty_one_that_takes_25_needs_a_chip_of_25_somewhere():
    high = {"limits": (300, 2500)}
    bare = house(table("2", "", "", **high), bank="400x$5")
    one = only(bare)
    assert (one.key, one.sure) == ("quarters", True)
    assert one.words == "Table 2 takes a $25 wager, and neither it nor the bank has a $25 chip."
    assert foretold(house(table("2", "", "1x$25", **high), bank="400x$5")) == []
    assert foretold(house(table("2", "", "", **high), bank="1x$25")) == []
    assert foretold(house(table("2", "", "", limits=(300, 2400)), bank="1x$5")) == []
    assert foretold(house(table("7", "", "", game="PW", **high), bank="1x$5")) == []
    assert foretold(house(table("2", "", "", state="closed", **high), bank="1x$5")) == []


# The drawer


def test_a_drawer_that_could_not_pay_all_chips_that_are_out_is_told():
    board = house(cash=500_00, patrons="16x$25", tips_kari="20x$5 1x50c")
    one = only(board)
    assert (one.key, one.sure) == ("drawer", False)
    assert one.words == (
        "Players and tips hold $500.50 in chips, and the drawer has $500.00: $0.50 short if all of it"
        " comes."
    )
    assert [way.action for way in one.ways] == ["withdraw"]
    assert foretold(house(cash=500_50, patrons="16x$25", tips_kari="20x$5 1x50c")) == []
    board = house(cash=0, patrons="1x$25")
    board.balances["cash reserve"] = {"cash": 1_000_00}
    assert only(board).ways[0] == Way("iou", "Lend from the cash reserve, which has $1,000.00")


# What is on its way out


def test_a_game_that_ends_is_told_until_its_chips_are_redeemed_no_more():
    board = house()
    board.site.ended["21"] = Ended("21", TODAY, TODAY + timedelta(days=30), "the cage")

    def told(today: date) -> Shortage:
        (one,) = outlook(board, today)
        return one

    before, on = told(TODAY - timedelta(days=1)), told(TODAY)
    assert before.words == (
        "Twenty-one ends on 2026-11-20; its chips are then redeemed until 2026-12-20."
    )
    assert on.words == (
        "Twenty-one ended on 2026-11-20: its chips are redeemed at the cage until 2026-12-20, 30 more"
        " days."
    )
    assert "1 more day." in told(TODAY + timedelta(days=29)).words
    assert told(TODAY + timedelta(days=30)).sure
    over = told(TODAY + timedelta(days=31))
    assert (over.key, over.sure) == ("game 21", False)
    assert over.words == "Twenty-one ended on 2026-11-20; the time to redeem its chips is over."
    assert told(TODAY + timedelta(days=60))
    assert outlook(board, TODAY + timedelta(days=61)) == ()


def test_chips_out_of_play_that_players_still_hold_are_told_by_value():
    board = house(patrons="3x$5 2x$25 4x$1")
    for name in ("$5", "$25", "$2"):
        board.site.retired[Chip.named(name)] = TODAY
    assert [one.key for one in foretold(board)] == ["retired $25", "retired $5"]
    assert foretold(board)[1].words == "3 $5 that are out of play since 2026-11-20 are out."


# In which order, and when


def test_what_stands_so_now_comes_first_and_the_drawer_before_the_tables():
    spots = (
        table("2", "100x$5", "90x$5", limits=(300, 2500)),
        table("3", "100x$5", "10x$5"),
    )
    board = house(*spots, bank="1x$1", cash=0, par="100x$1", patrons="1x$25 1x$2")
    board.site.retired[Chip.named("$2")] = TODAY
    board.site.ended["PW"] = Ended("PW", TODAY, TODAY + timedelta(days=30), "the cage")
    assert [(one.key, one.sure) for one in foretold(board)] == [
        ("fill 3", True),
        ("quarters", True),
        ("game PW", True),
        ("drawer", False),
        ("fill 2", False),
        ("bank", False),
        ("retired $2", False),
    ]


def test_while_no_day_is_open_only_what_is_on_its_way_out_is_told():
    board = house(table("2", "100x$5", "10x$5"), bank="1x$1", cash=0, patrons="1x$2", par="9x$1")
    board.site.retired[Chip.named("$2")] = TODAY
    board.site.ended["PW"] = Ended("PW", TODAY, TODAY, "the cage")
    for state in ("sealed", "new"):
        assert [one.key for one in outlook(replace(board, state=state), TODAY)] == [
            "game PW",
            "retired $2",
        ]


# Doing what helps, at a desk


def test_each_way_helps_when_it_is_done(pit):
    desk = pit.desk
    pit.open("3", Chips.read("60x$25"), dealer="dan")
    for place, wanted in (("tray 2", "400x$25"), ("tray 3", "20x$25"), ("chip bank", "300x$25")):
        desk.set_par(place, -1, Chips.read(wanted), pit.by("pia"))
    desk.stock(Chips.read("50x$25"), "chip bank", "chip reserve", pit.by("pia"), "too many")
    fill, bank = foretold(Board.of(desk))
    assert (fill.key, fill.short) == ("fill 2", Chips.read("230x$25"))  # 380 wanted, 150 there
    assert (bank.key, bank.short) == ("bank", Chips.read("150x$25"))
    move, credit = fill.ways[:2]
    assert (move.action, move.what) == ("stock", Chips.read("50x$25"))
    desk.stock(move.what, "chip reserve", "chip bank", pit.by("pia"), "a busy night")
    assert foretold(Board.of(desk))[0].short == Chips.read("180x$25")
    assert (credit.action, credit.what) == ("credit", "3")
    pit.credit("3", f"{Board.of(desk).spot('3').above_par}", dealer="dan")
    fill, bank = foretold(Board.of(desk))
    assert fill.short == Chips.read("140x$25")
    assert bank.short == Chips.read("60x$25")
    for place, wanted in (("tray 2", "260x$25"), ("chip bank", "240x$25")):
        desk.set_par(place, -1, Chips.read(wanted), pit.by("pia"))
    assert foretold(Board.of(desk)) == []


def test_a_withdrawal_makes_the_drawer_good(pit):
    pit.fill("2", "100x$25")
    pit.desk.count_tray("2", Chips(), pit.by("kari"), "all of it went out")
    pit.desk.redeem(Chips.read("20x$25"), pit.by("jo"))
    board = Board.of(pit.desk)
    assert board.outstanding.cents == 3_220_00
    assert not [one for one in foretold(board) if one.key == "drawer"]
    pit.desk.redeem(Chips.read("100x$5"), pit.by("jo"))
    pit.fill("2", "60x$25")
    pit.desk.count_tray("2", Chips(), pit.by("kari"), "that as well")
    drawer = next(one for one in foretold(Board.of(pit.desk)) if one.key == "drawer")
    assert "$1,220.00 short" in drawer.words
    assert [way.action for way in drawer.ways] == ["withdraw"]
    pit.desk.withdraw(1_220_00, "check 5501", pit.by("pia"), "drawer")
    assert not [one for one in foretold(Board.of(pit.desk)) if one.key == "drawer"]


# Whatever the night

counts = st.integers(0, 40)
some = st.fixed_dictionaries(dict.fromkeys(("$1", "$5", "$25"), counts)).map(Chips.named)


@st.composite
def nights(draw) -> Board:
    spots = [
        table(f"{at}", f"{draw(some)}".replace("nothing", ""), f"{draw(some)}".replace("nothing", ""))
        for at in range(1, draw(st.integers(1, 4)) + 1)
    ]
    board = house(*spots, cash=draw(st.integers(0, 90_000)))
    for place in ("chip bank", "chip reserve", "patrons"):
        board.balances[place] = draw(some).names
    board.site.pars["chip bank", -1] = draw(some)
    return board


def lacking(board: Board, key: str) -> int:
    return sum(one.short.cents for one in outlook(board, TODAY) if one.key.startswith(key))


def moved(board: Board, chips: Chips, source: str, to: str) -> Board:
    held = {place: Chips.named(board.balances.get(place, {})) for place in (source, to)}
    held = {source: held[source] - chips, to: held[to] + chips}
    assert all(count > 0 for count in held[source].values())
    return replace(board, balances={**board.balances, **{p: c.names for p, c in held.items()}})


def done(board: Board, one: Shortage, way: Way) -> Board:
    """The board once a way was gone, as far as it helps this shortage."""
    if way.action == "stock":
        return moved(board, way.what, "chip reserve", "chip bank")
    other = board.spot(way.what)
    spare = Chips(
        {c: min(n, other.above_par[c]) for c, n in one.short.items() if other.above_par[c] > 0}
    )
    spots = tuple(replace(s, known=s.known - spare) if s is other else s for s in board.spots)
    bank = Chips.named(board.balances["chip bank"]) + spare
    return replace(board, spots=spots, balances={**board.balances, "chip bank": bank.names})


@given(nights())
def test_doing_a_way_makes_less_lack(board):
    for one in outlook(board, TODAY):
        for way in one.ways:
            if way.action in ("stock", "credit"):
                kind = one.key.partition(" ")[0]
                assert lacking(done(board, one, way), kind) < lacking(board, kind), way


@given(nights())
def test_what_is_filled_in_place_is_worth_as_much_and_is_there(board):
    left = board.held("chip bank")
    short = {one.key: one for one in outlook(board, TODAY)}
    for spot, wanted in likely_fills(board):
        for way in short[f"fill {spot.table}"].ways if f"fill {spot.table}" in short else ():
            if way.action == "fill":
                instead = Chips.read(way.words.removeprefix("Fill ").partition(" in place of ")[0])
                assert way.what[1].cents == wanted.cents
                assert instead.cents == short[f"fill {spot.table}"].short.cents
                assert all(count <= (left - wanted)[chip] for chip, count in instead.items())
        left -= Chips({chip: min(count, left[chip]) for chip, count in wanted.items()})


@given(nights())
def test_a_bank_of_which_nothing_lacks_can_make_all_the_fills(board):
    wanted = sum((chips for _, chips in likely_fills(board)), Chips())
    lacks = any(count > board.held("chip bank")[chip] for chip, count in wanted.items())
    assert lacks == any(one.key.startswith("fill") for one in outlook(board, TODAY))


@given(nights())
def test_more_cash_ends_what_the_drawer_lacks(board):
    for one in outlook(board, TODAY):
        if one.key == "drawer":
            need = board.outstanding.cents
            richer = replace(board, balances={**board.balances, "drawer": {"cash": need}})
            assert not [o for o in outlook(richer, TODAY) if o.key == "drawer"]
            poorer = replace(board, balances={**board.balances, "drawer": {"cash": need - 1}})
            assert [o for o in outlook(poorer, TODAY) if o.key == "drawer"]


def test_a_deposit_is_called_for_the_day_before_and_when_it_is_late():
    board = replace(house(), owing=(Due(1, TODAY, 313_600, TODAY + timedelta(days=5)),))
    soon, late = (outlook(board, TODAY + timedelta(days=n))[0] for n in (4, 6))
    assert soon.words == "The deposit of 2026-11-20, $3,136.00, is due 2026-11-25."
    assert late.words == "The deposit of 2026-11-20, $3,136.00, was due 2026-11-25."
    assert (soon.sure, late.sure) == (False, True)
    assert soon.ways == (Way("deposit", "Note the deposit"),)


@pytest.mark.parametrize(("many", "found"), [(0, 0), (37, 1), (370, 1)])
def test_deposits_that_are_not_noted_are_one_finding_however_many(many, found):
    days = [
        Due(n + 1, TODAY + timedelta(days=n), 100, TODAY + timedelta(days=n + 5)) for n in range(many)
    ]
    board = replace(house(), owing=(*days,))
    told = [one for one in outlook(board, TODAY + timedelta(days=8)) if one.key == "deposits"]
    assert len(told) == found
    for one in told:
        assert one.words.startswith(f"{many} deposits are not noted, ${many}.00 in all, the oldest of")
        assert one.words.endswith("; 3 of them late.")
        assert one.ways == (Way("deposit", "Note deposits"),)
