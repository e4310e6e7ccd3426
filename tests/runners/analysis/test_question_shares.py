"""A question that children were asked, too: their accuracy and that of the draws."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from dsl.trial import turns
from runners.engine.transcripts import answers_of
from runners.studies.study import opened_study
from tests.here import here
from tests.runners.analysis.scoring_rooms import Entry, Seen, coded, store_of
from tests.shell import Shell

STORY = """\
experiment The hat

domain: Theory of Mind
only condition: original
reference children 85% of 27 in look when unseen: Somebody (1985), Table 2
reference children 60% in look when unseen: Our own sample
reference children 40%: Somebody (1990), another task

things
    hat: scarf, torch

places
    box: crate, trunk
    bag: sack, pouch

versions story
    unseen
    seen

design
    runs 6
    wording permuted

procedure
    say: Otto puts {a hat} into the {box} and leaves.
    say by story
        unseen: The {hat} is moved to the {bag}.
        seen: Otto comes back and sees that the {hat} is moved to the {bag}.
    separately
        test look
            ask where: Where will Otto look for the {hat}?
            ask think: Where does Otto think the {hat} is?
            answer by story
                unseen: {box}
                seen: {bag}
            wrong:
                {box}
                {bag}
        test found
            ask: Where is the {hat} found in the end?
            answer: {bag}
            wrong: {box}
"""


def hedged(seen: Seen) -> Entry:
    """Half right in one way of asking, in every second draw; else by the word of the key."""
    if seen.question.form == "think" and seen.trial.draw % 2:
        return "half", ("hedged",)
    return ("right" if seen.right else "wrong"), ()


@pytest.fixture
def shell(tmp_path: Path) -> Shell:
    found = here(tmp_path)
    (tmp_path / "hat.dev").write_text(STORY, encoding="utf-8")
    found.run_once("hat.dev", "-m", "sim/child?p=0.5", "--samples", "2")
    coded(found, "Ada", hedged)
    return found


def by_hand(shell: Shell) -> Fraction:
    """The share right on the question in the story that is not seen, draws averaged."""
    draws: dict[int, list[Fraction]] = {}
    worth = {"right": Fraction(1), "half": Fraction(1, 2), "wrong": Fraction(0)}
    with store_of(shell) as store:
        for told in opened_study(store).finished(store):
            trial, answers = told.transcript.trial, answers_of(told.transcript)
            for index, session in enumerate(trial.sessions):
                for turn in turns(session.nodes):
                    asked = turn.question
                    if asked is not None and asked.name == "look" and session.version == "unseen":
                        seen = Seen(trial, asked, answers[index, turn.place].text)
                        entry = hedged(seen)
                        assert entry is not None
                        draws.setdefault(trial.draw, []).append(worth[str(entry[0])])
    assert {len(marks) for marks in draws.values()} == {4}
    return sum((sum(own) / len(own) for own in draws.values()), Fraction(0)) / len(draws)


def test_the_share_of_the_question_is_next_to_theirs(shell: Shell) -> None:
    (row,) = shell.json("score")["question_shares"]
    assert 0 < row["share"] < 1
    assert row["share"] == pytest.approx(float(by_hand(shell)))
    assert (row["question"], row["versions"], row["n_draws"]) == ("look", "unseen", 6)
    assert (row["chance"], row["undecided"]) == (0.5, 0)
    first, second = row["published"]
    from statsmodels.stats.proportion import proportion_confint

    low, high = proportion_confint(23, 27, method="wilson")
    assert (first["share"], first["n"]) == (0.85, 27)
    assert first["ci95"] == [pytest.approx(low), pytest.approx(high)]
    # Of how many the second figure is, nobody says: it has no interval.
    assert (second["share"], second["n"], second["ci95"]) == (0.6, None, None)


def test_only_a_figure_of_the_very_question_is_drawn_next_to_it(shell: Shell) -> None:
    shell.run("report", "-o", "report.html")
    page = (shell.folder / "report.html").read_text(encoding="utf-8")
    start = page.index('<figure id="figure-question-shares')
    drawn = page[start : page.index("</figure>", start)]
    assert "children, n = 27: Somebody (1985), Table 2" in drawn
    assert "children, n unknown: Our own sample" in drawn
    assert "children 85% (n = 27); children 60% (n unknown)" in drawn
    assert "1990" not in drawn
    assert "Somebody (1990), another task" in page


def test_without_such_a_figure_nothing_is_drawn(shell: Shell) -> None:
    plain = STORY.replace(" of 27 in look", "").replace(" in look", "")
    (shell.folder / "hat.dev").write_text(plain, encoding="utf-8")
    assert shell.json("score", "hat.dev")["question_shares"] == []
    shell.run("report", "hat.dev", "-o", "report.html")
    page = (shell.folder / "report.html").read_text(encoding="utf-8")
    assert "question-shares" not in page
    assert "Somebody (1985), Table 2" in page
