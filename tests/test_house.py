"""The architecture, executed: what house rules there are, run here or they are a wish."""

import ast
import re
import subprocess
import sys
from argparse import _SubParsersAction
from collections import Counter
from collections.abc import Callable, Iterator
from datetime import date
from functools import cache
from pathlib import Path

import pytest

from pitdesk.__main__ import command_line
from pitdesk.kinds import KINDS
from pitdesk.rules.book import Rulebook
from pitdesk.rules.check import CHECKS

ROOT = Path(__file__).parents[1]
PACKAGES = [ROOT / name for name in ("pitdesk", "printers", "ui") if (ROOT / name).is_dir()]
SOURCES = sorted(path for package in PACKAGES for path in package.rglob("*.py"))
CLIENTS_TOP = {"pyproject.toml", "pitdesk", "ui", "resources", "printers", "tests", "installer"}
ROOT_FILES = {
    "README.md",
    "CHANGELOG.md",
    "CONTRIBUTING.md",
    "LICENSE",
    "Makefile",
    "requirements.lock",
}
BANNED_NAMES = re.compile(r"(Manager|Handler|Helper|Util|Service)s?$")
LONGEST_FUNCTION, LONGEST_MODULE = 67, 600
POINTS_ON_PAPER = ("letter", "pen", "bytes", "chip", "chipset", "flow")  # are no money
POINTS_ON_A_SCREEN = ("theme", "art", "tray", "icons", "felt")
MOST_ANY = 40  # uses of it: where bytes are decoded, or somebody else's code is called
MOST_IN_A_ROOM = 25
LATE = {  # why modules import inside functions → which
    "the first window waits neither for the desk nor for the screens behind it": """
        ui/shell/app.py ui/shell/broken.py ui/shell/screens.py ui/shell/signin.py ui/shell/window.py
        ui/shell/session.py ui/work/printing.py ui/work/reader.py ui/work/runner.py
        ui/widgets/notice.py""",
    "nothing is sent or copied before there is anywhere to go": "ui/work/copies.py ui/work/sending.py",
    "paper is laid out where it is asked for: PDF, ESC/POS and their fonts are slow to load": """
        pitdesk/commands/chips.py pitdesk/commands/day.py pitdesk/commands/reports.py
        pitdesk/commands/night.py pitdesk/commands/rules.py pitdesk/commands/trace.py
        pitdesk/commands/ledgers.py pitdesk/commands/shifts.py pitdesk/commands/training.py
        printers/slips/bytes.py
        ui/chips/inventory.py ui/chips/registry.py ui/floor/tables.py ui/office/summaries.py
        ui/ledgers/hold.py ui/rulings/overrule.py ui/rulings/practice.py
        ui/shell/inspecting.py
        ui/past/night.py ui/past/screen.py ui/setup/devices.py ui/setup/house.py ui/setup/rules.py
        ui/widgets/pages.py""",
    "the charts' library is slow to load": "ui/chips/holdings.py",
    "only the link of the printer that is there": """
        printers/devices/connect.py printers/devices/found.py printers/devices/serialport.py
        printers/devices/systemqueue.py
        ui/setup/printer.py""",
    "Qt Multimedia is not installed everywhere": "ui/chips/camera.py",
    "colors are measured and pictures made only while the chip set is set up": """
        pitdesk/chipset/color.py pitdesk/chipset/photo.py pitdesk/chipset/logo.py
        pitdesk/shifts/stores.py""",
    "signing is slow to load, and the board does not need it": """
        pitdesk/codes/keys.py pitdesk/office/reading.py""",
    "a server or a bank's file is not there on most nights": """
        pitdesk/documents/statement.py pitdesk/office/readers.py pitdesk/office/roles.py
        pitdesk/office/closing.py pitdesk/office/store.py""",
    "a second station is not there on most nights": "pitdesk/commands/stations.py ui/work/lines.py",
    "whether it loads is the question": "pitdesk/upkeep/shipped.py",
}
FILES = {"book", "shifts", "shipped", "targets"}  # modules that put paths together


def tracked() -> list[str]:
    done = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=False)
    if done.returncode:
        pytest.skip("not a git checkout")
    return done.stdout.splitlines()


@cache
def tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text("utf-8"))


@cache
def nodes(path: Path) -> list[ast.AST]:
    return [*ast.walk(tree(path))]


def functions(path: Path) -> Iterator[ast.FunctionDef]:
    for node in nodes(path):
        if isinstance(node, ast.FunctionDef):
            yield node


def name(path: Path) -> str:
    return str(path.relative_to(ROOT))


def test_the_top_level_is_the_clients():
    top = {path.partition("/")[0] for path in tracked()}
    assert {entry for entry in top if not entry.startswith(".")} <= CLIENTS_TOP | ROOT_FILES
    assert top >= ROOT_FILES


def test_installer_and_resources_are_no_packages():
    assert not [p for p in tracked() if re.match(r"(installer|resources)/.*__init__\.py$", p)]


