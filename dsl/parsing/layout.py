"""Turns the beginnings of lines into `_INDENT` and `_DEDENT`, and says what is wrong with them.

Indentations are compared as text, not as widths: a line belongs to a block when it begins with the
very characters that the block begins with. So tabs are as good as spaces, and a mixture that would
mean one thing in one editor and another in the next is a fault instead of a guess.

This is between lexer and parser instead of Lark's own `Indenter` because that one counts the
spaces of a closing note as indentation, points at the end of the line above, takes a tab for eight
spaces, and lets a deeper line of prose open a block.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from dsl.parsing.characters import CONTROL, INVISIBLE, WIDE_SPACE, describe
from dsl.parsing.draft import Draft, is_note
from dsl.parsing.parse_tree import Token

DEEPEST = 40
"""So many blocks may be nested; ten is a deep script."""

_TAB_WIDTH = 4


def survey(file: str, text: str) -> Draft:
    """A draft of the script, with what is wrong in the beginnings of its lines already noted."""
    written = ["", *text.split("\n")]
    draft = Draft(file, written, [""] * len(written), [""] * len(written))
    for n, line in enumerate(written):
        _take(draft, n, line)
    _forbid_depth(draft)
    return draft


def _take(draft: Draft, n: int, line: str) -> None:
    bare = line.lstrip(" \t")
    if not line.isprintable() and re.search(CONTROL, line):
        line, bare = _without_controls(draft, n, line)
    words = bare.rstrip()
    if not words:
        return
    indent = line[: len(line) - len(bare)]
    if not words[0].isascii() and (words[0].isspace() or words[0] in INVISIBLE):
        indent, width, words = _without_odd_spaces(draft, n, indent, words)
        draft.lines[n], draft.indents[n] = " " * width + words, indent
        return
    draft.lines[n], draft.indents[n] = indent + words, indent


def _without_controls(draft: Draft, n: int, line: str) -> tuple[str, str]:
    found = re.search(CONTROL, line)
    if found is not None:
        from dsl.faults.layout import ControlCharacter

        fault = ControlCharacter(
            span=draft.span(n, found.start() + 1, found.start() + 2), name=describe(found[0])
        )
        draft.note(fault, n)
        line = re.sub(CONTROL, " ", line)
    return line, line.lstrip(" \t")


def _without_odd_spaces(draft: Draft, n: int, indent: str, words: str) -> tuple[str, int, str]:
    """The indentation that is meant, its width as written, and the words after it."""
    start = len(indent)
    end = start
    line = indent + words
    while end < len(line) and (line[end].isspace() or line[end] in INVISIBLE):
        end += 1
    words = line[end:]
    if words and not is_note(words):
        from dsl.faults.layout import OddSpace

        odd = next(k for k in range(start, end) if line[k] not in " \t")
        fault = OddSpace(
            span=draft.span(n, odd + 1, odd + 2),
            name=describe(line[odd]),
            where="in the indentation",
            invisible=line[odd] in INVISIBLE,
        )
        draft.note(fault, n)
    kept = (c if c in " \t" else WIDE_SPACE.get(c, " ") for c in line[:end] if c not in INVISIBLE)
    return "".join(kept), end, words


def _forbid_depth(draft: Draft) -> None:
    """Take away what is nested beyond reason, so that nothing later need fear the depth."""
    stack = [""]
    for n in range(1, len(draft.lines)):
        if draft.is_blank(n):
            continue
        indent = draft.indents[n]
        while len(stack) > 1 and (len(stack[-1]) > len(indent) or not indent.startswith(stack[-1])):
            stack.pop()
        if indent == stack[-1]:
            continue
        if len(stack) > DEEPEST:
            from dsl.faults.layout import TooDeep

            first = draft.start(n)
            draft.note(TooDeep(span=draft.span(n, first, first + 1), deepest=DEEPEST), DEEPEST)
            draft.blank(n)
            continue
        stack.append(indent)


def arrange(tokens: Iterable[Token], draft: Draft) -> Iterator[Token]:
    """The tokens with `_INDENT` and `_DEDENT` put in; they bear the place of the line they open.

    Deeper lines below a line of prose are prose, too, so no block opens there.
    """
    stack = [""]
    first = ""
    line = len(draft.lines)
    for token in tokens:
        yield token
        if token.type != "_NL":
            first = first or token.type
            continue
        line = token.line + token.count("\n")
        if line > len(draft.lines):
            break
        indent = _settled(draft, line - 1, stack, in_prose=first == "WORDS")
        column = draft.start(line - 1)
        if indent is not None and len(indent) > len(stack[-1]):
            stack.append(indent)
            yield Token("_INDENT", "", line, column)
        while indent is not None and len(indent) < len(stack[-1]):
            stack.pop()
            yield Token("_DEDENT", "", line, column)
        first = ""
    for _ in stack[1:]:
        yield Token("_DEDENT", "", line, 1)


def _settled(draft: Draft, n: int, stack: list[str], *, in_prose: bool) -> str | None:
    """The indentation a line is taken to have; None for a deeper line of prose."""
    indent, top = draft.indents[n], stack[-1]
    if indent in stack:
        return indent
    if len(indent) > len(top) and indent.startswith(top):
        return None if in_prose else indent
    if _began_oddly(draft, n, stack) or _began_too_deep(draft, n, stack):
        return _settled(draft, n, stack, in_prose=in_prose)
    taken = _nearest(indent, stack)
    _complain(draft, n, stack)
    like = _like(indent, top)
    if like != indent and (like in stack or (like.startswith(top) and like != top)):
        draft.indents[n] = like
        return like if like in stack or not in_prose else None
    if _width(indent) > _width(top):
        return None if in_prose else top + "\t "
    draft.indents[n] = taken
    return taken


def _began_oddly(draft: Draft, n: int, stack: list[str]) -> bool:
    """Whether the block above line `n` began with what the script does not use elsewhere, such as
    one tab among spaces. Its lines are complained of then, and count as set in like the others.
    """
    top, usual = stack[-1], _usual(draft)
    if not usual or set(draft.indents[n]) != {usual} or set(top) <= {usual}:
        return False
    meant = _like(top, usual)
    if len(stack) < 2 or len(meant) <= len(stack[-2]) or not meant.startswith(stack[-2]):
        return False
    block = _block_before(draft, n, top)
    for line in block:
        if not draft.is_blank(line):
            _say_mixed(draft, line, usual, where="around")
    draft.shift(block, top, meant)
    stack[-1] = meant
    return True


def _began_too_deep(draft: Draft, n: int, stack: list[str]) -> bool:
    """Whether the block above line `n` is one statement that is set in too deep, and `n` is where
    the block should have begun. The statement is complained of then, and counts as set in like `n`.
    """
    indent, top = draft.indents[n], stack[-1]
    steps = ("    ", "\t", next(filter(None, draft.indents)))
    if len(stack) < 2 or not top.startswith(indent):
        return False
    if indent not in [stack[-2] + step for step in steps]:
        return False
    block = _block_before(draft, n, top)
    first, *others = (line for line in block if draft.indents[line] == top)
    if others:
        return False
    from dsl.faults.layout import DeeperThanRest

    unit = "tab" if set(top) == {"\t"} else "space"
    span = draft.span(first, 1, draft.start(first))
    draft.note(DeeperThanRest(span=span, found=len(top), width=len(indent), unit=unit), first)
    draft.shift(block, top, indent)
    stack[-1] = indent
    return True


def _block_before(draft: Draft, n: int, indent: str) -> range:
    """The lines just above `n` that are set in at least so far."""
    first = n
    while first > 1 and (draft.is_blank(first - 1) or draft.indents[first - 1].startswith(indent)):
        first -= 1
    return range(first, n)


def _usual(draft: Draft) -> str:
    """The sign that most lines of a script are set in with, where one is."""
    signs = [sign for sign in map(set, draft.indents) if sign]
    tabs, spaces = signs.count({"\t"}), signs.count({" "})
    return "\t" if tabs > spaces else " " if spaces > tabs else ""


def _like(indent: str, other: str) -> str:
    """An indentation as it would be in the tabs, or in the spaces, of another."""
    if set(other) == {"\t"}:
        return "\t" * (_width(indent) // _TAB_WIDTH)
    return " " * _width(indent) if set(other) == {" "} else indent


def _complain(draft: Draft, n: int, stack: list[str]) -> None:
    from dsl.faults.layout import StepBack

    indent = draft.indents[n]
    span = draft.span(n, 1, draft.start(n))
    kinds = set(indent + stack[-1])
    if len(kinds) > 1:
        _say_mixed(draft, n, stack[-1], where="above")
    else:
        levels = tuple(len(level) for level in stack)
        unit = "tab" if kinds == {"\t"} else "space"
        draft.note(StepBack(span=span, width=len(indent), levels=levels, unit=unit), n)


def _say_mixed(draft: Draft, n: int, other: str, *, where: str) -> None:
    """Complain of a line that is set in otherwise than `other`."""
    from dsl.faults.layout import MixedIndentation

    indent = draft.indents[n]
    span = draft.span(n, 1, draft.start(n))
    around = "tabs" if "\t" in other else "spaces"
    found = "both" if len(set(indent)) > 1 else "tabs" if "\t" in indent else "spaces"
    draft.note(MixedIndentation(span=span, found=found, around=around, where=where), n)


def _width(indent: str) -> int:
    return len(indent.expandtabs(_TAB_WIDTH))


def _nearest(indent: str, stack: list[str]) -> str:
    return min(reversed(stack), key=lambda level: abs(_width(level) - _width(indent)))
