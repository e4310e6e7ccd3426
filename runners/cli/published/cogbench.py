"""CogBench, where a user has it, as scripts with tables: profiles and topics as conditions, what is
read or seen as waves, questionnaires, people's ratings, and those of the published methods.

None of it comes with devrun: it has the licence CC BY-NC-SA 4.0. `coders.tables.cogbench` reads it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from coders.tables.cogbench import PROFILES, read_half
from coders.tables.cogbench_half import DatasetHalf, Subset
from dsl.files import source
from dsl.files.people import MAJORITY
from dsl.words import and_list, counted, folded
from renderers import csv_text
from runners.cli.errors import Stop, UsageError
from runners.cli.options import whole_number

NAME = "cogbench"
TEMPLATE = Path(__file__).resolve().parents[2] / "templates" / "cogbench.dev"
HALVES = {"articles": "cogbench_a", "videos": "cogbench_v"}
LANGUAGES = ("english", "chinese")
METHODS, RATIONALITY = "methods.csv", "rationality.csv"
_MOST_TOLD = 100
_MOST_BYTES = 512_000_000
_TOLD = ("react", "reflexion")
"""Published methods that were given people's feedback on their last answers (section 5.1)."""
_CHINESE = re.compile("[\u4e00-\u9fff]")
_WORDS = {
    False: (
        "strongly disagree", "disagree", "neither agree nor disagree", "agree", "strongly agree",
        "You are the person below. Say how far you agree with the sentence, with one of the "
        "numbers, and give your reason.",
    ),
    True: (
        "非常不同意", "不同意", "既不同意也不反对", "同意", "非常同意",
        "你就是下面描述的这个人。请用其中一个数字说明你在多大程度上同意这句话，并说明理由。",
    ),
}  # fmt: skip
"""Labels of the scale and instructions, for questions that are in Chinese or not."""

PUBLISHED = {"topics": "50", "profiles": "20", "articles": "500", "videos": "5,000"}
"""Lv et al. (2024, Table 1, section 3.1)."""
PUBLISHED_WORDS = {
    "articles": ("2,044.54", {
        "Entertainment": "2,261.26", "Culture": "1,997.44", "Education": "2,394.96",
        "Economy": "1,842.32", "Health": "1,782.74", "Technology": "2,351.68",
        "Society": "1,864.22", "Life": "2,015.60", "Sports": "2,135.24", "Fashion": "1,799.94",
    }),
    "videos": ("289.60", {
        "Entertainment": "283.98", "Culture": "323.81", "Education": "231.62", "Economy": "399.42",
        "Health": "182.01", "Technology": "246.40", "Society": "315.23", "Life": "250.70",
        "Sports": "236.56", "Fashion": "190.29",
    }),
}  # fmt: skip
"""Mean words of an article or video, of all and by category (Table 6)."""


def subset(topics: str | None, profiles: str | None, waves: str | None) -> Subset:
    """What the options stand for: names with commas between them, or how many; `0-3,10`.

    Raises:
        UsageError: the waves are no such list.
    """
    return Subset(_names(topics), _names(profiles), None if waves is None else _waves(waves))


def _names(option: str | None) -> tuple[str, ...] | int | None:
    if option is None:
        return None
    number = whole_number(option)
    if number == 0:
        told = f"`{option}` asks for none of them"
        raise UsageError(told, "write how many, 1 or more, or names with commas between them")
    if number is not None:
        return number
    return tuple(name.strip() for name in option.split(",") if name.strip())


def _waves(option: str) -> frozenset[int]:
    found: set[int] = set()
    for part in option.split(","):
        ends = re.fullmatch(r"\s*([0-9]{1,4})\s*(?:-\s*([0-9]{1,4})\s*)?", part)
        if ends is None:
            told = f"`--waves {option}` is no list of waves"
            raise UsageError(told, "write for example --waves 0-3 or --waves 0,1,5", "no-such-wave")
        found.update(range(int(ends[1]), int(ends[2] or ends[1]) + 1))
    if not any(found):
        told = f"`--waves {option}` has no wave in which something is shown"
        raise UsageError(told, "write for example --waves 0-3", "no-such-wave")
    return frozenset(found)


def read_halves(
    folder: Path, names: Sequence[str], language: str | None, wanted: Subset, *, leave_out: bool
) -> dict[str, DatasetHalf]:
    """The halves of these names, read from a folder with the published files; `leave_out`: ratings
    that cannot be used are left out, instead of nothing being written.

    Raises:
        Stop: files are missing, or something in them cannot be used; every fault is named.
    """
    texts = _texts(_home(folder, language), names)
    halves = {name: read_half(texts, HALVES[name], wanted) for name in names}
    faults = {
        f"{one} ({one.help})": None
        for half in halves.values()
        for one in (*half.shown.faults, *(() if leave_out else half.rated.faults))
    }
    if faults:
        some = "\n  ".join(list(faults)[:_MOST_TOLD])
        more = f"\n  and {len(faults) - _MOST_TOLD:,} more" if len(faults) > _MOST_TOLD else ""
        only = not any(half.shown.faults for half in halves.values())
        advice = ", or leave these ratings out with --leave-out" if only else ""
        told = f"`{folder}` has {counted(len(faults), 'fault')}:\n  {some}{more}"
        raise Stop("table", told, f"mend them{advice}")
    return halves


