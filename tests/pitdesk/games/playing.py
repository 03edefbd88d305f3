"""Rounds that could have been played, dealt from a seed: lawful, and with everything that is offered."""

from itertools import product
from random import Random

from pitdesk.games.cards import DECK, RANKS


def best(cards):
    ways = [(1, 11) if card[0] == "A" else (min(RANKS.index(card[0]) + 2, 10),) for card in cards]
    sums = [sum(way) for way in product(*ways)]
    return max((found for found in sums if found <= 21), default=min(sums))


def value(card):
    return "AT"[card[0] != "A"] if card[0] in "ATJQK" else card[0]


class Shoe:
    """Decks in an order, and somebody who decides by chance."""

    def __init__(self, seed, decks):
        self.random = Random(seed)
        self.cards = [*DECK] * decks
        self.random.shuffle(self.cards)

    def take(self, count=1):
        return [self.cards.pop() for _ in range(count)]

    def maybe(self, part=0.5):
        return self.random.random() < part

    def drawn(self, cards, stop=21):
        """Hit by chance, at the latest to 21 or bust."""
        while best(cards) < stop and self.maybe():
            cards = cards + self.take()
        return cards

    def dealers(self, cards, soft17):
        while best(cards) < 17 or (soft17 != "stand" and best(cards) == 17 and soft(cards, soft17)):
            cards = cards + self.take()
        return cards


def soft(cards, soft17):
    low = sum(min(RANKS.index(c[0]) + 2, 10) if c[0] != "A" else 1 for c in cards)
    return low == 7 and (soft17 == "hit" or len(cards) == 2)


def blackjack_hands(shoe, wager, *, most):
    """Hands of one player: split, doubled, drawn."""
    first = shoe.take(2)
    if not (value(first[0]) == value(first[1]) and shoe.maybe(0.7)):
        return [played(shoe, first, wager, natural=True)]
    count = shoe.random.randint(2, most)
    firsts = first + [card for card in shoe.cards if value(card) == value(first[0])][: count - 2]
    for card in firsts[2:]:
        shoe.cards.remove(card)
    if value(first[0]) == "A":
        return [{"cards": [card, *shoe.take()]} for card in firsts]
    return [played(shoe, [card, *shoe.take()], wager, natural=False) for card in firsts]


def played(shoe, cards, wager, *, natural):
    if natural and best(cards) == 21:
        return {"cards": cards}
    if shoe.maybe(0.3):
        return {"cards": cards + shoe.take(), "double": wager}
    return {"cards": shoe.drawn(cards)}


def twentyone(seed):
    shoe = Shoe(seed, 6)
    soft17 = shoe.random.choice(["stand", "hit_ace_six", "hit"])
    dealing = shoe.random.choice(["no_peek", "no_hole"])
    dealer, spaces = shoe.take(2), []
    for space in range(1, shoe.random.randint(2, 8)):
        wager = 100 * shoe.random.randint(1, 25)
        lying = wager + shoe.random.choice([0, 0, 0, 50]) * (wager < 2500)
        one = {
            "space": space,
            "original": lying + 500 * (wager == 2500),
            "tip": 50 * shoe.random.randint(0, 9),
        }
        one["hands"] = blackjack_hands(shoe, wager, most=4)
        if one["tip"] and one["hands"][0].get("double") and shoe.maybe():
            one["hands"][0]["tip_double"] = one["tip"]
        if dealer[0][0] == "A" and shoe.maybe():
            natural = len(one["hands"]) == 1 and len(one["hands"][0]["cards"]) == 2
            if natural and best(one["hands"][0]["cards"]) == 21:
                one["even_money"] = True
            else:
                one["insurance"] = wager // 2
        spaces.append(one)
    options = {
        "soft17": soft17,
        "dealing": dealing,
        "even_money": True,
        "tip_double": "equal",
        "decks": 6,
    }
    cards = shoe.dealers(dealer, soft17)
    return {"id": "t", "game": "nd-21", "options": options, "dealer": {"cards": cards}, "spaces": spaces}


