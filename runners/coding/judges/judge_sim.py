"""A simulated judge: it reads nothing and marks at random, to try coding by a model at no cost.

`sim/random` answers the judge's sheet, since a word from the story would never be an answer to it.
The other simulated participants that see no key are asked as they are, and give judges that cannot
be used: `sim/refuser`, `sim/silent`. Those that are handed the key would judge by it and are
refused: a judge has no key.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping

from runners.participants.base import Call, Participant, Role, Settings
from runners.participants.failures import BadName
from runners.participants.registry import participant
from runners.participants.sim import Player
from runners.participants.sim.chance import Chance

_ASKED = re.compile(r"^(control )?question (\d+):$", re.MULTILINE)
_CANDIDATE = re.compile(r"^(\d+)\. ", re.MULTILINE)


def judge_called(
    model: str, settings: Settings, *, environment: Mapping[str, str] | None = None
) -> Participant:
    """The judge of this name, ready to be asked; `environment` replaces the process's own.

    Raises:
        CannotStart: nobody can be asked by that name, or it is one that sees keys.
    """
    if model.strip() == "sim/random":
        return Player("sim/random", _at_random, sees_key=False)
    found = participant(model, settings, environment=environment)
    if found.sees_key:
        raise BadName(
            f"`{found.name}` needs the key, which a judge does not have",
            "name a model, or `sim/random`, which marks at random",
        )
    return found


def _at_random(call: Call, chance: Chance) -> str:
    sheet = next(m.text for m in call.messages if m.role is Role.USER).rpartition("To be judged:")[
        2
    ]
    if '{"rating"' in call.messages[0].text:
        return json.dumps({"rating": 1 + chance.below(5)})
    if '"said"' in call.messages[0].text:
        candidates = _CANDIDATE.findall(sheet.rpartition("\ncandidates:\n")[2])
        return json.dumps({"said": [int(chance.choice(candidates))], "plainly": True, "flags": []})
    marks = [
        {
            "question": int(number),
            "mark": chance.choice(["right", "wrong"] if control else ["right", "half", "wrong"]),
            "flags": [],
        }
        for control, number in _ASKED.findall(sheet)
    ]
    return json.dumps({"marks": marks})
