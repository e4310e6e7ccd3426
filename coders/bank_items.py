"""What a bank is made of: its items with their choices and keys as the file has them.

By this a bank is known to be that of some norms, and it gives what a participant earns who does not
read: by the longest choice, or by one letter throughout.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction

from coders.norms.ages import Norms
from dsl import experiment as ex
from dsl.expanding.steps_within import questions_within
from dsl.experiment import Experiment, QuestionStep, Template
from dsl.files.csv_reader import plain
from dsl.record import record
from dsl.tree import BankContents, BankGroup, QuestionKind
from dsl.words import LABELS, and_list, folded

MOST_MISSING = Fraction(1, 50)
"""Of the items of a bank so many may be left out, such as those that it has twice."""


@record
class BankItem:
    """An item of a bank: `choices` in the order of its file, empty without any, and `place`, which
    of them is right; None where no single one is. `control` names the item of which this one is the
    manipulated version, if it is one.
    """

    name: str
    group: str
    question: str
    choices: tuple[str, ...]
    place: int | None
    control: str = ""

    @property
    def letter(self) -> str:
        """The letter of the key in the order of the file; empty without one."""
        return "" if self.place is None else LABELS[self.place]

    @property
    def longest(self) -> Fraction | None:
        """The mark that the longest choice earns, of several one at random; None without a key."""
        if self.place is None:
            return None
        most = max(map(len, self.choices))
        longest = [at for at, one in enumerate(self.choices) if len(one) == most]
        return Fraction(self.place in longest, len(longest))


def items_of(experiment: Experiment) -> Mapping[str, BankItem]:
    """The items that a script asks, by name."""
    found = {}
    for step in questions_within(experiment.steps, QuestionKind.ITEM):
        choices = tuple(map(_text, step.choices[0].value)) if step.choices else ()
        place = _place(step, choices)
        question = _text(step.forms[0].words[0].value)
        found[step.name] = BankItem(step.name, step.group, question, choices, place, step.control)
    return found


def _place(step: QuestionStep, choices: tuple[str, ...]) -> int | None:
    keys = [case.value for clause in step.rubric.answer for case in clause]
    if len(keys) != 1 or not isinstance(keys[0], ex.ClauseTemplate) or len(keys[0].phrases) != 1:
        return None
    key = folded(_text(keys[0].phrases[0]))
    same = [at for at, one in enumerate(choices) if folded(one) == key]
    return same[0] if same else None


def _text(template: Template) -> str:
    """The words of a cell, in which nothing is filled in."""
    return "".join(piece for piece in template if isinstance(piece, str))


def groups_in(norms: Norms, groups: Iterable[str]) -> Mapping[str, str]:
    """Group of a bank -> the printed name of that group in the norms, where it has one there."""
    known = {plain(name): one.name for one in norms.groups for name in one.names}
    return {one: known[plain(one)] for one in groups if plain(one) in known}


def difference(norms: Norms, banks: Sequence[BankContents]) -> str:
    """In what the banks of a script differ from that of the norms, in words; empty for the same.

    The digest of the items decides where the norms have one; else how many items of each group have
    how many choices, and how many keys are at which letter. A few items may be missing, such as
    those that the original has twice.
    """
    here: dict[str, list[BankGroup]] = {}
    for bank in banks:
        for part in bank.groups:
            here.setdefault(part.name, []).append(part)
    names = groups_in(norms, here)
    if len(names) < len(here) or len(set(names.values())) < len(norms.groups):
        return f"its groups are not those of {norms.bank}"
    if norms.items:
        same = len(banks) == 1 and banks[0].digest == norms.items
        return "" if same else f"its items are not those of {norms.bank}"
    missing = 0
    other = []
    for group in norms.groups:
        parts = [part for name, of in here.items() if names[name] == group.name for part in of]
        options, keys = Counter[int](), Counter[str]()
        for part in parts:
            options.update(dict(part.options))
            keys.update(dict(zip(LABELS, part.keys, strict=False)))
        if options - Counter(group.options) or keys - Counter(group.key):
            other.append(group.name)
        missing += group.items - options.total()
    if other:
        few = 2 * len(other) < len(norms.groups)
        which = f"the items of {and_list(other)}" if few else "its items"
        return f"{which} are not those of {norms.bank}"
    total = sum(one.items for one in norms.groups)
    return "" if missing <= MOST_MISSING * total else f"{missing} items of {norms.bank} are missing"
