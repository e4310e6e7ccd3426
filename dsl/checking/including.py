"""`include PATH`: the statements of the other file stand where the include stands."""

from __future__ import annotations

from collections.abc import Mapping

from dsl import tree


def with_included(
    script: tree.Script, includes: Mapping[str, tree.Script]
) -> tuple[tree.TopItem, ...]:
    """The items of a script with those of the files it includes in place, each file once.

    A file that is not in `includes` is passed over: whoever reads files has said why.
    """
    done: set[str] = set()

    def unfold(one: tree.Script) -> list[tree.TopItem]:
        items: list[tree.TopItem] = []
        for item in one.items:
            if not isinstance(item, tree.Include):
                items.append(item)
            elif item.path.text not in done and item.path.text in includes:
                done.add(item.path.text)
                items.extend(unfold(includes[item.path.text]))
        return items

    return tuple(unfold(script))
