"""Records beside the night: hold of a quarter and what it asks for. None moves a chip or a cent."""

from datetime import date

from pitdesk import kinds
from pitdesk.book.day import Day
from pitdesk.book.entries import Entry
from pitdesk.book.past import dates_of, day_of, is_quarter, opening
from pitdesk.desk.posting import Post, Signers
from pitdesk.records.duties import LOW, Played
from pitdesk.records.hold import days_between, of_games
from pitdesk.rules.check import Known

_WHOLE = 10_000  # limits of hold are in hundredths of a percent


class Ledgers(Post):
    """The verbs of records that are kept beside the night."""

    @property
    def _on(self) -> date:
        """Today, on the site's calendar."""
        return self.site.local(self.clock.now().at).date()

    def _day_on(self, on: date) -> Day | None:
        """The day of a date; None where the book has none."""
        for number in reversed(self.journal.days()):
            found = opening(self.journal, number).date
            if found == on:
                return day_of(self.journal, number)
            if found < on:
                break
        return None

    def played(self, game: str) -> Played:
        """Which tables of a game were open from one date to another, the open day's among them."""

        def found(first: date, last: date) -> list[str]:
            days = days_between(self.journal, first, last, every=True)
            return [name for day in days for name, table in day.tables.items() if table.game == game]

        return found

    def determine_hold(self, quarter: str, by: Signers) -> Entry:
        """Determine a quarter's hold: the reviews that a low one asks for begin on the next day."""
        span = dates_of(quarter) if is_quarter(quarter) else (self._on, self._on)
        held, last = of_games(self.journal, *span) if is_quarter(quarter) else {}, span[1]
        low = [
            game
            for game, (gross_cents, agp_cents) in sorted(held.items())
            if self.video.binds(last)
            and agp_cents * _WHOLE < self.rules.value(LOW, game, last) * gross_cents
        ]
        beyond = held.get("21", (0, 0))[1] < 0
        fact = kinds.DetermineHold(
            quarter=quarter, on=self._on, held=held, low=tuple(low), beyond=beyond
        )
        return self._post(fact, by)

    def review_video(
        self,
        table: str,
        on: date,
        times: tuple[str, str],
        seen: str,
        by: Signers,
        *,
        opened: str = "",
    ) -> Entry:
        """Write down a review of video: of which table, of which gaming day, from when to when.

        times    local, "21:00" to "22:00"; past midnight too
        opened   who opened the stored video, where the reviewer may not
        """
        since, until = times
        fact = kinds.ReviewVideo(
            table=table,
            on=self._on,
            date=on,
            since=since,
            until=until,
            minutes=_minutes(since, until),
            seen=seen,
            opened=opened,
        )
        return self._post(fact, by, known=Known(of_day=self._day_on(on)))

    def hold_reason(self, quarter: str, game: str, reason: str, by: Signers) -> Entry:
        """Write down why a quarter's hold was low: its reviews end."""
        fact = kinds.HoldReason(quarter=quarter, game=game, on=self._on, reason=reason)
        return self._post(fact, by)

    def tell_division(self, quarter: str, told: str, by: Signers) -> Entry:
        """Write down who at the gaming division was told of a quarter with more prizes than proceeds."""
        return self._post(kinds.TellDivision(quarter=quarter, on=self._on, told=told), by)


def _minutes(since: str, until: str) -> int:
    """From one time to another, past midnight too; 0 of what is no time."""
    found = []
    for text in (since, until):
        hours, _, minutes = text.partition(":")
        if not (hours.isdecimal() and minutes.isdecimal() and int(hours) < 24 and int(minutes) < 60):
            return 0
        found.append(int(hours) * 60 + int(minutes))
    return (found[1] - found[0]) % (24 * 60)
