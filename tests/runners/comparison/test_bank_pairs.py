"""Conditions and participants compared on the items of a bank, one by one."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from coders.statistics.tests_exact import holm
from runners.participants.double import Double, Request
from tests.here import Here, here
from tests.made_banks import write_abilities

GROUPS = ("empathy", "conservation", "planning")
ITEMS = 8
SCRIPT = """\
experiment Three abilities
bank three from items.jsonl
    question from question
    choices from choices
    answer from answer
    group from ability
    stage early of empathy
    stage late of conservation, planning
{conditions}design
    runs 2
    scoring calibrated accuracy
{design}procedure
    separately
        do three
"""


def written(folder: Path, *, conditions: str = "", design: str = "", script: str = SCRIPT) -> Here:
    write_abilities(folder, GROUPS, each=ITEMS)
    text = script.format(conditions=conditions, design=design)
    (folder / "three.dev").write_text(text, encoding="utf-8")
    return here(folder)


def compared(shell: Here, *more: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(shell.run("compare", "--json", *more).stdout)["pairs"]
    return found


@pytest.fixture(scope="module")
def shell(tmp_path_factory: pytest.TempPathFactory) -> Here:
    """Two framings, of which one is declared, and two participants."""
    framings = "    framing expert\n    framing five years old\n    compare none with expert\n"
    found = written(tmp_path_factory.mktemp("pairs"), design=framings)
    found.run("run", "three.dev", "-m", "sim/oracle", "-m", "sim/random")
    return found


def test_framings_are_compared_with_none_and_participants_in_each_cell(shell: Here) -> None:
    pairs = dict.fromkeys(
        (one["factor"], one["model"], one["first"], one["second"], one["condition"])
        for one in compared(shell)
    )
    of_framings = [
        ("framing", model, level, "none", "")
        for level in ("expert", "five years old")
        for model in ("sim/oracle", "sim/random")
    ]
    of_participants = [
        ("participant", None, "sim/oracle", "sim/random", level)
        for level in ("none", "expert", "five years old")
    ]
    assert {(*one[:4], one[4] or "") for one in pairs} == {*of_framings, *of_participants}


def test_a_difference_is_that_of_the_scores_and_in_its_interval(shell: Here) -> None:
    scores = {
        (one["model"], one["levels"]["framing"], one["level"], one["group"]): one["mean"]
        for one in json.loads(shell.run("score", "--json").stdout)["measures"]
        if one["measure"] == "aggregate_calibrated_accuracy" and one["level"] != "experiment"
    }
    for row in compared(shell):
        where = row["level"], row["group"]
        sides = (
            [(row["model"], row["first"]), (row["model"], row["second"])]
            if row["factor"] == "framing"
            else [(row["first"], row["condition"]), (row["second"], row["condition"])]
        )
        first, second = (scores[(*side, *where)] for side in sides)
        assert row["difference"] == pytest.approx(first - second), row
        assert row["ci95"][0] < row["ci95"][1]
        assert row["n_items"] == 24 if row["level"] == "macro" else row["n_items"] in (8, 16)


def test_only_what_was_declared_has_p_values_adjusted_over_groups_and_participants(
    shell: Here,
) -> None:
    rows = compared(shell)
    tested = [one for one in rows if one["p"] is not None]
    assert {(one["first"], one["second"]) for one in tested} == {("expert", "none")}
    for model in ("sim/oracle", "sim/random"):
        mine = [one for one in tested if one["model"] == model]
        groups = [one for one in mine if one["level"] == "group"]
        assert len(groups) == len(GROUPS)
        assert [one["p_holm"] for one in groups] == pytest.approx(
            holm([one["p"] for one in groups])
        )
        (whole,) = (one for one in mine if one["level"] == "macro")
        assert whole["p_holm"] == whole["p"]
        stages = [one for one in mine if one["level"] == "stage"]
        assert [(one["group"], one["p_holm"]) for one in stages] == [
            ("early", None),
            ("late", None),
        ]


def test_the_screen_has_whole_banks_and_every_group_on_request(shell: Here) -> None:
    screen = shell.run("compare").stdout
    assert "no condition has a second level" not in screen
    assert "Three abilities: first minus second, calibrated accuracy (aggregate)" in screen
    assert "empathy" not in screen
    assert "p: of declared pairs only" in " ".join(screen.split())
    whole = shell.run("compare", "--kind", "banks").stdout
    assert "Three abilities: expert - none, sim/oracle: SIMULATED" in whole
    assert "stage late" in whole
    assert compared(shell, "--kind", "models") == []


def test_levels_without_none_are_compared_two_by_two(tmp_path: Path) -> None:
    """The levels of the other condition are held equal."""
    conditions = "conditions tone\n    warm\n    cool\n    plain\n"
    asked = SCRIPT.replace(
        "    separately", '    say by tone\n        warm: Dear reader.\n        cool: Reader.\n'
        "        plain: Here are questions.\n    separately",
    )  # fmt: skip
    shell = written(tmp_path, conditions=conditions, design="    framing expert\n", script=asked)
    shell.run("run", "three.dev", "-m", "sim/oracle")
    pairs = dict.fromkeys(
        (one["first"], one["second"], one["condition"]) for one in compared(shell)
    )
    tones = [("warm", "cool"), ("warm", "plain"), ("cool", "plain")]
    assert {*pairs} == {
        *((*tone, framing) for tone in tones for framing in ("none", "expert")),
        *(("expert", "none", tone) for tone in ("warm", "cool", "plain")),
    }


def test_a_bank_without_groups_is_compared_whole(tmp_path: Path) -> None:
    plain = SCRIPT.replace("    group from ability\n", "").replace(
        "    stage early of empathy\n    stage late of conservation, planning\n", ""
    )
    shell = written(tmp_path, script=plain)
    shell.run("run", "three.dev", "-m", "sim/oracle", "-m", "sim/random")
    (row,) = compared(shell)
    assert (row["level"], row["group"], row["n_items"]) == ("cell", None, 24)
    assert "all items" in shell.run("compare", "--kind", "banks").stdout
    table = "participant,parameters,series\nsim/oracle,7B,a\nsim/random,1B,a\n"
    (tmp_path / "models.csv").write_text(table, encoding="utf-8")
    document = json.loads(shell.run("compare", "--models", "models.csv", "--json").stdout)
    (size,) = document["sizes"]
    assert (size["level"], size["group"], size["n_models"], size["n_series"]) == (
        "cell", None, 2, 1,
    )  # fmt: skip


def test_a_reply_without_a_mark_is_no_trial_that_the_script_excludes(tmp_path: Path) -> None:
    """A bank has no LRS: nothing says that one of its conditions lost trials."""
    shell = written(tmp_path, design="    framing expert\n")

    def answer(request: Request) -> str:
        professor = any("professor" in words for _, words in request.messages)
        return "One of them, I suppose." if professor else "A"

    with Double(then=answer) as double:
        shell.run("run", "three.dev", "-m", "openai/any", more=double.environment)
    assert "excludes" not in shell.run("compare").stdout
    assert "excludes" not in shell.run("score").stdout
