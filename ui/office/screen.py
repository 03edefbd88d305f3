"""Head office: where documents go, what waits, what became of each; deposits, summaries, corrections."""

from collections.abc import Iterator, Sequence
from datetime import datetime
from pathlib import Path
from urllib.parse import parse_qsl, quote, unquote, urlencode, urlsplit, urlunsplit

from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QSizePolicy, QWidget

from pitdesk.book.journal import Journal
from pitdesk.book.site import Site
from pitdesk.documents.document import kept
from pitdesk.documents.targets import ALREADY, CONFLICT, STORED, Folder
from pitdesk.errors import Trouble
from pitdesk.office.append import target_of
from pitdesk.tonight.board import Board
from ui.office.corrections import Correction, NewKey
from ui.office.deposits import Deposit, TakeBack
from ui.office.summaries import Summary
from ui.widgets import theme
from ui.widgets.columns import show_columns, usual_widths
from ui.widgets.fields import Line, Secret
from ui.widgets.files import to_choose
from ui.widgets.flow import Folding
from ui.widgets.listing import Group, Groups, Item, Listing, listed
from ui.widgets.parts import (
    button,
    card,
    column,
    emptied,
    holder,
    keep_wide,
    kind,
    label,
    pill,
    row,
    scrolled,
)
from ui.widgets.theme import sized
from ui.work.reader import Reader
from ui.work.sending import (
    AWAY,
    KEYLESS,
    NOWHERE,
    PRACTICE,
    SENDING,
    SENT,
    Conflict,
    Sending,
    sending_of,
)
from ui.work.settings import Settings
from ui.work.station import Station

SERVER = ("postgresql://", "postgres://")
MASKED = "password"  # of what an address may name
COLUMNS = (("No.", "0,000"), ("Document", "correction of 2026-11-20"), ("Written", "Wed Nov 00, 00:00"))
ANSWER = "What became of it"
EDGES = 26  # pixels beside the words of a cell
MOST = 5  # lines of a list of conflicts in sight
HIGH, LINES = 110, 92  # least pixels of the documents, and most of what happened, at 100 % text size
PILLS = {  # state → what its pill says, and its tone
    NOWHERE: ("Nowhere to send", "plain"),
    PRACTICE: ("Practice", "plain"),
    KEYLESS: ("No key", "stop"),
    SENDING: ("Sending", "way"),
    AWAY: ("Not there", "look"),
    SENT: ("All sent", "good"),
}
SAID = {
    NOWHERE: "No head office is set up. The documents are kept in the book until one is.",
    PRACTICE: "Nothing of a practice book is sent.",
    KEYLESS: "The book's key file is not there, so no document is signed. Put it back beside the book.",
    SENDING: "Nobody has to wait for it.",
    SENT: "Head office has every document of this book.",
}


# Addresses


def open_part(where: str) -> tuple[str, str]:
    """An address as it may be shown, and its password.

    >>> open_part("postgresql://riverside:s3cret@office/pitdesk")
    ('postgresql://riverside@office/pitdesk', 's3cret')
    """
    try:
        parts = urlsplit(where)
    except ValueError:  # half typed
        return where, ""
    if not where.startswith(SERVER):
        return where, ""
    before, at, host = parts.netloc.rpartition("@")
    role, _, secret = before.partition(":")
    asked = parse_qsl(parts.query, keep_blank_values=True)
    secret = unquote(secret) or dict(asked).get(MASKED, "")
    rest = urlencode([(name, value) for name, value in asked if name != MASKED], safe="/")
    return urlunsplit(parts._replace(netloc=f"{role}{at}{host}", query=rest)), secret


def whole(shown: str, password: str) -> str:
    """An address with its password put in again.

    >>> whole("postgresql://riverside@office/pitdesk", "s3cret")
    'postgresql://riverside:s3cret@office/pitdesk'
    """
    if not password or not shown.startswith(SERVER):
        return shown
    parts = urlsplit(shown)
    role, _, host = parts.netloc.rpartition("@")
    return urlunsplit(parts._replace(netloc=f"{role}:{quote(password, safe='')}@{host}"))


# Documents


def documents(journal: Journal, where: str, site: Site) -> list[tuple[str, ...]]:
    """Every document of a book as a row of words, newest first; times are of the site's clock.

    where   the address they go to; "" for none
    """

    def time(at: datetime) -> str:
        local = site.local(at)
        return f"{local:%a %b} {local.day}, {local:%H:%M}"

    waits = "waits" if where else "kept here"
    became = {
        sent.number: ", ".join(filter(None, (sent.answer, sent.words, time(at))))
        for sent, at in journal.sent(_named(where))
    }
    rows: list[tuple[str, ...]] = [
        (
            f"{one.number:,}",
            one.name,
            time(datetime.fromisoformat(one.said["at"])),
            became.get(one.number, waits),
        )
        for one in map(kept, journal.documents())
    ]
    return rows[::-1]


