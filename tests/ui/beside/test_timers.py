"""Timers and days, in any language of the user's."""

import locale
from datetime import date

from ui.beside.timers import timer
from ui.widgets import theme


def test_a_timer_rings_every_so_often_or_once(qapp):
    assert (timer(qapp, 250).interval(), timer(qapp, 250).isSingleShot()) == (250, False)
    assert timer(None, 40, once=True).isSingleShot()


def test_days_have_their_english_names(qapp):
    theme.apply(qapp, "dark")
    assert f"{date(2026, 12, 4):%a %b %A %B}" == "Fri Dec Friday December"
    assert locale.localeconv()["decimal_point"] == "."
