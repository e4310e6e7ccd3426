"""The automatic sections of a preregistration, generated from its block, by name, as Markdown.

They are generated again when the form is sealed and compared with the text, so that a sentence
cannot contradict the block. What is the same in every study (the rule of the LRS, the statuses) is
included: whoever edits it is told that devrun does something else.
"""

from __future__ import annotations

import json
from collections.abc import Callable

from dsl.words import and_list, counted
from renderers.comparison_rows import ComparisonKind
from renderers.tables.precision import before
from renderers.terminal import visible
from runners.preregistration.plan import PlanBlock, PlannedModel


def made_sections(block: PlanBlock) -> dict[str, str]:
    """Every automatic section by its name, in the order of the form; each ends with a newline."""
    return {name: _tidy(make(block)) for name, make in _PARTS.items()}


def _tidy(text: str) -> str:
    """Without trailing blanks, which editors remove."""
    return "\n".join(line.rstrip() for line in text.strip().split("\n")) + "\n"


def safe(text: str) -> str:
    """Foreign text inside Markdown: on one line, nothing hidden, no mark-up."""
    line = visible(text).replace("\n", " ").replace("\t", " ")
    for sign in ("\\", "`", "*", "_", "|", "[", "]", "<", "#"):
        line = line.replace(sign, f"\\{sign}")
    return line


def code(text: str) -> str:
    """Foreign text as code, in which no sign has a meaning."""
    line = " ".join(visible(text).split())
    return "`" + line.replace("`", "'").replace("|", "/").replace("<!--", "<!- -") + "`"


def _banner(block: PlanBlock) -> str:
    if not block.simulated:
        return "The participants include models that are not simulated: their replies are data."
    return (
        "**SIMULATED, not data**: all participants are programs. This form shows what a "
        "preregistration looks like; it registers no study."
    )


def _scripts(block: PlanBlock) -> str:
    lines = [
        "| script | cells | wording | runs | samples | seed | trials per model |",
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
        f"Total: {counted(total, 'trial')} with {counted(len(block.models), 'participant')}. A "
        "trial gets one LRS: one participant in one cell, with one draw of words and one sample.",
    ]
    for one in block.scripts:
        if one.only:
            lines.append(
                f"{safe(one.title)}: only the cells with "
                f"{and_list([safe(level) for level in one.only], 'or')}."
            )
    lines += ["", "| script | file | procedure (hash) | rubric (hash) | word pools (hash) |"]
    lines.append("|---|---|---|---|---|")
    lines += [
        f"| {safe(one.title)} | {code(one.file)} | `{one.procedure}` | `{one.rubric}` | "
        f"`{one.words}` |"
        for one in block.scripts
    ]
    return "\n".join(lines)


def _models(block: PlanBlock) -> str:
    lines = ["| participant | parameters | other settings |", "|---|---|---|"]
    for one in block.models:
        asked, rest = _identity(one)
        mark = " **(simulated)**" if one.simulated else ""
        lines.append(f"| {code(one.name)}{mark} | {asked} | {rest or '-'} |")
    lines += [
        "",
        "A parameter (temperature, max tokens or any other) is sent only if it is named here; "
        "otherwise the provider's default applies, and is reported as such.",
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
    told = and_list([code(word) for word in words]) if words else "provider defaults"
    return told, and_list([code(word) for word in rest])


def _draws(block: PlanBlock) -> str:
    permuted = [one for one in block.scripts if "permuted" in one.wordings]
    original = [one for one in block.scripts if "original" in one.wordings]
    lines = [
        "Words that vary are drawn with the script's seed; the same draw gives the same words to "
        "every participant in every condition. The order of answers and other levels are "
        "counterbalanced as the script says. No draw is repeated or removed by hand.",
    ]
    if permuted:
        lines.append(
            "In permuted wording the unit of analysis is the draw: samples are averaged within "
            "draws, n counts draws, and results generalise to words of the pools."
        )
    if original:
        lines.append(
            "The original wording is one text (times its counterbalanced forms): n counts replies "
            "to it, the number of distinct texts is reported, and results hold for this text only."
        )
    return "\n".join(lines)


def _seen(block: PlanBlock) -> str:
    seen = block.seen
    lines = [f"In the store {code(seen.store)} at {safe(seen.at)} (UTC):", ""]
    if not seen.replies:
        lines.append("- no replies to these scripts")
    mine = {one.name for one in block.models}
    for one in seen.replies:
        whose = "" if one.model in mine else ", not in this plan"
        mark = " (simulated)" if one.simulated else ""
        lines.append(
            f"- {safe(one.script)}: {counted(one.calls, 'reply', 'replies')} from "
            f"{code(one.model)}{mark}{whose}, the newest at {safe(one.newest)}"
        )
    lines.append(f"- {counted(seen.codes, 'line')} of coding logs for these scripts")
    return "\n".join(lines)


def _size(block: PlanBlock) -> str:
    from coders.statistics.resolving import resolution

    lines: list[str] = []
    for runs in dict.fromkeys(one.runs for one in block.scripts):
        spreads = [one.spread for one in block.scripts if one.runs == runs and one.spread]
        if not spreads:
            lines.append(f"- {counted(runs, 'run')} per cell: precision unknown")
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
        f"Data collection ends when every cell has its runs ({runs}), whatever the replies: scores "
        "are not used to stop or to continue. Every reply is final and is data, also if it is a "
        "refusal, empty, filtered or cut off; it is not requested again. A call without a reply (a "
        "timeout, a server error) is repeated until there is one. More draws, more samples or "
        "another seed than planned are deviations, and are reported as such."
    )


