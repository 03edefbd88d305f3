"""The nights that tests play, by name."""

from pathlib import Path

ROOT = Path(__file__).parents[1]
BUSY = ROOT / "resources" / "busy.shift"  # the demonstration, too
FEW = (  # together they have every kind of entry that any night has
    *("asks", "contests", "drawers", "duties", "holds", "limits", "managers", "midday"),
    *("mistakes", "records", "rules", "treasury"),
)
NIGHTS = {path.stem: path for path in sorted([BUSY, *ROOT.glob("tests/shifts/*.shift")])}
