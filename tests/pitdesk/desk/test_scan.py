"""Slips found at the count, by the codes they bear: what is not right is named."""

import pytest

from pitdesk.chips import Chips
from pitdesk.desk import Desk
from pitdesk.errors import Trouble
from pitdesk.slipcode import Claim, SiteKey, station_of


@pytest.fixture
def signed(pit):
    """The desk of the night, with the key of the site."""
    pit.desk._key = SiteKey(bytes(range(32)))
    return pit


def code(pit, series: str, part: str, *, short: bool = False) -> str:
    made = pit.desk.code(pit.desk.slip(series, 1), part, void=False)
    return made.short if short else made.qr


@pytest.mark.parametrize("short", [False, True], ids=["scanned", "typed"])
def test_a_slip_where_it_belongs(signed, short):
    signed.fill("2", "1x$5")
    scan = signed.desk.scan("box 2", code(signed, "fill", "copy", short=short))
    assert scan.parts == (("fill", 1, "copy", 500),)
    assert (scan.words, scan.odd) == ("fill 000001 copy: genuine.", False)


def test_a_slip_in_the_wrong_place(signed):
    signed.fill("2", "1x$5")
    scan = signed.desk.scan("box 2", code(signed, "fill", "original"))
    assert scan.words == "Wrong place: fill 000001 original belongs in records, not in box 2."
    assert scan.odd
    assert scan.parts == (("fill", 1, "original", 500),)


def test_a_slip_that_was_scanned_twice(signed):
    signed.fill("2", "1x$5")
    once = signed.desk.scan("box 2", code(signed, "fill", "copy"))
    again = signed.desk.scan("box 2", code(signed, "fill", "copy"), once.parts)
    assert again.words == "Doubled: fill 000001 copy was found before, in box 2."
    assert again.odd


def test_two_plies_are_told_apart_by_where_they_are(signed):
    signed.fill("2", "1x$5")
    both = code(signed, "fill", "both")
    assert signed.desk.scan("box 2", both).parts == (("fill", 1, "copy", 500),)
    assert signed.desk.scan("records", both).parts == (("fill", 1, "original", 500),)


def test_a_slip_of_another_site(signed):
    signed.fill("2", "1x$5")
    stranger = SiteKey(bytes(32))
    slip = signed.desk.slip("fill", 1)
    made = stranger.sign(Claim.of(slip, "copy", signed.desk.site, station_of(slip.entry), void=False))
    for text in (made.qr, made.short):
        scan = signed.desk.scan("box 2", text)
        assert scan.odd
        assert scan.parts == ()
        assert scan.words.startswith("Foreign or forged.")


def test_a_slip_of_another_day(signed):
    signed.fill("2", "1x$5")
    old = code(signed, "fill", "copy")
    signed.end()
    signed.begin()
    scan = signed.desk.scan("box 2", old)
    assert scan.odd
    assert scan.verdict.kind == "other day"


def test_a_slip_that_is_void_since(signed):
    signed.desk.fill("2", Chips.read("1x$5"), signed.by("jo"))
    live = code(signed, "fill", "copy")
    signed.desk.void("fill", 1, "asked for by table 3", signed.by("jo"))
    scan = signed.desk.scan("records", live)
    assert scan.odd
    assert "is void since entry" in scan.words
    assert "Wrong place" not in scan.words


def test_what_is_no_code_is_told(signed):
    with pytest.raises(ValueError, match="code"):
        signed.desk.scan("box 2", "hello")


def test_without_the_key_nothing_is_checked(pit):
    assert isinstance(pit.desk, Desk)
    with pytest.raises(Trouble, match="key of the site is not here"):
        pit.desk.scan("box 2", "hello")
