"""Agreement on a study put into the tables of a page, in the order in which they are to be read.

First the figures that a paper reports, with their sentence; then what they rest on, and kappas. The
first page ends with the questions on which coders agree least. The whole page has all questions,
control questions, LRS of scored trials, LRS with the zeros, the line; then where coders agree less
(experiment, participant, pair, category), then those who are not pooled, then each coder alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from operator import attrgetter, itemgetter

from coders.statistics.agreement import CategoryAgreement, PairAgreement
from coders.statistics.coefficient import DEFINITIONS, Coefficient
from coders.statistics.reasons import Demands
from dsl.words import and_list, capital, counted
from renderers.fields.coding.agreement import BOTH_RATED, TWO_CODERS
from renderers.fields.coding.coefficients import (
    ALPHA,
    FLEISS,
    KAPPA,
    NAMED,
    NOMINAL_ALPHA,
    PERCENT,
    QUADRATIC,
    WITHIN_CELL,
)
from renderers.fields.field import Field, by_name, of
from renderers.number_words import NOT_DATA
from renderers.tables.agreement import AgreementSection, NoFigure, label
from runners.agreement import document
from runners.agreement.coder_page import coder_sections
from runners.agreement.document import BY_EXPERIMENT, BY_MODEL, GATE, LRS, MARKS
from runners.agreement.kappas import kappa_section
from runners.agreement.measure_page import measure_sections
from runners.agreement.measures import DEMANDS, RANGE_DEMANDS, Reliability
from runners.agreement.opening import opening
from runners.agreement.page_columns import of_agreement, of_measure, section
from runners.agreement.rating_page import RATINGS_COUNT, rating_sections
from runners.agreement.ratings_document import (
    AGREEMENT,
    CATEGORY,
    GIVEN_CODES,
    VALUE,
    N,
    with_interval,
)
from runners.agreement.readings import readings_section
from runners.agreement.results import Group, OtherRaters, QuestionPart, StudyAgreement
from runners.agreement.rows import RatedMeasure
from runners.agreement.to_report import to_report_section, within_cells

_MARKS = attrgetter("marks.agreement")
NO_COMMON_TRIAL = NoFigure("no trial scored by both")
LOWER = "Lower agreement on one participant biases comparisons between participants."

FEW = 5
"""Questions that the first page can have; of more, it has the `LEAST` with lowest agreement."""

LEAST = 3

N_COUNTS = "n counts items coded by two or more coders; identical transcripts count once."
MORE = "Kappas (Cohen's of each pair, Fleiss', weighted) and all other tables: --all."
PAIRS_COUNT = "Pairs are pairs of judgements of one item, over all pairs of coders."


def title(found: StudyAgreement) -> str:
    """The page's first line."""
    mark = f": {NOT_DATA}" if found.simulated else ""
    return f"Agreement on study {found.study}{mark}"


def first_sections(found: StudyAgreement) -> tuple[AgreementSection, ...]:
    """What is printed first: a screen for one script and two or three coders."""
    if found.rated:
        return _of_ratings(found)
    return (
        to_report_section(found),
        AgreementSection("Coding", tuple(opening(found))),
        _least(found.questions),
        AgreementSection("", (f"{N_COUNTS} {MORE}",)),
    )


def sections(found: StudyAgreement) -> tuple[AgreementSection, ...]:
    """Everything that the page shows."""
    if found.rated:
        method = AgreementSection("Method", tuple(_methods(found)))
        parts = (*_of_participants(found), *_others(found), *coder_sections(found))
        return (*_of_ratings(found), *parts, method)
    return (
        to_report_section(found),
        AgreementSection("Coding", tuple(opening(found))),
        kappa_section(found),
        *_questions(found),
        *readings_section(found.readings),
        *measure_sections(found),
        *_groups(found),
        *_pairs_and_categories(found),
        *_others(found),
        *coder_sections(found),
        AgreementSection("Method", tuple(_methods(found))),
    )


def _of_ratings(found: StudyAgreement) -> tuple[AgreementSection, ...]:
    """What is printed of ratings, which are of no question and no control."""
    coding = AgreementSection("Coding", tuple(opening(found)))
    return (to_report_section(found), coding, *rating_sections(found))


def _of_participants(found: StudyAgreement) -> Iterator[AgreementSection]:
    """The ratings of each participant's replies."""
    if len(found.models) > 1:
        ratings, kappa = of_agreement(_MARKS, (N, RatedMeasure.RATINGS.unit), KAPPA)
        columns = (BY_MODEL[0], ratings, with_interval(kappa))
        yield section("By participant", LOWER, columns, found.models)


