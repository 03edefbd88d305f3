"""make bench: the figures, each beside its goal. make bench ARGS="slip verify" measures these alone."""

import argparse
import sys
import tempfile
import time
from pathlib import Path

sys.path.append(str(Path(__file__).parents[2]))  # the fake printers of the tests

from figures import FIGURES, Rig
from rounds import NOISE, Figure

MANY = 20  # rounds whose median has an interval worth telling
BUILD = Path(__file__).parent.parent.parent / "build"


def main() -> int:
    """Measure what was asked for; 1 if a figure misses its goal."""
    given = _parser().parse_args()
    given.folder.mkdir(parents=True, exist_ok=True)
    began = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="bench-", dir=given.folder) as folder:
        rig = Rig(Path(folder).resolve(), days=given.days, rounds=given.rounds)
        missed = measure(rig, given.figures or list(FIGURES))
    print(f"\n{time.monotonic() - began:.0f} s. {missed or 'No'} figure{'s' * (missed != 1)} missed.")
    return 1 if missed else 0


def measure(rig: Rig, names: list[str]) -> int:
    """Print each figure as soon as it is known; how many fail."""
    print("Ratios of this run, product beside floor; no absolute time is a goal. A median that misses")
    print(f"its goal by more than {NOISE:.0%} fails; what is counted rather than timed, by anything.\n")
    print(f"{'median':>8}{'min':>8}{'max':>8}  {'goal':<9}figure")
    failed = 0
    for name in names:
        for figure in FIGURES[name](rig):
            print(line(figure), flush=True)
            failed += figure.failed
    return failed


def line(figure: Figure) -> str:
    """A figure as it is printed."""
    found = (figure.median, min(figure.ratios), max(figure.ratios)) if figure.ratios else ()
    told = "".join(f"{ratio:8.2f}" for ratio in found) or " " * 24
    verdict = f": {figure.verdict}" if figure.verdict else ""
    if len(figure.ratios) >= MANY:
        verdict = " (median {:.2f} to {:.2f})".format(*figure.interval) + verdict
    return f"{told}  {figure.goal:<9}{figure.name}{verdict}"


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="make bench", description=__doc__)
    parser.add_argument(
        "figures", nargs="*", type=_figure, metavar="FIGURE", help=f"of {', '.join(FIGURES)}"
    )
    parser.add_argument("--days", type=int, default=Rig.days, help="days in the large book")
    parser.add_argument("--rounds", type=int, default=Rig.rounds, help="rounds of what takes seconds")
    parser.add_argument("--folder", type=Path, default=BUILD, help="on the disk to measure")
    return parser


def _figure(name: str) -> str:
    if name not in FIGURES:
        raise argparse.ArgumentTypeError(f"there is no figure {name!r}; choose of {', '.join(FIGURES)}")
    return name


if __name__ == "__main__":
    sys.exit(main())
