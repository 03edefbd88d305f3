import pytest

from pitdesk.documents.document import Document
from pitdesk.documents.targets import Folder, folder_of
from pitdesk.errors import Trouble
from tests.pitdesk.office.days import House


@pytest.fixture
def house():
    return House().run(3)


def test_a_folder_takes_each_document_once(tmp_path, house):
    folder = Folder(tmp_path)
    assert [folder.deliver(one).kind for one in house.documents] == ["stored"] * len(house.documents)
    assert [folder.deliver(one).kind for one in house.documents] == ["already there"] * len(
        house.documents
    )
    files = sorted(path for path in tmp_path.rglob("*") if path.is_file())
    assert [Document.read(path.read_bytes()) for path in files] == house.documents


def test_another_document_of_that_number_is_a_conflict_and_is_not_written(tmp_path, house):
    folder = Folder(tmp_path)
    mine = house.documents[2]
    other = house.copy(2, seed=7).day()
    assert folder.deliver(mine).kind == "stored"
    answer = folder.deliver(other)
    assert (answer.kind, answer.theirs) == ("conflict", mine.text)
    assert [path.read_bytes() for path in tmp_path.rglob("*.pitdesk")] == [mine.data]


def test_sites_have_folders_of_their_own(tmp_path):
    houses = [House(f"Dakota Lions, Site {name}").run(1) for name in "AB"]
    for house in houses:
        Folder(tmp_path).deliver(house.documents[0])
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        "dakota-lions-site-a",
        "dakota-lions-site-b",
    ]


@pytest.mark.parametrize("name", ["../../etc, x", "a/b, c\\d", "ÆØÅ, 北", ", ", "x" * 300 + ", y"])
def test_a_sites_folder_is_one_plain_name(tmp_path, name):
    organization, _, site = name.partition(", ")
    house = House()
    house.organization, house.site = organization, site
    home = folder_of(house.day())
    assert home
    assert (tmp_path / home).parent == tmp_path
    assert len(home) <= 60
    assert home.isascii()


def test_a_stick_that_is_not_in_is_told(tmp_path, house):
    with pytest.raises(Trouble, match=r"is not there\. Put the stick in"):
        Folder(tmp_path / "stick").deliver(house.documents[0])


def test_a_stick_that_cannot_be_written_is_told(tmp_path, house):
    (tmp_path / folder_of(house.documents[0])).write_text("in the way")
    with pytest.raises(Trouble, match="cannot be written"):
        Folder(tmp_path).deliver(house.documents[0])


def test_half_a_file_is_never_there(tmp_path, house, monkeypatch):
    monkeypatch.setattr("pitdesk.disk.os.fsync", lambda _: (_ for _ in ()).throw(OSError(5, "gone")))
    with pytest.raises(Trouble):
        Folder(tmp_path).deliver(house.documents[0])
    assert [*tmp_path.rglob("*.pitdesk")] == []
