import dataclasses
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitdesk import kinds
from pitdesk.book.entries import Draft, Entry, Number, Posting, move, pay, unbalanced
from pitdesk.chips import Chips
from tests.facts import fact

AT = datetime(2026, 11, 20, 22, tzinfo=UTC)


def test_chips_move_in_pairs():
    assert move(Chips.read("2x$5 1x50c"), "chip bank", "in transit") == (
        Posting("chip bank", "$5", -2),
        Posting("in transit", "$5", 2),
        Posting("chip bank", "50c", -1),
        Posting("in transit", "50c", 1),
    )


def test_pieces_below_zero_move_the_other_way():
    back = move(Chips.read("1x$5") - Chips.read("3x$5"), "patrons", "tray 2")
    assert back == (Posting("patrons", "$5", 2), Posting("tray 2", "$5", -2))


def test_nothing_moves_nothing():
    assert move(Chips(), "patrons", "tray 2") == ()
    assert pay(0, "drawer", "patrons") == ()


def test_cash_moves_in_a_pair_of_one_instrument():
    assert pay(250, "drawer", "patrons") == (
        Posting("drawer", "cash", -250),
        Posting("patrons", "cash", 250),
    )
    assert {p.instrument for p in pay(8000, "patrons", "drawer", "checks")} == {"checks"}


@given(
    st.dictionaries(st.sampled_from(["50c", "$1", "$5", "$25"]), st.integers(-999, 999)).map(
        Chips.named
    ),
    st.integers(-(10**9), 10**9),
)
def test_whatever_moves_sums_to_zero(chips, cents):
    assert unbalanced((*move(chips, "a", "b"), *pay(cents, "b", "c"))) == {}


def test_what_does_not_sum_to_zero_is_named_with_its_sum():
    wrong = [*move(Chips.read("2x$5"), "a", "b"), Posting("a", "$1", 3), Posting("b", "cash", -50)]
    assert unbalanced(wrong) == {"$1": 3, "cash": -50}


def test_one_instrument_does_not_make_up_for_another():
    assert unbalanced([Posting("a", "$5", 1), Posting("b", "$1", -5)]) == {"$5": 1, "$1": -5}


def test_a_number_is_said_as_the_trade_says_it():
    assert str(Number("fill", 412)) == "fill 000412"
    assert str(Number("credit", 1_234_567)) == "credit 1234567"


def entry(**fields):
    given_ = {
        "seq": 1,
        "fact": fact("fill"),
        "at": AT,
        "day": 1,
        "number": None,
        "about": None,
        "request": None,
        "postings": (),
        "signatures": (),
        "hash": bytes(32),
    }
    return Entry(**given_ | fields)


def test_an_entry_knows_its_chips():
    chips = Chips.read("2x$5 1x50c")
    assert entry(fact=fact("fill", chips=chips)).chips == chips
    assert entry().chips == Chips()


def test_a_draft_that_says_no_more_is_of_no_day_and_no_series():
    draft = Draft(fact=fact("site"), at=AT)
    assert (draft.day, draft.fact.series, draft.about, draft.request) == (0, None, None, None)


def test_an_entry_is_of_its_kind_and_of_no_other():
    one = entry(fact=fact("fill"))
    assert one.kind == "fill"
    assert one.of(kinds.Fill) is one.of(kinds.Slip) is one.fact
    with pytest.raises(TypeError, match="entry 1 is a fill"):
        one.of(kinds.Credit)


@pytest.mark.parametrize("thing", [entry(), Draft(fact=fact("fill"), at=AT)])
@pytest.mark.parametrize("name", ["fact", "at", "postings"])
def test_entries_and_drafts_cannot_be_changed(thing, name):
    with pytest.raises(dataclasses.FrozenInstanceError):
        setattr(thing, name, None)
