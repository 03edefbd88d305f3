"""Files made to stop whoever reads them, and a process of its own that reads one: it may hang, or burst.

    python -m tests.pitdesk.hostile READER FILE…

It prints for each file, as JSON, what the reader says of it, and how many bytes of memory that took.
"""

import json
import os
import resource
import struct
import sys
import zlib
from collections.abc import Callable, Iterator
from contextlib import closing
from io import BytesIO
from pathlib import Path
from urllib.parse import quote

from PIL import Image
from sqlite_utils.db import sqlite3

from pitdesk.book.journal import Journal
from pitdesk.book.people import PLAIN, Pepper
from pitdesk.book.schema import APPLICATION_ID, SCHEMA_VERSION, schema
from pitdesk.chipset.photo import PHOTO, kept
from pitdesk.codes.keys import SiteKey
from pitdesk.disk import SECRET
from pitdesk.documents.document import DOCUMENT, Document
from pitdesk.documents.statement import read_file
from pitdesk.errors import Trouble
from pitdesk.office.receive import _read_one
from pitdesk.office.store import connected
from pitdesk.shifts.read import read_shift
from pitdesk.upkeep.backup import held
from pitdesk.upkeep.recovery import recover

CEILING = 400 << 20  # bytes more than at the start: the machine is safe whatever a reader does
OFX = b"OFXHEADER:100\nDATA:OFXSGML\nVERSION:102\nENCODING:USASCII\nCHARSET:1252\n\n<OFX>"


def _opened(path: Path) -> None:
    with Journal.open(path) as journal:
        _whole(journal)


def _read(path: Path) -> None:
    with Journal.read(path) as journal:
        _whole(journal)


def _whole(journal: Journal) -> None:
    verdict = journal.verify()
    if not verdict.ok:
        raise Trouble(verdict.words)


def _received(path: Path) -> None:
    found = _read_one(path, {"Dakota Lions, Riverside Lounge": 1})
    if hasattr(found, "words"):
        raise Trouble(found.words)


def _photo(path: Path) -> None:
    from ui.chips.photo import read_photo  # noqa: PLC0415  (Qt, for this reader alone)

    read_photo(path)


def _authority(path: Path) -> None:
    address = "postgresql://lounge@office.invalid/pitdesk?connect_timeout=2&sslrootcert="
    with connected(address + quote(str(path))):
        pass


READERS: dict[str, Callable[[Path], object]] = {
    "statement": read_file,
    "shift": read_shift,
    "document": lambda path: Document.read(DOCUMENT.read(path)),
    "received": _received,
    "picture": lambda path: kept(PHOTO.read(path)),
    "photo": _photo,
    "authority": _authority,
    "key": SiteKey.read,
    "pepper": SECRET.read,
    "kept pepper": lambda path: Pepper.kept(path, PLAIN),
    "backup": held,
    "recovered": recover,
    "opened": _opened,
    "read": _read,
    "created": Journal.create,
}


def nowhere(folder: Path) -> Iterator[Path]:
    """What is no file, or one without end: for every reader."""
    os.mkfifo(folder / "fifo")
    (folder / "zeros").symlink_to("/dev/zero")
    (folder / "folder").mkdir()
    (folder / "led to a fifo").symlink_to(folder / "fifo")
    with (folder / "ten gigabytes").open("wb") as file:
        file.truncate(10 << 30)
    yield from (folder / name for name in ("fifo", "zeros", "folder", "led to a fifo", "ten gigabytes"))


def png(wide: int, high: int, *chunks: tuple[bytes, bytes]) -> bytes:
    """A picture of one color: kilobytes that unpack to gigabytes."""
    head = (b"IHDR", struct.pack(">2I5B", wide, high, 8, 2, 0, 0, 0))
    pack = zlib.compressobj(1)
    line = bytes(3 * wide + 1)
    packed = b"".join(pack.compress(line) for _ in range(high)) + pack.flush()
    parts = (head, *chunks, (b"IDAT", packed), (b"IEND", b""))
    made = (
        struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
        for name, data in parts
    )
    return b"\x89PNG\r\n\x1a\n" + b"".join(made)


