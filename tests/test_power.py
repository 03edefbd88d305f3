"""Power cuts at any moment: of every verb, of a backup, a restore, a recovery, an upgrade, a new book.

A program is recorded; then the disk is made as a cut at some moment may have left it, again and again.
What somebody was told stands, no number comes twice, and whoever starts PitDesk again goes on. A control
beside each does without what a power cut needs, and the same checks see what it loses.
"""

import random
import shutil
from datetime import UTC, datetime
from pathlib import Path

import pytest

from pitdesk.book.entries import Draft
from pitdesk.book.journal import Journal
from pitdesk.book.people import PLAIN
from pitdesk.book.site import Site
from pitdesk.book.staging import begun, waits
from pitdesk.book.witness import Shortfall
from pitdesk.clock import SetClock
from pitdesk.codes.own import open_keys
from pitdesk.desk import Desk
from pitdesk.documents import evidence
from pitdesk.documents.document import kept
from pitdesk.errors import Trouble
from pitdesk.shifts.read import read_shift
from pitdesk.shifts.replay import Replay
from pitdesk.upkeep.backup import KEYS, backup, restore
from pitdesk.upkeep.recovery import recover
from pitdesk.upkeep.upgrade import upgrade
from tests.facts import fact
from tests.files import FEW, NIGHTS, ROOT
from tests.power import Recording, needs_strace
from tests.stands import stands
from tests.storm import seeds, shared, some
from ui.shell.app import FINISHED, KEPT, UNDONE, interrupted

pytestmark = [pytest.mark.storm, needs_strace]

AT = datetime(2027, 1, 1, tzinfo=UTC)
CUTS = 8  # of one seed
OLDER = {"0.1.0": ROOT / "tests/books/0.1.0/book.db", "0.2.0": ROOT / "tests/books/0.2.0/busy/book.db"}

TELLING = """
import os, sys
from pathlib import Path
from pitdesk.book import journal
from pitdesk.errors import Trouble
append = journal.Journal.append
def tell(self, draft):
    entry = append(self, draft)
    if not self.path.parent.name.endswith(".part"):  # what is not in its place yet is told to nobody
        os.write(1, f"told {entry.seq}\\n".encode())
    return entry
journal.Journal.append = tell
def say(kind, error, trace):
    known = issubclass(kind, Trouble)
    sys.stderr.write(f"{error}\\n") if known else sys.__excepthook__(kind, error, trace)
sys.excepthook = say
folder, *args = sys.argv[1:]
book = Path(folder, "pit.db")
"""
NIGHT = (
    TELLING
    + """
from pitdesk.__main__ import main
sys.stdout = open(os.devnull, "w")
status = main(["replay", args[0], "--book", str(book), "--out", str(Path(folder, "out"))])
sys.exit(status > 1)  # 1: not all went as the file expects, with a key of its own
"""
)
CARELESS = """
from pitdesk import disk
from pitdesk.book import connection, journal, staging
from pitdesk.book.witness import Witness
connection._SETTINGS["synchronous"] = 0
Witness.flush = lambda self: None
Witness.flushed = property(lambda self: False, lambda self, value: None)
disk.flush = journal.flush = staging.flush = lambda path: None
"""


def cuts(recording, folder, sample=2):
    """Images of the cuts of so many seeds, each with what was told before it."""
    for seed in seeds(sample):
        dice = random.Random(seed)
        for turn in range(CUTS):
            at = dice.randint(1, recording.end)
            image = recording.image(at, random.Random(f"{seed} {turn}"), folder / "image")
            yield image, recording.known(at)


def linked(book):
    with Journal.read(book) as journal:
        return {entry.seq: entry.hash for entry in journal.entries()}


def begins(book):
    """Whoever comes first after the cut begins the book that nobody was told of, if there is none."""
    if not book.exists() and not waits(book):
        Journal.create(book).close()


# A night


def played(folder, code, shift):
    """A night, begun with its book and played to the seal; and its links."""
    house = folder / "house"
    house.mkdir()
    recording = Recording.of(house, code, shift)
    links = linked(house / "pit.db")
    assert recording.known(recording.end) == len(links)
    return recording, links


