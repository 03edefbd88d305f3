"""People: come and go on duty, add and change, ties, and the end of a wait."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import TypeVar

from PySide6.QtWidgets import QBoxLayout, QWidget

from pitdesk import kinds
from pitdesk.book.entries import Entry
from pitdesk.book.people import OUTSIDERS, SHIFT_MANAGER, TIES, Hold, Person, Signer
from pitdesk.desk import Desk
from pitdesk.errors import Refusal
from pitdesk.tonight.board import Board, begun
from ui.aloud.roles import Role, read_as
from ui.people.everybody import Everybody, SeenPeople
from ui.people.person import (
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
from ui.widgets.dates import read_day, typed_day
from ui.widgets.fields import Choice, Field, Line, Pick
from ui.widgets.flow import Flow
from ui.widgets.parts import button, card, column, emptied, holder, keep_wide, kind, label, row
from ui.widgets.tile import Tile
from ui.work.form import Call, Form, bound
from ui.work.signers import Who
from ui.work.station import Station

MANAGERS = ("gaming manager", "shift manager")
TIE_WORDS = {
    "supervises": "supervises",
    "household": "shares a household with",
    "family": "is family of",
}
TIED = (
    "Two people of one household or family, or one the supervisor of the other, do not count"
    " a drop together. PitDesk has to know it to say so."
)
WAITING = (
    "After two wrong PINs, each further one makes a person wait longer. From the tenth on, only the"
    " gaming or a shift manager who is on duty opens. Where none is, the wait is five minutes, or half"
    " an hour for somebody off duty with a short PIN. The gaming manager replaces a forgotten PIN:"
    " Add or change."
)
TAKES = Who("Takes over", (SHIFT_MANAGER,), operator=False)
GIVES = Who("Hands over", MANAGERS[::-1], operator=False)
BY_MANAGER = Who("Initialed by", MANAGERS)
T = TypeVar("T")


def halves(left: QBoxLayout, right: QBoxLayout) -> Flow:
    """What is asked at the left, what is known at the right; or below, where there is no room."""
    return Flow(holder(left), holder(right), across=2, gap=24)


def by_name(board: Board) -> list[Person]:
    """Everybody the book knows, in the order of their names."""
    return sorted(board.site.people.values(), key=lambda one: one.name)


class Arrival(Tile):
    """Somebody at a place that stays theirs all night: not here yet, or since when and as what."""

    def __init__(self, pick: Callable[[str], object], person: Person) -> None:
        super().__init__(pick, person.name, person.id)
        self._name, self._since = person.name, label("", "caption")
        name = read_as(label(person.name), Role.StaticText)  # the tile says it
        words = column(name, self._since, gap=0)
        words.setContentsMargins(12, 4, 12, 4)
        self.wear(words)
        kind(self, "tab")

    def tell(self, since: str) -> None:
        """Say since when and as what they are here; "" while they are not."""
        self._since.setText(since or "Not here yet")
        self.setEnabled(not since)
        self.setAccessibleName(f"{self._name}, {self._since.text()}")


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
        """Everybody who may come or is here: those who are not are touched."""
        self._listed: list[tuple[str, str]] = []
        self._arrivals: dict[str, Arrival] = {}
        self._since: Mapping[str, datetime] = {}
        self._flow = Flow(across=4)
        words = "Touch your name, or choose it below; then your own PIN or badge."
        return holder(column(label(words, "muted", wrap=True), holder(self._flow), gap=12))

    def staff(self, board: Board) -> list[Person]:
        """Who holds a role today, or is here."""
        day, here = self.station.today, _here(board)
        return [p for p in by_name(board) if p.id in here or any(holds(r, day) for r in p.roles)]

    def preferred(self, at: int) -> str | None:
        """The first who is not here."""
        board = self.station.board
        return next((one.id for one in self.staff(board) if one.id not in _here(board)), None)

    def refresh(self, board: Board) -> None:
        """Show who is not here yet and who is, each at their place."""
        staff = self.staff(board)
        if (listed := [(one.id, one.name) for one in staff]) != self._listed:
            self._listed = listed
            emptied(self._flow)
            self._arrivals = {one.id: Arrival(self.pick, one) for one in staff}
            for arrival in self._arrivals.values():
                self._flow.addWidget(arrival)
        self._tell(board, self._since)
        if self.isVisible():
            self.station.ask(SeenPeople.of, lambda seen: self._tell(board, seen.since))

    def _tell(self, board: Board, since: Mapping[str, datetime]) -> None:
        self._since, here = since, _here(board)
        for who, arrival in self._arrivals.items():
            at = f" since {board.site.local(since[who]):%H:%M}" if who in since else ""
            arrival.tell(f"{begun(here[who])}{at}" if who in here else "")

    def pick(self, person: str) -> None:
        """Choose who comes; the PIN is next."""
        place = self.signers.places[0]
        place.take_up({"person": person})
        place.first().setFocus()

    def take(self, what: object) -> None:
        """Begin with somebody."""
        if what in self.station.board.site.people:
            self.pick(str(what))

    def call(self) -> Call:
        """An arrival."""
        by = _one(self.signers.value())
        return lambda desk: desk.on_duty(by)

    def done(self, entry: Entry) -> str:
        """Who is here."""
        duty = entry.of(kinds.Duty)
        return f"{self.station.board.name_of(duty.person)} is on duty as {duty.role}."


def _here(board: Board) -> Mapping[str, str]:
    """Who is here tonight → in which role."""
    return board.duty if board.state == "open" else {}


def _one(by: Sequence[Signer]) -> Signer:
    if not by:
        raise ValueError("Choose who initials.")
    return by[0]


class AboutSomebody(Form):
    """A form about one person after another, initialed by a manager."""

    stays = True
    who: Sequence[Who] = (BY_MANAGER,)
    person: Choice | Pick

    def take(self, what: object) -> None:
        """Begin with somebody; with "" for somebody new."""
        self.person.take_up(str(what))


class OffDuty(AboutSomebody):
    """Somebody leaves; they initial it themselves, or a manager does."""

    name = "off duty"
    post_words = "Off duty"

    def fields(self) -> list[Field]:
        """Who leaves."""
        self.person = Choice("person", "Who leaves", across=3)
        self.person.changed.connect(self.another)
        return [self.person]

    def body(self) -> QWidget:
        """Who leaves, and what to think of before."""
        words = "Redeem tips before leaving, and relieve whoever deals. What is still open shows here."
        self._over = button("Hand over the shift first …", self._hand_over, "link")
        line = row(self._over, None)
        return holder(column(self.person, line, label(words, "muted", wrap=True), gap=12))

    def _hand_over(self) -> None:
        self.station.go("hand over")

    def refresh(self, board: Board) -> None:
        """Offer those who are here."""
        names = board.name_of
        self.person.offer([(who, f"{names(who)} · {role}") for who, role in _here(board).items()])
        self.redraw()

    def redraw(self) -> None:
        """Lead whoever has the shift to its hand-over."""
        board = self.station.board
        self._over.setVisible(board.tables_open > 0 and self.person.typed() == board.shift)

    def preferred(self, at: int) -> str | None:
        """Whoever leaves."""
        return self.person.typed() or None

    def call(self) -> Call:
        """A leave."""
        person, by = self.person.value(), _one(self.signers.value())
        return lambda desk: desk.off_duty(person, by)

    def done(self, entry: Entry) -> str:
        """Who left, and what was open."""
        words = f"{self.station.board.name_of(entry.of(kinds.Duty).person)} is off duty."
        if warnings := entry.fact.warnings:
            self.station.say(f"{words} {' '.join(warnings)}", "look")
            return ""
        return words


class HandOver(AboutSomebody):
    """The shift ends and the next one begins: both shift managers initial it."""

    name = "hand over"
    post_words = "Hand over"
    who = (TAKES, GIVES)

    def fields(self) -> list[Field]:
        """Who takes the shift over."""
        self.person = Choice("person", "Who takes the shift over", across=3)
        self.person.changed.connect(self.another)
        return [self.person]

    def body(self) -> QWidget:
        """Whose shift it is, and who may have it."""
        self._whose = label("", "h2", wrap=True)
        words = "Whoever takes it over must be on duty, and may deal. Both give their PIN or badge."
        return holder(column(self._whose, self.person, label(words, "muted", wrap=True), gap=12))

    def refresh(self, board: Board) -> None:
        """Offer the shift managers who are here and have no shift."""
        day, people = self.station.today, board.site.people
        able = [who for who in _here(board) if people[who].holds(SHIFT_MANAGER, day)]
        self.person.offer([(who, board.name_of(who)) for who in able if who != board.shift])
        self._whose.setText(shift_words(board))
        self.redraw()

    def redraw(self) -> None:
        """Ask whoever has the shift, if anybody does."""
        board, gives = self.station.board, self.signers.places[1]
        who = GIVES if board.shift else replace(GIVES, optional=True)
        if gives.who != who:
            gives.ask(who)
        gives.setVisible(board.shift is not None)

    def preferred(self, at: int) -> str | None:
        """Who takes it over, then who has it."""
        return self.station.board.shift if at else self.person.typed() or None

    def call(self) -> Call:
        """A hand-over."""
        return bound(Desk.hand_over, self.person.value(), self.signers.value())

    def done(self, entry: Entry) -> str:
        """Whose shift it is now."""
        return f"{self.station.board.name_of(entry.of(kinds.HandOver).person)} has the shift now."


def shift_words(board: Board) -> str:
    """Whose shift it is, since when."""
    if board.shift is None or board.shift_since is None or board.state != "open":
        return "Nobody has the shift."
    since = f"{board.site.local(board.shift_since):%H:%M}"
    return f"{board.name_of(board.shift)} has had the shift since {since}."


class PersonForm(AboutSomebody):
    """Add somebody, or change somebody: name, roles from a day on, a new PIN, a badge."""

    name = "person"
    post_words = "Keep"
    who = (BY_MANAGER, Who("The person, for a new PIN", (), optional=True, operator=False))

    def fields(self) -> list[Field]:
        """Who, and all that is known of somebody."""
        self.person = Pick("person", "Who", (("", "Somebody new"),))
        self.called, self.initials = name_line(), initials_line()
        self.roles = Roles()
        self.day = Line("day", "Changed roles hold from", read=read_day)
        self.company = Line("company", "Their company, if not yours")
        self.agency = Line("agency", "The temporary agency that sends them", seldom=True)
        self.proof = Proof(digits="Six digits for managers, pit bosses")
        taken = lambda: {p.initials for p in self._others()}  # noqa: E731
        self.suggested = Suggested(self.called, self.initials, taken)
        self.person.changed.connect(self._load)
        self.roles.changed.connect(self._outside)
        who = [self.person, self.called, self.initials, self.roles]
        return [*who, self.day, self.proof, self.company, self.agency]

    def body(self) -> QWidget:
        """Who and how they are called; the roles; the proof."""
        keep_wide(self.initials, 105)
        keep_wide(self.day, 195)
        top = level(row(self.person, self.called, self.initials, gap=12))
        top.setStretch(0, 2)
        top.setStretch(1, 3)
        line = level(row(self.day, self.proof, gap=12, grow=1))
        return holder(column(top, self.roles, line, self.company, self.agency, gap=10))

    def _others(self) -> list[Person]:
        people = self.station.board.site.people.values() if self.station.ready else ()
        return [one for one in people if one.id != self.person.value()]

    @property
    def known(self) -> Person | None:
        """Who is being changed; None for somebody new."""
        return self.station.board.site.people.get(self.person.value()) if self.station.ready else None

    def refresh(self, board: Board) -> None:
        """Offer everybody."""
        options = [(one.id, f"{one.name} · {one.initials}") for one in by_name(board)]
        self.person.offer([("", "Somebody new"), *options])
        self.day.propose(typed_day(self.station.today))
        self.proof.ask(board.site.settings.pin_digits)

    def begin(self, what: object = None) -> None:
        """Come to the front, at the name."""
        super().begin(what)
        if what is not None:
            self.called.first().setFocus()

    def _load(self) -> None:
        """Show what the book says of whoever was chosen."""
        known, day = self.known, self.station.today
        roles = known.roles if known else ()
        self.called.take_up(known.name if known else "")
        self.initials.take_up(known.initials if known else "")
        self.suggested.forget()
        self.roles.take_up([role.name for role in roles if holds(role, day)])
        self.roles.show_held(roles, day)
        self.company.take_up(known.company or "" if known else "")
        self.agency.take_up(known.agency or "" if known else "")
        self.day.clear()
        self.day.propose(typed_day(day))
        self.proof.clear()

    def _outside(self) -> None:
        outside = bool({*OUTSIDERS} & {*self.roles.typed()})
        self.company.setVisible(outside)
        self.agency.setVisible(not outside)

    def typed_anything(self) -> bool:
        """Whether there is somebody to ask the rules about."""
        return bool(self.called.typed().strip())

    def call(self) -> Call:
        """A person."""
        known, name, day = self.known, self.called.value(), self.day.value()
        taken = self.station.board.site.people
        ticked = self.roles.value() if known is None else self.roles.typed()
        pin, badge = self.proof.value()
        before = known or Person(id_of(name, taken), name, "", ())
        outside = bool({*OUTSIDERS} & {*ticked})
        company = (self.company.value() or None) if outside else before.company
        agency = before.agency if outside else self.agency.value() or None
        roles, initials = roles_from(before.roles, ticked, day), self.initials.value()
        person = replace(before, name=name, initials=initials, roles=roles)
        person = replace(person, company=company, agency=agency)
        if person == known and not pin and not badge:
            raise ValueError(f"Nothing is changed of {name}.")
        if known is None and not pin and not badge:
            raise ValueError(f"Let {name} type a PIN, twice, or scan a badge.")
        by = self.signers.value()
        return lambda desk: desk.set_person(person, pin=pin, badge=badge, by=by)

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


class TieForm(AboutSomebody):
    """Note why two people may not count together."""

    name = "tie"
    post_words = "Note the tie"

    def fields(self) -> list[Field]:
        """One, the tie, the other."""
        self.person = Pick("one", "One")
        self.tie = Choice("tie", "Tie", [(tie, TIE_WORDS[tie]) for tie in TIES])
        self.other = Pick("other", "The other")
        return [self.person, self.tie, self.other]

    def body(self) -> QWidget:
        """The sentence, and what it is for; beside it the ties that are known."""
        asked = column(self.person, self.tie, self.other, label(TIED, "muted", wrap=True), None, gap=12)
        self._known = column(gap=6)
        known = column(card(label("Known ties", "h2"), self._known, look="inset"), None)
        return holder(halves(asked, known))

    def refresh(self, board: Board) -> None:
        """Offer everybody, and show what is known."""
        named = sorted((one.id, one.name) for one in board.site.people.values())
        for pick in (self.person, self.other):
            pick.offer([("", "Choose …"), *named])
        emptied(self._known)
        for tie in board.site.ties:
            words = TIE_WORDS.get(tie.kind, tie.kind)
            words = f"{board.name_of(tie.one)} {words} {board.name_of(tie.other)}"
            self._known.addWidget(label(words, wrap=True))
        if not board.site.ties:
            self._known.addWidget(label("None yet.", "muted"))

    def call(self) -> Call:
        """A tie."""
        one, tie, other = self.person.value(), self.tie.value(), self.other.value()
        if not one or not other:
            raise ValueError("Choose both people.")
        by = self.signers.value()
        return lambda desk: desk.set_tie(one, tie, other, by)

    def done(self, entry: Entry) -> str:
        """Who is tied to whom."""
        name, tie = self.station.board.name_of, entry.of(kinds.Tie)
        return f"Noted: {name(tie.one)} {TIE_WORDS[tie.tie]} {name(tie.other)}."


class Unlock(AboutSomebody):
    """End the wait of somebody who mistyped a PIN too often. Not one's own."""

    name = "unlock"
    post_words = "Unlock"
    live = False
    _asked_for = ""

    def fields(self) -> list[Field]:
        """Who must wait."""
        self._held: dict[str, Hold] = {}
        self.person = Pick("person", "Who may try again")
        return [self.person]

    def body(self) -> QWidget:
        """Who, and who is waiting just now."""
        self.waiting = label("", "h2", wrap=True)
        return holder(column(self.waiting, self.person, label(WAITING, "muted", wrap=True), gap=12))

    def refresh(self, board: Board) -> None:
        """Ask who must wait, and offer them first."""
        self._offer(board)
        if self.isVisible():
            self.station.ask(SeenPeople.of, lambda seen: self._show(board, seen))

    def _show(self, board: Board, seen: SeenPeople) -> None:
        self._held = seen.holds
        said = (
            f"{board.name_of(who)} {'is locked' if hold.locked else f'must wait {hold.time}'}."
            for who, hold in seen.holds.items()
        )
        self.waiting.setText(" ".join(said) or "Nobody has to wait.")
        self._offer(board)
        if not self.person.value() and len(seen.holds) == 1:
            self.person.take_up(next(iter(seen.holds)))

    def _offer(self, board: Board) -> None:
        people = sorted(by_name(board), key=lambda one: one.id not in self._held)
        self.person.offer([("", "Choose …"), *((one.id, one.name) for one in people)])

    def call(self) -> Call:
        """An end of the wait; it writes no entry, so the newest that stands comes back."""
        person, by = self.person.value(), _one(self.signers.value())
        if not person:
            raise ValueError("Choose who may try again.")
        self._asked_for = person

        def unlock(desk: Desk) -> Entry:
            desk.unlock(person, by)
            return desk.journal.entry(desk.journal.head.seq)

        return unlock

    def post(self) -> None:
        """Have the desk do it; it writes no entry, so it may be asked again."""
        if self.busy:
            return
        try:
            call = self.read()
        except ValueError:
            return
        self._busy(True)
        ask_all(self.station, call, self._done, self._refused)

    def done(self, entry: Entry) -> str:
        """Who may try again."""
        return f"{self.station.board.name_of(self._asked_for)} may try again now."


def ask_all(
    station: Station,
    call: Callable[[Desk], T],
    done: Callable[[T], object],
    refused: Callable[[list[Refusal]], object],
) -> None:
    """Have the desk do something that is not exactly one entry; trouble comes back as a reason too."""
    trouble = lambda words: refused([Refusal("", "", words)])  # noqa: E731
    station.runner.ask(call, done, refused, trouble)


FORMS = (Everybody, OnDuty, HandOver, OffDuty, PersonForm, TieForm, Unlock)
