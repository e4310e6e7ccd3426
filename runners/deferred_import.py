"""A module of the standard library that is imported when something in it is first used."""

from __future__ import annotations

import sys
from importlib import import_module
from types import ModuleType
from typing import Any


def defer_inspect() -> None:
    """Let `inspect` be imported when it is first used, not when a library imports it.

    Dataclasses and click import it, and with it the modules that read Python source. Most commands
    use nothing of it but `cleandoc` for the help of an option, which is one line.
    """
    if "inspect" not in sys.modules:
        sys.modules["inspect"] = _Deferred("inspect")


class _Deferred(ModuleType):
    """Stands for a module until it is imported, and for those who hold it also afterwards."""

    def __getattr__(self, name: str) -> Any:
        if sys.modules.get(self.__name__) is self:
            del sys.modules[self.__name__]
        return getattr(import_module(self.__name__), name)

    def cleandoc(self, doc: str) -> object:
        """What `inspect.cleandoc` gives: of one line, the line."""
        odd = "\n" in doc or "\t" in doc
        return self.__getattr__("cleandoc")(doc) if odd else doc.lstrip()
