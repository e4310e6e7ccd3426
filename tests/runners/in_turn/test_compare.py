"""`devrun compare` on a study with real replies, held against sums in fractions from the scores.

One study serves all tests: two conditions and a counterbalanced side, both wordings, two simulated
participants, and three declarations in two families.
"""

from __future__ import annotations

import re
from fractions import Fraction
from itertools import product
from math import sqrt
from pathlib import Path
from statistics import correlation, fmean
from typing import Any

import pytest
from scipy import stats

from coders.statistics.intervals import cell_interval
from tests.here import here
from tests.runners.analysis.scoring_rooms import HAT
from tests.shell import Shell

ONE, TWO = "sim/child?p=0.3", "sim/child?p=0.9"
DECLARED = """\
    compare unseen with seen, expecting more in seen
    compare with guessing, family above chance
    compare original with permuted, family above chance
"""
SCRIPT = (
    HAT.replace("    runs 6\n    wording permuted\n", f"    runs 8\n{DECLARED}")
    .replace("conditions seen", "counterbalance side\n    swap box, bag\n\nconditions seen")
    .replace("design\n", "design\n    wording original and permuted\n")
)


@pytest.fixture(scope="module")
def room(tmp_path_factory: pytest.TempPathFactory) -> Shell:
    """A folder with the study in its store."""
    folder = tmp_path_factory.mktemp("compare")
    shell = here(folder)
    (folder / "hat.dev").write_text(SCRIPT, encoding="utf-8")
    shell.run("hat.dev", "-m", ONE, "-m", TWO)
    return shell


@pytest.fixture(scope="module")
def scores(room: Shell) -> Any:
    return room.json("score")


@pytest.fixture(scope="module")
def found(room: Shell) -> Any:
    return room.json("compare")


def draws(scores: Any, *, seen: str, wording: str, model: str, what: str = "lrs") -> dict[int, Any]:
    """The draws of a cell out of its trials (one sample each)."""
    return {
        one["draw"]: Fraction(one[what])
        for one in scores["trials"]
        if (one["levels"]["seen"], one["wording"], one["model"]) == (seen, wording, model)
    }


def cell(scores: Any, **wanted: str) -> Any:
    return next(
        one
        for one in scores["cells"]
        if (one["levels"]["seen"], one["wording"], one["model"])
        == (wanted["seen"], wanted["wording"], wanted["model"])
    )


def mean(values: Any) -> Fraction:
    told = list(values)
    return sum(told, Fraction(0)) / len(told)


def mover(one: Any, other: Any, r: float, key: str = "ci95", middle: str = "lrs_mean") -> Any:
    """Zou and Donner's interval for a difference, from two cells of `devrun score`."""
    (l1, u1), (l2, u2), m1, m2 = one[key], other[key], one[middle], other[middle]
    a, b, c, d = m1 - l1, u2 - m2, u1 - m1, m2 - l2
    low = m1 - m2 - sqrt(a * a + b * b - 2 * r * a * b)
    return pytest.approx([low, m1 - m2 + sqrt(c * c + d * d - 2 * r * c * d)])


def one_pseudo_draw(shares: dict[int, Fraction]) -> dict[str, Any]:
    """A proportion correct with the interval that differences are made of. That of a cell is wider:
    it has two pseudo-draws, so that it holds for a single question.
    """
    found = cell_interval([float(one) for one in shares.values()], low=0, high=1)
    assert found is not None
    return {"share_mean": float(mean(shares.values())), "share_ci95": (found.low, found.high)}


def flipped(differences: list[Fraction]) -> float:
    """The share of all sign changes whose sum is at least as far from 0."""
    seen = abs(sum(differences))
    ways = [
        abs(sum(s * d for s, d in zip(signs, differences, strict=True)))
        for signs in product((1, -1), repeat=len(differences))
    ]
    return sum(way >= seen for way in ways) / len(ways)


