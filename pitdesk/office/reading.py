"""Reading one document: whether it is right in itself, and the rows that head office derives from it.

Pure: no database. A derived row is a line of text, its columns parted by PART: what is copied into the
database and what is verified there is the same line.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import MAXYEAR
from datetime import date as Date
from functools import lru_cache
from hashlib import sha256
from itertools import chain
from operator import itemgetter
from typing import TYPE_CHECKING, Any, NamedTuple

import orjson

from pitdesk.book.past import is_quarter
from pitdesk.codes.keys import public_bytes
from pitdesk.documents.document import CONTEXT, KINDS, SCHEMA, Document

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

SUMMARY = (
    *("gross", "prizes", "agp", "cash_profit", "over_short_cash", "over_short_chips"),
    *("outstanding_change", "outstanding", "redeemed", "by_check", "start_cash", "end_cash"),
    *("withdrawals", "loans", "paybacks", "next_start", "overnight_cash", "overnight_chips"),
    "pending",  # in boxes
    *("over_short_pw", "overnight_pw"),
)
LATER = dict.fromkeys(  # what documents of before, or of one cash bank, say nothing of
    ("overnight_cash", "overnight_chips", "pending", "over_short_pw", "overnight_pw"), 0
)
TABLE = ("drop", "opener", "fills", "credits", "closer", "win")
CHIP = ("opening", "closing", "players", "owned")

_OF = ("site", "number", "date")
COLUMNS = {  # the derived rows, column by column
    "day": (
        *(*_OF, "day", *SUMMARY, "deposit", "deposit_checks", "exceptions"),
        *("deposit_due", "sealed", "prize_basis", "head"),
    ),
    "day_table": (*_OF, "drop_cents", *TABLE[1:], "name", "game", "box"),
    "day_chip": (*_OF, *CHIP, "chip"),
    "day_slips": (*_OF, "first", "last", "cents", "series", "fate"),
    "correction": (*_OF, "cents", "field", "reason", "initials"),
    "deposit": (
        *(*_OF, "cents", "checks", "takes_back", "made", "dates", "bank", "slip", "games", "initials"),
        *("contest", "reason"),
    ),
    "filed": (*_OF, "line", "tax", "filed", "quarter", "paper", "held", "initials"),
    "dealer_week": (*_OF, "gross", "agp", "first", "quarter", "dealer", "basis", "initials"),
}
_SUMMARY_OF, _TABLE_OF, _CHIP_OF = itemgetter(*SUMMARY), itemgetter(*TABLE), itemgetter(*CHIP)
_HIGHEST = 10**15  # cents or pieces: no casino has more, and a database's whole numbers hold it
_LONGEST = 200  # characters of a name that tells rows apart: an index holds it
PART, END = "\x1f", "\x1e"  # between columns, after rows; they stand in no text
_NO_SIGNS = (rb"\u0000", rb"\u001e", rb"\u001f")
_OLD_WORDS = re.compile(r"(fill|credit) (\d+) to (\d+): lost")

Said = dict[str, Any]
"""What a document says, decoded; its schema is in `pitdesk/documents/document.py`."""


class Raw(NamedTuple):
    """A raw document as it is stored: what its row says of it, and the text itself."""

    site: int
    number: int
    date: str
    kind: str
    sha256: str
    text: bytes
    public: str
    signature: str


class DocumentReading(NamedTuple):
    """What a raw document says.

    form     what is wrong with its form, signature or row; "" if nothing. Such a document never stands.
    content  what is wrong with what it says, such as its arithmetic: it stands, its rows do not count
    follows  the hash of the one before; after: its number
    successor  the key it names, of a key document
    about    the hash of the day's document, of a correction
    rows     derived table → its lines
    """

    number: int
    date: str
    kind: str
    sha256: str
    public: str
    form: str
    content: str = ""
    follows: str = ""
    after: int = 0
    successor: str = ""
    about: str = ""
    rows: Mapping[str, list[str]] = {}


class _Wrong(ValueError):
    """Something that it says is wrong, in words."""


def raw_of(site: int, document: Document) -> Raw:
    """A document as a row of a site.

    Raises:
        ValueError: says what it lacks.
    """
    said = document.said
    try:
        number, date, kind = _number(said["number"]), _date_of(said), document.kind
    except (KeyError, TypeError) as error:
        raise ValueError(f"it lacks {error}") from None
    return Raw(
        *(site, number, date, kind, document.sha256, document.text),
        *(document.public, document.signature),
    )


def readings(rows: Iterable[tuple[Raw, str]]) -> list[DocumentReading]:
    """Read raw documents, each with the name of the site that it should be of."""
    return [reading(raw, site) for raw, site in rows]


def reading(raw: Raw, site: str) -> DocumentReading:
    """Read one. The chain, not this, says whether its number and its key are the site's."""
    it = DocumentReading(raw.number, raw.date, raw.kind, raw.sha256, raw.public, "")
    try:
        said = _said(raw, site)
    except ValueError as error:
        return it._replace(form=str(error))
    try:
        found = _content(raw, said)
    except _Wrong as error:
        found = {"content": str(error)}
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        found = {"content": f"it lacks something: {error}"}
    after = said.get("after", raw.number - 1)
    return it._replace(follows=said["previous"], after=after, **found)


