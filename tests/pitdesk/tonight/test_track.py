"""How far a table's newest request is, as the pit sees it."""

from pitdesk.chips import Chips
from pitdesk.tonight.track import track

FIVE = Chips.read("5x$5")


def steps(pit, table="2"):
    found = track(pit.desk.day, table)
    return found and ([one.what for one in found.steps], found.left)


def test_from_the_ask_to_the_table(pit):
    assert steps(pit) is None
    pit.desk.ask("fill", "2", Chips(), pit.by("kari"), par=True)
    assert steps(pit) == (["asked"], ("prepared", "verified", "received"))
    assert track(pit.desk.day, "2").par
    pit.desk.fill("2", FIVE, pit.by("jo"))
    assert steps(pit) == (["asked", "prepared"], ("verified", "received"))
    pit.later(minutes=1)
    pit.desk.verify("fill", 1, pit.by("pia"))
    assert steps(pit) == (["asked", "prepared", "verified"], ("received",))
    pit.desk.receive("fill", 1, pit.by("kari"))
    assert steps(pit) == (["asked", "prepared", "verified", "received"], ())
    one = track(pit.desk.day, "2")
    assert (one.name, one.chips, one.par) == ("fill 000001", FIVE, False)
    assert [step.by for step in one.steps] == ["kari", "jo", "pia", "kari"]
    assert one.steps[2].at - one.steps[1].at == one.steps[3].at - one.steps[1].at


def test_what_ended_it_stands_with_its_reason(pit):
    pit.desk.ask("credit", "2", FIVE, pit.by("kari"))
    pit.desk.withdraw_ask("credit", "2", pit.by("jo"), "the tray is short")
    assert steps(pit) == (["asked", "withdrawn"], ())
    assert track(pit.desk.day, "2").reason == "the tray is short"
    pit.desk.fill("2", FIVE, pit.by("jo"))
    pit.desk.void("fill", 1, "wrong table", pit.by("jo", "pia"))
    assert steps(pit) == (["prepared", "void"], ())
    pit.desk.ask("fill", "2", FIVE, pit.by("kari"))
    assert steps(pit) == (["asked"], ("prepared", "verified", "received"))


def test_a_sealed_day_asks_for_nothing(pit):
    pit.fill("2", "1x$5")
    pit.end()
    assert steps(pit) is None
