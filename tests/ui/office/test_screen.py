"""Head office's front page: where documents go, what waits, what became of each, what is in conflict."""

import os
from pathlib import Path

import pytest
from PySide6.QtWidgets import QLabel, QWidget

from pitdesk.documents.targets import Folder
from tests.ui.night import proven
from tests.ui.offices import NIGHT, Counter, counter
from ui.office.screen import SendingPage, in_conflict, open_part, whole
from ui.widgets.listing import Groups
from ui.work.sending import AWAY, NOWHERE, SENT, Conflict


@pytest.fixture
def office(tmp_path) -> Path:
    """A folder that documents go to."""
    made = tmp_path / "head office"
    made.mkdir()
    return made


def shown(user: Counter) -> SendingPage:
    user.go("office")
    user.until(lambda: not user.form.reader.busy("documents"))
    return user.form


def rows(user: Counter, page: SendingPage) -> list[list[str]]:
    user.settle()
    user.until(lambda: not page.reader.busy("documents"))
    model = page.model
    return [
        [model.index(down, at).data() for at in range(model.columnCount())]
        for down in range(model.rowCount())
    ]


def red(page: SendingPage) -> str:
    frames = [page.conflicts.itemAt(at).widget() for at in range(page.conflicts.count())]
    return "\n".join(one.text() for frame in frames for one in frame.findChildren(QLabel))


# Addresses


@pytest.mark.parametrize(
    ("where", "seen", "password"),
    [
        ("", "", ""),
        ("/media/stick", "/media/stick", ""),
        ("postgresql://site@office/pitdesk", "postgresql://site@office/pitdesk", ""),
        ("postgresql://site:a%40b%2Fc@office/pitdesk", "postgresql://site@office/pitdesk", "a@b/c"),
        (
            "postgres://site:pw@[::1]:5433/pitdesk?sslrootcert=/etc/ca.pem",
            "postgres://site@[::1]:5433/pitdesk?sslrootcert=/etc/ca.pem",
            "pw",
        ),
    ],
)
def test_an_address_is_shown_without_its_password_and_made_whole_again(where, seen, password):
    assert open_part(where) == (seen, password)
    assert whole(seen, password) == where


def test_a_password_that_stands_among_the_options_is_not_shown_either():
    found = open_part("postgresql://site@office/pitdesk?password=geheim&connect_timeout=5")
    assert found == ("postgresql://site@office/pitdesk?connect_timeout=5", "geheim")
    assert open_part("postgresql://[half") == ("postgresql://[half", "")


# The page


def test_before_a_head_office_is_set_up_documents_are_kept(qtbot, tmp_path):
    user = counter(qtbot, tmp_path)
    user.at_desk(lambda desk: desk.write_documents())
    page = shown(user)
    assert page.pill.text() == "Nowhere to send"
    assert not page.now.isEnabled()
    assert not page.password.isVisible()
    assert rows(user, page) == [["1", "day 2026-11-21", "Sun Nov 22, 02:00", "kept here"]]


def test_a_folder_is_typed_and_everything_goes_there(qtbot, tmp_path, office):
    user = counter(qtbot, tmp_path)
    page = shown(user)
    user.write(page.where.edit, str(office))
    user.press(page.keep)
    user.until(lambda: user.sending.state == SENT)
    assert page.pill.text() == "All sent"
    assert page.happened.text() == "1  day 2026-11-21: stored"
    [row] = rows(user, page)
    assert row[:2] == ["1", "day 2026-11-21"]
    assert row[3].startswith("stored, ")
    assert user.window.settings.office == str(office)
    assert f"Documents go to {office}" in user.told()


def test_a_folder_is_chosen_and_an_empty_line_ends_it(qtbot, tmp_path, office):
    user = counter(qtbot, tmp_path)
    page = shown(user)
    page.choose_folder = lambda _: ""
    user.press(page.folder)
    assert user.sending.state == NOWHERE
    page.choose_folder = lambda _: str(office)
    user.press(page.folder)
    user.until(lambda: user.sending.state == SENT)
    assert page.where.typed() == str(office)
    page.where.edit.clear()
    user.press(page.keep)
    assert user.sending.state == NOWHERE
    assert user.window.settings.office == ""
    assert user.told() == "Documents stay here."


