"""Every chip the house owns: received, moved, counted by two, damaged, destroyed, gone astray."""

from collections.abc import Sequence

from pitdesk import kinds, places
from pitdesk.book.entries import Entry, move
from pitdesk.book.people import Signer
from pitdesk.chips import Chips
from pitdesk.desk.posting import Post, Signers
from pitdesk.kinds import Machine
from pitdesk.kinds.invoice import Invoice

SITE = places.site("")


class InventoryVerbs(Post):
    """The verbs of the chips inventory log. Most are done at any time, also while no day is open."""

    def delivery(
        self,
        invoice: Invoice,
        counted: Chips,
        by: Signers,
        reason: str = "",
        to: str = places.CHIP_RESERVE,
        *,
        machine: Sequence[Machine] = (),
    ) -> Entry:
        """Take in chips from their supplier: what two people counted, beside what the invoice says.

        machine   what was weighed of it

        What is counted is what comes in. What differs from the invoice needs a reason.
        """
        fact = kinds.Delivery(
            chips=counted,
            reason=reason,
            invoice=invoice,
            off=counted - invoice.chips,
            destination=to,
            machine=tuple(machine),
        )
        return self._post(fact, by, postings=move(counted, places.SUPPLIER, to))

    def stock(self, chips: Chips, source: str, destination: str, by: Signers, reason: str = "") -> Entry:
        """Move chips between stores, the supplier, other sites and the destroyed.

        Chips from another site come into the book as from outside; the entry says which site.
        """
        fact = kinds.Stock(chips=chips, reason=reason, source=source, destination=destination)
        leaves = places.SUPPLIER if source.startswith(SITE) else source
        return self._post(fact, by, postings=move(chips, leaves, destination))

    # Physical counts

    def tally(self, place: str, counted: Chips, by: Signer, *, machine: Sequence[Machine] = ()) -> Entry:
        """Count a place alone, before the other does or after; nobody sees it until both have.

        machine   what was weighed of it

        The entry keeps what is off against the book as it stands now, so that the other's count
        agrees also where chips moved in between.
        """
        off = counted - self._held(place)
        fact = kinds.Tally(chips=counted, place=place, off=off, machine=tuple(machine))
        return self._post(fact, [by])

    def agreed(self, place: str) -> Chips | None:
        """What both say lies at a place now; None until both have counted, or where they differ."""
        offs = {tally.off for tally in self.tallies.get(place, {}).values()}
        both = len(self.tallies.get(place, {})) > 1 and len(offs) == 1
        return self._held(place) + offs.pop() if both else None

    def inventory(self, place: str, counted: Chips, by: Signers, reason: str = "") -> Entry:
        """Enter the count of a place that both agree on; what is off goes to over/short.

        Where the two counted differently, or while no day is open anything is off, it needs a reason.
        """
        off = counted - self._held(place)
        fact = kinds.Inventory(chips=counted, reason=reason, place=place, off=off)
        return self._post(fact, by, postings=move(off, places.OVER_SHORT, place))

    # What is where it should not be

    def stray(self, table: str, chips: Chips, reason: str, by: Signers) -> Entry:
        """Note chips of ours in a tray where they do not belong; a credit slip takes them away."""
        fact = kinds.Stray(table=table, chips=chips, reason=reason)
        return self._post(fact, by, postings=move(chips, places.PATRONS, places.tray(table)))

    def foreign(
        self, pieces: int, face_cents: int, what: str, whose: str, done: str, by: Signers
    ) -> Entry:
        """Note chips that are not ours: how many, of which face value, what they look like, whose.

        done   what became of them: given back, kept as evidence, handed to the police
        """
        fact = kinds.Foreign(pieces=pieces, face_cents=face_cents, what=what, whose=whose, done=done)
        return self._post(fact, by)
