"""Prompts as templates in which only what a prompt needs can be written.

jinja2's sandbox keeps a template from reaching Python. Here it may not even call anything, do sums,
nest loops or read other files, so that it ends soon and its length is bounded by what it shows.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import lru_cache
from typing import Any

from jinja2 import StrictUndefined, TemplateSyntaxError, UndefinedError, meta, nodes
from jinja2.exceptions import SecurityError
from jinja2.sandbox import ImmutableSandboxedEnvironment

from dsl.spelling import closest

LONGEST = 4_000_000
"""Characters of a prompt: more than any model reads."""

OF_A_WAVE = {
    "profile": "the profile as it is now",
    "wave": "the number of the wave, 0 before anything was shown",
    "exposure": "what was shown in this wave so far; empty at the beginning of wave 0",
    "unread": "what was shown and not yet worked through, in its order",
    "memories": "every statement remembered: `one.text`, `one.score`, `one.wave`",
    "score_means": "what a score of a statement means, in words",
}
OF_A_QUESTION = {
    "question": "the question as the script asks it, with its scale",
    "recalled": "the statements recalled for the question",
    "answer_line": "the word that the line with the answer begins with: Rating",
    "answer_form": "what is to stand on it, such as: the number of a point of the scale",
    "last": "how it answered this question in the last wave: `last.rating`, `last.reply`; or none",
    "feedback": "how people rated it in the last wave: `feedback.people`; none if not known",
}
"""What a template can show. An agent with `feedback` in any template sees feedback."""

_ATTRIBUTES = ("text", "score", "wave", "rating", "reply", "people")
_FILTERS = ("trim", "length", "join", "first", "last", "upper", "lower", "title", "default")
_TESTS = ("defined", "none", "eq", "ne", "gt", "lt", "ge", "le")
_ALLOWED: tuple[type[nodes.Node], ...] = (
    nodes.Template, nodes.Output, nodes.TemplateData, nodes.Name, nodes.Getattr, nodes.Const,
    nodes.If, nodes.For, nodes.CondExpr, nodes.Compare, nodes.Operand, nodes.And, nodes.Or,
    nodes.Not, nodes.Filter, nodes.Test, nodes.Keyword,
)  # fmt: skip
_LISTS = ("memories", "recalled")


class TemplateFault(Exception):
    """What is wrong in a template, and what to write instead."""

    def __init__(self, what: str, help: str) -> None:
        super().__init__(what)
        self.what = what
        self.help = help


def _too_long() -> TemplateFault:
    return TemplateFault(f"the prompt is longer than {LONGEST:,} characters", "show less in it")


def _words(value: object) -> object:
    """What a name shows, where it is words or a number: a statement has a text, and is none."""
    if value is None or isinstance(value, str | int | float | Fraction | StrictUndefined):
        return value
    raise TemplateFault(
        "it shows a list, or all of a statement or an answer, and not their words",
        "write {{ one.text }} in a loop over memories or recalled, or {{ last.reply }}",
    )


def _joined(statements: object, between: str = "", attribute: str = "text") -> str:
    """Statements with words between them. The filter of jinja2 takes any text apart, too, and makes
    it longer than can be held when it is used several times.
    """
    if not isinstance(statements, tuple) or attribute not in _ATTRIBUTES:
        raise TemplateFault(
            "it joins what is no list", 'write {{ memories|join("; ") }}, or the same of recalled'
        )
    parts = [str(getattr(one, attribute)) for one in statements]
    if sum(map(len, parts)) + len(parts) * len(between) > LONGEST:
        raise _too_long()
    return between.join(parts)


def _environment() -> ImmutableSandboxedEnvironment:
    found = ImmutableSandboxedEnvironment(
        undefined=StrictUndefined, autoescape=False, trim_blocks=True, lstrip_blocks=True,
        keep_trailing_newline=False, extensions=(), finalize=_words,
    )  # fmt: skip
    found.globals.clear()
    found.filters = {name: found.filters[name] for name in _FILTERS} | {"join": _joined}
    found.tests = {name: found.tests[name] for name in _TESTS}
    return found


_ENVIRONMENT = _environment()


def checked(template: str, known: Mapping[str, str]) -> frozenset[str]:
    """The names that a template shows.

    Raises:
        TemplateFault: it cannot be read, does what a prompt need not do, or shows what is not
            `known` there.
    """
    try:
        tree = _ENVIRONMENT.parse(template)
        for refused in _refused(tree):
            raise refused
        _ENVIRONMENT.compile(tree)
    except TemplateSyntaxError as fault:
        said = (fault.message or "it cannot be read").rstrip(".")
        raise TemplateFault(
            f"line {fault.lineno}: {said[:1].lower()}{said[1:]}",
            "a template shows a name as {{ profile }}, and chooses by {% if last %} ... {% endif %}"
            " or {% for one in memories %} ... {% endfor %}",
        ) from fault
    except (RecursionError, MemoryError, SyntaxError) as fault:
        raise TemplateFault("it is nested too deeply", "write fewer brackets") from fault
    except ValueError as fault:
        raise TemplateFault("a number in it is too large to be read", "leave it out") from fault
    names = frozenset(meta.find_undeclared_variables(tree))
    for name in sorted(names - known.keys()):
        close = closest(name, known)
        if name in OF_A_QUESTION:
            raise TemplateFault(
                f"`{name}` is known in prompts of a question alone",
                'write when = "each question" in this step, or show it in [answer]',
            )
        raise TemplateFault(
            f"`{name}` is not known here",
            f"did you mean `{close}`?" if close else f"names are {', '.join(known)}",
        )
    return names


def _refused(tree: nodes.Node) -> Iterator[TemplateFault]:
    for node in _within(tree):
        at = f"line {node.lineno}: "
        if isinstance(node, nodes.Filter) and node.name not in _FILTERS:
            yield TemplateFault(
                f"{at}there is no filter `{node.name}`", f"filters are {', '.join(_FILTERS)}"
            )
        elif isinstance(node, nodes.Getattr) and node.attr not in _ATTRIBUTES:
            yield TemplateFault(
                f"{at}nothing has a `.{node.attr}`", f"write one of .{', .'.join(_ATTRIBUTES)}"
            )
        elif isinstance(node, nodes.For):
            if any(isinstance(one, nodes.For) for child in node.body for one in _within(child)):
                yield TemplateFault(f"{at}a loop within a loop", "write one after the other")
            if not (isinstance(node.iter, nodes.Name) and node.iter.name in _LISTS):
                yield TemplateFault(f"{at}a loop over what is no list", "loop over memories, or "
                                    "recalled")  # fmt: skip
        elif not isinstance(node, _ALLOWED):
            yield TemplateFault(
                f"{at}a template cannot do this ({type(node).__name__.lower()})",
                "templates show names, choose by `if` and loop over memories or recalled; they "
                "call nothing, do no sums and read no files",
            )


def _within(tree: nodes.Node) -> Iterator[nodes.Node]:
    yield tree
    for child in tree.iter_child_nodes():
        yield from _within(child)


@lru_cache(256)
def _compiled(template: str) -> Any:
    return _ENVIRONMENT.from_string(template)


def rendered(template: str, shown: Mapping[str, object]) -> str:
    """A prompt: the template with its names filled in, without white space around it.

    Raises:
        TemplateFault: it asks for what is not there or takes words for numbers, or it is longer
            than any model reads.
    """
    parts: list[str] = []
    length = 0
    try:
        for part in _compiled(template).generate(shown):
            parts.append(part)
            length += len(part)
            if length > LONGEST:
                raise _too_long()
    except UndefinedError as fault:
        raise TemplateFault(
            f"it asks for what is not there: {fault.message}", "ask by `if` whether it is there"
        ) from fault
    except (TypeError, ValueError, AttributeError, NameError, SecurityError) as fault:
        raise TemplateFault(
            f"it cannot be filled in: {fault}",
            'ratings and what people rated are words: {% if last.rating == "4" %}; `wave`, '
            "`one.score` and a length are numbers: {% if wave > 2 %}",
        ) from fault
    return "".join(parts).strip()