def test_a_password_is_never_shown(qtbot, tmp_path):
    user = counter(qtbot, tmp_path)
    page = shown(user)
    page.where.edit.setText("postgresql://riverside:geheim@localhost:1/pitdesk?connect_timeout=2")
    assert page.where.typed() == "postgresql://riverside@localhost:1/pitdesk?connect_timeout=2"
    assert page.password.isVisible()
    assert page.password.edit.displayText() == "•" * 6
    user.press(page.keep)
    user.until(lambda: user.sending.state == AWAY)
    assert "geheim" in user.window.settings.office
    user.window.settings.look = "light"  # what else is kept there does not open the file to others
    assert os.name == "nt" or not Path(user.window.settings.path).stat().st_mode & 0o077
    user.go("floor")
    page = shown(user)
    seen = [one.text() for one in user.window.findChildren(QLabel)]
    assert not [words for words in (*seen, page.where.typed(), *user.sending.told) if "geheim" in words]
    assert page.password.typed() == "geheim"
    user.press(page.keep)  # kept again as it was
    assert ":geheim@" in user.window.settings.office


def test_what_is_no_address_is_told_beside_it(qtbot, tmp_path):
    user = counter(qtbot, tmp_path)
    page = shown(user)
    user.write(page.where.edit, "ftp://office.example")
    user.press(page.keep)
    assert "is not the address of a head office" in page.where.told
    assert user.sending.state == NOWHERE


def test_what_waits_is_told_with_its_age_and_the_reason(qtbot, tmp_path):
    away = tmp_path / "stick"
    user = counter(qtbot, tmp_path, office=str(away))
    user.until(lambda: user.sending.state == AWAY)
    page = shown(user)
    assert page.pill.text() == "Not there"
    assert page.said.text().startswith("1 document waits since Nov 22. The folder")
    assert "Next try at " in page.said.text()
    assert rows(user, page)[0][3] == "waits"
    away.mkdir()
    user.press(page.now)
    user.until(lambda: user.sending.state == SENT)
    assert page.happened.text() == "1  day 2026-11-21: stored"
    assert rows(user, page)[0][3].startswith("stored, ")


def test_a_conflict_stands_in_red_with_what_differs(qtbot, tmp_path, office):
    user = counter(qtbot, tmp_path, office=str(office))
    user.until(lambda: user.sending.state == SENT)
    path = next(office.rglob("*.pitdesk"))
    path.write_bytes(path.read_bytes().replace(b'"gross":518000', b'"gross":518100'))
    other = office.rename(tmp_path / "other")
    page = shown(user)
    assert red(page) == ""
    page.where.edit.setText(str(other))
    user.press(page.keep)
    user.until(lambda: user.sending.state == SENT and page.pill.text() == "In conflict")
    assert page.pill.property("tone") == "stop"
    assert "Document 1 is in conflict: day 2026-11-21" in red(page)
    assert "summary.gross: here 518000, there 518100" in red(page)
    assert rows(user, page)[0][3].startswith("conflict, ")


@pytest.mark.parametrize("many", [37, 1000])
def test_many_conflicts_are_one_card_and_one_list(qtbot, many):
    card = in_conflict([Conflict(n, f"day {n}", ("gross: here 1, there 2",)) for n in range(many)])
    qtbot.addWidget(card)
    [groups] = card.findChildren(Groups)
    assert groups.topLevelItem(0).text(0) == f"{many:,} in conflict"
    assert groups.topLevelItem(0).childCount() == many
    assert f"{many:,} documents are in conflict" in [one.text() for one in card.findChildren(QLabel)]
    assert len(card.findChildren(QWidget)) < 30


def test_everything_is_put_on_a_stick_and_again_is_no_harm(qtbot, tmp_path, office):
    user = counter(qtbot, tmp_path)
    by = proven("gro:gaming manager")
    user.at_desk(lambda desk: desk.write_documents())
    user.at_desk(lambda desk: desk.correction(NIGHT, {"gross": -100}, "miscounted", by))
    page = shown(user)
    page.choose_folder = lambda _: str(office)
    for said in ("2 new on {}, 0 were there already.", "0 new on {}, 2 were there already."):
        user.press(page.stick)
        user.until(lambda said=said: user.told() == said.format(office))
    assert len([*office.rglob("*.pitdesk")]) == 2
    page.choose_folder = lambda _: str(tmp_path / "gone")
    user.press(page.stick)
    user.until(lambda: "is not there" in user.told())
    assert user.sending.state == NOWHERE
    assert user.at_desk(lambda desk: desk.journal.sent(Folder(office).name)) == []
