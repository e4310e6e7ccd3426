"""What the participants of a study are called, in every table and document.

Other parameters make another participant, and many participants may have one name.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence

from runners.agents.identity import TEXT as AGENT_TEXT
from runners.agents.identity import TOLD
from runners.store.records import ParticipantRecord

_SAID_OTHERWISE = {"parameters", AGENT_TEXT, TOLD}
"""Parts of an identity that are said by others."""
_LONGEST = 24
"""Letters of a value in a label; a hash is told apart by fewer."""


def labels_of(participants: Sequence[ParticipantRecord]) -> dict[str, str]:
    """What each participant (by key) is called: its name, and where several have one name, how
    they were asked differently: `openai/gpt-4.1 (temperature 0)`. Of an agent that is shown how
    people rated it is said in any case.
    """
    of_name: dict[str, list[ParticipantRecord]] = {}
    for one in participants:
        of_name.setdefault(one.name, []).append(one)
    found = {one.key: _label(one, of_name[one.name]) for one in participants}
    times = Counter(found.values())
    return {
        key: label if times[label] == 1 else f"{label} #{key[:6]}" for key, label in found.items()
    }


def parameters_of(participant: ParticipantRecord) -> Mapping[str, object]:
    """The parameters that a participant was asked with; those left out are the provider's."""
    found = json.loads(json.loads(participant.identity).get("parameters") or "{}")
    return found if isinstance(found, dict) else {}


def _label(one: ParticipantRecord, same: Sequence[ParticipantRecord]) -> str:
    """The name of a participant, and in what it differs from the others of that name."""
    identity = json.loads(one.identity)
    told = ["sees feedback"] if TOLD in identity else []
    if len(same) > 1:
        mine = parameters_of(one)
        others = [parameters_of(each) for each in same]
        for name in sorted({name for each in others for name in each}):
            if any(each.get(name) != mine.get(name) for each in others):
                told.append(f"{name} {_short(mine[name])}" if name in mine else f"default {name}")
        rest = [json.loads(each.identity) for each in same]
        for name in sorted(identity.keys() - _SAID_OTHERWISE):
            if any(each.get(name) != identity[name] for each in rest):
                told.append(f"{name} {_short(identity[name])}")
    return f"{one.name} ({', '.join(told)})" if told else one.name


def _short(value: object) -> str:
    text = f"{value:g}" if isinstance(value, float) else str(value)
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…"


def any_model(name: str) -> list[str]:
    """What names every model with the agent of a participant, with and without its settings."""
    _, agent, settings = name.partition("agent=")
    return [f"?agent={settings}", f"?agent={settings.partition('&')[0]}"] if agent else []
