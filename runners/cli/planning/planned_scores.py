"""What `devrun plan` says of the scores of one script: items, kinds, repeats, declared tests; and
with --power how often so many runs find what a script is about.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction

from dsl.experiment import Experiment
from dsl.words import and_list, counted
from renderers.tables.power import PowerRow, power_lines
from renderers.terminal import visible
from runners.cli.options import Expansion
from runners.cli.output import StatusLine, page_width, say
from runners.run_size import Bounds, RunSize


def _say_items(size: RunSize) -> None:
    """The items of a bank that each trial asks, by group."""
    if size.groups:
        named = [f"{visible(name)} {many:,}" for name, many in size.groups if name]
        if named:
            say(f"  items in {counted(len(named), 'group')}: {', '.join(named)}")
        say(f"  {_margins(dict(size.groups))}")


def _margins(groups: Mapping[str, int]) -> str:
    """How wide the intervals of accuracy over items will be."""
    from coders.statistics.item_means import planned_margin, planned_margin_of_groups

    def shown(margin: float | None) -> str:
        return "unknown" if margin is None else f"±{100 * margin:.1f}"

    every = planned_margin(sum(groups.values()))
    if every is None:
        return "precision unknown: no interval is given below 5 items"
    told = f"{shown(every)} percentage points over all items"
    if len(groups) > 1:
        told += f", {shown(planned_margin_of_groups([*groups.values()]))} for the mean of groups"
        few, most = min(groups, key=groups.__getitem__), max(groups, key=groups.__getitem__)
        wide, narrow = (shown(planned_margin(groups[one])) for one in (few, most))
        if wide == narrow:
            told += f", {wide} for each group"
        else:
            told += f", {narrow} ({visible(most)}) to {wide} ({visible(few)}) for a group"
    return (
        f"the margin of error (95%, over items) of an accuracy of 50% will be about {told}, "
        "and less where items are averaged over runs"
    )


def _say_banks(experiment: Experiment) -> None:
    """Where not all items of a bank are asked, how many; and the defects that it allows."""
    for bank in experiment.banks:
        name = visible(bank.name)
        if bank.asked < bank.items:
            say(
                f"  a sample by seed {experiment.design.seed}: {bank.asked:,} of the "
                f"{counted(bank.items, 'item')} of `{name}`, the same in every trial"
            )
        for one in bank.allowed:
            say(f"  allowed in `{name}`: {one.words}: {visible(one.where)}")


def say_scores(experiment: Experiment, size: RunSize) -> None:
    """The items of a bank, the kinds of score that are printed next to the LRS, passes and totals,
    and what guessing gives.
    """
    from renderers.number_words import decimal, percent

    _say_items(size)
    _say_banks(experiment)
    for kind, bounds in size.chances:
        written = percent if kind.low is not None else decimal
        say(f"  also scored: {kind.criterion}; chance level {_between(bounds, written)}")
    for measure, bounds in size.measures:
        is_pass = measure.is_share
        named_by_kind = measure.training is not None or measure.exploration is not None
        named = "" if named_by_kind else f"{measure.kind} "
        words = visible(f"{named}{measure.name} {measure.words}")
        of = "" if is_pass else f" of {decimal(measure.high)}"
        if measure.exploration is not None and bounds is None:
            # What a guesser learns hangs on what it tries.
            say(f"  measured: {words}" + ("" if is_pass else f"; at most {decimal(measure.high)}"))
            continue
        chance = _between(bounds, percent if is_pass else decimal)
        say(f"  measured: {words}; chance level {chance}{of}")


def _between(bounds: Bounds, written: Callable[[Fraction], str]) -> str:
    """What guessing gives, from the lowest to the highest of the cells."""
    if bounds is None:
        return "unknown"
    low, high = map(written, bounds)
    return low if low == high else f"{low} to {high}, depending on the cell"


def _say_even(experiment: Experiment, draws: int) -> None:
    """The questions that are scored over draws, and what so many draws will show."""
    from runners.analysis.experiment_facts import even_questions

    names = and_list([f"`{name}`" for name in even_questions(experiment)])
    if names:
        from renderers.rows.questions import Evenness
        from runners.analysis.questions.even_scores import shown_probability

        even = shown_probability(draws, Evenness.EVEN, 0.5)
        uneven = shown_probability(draws, Evenness.UNEVEN, 0.9)
        say(
            f"  scored over draws, in no LRS: {names}; {counted(draws, 'run')} of a cell show "
            f"that an even choice is even with a probability of {even:.0%}, and that one of 90% "
            f"to 10% is uneven with {uneven:.0%}"
        )


def say_repeats(one: RunSize, draws: int) -> None:
    """The wordings in which several draws are one text, and repeated sets of words."""
    for name, count in one.texts:
        cells = one.cells // max(1, len(one.texts))
        told = f"  {name} wording: {counted(cells * draws, 'draw')}"
        texts = counted(count, "distinct text")
        repeats = "draws with the same text are repeats, and are reported as such"
        looked = f"counted in the first {one.looked_at:,} of each cell"
        if count < cells * one.looked_at == cells * draws:
            say(f"{told}, but {texts}: {repeats}")
        elif count < cells * one.looked_at:
            say(f"{told}, and at least {texts}, {looked}: {repeats}")
        elif one.looked_at < draws:
            say(f"{told}, and at least {texts}, {looked}; later ones may repeat them")
    if one.word_sets is not None and one.word_sets < one.looked_at:
        first = f"the first {one.looked_at:,} of " if one.looked_at < draws else ""
        say(
            f"  sets of words: {one.word_sets} in {first}{counted(draws, 'permuted run')} of a "
            "cell; a set that comes again adds to n and nothing to the words"
        )


def say_declared(experiment: Experiment, draws: int) -> None:
    """What the script declares besides scores: questions that are scored over draws, and the
    comparisons that are to be tested.
    """
    _say_even(experiment, draws)
    if not experiment.design.compared:
        return
    from runners.comparison.families import of_scripts

    for one in of_scripts([experiment]):
        say(f"  declared test, family {one.family}: {one.words}")


def planned_power(
    experiments: Sequence[Experiment], size: Expansion, participants: int, *, quiet: bool
) -> tuple[PowerRow, ...]:
    """What so many runs find, simulated; on a terminal it is said how far it is."""
    from runners.power import power

    with StatusLine(quiet=quiet) as status:
        return power(
            experiments,
            runs=() if size.runs is None else (size.runs,),
            wordings=size.wordings,
            only=size.only,
            people=participants,
            say=lambda done, every: status.update(f"simulating: {done} of {every}"),
        )


def sharing(experiments: Sequence[Experiment]) -> list[str]:
    """The titles of the scripts in which conditions share questions."""
    from dsl.checking.warnings.shared_words import shares_questions

    return [one.title for one in experiments if shares_questions(one)]


def say_power(rows: Sequence[PowerRow], sharing: Sequence[str]) -> None:
    """Print the tables."""
    from coders.statistics.power import STUDIES
    from runners.power import SEED

    say("")
    for line in power_lines(rows, studies=STUDIES, seed=SEED, sharing=sharing, width=page_width()):
        say(line)
    if not any(row.family for row in rows):
        say(
            "no comparison is declared in these scripts, so none will have a p value, only "
            "an interval (declare with `compare` in a design, or `devrun preregister`)"
        )


def call_bounds(plans: Sequence[RunSize]) -> tuple[int, int]:
    """The fewest and the most calls; they differ only where words depend on replies."""
    bounds = [one.call_bounds or (one.calls, one.calls) for one in plans]
    return sum(fewest for fewest, _ in bounds), sum(most for _, most in bounds)
