"""Faults that may only follow from a line that could not be read."""

from __future__ import annotations

from dsl.diagnostic import Fault, Severity
from dsl.faults import design, names, slots

CERTAIN: tuple[type[Fault], ...] = (
    names.AmbiguousLevel, names.LevelsOfDifferentFactors, names.LevelOfAnotherFactor,
    names.DeclaredTwice, names.ReservedName, names.JoiningName, names.UnknownForm,
    names.ValueTwice, names.BuiltInVaries, names.LetOfItself, names.FormTwice, names.NamedTwice,
    slots.AmbiguousPronoun, slots.UnknownPronoun, slots.NoPronoun, slots.KeptInSentWords,
    slots.ArticleOfPlural, slots.BareStimulus,
    design.HeadTwice, design.ArmTwice, design.ArmContradicts, design.OtherwiseNotLast,
    design.SideBySide, design.SeveralForms, design.AskedAgain, design.SystemTooLate,
    design.NotAChild, design.RoutineOfItself, design.TooLong, design.WorthOfConditions,
    design.NotPositive, design.StatementTwice, design.ChoiceTwice, design.ChoicesAndRating,
    design.RatingOrder, design.AnswerQuantity, design.LureQuantity, design.FixedUnderWhen,
    design.GateOfNoControl, design.WorthOfNoTest, design.ContrastLevels, design.OutcomesCount,
    design.NotAThing, design.MachineThings, design.ReferenceShape, design.GuideScore,
)  # fmt: skip
"""Faults of what is written, whatever else there may be."""


def is_certain(fault: Fault) -> bool:
    """Whether a fault stands even if lines of the script could not be read.

    A name is unknown, or a cell without a test, when the line that would give it is lost; so such
    faults wait until all lines can be read. A name very like a known one is told at once.
    """
    if fault.severity is Severity.WARNING:
        return False
    return isinstance(fault, CERTAIN) or getattr(fault, "close", None) is not None
