"""How scores were computed, in words, below the tables that show them."""

from __future__ import annotations

from renderers.design_words import and_list, counted
from renderers.score_rows import CellScore, StudyScores
from renderers.terminal import visible

UNKNOWN = "unknown"


def by_whom(scores: StudyScores) -> str:
    """Who the scores are by: `by 2 blind coders: A and B`."""
    if scores.provisional:
        return "by the matcher, provisional: no person has coded it"
    names = [visible(name) for name in scores.coders]
    if not names:
        return "by nobody yet: no code that counts has come home"
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


def method(scores: StudyScores, *, gate: str | None) -> list[str]:
    """How every figure was made, a line each."""
    lines = [f"scores {by_whom(scores)}"]
    if scores.provisional:
        lines.append("provisional: means of what the matcher could decide; code the replies first")
    lines += [
        "LRS, 0 to 5: by the rule from the marks of each trial, a failed control treated as the "
        "script says; averaged over coders in a trial, samples in a draw, draws in a cell",
        "n: draws; texts: distinct texts among their trials; where there is one text, n counts "
        "replies to it",
        "95%: t on draw means with one pseudo-draw, half at each end of the scale; none under five "
        "draws",
        "chance: guessing every question, controls passed; share right: of the marks, controls "
        "ignored; 1+4x share: the straight line beside the bands",
        "strict, lenient: half marks taken for wrong, for right; at most: 5 x the share of trials "
        "that passed the control",
    ]
    if gate is not None:
        lines.append(
            {
                "zero": "zero: every trial with a failed control is 0",
                "exclude": "exclude: trials with a failed control left out, n kept beside it; who "
                "is left out may differ between conditions and models",
                "ungated": "ungated: failed controls ignored",
            }[gate]
        )
    if scores.domains:
        lines.append(
            "domain: flat mean over the paper's cells, and over experiments beside it; their 95% "
            "are about these experiments and no others; t: experiments as a sample of the domain"
        )
    if scores.contrasts:
        lines.append(
            "a contrast is passed in a draw when all its questions are right; 95%: Wilson's "
            "interval; chance: that a guesser passes it"
        )
    if scores.mended:
        titles = and_list([visible(title) for title in scores.mended])
        lines.append(f"scored with the answers of the file as it is now: {titles}")
    finished = len(scores.trials)
    if finished < scores.planned:
        lines.append(f"INCOMPLETE: {finished} of {counted(scores.planned, 'trial')} are finished")
    return [*lines, *map(visible, scores.notes)]


def remarks(cells: list[CellScore]) -> list[str]:
    """What is to be said of single cells: technical trials, LRS that coders gave themselves."""
    lines: list[str] = []
    for cell in cells:
        name = ", ".join(part for part in (visible(cell.condition), cell.wording) if part)
        if cell.bounds is not None and cell.technical_share is not None:
            low, high = (f"{float(end):.2f}" for end in cell.bounds)
            lines.append(
                f"{name}: {float(cell.technical_share):.0%} of its trials were lost to limits of "
                f"ours; with them the LRS would lie between {low} and {high}"
            )
        given = cell.overrides
        if given.changed and given.difference is not None:
            lines.append(
                f"{name}: coders overrode the rule in {given.changed} of {given.given}; theirs "
                f"minus the rule's is {float(given.difference):+.2f} on average"
            )
        first = cell.first
        if first.given is not None and first.rule is not None:
            lines.append(
                f"{name}: LRS given before any mark, {counted(first.n, 'time')}: mean "
                f"{float(first.given):.2f}, by the rule {float(first.rule):.2f}"
            )
        if cell.addition:
            lines.append(f"{name}: an addition to the paper's cells, in no mean of a domain")
    return lines
