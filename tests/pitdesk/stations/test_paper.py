"""Paper at stations: each slip once, at its place; what the cage prints for a station that is gone."""

import random
from dataclasses import replace

import pytest

from pitdesk.book.day import Day
from pitdesk.book.slip import PARTS
from pitdesk.chips import Chips
from pitdesk.desk import Desk
from pitdesk.errors import Refused, Trouble
from pitdesk.stations import remote
from pitdesk.stations.home import Home
from pitdesk.stations.remote import RemoteDesk
from pitdesk.stations.wire import Came, Device, Wants
from pitdesk.tonight.board import Board
from printers.devices.paper import Paper
from printers.devices.spool import drain, due, note, reprint
from tests import storm
from tests.pitdesk.conftest import POSTED, TRAY
from tests.pitdesk.stations.cable import Cable

FIVE = Chips.read("5x$5")


@pytest.fixture
def printing(served, station, pit):
    """Has slips print at pit 1; its desk."""
    desk = station()
    served.do(lambda it: it.on_duty(pit.one("dan")))
    served.do(lambda it: it.open_table("3", TRAY, pit.by("dan"), **POSTED))

    def put(**prints: object) -> RemoteDesk:
        one = served.do(lambda it: it.site.stations["pit 1"])
        more = {"fills": one.fills, "credits": one.credits, "own": one.own, **prints}
        served.do(lambda it: it.pair_station("pit 1", one.certificate, one.parts, pit.by("gus"), **more))
        desk.close()
        return RemoteDesk.open(Home.of(desk.journal.path.parent), pit.clock)

    opened: list[RemoteDesk] = []
    yield lambda **prints: opened.append(put(**prints)) or opened[-1]
    for one in opened:
        one.close()


def fill(served, pit, table: str = "2") -> int:
    return served.do(lambda it: it.fill(table, FIVE, pit.by("jo"))).number.number


def caught_up(served, desk: RemoteDesk) -> RemoteDesk:
    """The station's desk, once it has what the cage has."""
    head = served.do(lambda it: it.journal.head.seq)
    while desk.journal.head.seq < head:
        desk.hear(1)
    return desk


def on_paper(served) -> dict[tuple[str, int, str, bool], list[str]]:
    """(series, number, part, void) → the printers that tried it, as the cage's book has it."""
    day = served.do(lambda it: it.today)
    return {
        (slip.series, slip.number, part, void): [one.printer for one in slip.tries(part, void=void)]
        for slip in day.slips.values()
        for part in PARTS
        for void in (False, True)
        if slip.tries(part, void=void)
    }


def test_fills_of_a_table_print_at_their_station_and_the_others_at_the_cage(served, printing, pit):
    desk, there, here = printing(fills=("2",)), Paper(), Paper()
    fill(served, pit)
    served.do(lambda it: it.fill("3", FIVE, pit.by("jo")))
    served.do(lambda it: it.credit("2", FIVE, pit.by("kari")))
    served.do(lambda it: drain(it, here))
    assert [job.name for job in here.jobs] == [
        *("fill-000002-original", "fill-000002-copy", "credit-000001-original", "credit-000001-copy")
    ]
    drain(caught_up(served, desk), there)
    assert [job.name for job in there.jobs] == ["fill-000001-original", "fill-000001-copy"]
    assert on_paper(served)["fill", 1, "original", False] == ["paper at pit 1"]
    assert served.do(lambda it: it.today.slips["fill", 1].on_paper("copy")) == "whole"
    assert not drain(desk, there)


def test_what_prints_at_a_station_is_what_would_print_at_the_cage(served, printing, pit):
    desk, there, here = printing(fills=("2",)), Paper(), Paper()
    fill(served, pit)
    made = served.do(lambda it: due(it, here, "pit 1"))
    drain(caught_up(served, desk), there)
    assert there.jobs[0] == made.job


def test_what_a_station_prepares_itself_prints_there_if_set_up_says_so(served, printing, pit):
    desk, there, here = printing(own=True), Paper(), Paper()
    desk.once(desk.mine, lambda it: it.fill("2", FIVE, pit.by("jo")))
    fill(served, pit)
    served.do(lambda it: drain(it, here))
    drain(caught_up(served, desk), there)
    assert [job.name for job in there.jobs] == ["fill-000001-original", "fill-000001-copy"]
    assert {job.name for job in here.jobs} == {"fill-000002-original", "fill-000002-copy"}


