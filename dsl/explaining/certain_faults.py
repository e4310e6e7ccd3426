"""Faults that may only follow from a line that could not be read."""

from __future__ import annotations

from dsl.diagnostic import Fault, Severity
from dsl.faults import braces, design, levels, machines, names, questions, session, whole

CERTAIN: tuple[type[Fault], ...] = (
    names.AmbiguousLevel, names.LevelsOfDifferentFactors, names.LevelOfAnotherFactor,
    names.DeclaredTwice, names.ReservedName, names.JoiningName, names.UnknownForm,
    names.ValueTwice, names.BuiltInVaries, names.LetOfItself, names.FormTwice, names.NamedTwice,
    braces.AmbiguousPronoun, braces.UnknownPronoun, braces.NoPronoun, braces.KeptInSentWords,
    braces.KeptAmongWords,
    braces.ArticleOfPlural, braces.BareStimulus, whole.HeadTwice, levels.ArmTwice,
    levels.ArmContradicts, levels.OtherwiseNotLast, session.SideBySide, session.SeveralForms,
    session.AskedAgain, session.SystemTooLate, session.NotAChild, session.RoutineOfItself,
    session.TooLong, levels.VersionsOnly, design.NotPositive, questions.StatementTwice,
    questions.ChoiceTwice, questions.ChoicesAndRating, questions.RatingOrder,
    questions.LureQuantity, questions.FixedUnderWhen, questions.EvenTwo, questions.EvenWithMore,
    questions.GateOfNoControl, questions.TestsOnly, design.ContrastLevels,
    machines.OutcomesCount, machines.NotAThing, machines.MachineThings, whole.ReferenceShape,

)  # fmt: skip
"""Faults of what is written, whatever else there may be."""


def is_certain(fault: Fault) -> bool:
    """Whether a fault is certain even if lines of the script could not be read.

    A name is unknown, or a cell without a test, when the line that would give it is lost; so such
    faults wait until all lines can be read. A name very like a known one is reported at once, but
    for questions: those are asked far below the lines that name them.
    """
    if fault.severity is Severity.WARNING or isinstance(fault, names.UnknownQuestion):
        return False
    return isinstance(fault, CERTAIN) or getattr(fault, "close", None) is not None