@pytest.fixture(scope="module")
def night(tmp_path_factory):
    """The quiet night, recorded, and its links."""
    return played(tmp_path_factory.mktemp("quiet"), NIGHT, NIGHTS["quiet"])


@pytest.fixture
def house(night, tmp_path):
    """A copy of the house that the quiet night was played in, to its end."""
    return shutil.copytree(night[0].folder, tmp_path / "house")


@pytest.mark.parametrize("name", some(shared(FEW, 3), NIGHTS))
def test_nothing_that_was_told_is_lost_by_a_cut(tmp_path, name):
    """Neither an entry, nor a slip that the book says is on paper."""
    recording, links = played(tmp_path, NIGHT, NIGHTS[name])
    for image, told in cuts(recording, tmp_path):
        begins(image / "pit.db")
        assert stands(image / "pit.db", told, links, image / "out/slips") == ""


def test_a_desk_that_does_not_flush_is_caught(tmp_path):
    """The control: the same night without flushes loses entries, and the same checks see it."""
    recording, links = played(tmp_path, CARELESS + NIGHT, NIGHTS["quiet"])
    found = []
    for image, told in cuts(recording, tmp_path):
        begins(image / "pit.db")
        found.append(stands(image / "pit.db", told, links))
    assert any(found)


# What no night does: a witness, forms, documents, a chip set

OUT_OF_THE_WAY = """
witness  the disk was changed, and the report on paper has the same head
forms    20
night    2026-11-21
16:00  open day                       by pia(shift manager) jo(cashier)
16:01  on duty                        by kari(dealer)
16:05  bank has 400x50c 1200x$1 200x$2 900x$5 200x$25 12x$100 ; drawer $2,000.00 \
 by pia(shift manager) jo(cashier)
16:30  open 1 nothing ; limits $1-$5 ; deals no-peek          by kari(dealer)
16:32  fill 1 20x$5                   by jo(cashier)                -> fill 000002 prepared
16:33  write fill 2 original on 0001  because "no power"  by jo(cashier)
16:34  write fill 2 copy on 0002      because "no power"  by jo(cashier)
16:40  open drawer                    because "change"    by jo(cashier)
"""
MORE = (
    TELLING
    + """
from pitdesk.book.people import PLAIN, Pepper, Signer
from pitdesk.chips import Chip, Chips
from pitdesk.chipset.law import CHIP_SET
from pitdesk.clock import MachineClock, SetClock
from pitdesk.codes.keys import key_of
from pitdesk.desk import Desk
from pitdesk.documents import outbox
from pitdesk.documents.targets import Folder
from pitdesk.stations.keys import MachineKey, as_text
from pitdesk.shifts.read import read_shift
from pitdesk.shifts.replay import Replay
with journal.Journal.open(book) as held:
    clock = SetClock(MachineClock().now().at)
    pepper = Pepper.kept(book.with_name("pit.db.pepper"), PLAIN)
    desk = Desk(held, pepper, clock=clock, key=key_of(held))
    replay = Replay(desk, clock)
    list(replay.play([one for one in read_shift(Path(args[0])) if one.words[:6] == "person"]))
    list(replay.play(read_shift(Path(args[1]))))
    assert not replay.misses, replay.misses
    desk.pulsed(held.head.seq, "sent")
    gro = [Signer("gro", "gaming manager", "730251")]
    desk.set_chip_set([(Chip.named("$5"), CHIP_SET["$5"])], gro)
    desk.replace_key("the laptop was sold", gro)
    machine = MachineKey.kept(Path(folder, "pit 1.key"))
    desk.pair_station("pit 1", as_text(machine.certificate), ["pit"], gro, fills=["1"])
    jo = [Signer("jo", "cashier", "2741")]
    desk.fill("1", Chips.read("20x$5"), jo)
    desk.print_here("fill", 3, jo)
    desk.end_station("pit 1", gro, "stolen")
    outbox.send(desk, Folder(Path(folder, "stick")))
"""
)


BEYOND = {  # the kinds that it writes and no night does
    *("by hand", "chip set", "forms", "print here", "pulse"),
    *("sent", "station", "station off", "witness"),
}