def wrong(check: Callable[[Path], Iterator[object]]) -> dict[str, list[object]]:
    """Module → what a check finds wrong with it."""
    found = {name(path): [*check(path)] for path in SOURCES}
    return {module: those for module, those in found.items() if those}


def test_a_module_is_short_and_says_what_it_is():
    def check(path: Path) -> Iterator[object]:
        if not ast.get_docstring(tree(path)):
            yield "it does not say what it is for"
        if (lines := len(path.read_text("utf-8").splitlines())) > LONGEST_MODULE:
            yield f"it has {lines} lines"
        if "_" in path.stem.strip("_"):
            yield "its name is not one word"

    assert wrong(check) == {}


def test_functions_fit_a_screen_and_names_are_the_trades():
    def check(path: Path) -> Iterator[object]:
        for node in functions(path):
            if (node.end_lineno or 0) - node.lineno >= LONGEST_FUNCTION:
                yield f"{node.name} is long"
        for node in nodes(path):
            if isinstance(node, ast.ClassDef) and BANNED_NAMES.search(node.name):
                yield node.name

    assert wrong(check) == {}


@pytest.mark.parametrize("package", PACKAGES, ids=name)
def test_a_class_has_a_name_of_its_own(package):
    """But for kinds and games, whose rooms are named with them, and what plays a device."""
    apart = ("pitdesk/kinds/", "pitdesk/games/", "pitdesk/subjects.py", "printers/devices/sim")
    paths = [
        path for path in SOURCES if path.is_relative_to(package) and not name(path).startswith(apart)
    ]
    classes = [node for path in paths for node in tree(path).body if isinstance(node, ast.ClassDef)]
    counts = Counter(node.name for node in classes if not node.name.startswith("_"))
    assert {one: times for one, times in counts.items() if times > 1} == {}


def test_types_are_known():
    used = [node for path in SOURCES for node in nodes(path) if getattr(node, "id", "") == "Any"]
    assert len(used) <= MOST_ANY


def test_money_is_never_float():
    """No float is written or made; in the core nothing is divided but paths and into whole parts."""

    def check(path: Path) -> Iterator[object]:
        if "printers" in path.parts and path.stem in POINTS_ON_PAPER:
            return
        if "ui" in path.parts and path.stem in POINTS_ON_A_SCREEN:
            return
        for node in nodes(path):
            if isinstance(node, ast.Constant) and isinstance(node.value, float):
                yield f"line {node.lineno} writes one"
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "float":
                yield f"line {node.lineno} makes one"
            divides = isinstance(node, ast.BinOp) and isinstance(node.op, ast.Div)
            if divides and "pitdesk" in path.parts and path.stem not in FILES:
                yield f"line {node.lineno} divides"

    assert wrong(check) == {}


ROOMS = sorted(init.parent for package in PACKAGES for init in package.rglob("__init__.py"))


@pytest.mark.parametrize("room", ROOMS, ids=name)
def test_a_room_names_what_is_in_it(room):
    """In the docstring of its __init__, a line each, as if it were the door's sign."""
    sign = ast.get_docstring(tree(room / "__init__.py"))
    there = {path.stem for path in room.glob("[!_]*.py")}
    there |= {path.parent.name for path in room.glob("*/__init__.py")}
    assert {*re.findall(r"^(\w+)  +\S", sign or "", re.MULTILINE)} == there
    assert len(there) <= MOST_IN_A_ROOM


def test_an_import_inside_a_function_has_its_reason():
    """What is slow to load and seldom needed is loaded late, in these modules and no others."""
    inner = {
        name(path)
        for path in SOURCES
        for function in functions(path)
        if any(isinstance(node, ast.Import | ast.ImportFrom) for node in ast.walk(function))
    }
    assert inner == {path for paths in LATE.values() for path in paths.split()}


def test_only_the_journal_and_its_verifier_speak_sql():
    speaking = [
        name(path)
        for path in SOURCES
        if re.search(r'"(SELECT|INSERT|UPDATE|DELETE|PRAGMA|BEGIN)\b', path.read_text("utf-8"))
    ]
    office = {path for path in speaking if path.startswith("pitdesk/office/")}
    book = {f"pitdesk/book/{one}.py" for one in ("connection", "journal", "reading", "schema", "verify")}
    assert {*speaking} - office == book


def test_a_detail_is_read_and_written_as_its_kind_only():
    """Keys of what is stored are for who declares, stores or proves it; all others see fields."""
    book = {f"pitdesk/book/{one}.py" for one in ("entries", "reading", "schema", "verify")}
    by_key = re.compile(r"""\.detail\[|\.detail\.get\(|\[["']detail["']\]|\$\.detail|\bdetail=""")
    reading = {name(path) for path in SOURCES if by_key.search(path.read_text("utf-8"))}
    assert {path for path in reading if not path.startswith("pitdesk/kinds/")} <= book


def test_every_kind_says_what_happened():
    assert len(KINDS) > 60
    for kind in KINDS.values():
        assert re.fullmatch(r"[A-Z].{10,}\.", kind.words), kind.name


