"""The packages, as far as can be seen without building them."""

import argparse
import ast
import fnmatch
import os
import re
import shutil
import subprocess
import sys
import tomllib
import xml.etree.ElementTree as ET
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest
from PIL import Image

from pitdesk import __version__
from pitdesk.__main__ import command_line
from tests.pitdesk.office import server

ROOT = Path(__file__).parents[1]
INSTALLER = ROOT / "installer"
FILES = sorted(path for path in INSTALLER.rglob("*") if path.is_file() and path.suffix != ".pyc")
SCRIPTS = [path for path in FILES if path.read_bytes().startswith(b"#!/bin/sh")]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
SPEC = (INSTALLER / "pitdesk.spec").read_text("utf-8")


def name(path: Path) -> str:
    return str(path.relative_to(ROOT))


def needed(tool: str) -> str:
    found = shutil.which(tool)
    if not found:
        pytest.skip(f"{tool} is not installed here")
    return found


def pins(path: Path) -> dict[str, set[str]]:
    found: dict[str, set[str]] = {}
    for package, version in re.findall(r"^([a-z0-9-]+)==(\S+)", path.read_text("utf-8"), re.MULTILINE):
        found.setdefault(package, set()).add(version)
    return found


def said_in_spec(wanted: str) -> tuple[str, ...]:
    for node in ast.parse(SPEC).body:
        if isinstance(node, ast.Assign) and getattr(node.targets[0], "id", "") == wanted:
            assert isinstance(node.value, ast.Tuple)
            return tuple(part.value for part in node.value.elts if isinstance(part, ast.Constant))
    raise AssertionError(f"no {wanted}")


def shipped() -> set[Path]:
    return {path for pattern in said_in_spec("OWN") for path in ROOT.glob(pattern) if path.is_file()}


def test_there_is_one_version():
    assert "version" not in PROJECT  # pitdesk/__init__.py says it
    assert re.fullmatch(r"\d+\.\d+\.\d+", __version__)  # Windows wants three numbers and adds a fourth
    assert f"pitdesk_{__version__}_amd64.deb" in (ROOT / "README.md").read_text("utf-8")
    newest = re.search(r"^## \[(.*?)\]", (ROOT / "CHANGELOG.md").read_text("utf-8"), re.MULTILINE)
    assert newest
    assert newest[1] == __version__


def test_what_is_shipped_was_tested():
    tested, built = pins(ROOT / "requirements.lock"), pins(INSTALLER / "build-requirements.lock")
    both = tested.keys() & built.keys()
    assert {"pyside6-essentials", "pysqlite3", "psycopg", "sqlite-utils"} <= both
    assert {package for package in both if tested[package] != built[package]} == set()
    assert "pyinstaller" in built.keys() - tested.keys()
    assert "pytest" not in built
    assert PROJECT["optional-dependencies"]["build"] == ["pyinstaller>=6.22,<7"]


def third_party(*folders: str) -> set[str]:
    """The packages that Python files of these folders import, by the names of pip."""
    found = set()
    for path in (path for folder in folders for path in (ROOT / folder).rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Import):
                found |= {one.name.partition(".")[0] for one in node.names}
            elif isinstance(node, ast.ImportFrom) and node.module:
                found.add(node.module.partition(".")[0])
    providers = packages_distributions()
    return {provider.lower().replace("_", "-") for name in found for provider in providers.get(name, [])}


def test_what_runs_and_what_tests_import_is_locked():
    runs, tests = pins(ROOT / "requirements.lock"), pins(INSTALLER / "test-requirements.lock")
    built = pins(INSTALLER / "build-requirements.lock")
    assert third_party("pitdesk", "printers", "ui") - {"pitdesk"} <= runs.keys() & built.keys()
    assert [package for package in runs.keys() & built.keys() if runs[package] != built[package]] == []
    known = runs.keys() | tests.keys() | {"pitdesk", "pyinstaller"}
    assert third_party("tests", "installer") <= known
    assert {"pytest", "mypy", "ruff"} <= tests.keys() - runs.keys()
    assert [package for package in runs.keys() & tests.keys() if runs[package] != tests[package]] == []


