"""What a PitDesk that needs no Python was built with, compared with what is there when it starts."""

import json
import sys
from collections.abc import Mapping
from pathlib import Path

from pitdesk.errors import Trouble

RECORD = "shipped.json"
AGAIN = "Install PitDesk again. Your books are in your own folder and stay untouched."


def record(folder: Path, parts: list[str], versions: Mapping[str, str]) -> str:
    """Say what is shipped: versions, and the size of every file of these parts of the folder."""
    found = (path for part in parts for path in folder.joinpath(part).rglob("*") if path.is_file())
    files = {path.relative_to(folder).as_posix(): path.stat().st_size for path in found}
    return json.dumps({"versions": dict(versions), "files": files}, indent=1, sort_keys=True) + "\n"


def check(folder: Path, versions: Mapping[str, str]) -> None:
    """Compare the files of a folder, and the versions that run, with its record.

    Raises:
        Trouble: they are not those it was built with; the first five are named.
    """
    try:
        shipped = json.loads(folder.joinpath(RECORD).read_text("utf-8"))
        wanted, files = shipped["versions"], shipped["files"]
    except (OSError, ValueError, LookupError, TypeError):
        raise Trouble(f"{folder / RECORD} is missing or damaged. {AGAIN}") from None
    wrong = [
        f"{name} {there} runs, {wanted.get(name, 'none')} was shipped"
        for name, there in versions.items()
        if there != wanted.get(name)
    ]
    wrong += [f"{name} is {was}" for name, size in files.items() if (was := _fault(folder / name, size))]
    if wrong:
        more = f"; and {len(wrong) - 5} more" if wrong[5:] else ""
        raise Trouble(f"This PitDesk is incomplete: {'; '.join(wrong[:5])}{more}. {AGAIN}")


def check_program(versions: Mapping[str, str]) -> None:
    """Check the program that runs, and the SQLite it carries.

    versions   of what else it uses: "PySide6" → "6.11.3"

    Raises:
        Trouble: it is not what was built, or a part of it does not load.
    """
    check(Path(sys._MEIPASS), {"SQLite": sqlite_version(), **versions})  # type: ignore[attr-defined]


def _fault(path: Path, size: int) -> str:
    if not path.is_file():
        return "missing"
    return "" if path.stat().st_size == size else "not as it was"


def sqlite_version() -> str:
    """The SQLite that PitDesk brings along; never the system's, which would be taken in its absence.

    Raises:
        ImportError: it is not there.
    """
    import pysqlite3  # noqa: PLC0415

    return str(pysqlite3.sqlite_version)
