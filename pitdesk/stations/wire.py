"""What the cage and a station say to each other: typed messages, bounded, as JSON over TLS 1.3."""

from collections.abc import Callable
from datetime import datetime
from typing import Annotated, Literal, TypeAlias, TypeVar, get_args

import msgspec
from msgspec import Meta, Struct

from pitdesk import __version__
from pitdesk.book.people import Signer
from pitdesk.errors import Refusal
from pitdesk.rules.book import Rulebook
from pitdesk.subjects import Subject

MOST = 4 << 20  # bytes of a message: an entry with a picture is a part of it
ASKED_MOST = 1 << 20  # of one that a station sends
PING_S, LOST_S = 2, 4  # a line that says nothing for so long is asked, given up
SAME = f"{__version__} {Rulebook.load().sha256}"  # what must be the same at both ends


class Message(Struct, tag=True, forbid_unknown_fields=True):
    """One message."""


# A station says


class Hello(Message, forbid_unknown_fields=False):
    """Which program it is, and how far its copy of the book reaches: the first thing that is said.

    One of another version is understood, too, as far as it is needed to say so.

    first, link   the links of the copy's first and last entry; nothing of an empty one
    term          how often another copy took the place of the book that it follows
    """

    same: str
    seq: int = 0
    first: bytes = b""
    link: bytes = b""
    term: int = 0


class Ask(Message):
    """A verb is asked for, once however often: `number` is what it is known by, at this station."""

    number: int
    verb: str
    arguments: msgspec.Raw


class SignIn(Message):
    """Somebody signs in at the station."""

    signer: Signer


class SignOut(Message):
    """Nobody is signed in there any more."""


class Has(Message):
    """The station's copy has every entry up to this one, on its disk."""

    seq: int


class Device(Struct, forbid_unknown_fields=True):
    """The printer at a station, as far as a sheet is made for it: as of `printers.Printer`."""

    name: Annotated[str, Meta(min_length=1, max_length=200)]
    width: Annotated[int, Meta(ge=24, le=80)]
    plies: Annotated[int, Meta(ge=1, le=2)]
    qr: bool
    proves: bool


class Again(Struct, frozen=True, forbid_unknown_fields=True):
    """A part of a slip that is to be printed once more."""

    series: str
    number: int
    part: str


class Wants(Message):
    """What is to be printed there next; or a part once more."""

    device: Device
    again: Again | None = None


class Begins(Message):
    """That sheet is about to be sent to its printer: `digest` is the SHA-256 of its bytes."""

    wants: Wants
    digest: bytes


class Came(Message):
    """What is proven of prints: whole; or nothing, where no byte left."""

    attempts: Annotated[tuple[int, ...], Meta(max_length=2)]
    outcome: Literal["whole", "nothing"]


class Pair(Message, forbid_unknown_fields=False):
    """A machine that nobody knows wants to be a station."""

    same: str
    name: Annotated[str, Meta(max_length=40)] = ""
    certificate: bytes = b""


# The cage says


class Welcome(Message):
    """The line is open: how far the book reaches, and who is signed in at this station by the cage.

    parts   of the work that it may ask for;  at: what time it is
    term    how often another copy took the place of the cage's book
    """

    name: str
    parts: tuple[str, ...]
    seq: int
    at: datetime
    signed_in: str | None
    term: int


class Paired(Message):
    """A manager has taken the station in."""


class No(Message):
    """The line is not opened: why, for programs and in words.

    code   "unknown" station, other "version", other "book", the cage's is "older" than the copy or is
           "replaced" by another cage, the copy has what is "lost" at the cage, or no "pairing" goes on
    """

    code: str
    words: str


class News(Message):
    """The next entries of the book: body and link of each."""

    rows: tuple[tuple[bytes, bytes], ...]


class Stands(Message):
    """What was asked for is this entry; 0 where it is none, as of a sign-in.

    alone   whether no other machine had it in time, though the house wants that
    """

    seq: int
    alone: bool = False


class Sheet(Message):
    """A sheet of paper for a station's printer, made at the cage, whose key signs its code.

    entry   the slip's or the reading's;  logo: the entry of the letterhead whose logo is on it
    """

    entry: int
    part: str
    void: bool
    duplicate: int
    name: str
    lines: tuple[str, ...]
    data: bytes
    qr: str
    logo: int


class Begun(Message):
    """The entries that note the print of a sheet; none where it is to be printed no more."""

    attempts: tuple[int, ...]


class Reason(Struct, frozen=True, forbid_unknown_fields=True):
    """One reason of a refusal, as it travels."""

    rule: str
    section: str
    words: str
    code: str = ""
    kind: str = ""  # of what it is about
    about: msgspec.Raw = msgspec.Raw(b"null")

    @classmethod
    def of(cls, one: Refusal) -> "Reason":
        """As the desk gave it."""
        kind = type(one.about).__name__ if one.about else ""
        about = msgspec.Raw(msgspec.json.encode(one.about))
        return cls(one.rule, one.section, one.words, one.code, kind, about)

    @property
    def refusal(self) -> Refusal:
        """As a screen shows it."""
        known: dict[str, type[Subject]] = {one.__name__: one for one in get_args(Subject)}
        about = msgspec.json.decode(self.about, type=known[self.kind]) if self.kind in known else None
        return Refusal(self.rule, self.section, self.words, code=self.code, about=about)


class Refuses(Message):
    """What was asked for is refused, with every reason."""

    reasons: tuple[Reason, ...]


class Fails(Message):
    """What was asked for could not be done: disk, paper, or a station that may not ask for it."""

    words: str


FromStation: TypeAlias = Hello | Ask | Has | SignIn | SignOut | Wants | Begins | Came | Pair
FromCage: TypeAlias = Welcome | Paired | No | News | Stands | Sheet | Begun | Refuses | Fails
T = TypeVar("T")
_STATION: "msgspec.json.Decoder[FromStation]" = msgspec.json.Decoder(FromStation)
_CAGE: "msgspec.json.Decoder[FromCage]" = msgspec.json.Decoder(FromCage)


def encode(message: Message) -> bytes:
    """A message as bytes."""
    return msgspec.json.encode(message)


def decoded(data: bytes | str, decode: Callable[[bytes | str], T]) -> T:
    """What bytes say; msgspec.DecodeError where they say nothing, or are no text."""
    try:
        return decode(data)
    except UnicodeDecodeError as error:
        raise msgspec.DecodeError(str(error)) from None


def from_station(data: bytes | str) -> FromStation:
    """What a station says; msgspec.DecodeError where it is nothing that one may say."""
    return decoded(data, _STATION.decode)


def from_cage(data: bytes | str) -> FromCage:
    """What the cage says; msgspec.DecodeError where it is nothing that it may say."""
    return decoded(data, _CAGE.decode)