def _question_name(one: QuestionPart) -> str:
    return f"{one.question}{' (control)' * (one.kind == 'control')}"


_QUESTION = by_name(document.QUESTION)["question"]
_N, _AGREE, _KAPPA, _NOMINAL = of_agreement(
    attrgetter("part.agreement"), N, PERCENT, KAPPA, NOMINAL_ALPHA
)
QUESTION: tuple[Field[QuestionPart], ...] = (
    _QUESTION.told(_question_name), _N, _AGREE, with_interval(_KAPPA), _NOMINAL,
)  # fmt: skip


def _questions(found: StudyAgreement) -> Iterator[AgreementSection]:
    for experiment in dict.fromkeys(one.experiment for one in found.questions):
        here = [one for one in found.questions if one.experiment == experiment]
        by_content = any(one.coded == "contents" for one in here)
        what = "what was said" if by_content else "marks: right, half or wrong"
        yield section(f"Each question of {experiment}", f"Compared: {what}.", QUESTION, here)


def _least(questions: Sequence[QuestionPart]) -> AgreementSection:
    """The questions with the lowest agreement, each with its script if there are several."""
    several = len({one.experiment for one in questions}) > 1
    known = [one for one in questions if _agreement(one).value is not None]
    least = len(questions) > FEW
    if least and not known:
        why = " and ".join(dict.fromkeys(_agreement(one).reason or "" for one in questions))
        return AgreementSection(
            "Each question", (f"No figure for any of {len(questions)}: {why}.",)
        )
    lowest = sorted(known, key=lambda one: _agreement(one).value or 0.0)[:LEAST]
    unknown = len(questions) - len(known)
    name: Field[QuestionPart] = _QUESTION.told(
        lambda one: f"{one.experiment}: " * several + _question_name(one),
    )
    return section(
        f"The {counted(len(lowest), 'question')} of {len(questions)} with the lowest agreement"
        f"{f' ({unknown} of them without a figure)' if unknown else ''}"
        if least
        else "Each question",
        ("Compared: what was said.",) if any(one.coded == "contents" for one in questions) else (),
        (name, *QUESTION[1:]),
        lowest if least else questions,
    )


def _agreement(question: QuestionPart) -> Coefficient:
    return question.part.agreement.coefficient(PERCENT)


GROUP: tuple[Field[Group], ...] = (
    *of_measure(MARKS, (N, MARKS.heading), KAPPA),
    *of_measure(GATE, (N, GATE.heading), (PERCENT, "passed or failed: agree")),
    *of_measure(LRS, (N, "LRS n"), ALPHA),
    VALUE.but(
        f"{LRS.name}.{WITHIN_CELL.name}.{ALPHA}", heading=WITHIN_CELL.heading,
        what=f"{LRS.what}: {NAMED[ALPHA].what}, {WITHIN_CELL.heading}",
    ).of(lambda one: within_cells(one.rule)),
)  # fmt: skip
_LRS_COUNT = by_name(GROUP)[f"{LRS.name}.{N}"].heading


def _groups(found: StudyAgreement) -> Iterator[AgreementSection]:
    for what, name, groups, sentences in (
        ("experiment", BY_EXPERIMENT[0], found.experiments, ()),
        ("participant", BY_MODEL[0], found.models, (LOWER,)),
    ):
        if len(groups) > 1:
            yield section(f"By {what}", sentences, (name, *GROUP), groups)


Pair = tuple[PairAgreement, PairAgreement | None]
"""Two coders on the marks, and on the LRS where both scored anything."""

_CODERS: Field[Pair] = label(TWO_CODERS.heading, lambda pair: and_list(pair[0].coders))
_OF_MARKS = of_agreement(itemgetter(0), PERCENT, KAPPA)
PAIR: tuple[Field[Pair], ...] = (
    _CODERS,
    BOTH_RATED.but(heading=MARKS.heading).of(itemgetter(0)),
    *_OF_MARKS,
    BOTH_RATED.but(heading=_LRS_COUNT, none="0").of(itemgetter(1)),
    *(one.but(none=NO_COMMON_TRIAL) for one in of_agreement(itemgetter(1), PERCENT, QUADRATIC)),
)
PAIR_OF_RATINGS: tuple[Field[Pair], ...] = (
    _CODERS,
    BOTH_RATED.but(heading=RatedMeasure.RATINGS.unit).of(itemgetter(0)),
    *_OF_MARKS,
    *of_agreement(itemgetter(0), QUADRATIC),
)