def _content(raw: Raw, said: Said) -> Said:
    """What it says besides its form, as the fields of a reading."""
    match raw.kind:
        case "day":
            return {"rows": _day(raw, said)}
        case "correction":
            return {"about": said["about"], "rows": _correction(raw, said)}
        case "deposit":
            return {"rows": _deposit(raw, said)}
        case "key":
            public_bytes(said["successor"])
            return {"successor": said["successor"]}
        case _:
            return {}


# Form and signature


def _said(raw: Raw, site: str) -> Said:
    """What it says, if it is correctly written and signed, and its row says the same."""
    if sha256(raw.text).hexdigest() != raw.sha256:
        raise _Wrong("its text is not the one that was stored: it was changed")
    try:
        said = orjson.loads(raw.text)
        canonical = orjson.dumps(said, option=orjson.OPT_SORT_KEYS)
    except (ValueError, TypeError) as error:  # TypeError: nested too deeply to be written again
        raise _Wrong(f"it cannot be read: {error}") from None
    if not isinstance(said, dict) or canonical != raw.text:
        raise _Wrong("it is not written as documents are: keys in order, no spaces")
    if rb"\u00" in raw.text and any(sign in raw.text for sign in _NO_SIGNS):
        raise _Wrong("it contains a control character")
    if said.get("schema") != SCHEMA:
        raise _Wrong(f"its schema is {said.get('schema')}, and this PitDesk reads {SCHEMA}")
    if said.get("practice") is not False:
        raise _Wrong("it is from a practice book")
    if said.get("kind") not in KINDS or not isinstance(said.get("previous"), str):
        raise _Wrong("it does not say what it is, or which document it follows")
    if type(after := said.get("after", 0)) is not int or not 0 <= after < raw.number:
        raise _Wrong("it does not say which document it comes after")
    if f"{said.get('organization')}, {said.get('site')}" != site:
        raise _Wrong(f"it is of {said.get('organization')}, {said.get('site')}, not of {site}")
    try:
        row = (_number(said["number"]), _date_of(said), said["kind"], said.get("public"))
    except (KeyError, TypeError, ValueError) as error:
        raise _Wrong(f"it has no number or date: {error}") from None
    if row != (raw.number, raw.date, raw.kind, raw.public):
        raise _Wrong(f"it says {row[2]} {row[0]} of {row[1]}, and is stored as another, or its key is")
    if not _signed(raw):
        raise _Wrong("its signature does not fit: it was changed, or another key signed it")
    return said


def _signed(raw: Raw) -> bool:
    from cryptography.exceptions import InvalidSignature  # noqa: PLC0415  (slow, and seldom needed)

    try:
        _key(raw.public).verify(bytes.fromhex(raw.signature), CONTEXT + raw.text)
    except (InvalidSignature, ValueError):
        return False
    return True


@lru_cache(maxsize=4096)
def _key(public: str) -> "Ed25519PublicKey":
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey  # noqa: PLC0415

    return Ed25519PublicKey.from_public_bytes(public_bytes(public))


def _number(number: object) -> int:
    """A number of a document or a day: a database's small whole numbers hold it and the next one."""
    if type(number) is not int or not 0 < number < 2**31 - 1:
        raise ValueError(f"{number!r} is not a number of a document or a day")
    return number


def _date_of(said: Said) -> str:
    """The date that it is filed under: its own, or, of a key, the one it was written on."""
    return _date(said.get("date") or said["at"][:10])


# What it says


