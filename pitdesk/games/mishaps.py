"""What went wrong at a table, where the text has one answer for each: an action and its section."""

from collections.abc import Iterable, Mapping
from typing import TypeAlias

from pitdesk.games.facts import Fields
from pitdesk.games.results import Fault, Impossible, Ruling

Answers: TypeAlias = Mapping[str, tuple[str, str]]  # action and section by event


class Mishap(Fields, frozen=True):
    """Something that went wrong."""

    event: str
    seat: int | None = None
    wants_cards: bool | None = None


def ruled(events: Iterable[Mishap], answers: Answers) -> tuple[Ruling, ...]:
    """The answer to each, in their order."""
    found = []
    for place, event in enumerate(events):
        if event.event not in answers:
            words = f"The events of this game are {', '.join(sorted(answers))}."
            raise Impossible(Fault("unknown_event", f"events[{place}].event", text=words))
        action, section = answers[event.event]
        found.append(Ruling(event=event.event, action=action, section=(section,)))
    return tuple(found)
