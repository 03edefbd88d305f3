"""A house, its people and an open day: a real desk on a real book, as every test uses it."""

import gc
import os
import shutil
import signal
from collections.abc import Callable, Iterator
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any
from zlib import crc32

import pytest
from hypothesis import is_hypothesis_test, settings

from pitdesk.book.journal import Journal
from pitdesk.book.people import PLAIN, Pepper, Person, Role, Signer
from pitdesk.book.site import Layout
from pitdesk.chips import Chip, Chips
from pitdesk.clock import MachineClock, SetClock
from pitdesk.desk import Desk
from tests import storm

for asked in [name for name in os.environ if name.startswith("QT_")]:
    del os.environ[asked]  # what a user asks Qt for, sizes and styles, is none of a test's
os.environ["QT_QPA_PLATFORM"] = "offscreen"  # no test needs a screen
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # a run in the background of a script
    signal.signal(signal.SIGINT, signal.default_int_handler)  # tests begin what heeds Ctrl+C

EVENING = datetime(2026, 11, 20, 22, 0, tzinfo=UTC)
PIN = "471180"
STAFF = {
    "pia": "shift manager",
    "bo": "pit boss",
    "jo": "cashier",
    "kari": "dealer",
    "ole": "wheel operator",
}
CHIPS = ("50c", "$1", "$2", "$5", "$25", "$100", "pw$2", "coin50c")
GOLDEN = Path(__file__).with_name("golden")

LONG = 7  # days until all that is marked so was taken: files with 0.2 s of processor time a test
ALONE = (
    *("tests/ui/test_two_windows.py", "tests/ui/shell/test_window.py", "tests/ui/test_all_night.py"),
    *("tests/test_pictures.py", "tests/pitdesk/due/test_quarters.py"),
)

By = Callable[..., list[Signer]]


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--golden", action="store_true", help="write the golden files anew")
    parser.addoption("--size", type=int, default=1, help="how many times the sample random tests try")
    parser.addoption("--seed", type=int, default=0, help="where their random numbers begin")
    parser.addoption(
        "--turn", type=int, help="which share of what is long is taken; else that of the day"
    )
    parser.addoption("--whole", action="store_true", help="take all tests that are marked long")


@pytest.hookimpl(tryfirst=True)
def pytest_configure(config: pytest.Config) -> None:
    storm.size, storm.seed = config.getoption("size"), config.getoption("seed")
    if config.option.turn is None:
        of_all = getattr(config, "workerinput", {})  # its workers may begin after midnight
        config.option.turn = of_all.get("turn", MachineClock().now().at.toordinal())
    storm.turn = config.option.turn
    named = config.args_source is not pytest.Config.ArgsSource.TESTPATHS
    config.option.whole |= named or bool(config.option.keyword or config.option.markexpr)
    if storm.seed:
        config.option.hypothesis_seed = str(storm.seed)
    settings.register_profile("sample", deadline=None, max_examples=storm.many(20))
    settings.load_profile("sample")


@pytest.hookimpl(optionalhook=True)
def pytest_configure_node(node: Any) -> None:
    """Tell a worker which turn it is."""
    node.workerinput["turn"] = storm.turn


def pytest_report_header() -> str:
    return f"shares of what is long: --turn {storm.turn} takes the same"


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    for item in items:
        if is_hypothesis_test(getattr(item, "obj", None)):
            item.add_marker(pytest.mark.storm)
    if not config.option.whole:
        taken = [
            one for one in items if not (mark := one.get_closest_marker("long")) or _in_turn(one, mark)
        ]
        config.hook.pytest_deselected(items=[*{*items} - {*taken}])
        items[:] = taken
    items.sort(key=_begins)


def _begins(item: pytest.Item) -> int:
    """When it begins: first what shares a window with all its pages, then what runs for long alone."""
    if "tour" in item.fixturenames:  # type: ignore[attr-defined]
        return 0
    return 1 if item.nodeid.partition("::")[0] in ALONE else 2


def _in_turn(item: pytest.Item, mark: pytest.Mark) -> bool:
    """Whether this run takes a test, with all its cases and all that share what its file made."""
    if mark.args:
        return bool(mark.args[0] == storm.turn % LONG)
    known = item._fixtureinfo.name2fixturedefs  # type: ignore[attr-defined]
    file, _, name = item.nodeid.partition("[")[0].partition("::")
    made = sorted(one for one, (*_, by) in known.items() if by.baseid == file and by.scope != "function")
    return (crc32("::".join((file, *(made[:1] or [name]))).encode()) - storm.turn) % LONG == 0


def pytest_collection_finish() -> None:
    gc.freeze()  # thousands of tests, which live to the end, are not searched again and again


