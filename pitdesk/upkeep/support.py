"""The support file: what whoever maintains the program needs, and nothing of the night.

Versions, what verify says, numbers, settings, the tables of a book, and the log; no entry, no name of a
person, no PIN, no amount. It is made on this machine and sent by nobody but its owner.
"""

import io
import zipfile
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path

from pitdesk.book.journal import Journal
from pitdesk.book.schema import SCHEMA_VERSION, schema
from pitdesk.book.site import Site
from pitdesk.disk import write_whole
from pitdesk.documents import evidence
from pitdesk.errors import Trouble
from pitdesk.kinds import KINDS
from pitdesk.upkeep.log import logs, plain, versions
from pitdesk.upkeep.private import exposed
from pitdesk.upkeep.upgrade import version_of

ABOUT, SCHEMA = "about.txt", "schema.sql"
STATION = "station.ini"  # the window's own settings, in the folder of its book
_UNREAD = (Trouble, OSError, ValueError, KeyError, TypeError)  # what a damaged book may answer


def make(book: Path, out: Path, at: datetime, *, station: Path | None = None, qt: str = "") -> str:
    """Write the support file of a book, intact or damaged; returns what is in it, to read.

    station   the window's settings; else those beside the book

    Raises:
        Trouble: there is no such book, or the file cannot be written.
    """
    if not book.is_file():
        raise Trouble(f"There is no book {book}. Name an existing book.")
    if out.exists() and not (out.is_file() and zipfile.is_zipfile(out)):
        raise Trouble(f"{out} is something else than a support file. Name another file.")
    about = "\n".join(_about(book, at, station or book.with_name(STATION), qt)) + "\n"
    parts = {ABOUT: about, SCHEMA: schema()}
    parts |= {log.name: _text(log) for log in logs(book)}
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as file:
        for name, text in parts.items():
            file.writestr(name, text)
    try:
        write_whole(out, packed.getvalue())
    except OSError as error:
        raise Trouble(f"The support file {out} cannot be written: {error}. Check its disk.") from None
    listed = [f"  {name:<24}{len(text.splitlines()):>8,} lines" for name, text in parts.items()]
    return "\n".join([about, "In the file:", *listed])


def standing(book: Path) -> str:
    """Say what is safe in a book that the program has just closed; it raises nothing."""
    try:
        with Journal.read(book) as journal:
            last = journal.entry(journal.head.seq) if journal.head.seq else None
            opened = journal.numbered("day", journal.last_number("day"))
            verdict = journal.verify(opened.seq if opened else 1)
            local = Site.of(journal.setup()).local
    except _UNREAD as error:
        return plain(f"The book {book.name} could not be read just now: {error}")
    if not verdict.ok:
        return (
            f"The book {book.name} is damaged: entry {verdict.seq}: {verdict.words}. Do not use it any"
            " more: keep the file and restore the newest backup."
        )
    if last is None:
        return f"The book {book.name} is empty and intact."
    at = local(last.at)
    return (
        f"The last entry of the book {book.name} is number {last.seq} ({last.kind}, {at:%b} {at.day},"
        f" {at:%H:%M}). It is on the disk, and PitDesk just read its day again and found it intact. An"
        " entry is written in full or not at all."
    )


def _about(book: Path, at: datetime, station: Path, qt: str) -> Iterator[str]:
    yield "PitDesk support file. No entries, no names of people, no PINs, no amounts."
    yield f"made      {at:%Y-%m-%d %H:%M:%S} UTC"
    yield f"versions  {versions(qt)}"
    yield f"book      {book.name}, {book.stat().st_size:,} bytes"
    try:
        yield f"schema    {version_of(book)}; this PitDesk has {SCHEMA_VERSION}"
        with Journal.read(book) as journal:
            yield from _verdict(journal)
            yield from _numbers(journal)
            yield from _set_up(Site.of(journal.setup()))
    except _UNREAD as error:
        yield f"book      cannot be read: {plain(str(error))}"
    for path in exposed(book):
        yield f"exposed   {plain(str(path))}: others than its owner may open it, or write in it"
    yield "settings of the station"
    lines = _text(station).splitlines() if station.is_file() else ["none found"]
    yield from (f"  {line}" for line in lines if line.strip())


def _verdict(journal: Journal) -> Iterator[str]:
    verdict, noted = evidence.verify(journal), journal.noted_head()
    found = "whole" if verdict.ok else f"NOT WHOLE, entry {verdict.seq}"
    yield f"verify    {found}: {plain(verdict.words)}"
    yield from (f"          not checked: {plain(what)}" for what in verdict.unchecked)
    yield f"head      entry {journal.head.seq}, {journal.head.hash.hex()[:16]}"
    yield f"noted     entry {noted.seq}, {noted.hash.hex()[:16]}" if noted else "noted     none"


def _numbers(journal: Journal) -> Iterator[str]:
    series = dict.fromkeys(kind.series for kind in KINDS.values() if kind.series)
    yield f"last      {', '.join(f'{name} {journal.last_number(name)}' for name in series)}"


def _set_up(site: Site) -> Iterator[str]:
    things = (("people", site.people), ("tables", site.tables), ("chip types", site.chips))
    yield f"set up    {', '.join(f'{len(held)} {name}' for name, held in things)}"
    yield "settings of the site"
    said = site.settings.detail
    yield from (f"  {name}: {_shown(value)}" for name, value in sorted(said.items()))


def _shown(value: object) -> str:
    """A setting; of figures by name, such as the proceeds of quarters, the names alone."""
    return ", ".join(value) if isinstance(value, dict) else plain(str(value))


def _text(path: Path) -> str:
    return plain(path.read_text("utf-8", errors="replace"))
