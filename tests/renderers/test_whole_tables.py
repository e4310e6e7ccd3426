"""Every table of every page, on screens of every breadth: no label and no figure is cut or lost.

What is printed on a page that is as broad as it likes has to be there, word for word and as often,
on a narrow one. Two kinds of headings are left out: hyphenated ones, and those above labels, which
speak for themselves where a row becomes lines.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from functools import cache

import pytest
from rich.cells import cell_len

from dsl.record import replace
from renderers.fields.field import Field, columns
from renderers.rows.comparisons import (
    Comparison,
    ComparisonKind,
    Comparisons,
    ComparisonScope,
    EffectScale,
    FamiliarCell,
    FamiliarEffect,
    Family,
    PValue,
    Side,
)
from renderers.rows.likelihoods import READINGS, Likelihoods, ReadingShare, WeighedCell
from renderers.rows.measures import SHARES, Figure, measures
from renderers.rows.scores import (
    CellScore,
    CoderMean,
    ContrastScore,
    DomainScore,
    ExperimentScore,
    FirstGiven,
    Overrides,
    Published,
    PublishedLRS,
    StudyScores,
    TellingApart,
)
from renderers.rows.trials import CoderRow, TrialRow
from renderers.tables.agreement import (
    AgreementSection,
    NoFigure,
    cell,
    figure_text,
    interval_text,
    label,
    render_agreement,
)
from renderers.tables.battery import render_battery
from renderers.tables.comparison import render_comparisons
from renderers.tables.likelihood import render_likelihoods
from renderers.tables.power import Against, PowerMethod, PowerRow, power_lines
from renderers.tables.run import render_run
from renderers.tables.score import render_scores
from renderers.tables.summary import render_summary
from renderers.tables.validity import PlayerFigures, render_players

WIDTHS = (60, 80, 100, 120, 200)
BROAD = 4000

EXPERIMENTS = ("箱の中身", "Where the second puppet looks for the marble that was moved")
MODELS = ("模型/一", "openrouter/some-vendor/instruct-2026-11-preview")
CONDITIONS = ("見た", "unseen, told beforehand by a second, older and more reliable speaker")
WORDINGS = ("original", "permuted")
LOT = random.Random(7)


def share() -> Fraction:
    return Fraction(LOT.randint(0, 997), 997)


def lrs() -> Fraction:
    return 5 * share()


def ends(high: float = 5.0) -> tuple[float, float]:
    low, top = sorted((LOT.random() * high, LOT.random() * high))
    return low, top


def figure(high: int = 5) -> Figure:
    return Figure(high * share(), LOT.randint(5, 99_999), LOT.random(), ends(high))


def everywhere() -> list[tuple[str, str, str, str]]:
    return [(e, c, w, m) for m in MODELS for e in EXPERIMENTS for c in CONDITIONS for w in WORDINGS]


CELLS = tuple(
    CellScore(
        e, "Theory of Mind", (("seen", c),) if c else (), w, m, False, False, 100_000,
        90_000, LOT.randint(1, 999), LOT.randint(1, 999), 0, 12_345, 99_999,
        {"gate_failed": share(), "no_answer": share(), "off_task": share()}, share(), share(),
        (lrs(), lrs()), share(), lrs(), lrs(), share(),
        Overrides(10_000, 321, Fraction(-1, 3)), FirstGiven(400, lrs(), lrs()),
        tuple(CoderMean(name, "blind", True, figure(), 7) for name in ("Ada", "Benedikta-Maria")),
        PublishedLRS("LaMDA, as measured in 2023", "3.7", Fraction("3.7")), adjusted=lrs(),
        **measures(lambda name: figure(1 if name in SHARES else 5)),
    )
    for e, c, w, m in everywhere()
)  # fmt: skip
SCORES = StudyScores(
    "abc", False, "blind", False, ("Ada", "Benedikta-Maria"), 200_000,
    tuple(
        TrialRow(
            e, (("seen", c),) if c else (), w, m, False, 1000 + n, 2, "k", 1, "gate_failed", "",
            "passed", **(measures(lambda name: None) | {"share": share(), "lrs": lrs()}),
            coders=(CoderRow("Ada", "blind", True, "scored", "passed", Fraction(1), 4),
                    CoderRow("Benedikta-Maria", "blind", True, "scored", "passed", share(), 3)),
        )
        for n, (e, c, w, m) in enumerate(everywhere())
    ),
    CELLS,
    tuple(
        ExperimentScore(e, "Theory of Mind", w, m, False, 12, 3, 0, figure(), figure(), figure(1))
        for m in MODELS for e in EXPERIMENTS for w in WORDINGS
    ),
    tuple(
        DomainScore(d, w, m, False, 12, 3, 4, EXPERIMENTS, lrs(), lrs(), lrs(), lrs(), ends(),
                    ends(), (*ends(), 2), Published("LaMDA", lrs(), lrs()))
        for m in MODELS for d in ("Social and Moral Understanding", "Perception") for w in WORDINGS
    ),
    tuple(
        ContrastScore(e, "follows what was seen, and nothing that was only told", c, w, m, False,
                      9_876, Fraction(1, 2) + LOT.randint(1, 99), 11, 13, ends(1), share())
        for e, c, w, m in everywhere()
    ),
    tuple(CoderMean(name, "blind", True, figure(), 12_345) for name in ("Ada", "Benedikta-Maria")),
    mended=(), notes=(), telling_apart=(TellingApart(MODELS[0], 10, 10, 10, 1.4, 1.06, 2.21),),
)  # fmt: skip
SUMMARY = replace(
    SCORES,
    cells=tuple(replace(one, told_again=True, undecided=9_999) for one in CELLS),
    experiments=(),
    telling_apart=(),
)
RUN = tuple(
    replace(one, draws=99_999, statuses={"gate_failed": 3_210, "no_answer": 2}, lost={"length": 1},
            technical=1, told_again=True, undecided=4_321)
    for one in CELLS if one.experiment == EXPERIMENTS[1]
)  # fmt: skip
PASSED = tuple(one for one in SCORES.contrasts if one.experiment == EXPERIMENTS[1])


def compared(kind: ComparisonKind, scope: ComparisonScope, family: str, at: int) -> Comparison:
    e, c, w, m = everywhere()[at]
    p = PValue("primary", 0.0123, 0.0019531, 0.0456, 10, 0, "sign-flip") if family else None
    return Comparison(
        kind, scope, e if scope is not ComparisonScope.BATTERY else "", "Theory of Mind", (), c, w,
        "" if kind is ComparisonKind.MODELS else m, False, Side(MODELS[1], 1000, lrs(), share()),
        Side("unseen, but told", 1000, lrs(), share()), 1_234, lrs(), ends(), "MOVER",
        share() - share(), ends(1), n_experiments=12, t95=(*ends(), 11), family=family,
        expected="more" if family else "", test=p,
    )  # fmt: skip


COMPARED = Comparisons(
    "abc",
    False,
    "blind",
    False,
    0.05,
    (Family("primary", ("seen with unseen",), "script", False, 4),),
    tuple(
        compared(kind, scope, family, LOT.randrange(16))
        for kind in (
            ComparisonKind.CONDITIONS,
            ComparisonKind.MODELS,
            ComparisonKind.WORDINGS,
            ComparisonKind.GUESSING,
        )
        for scope in (ComparisonScope.CELL, ComparisonScope.EXPERIMENT, ComparisonScope.BATTERY)
        for family in ("", "primary")
    ),
    tuple(
        FamiliarCell(
            one,
            lrs(),
            lrs(),
            {n: lrs() for n in range(20)},
            3,
            16,
            1,
            lrs(),
            share(),
            -1.25,
        )
        for one in CELLS
        if one.wording == "original"
    ),
    tuple(
        FamiliarEffect(m, False, how, dict.fromkeys(EXPERIMENTS, 0.1), 0.3, (*ends(), 2))
        for m in MODELS
        for how in EffectScale
    ),
)
WEIGHED = Likelihoods(
    "abc", False, (),
    tuple(
        WeighedCell(e, c, (), w, m, False, 12_345, 6_789, share(), (("sum", 12_345),),
                    tuple(ReadingShare(r, 12_345, share(), share()) for r in READINGS))
        for e, c, w, m in everywhere()
    ),
    3,
)  # fmt: skip
CODERS = ("Ada", "Benedikta-Maria von Hohenstein", "judge openrouter/vendor/instruct-2026", "花子")
NAMES = ("now", "where the second puppet looks (before the change)", "箱の中身は何")
QUESTION: tuple[Field[str], ...] = (
    label("question", str),
    cell("n", lambda name: 12_345),
    cell("agree", lambda name: figure_text(LOT.random(), percent=True)),
    cell("kappa", lambda name: figure_text(LOT.random())),
    cell("95% interval", lambda name: interval_text(ends(1)), joined=True),
    cell("alpha", lambda name: NoFigure("fewer than 20 common items")),
)
CODER: tuple[Field[str], ...] = (
    label("coder", str),
    cell("items\ndone", lambda name: "12,345/99,999"),
    cell("handed\nin", lambda name: "yes"),
    cell("LRS\noverridden", lambda name: "321/12,345"),
    cell("story\nopened", lambda name: "0/12,345"),
    cell("calibration", lambda name: "A: 96/96, failed"),
)
SECTIONS = (
    AgreementSection("Each question", ("Compared: marks.",), columns(QUESTION, NAMES)),
    AgreementSection("Each coder", (), columns(CODER, CODERS)),
)
POWER = [
    PowerRow(EXPERIMENTS, 4, Against.CELL, (low, low + 1), rho, n, how, 3, LOT.random(), ends(1))
    for low in (1.0, 2.0)
    for rho in (0.0, 0.3, 1.0)
    for n in (5, 10, 20, 50, 100, 1000)
    for how in (PowerMethod.INTERVAL, PowerMethod.SIGN_FLIP, PowerMethod.HOLM)
] + [
    PowerRow(
        EXPERIMENTS,
        2,
        Against.CELL,
        None,
        rho,
        n,
        PowerMethod.INTERVAL,
        0,
        LOT.random(),
        ends(1),
        own=(0.9, low),
    )
    for low in (0.1, 0.5)
    for rho in (0.0, 0.3)
    for n in (5, 10, 20, 50, 100, 1000)
]
PLAYERS = [
    PlayerFigures(name, "yes", condition, share(), lrs(), 3, 12_345)
    for name in ("guessing, computed", "sim/most-frequent-noun", "sim/first-mentioned")
    for condition in ("unseen", "told beforehand, unsure", "見た", "seen/twice", "neither of both")
]

HEADINGS = {
    "ence",
    "ments",
    "experiments",
    "difference",
    "puted",
    "cided",
    "disputed",
    "undecided",
    "domain",
    "participant",
    "side",
    "measure",
    "experiment",
    "condition",
    "wording",
    "contrast",
    "over",
    "coder",
    "kind",
    "draw",
    "sample",
}
PAGES: dict[str, Callable[[int], str]] = {
    **{
        f"score by {level}": lambda width, level=level: render_scores(
            SCORES, levels=(level,), gate="exclude", width=width
        )
        for level in ("trial", "cell", "experiment", "domain")
    },
    "score of many": lambda width: render_battery(SCORES, width=width),
    "run": lambda width: render_run(RUN, PASSED, width=width),
    "battery": lambda width: render_summary(SUMMARY, width=width),
    "compare": lambda width: render_comparisons(COMPARED, whom="by 2 blind coders", width=width),
    "compare one": lambda width: render_comparisons(
        replace(COMPARED, comparisons=COMPARED.comparisons[:1], familiar=()), whom="x", width=width
    ),
    "likelihoods": lambda width: render_likelihoods(WEIGHED, width=width),
    "agree": lambda width: render_agreement("Agreement", SECTIONS, width=width),
    "check --players": lambda width: render_players("Gears", PLAYERS, "simulated", width=width),
    "plan --power": lambda width: "\n".join(
        # What stands above a table is broken into lines by whoever prints it.
        line
        for line in power_lines(POWER, studies=4000, seed=1, width=width)
        if cell_len(line) <= width
    ),
}  # fmt: skip


def words(page: str) -> Counter[str]:
    """Every word and figure, without the signs around it."""
    found = Counter(word.strip(",;:") for word in page.split())
    return Counter(
        {
            word: count
            for word, count in found.items()
            if word and not word.startswith("─") and not word.endswith("-") and word not in HEADINGS
        }
    )


@cache
def broad_page(name: str) -> str:
    return PAGES[name](BROAD)


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("name", PAGES)
def test_what_a_broad_page_has_a_narrow_one_has_too(name: str, width: int) -> None:
    page = PAGES[name](width)
    assert max(map(cell_len, page.splitlines())) <= width
    broad = words(broad_page(name))
    if name == "plan --power":
        broad = Counter({word: n for word, n in broad.items() if word[0].isdigit()})
        broad = Counter({word: n for word, n in broad.items() if "/" in word or "." in word})
    lost = broad - words(page)
    assert not lost, (lost, page[:3000])