def signers(*words: str) -> list[Signer]:
    """Signers with their PINs: signers("jo:cashier", "pia:shift manager")."""
    pairs = (word.split(":") for word in words)
    return [Signer(person, role, pin=PIN) for person, role in pairs]


@pytest.fixture
def by() -> By:
    """Signers with their PINs: by("jo:cashier", "pia:shift manager")."""
    return signers


@pytest.fixture
def clock() -> SetClock:
    """Friday, November 20, 2026, 4:00 p.m. in Minot; turn it by setting `clock.at`."""
    return SetClock(EVENING)


@pytest.fixture
def book(tmp_path: Path) -> Path:
    """Where the book lies."""
    return tmp_path / "book.db"


def _at(book: Path, clock: SetClock) -> Desk:
    journal = Journal.open(book) if book.exists() else Journal.create(book)
    return Desk(journal, Pepper.kept(book.with_name("pepper"), PLAIN), clock=clock)


@pytest.fixture(scope="session")
def houses(tmp_path_factory: pytest.TempPathFactory) -> dict[bool, Path]:
    """Two folders to copy: a house that is set up, and one that has its day open."""
    folders = {opened: tmp_path_factory.mktemp("house") for opened in (False, True)}
    for opened, folder in folders.items():
        desk = _at(folder / "book.db", SetClock(EVENING))
        _set_up(desk)
        if opened:
            _open(desk)
        desk.journal.close()
    return folders


@pytest.fixture
def house(
    request: pytest.FixtureRequest, houses: dict[bool, Path], book: Path, clock: SetClock
) -> Iterator[Desk]:
    """A desk at a house that is set up and has no day yet: tables 2 (21) and 5 (PW)."""
    shutil.copytree(houses["desk" in request.fixturenames], book.parent, dirs_exist_ok=True)
    desk = _at(book, clock)
    yield desk
    desk.journal.close()


@pytest.fixture
def desk(house: Desk) -> Desk:
    """A desk with an open day: banks counted, kari dealing at table 2, ole at wheel 5, bo around."""
    return house


def _open(house: Desk) -> None:
    by, openers = signers, signers("pia:shift manager", "jo:cashier")
    house.open_day(date(2026, 11, 20), openers)
    for person in ("bo:pit boss", "kari:dealer", "ole:wheel operator"):
        house.on_duty(*by(person))
    bank = Chips.read("400x50c 1200x$1 200x$2 900x$5 200x$25 12x$100 300xpw$2 100xcoin50c")
    house.count("opening", {"chip bank": bank.names, "drawer": {"cash": 4_000_00}}, openers)
    house.open_table(
        "2",
        Chips.read("40x50c 200x$1 100x$5 20x$25"),
        by("kari:dealer"),
        limits=(3_00, 25_00),
        options={"method": "no-peek"},
    )
    house.open_table(
        "5",
        Chips.read("50x$1 40x$5 120xpw$2 40xcoin50c"),
        by("ole:wheel operator"),
        limits=(1_00, 2_00),
    )


@pytest.fixture
def reopened(book: Path, clock: SetClock) -> Iterator[Callable[[Desk], Desk]]:
    """Close a desk's book and open it again, as a restart of the program does."""
    desks: list[Desk] = []

    def reopen(desk: Desk) -> Desk:
        desk.journal.close()
        pepper = Pepper.kept(book.with_name("pepper"), PLAIN)
        desks.append(Desk(Journal.open(book), pepper, clock=clock))
        return desks[-1]

    yield reopen
    for desk in desks:
        desk.journal.close()


@pytest.fixture
def golden(request: pytest.FixtureRequest) -> Callable[[str, bytes], None]:
    """Compare bytes with the golden file of that name; `pytest --golden` writes it instead."""

    def compare(name: str, data: bytes) -> None:
        path = GOLDEN / name
        if request.config.getoption("--golden"):
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
        assert path.read_bytes() == data, f"{name}: look at it, then run pytest --golden"

    return compare


def _set_up(desk: Desk) -> None:
    _employ(desk, "gm", "gaming manager", [])
    gm = signers("gm:gaming manager")
    desk.set_site(
        {
            "organization": "Prairie Lodge No. 12",
            "name": "Blue Goose Bar, Minot",
            "zone": "America/Chicago",
            "combined": "AG-2026-114",
        },
        gm,
    )
    for person, role in STAFF.items():
        _employ(desk, person, role, gm)
    for chip in CHIPS:
        desk.set_chip(Chip.named(chip), by=gm)
    for table, game in (("2", "21"), ("5", "PW")):
        desk.set_table(Layout(table, game, table, True), gm)


def _employ(desk: Desk, person: str, role: str, by: list[Signer]) -> None:
    roles = (Role(role, date(2020, 1, 1)),)
    desk.set_person(Person(person, person.title(), person[:2].upper(), roles), pin=PIN, by=by)
