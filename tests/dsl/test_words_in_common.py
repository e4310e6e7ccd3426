"""Which slots may have the same word in one draw: never one too few, by what is drawn."""

from __future__ import annotations

import pytest

from dsl.drawing.assignment import Assignment
from dsl.drawing.different import sort_of, words_in_common
from dsl.loading import check_text
from tests.expanded import experiment_in

SCRIPT = """\
experiment Demo

things
    cup: torch, spoon, ball
    hat: torch, coat, glove
    box: chest, crate, jar

counterbalance side
    swap {swapped}

design
    scoring accuracy
    {design}

procedure
    say: {{A cup}}, {{a hat}} and {{a box}}.
    test place
        ask: Which?
        answer: {{cup}}
"""


@pytest.mark.parametrize(
    ("swapped", "design", "common"),
    [
        ("cup, hat", "runs 12", {"cup hat": "torch"}),
        ("hat, box", "runs 12", {"cup hat": "torch", "box cup": "torch"}),
        ("hat, box", "different cup, hat", {"box cup": "torch"}),
        ("hat, box", "different cup, hat, box", {}),
        ("cup, hat", "different cup, hat", {}),
        ("hat, box", "together cup, hat", {"cup hat": "torch", "box cup": "torch"}),
    ],
)
def test_what_may_be_drawn_alike_is_told_with_a_word(
    swapped: str, design: str, common: dict[str, str]
) -> None:
    script = SCRIPT.format(swapped=swapped, design=design)
    experiment = experiment_in(check_text(script, "demo.dev"))
    found = words_in_common(experiment.slots, experiment.design, experiment.factors)
    assert {" ".join(sorted(pair)): word for pair, word in found.items()} == common
    for seed in range(20):
        drawn = Assignment(experiment, seed=seed)
        for draw in range(12):
            words = {slot: sort_of(word) for slot, word in drawn.permuted(draw).items()}
            alike = {
                f"{one} {other}"
                for one in words
                for other in words
                if one < other and words[one] == words[other]
            }
            assert alike <= set(common)
