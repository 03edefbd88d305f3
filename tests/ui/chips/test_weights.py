"""What chips weigh: typed, or taken from the scale, and kept by a manager."""

from pitdesk.chips import Chip
from printers.devices.sim import Scale, plugged
from tests.ui.night import Quick, copied, signed
from tests.ui.stand import stands

FIVE = Chip.named("$5")


@stands("weight")
def user(qtbot, open_window, tmp_path) -> Quick:
    return Quick.at(qtbot, open_window(*copied(tmp_path)))


def test_a_weight_is_typed_and_kept(user):
    user.go("weight")
    form = user.form
    user.pick(form.chip.box, "$5")
    user.write(form.of.edit, "100")
    user.write(form.grams.edit, "1012.4")
    assert form.one.text().startswith("One weighs 10.124 g. Weight tells up to 123 apart")
    user.sign(form.signers, signed("pia:shift manager"))
    user.post(form)
    assert "One $5 weighs 10.124 g." in user.told()
    fact = user.entries()[-1].fact
    assert (fact.chip, fact.mg, fact.of, fact.spread, fact.machine) == (FIVE, 1_012_400, 100, 10_000, ())
    assert "$5: 10.124 g, from 100 chips" in form.known.text()


def test_too_few_chips_are_refused(user):
    user.go("weight")
    form = user.form
    user.pick(form.chip.box, "$5")
    user.write(form.of.edit, "3")
    user.write(form.grams.edit, "30")
    user.sign(form.signers, signed("pia:shift manager"))
    user.press(form.primary)
    user.qtbot.waitUntil(lambda: "too few to learn from" in form.notice.text)


def test_the_scale_fills_it_in_and_is_kept_with_it(user):
    with plugged(Scale()) as cable:
        user.window.devices.use("scale", f"Mettler Toledo, MT-SICS@{cable.path}")
        user.qtbot.waitUntil(lambda: user.window.devices.state.get("scale") == "")
        user.go("weight", "$5")
        form = user.form
        assert form.scale.text() == "The scale fills in what lies on it."
        user.qtbot.waitUntil(lambda: user.window.devices._loads._settled._zero)
        cable.do("1012.4")
        user.qtbot.waitUntil(lambda: form.grams.edit.text() == "1012.400")
        user.write(form.of.edit, "100")
        user.sign(form.signers, signed("pia:shift manager"))
        user.post(form)
        (machine,) = user.entries()[-1].fact.machine
        assert (machine.model, machine.report) == ("Mettler Toledo, MT-SICS", "1012400 mg")
        assert b"1012.40 g" in bytes.fromhex(machine.raw)
