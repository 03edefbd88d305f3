"""What the tests of paper share: slips of a night that never changes, and a reader of bytes."""

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, date, datetime

import pytest
from hypothesis import strategies as st

from pitdesk.book.entries import Entry, Number, Signature
from pitdesk.book.site import Layout, Site
from pitdesk.book.slip import Slip
from pitdesk.chips import Chip, Chips
from pitdesk.clock import SetClock
from pitdesk.desk import Desk
from pitdesk.kinds import OpenDay
from tests.facts import fact
from tests.printers.decoder import Sheet, decode


@pytest.fixture(scope="session")
def decoded() -> Callable[[bytes], Sheet]:
    """Read a job strictly: a byte that is no text and no known command is an error."""
    return decode


@pytest.fixture
def fill(desk: Desk, by: Callable[..., list]) -> Slip:
    """A fill of table 2, prepared by the pit boss and initialed by the cashier."""
    chips = Chips.read("80x50c 60x$1 20x$2 100x$5 8x$25 2x$100")
    desk.fill("2", chips, by("bo:pit boss", "jo:cashier"))
    return desk.slip("fill", 1)


@pytest.fixture
def credit(desk: Desk, by: Callable[..., list], clock: SetClock) -> Slip:
    """A credit of wheel 5, after midnight."""
    clock.at = datetime(2026, 11, 21, 7, 12, tzinfo=UTC)
    chips = Chips.read("100xpw$2 20xcoin50c 30x$5")
    desk.credit("5", chips, by("ole:wheel operator"))
    return desk.slip("credit", 1)


@pytest.fixture
def fixed() -> Callable[..., Slip]:
    """The same slip under a number, an entry and a link of the chain that no test run changes."""

    def fix(slip: Slip, number: int) -> Slip:
        entry = replace(slip.entry, seq=1204, hash=bytes.fromhex("3fa912c4") * 8)
        return replace(slip, number=number, entry=entry)

    return fix


def _made(draw: st.DrawFn) -> tuple[Slip, Site]:
    """Any slip of any house, whatever people typed."""
    series, game = draw(st.sampled_from(["fill", "credit"])), draw(st.sampled_from(["21", "PW"]))
    words, short = st.text(max_size=90), st.text(max_size=12)
    kinds = st.sampled_from(["casino", "betting", "coin", "tournament"])
    faces = st.sampled_from([50, 100, 200, 500, 25_00, 100_00, 10_000_00, 999_999_00])
    pieces = st.integers(1, 20_000)
    chips = Chips(draw(st.dictionaries(st.builds(Chip, kinds, faces), pieces, min_size=1)))
    roles = st.sampled_from(["cashier", "dealer as cashier", "wheel operator", "shift manager"])
    table, initials = draw(short), st.builds(Signature, short, roles, st.just("both"), short, short)
    entry = Entry(
        seq=draw(st.integers(1, 10**9)),
        fact=fact(series, game=game, chips=chips),
        at=draw(st.datetimes(datetime(2000, 1, 1), datetime(2100, 1, 1), timezones=st.just(UTC))),
        day=1,
        number=Number(series, 1),
        about=None,
        request=None,
        postings=(),
        signatures=(),
        hash=draw(st.binary(min_size=32, max_size=32)),
    )
    slip = Slip(
        series,
        draw(st.integers(1, 10**9)),
        entry,
        table,
        draw(st.sampled_from(["chip bank", "jar bar"])),
        f"tray {table}",
        chips,
        state="void",
        reason=draw(words),
        signed={
            **draw(st.fixed_dictionaries({}, optional={"prepared": initials, "initialed": initials})),
            **draw(st.fixed_dictionaries({"voided": initials}, optional={"verified": initials})),
        },
    )
    zone = draw(st.sampled_from(["America/Chicago", "America/Denver", "Asia/Kathmandu"]))
    settings = fact("site", organization=draw(words), name=draw(words), zone=zone)
    layouts = {table: Layout(table, game, draw(short), True)} if draw(st.booleans()) else {}
    return slip, Site(settings, layouts)


@pytest.fixture(scope="session")
def any_slip() -> st.SearchStrategy[tuple[Slip, Site]]:
    """A strategy of slips and their sites, with names from all of Unicode."""
    return st.composite(_made)()


@pytest.fixture(scope="session")
def gaming_day() -> OpenDay:
    """The opening of the day of every slip here."""
    opening = fact("open day", date=date(2026, 11, 20))
    assert isinstance(opening, OpenDay)
    return opening
