"""`devrun compare`: differences between conditions, participants, wordings and chance."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from runners.cli.bank_options import models_table_option, norms_option, with_models
from runners.cli.open_study import nothing_finished, scored
from runners.cli.options import NumberRange, json_option, rater_options, study_options
from runners.cli.output import coloured, note, page_width, print_json

if TYPE_CHECKING:
    from renderers.rows.comparisons import Comparisons
    from runners.analysis.codings import RaterSelection
    from runners.cli.open_study import StudyPart
    from runners.preregistration.lookup import Preregistration
    from runners.store.store import Store
    from runners.studies.study import OpenStudy

KINDS = (
    "conditions", "models", "domains", "wordings", "guessing", "ages", "recognition", "even",
    "banks", "erasures", "majorities", "variance",
)  # fmt: skip


@click.command(
    "compare",
    epilog=(
        "Examples: devrun compare; devrun compare --kind models; devrun compare --kind guessing; "
        "devrun compare sally_anne.dev -m openai/NAME --json"
    ),
)
@click.option(
    "--kind",
    "kinds",
    multiple=True,
    type=click.Choice(KINDS),
    help="Only these comparisons, whole; may be repeated (default: what was declared, conditions "
    "and models, on one screen).",
)
@click.option(
    "--all", "whole", is_flag=True, help="Print every comparison and column, and the method."
)
@click.option(
    "--equivalent-within",
    "within",
    metavar="LRS",
    type=NumberRange(0, 5, min_open=True),
    default=None,
    help="Say of each difference whether its whole interval lies within plus and minus so many LRS "
    "points (exploratory: declare bounds in a preregistration).",
)
@click.option(
    "--preregistration",
    metavar="FILE|HASH",
    help="Preregistration to use (default: the newest sealed for these scripts).",
)
@models_table_option
@norms_option
@rater_options
@study_options
@json_option
def command(
    kinds: tuple[str, ...],
    whole: bool,
    within: float | None,
    preregistration: str | None,
    models_file: str | None,
    norms_file: str | None,
    whose: RaterSelection,
    part: StudyPart,
    as_json: bool,
) -> None:
    """Compare within a study: the newest one, narrowed by PATH, -m and --only.

    Compares levels of a condition with the others held equal, participants by cell, experiment,
    domain and battery, and original with permuted wording: the difference in LRS and in proportion
    correct, with intervals. Permuted draws are paired, since a draw has the same words on both
    sides. Trials in which the story was recognised are compared with the others. `--kind variance`
    says how much scores vary by words, samples, coders and questions, and how much more of each
    would help; `--kind erasures`, what framings that state an inability change in each group of a
    bank; `--kind majorities`, what the majority over samples gains. Conditions and participants are
    compared on the items of a bank one by one; `--kind banks` prints every group.

    With --models, models that answered a bank are compared by their size and in pairs, such as base
    and chat, item by item; p values are adjusted by Holm over the groups of a pair.

    Otherwise, only comparisons declared in the script (`compare` in its design) or in a
    preregistration get a p value, with Holm's correction in their family; the rest are exploratory
    and have an interval.
    """
    from renderers.tables.score_words import by_whom
    from runners.comparison.comparisons import compared
    from runners.comparison.families import ALPHA
    from runners.comparison.replies import read_replies
    from runners.preregistration.lookup import valid_declarations

    with part.opened() as (store, opened):
        planned = _planned(store, opened, preregistration)
        counts = valid_declarations(store, opened.study.id, planned)
        # The one screen only names these tables, which take a while for a large study.
        variance = "variance" in kinds or (not kinds and whole)
        recognition = "recognition" in kinds or (not kinds and (whole or as_json))
        scores = scored(
            store, opened, whose, quiet=as_json, norms_file=norms_file, every_mark=variance
        )
        replies = read_replies(store, opened, scores.trials) if recognition else None
    if not scores.trials:
        raise nothing_finished(opened, "nothing-to-compare")
    alpha = planned.alpha if planned is not None and not counts.why else ALPHA
    found = compared(
        opened, scores, counts.declared, alpha=alpha, late=counts.late, why=counts.why,
        replies=replies, variance=variance, within=within or 0.0,
    )  # fmt: skip
    found = with_models(found, scores, models_file)
    if as_json:
        from renderers.fields.comparison.comparisons import comparison_document

        print_json(comparison_document(_of_kinds(found, kinds or KINDS)))
    elif models_file is not None and not (kinds or whole):
        from renderers.rows.banks import COUNTERPART
        from renderers.tables.banks.size_and_pairs import render_size_and_pairs

        pairs = [one for one in found.pairs if one.factor == COUNTERPART]
        page = render_size_and_pairs(
            found.study, found.sizes, pairs, whom=by_whom(scores), width=page_width(),
            notes=(*scores.judge_notes, *scores.fail_notes), colour=coloured(),
        )  # fmt: skip
        click.echo(page)
    elif kinds or whole:
        from renderers.rows.comparisons import ComparisonKind
        from renderers.tables.comparison import render_comparisons

        page = render_comparisons(
            _of_kinds(found, kinds or KINDS),
            whom=by_whom(scores),
            kinds=tuple(map(ComparisonKind, kinds or KINDS)),
            width=page_width(),
            colour=coloured(),
        )
        click.echo(page)
    else:
        from renderers.tables.comparison import render_comparison_screen

        page = render_comparison_screen(
            found, whom=by_whom(scores), width=page_width(), colour=coloured()
        )
        click.echo(page)


def _planned(store: Store, opened: OpenStudy, wanted: str | None) -> Preregistration | None:
    """The preregistration that belongs to the study, or the one that is named."""
    from runners.preregistration.checks import protocol_deviation
    from runners.preregistration.lookup import find_preregistration

    found = find_preregistration(store, opened, wanted)
    if found is not None:
        seal = found.seal
        sealed = f"sealed {_minute(seal.at)}" if seal.at else "not sealed"
        note(f"preregistration {seal.hash[:12]}, {sealed}: {found.why}")
        if not seal.at or seal.at > opened.study.first_started:
            note(
                "nothing shows that it was written before the study, which started "
                f"{_minute(opened.study.first_started)}; see `devrun preregister --check`"
            )
        if other := protocol_deviation(found, opened):
            note(
                f"deviation from it: sealed {other.planned}, run {other.done}; `devrun preregister "
                "--check` lists all"
            )
    return found


def _minute(at: str) -> str:
    return at[:16].replace("T", " ")


def _of_kinds(found: Comparisons, kinds: tuple[str, ...]) -> Comparisons:
    """The comparisons of these kinds."""
    from dsl.record import replace
    from renderers.rows.banks import COUNTERPART

    wordings = "wordings" in kinds
    return replace(
        found,
        comparisons=tuple(row for row in found.comparisons if row.kind.value in kinds),
        familiar=found.familiar if wordings else (),
        familiar_effects=found.familiar_effects if wordings else (),
        ages=found.ages if "ages" in kinds else (),
        even=found.even if "even" in kinds else (),
        erasures=found.erasures if "erasures" in kinds else (),
        erasure_contrasts=found.erasure_contrasts if "erasures" in kinds else (),
        majorities=found.majorities if "majorities" in kinds else (),
        pairs=tuple(one for one in found.pairs if "banks" in kinds or one.factor == COUNTERPART),
        recognition=found.recognition if "recognition" in kinds else (),
        reply_sources=found.reply_sources if "recognition" in kinds else (),
        variance=found.variance if "variance" in kinds else (),
        d_study=found.d_study if "variance" in kinds else (),
    )
