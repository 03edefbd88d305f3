"""Head office: where documents go, what waits, what became of each; deposits, summaries, corrections."""

from collections.abc import Callable, Iterator
from datetime import datetime
from pathlib import Path
from urllib.parse import parse_qsl, quote, unquote, urlencode, urlsplit, urlunsplit

from PySide6.QtGui import QFontMetrics, QResizeEvent
from PySide6.QtWidgets import (
    QFileDialog,
    QFrame,
    QSizePolicy,
    QTableView,
    QWidget,
)

from pitdesk.book.journal import Journal
from pitdesk.documents.document import kept
from pitdesk.documents.targets import ALREADY, CONFLICT, STORED, Folder
from pitdesk.errors import Trouble
from pitdesk.office.append import target_of
from pitdesk.tonight.board import Board
from ui.office.corrections import Correction, NewKey
from ui.office.deposits import Deposit
from ui.office.summaries import Summary
from ui.widgets import theme
from ui.widgets.fields import Line, Secret
from ui.widgets.listing import Listing, listed
from ui.widgets.parts import (
    Folding,
    button,
    card,
    column,
    emptied,
    holder,
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

Document = tuple[int, str, datetime, str, datetime | None]  # number, name, written, answer, when
SERVER = ("postgresql://", "postgres://")
MASKED = "password"  # of what an address may name
COLUMNS = (("No.", "0,000"), ("Document", "correction of 2026-11-20"), ("Written", "Wed Nov 00, 00:00"))
ANSWER = "What became of it"
EDGES = 26  # pixels beside the words of a cell
HIGH, LINES = 110, 92  # least pixels of the documents, and most of what happened, at letters of 100 %
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


def documents(journal: Journal, target: str) -> list[Document]:
    """Every document of a book, newest first, with the last answer of a target."""
    answers = {sent.number: (sent.answer, at) for sent, at in journal.sent(target)}
    rows: list[Document] = []
    for entry in journal.documents():
        document, (answer, at) = kept(entry), answers.get(entry.number, ("", None))
        written = datetime.fromisoformat(document.said["at"])
        rows.append((document.number, document.name, written, answer, at))
    return rows[::-1]


def put_on(stick: Path, journal: Journal) -> list[str]:
    """Put every document of a book into a folder; what came of it, in words.

    Raises:
        Trouble: the folder is not there, or cannot be written.
    """
    folder, found = Folder(stick), dict.fromkeys((STORED, ALREADY, CONFLICT), 0)
    conflicts = []
    for entry in journal.documents():
        document = kept(entry)
        answer = folder.deliver(document).kind
        found[answer] += 1
        if answer == CONFLICT:
            conflicts.append(f"{document.number}  {document.name}: {stick} has another of that number")
    return [f"{found[STORED]:,} new on {stick}, {found[ALREADY]:,} were there already", *conflicts]


class Documents(Listing[Document]):
    """The documents as rows: number, what it is, when its fact was written, what became of it."""

    def __init__(self, station: Station) -> None:
        super().__init__([*(heading for heading, _ in COLUMNS), ANSWER], lambda at: at == 0)
        self.station = station
        self.waits = ""  # what is said of those that were not answered for

    def words(self, one: Document, at: int) -> str:
        """What a cell says; times are of the site's clock."""
        number, name, written, answer, when = one
        became = f"{answer}, {self._time(when)}" if when else self.waits
        return (f"{number:,}", name, self._time(written), became)[at]

    def _time(self, at: datetime) -> str:
        local = self.station.board.site.local(at)
        return f"{local:%a %b} {local.day}, {local:%H:%M}"


class SendingPage(QWidget):
    """The place's front page: where documents go, how far the sending is, every document.

    Attributes:
        choose_folder: asks for a folder; "" for none.
    """

    name = "office"

    def __init__(self, station: Station, settings: Settings) -> None:
        super().__init__()
        self.station = station
        self.sending: Sending = sending_of(station, settings)
        self.reader = Reader(station, self)
        self.choose_folder: Callable[[str], str] = self._ask_folder
        self._seen: object = None
        self.model = Documents(station)
        self._lay_out()
        self.sending.changed.connect(self._show_sending)
        theme.changed.connect(self._measure)
        station.follow(self, self.refresh)

    # How it looks

    def _lay_out(self) -> None:
        self.conflicts = column(gap=6)
        self.top = scrolled(holder(column(self.conflicts, self._address(), self._state(), gap=10)))
        self.top.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
        both = column(self.top, self._documents(), gap=10)
        both.setStretch(1, 1)
        self.setLayout(both)
        self._measure()

    def _address(self) -> QFrame:
        self.where = Line(
            "where", "Where documents go", hint="a folder, or postgresql://ROLE@HOST/DATABASE"
        )
        self.password = Secret("password", "Password", hint="if the server asks for one", pastes=True)
        self.folder = button("Choose …", self.pick_folder, says="Choose the folder that documents go to")
        self.keep = button("Keep", self.keep_address, says="Keep where documents go")
        self.where.changed.connect(self._typed)
        for one in (self.where, self.password):
            one.entered.connect(self.keep_address)
        self.password.edit.setFixedWidth(190)
        ways = column(None, row(self.folder, self.keep))
        line = row(self.where, self.password, ways, gap=12)
        line.setStretch(0, 1)
        return card(line, edge=14)

    def _state(self) -> QFrame:
        self.pill = pill("")
        self.said = label("", wrap=True)
        self.now = button("Send now", self.send_now)
        self.stick = button("Put all on a stick …", self.fill_stick, says="Put all documents on a stick")
        self.happened = label("", "muted", wrap=True)
        self.lines = scrolled(self.happened)
        said = row(self.pill, self.said, gap=12)
        said.setStretch(1, 1)
        ways = holder(row(self.now, self.stick))
        return card(Folding(holder(said), ways, stretch=(1, 0)), self.lines, edge=14)

    def _documents(self) -> QTableView:
        table = self.table = listed("Documents, newest first", self.model)
        table.horizontalHeader().setStretchLastSection(True)
        return table

    def _measure(self) -> None:
        words, heads = QFontMetrics(theme.font()), QFontMetrics(theme.font("caption"))
        room = self.width()
        for at, (heading, usual) in enumerate(COLUMNS):
            wide = max(words.horizontalAdvance(usual), heads.horizontalAdvance(heading)) + EDGES
            room -= wide
            self.table.setColumnWidth(at, wide)
        answer = words.horizontalAdvance(f"{ALREADY}, {COLUMNS[2][1]}") + EDGES
        self.table.setColumnHidden(2, room < answer)  # what became of it is what is looked for
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

    def _ask_folder(self, title: str) -> str:
        return QFileDialog.getExistingDirectory(self, title)

    def pick_folder(self) -> None:
        """Choose a folder instead of typing it; it is kept at once."""
        if chosen := self.choose_folder("Where documents go"):
            self.where.take_up(chosen)
            self.keep_address()

    # What is sent

    def send_now(self) -> None:
        """Try at once; what happens is told line by line."""
        self.sending.send_now()

    def fill_stick(self) -> None:
        """Put a copy of every document on a stick; where documents go stays as it is."""
        if chosen := self.choose_folder("Put all documents on"):
            path = Path(chosen)
            self.station.runner.ask(lambda desk: desk.write_documents(), lambda _: self._fill(path))

    def _fill(self, path: Path) -> None:
        self.reader.read("stick", lambda journal: put_on(path, journal), self._filled)

    def _filled(self, told: list[str]) -> None:
        self.station.say("; ".join(told) + ".", "look" if len(told) > 1 else "good")

    # What is shown

    def refresh(self, board: Board) -> None:
        """Read the documents again, where the book is another."""
        where = self.sending.settings.office
        if (board.seen, where) == self._seen:
            return
        self._seen = (board.seen, where)
        name = _named(where)
        self.reader.read("documents", lambda journal: documents(journal, name), self._show)

    def _show(self, found: list[Document]) -> None:
        self.model.waits = "waits" if self.sending.settings.office else "kept here"
        self.model.show_rows(found)

    def _show_sending(self) -> None:
        if not self.isVisible():
            return
        self.refresh(self.station.board)
        sending = self.sending
        words, tone = PILLS.get(sending.state, ("One moment", "plain"))
        conflicts = sending.conflicting
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
        for one in conflicts:
            self.conflicts.addWidget(_told(one))

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


def _told(one: Conflict) -> QFrame:
    """A conflict in red: which document, what differs, what to do now."""
    frame = QFrame()
    kind(frame, "notice", tone="stop")
    title = f"Document {one.number} is in conflict" + (f": {one.name}" if one.differs else "")
    differs = one.differs or ("It was found on another day; head office shows what differs.",)
    now = "Nothing was overwritten. Call head office and read them both."
    lines = column(
        label(title, "strong", wrap=True),
        *(label(words, wrap=True) for words in (*differs, now)),
        gap=2,
    )
    lines.setContentsMargins(12, 8, 12, 8)
    frame.setLayout(lines)
    return frame


def _named(where: str) -> str:
    """What the book calls an address; "" for none and for what is none."""
    try:
        return target_of(where).name if where else ""
    except Trouble:
        return ""


FORMS = (Deposit, Summary, Correction, NewKey)
