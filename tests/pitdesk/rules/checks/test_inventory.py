"""Deliveries against their invoice; stores, tallies and strays are in desk/test_inventory.py."""

from dataclasses import replace

import pytest

from pitdesk.chips import Chips

SOME = Chips.read("400x$5 200x$25")


@pytest.mark.parametrize(
    ("said", "words"),
    [
        ({"number": " "}, "The invoice has no number."),
        ({"supplier": ""}, "The invoice has no supplier."),
        ({"date": ""}, "The invoice has no date."),
        (
            {"total": 55_000},
            "The lines and the rest come to $549.00, and the invoice's total is $550.00.",
        ),
        ({"other": 13_00}, "Invoice 2291 does not add up: The lines and the rest come to $550.00"),
    ],
)
def test_an_invoice_says_what_it_must_and_adds_up(dark, said, words):
    with dark.refused("pd.invoice", words=words):
        dark.desk.delivery(dark.invoice(SOME, **said), SOME, dark.by("pia", "jo"))
    dark.desk.delivery(dark.invoice(SOME), SOME, dark.by("pia", "jo"))


def test_a_line_that_was_multiplied_wrongly_is_told(dark):
    right = dark.invoice(SOME)
    first, *rest = right.lines
    wrong = replace(right, lines=(first._replace(cents=first.cents + 1), *rest), total=right.total + 1)
    with dark.refused("pd.invoice", words="200 $25 at $0.895 are $179.00, and the invoice says $179.01"):
        dark.desk.delivery(wrong, SOME, dark.by("pia", "jo"))


def test_an_invoice_has_lines(dark):
    empty = dark.invoice(Chips())
    with dark.refused("pd.invoice", words="The invoice has no lines"):
        dark.desk.delivery(empty, SOME, dark.by("pia", "jo"), "nothing is on it")
    with dark.refused("pd.invoice", "pd.amount", words="No chips are entered"):
        dark.desk.delivery(empty, Chips(), dark.by("pia", "jo"))


@pytest.mark.parametrize("who", [[], ["pia"], ["pia", "jo", "sam"]])
def test_two_count_it(dark, who):
    rules = ["pd.invoice"] + ["pd.signed"] * (not who)
    with dark.refused(*rules, words="Two people count a delivery"):
        dark.desk.delivery(dark.invoice(SOME), SOME, dark.by(*who))


@pytest.mark.parametrize("to", ["tray 2", "damaged chips", "site Minot", "patrons", ""])
def test_it_goes_to_the_reserve_or_the_bank(dark, to):
    with dark.refused("pd.invoice", words="Choose the chip reserve or bank"):
        dark.desk.delivery(dark.invoice(SOME), SOME, dark.by("pia", "jo"), to=to)


def test_chips_that_the_invoice_alone_names_are_of_the_set_too(dark):
    said = dark.invoice(Chips.read("400x$5 1x$5-b"))
    with dark.refused("pd.chips", words="The site has no $5-b chip"):
        dark.desk.delivery(said, Chips.read("400x$5"), dark.by("pia", "jo"), "one is not ours")


def test_a_dealer_takes_no_delivery(dark):
    with dark.refused("pd.who", words="A dealer does not take in a delivery. Ask a cashier"):
        dark.desk.delivery(dark.invoice(SOME), SOME, dark.by("kari", "jo"))
