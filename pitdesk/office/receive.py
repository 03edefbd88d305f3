"""Receiving documents: from folders and USB sticks, and those that sites delivered themselves."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import groupby
from pathlib import Path
from typing import NamedTuple

from pitdesk.documents.document import DOCUMENT, Document
from pitdesk.errors import Trouble
from pitdesk.office.chain import Chain, Conflict
from pitdesk.office.readers import Readers, batches
from pitdesk.office.reading import DocumentReading, Raw, raw_of, reading
from pitdesk.office.store import EnrolledSite, Store

BATCH = 2000  # documents at a time: what is read, judged and written in one transaction


class Turned(NamedTuple):
    """A file that head office refused and did not store: which one, and why."""

    path: Path
    words: str


@dataclass(slots=True)
class Received:
    """What came of receiving. new and known: documents in folders; stands: those that stand now."""

    new: int = 0
    known: int = 0
    stands: int = 0
    turned: list[Turned] = field(default_factory=list)
    conflicts: list[tuple[EnrolledSite, Conflict]] = field(default_factory=list)


def receive(store: Store, folders: Sequence[Path] = ()) -> Received:
    """Store the documents in some folders, each once; then judge every document that does not stand yet.

    Each batch is a transaction. If it is stopped in the middle, run it again.

    Raises:
        Trouble: a folder or the database is not there.
    """
    done = Received()
    sites = store.sites()
    paths = [*_files(folders)]
    read = partial(_read, sites={site.name: site.id for site in sites.values()})
    with Readers(len(paths)) as readers:
        for found in readers.each(read, batches(paths, BATCH)):
            done.turned += [it for it in found if isinstance(it, Turned)]
            _store(store, sites, [it for it in found if not isinstance(it, Turned)], done)
    for group in groups(store.unplaced_sites()):
        with store.turn():
            judge(store, sites, group, done)
    return done


def _store(
    store: Store,
    sites: Mapping[int, EnrolledSite],
    taken: list[tuple[Raw, DocumentReading]],
    done: Received,
) -> None:
    """Append what was read from files, and judge it."""
    with store.turn():
        new = store.add([raw for raw, _ in taken])
        done.new, done.known = done.new + new, done.known + len(taken) - new
        known = dict(taken)
        judge(store, sites, sorted({raw.site for raw, _ in taken}), done, known)


def judge(
    store: Store,
    sites: Mapping[int, EnrolledSite],
    group: Sequence[int],
    done: Received,
    known: Mapping[Raw, DocumentReading] | None = None,
) -> None:
    """Judge all that does not stand yet of some sites, and write what came of it.

    known   documents that were read already
    """
    known = known or {}
    raws = store.raw(group, unplaced=True)
    read = [known.get(raw) or reading(raw, _name(sites, raw)) for raw in raws]
    passed = [(raw.site, one.after) for raw, one in zip(raws, read, strict=True) if one.after]
    chains = store.chains(raws, passed)
    if late := _late(chains, raws):
        for site, number in late.items():
            store.undo(site, number)
        judge(store, sites, group, done, known)
        return
    take(chains, raws, read)
    done.conflicts += [(sites[site], conflict) for site, conflict in store.write(chains)]
    done.stands += sum(len(chain.added) for chain in chains.values())


def _late(chains: Mapping[int, Chain], raws: Iterable[Raw]) -> dict[int, int]:
    """Site → the first number that it passed over and that came after all: judge from there."""
    late: dict[int, int] = {}
    for raw in raws:
        chain = chains[raw.site]
        if raw.number < chain.last.number and raw.number not in chain.standing:
            late[raw.site] = min(raw.number, late.get(raw.site, raw.number))
    return late


def take(chains: Mapping[int, Chain], raws: Iterable[Raw], read: Iterable[DocumentReading]) -> None:
    """Let the chains of sites take in their raw documents, site by site, as they were read."""
    for site, pairs in groupby(zip(raws, read, strict=True), lambda pair: pair[0].site):
        chains[site].take([one for _, one in pairs])


def named(sites: Mapping[int, EnrolledSite], raws: Iterable[Raw]) -> list[tuple[Raw, str]]:
    """Raw documents, each with the name of the site that it should be of."""
    return [(raw, _name(sites, raw)) for raw in raws]


def groups(sizes: Mapping[int, int]) -> Iterator[list[int]]:
    """Sites in groups that have about a batch of documents together."""
    group: list[int] = []
    held = 0
    for site, size in sizes.items():
        group.append(site)
        held += size
        if held >= BATCH:
            yield group
            group, held = [], 0
    if group:
        yield group


def _name(sites: Mapping[int, EnrolledSite], raw: Raw) -> str:
    return sites[raw.site].name if raw.site in sites else ""


def _files(folders: Sequence[Path]) -> Iterator[Path]:
    for folder in folders:
        if not folder.exists():
            raise Trouble(f"The folder {folder} is not there. Insert the stick, or check the name.")
        yield from sorted(folder.rglob("*.pitdesk")) if folder.is_dir() else [folder]


def _read(paths: Iterable[Path], sites: Mapping[str, int]) -> list[tuple[Raw, DocumentReading] | Turned]:
    """Documents from files, if right in themselves and of a site; and the files refused."""
    return [_read_one(path, sites) for path in paths]


def _read_one(path: Path, sites: Mapping[str, int]) -> tuple[Raw, DocumentReading] | Turned:
    try:
        document = Document.read(DOCUMENT.read(path))
        name = document.site
        if name not in sites:
            return Turned(path, f"it is of {name}, which is not enrolled")
        raw = raw_of(sites[name], document)
    except (Trouble, ValueError, KeyError) as error:
        return Turned(path, str(error))
    read = reading(raw, name)
    return Turned(path, read.form) if read.form else (raw, read)
