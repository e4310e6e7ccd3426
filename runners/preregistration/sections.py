"""The automatic sections of a preregistration, generated from its block, by name, as Markdown.

They are generated again when the form is sealed and compared with the text, so that a sentence
cannot contradict the block. What is the same in every study (the rule of the LRS, the statuses) is
included: whoever edits it gets a message that devrun does something else.

Their text is in templates/sections.md.jinja.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING

from coders.desk.rubric import TABLE_1
from dsl.words import and_list, counted
from renderers.tables.precision import expected_own_precision, expected_precision
from renderers.terminal import visible
from runners.preregistration.plan import PlanBlock, PlannedModel, PublishedFigure

if TYPE_CHECKING:
    from jinja2.environment import TemplateModule

SECTIONS = (
    "banner",
    "blinding and coding",
    "scripts",
    "draws",
    "seen already",
    "participants",
    "size",
    "stopping",
    "measures",
    "score of record",
    "inference",
    "familiar words",
    "exclusion",
    "sensitivity",
    "published figures",
)
"""Their names, in the order of the form."""
_CONTINUED = re.compile(r"\n +(?!\{[%#])")


def made_sections(block: PlanBlock) -> dict[str, str]:
    """Every automatic section by its name, in the order of the form; each ends with a newline."""
    return {name: _tidy(getattr(_templates(), name.replace(" ", "_"))(block)) for name in SECTIONS}


def _tidy(text: str) -> str:
    """Without trailing blanks, which editors remove."""
    return "\n".join(line.rstrip() for line in text.strip().split("\n")) + "\n"


@cache
def _templates() -> TemplateModule:
    from jinja2 import Environment, StrictUndefined

    # Markdown, not HTML: each foreign text is escaped where it is used.
    made = Environment(undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True)
    made.filters.update(
        plain=_plain, code=_code, listed=_listed, range=_range, thousands="{:,}".format
    )
    made.globals.update(
        counted=counted,
        percent=lambda value: f"{value:g}%",
        in_wording=_in_wording,
        identity=_identity,
        precision=_precision,
        figure_unit=_figure_unit,
        table_1=TABLE_1,
    )
    folder = files("runners.preregistration").joinpath("templates")
    text = folder.joinpath("sections.md.jinja").read_text(encoding="utf-8")
    return made.from_string(_CONTINUED.sub(" ", text)).module


def _plain(text: str) -> str:
    """Foreign text inside Markdown: on one line, nothing hidden, no mark-up."""
    line = visible(text).replace("\n", " ").replace("\t", " ")
    for sign in ("\\", "`", "*", "_", "|", "[", "]", "<", "#"):
        line = line.replace(sign, f"\\{sign}")
    return line


def _code(text: str) -> str:
    """Foreign text as code, in which no sign has a meaning."""
    line = " ".join(visible(text).split())
    return "`" + line.replace("`", "'").replace("|", "/").replace("<!--", "<!- -") + "`"


def _listed(words: Iterable[str], last: str = "and") -> str:
    return and_list(list(words), last)


def _range(ends: tuple[float, ...]) -> str:
    low, high = f"{min(ends):.2f}", f"{max(ends):.2f}"
    return low if low == high else f"{low} to {high}"


def _in_wording(block: PlanBlock, *wordings: str) -> int:
    """How many scripts are run in all of these wordings."""
    return sum(set(wordings) <= set(one.wordings) for one in block.scripts)


def _identity(one: PlannedModel) -> tuple[list[str], list[str]]:
    """The parameters that a participant is asked with, and its other settings."""
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
    return words, rest


def _precision(block: PlanBlock) -> Iterator[tuple[int, str]]:
    """What each number of runs can tell apart, in words, in the LRS and in own stories; empty where
    that is unknown.
    """
    from coders.statistics.resolving import resolution
    from runners.analysis.telling_apart import own_resolution

    for runs in dict.fromkeys(one.runs for one in block.scripts):
        spreads = [one.spread for one in block.scripts if one.runs == runs and one.spread]
        if not spreads:
            yield runs, ""
            continue
        best = resolution(runs, min(low for low, *_ in spreads))
        worst = resolution(runs, max(high for *_, high in spreads))
        yield (
            runs,
            expected_precision(runs, None if best is None or worst is None else (best, worst)),
        )
        questions = max(one.own_questions for one in block.scripts if one.runs == runs)
        if own := own_resolution(questions, runs):
            yield runs, expected_own_precision(runs, own)


def _figure_unit(one: PublishedFigure) -> str:
    """The unit as it follows a number."""
    return one.unit if one.unit == "%" else f" {one.unit}".rstrip()
