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
    """A coefficient as it is printed: `value` None means that it is undefined, for `reason`; `n`
    counts what it rests on, 0 where that is not told.
    """

    value: float | None
    ci95: tuple[float, float] | None
    reason: str = ""
    n: int = 0


@dataclass(frozen=True, slots=True)
class Calibration:
    """One form of the calibration that a coder took. `gates_wrong` counts control questions judged
    otherwise than agreed; `why` says what it was failed for.
    """

    coder: str
    form: str
    right: int
    marks: int
    gates_wrong: int
    passed: bool
    why: str = ""


@dataclass(frozen=True, slots=True)
class CodingFacts:
    """What is known of how a study was coded.

    Of `total` trials `standing` stand behind the `coded` different ones that a blind coder judged;
    `double_coded` of these were judged by two or more. `statements` are what the packets told their
    coders about blindness. `passed` are (coder, gold marks right, gold marks) of calibration gates
    that were passed. `kappa` is Cohen's on marks (the mean over pairs of coders), `gate_kappa` on
    whether a trial passed its control questions, `control_kappa` on single control questions,
    `within` Krippendorff's ordinal alpha of the LRS within cells; percentages
    are 0 to 100. `settled` counts judgements that were adjudicated, `how` says by what and
    `settled_by` how many by which. `asked` are sentences, without a full stop, on participants that
    were asked otherwise than wished for. `calibration` has every form that was taken. `imported`
    are coders whose codes came from a table, of whom no more is known than these codes; with `desk`
    somebody coded with devrun, whose packets have an order of their own. `pairs` says that kappas
    are means over pairs of coders, `rule` is the sentence on what passing takes.
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
    calibration: tuple[Calibration, ...] = ()
    control_kappa: Figure | None = None
    settled_by: tuple[tuple[str, int], ...] = ()
    imported: tuple[str, ...] = ()
    desk: bool = True
    pairs: bool = False
    rule: str = ""


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
            "{}{} of these were coded by at least two of {}{}.",
            _number(facts.double_coded, "double_coded"),
            share,
            _blind(facts),
            "" if facts.imported else ", each from a packet with an order of its own",
        ),
    ]
    if facts.imported:
        lines.append(
            _said(
                "The codes of {} were made elsewhere and brought in from a table; what the coders "
                "knew, and in which order they coded, is not recorded.",
                _names(facts.imported, "imported"),
            )
        )
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
    # That somebody was blind is known of packets alone.
    what = "coder" if facts.imported else "blind coder"
    return _counted(facts.blind_coders, "blind_coders", what)


def _blindness(facts: CodingFacts) -> list[Sentence]:
    lines: list[Sentence] = [
        (Known(one, f"statements/{at}", one),) for at, one in enumerate(facts.statements)
    ]
    if facts.keyed:
        lines.append(("The accepted answers were shown with the questions.",))
    return lines


def _calibration(facts: CodingFacts) -> list[Sentence]:
    forms: dict[str, list[int]] = {}
    for at, one in enumerate(facts.calibration):
        forms.setdefault(one.coder, []).append(at)
    lines = [_of_coder(coder, places, facts) for coder, places in forms.items()]
    if not all(one.passed for one in facts.calibration):
        lines.append((facts.rule,))
    if not lines and facts.desk:
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


def _of_coder(coder: str, places: Sequence[int], facts: CodingFacts) -> Sentence:
    """How a coder's calibration went, form by form: a form that was failed is told of as well."""
    parts: list[Sentence] = []
    for at in places:
        one = facts.calibration[at]
        here = f"calibration/{at}"
        parts.append(
            _said(
                "{} gate {} ({} of {} gold marks right, {})",
                Known("passed" if one.passed else "failed", f"{here}/passed", one.passed),
                Known(one.form.removeprefix("gate "), f"{here}/form", one.form),
                _number(one.right, f"{here}/right"),
                _number(one.marks, f"{here}/marks"),
                _counted(one.gates_wrong, f"{here}/gates_wrong", "wrong control question"),
            )
        )
    found: list[str | Known] = []
    for at, part in enumerate(parts):
        found += (", then " if at else " ", *part)
    return _said("{}{}.", Known(coder, f"calibration/{places[0]}/coder", coder), tuple(found))


def _agreement(facts: CodingFacts) -> list[Sentence]:
    if facts.exact is None:
        return [("Agreement between coders is unknown: too little was coded twice.",)]
    kappa: Sentence = ()
    if facts.kappa is not None:
        kappa = _said(
            ", Cohen's kappa (unweighted{}) {}",
            ", mean over pairs of coders" if facts.pairs else "",
            _figure(facts.kappa, "kappa", _unit(facts, "mark")),
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
                "On whether a transcript passed its control questions Cohen's kappa was {}.",
                _figure(facts.gate_kappa, "gate_kappa", _unit(facts, "transcript")),
            )
        )
    if facts.control_kappa is not None:
        lines.append(
            _said(
                "On single control questions it was {}.",
                _figure(facts.control_kappa, "control_kappa", _unit(facts, "question")),
            )
        )
    if facts.within is not None:
        lines.append(
            _said(
                "For the LRS of trials whose control questions were passed, Krippendorff's ordinal "
                "alpha within cells was {}.",
                _figure(facts.within, "within", "transcript"),
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


def _unit(facts: CodingFacts, what: str) -> str:
    """What n counts: a mean over pairs of coders takes an item once for each pair."""
    return f"pair of codes of one {what}" if facts.pairs else what


def _settling(facts: CodingFacts) -> list[Sentence]:
    if facts.settled:
        settled = _said(
            "{} on which coders differed {} settled{}; the original codes are kept.",
            _counted(facts.settled, "settled", "judgement"),
            "was" if facts.settled == 1 else "were",
            _how(facts),
        )
    else:
        settled = ("No disagreement was adjudicated.",)
    if not facts.codebooks:
        return [settled]
    name = "Codebook version" if len(facts.codebooks) == 1 else "Codebook versions"
    return [settled, _said(f"{name} {{}}.", _names(facts.codebooks, "codebooks"))]


def _how(facts: CodingFacts) -> Sentence:
    """By what judgements were settled, and how many by which where there are several."""
    if len(facts.settled_by) < 2:
        return _said(" by {}", _names(facts.how, "how")) if facts.how else ()
    found: list[str | Known] = []
    for at, (how, many) in enumerate(facts.settled_by):
        found += (", " if at else ": ", _number(many, f"settled_by/{at}/1"), " by ")
        found.append(Known(how, f"settled_by/{at}/0", how))
    return tuple(found)


def _figure(figure: Figure, place: str, unit: str) -> Sentence:
    if figure.value is None:
        return _said("undefined ({})", Known(figure.reason, f"{place}/reason", figure.reason))
    value = Known(f"{figure.value:.2f}", f"{place}/value", figure.value)
    n: Sentence = ()
    if figure.n:
        first, _, rest = unit.partition(" ")
        units = unit if figure.n == 1 else " ".join(filter(None, (f"{first}s", rest)))
        n = _said(" (n = {} {})", _number(figure.n, f"{place}/n"), units)
    if figure.ci95 is None:
        return _said("{}{}", value, n)
    low, high = (
        Known(f"{end:.2f}", f"{place}/ci95/{at}", end) for at, end in enumerate(figure.ci95)
    )
    return _said("{} [{}, {}]{}", value, low, high, n)


def joined(statements: Sequence[str]) -> tuple[str, ...]:
    """Statements of several packets, each said once, in the order met."""
    return tuple(dict.fromkeys(statement for statement in statements if statement))
