"""Processes and libraries that take nothing from the folder where devrun is called.

That folder is often a stranger's study. `python -c` and `python -m` look for modules there before
anywhere else, and libraries start such processes unasked: the standard library where work is done
among other things its tracker of locks, which a progress bar of a library makes. A variable reaches
all of them; `-P` reaches only those whose command line is ours.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import chdir, contextmanager
from importlib import import_module
from pathlib import Path

_VARIABLES = {
    # Python does not put the folder or the script's own on its path.
    "PYTHONSAFEPATH": "1",
    # Windows does not look for programs there, such as a pager.
    "NoDefaultCurrentDirectoryInExePath": "1",
}


def isolate_children() -> None:
    """Keep the folder away from all that this process starts."""
    os.environ.update(_VARIABLES)


@contextmanager
def isolated_children() -> Iterator[None]:
    """Keep the folder away from what is started within it."""
    before = {name: os.environ.get(name) for name in _VARIABLES}
    isolate_children()
    try:
        yield
    finally:
        for name, value in before.items():
            if value is None:
                os.environ.pop(name, None)
            else:
                os.environ[name] = value


def can_isolate() -> bool:
    """Whether children heed the variables: not under `python -E`, which they inherit."""
    return bool(sys.flags.safe_path) or not sys.flags.ignore_environment


def import_elsewhere(name: str) -> None:
    """Import a library that reads a settings file from the current folder as it is imported.

    For as long as that takes the process is in another folder: no thread may open a relative path.
    """
    try:
        with chdir(Path(__file__).parent):
            import_module(name)
    except FileNotFoundError:
        # The current folder was deleted, and holds no settings.
        import_module(name)
