"""`README.md` of an export: what it is, how much, and the command that makes the tables again."""

from __future__ import annotations

from collections.abc import Iterator

from runners.export.facts import SIMULATED, Facts
from runners.export.markdown import plain


def readme_text(facts: Facts) -> str:
    """The whole file, in Markdown."""
    return "\n".join(_lines(facts)) + "\n"


def _lines(facts: Facts) -> Iterator[str]:
    if facts.simulated:
        yield f"# {SIMULATED}: study {facts.study}"
        yield ""
        yield (
            f"**{SIMULATED}.** Programs answered here that are no model. What these tables show is "
            "that scripts and analysis work, and nothing about anybody."
        )
    else:
        yield f"# Study {facts.study}"
    yield ""
    yield f"A study of language models by devrun {facts.version}, as a Psych-DS data set."
    yield ""
    yield "| | |"
    yield "|---|---|"
    yield f"| scripts | {plain('; '.join(facts.titles))} |"
    asked = "; ".join(
        f"{one.name}{' (simulated)' if one.simulated else ''}" for one in facts.opened.participants
    )
    yield f"| asked | {plain(asked)} |"
    yield f"| trials | {facts.finished:,} finished of {len(facts.opened.rows):,} planned |"
    yield f"| of these | {plain('; '.join(f'{n:,} {name}' for name, n in facts.statuses))} |"
    yield f"| calls | {facts.calls:,} |"
    yield f"| replies came | {' to '.join(facts.replied)} |"
    yield f"| judged by | {_by(facts)} |"
    yield f"| exported | {facts.at} |"
    yield ""
    for note in facts.notes:
        yield f"- {plain(note)}"
    if facts.notes:
        yield ""
    yield from _again(facts)
    yield from _contents(facts)
    yield from _people(facts)


def _by(facts: Facts) -> str:
    if facts.provisional:
        return "devrun's matcher alone, or the key: provisional until people have coded"
    coders = {
        column.name: column.what
        for one in facts.tables
        for column in one.table.variables
        if column.name.startswith("rater_")
    }
    return f"{len(coders)} coder{'' if len(coders) == 1 else 's'} whose ratings are pooled"


def _again(facts: Facts) -> Iterator[str]:
    yield "## The tables again"
    yield ""
    yield (
        "Every reply and every judgement is in `data/raw/study.sqlite`. With devrun "
        f"{facts.version} installed, and without a key or a network, this prints the scores again, "
        "given in this folder:"
    )
    yield ""
    yield "```"
    yield facts.again("score")
    yield "```"
    yield ""
    yield (
        "`devrun agree`, `devrun report`, `devrun transcript` and `devrun replay` take the same "
        "`--store`. Without devrun, `analysis.R` computes means and agreement from the CSV files "
        "and fits mixed models: `Rscript analysis.R`."
    )
    yield ""


def _contents(facts: Facts) -> Iterator[str]:
    yield "## What is here"
    yield ""
    for one in facts.tables:
        yield f"- `data/{one.file}`: a row is {one.table.row} ({one.rows:,})"
    yield (
        f"- `data/raw/replies-*.jsonl`: every call verbatim, in {facts.parts} "
        f"part{'' if facts.parts == 1 else 's'}: what was sent, and the provider's answer as it "
        "came"
    )
    if facts.logs:
        yield (
            f"- `data/raw/logs/`: the coding logs of {len(facts.logs)} "
            f"packet{'' if len(facts.logs) == 1 else 's'}"
        )
    yield "- `data/raw/study.sqlite`: this study as a store of devrun"
    yield f"- `scripts/`: {plain(', '.join(f'`{one}`' for one in facts.scripts))}"
    if facts.mended:
        mended = ", ".join(f"`{one}`" for one in facts.mended)
        yield f"- `scripts-mended/`: {plain(mended)}, whose key counts here (see CHANGES.md)"
    if facts.preregistration is not None:
        yield "- `preregistration.md`: the preregistration of this study"
    yield "- `CODEBOOK.md`, `dataset_description.json`: every column, for people and for programs"
    yield "- `CHANGES.md`: what was changed, settled or left out since the study began"
    yield "- `analysis.R`: means, agreement and mixed models in R"
    yield ""


def _people(facts: Facts) -> Iterator[str]:
    yield "## Before you publish it"
    yield ""
    yield (
        "Write who made the study, and a licence, into `dataset_description.json`: both stand "
        "there as `[to be written: ...]`. The names of coders are in the tables and in the store "
        "as they were given, and notes that coders wrote are in their logs: ask them."
        if facts.logs
        else "Write who made the study, and a licence, into `dataset_description.json`: both stand "
        "there as `[to be written: ...]`."
    )
