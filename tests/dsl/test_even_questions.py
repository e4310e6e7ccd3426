"""`answer equally often`: no answer is right in one trial, and neither is first by its place."""

from __future__ import annotations

from pathlib import Path

import pytest

from coders.guessing import chance
from coders.lrs import asked_in
from dsl.expand import Expander, cells
from dsl.experiment import Experiment, Quantity
from dsl.identity import procedure_hash, rubric_hash
from dsl.loading import load
from dsl.tree import QuestionKind
from dsl.trial import Question
from tests.expanded import experiment_in

STORY = """\
experiment Two toys

things
    ball: block, boat, bucket, ring, drum, kite
    bear: rabbit, duck, frog, whale, camel, hen

versions who
    same person
    new person

counterbalance toy
    swap ball, bear

design
    runs 10
    different ball, bear
    scoring accuracy

procedure
    say: On a table are {a ball} and {a bear}. Clara takes the {ball}.
    say by who
        same person: Clara puts it back.
        new person: Clara goes away, and Simon comes.
    separately
        when same person
            test again
                ask: Which toy is taken next?
                choices rotated:
                    The {ball}
                    The {bear}
                    {cannot tell}
                answer: The {ball}
        otherwise
            test either
                ask: Which toy is taken next?
                choices rotated:
                    The {ball}
                    The {bear}
                    {cannot tell}
                answer equally often:
                    The {ball}
                    The {bear}
"""


def experiment(folder: Path, text: str = STORY) -> Experiment:
    path = folder / "toys.dev"
    path.write_text(text, encoding="utf-8")
    return experiment_in(load(path))


def even(made: Experiment, *, draw: int, seed: int = 1) -> Question:
    trial = Expander(made, seed=seed).trial(cells(made)[0], draw=draw)
    ((_, _, question),) = trial.asked(QuestionKind.EVEN)
    return question


@pytest.mark.parametrize("seed", range(1, 6))
@pytest.mark.parametrize("draws", [10, 12, 30])
def test_in_rotated_order_each_of_the_two_is_first_in_half_of_the_draws(
    seed: int, draws: int, tmp_path: Path
) -> None:
    made = experiment(tmp_path)
    asked = [even(made, draw=draw, seed=seed) for draw in range(1, draws + 1)]
    first = [
        one.options.index(one.even_answers[0]) < one.options.index(one.even_answers[1])
        for one in asked
    ]
    assert sum(first) == draws // 2
    # And the third choice is in every place.
    places = [one.options.index("I cannot tell") for one in asked]
    assert {places.count(place) for place in range(3)} <= {draws // 3, draws // 3 + 1}


def test_it_is_no_unit_of_the_lrs_and_no_part_of_chance(tmp_path: Path) -> None:
    made = experiment(tmp_path)
    trial = Expander(made).trial(cells(made)[0], draw=1)
    assert [place for place, _ in asked_in(trial).units] == [(0, "same person/test again")]
    alone = chance(trial)
    assert alone is not None
    assert float(alone.share or 0) == pytest.approx(1 / 3)


def test_the_two_answers_and_what_is_neither(tmp_path: Path) -> None:
    question = even(experiment(tmp_path), draw=1)
    assert set(question.options) == {*question.even_answers, "I cannot tell"}
    assert [phrase.text for phrase in question.key.half] == ["I cannot tell"]
    assert all(clause.quantity is not Quantity.OFTEN for clause in question.key.answer)


def test_which_two_are_even_is_sent_as_an_order_and_so_part_of_the_procedure(
    tmp_path: Path,
) -> None:
    def both(order: str) -> list[Experiment]:
        text = STORY.replace("choices rotated", f"choices {order}")
        head = text.rsplit("                answer equally often:\n", 1)[0]
        keyed = f"{head}                answer: {{cannot tell}}\n"
        return [experiment(tmp_path, one) for one in (text, keyed)]

    for order, same in (("rotated", False), ("fixed", True)):
        made, keyed = both(order)
        assert (procedure_hash(made) == procedure_hash(keyed)) is same
        assert rubric_hash(made) != rubric_hash(keyed)
        trials = [Expander(one).trial(cells(one)[0], draw=1) for one in (made, keyed)]
        places = [[place for place, _, _ in trial.asked()] for trial in trials]
        assert places[0] == places[1]


def test_a_contrast_cannot_name_it(tmp_path: Path) -> None:
    path = tmp_path / "toys.dev"
    text = STORY.replace(
        "    scoring accuracy\n",
        "    scoring accuracy\n    contrast both\n        either across who\n",
    )
    path.write_text(text, encoding="utf-8")
    assert "E541" in [one.code for one in load(path).faults]
