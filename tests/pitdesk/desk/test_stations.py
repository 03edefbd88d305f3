"""Two stations at one desk: each has its own sign-in, requests and wrong tries."""

import pytest

from pitdesk.book.people import Signer
from pitdesk.chips import Chips
from pitdesk.desk import Desk
from pitdesk.errors import Refused
from pitdesk.tonight.board import Board

FIVE = Chips.read("5x$5")


def test_a_click_that_bounces_while_another_station_writes_posts_once(pit):
    def asked() -> None:
        with pit.desk.at("pit 1") as desk:
            desk.once(mine, lambda it: it.fill("2", FIVE, pit.by("jo")))

    mine = pit.desk.mine
    asked()
    pit.desk.once(pit.desk.mine, lambda it: it.redeem(FIVE, pit.by("jo")))  # the cage, in between
    asked()
    assert pit.desk.journal.last_number("fill") == 1


def test_what_was_asked_last_is_known_after_a_restart(pit):
    for station in ("pit 1", "desk 1", "pit 1"):
        with pit.desk.at(station) as desk:
            last = desk.once(desk.mine, lambda it: it.redeem(FIVE, pit.by("jo"))).seq
            assert (desk.mine, Board.of(desk).mine) == (last, last)
    pit.desk.refuse(FIVE, "of another house", pit.by("jo"))  # nobody's request
    found = {}
    again = Desk(pit.desk.journal, pit.desk._pepper, clock=pit.clock)
    for station in ("pit 1", "desk 1", "pit", "pit 12"):
        with again.at(station) as desk:
            found[station] = desk.mine
    assert found == {"pit 1": last, "desk 1": last - 1, "pit": 0, "pit 12": 0}


def test_who_signs_in_at_one_station_is_not_signed_in_at_another(pit):
    with pit.desk.at("pit 1") as desk:
        desk.sign_in(*pit.by("jo"))
    assert pit.desk.signed_in is None
    with pytest.raises(Refused, match="Nobody is signed in at desk 1"):
        pit.desk.redeem(FIVE, [Signer("jo", "cashier")])
    with pit.desk.at("pit 1") as desk:
        desk.redeem(FIVE, [Signer("jo", "cashier")])
        desk.sign_out()
        assert desk.signed_in is None


def test_wrong_tries_at_one_station_hold_nobody_else_up_at_another(pit):
    with pit.desk.at("pit 1") as desk:
        for _ in range(3):
            with pytest.raises(Refused):
                desk.sign_in(Signer("jo", "", pin="999999"))
        with pytest.raises(Refused, match="Too many wrong PINs at pit 1"):
            desk.sign_in(*pit.by("kari"))
    pit.desk.sign_in(*pit.by("kari"))
