"""A power cut at any moment: what a program wrote is recorded, and the disk is made as a cut leaves it.

strace records what a program does to the files of one folder. `Recording.image` then writes the folder
as it may lie there after a cut: what was flushed is there; of what was not, any part, in any order, torn
at any sector; names in a folder up to any of those that were not flushed.
"""

import random
import re
import shutil
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

import pytest

STRACE = shutil.which("strace")
SECTOR = 512
CALLS = "openat,pwrite64,write,lseek,ftruncate,fsync,fdatasync,rename,unlink,unlinkat,mkdir,rmdir,link"
_CALL = re.compile(r"^\d+ +(\w+)\((.*)\) = (-?\d+)(?:<(.*)>)?$")
_PATHS = re.compile(r'<((?:\\x..)+)>|"((?:\\x..)*)"')
_HEX = re.compile(r"\\x([0-9a-f]{2})")


def traces() -> bool:
    """Whether strace is here and may trace."""
    if not STRACE:
        return False
    tried = subprocess.run([STRACE, "-qq", "-o", "/dev/null", "true"], check=False, capture_output=True)
    return tried.returncode == 0


needs_strace = pytest.mark.skipif(not traces(), reason="strace is missing or may not trace")


Places = dict[str, int]  # an open file → where it is written next


@dataclass
class File:
    """What a name stands for: bytes as they were at first, and what was done since, by when."""

    data: bytes = b""
    writes: list[tuple[int, int, bytes]] = field(default_factory=list)  # when, where, what; -1: cut to
    flushes: list[int] = field(default_factory=list)


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
        for path in sorted(folder.rglob("*")):
            made = "folder" if path.is_dir() else File(path.read_bytes())
            self._first[str(path)] = self._now[str(path)] = made

    # To record

    @classmethod
    def of(cls, folder: Path, code: str, *args: object) -> "Recording":
        """Run Python code that prints "told N"; its arguments follow the folder's path."""
        made, trace = cls(folder), folder.with_name(f"{folder.name}.trace")
        options = ["-f", "-qq", "-y", "-xx", "-s", "100000000", "-e", f"trace={CALLS}", "-o", trace]
        run = subprocess.run(
            [STRACE, *options, sys.executable, "-c", code, folder, *map(str, args)],
            cwd=Path(__file__).parents[1],
            capture_output=True,
            text=True,
            check=False,
        )
        assert run.returncode == 0, run.stderr
        made._read(trace)
        return made

    def _read(self, trace: Path) -> None:
        places: Places = {}
        for line in trace.read_text().splitlines():
            if found := _CALL.match(line):
                call, args, result, opened = found.groups()
                if int(result) >= 0:
                    self._take(call, args, int(result), _plain(opened or ""), places)
        self.end += 1

    def _take(self, call: str, args: str, result: int, opened: str, places: Places) -> None:
        paths = [
            _plain(one)
            for one in re.findall(r'<((?:\\x..)+)>|"((?:\\x..)*)"', args)
            for one in one
            if one
        ]
        if call == "write" and args.startswith("1<"):
            self._say(paths[-1])
        inside = [one for one in paths if self._ours(one)]
        if call == "openat" and self._ours(opened):
            places[f"{result} {opened}"] = 0
            if "O_CREAT" in args and self._now.get(opened) is None:
                self._name(opened, File())
            elif "O_TRUNC" in args:
                self._write(opened, -1, b"", upto=0)
        elif inside:
            self._change(call, args, result, inside, places)

    def _change(
        self, call: str, args: str, result: int, paths: list[str], places: dict[str, int]
    ) -> None:
        path = paths[0]
        key = f"{args.partition('<')[0]} {path}"
        if call == "lseek":
            places[key] = result
        elif call == "write":
            self._write(path, places.get(key, 0), _bytes(args)[:result])
            places[key] = places.get(key, 0) + result
        elif call == "pwrite64":
            self._write(path, int(args.rsplit(", ", 1)[1]), _bytes(args)[:result])
        elif call == "ftruncate":
            self._write(path, -1, b"", upto=int(args.rsplit(", ", 1)[1]))
        elif call in ("fsync", "fdatasync"):
            self._flush(path)
        elif call == "rename":
            moved = [one for one in self._now if one == path or one.startswith(f"{path}/")]
            for one in moved:
                what = self._now[one]
                self._name(paths[1] + one[len(path) :], what, with_next=True)
                self._name(one, None, with_next=one != moved[-1])
        elif call in ("unlink", "unlinkat", "rmdir"):
            self._name(paths[-1], None)
        elif call == "mkdir":
            self._name(path, "folder")
        elif call == "link":
            self._name(paths[1], self._now[path])

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


def _plain(text: str) -> str:
    return bytes.fromhex("".join(_HEX.findall(text))).decode(errors="replace")


def _bytes(args: str) -> bytes:
    found = re.search(r'"((?:\\x..)*)"', args)
    assert found
    return bytes.fromhex(found[1].replace("\\x", ""))
