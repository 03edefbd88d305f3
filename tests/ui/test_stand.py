"""A window that stands is the same for each test of the file."""

import os

import pytest

from pitdesk.book.journal import Journal
from tests.ui.night import Quick, copied, signed
from tests.ui.stand import Stand, stands

pytestmark = pytest.mark.long

OPENED_IN = [0]  # by process


@stands("fill")
def user(qtbot, open_window, tmp_path) -> Quick:
    OPENED_IN[0] = os.getpid()
    return Quick.at(qtbot, open_window(*copied(tmp_path)))


@pytest.mark.parametrize("again", [False, True])
def test_what_a_test_does_is_undone_for_the_next(user, again):
    left, hour = user.pit.book.with_name("left.txt"), user.pit.clock.at.hour
    assert (user.window.place, left.exists(), hour) == ("floor", False, 16)
    assert [*user.window.screens] == ["floor", "fill"]
    user.post(user.fill_in("fill", {"table": "2", "chips": "20x$5"}, signed("jo:cashier")))
    assert user.told().startswith("Fill 000001 for table 2")
    user.pit.clock.at = user.pit.clock.at.replace(hour=23)
    left.touch()
    if Stand.now:
        assert os.getpid() != OPENED_IN[0]
    user.window.close()
    with Journal.read(user.pit.book) as journal:
        assert journal.verify().ok