_NAME, _, *_OF_CATEGORY = CATEGORY
_EACH = by_name(AGREEMENT)
CATEGORIES: tuple[Field[tuple[str, CategoryAgreement]], ...] = (
    _NAME.told(lambda one: f"{one[0]} {one[1].label}"),
    *of(itemgetter(1), (GIVEN_CODES, *_OF_CATEGORY)),
)


def _pairs(marks: Reliability, rule: Reliability) -> list[Pair]:
    scores = {pair.coders: pair for pair in rule.agreement.pairs}
    return [(pair, scores.get(pair.coders)) for pair in marks.agreement.pairs]


def _pairs_and_categories(found: StudyAgreement) -> Iterator[AgreementSection]:
    if len(found.pooled) > 2:
        yield section(capital(_EACH["pairs"].what), (), PAIR, _pairs(found.marks, found.rule))
    categories = [
        (what, one)
        for what, part in (("mark", found.marks), ("LRS", found.rule))
        for one in part.agreement.categories
    ]
    if categories:
        yield section(capital(_EACH["by_category"].what), (), CATEGORIES, categories)


def _others(found: StudyAgreement) -> Iterator[AgreementSection]:
    """Authors, and every model that judged, compared with the pooled coders."""
    if found.authors is not None:
        yield _apart(
            "Authors, who are not blind",
            "Items coded by the authors, who are not counted above (--as-paper pools them).",
            found.authors,
            rated=found.rated,
        )
    for judge in found.judges:
        yield _apart(
            f"{and_list(judge.coders)}: a model",
            "Items coded by the model: its agreement with people, and agreement among "
            "people. It is not counted above.",
            judge,
            rated=found.rated,
        )


def _apart(heading: str, sentence: str, others: OtherRaters, *, rated: bool) -> AgreementSection:
    """Pairs with one of the others come before those of the pooled coders."""
    pairs = _pairs(others.marks, others.rule)
    pairs.sort(key=lambda pair: not set(pair[0].coders) & set(others.coders))
    notes = (
        f"{one.model}: {float(one.difference):+.2f} on the linear score (1 + 4 x proportion "
        f"correct) relative to the pooled coders, over {counted(one.n, 'transcript')}"
        for one in others.shifts
    )
    if rated:
        return section(heading, sentence, PAIR_OF_RATINGS, pairs)
    return section(heading, sentence, PAIR, pairs, *notes)


def _methods(found: StudyAgreement) -> Iterator[str]:
    if found.rated:
        yield f"{RATINGS_COUNT} {PAIRS_COUNT} Unused scores are categories, too."
        yield _sources(KAPPA, FLEISS, QUADRATIC)
        yield _needs(RANGE_DEMANDS)
        yield from _intervals([found.marks])
        return
    yield (
        f"{N_COUNTS} {PAIRS_COUNT} Codes are those before adjudication; unused categories count "
        "too."
    )
    yield _sources(KAPPA, FLEISS, QUADRATIC, NOMINAL_ALPHA, ALPHA, "icc_2_1")
    yield (
        "Within cells: expected disagreement is computed within each cell (levels and "
        "wording). Coders who saw only the condition: the same codes, shuffled within cells."
    )
    yield _needs(DEMANDS)
    parts = [one.part for one in found.questions]
    parts += [found.marks, found.gate, found.rule, found.final, found.linear]
    yield from _intervals(parts, " Clusters are experiment x draw.")


def _sources(*names: str) -> str:
    """Who defined the coefficients."""
    return "; ".join(f"{NAMED[name].what}: {DEFINITIONS[name].source}" for name in names) + "."


def _needs(demands: Demands) -> str:
    """What a figure must rest on."""
    return (
        f"Every figure needs at least {demands.least_items} common items; chance-corrected figures "
        f"also need two categories with at least {demands.least_share:.0%} of the codes each."
    )


def _intervals(parts: Iterable[Reliability], clusters: str = "") -> Iterator[str]:
    methods = dict.fromkeys(_interval_methods(parts))
    if methods:
        yield f"Intervals: {'; '.join(methods)}.{clusters}"
    else:
        yield "No intervals: no bootstrap was requested, or there were too few data."


def _interval_methods(parts: Iterable[Reliability]) -> Iterator[str]:
    for part in parts:
        for one in part.agreement.coefficients:
            if one.ci_method and one.name in part.shown:
                yield one.ci_method
