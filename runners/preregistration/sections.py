"""The parts of a preregistration's text that are made from its block, each by name, as Markdown.

They are made again when the form is sealed and held against what stands there, so that a sentence
and the block cannot say two things. What is the same in every study (the rule of the LRS, the
statuses) is among them: who edits it should be told that devrun will go on as before.
"""

from __future__ import annotations

import json
from collections.abc import Callable

from dsl.words import and_list, counted
from renderers.comparison_rows import ComparisonKind
from renderers.telling_words import before
from renderers.terminal import visible
from runners.preregistration.plan import PlanBlock, PlannedModel


def made_sections(block: PlanBlock) -> dict[str, str]:
    """Every made part by its name, in the order of the form; each ends with a line feed."""
    return {name: _tidy(make(block)) for name, make in _PARTS.items()}


def _tidy(text: str) -> str:
    """No blanks at the ends of lines, which editors take away."""
    return "\n".join(line.rstrip() for line in text.strip().split("\n")) + "\n"


def safe(text: str) -> str:
    """Words of somebody else inside Markdown: on one line, nothing hidden, no mark-up of ours."""
    line = visible(text).replace("\n", " ").replace("\t", " ")
    for sign in ("\\", "`", "*", "_", "|", "[", "]", "<", "#"):
        line = line.replace(sign, f"\\{sign}")
    return line


def code(text: str) -> str:
    """Words of somebody else as code, in which nothing has a meaning."""
    line = " ".join(visible(text).split())
    return "`" + line.replace("`", "'").replace("|", "/").replace("<!--", "<!- -") + "`"


def _banner(block: PlanBlock) -> str:
    if not block.simulated:
        return "Models are asked that devrun does not simulate: their replies are data."
    return (
        "**SIMULATED, not data**: only programs of devrun's are to be asked. This form shows how a "
        "preregistration looks, and registers nothing."
    )


def _scripts(block: PlanBlock) -> str:
    lines = [
        "| script | cells | wording | runs | samples | seed | trials a model |",
        "|---|---|---|---|---|---|---|",
    ]
    for one in block.scripts:
        wording = " and ".join(one.wordings)
        lines.append(
            f"| {safe(one.title)} | {one.cells} | {wording} | {one.runs} | {one.samples} | "
            f"{one.seed} | {one.trials:,} |"
        )
    total = sum(one.trials for one in block.scripts) * len(block.models)
    lines += [
        "",
        f"In all {counted(total, 'trial')} with {counted(len(block.models), 'participant')}. A "
        "trial is what gets one LRS: a cell, a draw of words, a sample and a participant.",
    ]
    for one in block.scripts:
        if one.only:
            lines.append(
                f"Of {safe(one.title)} only the cells with "
                f"{and_list([safe(level) for level in one.only], 'or')}."
            )
    lines += ["", "| script | file | what is sent (procedure) | what judges (rubric) | pools |"]
    lines.append("|---|---|---|---|---|")
    lines += [
        f"| {safe(one.title)} | {code(one.file)} | `{one.procedure}` | `{one.rubric}` | "
        f"`{one.words}` |"
        for one in block.scripts
    ]
    return "\n".join(lines)


def _models(block: PlanBlock) -> str:
    lines = ["| participant | parameters | further |", "|---|---|---|"]
    for one in block.models:
        asked, rest = _identity(one)
        mark = " **(simulated)**" if one.simulated else ""
        lines.append(f"| {code(one.name)}{mark} | {asked} | {rest or '-'} |")
    lines += [
        "",
        "A temperature, a longest reply (max tokens) or any other parameter is sent only where it "
        "is named here; else the provider's default holds, and is reported as that.",
    ]
    told = [(script.title, text) for script in block.scripts for text in script.system]
    if not told:
        lines.append("No system text is sent.")
    for title, text in told:
        lines += [
            "",
            f"System text of {safe(title)} (first draw):",
            "",
            *(f"> {safe(line)}" for line in text.split("\n")),
        ]
    return "\n".join(lines)


