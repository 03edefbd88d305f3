import sys

import pytest

from pitdesk.book.connection import OLDEST_SQLITE, sqlite3
from pitdesk.errors import Trouble
from pitdesk.upkeep.shipped import RECORD, check, check_program, record, sqlite_version

VERSIONS = {"SQLite": "3.53.4", "PySide6": "6.11.3"}


@pytest.fixture
def folder(tmp_path):
    """As it was built: two parts that are looked at, one that is not."""
    for name in ("resources/manual/fill.md", "resources/pitdesk.qss", "pitdesk/schema.sql", "lib/x.so"):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"words of {name}", "utf-8")
    text = record(tmp_path, ["resources", "pitdesk"], VERSIONS)
    tmp_path.joinpath(RECORD).write_text(text, "utf-8")
    return tmp_path


def test_what_was_built_is_whole(folder):
    check(folder, VERSIONS)
    check(folder, {"SQLite": "3.53.4"})  # the commands run without Qt
    folder.joinpath("lib", "x.so").unlink()
    check(folder, VERSIONS)


def test_the_same_folder_gives_the_same_record(folder):
    again = record(folder, ["pitdesk", "resources"], dict(reversed(VERSIONS.items())))
    assert again == folder.joinpath(RECORD).read_text("utf-8")


def test_a_part_that_is_gone_or_changed_is_named(folder):
    folder.joinpath("resources", "manual", "fill.md").unlink()
    folder.joinpath("pitdesk", "schema.sql").write_bytes(b"")
    with pytest.raises(Trouble) as told:
        check(folder, VERSIONS)
    assert str(told.value) == (
        "This PitDesk is incomplete: pitdesk/schema.sql is not as it was;"
        " resources/manual/fill.md is missing. Install PitDesk again. Your books are in your own"
        " folder and stay untouched."
    )


@pytest.mark.parametrize(
    ("there", "said"),
    [
        ({"SQLite": "3.40.1"}, r"SQLite 3\.40\.1 runs, 3\.53\.4 was shipped"),
        ({"PySide6": "6.12.0"}, r"PySide6 6\.12\.0 runs, 6\.11\.3 was shipped"),
        ({"Qt": "6.11.3"}, r"Qt 6\.11\.3 runs, none was shipped"),
    ],
)
def test_another_version_is_another_program(folder, there, said):
    with pytest.raises(Trouble, match=said + r"\. Install PitDesk again"):
        check(folder, VERSIONS | there)


def test_of_many_faults_the_first_are_told(folder):
    more = folder / "resources" / "many"
    more.mkdir()
    for number in range(9):
        more.joinpath(f"{number}.md").touch()
    folder.joinpath(RECORD).write_text(record(folder, ["resources"], VERSIONS), "utf-8")
    for path in more.iterdir():
        path.unlink()
    with pytest.raises(Trouble, match=r"many/4\.md is missing; and 4 more\. Install"):
        check(folder, VERSIONS)


@pytest.mark.parametrize("text", [None, "", "[]", '{"versions": {}}', "\x00"])
def test_a_record_that_cannot_be_read_is_said_so(folder, text):
    path = folder / RECORD
    path.unlink() if text is None else path.write_text(text, "utf-8")
    with pytest.raises(Trouble, match=r"shipped\.json is missing or damaged\. Install PitDesk again"):
        check(folder, VERSIONS)


def test_the_sqlite_that_is_shipped_is_the_one_the_books_are_kept_with(folder, monkeypatch):
    assert sqlite_version() == sqlite3.sqlite_version
    assert sqlite3.sqlite_version_info >= OLDEST_SQLITE
    monkeypatch.setattr(sys, "_MEIPASS", str(folder), raising=False)
    text = record(folder, ["resources"], {"SQLite": sqlite_version(), "PySide6": "6.11.3"})
    folder.joinpath(RECORD).write_text(text, "utf-8")
    check_program({"PySide6": "6.11.3"})
    with pytest.raises(Trouble, match=r"PySide6 6\.12\.0 runs"):
        check_program({"PySide6": "6.12.0"})
