"""The command that sends: documents to head office, from a terminal."""

import argparse

from pitdesk.book.journal import Journal
from pitdesk.book.people import Pepper
from pitdesk.codes.keys import SiteKey, key_path
from pitdesk.commands.answers import DONE, NO
from pitdesk.commands.arguments import Commands, command, with_book
from pitdesk.desk import Desk
from pitdesk.documents.document import Document
from pitdesk.documents.outbox import difference, send, send_again, waiting
from pitdesk.documents.targets import CONFLICT, Answer
from pitdesk.office.append import target_of
from pitdesk.upkeep.upgrade import upgrade


def add(found: Commands) -> None:
    """Add send to the command line."""
    sub = command(
        found,
        "send",
        send_documents,
        "send sealed days, corrections and deposits to head office, or onto a stick",
        """\
        In order, each once; what is there with other content is told. No window may hold the book
        meanwhile. Status 1 if documents are in conflict.""",
        [with_book()],
    )
    sub.add_argument(
        "--to", required=True, metavar="WHERE", help="a folder, or postgresql://ROLE@HOST/…"
    )
    sub.add_argument(
        "--again", action="store_true", help="all of them once more, for a head office that lost some"
    )


def send_documents(given: argparse.Namespace) -> int:
    """Send what waits, in order; say what each was answered. Status 1 if something is in conflict."""
    target = target_of(given.to)
    upgrade(given.book)
    with Journal.open(given.book) as journal:
        key = SiteKey.read(key_path(journal))
        desk = Desk(journal, Pepper(b""), key=key)  # nobody initials here
        sent = (send_again if given.again else send)(desk, target, _say)
        left = waiting(desk, target.name)
    print(f"{target.name}: {len(sent)} sent, {left.count} wait")
    for number in left.conflicts:
        print(f"document {number:06} is in conflict: ask head office which of the two stands")
    return NO if left.conflicts else DONE


def _say(document: Document, answer: Answer) -> None:
    print(f"{document.number:06} {document.name}: {answer.kind}")
    for words in difference(document, answer.theirs) if answer.kind == CONFLICT else ():
        print(f"    {words}")
