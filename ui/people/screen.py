"""People: come and go on duty, add and change, ties, and the end of a wait."""

from collections.abc import Callable, Sequence
from typing import Any

from PySide6.QtWidgets import QBoxLayout, QWidget

from pitdesk import kinds
from pitdesk.book.entries import Entry
from pitdesk.book.people import TIES, Person
from pitdesk.desk import Desk
from pitdesk.errors import Refusal
from pitdesk.tonight.board import Board
from ui.people.everybody import Everybody, Seen, waiting_words
from ui.people.person import (
    OUTSIDE,
    Proof,
    Roles,
    Suggested,
    holds,
    id_of,
    initials_line,
    level,
    name_line,
    roles_from,
)
from ui.widgets import theme
from ui.widgets.dates import read_day, typed_day
from ui.widgets.fields import Choice, Field, Line, Pick
from ui.widgets.flow import Flow
from ui.widgets.parts import button, card, column, emptied, holder, label, row
from ui.work.form import Call, Form
from ui.work.signers import Who
from ui.work.station import Station

MANAGERS = ("gaming manager", "shift manager")
TIE_WORDS = {
    "supervises": "supervises",
    "household": "shares a household with",
    "family": "is family of",
}
BY_MANAGER = Who("Initialed by", MANAGERS)


def halves(left: QBoxLayout, right: QBoxLayout) -> Flow:
    """What is asked at the left, what is known at the right; or below, where there is no room."""
    return Flow(holder(left), holder(right), across=2, gap=24)


class OnDuty(Form):
    """Somebody has arrived, in one of their roles, and initials it."""

    name = "on duty"
    post_words = "On duty"
    stays = True
    who = (Who("Comes on duty", (), operator=False),)

    def fields(self) -> list[Field]:
        """None: the initials say it all."""
        return []

    def body(self) -> QWidget:
        """Those who are not here yet, to be touched; beside them those who are."""
        self._away = Flow(across=3)
        hint = label(
            "Touch your name, or choose it below; then your own PIN or badge.", "muted", wrap=True
        )
        away = column(label("Not here yet", "h2"), hint, holder(self._away), None, gap=8)
        self._here = column(gap=6)
        here = column(card(label("Here tonight", "h2"), self._here, look="inset"), None)
        return holder(halves(away, here))

    def away(self, board: Board) -> list[Person]:
        """Who may come: holds a role today, and is not here."""
        day, here = self.station.today, board.duty if board.state == "open" else {}
        people = sorted(board.site.people.values(), key=lambda one: one.name)
        return [p for p in people if p.id not in here and any(holds(r, day) for r in p.roles)]

    def preferred(self, at: int) -> str | None:
        """The first who is not here."""
        return next((one.id for one in self.away(self.station.board)), None)

    def refresh(self, board: Board) -> None:
        """Show who is not here yet and who is."""
        while item := self._away.takeAt(0):
            if old := item.widget():
                old.hide()
                old.deleteLater()
        away = self.away(board)
        for one in away:
            self._away.addWidget(button(one.name, self.pick, "tab", to=one.id))
        if not away:
            self._away.addWidget(label("Everybody is here.", "muted"))
        if self.isVisible():
            self.station.ask(Seen.of, lambda seen: self._show_here(board, seen))

    def _show_here(self, board: Board, seen: Seen) -> None:
        emptied(self._here)
        for who, role in board.duty.items() if board.state == "open" else ():
            at = seen.since.get(who)
            since = f"{role} since {board.site.local(at):%H:%M}" if at else role
            known = board.site.people[who].name
            self._here.addLayout(column(label(known), label(since, "caption"), gap=0))
        if not self._here.count():
            self._here.addWidget(label("Nobody yet.", "muted"))

    def pick(self, person: str) -> None:
        """Choose who comes; the PIN is next."""
        place = self.signers.places[0]
        place.take_up({"person": person})
        place.first().setFocus()

    def take(self, what: object) -> None:
        """Begin with somebody."""
        if what in self.station.board.site.people:
            self.pick(str(what))

    def begin(self, what: object = None) -> None:
        """Come to the front, at the PIN of whoever it is."""
        super().begin(what)
        self.signers.first().setFocus()

    def call(self) -> Call:
        """An arrival."""
        by = _one(self.signers.value())
        return lambda desk: desk.come_on_duty(by)

    def done(self, entry: Entry) -> str:
        """Who is here."""
        duty = entry.of(kinds.Duty)
        return f"{self.station.board.site.people[duty.person].name} is on duty as {duty.role}."


