"""The night as a flow, drawn: whole, in its box, the same bytes every time."""

from io import BytesIO
from itertools import pairwise
from xml.etree import ElementTree

import pytest
from pypdf import PdfReader

from pitdesk.__main__ import main
from pitdesk.book.journal import Journal
from pitdesk.book.past import day_of, site_of
from pitdesk.chips import dollars
from pitdesk.reports.flow import flow_of, moments
from printers.drawing.flow import LEAST, lay_out, rows_of, words_of
from printers.reports.flow import flow_pdf, flow_svg, words_of_night
from tests.files import NIGHTS

SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture(scope="module")
def night(tmp_path_factory):
    out = tmp_path_factory.mktemp("busy")
    main(["replay", f"{NIGHTS['busy']}", "--book", f"{out / 'book.db'}", "--out", f"{out}"])
    with Journal.read(out / "book.db") as journal:
        day = day_of(journal, 1)
        return day, site_of(journal, day)


def test_bars_do_not_overlap_and_bands_begin_and_end_at_them(night):
    day, _ = night
    for entry in moments(day):
        flow = flow_of(day, entry.seq)
        bars, ribbons = lay_out(flow, 800, 500)
        for one in bars:
            assert 0 <= one.x <= 800
            assert one.y >= 0
            assert one.y + one.height <= 500.01 + LEAST
        for one, other in pairwise(bars):
            if one.node.column == other.node.column:
                assert one.y + one.height < other.y
        at = {bar.node: bar for bar in bars}
        for ribbon in ribbons:
            for node, y in ((ribbon.band.source, ribbon.y), (ribbon.band.target, ribbon.to_y)):
                assert at[node].y - 0.01 <= y
                assert y + ribbon.thick <= at[node].y + at[node].height + LEAST + 0.01
        assert len(ribbons) == len(flow.bands)


def test_the_page_says_each_thing_with_its_value(night):
    day, site = night
    flow = flow_of(day)
    words = words_of_night(flow, site, day)
    pdf = flow_pdf(flow, words)
    assert pdf == flow_pdf(flow, words)
    (page,) = PdfReader(BytesIO(pdf)).pages
    text = page.extract_text()
    for node in flow.nodes:
        assert words_of(node) in text
        assert f"${dollars(flow.through(node))}" in text
    assert dollars(flow.owned_cents) in text


def test_the_picture_says_what_each_band_is(night):
    day, site = night
    flow = flow_of(day)
    root = ElementTree.fromstring(flow_svg(flow, words_of_night(flow, site, day)))
    told = [band.findtext(f"{SVG}title") for band in root.iter(f"{SVG}path")]
    assert sorted(told) == sorted(f"{one} to {to}: ${cents}" for one, to, cents in rows_of(flow))
    assert root.get("role") == "img"


def test_a_name_that_is_markup_stays_a_name(night):
    day, site = night
    words = words_of_night(flow_of(day), site, day)
    hostile = type(words)(words.title, "</text><script>alert(1)</script>", words.note, words.stamp)
    svg = flow_svg(flow_of(day), hostile)
    assert "<script>" not in svg
    ElementTree.fromstring(svg)


def test_a_day_without_chips_is_drawn_empty(night):
    day, _ = night
    flow = flow_of(day, day.opened.seq)
    bars, ribbons = lay_out(flow, 800, 500)
    assert bars == ribbons == []
