"""Where documents go, by address; and how one is appended to head office's database, as a site does."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from pitdesk.documents.document import Document
from pitdesk.documents.targets import (
    ALREADY,
    CONFLICT,
    LOST,
    SETTLED,
    STORED,
    Answer,
    Folder,
    Target,
    Told,
)
from pitdesk.errors import Trouble
from pitdesk.office.reading import Raw, raw_of
from pitdesk.office.store import RAW, Store, connected

if TYPE_CHECKING:
    from psycopg import Connection

PATIENCE_S = 60  # for a delivery that is connected: a server that hangs holds up nothing longer
_SITE = (
    "SELECT id, name, (SELECT max(number) FROM pitdesk.version)"
    " FROM pitdesk.site WHERE role = current_user"
)
_OTHERS = (
    "SELECT number, sha256, text FROM pitdesk.document WHERE site = %s AND sha256 <> %s AND (number = %s"
    " OR (kind = 'day' AND %s = 'day' AND date = %s)) ORDER BY delivered_at, sha256"
)
_ASIDE = "SELECT sha256, settled FROM pitdesk.aside WHERE site = %s AND sha256 = ANY(%s)"
_CHOSEN = "SELECT number, sha256 FROM pitdesk.settled WHERE site = %s AND number = ANY(%s) ORDER BY at"
_WHY = (
    "SELECT reason, who, at::date FROM pitdesk.settled WHERE site = %s AND number = %s"
    " ORDER BY at DESC LIMIT 1"
)
_LOST = (
    "SELECT told.number FROM unnest(%s::int[], %s::text[]) AS told (number, sha256) WHERE NOT EXISTS"
    " (SELECT 1 FROM pitdesk.document AS it WHERE it.site = %s AND it.number = told.number AND"
    " it.sha256 = told.sha256) ORDER BY 1"
)
_DECIDES = 2  # the schema since which sites read what was decided


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
        with connected(self._url, PATIENCE_S) as connection:
            return append(connection, document)

    def review(self, told: Sequence[Told]) -> list[tuple[Told, Answer]]:
        """Which documents it has lost since it answered for them, and which conflicts were settled."""
        with connected(self._url, PATIENCE_S) as connection:
            return review(connection, told)


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
    return _answer(connection, site, raw) or Answer(STORED if added else ALREADY)


def review(connection: "Connection", told: Sequence[Told]) -> list[tuple[Told, Answer]]:
    """Which documents are not there though head office answered for them, and which it settled since."""
    site = connection.execute(_SITE).fetchone()
    if site is None:
        return []
    of = {one.number: one for one in told}
    given = [*of], [one.sha256 for one in of.values()], site[0]
    found = [(of[number], Answer(LOST)) for (number,) in connection.execute(_LOST, given)]
    for one in told:
        if one.answer == CONFLICT and all(one is not lost for lost, _ in found):
            query = f"SELECT {RAW} FROM pitdesk.document WHERE site = %s AND number = %s AND sha256 = %s"
            row = connection.execute(query, (site[0], one.number, one.sha256)).fetchone()
            answer = _answer(connection, site, Raw(*row)) if row else None
            if answer and answer.kind == SETTLED:
                found.append((one, answer))
    return found


def _answer(connection: "Connection", site: tuple[int, str, int], raw: Raw) -> Answer | None:
    """Conflict or settled, where another document of its number or its day is there; else None."""
    given = (raw.site, raw.sha256, raw.number, raw.kind, raw.date)
    others = connection.execute(_OTHERS, given).fetchall()
    if not others:
        return None
    text = others[0][2]
    if site[2] < _DECIDES:
        return Answer(CONFLICT, text)
    there = [(raw.number, raw.sha256), *((number, sha256) for number, sha256, _ in others)]
    numbers, hashes = zip(*there, strict=True)
    aside: dict[str, int] = dict(connection.execute(_ASIDE, (raw.site, [*hashes])).fetchall())
    about, which = aside.get(raw.sha256, 0), "the other stands"
    if not about:
        named: dict[int, str] = dict(connection.execute(_CHOSEN, (raw.site, [*numbers])).fetchall())
        ends = [_end(there[0], other, aside, named) for other in there[1:]]
        about, which = all(ends) and ends[0], "this one stands"
    if not about:
        return Answer(CONFLICT, text)
    why = connection.execute(_WHY, (raw.site, about)).fetchone()
    return Answer(SETTLED, text, f"{which}: {why[0]} ({why[1]}, {why[2]})" if why else which)


def _end(
    mine: tuple[int, str], other: tuple[int, str], aside: Mapping[str, int], named: Mapping[int, str]
) -> int:
    """The number of the decision that ended a conflict with another document; 0 while there is none.

    Of two numbers with one day both stand; it ends when head office names one of the two.
    """
    if other[1] in aside or mine[0] == other[0]:
        return aside.get(other[1], 0)
    return next((number for number, sha256 in (other, mine) if named.get(number) == sha256), 0)
