"""The trials of CONTRIBUTING.md, done word for word on a copy: what is added to PitDesk is added so."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.books.make import NAME, STRIP
from tests.files import ROOT

pytestmark = pytest.mark.long

GUIDE = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
STEP = re.compile(
    r"^`([\w./-]+)`, (at its end|in place of `([^\n]+)`):\n\n```\w*\n(.*?)```$", re.M | re.S
)
TRIALS = {
    "Add a verb": 5,
    "Add a numbered verb": 5,
    "Change a number of a rule": 1,
    "Add a report column": 2,
}


def chapter(title: str) -> str:
    return re.split(r"^## ", GUIDE.split(f"## {title}\n")[1], flags=re.M)[0]


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """The code, to be changed."""
    for package in ("pitdesk", "printers", "ui", "resources"):
        passed = shutil.ignore_patterns("__pycache__", "pictures")
        shutil.copytree(ROOT / package, tmp_path / package, ignore=passed)
    return tmp_path


def follow(copy: Path, title: str) -> set[str]:
    """Do what a chapter says; returns the files that it changed."""
    steps = STEP.findall(chapter(title))
    assert steps, title
    for name, where, line, text in steps:
        path = copy / name
        before = path.read_text("utf-8")
        if where == "at its end":
            after = f"{before.rstrip()}\n{text}"
        else:
            assert before.count(f"{line}\n") == 1, f"{name} has no such line, or several: {line}"
            after = before.replace(f"{line}\n", text)
        path.write_text(after, "utf-8")
    return {name for name, *_ in steps}


def run(copy: Path, *words: object) -> str:
    done = subprocess.run(
        [sys.executable, *map(str, words)], cwd=copy, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def replayed(copy: Path, more: str) -> Path:
    """The quiet night with one line more, played by the changed code; returns its book."""
    night = (ROOT / "tests" / "shifts" / "quiet.shift").read_text("utf-8")
    shift = copy / "night.shift"
    shift.write_text(
        re.sub(r"^(?=\d\d:\d\d  close day)", f"{more}\n", night, count=1, flags=re.M), "utf-8"
    )
    run(copy, "-m", "pitdesk", "replay", shift, "--book", copy / NAME, "--out", copy / "out")
    return copy / NAME


@pytest.mark.parametrize(("title", "most"), TRIALS.items())
def test_it_touches_few_files_and_no_test(copy, title, most):
    changed = follow(copy, title)
    assert len(changed) <= most
    assert not any(name.startswith("tests/") or name.endswith(".sql") for name in changed)


def test_a_verb_is_added(copy):
    follow(copy, "Add a verb")
    line = re.search(r"^    (\d\d:\d\d  comp .*)$", chapter("Add a verb"), re.M)
    assert line
    book = replayed(copy, line[1])
    asked = (
        "from pitdesk.book.journal import Journal; from pathlib import Path; from pitdesk import kinds;"
    )
    asked += f"j = Journal.read(Path({str(book)!r}));"
    asked += "print([e.fact.what for e in j.entries() if isinstance(e.fact, kinds.Comp)], j.verify().ok)"
    assert run(copy, "-c", asked).strip() == "['prime rib'] True"
    window = "import os; os.environ['QT_QPA_PLATFORM'] = 'offscreen';"
    window += "from ui.work.actions import BY_NAME; from ui.cage.screen import FORMS;"
    window += "print('comp' in BY_NAME, any(form.name == 'comp' for form in FORMS))"
    assert run(copy, "-c", window).strip() == "True True"


def test_a_numbered_verb_is_added(copy):
    follow(copy, "Add a numbered verb")
    line = re.search(r"^    (\d\d:\d\d  voucher .*)$", chapter("Add a numbered verb"), re.M)
    assert line
    book = replayed(copy, f"{line[1]}\n{line[1].replace('voucher 1', 'voucher 2')}")
    asked = "from pitdesk.book.journal import Journal; from pathlib import Path;"
    asked += f"j = Journal.read(Path({str(book)!r})); print(j.last_number('voucher'), j.verify().ok)"
    assert run(copy, "-c", asked).strip() == "2 True"


def test_a_number_of_a_rule_is_changed(copy):
    follow(copy, "Change a number of a rule")
    asked = "from datetime import date; from pitdesk.rules.book import Rulebook; book = Rulebook.load();"
    asked += "print(*(book.value('nd.08-09.1', 'most_cents', date(y, 7, 1)) for y in (2026, 2027)))"
    assert run(copy, "-c", asked).split() == ["2500", "5000"]


def test_a_report_column_is_added_and_an_old_night_prints_as_it_did(copy):
    follow(copy, "Add a report column")
    golden = ROOT / "tests" / "books" / "0.2.0" / "quiet"
    shutil.copy(golden / NAME, copy / "old.db")
    run(copy, "-m", "pitdesk", "report", "--book", "old.db", "--strip", "42")
    old = run(copy, "-m", "pitdesk", "report", "--book", "old.db", "--strip", "42")
    assert old.rstrip() == (golden / STRIP).read_text("utf-8").rstrip()
    book = replayed(copy, "")
    assert "Prizes" in run(copy, "-m", "pitdesk", "report", "--book", book, "--strip", "48")