def shrunk(one: dict[int, Fraction], other: dict[int, Fraction]) -> float:
    first, second = ([float(x) for x in side.values()] for side in (one, other))
    if len(set(first)) == 1 or len(set(second)) == 1:
        return 0.0
    n = len(first)
    return max(0.0, correlation(first, second)) * (n - 1) / (n + 1)


@pytest.mark.parametrize("model", [ONE, TWO])
def test_conditions_in_permuted_wording_are_paired_by_draw_and_tested(
    scores: Any, found: Any, model: str
) -> None:
    one, other = (
        draws(scores, seen=seen, wording="permuted", model=model) for seen in ("unseen", "seen")
    )
    sides = [cell(scores, seen=s, wording="permuted", model=model) for s in ("unseen", "seen")]
    shares = [
        draws(scores, seen=s, wording="permuted", model=model, what="share")
        for s in ("unseen", "seen")
    ]
    differences = [one[draw] - other[draw] for draw in one]
    (row,) = [
        each
        for each in found["comparisons"]
        if (each["kind"], each["wording"], each["model"]) == ("conditions", "permuted", model)
    ]
    assert row["p_holm"] >= row["p"]
    assert {key: value for key, value in row.items() if key != "p_holm"} == {
        "kind": "conditions",
        "scope": "cell",
        "experiment": "The hat",
        "domain": "Theory of Mind",
        "condition": "",
        "levels": {},
        "factor": "seen",
        "wording": "permuted",
        "model": model,
        "simulated": True,
        "first": {
            "label": "unseen", "n": 8,
            "lrs_mean": float(mean(one.values())), "share_mean": sides[0]["share_mean"],
            "own_share_mean": None,
        },
        "second": {
            "label": "seen", "n": 8,
            "lrs_mean": float(mean(other.values())), "share_mean": sides[1]["share_mean"],
            "own_share_mean": None,
        },
        "n_pairs": 8,
        "n_experiments": 1,
        "difference": float(mean(differences)),
        "ci95": mover(*sides, shrunk(one, other)),
        "ci_method": "MOVER from the two cells' intervals, with the correlation over common draws",
        "share_difference": float(mean(shares[0].values()) - mean(shares[1].values())),
        "share_ci95": mover(
            *map(one_pseudo_draw, shares), shrunk(*shares), "share_ci95", "share_mean"
        ),
        "own_difference": None, "own_ci95": None, "changed": None,
        "t_over_experiments": None,
        "p": flipped(differences),
        "p_smallest": 2.0 ** (1 - sum(d != 0 for d in differences)),
        "p_method": "two-sided sign-flip test over draws, all sign changes",
        "p_n": 8,
        "p_ties": sum(d == 0 for d in differences),
        "family": "primary",
        "exploratory": False,
        "expected": "less",
        "untested": None,
        "equivalent_within": None,
        "equivalent_declared": False,
        "equivalence": None,
    }  # fmt: skip


def test_a_family_is_corrected_by_holm_over_all_of_its_p_values(found: Any) -> None:
    for family in ("primary", "above chance"):
        tests = [
            one for one in found["comparisons"] if one["family"] == family and one["p"] is not None
        ]
        from statsmodels.stats.multitest import multipletests

        theirs = multipletests([one["p"] for one in tests], method="holm")[1]
        assert [one["p_holm"] for one in tests] == pytest.approx(list(theirs))
        (told,) = [one for one in found["families"] if one["family"] == family]
        assert (told["tested"], told["simulated"], told["source"]) == (len(tests), True, "script")


def test_the_original_wording_pairs_with_nothing_and_has_no_p(scores: Any, found: Any) -> None:
    (row,) = [
        one
        for one in found["comparisons"]
        if (one["kind"], one["wording"], one["model"]) == ("conditions", "original", ONE)
    ]
    sides = [cell(scores, seen=s, wording="original", model=ONE) for s in ("unseen", "seen")]
    assert (row["n_pairs"], row["p"], row["p_holm"], row["family"]) == (0, None, None, "primary")
    assert row["untested"].startswith("the original wording is one text")
    assert row["ci95"] == mover(*sides, 0.0)


