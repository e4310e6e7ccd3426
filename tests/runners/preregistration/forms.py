"""Forms for tests: two small scripts, simulated participants, and every question answered."""

from __future__ import annotations

import re
from collections.abc import Sequence

from dsl.experiment import Protocol
from dsl.loading import check_text
from dsl.protocol import under
from runners.participants.base import Settings
from runners.participants.registry import participant
from runners.preregistration.autofill import FormSource, Sizes, filled
from runners.preregistration.form import form
from runners.preregistration.plan import PlanBlock, SeenAlready

NOTHING_SEEN = SeenAlready("2026-01-01T00:00:00.000Z", "devrun.sqlite", 0)

CUP = """\
experiment The cup

reference children 85%: somebody (1985), left only

things
    cup: scarf, torch

conditions end
    moved
    left

design
    runs 6
    seed 3

procedure
    say: {A cup} is in the box.
    separately
        test now
            ask: Where is the {cup} now?
            choices:
                The box
                The bag
            answer by end
                moved: The bag
                left: The box
        test next
            ask: Where is the {cup} next?
            choices:
                The box
                The bag
            answer: The box
"""


def source(title: str = "The cup", file: str = "cup.dev", text: str = CUP) -> FormSource:
    """A script as a form is filled from."""
    written = text.replace("experiment The cup", f"experiment {title}")
    loaded = check_text(written, file)
    assert loaded.experiment is not None, loaded.faults
    return FormSource(loaded.experiment, file, written)


def under_protocol(protocol: Protocol) -> FormSource:
    """The script as a protocol asks it."""
    plain = source()
    return FormSource(under(plain.experiment, protocol), plain.file, plain.text)


def block(
    sources: Sequence[FormSource] = (),
    models: Sequence[str] = ("sim/child",),
    sizes: Sizes | None = None,
    seen: SeenAlready = NOTHING_SEEN,
) -> PlanBlock:
    """The settings of a form."""
    people = [participant(name, Settings()) for name in models]
    return filled(sources or [source()], people, sizes or Sizes(), seen=seen)


def answered(text: str) -> str:
    """A form with every question answered."""
    return re.sub(r"\[to be written:[^\]]*\]", "As it was said.", text)


def whole_form(chosen: PlanBlock | None = None) -> str:
    """A form in which nothing is open."""
    return answered(form(chosen or block()))
