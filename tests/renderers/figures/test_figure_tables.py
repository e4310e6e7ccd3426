"""The tables of figures: every number in them stands in the document at the place it names."""

from __future__ import annotations

from collections.abc import Iterator
from html.parser import HTMLParser

from renderers.fields.comparison.comparisons import comparison_document
from renderers.fields.scores import score_document
from renderers.figures.cells import cell_figures
from renderers.figures.confusions import confusion_figures
from renderers.figures.cost import cost_figures
from renderers.figures.domains import domain_figures
from renderers.figures.drawn import Drawn
from renderers.figures.drift import drift_figures
from renderers.figures.familiar import familiar_figures
from renderers.figures.question_shares import question_share_figures
from renderers.figures.spread import coder_mean_figures, gate_figures
from renderers.report.values import Value
from tests.renderers.figures.figure_rows import agreement, cells, comparisons, costs, study
from tests.renderers.report.full_places import in_full


def test_every_number_of_a_table_is_the_document_s() -> None:
    scores = study(cells())
    document: dict[str, object] = {
        "score": score_document(scores),
        "agree": agreement(),
        "compare": comparison_document(comparisons()),
        "report": {"costs": costs(), "judges": []},
    }
    whole = Value(document)
    figures: tuple[Drawn, ...] = (
        *domain_figures(scores.domains),
        *cell_figures(scores.cells),
        *gate_figures(scores.cells),
        *question_share_figures(scores.question_shares),
        *coder_mean_figures(scores.cells),
        *familiar_figures(comparisons()),
        *confusion_figures(whole["agree"], simulated=False),
        *drift_figures(whole["agree"], simulated=False),
        *cost_figures(whole["report"]["costs"], whole["report"]["judges"], simulated=False),
    )
    for one in figures:
        numbers = list(_numbers(one.table))
        assert numbers
        for value, place in numbers:
            found = _at(document, place)
            told = None if value == "null" else float(value)
            assert (found, place) == (told, place)


def _numbers(table: str) -> Iterator[tuple[str, str]]:
    class Reader(HTMLParser):
        found: list[tuple[str, str]] = []  # noqa: RUF012

        def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
            if tag == "data":
                named = dict(attrs)
                self.found.append((named["value"] or "", named["data-from"] or ""))

    reader = Reader()
    reader.found = []
    reader.feed(in_full(table))
    yield from reader.found


def _at(document: object, place: str) -> object:
    for part in place.split("/")[1:]:
        key = part.replace("~1", "/").replace("~0", "~")
        if document is None:
            return None
        if isinstance(document, list):
            document = document[int(key)]
        else:
            assert isinstance(document, dict)
            document = document[key]
    return document
