"""Experiments built by hand, for tests that must not depend on the parser or the checker.

`words("{A ball} and {Sally's} {balls}")` makes a template: article, capital, possessive, plural and
pronoun as in a script, but names are looked up only in what is declared to be a let or a column.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from dsl.diagnostic import Span
from dsl.experiment import (
    ALWAYS,
    Article,
    Case,
    ClauseTemplate,
    Design,
    Either,
    Experiment,
    Factor,
    ForkStep,
    Form,
    Grammar,
    Guard,
    Let,
    Level,
    Machine,
    MachineAsk,
    MachineKey,
    MachineRule,
    Order,
    Permutation,
    Pronoun,
    Quantity,
    QuestionStep,
    Rubric,
    Say,
    Slot,
    Step,
    Table,
    Template,
    Use,
    UseKind,
    Word,
)
from dsl.tree import FactorKind, QuestionKind

HERE = Span("built.dev", 1, 1, 1, 1)
THEY = ("they", "them", "their", "theirs", "themself")


def words(
    text: str,
    *,
    lets: Iterable[str] = (),
    columns: Iterable[str] = (),
    kept: Iterable[str] = (),
    plurals: Iterable[str] = (),
) -> Template:
    """A template from text with braces; `plurals` are names that stand for a slot's plural."""
    pieces: list[str | Use | Pronoun | Article] = []
    for part in re.split(r"(\{[^{}]*\})", text):
        if part.startswith("{"):
            pieces.append(_brace(part[1:-1], set(lets), set(columns), set(kept), set(plurals)))
        elif part:
            pieces.append(part)
    return tuple(pieces)


def _brace(
    inside: str, lets: set[str], columns: set[str], kept: set[str], plurals: set[str]
) -> Use | Pronoun | Article:
    def kind(name: str) -> UseKind:
        if name in columns:
            return UseKind.COLUMN
        if name in lets:
            return UseKind.LET
        return UseKind.KEPT if name in kept else UseKind.SLOT

    if inside in {"a", "A"}:
        return Article(capital=inside == "A")
    if "/" in inside:
        case, of = inside.split("/")
        return Pronoun(case.lower(), kind(of), of, capital=case[0].isupper())
    article = re.match(r"(a|an|A|An) ", inside)
    name = inside[article.end() :] if article else inside
    capital = bool(article and article.group()[0] == "A")
    if name.startswith("^"):
        name, capital = name[1:], True
    if name.endswith(("'s", "’s")):
        use = Grammar.POSSESSIVE
        return Use(kind(name[:-2]), name[:-2], use, bool(article), capital, name[-2])
    if name in plurals:
        return Use(kind(name[:-1]), name[:-1], Grammar.PLURAL, bool(article), capital)
    return Use(kind(name), name, article=bool(article), capital=capital)


def slot(
    name: str, *values: str | Word, kind: str = "things", original: Word | None = None
) -> Slot:
    """A slot whose original is its name unless a word is given."""
    pool = tuple(value if isinstance(value, Word) else Word(value) for value in values)
    return Slot(name, kind, original or Word(name), pool)


def factor(kind: FactorKind, name: str, *levels: str | Level, swap: tuple[str, ...] = ()) -> Factor:
    """A factor; a swap without levels gets as many as it has slots."""
    named = levels or tuple(f"turned {turn}" for turn in range(len(swap)))
    made = tuple(level if isinstance(level, Level) else Level(level) for level in named)
    return Factor(kind, name, made, swap)


def conditions(name: str, *levels: str | Level) -> Factor:
    """A between factor."""
    return factor(FactorKind.CONDITIONS, name, *levels)


def versions(name: str, *levels: str | Level) -> Factor:
    """A within factor."""
    return factor(FactorKind.VERSIONS, name, *levels)


def counterbalance(name: str, *levels: str | Level, swap: tuple[str, ...] = ()) -> Factor:
    """A balanced factor, or a swap."""
    return factor(FactorKind.COUNTERBALANCE, name, *levels, swap=swap)


def at(**levels: str | tuple[str, ...]) -> Guard:
    """A guard that needs these levels; several of one factor as a tuple."""
    return Guard(
        tuple(
            (name.replace("_", " "), (level,) if isinstance(level, str) else level)
            for name, level in levels.items()
        )
    )


def unless(*guards: Guard) -> Guard:
    """A guard that holds where none of these does."""
    return Guard((), guards)


def always(value: object) -> tuple[Case[object], ...]:
    """One case that always holds."""
    return (Case(ALWAYS, value),)


