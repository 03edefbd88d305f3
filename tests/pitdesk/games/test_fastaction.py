"""Fast action hold'em: the sheet worked by hand, and what always holds."""

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitdesk.games.cards import DECK, SUITS
from pitdesk.games.fastaction import Dealer, Player, Round, settle
from pitdesk.games.poker.ranks import GROUPS
from tests.pitdesk.games.sheets import actions, cites, refused, settled, sheet, wagers

ACTIONS = ("set", "split", "surrender", "natural", "void_short")


def player(words):
    seat, wager, *rest = words.split()
    found = {"seat": int(seat), "wager": int(wager)}
    action = next((word for word in rest if word in ACTIONS), None)
    cards, _, kept = " ".join(rest).partition(action or "|")
    keep, _, second = kept.partition("second")
    found |= {"cards": cards.split(), "keep": keep.split(), "action": action}
    return found | ({"second": int(second)} if second else {})


def facts(settings, dealer, board, players):
    words = dict(one.split("=") for one in settings.split())
    options = {"compare": words["compare"]} if "compare" in words else {}
    options |= {"decks": int(words["decks"])} if "decks" in words else {}
    wants = {"wants_cards": words["wants"] == "true"} if "wants" in words else {}
    four, _, kept = dealer.partition(";")
    return {
        **{"id": "f", "game": "nj-fah", "options": options, "board": board.split()},
        "dealer": {"cards": four.split(), "kept": kept.split() or None},
        "players": [player(one) for one in players.split(";")],
        "events": [{"event": words["event"], **wants}] if "event" in words else [],
    }


def wanted_lines(results):
    """Each wager's result and category, by its name."""
    lines, categories = {}, {}
    for one in results:
        name, words = one.removeprefix("void ").split(" ", 1) if one[:4] == "void" else one.split(" ", 1)
        wager = f"p{name[0]}.{'second' if '+' in name else 'wager'}"
        result = [
            word
            for word in words.split()
            if word in ("win", "lose", "void", "surrender") or word.isdigit()
        ]
        lines[wager] = " ".join(result)
        categories |= dict.fromkeys([wager][: len(words.split()) - len(result)], words.split()[-1])
    return lines, categories


@pytest.mark.parametrize("line", sheet("fastaction"))
def test_a_round_is_settled_as_it_was_worked_by_hand(line):
    *given, wanted, section = line
    found = settled(facts(*given))
    if not refused(found, wanted):
        results = wanted.split("; ")
        ruled = [one.removeprefix("ruling ") for one in results if one.startswith("ruling")]
        dealer = [one.split()[1:] for one in results if one.startswith("dealer")]
        lines, categories = wanted_lines(
            [one for one in results if not one.startswith(("ruling", "dealer"))]
        )
        wagers(found, lines)
        assert actions(found) == ruled
        assert found["status"] == ("void" if wanted.startswith("void") else "settled")
        if dealer:
            told(found, *dealer, categories)
    cites(found, section)


def told(found, words, categories):
    """The dealer's hand, and what each hand was."""
    if words == ["natural"]:
        assert found["dealer"]["natural"]
        return
    assert found["dealer"]["house_way"] == int(words[0])
    rest = words[1:]
    if rest and len(rest[0]) > 2:
        assert found["dealer"]["category"] == rest.pop(0)
        assert found["categories"] == categories
    assert sorted(found["dealer"]["kept"]) == sorted(rest or found["dealer"]["kept"])


shoe = st.lists(st.sampled_from(DECK), min_size=13, max_size=13)


@given(shoe, st.permutations(SUITS))
def test_suits_and_seats_change_nothing(cards, order):
    turned = [card[0] + order[SUITS.index(card[1])] for card in cards]
    lines = []
    for one in (cards, turned):
        dealer, four, board = one[:4], one[4:8], one[8:]
        played = Round(
            id="h",
            dealer=Dealer(cards=tuple(dealer)),
            board=tuple(board),
            players=(
                Player(
                    seat=3,
                    wager=100,
                    cards=tuple(four),
                    action="split",
                    keep=tuple(four[:2]),
                    second=100,
                ),
            ),
        )
        lines.append([(line.result, line.paid, line.returned) for line in settle(played).lines])
    assert lines[0] == lines[1]


@given(shoe)
def test_a_better_hand_never_earns_less(cards):
    dealer, four, board = cards[:4], cards[4:8], cards[8:]
    won = []
    for keep in combinations(four, 2):
        played = Round(
            id="h",
            dealer=Dealer(cards=tuple(dealer)),
            board=tuple(board),
            players=(Player(seat=1, wager=100, cards=tuple(four), action="set", keep=keep),),
        )
        (line,) = settle(played).lines
        assert line.returned + line.collected == line.stake
        won.append((GROUPS.best((*keep, *board)).worth, line.paid + line.returned))
    won.sort()
    assert [money for _, money in won] == sorted(money for _, money in won)
