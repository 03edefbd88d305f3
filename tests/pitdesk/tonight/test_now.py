"""Now: what happens at a table by rank, how long a wait is, and where every chip is, all night long."""

from collections import defaultdict
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from pitdesk import places
from pitdesk.book.journal import Journal
from pitdesk.book.site import Site
from pitdesk.chips import Chips
from pitdesk.tonight import now
from pitdesk.tonight.board import Board, Spot, Waiting
from pitdesk.tonight.now import happening, patience, whereabouts

AT = datetime(2026, 11, 21, 22, tzinfo=UTC)
OUTSIDE = (places.SUPPLIER, places.DESTROYED)


def slip(number: int, waits: str, at: datetime = AT) -> Waiting:
    return Waiting("fill", number, "2", Chips.read("20x$5"), at, "jo", waits, "chip bank", "tray 2")


def spot(**more: object) -> Spot:
    plain = {"state": "open", "dealer": "kari", "dealer_since": AT, "camera": "clear"}
    return Spot("2", "21", "2", video=True, **(plain | more))  # type: ignore[arg-type]


def test_the_most_pressing_comes_first():
    low = Chips.read("1x$5").keys()
    found = spot(
        fault="picture blurred",
        waiting=(slip(1, "verify"), slip(2, "receive"), slip(3, "receive", AT - timedelta(minutes=1))),
        plaque="$3-$25",
        camera=None,
        low=(*low,),
        dealer=None,
    )
    kinds = [one.what for one in happening(found)]
    assert kinds == sorted(kinds, key=now.RANKS.index)
    assert [*dict.fromkeys(kinds)] == ["fault", "coming", "waits", "plaque", "low", "locked", "quiet"]
    assert [one.slip.number for one in happening(found) if one.slip] == [3, 2, 1]
    assert happening(spot(camera=None))[0].what == now.CAMERA


@pytest.mark.parametrize(
    ("state", "what"), [("open", "quiet"), ("closed", "closed"), ("not open", "not open")]
)
def test_a_table_where_nothing_happens_says_so(state, what):
    assert [one.what for one in happening(spot(state=state))] == [what]
    assert what in now.CALM


@pytest.mark.parametrize(
    ("seconds", "said"), [(0, ""), (179, ""), (180, "slow"), (359, "slow"), (360, "late"), (-5, "")]
)
def test_a_wait_is_slow_and_then_late(seconds, said):
    assert patience(AT, AT + timedelta(seconds=seconds)) == said


def test_where_every_chip_is_equals_the_chips_owned_at_every_entry_of_the_night(busy):
    """Postings add up to zero, so what the house owns is what came from outside of it."""
    with Journal.read(busy / "book.db") as journal:
        entries, site = journal.entries(), Site.of(journal.setup())
    board, held = Board(seen=0, site=site, state="open"), defaultdict[str, dict[str, int]](dict)
    owned = set()
    for entry in entries:
        for place, instrument, amount in entry.postings:
            held[place][instrument] = held[place].get(instrument, 0) + amount
        then = replace(board, balances=held)
        came = -sum(then.held(place).cents for place in held if place in OUTSIDE)
        from_elsewhere = -sum(then.held(place).cents for place in held if place.startswith("site "))
        assert sum(whereabouts(then).values()) == came + from_elsewhere
        owned.add(came)
    assert max(owned) == 42_080_00
