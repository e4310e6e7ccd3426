"""Agreement on a study put into the tables of a page, in the order in which they are to be read.

The order is fixed: questions, gate, LRS of scored trials, LRS with the zeros, the line; then where
coders agree less (experiment, participant, pair, category), then those who are not pooled, then
each coder alone. A table of the best figures first was rejected: one would be quoted for the rest.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from coders.statistics.coefficient import DEFINITIONS, Coefficient
from dsl.words import counted
from renderers.agreement_page import (
    AgreementRow,
    AgreementSection,
    Between,
    Cell,
    FigureText,
    joined,
)
from runners.agreement.coder_sections import alone_sections, apart_sections, coder_sections
from runners.agreement.measures import Reliability
from runners.agreement.page_cells import (
    ALPHA,
    KAPPA,
    PERCENT,
    QUADRATIC,
    between,
    line_of,
    of,
    pair_table,
    shown,
)
from runners.agreement.results import Group, StudyAgreement

FIGURE = "figure"
COLUMNS = ("value", "95% interval", "n")


def title(found: StudyAgreement) -> str:
    """The page's first line."""
    mark = ": SIMULATED, not data" if found.simulated else ""
    return f"Agreement on study {found.study}{mark}"


def sections(found: StudyAgreement) -> tuple[AgreementSection, ...]:
    """Everything that the page shows."""
    return (
        AgreementSection("", _opening(found)),
        *_questions(found),
        _gate(found),
        _rule(found),
        _final(found),
        _line(found),
        *_groups(found),
        *_pairs(found),
        *_categories(found),
        *apart_sections(found),
        *coder_sections(found),
        *alone_sections(found),
        AgreementSection("Method", _methods(found)),
    )


def _opening(found: StudyAgreement) -> tuple[str, ...]:
    who = "Blind coders and authors, pooled" if found.as_paper else "Blind coders"
    lines = [f"{who}: {joined(found.pooled) or 'none yet'}."]
    if found.coded:
        share = found.double / found.coded
        lines.append(
            f"{counted(found.coded, 'distinct transcript')} coded, {found.double} of them by "
            f"two or more ({share:.0%}); they represent {found.standing} of {found.trials} "
            "trials."
        )
    unfinished = [
        one.coder for one in found.reports if not one.locked and one.kind != "adjudicator"
    ]
    if found.disputed:
        lines.append(
            "coders disagree about a control question in "
            f"{counted(found.disputed, 'distinct transcript')} "
            f"({counted(found.disputed_trials, 'trial')}): "
            f"{_what_is_open(found, waiting=bool(unfinished))}."
        )
    if unfinished:
        names = joined(dict.fromkeys(unfinished))
        verb = "has" if len(set(unfinished)) == 1 else "have"
        lines.append(f"{names} {verb} not handed in yet: these figures may change.")
    if found.hidden:
        lines.append(
            f"{joined(found.hidden)}: hidden until all people have handed in the same trials."
        )
    if found.stale:
        lines.append(
            f"{counted(found.stale, 'coding')} for a text that differs from the store: in "
            "no figure."
        )
    return tuple(lines)


def _what_is_open(found: StudyAgreement, *, waiting: bool) -> str:
    """What is left to be adjudicated of the gates."""
    if not found.disputed_open:
        return "adjudicated"
    then = " when all have handed in" if waiting else ""
    if found.disputed_open == found.disputed:
        return f"`devrun adjudicate` resolves these first{then}"
    return (
        f"{counted(found.disputed_open, 'transcript')} not adjudicated yet; continue with "
        f"`devrun adjudicate`{then}"
    )


def _questions(found: StudyAgreement) -> Iterator[AgreementSection]:
    for experiment in dict.fromkeys(one.experiment for one in found.questions):
        here = [one for one in found.questions if one.experiment == experiment]
        by_content = any(one.coded == "contents" for one in here)
        what = "what was said" if by_content else "marks: right, half or wrong"
        yield AgreementSection(
            f"Each question of {experiment}",
            (f"Compared: {what}.",),
            "question",
            ("n", "agree", "kappa", "95% interval", "alpha"),
            tuple(
                AgreementRow(
                    f"{one.question} (control)" if one.kind == "control" else one.question,
                    _row(one.part, PERCENT, (KAPPA, "krippendorff_alpha_nominal")),
                )
                for one in here
            ),
        )


