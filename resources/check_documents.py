"""Check the signed documents of PitDesk sites with nothing but the sites' public keys.

    python check_documents.py PUBLIC_KEY FOLDER        every .pitdesk file in it and below
    python check_documents.py KEY KEY … FILE FILE …    the keys of several sites, and files

Needs Python 3.11 and the package `cryptography`, and nothing of PitDesk. The public key is what
`pitdesk check-slip --show-public` says at the site: get it from there, not from where the files are.
Where a site has changed its key, give the one that signed its first document here.

Checked is, for each document, its form (two lines, JSON with its keys in order, whole numbers) and its
signature; and for each site that numbers have no gap and come once, that each document names the
SHA-256 of the one before, that days are numbered without gaps and their dates rise, and that a change of
key was signed by the key before it. What is wrong gets a line. Not checked is whether what a site signed
is true, and whether documents after the last one here exist.

Exit status: 0 all right, 1 something is wrong, 2 the command line cannot be read or
nothing is there to check.
"""

import argparse
import json
import re
import sys
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
SCHEMA = "pitdesk.document/1"
KINDS = ("day", "correction", "deposit", "key")
SEAL = re.compile(rb"ed25519 ([0-9A-Z]{52}) ([0-9a-f]{128})\n")
CONTEXT = b"pitdesk document 1\n"
MOST_BYTES = 1 << 20  # of a document: a busy day has some twenty thousand


class Document(NamedTuple):
    """A file, the exact text in it, what it says, and the key that signed it."""

    name: str
    text: bytes
    said: dict[str, Any]
    public: str

    @property
    def site(self) -> tuple[str, str]:
        """Whose it is."""
        return str(self.said["organization"]), str(self.said["site"])

    @property
    def sha256(self) -> str:
        """What the next one names."""
        return sha256(self.text).hexdigest()


