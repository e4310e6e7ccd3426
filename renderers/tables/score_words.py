"""How scores were computed, in words, below the tables that show them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterable, Sequence

from dsl.scoring import ScoreLevel
from dsl.words import and_list, counted
from renderers.fields.banks.ages import age_notes
from renderers.fields.banks.majorities import NOTE as MAJORITY_NOTE
from renderers.fields.cells import CELL, CHANCE_NOTE, STORY_SHARES
from renderers.fields.even import EVEN_NOTE
from renderers.fields.field import Field, headed, pick
from renderers.fields.script_measures import TOTALS_NOTE, measure_notes, reliability_notes
from renderers.fields.trials import CONTROL_RULES, LEFT_OUT
from renderers.number_words import NONE, UNKNOWN
from renderers.rows.questions import Blind
from renderers.rows.scores import CellScore, StudyScores
from renderers.tables.banks.groups import bank_notes
from renderers.terminal import visible

PROVISIONAL = (
    "provisional: automatic scores; undecided trials are left out. Have the replies coded before "
    "you report them"
)
PROVISIONAL_IN_SHORT = (
    "provisional: automatic scores; have the replies coded before you report them"
)
OWN_SHARE, _MATCHED_SHARE = map(headed, STORY_SHARES)
"""The headings of the columns of the proportion correct in the paper's own stories, and in others.
"""
INTERVAL_NOTE = (
    "95%: t interval of the draw means, with one pseudo-draw split between the ends of the scale; "
    "not given below five draws"
)
CONTRAST_NOTE = "a draw passes a contrast when all its questions are right"
COUNTED_IN = {OWN_SHARE: "in the paper's story", _MATCHED_SHARE: "in its variants"}


def by_whom(scores: StudyScores) -> str:
    """Who the scores are by: `by 2 blind coders: A and B`."""
    if scores.cells and not (scores.scored_cells or scores.of_items):
        return "by the rules of the script: no test question is asked"
    if scores.provisional:
        done = "rated" if scores.protocol.rated else "coded"
        if "quorum" in scores.role:
            return f"by the {visible(scores.role)}"
        return f"automatically (provisional: nobody has {done} it)"
    if scores.role == "likelihood":
        return "from the key alone: all answers were scored by likelihood"
    names = [visible(name) for name in scores.coders]
    if not names:
        return "by nobody yet: no valid codes have been collected"
    kinds = {
        "blind": "blind coder",
        "blind+author": "coder, including authors who are not blind",
        "adjudicated": "blind coder, adjudicated",
        "blind+author, adjudicated": "coder, including authors, adjudicated",
    }
    if scores.role not in kinds:
        return f"by the {visible(scores.role)} alone"
    one, _, more = kinds[scores.role].partition(",")
    return f"by {counted(len(names), one)}{',' + more if more else ''}: {and_list(names)}"


def method(scores: StudyScores, *, levels: Sequence[str], gate: str | None) -> list[str]:
    """How every figure was made, a line each."""
    lines = []
    if scores.provisional and (scores.scored_cells or scores.of_items):
        lines.append(PROVISIONAL)
    rated = scores.protocol.rated and not scores.provisional
    if scores.scored_cells:
        lines.append(
            "LRS (0 to 5): given by each coder; averaged over coders, then runs of one text"
            if rated
            else "LRS (0 to 5): computed from the marks of each trial; a failed control is treated "
            "as the script says; averaged over coders, then samples, then draws"
        )
    lines += without_tests(scores.untested)
    if "cell" in levels and scores.scored_cells:
        lines += _of_cells(scores.scored_cells, rated=rated)
    elif levels != ("trial",) and scores.scored_cells:
        lines.append("95%: not given below five draws")
    if "experiment" in levels:
        lines.append(
            "n: draws in the experiment's mean; its 95% interval uses the draws that all "
            "cells share, and is not given below five of them"
        )
    if gate is not None and "cell" in levels:
        lines.append(_treated(gate))
    if scores.domains and "domain" in levels:
        lines.append(
            "domain: mean of the paper's cells, and mean of the experiments; both 95% "
            "intervals hold for these experiments only; t (df): interval that treats the "
            "experiments as a sample of the domain, truncated at 0 and 5"
        )
    if scores.contrasts and "cell" in levels:
        lines.append(
            f"{CONTRAST_NOTE}; 95%: Wilson interval; chance: probability of passing by guessing"
        )
    if scores.even_scores and "cell" in levels:
        lines.append(EVEN_NOTE)
    if scores.measure_scores and "cell" in levels:
        lines.extend(_of_measures(scores))
    lines.extend([*_of_kinds(scores, levels), *age_notes(scores.bank_ages)])
    if scores.majorities:
        lines.append(MAJORITY_NOTE)
    return [*lines, *_of_this_study(scores), *map(visible, scores.notes)]


def short_method(
    scores: StudyScores, *, gate: str | None, cells: bool = True, shown: Container[str] = ()
) -> list[str]:
    """The same for one screen: what the columns are, of `cells` or of means over them, and what is
    particular to this study; `not_scored` has the rest. `shown`: the headings of the columns.
    """
    lines = []
    if scores.provisional and (scores.scored_cells or scores.of_items):
        lines.append(PROVISIONAL_IN_SHORT)
    if not cells:
        whose = dict.fromkeys(
            visible(cell.reference.who) for cell in scores.cells if cell.reference
        )
        return [
            *lines,
            "LRS: 0 to 5, mean over the paper's cells, with 95% interval for these experiments; "
            "chance: LRS of guessing",
            *(f"{who}: published, the mean of the same cells" for who in whose),
            *_of_this_study(scores),
        ]
    own = [f"{name}: {where}" for name, where in COUNTED_IN.items() if name in shown]
    if scores.scored_cells:
        lines += [
            "LRS: 0 to 5, mean of n draws; 95%: none below five draws; chance: of guessing",
            "; ".join(["correct: proportion correct", *(own or ["ignoring control questions"])]),
            *_explained(one for one in _LESS_COMMON if headed(one) in shown),
            *words_for_none(scores.scored_cells),
        ]
    if gate is not None:
        lines.append(_treated(gate))
    if scores.even_scores:
        lines.append(EVEN_NOTE)
    if scores.measure_scores:
        lines.extend(_of_measures(scores))
    if scores.of_items:
        lines.extend(bank_notes(scores))
    else:
        lines.extend(_of_kinds(scores, (ScoreLevel.CELL.value,)))
    return [*lines, *_of_this_study(scores)]


def _treated(gate: str) -> str:
    """What a rule for failed control questions does."""
    more = f"; {LEFT_OUT}" if gate == "exclude" else ""
    return f"{gate}: {CONTROL_RULES[gate]}{more}"


def _of_measures(scores: StudyScores) -> list[str]:
    """What is said of the measures of scripts."""
    return [
        *measure_notes(scores.measure_scores),
        *([TOTALS_NOTE] if scores.totals else []),
        *reliability_notes(scores.reliabilities),
    ]


_LESS_COMMON = pick(
    CELL, "uncoded", "disputed", "undecided", "technical", "lrs_bounds", "coder_adjusted_lrs"
)
"""Columns of cells that few studies have."""


def _explained(figures: Iterable[Field[CellScore]]) -> list[str]:
    """What figures are, by their headings, in a line if there are any."""
    told = [f"{headed(one)}: {one.what}" for one in figures]
    return ["; ".join(told)] if told else []


_WHY_NO_LRS = {
    "uncoded": "not coded (no valid codes)",
    "undecided": "undecided (a mark is missing)",
    "technical": "lost (a reply has no whole answer)",
    "gate_failed": "left out for a failed control, as the script says",
    "not_trained": "left out without the criterion of a training, as the script says",
    "scored": "without a question that counts in an LRS",
}


def not_scored(scores: StudyScores) -> list[str]:
    """How many finished trials have no LRS and why, in a line, and the notes on the study."""
    # What people have not coded is in the notes.
    noted = () if scores.provisional else ("uncoded", "undecided")
    dropped = Counter(
        one.status
        for one in scores.trials
        if one.lrs is None and one.status not in noted and one.experiment not in scores.untested
    )
    lines = [*without_tests(scores.untested), *map(visible, scores.notes)]
    if not dropped:
        return lines
    reasons = [
        f"{count} {_WHY_NO_LRS.get(status, 'left out as the script says')}"
        for status, count in dropped.most_common()
    ]
    finished = counted(len(scores.trials), "trial")
    verbs = "has no LRS and is" if dropped.total() == 1 else "have no LRS and are"
    line = f"{dropped.total()} of {finished} {verbs} left out of means"
    return [f"{line}: {', '.join(reasons)}", *lines]


def without_tests(untested: Sequence[str]) -> list[str]:
    """Which experiments have no LRS, in a line."""
    if not untested:
        return []
    titles = and_list([visible(title) for title in untested])
    asks = "asks" if len(untested) == 1 else "ask"
    return [f"{titles} {asks} no test question, so there is no LRS"]


def words_for_none(cells: Sequence[CellScore]) -> list[str]:
    """What stands in a table where a cell has no LRS, in a line."""
    if all(cell.lrs.mean is not None for cell in cells):
        return []
    return [f"{UNKNOWN}: no trial in the row has an LRS; {NONE}: there is no such figure"]


def _of_this_study(scores: StudyScores) -> list[str]:
    """Additions, corrected keys and trials that are not finished."""
    lines = []
    added = [cell for cell in scores.scored_cells if cell.addition]
    if added:
        names = dict.fromkeys(
            ", ".join(part for part in (visible(one.experiment), visible(one.condition)) if part)
            for one in added
        )
        lines.append(
            f"additions to the paper's cells, not in any mean of a domain: {and_list(list(names))}"
        )
    if scores.mended:
        titles = and_list([visible(title) for title in scores.mended])
        lines.append(f"scored with the current answers in the file: {titles}")
    finished = len(scores.trials)
    if finished < scores.planned:
        lines.append(f"INCOMPLETE: {finished} of {counted(scores.planned, 'trial')} are finished")
    return lines


def _of_kinds(scores: StudyScores, levels: Sequence[str]) -> list[str]:
    """What each kind of score is that scripts name in addition to the LRS."""
    printed = {
        one.kind.criterion: one.kind
        for row in scores.kind_scores
        for one in row.measures
        if one.printed and row.level.value in levels
    }
    return [
        f"{name}: {kind.meaning}"
        + (f"; 95%: {kind.interval}" if kind.low is not None else "")
        + "; chance: expected from guessing"
        for name, kind in printed.items()
    ] + (
        [
            "items of a bank: n and intervals are over items, each the mean of its draws; "
            "item-wise: calibrated by item; aggregate: from the totals; stages, mean of groups: "
            "plain means",
            f"{Blind.LETTER_IN_FILE}, {Blind.LETTER_SHOWN}: the letter that earns most "
            "throughout, in the order of the file and as shown; "
            f"{Blind.LONGEST}: of several one at random",
        ]
        * scores.of_items
    )


def _of_cells(cells: Sequence[CellScore], *, rated: bool) -> list[str]:
    """What the columns of cells mean, as far as they may be there."""
    lines = [
        "n: draws; texts: distinct texts in their trials; with one text, n counts replies to it",
        INTERVAL_NOTE,
    ]
    if rated:
        return [*lines, CHANCE_NOTE]
    lines += [
        f"{CHANCE_NOTE}; correct: proportion correct, "
        "ignoring controls; linear: 1 + 4 x proportion correct, the score without bands",
        "control failed, no answer, off task: trials scored 0 for that reason; ceiling: 5 x "
        "the proportion of trials that passed the controls",
    ]
    if any(cell.half_marks_matter for cell in cells):
        lines.append("strict, lenient: half marks counted as wrong, as right")
    if any(cell.technical for cell in cells):
        lines.append(
            "lost: no LRS because a reply was cut off at the token limit, has no text, or "
            "ended for an unknown reason"
        )
    if any(cell.bounds is not None for cell in cells):
        lines.append(
            "LRS bounds: the mean if every lost trial scored 0, and if every one scored 5; "
            "given if more than 5% were lost"
        )
    lines += _explained(
        one
        for one in pick(_LESS_COMMON, "uncoded", "disputed", "undecided", "coder_adjusted_lrs")
        if one.only is not None and any(map(one.only, cells))
    )
    lines += words_for_none(cells)
    if any(cell.overrides.changed or cell.first.n for cell in cells):
        lines.append(
            "rule overridden: how often coders changed the computed LRS, and by how much on "
            "average; given first: how often a coder gave an LRS before any mark, with the "
            "mean of those and of the LRS computed from the same marks"
        )
    return lines
