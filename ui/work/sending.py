"""Sending: documents go to head office while nobody waits for it, and it says how far it is.

The desk says what is due and notes what was answered; documents are delivered in a lane of their own, so
that neither the desk nor the window waits for a network. What cannot be delivered is tried again, later
each time.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal

from pitdesk.errors import Trouble
from ui.beside.lane import Lane
from ui.work.settings import Settings
from ui.work.station import Station

if TYPE_CHECKING:
    from pitdesk.desk import Desk
    from pitdesk.documents.document import Document
    from pitdesk.documents.outbox import Outbox, Unsent
    from pitdesk.documents.targets import Answer, Named, Target, Told
    from pitdesk.tonight.board import Board

NOWHERE, PRACTICE, KEYLESS = "nowhere", "practice", "keyless"
ASKING, SENDING, AWAY, SENT = "asking", "sending", "away", "sent"
QUIET = timedelta(days=1)  # what waits no longer than this is nobody's worry
MOST_TOLD = 200  # lines of what happened that are kept


@dataclass(frozen=True, slots=True)
class Conflict:
    """A document that head office has otherwise: which one, and what differs, line by line."""

    number: int
    name: str
    differs: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class TargetState:
    """What the desk says of a target: the next document, what waits, whether documents are signed.

    told   what the target answered for so far, where it is still to be asked for news
    """

    box: "Outbox"
    told: "Sequence[Told]"
    document: "Document | None"
    waiting: "Unsent"
    signs: bool


class Sending(QObject):
    """Sends what waits, one document after another, at the start and after each that is new.

    Attributes:
        state: NOWHERE, PRACTICE, KEYLESS, ASKING, SENDING, AWAY or SENT.
        waiting: what head office has not been given yet; None until the desk has said so.
        why: what kept the last try from arriving.
        again_at: when it is tried again, on the site's clock.
        told: what happened, line by line.
        conflicts: by number, what differs; those met since the program was started.

    Signals:
        changed  something of this is another
    """

    changed = Signal()

    def __init__(self, station: Station, settings: Settings) -> None:
        super().__init__(station)
        self.station, self.settings = station, settings
        self.state, self.why = NOWHERE, ""
        self.waiting: Unsent | None = None
        self.again_at: datetime | None = None
        self.told: list[str] = []
        self.conflicts: dict[int, Conflict] = {}
        self._turn = self._failures = 0
        self._seen, self._ended = -1, False
        self._box: Outbox | None = None  # of this run; only the desk's thread looks into it
        self._reviews, self._reviewed = True, False  # whether it is asked for news with nothing due; was
        self._lane = Lane("sending")
        self._again = QTimer(self, singleShot=True)
        self._again.timeout.connect(self.send_due)
        station.changed.connect(self._moved)
        if station.ready:
            self._moved(station.board)

    # What it is asked

    def send_to(self, where: str) -> None:
        """Send to another address from now on, as `target_of` reads it; "" for nowhere.

        Raises:
            Trouble: that is no address, or it cannot be kept.
        """
        if where:
            from pitdesk.office.append import target_of  # noqa: PLC0415  (not before there is anywhere to go)

            target_of(where)
        before, self.settings.office = self.settings.office, where
        try:
            Path(self.settings.path).chmod(0o600)  # a password may stand in the address
        except OSError as error:
            self.settings.office = before
            raise Trouble(
                f"{self.settings.path} cannot be kept: {error.strerror}. Check its disk."
            ) from None
        self._turn += 1
        self._failures, self.waiting, self.told, self.conflicts = 0, None, [], {}
        self._reviews = True
        self._is(NOWHERE)
        self.send_due()

    def send_now(self) -> None:
        """Try at once, and list what happens from here on."""
        if self.state != SENDING:
            self.told, self._reviews = [], True
            self.send_due()

    def send_due(self) -> None:
        """See what is due, and send it, unless that is being done."""
        if self._ended or not self.station.ready or self.state in (ASKING, SENDING):
            return
        self._again.stop()
        if not self.settings.office:
            self._is(NOWHERE)
        elif self.station.board.site.practice:
            self._is(PRACTICE)
        else:
            self._begin()

    def stop(self) -> None:
        """Send nothing more. What is on its way is not waited for: delivered twice, it is there once."""
        self._ended = True
        self._again.stop()
        self._lane.leave()

    # How it goes

    def _moved(self, board: "Board") -> None:
        if board.seen != self._seen:
            self._seen = board.seen
            if self.state != AWAY:
                self.send_due()

    def _begin(self) -> None:
        from pitdesk.office.append import target_of  # noqa: PLC0415

        try:
            target = target_of(self.settings.office)
        except Trouble as error:
            self.why, self.again_at = str(error), None
            self._is(AWAY)
        else:
            self._box, self._reviewed = None, False
            self._is(ASKING)
            self._ask(self._turn, target)

    def _ask(self, turn: int, target: "Target", noted: "Sequence[tuple[Named, Answer]]" = ()) -> None:
        """Have the desk note what was answered, and say what comes next."""
        box, reviewed = self._box, self._reviewed

        def at_desk(desk: "Desk") -> TargetState:
            from pitdesk.documents.outbox import Outbox  # noqa: PLC0415

            desk.check_witness()
            known = box and box.desk is desk and box.target == target.name
            its = box if box and known else Outbox(desk, target.name)
            for document, answer in noted:
                its.note(document, answer)
            following = its.due()
            return TargetState(its, () if reviewed else its.told, following, its.waiting, desk.signs)

        self.station.runner.ask(
            at_desk,
            lambda found: self._go_on(target, found) if turn == self._turn else None,
            trouble=partial(self._failed, turn, None),
        )

    def _go_on(self, target: "Target", found: TargetState) -> None:
        if self._ended:
            return
        self.waiting, document, turn = found.waiting, found.document, self._turn
        self._box = found.box
        if found.told and (document or self._reviews):
            self._is(SENDING)
            self._lane.ask(
                f"{turn}: review",
                partial(target.review, found.told),
                partial(self._heard, turn, target),
                partial(self._failed, turn, None),
            )
            return
        self._reviews = False
        if document is None:
            self._failures, self.why, self.again_at = 0, "", None
            self._is(SENT if found.signs else KEYLESS)
            return
        self._is(SENDING)
        self._lane.ask(
            f"{turn}: {document.number}",  # one on its way elsewhere is answered as well
            partial(target.deliver, document),
            partial(self._answered, turn, target, document),
            partial(self._failed, turn, document),
        )

    def _heard(self, turn: int, target: "Target", news: "list[tuple[Told, Answer]]") -> None:
        """Take in what became otherwise since: what was lost is sent again, what was settled is over."""
        self._reviewed = True
        if turn == self._turn:
            for told, answer in news:
                self._tell(f"{told.number}: {_said(answer)}")
                self.conflicts.pop(told.number, None)
        self._ask(turn, target, news)

    def _answered(self, turn: int, target: "Target", document: "Document", answer: "Answer") -> None:
        from pitdesk.documents.outbox import difference  # noqa: PLC0415
        from pitdesk.documents.targets import CONFLICT  # noqa: PLC0415

        if turn == self._turn:
            self._tell(f"{document.number}  {document.name}: {_said(answer)}")
            if answer.kind == CONFLICT:
                differs = tuple(difference(document, answer.theirs))
                self.conflicts[document.number] = Conflict(document.number, document.name, differs)
        self._ask(turn, target, [(document, answer)])

    def _failed(self, turn: int, document: "Document | None", words: str) -> None:
        from pitdesk.documents.outbox import pause_s  # noqa: PLC0415

        if self._ended or turn != self._turn:
            return
        self._failures += 1
        pause = pause_s(self._failures)
        self.why, self.again_at = words, self.station.now() + timedelta(seconds=pause)
        self._tell(f"{document.number}  {document.name}: {words}" if document else words)
        self._again.start(pause * 1000)
        self._is(AWAY)

    def _tell(self, words: str) -> None:
        self.told = [*self.told, words][-MOST_TOLD:]

    def _is(self, state: str) -> None:
        self.state = state
        self.changed.emit()

    # What it says

    @property
    def conflicting(self) -> Sequence[Conflict]:
        """The documents that head office has otherwise; of those met before today by number alone."""
        numbers = {*(self.waiting.conflicts if self.waiting else ()), *self.conflicts}
        return [self.conflicts.get(n, Conflict(n, f"document {n}")) for n in sorted(numbers)]

    @property
    def backlog(self) -> str:
        """What waits and since when: 3 documents wait since Nov 20. "" for nothing."""
        waiting = self.waiting
        if not waiting or not waiting.count or not waiting.oldest:
            return ""
        since = self.station.board.site.local(waiting.oldest)
        many = "documents wait" if waiting.count > 1 else "document waits"
        return f"{waiting.count:,} {many} since {since:%b} {since.day}"

    @property
    def matter(self) -> str:
        """What has been wrong for more than a day, in a few words; "" for nothing."""
        if found := len(self.conflicting):
            return f"{found} document{'s' * (found != 1)} in conflict"
        oldest = self.waiting.oldest if self.waiting else None
        return self.backlog if oldest and self.station.clock.now().at - oldest > QUIET else ""


def _said(answer: "Answer") -> str:
    return f"{answer.kind}: {answer.words}" if answer.words else answer.kind


def sending_of(station: Station, settings: Settings) -> Sending:
    """The sending of a station; begun when it is first asked for."""
    found = station.findChild(Sending)
    return found if isinstance(found, Sending) else Sending(station, settings)
