"""`dataset_description.json`: what Psych-DS reads, in the words of schema.org.

Required are name, description and variableMeasured in the namespace of schema.org, and the type
Dataset (Psych-DS, rules and conventions). What only people know (who made the study, under which
licence) is a sentence to be replaced: a guess would be believed.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING

from renderers.fields.field import Kind, Variable
from renderers.number_words import NOT_DATA
from runners.export.facts import SIMULATED, Facts
from runners.export.folder import IDENTIFIER

if TYPE_CHECKING:
    from collections.abc import Sequence

Json = dict[str, object]

_TO_WRITE = "[to be written: {}]"


def description_text(facts: Facts) -> str:
    """The whole file."""
    return json.dumps(_description(facts), ensure_ascii=False, indent=2) + "\n"


def _description(facts: Facts) -> Json:
    mark = f"{SIMULATED}: " if facts.simulated else ""
    return {
        "@context": "https://schema.org",
        "@type": "Dataset",
        "name": f"{mark}devrun study {facts.study}: {'; '.join(facts.titles)}",
        "description": _sentences(facts),
        "identifier": IDENTIFIER + facts.study,
        "author": [{"@type": "Person", "name": _TO_WRITE.format("who made this study")}],
        "license": _TO_WRITE.format("the URL of a licence, for example CC BY 4.0"),
        "keywords": list(_keywords(facts)),
        "temporalCoverage": "/".join(facts.replied),
        "dateCreated": facts.wanted.at,
        "measurementTechnique": (
            f"devrun {facts.wanted.version}: scripted experiments with language models; replies "
            + ("marked by a program" if facts.provisional else "coded by people")
            + ", scored as LLM Response Score (0 to 5)"
        ),
        "variableMeasured": list(_variables(facts)),
    }


def _sentences(facts: Facts) -> str:
    models = ", ".join(name for name, _ in facts.participants)
    lead = (
        f"{SIMULATED}: the participants were programs, to test the scripts. "
        if facts.simulated
        else ""
    )
    return (
        f"{lead}{facts.finished} finished trials of {len(facts.opened.rows)} planned: "
        f"{'; '.join(facts.titles)}, with {models}. CODEBOOK.md describes every table and "
        "column, README.md how to reproduce the tables."
    )


def _keywords(facts: Facts) -> Iterable[str]:
    if facts.simulated:
        yield NOT_DATA.lower()
    yield from ("developmental psychology", "language models", "LLM Response Score")
    domains = (dict(one.experiment.meta).get("domain", "") for one in facts.opened.chapters)
    yield from dict.fromkeys(domain for domain in domains if domain)


def _variables(facts: Facts) -> Iterator[Json]:
    """Each column of the data set once, in the order of the tables."""
    found: dict[str, dict[str, Variable]] = {}
    for one in facts.tables:
        for variable in one.table.columns:
            found.setdefault(variable.name, {})[one.table.name] = variable
    return map(_variable, found.values())


def _variable(declared: Mapping[str, Variable]) -> Json:
    """A column, as each table declares it. What is not the same in all of them is said of each; of
    a factor the table counts that has most of its levels.
    """
    one = max(declared.values(), key=lambda variable: len(variable.levels))
    sentences: dict[str, list[str]] = {}
    for table, variable in declared.items():
        sentences.setdefault(_sentence(variable), []).append(f"`{table}`")
    said = [f"In {', '.join(tables)}: {sentence}" for sentence, tables in sentences.items()]
    found: Json = {
        "@type": "PropertyValue",
        "name": one.name,
        "description": " ".join(said) if len(said) > 1 else _sentence(one),
    }
    if one.unit:
        found["unitText"] = one.unit
    if one.kind in (Kind.NUMBER, Kind.WHOLE):
        found |= {
            name: end
            for name, end in (("minValue", one.low), ("maxValue", one.high))
            if end is not None
        }
    if one.levels:
        found["valueReference"] = _levels(one)
    return found


def _sentence(one: Variable) -> str:
    missing = f"Empty: {one.missing}." if one.missing else "Never empty."
    return f"{one.what} ({one.kind.value}). {missing}"


def _levels(one: Variable) -> Sequence[Json]:
    found: list[Json] = []
    for value, meaning in one.levels:
        level: Json = {"@type": "PropertyValue", "value": value}
        found.append(level | {"description": meaning} if meaning else level)
    return found
