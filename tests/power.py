"""A power cut at any moment, and any call that fails: what a program does to a folder, under strace.

strace records what a program does to the files of one folder. `Recording.image` then writes the folder
as it may lie there after a cut: what was flushed is there; of what was not, any part, in any order, torn
at any sector; names in a folder up to any of those that were not flushed. A call that changes a file in
a way that is not known here stops the recording: nothing may change unseen.
"""

import random
import re
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

import pytest

STRACE = shutil.which("strace")
SECTOR = 512
OF_FILES = "write pwrite64 sendfile lseek ftruncate fsync fdatasync"  # each names open files
OF_NAMES = "rename renameat renameat2 unlink unlinkat mkdir mkdirat rmdir"
UNKNOWN = "writev pwritev pwritev2 copy_file_range truncate fallocate link linkat symlink symlinkat"
CALLS = ",".join(f"openat {OF_FILES} {OF_NAMES} {UNKNOWN}".split())
_CALL = re.compile(r"^\d+ +(\w+)\((.*)\) = (-?\d+)(?:<(.*)>)?$")
_OPEN = re.compile(r"(\w+)<((?:\\x..)*)>")  # an open file or folder, and its path
_HALF = " <unfinished ...>"
_TEXT = re.compile(r'"((?:\\x..)*)"')
_NAME = re.compile(rf"(?:{_OPEN.pattern}, )?{_TEXT.pattern}")


def traces() -> bool:
    """Whether strace is here and may trace."""
    if not STRACE:
        return False
    tried = subprocess.run([STRACE, "-qq", "-o", "/dev/null", "true"], check=False, capture_output=True)
    return tried.returncode == 0


needs_strace = pytest.mark.skipif(not traces(), reason="strace is missing or may not trace")


def traced(
    trace: Path, options: Sequence[object], code: str, *args: object
) -> subprocess.CompletedProcess[str]:
    """Run Python code under strace."""
    command = [STRACE, "-f", "--seccomp-bpf", "-qq", "-o", trace, *options, sys.executable, "-c", code]
    return subprocess.run(
        [*map(str, command), *map(str, args)],
        cwd=Path(__file__).parents[1],
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )


@dataclass
class File:
    """What a name stands for: bytes as they were at first, and what was done since, by when."""

    data: bytes = b""
    writes: list[tuple[int, int, bytes]] = field(default_factory=list)  # when, where, what; -1: cut to
    flushes: list[int] = field(default_factory=list)

    @property
    def whole(self) -> bytes:
        """Its bytes with all that was done to it."""
        data = bytearray(self.data)
        for _, where, what in self.writes:
            _apply(data, where, what)
        return bytes(data)


class Name(NamedTuple):
    """A change of a name, when it happened: a file or folder under it, or None."""

    at: int
    path: str
    what: "File | str | None"


