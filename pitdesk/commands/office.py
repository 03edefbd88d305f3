"""The commands of head office: pitdesk office init, enroll, receive, status, report, verify…"""

import argparse
import os
import sys
import textwrap
from collections.abc import Callable
from datetime import date as Date
from pathlib import Path
from typing import Any

from pitdesk.clock import MachineClock
from pitdesk.commands.answers import DONE, NO, print_json, print_rows
from pitdesk.commands.arguments import Commands, add_files, add_quarter, add_span
from pitdesk.commands.reports import tell_summary, tell_tax, write_csv
from pitdesk.errors import Trouble
from pitdesk.office import roles
from pitdesk.office.receive import Received, judge, receive
from pitdesk.office.report import of_span
from pitdesk.office.rows import Total
from pitdesk.office.status import State, states
from pitdesk.office.store import Site, Store
from pitdesk.office.verify import verify
from pitdesk.reports.days import Records
from pitdesk.reports.summaries import BY, Span, plain, span_of

_SHOWN = 10  # findings of a kind that are printed; --json has all
_URL = "PITDESK_OFFICE"
SUMS = "sums"  # of each site, as the database adds them up


def add(found: Commands) -> None:
    """Add `office` and its own commands to the command line."""
    office: Any = found.add_parser(
        "office",
        help="head office: take in the documents of many sites and say what is missing",
        formatter_class=argparse.RawDescriptionHelpFormatter,
        description=textwrap.dedent(f"""\
            Head office keeps the signed documents of many sites in a PostgreSQL database.

            Its address is given with --database or in {_URL}:
            postgresql://ROLE@HOST/DATABASE?sslrootcert=AUTHORITY.pem"""),
    )
    office.set_defaults(act=lambda given: office.print_help() or DONE)
    of = office.add_subparsers(metavar="command", title="commands")
    _add(of, "init", _init, "make the schema, or bring it to this version; safe to run again")
    sub = _add(of, "enroll", _enroll, "take a site in: its key, and the role that it logs in as")
    sub.add_argument("--site", required=True, metavar='"ORG, SITE"', help="as its documents say it")
    sub.add_argument("--public", required=True, metavar="KEY", help="its first public key")
    sub.add_argument("--role", required=True, metavar="NAME", help="the database role; made if needed")
    sub.add_argument("--password-file", type=Path, metavar="F", help="its first line is the password")
    sub = _add(of, "receive", _receive, "take in documents: from folders, and what sites delivered")
    sub.add_argument("folder", type=Path, nargs="*", metavar="FOLDER", help="such as a USB stick")
    sub.add_argument("--json", action="store_true", help="for a script")
    sub = _add(of, "status", _status, "what is missing, changed or late, site by site")
    sub.add_argument("--site", metavar='"ORG, SITE"', help="one site")
    sub.add_argument("--json", action="store_true", help="for a script")
    sub = _add(of, "report", _report, "what a day, week, month or quarter came to at all sites")
    add_span(sub)
    add_files(sub)
    sub.add_argument(
        "--by",
        choices=(*BY, SUMS),
        default="site",
        help="what a line is of; default: site; on paper, all; sums: of each site, straight from the"
        " database, without corrections, for thousands of sites",
    )
    sub = _add(of, "tax", _tax, "the quarter's lines for the tax return, of all sites together")
    add_quarter(sub)
    add_files(sub)
    sub = _add(of, "derive", _derive, "derive every row of reports anew from the documents that stand")
    sub.add_argument("--site", metavar='"ORG, SITE"', help="one site")
    sub = _add(of, "verify", _verify, "read everything again and name the first bad record of each site")
    sub.add_argument("--site", metavar='"ORG, SITE"', help="one site")
    sub = _add(of, "revoke", _revoke, "a key was stolen: from a document on another one signs, or none")
    _of_document(sub, "--from")
    sub.add_argument("--successor", default="", metavar="KEY", help="the new public key; none: no key")
    sub = _add(of, "settle", _settle, "choose which of two documents of one number stands")
    _of_document(sub, "--number")
    sub.add_argument(
        "--sha256", required=True, metavar="HASH", help="of the one that stands, or its beginning"
    )


def _add(
    of: "argparse._SubParsersAction[Any]",
    name: str,
    act: Callable[[argparse.Namespace], int],
    words: str,
) -> argparse.ArgumentParser:
    sub: argparse.ArgumentParser = of.add_parser(
        name, help=words, description=f"{words[0].upper()}{words[1:]}."
    )
    sub.add_argument("--database", metavar="URL", help=f"head office's database; default: {_URL}")
    sub.set_defaults(act=act)
    return sub


def _of_document(sub: argparse.ArgumentParser, option: str) -> None:
    sub.add_argument("--site", required=True, metavar='"ORG, SITE"', help="the site")
    sub.add_argument(option, dest="number", type=int, required=True, metavar="N", help="document number")
    sub.add_argument("--reason", required=True, help="why; it is written down")


def _url(given: argparse.Namespace) -> str:
    url = given.database or os.environ.get(_URL, "")
    if not url:
        raise Trouble(f"Which head office? Give --database postgresql://…, or set {_URL}.")
    return str(url)


