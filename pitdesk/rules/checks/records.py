"""Records beside the night: what is done, recorders, video equipment, recordings: 99-01.3-08-04."""

import re
from datetime import timedelta

from msgspec.structs import asdict, replace

from pitdesk import kinds
from pitdesk.chips import dollars
from pitdesk.kinds import Fact
from pitdesk.kinds.editions import RECORDS
from pitdesk.rules import checklist, retention
from pitdesk.rules.check import Act, Finding, Found, Scene, check
from pitdesk.rules.checks.verbs import a, listed
from pitdesk.subjects import Note, Table

WHO, RUNS, OVERLAP, KEPT, SAMPLE = (
    *("nd.08-04.5a", "nd.08-04.5b", "nd.08-04.5c"),
    *("nd.08-04.6", "nd.08-04.11"),
)
DONE_AT_A_RECORDER = ("start", "stop", "change", "access")
KEPT_HERE = ("recorder", "checklists")
EQUIPMENT = ("installed", "acquired", "moved", "changed", "approved")


@check("pd.done", kinds.Done, since=RECORDS)
def a_task_is_done_once(act: Act[kinds.Done], now: Scene) -> Found:
    fact = act.fact
    if fact.task not in act.known.tasks:
        how = "was said to be done" if fact.undone else "waits for somebody to say that it is done"
        yield f"No task '{fact.task}' {how}. Choose one that stands on the Due board."
    elif fact.undone and not fact.reason.strip():
        yield "This task was said to be done. Write why it is not done after all."
    if fact.on > act.at.date():
        yield f"{fact.on} is in the future. Say that it is done once it is."


@check("pd.setup", kinds.Site, since=RECORDS)
def records_are_known(act: Act[kinds.Site], now: Scene) -> Found:
    for record in (act.fact.keeps or "").split():
        if record not in KEPT_HERE:
            yield f"'{record}' is no record that PitDesk keeps. Choose {', '.join(KEPT_HERE)}."


# Recorders


@check(WHO, kinds.Recorder, since=RECORDS)
def few_touch_a_recorder(act: Act[kinds.Recorder], now: Scene) -> Found:
    allowed = now.value(WHO, "by")
    for signer in act.signers:
        if signer.role not in allowed:
            yield f"{a(signer.role)} does not touch a recorder. Ask a {', '.join(allowed)}."


@check("pd.state", kinds.Recorder, since=RECORDS)
def a_recorder_is_started_then_stopped(act: Act[kinds.Recorder], now: Scene) -> Found:
    fact, layout = act.fact, now.layout(act.fact.table)
    if fact.what not in DONE_AT_A_RECORDER:
        yield f"'{fact.what}' is not done at a recorder. Choose {', '.join(DONE_AT_A_RECORDER)}."
    if layout is None or not layout.video:
        yield f"Table {fact.table} has no video. Choose a table that has."
        return
    name = f"Recorder {fact.recorder}".rstrip() + f" of table {fact.table}"
    running = fact.recorder in {span.recorder for span in now.today.cameras.running(fact.table)}
    if fact.what == "start" and running:
        yield f"{name} runs already. Stop it first, or name the other one."
    elif fact.what in ("stop", "change") and not running:
        yield f"{name} does not run by the log. Note its start first."
    elif fact.what == "access" and not fact.reason.strip():
        yield f"{name}: write why its recordings were looked at."


@check(OVERLAP, kinds.Recorder, since=RECORDS)
def two_recorders_overlap(act: Act[kinds.Recorder], now: Scene) -> Found:
    fact, minutes = act.fact, now.value(OVERLAP, "minutes")
    table = now.table(fact.table)
    if fact.what != "stop" or table is None or table.state != "open":
        return
    running = now.today.cameras.running(fact.table)
    others = [span for span in running if span.recorder != fact.recorder]
    if others and all(act.at - span.since < timedelta(minutes=minutes) for span in others):
        yield (
            f"Recorder {others[0].recorder} of table {fact.table} has run beside this one for less than"
            f" {minutes} minutes. Let them overlap by so much."
        )


def _kept(now: Scene) -> bool:
    return now.site.keeps("recorder")


@check("nd.08-04.5w", kinds.OpenTable, since=RECORDS)
def a_recorder_runs_as_chips_come(act: Act[kinds.OpenTable], now: Scene) -> Found:
    layout, table = now.layout(act.fact.table), act.fact.table
    seen = layout and layout.video and not now.site.temporary(table, now.on)
    if seen and _kept(now) and not now.today.cameras.running(table):
        yield f"By the log no recorder of table {table} runs. Start it, and note it."