def test_the_programs_that_tests_talk_to_are_installed():
    """`make test` installs what stands in the list: nothing of it is skipped for want of it."""
    listed = re.findall(r"^(\S+)\s*# ", (INSTALLER / "apt-test.txt").read_text("utf-8"), re.MULTILINE)
    found = {
        "poppler-utils": shutil.which("pdftotext"),
        "strace": shutil.which("strace"),
        "xvfb": shutil.which("Xvfb"),
        "xdotool": shutil.which("xdotool"),
        "at-spi2-core": Path("/usr/share/dbus-1/services/org.a11y.Bus.service").exists(),
        "dbus": shutil.which("dbus-monitor"),
        "python3-gi": Path("/usr/lib/python3/dist-packages/gi").exists(),
        "hledger": shutil.which("hledger"),
        "postgresql": server.programs(),
    }
    assert sorted(listed) == sorted(found)
    assert [package for package, program in found.items() if not program] == []


def test_every_file_that_the_program_reads_is_shipped():
    read = {path for path in (ROOT / "resources").rglob("*") if path.is_file()}
    for package in ("pitdesk", "printers", "ui"):
        found = (path for path in (ROOT / package).rglob("*") if path.is_file())
        read |= {path for path in found if path.suffix not in (".py", ".pyc", ".md")}
    read = {path for path in read if "__pycache__" not in path.parts}
    assert {name(path) for path in read - shipped()} == set()
    assert len(read) > 25


def test_the_data_of_libraries_is_shipped():
    source = "".join(
        path.read_text("utf-8")
        for folder in ("printers", "ui")
        for path in (ROOT / folder).rglob("*.py")
    )
    fonts = {*re.findall(r"^import (fontpkg_\w+)", source, re.MULTILINE)}
    assert fonts == {*said_in_spec("FONTS")}
    assert {"escpos", "tzdata"} <= {*said_in_spec("DATA_OF")}
    assert '"pysqlite3", "pysqlite3.dbapi2"' in SPEC


