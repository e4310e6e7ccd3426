"""A half of CogBench as its authors publish it: profiles, what is read or seen wave by wave,
questionnaires, and people's and methods' ratings (Lv et al., 2024, CogGPT).

`coders.tables.json_records` names what is wrong by file, record and field.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from math import inf
from typing import Any

from coders.tables.cogbench_half import DatasetHalf, MethodRating, Place, Subset
from coders.tables.json_records import Record, RecordFile, type_of
from dsl.files.level_rows import LONGEST_NAME
from dsl.words import and_list, counted, folded

PROFILES = "profile.json"
UNSET = -1
"""A rating that nobody gave."""
LOW, HIGH = 1, 5
_HUMAN = "human_rating"


def read_half(files: Mapping[str, str], half: str, subset: Subset) -> DatasetHalf:
    """What is wanted of a half, `cogbench_a` or `cogbench_v`; `files` are the texts of profile.json
    and of the half's, by name. That with ratings may be missing.
    """
    read = _Reading(subset)
    flows, ratings = f"{half}.json", f"eval_{half}.json"
    read.profiles(RecordFile(PROFILES, files[PROFILES], read.half.shown))
    read.flows(RecordFile(flows, files[flows], read.half.shown))
    read.chosen()
    # Without all that is shown, each record of ratings would be a fault for the same reason.
    if ratings in files and read.half.flows and read.known:
        read.ratings(RecordFile(ratings, files[ratings], read.half.rated))
    return read.half


def _check_name(one: Record, at: str, name: str) -> None:
    """Names of topics and profiles become conditions, whose names are joined by commas."""
    if "," in name or len(name) > LONGEST_NAME:
        told = f"`{name[:40]}` cannot be the name of a condition"
        one.fault(at, told, f"write it without commas, in at most {LONGEST_NAME} characters")


def _is_first(one: Record, at: str, key: object, seen: dict[Any, int], told: str) -> bool:
    """Whether no record before it is for the same."""
    first = seen.setdefault(key, one.number)
    if first != one.number:
        one.fault(at, f"{told} in record {first} too", "keep one of them")
    return first == one.number


class _Reading:
    """The files of a half, one after the other."""

    def __init__(self, subset: Subset) -> None:
        self.half, self.subset = DatasetHalf(), subset
        self.first: dict[str, int] = {}
        """The record from which the questionnaire of a topic was taken."""
        self.named: dict[str, None] = {}
        """All topics in the file, wanted or not."""
        self.gone: set[tuple[str, int]] = set()
        """Waves without a record, each already a fault."""

    def profiles(self, file: RecordFile) -> None:
        """All profiles: flat objects with the same attributes, of which the first is the name."""
        columns: Sequence[str] = ()
        seen: dict[str, int] = {}
        for one in file:
            attributes = {
                name: self._attribute(one, name, value) for name, value in one.value.items()
            }
            columns = columns or tuple(attributes)
            if not columns:
                one.fault("", "is empty", "write the attributes of a profile")
                continue
            missing = [f"`{name}`" for name in columns if name not in attributes]
            more = [f"`{name}`" for name in attributes if name not in columns]
            if missing:
                one.fault("", f"has no {and_list(missing)}", "give each profile the same ones")
            if more:
                told = f"has {and_list(more)}, which the first profile has not"
                one.fault("", told, "give each profile the same attributes")
            name = attributes.get(columns[0], "")
            _check_name(one, columns[0], name)
            if name and _is_first(one, columns[0], folded(name), seen, f"`{name}` is there"):
                self.half.profiles[name] = {key: attributes.get(key, "") for key in columns}

    def _attribute(self, one: Record, name: str, value: Any) -> str:
        if isinstance(value, int | float) and not isinstance(value, bool):
            return str(value)
        # One value a line: attributes are shown as lines.
        return " ".join((one.text(value, name) or "").split())

    def flows(self, file: RecordFile) -> None:
        """What is read or seen in each wave of a topic, and its questionnaire."""
        seen: dict[tuple[str, int], int] = {}
        for one in file:
            topic, wave = one.text(one.field("topic"), "topic"), _wave(one)
            if topic is None or wave is None:
                continue
            self.named[topic] = None
            if not self._wanted(topic, wave):
                continue
            told = f"`{topic}` has wave {wave}"
            if not _is_first(one, "topic", (folded(topic), wave), seen, told):
                continue
            self._topic(one, topic)
            flow = _flow(one)
            if wave and not flow:
                one.fault("information_flow", "has no words", "write what is read in this wave")
            if flow and not wave:
                told = "is not empty in wave 0, in which nothing is shown"
                one.fault("information_flow", told, "write []")
            self.half.flows[topic, wave] = flow if wave else ()
        self._unknown("topic", self.subset.topics, self.named)
        if not self.half.flows and not self.half.shown.faults:
            told = f"{file.name}: no record is of a topic and wave that are wanted"
            self.half.shown.fault(told, "ask for others")
        self._missing_waves(file)

    def _wanted(self, topic: str, wave: int) -> bool:
        topics = self.subset.topics
        if isinstance(topics, tuple) and folded(topic) not in map(folded, topics):
            return False
        if isinstance(topics, int) and topic not in self.half.categories:
            return len(self.half.categories) < topics and self.subset.wants(wave)
        return self.subset.wants(wave)

    def _topic(self, one: Record, topic: str) -> None:
        """Takes the category and questionnaire of a topic from its first record, and compares those
        of its others with them.
        """
        category = one.value.get("category")
        category = "" if category is None else one.text(category, "category") or ""
        questions = _questions(one)
        if topic not in self.first:
            self.first[topic] = one.number
            _check_name(one, "topic", topic)
            alike = [name for name in self.half.categories if folded(name) == folded(topic)]
            if alike:
                one.fault("topic", f"`{topic}` is written `{alike[0]}` elsewhere", "write one way")
            self.half.categories[topic] = category
            self.half.questions[topic] = tuple(words or "" for words in questions)
            twice = [words for words, count in Counter(questions).items() if words and count > 1]
            for words in twice:
                one.fault("questionnaire", f"asks `{words[:40]}` twice", "ask each question once")
            if not questions:
                one.fault("questionnaire", "is empty", "write its questions")
            return
        first = f"record {self.first[topic]}"
        if category != self.half.categories[topic]:
            told = f"is `{category}`, and `{self.half.categories[topic]}` in {first}"
            one.fault("category", told, "put each topic into one category")
        _compare(one, questions, self.half.questions[topic], f"in {first}")

    def _missing_waves(self, file: RecordFile) -> None:
        """A fault for each topic without a wave up to the last of all, or a wanted one."""
        waves = {wave for _, wave in self.half.flows}
        last = max(waves, default=-1)
        if self.subset.waves is not None:
            last = max(last, *self.subset.waves)
        wanted = [wave for wave in range(last + 1) if self.subset.wants(wave)]
        for topic in self.half.categories:
            gone = [wave for wave in wanted if (topic, wave) not in self.half.flows]
            self.gone.update((topic, wave) for wave in gone)
            if gone:
                numbers = f"wave{'s' if len(gone) > 1 else ''} {and_list([*map(str, gone)])}"
                told = f"{file.name}: topic `{topic}` has no record of {numbers}"
                self.half.shown.fault(told, "add them, or choose waves with --waves")

    def chosen(self) -> None:
        """Leaves the profiles that are wanted; a name that is not there is a fault."""
        wanted, self.known = self.subset.profiles, dict(self.half.profiles)
        self._unknown("profile", wanted, self.known)
        names = list(self.known)[: wanted if isinstance(wanted, int) else None]
        if isinstance(wanted, tuple):
            names = [name for name in names if folded(name) in map(folded, wanted)]
        self.half.profiles = {name: self.known[name] for name in names}

    def _unknown(
        self, what: str, wanted: tuple[str, ...] | int | None, known: Iterable[str]
    ) -> None:
        there = {folded(one) for one in known}
        for name in wanted if isinstance(wanted, tuple) else ():
            if folded(name) not in there:
                told = f"there is no {what} `{name}`"
                some = ", ".join(list(known)[:5])
                self.half.shown.fault(told, f"some that are there: {some}")

    def ratings(self, file: RecordFile) -> None:
        """People's ratings and those of the published methods."""
        by_topic = {folded(topic): topic for topic in self.half.categories}
        by_name = {folded(name): name for name in self.known}
        seen: dict[Place, int] = {}
        for one in file:
            named, wave = one.text(one.field("topic"), "topic"), _wave(one)
            if named is None or wave is None or not self._wanted(named, wave):
                continue
            topic, profile = by_topic.get(folded(named)), self._profile(one, by_name)
            if topic is not None and (topic, wave) in self.gone:
                continue
            if topic is None or (topic, wave) not in self.half.flows:
                told = f"`{named}` has no wave {wave} among what is shown"
                one.fault("topic", told, "write a topic and wave of the other file")
                continue
            if profile not in self.half.profiles:
                continue
            place = topic, profile, wave
            told = f"`{topic}` has wave {wave} of `{profile}`"
            if _is_first(one, "topic", place, seen, told):
                self._rated(one, place)

    def _profile(self, one: Record, known: Mapping[str, str]) -> str | None:
        """The name of the profile of a record, after comparing its attributes."""
        value = one.field("profile")
        column = next(iter(next(iter(self.known.values()), {})), "")
        name = value.get(column) if isinstance(value, dict) else value
        if not isinstance(name, str):
            one.fault("profile", f"is {type_of(value)} without a name", "write a profile")
            return None
        found = known.get(folded(name))
        if found is None:
            told = f"`{name}` is in no record of {PROFILES}"
            one.fault("profile", told, "add this profile, or correct its name")
        elif isinstance(value, dict) and any(
            " ".join(str(value.get(key, "")).split()) != words
            for key, words in self.known[found].items()
        ):
            one.note(f"record with other attributes of a profile than {PROFILES}")
        return found

    def _rated(self, one: Record, place: Place) -> None:
        topic, _, wave = place
        if _flow(one) != self.half.flows[topic, wave]:
            one.note("record with another information flow than the topic has in this wave")
        wanted = self.half.questions[topic]
        questions = _questions(one)
        _compare(one, questions, wanted, "in what is shown")
        for at, words in enumerate(questions[: len(wanted)]):
            if words is None or words != wanted[at]:
                continue
            path = f"questionnaire[{at}].answer"
            answer = one.value["questionnaire"][at].get("answer")
            if not isinstance(answer, dict):
                one.fault(
                    path, f"is {type_of(answer)}, not an object", 'write {"human_rating": ...}'
                )
                continue
            if _HUMAN not in answer:
                one.fault(path, f"has no `{_HUMAN}`", f"write one, {UNSET} where nobody rated")
            for name, value in answer.items():
                if name == _HUMAN:
                    self._by_people(_rating(one, value, f"{path}.{name}"), place, at)
                else:
                    self._by_method(one, value, f"{path}.{name}", name, (place, at))

    def _by_people(self, rating: int | None, place: Place, at: int) -> None:
        if rating == UNSET:
            self.half.not_rated += 1
        elif rating is not None:
            self.half.people[place, at] = rating

    def _by_method(
        self, one: Record, value: Any, path: str, name: str, at: tuple[Place, int]
    ) -> None:
        if not isinstance(value, dict):
            instead = 'write {"rating": ..., "reason": ..., "rationality": ...}'
            one.fault(path, f"is {type_of(value)}, not an object", instead)
            return
        rating = _rating(one, value.get("rating"), f"{path}.rating")
        rationality = _rating(one, value.get("rationality", UNSET), f"{path}.rationality")
        reason = one.text(value.get("reason", ""), f"{path}.reason", empty=True)
        for what, found in (("rating", rating), ("rationality", rationality)):
            if found == UNSET:
                one.note(f"`{what}` of {name} that is not set ({UNSET})")
        given = [None if found == UNSET else found for found in (rating, rationality)]
        self.half.methods.append(MethodRating(name, *at, given[0], reason or "", given[1]))


