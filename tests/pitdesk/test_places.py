import pytest

from pitdesk import places
from pitdesk.book.entries import Draft, pay
from pitdesk.book.faults import BelowZero
from tests.facts import fact

EVERY = [
    *("chip bank", "chip reserve", "in transit", "jar bar", "drawer", "cash reserve", "drop cash"),
    *("damaged chips", "destroyed", "patrons", "gaming account", "lenders", "over/short", "supplier"),
    *(places.tray("2"), places.tips("kari"), places.tips("pool"), places.site("Minot")),
    places.drawer("PW"),
]


@pytest.mark.parametrize("name", EVERY)
def test_the_list_has_it(name):
    assert places.is_place(name)


@pytest.mark.parametrize(
    "name", ["", "pocket", "tray", "tips", "site", "Drawer", "trays 2", "bank ", "drop"]
)
def test_the_list_is_closed(name):
    assert not places.is_place(name)


def test_only_what_lies_outside_the_house_may_go_below_zero():
    below = {name for name in EVERY if name in places.BELOW_ZERO}
    assert below == {"patrons", "gaming account", "lenders", "over/short", "supplier"}


def test_cash_on_hand_is_drawers_and_reserve():
    assert {name for name in EVERY if places.holds_cash(name)} == {"drawer", "drawer PW", "cash reserve"}
    assert {name for name in EVERY if places.is_drawer(name)} == {"drawer", places.drawer("PW")}


def test_chips_are_stored_in_bank_and_reserve_and_apart_where_they_are_damaged():
    assert set(places.CHIP_STORES) == {"chip bank", "chip reserve", "damaged chips"}


def test_the_book_keeps_every_other_place_above_zero(dark):
    """The list of the schema is the list here."""
    for name in EVERY:
        draft = Draft(fact=fact("stock"), at=dark.clock.at, postings=pay(100, name, "tray 9"))
        if name in places.BELOW_ZERO:
            dark.journal.append(draft)
        else:
            with pytest.raises(BelowZero):
                dark.journal.append(draft)