def test_what_nobody_declared_has_an_interval_and_no_p(found: Any) -> None:
    rows = [one for one in found["comparisons"] if one["kind"] == "models"]
    assert {one["scope"] for one in rows} == {"cell", "experiment", "domain", "battery"}
    assert all(one["exploratory"] and one["family"] is None for one in rows)
    assert {one[key] for one in rows for key in ("p", "p_smallest", "p_holm", "p_method")} == {None}


def test_participants_over_an_experiment_are_compared_on_means_over_its_cells(
    scores: Any, found: Any
) -> None:
    both = [
        {
            draw: (unseen + draws(scores, seen="seen", wording="permuted", model=model)[draw]) / 2
            for draw, unseen in draws(
                scores, seen="unseen", wording="permuted", model=model
            ).items()
        }
        for model in (ONE, TWO)
    ]
    (row,) = [
        one
        for one in found["comparisons"]
        if (one["scope"], one["wording"]) == ("experiment", "permuted")
    ]
    differences = [both[0][draw] - both[1][draw] for draw in both[0]]
    assert (row["first"]["label"], row["second"]["label"]) == (ONE, TWO)
    assert (row["n_pairs"], row["difference"]) == (8, float(mean(differences)))
    means = [one["lrs_mean"] for one in scores["experiments"] if one["wording"] == "permuted"]
    assert [row["first"]["lrs_mean"], row["second"]["lrs_mean"]] == pytest.approx(means)


def test_the_screen_says_what_draws_in_parentheses_are(room: Shell) -> None:
    screen = " ".join(room.run("compare").stdout.split())
    assert ("(8, 8)" in screen) == ("in parentheses those of each side, not paired" in screen)
    wide = " ".join(room.run("compare", more={"COLUMNS": "160"}).stdout.split())
    assert "(8, 8)" in wide
    assert "in parentheses those of each side, not paired" in wide


def test_guessing_is_tested_on_one_trial_of_each_text(scores: Any, found: Any) -> None:
    """Two two-way questions a text: of 2n coins so many fell right."""
    rows = [one for one in found["comparisons"] if one["kind"] == "guessing"]
    assert len(rows) == 8
    for row in rows:
        where = {"seen": row["levels"]["seen"], "wording": row["wording"], "model": row["model"]}
        told = cell(scores, **where)
        assert row["p_n"] == told["n_texts"] == (8 if row["wording"] == "permuted" else 2)
        shares = draws(scores, **where, what="share")
        if row["wording"] == "permuted":
            right = int(sum(shares.values()) * 2)
            assert row["p"] == pytest.approx(stats.binom.sf(right - 1, 16, 0.5))
        assert row["p_smallest"] == 0.25 ** row["p_n"]
        assert row["difference"] == pytest.approx(told["lrs_mean"] - told["chance_lrs"])
        assert row["ci95"] == pytest.approx([end - told["chance_lrs"] for end in told["ci95"]])