class Recording:
    """What a program did to a folder.

    Attributes:
        told: when it said each number.
        end: how many moments there are.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = str(folder)
        self.names: list[Name] = []
        self.told: list[tuple[int, int]] = []
        self.end = 0
        self._flushed: dict[str, list[int]] = {}
        self._now: dict[str, File | str | None] = {}
        self._first: dict[str, File | str] = {}
        self._places: dict[str, int] = {}  # an open file → where it is written next
        for path in sorted(folder.rglob("*")):
            made = "folder" if path.is_dir() else File(path.read_bytes())
            self._first[str(path)] = self._now[str(path)] = made

    # To record

    @classmethod
    def of(cls, folder: Path, code: str, *args: object) -> "Recording":
        """Run Python code that prints "told N"; its arguments follow the folder's path."""
        made, trace = cls(folder), folder.with_name(f"{folder.name}.trace")
        options = ["-y", "-xx", "-s", "100000000", "-e", f"trace={CALLS}"]
        run = traced(trace, options, code, folder, *args)
        assert run.returncode == 0, run.stderr
        with trace.open() as lines:
            for line in _whole(lines):
                if (found := _CALL.match(line)) and int(found[3]) >= 0:
                    made._take(found[1], found[2], int(found[3]), _plain(found[4] or ""))
        trace.unlink()
        made.end += 1
        return made

    def _take(self, call: str, args: str, result: int, opened: str) -> None:
        if call == "write" and args.startswith("1<"):
            self._say(_bytes(args).decode())
        elif call == "openat":
            self._open(args, result, opened)
        elif call in OF_FILES.split():
            named = args.partition('"')[0]  # before what is written
            files = [(number, _plain(path)) for number, path in _OPEN.findall(named)]
            if self._ours(files[0][1]):
                self._change(call, args, result, files)
        else:
            paths = [_joined(*one) for one in _NAME.findall(args)]
            if any(map(self._ours, paths)):
                assert call in OF_NAMES.split(), f"{call}({args}) is not recorded"
                self._rename(call, *paths)

    def _open(self, args: str, result: int, path: str) -> None:
        if not self._ours(path):
            return
        assert "O_APPEND" not in args, f"where {path} is added to is not recorded"
        self._places[f"{result} {path}"] = 0
        if "O_CREAT" in args and self._now.get(path) is None:
            self._name(path, File())
        elif "O_TRUNC" in args:
            self._write(path, -1, b"", upto=0)

    def _change(self, call: str, args: str, result: int, files: list[tuple[str, str]]) -> None:
        number, path = files[0]
        key = f"{number} {path}"
        if call == "lseek":
            self._places[key] = result
        elif call in ("write", "sendfile"):
            at = self._places.get(key, 0)
            data = _bytes(args) if call == "write" else self._sent(args, files[1][1])
            self._write(path, at, data[:result])
            self._places[key] = at + result
        elif call == "pwrite64":
            self._write(path, _last(args), _bytes(args)[:result])
        elif call == "ftruncate":
            self._write(path, -1, b"", upto=_last(args))
        else:
            self._flush(path)

    def _sent(self, args: str, source: str) -> bytes:
        """What one file gets of another: the calls of Python name where in it they begin."""
        found = re.search(r"\[(\d+)\]", args)
        assert found, args
        file = self._now.get(source)
        whole = file.whole if isinstance(file, File) else Path(source).read_bytes()
        return whole[int(found[1]) :]

    def _rename(self, call: str, path: str, target: str = "") -> None:
        if call.startswith("rename"):
            moved = [one for one in self._now if one == path or one.startswith(f"{path}/")]
            for one in moved:
                what = self._now[one]
                self._name(target + one[len(path) :], what, with_next=True)
                self._name(one, None, with_next=one != moved[-1])
        else:
            self._name(path, "folder" if call.startswith("mkdir") else None)

    def _ours(self, path: str) -> bool:
        return path.startswith(f"{self.folder}/") or path == self.folder

    def _say(self, text: str) -> None:
        for number in re.findall(r"told (\d+)\n", text):
            self.told.append((self.end, int(number)))

    def _name(self, path: str, what: "File | str | None", *, with_next: bool = False) -> None:
        self.names.append(Name(self.end, path, what))
        self._now[path] = what
        self.end += not with_next  # what one call does is there together

    def _write(self, path: str, where: int, data: bytes, upto: int = 0) -> None:
        file = self._now.get(path)
        if isinstance(file, File):
            file.writes.append((self.end, where, data if where >= 0 else upto.to_bytes(8)))
            self.end += 1

    def _flush(self, path: str) -> None:
        file = self._now.get(path)
        if isinstance(file, File):
            file.flushes.append(self.end)
        else:
            self._flushed.setdefault(path, []).append(self.end)
        self.end += 1

    # To look at

    def known(self, at: int) -> int:
        """The last number that was said before a moment; 0 before the first."""
        return max((number for when, number in self.told if when <= at), default=0)

    def image(self, at: int, dice: random.Random, target: Path) -> Path:
        """Write the folder as a cut at a moment may leave it."""
        shutil.rmtree(target, ignore_errors=True)
        target.mkdir()
        names = dict(self._first)
        changes = [name for name in self.names if name.at < at]
        sure = max((turn + 1 for turn, name in enumerate(changes) if self._is_sure(name, at)), default=0)
        kept = dice.randint(sure, len(changes))
        while 0 < kept < len(changes) and changes[kept].at == changes[kept - 1].at:
            kept += 1
        for name in changes[:kept]:
            if name.what is None:
                names.pop(name.path, None)
            else:
                names[name.path] = name.what
        for path, what in sorted(names.items()):
            place = target / path[len(self.folder) + 1 :]
            if isinstance(what, File):
                if place.parent.is_dir() and not path.endswith("-shm"):
                    place.write_bytes(_left(what, at, dice))
            else:
                place.mkdir(exist_ok=True)
        return target

    def _is_sure(self, name: Name, at: int) -> bool:
        folder = name.path.rpartition("/")[0]
        return any(name.at < when < at for when in self._flushed.get(folder, ()))


# Calls that fail

