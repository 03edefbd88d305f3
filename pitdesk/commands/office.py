"""The commands of head office: pitdesk office init, enroll, receive, status, report, verify…"""

import argparse
import os
import sys
import textwrap
from datetime import date as Date
from pathlib import Path

from pitdesk.clock import MachineClock
from pitdesk.commands.answers import DONE, NO, print_json, print_rows
from pitdesk.commands.arguments import JSON, QUARTER, Commands, Option, Parser, files, option
from pitdesk.commands.arguments import span as of_dates
from pitdesk.commands.reports import show_summary, show_tax, write_csv
from pitdesk.errors import Trouble
from pitdesk.given import KIB, Given
from pitdesk.office import roles
from pitdesk.office.chain import SERIES
from pitdesk.office.receive import Received, judge, receive
from pitdesk.office.report import of_span
from pitdesk.office.rows import Total
from pitdesk.office.status import State, states
from pitdesk.office.store import EnrolledSite, Limits, Store
from pitdesk.office.verify import verify
from pitdesk.reports.days import Records
from pitdesk.reports.summaries import BY, Span, plain, span_of

_PASSWORD = Given("the file of a password", 4 * KIB, "Write the password in its first line.")
_SHOWN = 10  # findings of a kind that are printed; --json has all
_URL = "PITDESK_OFFICE"
SUMS = "sums"  # of each site, as the database adds them up


class _Office(Commands):
    """The commands of `office`."""

    def into(self, found: "argparse._SubParsersAction[Parser]") -> None:
        """Add `office` and its own commands to the command line."""
        office = found.add_parser(
            "office",
            help="head office: receive the documents of many sites and find what is missing",
            formatter_class=argparse.RawDescriptionHelpFormatter,
            description=textwrap.dedent(f"""\
                Head office keeps the signed documents of many sites in a PostgreSQL database.

                Give its address with --database or in {_URL}:
                postgresql://ROLE@HOST/DATABASE?sslrootcert=AUTHORITY.pem"""),
        )

        def show(_: argparse.Namespace) -> int:
            office.print_help()
            return DONE

        office.set_defaults(act=show)
        super().into(office.add_subparsers(metavar="command", title="commands"))


def _site_option(*, required: bool = False) -> Option:
    return option("--site", required=required, metavar='"ORG, SITE"', help="the site")


def _document(name: str) -> tuple[Option, ...]:
    """The options that name a document, and why head office decides about it."""
    return (
        _site_option(required=True),
        option(name, dest="number", type=int, required=True, metavar="N", help="document number"),
        option("--reason", required=True, help="why; PitDesk writes it down"),
    )


commands = _Office(
    option("--database", metavar="URL", help=f"head office's database; default: {_URL}"), epilog=None
)


def _url(given: argparse.Namespace) -> str:
    url = given.database or os.environ.get(_URL, "")
    if not url:
        raise Trouble(f"Which head office? Give --database postgresql://…, or set {_URL}.")
    return str(url)


def _site(store: Store, name: str) -> EnrolledSite:
    for site in store.sites().values():
        if site.name == name:
            return site
    known = "; ".join(site.name for site in store.sites().values()) or "none"
    raise Trouble(f"No site '{name}' is enrolled. Known: {known}.")


def _say(*lines: str) -> None:
    sys.stdout.write("".join(f"{line}\n" for line in lines))


@commands.add()
def _init(given: argparse.Namespace) -> int:
    """Make the schema, or bring it to this version; you can run it again at any time."""
    _say(*roles.init(_url(given)))
    return DONE


@commands.add(
    option("--site", required=True, metavar='"ORG, SITE"', help="as its documents name it"),
    option("--public", required=True, metavar="KEY", help="its first public key"),
    option("--role", required=True, metavar="NAME", help="the database role; made if needed"),
    option("--password-file", type=Path, metavar="F", help="its first line is the password"),
)
def _enroll(given: argparse.Namespace) -> int:
    """Add a site: its key, and the role that it logs in as."""
    password = ""
    if given.password_file:
        password = _PASSWORD.text(given.password_file).partition("\n")[0].strip()
    with Store.open(_url(given)) as store:
        site = roles.enroll(store, given.site, given.public, given.role, password)
    _say(f"{site.name} is enrolled; it logs in as {site.role}")
    return DONE