def _day(raw: Raw, said: Said) -> dict[str, list[str]]:
    summary = {**LATER, **said["summary"]}
    deposit, tables, chips = said["deposit"], said["tables"], said["chips"]
    banks = _banks(said.get("banks", ()), {**summary, "deposit": deposit["cents"]})
    if wrong := "; ".join((*_arithmetic(summary, deposit["cents"], tables), *banks)):
        raise _Wrong(wrong)
    sums = (_number(said["day"]), *_SUMMARY_OF(summary), deposit["cents"], deposit["checks"])
    won = [_TABLE_OF(table) for table in tables]
    held = [_CHIP_OF(chip) for chip in chips.values()]
    runs = [*_runs(said)]
    _must_be_whole(chain(sums, *won, *held, *(run[:3] for run in runs)))
    _must_be_apart([table["table"] for table in tables])
    _must_be_apart([*chips])
    _must_be_apart([f"{series} {first}" for first, _, _, series, _ in runs])
    words = (_date(deposit["due"]), said["sealed"], summary["prize_basis"], said["head"])
    return {
        "day": [_line(raw, (*sums, len(said["exceptions"])), words)],
        "day_table": [
            _line(raw, cents, (table["table"], table["game"], table["box"]))
            for cents, table in zip(won, tables, strict=True)
        ],
        "day_chip": [_line(raw, pieces, (chip,)) for pieces, chip in zip(held, chips, strict=True)],
        "day_slips": [_line(raw, run[:3], run[3:]) for run in runs],
        **_returns(raw, said),
        **_weeks(raw, said),
    }


def _returns(raw: Raw, said: Said) -> dict[str, list[str]]:
    lines = []
    for at, one in enumerate(said.get("returns", ()), 1):
        held = {game: (gross, agp) for game, (gross, agp) in one["held"].items()}
        _must_be_whole((one["tax"], *chain(*held.values())))
        words = (_date(one["filed"]), _quarter(one["quarter"]), one["paper"], _plain(held))
        lines.append(_line(raw, (at, one["tax"]), (*words, " ".join(one["initials"]))))
    return {"filed": lines}


def _plain(said: Said) -> str:
    return orjson.dumps(said, option=orjson.OPT_SORT_KEYS).decode()


def _weeks(raw: Raw, said: Said) -> dict[str, list[str]]:
    lines = []
    weeks = said.get("weeks", ())
    _must_be_apart([f"{week['quarter']} {week['first']}" for week in weeks])
    for week in weeks:
        of, initials = (_date(week["first"]), _quarter(week["quarter"])), " ".join(week["initials"])
        _must_be_apart([*week["held"]])
        for dealer, (gross, agp, basis) in week["held"].items():
            _must_be_whole((gross, agp))
            lines.append(_line(raw, (gross, agp), (*of, dealer, basis, initials)))
    return {"dealer_week": lines}


def _quarter(text: str) -> str:
    if not is_quarter(text):
        raise _Wrong(f"{text} is no quarter"[:_LONGEST])
    return text


def _arithmetic(its: Mapping[str, int], deposit: int, tables: list[Said]) -> Iterator[str]:
    """What does not add up, each in words: our own arithmetic, on purpose not that of the sites."""
    for table in tables:
        win = table["drop"] + table["closer"] + table["credits"] - table["opener"] - table["fills"]
        if win != table["win"]:
            yield f"table {table['table']} won {win} cents, and it says {table['win']}"
    supplied = its["start_cash"] + its["withdrawals"] + its["loans"] - its["paybacks"]
    over_short = its["over_short_cash"] + its["over_short_chips"]
    counted = its["gross"] + its["end_cash"] - supplied - its["by_check"]
    for name, made, given in (
        ("gross", sum(table["drop"] for table in tables), its["gross"]),
        ("agp", sum(table["win"] for table in tables), its["agp"]),
        ("prizes", its["gross"] - its["agp"], its["prizes"]),
        ("cash profit as counted", counted, its["cash_profit"]),
        (
            "cash profit as booked",
            its["agp"] + its["outstanding_change"] + over_short,
            its["cash_profit"],
        ),
        ("deposit", counted - (its["next_start"] - supplied) + its["by_check"], deposit),
    ):
        if made != given:
            yield f"{name} comes to {made} cents, and it says {given}"


_OF_A_BANK = (  # what the cash banks' parts add up to
    *("gross", "agp", "start_cash", "withdrawals", "loans", "paybacks", "end_cash", "by_check"),
    *("cash_profit", "next_start", "deposit"),
)