def _row(part: Reliability, share: str, names: Sequence[str]) -> tuple[Cell, ...]:
    """n, a share, a first figure with its interval, and the others without."""
    cells: list[Cell] = [part.agreement.pairable, shown(of(part, share))]
    for place, name in enumerate(names):
        one = of(part, name)
        cells.append(shown(one))
        if place == 0:
            cells.append(between(one))
    return tuple(cells)


def _gate(found: StudyAgreement) -> AgreementSection:
    lines = [line_of(found.gate, PERCENT, "agreement: passed or failed")]
    lines += _specific(found.gate)
    lines.append(line_of(found.gate, KAPPA, "Cohen's kappa, nominal"))
    lines.append(line_of(found.controls, PERCENT, "agreement: single control questions"))
    lines.append(line_of(found.controls, KAPPA, "Cohen's kappa, single control questions"))
    return AgreementSection(
        "Control questions: passed or failed",
        ("Specific agreement: if one coder chooses a category, how often another does.",),
        FIGURE,
        COLUMNS,
        tuple(lines),
    )


def _specific(part: Reliability) -> Iterator[AgreementRow]:
    for one in part.agreement.categories:
        figure = one.specific
        yield AgreementRow(
            f"specific agreement: {one.label}",
            (
                FigureText(figure.value, figure.reason or "", percent=True),
                Between(figure.ci95, percent=True),
                figure.n_items,
            ),
        )


def _rule(found: StudyAgreement) -> AgreementSection:
    part = found.rule
    within = {one.name: one for one in part.agreement.within_cell}
    baseline = {one.name: one for one in part.agreement.baseline_cell_only}
    lines = [
        line_of(part, PERCENT, "the same LRS"),
        line_of(part, "percent_within_1", "within 1"),
        _chance(part, "percent_within_1", "within 1, by chance"),
        line_of(part, QUADRATIC, "quadratic kappa, pooled"),
        _below(part, baseline, QUADRATIC),
        line_of(part, ALPHA, "alpha ordinal, pooled"),
        _below(part, baseline, ALPHA),
        _plain(within.get(ALPHA), "alpha ordinal, within cells"),
    ]
    return AgreementSection(
        "LRS of trials scored by both coders of a pair (1 to 5)",
        (
            "Quote the figure within cells: pooled agreement is inflated by differences "
            "between cells, which coders can know without reading.",
        ),
        FIGURE,
        COLUMNS,
        tuple(line for line in lines if line is not None),
    )


def _chance(part: Reliability, name: str, label: str) -> AgreementRow | None:
    one = of(part, name)
    if one.expected is None or one.value is None:
        return None
    return AgreementRow(label, (FigureText(one.expected, percent=True), "", one.n_items))


def _below(
    part: Reliability, baseline: Mapping[str, Coefficient], name: str
) -> AgreementRow | None:
    """What coders who read nothing would have reached; nothing to set beside no figure."""
    if of(part, name).value is None:
        return None
    return _plain(baseline.get(name), "  coders who saw only the condition")


def _plain(one: Coefficient | None, label: str) -> AgreementRow | None:
    if one is None:
        return None
    return AgreementRow(label, (shown(one), between(one), one.n_items))


def _final(found: StudyAgreement) -> AgreementSection:
    whole, steps = (len(one.agreement.labels) for one in (found.final, found.three_steps))
    return AgreementSection(
        "Final LRS, including zeros (0 to 5)",
        ("Closest to the paper's kappa, whose type is unknown. Zeros raise it.",),
        FIGURE,
        COLUMNS,
        (
            line_of(found.final, PERCENT, "the same LRS"),
            line_of(found.final, KAPPA, "kappa, unweighted"),
            line_of(found.final, QUADRATIC, "kappa, quadratic"),
            line_of(found.three_steps, PERCENT, f"the same of {steps} steps (0-1, 2-3, 4-5)"),
            line_of(found.three_steps, QUADRATIC, f"kappa, quadratic, of {steps} steps"),
        ),
        (f"Agreement is usually higher with fewer categories: {steps} here instead of {whole}.",),
    )


