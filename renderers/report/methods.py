"""The method section of a paper, filled from the study: participants, materials, scoring, coding.

What the store does not know is not said, or is said to be unknown. Every number stands with its
place in the document, so that who checks a manuscript can look each of them up.
"""

from __future__ import annotations

from collections.abc import Sequence

from markupsafe import Markup

from dsl.expand import ORIGINAL, PERMUTED
from renderers.coding_methods import Sentence
from renderers.report.parts import Section, joined, linked, paragraph, told
from renderers.report.values import Value
from renderers.report.whose import by_whom, no_coder_yet


def methods_section(document: Value, coding: Sequence[Sentence]) -> Section:
    """The paragraphs; `coding` are the sentences on how the replies were coded."""
    score = document["score"]
    mark = (
        Markup('<p><strong class="simulated">Simulated, not data:</strong> for practice only.</p>')
        if score["simulated"].true
        else Markup("")
    )
    body = Markup('<div class="methods">{}{}</div>').format(
        mark,
        Markup("").join(
            (
                _part("Participants", _participants(document)),
                _part("Materials and procedure", _procedure(document)),
                _part("Scoring", _scoring(document)),
                _part("Coding", _coding(document, coding)),
                _part("Analysis", _analysis(document)),
            )
        ),
    )
    return Section("methods", "Method section, filled from the data", body)


def _part(title: str, sentences: Sequence[Markup | str]) -> Markup:
    return paragraph(Markup("<strong>{}.</strong>").format(title), *sentences)


def _participants(document: Value) -> list[Markup]:
    report = document["report"]
    lines = [
        Markup("{} {} part: {}.").format(
            report["participants"].length(),
            "participant took" if len(report["participants"]) == 1 else "participants took",
            Markup("; ").join(_participant(one) for one in report["participants"]),
        )
    ]
    lines += [Markup("{}.").format(one.quoted()) for one in report["asked_without"]]
    if not len(report["asked_without"]):
        lines.append(Markup("Nothing that was asked for was left out of a request."))
    return lines


def _participant(one: Value) -> Markup:
    given = [
        Markup("{} {}").format(
            name.replace("_", " "), value.quoted() if value.known else "the provider’s default"
        )
        for name, value in one["parameters"].items()
    ]
    names = [
        name["name"].named() if name["name"].known else Markup("no name")
        for name in one["returned"]
    ]
    kind = Markup(", a simulated participant") if one["simulated"].true else Markup("")
    asked = Markup(", with {}").format(joined(given)) if given else Markup("")
    returned = (
        Markup(", which answered as {} {} (UTC)").format(joined(names), _when(one))
        if names
        else Markup(", which has not answered yet")
    )
    return one["model"].named() + kind + asked + returned


def _when(one: Value) -> Markup:
    first, last = one["first_reply"], one["last_reply"]
    if first.text[:10] == last.text[:10]:
        return Markup("on {}").format(first.day())
    return Markup("from {} to {}").format(first.day(), last.day())


def _procedure(document: Value) -> list[Markup]:
    report = document["report"]
    study, scripts = report["study"], report["scripts"]
    lines = [
        Markup("{} {} run with devrun {} (study {}): {}.").format(
            scripts.length(),
            "experiment was" if len(scripts) == 1 else "experiments were",
            report["tool_version"].quoted(),
            study["id"].sign(),
            joined([one["experiment"].named() for one in scripts]),
        ),
        Markup(
            "{} has the design of each, a hash of all that could be sent (procedure), and one of "
            "how it was judged (rubric)."
        ).format(linked("study", "What was run")),
        Markup("Cells were run in {} wording, each with {}.").format(
            joined([one.named() for one in study["wordings"]]), _draws(scripts)
        ),
        *_words(study),
        Markup("In all there were {} trials.").format(study["trials"].count()),
    ]
    lines.append(_preregistration(report["preregistration"]))
    if study["samples"].whole > 1:
        lines.append(Markup("Every text was sent {} times.").format(study["samples"].count()))
    mended = [one["experiment"].named() for one in scripts if one["mended"].true]
    if mended:
        lines.append(
            Markup(
                "Answers were mended since: {}. What is marked by them is what was said; marks "
                "that coders gave themselves stand as given."
            ).format(joined(mended))
        )
    return lines


