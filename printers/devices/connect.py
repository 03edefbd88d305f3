"""Which printer this station has: read from a line of its settings, and opened.

folder              files in a folder, for practice and for trying out
network:HOST        or HOST:PORT, a printer with a network plug
usb:DEVICE          such as /dev/usb/lp0
serial:DEVICE       or DEVICE@BAUD
queue:NAME          a queue of the operating system
"""

from pathlib import Path

from pitdesk.disk import own_folder
from pitdesk.errors import Trouble
from printers import Printer
from printers.devices.profiles import PROFILES
from printers.devices.receipt import Link, Receipt

FOLDER = "folder"
KINDS = (FOLDER, "network", "usb", "serial", "queue")


def connect(where: str, profile: str, folder: Path, *, width: int) -> Printer:
    """The printer that a line of the settings names. Nothing is sent to it.

    profile   a name of PROFILES;  folder, width: for slips that are kept as files

    Raises:
        Trouble: the line or the profile is none, or the folder cannot be made.
    """
    kind, _, at = where.partition(":")
    if kind == FOLDER:
        return _kept(folder, width)
    if profile not in PROFILES:
        raise Trouble(
            f"'{profile}' is no kind of printer that is known. Choose one in Set-up, This station."
        )
    model = PROFILES[profile]
    if kind == "queue":
        from printers.devices.systemqueue import SystemQueue  # noqa: PLC0415

        return SystemQueue(at, model, where.replace(":", " ", 1))
    return Receipt(_link(kind, at, where), model, where.replace(":", " ", 1))


def _kept(folder: Path, width: int) -> Printer:
    from printers.devices.paper import Paper  # noqa: PLC0415

    try:
        own_folder(folder)
    except OSError as error:
        raise Trouble(
            f"{folder} cannot be used: {error.strerror or error}. Check its disk, try again."
        ) from None
    return Paper(folder, width=width)


def _link(kind: str, at: str, where: str) -> Link:
    if kind == "network" and at:
        from printers.devices.network import PORT, Network  # noqa: PLC0415

        host, _, port = at.partition(":")
        if not port or port.isdecimal():
            return Network(host, int(port or PORT))
    if kind == "usb" and at:
        from printers.devices.usbport import UsbPort  # noqa: PLC0415

        return UsbPort(Path(at))
    if kind == "serial" and at:
        from printers.devices.serialport import SerialPort  # noqa: PLC0415

        device, _, baud = at.partition("@")
        if not baud or baud.isdecimal():
            return SerialPort(device, int(baud)) if baud else SerialPort(device)
    raise Trouble(f"'{where}' names no printer. Choose one in Set-up, This station.")
