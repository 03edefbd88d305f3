"""The desk of a station: reads the station's copy of the book, and asks the cage for what writes.

It is a desk like any other. What is tried and what is read is answered here, from the copy; a verb of
`verbs.VERBS` goes to the cage, which decides, and comes back as the entry that stands in its book.
"""

from collections.abc import Callable, Sequence
from functools import wraps
from typing import Any, NoReturn, Self

from msgspec import Raw

from pitdesk.book.entries import Draft, Entry
from pitdesk.book.journal import Journal
from pitdesk.book.people import Pepper, Signer
from pitdesk.clock import Clock
from pitdesk.desk import Desk
from pitdesk.desk.posting import Posted, Signers
from pitdesk.desk.proofs import Try
from pitdesk.documents.document import Document
from pitdesk.errors import Refused, Trouble
from pitdesk.kinds import Fact
from pitdesk.stations.home import Home
from pitdesk.stations.line import CageClock, Line, Lost
from pitdesk.stations.paper import named
from pitdesk.stations.verbs import VERBS, packed
from pitdesk.stations.wire import (
    ASKED_MOST,
    Ask,
    Begins,
    Begun,
    Came,
    Fails,
    FromCage,
    Message,
    Refuses,
    Sheet,
    SignIn,
    SignOut,
    Stands,
    Wants,
    Welcome,
    encode,
)

OPEN_WAIT_S = 6  # for the cage, as the station begins
PATIENCE_S = 8  # for a line that was cut while something was asked on it
ALONE = "It stands at the cage alone: no other machine had it in time. See to the stations' lines."
TIMES = 5  # that it is said, on a line that is cut again and again


