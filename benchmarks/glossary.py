"""The part "Figures" of docs/glossary.md, made from the declarations of figures.

    python -m benchmarks.glossary

Each level of figures has a table. A figure that an earlier table says in the same words is only
named. `glossary_text` gives the page as it should be, for the test that holds it so.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from renderers.fields import (
    bills,
    cell_tables,
    cells,
    even,
    kinds,
    likelihoods,
    means,
    probes,
    replies,
    scores,
    trials,
    waves,
)
from renderers.fields.adherence import ADHERENCE
from renderers.fields.banks import ages as bank_ages
from renderers.fields.banks import majorities, model_results, size_and_pairs
from renderers.fields.coding.agreement import FIRST_CODER, SECOND_CODER
from renderers.fields.coding.coders import ASKED_ABOUT, CODER_AND_TRUTH
from renderers.fields.comparison import comparisons, familiar
from renderers.fields.design import CELL_NAME, OVER
from renderers.fields.field import Field, Variable, headed
from renderers.fields.shown import PASSAGE, SHOWN_TRIAL
from renderers.fields.studies import PARTICIPANT, SCRIPT, STUDY
from renderers.fields.transcripts import TRANSCRIPT
from renderers.tables.validity import PLAYER
from runners.agreement import document as agreement
from runners.agreement import table_page
from runners.agreement.coding_facts import CODING
from runners.agreement.measure_page import LINES
from runners.agreement.page import GROUP
from runners.agreement.ratings_document import AGREEMENT, COEFFICIENTS, GIVEN_CODES
from runners.agreement.to_report import TO_REPORT
from runners.analysis.document import RUN
from runners.analysis.questions.donor_replies import COPIED
from runners.cli.adjudication.document import ADJUDICATED
from runners.cli.batches.documents import BATCH, LISTED, TAKEN, WRITTEN
from runners.cli.norms.documents import AGES_OF_TABLE, FIT
from runners.cli.packets.collect_document import COLLECTED, RATINGS
from runners.cli.packets.judge import JUDGED
from runners.cli.packets.packets_document import ALL, PACKETS
from runners.cli.packets.ratings import FOR_PEOPLE, OF_REASONS
from runners.cli.planning.plan_document import PLAN
from runners.cli.planning.seals_document import FORM, KEPT_SEAL, SEALED_FORM
from runners.cli.stores.documents import CHECKED_STORE, MERGED, STORED_STUDY, SUPERSEDED
from runners.export.calls import CALLS, RAW
from runners.export.exported import EXPORTED
from runners.export.tables.code_table import CODES
from runners.export.tables.question_table import questions_table
from runners.export.tables.rating_table import RATED
from runners.export.tables.trial_tables import SCORES, WORDS, trials_table
from runners.export.tables.variance_tables import PLANNED, SOURCES
from runners.export.texts import plain
from runners.participants.provider_document import MODELS
from runners.prices.document import PRICED
from runners.report.data import WARNINGS
from runners.report.facts import (
    ASKED_WITHOUT,
    DISAGREEMENTS,
    MADE,
    MEAN_CHANCE,
    NOT_CODED,
    RULE_IN_CELL,
)
from runners.report.transcripts import ON_PAGE

PAGE = Path(__file__).resolve().parents[1] / "docs" / "glossary.md"

HEADING = "## Figures"

INTRODUCTION = """\
Every figure that devrun prints or writes, under its name in JSON documents and in CSV tables, with
its heading where a table has it. A figure without a value is `null` in JSON, an empty
field in CSV. On the screen it is `unknown` where there is a figure that is not known (no trial of
a cell is scored yet, or how many answers are possible is not known), and `-` where there is none
(an interval of few draws, a score that nobody published). `a.b` is the key `b` of the object `a`,
or of each object in the list `a`. A figure that an earlier table explains in the same words is only
named."""


@dataclass(frozen=True)
class Level:
    """The figures of one kind of thing, and where they are found."""

    title: str
    where: str
    figures: Sequence[Variable]
    parts: tuple[Variable, ...] = ()
    """Those of its document within that of another level, where these are not all."""


LEVELS = (
    Level("All scores", "`devrun score --json`", scores.SCORES),
    Level(
        "A trial", "`trials` of `devrun score --json`; table `trials` of an export",
        (*trials.TRIAL, *trials_table(()).columns), trials.TRIAL,
    ),
    Level(
        "A coder's score of a trial", "`by_coder` of a trial; table `scores` of an export",
        (*trials.CODER, *SCORES.columns), trials.CODER,
    ),
    Level(
        "A cell", "`cells` of `devrun score --json`; the last three are in its tables alone",
        (*cells.CELL, *cell_tables.ZEROS), cells.CELL,
    ),
    Level(
        "A kind of score", "`measures` of `devrun score --json`; table `banks` of an export",
        kinds.MEASURE,
    ),
    Level(
        "An age", "`ages` of `devrun score --json`; table `ages` of an export", bank_ages.BANK_AGE
    ),
    Level(
        "A majority", "`majorities` of `devrun score --json`; table `majorities` of an export",
        majorities.MAJORITY,
    ),
    Level("An age from a table", "`rows` of `devrun norms table --json`", bank_ages.TABLE_AGE),
    Level("Copying of a donor", "`devrun donor copied --json`", COPIED),
    Level(
        "A published age", "`published_ages` of `devrun score --json`", bank_ages.PUBLISHED_AGE
    ),
    Level("Accuracy in a cell", "`accuracies` of `devrun score --json`", kinds.ACCURACY),
    Level("An experiment", "`experiments` of `devrun score --json`", means.EXPERIMENT),
    Level("A domain", "`domains` of `devrun score --json`", means.DOMAIN),
    Level("A contrast", "`contrasts` of `devrun score --json`", means.CONTRAST),
    Level("A question", "`question_shares` of `devrun score --json`", means.QUESTION_SHARE),
    Level("An even question", "`even` of `devrun score --json`", even.EVEN),
    Level(
        "A coder's mean", "`coder_means` and `cells.coders` of `devrun score --json`",
        means.CODER_MEAN,
    ),
    Level(
        "Differences between coders", "`coder_adjustment` of `devrun score --json`",
        means.ADJUSTMENT,
    ),
    Level(
        "What can be detected", "`telling_apart` of `devrun score --json`", means.TELLING_APART
    ),
    Level(
        "Questions scored by likelihood", "`devrun score --likelihoods --json`",
        likelihoods.LIKELIHOODS,
    ),
    Level("A plan", "`devrun plan --json`", PLAN),
    Level("A preregistration", "`devrun preregister --json`, also with `--renew`", FORM),
    Level("A sealed preregistration", "`devrun preregister --seal --json`", SEALED_FORM),
    Level("Every preregistration", "`devrun preregister --list --json`", KEPT_SEAL),
    Level(
        "A study and its preregistration",
        "`devrun preregister --check --json`; `report.preregistration` of `devrun report --json`",
        ADHERENCE,
    ),
    Level("A run", "`devrun run --json`", RUN),
    Level("A cell in a run", "`cells` of `devrun run --json`", cell_tables.OF_A_RUN),
    Level("What is written to batches", "`devrun batch out --json`", WRITTEN),
    Level("A batch", "`devrun batch list --json`", LISTED, BATCH),
    Level("Results of batches", "`devrun batch in --json`", TAKEN),
    Level("All comparisons", "`devrun compare --json`", comparisons.COMPARISONS),
    Level("A comparison", "`comparisons` of `devrun compare --json`", comparisons.COMPARISON),
    Level(
        "Even questions compared", "`even` of `devrun compare --json`", even.EVEN_DIFFERENCE
    ),
    Level(
        "A family of declared comparisons", "`families` of `devrun compare --json`",
        comparisons.FAMILY,
    ),
    Level(
        "Familiar words in a cell", "`familiar_words` of `devrun compare --json`",
        familiar.FAMILIAR,
    ),
    Level(
        "Familiar words over experiments",
        "`familiar_words_over_experiments` of `devrun compare --json`", familiar.EFFECT,
    ),
    Level(
        "A bank by size", "`sizes` of `devrun compare --models --json`; table `sizes` of an export",
        (*size_and_pairs.SIZE, *size_and_pairs.POINT), size_and_pairs.SIZE,
    ),
    Level(
        "A bank in pairs", "`pairs` of `devrun compare --json`; table `pairs` of an export",
        size_and_pairs.PAIR,
    ),
    Level("A concept over models", "`concepts` of `devrun core --json`", model_results.CONCEPT),
    Level("A model over concepts", "`models` of `devrun core --json`", model_results.MODEL),
    Level(
        "A difference of stages", "`stage_differences` of `devrun core --json`",
        model_results.DIFFERENCE,
    ),
    Level(
        "A correlation over models", "`correlations` and `other_tests` of `devrun core --json`",
        model_results.CORRELATIONS,
    ),
    Level(
        "Correlations of stages", "`stage_correlations` of `devrun core --json`",
        model_results.STAGE_CORRELATION,
    ),
    Level("All models over concepts", "`devrun core --json`", model_results.RESULTS),
    Level("A participant over waves", "`agents` of `devrun waves --json`", waves.AGENT),
    Level("A participant in a wave", "`waves` of `devrun waves --json`", waves.WAVE),
    Level("A level of a condition in waves", "`levels` of `devrun waves --json`", waves.LEVEL),
    Level("Profiles compared", "`profiles` of `devrun waves --json`", waves.PROFILES),
    Level("Two participants in waves", "`pairs` of `devrun waves --json`", waves.PAIR),
    Level("A judge's ratings of reasons", "`judged` of `devrun waves --json`", waves.JUDGED),
    Level("Agreement of people in waves", "`people` of `devrun waves --json`", waves.PEOPLE),
    Level(
        "Ratings of two studies", "`differences` of `devrun waves --json`", waves.DIFFERENCE
    ),
    Level(
        "A published kappa in waves", "`published` of `devrun waves --json`", waves.PUBLISHED
    ),
    Level("All ratings in waves", "`devrun waves --json`", waves.WAVES),
    Level(
        "A rating in a wave", "`devrun waves --csv`; `devrun waves --item ITEM --json`",
        waves.ANSWER,
    ),
    Level(
        "Agreement on one measure",
        "`gate`, `lrs` and others of `devrun agree --json`; `devrun agree --table --json`",
        agreement.RELIABILITY, AGREEMENT,
    ),
    Level(
        "A coefficient of agreement",
        "keys of `coefficients`; `within_cell` and `baseline_cell_only` have some of them",
        COEFFICIENTS,
    ),
    Level("A coefficient in a table of ratings", "`devrun agree --table`", table_page.COEFFICIENT),
    Level(
        "Two coders in a table of ratings",
        "`devrun agree --table`, where there are three coders or more", table_page.PAIR[1:],
    ),
    Level(
        "Categories of two coders", "the tables of a report below counts by pairs of coders",
        (FIRST_CODER, SECOND_CODER),
    ),
    Level(
        "What a row is of", "tables of comparisons and of a report, alone",
        (CELL_NAME, OVER, cells.DRAWS, cells.PRIMARY, means.CHILDREN, ASKED_ABOUT),
    ),
    Level(
        "A line on one measure", "`devrun agree --all`, by its place in `devrun agree --json`",
        LINES,
    ),
    Level("A figure to report", "the first table of `devrun agree`", TO_REPORT),
    Level(
        "Agreement in an experiment, or on a participant",
        "`devrun agree --all`, by its place in `by_experiment` and `by_model` of `devrun agree "
        "--json`", GROUP,
    ),
    Level(
        "Categories and guesses", "the last tables of `devrun agree --all`",
        (GIVEN_CODES, CODER_AND_TRUTH),
    ),
    Level("Likelihood of the original words", "`rows` of `devrun probe --json`", probes.PROBE),
    Level("A reply that is read", "`devrun read --json` and `--csv`", replies.REPLY_VERDICT),
    Level("A way to read choices", "`devrun read --methods --json`", replies.METHOD),
    Level("Agreement in a study", "`devrun agree --json`", agreement.STUDY),
    Level(
        "Packets", "`devrun packets --json`; `all` is in its table alone", (*PACKETS, ALL), PACKETS
    ),
    Level("Packets for people who rate", "`devrun packets --people --json`", FOR_PEOPLE),
    Level("Packets of reasons", "`devrun packets --rationality --json`", OF_REASONS),
    Level("What is collected", "`devrun collect --json` of codes", COLLECTED),
    Level("Ratings that are collected", "`devrun collect --json` of ratings", RATINGS),
    Level("A packet that a model judged", "`devrun code --judge MODEL --json`", JUDGED),
    Level("Disagreements of coders", "`devrun adjudicate --json`", ADJUDICATED),
    Level("An export", "`devrun export --json`", EXPORTED),
    Level("A simulated participant", "`devrun check --players --json`", PLAYER),
    Level("A price", "`devrun prices --json`", PRICED),
    Level("Who can be asked", "`devrun models --json`", MODELS),
    Level("A study in a store", "`devrun studies --json`", STORED_STUDY),
    Level("A store", "`devrun store check --json`", CHECKED_STORE),
    Level("A superseded session", "`devrun store others --json`", SUPERSEDED),
    Level("Merged stores", "`devrun merge --json`", MERGED),
    Level("Ages from a table", "`devrun norms table --json`", AGES_OF_TABLE),
    Level("A fitted age function", "`fit` of `devrun norms fit --json`", FIT),
    Level("How a study was coded", "`report.coding` of `devrun report --json`", CODING),
    Level("Limits of a study", "`report.warnings` of `devrun report --json`", WARNINGS),
    Level(
        "A report",
        "`report` of `devrun report --json`; the last in its `experiments` and `domains`",
        (*MADE, *ASKED_WITHOUT, *NOT_CODED, *MEAN_CHANCE),
    ),
    Level("A study in a report", "`report.study` of `devrun report --json`", STUDY),
    Level(
        "A participant in a report", "`report.participants` of `devrun report --json`", PARTICIPANT
    ),
    Level("A script in a report", "`report.scripts` of `devrun report --json`", SCRIPT),
    Level("A simple rule in a cell", "`report.cells` of `devrun report --json`", RULE_IN_CELL),
    Level(
        "Where coders differ", "`report.disagreements` of `devrun report --json`", DISAGREEMENTS
    ),
    Level("Transcripts of a report", "`report.transcripts` of `devrun report --json`", ON_PAGE),
    Level("What a participant cost", "`report.costs` of `devrun report --json`", bills.COST),
    Level("What a judge cost", "`report.judges` of `devrun report --json`", bills.JUDGE_COST),
    Level("A transcript", "`trials` of `devrun transcript --json`", TRANSCRIPT),
    Level("A trial that is shown", "`devrun show --json`", SHOWN_TRIAL),
    Level("A passage", "`devrun show --brief --json`", PASSAGE),
    Level("A reply", "table `questions` of an export", questions_table(()).columns),
    Level("A code", "table `codes` of an export", CODES.columns),
    Level("A rating", "table `ratings` of an export, with a column for each coder", RATED),
    Level("A word", "table `words` of an export", WORDS.columns),
    Level("A source of variance", "table `variance` of an export", SOURCES.columns),
    Level("A D-study", "table `dstudy` of an export", PLANNED.columns),
    Level(
        "A call", "table `calls`, and `data/raw` of an export", (*CALLS.columns, *RAW)
    ),
)  # fmt: skip
"""In the order of the page."""


def glossary_text(page: str) -> str:
    """The page with its figures as they are declared."""
    before, heading, _ = page.partition(HEADING)
    return "\n".join([before + heading, "", INTRODUCTION, *_lines()]) + "\n"


def _lines() -> Iterator[str]:
    page = _Page()
    for level in LEVELS:
        yield from ("", f"### {level.title}", "", f"{level.where[0].upper()}{level.where[1:]}.")
        new: dict[tuple[str, ...], None] = {}
        elsewhere: dict[str, dict[str, None]] = {}
        for name, one in page.flat(level.figures, level.title):
            bare, row = _row(one.name, one), _row(name, one)
            title = page.explained.get(bare) or (level.title if bare in new and bare != row else "")
            if title:
                elsewhere.setdefault(title, {})[row[0]] = None
            else:
                new[row] = None
        if new:
            yield from (
                "",
                "| figure | heading | meaning | values | no value |",
                "|---|---|---|---|---|",
            )
            yield from (f"| {' | '.join(row)} |" for row in new)
        for title, names in elsewhere.items():
            yield from ("", f"As under *{title}*: {', '.join(names)}.")
        page.explained |= dict.fromkeys(new, level.title)


class _Page:
    """What is explained, and where: `explained` has rows of tables, `within` documents."""

    def __init__(self) -> None:
        self.explained: dict[tuple[str, ...], str] = {}
        self.within = {
            parts: one.title for one in LEVELS for parts in (tuple(one.figures), one.parts)
        }

    def flat(
        self, figures: Iterable[Variable], title: str, path: str = ""
    ) -> Iterator[tuple[str, Variable]]:
        """The figures with their names, and after one that is a document those in it, unless they
        are explained elsewhere.
        """
        for one in figures:
            name = f"{path}{one.name}"
            parts = one.parts if isinstance(one, Field) else ()
            elsewhere = self._elsewhere(parts)
            if elsewhere:
                yield name, one.but(what=f"{one.what}: as under *{elsewhere}*")
                continue
            yield name, one
            if parts:
                self.within[parts] = f"{title}, {name}"
                yield from self.flat(parts, title, f"{name}.")

    def _elsewhere(self, parts: tuple[Variable, ...]) -> str:
        """Where all of these figures are explained; empty where they are not."""
        found = (title for known, title in self.within.items() if set(parts) <= set(known))
        return next(found, "") if parts else ""


def _row(name: str, one: Variable) -> tuple[str, ...]:
    heading = (headed(one) or one.title) if isinstance(one, Field) else ""
    what = one.what[0].upper() + one.what[1:]
    cells = (heading, what, one.values, one.missing)
    return (f"`{name}`", *map(plain, cells))


if __name__ == "__main__":
    text = glossary_text(PAGE.read_text(encoding="utf-8"))
    sys.exit(PAGE.write_text(text, encoding="utf-8") == 0)
