"""What somebody sees, knows, feels and wants, read from the sentences."""

from __future__ import annotations

import re

from tests.runners.abilities.solver.reading import answered, found, only, parts, sentences

_BANNED = {
    "eats no meat": {"bacon", "ham", "chicken", "beef", "sausage", "turkey"}, "nuts in it": {"almonds", "walnuts", "hazelnuts", "cashews", "peanuts"},
    "made of milk": {"butter", "cheese", "cream", "yoghurt"},
}  # fmt: skip
_FEELINGS = {
    "sad": r"\bdied\b|moved to another country|lost for good|say goodbye|fallen down|never see again|for the last time",
    "afraid": r"growls|begins to sway|shows its teeth|break the window|creak|far from the shore|touches",
    "angry": r"on purpose|without asking|alone\.|over the fence|just for fun|lied to|no reason",
    "proud": r"swims across|won first prize|it floats|without help|taught|own piano|on the board",
    "embarrassed": r"large hole|by mistake|somebody else\.|right behind|silly tune|trips over|was meant",
}
_NEEDS = {
    "fishing": "rod", "chess": "pieces", "football": "boots", "painting": "paints", "gardening": "shears", "sailing": "knots", "baking": "rolling", "knitting": "wool",
    "singing": "songs", "astronomy": "stars", "climbing": "rope", "cycling": "pump", "magic tricks": "trick", "model trains": "locomotive", "birdwatching": "birds",
    "cooking": "spices",
}  # fmt: skip


def solve(question: str, options: list[str]) -> str:
    return answered(
        question, options,
        (
            (r"share a television", _choosing), (r"Who will miss it", _lost), (r"neither side can be seen", _card), (r"On your (?:left|right) there", _sides),
            (r"moves the .+ from the", _search), (r"knows? what is in", _knows), (r"On the menu", _wish), (r"Which of these can you put", _dish),
            (r"centimetres", _wall), (r"reads only", _note), (r"has a label that says", _tin), (r"Who of them notices?", _heard), (r"put off", _told), (r"", _feeling),
        ),
    )  # fmt: skip


def _feeling(text: str, options: list[str]) -> str:
    (feels,) = [name for name, events in _FEELINGS.items() if re.search(events, text)]
    return feels


def _choosing(text: str, options: list[str]) -> str:
    told = r"(\w+)(?:'s great joy is| spends every free hour on| talks of nothing but| could go on all day about) ([\w ]+)\."
    loves = dict(re.findall(told, text)) | {"your": found(r"You yourself love ([\w ]+)\.", text)[0]}
    turn = found(r"Tonight it is (\w+?)(?:'s)? turn", text)[0]
    return only(options, lambda option: option.endswith(f" {loves[turn]}"))


def _lost(text: str, options: list[str]) -> str:
    (thing,) = found(r"together, (.+?) has been left", text)
    loves = dict(re.findall(r"(\w+) loves? ([\w ]+)\.", text))
    (owner,) = [who for who, what in loves.items() if _NEEDS[what] in thing]
    return "you" if owner == "You" else owner


def _card(text: str, options: list[str]) -> str:
    mine, other, theirs = found(
        r"towards you there is an? (\w+), on the side towards (\w+) an? (\w+)", text
    )
    (third,) = found(r"(\w+) stands at the edge", text)
    sees: dict[str, str | None] = {"You": mine, other: theirs, third: None}
    for told in sentences(text):
        if "turn it round" in told:
            sees = {
                who: {mine: theirs, theirs: mine, None: None}[what] for who, what in sees.items()
            }
        elif change := re.match(r"(\w+) and (\w+) change places", told):
            sees[change[1]], sees[change[2]] = sees[change[2]], sees[change[1]]
    (asked,) = found(r"What picture (?:do|does) (\w+) see", text)
    seen = sees["You" if asked == "you" else asked]
    return f"the {seen}" if seen else "neither picture"