def _identity(one: PlannedModel) -> tuple[str, str]:
    held = one.identity
    try:
        asked = json.loads(held.get("parameters", "{}"))
    except (ValueError, RecursionError):
        asked = {"parameters": held["parameters"]}
    if not isinstance(asked, dict):
        asked = {"parameters": asked}
    words = [f"{name} {json.dumps(value)}" for name, value in asked.items()]
    rest = [
        f"{name} {value}"
        for name, value in held.items()
        if name not in {"provider", "model", "parameters"}
    ]
    told = and_list([code(word) for word in words]) if words else "provider default for all"
    return told, and_list([code(word) for word in rest])


def _draws(block: PlanBlock) -> str:
    permuted = [one for one in block.scripts if "permuted" in one.wordings]
    original = [one for one in block.scripts if "original" in one.wordings]
    lines = [
        "Words that vary are drawn by the script's seed; the same draw gives the same words to "
        "every participant and every condition. Which answers stand first and which side is which "
        "is balanced as the script says. Nothing is drawn anew, and nothing is left out by hand.",
    ]
    if permuted:
        lines.append(
            "In permuted wording the unit is the draw: samples of a draw are averaged first, then "
            "draws are n, and what is inferred is about words of the pools."
        )
    if original:
        lines.append(
            "The original wording is one text (times its counterbalanced forms): n there is "
            "replies to it, distinct texts are printed beside, and what is inferred is about this "
            "text."
        )
    return "\n".join(lines)


def _seen(block: PlanBlock) -> str:
    seen = block.seen
    lines = [f"As the store {code(seen.store)} had it at {safe(seen.at)} (UTC):", ""]
    if not seen.replies:
        lines.append("- no reply of any participant to any of these scripts")
    mine = {one.name for one in block.models}
    for one in seen.replies:
        whose = "" if one.model in mine else ", who is not in this plan"
        mark = " (simulated)" if one.simulated else ""
        lines.append(
            f"- {safe(one.script)}: {counted(one.calls, 'reply', 'replies')} of "
            f"{code(one.model)}{mark}{whose}, the newest at {safe(one.newest)}"
        )
    lines.append(f"- {counted(seen.codes, 'line')} of coding logs about these scripts")
    return "\n".join(lines)


def _size(block: PlanBlock) -> str:
    from coders.statistics.resolving import resolution

    lines: list[str] = []
    for runs in dict.fromkeys(one.runs for one in block.scripts):
        spreads = [one.spread for one in block.scripts if one.runs == runs and one.spread]
        if not spreads:
            lines.append(f"- {counted(runs, 'run')} of a cell: what can be told apart is unknown")
            continue
        best = resolution(runs, min(low for low, *_ in spreads))
        worst = resolution(runs, max(high for *_, high in spreads))
        told = None if best is None or worst is None else (best, worst)
        lines.append(f"- {before(runs, told)}")
    return "\n".join(lines)


def _stopping(block: PlanBlock) -> str:
    wanted = dict.fromkeys(one.runs for one in block.scripts)
    runs = and_list([f"{number:,}" for number in wanted])
    return (
        f"Asking ends when every cell has its runs ({runs}), whatever the replies are: there is no "
        "look at scores in between that could end it or prolong it. A reply of any kind (a "
        "refusal, an empty, a filtered or a cut one) is final and is data; it is not asked for "
        "again. A call that brought no reply at all (a timeout, a server's fault) is asked again "
        "until it brings one. More draws, more samples or another seed than planned would be a "
        "deviation, and are reported as one."
    )


