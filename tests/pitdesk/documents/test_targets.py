import os

import pytest

from pitdesk.documents.document import Document
from pitdesk.documents.targets import Folder, folder_of, plain_name
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


def test_head_office_can_read_what_a_careful_site_delivers(tmp_path, house):
    before = os.umask(0o077)
    try:
        Folder(tmp_path).deliver(house.documents[0])
    finally:
        os.umask(before)
    modes = {path.is_dir(): path.stat().st_mode & 0o777 for path in tmp_path.rglob("*")}
    assert modes == {True: 0o755, False: 0o644}


def test_another_document_of_that_number_is_a_conflict_and_lies_beside_it(tmp_path, house):
    folder = Folder(tmp_path)
    mine = house.documents[2]
    other = house.copy(2, seed=7).day()
    assert folder.deliver(mine).kind == "stored"
    answer = folder.deliver(other)
    assert (answer.kind, answer.theirs) == ("conflict", mine.text)
    assert [folder.deliver(one).kind for one in (other, mine)] == ["conflict"] * 2  # and stays one
    assert {path.read_bytes() for path in tmp_path.rglob("*.pitdesk")} == {mine.data, other.data}


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Lions-Club, Bar", "Lions, Club Bar"),
        ("Ærø, 北", "Øre, 南"),
        ("x" * 70 + ", A", "x" * 70 + ", B"),
        ("Lions, bar", "Lions, Bar"),
    ],
)
def test_two_sites_whose_names_are_alike_never_meet(tmp_path, one, other):
    houses = [House(one).run(2), House(other).run(2)]
    for house in houses:
        assert {Folder(tmp_path).deliver(it).kind for it in house.documents} == {"stored"}
    found = {path.read_bytes() for path in tmp_path.rglob("*.pitdesk")}
    assert found == {it.data for house in houses for it in house.documents}
    flat = {path.name for path in tmp_path.rglob("*.pitdesk")}
    assert len(flat) == 4  # nor where somebody puts the files of many sticks into one folder


def test_files_of_before_are_known_again(tmp_path, house):
    """A stick that 0.2.0 wrote: its folder bears the plain name, its files no hash."""
    old = tmp_path / plain_name(house.documents[0])
    old.mkdir()
    for one in house.documents[:2]:
        (old / one.file_name).write_bytes(one.data)
    stranger = House("Dakota, Lions Riverside Lounge").run(3).documents[2]
    (old / stranger.file_name).write_bytes(stranger.data)  # another site's, of the same plain name
    folder = Folder(tmp_path)
    other = house.copy(1, seed=7).day()
    told = [folder.deliver(one).kind for one in (*house.documents[:3], other)]
    assert told == ["already there", "already there", "stored", "conflict"]


def test_what_is_no_document_is_not_written_over(tmp_path, house):
    torn = tmp_path / plain_name(house.documents[0]) / house.documents[0].file_name
    torn.parent.mkdir()
    torn.write_bytes(house.documents[0].data[:90])
    assert Folder(tmp_path).deliver(house.documents[0]).kind == "conflict"
    assert torn.read_bytes() == house.documents[0].data[:90]


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