def statements() -> Iterator[tuple[str, bytes]]:
    """Bank statements that would take any time or memory."""
    yield "deep.ofx", OFX + b"<A>" * 60_000 + b"x" + b"</A>" * 60_000
    yield "tags.ofx", OFX + b"".join(b"<A%d>x</B%d>" % (at, at) for at in range(60_000))
    yield "unclosed.ofx", OFX + b"<A>" * 500_000
    yield "late.ofx", OFX + b"</A>" * 40_000 + b"<B>x" * 40_000 + b"</B>"
    yield "crossed.ofx", OFX + b"<A></B>" * 40_000
    yield "given.ofx", OFX + b"<A b>" * 60_000
    entities = b"".join(b'<!ENTITY a%d "%s">' % (at, b"&a%d;" % (at - 1) * 10) for at in range(1, 30))
    yield "laughs.ofx", b"<?xml version='1.0'?><!DOCTYPE OFX [" + entities + b"]><OFX>&a29;</OFX>"
    outside = b'<!DOCTYPE OFX [<!ENTITY a SYSTEM "file:///etc/passwd">]>'
    yield "outside.ofx", b"<?xml version='1.0'?>" + outside + b"<OFX><MEMO>&a;</OFX>"
    yield "nul.ofx", OFX + b"\0" * 100_000
    yield "zlib.ofx", OFX.replace(b"1252", b"zlib").replace(b"USASCII", b"ZLIB") + b"</OFX>"
    yield "wide.ofx", (OFX + b"</OFX>").decode().encode("utf-16-le")
    head = b"Date,Amount,Memo\n"
    yield "field.csv", head + b'"' + b"x" * 2_000_000
    yield "lines.csv", head + b"1/1/26,1\n" * 200_000
    yield "spaces.csv", head + b"1/1/26,(" + b" " * 100_000 + b"x\n"
    yield "digits.csv", head + b"1/1/26," + b"9" * 100_000 + b"\n"
    yield "cells.csv", b"," * 2_000_000
    yield "nul.csv", head + b"1/1/26,1,\0\n"
    yield "wide.csv", (head + b"1/1/26,1,x\n").decode().encode("utf-16-be")
    yield "big.csv", head + b"1/1/26,1\n" * 300_000


def shifts() -> Iterator[tuple[str, bytes]]:
    """Shift files of the same kind."""
    yield "spaces.shift", b"16:02  fill 2 " + b" " * 900_000 + b"x"
    yield "line.shift", b"16:02  fill 2 " + b"because " * 100_000
    yield "big.shift", b"# nothing\n" * 200_000
    yield "nul.shift", b"16:02  open day\0\n"
    yield "wide.shift", "16:02  open day".encode("utf-16")
    yield "latin.shift", "16:02  Café".encode("latin-1")


def documents() -> Iterator[tuple[str, bytes]]:
    """Documents of the same kind; each has the form of its second line."""
    seal = b"\ned25519 " + b"0" * 52 + b" " + b"0" * 128 + b"\n"
    yield "deep.pitdesk", b'{"a":' * 200_000 + b"1" + b"}" * 200_000 + seal
    said = b'{"a":%s,"kind":"day","number":1,"organization":"Dakota Lions","site":"Riverside Lounge"}'
    yield "nested.pitdesk", said % (b"[" * 400 + b"]" * 400) + seal
    yield "lists.pitdesk", b"[" + b"[]," * 300_000 + b"[]]" + seal
    yield "number.pitdesk", said % (b"9" * 900_000) + seal
    yield "big.pitdesk", b"[" + b"0," * 600_000 + b"0]" + seal
    yield "nul.pitdesk", b"\0" * 1000 + seal
    yield "wide.pitdesk", (said % b"1" + seal).decode().encode("utf-16")


def pictures() -> Iterator[tuple[str, bytes]]:
    """Pictures of the same kind."""
    yield "bomb.png", png(12_000, 12_000)
    words = b"Comment\0\0" + zlib.compress(bytes(200_000_000), 1)
    yield "words.png", png(10, 10, (b"zTXt", words))
    profile = b"sRGB\0\0" + zlib.compress(bytes(200_000_000), 1)
    yield "profile.png", png(10, 10, (b"iCCP", profile))
    yield "text.png", b"\0" * 1000
    yield "progressive.jpg", _saved((2500, 1700), "JPEG", progressive=True)
    yield "large.webp", _saved((1700, 1500), "WEBP", method=0)
    yield "largest.jpg", _saved((8600, 5800), "JPEG")
    turned = Image.Exif()
    turned[0x0112] = 6
    yield "largest.png", _saved((2000, 1990), "PNG", mode="RGBA", exif=turned, compress_level=1)
    yield "largest.webp", _saved((1600, 1550), "WEBP", mode="RGBA", method=0)
    yield "largest.bmp", _saved((2000, 1990), "BMP")