def test_a_void_prints_where_its_slip_does(served, printing, pit):
    desk, there = printing(fills=("2",)), Paper()
    fill(served, pit)
    drain(caught_up(served, desk), there)
    served.do(lambda it: it.void("fill", 1, "wrong table", pit.by("jo", "pia")))
    assert not served.do(lambda it: drain(it, Paper()))
    drain(caught_up(served, desk), there)
    assert [job.name for job in there.jobs[2:]] == ["fill-000001-original-void", "fill-000001-copy-void"]


def test_the_paper_of_a_station_that_is_gone_prints_at_the_cage_once_somebody_says_so(
    served, printing, pit
):
    desk, here = printing(fills=("2",)), Paper()
    fill(served, pit)
    board = served.do(Board.of)
    assert [(one.name, one.station) for one in board.elsewhere] == [("fill 000001", "pit 1")]
    assert board.unprinted == 0
    assert not served.do(lambda it: drain(it, here))
    there = Paper()
    sheet = due(caught_up(served, desk), there)
    entry = served.do(lambda it: it.print_here("fill", 1, pit.by("jo")))
    assert (entry.kind, entry.fact.station) == ("print here", "pit 1")
    assert note(desk, there, sheet) == []  # it was about to be sent at the station, and is not any more
    served.do(lambda it: drain(it, here))
    assert [job.name for job in here.jobs] == ["fill-000001-original", "fill-000001-copy"]
    assert not drain(caught_up(served, desk), there)
    assert all(len(tries) == 1 for tries in on_paper(served).values())
    words = [one.words for one in served.do(lambda it: [*it.today.notes])]
    assert "fill 000001 prints at the cage, not at pit 1" in words


def test_print_here_is_refused_where_nothing_waits_elsewhere(served, printing, pit):
    printing(fills=("2",))
    number = served.do(lambda it: it.fill("3", FIVE, pit.by("jo"))).number.number
    with pytest.raises(Refused, match="Nothing of fill 000001 waits for the printer of another"):
        served.do(lambda it: it.print_here("fill", number, pit.by("jo")))


def test_a_print_that_nobody_proved_is_asked_about_and_goes_out_again_as_a_duplicate(
    served, printing, pit
):
    desk, there = printing(fills=("2",)), Paper()
    fill(served, pit)
    there.jam()
    drain(caught_up(served, desk), there)
    assert [one.face for one in Board.of(caught_up(served, desk)).questions] == ["original"]
    served.do(lambda it: it.print_answer("fill", 1, "original", "nothing", pit.by("jo")))
    drain(caught_up(served, desk), there)
    assert there.jobs[1].name == "fill-000001-original-duplicate-1"


def test_a_part_is_printed_once_more_where_it_is_asked_for(served, printing, pit):
    desk, there = printing(fills=("2",)), Paper()
    fill(served, pit)
    drain(caught_up(served, desk), there)
    with pytest.raises(Refused, match="Nobody is signed in at pit 1"):
        reprint(desk, there, desk.slip("fill", 1), "copy")
    desk.sign_in(*pit.by("pia"))
    reprint(desk, there, desk.slip("fill", 1), "copy")
    assert there.jobs[-1].name == "fill-000001-copy-duplicate-1"
    assert served.do(lambda it: it.today.slips["fill", 1].on_paper("copy")) == "whole"


def test_a_station_says_nothing_of_the_paper_of_others(served, printing, pit):
    desk = printing(fills=("3",))
    fill(served, pit)
    jammed = Paper()
    jammed.jam()
    served.do(lambda it: drain(it, jammed))
    attempt = served.do(lambda it: it.today.prints[0].entry)
    desk.line.ask(Came((attempt,), "whole"))
    assert served.do(lambda it: it.today.prints[0].outcome) is None


def test_a_station_where_nothing_prints_gets_no_sheet(served, station, pit):
    desk = station()
    fill(served, pit)
    assert not caught_up(served, desk).prints
    with pytest.raises(Trouble, match="Nothing prints at pit 1"):
        desk.sheet(Wants(Device("paper", 42, 1, qr=True, proves=True)))


