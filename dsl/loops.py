"""What came of the parts of a session that go on until something is reached."""

from __future__ import annotations

from dsl.criterion import Criterion
from dsl.experiment import IfFailed
from dsl.record import record


@record
class Training:
    """What came of a training: how many questions were asked in it, and whether the criterion was
    met. Where replies are not known yet, it counts as met as early as it can be.
    """

    name: str
    criterion: Criterion
    asked: int
    met: bool
    if_failed: IfFailed


@record
class Exploration:
    """What came of exploring a machine: the tries, as slots, each with whether it worked, and how
    it ended: `done`, at the `bound`, or with a reply that was `unclear`.

    `left`: how many rules fit before the first try and after each; `best`: the same for the best
    explorer, who stops when nothing more can be learnt.
    """

    machine: str
    tries: tuple[tuple[tuple[str, ...], bool], ...]
    ended: str
    left: tuple[int, ...]
    best: tuple[int, ...]
