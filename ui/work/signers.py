"""Initials, taken in place: pick the person, then the PIN or a badge. Nobody is signed out by it."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from PySide6.QtCore import QEvent, QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QPushButton, QWidget

from pitdesk.book.entries import Signature
from pitdesk.book.people import ACTING_CASHIER, SHIFT_MANAGER, Person, Signer, seconded
from pitdesk.errors import Refusal
from ui.aloud.voice import announce
from ui.widgets import theme
from ui.widgets.dots import Dots, needs
from ui.widgets.fields import Field, Pick, Secret
from ui.widgets.flow import spaced
from ui.widgets.notice import Notice
from ui.widgets.parts import BAR, Scrolled, button, column, holder, keep_wide, kind, plain, row
from ui.work.station import Station

GAP = 24
LONGEST_PIN = 12  # what is longer, or has letters, came from a badge


@dataclass(frozen=True, slots=True)
class Who:
    """Whose initials are asked for at one place.

    words     what the person does: "Prepared by"
    roles     the roles that come first for it; any other may still be chosen
    optional  whether it may stay empty; it is then asked for behind a link
    shown     whether an optional one is shown all the same
    signed_in whether being signed in is proof enough
    operator  whether the operator is the one it begins with
    called    whether it is asked for only where the house calls for it: `Signers.call_for`
    """

    words: str
    roles: tuple[str, ...]
    optional: bool = False
    shown: bool = False
    signed_in: bool = False
    operator: bool = True
    called: bool = False


SECOND = Who("Second person", ("pit boss", SHIFT_MANAGER, "gaming manager"), operator=False, called=True)


class Initials(Field):
    """One place for initials: who, as what, and the proof."""

    def __init__(self, station: Station, who: Who) -> None:
        super().__init__("initials", "")
        self._station = station
        self.person = Pick("person", who.words)
        self.role = Pick("role", "As")
        self.pin = Secret("pin", "PIN or badge")
        keep_wide(self.pin.edit, 124)
        kind(self.pin.edit, "pin")
        keep_wide(self.person, 220, most=True)
        self._of = ""  # whose roles are offered
        self.ask(who)
        line = row(self.person, self.role, self.pin, None, gap=12)
        line.setStretch(0, 100)
        self._body(line)
        theme.fitted.connect(self._fit)
        self.person.box.activated.connect(self._chosen)
        self.person.changed.connect(self._roles)
        self.role.changed.connect(self.changed)
        self.pin.changed.connect(self.changed)
        self.person.entered.connect(
            lambda: (self.entered.emit if self.pin.isHidden() else self.pin.edit.setFocus)()
        )
        self.role.entered.connect(lambda: self.pin.edit.setFocus())
        self.pin.entered.connect(self.entered)
        if who.signed_in:
            self.pin.hide()

    def _fit(self) -> None:
        """A name is seen whole, unless it is very long, or keys to touch or least room leave none."""
        whole = min(self.person.box.sizeHint().width(), self.person.maximumWidth())
        roomy = theme.size() > theme.Size.TINY and not theme.touched()
        self.person.setMinimumWidth(whole if roomy else 0)

    def ask(self, who: Who) -> None:
        """Ask for other initials here."""
        self.who = who
        self._touched = False  # whether somebody chose the person
        self.setAccessibleName(who.words)
        self.person.caption_label.setText(who.words)
        self.person.box.setAccessibleName(who.words)
        self.role.box.setAccessibleName(f"{who.words}, as")
        self._name_pin()

    def say_why(self, why: str) -> None:
        """Say in the caption why the house calls for these initials: "more than $500.00"."""
        caption, tone = (f"Second: {why}", "look") if why else (self.who.words, "plain")
        self.person.caption_label.setText(caption)
        kind(self.person.caption_label, "caption", tone=tone)
        told = f"{self.who.words}: {why}. A pit boss or a manager initials, too." if why else ""
        self.person.setAccessibleDescription(told)
        self.person.box.setAccessibleDescription(told)
        self.person.setToolTip(told)

    def _name_pin(self) -> None:
        """Say whose proof it is, for what, and whether Enter comes after it."""
        name = self.somebody.name if self.somebody else ""
        digits = self._station.board.site.pin_digits_of(self.person.value()) if name else None
        self.pin.edit.expect(digits)
        words = f"PIN or badge, {self.who.words} {name}".strip()
        self.pin.edit.setAccessibleName(", ".join(filter(None, [words, needs(digits)])))

    def choose(self, person: str) -> None:
        """Choose who initials here, as if by hand."""
        self.person.take_up(person)
        self._chosen()

    def _chosen(self) -> None:
        self._touched = True

    def offer_people(self, preferred: str | None, others: Sequence[str]) -> None:
        """Offer everybody, those first who hold its roles and are here; begin with the likely one.

        preferred   who it should be, if known
        others      who initials at another place already
        """
        board, on = self._station.board, self._station.today

        def order(one: Person) -> tuple[bool, bool, str]:
            able = any(one.holds(role, on) for role in self.who.roles)
            return not able, one.id not in board.duty, one.name

        people = sorted(board.site.people.values(), key=order)
        options = [(one.id, f"{one.name} · {one.initials}") for one in people]
        self.person.offer([("", "Nobody"), *options] if self.who.optional else options)
        self._fit()
        if not self._touched:
            usual = next((one.id for one in people if one.id not in others), "")
            likely = "" if self.who.optional else preferred or usual
            if likely != self.person.value():
                self.pin.clear()  # typed by the one who stood here: a wrong try of the other's
            self.person.take_up(likely)
        self._roles()

    def _roles(self) -> None:
        before = self._of, self.role.value(), self.pin.isHidden()
        chosen = self.role.value() if self.person.value() == self._of else ""
        self._of = self.person.value()
        held = _roles_of(self.somebody, self._station.today)
        self._name_pin()
        first = [role for role in self.who.roles if role in held]
        roles = [*first, *(role for role in held if role not in first)]
        self.role.offer([(role, role.capitalize()) for role in roles])
        self.role.box.setCurrentIndex(roles.index(chosen) if chosen in roles else 0 if roles else -1)
        self.role.setVisible(len(roles) > 1)
        known = self.who.signed_in and self.person.value() == self._station.board.signed_in
        self.pin.setVisible(not known and bool(self.person.value()))
        if (self._of, self.role.value(), self.pin.isHidden()) != before:
            self.changed.emit()

    @property
    def empty(self) -> bool:
        """Whether nobody initials here."""
        return not self.person.value() or (self.who.called and self.isHidden())

    @property
    def asks(self) -> bool:
        """Whether somebody is chosen here and a proof is asked for."""
        return not self.empty and not self.pin.isHidden()

    @property
    def somebody(self) -> Person | None:
        """Whoever initials here."""
        return self._station.board.site.people.get(self.person.value())

    def value(self) -> Signer:
        """Whoever initials, with the proof they gave."""
        return proven(self.person.value(), self.role.value(), self.pin.value())

    def typed(self) -> dict[str, str]:
        """Who and as what; a PIN is never kept."""
        return {"person": self.person.value(), "role": self.role.value()} if self._touched else {}

    def take_up(self, typed: Mapping[str, str] | None) -> None:
        """Put it back; the PIN is emptied."""
        self.pin.clear()
        self._touched = bool(typed)
        if typed:
            self.person.take_up(typed.get("person"))
            self._roles()
            self.role.take_up(typed.get("role"))

    def first(self) -> QWidget:
        """The PIN once somebody is chosen."""
        return self.pin.edit if self.asks else self.person.box


def proven(person: str, role: str, typed: str) -> Signer:
    """Who initials with what they typed or scanned: a PIN, or what only a badge can say."""
    badge = len(typed) > LONGEST_PIN or not typed.isdigit()
    proof = {"badge" if badge else "pin": typed} if typed else {}
    return Signer(person, role, **proof)


class Signers(Field):
    """All the places for initials of a form, one below the other.

    Attributes:
        notice: what is wrong with them; the form has the room for it.
        links: the ways to places that are not always needed; the form has the room for them, too.
    """

    def __init__(
        self,
        station: Station,
        places: Sequence[Who],
        prefer: Callable[[int], str | None] = lambda _: None,
    ) -> None:
        super().__init__("signers")
        self._station, self._prefer = station, prefer
        self.places = [Initials(station, place) for place in places]
        self.more: list[QPushButton] = []
        self.notice = Notice()
        self._duty: Mapping[str, str] = {}  # who was on duty when it was last looked at
        self._line = column(*self.places, gap=GAP)
        self.links = holder(links := row(gap=16))
        for at, place in enumerate(self.places):
            place.changed.connect(self._changed)
            place.entered.connect(lambda at=at: self._on(at))
            if place.who.optional and not place.who.shown:
                place.hide()
                self.more.append(button(f"+ {place.who.words}", self.show_place, "link", to=place))
                links.addWidget(self.more[-1], alignment=Qt.AlignmentFlag.AlignBottom)
            if place.who.called:
                place.hide()
        links.addStretch(1)
        if not self.more:
            self.links.hide()
        self._body(self._line)
        self.setAccessibleName("Initials")

    def show_place(self, place: Initials) -> None:
        """Ask for initials that are not always needed."""
        place.show()
        place.person.box.setFocus()
        for link in self.more:
            link.setVisible(link.text() != f"+ {place.who.words}")

    def call_for(self, why: str) -> None:
        """Ask for the second person, and say why; no more where nothing calls for one.

        why   "more than $500.00"; "" for nothing
        """
        for place in (one for one in self.places if one.who.called):
            others = [one.value() for one in self.places if one is not place and not one.empty]
            asked = bool(why) and not seconded(others)
            place.say_why(why if asked else "")
            if asked == place.isHidden():
                place.setVisible(asked)
                place.pin.clear()
                self.updateGeometry()
                announce(self, place.person.accessibleDescription() if asked else "")

    def minimumSizeHint(self) -> QSize:
        """As narrow as one place is: below each other they fit."""
        hint = super().minimumSizeHint()
        least = max((place.minimumSizeHint().width() for place in self.places), default=0)
        return QSize(min(hint.width(), least), hint.height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Other room."""
        self._turn(event.size().width())
        super().resizeEvent(event)

    def event(self, event: QEvent) -> bool:
        """Another place, a longer name or larger letters need other room."""
        if event.type() == QEvent.Type.LayoutRequest and self.isVisible():
            self._turn(self.width())
        return super().event(event)

    def _turn(self, wide: int) -> None:
        """Side by side where there is room, else one below the other."""
        parts = [part for part in self.places if not part.isHidden()]
        room = wide >= sum(part.sizeHint().width() for part in parts) + GAP * (len(parts) - 1)
        across, down = QBoxLayout.Direction.LeftToRight, QBoxLayout.Direction.TopToBottom
        spaced(self._line, GAP if room else 4)
        if self._line.direction() != (turned := across if room else down):
            self._line.setDirection(turned)
            self.updateGeometry()

    def _changed(self) -> None:
        self.notice.tell([])
        self.changed.emit()

    def _on(self, at: int) -> None:
        for following in self.places[at + 1 :]:
            if not following.empty and not following.isHidden():
                following.first().setFocus()
                return
        self.entered.emit()

    def refresh(self) -> None:
        """Offer the people of the board as it is."""
        operator, duty = self._station.operator, self._station.board.duty
        if duty != self._duty:  # somebody came, or was not there: what was said of it is settled
            self._duty = duty
            self.notice.tell([])
        taken: list[str] = []
        for at, place in enumerate(self.places):
            preferred = self._prefer(at)
            if preferred is None and place.who.operator and operator and operator.id not in taken:
                on = self._station.today
                able = any(operator.holds(role, on) for role in place.who.roles)
                preferred = operator.id if able or not place.who.roles else None
            place.offer_people(preferred, taken)
            taken.append(place.person.value())

    def value(self) -> list[Signer]:
        """Everybody who initials, in order."""
        return [place.value() for place in self.places if not place.empty]

    def signatures(self) -> tuple[Signature, ...]:
        """As they would stand on a slip."""
        return tuple(
            Signature(who.id, place.role.value(), "both", who.initials, "pin")
            for place in self.places
            if not place.empty and (who := place.somebody)
        )

    def typed(self) -> list[dict[str, str]]:
        """Who initials where; no PINs."""
        return [place.typed() for place in self.places]

    def take_up(self, typed: Sequence[Mapping[str, str]] | None) -> None:
        """Put it back."""
        for at, place in enumerate(self.places):
            place.take_up(typed[at] if typed and at < len(typed) else None)
        self.notice.tell([])

    def forget_pins(self) -> None:
        """Empty every PIN."""
        for place in self.places:
            place.pin.clear()

    def first(self) -> QWidget:
        """The first proof that is asked for; where none is, the first person."""
        return next((place for place in self.places if place.asks), self.places[0]).first()

    def unproven(self) -> str:
        """Who has been named and has given no proof yet, where one is asked for; "" for nobody."""
        for place in self.places:
            if place.asks and not place.isHidden() and not place.pin.value():
                name = place.somebody.name if place.somebody else ""
                self.notice.tell([Refusal("", "", f"{name} gives a PIN or a badge first.")])
                place.pin.edit.setFocus()
                return name
        return ""

    @property
    def asked(self) -> bool:
        """Whether a proof is asked for at all."""
        return any(place.asks for place in self.places)

    def pins(self) -> list[Dots]:
        """The fields for the proofs."""
        return [place.pin.edit for place in self.places]


class Signing(Scrolled):
    """Places for initials. Where fingers touch a window of least room they scroll, and one is seen."""

    def __init__(self, signers: Signers) -> None:
        super().__init__()
        self._signers = signers
        plain(self, signers).setSizePolicy(signers.sizePolicy())

    def minimumSizeHint(self) -> QSize:
        """As large as they are, or as one of them."""
        least = self._signers.minimumSizeHint()
        if not theme.cramped():
            return least
        one = max((place.sizeHint().height() for place in self._signers.places), default=0)
        return QSize(least.width() + BAR, min(one, least.height()))


def _roles_of(person: Person | None, on: date) -> list[str]:
    """The roles somebody may be asked to act as; a dealer may act as the cashier."""
    if person is None:
        return []
    now = [role.name for role in person.roles if person.holds(role.name, on)]
    held = list(dict.fromkeys(now or [role.name for role in person.roles]))
    return held + ([ACTING_CASHIER] if "dealer" in held else [])
