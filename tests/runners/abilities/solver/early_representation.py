"""What things are and are like, from lists of its own."""

from __future__ import annotations

import re

from tests.runners.abilities.solver.reading import found, only, stated

# Of each value a telling word; of each thing that has it, one too. Things that could have it are in brackets.
_HAVE = """
white: swan milk bear; green: grass spinach cucumber; red: tomato blood strawberry; yellow: banana lemon yolk; black: coal raven soot; blue: sky;
pink: flamingo; brown: chocolate;
barks: dog; meows: cat; moos: cow; neighs: horse; bleats: sheep; crows: rooster; quacks: duck; croaks: frog; buzzes: bee; roars: lion; grunts: pig;
hoots: owl; howls: wolf;
rain: umbrella; eating: spoon; cutting: saw; tidying: comb; opening: key; sweeping: broom; lighting: lamp; sleeping: bed; boiling: kettle;
sewing: needle; telling: clock; writing: pen; reaching: ladder; food: fridge; drying: towel;
cold: ice snow lake (wet+towel glue brick stone sponge); hot: tea stove lit; soft: pillow blanket wool (honey towel snow glue candle sponge); rough: sandpaper bark (towel brick lake stone sponge);
sticky: honey glue (ice candle); wet: towel sponge (ice tea honey snow glue lake); hard: brick stone (ice tea stove bark sandpaper lake candle);
pillow-bed: pillow; on+horse: saddle; bathroom: bathtub; night+sky: star; on+ship: anchor lifeboat (star); sea: shark whale (anchor lifeboat); classroom: blackboard; cemetery: gravestone;
farm: tractor plough (saddle); queen: crown; pitch: goal;
branches: tree; pedals: bicycle; collar: shirt; gills: fish; roof: house; pages: book; beak: bird; dial: clock; fingers: hand; laces: shoe;
mast: boat; heavy: hammer; strings: guitar;
glass: pane (cabin); wool: jumper (boots); rubber: tyre band (boots); paper: page newspaper; metal: nail coin (saddle cabin tyre); wax: candle; flour: bread; wood: plank cabin (saddle nail);
leather: saddle boots;
sour: lemon vinegar (coffee); sweet: sugar honey candy; salty: sea soup; bitter: coffee (vinegar lemon sea chilli); spicy: chilli;
grass: cow (panda); nuts: squirrel (cow panda woodpecker); bamboo: panda (cow squirrel); meat: lion (panda penguin); insects: woodpecker (squirrel); nectar: butterfly (woodpecker mosquito);
fish: penguin (lion panda); blood-drunk: mosquito (lion); mulberry: silkworm (cow squirrel panda butterfly);
bird: sparrow eagle; a+fish: salmon trout; a+tree: oak; flower: tulip daisy; tool: screwdriver; instrument: violin trumpet; vegetable: carrot; fruit: pear;
vehicle: lorry; clothing: skirt; furniture: armchair wardrobe; insect: beetle ant;
swimming: salmon whale (snake horse kangaroo boat); crawling: snake earthworm (bat); flying: swallow bat (boat); hopping: kangaroo; galloping: horse; wind: boat (swallow);
puppy: dog; kitten: cat; calf: cow; lamb: sheep; foal: horse; chick: hen; duckling: duck; piglet: pig; tadpole: frog; caterpillar: butterfly; gosling: goose
"""

_KINDS = {
    "colour": "white green red yellow black blue pink brown", "sound": "barks meows moos neighs bleats crows quacks croaks buzzes roars grunts hoots howls",
    "use": "rain eating cutting tidying opening sweeping lighting sleeping boiling sewing telling writing reaching food drying",
    "touch": "cold hot soft rough sticky wet hard", "place": "pillow-bed on+horse bathroom night+sky on+ship sea classroom cemetery farm queen pitch",
    "part": "branches pedals collar gills roof pages beak dial fingers laces mast heavy strings", "material": "glass wool rubber paper metal wax flour wood leather",
    "taste": "sour sweet salty bitter spicy", "food": "grass nuts bamboo meat insects nectar fish blood-drunk mulberry",
    "kind": "bird a+fish a+tree flower tool instrument vegetable fruit vehicle clothing furniture insect",
    "moving": "swimming crawling flying hopping galloping wind", "young": "puppy kitten calf lamb foal chick duckling piglet tadpole caterpillar gosling",
}  # fmt: skip
_ASKED = (
    ("food", r"eat\?|live on\?|lives on|hungry"), ("sound", r"When you hear|itself heard|these animals|behind the hedge"),
    ("colour", r"colour|paint|which of these is (?:white|green|red|yellow|black|blue|pink|brown)\?"),
    ("use", r"people use|made for|use for"), ("touch", r"you touch|feels"), ("place", r"belong\?|would you look|likely to find|drawing shows"),
    ("part", r"parts of|Which of these does|Which of these has|drawing begins"), ("material", r"made of|need most|people work"), ("taste", r"taste"),
    ("moving", r"move\?|moves|in a hurry|from place"), ("young", r"young of|grew up|grow into|was once"), ("kind", r""),
)  # fmt: skip
_AS_SAID = {"pillow-bed": "on+bed", "blood-drunk": "blood", "spicy": "hot"}