def _one(by: Sequence[Any]) -> Any:
    if not by:
        raise ValueError("Choose who initials.")
    return by[0]


class OffDuty(Form):
    """Somebody leaves; they initial it themselves, or a manager does."""

    name = "off duty"
    post_words = "Off duty"
    stays = True
    who = (BY_MANAGER,)

    def fields(self) -> list[Field]:
        """Who leaves."""
        self.person = Choice("person", "Who leaves", across=3)
        self.person.changed.connect(self._another)
        return [self.person]

    def body(self) -> QWidget:
        """Who leaves, and what to think of before."""
        hint = label(
            "Redeem tips before leaving, and relieve whoever deals. What is still open shows here.",
            "muted",
            wrap=True,
        )
        return holder(column(self.person, hint, gap=12))

    def refresh(self, board: Board) -> None:
        """Offer those who are here."""
        here = board.duty if board.state == "open" else {}
        people = board.site.people
        self.person.offer([(who, f"{people[who].name} · {role}") for who, role in here.items()])

    def _another(self) -> None:
        if self.station.ready:
            self.signers.refresh()

    def preferred(self, at: int) -> str | None:
        """Whoever leaves."""
        return self.person.typed() or None

    def take(self, what: object) -> None:
        """Begin with somebody."""
        self.person.take_up(str(what))

    def call(self) -> Call:
        """A leave."""
        person, by = self.person.value(), _one(self.signers.value())
        return lambda desk: desk.go_off_duty(person, by)

    def done(self, entry: Entry) -> str:
        """Who left, and what was open."""
        known = self.station.board.site.people[entry.of(kinds.Duty).person]
        words = f"{known.name} is off duty."
        if warnings := entry.fact.warnings:
            self.station.say(f"{words} {' '.join(warnings)}", "look")
            return ""
        return words


