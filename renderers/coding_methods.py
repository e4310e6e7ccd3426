"""The paragraph of a paper's method section that says how the replies were coded.

It is filled from the store alone, and what the store does not know it does not say: a sentence
whose facts are missing is left out or says so. A template for people to fill in would be shorter,
and would be filled in from memory.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from renderers.design_words import counted


@dataclass(frozen=True, slots=True)
class Figure:
    """A coefficient as it is printed: `value` None means that it is undefined, for `reason`."""

    value: float | None
    ci95: tuple[float, float] | None
    reason: str = ""


@dataclass(frozen=True, slots=True)
class CodingFacts:
    """What is known of how a study was coded.

    Of `total` trials `standing` stand behind the `coded` different ones that a blind coder judged;
    `double_coded` of these were judged by two or more. `statements` are what the packets told their
    coders about blindness. `passed` are (coder, gold marks right, gold marks) of calibration gates
    that were passed. `kappa` is Cohen's on marks (the mean over pairs of coders), `gate_kappa` on
    control questions, `within` Krippendorff's ordinal alpha of the LRS within cells; percentages
    are 0 to 100. `settled` counts judgements that were adjudicated, and `how` says by what. `asked`
    are sentences, without a full stop, on participants that were asked otherwise than wished for.
    """

    simulated: bool
    total: int
    standing: int
    coded: int
    double_coded: int
    blind_coders: int
    authors: int
    judges: int
    statements: tuple[str, ...]
    keyed: bool
    duplicates: int
    gold_notes: tuple[str, ...]
    passed: tuple[tuple[str, int, int], ...]
    codebooks: tuple[str, ...]
    exact: float | None
    kappa: Figure | None
    gate_kappa: Figure | None
    within: Figure | None
    clusters: int
    replicates: int
    settled: int
    how: tuple[str, ...]
    unlocked: tuple[str, ...]
    asked: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Known:
    """Words of a sentence that are a fact: as they are shown, with the value and the place of it
    among the facts (`double_coded`, `kappa/ci95/0`).
    """

    shown: str
    place: str
    value: float | str | None


Sentence = tuple[str | Known, ...]
"""A sentence in pieces, so that a page can say of every number where it is from."""


def coding_methods(facts: CodingFacts) -> str:
    """The paragraph, one line of text."""
    return " ".join(map(_plain, coding_sentences(facts)))


def coding_sentences(facts: CodingFacts) -> tuple[Sentence, ...]:
    """The sentences of the paragraph, each in pieces."""
    parts = [
        *(_said("{}.", Known(one, f"asked/{at}", one)) for at, one in enumerate(facts.asked)),
        *_who(facts),
        *_blindness(facts),
        *_calibration(facts),
        *_agreement(facts),
        *_settling(facts),
    ]
    if facts.simulated:
        parts.insert(0, ("SIMULATED participants: what follows is no data.",))
    return tuple(parts)


def _plain(sentence: Sentence) -> str:
    return "".join(one if isinstance(one, str) else one.shown for one in sentence)


def _said(template: str, *pieces: Known | Sentence | str) -> Sentence:
    """The template with the pieces in place of its braces."""
    first, *rest = template.split("{}")
    found: list[str | Known] = [first]
    for piece, after in zip(pieces, rest, strict=True):
        found += piece if isinstance(piece, tuple) else (piece,)
        found.append(after)
    return tuple(one for one in found if one != "")


def _number(value: int, place: str) -> Known:
    return Known(f"{value:,}", place, value)


def _counted(value: int, place: str, one: str) -> Sentence:
    """`1 trial`, `1,200 trials`."""
    words = counted(value, one).partition(" ")
    return Known(words[0], place, value), f" {words[2]}"


def _names(names: Sequence[str], place: str) -> Sentence:
    """Names in a sentence: `A, B and C`."""
    found: list[str | Known] = []
    for at, name in enumerate(names):
        if at:
            found.append(" and " if at == len(names) - 1 else ", ")
        found.append(Known(name, f"{place}/{at}", name))
    return tuple(found)


def _who(facts: CodingFacts) -> list[Sentence]:
    share: Sentence = ()
    if facts.coded:
        double = facts.double_coded / facts.coded
        share = _said(" ({})", Known(f"{100 * double:.0f}%", "double_share", double))
    alike: Sentence = ()
    if facts.coded < facts.standing:
        alike = _said(
            ", as {} different transcripts: what is the same to the letter was coded once",
            _number(facts.coded, "coded"),
        )
    lines = [
        _said(
            "Of {}, {} were coded{}.",
            _counted(facts.total, "total", "trial"),
            _number(facts.standing, "standing"),
            alike,
        ),
        _said("{} coded them, so that nothing was coded twice.", _blind(facts))
        if facts.blind_coders == 1
        else _said(
            "{}{} of these were coded by at least two of {}, independently and each in another "
            "order.",
            _number(facts.double_coded, "double_coded"),
            share,
            _blind(facts),
        ),
    ]
    if facts.authors:
        lines.append(
            _said(
                "{} coded as well; authors are not blind, and their codes are not pooled with "
                "those of blind coders.",
                _counted(facts.authors, "authors", "author"),
            )
        )
    if facts.judges:
        lines.append(
            _said(
                "{} coded the same packets as judge and count in no human figure.",
                _counted(facts.judges, "judges", "model"),
            )
        )
    if facts.unlocked:
        lines.append(_said("Not yet handed in: {}.", _names(facts.unlocked, "unlocked")))
    return lines


def _blind(facts: CodingFacts) -> Sentence:
    return _counted(facts.blind_coders, "blind_coders", "blind coder")


def _blindness(facts: CodingFacts) -> list[Sentence]:
    lines: list[Sentence] = [
        (Known(one, f"statements/{at}", one),) for at, one in enumerate(facts.statements)
    ]
    if facts.keyed:
        lines.append(("The accepted answers stood beside the questions.",))
    return lines


def _calibration(facts: CodingFacts) -> list[Sentence]:
    lines = [
        _said(
            "{} passed calibration with {} of {} gold marks.",
            Known(coder, f"passed/{at}/0", coder),
            _number(right, f"passed/{at}/1"),
            _number(marks, f"passed/{at}/2"),
        )
        for at, (coder, right, marks) in enumerate(facts.passed)
    ]
    if not facts.passed:
        lines.append(("There was no calibration against gold codes.",))
    lines.extend(
        _said("Gold: {}.", Known(note.rstrip("."), f"gold_notes/{at}", note))
        for at, note in enumerate(facts.gold_notes)
        if note
    )
    if facts.duplicates:
        lines.append(
            _said(
                "{} served intra-coder agreement.",
                _counted(facts.duplicates, "duplicates", "hidden duplicate"),
            )
        )
    return lines


def _agreement(facts: CodingFacts) -> list[Sentence]:
    if facts.exact is None:
        return [("Agreement between coders is unknown: too little was coded twice.",)]
    kappa: Sentence = ()
    if facts.kappa is not None:
        kappa = _said(
            ", Cohen's kappa (unweighted, mean over pairs) {}", _figure(facts.kappa, "kappa")
        )
    lines = [
        _said(
            "Agreement on marks before adjudication was {}{}.",
            Known(f"{facts.exact:.1f}%", "exact", facts.exact / 100),
            kappa,
        )
    ]
    if facts.gate_kappa is not None:
        lines.append(
            _said(
                "For control questions Cohen's kappa was {}.",
                _figure(facts.gate_kappa, "gate_kappa"),
            )
        )
    if facts.within is not None:
        lines.append(
            _said(
                "For the LRS of trials whose control questions were passed, Krippendorff's ordinal "
                "alpha within cells was {}.",
                _figure(facts.within, "within"),
            )
        )
    if facts.replicates:
        lines.append(
            _said(
                "Intervals are 95% bootstrap intervals over {} (experiment x draw), {} replicates.",
                _counted(facts.clusters, "clusters", "cluster"),
                Known(str(facts.replicates), "replicates", facts.replicates),
            )
        )
    return lines


def _settling(facts: CodingFacts) -> list[Sentence]:
    if facts.settled:
        settled = _said(
            "{} on which coders differed {} settled{}; the original codes are kept.",
            _counted(facts.settled, "settled", "judgement"),
            "was" if facts.settled == 1 else "were",
            _said(" by {}", _names(facts.how, "how")) if facts.how else (),
        )
    else:
        settled = ("No disagreement was adjudicated.",)
    if not facts.codebooks:
        return [settled]
    name = "Codebook version" if len(facts.codebooks) == 1 else "Codebook versions"
    return [settled, _said(f"{name} {{}}.", _names(facts.codebooks, "codebooks"))]


def _figure(figure: Figure, place: str) -> Sentence:
    if figure.value is None:
        return _said("undefined ({})", Known(figure.reason, f"{place}/reason", figure.reason))
    value = Known(f"{figure.value:.2f}", f"{place}/value", figure.value)
    if figure.ci95 is None:
        return (value,)
    low, high = (
        Known(f"{end:.2f}", f"{place}/ci95/{at}", end) for at, end in enumerate(figure.ci95)
    )
    return _said("{} [{}, {}]", value, low, high)


def joined(statements: Sequence[str]) -> tuple[str, ...]:
    """Statements of several packets, each said once, in the order met."""
    return tuple(dict.fromkeys(statement for statement in statements if statement))
