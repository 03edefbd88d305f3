"""The chips of the house: 99-01.3-08-03, what may be in play, and games that have ended."""

from collections.abc import Iterator
from datetime import date

from pitdesk import kinds, places
from pitdesk.book.site import EVERY_DAY, GAMES
from pitdesk.chips import Chip
from pitdesk.chipset import law as chipset
from pitdesk.chipset.appearance import SIDES, Look
from pitdesk.chipset.color import read
from pitdesk.chipset.law import ChipFinding
from pitdesk.chipset.weight import grams
from pitdesk.kinds import Fact
from pitdesk.rules.check import Act, Facts, Found, Scene, check
from pitdesk.rules.checks.limits import posted
from pitdesk.rules.checks.verbs import brought, given, listed

REGISTRY: Facts = (kinds.Chip, kinds.ChipSet)


def _given(act: Act[Fact], now: Scene) -> list[tuple[Chip, Look]]:
    """The chips that an act puts into the set or back in play, as they look."""
    match act.fact:
        case kinds.Chip(chip=chip, look=look):
            return [(chip, Look.of(look))]
        case kinds.ChipSet(looks=looks):
            return [(chip, Look.of(look)) for chip, look in looks]
        case kinds.Play(chip=chip, on=True):
            return [(chip, Look.of(now.site.chips.get(chip, {})))]
    return []


def _playing(now: Scene) -> dict[Chip, Look]:
    return {chip: Look.of(look) for chip, look in now.site.playing.items()}


def _words(findings: Iterator[ChipFinding]) -> Found:
    return (finding.words for finding in findings)


@check("nd.08-03.1", *REGISTRY)
def chips_have_lawful_values(act: Act[Fact], now: Scene) -> Found:
    yield from _words(chipset.twice(_given(act, now)))
    yield from _words(chipset.unlawful_values(dict(_given(act, now)), now.value))


@check("nd.08-03.1q", kinds.OpenTable, kinds.Limits, since=3)
def twenty_five_dollar_chips_are_offered(act: Act[Fact], now: Scene) -> Found:
    quarter, table = now.value("nd.08-03.1q", "wager_cents"), act.fact.table
    limits = posted(act, now, "21")
    tray = (
        act.fact.chips if isinstance(act.fact, kinds.OpenTable) else now.held(places.tray(table or ""))
    )
    held = [*tray.items(), *now.held(places.CHIP_BANK).items()]
    offered = {c for c in now.site.playing if (c.kind, c.face_cents) == ("casino", quarter)}
    there = sum(count for chip, count in held if chip in offered)
    if limits and limits[1] >= quarter and there < 1:
        yield (
            f"Table {table} takes a $25 wager, and neither its tray nor the chip bank has a $25 chip."
            " Bring some to the bank, or lower the limit."
        )


@check("nd.08-03.2", *REGISTRY)
def chips_bear_name_and_value(act: Act[Fact], now: Scene) -> Found:
    return _words(chipset.unmarked(dict(_given(act, now)), now.site, now.value))


@check("nd.08-03.3", *REGISTRY, kinds.Play)
def chips_have_the_prescribed_look(act: Act[Fact], now: Scene) -> Found:
    if now.binds():
        yield from _words(chipset.miscolored(dict(_given(act, now)), _playing(now), now.value))


@check("nd.08-03.3", kinds.Table, kinds.Site)
def colors_that_begin_to_bind_are_kept(act: Act[Fact], now: Scene) -> Found:
    fact = act.fact
    begins = (
        fact.video
        if isinstance(fact, kinds.Table)
        else isinstance(fact, kinds.Site) and fact.video_required
    )
    if begins and not now.binds():
        for words in _words(chipset.miscolored(_playing(now), {}, now.value)):
            yield f"With video, this site's chips must have the prescribed colors. {words}"


@check("nd.08-03.2c", kinds.OpenTable)
def colors_bind_by_activity(act: Act[kinds.OpenTable], now: Scene) -> Found:
    if now.binds():
        for words in _words(chipset.miscolored(_playing(now), {}, now.value)):
            yield f"{now.binds()} {words}"


@check("pd.color", *REGISTRY)
def colors_are_what_they_are_called(act: Act[Fact], now: Scene) -> Found:
    return _words(chipset.mismeasured(dict(_given(act, now)), now.value))


@check("pd.look", *REGISTRY)
def looks_can_be(act: Act[Fact], now: Scene) -> Found:
    for chip, look in _given(act, now):
        for words in chipset.sane(look):
            yield f"{chip.name}: {words}"
        for part, measured in look.measured.items():
            try:
                read(measured)
            except ValueError as error:
                yield f"The measured {part} of {chip.name}: {error}"
        try:
            date.fromisoformat(look.since or "2026-11-21")
        except ValueError:
            yield f"'{look.since}' is not a date. Enter the first use of {chip.name} as 2026-11-21."


@check("pd.picture", kinds.Picture)
def pictures_show_a_chip(act: Act[kinds.Picture], now: Scene) -> Found:
    if act.fact.chip not in now.site.chips:
        yield f"There is no {act.fact.chip.name} in the chip set. Add the chip first."
    if act.fact.side not in SIDES:
        yield f"A chip has no {act.fact.side} side. Sides: {listed(SIDES)}."
    if act.known.wrong:
        yield act.known.wrong


