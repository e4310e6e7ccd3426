"""An experiment with every name resolved: what checking hands to expansion.

The checker builds this from the tree only when there is no error, so nobody above it meets an
unknown name. It keeps the shape of the script (steps, arms, guards) rather than unfolding it: a
cell is chosen later, by `expand`, and the identity of a procedure is a hash over this structure.

Names of factors, levels, slots, lets, tables and machines are canonical here: as the author first
declared them.
"""

from dsl.experiment.design import Compared as Compared
from dsl.experiment.design import Contrast as Contrast
from dsl.experiment.design import ContrastLine as ContrastLine
from dsl.experiment.design import Design as Design
from dsl.experiment.design import Factor as Factor
from dsl.experiment.design import Let as Let
from dsl.experiment.design import Level as Level
from dsl.experiment.design import Machine as Machine
from dsl.experiment.design import Permutation as Permutation
from dsl.experiment.design import Rule as Rule
from dsl.experiment.design import Things as Things
from dsl.experiment.design import What as What
from dsl.experiment.questions import ClauseTemplate as ClauseTemplate
from dsl.experiment.questions import Either as Either
from dsl.experiment.questions import ForEach as ForEach
from dsl.experiment.questions import ForkStep as ForkStep
from dsl.experiment.questions import Form as Form
from dsl.experiment.questions import Guidance as Guidance
from dsl.experiment.questions import IfFailed as IfFailed
from dsl.experiment.questions import InOrder as InOrder
from dsl.experiment.questions import Listen as Listen
from dsl.experiment.questions import MachineAsk as MachineAsk
from dsl.experiment.questions import MachineKey as MachineKey
from dsl.experiment.questions import Order as Order
from dsl.experiment.questions import Quantity as Quantity
from dsl.experiment.questions import QuestionStep as QuestionStep
from dsl.experiment.questions import Rating as Rating
from dsl.experiment.questions import Repeat as Repeat
from dsl.experiment.questions import Rubric as Rubric
from dsl.experiment.questions import Say as Say
from dsl.experiment.questions import Scorer as Scorer
from dsl.experiment.questions import Scripted as Scripted
from dsl.experiment.questions import Show as Show
from dsl.experiment.questions import Step as Step
from dsl.experiment.questions import System as System
from dsl.experiment.whole import Experiment as Experiment
from dsl.experiment.whole import Reference as Reference
from dsl.experiment.words import ALWAYS as ALWAYS
from dsl.experiment.words import Article as Article
from dsl.experiment.words import Case as Case
from dsl.experiment.words import Grammar as Grammar
from dsl.experiment.words import Guard as Guard
from dsl.experiment.words import Piece as Piece
from dsl.experiment.words import Pronoun as Pronoun
from dsl.experiment.words import Slot as Slot
from dsl.experiment.words import Table as Table
from dsl.experiment.words import Template as Template
from dsl.experiment.words import Use as Use
from dsl.experiment.words import UseKind as UseKind
from dsl.experiment.words import Word as Word
