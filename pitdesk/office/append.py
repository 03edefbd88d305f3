"""Where documents go, by address; and how one is appended to head office's database, as a site does."""

from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from pitdesk.documents.document import Document
from pitdesk.documents.targets import ALREADY, CONFLICT, STORED, Answer, Folder, Target
from pitdesk.errors import Trouble
from pitdesk.office.reading import raw_of
from pitdesk.office.store import Store, connected

if TYPE_CHECKING:
    from psycopg import Connection

_SITE = "SELECT id, name FROM pitdesk.site WHERE role = current_user"
_OTHERS = (
    "SELECT text FROM pitdesk.document WHERE site = %s AND sha256 <> %s AND"
    " (number = %s OR (kind = 'day' AND %s = 'day' AND date = %s)) ORDER BY delivered_at, sha256 LIMIT 1"
)


def target_of(where: str) -> Target:
    """A target by its address: a folder's path, or postgresql://ROLE@HOST/DATABASE?…

    Raises:
        Trouble: no such address.
    """
    if where.startswith(("postgresql://", "postgres://")):
        return Postgres(where)
    if "://" in where:
        raise Trouble(f"{where} is not the address of a head office. Give a folder, or postgresql://….")
    return Folder(Path(where))


class Postgres:
    """Head office's database, over TLS with the server's certificate checked, as the site's own role."""

    def __init__(self, url: str) -> None:
        """The password is in the address, or in the password file that libpq reads."""
        parts = urlsplit(url)
        self._url = url
        self.name = f"office {parts.hostname or 'here'}{parts.path}"

    def deliver(self, document: Document) -> Answer:
        """Append the document in one transaction, or say what is there under its number."""
        with connected(self._url) as connection:
            return append(connection, document)


def append(connection: "Connection", document: Document) -> Answer:
    """Store a document under the site that the connection's role is of; whether there is another.

    Both texts of a conflict are kept, so that head office sees them; the first stands until it says
    otherwise. Whoever calls commits.

    Raises:
        Trouble: the role is of no site, or the document is not this site's.
        psycopg.Error: the server says no, or nothing.
    """
    site = connection.execute(_SITE).fetchone()
    if site is None or site[1] != document.site:
        of = "no site" if site is None else site[1]
        raise Trouble(
            f"Head office has this role for {of}, and the document is of {document.site}. Check the role"
            " in the address, or ask head office to enroll the site."
        )
    if document.said.get("practice"):
        raise Trouble("Practice books are not sent to head office. Send from the real book.")
    raw = raw_of(site[0], document)
    added = Store(connection).add([raw])
    found = (raw.site, raw.sha256, raw.number, raw.kind, raw.date)
    other = connection.execute(_OTHERS, found).fetchone()
    if other:
        return Answer(CONFLICT, other[0])
    return Answer(STORED if added else ALREADY)
