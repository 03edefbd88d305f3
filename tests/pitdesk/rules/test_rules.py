import inspect
import re
import tomllib
from datetime import UTC, date, datetime
from hashlib import sha256
from importlib.resources import files

import pytest

from pitdesk.chips import Chips
from pitdesk.desk import Desk
from pitdesk.errors import Refusal, Refused
from pitdesk.kinds import KINDS, PRINTER, UPKEEP
from pitdesk.kinds.editions import LATEST, REREAD
from pitdesk.rules.book import Rulebook
from pitdesk.rules.check import CHECKS, CHECKS_OF

BOOK, FIRST = (
    files("pitdesk").joinpath("rules", f"{name}.toml").read_text("utf-8")
    for name in ("north-dakota", "north-dakota-1")
)
TABLES = tomllib.loads(BOOK)["rule"]
JUDGED_BY_THE_DESK = {"pd.initials"}  # a PIN is proven where the pepper is


def named(table):
    return table.get("id", "?")


# The data


def test_every_rule_has_its_own_id():
    ids = [table["id"] for table in TABLES]
    assert len(ids) == len(set(ids))
    assert len(ids) > 60


@pytest.mark.parametrize("table", TABLES, ids=named)
def test_a_rule_is_whole(table):
    assert table["id"].partition(".")[0] in ("nd", "pd")
    assert table["section"].strip() == table["section"] != ""
    assert table["words"].endswith(".")
    assert len(table["words"].split()) >= 4
    assert type(table["since"]) is date
    assert table["text"].split(",")[0].split()[0] in {"2018", "2022", "2024", "2025", "house", "not"}
    assert table.keys() <= {"id", "section", "words", "since", "by", "warns", "text", "values"}


@pytest.mark.parametrize("table", TABLES, ids=named)
def test_the_houses_own_rules_say_so_and_the_states_name_their_section(table):
    if table["id"].startswith("pd."):
        assert table["text"] == "house"
        assert table["section"].startswith("House rule: ")
        assert not re.search(r"\d", table["section"]), "a rule of the house cites nothing"
    else:
        assert table["section"].startswith(("N.D.A.C. 99-01.3-", "N.D.C.C. 53-06.1-"))
        assert table["id"].removeprefix("nd.").split(".")[0].rstrip("w") in table["section"]


@pytest.mark.parametrize("table", TABLES, ids=named)
def test_a_rule_is_checked_or_says_why_not(table):
    checked = table["id"] in {*CHECKS} | JUDGED_BY_THE_DESK
    assert checked == (table["by"] == "check")
    if not checked:
        assert len(table["by"].split()) >= 4


def test_every_check_is_of_a_rule():
    assert {*CHECKS} <= {table["id"] for table in TABLES}


def test_the_first_reading_stands_with_its_checks():
    assert sha256(FIRST.encode()).hexdigest().startswith("fc71488661a0eb79")
    tables = tomllib.loads(FIRST)["rule"]
    checked = {table["id"] for table in tables if table["by"] == "check"} - JUDGED_BY_THE_DESK
    for edition in range(1, REREAD):
        assert {*CHECKS_OF[edition]} >= checked


def test_a_day_is_judged_by_the_reading_of_its_edition(dark):
    first = Rulebook.load(edition=1)
    assert first.sha256 == sha256(FIRST.encode()).hexdigest()
    assert first.of(2) is first
    assert first.of(REREAD).sha256 == dark.rules.sha256
    dark.desk.edition = 2
    assert dark.desk.rules.sha256 == first.sha256
    dark.begin()
    dark.desk.edition = LATEST
    assert dark.another().rules.sha256 == first.sha256  # while its day is open
    dark.end()
    assert dark.another().rules.sha256 == dark.rules.sha256


def test_every_check_is_for_facts_that_there_are():
    for rule, checks in CHECKS.items():
        for judged, _, function in checks:
            assert judged, rule
            for one in judged:
                known = any(issubclass(declared.fact, one) for declared in KINDS.values())
                assert known, (rule, function.__name__, one)


def test_every_verb_is_judged():
    """All that people do; not what the spool and the program note by themselves."""
    asked = tuple(one for checks in CHECKS.values() for judged, _, _ in checks for one in judged)
    judged = {name for name, declared in KINDS.items() if issubclass(declared.fact, asked)}
    by_itself = {name for name, declared in KINDS.items() if declared.group in (PRINTER, UPKEEP)}
    assert by_itself == {
        "print",
        "print reading",
        "printed",
        "document",
        "sent",
        "restore",
        "own keys",
    } | {"pulse"}
    assert judged == {*KINDS} - by_itself


