"""The command line: what is given twice is a mistake, and is named."""

import pytest

from pitdesk.__main__ import main
from ui.shell.app import command_line


@pytest.mark.parametrize(
    ("words", "both"),
    [
        (["verify", "--book", "a.db", "--book", "b.db"], "--book: stands twice, with 'a.db' and 'b.db'"),
        (["deposits", "--statement", "a", "b", "--statement", "c"], "stands twice, with 'a b' and 'c'"),
        (["office", "status", "--database", "x", "--database", "x"], "stands twice, with 'x' and 'x'"),
    ],
)
def test_an_option_that_stands_twice_is_refused_and_both_are_named(words, both, capsys):
    with pytest.raises(SystemExit) as stopped:
        main(words)
    assert stopped.value.code == 2
    assert both in capsys.readouterr().err


def test_the_windows_options_too(capsys):
    with pytest.raises(SystemExit) as stopped:
        command_line().parse_args(["--book", "a.db", "--book", "b.db"])
    assert stopped.value.code == 2
    assert "--book: stands twice, with 'a.db' and 'b.db'; give it once" in capsys.readouterr().err
