"""Modules of the standard library that are imported when something in them is first used."""

from __future__ import annotations

import sys
from importlib import import_module
from types import ModuleType
from typing import Any


def defer_imports() -> None:
    """Let some modules be imported when they are first used, not when a library imports them.

    Dataclasses and click import `inspect`, and with it the modules that read Python source. Most
    commands use nothing of it but `cleandoc` for the help of an option, which is one line. Paths
    import `urllib.parse`, and that `ipaddress`, for URLs that hardly a command asks for; click
    imports `platform` for UUIDs, and `gettext`, which looks for the help of an option in other
    languages, and finds none.
    """
    for name in ("gettext", "inspect", "ipaddress", "platform", "urllib.parse"):
        if name not in sys.modules:
            sys.modules[name] = deferred = _Deferred(name)
            package, _, module = name.rpartition(".")
            if package:
                setattr(import_module(package), module, deferred)


class _Deferred(ModuleType):
    """Stands for a module until it is imported, and for those who hold it also afterwards."""

    def __getattr__(self, name: str) -> Any:
        if name == "__path__":
            raise AttributeError(name)  # asked by `from gettext import ...`: it is no package
        if sys.modules.get(self.__name__) is self:
            del sys.modules[self.__name__]
        return getattr(import_module(self.__name__), name)

    def cleandoc(self, doc: str) -> object:
        """What `inspect.cleandoc` gives: of one line, the line."""
        odd = "\n" in doc or "\t" in doc
        return self.__getattr__("cleandoc")(doc) if odd else doc.lstrip()

    def gettext(self, message: str) -> str:
        """What `gettext.gettext` gives without a catalogue of translations."""
        return message

    def ngettext(self, one: str, several: str, count: int) -> str:
        """What `gettext.ngettext` gives without a catalogue of translations."""
        return one if count == 1 else several

    def quote_from_bytes(self, *given: Any) -> object:
        """As of `urllib.parse`, which paths take at once."""
        return self.__getattr__("quote_from_bytes")(*given)

    def system(self) -> object:
        """What `platform.system` gives."""
        known = {"linux": "Linux", "darwin": "Darwin"}.get(sys.platform)
        return known or self.__getattr__("system")()
