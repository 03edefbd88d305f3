"""The file beside a book: as new as what was told, whatever tears it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitdesk.book.chain import Head
from pitdesk.book.witness import Noted, Witness

NUMBERS = {"credit": 3, "day": 1, "fill": 12}


def noted(seq, numbers=NUMBERS):
    return Noted(Head(seq, bytes([seq % 256]) * 32), numbers)


@pytest.fixture
def witness(tmp_path):
    made = Witness(tmp_path / "pit.book")
    yield made
    made.close()


def test_a_book_without_one_has_nothing_to_say(witness):
    assert (witness.read(), witness.state) == (None, "missing")


def test_the_newest_note_counts(witness):
    for seq in (7, 8, 9, 10):
        witness.note(noted(seq))
        assert witness.read() == noted(seq)
    assert witness.state == "good"
    assert witness.path.stat().st_mode & 0o777 == 0o600


def test_it_begins_anew_where_the_book_went_back(witness):
    witness.note(noted(7))
    witness.begin(noted(3))
    assert witness.read() == noted(3)
    witness.note(noted(4))
    assert witness.read() == noted(4)


@pytest.mark.parametrize("last", [7, 8])
@given(data=st.data())
def test_a_note_that_was_torn_leaves_the_one_before(tmp_path_factory, last, data):
    """Whatever bytes a cut leaves in the line that was being written."""
    witness = Witness(tmp_path_factory.mktemp("torn") / "pit.book")
    witness.note(noted(last - 1))
    witness.note(noted(last))
    witness.close()
    content = bytearray(witness.path.read_bytes())
    at = 4096 * (last % 2)
    torn = data.draw(st.binary(max_size=100))
    content[at : at + len(torn)] = torn
    witness.path.write_bytes(content)
    assert witness.read() in (noted(last), noted(last - 1))


def test_one_of_an_earlier_version_is_read(witness):
    witness.path.write_text(f"412 {'ab' * 32}\n")
    assert witness.read() == Noted(Head(412, b"\xab" * 32), {})
    witness.note(noted(413))
    assert witness.read() == noted(413)


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\n",
        b"7",
        b"seven 00",
        b"1 xyz",
        b"\xff\xfe",
        b"7 " + b"00" * 31,
        b" " * 8192,
        b"\0" * 8192,
    ],
)
def test_what_is_no_note_is_unreadable(witness, data):
    witness.path.write_bytes(data)
    assert (witness.read(), witness.state) == (None, "unreadable")


def test_a_note_whose_check_is_wrong_does_not_count(witness):
    witness.note(noted(7))
    witness.note(noted(8))
    text = witness.path.read_text()
    witness.path.write_text(text.replace("fill:12", "fill:99", 1))  # the line of 8 stands first
    assert witness.read() == noted(7)


def test_a_link_in_its_place_is_not_followed(witness, tmp_path):
    (tmp_path / "elsewhere").write_text("precious")
    witness.path.symlink_to(tmp_path / "elsewhere")
    witness.note(noted(1))
    assert (tmp_path / "elsewhere").read_text() == "precious"
    assert witness.read() == noted(1)


def test_one_that_was_taken_away_is_begun_anew(witness):
    witness.note(noted(1))
    witness.path.unlink()
    witness.note(noted(2))
    assert witness.read() == noted(2)
