"""The night as a flow: at every entry it says where each cent of the house's chips is."""

from pathlib import Path

import pytest

from pitdesk import kinds, places
from pitdesk.__main__ import main
from pitdesk.book.day import Day
from pitdesk.book.journal import Journal
from pitdesk.book.past import day_of
from pitdesk.chips import Chips
from pitdesk.reports.flow import (
    BANK,
    ON_THE_WAY,
    OUTSIDE,
    PLAYERS,
    TRAYS,
    UNKNOWN,
    Node,
    behind,
    flow_of,
    moments,
    tray_steps,
)
from tests.files import NIGHTS
from tests.storm import step

NOT_OURS = {places.SUPPLIER, places.OVER_SHORT, places.DESTROYED}


@pytest.fixture(scope="module", params=["busy", "banks", "boxes", "chips", "limits", "managers"])
def days(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> list[Day]:
    folder = tmp_path_factory.mktemp(request.param)
    book = folder / "book.db"
    main(["replay", f"{NIGHTS[request.param]}", "--book", f"{book}", "--out", f"{folder / 'out'}"])
    with Journal.read(book) as journal:
        return [day for number in journal.days() if (day := day_of(journal, number))]


@pytest.fixture(scope="module")
def night(busy: Path) -> Day:
    with Journal.read(busy / "book.db") as journal:
        day = day_of(journal, 1)
        assert day
        return day


def held(day: Day, until: int) -> dict[str, int]:
    """Cents in chips at each place, by the postings alone."""
    sums = {place: Chips.among(amounts).cents for place, amounts in day.opening.carried.items()}
    for entry in day.entries:
        for place, instrument, amount in entry.postings if entry.seq <= until else ():
            if instrument not in ("cash", "checks"):
                cents = Chips.named({instrument: 1}).cents * amount
                sums[place] = sums.get(place, 0) + cents
    return sums


def test_at_every_entry_the_chips_of_the_house_are_somewhere(days):
    for day in days:
        for entry in moments(day)[:: step(3)]:
            flow, sums = flow_of(day, entry.seq), held(day, entry.seq)
            ours = {p: n for p, n in sums.items() if p not in NOT_OURS and not p.startswith("site ")}
            assert flow.owned_cents == sum(ours.values())
            lies = dict(flow.cents)
            assert lies.get(TRAYS, 0) == sum(n for p, n in ours.items() if p.startswith("tray "))
            assert lies.get(BANK, 0) == ours.get(places.CHIP_BANK, 0)
            assert lies.get(ON_THE_WAY, 0) == ours.get(places.TRANSIT, 0)
            unknown = flow.through(Node("start", UNKNOWN))
            assert lies.get(PLAYERS, 0) - unknown == ours.get(places.PATRONS, 0)


def test_what_comes_into_a_thing_goes_out_of_it(days):
    for day in days:
        for entry in moments(day)[:: step(7)]:
            flow = flow_of(day, entry.seq)
            assert all(band.cents > 0 for band in flow.bands)
            for node in flow.nodes:
                into = sum(band.cents for band in flow.bands if band.target == node)
                out = sum(band.cents for band in flow.bands if band.source == node)
                assert node.column in ("start", "end") or into == out
            ends = sum(flow.cents.values())
            assert ends == sum(flow.through(node) for node in flow.nodes if node.column == "start")


def test_the_entries_behind_a_band_moved_those_chips(night):
    flow = flow_of(night)
    seen = {(band.source.name, band.target.name): band.entries for band in flow.bands}
    by_seq = {entry.seq: entry.fact for entry in night.entries}
    to_2 = [by_seq[seq] for seq in seen[BANK, "2"]]
    assert {type(fact) for fact in to_2} == {kinds.OpenTable, kinds.Fill, kinds.Receive}
    assert {fact.table for fact in to_2 if isinstance(fact, kinds.Fill)} == {"2"}
    redeemed = {type(by_seq[seq]) for seq in seen[PLAYERS, BANK]}
    assert kinds.Redeem in redeemed
    assert redeemed <= {kinds.Redeem, kinds.RedeemTips, kinds.Exchange}


def test_every_band_of_the_end_has_its_slips_and_entries_behind_it(days):
    for day in days:
        flow = flow_of(day)
        for band in flow.bands:
            found = behind(day, band.entries)
            ends = (band.source, band.target)
            stays = {node.column for node in ends} == {"start", "end"} or any(
                node.column == "table" and not tray_steps(day, node.name) for node in ends
            )
            assert found or stays, (band.source, band.target)
            assert [one.entry.seq for one in found] == [*band.entries]
            for one in found:
                steps = isinstance(one.entry.fact, kinds.Fill | kinds.Credit | kinds.Receive)
                assert (one.slip is not None) == steps or isinstance(one.entry.fact, kinds.Void)
                if one.slip:
                    assert one.cents == one.slip.chips.cents


def test_a_fill_is_on_the_way_until_it_is_received(night):
    fill = next(entry for entry in night.entries if isinstance(entry.fact, kinds.Fill))
    prepared = flow_of(night, fill.seq)
    assert prepared.cents[ON_THE_WAY] == fill.chips.cents
    received = next(one for one in night.entries if one.about == fill.seq and one.postings)
    assert ON_THE_WAY not in flow_of(night, received.seq).cents
    assert ON_THE_WAY in flow_of(night, received.seq - 1).cents


def test_what_players_bring_before_a_count_is_not_counted_yet(night):
    """At the end every tray is counted, and nothing is unknown."""
    unknown = [flow_of(night, one.seq).through(Node("start", UNKNOWN)) for one in moments(night)]
    assert any(unknown)
    assert unknown[-1] == 0


def test_a_tray_over_the_night_ends_with_its_closer(days):
    for day in days:
        for name, table in day.tables.items():
            steps = tray_steps(day, name)
            assert steps[0].counted
            assert steps[-1].cents == table.known.cents
            assert [step.seq for step in steps] == sorted(step.seq for step in steps)
            half = day.entries[len(day.entries) // 2].seq
            assert tray_steps(day, name, half) == [step for step in steps if step.seq <= half]


def test_nothing_came_from_outside_on_a_night_that_got_nothing(night):
    assert {OUTSIDE} & {band.source.name for band in flow_of(night).bands} == set()


def test_a_moment_before_the_day_is_refused(night):
    with pytest.raises(ValueError, match=r"is before 2026-11-21, which entry \d+ opened"):
        flow_of(night, night.opened.seq - 1)