@commands.add(option("folder", type=Path, nargs="*", metavar="FOLDER", help="such as a USB stick"), JSON)
def _receive(given: argparse.Namespace) -> int:
    """Receive documents: from folders, and what sites delivered."""
    with Store.open(_url(given)) as store:
        done = receive(store, given.folder)
    if given.json:
        print_json(
            {
                "new": done.new,
                "known": done.known,
                "stands": done.stands,
                "turned": [{"file": str(it.path), "words": it.words} for it in done.turned],
                "conflicts": [{"site": site.name, **it._asdict()} for site, it in done.conflicts],
            }
        )
    else:
        _say(*_received(done))
    return NO if done.turned or done.conflicts else DONE


def _received(done: Received) -> list[str]:
    lines = [f"from folders: {done.new} new, {done.known} known before"] * bool(done.new + done.known)
    lines.append(f"{done.stands} more documents are right and stand")
    lines += [f"not taken: {it.path}: {it.words}" for it in done.turned]
    for site, it in done.conflicts:
        lines.append(f"CONFLICT: {site.name}, document {it.number}: {it.sha256[:8]} and {it.other[:8]}")
    return lines


@commands.add(_site_option(), JSON)
def _status(given: argparse.Namespace) -> int:
    """Show what is missing, changed or late, site by site."""
    with Store.open(_url(given)) as store:
        only = _site(store, given.site) if given.site else None
        found = states(store, _today(), only)
    if given.json:
        print_json([_as_json(state) for state in found])
    else:
        for state in found:
            _say(*_state(state))
    return NO if any(state.findings for state in found) else DONE


def _as_json(state: State) -> dict[str, object]:
    names = ("last", "age", "day", "document", "public", "findings", "settled", "past")
    site = {"site": state.site.name, "role": state.site.role}
    return site | {name: getattr(state, name) for name in names}


def _state(state: State) -> list[str]:
    last = f"last day {state.last}, {state.age} days ago" if state.last else "no day taken in yet"
    lines = [f"{state.site.name}: {last}; document {state.document}; key {state.public[:8] or 'none'}"]
    for kind, words in state.findings.items():
        lines += [f"  {kind}: {one}" for one in words[:_SHOWN]]
        if len(words) > _SHOWN:
            lines.append(f"  {kind}: and {len(words) - _SHOWN} more")
    lines += [f"  settled: {words}" for words in state.settled[-_SHOWN:]]
    lines += [f"  past: {words}" for words in state.past[-_SHOWN:]]
    return lines


@commands.add(
    of_dates,
    files,
    option(
        "--by",
        choices=(*BY, SUMS),
        default="site",
        help="what a line is of; default: site; the PDF has all of them; sums: of each site, straight"
        " from the database, without corrections, for thousands of sites",
    ),
)
def _report(given: argparse.Namespace) -> int:
    """Show what a day, week, month or quarter came to at all sites."""
    span = span_of(given.span, given.on)
    if given.by != SUMS:
        return show_summary(_records(given, span), span, given, _today())
    if given.pdf:
        raise Trouble("There is no PDF of the database's sums. Leave out --by sums, or --pdf.")
    with Store.open(_url(given)) as store:
        sums = store.totals(span.first, span.last)
    rows = [[site, f"{days}", *map(plain, cents)] for site, days, *cents in sums]
    if given.csv:
        write_csv(given.csv, Total._fields, rows)
    else:
        print_rows(Total._fields, rows)
    return DONE


@commands.add(QUARTER, files)
def _tax(given: argparse.Namespace) -> int:
    """Show the quarter's lines for the tax return, of all sites together."""
    return show_tax(_records(given, given.quarter), given, _today())


def _records(given: argparse.Namespace, span: Span) -> Records:
    with Store.open(_url(given)) as store:
        found = of_span(store, span)
    if not found.within(span.first, span.last):
        raise Trouble(f"No sealed day of {span.first} to {span.last} is here. Name another date.")
    return found


def _today() -> Date:
    return MachineClock().now().at.date()


