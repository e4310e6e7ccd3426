"""Drawing a form from a bank: as many items of each group, in an order of their own."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random

from coders.bank_items import BankItem, items_of
from coders.norms.ages import NormGroup, StageNorm
from coders.norms.forms import FormKey, FormQuestion
from dsl.errors import DevrunError, Exit
from dsl.experiment import Experiment
from dsl.tree import BankContents
from dsl.words import LABELS, and_list, counted


class NoForm(DevrunError):
    """No form can be made of a script."""

    code = "no-form"
    exit_code = Exit.SCRIPT

    def __init__(self, message: str, help: str) -> None:
        super().__init__(f"no form: {message}", help)


def form_of(experiment: Experiment, *, per_group: int, seed: int) -> FormKey:
    """A form of `per_group` items of each group; the same for the same bank and seed.

    Raises:
        NoForm: the script does not ask one bank with stages, an item of it has no choices or no
            single key, or a group has too few items.
    """
    if len(experiment.banks) != 1 or not experiment.stages:
        found = counted(len(experiment.banks), "bank") if experiment.banks else "no bank"
        stages = " without stages" if experiment.banks and not experiment.stages else ""
        raise NoForm(
            f"`{experiment.title}` asks {found}{stages}",
            "name a script with one bank, and write in the bank: stage NAME of GROUP, GROUP",
        )
    items = items_of(experiment)
    open_ones = [one.name for one in items.values() if one.place is None]
    if open_ones:
        raise NoForm(
            f"{counted(len(open_ones), 'item')} of the bank cannot be scored by a letter, such as "
            f"`{open_ones[0]}`",
            "a form is made of items with choices and one key",
        )
    dice = Random(f"form {seed}")
    drawn = list(_drawn(experiment, items, per_group, dice))
    dice.shuffle(drawn)
    places = len(str(len(drawn)))
    questions = tuple(
        _question(f"q{number:0{places}}", one, seed) for number, one in enumerate(drawn, start=1)
    )
    (bank,) = experiment.banks
    return FormKey(
        experiment.title, bank.digest, _stages(experiment, bank), per_group, seed, questions
    )


def _drawn(
    experiment: Experiment, items: Mapping[str, BankItem], per_group: int, dice: Random
) -> Iterator[BankItem]:
    few = []
    for stage in experiment.stages:
        for group in stage.groups:
            # By name, so that the order of the file decides nothing.
            there = sorted((i for i in items.values() if i.group == group), key=lambda i: i.name)
            if len(there) < per_group:
                few.append(f"`{group}` {len(there)}")
            yield from dice.sample(there, min(per_group, len(there)))
    if few:
        raise NoForm(
            f"there are fewer than {per_group} items in a group: {and_list(few)}",
            "ask fewer (--items), or put more items into the bank",
        )


def _question(column: str, item: BankItem, seed: int) -> FormQuestion:
    """An item with its choices in an order that hangs on the seed and its name."""
    order = list(range(len(item.choices)))
    Random(f"form {seed} {item.name}").shuffle(order)
    choices = tuple(item.choices[at] for at in order)
    key = LABELS[order.index(item.place or 0)]
    return FormQuestion(column, item.name, item.group, item.question, choices, key)


def _stages(experiment: Experiment, bank: BankContents) -> tuple[StageNorm, ...]:
    """The stages of the whole bank, also of items that are in no form."""
    groups = {
        one.name: NormGroup(
            (one.name,),
            dict(one.options),
            {letter: count for letter, count in zip(LABELS, one.keys, strict=False) if count},
        )
        for one in bank.groups
    }
    return tuple(
        StageNorm(stage.name, tuple(groups[name] for name in stage.groups), 0.0)
        for stage in experiment.stages
    )
