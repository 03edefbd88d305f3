import json
import subprocess
import sys

import pytest

from pitdesk.errors import Trouble
from pitdesk.given import Given
from tests.files import ROOT
from tests.pitdesk import hostile

pytestmark = pytest.mark.long

MOST = 50 << 20  # bytes of memory that a file may take before it is refused
READ = 600 << 20  # bytes that may be read of one, however large it is
LETTER = Given("a letter", 3000, "Ask for it again.")


def told(reader, paths):
    """What a reader in a process of its own says of files; none makes it hang or burst."""
    command = [sys.executable, "-m", "tests.pitdesk.hostile", reader, *map(str, paths)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    said = [json.loads(line) for line in done.stdout.splitlines()]
    for path, one in zip(paths, said, strict=True):
        assert one["bytes"] < MOST, (path.name, one)
        assert one["read"] < READ, (path.name, one)
    return [one["words"] for one in said]


def laid(folder, files):
    paths = []
    for name, data in files:
        paths.append(folder / name)
        paths[-1].write_bytes(data)
    return paths


@pytest.mark.parametrize("reader", [one for one in hostile.READERS if one != "created"])
def test_what_is_no_file_or_has_no_end_is_refused_in_words(tmp_path, reader):
    paths = [*hostile.nowhere(tmp_path)]
    words = told(reader, paths)
    assert all(words), words
    fifo, zeros, folder, led, _ = words
    assert " is a pipe, and no file. " in fifo
    assert " is a device, and no file. " in zeros
    assert " is a folder, and no file. " in folder
    assert " is a pipe, and no file. " in led


def test_a_book_is_not_begun_where_a_pipe_lies(tmp_path):
    assert "exists already" in told("created", [*hostile.nowhere(tmp_path)][:1])[0]


@pytest.mark.parametrize(
    ("readers", "files"),
    [
        (["statement"], hostile.statements),
        (["shift"], hostile.shifts),
        (["document", "received"], hostile.documents),
        (["picture", "photo"], hostile.pictures),
    ],
)
def test_what_is_made_to_take_any_time_or_memory_is_refused_in_words(tmp_path, readers, files):
    paths = laid(tmp_path, files())
    for reader in readers:
        for path, words in zip(paths, told(reader, paths), strict=True):
            assert words or (reader, path.name) in HARMLESS, path.name
            assert words is None or len(words) < 500


HARMLESS = {  # read as what they are: nothing, or little
    ("statement", "crossed.ofx"),
    ("document", "nested.pitdesk"),
    ("document", "number.pitdesk"),
    *(
        (reader, f"largest.{kind}")
        for reader in ("picture", "photo")
        for kind in ("jpg", "png", "webp", "bmp")
    ),
}


@pytest.mark.parametrize("reader", ["read", "opened", "backup", "recovered"])
def test_a_book_made_to_compute_for_ever_is_refused(tmp_path, reader):
    paths = [*hostile.books(tmp_path)]
    assert all(told(reader, paths))


@pytest.mark.parametrize("reader", ["read", "opened", "backup", "recovered"])
def test_a_book_made_to_fill_the_memory_is_refused(tmp_path, reader):
    paths = [*hostile.swollen(tmp_path)]
    assert all(told(reader, paths))


# The door


def test_a_file_is_read_up_to_its_limit(tmp_path):
    path = tmp_path / "letter"
    path.write_bytes(b"x" * 3000)
    assert LETTER.read(path) == b"x" * 3000
    LETTER.check(path)
    path.write_bytes(b"x" * 3001)
    assert LETTER.beginning(path, 5) == b"xxxxx"
    for way in (LETTER.read, LETTER.text, LETTER.check):
        with pytest.raises(
            Trouble, match=r"too big to be a letter: PitDesk reads 2 kB at most. Ask for"
        ):
            way(path)


def test_a_file_that_does_not_say_how_big_it_is_stops_at_the_limit():
    with pytest.raises(Trouble, match="too big"):
        Given("a letter", 100, "Ask for it again.").read(hostile.Path("/proc/self/smaps"))


def test_a_link_to_a_file_is_the_file(tmp_path):
    (tmp_path / "letter").write_text("Dear all", "utf-8-sig")
    (tmp_path / "link").symlink_to("letter")
    assert LETTER.text(tmp_path / "link") == "Dear all"


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"\xff\xfeD\0", "is written in UTF-16, not in UTF-8. Save it as UTF-8. Ask for it again."),
        (b"one\ncaf\xe9\n", "is not written in UTF-8: line 2. Save it as UTF-8. Ask for it again."),
        (b"one\ntwo\n\0", "is no text: line 3 has a character NUL. Ask for it again."),
    ],
)
def test_text_in_another_encoding_is_told(tmp_path, data, words):
    (tmp_path / "letter").write_bytes(data)
    with pytest.raises(Trouble) as caught:
        LETTER.text(tmp_path / "letter")
    assert str(caught.value) == f"{tmp_path / 'letter'} {words}"


def test_a_file_that_is_not_there_is_told(tmp_path):
    with pytest.raises(Trouble, match=r"cannot be read: No such file or directory. Ask for it again."):
        LETTER.read(tmp_path / "letter")


# What strangers run on the files of strangers


@pytest.mark.parametrize("checker", ["check_documents.py", "check_slip.py"])
def test_the_checkers_in_the_pack_refuse_them_too(tmp_path, checker):
    script, key = ROOT / "resources" / checker, "0" * 52
    more = ["--list"] if checker == "check_slip.py" else []
    bad = laid(tmp_path, [("field.csv", b"code,qr\n" + b"x" * 200_000), ("nul.csv", b"code\nx\0\n")])
    for path in [*hostile.nowhere(tmp_path), *bad]:
        if path.name == "folder":
            continue  # a folder without documents is told apart already
        code = ["ABCD"] if more else []
        command = [sys.executable, str(script), key, *code, *more, str(path)]
        done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
        assert done.returncode in (1, 2), path
        assert "Traceback" not in done.stderr, done.stderr
        assert path.name in done.stdout + done.stderr


def test_a_code_without_end_is_no_code():
    command = [sys.executable, str(ROOT / "resources" / "check_slip.py"), "0" * 52]
    text = "1" * 5_000_000
    done = subprocess.run(command, input=text, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 1
    assert {*done.stdout.splitlines()} == {
        "unreadable: The text is too long for a code. Scan the QR of the slip, or type its code."
    }
