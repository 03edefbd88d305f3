"""Rounds worked by hand: a sheet has one on each line, with its result, its section and why."""

import re
from pathlib import Path

import orjson
import pytest

from pitdesk.games.rounds import answer

SHEETS = Path(__file__).with_name("worked")


def sheet(name: str) -> list[object]:
    """The lines of a sheet as parameters: columns, without those that say why."""
    found = []
    for number, line in enumerate((SHEETS / f"{name}.tsv").read_text("utf-8").splitlines(), 1):
        if line and not line.startswith("#"):
            *columns, why = (part.strip() for part in line.split(" | "))
            assert why, number
            found.append(pytest.param(columns, id=f"{number}-{why[:40]}"))
    return found


def settled(facts: dict[str, object]) -> dict[str, object]:
    """What PitDesk answers."""
    return orjson.loads(answer(orjson.dumps(facts)))


def refused(found: dict[str, object], wanted: str) -> bool:
    """Whether a refusal was wanted; then it has one of the codes that fit."""
    assert (found["status"] == "refused") == wanted.startswith("refused"), found
    if found["status"] == "refused":
        codes = {error["code"] for error in found["errors"]}
        assert codes & {*wanted.split()[1:]}, found["errors"]
        assert "wagers" not in found
    return found["status"] == "refused"


def cites(found: dict[str, object], section: str) -> None:
    """The section, or what stands in it, is among those that the answer relies on."""
    if section:
        text = orjson.dumps(found).decode()
        assert re.search(rf'"[^"]*[-.(]?{re.escape(section)}', text), f"{section} in {text}"


def wagers(found: dict[str, object], wanted: dict[str, str]) -> None:
    """Each wager as it was worked: `win 500 vig 25`, `lose`, `void`, `surrender 500` (kept)."""
    lines = {line["wager"]: line for line in found["wagers"]}
    assert {*lines} == {*wanted}
    for name, words in wanted.items():
        line, (result, *amounts) = lines[name], words.split()
        vig = int(amounts[amounts.index("vig") + 1]) if "vig" in amounts else 0
        amount = int(amounts[0]) if amounts and amounts[0].isdigit() else 0
        kept = {"lose": line["stake"], "surrender": amount}.get(result, 0)
        paid = amount if result == "win" else 0
        assert (line["result"], line["paid"], line["collected"], line["commission"]) == (
            *(result, paid, kept, vig),
        ), name
        assert line["returned"] == line["stake"] - kept
        assert line.get("deferred", False) == ("deferred" in amounts)
    totals = found["totals"]
    assert totals["staked"] == sum(line["stake"] for line in lines.values())
    assert totals["house_net"] == sum(
        line["collected"] + line["commission"] - line["paid"] for line in lines.values()
    )


def actions(found: dict[str, object]) -> list[str]:
    """What was ruled, in its order."""
    return [ruling["action"] for ruling in found["rulings"]]
