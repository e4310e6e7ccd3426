"""Where a thing is, and what it is, read from the sentences."""

from __future__ import annotations

import re

from tests.runners.abilities.solver.reading import answered, found, only, sentences


def solve(question: str, options: list[str]) -> str:
    return answered(
        question, options,
        (
            (r"What is under the", _covered), (r"makes both look", _light), (r"the light goes out", _dark), (r"What colour is the .+ now\?", _painted), (r"whatever it looks like", _size),
            (r"^.*How many", _count), (r"side by side", _boxes), (r"masks", _mask), (r"that has two ends", _passage), (r"at this moment", _yard),
            (r"had (?:her|his) eyes shut", _walk), (r"dark bag", _board), (r"Seen through", _shape), (r"In which room is the", _room),
        ),
    )  # fmt: skip


def _bare(noun: str) -> str:
    return re.sub(r"^(?:an?|the) ", "", noun)


def _set(option: str) -> set[str]:
    if option == "nothing":
        return set()
    return {_bare(one) for one in re.split(r", | and ", option.removeprefix("only "))}


def _covered(text: str, options: list[str]) -> str:
    one, two = found(r"^An? (.+?) and an? (.+?) lie on", text)
    there = {one, two}
    for told in sentences(text):
        if gone := re.search(r"takes the (.+) away", told):
            there.remove(gone[1])
        elif more := re.search(r"puts (?:the|an?) (.+?) (?:back )?on the", told):
            there.add(more[1])
    return only(options, lambda option: _set(option) == there)


def _dark(text: str, options: list[str]) -> str:
    at = dict(
        found(r"puts an? (.+?) into an? (\w+) and an? (.+?) into an? (\w+)\.", text)[n : n + 2]
        for n in (0, 2)
    )
    for thing, old, new in re.findall(r"moves the (.+?) from the (\w+) to the (\w+)", text):
        assert at[thing] == old
        at[thing] = new
    thing, place = found(r"Is the (.+) in the (\w+) now", text)
    return "yes" if at[thing] == place else "no"


def _painted(text: str, options: list[str]) -> str:
    (asked,) = found(r"What colour is the (.+) now", text)
    (colour,) = found(rf"an? (\w+) {asked}\b", text)
    return ([colour, *re.findall(rf"paints the {asked} (\w+) all over", text)])[-1]


def _room(text: str, options: list[str]) -> str:
    here = found(r"^In the (\w+),", text)[0]
    for told in sentences(text):
        if onward := re.search(r"carries .+ to the (\w+)", told):
            here = onward[1]
        if "leaves it behind" in told:
            break
    return f"the {here}"


def _size(text: str, options: list[str]) -> str:
    asked, deeds = (
        found(pattern, text)[0]
        for pattern in (r"How big is the (.+) itself", r"Meanwhile, (.+?)\. ")
    )
    (deed,) = [one for one in deeds.split("; ") if f"the {asked}" in one]
    more = re.search(r"pumps|more snow|rakes more|another tower|more logs|more hay", deed)
    less = re.search(r"air out|melts|blows away|carries off|takes some|eat from", deed)
    assert bool(more or less) != bool(re.search(r"hangs|keeps|nobody|no wave|untouched", deed))
    return "bigger than before" if more else "smaller than before" if less else "as big as before"


def _count(text: str, options: list[str]) -> str:
    number = int(found(r"puts (\d+)", text)[0])
    number += sum(map(int, re.findall(r"puts (\d+) more", text)))
    return str(number - sum(map(int, re.findall(r"takes (\d+) of them out", text))))


def _boxes(text: str, options: list[str]) -> str:
    left, middle, right = found(
        r": an? (.+?) is in the .+ on the left, an? (.+?) in the one in the middle and an? (.+?) in the one on the right",
        text,
    )
    at = {"on the left": left, "in the middle": middle, "on the right": right}
    for one, two in re.findall(
        r"lets the one ((?:on|in) the \w+) and the one ((?:on|in) the \w+) change places", text
    ):
        at[one], at[two] = at[two], at[one]
    (asked,) = found(r"Where is the (.+?) now", text)
    return next(place for place, thing in at.items() if thing == asked)


def _mask(text: str, options: list[str]) -> str:
    one, first, two, second = found(r"^(\w+) is (an? \w+), and (\w+) is (an? \w+)\.", text)
    worn = dict(re.findall(r"(\w+) (?:gets )?that of (an? \w+)", text))
    for _ in re.findall("lets the two change masks", text):
        worn[one], worn[two] = worn[two], worn[one]
    (asked,) = found(r"What animal (?:is|does) (\w+)", text)
    return {one: first, two: second}[asked] if "really" in text else worn[asked]


def _passage(text: str, options: list[str]) -> str:
    names, rest = found(r"^(.+?) go into (.+)$", text)
    inside = _set(names[0].lower() + names[1:])
    for told in sentences(rest):
        if gone := re.search(r"The (\w+) comes out", told):
            inside.remove(gone[1])
        elif back := re.search(r"The (\w+) goes in again", told):
            inside.add(back[1])
    return only(options, lambda option: _set(option) == inside)


def _yard(text: str, options: list[str]) -> str:
    (asked,) = found(r"Is the (.+) in the yard at", text)
    gone = re.search(rf"carries the {asked} out|sells the {asked} to", text)
    stays = re.search(rf"(?:dust from|number on|round) the {asked}\b", text)
    assert bool(gone) != bool(stays)
    return "no" if gone else "yes"


def _walk(text: str, options: list[str]) -> str:
    return "the " + re.findall(r"goes (?:back )?to the (\w+)", text)[-1]


def _board(text: str, options: list[str]) -> str:
    front, back = found(r"shows (an? \w+) on its front and (an? \w+) on its back", text)
    shows = {"front": front, "back": back}
    for side, new in re.findall(r"wipes the (\w+) clean(?: and draws (an? \w+) there)?", text):
        shows[side] = new
    seen = shows[found(r"What is on its (\w+),", text)[0]]
    return f"a picture of {seen}" if seen else "no picture"


def _shape(text: str, options: list[str]) -> str:
    (asked,) = found(r"What shape (?:is|does) the ([\w ]+?) (?:really|seem)", text)
    said = r"\ban? {} made as (an? \w+)" if "really?" in text else r"the {} looks like (an? \w+)"
    return found(said.format(asked), text)[0]


def _light(text: str, options: list[str]) -> str:
    (asked,) = found(r"What colour is the ([\w ]+) itself", text)
    painted = re.search(rf"takes the {asked} out into the sun, paints it (\w+)", text)
    return painted[1] if painted else found(rf"\b[Aa] (\w+) {asked}\b", text)[0]
