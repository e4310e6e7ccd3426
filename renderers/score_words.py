"""How scores were computed, in words, below the tables that show them."""

from __future__ import annotations

from collections.abc import Sequence

from renderers.design_words import and_list, counted
from renderers.score_rows import CellScore, StudyScores
from renderers.terminal import visible

UNKNOWN = "unknown"


def by_whom(scores: StudyScores) -> str:
    """Who the scores are by: `by 2 blind coders: A and B`."""
    if scores.provisional:
        return "by the matcher, provisional: no person has coded it"
    if scores.role == "likelihood":
        return "by the key alone: every reply was weighed by likelihood"
    names = [visible(name) for name in scores.coders]
    if not names:
        return "by nobody yet: no code that counts has been collected"
    kinds = {
        "blind": "blind coder",
        "blind+author": "coder, authors among them who are not blind",
        "adjudicated": "blind coder, adjudicated",
        "blind+author, adjudicated": "coder, authors among them, adjudicated",
    }
    if scores.role not in kinds:
        return f"by the {visible(scores.role)} alone"
    one, _, more = kinds[scores.role].partition(",")
    return f"by {counted(len(names), one)}{',' + more if more else ''}: {and_list(names)}"


def method(
    scores: StudyScores, *, levels: Sequence[str], gate: str | None, summary: Sequence[str] = ()
) -> list[str]:
    """How every figure was made, a line each; `summary` are the lines on the columns of a summary
    that stands in place of cells and domains.
    """
    lines = []
    if scores.provisional:
        lines.append("provisional: means of what the matcher could decide; code the replies first")
    lines.append(
        "LRS, 0 to 5: by the rule from the marks of each trial, a failed control treated as the "
        "script says; averaged over coders in a trial, samples in a draw, draws in a cell"
    )
    if "cell" in levels:
        lines += _of_cells(scores.cells)
    elif summary:
        lines += summary
    elif levels != ("trial",):
        lines.append("95%: none under five draws")
    if "experiment" in levels:
        lines.append(
            "n: draws in the mean of an experiment; its 95% is over common draws, those that every "
            "cell has: none under five of these"
        )
    if gate is not None and "cell" in levels:
        lines.append(
            {
                "zero": "zero: every trial with a failed control is 0",
                "exclude": "exclude: trials with a failed control left out, n kept beside it; who "
                "is left out may differ between conditions and models",
                "ungated": "ungated: failed controls ignored",
            }[gate]
        )
    if scores.domains and "domain" in levels:
        lines.append(
            "domain: flat mean over the paper's cells, and over experiments beside it; their 95% "
            "are about these experiments and no others; t (df): experiments as a sample of the "
            "domain, cut at 0 and 5"
        )
    if scores.contrasts and "cell" in levels:
        lines.append(
            "a contrast is passed in a draw when all its questions are right; 95%: Wilson's "
            "interval; chance: that a guesser passes it"
        )
    if scores.accuracies and "cell" in levels:
        lines.append(
            "accuracy: the mean mark of the test questions; chance: a guesser's; calibrated: (mark "
            "- chance) / (1 - chance), the mean over replies, 0 for guessing (Wang et al., 2024)"
        )
    added = [cell for cell in scores.cells if cell.addition]
    if added:
        names = dict.fromkeys(
            ", ".join(part for part in (visible(one.experiment), visible(one.condition)) if part)
            for one in added
        )
        lines.append(
            f"additions to the paper's cells, in no mean of a domain: {and_list(list(names))}"
        )
    if scores.mended:
        titles = and_list([visible(title) for title in scores.mended])
        lines.append(f"scored with the answers of the file as it is now: {titles}")
    finished = len(scores.trials)
    if finished < scores.planned:
        lines.append(f"INCOMPLETE: {finished} of {counted(scores.planned, 'trial')} are finished")
    return [*lines, *map(visible, scores.notes)]


def _of_cells(cells: Sequence[CellScore]) -> list[str]:
    """What the columns of cells mean, as far as they may be there."""
    lines = [
        "n: draws; texts: distinct texts among their trials; where there is one text, n counts "
        "replies to it",
        "95%: t on draw means with one pseudo-draw, half at each end of the scale; none under five "
        "draws",
        "chance: guessing every question, controls passed; share right: of the marks, controls "
        "ignored; 1+4x share: the straight line beside the bands",
        "control failed, no answer, off task: the share of trials that are 0 for that reason; at "
        "most: 5 x the share of trials that passed the control",
    ]
    if any({cell.strict.mean, cell.lenient.mean} != {cell.lrs.mean} for cell in cells):
        lines.append("strict, lenient: half marks taken for wrong, for right")
    if any(cell.technical for cell in cells):
        lines.append(
            "lost: no LRS, since a reply was cut off at the limit of tokens, holds no text, or "
            "ended for a reason that devrun does not know"
        )
    if any(cell.bounds is not None for cell in cells):
        lines.append(
            "LRS with the lost: between which means it would lie with every trial that was lost to "
            "limits of ours 0, and 5; where more than one in twenty was lost"
        )
    if any(cell.overrides.changed or cell.first.n for cell in cells):
        lines.append(
            "rule overridden: how often coders left another LRS standing, and how far off on "
            "average; given first: how often an LRS was given before any mark, and beside it the "
            "rule's from the same judgements"
        )
    return lines
