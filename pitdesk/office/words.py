"""A database's errors in plain words: what happened, to which server, what to do now."""

import socket
import ssl
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from psycopg import Error

_ASK_FOR_TLS = bytes.fromhex("0000000804d2162f")  # how a client of PostgreSQL begins
_PATIENCE_S = 10
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
    host, port = given.get("host", "here"), given.get("port", "5432")
    names = {"user": given.get("user", ""), "database": given.get("dbname", "")}
    server = "The server of this machine" if host == "here" or host[:1] == "/" else f"The server {host}"
    if found := _BY_STATE.get(error.sqlstate or ""):
        return f"{server} {found.format(**names)}"
    text = str(error)
    if error.sqlstate:
        return f"{server} says no: {text.splitlines()[0]}. Nothing was changed."
    if "certificate verify failed" in text:
        why = _why_not_trusted(host, int(port), given.get("sslrootcert", ""))
        return f"{server} cannot be trusted: {why}. Nothing was sent; tell head office."
    for part, found in _BY_WORDS:
        if part in text:
            return f"{server} {found.format(**names)}"
    lines = [line for line in text.strip().splitlines() if "Is the server" not in line]
    why = lines[-1].rpartition(": ")[2].strip()
    return (
        f"{server}, port {port}, cannot be reached: {why}. Check the network and the address, then try"
        " again; nothing was lost."
    )


def _why_not_trusted(host: str, port: int, authority: str) -> str:
    """Ask the server once more for its certificate, to say what is wrong with it: libpq does not."""
    if not Path(authority).is_file():
        return "its certificate was refused"
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
    return "its certificate was refused"