@pytest.mark.parametrize("program", ["cli", "window"])
def test_a_program_that_is_not_whole_ends_with_words(tmp_path, program):
    source = INSTALLER / f"{program}.py"
    begin = f"import sys, runpy; sys._MEIPASS={str(tmp_path)!r}; runpy.run_path({str(source)!r})"
    hidden = ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")
    surroundings = {key: value for key, value in os.environ.items() if key not in hidden}
    done = subprocess.run(
        [sys.executable, "-c", begin],
        cwd=ROOT,
        env=surroundings,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 3, done.stderr
    assert done.stderr == (
        f"{tmp_path / 'shipped.json'} is missing or damaged. Install PitDesk again. Your books are in"
        " your own folder and stay untouched.\n"
    )


def test_the_package_says_what_it_needs():
    control = (INSTALLER / "deb" / "control").read_text("utf-8")
    fields = dict(re.findall(r"^([A-Z][A-Za-z-]+): (.*)$", control, re.MULTILINE))
    assert fields["Package"] == "pitdesk"
    assert fields["Depends"].split(", ") == ["libc6 (>= @LIBC@)", "libegl1", "libfontconfig1", "libgl1"]
    assert {"Version", "Architecture", "Maintainer", "Installed-Size", "Description"} <= fields.keys()
    filled = {*re.findall(r"s/(@[A-Z]+@)/", (INSTALLER / "deb.sh").read_text("utf-8"))}
    assert {*re.findall(r"@[A-Z]+@", control)} == filled
    assert all(line.startswith(" ") for line in control.partition("Description: ")[2].splitlines()[1:])


def test_removing_never_reaches_for_books():
    for script in ("postinst", "postrm"):
        text = (INSTALLER / "deb" / script).read_text("utf-8")
        assert not re.search(r"\brm\b|\.local|HOME|/home|find ", text), script
    assert not (INSTALLER / "deb" / "conffiles").exists()
    windows = (INSTALLER / "pitdesk.nsi").read_text("utf-8")
    removed = re.findall(r"^\s*(?:RMDir|Delete)(?: /r)? \"(.*?)\"", windows, re.MULTILINE)
    assert len(removed) > 6
    assert all(re.match(r"\$(INSTDIR|SMPROGRAMS\\PitDesk)(\\|$)", path) for path in removed)
    whole = re.findall(r"RMDir /r \"(.*?)\"", windows)
    assert whole == [r"$INSTDIR\_internal", r"$INSTDIR\licences"]
    assert windows.count("APPDATA") == 1  # the program's own folder, under Programs
    assert r'InstallDir "$LOCALAPPDATA\Programs\PitDesk"' in windows


@pytest.mark.parametrize("path", SCRIPTS, ids=name)
def test_a_script_is_sound(path):
    assert os.access(path, os.X_OK)
    subprocess.run(["sh", "-n", path], check=True)
    if shellcheck := shutil.which("shellcheck"):
        done = subprocess.run([shellcheck, path], capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout


def test_the_scripts_are_there():
    assert {"build", "deb", "nsis", "previous", "prove", "postinst", "postrm"} <= {
        path.stem for path in SCRIPTS
    }


def test_the_menu_entry_is_valid():
    entry = INSTALLER / "deb" / "pitdesk.desktop"
    started = {*re.findall(r"^Exec=(\S+)", entry.read_text("utf-8"), re.MULTILINE)}
    assert started == {"pitdesk"}
    done = subprocess.run(
        [needed("desktop-file-validate"), entry], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout) == (0, "")


def test_the_man_pages_say_every_command_and_option(tmp_path):
    surroundings = os.environ | {"PYTHONPATH": str(ROOT)}
    subprocess.run([sys.executable, INSTALLER / "man.py", tmp_path], env=surroundings, check=True)
    said = {page.stem: page.read_text("utf-8").replace("\\-", "-") for page in tmp_path.glob("*.1")}
    assert said.keys() == {"pitdesk", "pitdesk-cli"}
    assert {"--book BOOK", "--practice", "--folder FOLDER"} <= {*lines_with(".B", said["pitdesk"])}
    found = next(one for one in command_line()._actions if isinstance(one, argparse._SubParsersAction))
    assert {*found.choices, "office receive"} <= {*lines_with(".SS", said["pitdesk-cli"])}
    assert "postgresql://ROLE@HOST/…" in said["pitdesk-cli"]
    man = needed("man")
    for page in tmp_path.glob("*.1"):
        done = subprocess.run(
            [man, "--warnings", "-l", page], capture_output=True, text=True, check=False
        )
        assert (done.returncode, done.stderr) == (0, "")


def lines_with(macro: str, page: str) -> list[str]:
    return re.findall(rf"^\{macro} (.*)$", page, re.MULTILINE)


def test_the_icon_is_a_drawing_of_our_own():
    drawing = ET.parse(INSTALLER / "pitdesk.svg").getroot()
    assert len(drawing.findall(".//{*}path")) > 5
    assert not drawing.findall(".//{*}image")


def test_the_windows_installer_compiles(tmp_path):
    makensis = needed("makensis")
    for file in ("payload/pitdesk.exe", "payload/_internal/shipped.json"):
        tmp_path.joinpath(file).parent.mkdir(parents=True, exist_ok=True)
        tmp_path.joinpath(file).write_text("in its place", "utf-8")
    Image.new("RGBA", (64, 64)).save(tmp_path / "x.ico")
    given = {"VERSION": __version__, "PAYLOAD": "payload", "ICON": "x.ico", "OUT": "pitdesk-setup.exe"}
    said = [f"-D{key}={value if key == 'VERSION' else tmp_path / value}" for key, value in given.items()]
    done = subprocess.run(
        [makensis, "-V4", "-WX", *said, INSTALLER / "pitdesk.nsi"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout
    assert "shipped.json" in done.stdout
    assert tmp_path.joinpath("pitdesk-setup.exe").read_bytes()[:2] == b"MZ"


@pytest.mark.parametrize("path", FILES, ids=name)
def test_no_machine_is_named(path):
    text = path.read_text("utf-8")
    for host in re.findall(r"https?://[^\s\"'<>)]+", text):
        known = ("*//www.w3.org/2000/svg",)  # the name of a format
        assert any(fnmatch.fnmatch(host, one) for one in known), host
    assert not re.search(r"(?<![\w.$])/(root|home)/[a-z]|/tmp/[a-z]", text)