def _coding(block: PlanBlock) -> str:
    coding = block.coding
    if not coding.blind_coders and not coding.authors:
        return (
            "Nobody codes: a program marks the replies with the key. There is no agreement to "
            "report."
        )
    one_coder, one_author = coding.blind_coders == 1, coding.authors == 1
    read, gives = ("reads", "gives") if one_coder else ("read", "give")
    view = (
        f"{read} whole transcripts (rubric view), {gives} a mark for each question and then the "
        "LRS, blind to model, wording label, run and hypothesis, but not to condition"
        if coding.view == "rubric"
        else f"{read} single questions and replies with the possible answers in random order "
        "(content view), blind to condition and key as well; the key scores what they say was said"
    )
    lines = [
        f"{counted(coding.blind_coders, 'blind coder')}, independently and in different orders, "
        f"{view}. {coding.overlap_percent:g}% of the trials are coded by two or more.",
        f"Hidden duplicates: {coding.duplicates_percent:g}% of the items (at least 20), for "
        "intra-coder agreement. Names that participants give themselves are masked, and on every "
        "tenth item coders guess the model and the wording (masking test).",
    ]
    if coding.gold:
        lines.append(
            f"Before the study each coder is trained and calibrated: at least "
            f"{coding.gold_percent:g}% of the marks, and all control questions but one, must agree "
            "with the gold. A coder who fails both forms does not code. Gold is in no score."
        )
    else:
        lines.append("Coders are not calibrated against gold codes.")
    if coding.keyed:
        lines.append("The accepted answers are shown with the questions.")
    if coding.plain_replies:
        lines.append("Formatting is removed from all replies.")
    if coding.neutral_words:
        lines.append("Words that vary are replaced by neutral words in stories and replies.")
    if coding.authors:
        lines.append(
            f"{counted(coding.authors, 'author')} also {'codes' if one_author else 'code'}, not "
            "blind and not pooled."
        )
    if coding.judges:
        one_judge = coding.judges == 1
        lines.append(
            f"{counted(coding.judges, 'model')} also {'codes' if one_judge else 'code'} the same "
            f"items as {'judge' if one_judge else 'judges'}, reported separately from people."
        )
    lines.append(
        "Agreement is computed before adjudication, separately for control questions and, within "
        "cells, for the LRS of trials that passed them. Threshold: Krippendorff's ordinal alpha of "
        f"the LRS within cells of at least {coding.agreement_threshold:g}."
    )
    return "\n\n".join(lines)


_MEASURED = """
Each scored question has one mark: right 1, half right 1/2, wrong 0. A trial's LRS (LLM Response
Score) is computed from p, the weighted mean of its marks: 1 for p below 1/4, 2 below 1/2, 3 below
3/4, 4 below 1, and 5 if all is right (4 if a right answer is unclear). Every trial has one status:

| status | when | LRS |
|---|---|---|
| scored | none of the others | computed from p |
| gate_failed | a control question was answered wrongly in the paper's own story | 0 |
| no_answer | every scored reply, or a control reply, was a refusal, empty or withheld | 0 |
| off_task | every scored reply was irrelevant or a hallucination | 0 |
| technical | a reply was cut off at the token limit, incomplete or lost | none |

Also reported for every LRS: the proportion correct, ignoring controls, and the linear score,
1 + 4 x proportion correct."""


