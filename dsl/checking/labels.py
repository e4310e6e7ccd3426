"""`false belief or not moved and induction`: which levels a label names, as a guard.

`or` binds tighter than `and`: within a factor, then between factors. A level may bear the same name
in several factors; then only the factors named by `by`, or a neighbour joined by `or`, can tell
which is meant.
"""

from __future__ import annotations

from collections.abc import Sequence

from dsl import faults
from dsl.checking.findings import Findings
from dsl.checking.naming import closest
from dsl.checking.outcomes import meant_outcome, question_in, quoted
from dsl.experiment import Factor, Guard
from dsl.loops import is_verdict
from dsl.tree import AND, OR, Name
from dsl.words import folded

_WITHOUT_WAS = "E756"
OTHERWISE = "otherwise"
OTHER_WORDS = dict.fromkeys(("else", "default", "others", "all others", "the rest"), OTHERWISE)


def level_names(factor: Factor) -> dict[str, str]:
    """The levels of a factor as declared, by the key of their name."""
    return {folded(level.name): level.name for level in factor.levels}


def guard_of(
    label: Name,
    factors: Sequence[Factor],
    found: Findings,
    *,
    others: Sequence[Factor] = (),
    questions: Sequence[Factor] | None = None,
) -> Guard | None:
    """The guard that a label stands for, or None after reporting what is wrong with it.

    `factors` are those whose levels may stand here; `others` are known, but not named in the `by`.
    `questions` are those whose outcomes may be named: `snack was the carrot`.
    """
    needs: list[tuple[str, tuple[str, ...]]] = []
    whole = True
    # A level whose name holds `and` is reported where it is declared; here it is still known.
    levels = {key for factor in (*factors, *others) for key in level_names(factor)}
    named = folded(label.text) in levels
    for part in (label,) if named else label.split(AND):
        if not named and found.has(_WITHOUT_WAS, part.span):
            whole = False
            continue
        if not named and (inside := quoted(part)):
            found.unknown(faults.names.UnknownLevel, part, (), close=inside)
            whole = False
            continue
        asked = None if named else question_in(part, levels)
        if asked is not None and questions is not None:
            need = _outcome(asked, questions, found)
            whole = whole and need is not None
            needs.extend([need] if need is not None else [])
            continue
        words = [label] if named else list(part.split(OR))
        need = _one_factor(words, factors, others, found)
        if need is None:
            whole = False
        else:
            needs.append(need)
    return Guard(tuple(_merge(needs))) if whole else None


def names_levels(label: Name, factor: Factor) -> bool:
    """Whether a label names levels of this factor, and nothing else."""
    known = level_names(factor)
    words = (word for part in label.split(AND) for word in part.split(OR))
    return folded(label.text) in known or all(folded(word.text) in known for word in words)


def _outcome(
    asked: tuple[Name, Name, bool], questions: Sequence[Factor], found: Findings
) -> tuple[str, tuple[str, ...]] | None:
    """The need that `QUESTION was OUTCOME or OUTCOME` stands for."""
    name, outcomes, barred = asked
    factor = next((one for one in questions if folded(one.name) == folded(name.text)), None)
    if factor is None:  # reported where questions were looked for
        return None
    levels = level_names(factor)
    words = [outcomes]
    if folded(outcomes.text) not in levels:
        words = list(outcomes.split(OR))
    known_here = tuple(levels.values())
    for word in words:
        if folded(word.text) not in levels:
            close = meant_outcome(word.text, known_here)
            fault = faults.following.UnknownOutcome
            found.unknown(fault, word, known_here, question=factor.name, close=close)
            return None
    meant = {levels[folded(word.text)] for word in words}
    return factor.name, tuple(one for one in known_here if (one in meant) is not barred)


def _merge(
    needs: list[tuple[str, tuple[str, ...]]],
) -> list[tuple[str, tuple[str, ...]]]:
    """One need for each factor: `A and A or B` wants what both allow."""
    merged: dict[str, tuple[str, ...]] = {}
    for factor, levels in needs:
        allowed = merged.get(factor, levels)
        merged[factor] = tuple(level for level in allowed if level in levels)
    return list(merged.items())


def _one_factor(
    words: Sequence[Name], factors: Sequence[Factor], others: Sequence[Factor], found: Findings
) -> tuple[str, tuple[str, ...]] | None:
    if not _all_known(words, factors, others, found):
        return None
    wanted = [folded(word.text) for word in words]
    fitting = [f for f in factors if all(w in level_names(f) for w in wanted)]
    span = words[0].span.to(words[-1].span)
    if not fitting:
        owners = tuple(next(f.name for f in factors if word in level_names(f)) for word in wanted)
        found.add(
            faults.names.LevelsOfDifferentFactors(
                span=span, first=words[0].text, first_factor=owners[0],
                second=words[-1].text, second_factor=owners[-1],
            )
        )  # fmt: skip
        return None
    if len(fitting) > 1:
        found.add(
            faults.names.AmbiguousLevel(
                span=span, name=words[0].text, factors=tuple(f.name for f in fitting)
            )
        )
        return None
    names = level_names(fitting[0])
    return fitting[0].name, tuple(dict.fromkeys(names[word] for word in wanted))


def _joined(text: str, levels: Sequence[str]) -> str | None:
    """Levels parted by commas, as they are to be joined; None where it is not that."""
    by_key = {folded(level): level for level in levels}
    known = [by_key.get(folded(part)) for part in text.split(",")]
    whole = [level for level in known if level is not None]
    return " or ".join(whole) if len(whole) == len(known) > 1 else None


def _all_known(
    words: Sequence[Name],
    factors: Sequence[Factor],
    others: Sequence[Factor],
    found: Findings,
) -> bool:
    known = True
    for word in words:
        text, span = word.text, word.span
        if any(folded(text) in level_names(f) for f in factors):
            continue
        known = False
        elsewhere = next((f for f in others if folded(text) in level_names(f)), None)
        if elsewhere is not None:
            found.add(
                faults.names.LevelOfAnotherFactor(span=span, name=text, factor=elsewhere.name)
            )
            continue
        levels = [level.name for f in factors for level in f.levels]
        if is_verdict(text):
            from dsl.faults.lines import DependsOnReply

            found.add(DependsOnReply(span=span))
            continue
        close = OTHER_WORDS.get(folded(text)) or _joined(text, levels) or closest(text, levels)
        found.unknown(faults.names.UnknownLevel, word, dict.fromkeys(levels), close=close)
    return known
