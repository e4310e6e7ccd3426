"""The texts of an export: its README, its codebook, and the changes to the study.

Tables show only the result. CHANGES.md tells readers that a key was corrected after the replies,
that two stores were merged, or that disagreements were adjudicated.

Each file is a template of its name. Every text that a template prints is made safe for Markdown.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from dsl.words import counted
from renderers.compiled_templates import text_templates
from renderers.csv_text import shown
from runners.export.facts import SIMULATED, Facts

if TYPE_CHECKING:
    from jinja2 import Environment

    from runners.store.study_queries import StartRecord

TEXTS = ("CODEBOOK.md", "README.md", "CHANGES.md")

_SIGNS = str.maketrans({"|": "\\|", "<": "\\<", "\\": "\\\\"})


class _Verbatim(str):
    """A text that is Markdown already."""


def plain(text: str) -> str:
    """Somebody else's words in Markdown: on one line, hidden marks visible, so that they build no
    table and no tag.
    """
    return " ".join(shown(text).translate(_SIGNS).split())


def export_text(name: str, facts: Facts, deviations: Sequence[str]) -> str:
    """A file of an export, in Markdown; `deviations` are those from the preregistration, a sentence
    each.
    """
    template = _templates().get_template(f"{name}.jinja")
    changed = list(_changed_keys(facts.starts))
    return template.render(facts=facts, deviations=deviations, changed=changed)


def _changed_keys(starts: Sequence[StartRecord]) -> Iterator[tuple[str, str, str, str]]:
    """Each time that the key of a script changed from one start to the next: the script, when, and
    the rubrics before and since.
    """
    before: dict[str, str] = {}
    for start in starts:
        for one in start.editions:
            known = before.setdefault(one.procedure, one.rubric)
            if known != one.rubric:
                yield one.experiment, start.at, known, one.rubric
            before[one.procedure] = one.rubric


@cache
def _templates() -> Environment:
    made = text_templates(Path(__file__).parent / "templates", finalize=_safe)
    made.globals.update(SIMULATED=SIMULATED)
    made.filters.update(
        counted=counted, names=_names, number="{:,}".format, share=_share, verbatim=_Verbatim
    )
    return made


def _safe(value: object) -> object:
    return plain(value) if isinstance(value, str) and not isinstance(value, _Verbatim) else value


def _names(names: Sequence[str], last: str = ", ") -> str:
    quoted = [f"`{name}`" for name in names]
    return last.join([", ".join(quoted[:-1]), quoted[-1]] if quoted[1:] else quoted)


def _share(filled: int, rows: int) -> str:
    if filled == rows:
        return "all"
    return f"{filled:,} ({filled / rows:.0%})" if filled else "none"
