from datetime import timedelta
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pitdesk.codes.keys import SiteKey
from pitdesk.documents import outbox
from pitdesk.documents.document import Document
from pitdesk.documents.targets import CONFLICT, STORED, Answer, Folder
from pitdesk.errors import Trouble
from tests.pitdesk.conftest import NIGHT
from tests.storm import many

KEY = SiteKey(bytes(range(32)))


class Office:
    """A head office in memory, on a line that fails as it is told: before it has it, or after."""

    name = "office"

    def __init__(self, faults=()):
        self.faults = iter(faults)
        self.has = {}
        self.deliveries = 0

    def review(self, told):
        return []

    def deliver(self, document):
        fault = next(self.faults, "")
        self.deliveries += 1
        if fault == "before":
            raise Trouble("the line is down")
        there = self.has.setdefault(document.number, document.text)
        if fault == "after":
            raise Trouble("no answer came")
        if there != document.text:
            return Answer(CONFLICT, there)
        return Answer(STORED)


@pytest.fixture
def sealed(dark):
    """A site with four sealed nights whose documents wait."""
    dark.desk._key = KEY
    for _ in range(4):
        dark.begin(dark.held("chip bank"))
        dark.closing()
        dark.look()
        dark.paper()
        dark.find()
        dark.desk.close_day(400_000, dark.by("pia", "jo"))
        dark.later(days=1)
    return dark


def test_all_that_waits_is_sent_in_order(sealed, tmp_path):
    folder = Folder(tmp_path)
    told = outbox.send(sealed.desk, folder)
    assert [(one.number, answer.kind) for one, answer in told] == [(n, STORED) for n in (1, 2, 3, 4)]
    assert outbox.due(sealed.desk, folder.name) is None
    assert outbox.send(sealed.desk, folder) == []


def test_each_target_has_what_it_lacks(sealed, tmp_path):
    (tmp_path / "a").mkdir()
    (tmp_path / "b").mkdir()
    outbox.send(sealed.desk, Folder(tmp_path / "a"))
    assert outbox.waiting(sealed.desk, f"folder {tmp_path / 'a'}").count == 0
    behind = outbox.waiting(sealed.desk, f"folder {tmp_path / 'b'}")
    assert behind.count == 4
    assert behind.oldest == sealed.desk.journal.numbered("day", 1).at


def test_away_for_a_month_then_drained(sealed):
    office = Office(["before"] * 30)
    for _ in range(30):
        with pytest.raises(Trouble):
            outbox.send(sealed.desk, office)
    assert outbox.waiting(sealed.desk, "office").count == 4
    assert len(outbox.send(sealed.desk, office)) == 4
    assert sorted(office.has) == [1, 2, 3, 4]


def test_a_conflict_is_noted_with_its_differences_and_the_rest_goes_on(sealed):
    office = Office()
    mine = sealed.desk.documents()[1]
    changed = mine.said | {"summary": mine.said["summary"] | {"gross": 1}}
    theirs = Document.signed({k: v for k, v in changed.items() if k != "public"}, KEY)
    office.has[2] = theirs.text
    told = outbox.send(sealed.desk, office)
    assert [answer.kind for _, answer in told] == [STORED, CONFLICT, STORED, STORED]
    assert outbox.waiting(sealed.desk, "office").conflicts == (2,)
    assert outbox.difference(mine, told[1][1].theirs) == ["summary.gross: here 0, there 1"]
    assert office.has[2] == theirs.text


def test_a_difference_of_what_cannot_be_read(sealed):
    mine = sealed.desk.documents()[0]
    assert outbox.difference(mine, b"\xff") == ["What is there cannot be read as a document."]
    assert outbox.difference(mine, mine.text) == []


def test_pauses_grow_to_an_hour():
    pauses = [outbox.pause_s(n) for n in range(1, 60)]
    assert pauses == sorted(pauses)
    assert (pauses[0], pauses[-1]) == (30, 3600)


def test_it_is_the_book_that_knows_what_was_sent(sealed, tmp_path):
    folder = Folder(tmp_path)
    outbox.send(sealed.desk, folder)
    again = sealed.another()
    again._key = KEY
    assert outbox.due(again, folder.name) is None
    assert sealed.journal.verify().ok


@settings(max_examples=many(30), suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(faults=st.lists(st.sampled_from(["", "before", "after"]), max_size=12), seed=st.integers())
def test_whatever_fails_each_is_there_once_by_content(sealed, faults, seed):
    """Whichever deliveries fail, before or after they arrived: in the end all is there, once."""
    office = Office(faults)
    office.name = f"office {seed} {len(sealed.journal.entries())}"
    random = Random(seed)
    for _ in range(len(faults) + 2):
        try:
            outbox.send(sealed.desk, office)
        except Trouble:
            if random.random() < 0.3:  # the station is started again
                sealed.desk = sealed.another()
                sealed.desk._key = KEY
    assert outbox.due(sealed.desk, office.name) is None
    assert office.has == {one.number: one.text for one in sealed.desk.documents()}
    answers = [fact.number for fact, _ in sealed.journal.sent(office.name)]
    assert answers == [1, 2, 3, 4]


def test_the_dates_wait_in_the_order_of_the_nights(sealed):
    dates = [one.said["date"] for one in sealed.desk.documents()]
    assert dates == [(NIGHT + timedelta(days=n)).isoformat() for n in range(4)]


def test_a_target_that_lost_some_is_sent_everything_again(sealed, tmp_path):
    folder = Folder(tmp_path)
    outbox.send(sealed.desk, folder)
    lost = sorted(tmp_path.rglob("*.pitdesk"))[1]
    lost.unlink()
    assert outbox.due(sealed.desk, folder.name) is None
    told = outbox.send_again(sealed.desk, folder)
    assert [answer.kind for _, answer in told] == ["already there", STORED, *["already there"] * 2]
    assert lost.exists()


def test_many_documents_are_read_from_the_book_once(sealed, tmp_path, monkeypatch):
    """A first sending of years: each document was read again for each that went before it."""
    read = []
    documents = sealed.desk.journal.documents
    monkeypatch.setattr(
        sealed.desk.journal, "documents", lambda after=0: read.append(after) or documents(after)
    )
    assert len(outbox.send(sealed.desk, Folder(tmp_path))) == 4
    assert read == [0]