def test_a_check_is_short_enough_to_read():
    for checks in CHECKS.values():
        for _, _, function in checks:
            assert len(inspect.getsource(function).splitlines()) <= 40, function.__name__


@pytest.mark.parametrize("table", [t for t in TABLES if "values" in t], ids=named)
def test_values_are_dated_from_the_rules_first_day_on(rules, table):
    rule = rules.rules[table["id"]]
    for name, dated in table["values"].items():
        for one in dated:
            assert one.keys() == {"since", "is"}
            assert type(one["since"]) is date
        days = [since for since, _ in rule.values[name]]
        assert days == sorted(set(days))
        assert days[0] <= rule.since
        assert rule.value(name, rule.since) == rule.values[name][0][1]


def test_a_rulebook_is_known_by_the_hash_of_its_file(rules):
    assert rules.name == "north-dakota"
    assert rules.sha256 == sha256(BOOK.encode()).hexdigest()


NEW = {  # verbs that days of before do not have, and how they could slip past the first reading
    "limits": lambda pit: pit.desk.limits("2", (5000, 100), pit.by("jo")),
    "plaque": lambda pit: pit.desk.plaque("2", pit.by("jo")),
    "violation": lambda pit: pit.desk.violation("a marked deck", pit.by("jo"), "now"),
    "own count": lambda pit: pit.desk.own_count("drawer 3", {"tray": {"cash": 1}}, pit.one("jo")),
    "pass drawer": lambda pit: pit.desk.pass_drawer("drawer", "cleo", pit.by("jo", "pia")),
    "open drawer": lambda pit: pit.desk.open_drawer("change", pit.by("jo")),
    "reverse": lambda pit: pit.desk.undo(pit.desk.today.last.seq, pit.by("jo")),
    "count opener": lambda pit: pit.desk.count_opener("2", Chips(), pit.by("kari")),
    "reading": lambda pit: pit.desk.reading(pit.one("jo")),
    "bank": lambda pit: pit.desk.set_bank("combined", by=pit.by("gus")),
    "lender": lambda pit: pit.desk.set_lender("", "friend", pit.by("gus")),
}


@pytest.mark.parametrize("verb", NEW)
def test_a_day_of_the_first_reading_has_no_verb_of_the_second(dark, verb):
    dark.desk.edition = 2
    dark.begin()
    dark.open("2", Chips())
    with dark.refused("nd.02-01.6", words=f"was opened before PitDesk knew '{verb}'"):
        NEW[verb](dark)


def test_a_setting_that_the_next_day_reads_is_looked_at_in_a_day_of_before(dark):
    dark.desk.edition = 2
    dark.begin()
    for name, value in (("serves", "late"), ("authorized_days", "fryday"), ("authorized_tables", -1)):
        with dark.refused("pd.setup"):
            dark.desk.set_site({name: value}, dark.by("gus"))


# What is asked of it


def test_a_rule_that_there_is_not(rules):
    with pytest.raises(KeyError):
        rules.value("nd.99-99", "most_cents", date(2026, 11, 20))
    with pytest.raises(KeyError):
        rules.refusal("nd.99-99", "words")


def test_a_value_that_there_is_not(rules):
    with pytest.raises(KeyError):
        rules.value("nd.08-09.1", "most", date(2026, 11, 20))
    with pytest.raises(KeyError, match=r"nd\.08-09\.1 has no most_cents for 1998-04-30"):
        rules.value("nd.08-09.1", "most_cents", date(1998, 4, 30))


def test_a_refusal_bears_its_section(rules):
    refusal = rules.refusal("nd.08-05.1", "Chips never go from table to table.")
    assert refusal == Refusal(
        "nd.08-05.1", "N.D.A.C. 99-01.3-08-05(1)", "Chips never go from table to table."
    )
    assert str(refusal) == "Chips never go from table to table. [N.D.A.C. 99-01.3-08-05(1)]"


def test_a_rulebook_that_there_is_not():
    with pytest.raises(FileNotFoundError):
        Rulebook.load("south-dakota")


# Rulebooks of our own: what was law when


@pytest.fixture
def write(tmp_path, monkeypatch):
    """Write a rulebook and read it."""

    def write(text):
        (tmp_path / "rules").mkdir(exist_ok=True)
        (tmp_path / "rules" / "test.toml").write_text(text, "utf-8")
        monkeypatch.setattr("pitdesk.rules.book.files", lambda _: tmp_path)
        return Rulebook.load("test")

    return write


