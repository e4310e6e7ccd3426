"""The settings of a preregistration as TOML.

TOML, because people edit it by hand, it has comments, and Python reads it by itself; YAML would
take `no` for false. A library that writes it was left out: ours has six kinds of table, and each
comment belongs to one line.
"""

from __future__ import annotations

import json
from collections.abc import Sequence

from renderers.comparison_rows import ComparisonKind
from renderers.terminal import visible
from runners.preregistration.block import PlanBlock, PlannedComparison, PlannedScript

SCORES = ("blind", "blind+author", "adjudicated", "likelihood", "matcher")
"""Roles of `devrun score`."""

Plain = str | int | float | bool | Sequence[str] | Sequence[float]


def written(block: PlanBlock) -> str:
    """The block as TOML, without the fence around it."""
    lines = [f"format = {block.format}", _line("made_with", block.made_with), ""]
    for script in block.scripts:
        lines += _script(script)
    for model in block.models:
        identity = ", ".join(f"{_text(key)} = {_text(value)}" for key, value in model.identity)
        lines += [
            "[[model]]",
            _line("name", model.name),
            _line("simulated", model.simulated),
            f"identity = {{ {identity} }}",
            "",
        ]
    coding, analysis = block.coding, block.analysis
    lines += [
        "[coding]",
        f"{_line('view', coding.view)}  # rubric or content",
        _line("blind_coders", coding.blind_coders),
        f"{_line('authors', coding.authors)}  # not blind, and not pooled",
        f"{_line('judges', coding.judges)}  # models; in no human figure",
        f"{_line('overlap_percent', coding.overlap_percent)}  # of trials, by two or more",
        _line("duplicates_percent", coding.duplicates_percent),
        _line("gold", coding.gold),
        f"{_line('gold_percent', coding.gold_percent)}  # of the gold marks right, to code at all",
        _line("keyed", coding.keyed),
        _line("plain_replies", coding.plain_replies),
        _line("neutral_words", coding.neutral_words),
        f"{_line('agreement_threshold', coding.agreement_threshold)}  # alpha of LRS within cells",
        "",
        "[analysis]",
        _line("alpha", analysis.alpha),
        f"{_line('score_of_record', analysis.score_of_record)}  # {', '.join(SCORES)}",
        _line("technical_loss_percent", analysis.technical_loss_percent),
        _line("sensitivity", analysis.sensitivity),
        "",
        "# A comparison has a p value only if it is declared, here or in a script (`compare`):",
        "#   kind = conditions (levels of one condition), models, wordings or guessing",
        "#   Holm's correction is made inside a family; expect = more or less (first than second)",
    ]
    for one in block.compare:
        lines += _compare(one)
    if not block.compare:
        lines += [*_example(block), ""]
    for figure in block.shown:
        lines += [
            "[[shown]]",
            _line("script", figure.script),
            _line("cells", figure.cells),
            _line("who", figure.who),
            _line("value", figure.value),
            _line("unit", figure.unit),
            _line("source", figure.source),
            "",
        ]
    lines += [
        "[seen]  # `devrun preregister --renew FILE` fills this in anew",
        _line("at", block.seen.at),
        _line("store", block.seen.store),
        _line("codes", block.seen.codes),
        "",
    ]
    for told in block.seen.replies:
        lines += [
            "[[seen.reply]]",
            _line("script", told.script),
            _line("model", told.model),
            _line("simulated", told.simulated),
            _line("calls", told.calls),
            _line("newest", told.newest),
            "",
        ]
    return "\n".join(lines).rstrip("\n") + "\n"


def _script(script: PlannedScript) -> list[str]:
    return [
        "[[script]]",
        _line("title", script.title),
        _line("file", script.file),
        _line("procedure", script.procedure),
        _line("rubric", script.rubric),
        _line("words", script.words),
        _line("text", script.text),
        _line("cells", script.cells),
        _line("wordings", script.wordings),
        _line("only", script.only),
        _line("runs", script.runs),
        _line("samples", script.samples),
        _line("seed", script.seed),
        _line("system", script.system),
        _line("contrasts", script.contrasts),
        _line("spread", script.spread),
        _line("guessing", script.guessing),
        "",
    ]


def _example(block: PlanBlock) -> list[str]:
    """A declaration to be uncommented, in names of this very plan: nobody has to look up a form."""
    models = [one.name for one in block.models]
    if len(models) > 1:
        shown = PlannedComparison(
            ComparisonKind.MODELS, "primary", first=models[0], second=models[1], expect="more"
        )
    else:
        shown = PlannedComparison(ComparisonKind.GUESSING, "primary")
    return [
        "#   for example (take away the signs # in front, then --renew this file):",
        *(f"# {line}" for line in _compare(shown) if line),
    ]


def _compare(one: PlannedComparison) -> list[str]:
    return [
        "[[compare]]",
        *(
            _line(key, value)
            for key, value in (
                ("kind", one.kind.value),
                ("family", one.family),
                ("experiment", one.experiment),
                ("domain", one.domain),
                ("first", one.first),
                ("second", one.second),
                ("expect", one.expect),
            )
            if value
        ),
        "",
    ]


def _line(key: str, value: Plain) -> str:
    return f"{key} = {_value(value)}"


def _value(value: Plain) -> str:
    if isinstance(value, str):
        return _text(value)
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int | float):
        return repr(value)
    return f"[{', '.join(_value(one) for one in value)}]"


def _text(value: str) -> str:
    """A TOML string on one line: JSON's, with hidden signs and odd ends of lines escaped."""
    return "".join(map(_escaped, json.dumps(value, ensure_ascii=False)))


def _escaped(sign: str) -> str:
    if visible(sign) == sign:
        return sign
    # Half of a pair is no character, and TOML has no way to write it.
    point = 0xFFFD if 0xD800 <= ord(sign) < 0xE000 else ord(sign)
    return f"\\U{point:08x}"
