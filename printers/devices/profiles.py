"""What common receipt printers can do. One is chosen for each printer at set-up."""

from dataclasses import dataclass, field

from printers import IMPACT_A, IMPACT_B, THERMAL_58, THERMAL_512, THERMAL_576


@dataclass(frozen=True, slots=True)
class Kick:
    """How a printer drives the drawer at its plug: ESC p, its pulse and the rest after it.

    pins         of the connector that it can drive
    on_ms        long enough for a solenoid, too short to heat it;  off_ms: a fifth of the time at most
    unit_ms      what it counts them in
    """

    pins: tuple[int, ...] = (2, 5)
    on_ms: int = 100
    off_ms: int = 400
    unit_ms: int = 2

    def pulse(self, pin: int) -> bytes:
        """The command for a pin that it has; of any other printers print the rest as text."""
        assert pin in self.pins, pin
        times = (self.on_ms // self.unit_ms, self.off_ms // self.unit_ms)
        return b"\x1bp" + bytes([pin == 5, *times])


@dataclass(frozen=True, slots=True)
class Profile:
    """A model, as far as slips go.

    columns       of a line in the font that slips are set in
    plies         2 where one pass prints both parts of a slip, on carbonless paper
    qr            whether it draws QR codes by itself
    status        whether it answers DLE EOT: offline, cover, paper
    kick          how it opens a cash drawer
    acknowledges  whether it answers GS r 1 and GS I 1 in order, so that they prove the bytes before them
    """

    name: str
    columns: int
    plies: int = 1
    qr: bool = True
    status: bool = True
    acknowledges: bool = True
    kick: Kick = field(default_factory=Kick)

    def __post_init__(self) -> None:
        assert self.plies in (1, 2), self.plies


# Epson: TM-T88V/VI, TM-T20III, TM-m30, TM-U220 technical reference guides, printable columns of font A
# (TM-U220: 400 half dots, font A 9x9, font B 7x9). A generic printer's answers are not relied on.
PROFILES = {
    profile.name: profile
    for profile in (
        Profile("Epson TM-T88V", THERMAL_512),
        Profile("Epson TM-T88VI", THERMAL_512),
        Profile("Epson TM-T20III", THERMAL_576),
        Profile("Epson TM-m30", THERMAL_576),
        Profile("Epson TM-U220, two-ply, font B", IMPACT_B, plies=2, qr=False),
        Profile("Epson TM-U220, two-ply, font A", IMPACT_A, plies=2, qr=False),
        Profile("Epson TM-U220, one ply", IMPACT_B, qr=False),
        Profile("Star in ESC/POS mode", THERMAL_576, acknowledges=False),
        Profile("80 mm", THERMAL_576, status=False, acknowledges=False),
        Profile("58 mm", THERMAL_58, status=False, acknowledges=False, kick=Kick(pins=(2,))),
    )
}


class Machine:
    """A printer that is a machine of some model: one has to wait for it. The rest is as in `Printer`."""

    def __init__(self, profile: Profile, name: str) -> None:
        self.name, self.profile, self.waits = name, profile, True
        self.proves, self.answers = profile.acknowledges, profile.status
        self.width, self.plies, self.qr = profile.columns, profile.plies, profile.qr
