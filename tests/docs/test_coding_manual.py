"""The coding manual says what the tool does: its tables, keys and examples are held against it."""

from __future__ import annotations

import re
from fractions import Fraction
from pathlib import Path

import pytest

from coders.desk.keys import COMMANDS, CONTENT_WORDS, FLAGS, MARKS
from coders.desk.rubric import MARK_TABLE
from coders.gold import gold_for_scripts
from coders.gold.choosing import SCRIPTS
from coders.marks import Flag
from coders.matcher import match
from coders.outcome import Status
from coders.packets.gold import read_gold
from coders.packets.gold_tables import code_of
from coders.packets.shape import ContentWord, Phase
from dsl.expand import Expander, cells
from dsl.scoring import rule
from dsl.trial import Question, turns
from runners.coding.gold.transcripts import expand_gold, script_loader
from tests.coders.starter import gold_trials

ROOT = Path(__file__).resolve().parents[2]
MANUAL = (ROOT / "docs" / "coding.md").read_text(encoding="utf-8")


def rows(heading: str) -> list[list[str]]:
    """The cells of the first table below a heading (or any words), without its two header lines."""
    below = MANUAL[MANUAL.index(heading) :]
    table = re.search(r"(?:^\|.*\n)+", below, re.M)
    assert table is not None
    lines = table.group().splitlines()[2:]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]


def belief() -> Question:
    """Sally-Anne's question in the words of the original, with the basket as its key."""
    experiment = script_loader(ROOT)("sally_anne")
    expander = Expander(experiment)
    cell = cells(experiment, wordings=("original",))[0]
    for draw in range(1, 5):
        session = expander.trial(cell, draw=draw).sessions[0]
        for turn in turns(session.nodes):
            question = turn.question
            if question is None or question.name != "belief":
                continue
            if question.key.answer[0].phrases[0].text == "basket":
                return question
    raise AssertionError("no draw has the basket as its key")


def test_the_table_of_marks_is_that_of_the_rubric_behind_its_key() -> None:
    """Row by row: the same marks with the same flags."""
    written = [(mark, flag) for _, mark, flag in rows("## The marks")]
    assert written[:-1] == [(row.mark, row.flag) for row in MARK_TABLE[:-1]]
    assert written[-1] == ("as it would be otherwise", "recognised")


@pytest.mark.parametrize(
    ("reply", "code"), [row[:2] for row in rows("### Worked examples")], ids=lambda text: text[:30]
)
def test_the_matcher_contradicts_no_worked_example(reply: str, code: str) -> None:
    """It may leave one to a person; a false detail is beyond it."""
    meant = code_of(code)
    found = match(reply, belief())
    if found.decided and Flag.FALSE_DETAIL not in meant.flags:
        assert found.word.value == meant.mark
        assert set(found.flags) == set(meant.flags)


def test_every_flag_has_a_row_and_a_key() -> None:
    """Nobody has to look for one."""
    assert {flag for _, _, flag in rows("## The marks")} == {"", *Flag}
    keys = {row[0].strip("`"): row[1] for row in rows("| key | flag |")}
    for key in FLAGS:
        if key.value != Flag.REFUSAL:
            assert keys[key.key].startswith(key.words)


def test_keys_are_those_of_the_desk() -> None:
    """Marks, commands, and the words of content view."""
    first, second = rows("| key | rubric view |"), rows("| key | flag |")
    for key in MARKS:
        assert any(r[0] == f"`{key.key}`" and r[1].startswith(key.words) for r in first)
    for key in CONTENT_WORDS:
        assert [f"`{key.key}`", key.words] in [r[2:] for r in first]
    for key in COMMANDS:
        assert any(r[2] == f"`{key.key}`" and r[3].startswith(key.words) for r in second)
    assert [row[0] for row in rows("If the reply says none of the things")] == list(ContentWord)


def test_the_lrs_is_as_the_rule_has_it() -> None:
    """Its bounds, in words."""
    told = dict(rows("## From marks to the LRS"))
    assert rule(Fraction(3, 4)) == 4
    assert told["4"].startswith("three quarters or more")
    assert rule(Fraction(1), unclear=True) == 4
    assert rule(Fraction(1, 2)) == 3
    assert told["3"].startswith("half or more")
    assert rule(Fraction(1, 4)) == 2
    assert told["2"].startswith("a quarter or more")
    assert rule(Fraction(0)) == 1


def test_every_status_is_explained() -> None:
    """In the order of the list, which is closed."""
    told = rows("which says why it has its LRS, or none")
    assert [row[0] for row in told] == list(Status)
    assert [row[2] for row in told] == [
        "by proportion correct", "0", "0 or none", "0", "0", "none",
    ]  # fmt: skip


def test_the_example_of_a_gold_file_is_one() -> None:
    """It is read, its script is found, and its LRS follow from its codes."""
    written = re.search(r"^```toml\n(.*?)^```", MANUAL, re.M | re.S)
    assert written is not None
    gold = read_gold(written.group(1), "docs/coding.md")
    mine = expand_gold(gold, script_loader(ROOT))
    assert [
        (gold_trial.gold.name, gold_trial.gold.lrs, gold_trial.ruled) for gold_trial in mine
    ] == [
        ("pilot 7", 4, 4),
        ("pilot 8", 1, None),
    ]


def test_the_starter_set_is_as_large_as_the_manual_says() -> None:
    """Transcripts of each use in the set, of each script, and for a study of one, four, twelve."""
    every = tuple(
        one
        for one in (gold_trial.gold for gold_trial in gold_trials())
        if one.experiment in SCRIPTS
    )
    given = [gold_for_scripts(every, SCRIPTS[:many]) for many in (1, 4, 12)]
    found = [
        [
            use.value,
            str(sum(one.use is use for one in every)),
            str(sum(one.use is use and one.experiment == SCRIPTS[0] for one in every)),
            *(str(sum(one.use is use for one in study)) for study in given),
        ]
        for use in (Phase.TRAINING, Phase.GATE_A, Phase.GATE_B, Phase.SILENT)
    ]
    assert rows("`--gold starter` is a hand-made set") == found


def test_the_probabilities_of_passing_calibration_are_binomial() -> None:
    """87 of 96 marks; and two forms."""
    from scipy.stats import binom

    for rate, once, twice in rows("How well a calibration form distinguishes"):
        one = float(binom.sf(86, 96, int(rate) / 100))
        for written, chance in ((once, one), (twice, 1 - (1 - one) ** 2)):
            if written.startswith(("<", ">")):
                bound = float(written[1:])
                assert chance < bound if written[0] == "<" else chance > bound
            else:
                assert abs(chance - float(written)) < 0.005
    rates = {rate: float(binom.sf(13, 16, rate)) for rate in (0.97, 0.9, 0.75)}
    assert round(1 / (1 - rates[0.97])) in range(85, 95)
    assert round(1 / (1 - rates[0.9])) == 5
    assert round(10 * (1 - rates[0.75])) == 8