def _home(folder: Path, language: str | None) -> Path:
    """The folder of the files of a language: this one, or one below it."""
    there = [one for one in LANGUAGES if (folder / one).is_dir()]
    if language is None and len(there) == 2:
        told = f"`{folder}` has two languages, {and_list(there)}"
        raise UsageError(told, "choose one with --language", "no-bank")
    if language is not None and there and language not in there:
        raise UsageError(f"`{folder}` has no folder `{language}`", "choose another", "no-bank")
    if (folder / PROFILES).is_file() or not there:
        return folder
    return folder / (language or there[0])


def _texts(home: Path, halves: Iterable[str]) -> dict[str, str]:
    """The texts of the files by name; ratings may be missing."""
    needed = (PROFILES, *(f"{HALVES[half]}.json" for half in halves))
    missing = [f"`{name}`" for name in needed if not (home / name).is_file()]
    if missing:
        raise UsageError(
            f"`{home}` has no {and_list(missing)}",
            "name the folder with the published files of a language, or the one above; "
            "`--half articles` needs no videos",
            "no-bank",
        )
    ratings = [f"eval_{HALVES[half]}.json" for half in halves]
    there = [*needed, *(name for name in ratings if (home / name).is_file())]
    return {
        name: source.read(home / name, what="data file", most=_MOST_BYTES).text for name in there
    }


def script_of(half: str, read: DatasetHalf, folder: str) -> tuple[str, dict[str, bytes]]:
    """The script of a half, whose tables are in this folder, and the tables by name."""
    chinese = any(_CHINESE.search(words) for one in read.questions.values() for words in one)
    text = TEMPLATE.read_text("utf-8").replace("HALF", half).replace("FOLDER", folder)
    if chinese:
        # Replies are stored by title, so that the two languages are studies of their own.
        text = text.replace(f"experiment CogBench {half}", f"experiment CogBench {half} in Chinese")
    *labels, instructions = _WORDS[chinese]
    text = text.replace("LABELS", "\n        ".join(labels))
    text = text.replace("INSTRUCTIONS", instructions)
    if 0 in read.waves:
        text = text.replace("    without wave 0\n", "")
    shown = sorted(read.flows.items(), key=lambda one: one[0][1])
    place = ("topic", "profile", "wave", "item")
    tables: dict[str, tuple[Sequence[str], Iterable[Iterable[object]]]] = {
        "topics.csv": (("topic", "category"), read.categories.items()),
        # The first attribute is the name, by which the level is called.
        "profiles.csv": (
            list(next(iter(read.profiles.values()))),
            [one.values() for one in read.profiles.values()],
        ),
        f"{half}.csv": (
            ("topic", "wave", "text"),
            [(topic, wave, "\n\n".join(texts)) for (topic, wave), texts in shown if wave],
        ),
        "questions.csv": (
            ("topic", "item", "words"),
            [(topic, _item(at), words) for topic, questions in read.questions.items()
             for at, words in enumerate(questions)],
        ),
        "ratings.csv": (
            (*place, "rater", "rating"),
            [(*where, _item(at), MAJORITY, one) for (where, at), one in read.people.items()],
        ),
        METHODS: (
            ("participant", "sees_feedback", *place, "rating", "reason"),
            [(one.method, csv_text.field(folded(one.method) in _TOLD), *one.place,
              _item(one.question), one.rating, csv_text.field(one.reason))
             for one in read.methods],
        ),
        RATIONALITY: (
            ("participant", *place, "rater", "rating"),
            [(one.method, *one.place, _item(one.question), MAJORITY, one.rationality)
             for one in read.methods if one.rationality is not None],
        ),
    }  # fmt: skip
    if not read.people:
        text = re.sub(r"    people from .*\n", "", text)
    kept = {name: (header, rows) for name, (header, rows) in tables.items() if rows}
    return text, {name: csv_text.csv_of(*table).encode() for name, table in kept.items()}


def _item(at: int) -> str:
    return f"q{at + 1}"


def described(half: str, read: DatasetHalf) -> Iterator[str]:
    """What was read of a half beside what was published (Tables 1 and 6)."""
    shown = sum(len(texts) for texts in read.flows.values())
    waves = [wave for wave in read.waves if wave]
    yield _line(half, "found", "published")
    counts = {"topics": len(read.categories), "profiles": len(read.profiles), half: shown}
    for name, count in counts.items():
        yield _line(name, f"{count:,}", PUBLISHED[name])
    yield _line("waves", f"{len(waves)}", "10")
    words = PUBLISHED_WORDS[half]
    yield _line(f"words per {half[:-1]}", _mean(read.mean_words()), words[0])
    for category in dict.fromkeys(read.categories.values()):
        name = f"  {category or 'without a category'}"
        yield _line(name, _mean(read.mean_words(category)), words[1].get(category, "unknown"))
    rated, unrated = len(read.people), read.not_rated
    yield f"people's ratings: {rated:,}; not rated (-1): {unrated:,}"
    by_method: dict[str, int] = {}
    for one in read.methods:
        by_method[one.method] = by_method.get(one.method, 0) + 1
    if by_method:
        every = ", ".join(f"{name} {count:,}" for name, count in by_method.items())
        yield f"published answers in {METHODS}: {every}"
    notes: Mapping[str, list[int]] = read.shown.notes | read.rated.notes
    for told, (first, count) in notes.items():
        yield f"{told}: {count:,}, first in record {first:,}"


def _line(name: str, found: str, published: str) -> str:
    return f"{name:<24} {found:>10} {published:>12}"


def _mean(value: object) -> str:
    return "unknown" if value is None else f"{float(value):,.2f}"  # type: ignore[arg-type]
