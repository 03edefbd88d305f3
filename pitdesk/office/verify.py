"""Verifying: check everything again from the raw documents, and name what differs, site by site."""

from collections.abc import Iterator, Mapping
from hashlib import md5
from typing import NamedTuple

from pitdesk.office.chain import Chain, Standing
from pitdesk.office.readers import Readers
from pitdesk.office.reading import COLUMNS, END, PART, DocumentReading, Raw, readings
from pitdesk.office.receive import groups, named, take
from pitdesk.office.store import EnrolledSite, Store

_NOT_NOTED = "another of its number or day is not noted as a conflict: run 'pitdesk office receive'"


class Bad(NamedTuple):
    """The first bad document of a site: its number, and what is wrong."""

    site: EnrolledSite
    number: int
    words: str


def verify(store: Store, only: EnrolledSite | None = None) -> tuple[int, list[Bad]]:
    """Verify all raw documents and what was derived: how many, and the first bad document of each site.

    Documents that nobody has received yet are no fault; `receive` judges them.
    """
    bad: list[Bad] = []
    with store.still():
        sites = store.sites()
        sizes = dict.fromkeys(sites, 0) | store.sizes()
        asked = {only.id: sizes[only.id]} if only else sizes
        parts = [*groups(asked)]
        fetched: list[list[Raw]] = []
        with Readers(sum(asked.values())) as readers:
            named_ = _fetched(store, sites, parts, fetched)
            for group, read in zip(parts, readers.each(readings, named_), strict=True):
                bad += _verified(store, sites, group, fetched.pop(0), read)
    return sum(asked.values()), bad


def _fetched(
    store: Store, sites: Mapping[int, EnrolledSite], parts: list[list[int]], fetched: list[list[Raw]]
) -> Iterator[list[tuple[Raw, str]]]:
    """The raw documents of each group of sites, with their sites' names; left in `fetched`."""
    for group in parts:
        fetched.append(store.raw(group))
        yield named(sites, fetched[-1])


def _verified(
    store: Store,
    sites: Mapping[int, EnrolledSite],
    group: list[int],
    raws: list[Raw],
    read: list[DocumentReading],
) -> Iterator[Bad]:
    keys, settled = store.keys(), store.decisions()
    chains = {site: Chain(keys.get(site, {}), settled.get(site, {})) for site in group}
    take(chains, raws, read)
    standing = store.standing(group)
    noted = store.conflicts_of(group)
    strange = _strange_rows(store, chains, standing)
    there: dict[int, set[tuple[int, str]]] = {}
    for raw in raws:
        there.setdefault(raw.site, set()).add((raw.number, raw.sha256))
    for site, chain in chains.items():
        found = [*_differing(chain, standing.get(site, {}), there.get(site, set()))]
        found += strange.get(site, [])
        found += [
            (it.number, _NOT_NOTED) for it in chain.conflicts if (site, it.sha256, it.other) not in noted
        ]
        if found:
            which = sites.get(site, EnrolledSite(site, f"site {site}, never enrolled", ""))
            yield Bad(which, *min(found, key=lambda it: it[0]))


def _differing(
    chain: Chain, kept: Mapping[int, Standing], there: set[tuple[int, str]]
) -> Iterator[tuple[int, str]]:
    """Documents that stood and do not stand now, or differ.

    there   what is stored, by number and hash
    """
    why = {(it.number, it.sha256): it.words for it in chain.pending}
    for number in range(1, max(kept, default=0) + 1):
        it, again = kept.get(number), chain.standing.get(number)
        if it is None:
            if again is None:  # the site passed over it, or the next one says what is wrong
                continue
            yield number, "it is no longer among those that stand: run 'pitdesk office receive'"
        elif (number, it.sha256) not in there:
            yield number, "its raw text is not there any more, or was changed together with its hash"
        elif words := why.get((number, it.sha256)):
            yield number, words
        elif it != again and _judged(it) != _judged(again):
            yield number, "what is noted of it is not what it says, or another stands in its place"


def _judged(stands: Standing | None) -> Standing | None:
    """What was found, without the words of what is wrong: another version may say them otherwise."""
    return stands and stands._replace(wrong="wrong" if stands.wrong else "")


def _strange_rows(
    store: Store, chains: Mapping[int, Chain], standing: Mapping[int, Mapping[int, Standing]]
) -> dict[int, list[tuple[int, str]]]:
    """Derived rows that are not what the documents say, by site."""
    found: dict[int, list[tuple[int, str]]] = {}
    for table in COLUMNS:
        kept = store.digests(table, [*chains])
        for site, chain in chains.items():
            last = max(standing.get(site, {}), default=0)
            made = [
                line
                for reading in chain.counted
                if reading.number <= last
                for line in reading.rows.get(table, ())
            ]
            if (_digest(made) if made else None) == kept.get(site):
                continue
            for line in store.derived(table, site) ^ {*made}:
                _, number, date, _ = line.split(PART, 3)
                words = f"a row of {table} derived from it, of {date}, is not what it says"
                found.setdefault(site, []).append((int(number), words))
    return found


def _digest(lines: list[str]) -> str:
    """As the database makes it of the same lines. No secret depends on it: the lines are our own."""
    return md5(END.join(sorted(lines)).encode(), usedforsecurity=False).hexdigest()