@pytest.fixture
def more(house, tmp_path):
    """The day after, on a book whose witness was lost."""
    (house / "pit.db.head").unlink()
    (house / "stick").mkdir()
    (tmp_path / "more.shift").write_text(OUT_OF_THE_WAY)
    return Recording.of(house, MORE, NIGHTS["quiet"], tmp_path / "more.shift"), linked(house / "pit.db")


def undelivered(journal, stick):
    """The first document that the book says is on the stick, and that is not there."""
    there = {path.read_bytes() for path in stick.rglob("*.pitdesk")}
    documents = {one.number: kept(one).data for one in journal.documents()}
    told = [sent.number for entry in journal.entries() for sent in [entry.fact] if sent.kind == "sent"]
    return next((number for number in told if documents[number] not in there), None)


def test_nothing_else_that_was_told_is_lost_by_a_cut(night, more, tmp_path):
    recording, links = more
    with Journal.read(Path(recording.folder, "pit.db")) as journal:
        assert {entry.kind for entry in journal.entries()} >= BEYOND
    for image, told in cuts(recording, tmp_path):
        assert stands(image / "pit.db", told, links) == ""
        with Journal.read(image / "pit.db") as journal:
            assert journal.head.seq >= len(night[1])
            assert undelivered(journal, image / "stick") is None
        with Journal.open(image / "pit.db") as journal:
            pepper, key = open_keys(journal, SetClock(AT), PLAIN)
            Desk(journal, pepper, clock=SetClock(AT), key=key).write_documents()
            found = evidence.verify(journal)
            assert found.ok, found.words
            assert not [one for one in found.unchecked if "document" in one or "key" in one]


# A backup


BACKUP = (
    TELLING
    + """
from pitdesk.upkeep.backup import backup
with journal.Journal.read(book) as source:
    backup(source, Path(folder, "copy.db"))
os.write(1, b"told 1\\n")
"""
)


def backed_up(image, told, before, links):
    """What is wrong with a backup over an older one: "" where either lies there, and the book."""
    try:
        with Journal.read(image / "copy.db") as journal:
            if not (found := journal.verify()).ok:
                return found.words
            old = (image / "copy.db").read_bytes() == before
            if told if old else journal.head != (len(links), links[len(links)]):
                return f"the copy ends at entry {journal.head.seq}"
    except Trouble as error:
        return str(error)
    return stands(image / "pit.db", len(links), links)


def copied_before(house):
    """Make a backup and go on; returns its bytes, and the links of the book that is to be copied."""
    with Journal.read(house / "pit.db") as journal:
        journal.copy(house / "copy.db")
    with Journal.open(house / "pit.db") as journal:
        journal.append(Draft(fact=fact("explain"), at=AT))
    return (house / "copy.db").read_bytes(), linked(house / "pit.db")


def test_a_cut_backup_is_the_old_copy_or_the_new_one(house, tmp_path):
    before, links = copied_before(house)
    for image, told in cuts(Recording.of(house, BACKUP), tmp_path):
        assert backed_up(image, told, before, links) == ""


# A restore

RESTORE = (
    TELLING
    + """
from pitdesk.clock import MachineClock
from pitdesk.upkeep.backup import KEYS, restore
copy = Path(args[0])
keys = {one: copy.with_name(copy.name + one) for one in KEYS}
restore(copy, book, last_numbers={"credit": 3}, operator="gro", clock=MachineClock(), keys=keys)
os.write(1, b"told 1\\n")
"""
)
BY_HAND = """
import os, shutil, sys
from pathlib import Path
folder, copy = map(Path, sys.argv[1:])
shutil.copyfile(copy, folder / "pit.db")
(folder / "pit.db.head").unlink()
os.write(1, b"told 1\\n")
"""
TOLD = 6  # fills, on paper; the backup has one


def backed(house):
    """A backup of a house and its keys, on a stick beside it; the house goes on after it."""
    stick = house.with_name("stick")
    stick.mkdir()
    with Journal.open(house / "pit.db") as journal:
        backup(journal, stick / "pit.backup")
        for _ in range(TOLD - 1):
            journal.append(Draft(fact=fact("fill"), at=AT))
    for ending in KEYS:
        shutil.copy(house / f"pit.db{ending}", stick / f"pit.backup{ending}")
    return stick / "pit.backup"


