"""What stands in the brackets after a word: its pronoun, article, plural and synonyms.

A value without a pronoun of its own takes its original's, so that `Sally (she): Rose, Mia` says
it once; plural, article and synonyms belong to one word alone.
"""

from __future__ import annotations

from dsl import faults, tree
from dsl.checking.findings import Findings
from dsl.experiment import Word
from dsl.span import Span

PRONOUNS = {
    "she": "she", "her": "she", "he": "he", "him": "he", "they": "they", "them": "they", "it": "it",
}  # fmt: skip
ARTICLES = ("a", "an")


def word(text: str, forms: tree.Forms | None, found: Findings, *, pronoun: str | None) -> Word:
    """A word with the forms declared beside it; `pronoun` is that of its original, if any."""
    given: dict[str, str] = {}
    also: tuple[str, ...] = ()
    for part, span in _parts(forms):
        kind, value = _form(part)
        if kind is None:
            found.add(faults.names.UnknownForm(span=span, form=part))
        elif kind in given:
            found.add(faults.names.FormTwice(span=span, form=part))
        else:
            given[kind] = value
            if kind == "also":
                also = tuple(dict.fromkeys(_collapse(v) for v in value.split(",") if v.strip()))
    return Word(
        text=text,
        article=given.get("article"),
        plural=given.get("plural"),
        pronoun=given.get("pronoun", pronoun),
        also=also,
    )


def _collapse(text: str) -> str:
    return " ".join(text.split())


def _form(part: str) -> tuple[str | None, str]:
    lower = part.lower()
    if lower in PRONOUNS:
        return "pronoun", PRONOUNS[lower]
    if lower in ARTICLES:
        return "article", lower
    for kind in ("plural", "also"):
        if lower.startswith(f"{kind} "):
            return kind, _collapse(part[len(kind) :])
    return None, part


def _parts(forms: tree.Forms | None) -> list[tuple[str, Span]]:
    if forms is None:
        return []
    parts = []
    at = 0
    offset = _offset(forms)
    for piece in forms.text.split(";"):
        start = at + len(piece) - len(piece.lstrip())
        at += len(piece) + 1
        text = _collapse(piece)
        if offset is None or not text:
            span = forms.span
        else:
            column = forms.span.column + offset + start
            span = Span(
                forms.span.file, forms.span.line, column, forms.span.line,
                column + len(piece.strip()),
            )  # fmt: skip
        parts.append((text, span))
    return parts


def _offset(forms: tree.Forms) -> int | None:
    """How far inside its span the text begins: the span may hold the brackets, or not."""
    whole = forms.span
    if whole.line != whole.end_line:
        return None
    return {0: 0, 2: 1}.get(whole.end_column - whole.column - len(forms.text))
