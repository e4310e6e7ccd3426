"""A simulated participant: a behaviour with a name, and what it is allowed to see."""

from __future__ import annotations

import json
from collections.abc import Callable

from dsl.record import record, replace
from runners.participants.base import NO_HINTS, Call, Finish, Reply
from runners.participants.sim.chance import Chance

Behaviour = Callable[[Call, Chance], str]
KEYED_VERSION = "2"
READER_VERSION = "2"
"""They count up when a behaviour changes, so that a store does not answer for the new one. Players
that are handed the key word their answers alike and share the first; those that only read share the
second. tests/runners/participants/test_sim_versions.py fails when one has to count up."""


@record
class Player:
    """Answers every call by its behaviour, at once. `parameters` are in the name already.

    Where the likelihoods of options are asked for it says in words which one it takes, and of a
    picture it reads the description.
    """

    name: str
    behaviour: Behaviour
    sees_key: bool
    parameters: tuple[tuple[str, float], ...] = ()
    simulated: bool = True
    scores_options: bool = True
    continues_text: bool = False
    sees_pictures: bool = True
    places: int | None = 16
    notes: tuple[str, ...] = ()

    def identity(self) -> dict[str, str]:
        """Provider, model, parameters, and the version of the behaviours."""
        return {
            "provider": "sim",
            "model": self.name.removeprefix("sim/").partition("?")[0],
            "parameters": json.dumps(dict(self.parameters), sort_keys=True, separators=(",", ":")),
            "version": KEYED_VERSION if self.sees_key else READER_VERSION,
        }

    async def ask(self, call: Call) -> Reply:
        """What the behaviour says; one that reads only the messages gets nothing else."""
        if not self.sees_key:
            call = replace(call, question=None, hints=NO_HINTS)
        if call.compares:
            from runners.participants.embedding import by_words

            return Reply(by_words(call), Finish.STOP, model_returned=self.name)
        text = self.behaviour(call, Chance(self.name, call.key))
        finish = Finish.STOP if text else Finish.EMPTY
        return Reply(text, finish, model_returned=self.name)

    async def aclose(self) -> None:
        """Nothing is open."""
