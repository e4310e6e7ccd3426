"""Who is asked: from the names on the command line, or their defaults, to participants."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from runners.cli import messages
from runners.cli.output import say

if TYPE_CHECKING:
    from runners.participants.base import Participant, Settings
    from runners.participants.requirements import Need

DEFAULT_MODEL = "sim/child"


def named_models(models: tuple[str, ...], *, as_json: bool) -> tuple[str, ...]:
    """The models named, each once, else those of DEVRUN_MODEL, else a simulated one, which is said
    on stderr.
    """
    names = models or tuple(os.environ.get("DEVRUN_MODEL", "").split())
    if not names and not as_json:
        say(messages.no_model(), err=True)
    return tuple(dict.fromkeys(names or (DEFAULT_MODEL,)))


def chosen_participants(
    models: tuple[str, ...], settings: Settings, needs: tuple[Need, ...] = (), *, as_json: bool
) -> tuple[Participant, ...]:
    """The participants named, each once, else those of DEVRUN_MODEL, else a simulated one. Each
    meets the `needs` of the scripts, or is asked without where the settings allow it.

    What the user should know before the first call is said on stderr.

    Raises:
        CannotStart: one of them cannot be asked.
    """
    from runners.participants.base import Settings
    from runners.participants.registry import participant
    from runners.participants.requirements import able

    asked = tuple(
        able(
            participant(name, settings),
            needs,
            allow=settings.allow_unsupported,
            shown=settings.shown,
        )
        for name in named_models(models, as_json=as_json)
    )
    for note in (note for one in asked for note in one.notes):
        say(note, err=True)
    if not as_json:
        if models and any(one.simulated for one in asked):
            say(messages.simulated(tuple(o.name for o in asked if o.simulated)), err=True)
        given = Settings(
            settings.temperature, settings.max_tokens, settings.params, reasoning=settings.reasoning
        )
        if given != Settings() and any(one.simulated for one in asked):
            say(messages.settings_ignored(), err=True)
    return asked