def _record(block: PlanBlock) -> str:
    whose = {
        "blind": "the mean of the LRS computed from the marks of each blind coder",
        "blind+author": "the mean of the LRS computed from the marks of each blind coder and "
        "author",
        "adjudicated": "the LRS computed from the marks after adjudication",
        "likelihood": "computed from the key alone: all answers are scored by likelihood",
        "matcher": "the matcher's, which is a program and not a coder",
    }[block.analysis.score_of_record]
    return (
        f"The primary score (`score_of_record` in the block) is {whose}. Scores are averaged over "
        "coders within a trial, over samples within a draw, and over draws within a cell; a failed "
        "control is treated as the script says (LRS 0 unless it says otherwise)."
    )


def _inference(block: PlanBlock) -> str:
    alpha = block.analysis.alpha
    lines = [
        "Cells: 95% t interval of the draw means, with one pseudo-draw split between the ends of "
        "the scale; none below five draws. Differences: MOVER from the intervals of both sides, "
        "with the correlation of shared draws if they are paired. Tests: exact two-sided sign-flip "
        "test of the draw differences, reported with the smallest p that is possible with this "
        "number of draws. Comparison with chance: exact one-sided test of the proportion correct, "
        "ignoring controls, against the distribution of guessing, computed by convolution from the "
        "number of possible answers to each question.",
    ]
    guessing = [one for one in block.scripts if one.guessing]
    if guessing:
        lines.append(
            "Chance LRS (guessing): "
            + and_list([f"{_range(one.guessing)} in {safe(one.title)}" for one in guessing])
            + "."
        )
    lines += [
        f"Contrasts of {safe(one.title)}: {and_list([safe(name) for name in one.contrasts])}; the "
        "proportion of draws that pass (all questions of the contrast right), with a Wilson "
        "interval, compared with the probability of passing by guessing."
        for one in block.scripts
        if one.contrasts
    ]
    declared = block.declared
    if not declared:
        lines.append(
            "No comparison is declared: all comparisons are reported as exploratory, with an "
            "interval and no p value."
        )
        return "\n\n".join(lines)
    families = dict.fromkeys(one.family for one in declared)
    lines.append(
        f"Declared comparisons, at alpha {alpha:g} after Holm's correction within each family (all "
        "other comparisons are exploratory, with an interval and no p value):"
    )
    rows = [
        f"- {safe(family)}: "
        + "; ".join(safe(one.words) for one in declared if one.family == family)
        for family in families
    ]
    lines.append("\n".join(rows))
    if any(one.kind is ComparisonKind.WORDINGS for one in declared):
        lines.append(
            "The familiar-words effect (original minus permuted) is tested over experiments only "
            "(n: experiments); in a cell it is a rank among the permuted draws, without a test."
        )
    return "\n\n".join(lines)


def _range(ends: tuple[float, ...]) -> str:
    low, high = f"{min(ends):.2f}", f"{max(ends):.2f}"
    return low if low == high else f"{low} to {high}"


def _familiar(block: PlanBlock) -> str:
    both = [one for one in block.scripts if set(one.wordings) == {"original", "permuted"}]
    if not both:
        return (
            "The familiar-words effect is not estimated: no script is run in both original and "
            "permuted wording."
        )
    return (
        f"The familiar-words effect (original minus permuted) is estimated over {len(both)} "
        f"{'script' if len(both) == 1 else 'scripts'} run in both wordings, for the LRS, the "
        "proportion correct and its log-odds (n: scripts); in a cell as a rank among its permuted "
        "draws. It is not called contamination: a positive value does not show that a model has "
        "seen the study, and zero does not show that it has not."
    )


def _exclusion(block: PlanBlock) -> str:
    return (
        "No participant, trial or reply is excluded by hand. A trial that is lost for technical "
        f"reasons has no LRS. If more than {block.analysis.technical_loss_percent:g}% of the "
        "trials of a cell are lost, the cell is reported with bounds (its mean if all lost trials "
        "scored 0, and if all scored 5), and nothing is concluded from its mean alone."
    )


def _sensitivity(block: PlanBlock) -> str:
    if not block.analysis.sensitivity:
        return "No sensitivity analysis is planned."
    wanted = [f"- {safe(words)}" for words in block.analysis.sensitivity]
    return "\n".join(["Reported in addition to the primary score:", "", *wanted])


def _shown(block: PlanBlock) -> str:
    if not block.shown:
        return "No published figures are shown with the results."
    lines = [
        "Published figures are shown only with the same question and measure, as in their source; "
        "runs of a model are not children:",
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