RULE = """
[[rule]]
id = "nd.08-09.1"
section = "N.D.A.C. 99-01.3-08-09(1)"
words = "Wagers are whole dollars up to a limit."
since = 1998-05-01
by = "check"
text = "2018"
[rule.values]
most_cents = [{ since = 2026-01-01, is = 5000 }, { since = 1998-05-01, is = 2500 }]
least_min_cents = [{ since = 1998-05-01, is = 300 }]
"""


@pytest.mark.parametrize("field", ["id", "section", "words", "since", "by", "text"])
def test_a_rule_that_lacks_something_is_named(write, field):
    lines = [line for line in RULE.splitlines() if not line.startswith(f"{field} =")]
    with pytest.raises(ValueError, match=rf"rule (nd\.08-09\.1|\?) lacks {field}"):
        write("\n".join(lines))


def test_a_rule_that_stands_twice_is_named(write):
    with pytest.raises(ValueError, match=r"rule nd\.08-09\.1 stands twice in test\.toml"):
        write(RULE + RULE)


@pytest.mark.parametrize(
    ("day", "most"),
    [
        (date(1998, 5, 1), 2500),
        (date(2025, 12, 31), 2500),
        (date(2026, 1, 1), 5000),
        (date(2030, 1, 1), 5000),
    ],
)
def test_a_day_has_the_values_of_its_day_in_whatever_order_they_stand(write, day, most):
    assert write(RULE).value("nd.08-09.1", "most_cents", day) == most


def new_law(write, since):
    """The whole rulebook, with $50 wagers allowed from a day on."""
    old = "most_cents = [{ since = 1998-05-01, is = 2500 }]"
    assert old in BOOK
    new = f"most_cents = [{{ since = 1998-05-01, is = 2500 }}, {{ since = {since}, is = 5000 }}]"
    return write(BOOK.replace(old, new))


def open_for_fifty(pit):
    pit.arrive("dan")
    options = {"method": "no-peek"}
    return pit.desk.open_table("3", Chips(), pit.by("dan"), limits=(300, 5000), options=options)


@pytest.mark.parametrize(("since", "allowed"), [("2026-11-20", True), ("2026-11-21", False)])
def test_a_night_is_judged_by_the_law_of_its_date(pit, write, since, allowed):
    """Past midnight, and past the day the law changed, the night is still the night's."""
    pit.rules = new_law(write, since)
    pit.desk = pit.another()
    pit.clock.at = datetime(2026, 11, 21, 9, tzinfo=UTC)  # three in the morning of the 21st
    if allowed:
        assert open_for_fifty(pit).kind == "open table"
    else:
        with pytest.raises(Refused) as caught:
            open_for_fifty(pit)
        assert caught.value.rules == ("nd.08-09.1",)


def test_the_next_night_is_judged_by_the_next_law(pit, write):
    pit.rules = new_law(write, "2026-11-21")
    pit.desk = pit.another()
    pit.end()
    pit.begin()
    assert open_for_fifty(pit).kind == "open table"


def test_a_rule_of_tomorrow_says_nothing_today(pit, write):
    before = 'id = "pd.twice"'
    start = BOOK.index("since =", BOOK.index(before))
    pit.rules = write(BOOK[:start] + "since = 2026-11-21" + BOOK[BOOK.index("\n", start) :])
    pit.desk = pit.another()
    twice = {"drawer": {"cash": 400_000}}
    assert pit.desk.count("check", twice, pit.by("jo", "jo")).kind == "count"


def test_the_day_names_the_book_it_was_played_by(pit):
    opening = pit.desk.today.opening
    assert (opening.rulebook, opening.rulebook_sha256) == ("north-dakota", pit.rules.sha256)


# Refusals


def test_all_reasons_come_at_once_in_the_order_of_the_rulebook(pit):
    with pit.refused("nd.08-05.3", "nd.08-05.3c", "pd.duty", "pd.table", "pd.below", "pd.initials"):
        pit.desk.fill("9", Chips.read("9999x$100"), [pit.one("dan", pin="0")])


def test_rules_that_refused_are_listed_once_in_the_rulebooks_order(pit):
    order = list(pit.rules.rules)
    with pytest.raises(Refused) as caught:
        pit.desk.close_day(0, pit.by("jo"))
    listed = [order.index(rule) for rule in caught.value.rules]
    assert listed == sorted(set(listed))
    assert len(caught.value.reasons) > len(listed)


def test_a_desk_reads_the_rulebook_by_itself(dark):
    desk = Desk(dark.journal, dark.pepper, clock=dark.clock)
    assert desk.rules.sha256 == dark.rules.sha256