def _site(store: Store, name: str) -> Site:
    for site in store.sites().values():
        if site.name == name:
            return site
    known = "; ".join(site.name for site in store.sites().values()) or "none"
    raise Trouble(f"No site '{name}' is enrolled. Known: {known}.")


def _say(*lines: str) -> None:
    sys.stdout.write("".join(f"{line}\n" for line in lines))


def _init(given: argparse.Namespace) -> int:
    _say(*roles.init(_url(given)))
    return DONE


def _enroll(given: argparse.Namespace) -> int:
    password = ""
    if given.password_file:
        password = given.password_file.read_text("utf-8").partition("\n")[0].strip()
    with Store.open(_url(given)) as store:
        site = roles.enroll(store, given.site, given.public, given.role, password)
    _say(f"{site.name} is enrolled; it logs in as {site.role}")
    return DONE


def _receive(given: argparse.Namespace) -> int:
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


def _status(given: argparse.Namespace) -> int:
    with Store.open(_url(given)) as store:
        only = _site(store, given.site) if given.site else None
        found = states(store, _today(), only)
    if given.json:
        print_json([_as_json(state) for state in found])
    else:
        for state in found:
            _say(*_state(state))
    return NO if any(state.findings for state in found) else DONE


def _as_json(state: State) -> dict[str, Any]:
    return {
        "site": state.site.name,
        "role": state.site.role,
        "last": state.last,
        "age": state.age,
        "day": state.day,
        "document": state.document,
        "public": state.public,
        "findings": state.findings,
    }


def _state(state: State) -> list[str]:
    last = f"last day {state.last}, {state.age} days ago" if state.last else "no day taken in yet"
    lines = [f"{state.site.name}: {last}; document {state.document}; key {state.public[:8] or 'none'}"]
    for kind, words in state.findings.items():
        lines += [f"  {kind}: {one}" for one in words[:_SHOWN]]
        if len(words) > _SHOWN:
            lines.append(f"  {kind}: and {len(words) - _SHOWN} more")
    return lines


def _report(given: argparse.Namespace) -> int:
    span = span_of(given.span, given.on)
    if given.by != SUMS:
        return tell_summary(_told(given, span), span, given, _today())
    if given.pdf:
        raise Trouble("The sums of the database have no paper. Leave out --by sums, or --pdf.")
    with Store.open(_url(given)) as store:
        sums = store.totals(span.first, span.last)
    rows = [[site, f"{days}", *map(plain, cents)] for site, days, *cents in sums]
    if given.csv:
        write_csv(given.csv, Total._fields, rows)
    else:
        print_rows(Total._fields, rows)
    return DONE


def _tax(given: argparse.Namespace) -> int:
    return tell_tax(_told(given, given.quarter), given, _today())


def _told(given: argparse.Namespace, span: Span) -> Records:
    with Store.open(_url(given)) as store:
        found = of_span(store, span)
    if not found.within(span.first, span.last):
        raise Trouble(f"No sealed day of {span.first} to {span.last} is here. Name another date.")
    return found


def _today() -> Date:
    return MachineClock().now().at.date()


def _verify(given: argparse.Namespace) -> int:
    with Store.open(_url(given)) as store:
        only = _site(store, given.site) if given.site else None
        count, bad = verify(store, only)
        asked = {only.id: only} if only else store.sites()
        aside = [(asked[site], it) for site, it in store.pending() if site in asked]
    _say(*(f"{it.site.name}, document {it.number}: {it.words}" for it in bad))
    _say(*(f"{site.name}, document {it.number}: does not stand: {it.words}" for site, it in aside))
    if not bad and not aside:
        _say(f"{count} documents, all whole")
        return DONE
    told = [f"{len(bad)} sites with something wrong"] * bool(bad)
    told += [f"{len(aside)} that do not stand"] * bool(aside)
    _say(f"{count} documents read, {', '.join(told)}")
    return NO


def _derive(given: argparse.Namespace) -> int:
    """What is derived is forgotten, and every document judged again, a site at a time."""
    with Store.open(_url(given)) as store:
        sites = store.sites()
        only = [_site(store, given.site)] if given.site else [*sites.values()]
        done = Received()
        for site in only:
            with store.connection.transaction():
                store.take_turn()
                store.undo(site.id, 1)
                judge(store, sites, [site.id], done)
    _say(f"{len(only)} sites: {done.stands} documents stand, their rows derived anew")
    return DONE


def _revoke(given: argparse.Namespace) -> int:
    with Store.open(_url(given)) as store:
        site = _site(store, given.site)
        roles.revoke(store, site, given.number, given.successor, given.reason)
        return _again(store, site)


def _settle(given: argparse.Namespace) -> int:
    with Store.open(_url(given)) as store:
        site = _site(store, given.site)
        roles.settle(store, site, given.number, given.sha256, given.reason)
        return _again(store, site)


def _again(store: Store, site: Site) -> int:
    """Judge a site again after head office said something."""
    done = Received()
    with store.connection.transaction():
        store.take_turn()
        judge(store, store.sites(), [site.id], done)
    _say(f"written down; {done.stands} documents of {site.name} stand now that did not before")
    return DONE
