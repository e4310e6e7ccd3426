"""The scores of a study under the paper's protocol: a table for each domain, as the paper has them
(Kosoy et al., 2023, Tables 3 to 6), then the means of domains (Table 7) and of coders.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from dsl.experiment import Protocol
from renderers.domain_order import place_in_tables
from renderers.fields.cells import paper_columns
from renderers.fields.field import columns, pick
from renderers.fields.means import CODER_MEAN, CODER_MEANS_TITLE, DOMAIN, of_the_paper
from renderers.number_words import NONE, decimal
from renderers.rows.scores import DomainScore, PaperCell, StudyScores
from renderers.tables.fitted import Column, one_table
from renderers.tables.page import Page
from renderers.tables.score_words import by_whom, not_scored
from renderers.terminal import visible

_UNIT = {
    Protocol.PAPER: "a coder gives each run one rating",
    Protocol.PAPER_BY_PROMPT: "a coder gives each prompt a rating, and a run has their mean",
}

_OF_DOMAINS = ("domain", "wording", "cells", "lrs_mean", "ci95")


def render_paper(scores: StudyScores, *, width: int = 100, colour: bool = False) -> str:
    """The tables as text, no line wider than `width`."""
    page = Page(width=width, colour=colour)
    page.top(f"Study {visible(scores.study)}, rated {by_whom(scores)}", simulated=scores.simulated)
    rows = scores.paper_cells
    page.tables(rows, paper_columns(rows), _table, lambda key: ", ".join(filter(None, key)))
    domains = sorted(of_the_paper(scores.domains), key=lambda row: place_in_tables(row.domain))
    if len(domains) > len(dict.fromkeys(row.model for row in domains)):
        page.by_participant("mean LRS of domains", domains, _domain_columns(domains))
    if scores.coder_means and not scores.provisional:
        names = ("coder", "kind", "counted", "trials", "lrs_mean")
        table = one_table(columns(pick(CODER_MEAN, *names), scores.coder_means), page.width)
        page.table(CODER_MEANS_TITLE, table, simulated=scores.simulated)
    page.heading("method")
    page.print(*_method(scores))
    return page.text


def _domain_columns(rows: Sequence[DomainScore]) -> list[Column]:
    """Columns of domain means, and of those that were published for the same cells."""
    ours = columns(pick(DOMAIN, *_OF_DOMAINS), rows)
    whose = dict.fromkeys(row.published.who for row in rows if row.published)
    if len(whose) != 1:
        return ours
    texts = (row.published.lrs if row.published else None for row in rows)
    cells = tuple(NONE if lrs is None else decimal(lrs) for lrs in texts)
    return [*ours, Column(visible(*whose), cells)]


def _table(row: PaperCell) -> tuple[str, str, str]:
    cell = row.cell
    return f"LRS scores for {visible(cell.domain or 'no domain')}", cell.wording, cell.model


def _method(scores: StudyScores) -> Iterator[str]:
    yield f"protocol `{scores.protocol.value}`: own stories only; {_UNIT[scores.protocol]}"
    if scores.provisional:
        yield (
            "provisional: nobody has rated; LRS by the rule from automatic marks of the own "
            "questions: `devrun packets`, or `devrun collect ratings.csv --csv`"
        )
    yield (
        "LRS: 0 to 5, mean over coders, then over n runs of one text; 95%: t interval over these "
        "runs, from five on. It holds for this text: other words, which the paper did not try, may "
        "give another score (run without --protocol)"
    )
    if any(row.cell.reference for row in scores.paper_cells):
        yield "published: other prompts and coders; no interval is available, and nothing is tested"
    yield "`devrun agree`: kappas of the ratings; `devrun score --all`: every column"
    yield from not_scored(scores)
