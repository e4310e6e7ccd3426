"""What signs stand for: everybody's signs from a list of its own, agreed ones from the agreement."""

from __future__ import annotations

import re

from tests.runners.abilities.solver.reading import answered, found, only, stated

# A telling word of the sign, and one of what it stands for.
_SIGNS = """
dove peace; heart love; skull danger; scales justice; clover luck; owl wisdom; hourglass time; laurel victory; chain freedom; clasped friendship;
palm stop; fork food; blue+ground night; P car; rocks stones; wheelchair steps; cigarette smoke; running emergency; crossed-out+dog dogs;
lips quiet; wave goodbye; cupped hear; raised+class speak; belly tastes; muscle strong; wristwatch late; tilted tired; beckoning here;
bin throw; envelope write; magnifying look; padlock lock; loudspeaker sound; scissors cut; trolley buy; printer paper; camera photo;
disc sunshine; slanted rain; six-pointed snow; jagged thunderstorm; puffing wind; thermometer heat
"""
_VOICES = dict(
    one.split()
    for one in [
        "dog barks",
        "cat meows",
        "cow moos",
        "horse neighs",
        "sheep bleats",
        "rooster crows",
        "duck quacks",
        "frog croaks",
        "bee buzzes",
        "lion roars",
        "pig grunts",
        "owl hoots",
        "wolf howls",
    ]
)


def solve(question: str, options: list[str]) -> str:
    return answered(
        question, options,
        (
            (r"agree on a game", _game), (r"mapmaker", _legend), (r"On a board for", _marked), (r"secret language", _language), (r"keeps count", _count),
            (r"harbour has a flag", _flags), (r"draws in a diary", _diary), (r"swap words", _swapped), (r"'s plan of the", _plan),
            (r"people agree to call", _called), (r"message in pictures", _pictures), (r"makes a list of", _wrong), (r"", _known),
        ),
    )  # fmt: skip


def _has(words: str, text: str) -> bool:
    return all(re.search(rf"(?<!\w){re.escape(one)}(?!\w)", text) for one in words.split("+"))


def _wrong(text: str, options: list[str]) -> str:
    said = stated(text, options)
    pairs = [one.split() for one in _SIGNS.replace("\n", " ").split(";")]
    return only(
        options,
        lambda option: (
            not any(_has(sign, option) and _has(means, said[option]) for sign, means in pairs)
        ),
    )


def _known(text: str, options: list[str]) -> str:
    right = set()
    for sign, meaning in (one.split() for one in _SIGNS.replace("\n", " ").split(";")):
        right |= {
            one
            for one in options
            if (_has(sign, text) and _has(meaning, one))
            or (_has(meaning, text) and _has(sign, one))
        }
    (one,) = right
    return one


def _game(text: str, options: list[str]) -> str:
    (told,) = found(r"agree on a game: (.+?)\. ", text)
    roles = dict(re.findall(r"the ([\w ]+?) is the (\w+)", told))
    if change := re.search(r"agree that the ([\w ]+) and the ([\w ]+) change roles", text):
        roles[change[1]], roles[change[2]] = roles[change[2]], roles[change[1]]
    (named,) = found(
        r"(?:hides|picks up|drops|sits down on|runs away from|carries away) the ([\w ]+)\. W", text
    )
    if "Which real thing" in text:
        return only(options, lambda option: roles[option.removeprefix("the ")] == named)
    return f"the {roles[named]}"


def _legend(text: str, options: list[str]) -> str:
    meant = dict(part.split(" for ") for part in found(r"signs: (.+?)\. ", text)[0].split("; "))
    if added := re.search(r"adds the (\w+)", text):
        return only(options, lambda option: meant[option].split()[-1] == added[1])
    near, far = found(r"On the map, (.+?) is next to the camp and (.+?) is far", text)
    return meant[near if "really next" in text else far]


