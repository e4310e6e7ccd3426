"""A made-up dataset in the layout in which CogBench is published; its words are our own.

Two topics, two profiles and two waves in English, one of each in Chinese. Only one topic with one
profile was rated by people, as in the original most is not.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

ADA = {"Name": "Ada Lorn", "Age": 34, "Values": "quiet, order", "Future Outlook": "hopeful"}
BEN = {"Name": "Ben Oss", "Age": 61, "Values": "company", "Future Outlook": "wary"}
MEI = {"姓名": "美琳", "年龄": 30, "未来展望": "乐观"}

QUESTIONS = {
    "Night Trains": ["Night trains should run every day.", "A bed on a train is worth its price."],
    "Roof Gardens": ["Every flat roof needs a garden.", "Roof gardens are for the rich."],
    "屋顶花园": ["每个屋顶都应该有花园。", "屋顶花园太贵了。"],
}
ARTICLES = {
    ("Night Trains", 1): "The train left at nine. I slept {well}, and woke by the sea.",
    ("Night Trains", 2): '- "Full again", said the guard.\n\n- Nobody got a bed.',
    ("Roof Gardens", 1): "Three neighbours grow beans on their roof.",
    ("Roof Gardens", 2): "The roof leaks, and the beans are gone.",
    ("屋顶花园", 1): "三个邻居在屋顶种 AI 豆子。",
}

Files = dict[str, Any]


def english() -> Files:
    """The five files by name, as JSON values."""
    topics = ("Night Trains", "Roof Gardens")
    files: Files = {"profile.json": [dict(ADA), dict(BEN)]}
    for half in ("cogbench_a", "cogbench_v"):
        flows = [_flow(half, topic, wave) for topic in topics for wave in (0, 1, 2)]
        files[f"{half}.json"] = flows
        files[f"eval_{half}.json"] = [_rated(one, ADA) for one in flows[:3]]
    return files


def chinese() -> Files:
    """The five files of the other language."""
    flows = [_flow("cogbench_a", "屋顶花园", wave) for wave in (0, 1)]
    rated = [_rated(one, MEI) for one in flows]
    return {
        "profile.json": [dict(MEI)],
        "cogbench_a.json": flows, "cogbench_v.json": flows,
        "eval_cogbench_a.json": rated, "eval_cogbench_v.json": rated,
    }  # fmt: skip


def _flow(half: str, topic: str, wave: int) -> dict[str, Any]:
    flow: list[Any] = []
    if wave and half == "cogbench_a":
        flow = [ARTICLES[topic, wave]]
    elif wave:
        flow = [{"title": f"Clip {at}", "speech": ARTICLES[topic, wave], "text": ""}
                for at in range(3)]  # fmt: skip
    return {
        "topic": topic, "category": "Life", "iteration": wave, "information_flow": flow,
        "questionnaire": [{"question": words} for words in QUESTIONS[topic]],
    }  # fmt: skip


def _rated(flow: Mapping[str, Any], profile: Mapping[str, Any]) -> dict[str, Any]:
    """A record with ratings: the second question was left by people in the last wave."""
    answers = []
    for at, one in enumerate(flow["questionnaire"]):
        method = {"rating": 2 + at, "reason": "=I like trains.", "rationality": -1 if at else 4}
        human = -1 if at and flow["iteration"] == 2 else 3 + at
        answers.append({**one, "answer": {"human_rating": human, "CogGPT": method}})
    return {**flow, "profile": dict(profile), "questionnaire": answers}


def write(folder: Path, files: Files) -> Path:
    """The folder, with these files in it."""
    folder.mkdir(parents=True)
    for name, value in files.items():
        text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
        (folder / name).write_text(text, encoding="utf-8")
    return folder


def _of(name: str, record: int, *path: str | int) -> Callable[[Files, Any], None]:
    """What puts a value into a field of a record, from 1; `...` takes the field away."""

    def change(files: Files, value: Any) -> None:
        place = files[f"{name}.json"][record - 1]
        for step in path[:-1]:
            place = place[step]
        if value is ...:
            del place[path[-1]]
        else:
            place[path[-1]] = value

    return change


def _answer(record: int, *path: str | int) -> Callable[[Files, Any], None]:
    return _of("eval_cogbench_a", record, "questionnaire", 0, "answer", *path)


BAD: tuple[tuple[Callable[[Files, Any], None], Any, str], ...] = (
    (_of("profile", 2, "Age"), ..., "profile.json, record 2 has no `Age`"),
    (_of("profile", 2, "Name"), "Oss, Ben",
     "profile.json, record 2, `Name`: `Oss, Ben` cannot be the name of a condition"),
    (_of("profile", 1, "Values"), ["a"],
     "profile.json, record 1, `Values`: is a list, not a text"),
    (_of("cogbench_a", 1, "iteration"), "0",
     "cogbench_a.json, record 1, `iteration`: `0` is a text, not a whole number"),
    (_of("cogbench_a", 2, "iteration"), 2,
     "cogbench_a.json, record 3, `topic`: `Night Trains` has wave 2 in record 2 too"),
    (_of("cogbench_a", 2, "iteration"), 2,
     "cogbench_a.json: topic `Night Trains` has no record of waves 0 and 1"),
    (_of("cogbench_a", 5, "questionnaire", 1, "question"), "Roof gardens leak.",
     "cogbench_a.json, record 5, `questionnaire[1].question`: is `Roof gardens leak.`, and "
     "`Roof gardens are for the rich.` in record 4"),
    (_of("cogbench_a", 4, "information_flow"), ["Early."],
     "cogbench_a.json, record 4, `information_flow`: is not empty in wave 0"),
    (_of("cogbench_a", 6, "information_flow"), [" "],
     "cogbench_a.json, record 6, `information_flow`: has no words"),
    (_of("cogbench_a", 6, "category"), "Food",
     "cogbench_a.json, record 6, `category`: is `Food`, and `Life` in record 4"),
    (_of("eval_cogbench_a", 1, "profile", "Name"), "Cem",
     "eval_cogbench_a.json, record 1, `profile`: `Cem` is in no record of profile.json"),
    (_of("eval_cogbench_a", 2, "topic"), "Canals",
     "eval_cogbench_a.json, record 2, `topic`: `Canals` has no wave 1 among what is shown"),
)  # fmt: skip
"""Changes of the English files, and what is said of each when all are made."""

BAD_RATINGS: tuple[tuple[Callable[[Files, Any], None], Any, str], ...] = (
    (_answer(1, "human_rating"), 6, "answer.human_rating`: 6 is out of range"),
    (_answer(1, "CogGPT", "rating"), "4", "answer.CogGPT.rating`: `4` is a text, not a whole"),
    (_answer(2, "CogGPT", "rationality"), 4.5, "`4.5` is a number with decimals, not a whole"),
    (_answer(2, "human_rating"), ..., "answer`: has no `human_rating`"),
    (_answer(3, "CogGPT"), True, "answer.CogGPT`: is true or false, not an object"),
    (_of("eval_cogbench_a", 3, "questionnaire", 1, "question"), "Beds cost too much.",
     "`questionnaire[1].question`: is `Beds cost too much.`, and `A bed on a train is worth its "
     "price.` in what is shown"),
)  # fmt: skip
