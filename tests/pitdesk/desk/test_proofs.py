"""A PIN is proven before the desk's turn, and counts in it: waits and locks are as they were."""

from concurrent.futures import ThreadPoolExecutor

import pytest

from pitdesk.book.people import Signer
from pitdesk.chips import Chips
from pitdesk.errors import Refused

FIVE = Chips.read("5x$5")


def fill(pin):
    return lambda desk: desk.fill("2", FIVE, [Signer("jo", "cashier", pin=pin)])


def test_a_verb_says_whose_pins_it_needs_and_writes_nothing(pit):
    head = pit.desk.journal.head
    assert [one.person for one in pit.desk.tries(fill("2741"))] == ["jo"]
    assert pit.desk.tries(lambda it: it.redeem(FIVE, [Signer("jo", "cashier")])) == []
    assert pit.desk.tries(lambda it: it.redeem(FIVE, [Signer("nobody", "cashier", pin="1")])) == []
    assert pit.desk.tries(
        lambda it: it.fill("99", FIVE, pit.by("jo"))
    )  # refused, and asked all the same
    assert pit.desk.journal.head == head


def test_what_was_proven_is_not_proven_again(pit, monkeypatch):
    proofs = pit.desk.prove(pit.desk.tries(fill("2741")))
    assert [*proofs.values()] == [True]
    asked = []
    monkeypatch.setattr(type(pit.desk._pepper), "matches", lambda *_: asked.append(1) or True)
    with pit.desk.proven(proofs):
        assert pit.desk.once(0, fill("2741")).kind == "fill"
    assert asked == []
    pit.desk.fill("2", FIVE, pit.by("jo"))  # outside, it is
    assert asked == [1]


def test_a_proof_is_of_one_pin_at_one_station_only(pit):
    proofs = pit.desk.prove(pit.desk.tries(fill("2741")))
    with pit.desk.proven(proofs), pytest.raises(Refused, match="not the PIN"):
        pit.desk.once(0, fill("2742"))
    with pit.desk.at("pit 1") as desk:
        assert desk.tries(fill("2741"))[0] not in proofs


def test_a_proof_of_the_pin_of_before_is_none_of_the_new_one(pit):
    proofs = pit.desk.prove(pit.desk.tries(fill("2741")))
    jo = pit.desk.site.people["jo"]
    pit.desk.set_person(jo, pin="5209", by=pit.by("gus"))
    with pit.desk.proven(proofs), pytest.raises(Refused, match="not the PIN"):
        pit.desk.once(0, fill("2741"))


def test_guesses_proven_at_once_tell_no_more_than_one_by_one(pit):
    """Forty PINs are proven side by side, the right one among them; the lock holds from the third on."""
    guesses = [f"{pin}" for pin in range(3000, 3039)]
    guesses.insert(20, "2741")
    calls = [fill(pin) for pin in guesses]
    tries = [pit.desk.tries(call) for call in calls]
    with ThreadPoolExecutor(8) as threads:
        proofs = [*threads.map(pit.desk.prove, tries)]
    assert sum(any(found.values()) for found in proofs) == 1
    said = []
    for call, proof in zip(calls, proofs, strict=True):
        with pit.desk.proven(proof), pytest.raises(Refused) as refused:
            pit.desk.once(0, call)
        said.append(str(refused.value))
    assert sum("That is not the PIN" in words for words in said) == 3
    assert sum(words.startswith("Too many wrong PINs") for words in said) == 37
    assert pit.desk.tries(fill("2741")) == []  # and proves nothing while it is held up
