"""Writes the man pages of both programs from their own command lines: python installer/man.py FOLDER."""

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path

from pitdesk import __main__ as commands
from pitdesk import __version__
from pitdesk.commands.arguments import STATUS
from ui.shell import app as window

ROFF = str.maketrans({"\\": r"\e", "-": r"\-", "'": r"\(aq", "`": r"\(ga", "~": r"\(ti", "^": r"\(ha"})
BOOKS = r"""
.SH FILES
.TP
.I \(ti/.local/share/PitDesk
Your books, the slips beside them and the settings of this station.
Removing the program leaves them alone.
"""


def page(name: str, parser: argparse.ArgumentParser, what: str, more: str, other: str) -> str:
    """The man page of a program.

    what   what it is, in a few words
    more   what its command line does not say
    other  the program to see also
    """
    parser.prog = name
    lines = [
        f'.TH {name.upper()} 1 "" "PitDesk {__version__}" "User commands"\n.ad l',
        *(".SH NAME", rf"{plain(name)} \- {plain(what)}"),
        *(".SH SYNOPSIS", usage(parser)),
        *(".SH DESCRIPTION", paragraphs(parser.description or ""), ".PP", more),
        *(".SH OPTIONS", *options(parser)),
        *([".SH COMMANDS"] if subcommands(parser) else []),
        *command_lines(parser),
        *(status() if parser.epilog else ()),
    ]
    return "\n".join(lines) + f"{BOOKS}.SH SEE ALSO\n.BR {plain(other)} (1)\n"


def command_lines(parser: argparse.ArgumentParser, before: str = "") -> Iterator[str]:
    """Every command, and every command of a command, with its options."""
    for name, one in subcommands(parser).items():
        yield f".SS {plain(before + name)}"
        yield from (usage(one), ".PP", paragraphs(one.description or ""), *options(one))
        yield from command_lines(one, f"{name} ")


def subcommands(parser: argparse.ArgumentParser) -> dict[str, argparse.ArgumentParser]:
    """Word → the command line that goes on behind it."""
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            return dict(action.choices)
    return {}


def usage(parser: argparse.ArgumentParser) -> str:
    """How to call it, in one line, however wide the terminal is."""
    return plain(" ".join(parser.format_usage().removeprefix("usage: ").split()))


def options(parser: argparse.ArgumentParser) -> Iterator[str]:
    """What may be given, each with its words; all but the commands and --help."""
    shape = parser._get_formatter()
    for action in parser._actions:
        if not isinstance(action, argparse._SubParsersAction | argparse._HelpAction):
            said = shape._expand_help(action) if action.help else ""
            yield from (".TP", f".B {plain(shape._format_action_invocation(action))}", plain(said))


def paragraphs(text: str) -> str:
    """Words to be set, a blank line between paragraphs."""
    return "\n.PP\n".join(plain(part) for part in text.strip().split("\n\n"))


def status() -> Iterator[str]:
    """The exit status of a command."""
    yield ".SH EXIT STATUS"
    for number, words in STATUS.items():
        yield from (".TP", f"{number}", plain(words))


def plain(text: str) -> str:
    """Words that roff takes as they are."""
    lines = (line.strip().translate(ROFF) for line in text.splitlines())
    return "\n".join(rf"\&{line}" if line.startswith(".") else line for line in lines)


PAGES = {
    "pitdesk": (
        window.command_line(),
        "The window of PitDesk",
        r"""With a command in the place of options, as in \(lqpitdesk verify \-\-book BOOK.db\(rq, it is
.BR pitdesk\-cli (1).
In the window, F1 opens the manual at the page of the screen in front.""",
        "pitdesk-cli",
    ),
    "pitdesk-cli": (
        commands.command_line(),
        "PitDesk without a screen",
        r"The manual explains the trade and its words; \(lqpitdesk\-cli manual\(rq puts it on paper.",
        "pitdesk",
    ),
}
for program, (parser, what, more, other) in PAGES.items():
    Path(sys.argv[1], f"{program}.1").write_text(page(program, parser, what, more, other), "utf-8")
