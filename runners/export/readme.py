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
            f"**{SIMULATED}.** The participants were programs. These tables show that "
            "scripts and analysis work, nothing else."
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
        return "devrun's matcher, or the key: provisional until people have coded"
    coders = {
        column.name: column.what
        for one in facts.tables
        for column in one.table.columns
        if column.name.startswith("rater_")
    }
    return f"{len(coders)} coder{'' if len(coders) == 1 else 's'} whose ratings are pooled"


def _again(facts: Facts) -> Iterator[str]:
    yield "## Computing the tables again"
    yield ""
    yield (
        f"All replies and codes are in `data/raw/study.sqlite`. With devrun {facts.version} "
        "installed, this command, given in this folder, prints the scores without a key or "
        "network:"
    )
    yield ""
    yield "```"
    yield facts.again("score")
    yield "```"
    yield ""
    yield (
        "`devrun agree`, `devrun report`, `devrun transcript` and `devrun replay` accept "
        "the same `--store`. Without devrun, `Rscript analysis.R` computes means and "
        "agreement from the CSV files and fits mixed models."
    )
    yield ""


def _contents(facts: Facts) -> Iterator[str]:
    yield "## Contents"
    yield ""
    for one in facts.tables:
        yield f"- `data/{one.name}`: a row is {one.table.row} ({one.rows:,})"
    yield (
        f"- `data/raw/replies-*.jsonl`: every call verbatim, in {facts.parts} "
        f"part{'' if facts.parts == 1 else 's'}: what was sent, and the provider's answer "
        "unchanged"
    )
    if facts.logs:
        yield (
            f"- `data/raw/logs/`: the coding logs of {len(facts.logs)} "
            f"packet{'' if len(facts.logs) == 1 else 's'}"
        )
    yield "- `data/raw/study.sqlite`: this study as a devrun store"
    yield f"- `scripts/`: {plain(', '.join(f'`{one}`' for one in facts.scripts))}"
    if facts.mended:
        mended = ", ".join(f"`{one}`" for one in facts.mended)
        yield f"- `scripts-mended/`: {plain(mended)}, whose key is used here (see CHANGES.md)"
    if facts.preregistration is not None:
        yield "- `preregistration.md`: the preregistration of this study"
    yield "- `CODEBOOK.md`, `dataset_description.json`: every column, for people and programs"
    yield "- `CHANGES.md`: what was changed, adjudicated or left out since the study began"
    yield "- `analysis.R`: means, agreement and mixed models in R"
    yield ""


def _people(facts: Facts) -> Iterator[str]:
    yield "## Before you publish it"
    yield ""
    yield (
        "Add the authors and a licence to `dataset_description.json`, marked there as `[to "
        "be written: ...]`. Coders' names are in the tables and in the store, and their "
        "notes are in their logs: ask for their permission."
        if facts.logs
        else "Add the authors and a licence to `dataset_description.json`, marked there as `[to "
        "be written: ...]`."
    )
