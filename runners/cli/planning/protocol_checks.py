"""What can be known of a run before its first call: that everybody is asked something that fits."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain

from dsl.experiment import Experiment, Protocol
from dsl.record import replace
from dsl.words import counted
from runners.cli.errors import Stop
from runners.cli.output import note
from runners.cli.participants_option import named_models
from runners.engine.plan import Plan
from runners.engine.session import call_of, first_calls
from runners.participants.base import Participant, Settings


def as_protocol(
    settings: Settings, protocol: str | None, models: tuple[str, ...], *, as_json: bool
) -> Settings:
    """The settings with temperature 0, where a protocol asks greedily and no temperature was given,
    which is said on stderr; simulated participants have none.
    """
    from dsl.protocol import ITEM_PROTOCOLS

    way = ITEM_PROTOCOLS.get(Protocol(protocol)) if protocol is not None else None
    real = any(not name.startswith("sim/") for name in named_models(models, as_json=True))
    if way is None or not way.published or settings.temperature is not None or not real:
        return settings
    if not as_json:
        note(f"--protocol {protocol} asks at temperature 0 (--temperature changes that)")
    return replace(settings, temperature=0.0)


def check_plans(asked: Sequence[Participant], taken: Sequence[Sequence[Plan]]) -> None:
    """Looks at what each participant is to be asked.

    Raises:
        Stop: a participant is asked nothing, or more than it can read.
    """
    for one, plans in zip(asked, taken, strict=True):
        if not any(map(len, plans)):
            raise Stop(
                "nothing-to-ask",
                f"nothing is asked of {one.name}: it "
                + ("continues texts" if one.continues_text else "writes its answers")
                + ", and --only leaves nothing that it can be asked",
                "leave out --only",
            )
        _check_lengths(one, plans)


def base_model_note(asked: Sequence[Participant], experiments: Sequence[Experiment]) -> None:
    """Says on stderr that a base model is asked for answers in words, where a protocol of items
    would ask it by likelihood.
    """
    from dsl.protocol import unfit

    base = [one.name for one in asked if one.continues_text and not one.simulated]
    if not base or not any(not one.design.protocol.of_items for one in experiments):
        return
    if any(unfit(one) is None for one in experiments):
        note(
            f"{base[0]} is a base model and writes text after each item; --protocol bank asks for "
            "the likelihoods of the choices instead"
        )


def _check_lengths(participant: Participant, plans: Sequence[Plan]) -> None:
    """Raises a Stop where the first draw has calls that are too long; what comes after a reply is
    not known yet.
    """
    too_long = getattr(participant, "too_long", None)
    if too_long is None:
        return
    found: list[tuple[str, str]] = []
    total = 0
    draws = (plan.expander.trial(cell, draw=1) for plan in plans for cell in plan.cells)
    for step in chain.from_iterable(map(first_calls, draws)):
        total += 1
        if why := too_long(call_of(step, weighs=participant.scores_options)):
            question = step.turn.question
            found.append((step.place if question is None else question.title, why))
    if found:
        name, why = found[0]
        raise Stop(
            "too-long",
            f"{counted(len(found), 'call')} of {total} would not fit: {why} (`{name}`)",
            "choose a model with a longer context, or shorten the texts; nothing was asked",
        )
