"""Every screen: named to those who cannot see, reached by Tab, harmless when held, and seen whole."""

from collections import Counter
from collections.abc import Iterable, Iterator

import pytest
from PySide6.QtCore import QAbstractEventDispatcher, QEvent, QEventLoop, QObject, Qt
from PySide6.QtGui import QAccessible, QShortcut
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QApplication,
    QButtonGroup,
    QComboBox,
    QHeaderView,
    QLabel,
    QLineEdit,
    QPushButton,
    QWidget,
)

from tests.storm import share, some, step
from tests.ui import fits
from tests.ui.night import Quick, copied
from tests.ui.pit import Pit
from tests.ui.tour import LATE, POPPED, in_sight, pages, popped
from ui.shell.screens import made
from ui.shell.window import Window
from ui.widgets import theme
from ui.work.actions import ACTIONS
from ui.work.form import Form
from ui.work.readback import ReadBack

CONTROLS = (QAbstractButton, QLineEdit, QComboBox, QAbstractItemView)
SEALED = (2, 30)
DRESSED_MS = 120_000  # at most, until every page of a window wears other looks, beside other work


@pytest.fixture
def pit(open_window, tmp_path) -> Pit:
    return open_window(*copied(tmp_path, LATE))


def controls(window: QWidget) -> list[QWidget]:
    """What user may touch, but for the inside of a list that opens."""
    found = [one for one in in_sight(window) if isinstance(one, CONTROLS)]
    found = [one for one in found if not isinstance(one, QHeaderView)]
    return [one for one in found if not _inside(one, QComboBox)]


def _inside(one: QWidget, kind: type[QWidget]) -> bool:
    above = one.parentWidget()
    while above and not isinstance(above, kind):
        above = above.parentWidget()
    return above is not None


def named(widget: QWidget) -> str:
    """What a screen reader says of it."""
    seen = QAccessible.queryAccessibleInterface(widget)
    return seen.text(QAccessible.Text.Name) if seen else ""


def comes_to_rest(user: Quick) -> bool:
    """Whether the window has nothing to do soon: one that lays itself out without end burns a core."""
    user.rest()
    loop = QAbstractEventDispatcher.instance()
    return any(not loop.processEvents(QEventLoop.ProcessEventsFlag.AllEvents) for _ in range(60))


def test_everything_has_a_name_and_nothing_posts_by_being_held_and_no_window_pops_up(qapp, tour):
    window, seen, nameless = tour.window, set(), []
    for what, _ in pages(tour):
        seen.add(what)
        assert comes_to_rest(tour), what
        found = controls(window)
        assert len(found) > 20, what
        nameless += [(what, type(one).__name__) for one in found if not named(one).strip()]
        assert [one for one in qapp.topLevelWidgets() if one.isVisible()] == [window], what
        assert not [*held(in_sight(window))], what
        forms = window.session._forms().values()
        assert not [one.name for one in forms if one.typed_anything()], f"nothing was typed: {what}"
    _all_of_the_table(window, seen)
    assert not nameless, nameless
    assert [*held(window.findChildren(QWidget))] == []
    assert not [one.key() for one in window.findChildren(QShortcut) if one.autoRepeat()]
    assert POPPED == []


def test_a_part_that_is_shown_before_it_has_a_place_is_known(qtbot, qapp):
    place, label, button = QWidget(), QLabel(), QPushButton()
    for one in (place, label, button):
        qtbot.addWidget(one)
    with popped() as found:
        label.show()
        button.setVisible(True)
        assert ["QLabel" in found[0], "QPushButton" in found[1]] == [True, True]
        label.setParent(place)
        label.show()
        assert len(found) == 2
    place.show()
    assert len(found) == 2, "it notes what is shown after its time"


def held(parts: Iterable[QWidget]) -> Iterator[str]:
    """The buttons that do more by being held, or that Enter clicks wherever it is pressed."""
    for one in parts:
        if isinstance(one, QAbstractButton):
            default = isinstance(one, QPushButton) and (one.autoDefault() or one.isDefault())
            if one.autoRepeat() or default:
                yield one.text()


def _all_of_the_table(window: Window, seen: set[str]) -> None:
    """Every place was made, and every verb has its page."""
    assert {what.split()[0] for what in seen} == {*window._make} == {*made(None)}
    verbs = {one.name for one in ACTIONS if one.group not in ("place", "window")}
    assert verbs <= {what.partition(" ")[2] or what for what in seen}


def stops(window: Window) -> set[QWidget]:
    """Everything that Tab leads to from where the focus is, once around."""
    found: list[QWidget] = []
    steps: set[tuple[QWidget, QWidget]] = set()
    before = QApplication.focusWidget()
    for _ in range(600):
        assert before, "Tab leads nowhere"
        found.append(before)
        QTest.keyClick(before, Qt.Key.Key_Tab)
        step = (before, QApplication.focusWidget())
        if step in steps and step[0] is not step[1]:  # within a text it goes from link to link
            return {*found}
        steps.add(step)
        before = step[1]
    raise AssertionError(f"Tab never comes around: {[named(one) for one in found]}")