_SORTS = """
birds: sparrow eagle owl crow swan stork; fish: salmon trout herring cod carp pike; insects: beetle ant bee butterfly wasp moth;
animals with fur: rabbit squirrel fox bear cat wolf; trees: oak birch pine maple willow beech; flowers: tulip daisy carnation lily poppy daffodil;
vegetables: carrot cabbage leek onion turnip beetroot; fruits: pear plum peach apricot lemon banana; tools: screwdriver saw hammer drill chisel spanner;
musical instruments: violin trumpet piano flute harp guitar; vehicles: lorry bus tram car motorcycle tractor; clothes: skirt shirt coat jumper blouse jacket;
pieces of furniture: armchair wardrobe table bed sofa bookcase
"""
_SORT = {
    thing: line.split(":")[0].strip()
    for line in _SORTS.replace("\n", " ").split(";")
    for thing in line.split(":")[1].split()
}
_RISING = {
    "big small": "ant mouse cat sheep horse elephant church mountain", "heav light": "feather egg brick suitcase man carthorse lorry ship",
    "fast slow": "snail foot cyclist motorway airliner rocket", "long short": "blink song lesson night week summer childhood century",
    "hot cold": "glacier tap bath soup coals sun", "hard soft": "cream pillow pear board nail",
    "old young": "newborn schoolchild mother great-grandmother castle earth",
}  # fmt: skip
"""From little to much, by the beginnings of the words for more and for less."""


def solve(question: str, options: list[str]) -> str:
    """The one option that is true; none of the others could be called true."""
    if question.startswith("Compare"):
        return _ordered(question, options)
    if named := re.search(r"of one kind: (.+)\. Which one|^(.+) are drawn on cards", question):
        sorts = [_SORT[one] for one in _nouns(named[1] or named[2])]
        return only(options, lambda option: sorts.count(_SORT[_nouns(option)[0]]) == 1)
    if "Which two" in question:
        return only(options, lambda option: len({_SORT[one] for one in _nouns(option)}) == 1)
    if wanted := re.match(r"How many ([\w ]+) are named here\? (.+)\.", question):
        return str(sum(_SORT[one] == wanted[1] for one in _nouns(wanted[2])))
    if " says that " in question:
        return _wrong(question, options)
    return _fact(question, options)


def _wrong(question: str, options: list[str]) -> str:
    """The thing of which something is said that is not true."""
    said = stated(question, options)

    def true(option: str) -> bool:
        values = [one for kind in _KINDS.values() for one in kind.split()]
        return any(
            _has(_AS_SAID.get(value, value), said[option])
            and any(_has(thing, option) for thing in _things(value)[0])
            for value in values
        )

    return only(options, lambda option: not true(option))


def _nouns(text: str) -> list[str]:
    return re.findall(r"\ban? (\w+)", text, re.IGNORECASE)


def _ordered(text: str, options: list[str]) -> str:
    (word,) = (
        found(r"Which is the (?:second )?(\w+)est\?", text)
        if "Which is" in text
        else found(r"each is (\w+)er than", text)
    )
    key = word.replace("gg", "g").replace("tt", "t")
    ((ends, rising),) = [
        (ends.split(), row.split())
        for ends, row in _RISING.items()
        if any(key.startswith(one) or one.startswith(key) for one in ends.split())
    ]
    if key.startswith(ends[1]):
        rising = rising[::-1]

    def rank(thing: str) -> int:
        return (
            max(n for n, one in enumerate(rising) if re.search(rf"\b{one}\b", thing))
            if thing
            else -1
        )

    if "Put them in order" in text:
        return only(
            options,
            lambda option: (
                [rank(one) for one in option.split(", ")]
                == sorted(rank(one) for one in option.split(", "))
            ),
        )
    ranked = sorted(options, key=rank)
    return ranked[-2 if "second" in text else -1]


def _fact(question: str, options: list[str]) -> str:
    kind = next(name for name, pattern in _ASKED if re.search(pattern, question, re.IGNORECASE))
    true, possible = set(), set()
    for value in _KINDS[kind].split():
        sure, perhaps = _things(value)
        said = _AS_SAID.get(value, value)
        for option in options:
            for one, other in ((question, option), (option, question)):
                if _has(said, one):
                    true |= {option for thing in sure if _has(thing, other)}
                    possible |= {option for thing in perhaps if _has(thing, other)}
    (right,) = true
    assert not possible - {right}, possible
    return right


def _things(value: str) -> tuple[list[str], list[str]]:
    (line,) = [
        one for one in _HAVE.replace("\n", " ").split(";") if one.split(":")[0].strip() == value
    ]
    sure, _, perhaps = line.split(":")[1].partition("(")
    return sure.split(), perhaps.strip(" )").split()


def _has(words: str, text: str) -> bool:
    return all(re.search(rf"\b{re.escape(one)}\b", text) for one in words.split("+"))
