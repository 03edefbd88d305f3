"""A drawer changes hands at the window: each counts alone, and sees nothing before both have."""

import pytest
from PySide6.QtWidgets import QLabel

from pitdesk import kinds, places
from pitdesk.chips import Chips
from tests.ui.night import Quick, copied, proven, several, signed
from tests.ui.stand import stands

pytestmark = pytest.mark.long

JO, PIA = signed("jo:cashier"), signed("pia:shift manager")
BOTH = signed("jo:cashier", "pia:shift manager")


@stands("own count", "pass drawer")
def user(qtbot, open_window, tmp_path) -> Quick:
    return Quick.at(qtbot, open_window(*copied(tmp_path)))


def counts(user: Quick, who, cash: str, **more: object) -> str:
    user.do("own count", {"cash": cash, **more}, who)
    return user.told()


def seen(widget) -> str:
    """All that a screen says just now."""
    return "\n".join(one.text() for one in widget.findChildren(QLabel) if one.isVisibleTo(widget))


def passed(user: Quick) -> list[kinds.PassDrawer]:
    return [one.fact for one in user.entries() if isinstance(one.fact, kinds.PassDrawer)]


def test_two_count_alone_and_another_has_the_drawer(user):
    assert counts(user, JO, "4000") == (
        "Jo Sandvik's count of the drawer is kept. The other counts it now, alone."
    )
    assert counts(user, PIA, "4000.00") == (
        "Pia Olsen's count of the drawer is kept. Both have counted: Ctrl+Shift+H shows it."
    )
    form = user.fill_in("pass drawer", {})
    assert form.verdict.text() == "Nothing is over or short."
    assert [place.person.value() for place in form.signers.places] == ["jo", "pia"]
    assert user.do("pass drawer", {}, BOTH) == ""
    assert user.told() == "Pia Olsen has the drawer now."
    assert [(one.goes, one.person) for one in passed(user)] == [("jo", "pia")]


def test_whoever_counts_next_is_offered_and_whoever_has_it_now_signs_in(user):
    counts(user, JO, "4000")
    assert user.form.signers.places[0].person.value() == "pia"
    counts(user, PIA, "4000")
    session = user.window.session
    user.do("pass drawer", {}, BOTH)
    assert session.locked
    assert session.signin.chosen.text() == "Pia Olsen"
    assert session.signin.notice.text == "Pia Olsen has the drawer now. Sign in to go on."
    user.sign_in("pia", "481906")
    assert not session.locked


def test_what_is_off_is_told_to_both_and_falls_to_the_one_who_goes(user):
    counts(user, JO, "3995")
    counts(user, PIA, "3995")
    form = user.fill_in("pass drawer", {})
    assert form.verdict.text() == "$5.00 short: it falls to Jo Sandvik."
    words = [one.text() for one in form.sides.findChildren(QLabel)]
    assert words[:9] == [
        *("", "Jo Sandvik", "Pia Olsen", "The book", "Off"),
        *("Cash", "$3,995.00", "$3,995.00", "$4,000.00"),
    ]
    user.do("pass drawer", {}, BOTH)
    told = "Pia Olsen has the drawer now. $5.00 short falls to Jo Sandvik: see Close of day."
    assert user.told() == told


def test_no_screen_says_what_should_be_there_or_what_was_counted_until_both_have(user):
    user.go("floor")
    assert "$4,000.00" in seen(user.form)
    counts(user, JO, "3987")
    for place in ("floor", "redeem", "own count", "pass drawer", "close", "bank"):
        user.go(place)
        assert "4,000" not in seen(user.form), place
        assert "3,987" not in seen(user.form), place
    user.go("floor")
    assert "Being counted" in seen(user.form)
    user.go("own count")
    assert "Counted by Jo Sandvik. What was counted is not shown." in user.form.told.text()
    counts(user, PIA, "3987")
    user.go("floor")
    assert "$4,000.00" in seen(user.form)


def test_counts_that_differ_are_made_again_and_told_the_second_time(user):
    counts(user, JO, "4000")
    words = "Pia Olsen's count of the drawer is kept. The counts do not agree: each counts again, alone."
    assert counts(user, PIA, "3990") == words
    user.go("pass drawer")
    assert "Jo Sandvik and Pia Olsen counted it differently" in user.form.told.text()
    assert not user.form.sides.isVisibleTo(user.form)
    told = "Jo Sandvik's count of the drawer is kept. Pia Olsen counts again now, alone."
    assert counts(user, JO, "4000") == told
    assert user.form.signers.places[0].person.value() == "pia", "a PIN of hers is no try of his"
    counts(user, PIA, "3990")
    form = user.fill_in("pass drawer", {})
    assert form.verdict.text() == (
        "The two counted differently twice. The count of Pia Olsen stands."
        " $10.00 short: it falls to Jo Sandvik."
    )
    assert "differently again" in user.do("pass drawer", {}, BOTH)
    assert user.do("pass drawer", {"reason": "a ten stuck in the tray"}, BOTH) == ""
    assert [one.reason for one in passed(user)] == ["a ten stuck in the tray"]


def test_the_chip_bank_is_counted_where_it_goes_along(user):
    user.at_desk(lambda desk: desk.set_site({"bank_passes": True}, by=proven("gro:gaming manager")))
    held = user.at_desk(lambda desk: Chips.among(desk.journal.at(places.CHIP_BANK)))
    counts(user, JO, "4000", bank=held)
    user.go("floor")
    assert dollars_of(held) not in seen(user.form)
    counts(user, PIA, "4000", bank=held)
    user.do("pass drawer", {}, BOTH)
    assert [[*one.counted] for one in passed(user)] == [["drawer", "chip bank"]]


def dollars_of(chips: Chips) -> str:
    return f"${chips.cents // 100:,}.{chips.cents % 100:02}"


def test_where_each_game_has_a_drawer_it_is_asked_which(qtbot, open_window, tmp_path):
    user = Quick.at(qtbot, open_window(*several(tmp_path)))
    spots = {one.drawer: one for one in user.window.station.board.hands}
    assert len(spots) == 2
    second = sorted(spots)[1]
    form = user.fill_in("own count", {"which": second, "cash": "1"})
    assert form.drawer.isVisibleTo(form)
    user.sign(form.signers, JO)
    user.post(form)
    assert [*user.window.station.board.blind] == [second]


def test_a_hand_over_goes_to_nobody_who_did_not_count(user):
    counts(user, JO, "4000")
    assert "has not counted the drawer alone yet" in user.do("pass drawer", {}, BOTH)