def test_tables_of_one_station_are_not_given_to_another(served, printing, station, pit):
    printing(fills=("2",))
    key = served.do(lambda it: it.site.stations["pit 1"].certificate)
    with pytest.raises(Refused, match="The fills of table 2 print at pit 1"):
        served.do(lambda it: it.pair_station("pit 2", key, ("pit",), pit.by("gus"), fills=("2",)))
    with pytest.raises(Refused, match="There is no table 77"):
        served.do(lambda it: it.pair_station("pit 1", key, ("pit",), pit.by("gus"), fills=("77",)))


@pytest.fixture
def wired(served, printing, pit):
    """A station that prints the fills of table 2, behind a cable; and the cable."""
    first = printing(fills=("2",))
    first.close()
    cable = Cable(served.port)
    home = Home.of(first.journal.path.parent)
    cage = type(home.cage)(home.name, "127.0.0.1", cable.port, home.cage.certificate)
    desk = RemoteDesk.open(replace(home, cage=cage), pit.clock)
    yield desk, cable
    cable.stop()
    desk.close()


def test_a_print_whose_answer_is_cut_goes_on_once_the_line_is_back(served, wired, pit, monkeypatch):
    monkeypatch.setattr(remote, "PATIENCE_S", 20)
    (desk, cable), there = wired, Paper()
    fill(served, pit)
    sheet = due(caught_up(served, desk), there)
    cable.down = 0  # cut behind the question, before a word of the answer
    assert [one.fact.part for one in note(desk, there, sheet)] == ["original"]
    assert on_paper(served)["fill", 1, "original", False] == ["paper at pit 1"]


def test_a_print_that_was_noted_and_not_sent_came_out_as_nothing(served, wired, pit, monkeypatch):
    monkeypatch.setattr(remote, "PATIENCE_S", 0)
    (desk, cable), there = wired, Paper()
    fill(served, pit)
    sheet = due(caught_up(served, desk), there)
    cable.down, cable.unplugged = 0, True
    with pytest.raises(Trouble, match="Nothing was sent to the printer"):
        note(desk, there, sheet)
    assert served.do(lambda it: it.today.slips["fill", 1].on_paper("original")) == "unknown"
    cable.down, cable.unplugged = None, False
    while not desk.line.reached:
        desk.hear(1)
    assert served.do(lambda it: it.today.slips["fill", 1].on_paper("original")) == "nothing"
    drain(caught_up(served, desk), there)
    assert [job.name for job in there.jobs] == ["fill-000001-original-duplicate-1", "fill-000001-copy"]


@pytest.mark.storm
@pytest.mark.parametrize("seed", storm.seeds(2))
def test_lines_cut_at_any_byte_print_nothing_twice(
    served, wired, pit, seed, monkeypatch, record_property
):
    """Two printers, a line that is cut again and again: no face twice without DUPLICATE, none lost."""
    monkeypatch.setattr(remote, "PATIENCE_S", 20)
    chance = random.Random(seed)
    (desk, cable), there, here = wired, Paper(), Paper()
    for _ in range(storm.many(6)):
        number = fill(served, pit, chance.choice(("2", "3")))
        if chance.random() < 0.3:
            served.do(lambda it, n=number: it.void("fill", n, "wrong", pit.by("jo", "pia")))
        setattr(cable, chance.choice(("up", "down")), chance.randrange(200, 9_000))
        served.do(lambda it: drain(it, here))
        for _ in range(20):
            try:
                desk.hear(20)
                drain(desk, there)
            except Trouble:
                continue
            if not caught_up(served, desk).unprinted("pit 1"):
                break
    names = [job.name for job in (*there.jobs, *here.jobs)]
    record_property("sheets", len(names))
    assert len(names) == len({*names})
    day = served.do(lambda it: it.today)
    assert not day.unprinted()
    assert sent(day) >= {*names}


def sent(day: Day) -> set[str]:
    """The names of the sheets that the book says were begun."""
    return {
        "-".join(
            filter(
                None,
                (
                    slip.series,
                    f"{slip.number:06}",
                    one.part,
                    "void" * one.void,
                    f"duplicate-{one.copy}" * bool(one.copy),
                ),
            )
        )
        for slip in day.slips.values()
        for one in slip.prints
    }


def test_a_desk_without_stations_prints_as_ever(pit):
    paper = Paper()
    pit.desk.fill("2", FIVE, pit.by("jo"))
    assert isinstance(pit.desk, Desk)
    assert len(drain(pit.desk, paper)) == len(PARTS)