def _compare(
    one: Record, questions: Sequence[str | None], wanted: Sequence[str], where: str
) -> None:
    """A fault for each question of a record that differs from what it is elsewhere."""
    if len(questions) != len(wanted):
        told = f"has {counted(len(questions), 'question')}, and {len(wanted)} {where}"
        one.fault("questionnaire", told, "ask the same questions in every wave")
    for at, (words, other) in enumerate(zip(questions, wanted, strict=False)):
        if words is not None and words != other:
            told = f"is `{words[:40]}`, and `{other[:40]}` {where}"
            one.fault(f"questionnaire[{at}].question", told, "ask the same questions in each wave")


def _wave(one: Record) -> int | None:
    """The number of the wave of a record."""
    return one.whole(one.field("iteration"), "iteration", (0, inf), "write 0 to 10")


def _rating(one: Record, value: Any, at: str) -> int | None:
    """A rating; UNSET where nobody gave one, None after a fault."""
    advice = f"write {LOW} to {HIGH}, or {UNSET} where nobody rated"
    return UNSET if value == UNSET else one.whole(value, at, (LOW, HIGH), advice)


def _questions(one: Record) -> list[str | None]:
    """The words of the questions of a record, None for one that cannot be used."""
    found: list[str | None] = []
    for at, each in enumerate(one.listed(one.field("questionnaire"), "questionnaire")):
        path = f"questionnaire[{at}]"
        if isinstance(each, dict):
            found.append(one.text(each.get("question"), f"{path}.question"))
        else:
            one.fault(path, f"is {type_of(each)}, not an object", 'write {"question": ...}')
            found.append(None)
    return found


def _flow(one: Record) -> tuple[str, ...]:
    """The texts of the articles or videos of a record that have words; fields are a line each."""
    found = []
    for at, each in enumerate(one.listed(one.field("information_flow"), "information_flow")):
        path = f"information_flow[{at}]"
        if isinstance(each, dict):
            parts = {name: one.text(words, f"{path}.{name}", empty=True)
                     for name, words in each.items()}  # fmt: skip
            text = "\n".join(f"{name}: {words}" for name, words in parts.items() if words)
        else:
            text = one.text(each, path, empty=True) or ""
        if text:
            found.append(text)
        else:
            one.note("article or video without words, left out")
    return tuple(found)
