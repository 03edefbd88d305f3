"""What was done lately: of the newest day and of no day, the newest first, no more than asked for."""

from pitdesk.tonight.lines import lately


def test_the_newest_come_first_and_no_more_than_asked_for(pit):
    every = [one for one in pit.desk.journal.entries() if one.kind in {"person", "duty"}]
    found = [entry.seq for entry, _ in lately(pit.desk, {"person", "duty"}, 100)]
    assert {one.day == 0 for one in every} == {True, False}
    assert found == [one.seq for one in reversed(every)]
    assert [entry.seq for entry, _ in lately(pit.desk, {"person", "duty"}, 3)] == found[:3]
    assert lately(pit.desk, {"rent"}, 3) == []


def test_each_comes_with_the_entry_that_it_is_about(pit):
    number = pit.fill("2", "20x$5")
    ((_, verified), *_) = lately(pit.desk, {"verify"}, 5)
    assert verified == pit.desk.journal.numbered("fill", number)