def _saved(size: tuple[int, int], kind: str, mode: str = "RGB", **how: object) -> bytes:
    """A picture of one color, which can be read."""
    out = BytesIO()
    Image.new(mode, size, "#767676").save(out, kind, **how)
    return out.getvalue()


def books(folder: Path) -> Iterator[Path]:
    """Files that SQLite opens, and that compute as long as somebody reads them."""
    forever = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n)"
    view = f"CREATE VIEW entry AS {forever} SELECT i AS seq, zeroblob(32) AS hash FROM n"
    grown = (
        "CREATE TABLE entry (seq INTEGER PRIMARY KEY,"
        " hash AS (CAST(hex(zeroblob(200000000)) AS BLOB)), day INTEGER);"
        "INSERT INTO entry (seq, day) VALUES (1, 0)"
    )
    posed = "CREATE VIRTUAL TABLE entry USING fts5(seq, hash)"
    for version in (1, SCHEMA_VERSION):
        for name, sql in (("view", view), ("grown", grown), ("posed", posed)):
            path = folder / f"{name}-{version}.db"
            with closing(sqlite3.connect(path)) as database:
                database.executescript(sql)
                database.execute(f"PRAGMA application_id = {APPLICATION_ID}")
                database.execute(f"PRAGMA user_version = {version}")
            yield path
        hollow = folder / f"hollow-{version}.db"
        data = bytearray((folder / f"posed-{version}.db").read_bytes())
        data[28:32] = (10 << 30 >> 12).to_bytes(4)  # pages that the header says there are
        hollow.write_bytes(data)
        os.truncate(hollow, 10 << 30)
        yield hollow


def swollen(folder: Path) -> Iterator[Path]:
    """Books as they should be, but for one value that fills the memory of whoever reads it."""
    values = ["'site'", "zeroblob(1)", "zeroblob(32)"]  # kind, body, hash
    huge = f"zeroblob({120 << 20})"
    made = {"kind": f"CAST({huge} AS TEXT)", "body": huge, "hash": huge}
    for at, (name, value) in enumerate(made.items()):
        kind, body, link = (value if turn == at else own for turn, own in enumerate(values))
        path = folder / f"{name}.db"
        with closing(sqlite3.connect(path)) as database:
            database.executescript(schema())
            database.execute("PRAGMA ignore_check_constraints = 1")
            row = f"1, 1, {kind}, '2026-01-01T00:00:00+00:00', 0, NULL, NULL, {body}, {link}"
            database.execute(f"INSERT INTO entry VALUES ({row})")
            database.execute(f"PRAGMA application_id = {APPLICATION_ID}")
            database.execute(f"PRAGMA user_version = {SCHEMA_VERSION}")
            database.commit()
        yield path


def _bytes_read() -> int:
    return int(Path("/proc/self/io").read_text().split()[1])


def _bytes_used() -> int:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss << 10


def main(reader: str, *paths: str) -> None:
    """Read each file."""
    read = READERS[reader]
    for ending in (".csv", ".ofx", ".png"):  # what is imported on the way is not the file's doing
        warm = Path(paths[0]).with_name(f"warm{ending}")
        warm.write_bytes(png(4, 4) if ending == ".png" else OFX + b"</OFX>")
        _said(read, warm)
    size = int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
    resource.setrlimit(resource.RLIMIT_AS, (size + CEILING, size + CEILING))
    for path in paths:
        before, begun = _bytes_used(), _bytes_read()
        said = {"words": _said(read, Path(path)), "read": _bytes_read() - begun}
        print(json.dumps(said | {"bytes": _bytes_used() - before}), flush=True)  # noqa: T201


def _said(read: Callable[[Path], object], path: Path) -> str | None:
    try:
        read(path)
    except (Trouble, ValueError) as error:
        return str(error)
    return None


if __name__ == "__main__":
    main(*sys.argv[1:])