class PersonForm(Form):
    """Add somebody, or change somebody: name, roles from a day on, a new PIN, a badge."""

    name = "person"
    post_words = "Keep"
    stays = True
    who = (BY_MANAGER, Who("The person, for a new PIN", (), optional=True, operator=False))

    def fields(self) -> list[Field]:
        """Who, and all that is known of somebody."""
        self.person = Pick("person", "Who", (("", "Somebody new"),))
        self.called, self.initials = name_line(), initials_line()
        self.roles = Roles()
        self.day = Line("day", "Changed roles hold from", read=read_day)
        self.company = Line("company", "The firm they count for")
        self.proof = Proof(digits="Six digits for managers, pit bosses")
        taken = lambda: {p.initials for p in self._others()}  # noqa: E731
        self.suggested = Suggested(self.called, self.initials, taken)
        self.person.changed.connect(self._load)
        self.roles.changed.connect(self._outside)
        return [
            self.person,
            self.called,
            self.initials,
            self.roles,
            self.day,
            self.company,
            self.proof,
        ]

    def body(self) -> QWidget:
        """Who and how they are called; the roles; the proof."""
        self.initials.setFixedWidth(theme.pixels() * 7)
        self.day.setFixedWidth(theme.pixels() * 13)
        top = level(row(self.person, self.called, self.initials, gap=12))
        top.setStretch(0, 2)
        top.setStretch(1, 3)
        line = level(row(self.day, self.company, self.proof, gap=12))
        line.setStretch(2, 1)
        return holder(column(top, self.roles, line, gap=10))

    def _others(self) -> list[Person]:
        people = self.station.board.site.people.values() if self.station.ready else ()
        return [one for one in people if one.id != self.person.value()]

    @property
    def known(self) -> Person | None:
        """Who is being changed; None for somebody new."""
        return self.station.board.site.people.get(self.person.value()) if self.station.ready else None

    def refresh(self, board: Board) -> None:
        """Offer everybody."""
        people = sorted(board.site.people.values(), key=lambda one: one.name)
        options = [(one.id, f"{one.name} · {one.initials}") for one in people]
        self.person.offer([("", "Somebody new"), *options])
        self.day.propose(typed_day(self.station.today))

    def take(self, what: object) -> None:
        """Begin with somebody; with "" for somebody new."""
        self.person.take_up(str(what))

    def begin(self, what: object = None) -> None:
        """Come to the front, at the name."""
        super().begin(what)
        if what is not None:
            self.called.first().setFocus()

    def _load(self) -> None:
        """Show what the book says of whoever was chosen."""
        known = self.known
        day = self.station.today
        self.called.take_up(known.name if known else "")
        self.initials.take_up(known.initials if known else "")
        self.suggested.forget()
        self.roles.take_up([r.name for r in known.roles if holds(r, day)] if known else ())
        self.roles.show_held(known.roles if known else (), day)
        self.company.take_up(known.company or "" if known else "")
        self.day.clear()
        self.day.propose(typed_day(day))
        self.proof.clear()

    def _outside(self) -> None:
        self.company.setVisible(OUTSIDE in self.roles.typed())

    def typed_anything(self) -> bool:
        """Whether there is somebody to ask the rules about."""
        return bool(self.called.typed().strip())

    def call(self) -> Call:
        """A person."""
        known, name, day = self.known, self.called.value(), self.day.value()
        taken = self.station.board.site.people
        ticked = self.roles.value() if known is None else self.roles.typed()
        pin, badge = self.proof.value()
        person = Person(
            known.id if known else id_of(name, taken),
            name,
            self.initials.value(),
            roles_from(known.roles if known else (), ticked, day),
            known.pin if known else None,
            known.badge if known else None,
            self._firm(known, ticked),
        )
        if person == known and not pin and not badge:
            raise ValueError(f"Nothing is changed of {name}.")
        if known is None and not pin and not badge:
            raise ValueError(f"Let {name} type a PIN, twice, or scan a badge.")
        by = self.signers.value()
        return lambda desk: desk.set_person(person, pin=pin, badge=badge, by=by)

    def _firm(self, known: Person | None, ticked: Sequence[str]) -> str | None:
        before = known.company if known else None
        return (self.company.value() or None) if OUTSIDE in ticked else before

    def read(self) -> Call:
        """The call; ending the last role is meant, so no tick is no mistake for somebody known."""
        self.roles.must = self.known is None
        return super().read()

    def _refused(self, reasons: list[Refusal]) -> None:
        super()._refused(reasons)
        if any(reason.rule == "pd.pin" for reason in reasons):
            self.proof.first().setFocus()

    def done(self, entry: Entry) -> str:
        """Who it was."""
        person = entry.of(kinds.Person)
        return f"{person.name} ({person.initials}) is kept."


class TieForm(Form):
    """Note why two people may not count together."""

    name = "tie"
    post_words = "Note the tie"
    stays = True
    who = (BY_MANAGER,)

    def fields(self) -> list[Field]:
        """One, the tie, the other."""
        self.one = Pick("one", "One")
        self.tie = Choice("tie", "Tie", [(tie, TIE_WORDS[tie]) for tie in TIES])
        self.other = Pick("other", "The other")
        return [self.one, self.tie, self.other]

    def body(self) -> QWidget:
        """The sentence, and what it is for; beside it the ties that are known."""
        words = (
            "Two people of one household or family, or one the supervisor of the other, do not count"
            " a drop together. PitDesk has to know it to say so."
        )
        why = label(words, "muted", wrap=True)
        asked = column(self.one, self.tie, self.other, why, None, gap=12)
        self._known = column(gap=6)
        known = column(card(label("Known ties", "h2"), self._known, look="inset"), None)
        return holder(halves(asked, known))

    def refresh(self, board: Board) -> None:
        """Offer everybody, and show what is known."""
        people = board.site.people
        named = [("", "Choose …"), *sorted((one.id, one.name) for one in people.values())]
        self.one.offer(named)
        self.other.offer(named)
        emptied(self._known)
        for tie in board.site.ties:
            names = [people[who].name if who in people else who for who in (tie.one, tie.other)]
            words = f"{names[0]} {TIE_WORDS.get(tie.kind, tie.kind)} {names[1]}"
            self._known.addWidget(label(words, wrap=True))
        if not board.site.ties:
            self._known.addWidget(label("None yet.", "muted"))

    def take(self, what: object) -> None:
        """Begin with somebody."""
        self.one.take_up(str(what))

    def call(self) -> Call:
        """A tie."""
        one, tie, other = self.one.value(), self.tie.value(), self.other.value()
        if not one or not other:
            raise ValueError("Choose both people.")
        by = self.signers.value()
        return lambda desk: desk.set_tie(one, tie, other, by)

    def done(self, entry: Entry) -> str:
        """Who is tied to whom."""
        people, told = self.station.board.site.people, entry.of(kinds.Tie)
        one, other = people[told.one].name, people[told.other].name
        return f"Noted: {one} {TIE_WORDS[told.tie]} {other}."


