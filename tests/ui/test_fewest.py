"""The fewest keys: how many each common verb takes, counted; none may grow, and the manual says them."""

from collections.abc import Callable, Iterator

import pytest
from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import QApplication

from pitdesk.chips import Chips
from printers.reports.pages import FOLDER
from tests.ui.night import PINS, Quick, copied, held_down, key, proven
from tests.ui.stand import stands
from ui.widgets.dots import LastDigit
from ui.widgets.grid import ChipGrid
from ui.work.actions import action

pytestmark = pytest.mark.long

MODIFIERS = (Qt.Key.Key_Shift, Qt.Key.Key_Control, Qt.Key.Key_Alt)


class Counter(QObject):
    """Counts the keys that arrive: a combination is one."""

    def __init__(self) -> None:
        super().__init__()
        self.keys = 0

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Each key is first asked about whether it is a verb's, where the focus is."""
        pressed = isinstance(event, QKeyEvent) and event.type() == QEvent.Type.ShortcutOverride
        if pressed and watched is QApplication.focusWidget() and event.key() not in MODIFIERS:
            self.keys += 1
        return False


@pytest.fixture
def counter(qapp) -> Iterator[Counter]:
    made = Counter()
    qapp.installEventFilter(made)
    yield made
    qapp.removeEventFilter(made)


@stands("fill", "waiting", "redeem", "count tray")
def user(qtbot, open_window, tmp_path) -> Quick:
    """The house asks for PINs of four digits; Jo, the cashier, is signed in.

    Players hold $535 in chips of table 1; table 2 lacks chips.
    """
    made = Quick.at(qtbot, open_window(*copied(tmp_path)))
    made.asked_for(4, "jo", "bo", "kari", "sara")
    for table, left, dealer in (
        ("1", "40x50c 100x$1 43x$5 14x$25", "kari:dealer"),
        ("2", "40x50c 180x$1 30x$5 25x$25", "sara:dealer"),
    ):
        chips = Chips.read(left)
        made.at_desk(lambda desk, t=table, c=chips, d=dealer: desk.count_tray(t, c, proven(d), "seen"))
    made.go("floor")
    return made


def press(user: Quick, *parts: str) -> None:
    """Press keys: a verb's own by its name in angle brackets, Enter, or the letters of a text."""
    for part in parts:
        if part == "Enter":
            key(Qt.Key.Key_Return)
        elif part.startswith("<"):
            combination = QKeySequence(action(part.strip("<>")).key)[0]
            key(combination.key(), combination.keyboardModifiers())
        else:
            user.type(part)
        user.qtbot.wait(1)
    user.settle()


def prepared(user: Quick) -> None:
    user.at_desk(lambda desk: desk.fill("2", Chips.read("20x$5"), proven("jo:cashier")))


def next_up(user: Quick) -> None:
    """Of two slips the first was just verified: the other came up by itself."""
    prepared(user)
    user.at_desk(lambda desk: desk.fill("1", Chips.read("20x$5"), proven("jo:cashier")))
    press(user, "<waiting>", PINS["bo"])
    whole(user)


def verified(user: Quick) -> None:
    prepared(user)
    user.at_desk(lambda desk: desk.verify("fill", 1, proven("bo:pit boss")))


def next_received(user: Quick) -> None:
    """Of two slips on their way to tables the first was just received: the other came up by itself."""
    prepared(user)
    user.at_desk(lambda desk: desk.fill("1", Chips.read("20x$5"), proven("jo:cashier")))
    for number in (1, 2):
        user.at_desk(lambda desk, n=number: desk.verify("fill", n, proven("bo:pit boss")))
    press(user, "<waiting>", PINS["sara"])
    whole(user)


def locked(user: Quick) -> None:
    user.window.session.lock()


def at_table(user: Quick) -> None:
    user.go("floor", "2")


def nothing(user: Quick) -> None:
    pass


def whole(user: Quick) -> None:
    """The last digit counts once nothing more of a badge can come."""
    lines = user.window.findChildren(LastDigit)
    user.qtbot.waitUntil(lambda: not any(one._wait.isActive() for one in lines))
    user.settle()


