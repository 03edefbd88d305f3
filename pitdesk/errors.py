"""Bad news has three kinds: a rule says no, the world is wrong, or we are wrong."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

from pitdesk.subjects import Subject


@dataclass(frozen=True, slots=True)
class Refusal:
    """One reason why a verb may not be done.

    rule     the rule's id, such as "nd.08-05.3"
    section  where it stands, such as "N.D.A.C. 99-01.3-08-05(3)"
    words    what happened, to which thing, what to do now: for people, no program reads them
    code     which of the rule's findings it is, such as "box on table"; "" where there is one
    about    the thing that it is about, if there is one
    """

    rule: str
    section: str
    words: str
    code: str = field(default="", kw_only=True)
    about: Subject | None = field(default=None, kw_only=True)

    def __str__(self) -> str:
        return f"{self.words} [{self.section}]"


class Refused(Exception):
    """A rule says no. Nothing was written; `reasons` holds all of them, never only the first."""

    def __init__(self, reasons: Iterable[Refusal]) -> None:
        self.reasons = tuple(reasons)
        super().__init__("\n".join(str(reason) for reason in self.reasons))

    @property
    def rules(self) -> tuple[str, ...]:
        """The ids of the rules that said no, in the order of the rulebook, each once."""
        return tuple(dict.fromkeys(reason.rule for reason in self.reasons))


class Trouble(Exception):
    """Paper, disk or network: what happened, to which thing, what to do now. The book is safe."""


class Moved(Trouble):
    """The file of an open book was removed or replaced; `saved` is the copy that was made of it."""

    def __init__(self, words: str, saved: Path | None) -> None:
        super().__init__(words)
        self.saved = saved
