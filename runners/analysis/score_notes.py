"""By whom scores are, and what else a reader of the figures must know, a sentence each."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction

from coders.choice_methods import FEWEST_JUDGES
from coders.packets.shape import CoderKind, View
from dsl.words import and_list, counted
from renderers.number_words import decimal
from renderers.rows.questions import KindScore
from renderers.rows.scores import CellScore
from runners.analysis.coder_means import Marked
from runners.analysis.codings import Codings
from runners.coding.coded_packets import HUMAN, who_failed
from runners.studies.study import OpenStudy


def _disputed(marked: Marked, count: int) -> str:
    """That coders disagree on controls, what is made of it, and what other rules would make."""
    means = [
        _mean_of(marked, name)
        for name in ("lrs", "undisputed", "disputed_failed", "disputed_passed")
    ]
    default, left_out, failed, passed = (
        "unknown" if one is None else decimal(one) for one in means
    )
    return (
        f"{counted(count, 'trial')} disputed: coders disagree on a control question that can "
        "change the LRS; the mean of their LRS counts until `devrun adjudicate` resolves it "
        "(without such trials the mean could be below every coder's own). Mean LRS "
        f"{default}; without these trials {left_out}, with their controls failed {failed}, "
        f"passed {passed}"
    )


def _mean_of(marked: Marked, name: str) -> Fraction | None:
    """The mean of a measure over the trials that have it."""
    known = [(value, n) for row, n in marked if (value := getattr(row, name)) is not None]
    n = sum(count for _, count in known)
    return sum((value * count for value, count in known), Fraction(0)) / n if n else None


def _left_out(missing: int, waiting: int, finished: int) -> tuple[str, ...]:
    """That nobody, or nobody completely, has coded some of the finished trials."""
    why = {"have no valid codes": missing, "are not completely coded yet": waiting}
    why = {words: number for words, number in why.items() if number}
    if not why:
        return ()
    found = f"{missing + waiting} of {counted(finished, 'finished trial')}"
    if len(why) == 1:
        return (f"{found} {next(iter(why))} and are left out",)
    each = ", ".join(f"{number} {words}" for words, number in why.items())
    return (f"{found} are left out: {each}",)


def unchanged_marks(codings: Codings, opened: OpenStudy, coders: Sequence[str]) -> tuple[str, ...]:
    """What a mended key cannot do: a mark that somebody gave is no reading of the key."""
    mended = [one.experiment.title for one in opened.chapters if one.mended]
    marked = any(
        one.packet.view == View.RUBRIC and one.packet.coder in coders for one in codings.packets
    )
    if codings.by_matcher or not mended or not marked:
        return ()
    return (
        f"the answers of {and_list(mended)} were corrected, but coders' marks are unchanged: "
        "code again, or use --coder matcher to score with the corrected answers",
    )


def scored_by_likelihood(weighed: int, trials: int) -> tuple[str, ...]:
    """That some trials needed no coder."""
    if not weighed:
        return ()
    return (
        f"{weighed} of {counted(trials, 'trial')} scored by likelihood, without coders: see "
        "`devrun score --likelihoods`",
    )


def left_out_unequally(cells: Iterable[CellScore]) -> Iterator[str]:
    """That the conditions of a script lose different shares of their trials by `exclude`."""
    groups: dict[tuple[str, str, str], list[CellScore]] = {}
    for cell in cells:
        groups.setdefault((cell.experiment, cell.wording, cell.model), []).append(cell)
    for where, some in groups.items():
        if len({Fraction(one.left_out, one.trials) for one in some}) > 1:
            each = and_list([f"{one.left_out} of {one.trials} in {one.condition}" for one in some])
            yield (
                f"{', '.join(where)}: the script excludes {each}; a difference between these "
                "conditions may be one between those who are left"
            )


def role(codings: Codings) -> str:
    """By whom the scores are, in words."""
    whose = codings.whose
    if codings.quorum is not None:
        judges = counted(len(codings.quorum.judges), "model")
        return f"matcher and a quorum of {judges} (provisional)"
    if codings.by_matcher:
        return "matcher (provisional)"
    if whose.coder is not None:
        kind = codings.kinds[whose.coder]
        told = {CoderKind.BLIND: "blind coder", CoderKind.AUTHOR: "author, not blind:"}
        return f"{told.get(kind, 'judge')} {whose.coder.removeprefix('judge ')}"
    who = "blind+author" if whose.as_paper else "blind"
    if not whose.adjudicated:
        return who
    return "adjudicated" if who == "blind" else f"{who}, adjudicated"


def unused_judges(codings: Codings, rows: Sequence[KindScore]) -> Iterator[str]:
    """That models have judged what the matcher does not read, where that is not what counts."""
    of_bank = any(row.items is not None and row.undecided for row in rows)
    judges = len(codings.judges.judges) if of_bank and codings.quorum is None else 0
    if judges >= FEWEST_JUDGES:
        yield (
            f"{judges} models have judged replies of this study: with --coder quorum, what three "
            "quarters of them read counts where the matcher needs a human"
        )


def notes(codings: Codings, marked: Marked, *, stale: int) -> tuple[str, ...]:
    """What else a reader of the figures has to know, a sentence each."""
    packets, whose = codings.packets, codings.whose
    found: list[str] = []
    statuses = Counter[str]()
    for row, n in marked:
        statuses[row.status] += n
    if codings.by_matcher:
        if packets and whose.coder is None:
            why = who_failed(packets)
            found.append(f"packets exist but no person's codes have been collected yet{why}")
        return tuple(found)
    missing, finished = statuses["uncoded"], statuses.total()
    found += _left_out(missing, statuses["undecided"], finished)
    authors = any(one.kind is CoderKind.AUTHOR for one in packets)
    if authors and missing == finished and not whose.as_paper and whose.coder is None:
        found.append("authors are not blind; their codes count with --as-paper")
    if statuses["disputed"]:
        found.append(_disputed(marked, statuses["disputed"]))
    if stale:
        found.append(
            f"codes for {counted(stale, 'trial')} belong to a text that differs from the "
            "store and are not counted"
        )
    told = [
        *([counted(len(codings.remarks), "note") + " by coders"] if codings.remarks else []),
        *(
            [f"what {counted(len(codings.aim_guesses), 'coder')} took the study to be about"]
            if codings.aim_guesses
            else []
        ),
    ]
    if told:
        found.append(f"{and_list(told)}: see `devrun agree --all`")
    # People who have begun nothing are waited for, too, as `devrun adjudicate` waits for them.
    still = [
        one.packet.coder
        for one in packets
        if not one.ended
        and one.kind is not CoderKind.ADJUDICATOR
        and (one.state.items or one.kind in HUMAN)
    ]
    if still:
        names = ", ".join(dict.fromkeys(still))
        found.append(f"not handed in yet: {names}; these scores may change")
    return tuple(found)