TRAY = "40*.5 180*1 30*5 25*25"
VALUES = "1 Enter 5 Enter 1 Enter 10 Enter 9 Enter Enter 2 Enter Enter"  # the same tray: stacks, loose
Verb = tuple[int, Callable[[Quick], None], tuple[str, ...], str]
VERBS: dict[str, Verb] = {  # most keys, how it begins, the keys, the entry that comes of it
    "Sign in": (5, locked, ("j", PINS["jo"]), ""),
    "Fill to par": (6, nothing, ("2", "Enter", PINS["jo"]), "fill"),
    "Fill to par, table chosen": (5, at_table, ("Enter", PINS["jo"]), "fill"),
    "Fill to par, by its key": (7, nothing, ("<fill>", "2", "<fill>", PINS["jo"]), "fill"),
    "Verify": (7, prepared, ("<waiting>", PINS["bo"]), "verify"),
    "Verify, the next one": (6, next_up, (PINS["bo"],), "verify"),
    "Receive": (5, verified, ("<waiting>", PINS["sara"]), "receive"),
    "Receive, the next one": (4, next_received, (PINS["kari"],), "receive"),
    "Redeem": (10, nothing, ("<redeem>", "6*25+7*5", "Enter"), "redeem"),
    "Redeem tips": (7, nothing, ("<tips>", "Enter", "s", "4*5", "Enter"), "redeem tips"),
    "Exchange": (11, nothing, ("<exchange>", "2*25", "Enter", "10*5", "Enter"), "exchange"),
    "Count a tray": (
        30,
        nothing,
        ("<count tray>", "2", "Enter", TRAY, "<count tray>", PINS["sara"]),
        "count tray",
    ),
    "Count a tray by rows": (
        23,
        nothing,
        ("<count tray>", "2", "Enter", "Enter", *VALUES.split(), PINS["sara"]),
        "count tray",
    ),
    "Find a slip": (8, prepared, ("<find>", "fill 1", "Enter"), ""),
}


@pytest.mark.parametrize("verb", VERBS)
def test_no_common_verb_takes_more_keys(user, counter, verb):
    most, begin, keys, kind = VERBS[verb]
    begin(user)
    user.settle()
    before = user.seen
    counter.keys = 0
    press(user, *keys)
    whole(user)
    assert 0 < counter.keys <= most
    assert user.kinds(before) == [kind][: bool(kind)]
    if verb == "Sign in":
        assert user.window.station.board.signed_in == "jo"
    if verb == "Find a slip":
        assert user.form.slip.value() == "fill 000001"


def test_the_manual_says_how_many_each_takes():
    rows = (FOLDER / "keystrokes.md").read_text("utf-8").splitlines()
    cells = [[cell.strip() for cell in row.split("|")] for row in rows if row.startswith("| ")]
    told = {verb: (now, before) for _, verb, _, now, before, _ in cells if now.isdigit()}
    for verb, (most, *_) in VERBS.items():
        now, before = (int(cell) for cell in told[verb])
        assert now == most
        assert now <= before
    fewer = [verb for verb, (now, before) in told.items() if int(now) < int(before)]
    assert {
        "Sign in",
        "Fill to par",
        "Fill to par, by its key",
        "Verify",
        "Receive",
        "Count a tray",
    } <= {*fewer}


def test_enter_held_for_long_posts_once(user):
    """Two and a half seconds at thirty repeats a second."""
    before = user.seen
    key(Qt.Key.Key_F4)
    user.type("6*25+7*5")
    held_down(user.window, times=75)
    user.settle()
    assert user.kinds(before) == ["redeem"]


def test_keys_that_come_at_once_are_all_taken_in_their_order(user):
    """Nobody waits between them: they are there before the first is done."""
    before = user.seen
    key(Qt.Key.Key_F4)
    user.type("6*25")
    key(Qt.Key.Key_F2)
    user.type("2")
    key(Qt.Key.Key_F2)
    user.type(PINS["jo"])
    key(Qt.Key.Key_Return)
    user.settle()
    (one,) = user.window.station.board.waiting
    assert (user.kinds(before), one.table) == (["fill"], "2")


FORMS = ("fill", "credit", "transfer", "redeem", "exchange", "refuse", "count tray", "stray")


@pytest.mark.parametrize("name", FORMS)
def test_tab_leads_from_the_last_chips_to_the_button_and_from_there_to_the_rest(user, name):
    user.go(name)
    user.settle()
    form = user.form
    grid = [one for one in form.inputs if isinstance(one, ChipGrid)][-1]
    [*grid._rows.values()][-1].loose.setFocus()
    key(Qt.Key.Key_Tab)
    assert form.primary.hasFocus()
    reached = set()
    for _ in range(20):
        key(Qt.Key.Key_Tab)
        reached.add(QApplication.focusWidget())
    assert {form.empty, form.signers.places[0].person.box} <= reached
