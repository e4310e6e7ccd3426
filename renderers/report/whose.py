"""By whom the scores of the page are, in a sentence: the first thing a reader must know."""

from __future__ import annotations

from markupsafe import Markup

from renderers.report.parts import joined
from renderers.report.values import Value

_KINDS = {
    "blind": ("blind coder", "blind coders"),
    "blind+author": (
        "coder, an author who is not blind",
        "coders, authors among them who are not blind",
    ),
    "adjudicated": ("blind coder, adjudicated", "blind coders, adjudicated"),
    "blind+author, adjudicated": (
        "coder, an author who is not blind, adjudicated",
        "coders, authors among them who are not blind, adjudicated",
    ),
}


def by_whom(score: Value) -> Markup:
    """`by 2 blind coders: Ada and Ben`, from what `devrun score --json` prints."""
    if score["provisional"].true:
        return Markup("by the matcher, <strong>provisional</strong>: no person has coded it")
    role = score["role"].text
    if role == "likelihood":
        return Markup("by the key alone: every reply was weighed by likelihood")
    coders = [one.named() for one in score["coders"]]
    if not coders:
        return Markup("by nobody yet: no code that counts has been collected")
    if role not in _KINDS:
        return Markup("by the {} alone").format(score["role"].named())
    one, many = _KINDS[role]
    return Markup("by {} {}: {}").format(
        score["coders"].length(), one if len(coders) == 1 else many, joined(coders)
    )


def no_coder_yet(document: Value) -> Markup:
    """Why no coder has judged anything: nobody did, or nobody had to."""
    if document["score"]["role"].text == "likelihood":
        return Markup("No coder is needed: every reply was weighed, and marked by the key.")
    why = document["report"]["not_coded"].named()
    return Markup("No coder has judged any reply ({}).").format(why)


def standing(score: Value) -> Markup:
    """Simulated, provisional or coded: what stands above everything."""
    models = {cell["model"].text: cell["simulated"].true for cell in score["cells"]}
    lines = Markup("")
    if score["simulated"].true:
        lines += Markup(
            '<p class="standing simulated"><strong>SIMULATED, not data.</strong> Everything that '
            "follows was answered by programs; it shows how a report looks and proves nothing "
            "about any model.</p>"
        )
    elif any(models.values()):
        names = joined(
            [Markup("<bdi>{}</bdi>").format(name) for name, sim in models.items() if sim]
        )
        lines += Markup(
            '<p class="standing simulated"><strong>Simulated in part, not data:</strong> {} '
            "answered as programs do.</p>"
        ).format(names)
    kind = "provisional" if score["provisional"].true else "coded"
    return lines + Markup('<p class="standing {}">Scored {}.</p>').format(kind, by_whom(score))
