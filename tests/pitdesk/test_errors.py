import pytest

from pitdesk.errors import Refusal, Refused, Trouble

ONE = Refusal("nd.1", "N.D.A.C. 1", "The bank is short.")
TWO = Refusal("pd.2", "House rule: two", "Nobody signs.")
MORE = Refusal("nd.1", "N.D.A.C. 1", "The tray is short.")


def test_a_refusal_says_every_reason_with_its_section():
    words = "The bank is short. [N.D.A.C. 1]\nNobody signs. [House rule: two]"
    assert str(Refused([ONE, TWO])) == words


def test_each_rule_is_named_once_in_order():
    assert Refused([ONE, TWO, MORE]).rules == ("nd.1", "pd.2")
    assert Refused([TWO, ONE, MORE]).rules == ("pd.2", "nd.1")
    assert Refused([ONE, TWO, MORE]).reasons == (ONE, TWO, MORE)


def test_reasons_are_read_once_and_kept():
    assert Refused(reason for reason in (ONE, TWO)).reasons == (ONE, TWO)


def test_a_rule_that_says_no_and_a_world_that_is_wrong_are_two_things():
    assert not issubclass(Refused, Trouble)
    assert not issubclass(Trouble, Refused)
    assert not issubclass(Trouble, OSError)


def test_a_reason_cannot_be_changed():
    with pytest.raises(AttributeError):
        ONE.words = "All is well."
