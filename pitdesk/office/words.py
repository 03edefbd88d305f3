"""A database's errors in plain words: what happened, to which server, what to do now."""

import socket
import ssl
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from psycopg import Error

_ASK_FOR_TLS = bytes.fromhex("0000000804d2162f")  # how a client of PostgreSQL begins
_PATIENCE_S = 10
_PORT = 5432
_BY_STATE = {
    "28P01": "does not know the role {user}, or the password is wrong. Check both.",
    "28000": "does not let {user} in from here. Check the role in the address, or ask head office.",
    "3D000": "has no database {database}. Check the address.",
    "3F000": "has no head office in its database {database}. Run 'pitdesk office init' once.",
    "42P01": "has no head office in its database {database}. Run 'pitdesk office init' once.",
    "42501": "does not let the role {user} do this. Log in as one that may; the manual says which.",
    "40001": "was busy: somebody else is receiving documents. Run it again; nothing was lost.",
    "53100": "has no space left on its disk. Free some, then run it again.",
    "25006": "is read-only. Name the server that receives documents.",
    "55P03": "was busy: somebody holds a transaction open. Try again in a minute; nothing was lost.",
    "25P03": "ended what was begun: nothing came for too long. Run it again; nothing was lost.",
    "57014": "took too long and stopped. Try again in a minute; nothing was lost.",
    "53300": "has too many connections open. Try again in a minute; nothing was lost.",
    "PD001": "takes no document that is so long. The documents wait here; ask head office to raise"
    " its limit with 'pitdesk office limits'.",
    "PD002": "takes no more of this site today: the day's limit is reached. The rest waits here and goes"
    " tomorrow; nothing was lost.",
    "PD003": "takes no more of this site: its limit is reached. The documents wait here; ask head office"
    " to raise it with 'pitdesk office limits'.",
    "57P03": "is starting or stopping. Try again in a minute.",
}
_BY_WORDS = (  # libpq's own words: before there is a connection, its errors have no state to go by
    ("does not match host name", "shows the certificate of another server. Check the host's name."),
    ("does not support SSL", "offers no TLS. Nothing was sent; ask head office to switch it on."),
    (
        "root certificate file",
        "cannot be checked: the authority's certificate is not where it should be.",
    ),
    ("password authentication failed", _BY_STATE["28P01"]),
    ("no password supplied", _BY_STATE["28P01"]),
    ("no pg_hba.conf entry", _BY_STATE["28000"]),
    ("FATAL:  role", _BY_STATE["28000"]),
    ("FATAL:  database", _BY_STATE["3D000"]),
)


def words(error: "Error", given: dict[str, str]) -> str:
    """An error of psycopg as a sentence.

    given   the words of the address: host, port, user, dbname, sslrootcert
    """
    servers = servers_of(given)
    names = {"user": given.get("user", ""), "database": given.get("dbname", "")}
    server = _named(servers)
    if found := _BY_STATE.get(error.sqlstate or ""):
        return f"{server} {found.format(**names)}"
    text = str(error)
    if error.sqlstate:
        return f"{server} says no: {text.splitlines()[0]}. Nothing was changed."
    if "certificate verify failed" in text:
        authority = given.get("sslrootcert", "")
        reasons = (_why_not_trusted(host, port, authority) for host, port in servers)
        why = next(filter(None, reasons), "its certificate was refused")
        return f"{server} cannot be trusted: {why}. Nothing was sent; tell head office."
    for part, found in _BY_WORDS:
        if part in text:
            return f"{server} {found.format(**names)}"
    lines = [line for line in text.strip().splitlines() if "Is the server" not in line]
    why = lines[-1].rpartition(": ")[2].strip()
    ports = " or ".join(dict.fromkeys(str(port) for _, port in servers))
    return (
        f"{server}, port {ports}, cannot be reached: {why}. Check the network and the address, then try"
        " again; nothing was lost."
    )


def silent(given: Mapping[str, str], within_s: float | None) -> str:
    """What is said of a server that took the call and then said nothing more."""
    return (
        f"{_named(servers_of(given))} did not answer within {within_s:g} seconds. Try again; nothing was"
        " lost."
    )


def servers_of(given: Mapping[str, str]) -> list[tuple[str, int]]:
    """Host and port of each server that an address names; the socket of this machine is "here"."""
    hosts = (given.get("host") or given.get("hostaddr") or "here").split(",")
    ports = given.get("port", "").split(",")
    ports = ports * len(hosts) if len(ports) == 1 else ports
    return [(host or "here", int(port or _PORT)) for host, port in zip(hosts, ports, strict=False)]


def _named(servers: Iterable[tuple[str, int]]) -> str:
    hosts = [*dict.fromkeys(host for host, _ in servers)]
    if all(host == "here" or host[:1] == "/" for host in hosts):
        return "The server of this machine"
    return f"The server {' or '.join(hosts)}"


def _why_not_trusted(host: str, port: int, authority: str) -> str:
    """Ask a server once more for its certificate, to say what is wrong with it: libpq does not.

    "" where nothing is found to be wrong with it, or it does not answer.
    """
    if not Path(authority).is_file():
        return ""
    context = ssl.create_default_context(cafile=authority)
    context.check_hostname = False
    try:
        with socket.create_connection((host, port), _PATIENCE_S) as plain:
            plain.sendall(_ASK_FOR_TLS)
            if plain.recv(1) == b"S":
                with context.wrap_socket(plain, server_hostname=host):
                    pass
    except ssl.SSLCertVerificationError as error:
        if error.verify_code == 10:  # X509_V_ERR_CERT_HAS_EXPIRED
            return "its certificate has expired"
        return f"its certificate is not by the authority in {authority} ({error.verify_message})"
    except OSError:
        pass
    return ""


def newer(version: int, own: int) -> str:
    """The message about a head office that a newer PitDesk made; own: the schema of this one."""
    made = f"This head office is of schema {version}, newer than this PitDesk ({own})"
    return f"{made}. Install the newer one."
