"""What every node is built with: spans, names, prose, and where faults are put."""

from __future__ import annotations

from collections.abc import Iterator

from dsl import tree as t
from dsl.diagnostic import Fault, Span
from dsl.parsing.characters import COLONS, INVISIBLE, describe, odd_space
from dsl.parsing.draft import Draft
from dsl.parsing.parse_tree import Node, Token
from dsl.parsing.prose import read_line
from dsl.patterns import lazy_pattern

LONGEST_NAME = 200
_STATEMENTS = (
    " answer ask asks choices coders control do example for guards half if in instructions item"
    " keep labels listen note now otherwise own participant pass practice profile rate record"
    " repeat say scene scored separately show test then train explore retell unless when worth"
    " wrong "
)
_FIRST_WORD = lazy_pattern(r"\w*")
_LISTS = ("choices", "answer", "wrong", "half", "labels")
"""The lists in which a line that begins as a statement may be one."""
_WITHIN_LIST = lazy_pattern(r"keep[ \t]+reply\b|.*:")
"""How such a line reads."""
_LIKE_COLON = lazy_pattern(f"[{COLONS}]")


class BuilderContext:
    """Builds the parts that statements share, and collects what is wrong inside lines."""

    def __init__(self, draft: Draft) -> None:
        self.draft = draft
        self.faults: list[Fault] = []

    def lost(self, fault: Fault) -> None:
        """Add a fault for which something written is not in the tree."""
        self.faults.append(fault)
        self.draft.complete = False

    # --------------------------------------------------------------------- places

    def span(self, node: Node) -> Span:
        """From the first to the last word of a statement."""
        if node.first is None or node.last is None:  # cannot be: a statement has a head
            raise AssertionError("a statement has words")
        return self.place(node.first).to(self.place(node.last))

    def place(self, token: Token, start: int = 0, end: int | None = None) -> Span:
        """A stretch of a token, all of it by default."""
        stop = len(token) if end is None else end
        return self.draft.span(token.line - 1, token.column + start, token.column + stop)

    # --------------------------------------------------------------------- names

    def name(self, token: Token, start: int = 0, end: int | None = None) -> t.Name:
        """A name with inner spaces collapsed; what cannot be seen in it is a fault."""
        raw = token[start:end]
        left = start + len(raw) - len(raw.lstrip())
        raw = raw.strip()
        span = self.place(token, left, left + len(raw))
        self._inspect(token, raw, left, span)
        return t.Name(" ".join(raw.split()), span)

    def _inspect(self, token: Token, raw: str, left: int, span: Span) -> None:
        if raw.isascii() and len(raw) <= LONGEST_NAME:
            return
        from dsl.faults.layout import OddSpace
        from dsl.faults.lines import LookAlikeColon, NameTooLong

        if len(raw) > LONGEST_NAME:
            self.faults.append(NameTooLong(span=span, length=len(raw), longest=LONGEST_NAME))
        odd = odd_space(raw)
        if odd is not None and odd[0] in INVISIBLE:
            at = left + odd.start()
            self.faults.append(
                OddSpace(
                    span=self.place(token, at, at + 1),
                    name=describe(odd[0]),
                    where="in a name",
                    invisible=True,
                )
            )
        colon = _LIKE_COLON.search(raw)
        if colon is not None:
            at = left + colon.start()
            before, after = raw[: colon.start()].rstrip(), raw[colon.end() :].lstrip()
            self.faults.append(
                LookAlikeColon(
                    span=self.place(token, at, at + 1),
                    name=describe(colon[0]),
                    mended=f"{before}: {after}" if after else "",
                )
            )

    def names(self, token: Token, start: int = 0, end: int | None = None) -> tuple[t.Name, ...]:
        """Names with commas between them."""
        stop = len(token) if end is None else end
        found: list[t.Name] = []
        at = start
        for part in token[start:stop].split(","):
            if part.strip():
                found.append(self.name(token, at, at + len(part)))
            else:
                from dsl.faults.lines import CommaGap

                comma = at - 1 if at > start else at + len(part)
                self.faults.append(CommaGap(span=self.place(token, comma, comma + 1)))
            at += len(part) + 1
        return tuple(found)

    # --------------------------------------------------------------------- words

    def prose(self, node: Node) -> t.Prose:
        """The words after a colon: `prose` itself, or an arm after its label."""
        lines = tuple(self.lines(node))
        statements = not self.draft.as_written and node.rule == "prose" and len(lines) > 1
        if statements and any(map(_may_be_statement, lines)):
            lines = self._without_statements(node, lines)
        return t.Prose(lines, lines[0].span.to(lines[-1].span))

    def _without_statements(
        self, node: Node, lines: tuple[t.ProseLine, ...]
    ) -> tuple[t.ProseLine, ...]:
        """The lines of words before the first that is a statement set too deep."""
        below = [line.span.line for line in lines]
        in_list = trees(node)[0].rule != "rest"
        if in_list:
            below = [self.draft.parent(below[0]) or 1, *below]
            head, *members = map(self.draft.content, below)
            if not (head.startswith(_LISTS) and any(map(_WITHIN_LIST.match, members))):
                return lines
        from dsl.explaining.wrapped_lines import swallowed

        fault = swallowed(self.draft, below, in_list=in_list)
        if fault is None:
            return lines
        self.lost(fault)
        return tuple(line for line in lines if line.span.line < fault.span.line) or lines

    def lines(self, node: Node) -> Iterator[t.ProseLine]:
        """The lines of words in a node, on the head's own line and below it."""
        base, before = 0, None
        for child in trees(node):
            token = child.children[0]
            if not isinstance(token, Token) or token.type != "WORDS":
                continue
            below = not child.rule.endswith("rest")
            column = token.column
            base = base or (column if below else 0)
            yield self.line(
                token,
                deeper=below and column > base,
                new_paragraph=before is not None and self._parted(before, token.line),
            )
            before = token.line

    def line(
        self, token: Token, *, deeper: bool = False, new_paragraph: bool = False
    ) -> t.ProseLine:
        """One line of words, its slots found."""
        line, faults = read_line(
            self.draft,
            token.line - 1,
            token.column,
            token.rstrip(),
            deeper=deeper,
            new_paragraph=new_paragraph,
        )
        self.faults.extend(faults)
        return line

    def cells(self, token: Token) -> tuple[t.ProseLine, ...]:
        """The cells of a line that is split at `|`."""
        line, column = token.line - 1, token.column
        cells: list[t.ProseLine] = []
        at = 0
        for part in token.split("|"):
            left = at + len(part) - len(part.lstrip())
            cell, faults = read_line(self.draft, line, column + left, part.strip())
            self.faults.extend(faults)
            cells.append(cell)
            at += len(part) + 1
        return tuple(cells)

    def _parted(self, before: int, line: int) -> bool:
        """Whether an empty line (a note is none) is between two lines of words."""
        return any(not self.draft.lines[n] for n in range(before, line - 1))

    def words(self, node: Node) -> t.Words:
        """Words that are alike everywhere, or `by FACTOR`; the last child of a statement."""
        last = trees(node)[-1]
        return self.by(last) if last.rule == "by" else self.prose(last)

    def by(self, node: Node) -> t.By:
        """`by FACTOR, FACTOR` and its arms, also when it begins with the name of a `let`."""
        factors = self.names(tokens(node)[-1])
        return t.By(factors, tuple(self.arm(arm) for arm in trees(node)), self.span(node))

    def arm(self, node: Node) -> t.Arm:
        """`LEVEL: words`."""
        return t.Arm(self.name(tokens(node)[0]), self.prose(node), self.span(node))


def _may_be_statement(line: t.ProseLine) -> bool:
    """Whether a line of words begins with a word that begins a statement, too."""
    first = line.parts[0] if line.parts else None
    if not isinstance(first, t.Text):
        return False
    word = _FIRST_WORD.match(first.words)
    return word is not None and f" {word[0]} " in _STATEMENTS


def trees(node: Node) -> list[Node]:
    """The children that are nodes."""
    return [child for child in node.children if isinstance(child, Node)]


def tokens(node: Node) -> list[Token]:
    """The children that are tokens."""
    return [child for child in node.children if isinstance(child, Token)]


def token_of(node: Node, *kinds: str) -> Token | None:
    """The first child that is a token of one of these kinds."""
    for child in node.children:
        if isinstance(child, Token) and child.type in kinds:
            return child
    return None


def spaced(token: Token) -> str:
    """The fixed words of a token with single spaces: `latin square`."""
    return " ".join(token.split())