def test_every_test_mirrors_a_source():
    loose = {
        "test_house",
        "test_two_windows",
        "test_golden",
        "test_trials",
        "test_nights",
        "test_shifts",
        "test_week",
        "test_cuts",
        "test_decoder",
        "test_emulator",
        "test_installer",
        "test_pictures",
        "test_stand",
        "test_large",
        "test_late",
        "test_all_night",
        "test_pins",
        "test_fewest",
        "test_last",
        "test_long_night",
        "test_ring",
        "test_chips",
        "test_machine",
        "test_odd_nights",
        "test_otherwise",
        "test_stations",
        "test_power",
        "test_failures",
        "test_days",
        "test_kills",
        "test_turns",
    }
    for test in (ROOT / "tests").rglob("test_*.py"):
        if test.stem in loose or "bench" in test.parts:
            continue
        source = ROOT / test.relative_to(ROOT / "tests").parent / test.stem.removeprefix("test_")
        package = source.parent.name == source.name  # test_rules.py in rules/: the package itself
        assert package or source.with_suffix(".py").exists() or source.is_dir(), name(test)


def test_the_import_contracts_hold():
    command = [sys.executable, "-c", "from importlinter.cli import lint_imports_command as c; c()"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout


def test_the_map_has_every_room():
    picture = (ROOT / "resources" / "pictures" / "map.svg").read_text("utf-8")
    drawn = re.findall(r'class="name"[^>]*>(\w+)<', picture)
    rooms = [path.parent.name for package in PACKAGES for path in package.glob("*/__init__.py")]
    assert sorted({*drawn} - {package.name for package in PACKAGES}) == sorted({*rooms}), "make map"


def test_every_rule_is_whole_and_every_check_has_its_rule():
    rules = Rulebook.load().rules
    for rule in rules.values():
        assert rule.section
        assert rule.words.endswith(".")
        assert rule.since <= date(2026, 1, 1)
        assert rule.by == "check" or len(rule.by.split()) > 3, f"{rule.id}: why by procedure?"
        for dated in rule.values.values():
            assert dated
    checked = {*CHECKS} | {"pd.initials"}  # the one that is judged where PINs are proven
    assert checked == {rule.id for rule in rules.values() if rule.by == "check"}


def test_the_manual_names_every_rule_of_the_house_and_every_decision_its_date():
    decisions = (ROOT / "pitdesk" / "DECISIONS.md").read_text("utf-8")
    headings = re.findall(r"^## (.*)$", decisions, flags=re.MULTILINE)
    assert headings
    assert all(re.match(r"\d{4}-\d\d-\d\d ", heading) for heading in headings)


def test_every_dependency_is_decided():
    """Each run-time dependency stands in DECISIONS.md with its license."""
    text = (ROOT / "pyproject.toml").read_text("utf-8")
    listed = re.search(r"^dependencies = \[(.*?)^\]", text, flags=re.MULTILINE | re.DOTALL)
    assert listed
    names = re.findall(r'^\s*"([A-Za-z0-9-]+)', listed[1], flags=re.MULTILINE)
    decisions = (ROOT / "pitdesk" / "DECISIONS.md").read_text("utf-8").lower()
    assert names
    assert [dependency for dependency in names if dependency.lower() not in decisions] == []


def test_readmes_name_modules_and_classes_that_are_there():
    """Modules beside the README or from the root, and in a table the classes beside them."""
    named = re.compile(r"(?:^\|.*\| (.+) \| )?`([\w./]+\.py)`", re.MULTILINE)
    for readme in (ROOT / path for path in tracked() if path.endswith("README.md")):
        for classes, path in named.findall(readme.read_text("utf-8")):
            there = [base / path for base in (readme.parent, ROOT) if (base / path).is_file()]
            assert there, f"{path} in {name(readme)}"
            for known in re.findall(r"`(\w+)`", classes):
                assert re.search(rf"^class {known}\b", there[0].read_text("utf-8"), re.MULTILINE), known


def test_no_registry_and_no_machine_is_named():
    hosts = re.compile(r"https?://[a-z.]*(pypi|npmjs|debian)|(?<![\w.])/(root|home)/[a-z]")
    bad = []
    for path in tracked():
        file = ROOT / path
        if (
            file.suffix in (".py", ".md", ".toml", ".lock", ".sh", ".txt", ".shift", "")
            and file.is_file()
        ) and hosts.search(file.read_text("utf-8", errors="replace")):
            bad.append(path)
    assert [path for path in bad if path != "tests/test_house.py"] == []


def test_the_readme_names_every_make_target_and_command():
    readme = (ROOT / "README.md").read_text("utf-8")
    targets = re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text("utf-8"), flags=re.MULTILINE)
    for target in targets:
        assert f"make {target}" in readme, target
    kinds = (one for one in command_line()._actions if isinstance(one, _SubParsersAction))
    commands = [*next(kinds).choices]
    assert len(commands) == 44
    for command in commands:
        assert f"`{command}`" in readme, command