@pytest.fixture
def stick(house):
    return backed(house)


def restored(image, told, old, copy):
    """What is wrong after a cut: "" where the old book stands or the new one, and no number comes twice.

    told      whether somebody was told that it is restored
    old, copy links of the book that stood there, and of the backup
    """
    book, cut_short = image / "pit.db", waits(image / "pit.db") or begun(image / "pit.db")
    said = interrupted(book)
    if cut_short != bool(said):
        return f"it is said of it: '{said}'"
    try:
        upgrade(book)
        with Journal.open(book) as journal:
            open_keys(journal, SetClock(AT), PLAIN)
            new = len(copy) < journal.head.seq and journal.entry(len(copy) + 1).kind == "restore"
            if told and not new:
                return "it is told as restored, and is not"
            if said and said != (FINISHED if new else KEPT):
                return f"it is said of it: {said}"
            lost = [tuple(one[:3]) for one in Site.of(journal.setup()).lost]
            if new and lost != [("credit", 2, 3), ("fill", 2, TOLD)]:
                return f"lost are {lost}"
            following = fact("fill", first_number=Site.of(journal.setup()).first_number("fill"))
            if journal.append(Draft(fact=following, at=AT)).number != ("fill", TOLD + 1):
                return "a number comes twice, or one is left out"
    except Trouble as error:
        return str(error)
    if [*image.glob("*.staged*")]:
        return "what it was made in lies there still"
    if new and (wrong := stands(image / "pit.db.damaged-1", len(old), old)):
        return f"the old book: {wrong}"
    return stands(book, len(copy), copy if new else old)


def test_a_cut_restore_leaves_the_old_book_or_the_new_one(house, stick, tmp_path):
    old, copy = linked(house / "pit.db"), linked(stick)
    for image, told in cuts(Recording.of(house, RESTORE, stick), tmp_path, 3):
        assert restored(image, told, old, copy) == ""


@pytest.mark.parametrize("code", [CARELESS + RESTORE, BY_HAND], ids=["no flush", "no rename"])
def test_a_careless_restore_is_caught(house, stick, tmp_path, code):
    """The controls: a restore that does not flush, and one that writes over the book itself."""
    old, copy = linked(house / "pit.db"), linked(stick)
    recording = Recording.of(house, code, stick)
    found = [restored(image, told, old, copy) for image, told in cuts(recording, tmp_path)]
    assert any(found)


# A recovery

RECOVER = (
    TELLING
    + """
from pitdesk.upkeep.recovery import recover
assert not recover(book).missing
os.write(1, b"told 1\\n")
"""
)


def stopped(house):
    """A house as its machine left it when it stopped, a page of its log damaged; and its links."""
    folder = house.with_name("crashed")
    with Journal.open(house / "pit.db") as journal:
        for _ in range(TOLD):
            journal.append(Draft(fact=fact("fill"), at=AT))
        shutil.copytree(house, folder, ignore=shutil.ignore_patterns("out"))
    log = folder / "pit.db-wal"
    data = bytearray(log.read_bytes())
    data[32 + 24 + 500] ^= 1  # in its first page
    log.write_bytes(data)
    return folder, linked(house / "pit.db")


def as_it_lies(folder):
    return [(folder / f"pit.db{ending}").read_bytes() for ending in ("", "-wal", ".head")]


def recovered(image, told, before, links):
    """What is wrong after a recovery: "" where all is as it was, and another one has every entry."""
    book = image / "pit.db"
    with pytest.raises(Shortfall, match="pitdesk recover"):
        Journal.open(book)
    if as_it_lies(image) != before:
        return "the book, its log or its witness changed"
    copies = [*image.glob("*.recovered-?")]
    if told and not copies:
        return "there is no copy"
    try:
        for copy in [*copies, recover(book).copy]:
            with Journal.read(copy) as journal:
                if journal.head != (len(links), links[len(links)]) or not journal.verify().ok:
                    return f"the copy ends at entry {journal.head.seq}"
        restore(copy, book, last_numbers={}, operator="gro", clock=SetClock(AT))
    except Trouble as error:
        return str(error)
    return stands(book, len(links) + 1, links)


