"""A screen reader of a few lines: it listens on the bus, and reads the tree when it is asked to.

Run by the system's own Python, which has the bus. Each line read is a command, "tree" or "end".
"""

import json
import sys
import time

from gi.repository import Gio, GLib

ROOT = "/org/a11y/atspi/accessible/root"
READ = "org.a11y.atspi.Accessible"
SHOWING = 1 << 25  # of the states of a part
FOCUSABLE = 1 << 11
LABELLED_BY = 2  # of the relations between two
STARTED_S, PAUSE_S = 30, 0.1  # within which the bus is there, and between two looks


def met():
    """The bus for screen readers: where it is, and a connection to it."""
    place = ("org.a11y.Bus", "/org/a11y/bus", "org.a11y.Bus", "GetAddress")
    flags = Gio.DBusConnectionFlags
    known = flags.AUTHENTICATION_CLIENT | flags.MESSAGE_BUS_CONNECTION
    end = time.monotonic() + STARTED_S
    while True:
        try:
            session = Gio.bus_get_sync(Gio.BusType.SESSION, None)
            (address,) = session.call_sync(*place, None, None, 0, 20_000, None).unpack()
            return address, Gio.DBusConnection.new_for_address_sync(address, known, None, None)
        except GLib.Error:
            if time.monotonic() > end:
                raise
            time.sleep(PAUSE_S)


def main() -> None:
    """Listen to the bus of the session; say first where it is."""
    address, bus = met()

    def call(name, path, interface, method, given=None):
        return bus.call_sync(name, path, interface, method, given, None, 0, 20_000, None).unpack()

    registry = ("org.a11y.atspi.Registry", "/org/a11y/atspi/registry", "org.a11y.atspi.Registry")
    for event in ("object:", "focus:", "window:"):
        call(*registry, "RegisterEvent", GLib.Variant("(sass)", (event, [], "")))

    def named(name, path):
        get = GLib.Variant("(ss)", (READ, "Name"))
        return call(name, path, "org.freedesktop.DBus.Properties", "Get", get)[0]

    def below(name, path):
        for child in call(name, path, READ, "GetChildren")[0]:
            low, _ = call(*child, READ, "GetState")[0]
            if not low & SHOWING:
                continue
            relations = dict(call(*child, READ, "GetRelationSet")[0])
            yield {
                "role": call(*child, READ, "GetRoleName")[0],
                "name": named(*child),
                "labels": [named(*by) for by in relations.get(LABELLED_BY, [])],
                "focusable": bool(low & FOCUSABLE),
            }
            yield from below(*child)

    def answer(what):
        sys.stdout.write(json.dumps(what) + "\n")
        sys.stdout.flush()

    def tree():
        apps = call("org.a11y.atspi.Registry", ROOT, READ, "GetChildren")[0]
        return [part for app in apps for part in below(*app)]

    answer(address)
    for line in sys.stdin:
        if line.strip() != "tree":
            break
        end = time.monotonic() + STARTED_S
        while True:
            try:
                answer(tree())
                break
            except GLib.Error:  # a part went while it was read: what is there now
                if time.monotonic() > end:
                    raise


main()
