"""Set-up: organization and site, tables, chip set, people, ties. Outside any gaming day."""

from collections.abc import Mapping
from typing import Any

from pitdesk.chips import Chip
from pitdesk.desk.posting import Post, Signers
from pitdesk.entries import Entry
from pitdesk.errors import Refused
from pitdesk.people import Person, Signer, hashed_badge
from pitdesk.site import Layout

CHIP_SET = {  # a chip set as the rules prescribe it, with second colors that make no reversed pairs
    "50c": {"color": "mustard yellow", "spots": 0, "kind": "no", "second": None},
    "$1": {"color": "white", "spots": 4, "kind": "solid", "second": "blue"},
    "$2": {"color": "pink", "spots": 4, "kind": "split", "second": "purple"},
    "$5": {"color": "red", "spots": 6, "kind": "solid", "second": "yellow"},
    "$25": {"color": "green", "spots": 8, "kind": "solid", "second": "white"},
    "$100": {"color": "black", "spots": 4, "kind": "triple split", "second": "white"},
}


class Setup(Post):
    """The verbs of setting up."""

    def set_site(self, settings: Mapping[str, Any], by: Signers = ()) -> Entry:
        """Set what `Site.settings` names; what is not named stays."""
        taken = {series: self.journal.last_number(series) for series in ("fill", "credit")}
        facts = {"taken": taken, "begins": self.journal.head.seq == 0}
        return self._post("site", by, keep=settings, facts=facts)

    def set_table(self, layout: Layout, by: Signers = ()) -> Entry:
        """Put a table on the floor plan, or change it."""
        keep = {"game": layout.game, "box": layout.box, "video": layout.video}
        return self._post("table", by, table=layout.table, keep=keep)

    def set_chip(self, chip: Chip, look: Mapping[str, Any] | None = None, by: Signers = ()) -> Entry:
        """Add a chip type to the set; `look` as in CHIP_SET, which is taken where none is given."""
        if look is None:
            look = CHIP_SET.get(chip.name, {})
        return self._post("chip", by, keep={"chip": chip.name, "look": dict(look)})

    def set_person(
        self, person: Person, *, pin: str | None = None, badge: str | None = None, by: Signers = ()
    ) -> Entry:
        """Add a person or change one. A new PIN or badge is hashed here; the old one stays if none."""
        before = self.site.people.get(person.id)
        # Hashing is slow on purpose, and a trial keeps nothing.
        hashed = self._pepper.hashed(pin) if pin and not self._trying else None
        kept = Person(
            person.id,
            person.name,
            person.initials,
            person.roles,
            hashed or (before.pin if before else None),
            hashed_badge(badge) if badge else (before.badge if before else None),
            person.company,
        )
        on = self.date_of(self.clock.now())
        roles = [role.name for role in person.roles if role.until is None or on < role.until]
        facts = {"new_pin": pin, "new_badge": badge, "role_names": roles}
        return self._post("person", by, keep=kept.detail, facts=facts)

    def number_forms(self, count: int, by: Signers = ()) -> Entry:
        """Take the numbers of a pack of blank forms, to be written by hand when the machine is down."""
        first = max((last for _, last in self.site.forms), default=0) + 1
        return self._post("forms", by, keep={"first": first, "last": first + count - 1})

    def set_tie(self, one: str, tie: str, other: str, by: Signers = ()) -> Entry:
        """Record that one supervises, lives with or is family of the other."""
        return self._post("tie", by, keep={"one": one, "tie": tie, "other": other})

    def unlock(self, person: str, by: Signer) -> None:
        """End the wait of somebody who tried too often; the gaming or a shift manager, not oneself."""
        now = self.clock.now()
        for known in (person, by.person):
            if known not in self.site.people:
                raise Refused([self._nobody(known)])
        name = self.site.name_of(by.person)
        unproven = self._unproven(by, now, station=False)
        refusals = [self.rules.refusal("pd.initials", unproven)] if unproven else []
        if by.role not in ("gaming manager", "shift manager") or by.person == person:
            words = f"{name} ({by.role}) cannot unlock {self.site.name_of(person)}. Ask another manager."
            refusals.append(self.rules.refusal("pd.initials", words))
        elif not self.site.people[by.person].holds(by.role, self.date_of(now)):
            words = f"{name} does not hold the role of {by.role}."
            refusals.append(self.rules.refusal("pd.role", words))
        if refusals:
            raise Refused(refusals)
        self._note_attempt(person, "unlocked", now)