def _line(found: StudyAgreement) -> AgreementSection:
    return AgreementSection(
        "Linear score: 1 + 4 x proportion correct, 0 if the trial scores 0",
        ("ICC(A,1): reliability of one coder; ICC(A,k): of the mean of all coders.",),
        FIGURE,
        COLUMNS,
        (
            line_of(found.linear, "icc_2_1", "ICC(A,1)"),
            line_of(found.linear, "icc_2_k", "ICC(A,k)"),
        ),
    )


def _groups(found: StudyAgreement) -> Iterator[AgreementSection]:
    if len(found.experiments) > 1:
        yield _by("By experiment", "experiment", found.experiments)
    if len(found.models) > 1:
        yield _by(
            "By participant",
            "participant",
            found.models,
            "Lower agreement on one participant biases comparisons between participants.",
        )


def _by(heading: str, first: str, groups: Iterable[Group], *sentences: str) -> AgreementSection:
    return AgreementSection(
        heading,
        sentences,
        first,
        ("marks", "kappa", "gates", "agree", "LRS n", "alpha", "within cells"),
        tuple(
            AgreementRow(
                one.name,
                (
                    one.marks.agreement.pairable,
                    shown(of(one.marks, KAPPA)),
                    one.gate.agreement.pairable,
                    shown(of(one.gate, PERCENT)),
                    one.rule.agreement.pairable,
                    shown(of(one.rule, ALPHA)),
                    _within(one.rule),
                ),
            )
            for one in groups
        ),
    )


def _within(part: Reliability) -> Cell:
    for one in part.agreement.within_cell:
        if one.name == ALPHA:
            return shown(one)
    return FigureText(None, "no cell has two comparable items")


def _pairs(found: StudyAgreement) -> Iterator[AgreementSection]:
    if len(found.pooled) > 2:
        yield pair_table("Each pair of coders", (), found.marks, found.rule)


def _categories(found: StudyAgreement) -> Iterator[AgreementSection]:
    lines = []
    for what, part in (("mark", found.marks), ("LRS", found.rule)):
        for one in part.agreement.categories:
            lines.append(
                AgreementRow(
                    f"{what} {one.label}",
                    (
                        one.n,
                        FigureText(one.specific.value, one.specific.reason or "", percent=True),
                        shown(one.against_rest),
                    ),
                )
            )
    if lines:
        columns = ("codes", "specific agreement", "kappa against the rest")
        yield AgreementSection("Each category", (), "category", columns, tuple(lines))


def _methods(found: StudyAgreement) -> tuple[str, ...]:
    used = (KAPPA, QUADRATIC, "krippendorff_alpha_nominal", ALPHA, "icc_2_1")
    sources = "; ".join(f"{DEFINITIONS[name].title}: {DEFINITIONS[name].source}" for name in used)
    lines = [
        "n counts items coded by two or more coders, or (pairs) pairs of codes of one item. "
        "Identical transcripts count once. Codes are those before adjudication; unused "
        "categories count too.",
        f"{sources}.",
        "Within cells: expected disagreement is computed within each cell (levels and "
        "wording). Coders who saw only the condition: the same codes, shuffled within cells.",
        "Every figure needs at least 20 common items; chance-corrected figures also need "
        "two categories with at least 5% of the codes each.",
    ]
    methods = _interval_methods(found)
    if methods:
        lines.append(f"Intervals: {'; '.join(methods)}. Clusters are experiment x draw.")
    else:
        lines.append("No intervals: no bootstrap was requested, or there were too few data.")
    return tuple(lines)


def _interval_methods(found: StudyAgreement) -> list[str]:
    parts = [one.part for one in found.questions]
    parts += [found.marks, found.gate, found.rule, found.final, found.linear]
    return list(
        dict.fromkeys(
            one.ci_method
            for part in parts
            for one in part.agreement.coefficients
            if one.ci_method and one.name in part.shown
        )
    )
