"""Frozen values that cost next to nothing to define.

A standard dataclass writes its methods as source text and compiles them, a quarter of a
millisecond for each class. The tree of a script has so many classes that defining them took longer
than checking the script. A record has the same contract (frozen, slotted, compared by value,
matched by position) by methods that all records share.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from operator import attrgetter
from types import CodeType, FunctionType
from typing import Any, TypeVar, cast, dataclass_transform

T = TypeVar("T")


@dataclass_transform(frozen_default=True)
def record(cls: type[T]) -> type[T]:
    """Make a frozen, slotted value class of a class whose body declares fields.

    Works like `@dataclass(frozen=True, slots=True)`, without inheritance of fields.
    """
    return _made(cls)


@dataclass_transform(frozen_default=True)
def hashed_record(cls: type[T]) -> type[T]:
    """A record that keeps its hash: for values made of many others that are often looked up. Fields
    named in its `__aside__` make no difference to whether two are equal, and are not printed.
    """
    aside = vars(cls).get("__aside__", ())
    compared = _getter(tuple(one for one in cls.__annotations__ if one not in aside))
    methods = {"__compared__": compared, "__eq__": _equal_but_aside, "__hash__": _hash_once}
    return _made(cls, slots=("_kept_hash",), methods=methods)


class _Fresh:
    """Stands for a field of which every value gets an object of its own."""

    def __init__(self, make: Callable[[], object]) -> None:
        self.make = make


def field(*, default_factory: Callable[[], T]) -> T:
    """A field of a `working` class for which every value without one gets its own."""
    return cast(T, _Fresh(default_factory))


@dataclass_transform(field_specifiers=(field,))
def working(cls: type[T]) -> type[T]:
    """Make a slotted class of values that change, each like no other: what one task keeps at hand.

    Works like `@dataclass(slots=True, eq=False)`.
    """
    methods = {
        name: vars(object)[name]
        for name in ("__eq__", "__hash__", "__setattr__", "__delattr__", "__reduce__")
    }
    return _made(cls, methods=methods)


def _made(
    cls: type[T], *, slots: tuple[str, ...] = (), methods: Mapping[str, object] | None = None
) -> type[T]:
    """The class of a record, with more slots and other methods where some are given."""
    names = tuple(cls.__annotations__)
    body = dict(vars(cls))
    for own in ("__dict__", "__weakref__"):
        body.pop(own, None)
    defaults = {name: body.pop(name) for name in names if name in body}
    body |= _SHARED
    body |= methods or {}
    body["__slots__"] = (*names, *slots)
    body["__match_args__"] = names
    body["__values__"] = _getter(names)
    body["__defaults__"] = defaults
    build: Any = type(cls)
    return cast(type[T], build(cls.__name__, cls.__bases__, body))


def replace(one: T, **changes: object) -> T:
    """The same record (or dataclass) with other values for some of its fields."""
    if not is_record(one):
        import dataclasses

        return dataclasses.replace(one, **changes)  # type: ignore[type-var]
    names: tuple[str, ...] = one.__match_args__  # type: ignore[attr-defined]
    made: T = type(one)(*list(map(changes.pop, names, values(one))), **changes)
    return made


def is_record(value: object) -> bool:
    """Whether a value is of a class made by `record`."""
    return getattr(type(value), "__reduce__", None) is _reduce


def values(one: Any) -> tuple[object, ...]:
    """The values of a record's fields, in the order declared."""
    found: tuple[object, ...] = type(one).__values__(one)
    return found


def _getter(names: tuple[str, ...]) -> Any:
    """What gives the values of these fields, all in one go: comparing and hashing records and
    walking through a tree are little else.
    """
    if len(names) > 1:
        return attrgetter(*names)
    return staticmethod(lambda one: tuple([getattr(one, name) for name in names]))


def _first_init(self: Any, *given: object, **named: object) -> None:
    """The `__init__` of a class until its first value is made, which makes one of its own: most
    classes need none.
    """
    made: Any = next(one for one in type(self).__mro__ if "__values__" in vars(one))
    names, defaults = made.__match_args__, made.__defaults__
    setters = (_setter(vars(made)[name], defaults.get(name)) for name in names)
    code = _setting(len(names)).replace(
        co_varnames=("_self", *names), co_qualname=f"{made.__qualname__}.__init__"
    )
    last = tuple(defaults[name] for name in names if name in defaults)
    scope = {f"_put{at}": setter for at, setter in enumerate(setters)}
    made.__init__ = FunctionType(code, scope, "__init__", last)
    made.__init__(self, *given, **named)


def _setter(slot: Any, default: object) -> Any:
    """What sets a field; where it has a factory, that is called for each value without one."""
    if not isinstance(default, _Fresh):
        return slot.__set__
    fresh = default.make
    return lambda one, value: slot.__set__(one, fresh() if value is default else value)


@cache
def _setting(count: int) -> CodeType:
    """The code of an `__init__` that calls the setters of so many fields: compiling takes longer
    than all else, and is done once for all classes with as many.
    """
    places = range(count)
    lines = [
        f"def __init__({', '.join(['_self', *(f'_{n}' for n in places)])}):",
        *(f" _put{n}(_self, _{n})" for n in places),
        " pass",
    ]
    scope: dict[str, Any] = {}
    exec("\n".join(lines), scope)
    code: CodeType = scope["__init__"].__code__
    return code


def _equal(self: Any, other: object) -> object:
    if other.__class__ is not self.__class__:
        return NotImplemented
    return values(self) == values(other)


def _hash(self: Any) -> int:
    return hash(values(self))


def _hash_once(self: Any) -> int:
    try:
        found: int = self._kept_hash
    except AttributeError:
        found = hash(self.__compared__(self))
        object.__setattr__(self, "_kept_hash", found)
    return found


def _equal_but_aside(self: Any, other: Any) -> object:
    if other.__class__ is not self.__class__:
        return NotImplemented
    return self.__compared__(self) == other.__compared__(other)


def _show(self: Any) -> str:
    aside = getattr(self, "__aside__", ())
    names = (name for name in self.__match_args__ if name not in aside)
    told = ", ".join(f"{name}={getattr(self, name)!r}" for name in names)
    return f"{self.__class__.__qualname__}({told})"


def _refuse(self: object, name: str, *_: object) -> None:
    raise refused(name, "record")


def refused(name: str, what: str) -> Exception:
    """What is raised where somebody changes a frozen value, as by a dataclass."""
    from dataclasses import FrozenInstanceError

    return FrozenInstanceError(f"cannot change {name!r} of a {what}")


def _reduce(self: Any) -> tuple[object, tuple[object, ...]]:
    return self.__class__, values(self)


_SHARED = {
    "__init__": _first_init,
    "__eq__": _equal,
    "__hash__": _hash,
    "__repr__": _show,
    "__setattr__": _refuse,
    "__delattr__": _refuse,
    "__reduce__": _reduce,
}
"""The methods of every record."""