# In play


@check("pd.play", kinds.Fill, kinds.OpenTable, kinds.Exchange, kinds.ExchangeTips)
def only_chips_in_play_go_out(act: Act[Fact], now: Scene) -> Found:
    for chip in given(act.fact) or brought(act, now):
        if since := now.site.retired.get(chip):
            yield f"{chip.name} has been out of play since {since}. Redeem it, but use it at no table."


@check("pd.play", kinds.Play)
def chips_come_in_and_out_of_play(act: Act[kinds.Play], now: Scene) -> Found:
    chip = act.fact.chip
    if chip not in now.site.chips:
        known = listed(chip.name for chip in now.site.chips)
        yield f"There is no {chip.name} in the chip set. Known: {known}."
    elif now.site.in_play(chip) == act.fact.on:
        yield f"{chip.name} is {'in' if act.fact.on else 'out of'} play already. Choose another chip."
    left = [place for place, held in now.balances.items() if _at_tables(place) and held.get(chip.name)]
    if not act.fact.on and left:
        yield f"{chip.name} is still in {', '.join(left)}. Credit it to the chip bank first."


def _at_tables(place: str) -> bool:
    return place.startswith("tray ") or place in (places.TRANSIT, places.JAR_BAR)


@check("nd.08-06.2d", kinds.OpenTable)
def a_game_that_ended_is_not_dealt(act: Act[kinds.OpenTable], now: Scene) -> Found:
    layout = now.layout(act.fact.table)
    ended = now.site.ended.get(layout.game) if layout else None
    if ended and now.on >= ended.on:
        yield (
            f"{GAMES[ended.game].capitalize()} was discontinued here on {ended.on}. Resume it in Set-up"
            " before you open a table."
        )


@check("nd.08-06.2d", kinds.Game)
def a_game_ends_with_a_place_to_redeem(act: Act[kinds.Game], now: Scene) -> Found:
    game = act.fact.game
    if game not in GAMES:
        yield f"'{game}' is not a game. Enter 21 or PW."
    elif act.fact.on and not act.fact.where.strip():
        yield "Say where chips are redeemed for thirty days: the business office or an active site."
    elif not act.fact.on and game not in now.site.ended:
        yield f"{GAMES[game].capitalize()} was not discontinued here, so it cannot be resumed."
    playing = [t.table for t in now.day.open_tables if t.game == game] if now.day else []
    if act.fact.on and playing:
        yield f"Table {', '.join(playing)} is open. Close it before you discontinue its game."


@check("nd.08-06.2w", kinds.Redeem, since=3)
def chips_are_redeemed_for_thirty_days(act: Act[kinds.Redeem], now: Scene) -> Found:
    kinds = {"betting": "PW", "casino": "21", "coin": "21"}
    playing = {chip for table in now.today.open_tables for chip in now.held(places.tray(table.table))}
    gone = {kinds[chip.kind] for chip in act.fact.chips if chip.kind in kinds and chip not in playing}
    for game in sorted(gone):
        ended = now.site.ended.get(game)
        if ended and now.on > ended.until:
            yield (
                f"{GAMES[game].capitalize()} ended on {ended.on}; its chips had to be redeemed until"
                f" {ended.until}. Redeeming them now is the house's choice."
            )


@check("pd.par", kinds.Par)
def pars_are_of_places_and_chips(act: Act[kinds.Par], now: Scene) -> Found:
    trays = [places.tray(table) for table in now.site.tables]
    if act.fact.place not in (places.CHIP_BANK, *trays):
        yield f"{act.fact.place} cannot have a par. Choose from: {listed([places.CHIP_BANK, *trays])}."
    if act.fact.weekday not in range(EVERY_DAY, 7):
        yield "A par is for a day of the week, Monday 0 to Sunday 6, or for every day. Choose one."
    for chip, count in act.fact.chips.items():
        if not now.site.in_play(chip):
            yield f"{chip.name} is out of play and cannot have a par. Leave it out."
        if count < 0:
            yield f"A par cannot be {count} pieces of {chip.name}. Enter how many there should be."


@check("pd.weight", kinds.Weight)
def a_weight_is_one_that_chips_have(act: Act[kinds.Weight], now: Scene) -> Found:
    fact, least, most = act.fact, now.value("pd.weight", "least_mg"), now.value("pd.weight", "most_mg")
    if fact.chip not in now.site.chips:
        yield f"{fact.chip.name} is not in the chip set. Add it there first."
    if fact.of < (few := now.value("pd.weight", "pieces")):
        yield f"{fact.of} pieces are too few to learn from. Weigh {few} or more of one type."
    elif not least * fact.of <= fact.mg <= most * fact.of:
        one = grams(fact.mg // fact.of, 2)
        yield f"One {fact.chip.name} would weigh {one}, and no chip does. Weigh and count again."
    if not 0 < fact.spread <= (wide := now.value("pd.weight", "most_spread")):
        yield f"Chips of one type differ by more than nothing and up to {wide // 10_000} %. Correct it."


@check("nd.08-03.2", kinds.Mark)
def marks_of_others_are_told_apart(act: Act[kinds.Mark], now: Scene) -> Found:
    if not act.fact.mark.strip() or not act.fact.organization.strip():
        yield "Write whose chips they are, and the name or mark on them."
