"""What follows the replies to a question: its outcomes, and the arms of `then`."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence

from dsl import experiment as ex
from dsl import faults, tree
from dsl.checking.declared import Declared, Scope
from dsl.checking.labels import OTHER_WORDS, OTHERWISE
from dsl.checking.nodes import head_span
from dsl.checking.outcomes import choice_names, meant_outcome, no_outcome, outcomes_of
from dsl.checking.questions.judging import swallowed_answer
from dsl.checking.questions.statements import Statement, Statements, first_of, of_kind
from dsl.checking.words.braces import Braces
from dsl.record import replace
from dsl.words import folded

MOST_TIMES = 1_000
"""So often a question may be asked again, or a machine tried: what can follow is worked out for
every time.
"""

_NOTHING = "nothing"
_OTHER = {**OTHER_WORDS, "other": OTHERWISE}


class Following:
    """Resolves what follows the replies to the questions of one script."""

    def __init__(self, declared: Declared, braces: Braces, statements: Statements) -> None:
        self.found = declared.found
        self.braces = braces
        self.statements = statements
        self._named = {folded(one.name): one for one in declared.outcomes}
        self._measured = declared.measured
        self._machines = declared.machines

    def steering(
        self, asked: tree.QuestionNode, placed: Sequence[Statement], scope: Scope
    ) -> ex.Steering | None:
        """What the replies to a question decide; None where they decide nothing that is sent."""
        then = first_of(placed, tree.Then)
        if asked.kind is tree.QuestionKind.EXPLORING:
            outcomes = outcomes_of_tries(asked)
            arms = () if then is None else tuple(self._arms(asked, then, outcomes, scope))
            return ex.Steering(outcomes, (), arms)
        if then is None and folded(asked.name.text) not in self._named:
            return None
        outcomes = outcomes_of(asked)
        if not outcomes:
            if then is not None:
                swallowed = swallowed_answer(placed)
                self.found.add(swallowed or no_outcome(asked, head_span(then)))
            return None
        arms = () if then is None else tuple(self._arms(asked, then, outcomes, scope))
        return self._named_choices(outcomes, placed, scope, arms)

    def readings(
        self, asked: tree.QuestionNode, placed: Sequence[Statement], scope: Scope
    ) -> ex.Steering | None:
        """What a reply can be read as where a measure may count it, and no coder judges it."""
        if asked.kind in tree.JUDGED or folded(asked.name.text) not in self._measured:
            return None
        outcomes = outcomes_of(asked)
        return self._named_choices(outcomes, placed, scope) if outcomes else None

    def _named_choices(
        self,
        outcomes: tuple[str, ...],
        placed: Sequence[Statement],
        scope: Scope,
        arms: tuple[ex.Follow, ...] = (),
    ) -> ex.Steering:
        """The outcomes, with the names of the choices where these are outcomes."""
        choices: list[ex.Case[tuple[str, ...]]] = []
        if ex.Outcome.RIGHT not in outcomes:
            for one in of_kind(placed, tree.Choices):
                words = one.item.words
                choices.extend(
                    self.statements.words(words, one, scope, lambda prose, _: choice_names(prose))
                )
        return ex.Steering(outcomes, tuple(choices), arms)

    def _arms(
        self, asked: tree.QuestionNode, then: tree.Then, outcomes: tuple[str, ...], scope: Scope
    ) -> Iterator[ex.Follow]:
        """The arms of `then`, each with its outcomes; what is wrong with them is reported."""
        known = {folded(one): one for one in outcomes}
        left = dict(known)
        closed = unknown = False
        for arm in then.arms:
            if closed:
                self.found.add(faults.levels.OtherwiseNotLast(span=arm.label.span))
            if arm.again > MOST_TIMES:
                self.found.add(
                    faults.session.TooOften(
                        span=arm.label.span, head="ask again", count=arm.again, most=MOST_TIMES
                    )
                )
            words = self._words(arm, self._scope_of(asked, arm, scope))
            if folded(arm.label.text) == OTHERWISE:
                closed = True
                yield ex.Follow((), arm.again, words)
                continue
            meant = []
            for part in _parts(arm.label, known):
                key = folded(part.text)
                if key not in known:
                    unknown = True
                    close = _OTHER.get(key) or meant_outcome(part.text, (*outcomes, OTHERWISE))
                    if arm.again and close in (None, OTHERWISE):
                        close = left.get(ex.Outcome.UNCLEAR, close)
                    fault = faults.following.UnknownOutcome
                    self.found.unknown(fault, part, outcomes, question=asked.name.text, close=close)
                elif key not in left:
                    self.found.add(faults.following.OutcomeTwice(span=part.span, outcome=part.text))
                else:
                    meant.append(left.pop(key))
            if meant:
                yield ex.Follow(tuple(meant), arm.again, words)
        if left and not closed and not unknown:
            from dsl.faults.wording import quoted

            missing = tuple(left.values())
            self.found.add(
                faults.following.OutcomeWithoutArm(
                    span=head_span(then),
                    name=asked.name.text,
                    missing=quoted(missing),
                    first=missing[0],
                )
            )

    def _scope_of(self, asked: tree.QuestionNode, arm: tree.ThenArm, scope: Scope) -> Scope:
        """After a try `{things}` and `{outcome}` are at hand."""
        machine = self._machines.get(folded(asked.name.text))
        if asked.kind is not tree.QuestionKind.EXPLORING or machine is None:
            return scope
        if folded(arm.label.text) != ex.Outcome.TRIED:
            return scope
        from dsl.checking.machines import row_of_machine

        return replace(scope, row=row_of_machine(machine))

    def _words(self, arm: tree.ThenArm, scope: Scope) -> ex.Template:
        """The words of an arm; `{nothing}` alone says nothing."""
        lines = arm.words.lines
        parts = lines[0].parts if len(lines) == 1 else ()
        only = parts[0] if len(parts) == 1 else None
        if isinstance(only, tree.Brace) and folded(only.inside) == _NOTHING:
            return ()
        return self.braces.prose(arm.words, scope)


def outcomes_of_tries(asked: tree.QuestionNode) -> tuple[str, ...]:
    """The outcomes of a reply to `explore`. A refusal has an arm of its own, or is unclear."""
    arms = [arm for item in asked.items if isinstance(item, tree.Then) for arm in item.arms]
    named = {folded(part.text) for arm in arms for part in _parts(arm.label, ())}
    may_end = any(one.may_end for one in asked.items if isinstance(one, tree.Tries))
    known = {
        ex.Outcome.TRIED: True,
        ex.Outcome.DONE: may_end,
        ex.Outcome.REFUSAL: ex.Outcome.REFUSAL in named,
        ex.Outcome.UNCLEAR: True,
    }
    return tuple(outcome.value for outcome, there in known.items() if there)


def _parts(label: tree.Name, known: Collection[str]) -> Iterable[tree.Name]:
    """The outcomes that a label joins by `or`; a choice whose own words hold `or` is one."""
    return (label,) if folded(label.text) in known else label.split(tree.OR)
