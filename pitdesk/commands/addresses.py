"""An address on the network, as it is typed behind an option."""

import argparse

PORT = 9470  # where stations are let in, unless another is said


def address(text: str) -> tuple[str, int]:
    """An address on the network as it is typed: a host, and a port where it is not the usual one."""
    host, _, port = text.rpartition(":") if ":" in text else (text, "", str(PORT))
    if not host or not port.isdecimal() or not 0 < int(port) < 1 << 16:
        raise argparse.ArgumentTypeError(
            f"'{text}' is no address; write one such as 192.168.1.10:{PORT}"
        )
    return host, int(port)
