"""An even question over draws: how often each answer was chosen, and what that shows."""

from __future__ import annotations

from math import comb
from pathlib import Path

import pytest
from scipy import stats

from dsl.loading import check_text
from dsl.tree import QuestionKind
from renderers.rows.questions import Evenness
from runners.analysis.questions.even_scores import evenness
from runners.check.playing import summed
from runners.check.validity import results
from tests.here import here
from tests.runners.analysis.scoring_rooms import Entry, Seen, coded
from tests.shell import Shell

STORY = """\
experiment Two shapes

domain: Theory of Mind

colours
    blue: green, red, white, black, teal, mauve, brown, beige, grey, olive
    yellow: pink, orange, lime, navy, coral, amber, ivory, plum, rust, sand

conditions display
    climber
    lifeless

design
    runs 10
    wording permuted
    different blue, yellow

procedure
    say: There are {a blue} square and {a yellow} triangle on a hill.
    say by display
        climber: A ball with eyes goes up.
        lifeless: A ball lies there.
    separately
        when lifeless
            test either
                ask: Which of the two would you rather be with?
                choices rotated:
                    The {blue} square
                    The {yellow} triangle
                    {no preference}
                answer equally often:
                    The {blue} square
                    The {yellow} triangle
        test square
            ask: What colour is the square?
            answer: {blue}
            wrong: {yellow}
"""


def by_draw(seen: Seen) -> Entry:
    """Of ten draws six the first, three the second, one neither; else right."""
    if seen.question.kind is not QuestionKind.EVEN:
        return "right", ()
    if seen.trial.draw == 10:
        return "wrong", ("refusal",)
    return ("right" if seen.trial.draw <= 6 else "wrong"), ()


def otherwise(seen: Seen) -> Entry:
    """As `by_draw`, but the first two draws are neither."""
    even = seen.question.kind is QuestionKind.EVEN
    return ("half", ()) if even and seen.trial.draw <= 2 else by_draw(seen)


@pytest.fixture
def shell(tmp_path: Path) -> Shell:
    found = here(tmp_path)
    (tmp_path / "shapes.dev").write_text(STORY, encoding="utf-8")
    found.run_once("shapes.dev", "-m", "sim/oracle")
    return found


def test_a_coder_s_choices_over_draws(shell: Shell) -> None:
    coded(shell, "Ada", by_draw)
    (row,) = shell.json("score")["even"]
    assert (row["condition"], row["question"], row["n_draws"]) == ("lifeless", "either", 10)
    assert (row["first"], row["second"]) == ("The {blue} square", "The {yellow} triangle")
    shares = [row[name] for name in ("first_share", "second_share", "neither_share")]
    assert shares == pytest.approx([0.6, 0.3, 0.1])
    assert (row["n_chose"], row["share"]) == (9, pytest.approx(6 / 9))
    exact = stats.binomtest(6, 9).proportion_ci(method="exact")
    assert row["ci95"] == [pytest.approx(exact.low), pytest.approx(exact.high)]
    assert row["reading"] == "open"
    # It is in no LRS: every other question is right, and so all trials are.
    assert {one["lrs_mean"] for one in shell.json("score")["cells"]} == {5.0}


def test_two_coders_are_averaged_within_a_draw(shell: Shell) -> None:
    coded(shell, "Ada", by_draw)
    coded(shell, "Ben", otherwise)
    (row,) = shell.json("score")["even"]
    shares = [row[name] for name in ("first_share", "second_share", "neither_share")]
    assert shares == pytest.approx([0.5, 0.3, 0.2])
    assert (row["n_chose"], row["share"]) == (9, pytest.approx(6 / 9))


def test_the_tables_and_the_page_show_it(shell: Shell) -> None:
    for command in (("score",), ("score", "--all"), ("run", "shapes.dev", "-m", "sim/oracle")):
        page = shell.run(*command).stdout
        assert "even questions: two answers that should be chosen equally often" in page
        assert "either: The {blue} square" in " ".join(page.split())
        assert "open" in page
    shell.run("report", "-o", "report.html")
    assert "Even questions" in (shell.folder / "report.html").read_text(encoding="utf-8")


