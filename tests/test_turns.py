"""What is long comes in turns: a week sees all of it, and whatever is named runs whole."""

import json
import os
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Callable

import pytest

from tests.conftest import LONG
from tests.files import ROOT

pytestmark = pytest.mark.long

MONDAY = 740_000
HOOKS = f"""
import json
from tests import storm
from tests.conftest import _in_turn, pytest_addoption, pytest_configure, pytest_configure_node
from tests.conftest import pytest_collection_modifyitems

def pytest_itemcollected(item):
    days, now = [], storm.turn
    for storm.turn in range({MONDAY}, {MONDAY + LONG}):
        days += [storm.turn] * _in_turn(item, item.get_closest_marker("long"))
    storm.turn = now
    with open("days", "a") as file:
        print(json.dumps([item.name, days]), file=file)
"""
LONG_FILE = '''
import pytest

pytestmark = pytest.mark.long

@pytest.fixture(scope="module")
def year():
    """What takes long to make."""

@pytest.mark.parametrize("case", range(3))
def test_cases(case): pass

@pytest.mark.long(4)
def test_on_its_day(): pass
'''
AFTER_MIDNIGHT = f"""
import os
from datetime import date
from types import SimpleNamespace
from tests import conftest

today = date.fromordinal({MONDAY} + ("PYTEST_XDIST_WORKER" in os.environ))
conftest.MachineClock = lambda: SimpleNamespace(now=lambda: SimpleNamespace(at=today))
"""
ALONE = [f"test_{at}" for at in range(30)]
TOGETHER = [f"test_of_the_year_{at}" for at in range(10)]
ON_ITS_DAY = "test_on_its_day"
CASES = [f"test_cases[{at}]" for at in range(3)]


@pytest.fixture
def taken(tmp_path) -> Callable[..., list[str]]:
    """Run the long file; which tests were taken."""
    (tmp_path / "conftest.py").write_text(HOOKS)
    (tmp_path / "pytest.ini").write_text("[pytest]\ntestpaths = .\nmarkers =\n    long: of long tests\n")
    tests = [f"def {one}(): pass\n" for one in ALONE] + [f"def {one}(year): pass\n" for one in TOGETHER]
    (tmp_path / "test_long.py").write_text(LONG_FILE + "".join(tests))

    outside = {name: said for name, said in os.environ.items() if not name.startswith("PYTEST_")}

    def run(*asked: str) -> list[str]:
        done = subprocess.run(
            [sys.executable, "-m", "pytest", "-rA", "-p", "no:cacheprovider", *asked],
            cwd=tmp_path,
            env=outside | {"PYTHONPATH": str(ROOT)},
            capture_output=True,
            text=True,
            check=True,
        )
        return sorted(re.findall(r"^PASSED test_long\.py::(\S+)", done.stdout, re.MULTILINE))

    return run


def test_a_week_takes_each_once_and_what_shares_something_dear_on_one_day(taken, tmp_path):
    today = taken("--turn", f"{MONDAY + 2}")
    days = dict(map(json.loads, (tmp_path / "days").read_text().splitlines()))
    assert days.keys() == {*ALONE, *TOGETHER, *CASES, ON_ITS_DAY}
    assert [day % LONG for day in days[ON_ITS_DAY]] == [4]
    assert all(len(those) == 1 for those in days.values())
    of = Counter(day for (day,) in days.values())
    assert len(of) == LONG
    assert len({days[one][0] for one in TOGETHER}) == len({days[one][0] for one in CASES}) == 1
    assert today == sorted(one for one, those in days.items() if those == [MONDAY + 2])


@pytest.mark.parametrize("asked", ["test_long.py", "-ktest", "--whole"])
def test_what_is_named_is_taken_whole_in_workers_too(taken, asked):
    assert taken("-n1", asked) == sorted([*ALONE, *TOGETHER, *CASES, ON_ITS_DAY])


def test_workers_that_begin_after_midnight_have_the_turn_of_their_run(taken, tmp_path):
    hooks = (tmp_path / "conftest.py").read_text()
    (tmp_path / "conftest.py").write_text(hooks + AFTER_MIDNIGHT)
    before = taken("--turn", f"{MONDAY}")
    assert taken("-n1") == before
