"""SQLite comes without what nobody needs of it."""

import subprocess
import sys

import pytest

STARTS = ("pitdesk.book.journal", "ui.shell.app")


@pytest.mark.parametrize("module", STARTS)
def test_a_start_does_not_import_numpy(module):
    code = f"import sys, {module}; assert 'numpy' not in sys.modules; import numpy; numpy.int64"
    subprocess.run([sys.executable, "-c", code], check=True)


def test_what_was_imported_before_stays():
    code = "import sys, numpy, pitdesk.book.sqlite; assert sys.modules['numpy'] is numpy"
    subprocess.run([sys.executable, "-c", code], check=True)