@commands.add(_site_option())
def _verify(given: argparse.Namespace) -> int:
    """Read everything again and name the first bad document of each site."""
    with Store.open(_url(given)) as store:
        only = _site(store, given.site) if given.site else None
        count, bad = verify(store, only)
        asked = {only.id: only} if only else store.sites()
        decided = store.aside()
        aside = [
            (asked[site], it)
            for site, it in store.pending()
            if site in asked and it.sha256 not in decided.get(site, {})
        ]
    _say(*(f"{it.site.name}, document {it.number}: {it.words}" for it in bad))
    _say(*(f"{site.name}, document {it.number}: does not stand: {it.words}" for site, it in aside))
    if not bad and not aside:
        _say(f"{count} documents, all intact")
        return DONE
    sums = [f"{len(bad)} sites with something wrong"] * bool(bad)
    sums += [f"{len(aside)} that do not stand"] * bool(aside)
    _say(f"{count} documents read, {', '.join(sums)}")
    return NO


@commands.add(_site_option())
def _derive(given: argparse.Namespace) -> int:
    """Derive every row of reports again from the documents that stand, a site at a time."""
    with Store.open(_url(given)) as store:
        sites = store.sites()
        only = [_site(store, given.site)] if given.site else [*sites.values()]
        done = Received()
        for site in only:
            with store.turn():
                store.undo(site.id, 1)
                judge(store, sites, [site.id], done)
    _say(f"{len(only)} sites: {done.stands} documents stand, their rows derived again")
    return DONE


@commands.add(
    *_document("--from"),
    option("--successor", default="", metavar="KEY", help="the new public key; default: no key"),
)
def _revoke(given: argparse.Namespace) -> int:
    """Revoke a stolen key: from a document on, another key signs, or none."""
    with Store.open(_url(given)) as store:
        site = _site(store, given.site)
        roles.revoke(store, site, given.number, given.successor, given.reason)
        return _again(store, site)


@commands.add(
    option("--document", type=int, metavar="BYTES", help="the longest document"),
    option("--day", type=int, metavar="BYTES", help="all of a site on one day (UTC)"),
    option("--all", type=int, metavar="BYTES", help="all of a site"),
)
def _limits(given: argparse.Namespace) -> int:
    """Show what each site may deliver, so that none fills the disk; or set it."""
    with Store.open(_url(given)) as store:
        known = store.limits()
        asked = (given.document, given.day, given.all)
        limits = Limits(
            *(one if one is not None else so_far for one, so_far in zip(asked, known, strict=True))
        )
        if min(limits) < 1:
            raise Trouble("A limit is at least 1 byte. Nothing was changed.")
        if limits != known:
            store.allow(limits)
        of = f"a document: {limits.document:,} bytes"
        _say(f"{of}; a site's day: {limits.day:,}; in all: {limits.all:,}")
    return DONE


@commands.add(
    *_document("--number"),
    option("--sha256", required=True, metavar="HASH", help="of the one that stands, or its beginning"),
)
def _settle(given: argparse.Namespace) -> int:
    """Choose which of two documents with the same number stands."""
    with Store.open(_url(given)) as store:
        site = _site(store, given.site)
        roles.settle(store, site, given.number, given.sha256, given.reason)
        return _again(store, site)


@commands.add(
    _site_option(required=True),
    option("--series", choices=SERIES, required=True, help="what is missing or came twice"),
    option("--first", type=int, required=True, metavar="N", help="its first number, as status says it"),
    option("--reason", required=True, help="why; PitDesk writes it down"),
)
def _explain(given: argparse.Namespace) -> int:
    """Say why days or slips are missing or came twice; that ends the finding."""
    with Store.open(_url(given)) as store:
        gap = roles.explain(store, _site(store, given.site), given.series, given.first, given.reason)
    _say(f"written down: {gap.numbers}")
    return DONE


def _again(store: Store, site: EnrolledSite) -> int:
    """Judge a site again after head office decided something."""
    done = Received()
    with store.turn():
        judge(store, store.sites(), [site.id], done)
    _say(f"written down; {done.stands} documents of {site.name} stand now that did not before")
    return DONE
