"""Whether a run with agents that is killed within waves repeats a finished call or changes a state.

    python benchmarks/kill_in_waves.py [--kills 20] [--seed 1]

Each of three agents (coggpt by words and by embeddings, react) takes 4 cells of 4 waves and 3
questions; in each wave it replies in its own words, is trained to a criterion, and is asked on a
copy of the conversation. A server of this process replies by the words that it is sent, so that the
profile, the memory and every later prompt hang on each reply before; no two requests of a run are
the same.
`kill -9` ends the run at random moments, and the same command goes on. At the end the transcripts,
with profiles and memories wave by wave, are compared with those of a run that nobody killed.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from runners.agents.identity import EMBEDDED
from runners.agents.recall import compared
from runners.participants.double import Double
from runners.participants.double.formats import Request
from runners.store.errors import StoreUnusable
from runners.store.store import Store

ROOT = Path(__file__).resolve().parent.parent
CELLS, WAVES, ITEMS = 4, 4, 3
MODELS = (
    "openai/any?agent=coggpt",
    "openai/any?agent=react",
    "openai/other?agent=coggpt&recall=embeddings&embeddings=openai/other",
)
"""One that recalls by embeddings has another model: its first prompts are those of the other."""
SCRIPT = """\
experiment Killed in waves

things
    dog: hound
    cat: tabby

conditions profile from profiles.csv
waves reading from texts.csv

questionnaire views
    rate 1 to 5
    items from items.csv
    people from people.csv

design
    runs 1
    wording original

procedure
    profile: {all of profile}
    say: {text}
    say: What do you make of it?
    listen
    train names until 2 right in a row, at most 4 questions
        practice name
            ask: What is a barking pet called?
            answer: {dog}
            then
                right: Yes, {dog}.
                otherwise: No, {dog}.
        if failed count anyway
    separately
        scene asleep
            say: The {cat} is asleep.
            record calm
                ask: Is it calm?
                choices:
                    yes
                    no
                then
                    otherwise: All right.
            test sleeper
                ask: Who is asleep?
                answer: {cat}
    do views
"""


def written(folder: Path) -> None:
    """The script and its files."""
    (folder / "killed.dev").write_text(SCRIPT)
    (folder / "profiles.csv").write_text(
        "profile,age\n" + "".join(f"P{n},{20 + n}\n" for n in range(CELLS))
    )
    waves = range(1, WAVES + 1)
    texts = (f"{n},Text {n} is read. Point {n} of it is new." for n in waves)
    (folder / "texts.csv").write_text("wave,text\n" + "\n".join(texts) + "\n")
    items = [f"q{n}" for n in range(1, ITEMS + 1)]
    (folder / "items.csv").write_text(
        "item,words\n" + "".join(f"{one},Sentence {one} is true.\n" for one in items)
    )
    rated = (f"{wave},{one},r,{1 + wave % 5}" for wave in range(WAVES + 1) for one in items)
    (folder / "people.csv").write_text("wave,item,rater,rating\n" + "\n".join(rated) + "\n")


def reply(request: Request) -> str:
    """What the server says: a function of what it is sent, that differs for any two prompts."""
    prompt = request.messages[-1][1]
    sign = hashlib.sha256(prompt.encode()).hexdigest()
    time.sleep(0.02)
    if "JSON list" in prompt:
        noted = [
            {"statement": f"Noted {sign[at : at + 6]}.", "score": 1 + at % 5} for at in range(5)
        ]
        return json.dumps(noted)
    if "New profile" in prompt:
        return f"New profile:\nprofile: {sign[:12]}"
    rating, words = 1 + int(sign[0], 16) % 5, ("dog", "yes", "the cat")[int(sign[1], 16) % 3]
    return f"Thought: {sign[:12]}\n" + (
        f"Answer: {words}" if "Answer:" in prompt else f"Rating: {rating}"
    )


def prompts(double: Double, first: int = 0) -> list[str]:
    """What was sent to which model, from one request on."""
    return [
        json.dumps([one.json["model"], one.json["input"] if one.embeds else one.messages[-1][1]])
        for one in double.requests[first:]
        if one.embeds or one.messages
    ]


def stored(url: str) -> set[str]:
    """The same of what the store says was asked and answered."""
    try:
        with Store.open(url, reading=True) as store:
            calls = [call for one in store.studies() for call in store.calls_of(one.id)]
    except StoreUnusable:
        return set()  # killed before there was one
    found = set()
    for call in calls:
        sent: object = call.messages[-1].text
        if call.place.endswith(EMBEDDED):
            sent = [text for part in compared(call.messages[-1].text) for text in part]
        found.add(json.dumps([json.loads(call.requested)["model"], sent]))
    return found


def led(folder: Path, double: Double, *, kills: int, dice: random.Random) -> tuple[int, int]:
    """Runs to the end through so many kills; gives the kills, and the requests for what was stored
    before.
    """
    written(folder)
    url = f"sqlite:///{folder / 'devrun.sqlite'}"
    models = (word for name in MODELS for word in ("-m", name))
    command = [
        sys.executable, "-m", "runners.main", "killed.dev", *models,
        "--concurrency", "8", "--json", "--store", url,
    ]  # fmt: skip
    environment = {**os.environ, **double.environment, "PYTHONPATH": str(ROOT)}
    again = done = 0
    held: set[str] = set()
    while True:
        before = len(double.requests)
        with subprocess.Popen(
            command, cwd=folder, env=environment, stdout=subprocess.DEVNULL
        ) as run:
            if done < kills and double.arrived(before + dice.randrange(1, 45), within_s=200):
                time.sleep(dice.uniform(0, 0.05))
                if run.poll() is None:
                    run.kill()
                    done += 1
            code = run.wait()
        again += sum(prompt in held for prompt in prompts(double, before))
        held = stored(url)
        if code == 0:
            return done, again
        if code > 0:
            raise RuntimeError(f"the run ended with {code}")


def states(folder: Path) -> list[str]:
    """Every trial with its replies, profiles and memories, in an order of their own; without keys,
    which hold the server's address.
    """
    told = subprocess.run(
        [sys.executable, "-m", "runners.main", "transcript", "--json"],
        cwd=folder, env={**os.environ, "PYTHONPATH": str(ROOT)}, capture_output=True, check=True,
    )  # fmt: skip
    trials = json.loads(told.stdout)["trials"]
    return sorted(json.dumps(one | {"key": ""}, sort_keys=True) for one in trials)


def main() -> None:
    """Run with and without kills, and print what came of it."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--kills", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    dice = random.Random(given.seed)
    with tempfile.TemporaryDirectory() as one, tempfile.TemporaryDirectory() as other:
        with Double(then=reply) as double:
            kills, again = led(Path(one), double, kills=given.kills, dice=dice)
            asked = len(prompts(double))
        with Double(then=reply) as double:
            led(Path(other), double, kills=0, dice=dice)
            calls = prompts(double)
        same = states(Path(one)) == states(Path(other))
    print(
        f"{kills} kills; {asked:,} requests for {len(calls):,} calls, of which {len(set(calls)):,} "
        f"differ; {again} of the requests for what was stored; the states are "
        f"{'the same' if same else 'OTHERS'} as without kills"
    )


if __name__ == "__main__":
    main()