def _marked(text: str, options: list[str]) -> str:
    kinds = dict(re.findall(r"an? (\w+) stands for an? (\w+)", text))
    shape, shown = found(r"the board shows an? (\w+) (.+?)\. What", text)
    states = []
    for mark, yes, no in re.findall(
        r"With (.+?) it means that the animal is (\w+), without it that it is (\w+)", text
    ):
        (how,) = found(rf"(with|without) {mark}", shown)
        states.append(yes if how == "with" else no)
    return f"the {kinds[shape]} is {' and '.join(states)}"


def _language(text: str, options: list[str]) -> str:
    words = dict(re.findall(r"“(\w+)” means (\w+)", text))
    said = found(r"whispers: “([\w -]+)”", text)[0].split()
    quality, noun = said if "before its name" in text else said[::-1]
    if "means the opposite" in text:
        (sign,) = found(r"A word with “(\w+-)” in front", text)
        denied = quality.startswith(sign)
        return (
            f"{words[noun]} that is {'not ' if denied else ''}{words[quality.removeprefix(sign)]}"
        )
    return f"{words[quality]} {words[noun]}"


def _count(text: str, options: list[str]) -> str:
    worth = {
        name: 1 if number == "one" else int(number)
        for name, number in re.findall(r"each (\w+) stands for (one|\d+)", text)
    }
    inside = re.findall(r"(\d+) (\w+?)s(?=,| and| in)", text.split("there are")[1])
    assert len(inside) == len(worth)
    return str(sum(int(number) * worth[name] for number, name in inside))


def _flags(text: str, options: list[str]) -> str:
    meant = dict(re.findall(r"(\w+) for “(.+?)”", text))
    up = {found(r"In the morning the (\w+) flag", text)[0]}
    for down, new in re.findall(r"the (\w+) one is taken down and the (\w+) one hoisted", text):
        up.remove(down)
        up.add(new)
    (flag,) = up
    return meant[flag]


def _diary(text: str, options: list[str]) -> str:
    meant = dict(re.findall(r"(an? [\w ]+?) stands for “(.+?)”", text))
    entries = {day: meant[sign] for day, sign in re.findall(r"(\w+day): (an? [\w ]+)", text)}
    if change := re.search(r"plans for (\w+) and (\w+) are exchanged", text):
        entries[change[1]], entries[change[2]] = entries[change[2]], entries[change[1]]
    if day := re.search(r"What is planned for (\w+)\?", text):
        return entries[day[1]]
    (wanted,) = found(r"On which day is the entry “(.+?)”", text)
    return only(options, lambda option: entries[option] == wanted)


def _plan(text: str, options: list[str]) -> str:
    unit, first, second = (
        int(found(pattern, text)[0])
        for pattern in (
            r"stands for (\d+) steps",
            r"gate to the pump it is (\d+)",
            r"pump to the shed (\d+)",
        )
    )
    if well := re.search(r"it is really (\d+) steps", text):
        return str(int(well[1]) // unit)
    return str(unit * (first + (second if "and on to the shed" in text else 0)))


def _swapped(text: str, options: list[str]) -> str:
    meant = dict(re.findall(r"“([\w ]+)” for (an? [\w ]+?)(?=,| and “|\.)", text))
    if said := re.search(r"give me the ([\w ]+)\.", text):
        return meant[said[1]]
    (wanted,) = found(r"would like (an? [\w ]+)\.", text)
    return only(options, lambda option: meant[option.strip("“”")] == wanted)


def _called(text: str, options: list[str]) -> str:
    new = dict(re.findall(r"every (\w+) “(\w+)”", text))
    if heard := re.search(r"an animal (\w+)\. What", text):
        return only(
            options,
            lambda option: (
                option.strip("“”")
                == new[next(one for one, voice in _VOICES.items() if voice == heard[1])]
            ),
        )
    (name,) = found(r"is now called “(\w+)”", text)
    (animal,) = [one for one, called in new.items() if called == name]
    return f"it {_VOICES[animal]}"


def _pictures(text: str, options: list[str]) -> str:
    meant = dict(re.findall(r"an? (\w+) stands for “([\w ]+)”", text))
    row = re.findall(r"an? (\w+)", found(r"from the left to the right, (an? .+?)\. What", text)[0])
    if "read from the right" in text:
        row = row[::-1]
    return " ".join(meant[one] for one in row)