def grouped(one: QWidget, reached: set[QWidget]) -> bool:
    """Whether it is one of several buttons of which one is reached: arrows lead on to the others."""
    group = one.group() if isinstance(one, QAbstractButton) else None
    return isinstance(group, QButtonGroup) and group.exclusive() and bool({*group.buttons()} & reached)


@pytest.mark.storm
def test_tab_leads_to_everything_that_is_not_for_touch_alone(tour):
    user = tour
    touch = {*user.window.frame.bar.verbs.values(), user.window.frame.bar.all}
    unreached = []
    for what, _ in pages(user, *share(3)):
        reached = stops(user.window)
        for one in controls(user.window):
            inner = one.focusProxy() or one
            known = inner in reached or grouped(one, reached) or one in touch or not one.isEnabled()
            if not known:
                unreached.append((what, type(one).__name__, named(one)))
    assert not unreached, unreached
    for one in touch:
        assert one.focusPolicy() == Qt.FocusPolicy.NoFocus


def test_the_sign_in_is_reached_and_named_as_well(qtbot, pit):
    window = pit.window
    assert window.session.locked
    tiles = {*window.session.signin.tiles.values()}
    assert tiles <= stops(window)
    assert all(named(one).strip() for one in controls(window))


# Sizes


def out_of_sight(page: QWidget | None) -> list[str]:
    """What of a form must always be seen whole, and is not."""
    if not isinstance(page, Form):
        return []
    parts = {"its button": page.primary, "its table": page.findChild(ReadBack)}
    return [f"{name} is not in sight" for name, one in parts.items() if one and not whole(one)]


def cut_at_rest(user: Quick, page: QWidget | None = None) -> list[str]:
    """What does not fit once what is read elsewhere has come; two seconds more until it is laid out."""
    user.read_in()
    for _ in range(40):
        found = [*fits.findings(user.window, touched=user.window.settings.pad), *out_of_sight(page)]
        if not found:
            break
        user.qtbot.wait(50)
    return found


@pytest.fixture
def dark_again(qapp) -> Iterator[None]:
    yield
    theme.apply(qapp, "dark")