def read(name: str, data: bytes) -> Document:
    """Read a file and prove its form and its signature; ValueError says what is wrong."""
    text, _, rest = data.partition(b"\n")
    match = SEAL.fullmatch(rest)
    if not match:
        raise ValueError("it is not a line of JSON and one with ed25519, key and signature")
    public, signature = (word.decode() for word in match.groups())
    try:
        said = json.loads(text, parse_float=_refused, parse_constant=_refused)
        plain = json.dumps(said, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()
    except (ValueError, RecursionError) as error:
        raise ValueError(f"its first line is no JSON: {error}") from None
    if not isinstance(said, dict) or plain != text:
        raise ValueError("its first line is not written as documents are: keys in order, no spaces")
    if said.get("schema") != SCHEMA or said.get("kind") not in KINDS:
        raise ValueError(f"it is {said.get('schema')}, {said.get('kind')}: this checks {SCHEMA}")
    numbers = [said.get("number"), *([said.get("day")] if said["kind"] == "day" else [])]
    if not all(type(number) is int and number > 0 for number in numbers):
        raise ValueError("it has no number")
    if not all(isinstance(said.get(name), str) for name in ("organization", "site", "previous", "at")):
        raise ValueError("it does not say whose it is, when it was written, or what it follows")
    if said.get("public") != public:
        raise ValueError("the key it names is not the one beside its signature")
    try:
        key_of(public).verify(bytes.fromhex(signature), CONTEXT + text)
    except (InvalidSignature, ValueError):
        raise ValueError(
            "its signature does not fit: it was changed, or another key signed it"
        ) from None
    return Document(name, text, said, public)


def contents(path: Path) -> bytes:
    """The bytes of a file that can be a document; ValueError where it cannot."""
    if not path.is_file():
        raise ValueError("it is no file")
    if path.stat().st_size > MOST_BYTES:
        raise ValueError(f"it is too big: a document has {MOST_BYTES:,} bytes at most")
    return path.read_bytes()


def _refused(number: str) -> None:
    raise ValueError(f"{number} is no whole number")


def key_of(public: str) -> Ed25519PublicKey:
    """The public key of 52 characters of base32; ValueError where it is none."""
    kept = "".join(char for char in public.upper() if char not in " -").translate(
        str.maketrans("OIL", "011")
    )
    try:
        bits = 0
        for char in kept:
            bits = bits << 5 | ALPHABET.index(char)
        if len(kept) != 52 or bits & 15:
            raise ValueError
    except ValueError:
        raise ValueError("The public key is 52 characters of base32. Copy all of it.") from None
    return Ed25519PublicKey.from_public_bytes((bits >> 4).to_bytes(32, "big"))


def canonical(public: str) -> bytes:
    """The bytes of a key, by which two ways of writing it are one."""
    return key_of(public).public_bytes_raw()


def chained(documents: list[Document], known: set[bytes]) -> Iterator[str]:
    """What is wrong with the documents of one site, in order of their numbers."""
    signer: bytes | None = None
    before: Document | None = None
    day: Document | None = None
    for one in documents:
        said, key = one.said, canonical(one.public)
        if signer is None and key not in known:
            yield f"{one.name}: it is signed by a key that was not given"
        elif signer is not None and key != signer:
            yield f"{one.name}: another key signed it, and no document before it says so"
        if before is None:
            if said["number"] == 1 and said["previous"]:
                yield f"{one.name}: the first document names one before it"
        elif said["number"] == before.said["number"]:
            same = "is here twice" if one.text == before.text else "has another content"
            yield f"{one.name}: number {said['number']} {same}, see {before.name}"
            continue
        elif said["number"] > before.said["number"] + 1:
            yield f"{one.name}: numbers {before.said['number'] + 1} to {said['number'] - 1} are missing"
        elif said["previous"] != before.sha256:
            yield f"{one.name}: it does not follow {before.name}, which was changed or exchanged"
        if said["kind"] == "day":
            if day and said["day"] != day.said["day"] + 1:
                yield f"{one.name}: day {said['day']} does not follow day {day.said['day']}"
            elif day and str(said.get("date")) <= str(day.said.get("date")):
                yield f"{one.name}: its date is not after that of {day.name}"
            day = one
        signer = canonical(str(said["successor"])) if said["kind"] == "key" else key
        before = one


def check(files: list[Path], keys: list[str]) -> tuple[list[str], list[str]]:
    """(what is wrong, what was found of each site), of files that are documents."""
    wrong: list[str] = []
    sites: dict[tuple[str, str], list[Document]] = {}
    for path in files:
        try:
            document = read(path.name, contents(path))
            sites.setdefault(document.site, []).append(document)
        except ValueError as error:
            wrong.append(f"{path}: {error}")
    known = {canonical(key) for key in keys}
    told = []
    for site, documents in sorted(sites.items()):
        documents.sort(key=lambda one: (one.said["number"], one.name))
        try:
            wrong += chained(documents, known)
        except (ValueError, KeyError) as error:
            wrong.append(f"{', '.join(site)}: a change of key names no key ({error})")
        first, last = (documents[at].said["number"] for at in (0, -1))
        told.append(f"{', '.join(site)}: {len(documents)} documents, numbers {first} to {last}")
    return wrong, told


def _files(named: list[Path]) -> list[Path]:
    found: list[Path] = []
    for path in named:
        found += sorted(path.rglob("*.pitdesk")) if path.is_dir() else [path]
    return found


def main() -> int:
    """Check what is named; the exit status."""
    about, _, usage = (__doc__ or "").partition("\n")
    parser = argparse.ArgumentParser(
        description=about, epilog=usage, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("what", nargs="+", metavar="KEY|FILE", help="public keys; files and folders")
    given = parser.parse_args().what
    named = [Path(word) for word in given if Path(word).exists()]
    keys = [word for word in given if not Path(word).exists()]
    try:
        files = _files(named)
        if not keys or not files:
            parser.error("name a public key, and a file or a folder with .pitdesk files that is there")
        wrong, told = check(files, keys)
    except (OSError, ValueError) as error:
        parser.error(f"{error}")
    for line in wrong or [f"all right: {words}" for words in told]:
        print(line)  # noqa: T201
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
