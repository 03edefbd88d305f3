"""Slips that wait for the printer of another station."""

from pitdesk.chips import Chips
from pitdesk.tonight.board import Board

FIVE = Chips.read("5x$5")


def test_the_cage_sees_what_waits_at_a_station_since_when_and_a_sealed_day_waits_for_nothing(pit):
    pit.desk.pair_station("pit 1", "of a machine", ("pit",), pit.by("gus"), fills=("2",))
    at = pit.desk.fill("2", FIVE, pit.by("jo")).at
    (one,) = Board.of(pit.desk).elsewhere
    assert (one.name, one.station, one.at) == ("fill 000001", "pit 1", at)
    pit.later(minutes=5)
    voided = pit.desk.void("fill", 1, "wrong", pit.by("jo", "pia"))
    assert [one.at for one in Board.of(pit.desk).elsewhere] == [voided.at]
    pit.desk.end_station("pit 1", pit.by("gus"))
    board = Board.of(pit.desk)
    assert (board.elsewhere, board.unprinted) == ((), 2)
