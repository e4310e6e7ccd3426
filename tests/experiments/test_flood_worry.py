"""The questionnaire before and after a story: what it asks, and what its page says of it."""

from __future__ import annotations

import re

from dsl.expand import Expander, cells
from dsl.experiment import Experiment
from dsl.trial import Trial, turns
from runners.check.playing import laid_out, summed
from runners.check.validity import results
from tests.expanded import flawless
from tests.shell import ROOT

SCRIPT = ROOT / "additions" / "flood_worry.dev"


def script() -> Experiment:
    return flawless(SCRIPT)


def story(trial: Trial) -> str:
    """The message with the story."""
    (told,) = (
        turn.says
        for turn in turns(trial.sessions[0].nodes)
        if turn.question is not None and turn.question.name == "about"
    )
    return str(told[0])


def test_both_stories_have_as_many_words_and_sentences() -> None:
    one = script()
    for draw in range(1, 7):
        flood, fair = (story(Expander(one).trial(cell, draw=draw)) for cell in cells(one)[:2])
        assert flood != fair
        assert abs(len(flood.split()) - len(fair.split())) <= 2
        assert flood.count(".") == fair.count(".")


def test_half_of_the_items_are_reversed() -> None:
    (worry,) = script().questionnaires
    assert worry.waves == ("before", "after")
    assert sum(item.reversed for item in worry.items) * 2 == len(worry.items)
    for subscale in worry.scales[1:]:
        assert len({item.reversed for item in subscale.items}) == 2


def test_the_page_shows_what_simulated_participants_get(thorough: bool) -> None:
    """In every run three of them."""
    one = script()
    names = None if thorough else ["oracle", "likert", "random"]
    printed = laid_out("", summed(one, tuple(results(one, runs=10, names=names))))
    page = (ROOT / "docs" / "battery" / "flood_worry.md").read_text(encoding="utf-8")
    rows, shown = (
        dict(re.findall(r"^(sim/\S+) +(.+)$", text, re.MULTILINE)) for text in (printed, page)
    )
    assert len(rows) == (21 if thorough else 3)
    assert {name: one.split() for name, one in rows.items()} == {
        name: shown[name].split() for name in rows
    }


def test_why_is_asked_after_a_wrong_answer_only() -> None:
    for found in results(script(), runs=2, names=["lure", "oracle", "refuser"]):
        asked = {
            turn.question.name
            for told in found.told
            for turn in turns(told.trial.sessions[0].nodes)
            if turn.question is not None
        }
        assert ("why" in asked) is (found.player == "sim/lure")
