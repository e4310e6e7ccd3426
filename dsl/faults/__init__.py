"""What can be wrong with a script: one class for each kind of fault, one file for each century.

E1xx layout, E2xx the shape of lines, E3xx braces, E4xx names and word forms, E5xx design, W6xx
method, E7xx and W7xx what follows a reply, questionnaires, framings and measures. A code is never
used for anything else again.

The files are read when a fault in them is found: a script without faults, which is most of them,
should not wait for a hundred classes to be made.
"""

from __future__ import annotations

from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from dsl.faults import comparing as comparing
    from dsl.faults import data_files as data_files
    from dsl.faults import design as design
    from dsl.faults import exploring as exploring
    from dsl.faults import following as following
    from dsl.faults import framings as framings
    from dsl.faults import levels as levels
    from dsl.faults import machines as machines
    from dsl.faults import measures as measures
    from dsl.faults import method as method
    from dsl.faults import names as names
    from dsl.faults import number_keys as number_keys
    from dsl.faults import questionnaires as questionnaires
    from dsl.faults import questions as questions
    from dsl.faults import session as session
    from dsl.faults import story as story
    from dsl.faults import waves as waves
    from dsl.faults import whole as whole


def __getattr__(name: str) -> ModuleType:
    """A file of faults, read now."""
    try:
        return import_module(f"dsl.faults.{name}")
    except ModuleNotFoundError:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}") from None