def test_familiar_words_are_a_rank_at_the_same_side_and_one_experiment_says_no_more(
    room: Shell, scores: Any, found: Any
) -> None:
    shown = room.json("show", "hat.dev", "--draw", "all")
    sides = {one["draw"]: one["levels"]["side"] for one in shown}
    assert len(set(sides.values())) == 2
    rows = found["familiar_words"]
    assert [(one["model"], one["levels"]["seen"]) for one in rows] == [
        (ONE, "unseen"), (ONE, "seen"), (TWO, "unseen"), (TWO, "seen"),
    ]  # fmt: skip
    for row in rows:
        where = {"seen": row["levels"]["seen"], "model": row["model"]}
        original = draws(scores, wording="original", **where)
        permuted = draws(scores, wording="permuted", **where)
        beside = {
            draw: mean(v for d, v in original.items() if sides[d] == sides[draw])
            for draw in permuted
        }
        above = sum(permuted[d] > beside[d] for d in permuted)
        ties = sum(permuted[d] == beside[d] for d in permuted)
        assert (row["above"], row["ties"]) == (above, ties)
        assert row["rank"] == 1 + above + ties / 2
        assert row["least_p"] == pytest.approx(1 / 9)
        assert row["difference"] == float(mean(beside.values()) - mean(permuted.values()))
    effects = found["familiar_words_over_experiments"]
    assert [(one["model"], one["measure"]) for one in effects] == [
        (model, measure) for model in (ONE, TWO) for measure in ("lrs", "share", "log_odds")
    ]
    mine = [one["difference"] for one in rows if one["model"] == ONE]
    assert effects[0]["mean"] == pytest.approx(fmean(mine))
    assert [effects[0][key] for key in ("ci95", "df", "p", "family")] == [
        *(None, None, None),
        "above chance",
    ]
    assert effects[0]["untested"].startswith(
        "one experiment gives a single difference, which cannot be tested"
    )


def test_a_part_of_the_study_has_no_p_values_and_says_why(room: Shell) -> None:
    part = room.json("compare", "-m", ONE)
    assert {one["p"] for one in part["comparisons"]} == {None}
    assert any(note.startswith("p values need whole families") for note in part["notes"])


def test_what_a_file_declares_afterwards_has_no_p(room: Shell) -> None:
    """A mended file rescores; a comparison that was written into it later was not declared."""
    mended = Path(room.folder / "later.dev")
    mended.write_text(
        SCRIPT.replace("    compare unseen with seen, expecting more in seen\n", "")
        + "\ncoding guide\n    example 5: All of it.\n",
        encoding="utf-8",
    )
    without = room.json("compare", "later.dev")
    assert any(one["p"] is not None for one in without["comparisons"] if one["family"] == "primary")
    mended.write_text(
        SCRIPT.replace(", expecting more in seen", ", family later"), encoding="utf-8"
    )
    later = room.json("compare", "later.dev")
    assert "later" not in [one["family"] for one in later["families"]]
    assert later["notes"] == [
        "declared in the current file but not in the script that was run, so without p: "
        "unseen with seen, The hat"
    ]


def test_the_tables_fit_and_say_simulated_exploratory_and_how(room: Shell) -> None:
    page = room.run("compare", "--all", more={"COLUMNS": "80"}).stdout
    assert max(map(len, page.splitlines())) <= 80
    titles = [line for line in page.splitlines() if line.endswith(": SIMULATED")]
    assert titles == [
        f"declared, family primary, The hat, {ONE}: SIMULATED",
        f"declared, family primary, The hat, {TWO}: SIMULATED",
        f"declared, family above chance, The hat, {ONE}: SIMULATED",
        f"declared, family above chance, The hat, {TWO}: SIMULATED",
        f"exploratory, models, The hat, {ONE} and {TWO}: SIMULATED",
        f"familiar words, {ONE}: SIMULATED",
        f"familiar words, {TWO}: SIMULATED",
        "familiar words over experiments, original minus permuted: SIMULATED",
        "variance of LRS, original, The hat: 32 scores, 1 set of words: SIMULATED",
        "variance of LRS, permuted, The hat: 32 scores, 4 sets of words: SIMULATED",
        "variance of marks, original, The hat: 64 scores, 1 set of words: SIMULATED",
        "variance of marks, permuted, The hat: 64 scores, 4 sets of words: SIMULATED",
        "half the 95% interval of a cell's mean LRS, permuted: SIMULATED",
    ]
    headings = [line for line in page.splitlines() if line.startswith("over ")]
    tested = [line for line in headings if "Holm" in line]
    assert len(tested) == 4
    assert all(re.search(r"\bp +Holm\b", line) for line in tested)
    assert "provisional: automatic scores" in page
    only = room.run("compare", "--kind", "models").stdout
    assert "declared, family" not in only
    assert "familiar words" not in only