@check(RUNS, kinds.CloseDay, since=RECORDS)
def recorders_ran_all_along(act: Act[kinds.CloseDay], now: Scene) -> Found:
    day = now.today
    for table in day.tables.values() if _kept(now) else ():
        layout, key = now.layout(table.table), f"recorder {table.table}"
        if layout is None or not layout.video or now.site.temporary(table.table, now.on):
            continue
        closed = [entry.at for fact, entry in day.facts(kinds.CloseTable) if fact.table == table.table]
        ran = closed and day.cameras.covers(table.table, table.opened_at, closed[-1])
        if day.cameras.running(table.table):
            words = f"The recorder of table {table.table} still runs by the log. Note when it stopped."
            yield Finding(words, Table(table.table))
        elif table.state == "closed" and not ran and key not in day.reasons:
            words = (
                f"By the log the recorder of table {table.table} did not run from its opener to its"
                f" closer. Give the reason, under {key}."
            )
            yield Finding(words, Note(key))


# Checklists


@check("nd.08-07.1d", kinds.Checklist, since=RECORDS)
def a_dealer_looks_at_the_cards(act: Act[kinds.Checklist], now: Scene) -> Found:
    roles = {signer.role for signer in act.signers}
    cards = act.fact.away or {*checklist.DEALERS} & {*act.fact.looked}
    if roles and "dealer" not in roles and cards:
        yield "A dealer looks over the cards and approves them. Ask a dealer."
    if roles and not roles & {"dealer", "shift manager"}:
        yield "A dealer or the shift manager looks over a table. Ask one of them."


@check("pd.state", kinds.Checklist, since=RECORDS)
def a_checklist_is_of_known_items(act: Act[kinds.Checklist], now: Scene) -> Found:
    fact, layout = act.fact, now.layout(act.fact.table)
    if layout is None or layout.game != "21":
        yield f"Table {fact.table} is no table of twenty-one. Choose one."
    known = checklist.ITEMS | checklist.SHOWN
    nothing = not fact.looked and not fact.away
    if nothing or not {*known} >= {*fact.looked} >= {*fact.faults}:
        yield f"A checklist is of these: {listed(known)}. Choose what was looked at."
    if fact.away and fact.looked:
        yield f"Table {fact.table}: its cards are taken away, or looked over. Note one, then the other."
    for item, words in fact.faults.items():
        if not words.strip():
            yield f"Table {fact.table}: write what is wrong with {item}."


@check("nd.08-07.1c", kinds.OpenTable, since=RECORDS)
def a_table_is_looked_over_before_it_opens(act: Act[kinds.OpenTable], now: Scene) -> Found:
    layout, name = now.layout(act.fact.table), act.fact.table
    if layout is None or layout.game != "21" or not now.site.keeps("checklists"):
        return
    if name in now.today.tables:
        return
    found = checklist.looked_over(now.today, name)
    lacking = [item for item in checklist.ITEMS if item not in found]
    if lacking:
        yield f"Table {name} was not looked over today: {', '.join(lacking)}. Do that first."
    for item, fault in found.items():
        if fault:
            yield f"Table {name}, {item}: {fault}. Replace it, then look again."


@check("nd.08-07.1k", kinds.OpenTable, kinds.Dealer, since=RECORDS)
def cards_that_come_back_are_looked_over(act: Act[Fact], now: Scene) -> Found:
    fact = act.fact
    assert isinstance(fact, kinds.OpenTable | kinds.Dealer)
    if isinstance(fact, kinds.Dealer) and not fact.dealer:
        return
    if place := checklist.away(now.today, fact.table) if now.site.keeps("checklists") else "":
        yield (
            f"The cards of table {fact.table} were taken away: {place}. Bring them back, and let a"
            " dealer look them over again."
        )


@check("nd.08-07.1s", kinds.CloseTable, since=RECORDS)
def the_first_player_saw_the_decks(act: Act[kinds.CloseTable], now: Scene) -> Found:
    layout, name = now.layout(act.fact.table), act.fact.table
    kept = layout and layout.game == "21" and now.site.keeps("checklists")
    if kept and checklist.SPREAD not in checklist.looked_over(now.today, name):
        yield (
            f"Nobody noted that the first player at table {name} saw the decks spread. Let a dealer note"
            " it, where it was done."
        )


@check("nd.08-07.2n", kinds.Dealer, since=RECORDS)
def a_table_without_a_dealer_is_secured(act: Act[kinds.Dealer], now: Scene) -> Found:
    layout, fact = now.layout(act.fact.table), act.fact
    if fact.dealer or layout is None or layout.game != "21" or not now.site.keeps("checklists"):
        return
    lacking = [words for what, words in checklist.SECURED.items() if what not in fact.secured]
    if lacking:
        yield f"Nobody deals at table {fact.table}. Confirm: {'; '.join(lacking)}."


# House rules


@check("pd.options", kinds.Options, since=RECORDS)
def house_rules_are_lawful(act: Act[kinds.Options], now: Scene) -> Found:
    fact, most = act.fact, now.value("pd.options", "tip_cents")
    if act.known.wrong:
        yield act.known.wrong
    if now.day and not now.day.sealed:
        yield f"The day of {now.day.date} is open. House rules change between gaming days."
    methods = now.value("nd.08-10.1", "methods")
    if fact.method is not None and fact.method not in methods:
        yield f"'{fact.method}' is no way to deal. Choose {listed(methods)}."
    if fact.tip_cents and not most[0] <= fact.tip_cents <= most[1]:
        yield f"A tip is $0.50 to $25.00. The highest cannot be ${dollars(fact.tip_cents)}."
    if fact.idle_minutes is not None and fact.idle_minutes <= 0:
        yield f"{fact.idle_minutes} minutes are no time. Enter how long a table is idle."


