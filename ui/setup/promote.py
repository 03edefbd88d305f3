"""The cage's machine is dead: this station's copy becomes the book, and this machine the cage."""

import getpass
from collections.abc import Callable, Mapping
from datetime import datetime
from pathlib import Path

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QFileDialog, QFrame

from pitdesk.book import people
from pitdesk.clock import Clock
from pitdesk.errors import Refused, Trouble
from pitdesk.stations.home import Home
from pitdesk.stations.succession import check_line_key, promote
from pitdesk.upkeep.backup import LINE_KEY, Contents, keys_in
from ui.setup.restore import KEPT, NEXT, Brought, Restore
from ui.widgets.fields import Line, Pick, Secret
from ui.widgets.pad import Letters
from ui.widgets.parts import State, button, card, column, framed, holder, label, row
from ui.work.lines import own_address, told
from ui.work.signers import proven

MANAGERS = ("gaming manager", "shift manager")
MISSING = (
    "What the cage wrote after that is not here. Look for it on paper: the last slips, IOUs and forms."
    " If another station's copy reaches farther, go to that one: its What now shows how far."
)
AT = "Address of this machine on the network, where the other stations find it"


class Promote(Restore):
    """The window: how far the copy reaches, the keys, the last numbers, two managers, the address.

    Attributes:
        at: where this machine lets stations in from then on; None before it is the cage.
        choose_folder: asks for the stick with the keys; "" for none.
    """

    called, act = "This machine becomes the cage", "Make this machine the cage"
    needed = (
        "You need the stick with the keys, the last slips on paper, and two managers. See that nobody"
        " opens PitDesk at the old machine again: its book stays behind."
    )
    done, again = "This machine is the cage", "Go back, and begin again."
    names: Mapping[str, tuple[str, str]] = {
        **KEPT,
        LINE_KEY: ("The cage's own key", "Without it each other station is paired again."),
    }

    def __init__(
        self,
        home: Home,
        clock: Clock,
        back: Callable[[], object],
        go_on: Callable[[tuple[str, int] | None], object],
        heard: datetime | None = None,
    ) -> None:
        """back and go_on   what follows: leaving it, or opening the book; heard: of the cage, at last"""
        self.home, self._heard = home, heard
        self.at: tuple[str, int] | None = None
        super().__init__(home.became, clock, back, lambda: go_on(self.at))
        self.choose_folder: Callable[[], str] = lambda: QFileDialog.getExistingDirectory(
            self, "Which stick"
        )
        self.look_at(home.book)

    def steps(self) -> list[QFrame]:
        """As of a restore, with those who initial it, and the address."""
        return [self._own_copy(), self.two_keys(), self.numbers(), self._initials(), self._address()]

    def _own_copy(self) -> QFrame:
        self.found, self.missing = State(), label(MISSING, "muted", wrap=True)
        self.choose = self.stick = button("Choose the stick with the keys …", self.pick_stick)
        line = row(label("1 · This station's copy", "h2"), None, self.stick)
        return card(line, self.found, self.missing, gap=10)

    def _initials(self) -> QFrame:
        self.managers = [
            (Pick(f"manager {at}", words), Secret(f"pin {at}", "PIN or badge"))
            for at, words in enumerate(("One manager", "Another manager"))
        ]
        lines = [holder(row(one, pin, gap=12, grow=0)) for one, pin in self.managers]
        return card(label("4 · Two managers", "h2"), *lines, gap=10)

    def _address(self) -> QFrame:
        self.address = Line("address", AT, hint="192.168.1.11, or empty if there is no other station")
        self.address.edit.setText(own_address())
        return card(label("5 · The other stations", "h2"), self.address, gap=10)

    def show_keys(self) -> None:
        """Show keys to touch below it, too."""
        whole, self.touched = self.layout(), True
        assert whole
        whole.addWidget(framed(QFrame(), column(Letters()), "bottom", 12, 12))

    # What is chosen

    def looked(self, known: tuple[Contents, Mapping[str, Path]]) -> None:
        """As of a restore; offer the managers of the book."""
        super().looked(known)
        found = known[0]
        on = found.site.local(self.clock.now().at).date()
        able = {who.id: who for role in MANAGERS for who in found.site.holders(role, on)}
        names = [(who.id, f"{who.name} · {who.initials}") for who in able.values()]
        for one, _ in self.managers:
            one.offer([("", "Choose"), *names])
        if self._heard:
            clock = found.site.local(self._heard)
            self.missing.setText(f"The cage was last heard at {clock:%H:%M:%S}. {MISSING}")
        QTimer.singleShot(0, self.stick, self.stick.setFocus)  # once it may be pressed

    def pick_stick(self) -> None:
        """Choose the stick, or the folder, with the keys."""
        if chosen := self.choose_folder():
            found = keys_in(Path(chosen), LINE_KEY)
            for ending, path in found.items():
                self.take_key(ending, path)
            for ending in self.names.keys() - found.keys() - self.keys.keys():
                words = f"There is none in {chosen}, or more than one. Choose its file."
                self.kept[ending].tell("Not found", "look", words)

    def check_key(self, copy: Path, ending: str, path: Path) -> None:
        """Raises Trouble where a file is not that key of the book, or of the cage."""
        if ending == LINE_KEY:
            check_line_key(self.home, path)
        super().check_key(copy, ending, path)

    # Doing it

    def put(self) -> None:
        """Make this machine the cage, once everything is given."""
        typed = self.address.value().strip()
        self.at = told(typed)
        if typed and not self.at:
            self.address.refuse("Type one address of this machine, such as 192.168.1.11; or none.")
            return
        self.address.tell("")
        for one, pin in self.managers:
            one.tell("" if one.value() else "Choose a manager.")
            pin.tell("" if pin.value() else "Type the PIN, or scan the badge.")
            for field in (one, pin):
                if not field.value():
                    field.first().setFocus()
                    return
        super().put()

    def bring(self, last: Mapping[str, int]) -> Callable[[], Brought]:
        """The promotion, by the two who are named."""
        assert self.held
        site, home, clock, keys = self.held.site, self.home, self.clock, dict(self.keys)
        on = site.local(clock.now().at).date()
        by = []
        for one, pin in self.managers:
            person = site.people[one.value()]
            role = next((role for role in MANAGERS if person.holds(role, on)), MANAGERS[0])
            by.append(proven(person.id, role, pin.value()))
            pin.clear()

        def bring() -> Brought:
            try:
                fact = promote(
                    home,
                    home.became,
                    lambda _: by,
                    keys=keys,
                    last_numbers=last,
                    operator=getpass.getuser(),
                    clock=clock,
                    cost=people.STRONG,
                )
            except Refused as refused:
                raise Trouble(" ".join(map(str, refused.reasons))) from None
            return fact, None

        return bring

    def following(self) -> str:
        """What the new cage does first, and the other stations."""
        others = "At each other station, in its What now: "
        if LINE_KEY not in self.keys:
            others = (
                "The other stations do not know this machine: pair each again, in Set-up, Stations. "
            )
        elif self.at:
            others += f"type the address {self.at[0]}:{self.at[1]}. "
        else:
            others += "type the address that you give this machine in Set-up, Stations. "
        return f"{others}Enter here what was done on forms. {NEXT}"

    def not_put(self, words: str) -> None:
        """Say why not; what was typed stays, but for the PINs."""
        super().not_put(words)
        self.managers[0][1].first().setFocus()
