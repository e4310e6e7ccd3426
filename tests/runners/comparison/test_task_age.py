"""LRS against the age of the task."""

from __future__ import annotations

import re
from fractions import Fraction
from math import atanh, sqrt

import pytest

from coders.statistics.correlations import rank_correlation
from dsl.expand import cells
from dsl.loading import check_text, load
from renderers.figures.ages import age_figures
from renderers.rows.comparisons import AgeCorrelation, Comparisons, TaskAge
from renderers.rows.scores import PublishedLRS
from renderers.tables.comparison import render_comparisons
from runners.analysis.experiment_facts import reference
from runners.comparison.task_age import by_age, months
from runners.studies.study import StudyExperiment
from tests.runners.analysis.score_kit import cell
from tests.shell import EXPERIMENTS


@pytest.mark.parametrize(
    ("age", "midpoint"),
    [
        ("5 months", 5), ("8 to 10 months", 9), ("4 to 5 years", 54), ("18-month", 18),
        ("3.5 years old", 42), ("6–10 mos", 8), ("", None), ("adults", None), ("3 or 4", None),
    ],
)  # fmt: skip
def test_an_age_is_the_midpoint_of_its_range(age: str, midpoint: int | None) -> None:
    assert months(age) == midpoint


def battery() -> list[AgeCorrelation]:
    """The shipped battery with one participant, who is best in the tasks of older children."""
    chapters, found = [], []
    for path in sorted(EXPERIMENTS.glob("*.dev")):
        one = load(path).experiment
        assert one is not None
        chapters.append(StudyExperiment(one, path.stem, "", "", mended=False))
        age = months(dict(one.meta)["age"])
        assert age is not None
        for here in cells(one, wordings=("permuted",)):
            published = reference(one, here.levels)
            found.append(cell(one.title, age / 20, levels=here.levels, reference=published))
    return list(by_age(chapters, found))


def test_lamdas_conditions_by_age_give_what_the_papers_tables_give() -> None:
    lamda = next(one for one in battery() if one.published)
    assert (lamda.who, lamda.wording, lamda.n, lamda.cells) == ("LaMDA", "", 12, 21)
    assert lamda.rho_cells == pytest.approx(-0.56, abs=0.005)
    assert lamda.rho == pytest.approx(-0.38, abs=0.005)
    assert lamda.ci95 is not None
    assert lamda.ci95[0] < -0.38 < 0 < lamda.ci95[1]


def test_a_participant_who_is_best_with_older_childrens_tasks_has_a_rho_of_one() -> None:
    mine = next(one for one in battery() if not one.published)
    assert (mine.who, mine.wording, mine.ci95) == ("lab/one", "permuted", None)
    assert mine.rho == pytest.approx(1)


def test_with_three_experiments_nothing_is_said() -> None:
    chapters = []
    for path in sorted(EXPERIMENTS.glob("*.dev"))[:3]:
        one = load(path).experiment
        assert one is not None
        chapters.append(StudyExperiment(one, path.stem, "", "", mended=False))
    scores = [cell(one.experiment.title, Fraction(3)) for one in chapters]
    assert not list(by_age(chapters, scores))


def test_ties_share_their_rank_and_constants_have_no_correlation() -> None:
    found = rank_correlation([(1, 2), (1, 1), (2, 3), (3, 3), (4, 5), (5, 4)])
    assert found is not None
    # By hand: ranks 1.5 1.5 3 4 5 6 and 2 1 3.5 3.5 6 5.
    assert found.rho == pytest.approx(15.5 / 17)
    assert rank_correlation([(1, 2), (1, 3), (1, 4)]) is None
    assert rank_correlation([(1, 2), (2, 3)]) is None
    few = rank_correlation([(1, 2), (2, 1), (3, 4), (4, 3)])
    assert few is not None
    assert few.ci95 is None


def test_the_interval_is_bonett_and_wrights() -> None:
    # Bonett and Wright (2000): the variance of Fisher's z is (1 + rho^2 / 2) / (n - 3).
    pairs = [(x, (x * 7) % 11) for x in range(12)]
    found = rank_correlation([(float(x), float(y)) for x, y in pairs])
    assert found is not None
    assert found.ci95 is not None
    half = 1.959963985 * sqrt((1 + found.rho**2 / 2) / 9)
    assert [atanh(end) for end in found.ci95] == pytest.approx(
        [atanh(found.rho) - half, atanh(found.rho) + half]
    )


def test_the_table_and_the_figure_show_participants_beside_what_was_published() -> None:
    ages = tuple(battery())
    page = render_comparisons(
        Comparisons("s", False, "blind", False, 0.05, (), (), (), (), ages=ages), whom="by Ann"
    )
    assert "LRS and age of the task" in page
    assert re.search(r"LaMDA +published +12 +-0\.38", page)
    (figure,) = age_figures(ages)
    assert "LaMDA, published: rho -0.38 (-0.79 to 0.27), n = 12" in figure.alt
    assert figure.wide.count("<path") > 2
    assert "-0.56" in str(figure.table)


@pytest.mark.parametrize("age", ["0 months", "2 days", "9 to 12 years", "70 to 90 years"])
def test_a_task_of_any_age_is_within_the_panel(age: str) -> None:
    middle = months(age)
    assert middle is not None
    ages = (middle, Fraction(20), Fraction(30), Fraction(40))
    tasks = tuple(TaskAge(f"{each}", "", each, 1, Fraction(3)) for each in ages)
    row = AgeCorrelation("lab/one", "permuted", False, False, tasks, 0.5, None, "", 4, None)
    (figure,) = age_figures((row,))
    for drawing in (figure.wide, figure.narrow):
        width = float(re.findall(r'viewBox="0 0 ([\d.]+)', drawing)[0])
        begins = [float(x) for x in re.findall(r'd="M(-?[\d.]+)', drawing)]
        assert begins
        assert all(0 <= x <= width for x in begins)


def published(value: str) -> PublishedLRS | None:
    """What a shipped script, with this value in it, says was published of its first cell."""
    text = (EXPERIMENTS / "blicket.dev").read_text(encoding="utf-8")
    text, times = re.subn(r"reference LaMDA \S+ LRS", f"reference LaMDA {value} LRS", text)
    one = check_text(text, "blicket.dev").experiment
    assert one is not None
    assert times
    return reference(one, cells(one, wordings=("permuted",))[0].levels)


def test_a_published_lrs_may_have_a_comma_and_is_a_number() -> None:
    assert published("2,5") == PublishedLRS("LaMDA", "2,5", Fraction(5, 2))
    assert published("1/2") == PublishedLRS("LaMDA", "1/2", Fraction(1, 2))
    assert published("1/0") is None
