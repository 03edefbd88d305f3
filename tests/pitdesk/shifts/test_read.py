"""Reading shift files: what a line says, and what is said of a line that cannot be read."""

from datetime import UTC, date, datetime
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from pitdesk.errors import Trouble
from pitdesk.shifts.read import Initialer, Malformed, ShiftLine, at_time, read_shift

CHICAGO = ZoneInfo("America/Chicago")


def lines(tmp_path: Path, text: str) -> list[ShiftLine]:
    shift = tmp_path / "night.shift"
    shift.write_text(text, "utf-8")
    return read_shift(shift)


def line(tmp_path: Path, text: str) -> ShiftLine:
    (one,) = lines(tmp_path, text)
    return one


def test_a_line_has_time_verb_clauses_reason_initials_and_expectation(tmp_path):
    one = line(
        tmp_path,
        '16:31  fill 1  40x50c ; from  jar bar  because "a tray; lent"'
        "  by bo(pit boss) jo(cashier pin 9999)  -> fill 000001 prepared  # noted",
    )
    assert (one.time, one.words, one.clauses) == ((16, 31), "fill 1 40x50c", ("from jar bar",))
    assert one.reason == "a tray; lent"
    assert one.by == (Initialer("bo", "pit boss"), Initialer("jo", "cashier", "pin", "9999"))
    assert one.expected == "fill 000001 prepared"
    assert one.clause("from") == "jar bar"
    assert one.clause("to") is None


def test_remarks_and_empty_lines_are_passed_over_and_counted(tmp_path):
    found = lines(tmp_path, "# a night\n\n16:00  on duty  by jo(cashier)\n#\n  # more\nnight 2026-11-20")
    assert [one.where for one in found] == ["night.shift:3", "night.shift:6"]


def test_a_number_sign_within_a_word_is_no_remark(tmp_path):
    assert line(tmp_path, 'person a "A #1" A1 pin 2741 cashier').words.startswith('person a "A #1"')


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("25:00 on duty by jo(cashier)", "is not a time"),
        ("16:71 on duty by jo(cashier)", "is not a time"),
        ("1600 on duty by jo(cashier)", "Expected a time such as 16:05"),
        ("16:00 on duty by jo", "Expected by jo(cashier)"),
        ("16:00 on duty by jo(cashier", "Expected by jo(cashier)"),
        ("16:00 on duty by jo(king)", "'king' is not a role. Expected one of: gaming manager"),
        ("16:00 fill 1 5x$5 by jo(cashier) ; from jar bar", "Expected by jo(cashier)"),
        (
            '16:00 void fill 1 because "torn" because "lost" by jo(cashier)',
            """Expected one of 'because "torn"' and 'because "lost"', not both.""",
        ),
        (
            '16:00 void fill 1 by jo(cashier) because "torn" by bo(pit boss)',
            "Expected one of 'by jo(cashier)' and 'by bo(pit boss)', not both.",
        ),
    ],
)
def test_a_line_that_cannot_be_read_is_named_with_what_was_expected(tmp_path, text, expected):
    with pytest.raises(Malformed) as malformed:
        lines(tmp_path, f"# one\n{text}")
    assert str(malformed.value).startswith("night.shift:2: ")
    assert expected in str(malformed.value)


def test_a_file_that_is_not_there_or_no_text_is_named(tmp_path):
    with pytest.raises(Trouble, match=r"no\.shift cannot be read"):
        read_shift(tmp_path / "no.shift")
    (tmp_path / "bad.shift").write_bytes(b"\xff\xfe")
    with pytest.raises(Trouble, match=r"bad\.shift is written in UTF-16"):
        read_shift(tmp_path / "bad.shift")


def test_times_run_past_midnight():
    night = date(2026, 11, 20)
    first = at_time(night, (23, 50), None, CHICAGO)
    second = at_time(night, (0, 10), first, CHICAGO)
    third = at_time(night, (2, 0), second, CHICAGO)
    assert [t.astimezone(UTC).hour for t in (first, second, third)] == [5, 6, 8]
    assert second.date() == third.date() == date(2026, 11, 21)


def test_times_run_through_the_hour_that_comes_twice():
    """On the night to November 1, 2026 the clocks of Chicago go back at two o'clock."""
    night = date(2026, 10, 31)
    before = at_time(night, (1, 50), at_time(night, (23, 0), None, CHICAGO), CHICAGO)
    after = at_time(night, (1, 10), before, CHICAGO)
    assert (before.fold, after.fold) == (0, 1)
    assert (after.timestamp() - before.timestamp()) / 60 == 20
    later = at_time(night, (2, 5), after, CHICAGO)
    assert later.astimezone(UTC) == datetime(2026, 11, 1, 8, 5, tzinfo=UTC)
