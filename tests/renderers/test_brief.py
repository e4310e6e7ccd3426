"""`show --brief`: what repeats is printed once, and nothing that differs is left out."""

from __future__ import annotations

from pathlib import Path

import pytest

from dsl.expand import Expander, chosen_cells
from dsl.loading import check_text, load
from dsl.trial import Trial, turns
from dsl.ways.other_ways import other_ways
from renderers.brief import brief_lines, distinct_words
from renderers.prompt import user_message
from tests.expanded import experiment_in
from tests.here import here
from tests.shell import EXPERIMENTS, ROOT

SCRIPTS = (
    EXPERIMENTS / "sally_anne.dev",
    EXPERIMENTS / "blicket.dev",
    ROOT / "tests/dsl/scripts/paradigms/card_sort.dev",
)


def trials_of(path: object) -> list[Trial]:
    experiment = experiment_in(load(path))  # type: ignore[arg-type]
    expander = Expander(experiment)
    cells = chosen_cells(experiment, wordings=experiment.design.wordings, only=())
    return [expander.trial(cell, draw=1) for cell in cells]


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.stem)
def test_every_message_is_made_of_what_is_printed_and_nothing_is_printed_twice(
    path: object,
) -> None:
    trials = trials_of(path)
    found = distinct_words(trials)
    assert len({(one.wording, one.kind, one.question, one.text) for one in found}) == len(found)
    for trial in trials:
        texts = [one.text for one in found if one.wording == trial.cell.wording]
        for session in trial.sessions:
            for turn in turns(session.nodes):
                left = user_message(turn).text
                for text in sorted(texts, key=len, reverse=True):
                    left = left.replace(text, "")
                assert left.strip() == ""


def test_what_is_right_in_some_cells_and_wrong_in_others_stands_below_its_question() -> None:
    found = distinct_words(trials_of(EXPERIMENTS / "sally_anne.dev"))
    belief = next(one for one in found if one.question == "belief" and one.wording == "original")
    assert sorted(belief.keys) == ["right: basket; lures: box", "right: box; lures: basket"]


def test_lines_keep_within_the_width() -> None:
    trials = trials_of(EXPERIMENTS / "blicket.dev")
    lines = list(brief_lines(distinct_words(trials), trials=len(trials), width=60))
    assert max(map(len, lines)) <= 60


def test_it_is_printed_for_people_and_for_programs(tmp_path: Path) -> None:
    shell = here(tmp_path)
    said = shell.run("show", "sally_anne", "--brief").stdout
    assert said.startswith("Text sent in 2 trials, each passage once (24 of 168 passages)")
    rows = shell.json("show", "sally_anne", "--brief")
    assert len(rows) == 24
    assert sum(row["count"] for row in rows) == 168


STEERED = """experiment Snack
things
    carrot: parsnip, turnip
    cookie: muffin, waffle
procedure
    in order
        record snack
            ask: Which one do you like?
            choices:
                the {carrot}
                the {cookie}
            then
                the carrot: You like the {carrot}.
                the cookie: You like the {cookie}.
                unclear, ask again at most 2 times: Name one of the two.
        when snack was unclear
            record why
                ask: Why not?
                choices:
                    too sweet
                    not hungry
                then
                    unclear: I did not get that.
                    otherwise: I see.
        test wish
            ask: What is left?
            answer: {carrot}
"""


def test_what_is_said_after_any_reply_is_printed_once() -> None:
    """Every arm of every question, also of one that only some replies lead to."""
    experiment = experiment_in(check_text(STEERED, "snack.dev"))
    expander = Expander(experiment)
    (cell,) = chosen_cells(experiment, wordings=("original",))
    first = expander.trial(cell, draw=1)
    found = distinct_words([first], other_ways(expander.after(cell, 1)))
    texts = [one.text for one in found]
    assert len(set(texts)) == len(texts)
    after = {one.text for one in found if not one.count}
    assert after == {
        "You like the cookie.", "Name one of the two.", "Why not?\n\nA) too sweet\nB) not hungry",
        "I did not get that.", "I see.",
    }  # fmt: skip
    assert any("after other replies" in line for line in brief_lines(found, trials=1, width=80))
