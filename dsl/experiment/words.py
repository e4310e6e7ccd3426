"""Words with slots: when they hold, what is in their braces, and the values of a slot."""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum
from typing import Generic, TypeVar

from dsl.record import hashed_record, record


@record
class Guard:
    """When something holds: for every factor named, the current level is one of those listed.

    `needs` is a conjunction over factors; `Guard(())` always holds. `excludes` are guards that must
    not hold (from `unless`, from `otherwise`, and from earlier arms).
    """

    needs: tuple[tuple[str, tuple[str, ...]], ...] = ()
    excludes: tuple[Guard, ...] = ()


ALWAYS = Guard()

T = TypeVar("T")


@record
class Case(Generic[T]):
    """A value and when it holds. Of several cases in a tuple the first that holds is taken."""

    guard: Guard
    value: T


class Grammar(StrEnum):
    """The form in which a word is wanted."""

    BARE = "bare"
    PLURAL = "plural"
    POSSESSIVE = "possessive"


@record
class Use:
    """A slot, let, column or kept reply put into the words, e.g. `{A blicket}`.

    `article`: `a ` or `an ` goes before it, by the sound of what is put in. `capital`: its first
    letter (the article's, if there is one) is a capital. `apostrophe` is the sign the author typed
    in a possessive (straight or curly).
    """

    kind: UseKind
    name: str
    grammar: Grammar = Grammar.BARE
    article: bool = False
    capital: bool = False
    apostrophe: str = "'"


class UseKind(StrEnum):
    """What a name in braces means."""

    SLOT = "slot"
    LET = "let"
    COLUMN = "column"
    KEPT = "kept"
    CARRIED = "carried"


@record
class Pronoun:
    """`{they/Sally}`: the pronoun of whoever fills the slot (or the one slot of the let).

    `case` is the they-row: they, them, their, theirs or themself.
    """

    case: str
    kind: UseKind
    name: str
    capital: bool = False


@record
class Article:
    """`{a}` by itself: a or an, by the sound of the next word, through quotation marks."""

    capital: bool = False


Piece = str | Use | Pronoun | Article
Template = tuple[Piece, ...]


class HashedTemplate(tuple[Piece, ...]):
    """A template that keeps its hash: in every draw, what it was filled with before is looked up by
    it. It equals the plain tuple of its pieces.
    """

    _kept_hash: int

    def __hash__(self) -> int:
        try:
            return self._kept_hash
        except AttributeError:
            self._kept_hash = super().__hash__()
            return self._kept_hash

    def __reduce__(self) -> tuple[object, ...]:
        # Without the hash, which is another one in another process.
        return HashedTemplate, (tuple(self),)


def named(template: Template) -> Iterator[Use | Pronoun]:
    """The pieces of some words that name a slot, a let, a column or a kept reply."""
    return (piece for piece in template if isinstance(piece, (Use, Pronoun)))


def holds_kept(template: Template) -> bool:
    """Whether a kept reply is in some words."""
    return any(piece.kind is UseKind.KEPT for piece in named(template))


@hashed_record
class Word:
    """One value a slot can take.

    `article`, `plural`: declared overrides or None. `pronoun`: she, he, they or it, or None.
    `also`: further wordings accepted in a reply for this value; they only judge and are never sent.
    """

    text: str
    article: str | None = None
    plural: str | None = None
    pronoun: str | None = None
    also: tuple[str, ...] = ()


@record
class Slot:
    """A word that varies: the original and its candidates. No candidates: it never varies."""

    name: str
    kind: str
    original: Word
    values: tuple[Word, ...]


@record
class Table:
    """Rows of cells; every row has as many cells as there are columns."""

    name: str
    columns: tuple[str, ...]
    rows: tuple[tuple[Template, ...], ...]