@check("nd.08-09.2", kinds.Options, since=RECORDS)
def one_option_needs_another(act: Act[kinds.Options], now: Scene) -> Found:
    new = {name: value for name, value in asdict(act.fact).items() if value is not None}
    after = replace(now.site.options, **new | {"warnings": ()})
    if after.even_money and not after.insurance:
        yield "Even money is a way to take insurance, which is not offered. Offer both or neither."
    if (after.tip_doubles or after.tip_less) and not after.tips:
        yield "Tips are not bet here, so none is doubled. Allow tip bets first."
    elif after.tip_less and not after.tip_doubles:
        yield "A tip is doubled for less only where it is doubled. Allow that first."


@check("pd.options", kinds.Posted, since=RECORDS)
def what_hangs_up_was_set(act: Act[kinds.Posted], now: Scene) -> Found:
    if not act.fact.version:
        yield "No house rules are set. Set them first, in Set-up."
    if act.fact.how not in ("poster", "handout") or not act.fact.place.strip():
        yield "House rules hang up as a poster or lie there as a handout. Enter which, and where."


@check("nd.08-13", kinds.OpenDay, since=RECORDS)
def the_rules_that_hold_hang_up(act: Act[kinds.OpenDay], now: Scene) -> Found:
    if now.site.options_version > now.site.posted:
        yield (
            f"The house rules changed, and version {now.site.options_version} is not posted. Print it,"
            " hang it up or lay it out, and note that."
        )


# Papers


@check("pd.batch", kinds.Batch, since=RECORDS)
def papers_are_put_away_once(act: Act[kinds.Batch], now: Scene) -> Found:
    fact = act.fact
    if not fact.batch.strip() or not fact.place.strip():
        yield "A batch of papers has a name, and a place in North Dakota. Enter both."
    elif fact.batch in now.site.batches:
        yield f"Batch {fact.batch} is there already. Choose another name."
    if fact.what not in retention.WHATS:
        yield f"'{fact.what}' are no papers of this house. Choose {', '.join(retention.WHATS)}."
    if not re.fullmatch(r"(19|20)\d\dQ[1-4]", fact.quarter):
        yield f"'{fact.quarter}' is no quarter. Write 2026Q4."


@check("pd.batch", kinds.Destroy, since=RECORDS)
def two_see_a_batch_destroyed(act: Act[kinds.Destroy], now: Scene) -> Found:
    if act.fact.batch not in now.site.batches:
        yield f"There is no batch {act.fact.batch}. Known: {listed(now.site.batches)}."
    elif act.fact.batch in now.site.destroyed:
        yield f"Batch {act.fact.batch} was destroyed already. Choose another."
    if len({*act.people}) < 2:
        yield "Two people see a batch destroyed. Ask a second person for initials."


@check(retention.KEPT, kinds.Destroy, since=RECORDS)
def nothing_is_destroyed_too_early(act: Act[kinds.Destroy], now: Scene) -> Found:
    until = act.fact.until
    if act.fact.batch in now.site.batches and act.at.date() <= until:
        first = until + timedelta(days=1)
        yield f"Batch {act.fact.batch} is kept through {until}. Destroy it from {first} on."


# Recordings, and samples of them


@check(KEPT, kinds.Release, since=RECORDS)
def recordings_are_kept_for_a_month(act: Act[kinds.Release], now: Scene) -> Found:
    fact, last = act.fact, act.fact.ended + timedelta(days=now.value(KEPT, "days"))
    if act.known.wrong:
        yield f"{act.known.wrong} Recordings are released by the date of a sealed day."
    elif fact.date in now.site.released:
        yield f"The recordings of {fact.date} were released already. Leave them out."
    elif act.at.date() <= last:
        yield (
            f"The recordings of {fact.date} ended on {fact.ended} and are kept through {last}."
            f" Release them from {last + timedelta(days=1)} on."
        )


@check(SAMPLE, kinds.Equipment, since=RECORDS)
def the_state_gets_a_sample(act: Act[kinds.Equipment], now: Scene) -> Found:
    by = act.fact.on + timedelta(days=now.value(SAMPLE, "days"))
    if act.fact.what != "approved":
        yield f"Send the attorney general a sample of the video of table {act.fact.table} by {by}."


@check("pd.state", kinds.Equipment, since=RECORDS)
def equipment_is_of_a_table_with_video(act: Act[kinds.Equipment], now: Scene) -> Found:
    layout = now.layout(act.fact.table)
    if layout is None or not layout.video:
        yield f"Table {act.fact.table} has no video. Set it up with video first."
    if act.fact.what not in EQUIPMENT:
        yield f"Equipment is not '{act.fact.what}'. Choose {', '.join(EQUIPMENT)}."
    if act.fact.on > act.at.date():
        yield f"{act.fact.on} is in the future. Note the equipment once it is there."
