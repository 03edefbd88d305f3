"""What the tests of set-up share."""

from collections.abc import Iterator

import pytest

from tests.ui.setup.machines import Both


@pytest.fixture
def both(qtbot, tmp_path) -> Iterator[Both]:
    made = Both(qtbot, tmp_path)
    yield made
    made.close()
