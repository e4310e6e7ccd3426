"""The stages of a bank: which of its groups are averaged, and what is wrong with them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from dsl import faults as kinds
from dsl import tree
from dsl.checking.naming import closest
from dsl.diagnostic import Fault, Pointer, Span
from dsl.words import and_list


def stage_faults(bank: tree.Bank, groups: Sequence[str]) -> Iterator[Fault]:
    """What is wrong with the stages of a bank whose items are in these `groups`: every group is in
    exactly one stage, where there are any.
    """
    unknown = False
    stages = [line for line in bank.lines if isinstance(line, tree.BankStage)]
    names: dict[str, Span] = {}
    places: dict[str, Span] = {}
    for stage in stages:
        if stage.name.text in (*names, *groups):
            what = f"`{stage.name.text}` is the name of another stage, or of a group"
            yield _fault(stage.name.span, what, "give the stage a name of its own", names)
        names.setdefault(stage.name.text, stage.name.span)
        for group in stage.groups:
            if group.text not in groups:
                unknown = True
                both = group.text.split(" and ")
                close = (
                    ", ".join(both) if set(both).issubset(groups) else closest(group.text, groups)
                )
                known = and_list([f"`{one}`" for one in groups if one]) or "none"
                yield _fault(
                    group.span, f"no item of `{bank.name.text}` is in the group `{group.text}`",
                    f"write `{close}`" if close else f"its groups: {known}",
                )  # fmt: skip
            elif group.text in places:
                yield _fault(
                    group.span, f"the group `{group.text}` is in two stages", "leave it in one",
                    {group.text: places[group.text]},
                )  # fmt: skip
            places.setdefault(group.text, group.span)
    missing = [f"`{one}`" if one else "items without a group" for one in groups]
    left = [shown for one, shown in zip(groups, missing, strict=True) if one not in places]
    if stages and left and not unknown:
        yield _fault(
            bank.name.span, f"no stage has {and_list(left)}",
            "put every group into a stage: stage NAME of GROUP, GROUP",
        )  # fmt: skip


def _fault(span: Span, what: str, instead: str, first: dict[str, Span] | None = None) -> Fault:
    pointers = tuple(Pointer(one, "first here") for one in (first or {}).values())[:1]
    return kinds.data_files.BankUnclear(span=span, what=what, instead=instead, pointers=pointers)
