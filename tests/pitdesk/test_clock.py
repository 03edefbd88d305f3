import time
from datetime import UTC, datetime, timedelta, timezone

from pitdesk.clock import MachineClock, SetClock


def test_the_machines_clock_says_utc_in_whole_seconds():
    before = datetime.now(UTC).replace(microsecond=0)  # noqa: TID251
    now = MachineClock().now()
    after = datetime.now(UTC)  # noqa: TID251
    assert before <= now.at <= after
    assert now.at.utcoffset() == timedelta(0)
    assert now.at.microsecond == 0


def test_the_machines_ticks_are_the_monotonic_clocks():
    before = int(time.monotonic())
    ticks = MachineClock().now().ticks
    assert before <= ticks <= int(time.monotonic())


def test_one_boot_is_one_boot():
    boot = MachineClock().now().boot
    assert boot
    assert MachineClock().now().boot == boot


def test_a_set_clock_stands_until_it_is_set():
    clock = SetClock(datetime(2026, 11, 20, 22, tzinfo=UTC))
    first = clock.now()
    assert clock.now() == first
    clock.at += timedelta(minutes=5)
    assert clock.now().at - first.at == timedelta(minutes=5)
    assert clock.now().ticks - first.ticks == 300
    assert clock.now().boot == first.boot


def test_a_set_clock_speaks_utc_whatever_zone_it_was_set_in():
    here = timezone(timedelta(hours=-6))
    now = SetClock(datetime(2026, 11, 20, 16, tzinfo=here)).now()
    assert now.at == datetime(2026, 11, 20, 22, tzinfo=UTC)
    assert now.at.utcoffset() == timedelta(0)
