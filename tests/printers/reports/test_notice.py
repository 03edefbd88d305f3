"""The notice of a game that is discontinued: one page, nothing cut off, whatever people write."""

from datetime import UTC, date, datetime
from io import BytesIO

import pytest
from pypdf import PdfReader

from pitdesk import kinds
from pitdesk.book.site import Ended, Site
from pitdesk.chips import Chip
from pitdesk.chipset.law import CHIP_SET
from printers.reports import notice
from printers.reports.notice import BOTTOM, HEIGHT, LEFT, ROOM, chips_of, notice_pdf
from tests.printers.reports.test_letter import Said, words

STAMP = datetime(2026, 11, 21, 8, tzinfo=UTC)
ENDED = Ended("21", date(2026, 11, 21), date(2026, 12, 21), "the business office, 12 Main Street")
LONG = "The Benevolent and Protective Order of the Northern Prairie Lions and their Friends of Minot"


def house(*more: str, **settings: object) -> Site:
    known = {"organization": "Dakota Lions", "name": "Riverside Lounge", **settings}
    site = Site(kinds.Site(**known))
    for name in ("50c", "$1", "$2", "$5", "$25", "$100", "pw$1", "pw$2", "nv$5", "coin50c", *more):
        site.chips[Chip.named(name)] = CHIP_SET.get(name, {})
    return site


def text(data: bytes) -> str:
    return " ".join(one.text for one in words(data))


def lines(data: bytes) -> list[Said]:
    """What is said beside the chips, whose figures stand in a measure of their own."""
    return [one for one in words(data) if one.left > 1]


def on_the_page(data: bytes) -> None:
    """One page, and all words inside its margins."""
    assert len(PdfReader(BytesIO(data)).pages) == 1
    for one in lines(data):
        assert one.left >= LEFT - 1, one
        assert one.right <= LEFT + ROOM + 1, one
        assert 0 < one.y < HEIGHT - 20, one


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> list[tuple[float, float, float]]:
    """Where each chip is drawn, left and bottom, and how wide."""
    found = []

    def draw(canvas, face, x, y, size):
        found.append((x, y, size))

    monkeypatch.setattr(notice, "draw_chip", draw)
    return found


def test_it_says_which_game_until_when_and_where():
    data = notice_pdf(house(), ENDED, STAMP)
    said = text(data)
    for one in (
        "Dakota Lions",
        "Riverside Lounge",
        "Twenty-one is",
        "as of Sat Nov 21, 2026",
        "Its chips are redeemed until Mon Dec 21, 2026",
        "at the business office, 12 Main Street",
        "N.D.A.C. 99-01.3-08-06(2)",
        "2:00 a.m. UTC-06:00",
    ):
        assert one in said, said


def test_the_chips_are_those_of_the_game():
    site = house()
    site.retired[Chip.named("$5")] = date(2026, 11, 1)  # redeemed all the same
    assert [chip.name for chip in chips_of(site, "21")] == [
        "$100",
        "$25",
        "$5",
        "$2",
        "$1",
        "50c",
        "coin50c",
    ]
    assert [chip.name for chip in chips_of(site, "PW")] == ["pw$2", "pw$1"]
    said = text(notice_pdf(site, ENDED, STAMP))
    assert "$100" in said
    assert "PW" not in said
    wheel = text(notice_pdf(site, Ended("PW", ENDED.on, ENDED.until, "the office"), STAMP))
    assert "Paddlewheel is" in wheel
    assert "PW" in wheel
    assert "$100" not in wheel


@pytest.mark.parametrize("sets", [1, 2, 4])
@pytest.mark.parametrize("where", ["the office", LONG * 3, "W" * 300])
def test_whatever_is_written_stays_on_one_page(drawn, sets, where):
    more = [f"{name}-{of}" for name in CHIP_SET for of in "abcd"[: sets - 1]]
    site = house(*more, organization=LONG, name=LONG)
    data = notice_pdf(site, Ended("21", ENDED.on, ENDED.until, where), STAMP)
    on_the_page(data)
    assert "".join(where.split()) in "".join(text(data).split())
    *said, section, _ = lines(data)
    assert "99-01.3" in section.text
    lowest = min(one.y for one in said)
    assert len(drawn) == 7 + len(more)
    for x, y, size in drawn:
        assert y >= BOTTOM - 36
        assert y + size < lowest
        assert LEFT <= x <= LEFT + ROOM - size
    assert len({(round(x), round(y)) for x, y, _ in drawn}) == len(drawn)


def test_a_house_without_chips_and_names_has_a_notice():
    data = notice_pdf(Site(), ENDED, STAMP)
    on_the_page(data)
    assert "These are the chips" not in text(data)


def test_practice_says_so():
    assert "PRACTICE" in text(notice_pdf(house(practice=True), ENDED, STAMP))
    assert "PRACTICE" not in text(notice_pdf(house(), ENDED, STAMP))


def test_the_same_notice_is_the_same_bytes():
    assert notice_pdf(house(), ENDED, STAMP) == notice_pdf(house(), ENDED, STAMP)
    assert b"20261121080000" in notice_pdf(house(), ENDED, STAMP)