SCREENS = [(1024, 600), (1366, 768), (1920, 1080), (2560, 1440), (3840, 2160)]
SCALES = (100, 125, 150, 200)
LEAST = (683, 384)  # logical pixels
# Pixels of the window and percent of its letters; the system's scale leaves fewer pixels.
ROOMS = sorted(
    {(wide * 100 // scale, high * 100 // scale, 100) for wide, high in SCREENS for scale in SCALES}
    | {(wide, high, scale) for wide, high in SCREENS for scale in SCALES}
)
FITTING = [one for one in ROOMS if all(one[at] * 100 >= LEAST[at] * one[2] for at in (0, 1))]
# The largest first: a window that was wide can be made narrow again, with each page that was wide in it.
SAMPLE = [(3840, 2160, 100), (1366, 768, 200), (1024, 600, 100), (683, 384, 100)]
LOOKS = ("light", "contrast", "dark")  # of one room after the other
WIDEST = 1366  # pixels of a window that is looked at for contrast: larger ones have the same colors
LARGE = 2560  # pixels of one that is to be filled
SHORT = {"due due", "ledgers hold", "cage check chip"}  # as long as what there is to show
EMPTY = 0.4  # of a page's height, at its foot, that may be empty


def unfit(user: Quick, room: tuple[int, int, int], which: int, of: int, look: str) -> list[str]:
    """What is not seen whole in a window of so many pixels, with letters of so many percent.

    which, of   the share of the pages that is looked at
    """
    window, (width, height, percent) = user.window, room
    theme.apply(QApplication.instance(), look, percent)
    for _ in range(2):  # the layout of before may not let it be so small at once
        window.resize(width, height)
        user.qtbot.wait(1)
    user.qtbot.waitUntil(lambda: not theme.waits(), timeout=DRESSED_MS)
    found = []
    for what, page in pages(user, which, of):
        assert (window.width(), window.height()) == (width, height), (what, room)
        words = cut_at_rest(user, page) + (fits.faint(window) if width <= WIDEST else [])
        if not comes_to_rest(user):
            words.append("it lays itself out without end")
        if (least := page.minimumSizeHint().width()) > page.width():
            words.append(f"it has {page.width()} of {least} pixels")
        if width >= LARGE and percent == 100 and what not in SHORT:
            empty = fits.foot(window.frame.stack.currentWidget())
            words += [f"its lowest {empty:.0%} are empty"] if empty > EMPTY else []
        found += [f"{room} {what}: {one}" for one in words]
    return found


def whole(one: QWidget) -> bool:
    """Whether all of it is in sight, where it is shown at all."""
    return not one.isVisible() or one.visibleRegion().boundingRect() == one.rect()


@pytest.mark.storm
@pytest.mark.usefixtures("dark_again")
def test_every_screen_fits_every_room_and_fills_a_large_one(tour):
    rooms, (turn, of) = some(SAMPLE, FITTING[:: step(len(FITTING))]), share(4)
    if of > 1:  # half of the rooms, each with half of the pages: all that is open dresses for each
        rooms, of = rooms[turn % 2 :: 2], 2
    found = []
    for at, room in enumerate(rooms):
        found += unfit(tour, room, (turn // 2 + at) % of, of, LOOKS[(turn + at) % 3])
    assert not found, "\n".join(found)


def test_what_comes_into_sight_in_a_smaller_window_has_its_letters_at_once(tour):
    window = tour.window
    window.resize(2560, 1440)
    tour.go("fill")
    tour.qtbot.waitUntil(lambda: not theme.waits(), timeout=DRESSED_MS)
    window.resize(1024, 600)
    for name in ("fill", "redeem", "open table"):
        window.go(name)
        QApplication.processEvents()
        place = window.frame.stack.currentWidget()
        names = [one for one in (*place._tabs.values(), place.more, place.beside) if one.isVisible()]
        assert len({one.font().pixelSize() for one in names}) == 1, name
    assert theme.waits(), "the test was too late"


@pytest.mark.usefixtures("dark_again")
@pytest.mark.parametrize(("percent", "width", "height"), [(150, 1366, 768), (200, 1920, 1080)])
def test_what_is_for_after_the_seal_fits_too_whatever_is_the_matter(
    qtbot, qapp, open_window, tmp_path, percent, width, height
):
    theme.apply(qapp, "dark", percent)
    pit = open_window(*copied(tmp_path, SEALED))
    window = pit.window
    window.resize(width, height)
    user = Quick.at(qtbot, pit)
    window.frame.top.unsent.tell("3 documents wait since Nov 20")
    assert window.frame.top.uncopied.isVisible()
    for name in ("close", "days", "backup", "summary", "deposit", "office"):
        user.go(name)
        user.settle()
        assert cut_at_rest(user) == [], name
        assert window.minimumSizeHint().width() <= width, name


@pytest.mark.storm
def test_with_the_keypad_every_screen_still_fits_a_small_window(qtbot, tour):
    user, window = tour, tour.window
    window.show_pad(True)
    found = []
    for what, page in pages(user, *share(3)):
        for edit in page.findChildren(QLineEdit)[-1:]:
            edit.setFocus()  # letters instead of digits, where it takes them
            qtbot.wait(1)
        assert (window.width(), window.height()) == (1366, 768), what
        found += [f"{what}: {words}" for words in cut_at_rest(user, page)]
    assert not found, "\n".join(found)


@pytest.mark.storm
def test_with_the_keypad_every_screen_fits_the_least_window_and_its_button_stays_in_sight(qtbot, tour):
    user, window = tour, tour.window
    window.show_pad(True)
    found = []
    for _ in range(2):
        window.resize(*LEAST)
        qtbot.wait(1)
    for what, page in pages(user, *share(3)):
        found += [f"{what}: {words}" for words in cut_at_rest(user, page)]
        lines = [one for one in page.findChildren(QLineEdit) if one.isVisible()]
        lettered = [one for one in lines if not one.property("digits")]
        for edit in lettered[-1:]:
            edit.setFocus()
            found += [f"{what}, with letters: {words}" for words in cut_at_rest(user, page)]
        assert (window.width(), window.height()) == LEAST, what
    window.show_pad(False)
    assert not found, "\n".join(found)


# Appearance


class Dressed(QObject):
    """Counts how often each widget is dressed while it watches."""

    def __init__(self) -> None:
        super().__init__()
        self.times: Counter[QObject] = Counter()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.StyleChange:
            self.times[watched] += 1
        return False


@pytest.mark.usefixtures("dark_again")
def test_a_change_of_looks_dresses_what_is_in_sight_once_and_a_screen_behind_when_it_comes(
    qtbot, qapp, pit
):
    user = Quick.at(qtbot, pit)
    user.go("fill")
    form = pit.window.screens["fill"].forms["fill"]
    user.go("floor")
    watch = Dressed()
    qapp.installEventFilter(watch)
    theme.apply(qapp, "light", 150)
    qapp.removeEventFilter(watch)
    seen = pit.window.frame.top.operator
    assert watch.times[seen] == 1
    assert max(watch.times.values()) == 1
    assert form.primary not in watch.times
    user.go("fill")  # before its turn came
    wears = form.primary.font().pixelSize(), form.primary.palette().buttonText().color().name()
    assert wears == (seen.font().pixelSize(), theme.current().on_act.lower())


@pytest.mark.usefixtures("dark_again")
def test_what_is_never_gone_to_is_dressed_too_soon_after(qtbot, qapp, pit):
    user = Quick.at(qtbot, pit)
    user.go("fill")
    form = pit.window.screens["fill"].forms["fill"]
    user.go("floor")
    theme.apply(qapp, "light", 150)
    qtbot.waitUntil(lambda: form.primary.font().pixelSize() == theme.pixels())
