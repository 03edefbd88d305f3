"""The steps of the first run, in the order in which a house is set up."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from PySide6.QtWidgets import QBoxLayout, QWidget

from pitdesk.book.people import DEALERS, TIES, Person, Tie
from pitdesk.book.site import Layout
from pitdesk.chips import Chip
from pitdesk.chipset.law import CHIP_SET
from pitdesk.kinds import Look, Role
from pitdesk.tonight.board import Board
from ui.chips.types import ChipTiles, chip_types, look_words
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
from ui.people.screen import TIE_WORDS
from ui.setup.screen import SiteForm, TableFields, table_words
from ui.setup.step import MANAGER, Listed, ListStep, Step
from ui.widgets.fields import Field, Line, Pick
from ui.widgets.parts import button, card, column, emptied, holder, label, pill, row
from ui.work.form import Call
from ui.work.station import Station

NEEDED = (  # what somebody must be able to act as before a day can be opened, in words
    ("a shift manager", ("shift manager",)),
    ("a cashier", ("cashier",)),
    ("a dealer or wheel operator", DEALERS),
)
SHORTEST = 4  # digits of a PIN
COUNTING = ("count team", "outside count team")


def lacking(people: Collection[Person]) -> list[str]:
    """What nobody among these can act as yet, in words; empty when a day can be opened."""
    held = {role.name for one in people for role in one.roles if role.until is None}
    return [words for words, roles in NEEDED if not held & {*roles}]


def advised(people: Collection[Person]) -> str:
    """What is not needed to open a day, but to close it; "" for nothing."""
    counting = [p for p in people if any(role.name in COUNTING for role in p.roles)]
    if len(counting) >= 2:
        return ""
    return "The drop is counted by two people: give two the role of count team."


class Organization(Step, SiteForm):
    """Step 1: what stands on every slip."""

    title = "Organization and site"
    why = "Both names appear on every slip and report. You can change all of this later, in Set-up."

    def refresh(self, board: Board) -> None:
        """A new book begins with the shortest PINs, whose last digit takes no Enter."""
        super().refresh(board)
        if not board.site.organization and not self.typed_anything():
            self.pins.take_up(str(SHORTEST))
            self.shown()

    def complete(self) -> bool:
        """Whether nothing is changed."""
        try:
            return bool(self.station.board.site.organization) and not self.changes()
        except ValueError:
            return False


class InCharge(Step):
    """Step 2: who answers for it."""

    title = "Gaming manager"
    why = (
        "There is exactly one. The gaming manager initials everything that is set up after this, and"
        " types the PIN here alone: nobody else learns it."
    )

    def fields(self) -> list[Field]:
        """Name, initials, PIN."""
        self.called, self.initials = name_line(), initials_line()
        self.proof = Proof(digits="Six to twelve digits")
        self.suggested = Suggested(self.called, self.initials, lambda: ())
        return [self.called, self.initials, self.proof]

    def body(self) -> QWidget:
        """The fields; or who it is, once that is known."""
        self.known = label("", "h2", wrap=True)
        line = named(self.called, self.initials)
        words = label(
            "Not 123456, not one digit over and over. Two typed alike, so that no slip of a finger"
            " locks you out. A badge can take the place of a PIN.",
            "caption",
            wrap=True,
        )
        self.asked = holder(column(line, self.proof, words, gap=12))
        return holder(column(self.known, self.asked, gap=0))

    def refresh(self, board: Board) -> None:
        """Show who it is, once that is known."""
        super().refresh(board)
        known = self.manager
        self.proof.ask(board.site.settings.pin_digits, 6)
        self.asked.setVisible(known is None)
        self.signers.hide()
        self.known.setVisible(known is not None)
        self.known.setText(f"{known.name} ({known.initials}) is the gaming manager." if known else "")

    def call(self) -> Call:
        """The gaming manager."""
        name, initials, (pin, badge) = self.called.value(), self.initials.value(), self.proof.value()
        if not pin and not badge:
            raise ValueError("Type a PIN of six digits at least, twice; or scan a badge.")
        roles = (Role(MANAGER, self.station.today),)
        person = Person(id_of(name, ()), name, initials, roles)
        return lambda desk: desk.set_person(person, pin=pin, badge=badge)

    def complete(self) -> bool:
        """Whether there is one."""
        return self.manager is not None

    def finish(self) -> None:
        """The manager is kept: go on."""
        self.proof.clear()
        super().finish()


def named(name: Line, initials: Line) -> QBoxLayout:
    """A name with the initials beside it."""
    line = level(row(name, initials, gap=12))
    line.setStretch(0, 4)
    line.setStretch(1, 1)
    return line


@dataclass(frozen=True, slots=True)
class Newcomer:
    """Somebody to be kept, with the proof they typed."""

    person: Person
    pin: str = ""
    badge: str = ""


class People(ListStep[Newcomer]):
    """Step 3: everybody else."""

    title = "People"
    why = (
        "Everybody who will initial something. Each types a PIN of their own here, or scans a badge;"
        " one person may hold several roles."
    )
    add_words = "Add this person"
    about = "roles"

    def __init__(self, station: Station, parent: QWidget | None = None) -> None:
        self.ties: list[Listed[Tie]] = []
        super().__init__(station, parent)

    def fields(self) -> list[Field]:
        """One person."""
        self.called, self.initials = name_line(), initials_line()
        self.roles = Roles(across=3)
        self.company = Line("company", "The firm they count for")
        self.proof = Proof(digits="Four to twelve digits")
        self.suggested = Suggested(self.called, self.initials, self._initials)
        self.roles.changed.connect(self._outside)
        return [self.called, self.initials, self.roles, self.company, self.proof]

    def refresh(self, board: Board) -> None:
        """Show the list, and how many digits a PIN has."""
        super().refresh(board)
        self.proof.ask(board.site.settings.pin_digits)

    def _initials(self) -> set[str]:
        editing = self._editing.key if self._editing else ""
        everybody = self._people() if self.station.ready else ()
        return {one.initials for one in everybody if one.id != editing}

    def _people(self) -> list[Person]:
        return [draft.what.person for draft in self.everything()]

    def body(self) -> QWidget:
        """Name, roles, proof, and the button that adds them."""
        line = named(self.called, self.initials)
        self.company.hide()
        foot = self.add_line("Six digits at least for managers and pit bosses.")
        return holder(column(line, self.roles, self.company, self.proof, foot, gap=10))

    def _outside(self) -> None:
        self.company.setVisible(OUTSIDE in self.roles.typed())

    def one(self) -> Listed[Newcomer]:
        """Somebody."""
        before = self._editing.what if self._editing else None
        name, (pin, badge) = self.called.value(), self.proof.value()
        known = self.station.board.site.people.get(before.person.id) if before else None
        if before and not pin and not badge:
            pin, badge = before.pin, before.badge
        if not pin and not badge and known is None:
            raise ValueError(f"Let {name} type a PIN, twice, or scan a badge.")
        person = Person(
            before.person.id if before else id_of(name, {one.id for one in self._people()}),
            name,
            self.initials.value(),
            roles_from(known.roles if known else (), self.roles.value(), self.station.today),
            known.pin if known else None,
            known.badge if known else None,
            (OUTSIDE in self.roles.typed() and self.company.value()) or None,
        )
        return newcomer(person, pin, badge)

    def show_one(self, draft: Listed[Newcomer]) -> None:
        """Somebody, to be changed; a PIN that was given stays unless another is typed."""
        one, day = draft.what.person, self.station.today
        self.called.take_up(one.name)
        self.initials.take_up(one.initials)
        self.suggested.forget()
        self.roles.take_up([role.name for role in one.roles if holds(role, day)])
        self.company.take_up(one.company)
        self.proof.clear()

    def kept(self, board: Board) -> Sequence[Listed[Newcomer]]:
        """Everybody in the book."""
        return [newcomer(one) for one in board.site.people.values()]

    def lacks(self) -> str:
        """Whom a night cannot do without."""
        needed = lacking(self._people())
        return f"Add {', '.join(needed)}. One person may be several." if needed else ""

    def show_needs(self, into: QBoxLayout) -> None:
        """Whom a night needs, ticked off."""
        people = self._people()
        needed = lacking(people)
        needs = [(words in needed, "Needed", "look", words.capitalize()) for words, _ in NEEDED]
        needs.append((bool(advised(people)), "Advised", "plain", "Two for the count team"))
        for missing, word, tone, words in needs:
            state = pill(word, tone) if missing else pill("✓", "good")
            line = row(state, label(words, wrap=True), gap=8)
            line.setStretch(1, 1)
            into.addLayout(line)
        self._offer_ties(people)

    # Ties

    def below(self) -> list[QWidget]:
        """Who is tied to whom, and a line to note it."""
        self.tie_one, self.tie_other = Pick("one", "One"), Pick("other", "The other")
        self.tie = Pick("tie", "", [(tie, TIE_WORDS[tie]) for tie in TIES])
        self.tie.box.setAccessibleName("Tie")
        self._ties = column(gap=4)
        self.tie_words = label("", "wrong", wrap=True)
        add = button("Note this tie", self.add_tie)
        asked = column(self.tie_one, self.tie, self.tie_other, self.tie_words, row(add, None), gap=6)
        self._tie_form = holder(asked)
        self._tie_form.hide()
        more = button("Note a tie …", self._ask_ties, "link")
        return [card(label("Ties", "h2"), self._ties, more, self._tie_form, gap=6)]

    def _ask_ties(self) -> None:
        self._tie_form.setVisible(not self._tie_form.isVisibleTo(self))
        if self._tie_form.isVisibleTo(self):
            self.tie_one.first().setFocus()

    def _offer_ties(self, people: Sequence[Person]) -> None:
        names = {one.id: one.name for one in people}
        for pick in (self.tie_one, self.tie_other):
            pick.offer([("", "Choose …"), *names.items()])
        emptied(self._ties)
        for tie in (*self.station.board.site.ties, *(draft.what for draft in self.ties)):
            one, other = names.get(tie.one, tie.one), names.get(tie.other, tie.other)
            self._ties.addWidget(label(f"{one} {TIE_WORDS[tie.kind]} {other}.", "caption", wrap=True))
        if not self._ties.count():
            words = (
                "Two of one household or family, or one the other's supervisor, do not count together."
            )
            self._ties.addWidget(label(words, "caption", wrap=True))

    def add_tie(self) -> None:
        """Note a tie, to be kept with the list."""
        tie = Tie(self.tie.value(), self.tie_one.value(), self.tie_other.value())
        chosen = bool(tie.one and tie.other) and tie.one != tie.other
        self.tie_words.setText("" if chosen else "Choose two people.")
        if chosen:
            write = lambda desk, by: desk.set_tie(tie.one, tie.kind, tie.other, by)  # noqa: E731
            self.ties.append(Listed("", TIE_WORDS[tie.kind], "", tie, write))
            self._tie_form.hide()
            self._show()

    def remove(self) -> None:
        """Take somebody off the list, with the ties to whoever is in the book no longer then."""
        gone = self._editing.key if self._editing else ""
        if gone not in self.station.board.site.people:
            self.ties = [tie for tie in self.ties if gone not in (tie.what.one, tie.what.other)]
        super().remove()

    def tasks(self) -> list[Listed[object]]:
        """Everybody, then the ties between them."""
        return [*super().tasks(), *self.ties]

    def _settle(self) -> None:
        self.ties = [tie for tie in self.ties if tie not in self._written]
        super()._settle()


def newcomer(person: Person, pin: str = "", badge: str = "") -> Listed[Newcomer]:
    """Somebody in the list, with the proof they typed."""
    roles = ", ".join(dict.fromkeys(role.name for role in person.roles if role.until is None))
    return Listed(
        person.id,
        f"{person.name} · {person.initials}",
        roles.capitalize(),
        Newcomer(person, pin, badge),
        lambda desk, by: desk.set_person(person, pin=pin, badge=badge, by=by),
    )


class FloorStep(ListStep[Layout], TableFields):
    """Step 4: the floor."""

    title = "Tables and drop boxes"
    why = "Each table has a number or letter of its own, and a drop box of its own that bears it."
    add_words = "Add this table"

    def fields(self) -> list[Field]:
        """One table."""
        self.begin_table()
        return [self.number, self.box, self.game, self.video]

    def body(self) -> QWidget:
        """Number, box, game, video."""
        line = level(row(self.number, self.box, None, gap=12))
        return holder(column(line, self.game, self.video, self.add_line(), gap=12))

    def one(self) -> Listed[Layout]:
        """A table, whose drop box is no other table's."""
        table = self.table_typed()
        editing = self._editing.key if self._editing else table.table
        for other in (one.what for one in self.everything() if one.key != editing):
            if other.box == table.box:
                raise ValueError(
                    f"Drop box {table.box} is that of table {other.table}. Leave it empty: then it is"
                    f" {table.table}."
                )
        return laid_out(table)

    def show_one(self, draft: Listed[Layout]) -> None:
        """A table, to be changed."""
        self.show_table(draft.what)

    def _keep(self, draft: Listed[Layout]) -> None:
        super()._keep(draft)
        self.game.choose(draft.what.game)  # the next table is likely of the same game

    def kept(self, board: Board) -> Sequence[Listed[Layout]]:
        """The tables in the book."""
        return [laid_out(board.site.tables[spot.table]) for spot in board.spots]

    def lacks(self) -> str:
        """At least one table."""
        return "" if self.everything() else "Add at least one table."

    def show_needs(self, into: QBoxLayout) -> None:
        """What both games at one site take."""
        games = {draft.what.game for draft in self.everything()}
        if len(games) > 1 and not self.station.board.site.settings.combined:
            words = "Both games: each has a cash bank and a drawer of its own. One bank for both takes"
            words += " approval, which step 1 asks for."
            into.addLayout(row(pill("Look", "look"), label(words, "caption", wrap=True)))


