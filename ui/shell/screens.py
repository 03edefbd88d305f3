"""Which screen stands in which place. A module is read when its place is first gone to."""

from collections.abc import Callable
from typing import Any

from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QWidget
from shiboken6 import isValid

from ui.work.settings import Settings
from ui.work.station import Station

Make = Callable[[Station], QWidget]


def made(settings: Settings) -> dict[str, Make]:
    """How each place is made, by its name in the table of actions."""
    return {
        "floor": _floor,
        "fill": _fill,
        "cage": _cage,
        "tables": _tables,
        "bank": _bank,
        "inventory": _inventory,
        "countroom": _countroom,
        "find": _find,
        "manual": _manual,
        "slips": _slips,
        "close": _close,
        "days": _days,
        "office": lambda station: _office(station, settings),
        "people": _people,
        "setup": lambda station: _setup(station, settings),
    }


def _floor(station: Station) -> QWidget:
    from ui.floor.screen import Floor  # noqa: PLC0415

    return Floor(station)


def _fill(station: Station) -> QWidget:
    from ui.floor import fill  # noqa: PLC0415
    from ui.work.form import Tabs, makers  # noqa: PLC0415

    return Tabs("Fill and credit", makers(station, *fill.FORMS))


def _slips(station: Station) -> QWidget:
    from ui.slips.screen import Slips  # noqa: PLC0415

    return Slips(station)


def _close(station: Station) -> QWidget:
    from ui.close.screen import Close  # noqa: PLC0415

    return Close(station)


def _days(station: Station) -> QWidget:
    from ui.past.screen import Days  # noqa: PLC0415

    return Days(station)


def _cage(station: Station) -> QWidget:
    from ui.cage import screen as cage  # noqa: PLC0415
    from ui.work.form import Tabs, makers  # noqa: PLC0415

    return Tabs("Cage window", makers(station, *cage.FORMS))


def _tables(station: Station) -> QWidget:
    from ui.floor import tables  # noqa: PLC0415
    from ui.work.form import Tabs, makers  # noqa: PLC0415

    return Tabs("Tables", makers(station, *tables.FORMS))


def _bank(station: Station) -> QWidget:
    from ui.chips import bank  # noqa: PLC0415
    from ui.work.form import Tabs, makers  # noqa: PLC0415

    return Tabs("Chip bank", makers(station, *bank.FORMS))


def _inventory(station: Station) -> QWidget:
    from ui.chips import inventory  # noqa: PLC0415
    from ui.work.form import Tabs, makers  # noqa: PLC0415

    return Tabs("Inventory", makers(station, *inventory.FORMS))


def _countroom(station: Station) -> QWidget:
    from ui.count_room import screen as countroom  # noqa: PLC0415
    from ui.work.form import Tabs, makers  # noqa: PLC0415

    return Tabs("Count room", makers(station, *countroom.FORMS))


def _find(station: Station) -> QWidget:
    from ui.shell.find import Find  # noqa: PLC0415

    return Find(station)


def _manual(_: Station | None) -> QWidget:
    from ui.manual.screen import Manual  # noqa: PLC0415
    from ui.work.actions import keys_table  # noqa: PLC0415

    return Manual(keys_table)


def manual_at_f1(window: QWidget, page: str) -> None:
    """Have F1 open the manual at a page, in a window of its own: for windows that have no places."""

    made: list[Any] = []

    def show() -> None:
        if not made:
            made.append(_manual(None))
            made[0].setWindowTitle("The PitDesk manual")
            made[0].resize(window.size())
        made[0].show()
        made[0].begin(page)

    QShortcut(QKeySequence("F1"), window).activated.connect(show)
    window.destroyed.connect(lambda: [one.deleteLater() for one in made if isValid(one)])


def _office(station: Station, settings: Settings) -> QWidget:
    from ui.office import screen as office  # noqa: PLC0415
    from ui.work.form import Tabs, makers  # noqa: PLC0415

    sending = {office.SendingPage.name: lambda: office.SendingPage(station, settings)}
    return Tabs("Head office", sending | makers(station, *office.FORMS))


def _people(station: Station) -> QWidget:
    from ui.people import screen as people  # noqa: PLC0415
    from ui.work.form import Tabs, makers  # noqa: PLC0415

    return Tabs("People", makers(station, *people.FORMS))


def _setup(station: Station, settings: Settings) -> QWidget:
    from ui.setup import screen as setup  # noqa: PLC0415
    from ui.setup.backup import Backup  # noqa: PLC0415
    from ui.slips.forms import Forms  # noqa: PLC0415
    from ui.work.form import Tabs, makers  # noqa: PLC0415

    own = {
        setup.StationPage.name: lambda: setup.StationPage(station, settings),
        Backup.name: lambda: Backup(station, settings),
    }
    return Tabs("Set-up", makers(station, *setup.FORMS, Forms) | own)