def _coding(block: PlanBlock) -> str:
    coding = block.coding
    if not coding.blind_coders and not coding.authors:
        return (
            "Nobody codes: replies are marked by a program, by the key. There is no agreement to "
            "report."
        )
    view = (
        "the whole transcript (rubric view) and give marks for each question, then the LRS: they "
        "are blind to model, wording label, run and hypothesis, not to condition"
        if coding.view == "rubric"
        else "the question, the reply and what could be said in shuffled order (content view): "
        "they are blind to condition and to what is right as well; the key scores what was said"
    )
    lines = [
        f"{counted(coding.blind_coders, 'blind coder')}, independently and each in another order, "
        f"see {view}. {coding.overlap_percent:g}% of the trials are coded by two or more.",
        f"Hidden duplicates: {coding.duplicates_percent:g}% of the items (at least 20), for "
        "intra-coder agreement. Names that participants give themselves are masked, and on every "
        "tenth item coders guess the model and the wording (masking test).",
    ]
    if coding.gold:
        lines.append(
            f"Before the study each coder is trained and passes a gate: at least "
            f"{coding.gold_percent:g}% of the gold marks right and all gold controls but one; who "
            "fails the second form does not code. Gold is in no score."
        )
    else:
        lines.append("There is no calibration against gold codes.")
    if coding.keyed:
        lines.append("The accepted answers stand beside the questions.")
    if coding.plain_replies:
        lines.append("Mark-up in replies is set plain, in all items.")
    if coding.neutral_words:
        lines.append("Neutral words stand for the words that vary, in stories and replies.")
    if coding.authors:
        lines.append(
            f"{counted(coding.authors, 'author')} code as well, who are not blind and not pooled."
        )
    if coding.judges:
        lines.append(
            f"{counted(coding.judges, 'model')} code the same items as judges, reported beside "
            "the people and in no human figure."
        )
    lines.append(
        "Agreement is computed before anything is adjudicated, the controls apart, and the LRS "
        "among trials that passed, within cells. Threshold: Krippendorff's ordinal alpha of the "
        f"LRS within cells of at least {coding.agreement_threshold:g}."
    )
    return "\n\n".join(lines)


_MEASURED = """
Each scored question has one mark: right 1, half right 1/2, wrong 0. A trial's LRS (LLM Response
Score) follows from p, the weighted share of its marks, by a rule: below 1/4 it is 1, below 1/2 it
is 2, below 3/4 it is 3, below 1 it is 4, and 5 where all is right (4 where a right answer is
unclear). Every trial has one status:

| status | when | LRS |
|---|---|---|
| scored | else | by the rule |
| gate_failed | a control question was answered wrongly in the paper's own story | 0 |
| no_answer | every scored reply, or a reply to a gate, was refused, empty or withheld | 0 |
| off_task | every scored reply was irrelevant or invented | 0 |
| technical | our token limit cut the reply, or it was no whole one, or the call was lost | none |

Beside every LRS stand the share right with controls ignored and 1 + 4 x share."""


def _record(block: PlanBlock) -> str:
    whose = {
        "blind": "the mean of the blind coders, each scored apart, by the rule",
        "blind+author": "the mean of blind coders and authors, each scored apart, by the rule",
        "adjudicated": "by the rule after adjudication",
        "likelihood": "by the key alone: every reply is weighed by likelihood",
        "matcher": "the matcher's, which is a program and no coder",
    }[block.analysis.score_of_record]
    return (
        f"The score of record is {whose}. Coders are averaged in a trial, samples in a draw, draws "
        "in a cell; a failed control is treated as the script says (zero unless it says otherwise)."
    )