class RemoteDesk(Desk):
    """A desk whose verbs the cage does.

    Attributes:
        line: to the cage.
        told: what became of what was asked on a line that was cut; whoever shows it empties it.
    """

    def __init__(self, journal: Journal, line: Line, station: str, clock: CageClock) -> None:
        super().__init__(journal, Pepper(b""), clock=clock, station=station)
        self.line, self.told, self.place = line, "", station
        self._half: tuple[int, Begins] | None = None  # the head before it, and no answer was heard
        self._untold: list[Came] = []  # that the cage was not told yet
        self._number = 0  # by which the cage knows what is asked now
        self._unanswered: Ask | None = None
        self._greeted: Welcome | None = None
        line.fresh.clear()
        self._greet()

    @classmethod
    def open(cls, home: Home, clock: Clock, wait_s: int = OPEN_WAIT_S) -> Self:
        """The desk of a station. Where the cage is not reached now, its copy can still be read.

        Raises:
            Trouble: the copy is empty and the cage is not reached, or it cannot be used.
        """
        journal = Journal.follow(home.book)
        try:
            cages = CageClock(clock)
            line = Line(home, journal, cages)
            line.hear(wait_s)
            if not journal.head.seq:
                raise Trouble(line.why)
            return cls(journal, line, home.name, cages)
        except BaseException:
            journal.close()
            raise

    def close(self) -> None:
        """Hang up, and close the copy."""
        self.line.close()
        self.journal.close()

    def write_documents(self) -> list[Document]:
        """None: the cage writes and sends them."""
        return []

    def hear(self, wait_s: int = 0) -> None:
        """Take in what the cage has sent; dial it where the line is lost.

        Raises:
            Trouble: the copy cannot be written.
        """
        self.line.hear(wait_s)
        self._take_fresh()
        if self.line.welcome is not self._greeted:
            self._greet()

    def listen(self, wait_s: float) -> None:
        """Hear of the cage for so long: its entries are taken in as they come.

        Raises:
            Trouble: the copy cannot be written.
        """
        self.hear(1)
        if self.line.reached:
            self.line.listen(wait_s)
            self.hear()

    def once(self, mine: int, call: Callable[[Self], Posted]) -> Posted | Entry:
        """Have one verb done once, however often it is asked and however often the line is cut."""
        self._number = mine
        return super().once(mine, call)

    def tries(self, call: Callable[[Self], object]) -> list[Try]:
        """None: PINs are proven at the cage."""
        return []

    def tries_of(self, by: Sequence[Signer]) -> list[Try]:
        """None: PINs are proven at the cage."""
        return []

    def sign_in(self, signer: Signer) -> None:
        """Sign a person in at this station; the cage proves the PIN."""
        self._done(self._say(SignIn(signer)))
        self._signed_in[self._station] = signer.person

    def sign_out(self) -> None:
        """Leave this station with nobody signed in; the cage hears of it if it is reached."""
        super().sign_out()
        if self.line.reached:
            self._done(self._say(SignOut()))

    def ask_cage(self, verb: str, given: tuple[object, ...], named: dict[str, object]) -> Entry:
        """Have the cage do a verb, and return its entry once it is in the copy, too.

        Raises:
            Refused: the cage refuses it.
            Trouble: it is not reached, or the copy cannot be written; the words say what stands.
        """
        number = self._number if self._request else self.mine
        said = Ask(number, verb, Raw(packed(verb, *given, **named)))
        seq = self._done(self._through(said))
        try:
            self._wait_for(seq)
        except Trouble:
            raise Trouble(
                f"It stands at the cage, as entry {seq}: do not ask for it again. {self._stopped}"
            ) from None
        if self.journal.head.seq < seq:
            raise Trouble(
                f"It stands at the cage, as entry {seq}. The line was cut before it came here; it is"
                " shown once the cage is reached."
            )
        return self.journal.entry(seq)

    # Paper

    @property
    def prints(self) -> bool:
        """Whether Set-up has anything printed here."""
        return self.site.prints(self.place)

    def sheet(self, wants: Wants) -> Sheet | None:
        """What is to be printed here next, as the cage makes it; None for nothing, or unreached.

        Raises:
            Refused, Trouble: as the cage says.
        """
        if not self.line.reached:
            return None
        answer = self._say(wants)
        if isinstance(answer, Sheet):
            return answer
        self._done(answer)
        return None

    def begin_sheet(self, begins: Begins) -> list[Entry]:
        """Have the cage note that a sheet is about to be sent; its entries, none if it is due no more.

        Raises:
            Refused, Trouble: as the cage says; or it is not reached, and nothing is to be sent.
        """
        begun = self.journal.head.seq, begins
        try:
            answer = self.line.ask(begins)
        except Lost:
            self.hear(PATIENCE_S)
            if not self.line.reached:
                self._half = begun
                raise Trouble(f"{self.line.why} Nothing was sent to the printer.") from None
            answer = Begun(self._noted(begun))
        if not isinstance(answer, Begun):
            self._done(answer)
            return []
        if answer.attempts:
            self._wait_for(max(answer.attempts))
        if answer.attempts and self.journal.head.seq < max(answer.attempts):
            self._untold.append(Came(answer.attempts, "nothing"))
            raise Trouble(f"{self.line.why} Nothing was sent to the printer.")
        return [self.journal.entry(seq) for seq in answer.attempts]

    def came(self, attempts: Sequence[int], outcome: str) -> None:
        """Have the cage note what is proven of prints; once it is reached, if not now."""
        self._untold.append(Came(tuple(attempts), "whole" if outcome == "whole" else "nothing"))
        self._tell_what_came()

    def _tell_what_came(self) -> None:
        while self._untold and self.line.reached:
            try:
                answer = self.line.ask(self._untold[0])
            except Lost:
                return
            self._take_fresh()
            if isinstance(answer, Fails):
                return
            self._untold.pop(0)

    def _noted(self, begun: tuple[int, Begins]) -> tuple[int, ...]:
        """What the cage noted of a print whose answer was not heard: what came behind that head."""
        (head, begins), day = begun, self.day
        name = named(begins.wants.device.name, self.place)
        prints = [*day.prints, *(one for one, _ in day.readings.prints)] if day else []
        after = (one for one in prints if one.entry > head and one.printer == name)
        return tuple(one.entry for one in after if one.outcome is None)

    # On the line

    def _wait_for(self, seq: int) -> None:
        """Take in entries until the copy has this one; or the line is lost and does not come back."""
        try:
            self.line.wait_for(seq)
        except Lost:
            self.line.hear(PATIENCE_S)
        self._take_fresh()

    def _through(self, said: Ask) -> FromCage:
        """Say it until it is answered, however often the line is cut; or give up, and remember it."""
        if len(encode(said)) > ASKED_MOST:
            raise Trouble(
                f"What goes with '{said.verb}' is more than a station sends, {ASKED_MOST >> 10:,} KiB."
                " Nothing was asked. Do it at the cage."
            )
        if not self.line.reached:
            self.hear()
        if not self.line.reached:
            raise Trouble(f"{self.line.why} Nothing was asked. Write it by hand until it is back.")
        for _ in range(TIMES):
            try:
                answer = self.line.ask(said)
            except Lost:
                self._unanswered = said
                reached = self.line.hear(PATIENCE_S)
                self._take_fresh()
                if not reached:
                    break
            except Trouble:
                self._unanswered = said
                raise self._unknown(self._stopped) from None
            else:
                self._unanswered = None
                return answer
        raise self._unknown(self.line.why or f"The line to the cage was cut {TIMES} times.")

    @property
    def _stopped(self) -> str:
        return f"This station's copy, {self.journal.path}, takes nothing in: free or replace its disk."

    def _unknown(self, why: str) -> Trouble:
        return Trouble(
            f"{why} Nobody here knows yet whether it was done. Once the cage is reached, this"
            " station looks it up and says so. Do not ask again before that."
        )

    def _say(self, message: Message) -> FromCage:
        if not self.line.reached:
            self.hear()
        try:
            return self.line.ask(message)
        except Lost:
            raise Trouble(self.line.why) from None

    def _done(self, answer: FromCage) -> int:
        """The entry that an answer names; a refusal or trouble as the cage tells it."""
        self._take_fresh()
        if isinstance(answer, Stands):
            if answer.alone:
                self.told = ALONE
            return answer.seq
        if isinstance(answer, Refuses):
            raise Refused([one.refusal for one in answer.reasons])
        raise Trouble(getattr(answer, "words", "The cage said what no cage says."))

    def _greet(self) -> None:
        """The line was opened: who is signed in as the cage has it; what became of what was asked."""
        welcome, said = self.line.welcome, self._unanswered
        if welcome is None:
            return
        self._greeted = welcome
        self._signed_in.pop(self._station, None)
        if welcome.signed_in:
            self._signed_in[self._station] = welcome.signed_in
        if said:
            entry = self.journal.requested(f"{self._station} after {said.number}")
            became = f"was done: entry {entry.seq}, {entry.kind}" if entry else "was not done. Ask again"
            self.told, self._unanswered = f"The cage is back. What you asked last {became}.", None
        if self._half:
            begun, self._half = self._half, None
            if noted := self._noted(begun):
                self._untold.append(Came(noted, "nothing"))
        self._tell_what_came()

    def _take_fresh(self) -> None:
        """Know what the entries say that came since."""
        fresh, own = self.line.fresh[:], f"{self._station} after "
        self.line.fresh.clear()
        for entry in fresh:
            self._take_in(entry)
            if (entry.request or "").startswith(own):
                self._mine[self._station] = entry.seq

    def _post(self, fact: Fact, by: Signers, **more: Any) -> Entry:
        if self._trying:
            return super()._post(fact, by, **more)
        raise Trouble(f"This is done at the cage alone: '{fact.kind}'. Nothing was written.")

    def _append(self, draft: Draft) -> NoReturn:
        raise Trouble(f"This is done at the cage alone: '{draft.fact.kind}'. Nothing was written.")


def _asked(verb: str) -> Callable[..., Entry]:
    tried = getattr(Desk, verb)

    @wraps(tried)
    def asked(self: RemoteDesk, *given: object, **named: object) -> Entry:
        if self._trying:
            entry: Entry = tried(self, *given, **named)  # which is refused, one way or the other
            return entry
        return self.ask_cage(verb, given, named)

    return asked


for _verb in VERBS:
    setattr(RemoteDesk, _verb, _asked(_verb))