def test_what_a_share_shows() -> None:
    """Uneven by a 95% interval, even by two one-sided tests at 5% of 25 and 75%."""
    for n in (5, 6, 10, 20, 30, 50):
        for hits in range(n + 1):
            whole = stats.binomtest(hits, n).proportion_ci(0.95, method="exact")
            inner = stats.binomtest(hits, n).proportion_ci(0.90, method="exact")
            expected = Evenness.OPEN
            if not whole.low <= 0.5 <= whole.high:
                expected = Evenness.UNEVEN
            elif inner.low >= 0.25 and inner.high <= 0.75:
                expected = Evenness.EVEN
            assert evenness(hits, n) is expected
    assert evenness(0, 0) is None


def test_ten_draws_never_show_that_a_choice_is_even_and_twenty_do_in_half_of_the_cells() -> None:
    assert Evenness.EVEN not in {evenness(hits, 10) for hits in range(11)}
    shown = sum(comb(20, k) for k in range(21) if evenness(k, 20) is Evenness.EVEN) / 2**20
    assert shown == pytest.approx(0.497, abs=0.001)


def test_players_choose_an_even_answer_evenly_if_they_know_the_key(tmp_path: Path) -> None:
    experiment = check_text(STORY, "shapes.dev").experiment
    assert experiment is not None
    names = ["oracle", "child", "lure", "inattentive"]
    found = summed(experiment, tuple(results(experiment, runs=60, names=names)))
    chosen = {
        one.player: dict(one.even)["either"]
        for one in found.figures
        if one.condition == "lifeless" and one.even
    }
    assert list(chosen) == [f"sim/{name}" for name in names]
    for share in chosen.values():
        assert share is not None
        assert evenness(round(share * 60), 60) is not Evenness.UNEVEN
    shell = here(tmp_path)
    (tmp_path / "shapes.dev").write_text(STORY, encoding="utf-8")
    rows = shell.json("check", "shapes.dev", "--players", "--runs", "2")
    shares = {
        one["participant"]: one["even"]["either"]
        for one in rows
        if one["condition"] == "lifeless" and one["even"]
    }
    assert set(chosen) < set(shares)
    assert shares["sim/no-preference"] is None


def test_two_participants_are_compared_on_their_shares(tmp_path: Path) -> None:
    shell = here(tmp_path)
    (tmp_path / "shapes.dev").write_text(STORY, encoding="utf-8")
    shell.run_once("shapes.dev", "-m", "sim/oracle", "-m", "sim/first-mentioned")
    one, other = shell.json("score")["even"]
    (row,) = shell.json("compare", "--kind", "even")["even"]
    assert (row["first"], row["second"]) == (one["model"], other["model"])
    assert row["difference"] == pytest.approx(one["share"] - other["share"])
    # MOVER, by hand.
    (low, high), (least, most) = one["ci95"], other["ci95"]
    below = ((one["share"] - low) ** 2 + (most - other["share"]) ** 2) ** 0.5
    above = ((high - one["share"]) ** 2 + (other["share"] - least) ** 2) ** 0.5
    ends = [row["difference"] - below, row["difference"] + above]
    assert row["ci95"] == [pytest.approx(end) for end in ends]
    assert "even questions, Two shapes" in shell.run("compare", "--kind", "even").stdout


def test_plan_says_what_so_many_runs_will_show(tmp_path: Path) -> None:
    shell = here(tmp_path)
    (tmp_path / "shapes.dev").write_text(STORY, encoding="utf-8")
    told = {
        runs: " ".join(shell.run("plan", "shapes.dev", "--runs", runs).stdout.split())
        for runs in ("10", "50")
    }
    assert "in no LRS: `either`; 10 runs of a cell show that an even choice is even" in told["10"]
    assert "with a probability of 0%, and that one of 90% to 10% is uneven with 74%" in told["10"]
    assert "with a probability of 94%, and that one of 90% to 10% is uneven with 100%" in told["50"]