def _inference(block: PlanBlock) -> str:
    alpha = block.analysis.alpha
    lines = [
        "Cells: 95% t interval on draw means with one pseudo-draw, half at each end of the scale; "
        "none under five draws. Differences: MOVER from the intervals of the two, with the "
        "correlation of common draws where they are paired. Tests: exact sign-flip on draw "
        "differences, two-sided, beside the smallest p that so many draws can give. With guessing: "
        "one-sided and exact, against the distribution of a guesser computed by convolution over "
        "each question's number of candidates, on the share right with controls ignored.",
    ]
    guessing = [one for one in block.scripts if one.guessing]
    if guessing:
        lines.append(
            "A guesser's LRS: "
            + and_list([f"{_range(one.guessing)} in {safe(one.title)}" for one in guessing])
            + "."
        )
    lines += [
        f"Contrasts of {safe(one.title)}: {and_list([safe(name) for name in one.contrasts])}; the "
        "share of draws in which all of a contrast is right, with a Wilson interval, beside the "
        "joint chance of a guesser."
        for one in block.scripts
        if one.contrasts
    ]
    declared = block.declared
    if not declared:
        lines.append(
            "No comparison is declared: nothing gets a p value, and every comparison is reported "
            "as exploratory, with its interval."
        )
        return "\n\n".join(lines)
    families = dict.fromkeys(one.family for one in declared)
    lines.append(
        f"Declared comparisons, at alpha {alpha:g} after Holm's correction inside each family; "
        "every other comparison is exploratory, and has an interval and no p value:"
    )
    rows = [
        f"- {safe(family)}: "
        + "; ".join(safe(one.words) for one in declared if one.family == family)
        for family in families
    ]
    lines.append("\n".join(rows))
    if any(one.kind is ComparisonKind.WORDINGS for one in declared):
        lines.append(
            "The familiar-words effect (original minus permuted) is inferred over experiments only "
            "(n = experiments); in a cell it is a rank among the permuted draws, without a test."
        )
    return "\n\n".join(lines)


def _range(ends: tuple[float, ...]) -> str:
    low, high = f"{min(ends):.2f}", f"{max(ends):.2f}"
    return low if low == high else f"{low} to {high}"


def _familiar(block: PlanBlock) -> str:
    both = [one for one in block.scripts if set(one.wordings) == {"original", "permuted"}]
    if not both:
        return (
            "The familiar-words effect is not estimated: no script is asked in original and in "
            "permuted wording."
        )
    return (
        f"The familiar-words effect (original minus permuted) is estimated over {len(both)} "
        f"{'script' if len(both) == 1 else 'scripts'} asked in both wordings, on LRS, share and "
        "log-odds, with scripts as n; in a cell as a rank among its permuted draws. It is not "
        "called contamination: zero would not show absence, nor a positive value memory."
    )


def _exclusion(block: PlanBlock) -> str:
    return (
        "No participant, trial or reply is left out by hand. A trial that was lost by us "
        "(technical) has no LRS. Where more than "
        f"{block.analysis.technical_loss_percent:g}% of the trials of a cell are lost, the cell is "
        "reported between the bounds that all of them as 0 and all of them as 5 would give, and "
        "nothing is concluded from its mean alone."
    )


def _sensitivity(block: PlanBlock) -> str:
    if not block.analysis.sensitivity:
        return "No sensitivity analysis is planned."
    wanted = [f"- {safe(words)}" for words in block.analysis.sensitivity]
    return "\n".join(["Reported beside the score of record:", "", *wanted])


def _shown(block: PlanBlock) -> str:
    if not block.shown:
        return "No published figure is shown beside the results."
    lines = [
        "Published figures are shown only beside the same question and measure, as their source "
        "has them; runs of a model are not children:",
        "",
    ]
    lines += [
        f"- {safe(one.script)}{f', {safe(one.cells)}' if one.cells else ''}: {safe(one.who)} "
        f"{safe(one.value)}{safe(one.unit) if one.unit == '%' else safe(f' {one.unit}'.rstrip())} "
        f"({safe(one.source)})"
        for one in block.shown
    ]
    return "\n".join(lines)


_PARTS: dict[str, Callable[[PlanBlock], str]] = {
    "banner": _banner,
    "blinding and coding": _coding,
    "scripts": _scripts,
    "draws": _draws,
    "seen already": _seen,
    "participants": _models,
    "size": _size,
    "stopping": _stopping,
    "measures": lambda _: _MEASURED,
    "score of record": _record,
    "inference": _inference,
    "familiar words": _familiar,
    "exclusion": _exclusion,
    "sensitivity": _sensitivity,
    "published figures": _shown,
}