def _banks(banks: Sequence[Said], its: Mapping[str, int]) -> Iterator[str]:
    """What does not add up in a cash bank, or in all of them together."""
    for one in banks:
        supplied = one["start_cash"] + one["withdrawals"] + one["loans"] - one["paybacks"]
        profit = one["gross"] + one["end_cash"] - supplied - one["by_check"]
        deposit = profit - (one["next_start"] - supplied) + one["by_check"]
        for name, made in (("cash_profit", profit), ("deposit", deposit)):
            if made != one[name]:
                yield f"{name} of the bank {one['bank']} comes to {made} cents, and it says {one[name]}"
    if not banks:
        return
    for name in _OF_A_BANK:
        if (made := sum(one[name] for one in banks)) != its[name]:
            yield f"{name} of all banks comes to {made} cents, and it says {its[name]}"
    for name in ("over_short", "overnight"):
        by_game = {one["bank"]: one[name] for one in banks}
        for whose, made, given in (
            ("all banks", sum(by_game.values()), its[f"{name}_cash"] + its[f"{name}_chips"]),
            ("the bank PW", by_game.get("PW", 0), its[f"{name}_pw"]),
        ):
            if made != given:
                yield f"{name} of {whose} comes to {made} cents, and it says {given}"


def _runs(said: Said) -> Iterator[tuple[int, int, int, str, str]]:
    for series in ("fill", "credit"):
        for run in said["slips"][series]:
            if not 0 < run["first"] <= run["last"]:
                raise _Wrong(f"its {series} slips run from {run['first']} to {run['last']}")
            yield run["first"], run["last"], run["cents"], series, run["fate"]
    for exception in said["exceptions"]:
        if lost := _lost_by_words(exception["what"]):
            series, first, last = lost
            yield first, last, 0, series, "lost"


def _lost_by_words(what: str) -> tuple[str, int, int] | None:
    """Series, first and last of the numbers that were lost with a damaged book; None of any other note.

    The one reader of words meant for people. A document of schema 1 says nowhere else that numbers
    were lost, and the documents that 0.2.0 signed stay as they are. `book.day` writes the words.
    """
    lost = _OLD_WORDS.match(what)
    return (lost[1], int(lost[2]), int(lost[3])) if lost else None


def _correction(raw: Raw, said: Said) -> dict[str, list[str]]:
    known, changes = {*SUMMARY, "deposit"}, said["changes"]
    for field in changes:
        if field not in known and field.rpartition(".")[2] not in TABLE:
            raise _Wrong(f"a day has no figure called {field}")
    _must_be_whole(changes.values())
    _must_be_apart([*changes])
    words = (said["reason"], " ".join(said["initials"]))
    lines = [_line(raw, (cents,), (field, *words)) for field, cents in changes.items()]
    return {"correction": lines}


def _deposit(raw: Raw, said: Said) -> dict[str, list[str]]:
    contest, back = said.get("contest", ""), said.get("takes_back", 0)
    cents = (said["cents"], said["checks"], back)
    _must_be_whole(cents)
    sign = -1 if "takes_back" in said else 1
    if not 0 <= sign * cents[1] <= sign * cents[0] or bool(said["dates"]) == bool(contest):
        raise _Wrong("its checks are more than the deposit, or it names no day")
    if sign < 0 and not 0 < back < raw.number:
        raise _Wrong(f"it takes back document {back}, which is none before it")
    _must_be_apart(said["dates"])
    dates = ",".join(_date(on) for on in said["dates"])
    words = (said["bank"], said["slip"], ", ".join(said["games"]), " ".join(said["initials"]))
    more = (contest, said.get("reason", ""))
    return {"deposit": [_line(raw, cents, (_date(said["made"]), f"{{{dates}}}", *words, *more))]}


def _line(raw: Raw, amounts: tuple[int, ...], words: tuple[str, ...]) -> str:
    """A derived row. TypeError if one of the words is not text."""
    return PART.join((str(raw.site), str(raw.number), raw.date, *map(str, amounts), *words))


def _must_be_whole(amounts: Iterable[int]) -> None:
    given = [*amounts]
    if {*map(type, given)} != {int} or max(given) > _HIGHEST or min(given) < -_HIGHEST:
        raise _Wrong(f"not all of these are whole amounts: {given}")


def _must_be_apart(names: list[str]) -> None:
    """Names that tell rows apart: each once, and none too long for an index."""
    if len({*names}) < len(names):
        raise _Wrong(f"it names one of these twice: {', '.join(names)}"[:_LONGEST])
    if max(map(len, names), default=0) > _LONGEST:
        raise _Wrong(f"it has a name of more than {_LONGEST} characters")


@lru_cache(maxsize=4096)  # many sites have the same
def _date(text: str) -> str:
    found = Date.fromisoformat(text)
    if found.isoformat() != text or found.year == MAXYEAR:  # after it the calendar ends
        raise ValueError(f"{text} is no date")
    return text
