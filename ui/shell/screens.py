"""Which screen stands in which place. A module is read when its place is first gone to."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QWidget
from shiboken6 import isValid

from ui.work.actions import action
from ui.work.lines import may
from ui.work.settings import Settings
from ui.work.station import Station

if TYPE_CHECKING:
    from ui.floor.pit import Pit
    from ui.floor.screen import Floor
    from ui.manual.screen import Manual
    from ui.past.night import Night
    from ui.past.screen import Days
    from ui.shell.find import Find
    from ui.work.tabs import PageClass, Parts, Tabs

    Screen = Floor | Pit | Days | Night | Find | Manual | Tabs
    Make = Callable[[Station, QWidget], Screen]


def made(settings: Settings) -> "dict[str, Make]":
    """How each place is made, by its name in the table of actions."""
    alone = ("slips", "close", "days", "night", "find")
    tabs = (
        *("fill", "cage", "tables", "bank", "inventory", "countroom", "due", "people"),
        "rulings",
        "ledgers",
    )
    return {
        **{place: partial(_alone, place) for place in alone},
        **{place: partial(_tabs, place) for place in tabs},
        "manual": lambda _, parent: manual(parent),
        "floor": partial(_floor, settings),
        "office": partial(_office, settings),
        "setup": partial(_setup, settings),
    }


def _alone(place: str, station: Station, parent: QWidget) -> "Screen":
    """A place that is one screen."""
    screen: Make
    match place:
        case "slips":
            from ui.slips.screen import Slips as screen  # noqa: PLC0415
        case "close":
            from ui.close.screen import Close as screen  # noqa: PLC0415
        case "days":
            from ui.past.screen import Days as screen  # noqa: PLC0415
        case "night":
            from ui.past.night import Night as screen  # noqa: PLC0415
        case _:
            from ui.shell.find import Find as screen  # noqa: PLC0415
    return screen(station, parent)


def _floor(settings: Settings, station: Station, parent: QWidget) -> "Screen":
    if may(station, "cage"):
        from ui.floor.screen import Floor  # noqa: PLC0415

        return Floor(station, settings, parent)
    from ui.floor.pit import Pit  # noqa: PLC0415

    return Pit(station, settings, parent)


def _tabs(place: str, station: Station, parent: QWidget) -> "Screen":
    """A place with a form in each tab."""
    from ui.work.tabs import Tabs, makers  # noqa: PLC0415

    forms: Sequence[PageClass]
    parts: Parts | None = None
    match place:
        case "fill":
            from ui.floor.ask import FORMS as asks  # noqa: PLC0415
            from ui.floor.fill import FORMS as slips  # noqa: PLC0415

            forms = (*slips, *asks)
        case "cage":
            from ui.cage.screen import FORMS as paid  # noqa: PLC0415
            from ui.chips.check import CheckChip  # noqa: PLC0415

            forms = (*paid, CheckChip)
        case "tables":
            from ui.floor.recorder import FORMS as forms  # noqa: PLC0415
        case "bank":
            from ui.chips.bank import FORMS as forms  # noqa: PLC0415
        case "inventory":
            from ui.chips.inventory import FORMS as forms  # noqa: PLC0415
        case "countroom":
            from ui.count_room.screen import FORMS as forms  # noqa: PLC0415
        case "rulings":
            from ui.rulings.screen import FORMS as forms  # noqa: PLC0415
        case "due":
            from ui.due.forms import FORMS as forms  # noqa: PLC0415
        case "ledgers":
            from ui.ledgers.screen import FORMS as forms  # noqa: PLC0415
            from ui.ledgers.screen import PARTS as parts  # noqa: PLC0415
        case _:
            from ui.people.screen import FORMS as forms  # noqa: PLC0415
    title = "Fill and credit" if place == "fill" else action(place).words
    return Tabs(title, makers(station, *forms), parts, parent)


def _office(settings: Settings, station: Station, parent: QWidget) -> "Screen":
    from ui.office.screen import FORMS, SendingPage  # noqa: PLC0415
    from ui.work.tabs import Tabs, makers  # noqa: PLC0415

    sending = {SendingPage.name: partial(SendingPage, station, settings)}
    return Tabs("Head office", sending | makers(station, *FORMS), parent=parent)


def _setup(settings: Settings, station: Station, parent: QWidget) -> "Screen":
    from ui.chips.registry import MarkForm  # noqa: PLC0415
    from ui.chips.weights import Weights  # noqa: PLC0415
    from ui.setup.backup import Backup  # noqa: PLC0415
    from ui.setup.devices import DeviceCards  # noqa: PLC0415
    from ui.setup.event import EventForm  # noqa: PLC0415
    from ui.setup.house import HouseRules, Posted  # noqa: PLC0415
    from ui.setup.letterhead import LetterheadForm  # noqa: PLC0415
    from ui.setup.screen import FORMS, StationPage  # noqa: PLC0415
    from ui.setup.stations import Stations  # noqa: PLC0415
    from ui.slips.forms import Forms  # noqa: PLC0415
    from ui.work.tabs import Maker, Tabs, makers  # noqa: PLC0415

    own: dict[str, Maker] = {
        page.name: partial(page, station, settings)
        for page in (StationPage, DeviceCards, Backup, Stations)
    }
    seldom = (HouseRules, LetterheadForm, EventForm, MarkForm, Weights, Posted, Forms)
    parts = {
        "The house": ("site", "table", "event", "options", "posted", "rules"),
        "Chips": ("chip", "weight", "mark"),
        "Paper": ("letterhead", "forms"),
        "Machines": ("station", "devices", "backup"),
    }
    return Tabs("Set-up", makers(station, *FORMS) | own | makers(station, *seldom), parts, parent)


def manual(parent: QWidget | None = None) -> "Manual":
    """The manual, with the table of keys in it."""
    from ui.manual.screen import Manual  # noqa: PLC0415
    from ui.work.actions import keys_table  # noqa: PLC0415

    return Manual(keys_table, parent)


def manual_at_f1(window: QWidget, page: str) -> None:
    """Have F1 open the manual at a page, in a window of its own: for windows that have no places."""

    made: list[Manual] = []

    def show() -> None:
        if not made:
            made.append(manual())
            made[0].setWindowTitle("The PitDesk manual")
            made[0].resize(window.size())
        made[0].show()
        made[0].begin(page)

    QShortcut(QKeySequence("F1"), window).activated.connect(show)
    window.destroyed.connect(partial(_leave, made))


def _leave(made: list["Manual"]) -> None:
    for one in made:
        if isValid(one):
            one.deleteLater()
