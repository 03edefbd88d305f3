"""The second screen: what a player is paid, never on the cashier's own screen."""

from pitdesk.chips import Chips
from tests.ui.night import Quick, copied
from tests.ui.stand import stands
from ui.shell.customer import HEAD


@stands()
def user(qtbot, open_window, tmp_path) -> Quick:
    return Quick.at(qtbot, open_window(*copied(tmp_path)))


def test_it_stays_away_where_there_is_one_screen(user):
    user.window.settings.facing = True
    user.window.customer.place()
    assert not user.window.customer.isVisible()


def test_it_shows_the_chips_and_the_amount_and_nothing_else(user):
    customer, station = user.window.customer, user.window.station
    customer.resize(800, 480)
    blank = customer.grab().toImage()
    station.facing.emit(Chips.read("12x$5 4x$25"))
    assert customer.words == (HEAD, "$160.00")
    assert customer.accessibleName() == f"{HEAD} $160.00"
    assert customer.grab().toImage() != blank
    station.facing.emit(Chips())
    assert customer.words == ()
    assert customer.grab().toImage() == blank