def blackjack(seed):
    shoe = Shoe(seed, 6)
    soft17 = shoe.random.choice(["stand", "hit"])
    dealer, players = shoe.take(2), []
    for seat in range(1, shoe.random.randint(2, 8)):
        wager = 200 * shoe.random.randint(1, 50)
        one = {"seat": seat, "wager": wager, "side": [{"kind": "over13", "amount": 100}] * shoe.maybe()}
        one["hands"] = blackjack_hands(shoe, wager, most=2)
        if len(one["hands"]) == 1 and len(one["hands"][0]["cards"]) == 2 and shoe.maybe(0.2):
            one["surrender"] = "double" not in one["hands"][0]
        if dealer[0][0] == "A" and shoe.maybe():
            one["insurance"] = wager // 2
        players.append(one)
    options = {"soft17": soft17, "surrender": True, "decks": 6, "side": "over_under"}
    options["side_odds"] = {"over13": "1:1", "under13": "1:1"}
    cards = shoe.dealers(dealer, soft17)
    return {
        "id": "b",
        "game": "nj-blackjack",
        "options": options,
        "dealer": {"cards": cards},
        "players": players,
    }


def threecard(seed):
    shoe = Shoe(seed, 6)
    soft17 = shoe.random.choice(["stand", "hit"])
    dealer, players = shoe.take(2), []
    done = best(dealer) == 21
    for seat in range(1, shoe.random.randint(2, 7)):
        wager, cards = 200 * shoe.random.randint(1, 20), shoe.take(3)
        one = {"seat": seat, "main": wager, "bonus": wager, "cards": cards}
        if dealer[0][0] == "A" and best(cards) != 21 and shoe.maybe():
            one["insurance"] = wager // 2
        if best(cards) != 21 and not done:
            three_card_decision(shoe, one, wager)
        players.append(one)
    options = {"soft17": soft17, "surrender": True, "decks": 6}
    cards = shoe.dealers(dealer, soft17)
    return {
        "id": "c",
        "game": "nj-3c21",
        "options": options,
        "dealer": {"cards": cards},
        "players": players,
    }


def three_card_decision(shoe, one, wager):
    cards = one["cards"]
    if best(cards) > 21:
        one["decision"] = shoe.random.choice(["surrender", "split"])
    else:
        pair = ["split"] * (len({value(card) for card in cards}) < 3)
        one["decision"] = shoe.random.choice(["stand", "hit", "double", "surrender", *pair])
    if one["decision"] == "split":
        one["hands"] = [played(shoe, [card, *shoe.take()], wager, natural=True) for card in cards]
    elif one["decision"] == "double":
        one |= {"double": wager, "drawn": shoe.take()}
    elif one["decision"] == "hit":
        first = shoe.take()
        one["drawn"] = shoe.drawn(cards + first)[3:]


def war(seed):
    shoe = Shoe(seed, 6)
    dealer, players = {"card": shoe.take()[0]}, []
    for seat in range(1, shoe.random.randint(2, 8)):
        one = {
            "seat": seat,
            "initial": 200 * shoe.random.randint(1, 50),
            "tie": 100 * shoe.random.randint(0, 5),
        }
        one["card"] = shoe.random.choice([*shoe.take(), dealer["card"][0] + shoe.random.choice("SHDC")])
        if one["card"][0] == dealer["card"][0]:
            one["decision"] = shoe.random.choice(["surrender", "war"])
        if one.get("decision") == "war":
            dealer.setdefault("war_card", shoe.take()[0])
            one |= {"war": one["initial"], "war_tie": 100 * shoe.random.randint(0, 3)}
            one["war_card"] = shoe.random.choice([*shoe.take(), dealer["war_card"][0] + "S"])
        players.append(one)
    return {"id": "w", "game": "nj-war", "dealer": dealer, "players": players}


PLAYED = {"nd-21": twentyone, "nj-blackjack": blackjack, "nj-3c21": threecard, "nj-war": war}
