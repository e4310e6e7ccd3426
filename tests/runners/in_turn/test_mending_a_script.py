"""A corrected script: its replies are scored again, and nobody is asked again."""

from __future__ import annotations

from tests.shell import EXPERIMENTS, Shell


def test_a_mended_key_rescores_and_asks_nothing(shell: Shell) -> None:
    script = shell.folder / "gears.dev"
    text = (EXPERIMENTS / "gears.dev").read_text(encoding="utf-8")
    key = "                yellow off first: The {red} gear\n"
    assert key in text
    script.write_text(
        text.replace(key, "                yellow off first: The {yellow} gear\n"), encoding="utf-8"
    )
    wrong = shell.json("gears.dev", "-m", "sim/oracle")
    script.write_text(text, encoding="utf-8")
    right = shell.json("gears.dev", "-m", "sim/oracle")
    assert right["calls"]["made"] == 0
    assert right["calls"]["replayed"] == wrong["calls"]["made"]
    # The oracle believed the wrong key in half of the draws; by the right one it was wrong there.
    assert {cell["provisional_lrs"] for cell in wrong["cells"]} == {5.0}
    assert {cell["share"] for cell in right["cells"]} == {0.875}


def test_a_mended_word_asks_again_from_there_on(shell: Shell) -> None:
    script = shell.folder / "two.dev"
    text = (
        "experiment Two turns\n\nprocedure\n    say: A cup is on the shelf.\n    listen\n"
        "    say: It is moved to the desk.\n    listen\n    test place\n"
        "        ask: Where is it?\n        answer: desk\n        wrong: shelf\n"
    )
    script.write_text(text, encoding="utf-8")
    first = shell.json("two.dev", "-m", "sim/oracle", "--runs", "4")
    assert first["calls"]["made"] == 12
    script.write_text(text.replace("moved to the desk", "carried to the desk"), encoding="utf-8")
    second = shell.json("two.dev", "-m", "sim/oracle", "--runs", "4")
    assert (second["calls"]["made"], second["calls"]["replayed"]) == (8, 4)
    script.write_text(text.replace("Where is it?", "Where is it now?"), encoding="utf-8")
    third = shell.json("two.dev", "-m", "sim/oracle", "--runs", "4")
    assert (third["calls"]["made"], third["calls"]["replayed"]) == (4, 8)
    script.write_text("# a note\n" + text.replace("answer: desk", "answer: the desk"), "utf-8")
    fourth = shell.json("two.dev", "-m", "sim/oracle", "--runs", "4")
    assert fourth["calls"]["made"] == 0
