import shutil
import subprocess
import sys
from pathlib import Path
from textwrap import dedent

import pytest

from pitdesk.book.lock import Lock
from pitdesk.errors import Trouble

ROOT = Path(__file__).parents[3]


@pytest.fixture
def book(tmp_path):
    book = tmp_path / "pit.book"
    book.write_bytes(b"a book")
    return book


def test_one_holds_and_the_next_is_told_who(book):
    lock = Lock(book)
    for _ in range(2):
        with pytest.raises(Trouble, match=r"pit\.book is held by process \d+\. Close it there"):
            Lock(book)
    lock.release()
    Lock(book).release()


def test_the_book_itself_is_never_touched(book):
    before = book.stat()
    lock = Lock(book)
    lock.release()
    assert (book.stat().st_mtime_ns, book.stat().st_size) == (before.st_mtime_ns, before.st_size)
    assert book.with_name("pit.book.lock").read_text() == ""


def test_letting_go_twice_is_letting_go(book):
    lock = Lock(book)
    lock.release()
    lock.release()
    Lock(book).release()


def test_two_books_are_held_by_two(book):
    one, other = Lock(book), Lock(book.with_name("other.book"))
    one.release()
    other.release()


HOLD = """
    import sys
    from pathlib import Path
    from pitdesk.book.lock import Lock
    lock = Lock(Path(sys.argv[1]))
    print("held", flush=True)
    sys.stdin.read()
"""


def test_a_holder_that_died_holds_nothing(book):
    other = subprocess.Popen(
        [sys.executable, "-c", dedent(HOLD), book],
        cwd=ROOT,
        text=True,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    try:
        assert other.stdout.readline() == "held\n"
        with pytest.raises(Trouble, match=f"is held by process {other.pid}"):
            Lock(book)
    finally:
        other.kill()
        other.communicate()
    Lock(book).release()


def test_a_lock_that_cannot_be_made_is_trouble(book):
    book.with_name("pit.book.lock").mkdir()
    with pytest.raises(Trouble, match=r"pit\.book"):
        Lock(book)


@pytest.mark.skipif(not shutil.which("strace"), reason="strace is missing")
def test_a_full_disk_keeps_nobody_from_holding(book, tmp_path):
    """Who holds it is written into the lock for others to read; it holds without that too."""
    code = """
        import sys
        from pathlib import Path
        from pitdesk.errors import Trouble
        from pitdesk.book.lock import Lock
        lock = Lock(Path(sys.argv[1]))
        try:
            Lock(Path(sys.argv[1]))
        except Trouble as trouble:
            print(trouble)
        lock.release()
        Lock(Path(sys.argv[1])).release()
        print("done")
    """
    run = subprocess.run(
        [
            *("strace", "-f", "-qq", "-o", tmp_path / "trace", "-P", f"{book}.lock"),
            *("-e", "trace=write,pwrite64", "-e", "inject=write,pwrite64:error=ENOSPC"),
            *(sys.executable, "-c", dedent(code), book),
        ],
        cwd=ROOT,
        text=True,
        capture_output=True,
        check=False,
    )
    if "ptrace" in run.stderr:
        pytest.skip("strace may not trace")
    assert run.stdout.splitlines()[-1:] == ["done"], run.stderr
    assert "is held by another program" in run.stdout
