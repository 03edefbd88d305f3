"""The state of head office's sites: what is missing, what changed, what is late. Read-only."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date as Date

from pitdesk.chips import dollars
from pitdesk.office.chain import NONE, Conflict, Decision, run
from pitdesk.office.store import EnrolledSite, Store

NEARLY = 90  # percent of a limit: from there on it is said


@dataclass(slots=True)
class State:
    """A site as head office sees it. `findings` is empty where all is well.

    last      date of its last day that counts; age: days since; day: its number in the book
    document  number of the last document that stands
    public    the key that signs the next document; "" where none does
    findings  kind → sentences. Kinds: documents, days, slips, conflicts, changed, chain, deposits, keys,
              limits
    settled   what head office decided, in sentences: no findings any more
    past      what asks for nothing any more: deposits that were made late, days that were corrected
    """

    site: EnrolledSite
    last: Date | None = None
    age: int | None = None
    day: int = 0
    document: int = 0
    public: str = ""
    findings: dict[str, list[str]] = field(default_factory=dict)
    settled: list[str] = field(default_factory=list)
    past: list[str] = field(default_factory=list)

    def say(self, kind: str, words: str) -> None:
        """Add a finding."""
        self.findings.setdefault(kind, []).append(words)


def states(store: Store, today: Date, only: EnrolledSite | None = None) -> list[State]:
    """The states of all sites, or of one, by name."""
    with store.still():
        found = {id: State(site) for id, site in store.sites().items() if only in (None, site)}
        _last(store, found, today)
        decided = _Decided(store.decisions(), store.aside())
        _documents(store, found, decided)
        for site, kind, words in _findings(store, today, decided):
            if site in found:
                found[site].say(kind, words)
        for site, state in found.items():
            state.settled = decided.words(site)
        _gaps(store, found)
        _past(store, today, found)
    return [*found.values()]


@dataclass(frozen=True, slots=True)
class _Decided:
    """What head office decided: by site and number; and which documents that put aside."""

    decisions: Mapping[int, Mapping[int, Decision]]
    aside: Mapping[int, Mapping[str, int]]

    def against(self, site: int, sha256: str) -> bool:
        """Whether a document was decided against, or follows one that was."""
        return sha256 in self.aside.get(site, {})

    def named(self, site: int, number: int, *hashes: str) -> bool:
        """Whether one of these is the document of that number that head office named."""
        decision = self.decisions.get(site, {}).get(number)
        return decision is not None and decision.sha256 in hashes

    def ended(self, site: int, it: Conflict) -> bool:
        """Whether a conflict has its end."""
        both = (it.sha256, it.other)
        return any(self.against(site, one) for one in both) or (
            it.about == "day" and self.named(site, it.number, *both)
        )

    def words(self, site: int) -> list[str]:
        """What was decided, by whom, when and why."""
        return [
            f"document {it.number}: {it.sha256[:8]} stands"
            + (f", not {', '.join(one[:8] for one in it.against)}" if it.against else "")
            + f"; {it.who}, {it.at:%Y-%m-%d}: {it.reason}"
            for _, it in sorted(self.decisions.get(site, {}).items())
        ]


def _last(store: Store, found: dict[int, State], today: Date) -> None:
    days, lasts, keys = store.last_days(), store.lasts(), store.keys()
    for site, state in found.items():
        if site in days:
            state.last, state.day = days[site]
            state.age = (today - state.last).days
        stands = lasts.get(site, NONE)
        state.document = stands.number
        state.public = keys.get(site, {}).get(stands.number + 1, stands.successor)
        if not state.public:
            state.say("keys", f"no key signs from document {stands.number + 1} on: it is revoked")


def _documents(store: Store, found: dict[int, State], decided: _Decided) -> None:
    """What waits, what cannot stand, and what is missing before those that are there."""
    there: dict[int, set[int]] = {}
    waiting: dict[int, list[int]] = {}
    for site, it in store.pending():
        if site not in found or decided.against(site, it.sha256):
            continue
        if it.number > found[site].document:
            there.setdefault(site, set()).add(it.number)
        if it.waits_for:
            waiting.setdefault(site, []).append(it.number)
        else:
            words = f"document {it.number} ({it.sha256[:8]}) does not stand: {it.words}"
            found[site].say("chain", words)
    for site, numbers in waiting.items():
        found[site].say("documents", f"{len(numbers)} wait, up to document {max(numbers)}")
        for first, last in _holes(found[site].document, there[site]):
            found[site].say("documents", f"missing: {run('document', first, last)}")


def _holes(before: int, numbers: Iterable[int]) -> Iterator[tuple[int, int]]:
    for number in sorted(numbers):
        if number > before + 1:
            yield before + 1, number - 1
        before = number


def _findings(store: Store, today: Date, decided: _Decided) -> Iterator[tuple[int, str, str]]:
    yield from _conflicts(store, decided)
    for site, stands in store.uncounted():
        if decided.named(site, stands.number, stands.sha256):
            continue
        words = f"document {stands.number}, {stands.kind} {stands.date}, does not count: {stands.wrong}"
        yield site, "chain", words
    for site, on, cents, due, made in store.late_deposits(today):
        if made is None:
            yield site, "deposits", f"{dollars(cents)} of {on}, due {due}: not made"
    yield from _full(store, today)


def _gaps(store: Store, found: Mapping[int, State]) -> None:
    """Numbers that are missing or came twice: a finding until head office says why."""
    explained = {(site, it.gap): it for site, it in store.explanations()}
    for site, gap in store.gaps():
        if site not in found:
            continue
        if why := explained.get((site, gap)):
            words = f"{gap.words}; {why.who}, {why.at:%Y-%m-%d}: {why.reason}"
            found[site].settled.append(words)
        else:
            kind = {"day": "days", "document": "documents"}.get(gap.series, "slips")
            found[site].say(kind, gap.words)


def _past(store: Store, today: Date, found: Mapping[int, State]) -> None:
    """What was late or changed, and is done."""
    for site, on, cents, due, made in store.late_deposits(today):
        if made is not None and site in found:
            found[site].past.append(f"{dollars(cents)} of {on}, due {due}: made {made}")
    for site, on in store.corrected_days():
        if site in found:
            found[site].past.append(f"{on} changed by a correction")


def _conflicts(store: Store, decided: _Decided) -> Iterator[tuple[int, str, str]]:
    """Conflicts that nobody decided about yet, and the days that they changed."""
    changed: set[tuple[int, Date]] = set()
    days = store.dates_of_days()
    for site, conflict in store.conflicts():
        if decided.ended(site, conflict):
            continue
        both = f"{conflict.sha256[:8]} and {conflict.other[:8]}"
        words = f"document {conflict.number} is there twice, as {both}"
        if conflict.about == "day":
            words = f"document {conflict.number} is of a day that another has: {both}"
        yield site, "conflicts", words
        hashes = (conflict.sha256, conflict.other)
        changed |= {(site, days[site, it]) for it in hashes if (site, it) in days}
    for site, on in sorted(changed):
        yield site, "changed", f"{on} changed by a conflict"


def _full(store: Store, today: Date) -> Iterator[tuple[int, str, str]]:
    """Sites that come near to what they may deliver."""
    limits = store.limits()
    for site, (on, of_day, of_all) in store.delivered().items():
        for name, held, most in (
            (f"on {on}", of_day if on >= today else 0, limits.day),
            ("in all", of_all, limits.all),
        ):
            if held * 100 > most * NEARLY:
                words = f"{held:,} bytes delivered {name}; the limit is {most:,}. See 'office limits'"
                yield site, "limits", words
