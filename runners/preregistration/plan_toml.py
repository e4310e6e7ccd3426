"""The settings of a preregistration as TOML, and back, as `runners.preregistration.plan` has them.

TOML, because people edit it by hand, it has comments, and Python reads it by itself; YAML would
take `no` for false. A library that writes was left out: it has no place for the remarks.
"""

from __future__ import annotations

import json
from collections.abc import Iterator

import msgspec

from dsl.files.declared import declared, meta_of, tables_in, wrong
from dsl.files.toml import toml_of
from renderers.rows.comparisons import ComparisonKind
from renderers.terminal import visible
from runners.preregistration.plan import (
    COMPARISONS,
    FORMAT,
    FormUnusable,
    PlanBlock,
    PlannedComparison,
)

_FORM = (
    "strings are in double quotation marks, lists in square brackets; see a line that devrun wrote"
)


# ------------------------------------------------------------------------------- writing


def written(block: PlanBlock) -> str:
    """The block as TOML, without the fence around it."""
    parts = [
        "\n".join(_entries(block)) + "\n",
        *(_table("[[script]]", one) for one in block.scripts),
        *(_table("[[model]]", one) for one in block.models),
        _table("[coding]", block.coding),
        _table("[analysis]", block.analysis),
        _DECLARING,
        *(_comparison(one) for one in block.compare),
        *([] if block.compare else [_example(block)]),
        *(_table("[[shown]]", one) for one in block.shown),
        _table("[seen]  # updated by `devrun preregister --renew FILE`", block.seen),
        *(_table("[[seen.reply]]", one) for one in block.seen.replies),
    ]
    return "\n".join(parts)


_DECLARING = """\
# Only comparisons declared here or in a script (`compare`) get a p value:
#   kind = conditions (levels of one condition), models, wordings, guessing or domains
#   family: Holm's correction is within families; expect = more or less (first than second)
#   equivalent_within = 0.5: bounds of equivalence, in LRS points (conditions, models, domains)
#   on = "own stories", or a measure of the script, in place of the LRS (conditions)"""


def _table(header: str, part: msgspec.Struct) -> str:
    return "\n".join([header, *_entries(part)]) + "\n"


def _entries(part: msgspec.Struct) -> Iterator[str]:
    """The lines of a table, with their remarks; tables within it have headers of their own."""
    for field in msgspec.structs.fields(part):
        value = getattr(part, field.name)
        if value == field.default and (meta_of(field.type).extra or {}).get("rare"):
            continue
        if tables_in(field.type) is None:
            remark = (meta_of(field.type).extra or {}).get("remark")
            yield f"{field.encode_name} = {_value(value)}{f'  # {remark}' if remark else ''}"


def _comparison(one: PlannedComparison) -> str:
    """A declaration, without what it leaves open."""
    lines = [
        f"{name} = {_value(value)}" for name, value in msgspec.structs.asdict(one).items() if value
    ]
    return "\n".join(["[[compare]]", *lines]) + "\n"


def _example(block: PlanBlock) -> str:
    """An example declaration with names of this plan, to be uncommented."""
    models = [one.name for one in block.models]
    shown = (
        PlannedComparison(ComparisonKind.MODELS, first=models[0], second=models[1], expect="more")
        if len(models) > 1
        else PlannedComparison(ComparisonKind.GUESSING)
    )
    return "".join(
        ["#   for example (remove the leading # signs, then --renew this file):\n"]
        + [f"# {line}\n" for line in _comparison(shown).splitlines()]
    )


def _value(value: object) -> str:
    if isinstance(value, str):
        # JSON's string, with hidden signs and odd ends of lines escaped.
        return "".join(map(_escaped, json.dumps(str(value), ensure_ascii=False)))
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, dict):
        return f"{{ {', '.join(f'{_value(key)} = {_value(one)}' for key, one in value.items())} }}"
    if isinstance(value, tuple):
        return f"[{', '.join(map(_value, value))}]"
    return repr(value)


def _escaped(sign: str) -> str:
    if visible(sign) == sign:
        return sign
    # Half of a pair is no character, and TOML has no way to write it.
    point = 0xFFFD if 0xD800 <= ord(sign) < 0xE000 else ord(sign)
    return f"\\U{point:08x}"


# ------------------------------------------------------------------------------- reading


