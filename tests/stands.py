"""What stands of a book after an accident, as whoever starts PitDesk again finds it."""

from collections.abc import Mapping
from pathlib import Path

from pitdesk import kinds
from pitdesk.book.journal import Journal
from pitdesk.errors import Trouble
from printers.devices.paper import SUFFIXES

SENT = (kinds.Print, kinds.PrintReading)


def stands(book: Path, told: int, links: Mapping[int, bytes], slips: Path | None = None) -> str:
    """What is wrong: "" where all that was told stands under its link, and every slip that is said
    to be whole lies in the folder of slips.

    told    seq of the last entry that somebody was told is written
    links   seq → the link that the entry had, of all that may stand
    """
    try:
        with Journal.open(book) as journal:
            seq, link = journal.head
            if seq < told or (seq and links.get(seq, link) != link):
                return f"it ends at entry {seq}, and {told} was told"
            if told and journal.unwitnessed:
                return f"its witness is {journal.unwitnessed}"
            if not (found := journal.verify()).ok:
                return found.words
            return unkept(journal, slips) if slips else ""
    except Trouble as error:
        return str(error)


def unkept(journal: Journal, slips: Path) -> str:
    """The first sheet that the book says came out whole and that does not lie there as it was sent; or
    that lies there and the book knows nothing of, so that its number may come again.
    """
    entries = journal.entries()
    sent = {entry.seq: entry.fact for entry in entries if isinstance(entry.fact, SENT)}
    sheets = {seq: sheet(journal, seq, slips) for seq in sent}
    for entry in entries:
        if isinstance(entry.fact, kinds.Printed | kinds.PrintAnswer) and entry.fact.outcome == "whole":
            assert entry.about
            data, text = sheets[entry.about]
            if not data.exists() or not text.exists():
                return f"{text.name} is not there, and entry {entry.seq} says that it is"
            if text.read_text() != "".join(f"{line}\n" for line in sent[entry.about].lines):
                return f"{text.name} is not what entry {entry.about} says"
    unknown = {*slips.glob("*.txt")} - {text for _, text in sheets.values()}
    return f"{min(unknown).name} is there, and no entry knows of it" if unknown else ""


def sheet(journal: Journal, sent: int, slips: Path) -> list[Path]:
    """The files of a sheet that an entry sent to the folder of slips."""
    entry = journal.entry(sent)
    said, about = entry.fact, entry.about or 0
    if isinstance(said, kinds.PrintReading):
        tries = sum(
            one.about == about and isinstance(one.fact, kinds.PrintReading)
            for one in journal.entries()
            if one.seq < sent
        )
        words = ["reading", f"{about:06}", *[f"again-{tries}"] * bool(tries)]
    else:
        said, slip = entry.of(kinds.Print), journal.entry(about).number
        assert slip
        words = [slip.series, f"{slip.number:06}", said.part, *["void"] * said.void]
        words += [f"duplicate-{said.copy}"] * bool(said.copy)
    return [slips / ("-".join(words) + suffix) for suffix in SUFFIXES]