def put_on(stick: Path, journal: Journal) -> list[str]:
    """Put every document of a book into a folder; what came of it, in words.

    Raises:
        Trouble: the folder is not there, or cannot be written.
    """
    folder = Folder(stick)
    answers = [
        (folder.deliver(one).kind, f"{one.number}  {one.name}") for one in map(kept, journal.documents())
    ]
    new, there = (sum(answer == wanted for answer, _ in answers) for wanted in (STORED, ALREADY))
    others = [
        f"{name}: {stick} has another of that number, and both are there now"
        for answer, name in answers
        if answer == CONFLICT
    ]
    return [f"{new:,} new on {stick}, {there:,} were there already", *others]


class SendingPage(QWidget):
    """The place's front page: where documents go, how far the sending is, every document.

    Attributes:
        choose_folder: asks for a folder; "" for none.
    """

    name = "office"

    def __init__(self, station: Station, settings: Settings, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.station = station
        self.sending: Sending = sending_of(station, settings)
        self.reader = Reader(station, self)
        self.choose_folder = to_choose(self)
        self._seen: object = None
        heads = [*(heading for heading, _ in COLUMNS), ANSWER]
        self.model: Listing[tuple[str, ...]] = Listing(heads, lambda at: at == 0)
        self._lay_out()
        self.sending.changed.connect(self._show_sending)
        theme.fitted.connect(self._measure)
        station.follow(self, self.refresh)

    # Layout

    def _lay_out(self) -> None:
        self.conflicts = column(gap=6)
        self.top = scrolled(holder(column(self.conflicts, self._address(), self._state(), gap=10)))
        self.top.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
        self.table = listed("Documents, newest first", self.model)
        self.table.horizontalHeader().setStretchLastSection(True)
        self.setLayout(column(self.top, self.table, gap=10, grow=1))
        self._measure()

    def _address(self) -> QFrame:
        hint = "a folder, or postgresql://ROLE@HOST/DATABASE"
        self.where = Line("where", "Where documents go", hint=hint)
        self.password = Secret("password", "Password", hint="if the server asks for one", pastes=True)
        self.folder = button("Choose …", self.pick_folder, says="Choose the folder that documents go to")
        self.keep = button("Keep", self.keep_address, says="Keep where documents go")
        self.where.changed.connect(self._typed)
        for one in (self.where, self.password):
            one.entered.connect(self.keep_address)
        keep_wide(self.password.edit, 190)
        ways = column(None, row(self.folder, self.keep))
        return card(row(self.where, self.password, ways, gap=12, grow=0), edge=14)

    def _state(self) -> QFrame:
        self.pill = pill("")
        self.said = label("", wrap=True)
        self.now = button("Send now", self.sending.send_now)
        self.stick = button("Put all on a stick …", self.fill_stick, says="Put all documents on a stick")
        self.happened = label("", "muted", wrap=True)
        self.lines = scrolled(self.happened)
        said = row(self.pill, self.said, gap=12, grow=1)
        ways = holder(row(self.now, self.stick))
        return card(Folding(holder(said), ways, stretch=(1, 0)), self.lines, edge=14)

    def _measure(self) -> None:
        *widths, answer = usual_widths((*COLUMNS, ("", f"{ALREADY}, {COLUMNS[2][1]}")), EDGES)
        fits = sum(widths) + answer <= self.width()
        show_columns(self.table, widths, {0, 1, 2} if fits else {0, 1})  # what became of it stays
        self.table.setMinimumHeight(sized(HIGH))
        high = self.happened.heightForWidth(self.lines.viewport().width())
        self.lines.setFixedHeight(max(1, min(high, sized(LINES))))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Without when it was written, where there is no room for it."""
        super().resizeEvent(event)
        self._measure()

    # Where documents go

    def begin(self, what: object = None) -> None:
        """Come to the front; an address that was typed and not kept is not kept."""
        shown, password = open_part(self.sending.settings.office)
        self.where.take_up(shown)
        self.password.take_up(password)
        self._typed()
        self._seen = None
        self._show_sending()
        (self.now if self.now.isEnabled() else self.where.edit).setFocus()

    def _typed(self) -> None:
        """A password in what was typed or pasted goes where nobody reads it."""
        shown, password = open_part(self.where.typed())
        if password:
            self.password.take_up(password)
            self.where.take_up(shown)
        self.password.setVisible(self.where.typed().startswith(SERVER))

    def keep_address(self) -> None:
        """Send there from now on."""
        try:
            self.sending.send_to(whole(self.where.value(), self.password.typed()))
        except Trouble as error:
            self.where.tell(str(error))
            return
        where = self.where.value()
        self.station.say(f"Documents go to {where} from now on." if where else "Documents stay here.")

    def pick_folder(self) -> None:
        """Choose a folder instead of typing it; it is kept at once."""
        if chosen := self.choose_folder("Where documents go"):
            self.where.take_up(chosen)
            self.keep_address()

    # What is sent

    def fill_stick(self) -> None:
        """Put a copy of every document on a stick; where documents go stays as it is."""
        if chosen := self.choose_folder("Put all documents on"):
            path = Path(chosen)
            self.station.runner.ask(lambda desk: desk.write_documents(), lambda _: self._fill(path))

    def _fill(self, path: Path) -> None:
        self.reader.read("stick", lambda journal: put_on(path, journal), self._filled)

    def _filled(self, lines: list[str]) -> None:
        self.station.say("; ".join(lines) + ".", "look" if len(lines) > 1 else "good")

    # What is shown

    def refresh(self, board: Board) -> None:
        """Read the documents again, where the book is another."""
        where = self.sending.settings.office
        if self._seen != (board.seen, where):
            self._seen = (board.seen, where)
            work = lambda journal: documents(journal, where, board.site)  # noqa: E731
            self.reader.read("documents", work, self.model.show_rows)

    def _show_sending(self) -> None:
        if not self.isVisible():
            return
        self.refresh(self.station.board)
        sending, conflicts = self.sending, self.sending.conflicting
        words, tone = PILLS.get(sending.state, ("One moment", "plain"))
        if conflicts and sending.state == SENT:
            words, tone = "In conflict", "stop"
        self.pill.setText(words)
        kind(self.pill, "pill", tone=tone)
        self.said.setText(" ".join(self._words()))
        self.said.setAccessibleName(self.said.text())
        self.happened.setText("\n".join(sending.told))
        self.lines.setVisible(bool(sending.told))
        self._measure()
        self.now.setEnabled(sending.state not in (NOWHERE, PRACTICE))
        emptied(self.conflicts)
        if conflicts:
            self.conflicts.addWidget(in_conflict(conflicts))

    def _words(self) -> Iterator[str]:
        """What waits and since when, what the matter is, when it is tried again."""
        sending = self.sending
        if sending.backlog:
            yield f"{sending.backlog}."
        if sending.state == AWAY:
            yield sending.why
            if sending.again_at:
                yield f"Next try at {sending.again_at:%H:%M}."
        elif sending.state == SENT and sending.conflicting:
            yield "Everything was delivered, and head office has some of it otherwise."
        else:
            yield SAID.get(sending.state, "Looking at what is due.")


def _conflict(one: Conflict) -> QFrame:
    """A conflict in red: which document, what differs, what to do now."""
    title = f"Document {one.number} is in conflict" + (f": {one.name}" if one.differs else "")
    differs = one.differs or ("It was found on another day; head office shows what differs.",)
    now = "Nothing was overwritten. Call head office and read them both."
    lines = [label(words, wrap=True) for words in (*differs, now)]
    frame = card(label(title, "strong", wrap=True), *lines, look="notice", gap=2, edge=12)
    kind(frame, "notice", tone="stop")
    return frame


def in_conflict(conflicts: Sequence[Conflict]) -> QFrame:
    """The conflicts in one card, however many; of several the list opens."""
    if len(conflicts) == 1:
        return _conflict(conflicts[0])
    lines = [
        Item(one.number, f"{one.number:,}  {one.name}\n{' '.join(one.differs)}".strip())
        for one in conflicts
    ]
    found = Groups("Documents in conflict")
    found.show_groups([Group("in conflict", "stop", lines)])
    found.setFixedHeight(min(MOST, len(lines) + 1) * theme.LEAST_PX)
    words = label("Nothing was overwritten. Call head office and read them with it.", wrap=True)
    title = label(f"{len(conflicts):,} documents are in conflict", "strong", wrap=True)
    frame = card(title, words, found, look="notice", gap=2, edge=12)
    kind(frame, "notice", tone="stop")
    return frame


def _named(where: str) -> str:
    """What the book calls an address; "" for none and for what is none."""
    try:
        return target_of(where).name if where else ""
    except Trouble:
        return ""


FORMS = (Deposit, TakeBack, Summary, Correction, NewKey)
