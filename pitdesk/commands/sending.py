"""The command that sends: documents to head office, from a terminal."""

import argparse

from pitdesk.book.journal import Journal
from pitdesk.book.people import Pepper
from pitdesk.codes.own import signing_key
from pitdesk.commands.answers import DONE, NO
from pitdesk.commands.arguments import BOOK, Commands, option
from pitdesk.desk import Desk
from pitdesk.documents.document import Document
from pitdesk.documents.outbox import difference, send, send_again, waiting
from pitdesk.documents.targets import CONFLICT, Answer, Named
from pitdesk.office.append import target_of
from pitdesk.upkeep.upgrade import upgrade

commands = Commands()


@commands.add(
    BOOK,
    option("--to", required=True, metavar="WHERE", help="a folder, or postgresql://ROLE@HOST/…"),
    option("--again", action="store_true", help="send all once more, if head office lost some"),
)
def _send(given: argparse.Namespace) -> int:
    """Send sealed days, corrections and deposits to head office, or to a USB stick.

    In order, each once; PitDesk names what is there already with other content. Close the window
    first: it holds the book. Status 1 if documents are in conflict.
    """
    target = target_of(given.to)
    upgrade(given.book)
    with Journal.open(given.book) as journal:
        desk = Desk(journal, Pepper(b""), key=signing_key(journal))  # nobody initials here
        desk.check_witness()
        sent = (send_again if given.again else send)(desk, target, _say)
        left = waiting(desk, target.name)
    print(f"{target.name}: {len(sent)} sent, {left.count} wait")
    for number in left.conflicts:
        print(f"document {number:06} is in conflict: ask head office which of the two stands")
    return NO if left.conflicts else DONE


def _say(document: Named, answer: Answer) -> None:
    name = f" {document.name}" if isinstance(document, Document) else ""
    words = f": {answer.words}" if answer.words else ""
    print(f"{document.number:06}{name}: {answer.kind}{words}")
    if answer.kind == CONFLICT and isinstance(document, Document):
        for differs in difference(document, answer.theirs):
            print(f"    {differs}")