def laid_out(layout: Layout) -> Listed[Layout]:
    """A table in the list."""
    name, _, more = table_words(layout).partition(" · ")
    return Listed(layout.table, name, more, layout, lambda desk, by: desk.set_table(layout, by))


class ChipSet(Step):
    """Step 5: the chips."""

    title = "Chip set"
    why = "Tick the chips that you have. Colors and edge spots are as the rules prescribe them."
    live = False

    def fields(self) -> list[Field]:
        """The types."""
        self.tiles = ChipTiles("chips")
        return [self.tiles]

    def body(self) -> QWidget:
        """The chips, drawn, and a key for all six values."""
        words = label(
            "Are the edge spots of yours of another color? Change that later, in Set-up, Chip set.",
            "caption",
            wrap=True,
        )
        every = button("Tick all six casino values", self.all_six)
        foot = row(words, every, gap=16)
        foot.setStretch(0, 1)
        return holder(column(self.tiles, foot, gap=12))

    def all_six(self) -> None:
        """Tick the six values of a casino chip set."""
        self.tiles.take_up([*self.tiles.typed(), *CHIP_SET])

    def refresh(self, board: Board) -> None:
        """Draw every type; those in the book are ticked."""
        super().refresh(board)
        have = self._have()
        looks = {name: have.get(name, CHIP_SET.get(name, {})) for name in chip_types()}
        self.tiles.offer(looks, {name: look_words(look) for name, look in looks.items()})
        self.tiles.take_up([*self.tiles.typed(), *have])

    def _have(self) -> dict[str, Look]:
        return {chip.name: look for chip, look in self.station.board.site.chips.items()}

    def call(self) -> Call:
        """Every type that is ticked and not in the book yet, as one set."""
        by, have = self.signers.value(), self._have()
        looks = [
            (Chip.named(name), CHIP_SET.get(name, {})) for name in self.tiles.value() if name not in have
        ]
        return lambda desk: desk.set_chip_set(looks, by)

    def complete(self) -> bool:
        """Whether there are chips, and no more are ticked."""
        have = self._have()
        return bool(have) and have.keys() >= {*self.tiles.typed()}
