"""Framings: words around every scored question, compared with asking it as it is.

They are the levels of one more condition, called `framing`, whose first level is `none`. So cells,
tables, comparisons and exports treat them as they treat any condition, and all of its levels have
the words and orders of one draw.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from dsl import experiment as ex
from dsl import faults, tree
from dsl.checking.arms import both
from dsl.checking.declared import Declared, Scope
from dsl.checking.findings import Findings
from dsl.checking.references import plain
from dsl.checking.words.braces import Braces
from dsl.record import replace
from dsl.words import folded

NONE = "none"
_SENT = ("before", "after", "system")
_LINE = "answer line"
_AIMS = ("erases", "baseline")
_OF_ITEM = ("group", "description")
"""What the words of a framing can name of an item of a bank."""


def framings_in(
    items: Sequence[tree.TopItem], files: Mapping[str, tree.Script]
) -> tuple[tree.FramingNode, ...]:
    """The framings of a script in the order written, at the top or in its design. `files` are the
    scripts that hold those named without words, by name; one without a file is left out. A file of
    several is a set, and stands for all of them.
    """
    written: list[tree.FramingNode] = []
    for item in items:
        inner = item.items if isinstance(item, tree.DesignNode) else (item,)
        written += [one for one in inner if isinstance(one, tree.FramingNode)]
    found: list[tree.FramingNode] = []
    for one in written:
        file = files.get(folded(one.name.text))
        if one.items:
            found.append(one)
        elif file is not None:
            inside = (inner for inner in file.items if isinstance(inner, tree.FramingNode))
            found += (
                replace(inner, name=tree.Name(inner.name.text, one.name.span)) for inner in inside
            )
    return tuple(found)


def framing_factor(
    framings: Sequence[tree.FramingNode], others: Sequence[tree.FactorNode], found: Findings
) -> tuple[tree.FactorNode, ...]:
    """The condition whose levels are `none` and these framings, in addition to the `others` of the
    script; nothing without framings, and where the script has a factor of this name.
    """
    if not framings:
        return ()
    taken = [one.name for one in others if folded(one.name.text) == ex.FRAMING]
    if taken:
        found.add(faults.framings.FramingTaken(span=taken[0].span))
        return ()
    first = framings[0]
    levels = [tree.LevelNode(tree.Name(NONE, first.span), (), first.span)]
    for one in framings:
        if folded(one.name.text) == NONE:
            found.add(
                faults.names.ReservedName(
                    span=one.name.span, kind="framing", name=one.name.text,
                    reason="`none` is always there, and adds no words",
                )
            )  # fmt: skip
            continue
        levels.append(tree.LevelNode(one.name, (), one.span))
    if len(levels) == 1:
        return ()
    name = tree.Name(ex.FRAMING, first.name.span)
    kind = tree.FactorKind.CONDITIONS
    return (tree.FactorNode(kind, name, tuple(levels), None, first.span),)


class Framings:
    """Resolves the words of the framings of one script."""

    _told: set[tuple[str, str, str]]
    """What was reported of the group of items: framing, brace and group."""

    def __init__(self, declared: Declared, braces: Braces) -> None:
        self.space = declared.space
        self.braces = braces
        self.found = declared.found
        self._told = set()
        levels = (one.levels for one in declared.factors if one.name == ex.FRAMING)
        self.names = [level.name for level in next(levels, ())[1:]] if declared.framings else []
        self.framings = [one for one in declared.framings if one.name.text in self.names]
        declared.names.used.levels.update((ex.FRAMING, name) for name in self.names)
        for one in self.framings:
            self._check(one)

    def _check(self, framing: tree.FramingNode) -> None:
        words = {head: _of(framing, head) for head in (*_SENT, _LINE)}
        for several in words.values():
            self.found.once(several, framing.name.text)
        sent = [one for head in _SENT for one in words[head]]
        if framing.items and not sent:
            self.found.add(
                faults.framings.FramingWithoutWords(span=framing.name.span, name=framing.name.text)
            )
        self._check_aims(framing)
        for line in words[_LINE]:
            label = answer_label(line)
            asked = f"{label}:".casefold()
            if sent and not any(asked in plain(one.words).casefold() for one in sent):
                self.found.add(
                    faults.framings.AnswerLineUnasked(
                        span=line.words.span, line=label, name=framing.name.text
                    )
                )

    def _check_aims(self, framing: tree.FramingNode) -> None:
        for head in _AIMS:
            aims = [i for i in framing.items if isinstance(i, tree.FramingAim) and i.head == head]
            self.found.once(aims, framing.name.text)
        baseline = _aim(framing, "baseline")
        others = [one for one in self.names if one != framing.name.text]
        if baseline is not None and baseline.text not in others:
            self.found.unknown(faults.framings.UnknownBaseline, baseline, others)

    @property
    def erasures(self) -> tuple[ex.Erasure, ...]:
        """What the framings say that a participant lacks, where one says so."""
        found: list[ex.Erasure] = []
        for one in self.framings:
            group, baseline = (_aim(one, head) for head in ("erases", "baseline"))
            if group is not None:
                found.append(
                    ex.Erasure(one.name.text, group.text, baseline.text if baseline else "")
                )
        return tuple(found)

    def around(self, asked: tree.QuestionNode, scope: Scope) -> tuple[ex.Case[ex.Framed], ...]:
        """What stands around a question, each case for one framing; nothing where it is not
        scored.
        """
        if asked.kind not in tree.JUDGED:
            return ()
        return tuple(self._around(asked, scope))

    def _around(self, asked: tree.QuestionNode, scope: Scope) -> Iterator[ex.Case[ex.Framed]]:
        for framing in self.framings:
            level = self.space.level(ex.FRAMING, framing.name.text)
            inside = replace(scope, reach=(scope.reach or 0) & level)
            before, after, lines = (_of(framing, head) for head in ("before", "after", _LINE))
            around = [self._with_group(framing, one.words, asked) for one in (*before, *after)]
            templates = [self.braces.prose(one, inside) for one in around]
            framed = ex.Framed(
                templates[0] if before else (),
                templates[-1] if after else (),
                answer_label(lines[0]) if lines else "",
            )
            weighed = (one for one in asked.items if isinstance(one, tree.ScoredBy))
            if lines and any(one.scorer == ex.Scorer.LIKELIHOOD for one in weighed):
                self.found.add(
                    faults.framings.AnswerLineUnread(
                        span=asked.name.span, question=asked.name.text, name=framing.name.text
                    )
                )
            if framed != ex.Framed():
                yield ex.Case(_at(framing), framed)

    def _with_group(
        self, framing: tree.FramingNode, words: tree.Prose, asked: tree.QuestionNode
    ) -> tree.Prose:
        """Words in which `{group}` is the group of an item of a bank, and `{description}` what the
        framing says about it; as they are, where they name neither.
        """
        named = {one for line in words.lines for one in _braces(line)} & set(_OF_ITEM)
        named -= set(self.braces.names.slots)
        if not named:
            return words
        groups = (one.name for one in asked.items if isinstance(one, tree.ItemGroup))
        group = next(groups, "")
        about = {
            folded(one.name.text): " ".join(plain(one.words).split())
            for one in framing.items
            if isinstance(one, tree.FramingAbout)
        }
        filled = {"group": group, "description": about.get(folded(group), "")}
        for name in sorted(named):
            if not filled[name]:
                self._unknown(framing, words, name, group, asked.name.text)
                filled[name] = name
        lines = tuple(_filled(line, {name: filled[name] for name in named}) for line in words.lines)
        return replace(words, lines=lines)

    def _unknown(
        self, framing: tree.FramingNode, words: tree.Prose, name: str, group: str, question: str
    ) -> None:
        if (framing.name.text, name, group) in self._told:
            return
        self._told.add((framing.name.text, name, group))
        self.found.add(
            faults.framings.GroupUnknown(
                span=words.span, framing=framing.name.text, brace=name,
                what=f"does not say what `{group}` is" if group else f"`{question}` has no group",
                instead=f"add a line below the framing: about {group}: ..." if group else
                "use it with a bank that has `group from COLUMN`",
            )
        )  # fmt: skip

    def system(self) -> tuple[ex.Step, ...]:
        """What the system prompt begins with, as steps."""
        cases: list[ex.Case[tuple[ex.Step, ...]]] = []
        for framing in self.framings:
            for one in _of(framing, "system"):
                scope = Scope(self.space.level(ex.FRAMING, framing.name.text))
                words = self.braces.prose(one.words, scope)
                cases.append(ex.Case(_at(framing), (ex.System("system", words),)))
        return (ex.Either(tuple(cases)),) if cases else ()


def unframed(
    references: Sequence[ex.Reference], framings: Sequence[str]
) -> tuple[ex.Reference, ...]:
    """Published figures for cells without a framing, but for those whose guard names one: nobody
    was asked in these words.
    """
    if not framings:
        return tuple(references)
    asked = ex.Guard(((ex.FRAMING, (NONE,)),))
    return tuple(
        one
        if any(factor == ex.FRAMING for factor, _ in one.guard.needs)
        else replace(one, guard=both(one.guard, asked))
        for one in references
    )


def answer_label(line: tree.FramingWords) -> str:
    """The words with which the line of the answer begins, without the colon that ends them."""
    return plain(line.words).rstrip(": ")


def _braces(line: tree.ProseLine) -> Iterator[str]:
    """What stands in braces in a line."""
    return (one.inside for one in line.parts if isinstance(one, tree.Brace))


def _filled(line: tree.ProseLine, words: Mapping[str, str]) -> tree.ProseLine:
    """The line with words in the place of these braces."""
    parts = (
        tree.Text(words[one.inside], one.span)
        if isinstance(one, tree.Brace) and one.inside in words
        else one
        for one in line.parts
    )
    return replace(line, parts=tuple(parts))


def _at(framing: tree.FramingNode) -> ex.Guard:
    return ex.Guard(((ex.FRAMING, (framing.name.text,)),))


def _aim(framing: tree.FramingNode, head: str) -> tree.Name | None:
    aims = (one for one in framing.items if isinstance(one, tree.FramingAim) and one.head == head)
    return next((one.name for one in aims), None)


def _of(framing: tree.FramingNode, head: str) -> list[tree.FramingWords]:
    words = (one for one in framing.items if isinstance(one, tree.FramingWords))
    return [one for one in words if one.head == head]
