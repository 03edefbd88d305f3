"""What a table posts is what its rounds are paid."""

import pytest

from pitdesk.games.minibac import Options as Baccarat
from pitdesk.games.rulings.posted import POSTED, baccarat, posted, twenty_one
from pitdesk.games.threecard import PAYTABLE
from pitdesk.games.twentyone import Options


@pytest.mark.parametrize("code", POSTED)
def test_each_line_says_what_and_where_it_stands(code):
    for row in posted(code):
        assert row.what[0].isupper()
        assert row.says
        assert row.section.startswith(("99-01.3-08-", "19:47-", "13:69F-"))


def test_twenty_one_posts_its_payoffs_and_choices():
    says = {
        row.what: row.says for row in twenty_one(Options(soft17="hit", insurance=False, table_max=500))
    }
    assert says["A natural twenty-one"] == "3 to 2"
    assert says["A hand equal to the dealer's"] == "comes back"
    assert says["The dealer, with a soft 17"] == "draws"
    assert says["Wagers"] == "$1 to $5, in whole dollars"
    assert not any("Insurance" in what for what in says)
    assert {row.what: row.says for row in posted("nd-21")}[
        "Insurance, half the wager, on a dealer's ace"
    ] == "2 to 1"


def test_minibaccarat_posts_its_vigorish():
    told = {
        vig: {row.what: row.says for row in baccarat(Baccarat(vig=vig))}
        for vig in ("win", "tie", "none")
    }
    assert told["win"]["Banker, winning"] == "1 to 1, less 5 percent"
    assert told["tie"]["Banker, winning"] == told["none"]["Banker, winning"] == "1 to 1"
    assert told["tie"]["Banker, on equal counts"] == "comes back, less 25 percent"
    assert told["none"]["Banker, winning with six"] == "1 to 2"
    assert "Banker, winning with six" not in told["win"]


def test_the_bonus_is_posted_rank_by_rank():
    assert [row.says.replace(" to ", ":") for row in posted("nj-3c21")] == [*PAYTABLE.values()]
