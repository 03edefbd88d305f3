"""The cash drawer is opened and no cash changes hands: why, and who."""

from PySide6.QtWidgets import QWidget

from pitdesk import kinds
from pitdesk.book.entries import Entry
from pitdesk.desk import Desk
from ui.cage.drawer import HOLDERS, DrawerForm
from ui.widgets.fields import Field, Line, Tick
from ui.widgets.parts import column, holder, label
from ui.work.form import Call, bound
from ui.work.signers import Who

WHAT = "It is written down, and the report says how often, why and by whom."


class OpenDrawer(DrawerForm):
    """Open the drawer for change, or note that it was opened by its key."""

    name = "open drawer"
    post_words = "Open the drawer"
    who = (Who("Initialed by", HOLDERS),)
    after = "cage"
    given = False

    def fields(self) -> list[Field]:
        """Why; which drawer, and whether its key did it."""
        self.reason = Line("reason", "Reason", hint="change for a $20 bill")
        self.by_key = Tick("by key", "It was opened by its key already")
        self.by_key.changed.connect(self.another)
        return [self.reason, self.which(), self.by_key]

    def body(self) -> QWidget:
        """The fields; below them what it is for, how often it was done tonight, what the drawer does."""
        self.told = label("", "muted", wrap=True)
        return holder(column(self.reason, self.drawer, self.by_key, self.told, gap=8))

    def take(self, what: object) -> None:
        """Begin with a drawer; or with True, where somebody opened it by its key."""
        if what is True:
            self.by_key.take_up(True)
        else:
            super().take(what)

    def redraw(self) -> None:
        """What the button does, how often it was done, and that nothing opens where that is so."""
        spot, by_key = self.spot, self.by_key.value()
        times = spot.opened if spot else 0
        often = f"So far tonight: {times} time{'s' * (times != 1)}."
        words = (WHAT, often, "" if by_key else self.station.no_drawer)
        self.told.setText(" ".join(filter(None, words)))
        opens = not by_key and not self.station.no_drawer
        self.post_words = "Open the drawer" if opens else "Note it"
        if not self.busy:
            self.primary.setText(self.post_words)

    def typed_anything(self) -> bool:
        """A drawer that is only chosen is nothing yet."""
        return self.reason.begun

    def call(self) -> Call:
        """A drawer opened; by its key, where nothing else opens it here."""
        reason, by = self.reason.value(), self.signers.value()
        drawer, by_key = self.drawer.value(), self.by_key.value() or bool(self.station.no_drawer)
        return bound(Desk.open_drawer, reason, by, drawer=drawer, by_key=by_key)

    def done(self, entry: Entry) -> str:
        """What was noted."""
        fact = entry.of(kinds.OpenDrawer)
        by_key = " by its key" * fact.by_key
        return f"Noted: the {fact.drawer} is opened{by_key}, {fact.reason}."

    def then(self, entry: Entry) -> str:
        """That it does not open by itself, where it does not."""
        return self.station.no_drawer