def read(toml: str, *, first_line: int, file: str) -> PlanBlock:
    """The block out of its TOML, which begins at line `first_line` of `file`.

    Raises:
        FormUnusable: it is no TOML, or a value is missing, of the wrong kind, or unknown.
    """
    whole = f"the block in {file}"
    found = toml_of(toml, whole, instead=_FORM, error=FormUnusable, first_line=first_line)
    version = found.get("format")
    if type(version) is int and version > FORMAT:
        raise FormUnusable(
            f"{whole} has format {version}; this devrun knows {FORMAT}",
            "read it with the devrun that made it",
        )
    block = declared(found, PlanBlock, part="the block", file=file, error=FormUnusable)
    _refuse_ends(block, file)
    _refuse_twice(block, file)
    _refuse_other_protocol(block, file)
    for at, one in enumerate(block.compare, start=1):
        _refuse_open(one, f"[[compare]] {at} of {file}")
    return block


# ------------------------------------------------------------------------------- what no type says


def _refuse_ends(block: PlanBlock, file: str) -> None:
    for at, script in enumerate(block.scripts, start=1):
        for name in ("spread", "guessing"):
            ends = getattr(script, name)
            if ends and not (len(ends) == 2 and ends[0] <= ends[1]):
                kind = next(one.type for one in msgspec.structs.fields(script) if one.name == name)
                where = f"[[script]] {at} of {file}"
                raise FormUnusable(*wrong(name, list(ends), kind, where, file))


def _refuse_twice(block: PlanBlock, file: str) -> None:
    for what, names in (("script", block.titles), ("model", [one.name for one in block.models])):
        for name in names:
            if list(names).count(name) > 1:
                raise FormUnusable(
                    f"the block in {file} names the {what} `{name}` twice", "keep one of them"
                )


def _refuse_other_protocol(block: PlanBlock, file: str) -> None:
    """Refuse coding that the protocol does not have: ratings, or marks and what needs them."""
    coding, rated = block.coding, block.protocol.rated
    if rated != (coding.view == "rating"):
        view = "rating" if rated else "rubric"
        raise FormUnusable(
            f"`view` in [coding] of {file} is {json.dumps(coding.view)}, and the protocol is "
            f"{block.protocol}",
            f"write view = {json.dumps(view)}, or change `protocol`",
        )
    needs_marks = {
        "gold": coding.gold,
        "keyed": coding.keyed,
        "score_of_record": block.analysis.score_of_record not in ("blind", "blind+author"),
    }
    for name, given in needs_marks.items():
        if rated and given:
            instead = '"blind" or "blind+author"' if name == "score_of_record" else "false"
            raise FormUnusable(
                f"`{name}` in the block of {file} is for marks, and coders under the protocol "
                f"{block.protocol} give ratings from 0 to 5",
                f"write {name} = {instead}",
            )


def _refuse_open(one: PlannedComparison, where: str) -> None:
    """Refuse a declaration that does not say what is compared."""
    if one.kind not in COMPARISONS:
        raise FormUnusable(
            f'`kind` in {where} is "{one.kind}"', f"write one of {', '.join(COMPARISONS)}"
        )
    both = one.kind in {
        ComparisonKind.CONDITIONS,
        ComparisonKind.MODELS,
        ComparisonKind.DOMAINS,
    }
    if both and not (one.first and one.second):
        raise FormUnusable(
            f"in {where} a comparison of {one.kind} has no {'second' if one.first else 'first'}",
            'name both: first = "..." and second = "..."',
        )
    if one.equivalent_within and not both:
        raise FormUnusable(
            f"in {where} a comparison of {one.kind} has `equivalent_within`",
            "leave it out: bounds are for conditions, models and domains",
        )
    if one.on and (one.kind is not ComparisonKind.CONDITIONS or one.equivalent_within):
        what = "bounds of equivalence" if one.equivalent_within else f"a comparison of {one.kind}"
        raise FormUnusable(
            f"in {where} {what} cannot be on `{one.on}`",
            "leave `on` out: only conditions are compared on measures, and bounds are LRS points",
        )
    if one.kind is ComparisonKind.CONDITIONS and not one.experiment:
        raise FormUnusable(
            f"in {where} a comparison of conditions has no experiment",
            'say whose conditions: experiment = "the title of the script"',
        )
