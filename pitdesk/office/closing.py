"""Closing a head office's doors: what anybody might do in its database, or a site too long, is ended.

PostgreSQL 13 and 14 let everybody create in the schema `public`, where whoever looks for a function may
find another of the same name. PitDesk's connections do not look there (`store.SETTINGS`); here the
doors are closed as well, as far as the one who runs it may, and the rest is said.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pitdesk.office.store import SETTINGS

if TYPE_CHECKING:
    from psycopg import Connection
    from psycopg.sql import Composed

OF_A_SITE = {  # a site delivers one document at a time, and waits for nobody
    "search_path": SETTINGS["search_path"],
    "lock_timeout": "15s",
    "statement_timeout": "1min",
    "idle_in_transaction_session_timeout": "1min",
}
OF_ALL = {"idle_in_transaction_session_timeout": "10min"}  # a clerk's own, too
MOST = 10  # connections of a site at a time
_ROLES = "SELECT role FROM pitdesk.site JOIN pg_roles ON rolname = role ORDER BY role"
_CREATORS = (  # who may create in `public`, of everybody ("") and the sites
    "SELECT coalesce(role.rolname, '') FROM pg_namespace, aclexplode(coalesce(nspacl,"
    " acldefault('n', nspowner))) AS may LEFT JOIN pg_roles AS role ON role.oid = may.grantee"
    " WHERE nspname = 'public' AND may.privilege_type = 'CREATE' AND (may.grantee = 0 OR role.rolname ="
    " ANY(%s)) ORDER BY 1"
)
_OPEN = (  # what everybody may do in this database besides connecting
    "SELECT may.privilege_type FROM pg_database, aclexplode(coalesce(datacl, acldefault('d', datdba)))"
    " AS may WHERE datname = current_database() AND may.grantee = 0 AND may.privilege_type <> 'CONNECT'"
    " ORDER BY 1"
)
_LARGE = (  # functions with which anybody stores large objects, which no limit counts
    "SELECT proc.oid::regprocedure::text FROM pg_proc AS proc, aclexplode(coalesce(proacl,"
    " acldefault('f', proowner))) AS may WHERE pronamespace = 'pg_catalog'::regnamespace AND proname IN"
    " ('lo_creat', 'lo_create', 'lo_from_bytea', 'lo_put', 'lowrite') AND may.grantee = 0"
    " AND may.privilege_type = 'EXECUTE' ORDER BY 1"
)
_SETTINGS = (
    "SELECT coalesce((SELECT setconfig FROM pg_db_role_setting AS setting LEFT JOIN pg_roles AS role"
    " ON role.oid = setrole LEFT JOIN pg_database AS base ON base.oid = setdatabase"
    " WHERE coalesce(datname, '') = %s AND coalesce(rolname, '') = %s), '{}')"
)
_MOST = "SELECT rolconnlimit FROM pg_roles WHERE rolname = %s"
_STRANGE = (  # what the sites left in `public` while they could
    "SELECT 'function ' || proc.oid::regprocedure FROM pg_proc AS proc JOIN pg_roles AS role"
    " ON role.oid = proowner WHERE pronamespace = 'public'::regnamespace AND rolname = ANY(%(roles)s)"
    " UNION ALL SELECT 'table ' || class.oid::regclass FROM pg_class AS class JOIN pg_roles AS role"
    " ON role.oid = relowner WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p', 'v')"
    " AND rolname = ANY(%(roles)s) ORDER BY 1"
)


def close(connection: "Connection") -> Iterator[str]:
    """Close what is open; what was done, and what only the server's superuser may do, in words."""
    from psycopg import sql  # noqa: PLC0415  (where head office is)

    database = connection.info.dbname
    roles = [row[0] for row in connection.execute(_ROLES)]
    for who in _first(connection, _CREATORS, roles):
        whom = sql.Identifier(who) if who else sql.SQL("PUBLIC")
        yield from _do(connection, sql.SQL("REVOKE CREATE ON SCHEMA public FROM {}").format(whom))
    for right in _first(connection, _OPEN):
        words = sql.SQL("REVOKE {} ON DATABASE {} FROM PUBLIC")
        yield from _do(connection, words.format(sql.SQL(right), sql.Identifier(database)))
    for function in _first(connection, _LARGE):
        words = sql.SQL("REVOKE EXECUTE ON FUNCTION pg_catalog.{} FROM PUBLIC")
        yield from _do(connection, words.format(sql.SQL(function)))
    whole = sql.SQL("DATABASE {}").format(sql.Identifier(database))
    yield from _set(connection, whole, (database, ""), OF_ALL)
    for role in roles:
        yield from close_site(connection, role)
    for what in connection.execute(_STRANGE, {"roles": roles}).fetchall():
        yield f"a site made the {what[0]} in schema public: PitDesk does not use it. Look at it, drop it"


def close_site(connection: "Connection", role: str) -> Iterator[str]:
    """Give a site's role an end to everything that it begins, and few connections."""
    from psycopg import sql  # noqa: PLC0415  (where head office is)

    named = sql.Identifier(role)
    yield from _set(connection, sql.SQL("ROLE {}").format(named), ("", role), OF_A_SITE)
    if connection.execute(_MOST, (role,)).fetchone() == (-1,):
        words = sql.SQL("ALTER ROLE {} CONNECTION LIMIT {}")
        yield from _do(connection, words.format(named, sql.Literal(MOST)))


def _first(connection: "Connection", query: str, *given: object) -> list[str]:
    return [row[0] for row in connection.execute(query, given or None)]


def _set(
    connection: "Connection", what: "Composed", key: tuple[str, str], settings: dict[str, str]
) -> Iterator[str]:
    from psycopg import sql  # noqa: PLC0415  (where head office is)

    row = connection.execute(_SETTINGS, key).fetchone()
    known = {one.partition("=")[0] for one in row[0]} if row else set()
    for name, value in settings.items():
        if name not in known:
            to = sql.SQL(", ").join(map(sql.Literal, value.split(",")))
            words = sql.SQL("ALTER {} SET {} = {}").format(what, sql.Identifier(name), to)
            yield from _do(connection, words)


def _do(connection: "Connection", words: "Composed") -> Iterator[str]:
    """Do it and say so; or say that another must: of what it may not, a server only warns at times."""
    from psycopg.errors import InsufficientPrivilege  # noqa: PLC0415  (where head office is)

    warned: list[str] = []
    note = lambda found: warned.append(found.sqlstate or "")  # noqa: E731
    connection.add_notice_handler(note)
    said = words.as_string(connection)
    try:
        with connection.transaction():
            connection.execute(words)
    except InsufficientPrivilege:
        warned.append("42501")
    finally:
        connection.remove_notice_handler(note)
    if any(state[:2] in ("01", "42") for state in warned):
        yield f"still open. As the server's superuser, in this database, run: {said}"
    else:
        yield f"closed: {said}"