def _sides(text: str, options: list[str]) -> str:
    side, one, other, two = found(
        r"On your (\w+) there is an? (.+?), on your (\w+) an? (.+?)\. ", text
    )
    (asked,) = found(r"Where is the (.+?) for", text)
    assert asked in (one, two)
    mine = side if asked == one else other
    opposite = bool(re.search(r"facing each other|stands opposite", text))
    assert opposite != ("both of you look ahead" in text)
    if "makes a half turn" in text:
        opposite = not opposite
    theirs = {"left": "right", "right": "left"}[mine] if opposite else mine
    return only(options, lambda option: option.endswith(theirs))


def _search(text: str, options: list[str]) -> str:
    (first,) = found(r"^\w+ puts an? .+? into the (\w+)", text)
    believed = expected = first
    for new, saw in re.findall(r"from the \w+ to the (\w+)\. (.+?)\. ", text):
        watched = "watches this" in saw
        assert watched != ("sees and hears nothing" in saw)
        believed = new if watched else believed
        if re.search(r"and \w+ notices it|is sure that \w+ was watching", saw):
            expected = new
        assert re.search(r"notice|knows|sure", saw) or "expect" not in text
    return f"in the {expected if 'expect' in text else believed}"


def _people(text: str, options: list[str], yes: str, no: str) -> str:
    """Which of those people it is true of who each have a sentence."""
    told = [one for one in sentences(text)[1:-1] if re.search(f"{yes}|{no}", one)]
    assert all(bool(re.search(yes, one)) != bool(re.search(no, one)) for one in told)
    return _named([one.split()[0] for one in told if re.search(yes, one)], options)


def _named(these: list[str], options: list[str]) -> str:
    return only(options, lambda option: set(parts(option)) == set(these))


def _knows(text: str, options: list[str]) -> str:
    return _people(
        text,
        options,
        r"looks in|counts what|packed it|is shown",
        r"carries|only sees that|sits on|reads the name|lifts it",
    )


def _heard(text: str, options: list[str]) -> str:
    return _people(
        text, options, r"right beside|next to it", r"headphones|asleep|mowing|out shopping"
    )


def _wish(text: str, options: list[str]) -> str:
    (asked,), (menu,) = (
        found(r"How does (\w+) feel", text),
        found(r"today there is nothing but ([\w ]+)\.", text),
    )
    (wished,) = found(rf"{asked} (?:hopes|longs) for ([\w ]+?) and (?:would be|cannot)", text)
    assert ("In truth" in text) == (f"{asked} has read the menu, but has not heard" in text)
    return "glad" if wished == menu else "disappointed"


def _dish(text: str, options: list[str]) -> str:
    banned = set().union(*(words for said, words in _BANNED.items() if said in text))
    assert banned
    return only(options, lambda option: not banned & {*option.split()})


def _wall(text: str, options: list[str]) -> str:
    wall = int(found(r"wall that is (\d+) centimetres", text)[0])
    eyes = {name: int(number) for name, number in re.findall(r"those of (\w+) (\d+)", text)}
    if stool := re.search(r"(\w+) climbs on a stool that is (\d+)", text):
        eyes[stool[1]] += int(stool[2])
    assert wall not in eyes.values()
    return _named([name for name, height in eyes.items() if height > wall], options)


def _note(text: str, options: list[str]) -> str:
    reads = dict(re.findall(r"(\w+) reads only (\w+)", text))
    if wanted := re.search(r"a note in (\w+)", text):
        return only(options, lambda option: reads[option] == wanted[1])
    return reads[found(r"(\w+) is to feed the cat", text)[0]]


def _tin(text: str, options: list[str]) -> str:
    (label,), (inside,) = found(r"says “(.+?)”", text), found(r"there are ([\w ]+) in it", text)
    (asked,) = found(r"[Ww]hat (?:does )?(\w+) (?:think|thinks) is in", text)
    knows = re.search(rf"{asked} (?:has opened|was there)|tells {asked} what", text)
    return inside if knows else label


def _told(text: str, options: list[str]) -> str:
    first = found(r"is on (\w+)\. Then", text)[0]
    (asked,) = found(r"When does (\w+) think", text)
    day = first
    for new, reader, rest in re.findall(
        r"until (\w+)\. (\w+) reads this in the newspaper and (.+?)\.", text
    ):
        told = re.match(r"at once tells (\w+), but not", rest)
        if asked == reader or (told and told[1] == asked):
            day = new
    return f"on {day}"