def _words(study: Value) -> list[Markup]:
    """What a draw is, in each wording that was run."""
    seeds = Markup("{} {}").format(
        "seed" if len(study["seeds"]) == 1 else "seeds of the scripts,",
        joined([one.plain() for one in study["seeds"]]),
    )
    wordings = {one.text for one in study["wordings"]}
    lines = []
    if PERMUTED in wordings:
        lines.append(
            Markup(
                "A draw in permuted wording is one assignment of the words that vary, made from "
                "the {}; the same draw has the same words in every condition and for every "
                "participant."
            ).format(seeds)
        )
    if ORIGINAL in wordings:
        said = (
            "In original wording the draws of a cell are replies to one text, or to one for each "
            "level of what is balanced and each order that varies"
        )
        made = Markup("") if lines else Markup(", made from the {}").format(seeds)
        lines.append(Markup("{}{}.").format(said, made))
    return lines


def _preregistration(found: Value) -> Markup:
    """Where the plan is and whether it was kept; what is sealed elsewhere no store knows."""
    if not found["hash"].known:
        return Markup("No preregistration was sealed with devrun.")
    if not found["sealed"].known:
        return Markup("The form {} was never sealed.").format(found["hash"].sign())
    before = any(
        one["thing"].text == "seal" and not one["n_deviations"].whole for one in found["compared"]
    )
    return Markup(
        "The study was preregistered: the form, whose SHA-256 begins with {}, was sealed on {} "
        "(UTC), {} the first reply. Deviations found: {}, among {} things compared ({})."
    ).format(
        found["hash"].sign(),
        found["sealed"].day(),
        "before" if before else "not before",
        found["n_deviations"].count(),
        found["n_compared"].count(),
        linked("deviations", "listed"),
    )


def _draws(scripts: Value) -> Markup:
    """How many draws a cell had: one number, or from the fewest to the most."""
    fewest = min(scripts, key=lambda one: one["draws"].whole)["draws"]
    most = max(scripts, key=lambda one: one["draws"].whole)["draws"]
    if fewest.whole == most.whole:
        return Markup("{} {}").format(most.count(), "draw" if most.whole == 1 else "draws")
    return Markup("{} to {} draws").format(fewest.count(), most.count())


def _scoring(document: Value) -> list[Markup | str]:
    return [
        "Each test question of a trial had the mark 1, 1/2 or 0. The LLM Response Score (LRS; "
        "Kosoy et al., 2023, Table 1) follows from the weighted share p of marks: 1 for p under "
        "1/4, 2 under 1/2, 3 under 3/4, 4 under 1, and 5 for 1 (4 if a right answer was unclear).",
        "It is 0 where a control question was failed (unless the script treats that otherwise), "
        "nothing was answered, or every answer was off task, and missing where our own limits "
        "lost the trial.",
        "Coders were averaged in a trial, samples in a draw, and draws in a cell; n counts draws.",
        Markup("Scores are {}.").format(by_whom(document["score"])),
    ]


def _coding(document: Value, coding: Sequence[Sentence]) -> list[Markup | str]:
    if not coding:
        return [no_coder_yet(document)]
    return [_sentence(one) for one in coding]


def _sentence(sentence: Sentence) -> Markup:
    return Markup("").join(
        Markup("{}").format(piece)
        if isinstance(piece, str)
        else told(piece.value, f"/report/coding/{piece.place}", shown=piece.shown)
        for piece in sentence
    )


def _analysis(document: Value) -> list[Markup | str]:
    lines: list[Markup | str] = [
        "Intervals of a cell are 95% t intervals on draw means with one pseudo-draw, half at each "
        "end of the scale, and are not given under five draws; those of a domain are conditional "
        "on the experiments that were run (MOVER over experiments).",
        "Guessing was computed exactly from the number of candidates of every question.",
        *_comparisons(document["compare"]),
    ]
    precision = [
        Markup("{} for {}").format(one["half_width"].rounded(1), one["model"].named())
        for one in document["score"]["telling_apart"]
        if one["half_width"].known
    ]
    if precision:
        lines.append(
            Markup("Half the width of a mid-scale interval was about {}.").format(joined(precision))
        )
    return lines


def _comparisons(compare: Value) -> list[Markup | str]:
    """How differences were tested, where any was declared and where none was."""
    rows = list(compare["comparisons"])
    if not rows:
        return []
    made = "Differences have intervals out of those of both sides (MOVER)"
    tested = {
        one["p_method"].text: one["p_method"]
        for one in (*rows, *compare["familiar_words_over_experiments"])
        if one["p"].known
    }
    if not tested:
        return [f"{made} and no p value, and are exploratory."]
    return [
        Markup("{}. P values stand beside declared comparisons alone: {}.").format(
            made, Markup("; ").join(one.quoted() for one in tested.values())
        ),
        Markup(
            "They were adjusted by Holm’s method inside each declared family and compared with {}; "
            "all other comparisons are exploratory."
        ).format(compare["alpha"].rounded(2)),
    ]
