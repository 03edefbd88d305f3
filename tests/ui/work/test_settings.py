"""Settings: a station remembers itself, and a damaged file locks nobody out."""

import pytest

from ui.work.settings import Settings

BEGIN = {
    "look": "system",
    "size": 100,
    "lock_min": 5,
    "pad": False,
    "printer": "folder",
    "profile": "Epson TM-T88V",
    "columns": 42,
    "station": "desk 1",
}


@pytest.fixture
def path(tmp_path):
    return tmp_path / "station.ini"


def all_of(settings: Settings) -> dict[str, object]:
    return {name: getattr(settings, name) for name in BEGIN}


def test_a_new_station_begins_as_it_says(path):
    assert all_of(Settings(path)) == BEGIN
    assert Settings(path).path == str(path)


def test_what_is_set_is_there_at_once_for_whoever_opens_the_file(path):
    settings = Settings(path)
    other = {
        "look": "light",
        "size": 150,
        "lock_min": 1,
        "pad": True,
        "printer": "network:192.168.1.50:9100",
        "profile": "58 mm",
        "columns": 33,
        "station": "cage, window 2",
    }
    for name, value in other.items():
        setattr(settings, name, value)
    assert all_of(Settings(path)) == other
    assert {name: type(value) for name, value in all_of(Settings(path)).items()} == {
        name: type(value) for name, value in BEGIN.items()
    }


def test_what_it_does_not_know_it_neither_has_nor_takes(path):
    settings = Settings(path)
    with pytest.raises(AttributeError):
        _ = settings.color
    with pytest.raises(AttributeError):
        settings.color = "red"


@pytest.mark.parametrize(
    "text",
    [
        "[General]\nlook=puce\nsize=abc\nlock_min=\ncolumns=7\nstation=\nprinter=\nprofile=toaster\n",
        "[General]\nlook=\nsize=0\nlock_min=-3\ncolumns=forty\n",
        "[General]\nsize=100000\nlock_min=99999999\ncolumns=0\n",
        "\0\xff garbage [[[",
        "",
    ],
)
def test_what_cannot_be_is_as_if_it_were_not_there(path, text):
    path.write_text(text, "latin-1")
    assert all_of(Settings(path)) == BEGIN


def test_what_stands_there_twice_counts_as_none_and_is_said(path):
    text = "[General]\nprinter=network:10.0.0.5\nsize=150\nlock_min=9\nprinter = usb:/dev/usb/lp0\n"
    path.write_text(text + "[other]\nsize=120\n[General]\nlock_min=9\n")
    settings = Settings(path)
    assert (settings.printer, settings.size, settings.lock_min) == ("folder", 150, 5)
    assert settings.twice == {"printer", "lock_min"}
    assert settings.matter == (
        "station.ini has lock_min and printer twice, and PitDesk cannot know which is meant. It goes by"
        " neither: set them again."
    )
    settings.printer = "usb:/dev/usb/lp0"
    assert (settings.printer, settings.twice) == ("usb:/dev/usb/lp0", {"lock_min"})
    again = Settings(path)
    assert again.printer == "usb:/dev/usb/lp0"
    settings.lock_min = 7
    assert (Settings(path).twice, Settings(path).matter) == (frozenset(), "")


def test_the_width_of_a_slip_is_the_printers(path):
    settings = Settings(path)
    assert settings.width == 42
    settings.columns = 33
    assert settings.width == 33
    settings.printer, settings.profile = "usb:/dev/usb/lp0", "58 mm"
    assert settings.width == 32
