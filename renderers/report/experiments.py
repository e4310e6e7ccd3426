"""The mean of every experiment for all models: a whole study in one table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from renderers import domain_order
from renderers.report.values import Value

_Who = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Mean:
    """The mean `of` an experiment for a model in a wording, and its chance level."""

    of: Value
    chance: Value

    @property
    def who(self) -> _Who:
        """The model and the wording."""
        return self.of["model"].text, self.of["wording"].text


@dataclass(frozen=True, slots=True)
class ExperimentRow:
    """The means of an experiment by model and wording."""

    experiment: Value
    by_column: Mapping[_Who, Mean]


def experiment_means(document: Value) -> dict[str, object]:
    """What experiments.html.jinja is about: the `means` in the order of their domains, and the same
    as `rows` of experiments, with a model and wording in each of the `columns`.
    """
    means = [
        Mean(one, document["report"]["experiments"][at]["chance_lrs"])
        for at, one in enumerate(document["score"]["experiments"])
    ]
    means.sort(key=lambda mean: domain_order.place(mean.of["domain"].text))
    by_title: dict[str, dict[_Who, Mean]] = {}
    for mean in means:
        by_title.setdefault(mean.of["experiment"].text, {})[mean.who] = mean
    rows = [ExperimentRow(next(iter(mine.values())).of, mine) for mine in by_title.values()]
    return {"means": means, "rows": rows, "columns": list(dict.fromkeys(one.who for one in means))}
