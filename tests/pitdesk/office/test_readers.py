"""Reading on every core: the same results in the same order, whoever reads."""

import pytest

from pitdesk.office import readers
from pitdesk.office.readers import Readers
from pitdesk.office.reading import raw_of, readings
from tests.pitdesk.office.days import House


@pytest.mark.parametrize("documents", [1, readers.MANY])
def test_threads_and_processes_read_the_same_in_order(documents):
    house = House().run(5)
    pairs = [(raw_of(1, it), house.name) for it in house.documents]
    with Readers(documents) as some:
        told = [*some.each(readings, [pairs[:2], [], pairs[2:]])]
        assert [*some.each(readings, [])] == []
    assert [len(part) for part in told] == [2, 0, 4]
    assert [one for part in told for one in part] == readings(pairs)
    assert all(one.form == one.content == "" for part in told for one in part)


def test_the_next_group_is_begun_before_one_is_handed_out():
    asked = []

    def groups():
        for number in range(3):
            asked.append(number)
            yield [number]

    with Readers(1) as some:
        told = some.each(lambda part: part, groups())
        assert next(told) == [0]
        assert asked == [0, 1]
        assert [*told] == [[1], [2]]
