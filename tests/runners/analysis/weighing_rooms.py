"""A participant that weighs options by rules of its own, and a study that it took part in."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

from dsl.expand import Expander
from dsl.identity import procedure_hash
from dsl.loading import Loaded, load
from runners.engine.outcome import RunOutcome
from runners.engine.plan import ParticipantPlan, plan_of
from runners.engine.run import run_study
from runners.engine.run_limits import RunLimits
from runners.engine.study import start, study_scripts
from runners.participants.base import Call, Finish, Participant, Reply
from runners.store.store import Store

QUICK = RunLimits(first_wait=0.001, longest_wait=0.002, silence=0.0, outage=0.0, poll=0.001)

ITEMS = """experiment Cups and hats

design
    runs 1
    wording original
    scoring calibrated accuracy

procedure
    separately
        test colour
            ask: Which colour is snow?
            choices fixed:
                White
                As black as a chimney
                Red
            answer: White
            scored by likelihood
        test sound
            ask: What does a bell do?
            answer: It rings
            wrong: It barks
            scored by likelihood
        test kind
            ask: Is a "cup: the blue one" a cup?
            choices fixed:
                Yes: perhaps
                No, "never"
            answer: No, "never"
            scored by likelihood
"""
"""Three choices with letters, two answers without, and words that no reader of replies would take
for plain."""


def sum_of(option: str) -> float:
    """Longer words are less likely, by half a nat a letter."""
    return -len(option) / 2


class Weighing:
    """Takes the option with the highest sum, and tells a number for every reading."""

    sees_key = False
    sees_pictures = False
    places = 4
    scores_options = True
    continues_text = False

    def __init__(
        self, *, simulated: bool = False, worded: Callable[[Call], bool] = lambda _: False
    ) -> None:
        self.name = "test/weighing"
        self.simulated = simulated
        self.notes: tuple[str, ...] = ()
        self.calls: list[Call] = []
        self._worded = worded

    def identity(self) -> dict[str, str]:
        return {"provider": "test", "model": "weighing"}

    async def ask(self, call: Call) -> Reply:
        self.calls.append(call)
        if not call.options or self._worded(call):
            return Reply("It is White.", Finish.STOP)
        lettered = f"A) {call.options[0]}" in call.messages[-1].text
        rows = [
            {
                "text": option,
                "letter": "ABC"[at] if lettered else None,
                "tokens": len(option.split()),
                "characters": len(option),
                "sum": sum_of(option),
                "per_token": sum_of(option) / len(option.split()),
                "per_character": -0.5 - at,
                "against_bare_prompt": float(at),
                "letter_sum": -1.0 if lettered else None,
            }
            for at, option in enumerate(call.options)
        ]
        body = {"likelihoods": {"reading": "sum", "prompt_tokens": 9, "options": rows}}
        return Reply(max(call.options, key=sum_of), Finish.STOP, raw=json.dumps(body))

    async def aclose(self) -> None:
        return None


def loaded(folder: Path, text: str = ITEMS) -> Loaded:
    file = folder / "items.dev"
    file.write_text(text, encoding="utf-8")
    return load(file)


def weigh(store: Store, script: Loaded, *asked: Participant) -> RunOutcome:
    """Runs the script with these participants."""
    assert script.experiment is not None, script.faults
    expander = Expander(script.experiment)
    begun = start(
        study_scripts([script]), {procedure_hash(script.experiment): expander.seed}, asked, {}
    )
    plan = plan_of(expander)
    return run_study(
        store, begun, [ParticipantPlan(one, plan.asked_of(one)) for one in asked], run_limits=QUICK
    )