def say(*cases: Template | str | tuple[Guard, Template]) -> Say:
    """A say, in words or by cases."""
    return Say(tuple(_case(case) for case in cases))


def _case(case: Template | str | tuple[Guard, Template]) -> Case[Template]:
    if isinstance(case, str):
        return Case(ALWAYS, words(case))
    if len(case) == 2 and isinstance(case[0], Guard):
        return Case(case[0], case[1])
    return Case(ALWAYS, case)


def let(name: str, *cases: Template | str | tuple[Guard, Template]) -> Let:
    """A let by cases."""
    return Let(name, tuple(_case(case) for case in cases))


def any_of(*phrases: Template | str, quantity: Quantity = Quantity.ANY) -> ClauseTemplate:
    """A clause of a key."""
    return ClauseTemplate(quantity, tuple(words(p) if isinstance(p, str) else p for p in phrases))


def ask(
    name: str,
    text: Template | str = "Well?",
    *,
    kind: QuestionKind = QuestionKind.TEST,
    forms: tuple[Form, ...] = (),
    says: tuple[Template | str, ...] = (),
    choices: tuple[Template | str, ...] = (),
    order: Order = Order.FIXED,
    answer: ClauseTemplate
    | MachineKey
    | tuple[tuple[Guard, ClauseTemplate | MachineKey], ...]
    | None = None,
    wrong: tuple[Template | str, ...] = (),
    rubric: Rubric | None = None,
    keep: str | None = None,
) -> QuestionStep:
    """A question."""

    def templates(given: tuple[Template | str, ...]) -> tuple[Template, ...]:
        return tuple(words(one) if isinstance(one, str) else one for one in given)

    statements: tuple[tuple[Case[ClauseTemplate | MachineKey], ...], ...] = ()
    if isinstance(answer, tuple):
        statements = (tuple(Case(guard, clause) for guard, clause in answer),)
    elif answer is not None:
        statements = ((Case(ALWAYS, answer),),)
    lures = ((Case(ALWAYS, templates(wrong)),),) if wrong else ()
    shown = (Case(ALWAYS, templates(choices)),) if choices else ()
    return QuestionStep(
        kind=kind,
        name=name,
        says=tuple((_case(one),) for one in says),
        forms=forms or (Form("", (_case(text),)),),
        choices=shown,
        order=order,
        rating=None,
        keep=keep,
        rubric=rubric or Rubric(answer=statements, wrong=lures),
        span=HERE,
    )


def form(name: str, text: str) -> Form:
    """One form of a question."""
    return Form(name, (_case(text),))


def separately(*children: Step) -> ForkStep:
    """A fork with one step in each branch."""
    return ForkStep(tuple((child,) for child in children))


def when(guard: Guard, *steps: Step) -> Either:
    """Steps under one guard."""
    return Either((Case(guard, steps),))


def experiment(
    *steps: Step,
    slots: tuple[Slot, ...] = (),
    lets: tuple[Let, ...] = (),
    tables: tuple[Table, ...] = (),
    machines: tuple[Machine, ...] = (),
    factors: tuple[Factor, ...] = (),
    design: Design | None = None,
    title: str = "Built by hand",
) -> Experiment:
    """An experiment; one question when there are no steps."""
    return Experiment(
        title=title,
        file="built.dev",
        meta=(),
        notes=(),
        references=(),
        slots=slots,
        lets=lets,
        tables=tables,
        machines=machines,
        factors=factors,
        steps=steps or (ask("only"),),
        design=design or Design(),
        guide=(),
    )


def checkered() -> Machine:
    """The third machine of the overhypothesis study: two of green and grey, or any of grey."""
    conjunctive = at(evidence="conjunctive")
    return Machine(
        name="checkered",
        works=("The light comes on.",),
        fails=("The light stays off.",),
        rules=(MachineRule.ANY, MachineRule.TWO),
        needs=(
            Case(conjunctive, (MachineRule.TWO, ("green", "grey"))),
            Case(unless(conjunctive), (MachineRule.ANY, ("grey",))),
        ),
        shown=(
            Case(
                ALWAYS,
                (
                    ("green",), ("brown",), ("grey",),
                    ("green", "brown"), ("brown", "grey"), ("green", "grey"),
                ),
            ),
        ),
    )  # fmt: skip


def machine_key(which: MachineAsk, *things: str, machine: str = "checkered") -> MachineKey:
    """A key from a machine."""
    return MachineKey(which, machine, things)


__all__ = [name for name in globals() if not name.startswith("_")] + ["Permutation"]
