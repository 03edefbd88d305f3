"""Facts of fill and credit slips: 99-01.3-08-05; and of the paper that they are printed on."""

from pitdesk.chips import Chips
from pitdesk.kinds.fact import PRINTER, SLIPS, Fact


class Ask(Fact, group=SLIPS):
    """A table asks the cage for a fill or a credit; nothing moves, and no number is taken.

    what   "fill" or "credit";  par: whether it asks for what its par is short of, or for what is above
    """

    table: str
    what: str
    chips: Chips
    par: bool = False


class WithdrawAsk(Fact, group=SLIPS):
    """An ask is taken back by its table, or declined by the cage."""

    table: str
    what: str
    reason: str = ""


class Slip(Fact):
    """A slip is prepared: its chips leave their source and are in transit.

    form, written   number and time of the form that it was written on while the machine was down
    ask             the entry of the ask that it answers; 0 for none
    """

    table: str
    chips: Chips
    game: str | None
    source: str
    destination: str
    first_number: int
    form: str = ""
    written: str = ""
    ask: int = 0


class Fill(Slip, group=SLIPS, series="fill", section="08-05(3)"):
    """A fill slip is prepared: chips leave the chip bank (or the jar bar) for a table."""


class Credit(Slip, group=SLIPS, series="credit", section="08-05(3)"):
    """A credit slip is prepared: chips leave a tray for the chip bank (or a jar bar)."""


class Transfer(Fact, group=SLIPS, section="08-05(1)"):
    """Chips from table to table: never done. Here so that whoever asks is told why."""

    table: str
    chips: Chips
    source: str
    destination: str


class Verify(Fact, group=SLIPS, section="08-05(5)"):
    """The original is initialed by whoever carries the chips."""


class Receive(Fact, group=SLIPS, section="08-05(6)"):
    """The copy is initialed by whoever gets the chips."""


class Void(Fact, group=SLIPS, section="08-05(2)"):
    """Both parts are marked VOID; the chips go back, the number stays used."""

    reason: str


class Print(Fact, group=PRINTER):
    """These lines are about to be sent for a part of a slip.

    copy    0 the part itself, 1 and up DUPLICATEs
    bytes   their SHA-256;  qr: the text of the QR code
    logo    the entry of the letterhead whose logo was printed; 0 for none
    """

    part: str
    copy: int
    void: bool
    printer: str
    lines: tuple[str, ...]
    bytes: str = ""
    qr: str = ""
    logo: int = 0


class PrintReading(Fact, group=PRINTER):
    """These lines are about to be sent for a reading of the night so far; the rest as of `Print`."""

    printer: str
    lines: tuple[str, ...]
    bytes: str = ""
    logo: int = 0


class Printed(Fact, group=PRINTER):
    """How a print came out, as the printer proved it: "whole", or "nothing" if no byte left."""

    outcome: str
    by: str


class PrintAnswer(Fact, group=SLIPS):
    """How a print came out that no printer proved: whole, nothing or damaged."""

    outcome: str


class PrintHere(Fact, group=SLIPS):
    """What is still to be printed of a slip comes out at the cage, and no more at its station."""

    station: str


class ByHand(Fact, group=SLIPS):
    """A part was written by hand on a numbered form."""

    reason: str
    part: str
    paper: str
    void: bool
