"""A sample of the tests on a strange machine: nothing that they find comes from ours by accident.

Its language is Turkish, its zone fourteen hours ahead, its terminal narrow, its letters are others'.
Its user has no home, keeps temporary files where names have spaces, and gives nobody else any right.
The pictures of the screens are drawn on it, too: see tests/test_pictures.py.
"""

import os
import subprocess
import sys

from tests.files import ROOT
from tests.machine import strange

SAMPLE = (
    "tests/pitdesk/commands/test_reports.py",
    "tests/pitdesk/upkeep/test_backup.py",
    "tests/printers/slips/test_bytes.py",
    "tests/ui/shell/test_garbage.py",
    "tests/ui/widgets/test_faces.py",
    "tests/ui/widgets/test_theme.py",
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