class Unlock(Form):
    """End the wait of somebody who mistyped a PIN too often. Not one's own."""

    name = "unlock"
    post_words = "Unlock"
    stays = True
    live = False
    who = (BY_MANAGER,)

    def __init__(self, station: Station) -> None:
        self._waits: dict[str, int] = {}
        self._asked_for = ""
        super().__init__(station)

    def fields(self) -> list[Field]:
        """Who must wait."""
        self.person = Pick("person", "Who may try again")
        return [self.person]

    def body(self) -> QWidget:
        """Who, and who is waiting just now."""
        self.waiting = label("", "h2", wrap=True)
        words = (
            "After two wrong PINs each further one makes a person wait longer, half an hour from the"
            " eighth on. The gaming or a shift manager can end the wait of somebody else. A PIN that"
            " was forgotten is given anew by the gaming manager: Add or change."
        )
        return holder(column(self.waiting, self.person, label(words, "muted", wrap=True), gap=12))

    def refresh(self, board: Board) -> None:
        """Ask who must wait, and offer them first."""
        self._offer(board)
        if self.isVisible():
            self.station.ask(Seen.of, lambda seen: self._show(board, seen))

    def _show(self, board: Board, seen: Seen) -> None:
        self._waits = seen.waits
        names = [
            f"{board.site.people[who].name} must wait {waiting_words(wait)}."
            for who, wait in seen.waits.items()
        ]
        self.waiting.setText(" ".join(names) or "Nobody has to wait.")
        self._offer(board)
        if not self.person.value() and len(seen.waits) == 1:
            self.person.take_up(next(iter(seen.waits)))

    def _offer(self, board: Board) -> None:
        people = sorted(board.site.people.values(), key=lambda p: (p.id not in self._waits, p.name))
        self.person.offer([("", "Choose …"), *((one.id, one.name) for one in people)])

    def take(self, what: object) -> None:
        """Begin with somebody."""
        self.person.take_up(str(what))

    def call(self) -> Callable[[Desk], Any]:
        """An end of the wait; no entry is made of it."""
        person, by = self.person.value(), _one(self.signers.value())
        if not person:
            raise ValueError("Choose who may try again.")
        self._asked_for = person
        return lambda desk: desk.unlock(person, by)

    def post(self) -> None:
        """Have it done; it writes no entry, so it may be asked again."""
        if self.busy:
            return
        try:
            call = self.read()
        except ValueError:
            return
        self._busy(True)
        ask_all(self.station, call, self._done, self._refused)

    def done(self, entry: Entry | None) -> str:
        """Who may try again."""
        return f"{self.station.board.site.people[self._asked_for].name} may try again now."


def ask_all(
    station: Station,
    call: Callable[[Desk], Any],
    done: Callable[[Any], object],
    refused: Callable[[list[Refusal]], object],
) -> None:
    """Have something done that is not exactly one entry; trouble comes back as a reason too."""
    trouble = lambda words: refused([Refusal("", "", words)])  # noqa: E731
    station.runner.ask(call, done, refused, trouble)


FORMS = (Everybody, OnDuty, OffDuty, PersonForm, TieForm, Unlock)
