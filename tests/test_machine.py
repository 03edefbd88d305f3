"""A sample of the tests on a strange machine: nothing that they find comes from ours by accident.

Its language is Turkish, its zone fourteen hours ahead, its terminal narrow, its letters are others'.
Its user has no home, keeps temporary files where names have spaces, and gives nobody else any right.
The pictures of the screens are drawn on it, too: see tests/test_pictures.py. A smaller sample runs
without any language, on one processor and as a user without rights.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from tests.files import ROOT
from tests.machine import strange

pytestmark = pytest.mark.long

SAMPLE = (
    "tests/pitdesk/commands/test_reports.py",
    "tests/pitdesk/upkeep/test_backup.py",
    "tests/printers/slips/test_bytes.py",
    "tests/ui/shell/test_garbage.py",
    "tests/ui/widgets/test_faces.py",
    "tests/ui/widgets/test_theme.py",
    "tests/ui/beside/test_timers.py",
)


SMALL = (  # files, rights, locks, and a window's own
    "tests/pitdesk/upkeep/test_private.py",
    "tests/pitdesk/book/test_lock.py",
    "tests/pitdesk/book/test_staging.py",
    "tests/ui/work/test_settings.py",
    "tests/ui/beside/test_timers.py",
)


def test_a_sample_of_the_tests_on_a_strange_machine(tmp_path):
    spaced = tmp_path / "a place of its own"
    spaced.mkdir()
    known = os.environ | strange(tmp_path / "machine")
    known |= {"HOME": "/proc/nobody", "TMPDIR": str(spaced)}
    known.pop("PYTEST_XDIST_WORKER", None)
    ran = [sys.executable, "-m", "pytest", "-q", "-n", "0", "-p", "no:cacheprovider", *SAMPLE]
    done = subprocess.run(ran, cwd=ROOT, env=known, umask=0o077, capture_output=True, check=False)
    assert done.returncode == 0, done.stdout.decode("utf-8", "replace")


def test_a_sample_of_the_tests_on_a_plain_one_and_as_nobody():
    """No language at all, one processor; and a user without rights, where this one can become it."""
    with TemporaryDirectory() as folder:
        Path(folder).chmod(0o777)
        known = os.environ | {"LC_ALL": "C", "LANG": "", "HOME": "/proc/nobody", "TMPDIR": folder}
        known |= {"PYTHONDONTWRITEBYTECODE": "1"}
        known.pop("PYTEST_XDIST_WORKER", None)
        one = ["taskset", "-c", str(min(os.sched_getaffinity(0)))] if shutil.which("taskset") else []
        ran = [*one, sys.executable, "-m", "pytest", "-q", "-n", "0", "-p", "no:cacheprovider", *SMALL]
        for user in {None, _nobody(folder)}:
            done = subprocess.run(ran, cwd=ROOT, env=known, user=user, capture_output=True, check=False)
            assert done.returncode == 0, done.stdout.decode("utf-8", "replace")


def _nobody(folder: str) -> str | None:
    """A user without rights, who can run this Python and write there; None where there is none."""
    try:
        run = [sys.executable, "-c", f"import pytest, tests.files; open({folder!r} + '/here', 'w')"]
        done = subprocess.run(run, cwd=ROOT, user="nobody", capture_output=True, check=False)
    except (OSError, KeyError, LookupError):
        return None
    return None if done.returncode else "nobody"