def test_a_cut_recovery_leaves_all_as_it_was_and_begins_again(house, tmp_path):
    folder, links = stopped(house)
    before = as_it_lies(folder)
    for image, told in cuts(Recording.of(folder, RECOVER), tmp_path):
        assert recovered(image, told, before, links) == ""


# An upgrade

UPGRADE = (
    TELLING
    + """
from pitdesk.upkeep.upgrade import upgrade
upgrade(book)
os.write(1, b"told 1\\n")
"""
)


def of_before(release, folder):
    """A book of an earlier version; its bytes and its links."""
    folder.mkdir()
    for ending in ("", ".head"):
        shutil.copy(f"{OLDER[release]}{ending}", folder / f"pit.db{ending}")
    return (folder / "pit.db").read_bytes(), linked(folder / "pit.db")


def upgraded(image, told, before, links):
    """What is wrong after an upgrade: "" where the book comes to today's schema, the old one kept."""
    try:
        if upgrade(image / "pit.db") and told:
            return "it is told as upgraded, and is not"
    except Trouble as error:
        return str(error)
    if before not in [path.read_bytes() for path in image.glob("pit.db.schema-*")]:
        return "the book of before is not kept"
    return stands(image / "pit.db", len(links), links)


@pytest.mark.parametrize("release", sorted(OLDER))
def test_a_cut_upgrade_leaves_the_old_book_or_the_new_one(tmp_path, release):
    before, links = of_before(release, tmp_path / "house")
    for image, told in cuts(Recording.of(tmp_path / "house", UPGRADE), tmp_path):
        assert upgraded(image, told, before, links) == ""


# A new book

CREATION = (
    TELLING
    + """
from pitdesk.book.people import PLAIN
from pitdesk.clock import SetClock, MachineClock
from pitdesk.codes.own import open_keys
from pitdesk.desk import Desk
from pitdesk.shifts.read import read_shift
from pitdesk.shifts.replay import Replay
journal.Journal.create(book).close()
with journal.Journal.open(book) as held:
    clock = SetClock(MachineClock().now().at)
    try:
        pepper, key = open_keys(held, clock, PLAIN)
    except OSError as error:
        raise Trouble(str(error))  # as the program says it
    setup = [line for line in read_shift(Path(args[0])) if not line.time and line.words[:6] != "expect"]
    list(Replay(Desk(held, pepper, clock=clock, key=key), clock).play(setup))
"""
)


def gone_on(image, told, end, links):
    """What is wrong after a cut: "" where a new book is begun, or the one there set up to its end."""
    book, cut_short = image / "pit.db", waits(image / "pit.db") or begun(image / "pit.db")
    said = interrupted(book)
    if cut_short != bool(said) or (said and said != (FINISHED if book.exists() else UNDONE)):
        return f"it is said of it: '{said}'"
    begins(book)
    if wrong := stands(book, told, links if told else {}):
        return wrong
    try:
        with Journal.open(book) as journal:
            clock = SetClock(AT)
            pepper, key = open_keys(journal, clock, PLAIN)
            replay = Replay(Desk(journal, pepper, clock=clock, key=key), clock)
            lines = [line for line in read_shift(NIGHTS["quiet"]) if not line.time]
            list(replay.play([line for line in lines if line.words[:6] != "expect"]))
            if replay.misses or journal.head.seq != end:
                return f"it ends at entry {journal.head.seq}: {replay.misses}"
            return "" if (found := journal.verify()).ok else found.words
    except Trouble as error:
        return str(error)


def test_a_cut_creation_is_begun_again_or_gone_on_with(tmp_path):
    house = tmp_path / "house"
    house.mkdir()
    recording = Recording.of(house, CREATION, NIGHTS["quiet"])
    links = linked(house / "pit.db")
    for image, told in cuts(recording, tmp_path, 3):
        assert gone_on(image, told, len(links), links) == ""


def test_a_careless_creation_is_caught(tmp_path):
    """The control: a book that is begun without flushes."""
    house = tmp_path / "house"
    house.mkdir()
    recording = Recording.of(house, CARELESS + CREATION, NIGHTS["quiet"])
    links = linked(house / "pit.db")
    images = cuts(recording, tmp_path)
    assert any(gone_on(image, told, len(links), links) for image, told in images)