NO_ROOM, NO_DISK = "ENOSPC", "EIO"
ERRORS = {  # how a call of a disk fails
    "openat": ("EACCES", NO_ROOM, "EMFILE", NO_DISK),
    "read": (NO_DISK,),
    "pread64": (NO_DISK,),
    "write": (NO_ROOM, NO_DISK),
    "pwrite64": (NO_ROOM, NO_DISK),
    "sendfile": (NO_ROOM, NO_DISK),
    "ftruncate": (NO_DISK,),
    "fsync": (NO_DISK,),
    "fdatasync": (NO_DISK,),
    "rename": (NO_ROOM, NO_DISK),
    "mkdir": (NO_ROOM, "EACCES"),
    "unlink": (NO_DISK,),
}


class Failure(NamedTuple):
    """The n-th call of one name fails; it alone, or each from there on."""

    call: str
    n: int
    error: str
    on: bool


def failures(folder: Path, code: str, *args: object) -> tuple[list[str], list[Failure]]:
    """Run Python code on a folder: what it touches there, and every way in which one of its calls on
    that can fail, in the order of their names.
    """
    trace = folder.with_name(f"{folder.name}.trace")
    options = ["-y", "-xx", "-s", "1", "-e", f"trace={','.join(ERRORS)}"]
    run = traced(trace, options, code, folder, *args)
    assert run.returncode == 0, run.stderr
    counted: Counter[str] = Counter()
    touched = {""}
    for line in _whole(trace.read_text().splitlines(keepends=True)):
        if found := _CALL.match(line):
            named = [_plain(path) for _, path in _OPEN.findall(f"{found[2]} 0<{found[4] or ''}>")]
            named += [_joined(*one) for one in _NAME.findall(found[2]) if found[1] in OF_NAMES.split()]
            ours = {one[len(str(folder)) :] for one in named if one.startswith(f"{folder}/")}
            touched |= ours
            counted[found[1]] += bool(ours)
    cases = [
        Failure(call, n, ERRORS[call][n % len(ERRORS[call])], n % 3 == 0)
        for call in sorted(counted)
        for n in range(1, counted[call] + 1)
    ]
    return sorted(touched), cases


def failed(
    folder: Path, touched: Iterable[str], failure: Failure, code: str, *args: object
) -> subprocess.CompletedProcess[str]:
    """Run Python code on a folder while one of its calls there fails."""
    call, n, error, on = failure
    paths = [word for one in touched for word in ("-P", f"{folder}{one}")]
    inject = ["-e", f"trace={call}", "-e", f"inject={call}:error={error}:when={n}{'+' * on}"]
    return traced(folder.with_name("trace"), [*paths, *inject], code, folder, *args)


def _left(file: File, at: int, dice: random.Random) -> bytes:
    """A file's bytes after a cut: what was flushed, and any part of what was not."""
    flushed = max((when for when in file.flushes if when < at), default=-1)
    data = bytearray(file.data)
    chance = dice.choice((0, 0, 50, 100, 100))
    for when, where, what in file.writes:
        if when >= at:
            break
        if when < flushed:
            _apply(data, where, what)
        elif dice.randrange(100) < chance:
            torn = dice.randrange(0, len(what) + SECTOR, SECTOR)
            _apply(data, where, what if where < 0 else what[:torn])
    return bytes(data)


def _apply(data: bytearray, where: int, what: bytes) -> None:
    if where < 0:
        size = int.from_bytes(what)
        del data[size:]
        data.extend(bytes(size - len(data)))
        return
    data.extend(bytes(max(0, where - len(data))))
    data[where : where + len(what)] = what


def _whole(lines: Iterable[str]) -> Iterator[str]:
    """The calls one by one, though another thread came between the two halves of one."""
    begun: dict[str, str] = {}
    for line in lines:
        thread, _, call = line.rstrip("\n").partition(" ")
        if call.endswith(_HALF):
            begun[thread] = line.removesuffix(f"{_HALF}\n")
        elif call.lstrip().startswith("<... "):
            yield begun.pop(thread) + call.partition(" resumed>")[2].lstrip()
        else:
            yield line


def _plain(text: str) -> str:
    return _read(text).decode(errors="replace")


def _bytes(args: str) -> bytes:
    found = _TEXT.search(args)
    assert found
    return _read(found[1])


def _read(text: str) -> bytes:
    return bytes.fromhex(text.replace("\\x", ""))


def _joined(_: str, folder: str, name: str) -> str:
    """The path that a call names: a name in an open folder, or a whole one."""
    return str(Path(_plain(folder), _plain(name)))


def _last(args: str) -> int:
    return int(args.rpartition(", ")[2])
