"""The script as written: one node per statement, each with its span, nothing resolved.

The tree is deliberately loose, as the grammar is: two `procedure`s or an unknown level make a
tree, because the checker can say more about them than a parser can. Names are kept as the author
wrote them (inner spaces collapsed); comparing them is the checker's work.

A node ends in `Node` where `dsl.experiment` has a class for what becomes of it.
"""

from dsl.tree.declarations import FactorKind as FactorKind
from dsl.tree.declarations import FactorNode as FactorNode
from dsl.tree.declarations import Format as Format
from dsl.tree.declarations import Forms as Forms
from dsl.tree.declarations import Include as Include
from dsl.tree.declarations import LetBy as LetBy
from dsl.tree.declarations import LetNode as LetNode
from dsl.tree.declarations import LevelItem as LevelItem
from dsl.tree.declarations import LevelNode as LevelNode
from dsl.tree.declarations import MachineItem as MachineItem
from dsl.tree.declarations import MachineNode as MachineNode
from dsl.tree.declarations import Meta as Meta
from dsl.tree.declarations import Needs as Needs
from dsl.tree.declarations import NeedsWhen as NeedsWhen
from dsl.tree.declarations import Note as Note
from dsl.tree.declarations import Outcomes as Outcomes
from dsl.tree.declarations import Own as Own
from dsl.tree.declarations import Pool as Pool
from dsl.tree.declarations import PoolSlot as PoolSlot
from dsl.tree.declarations import PoolValue as PoolValue
from dsl.tree.declarations import ReferenceNode as ReferenceNode
from dsl.tree.declarations import Rules as Rules
from dsl.tree.declarations import ShownNode as ShownNode
from dsl.tree.declarations import Swap as Swap
from dsl.tree.declarations import TableNode as TableNode
from dsl.tree.declarations import TableRow as TableRow
from dsl.tree.declarations import Title as Title
from dsl.tree.declarations import Worth as Worth
from dsl.tree.questions import Answer as Answer
from dsl.tree.questions import Ask as Ask
from dsl.tree.questions import Asks as Asks
from dsl.tree.questions import Choices as Choices
from dsl.tree.questions import Coders as Coders
from dsl.tree.questions import Example as Example
from dsl.tree.questions import Guards as Guards
from dsl.tree.questions import Half as Half
from dsl.tree.questions import IfFailedNode as IfFailedNode
from dsl.tree.questions import Keep as Keep
from dsl.tree.questions import Labels as Labels
from dsl.tree.questions import MachineAnswer as MachineAnswer
from dsl.tree.questions import Now as Now
from dsl.tree.questions import QuestionItem as QuestionItem
from dsl.tree.questions import QuestionKind as QuestionKind
from dsl.tree.questions import QuestionNode as QuestionNode
from dsl.tree.questions import QuestionWhen as QuestionWhen
from dsl.tree.questions import Rate as Rate
from dsl.tree.questions import SayNode as SayNode
from dsl.tree.questions import ScoredBy as ScoredBy
from dsl.tree.questions import ShowNode as ShowNode
from dsl.tree.questions import Wrong as Wrong
from dsl.tree.script import Compare as Compare
from dsl.tree.script import ContrastLineNode as ContrastLineNode
from dsl.tree.script import ContrastNode as ContrastNode
from dsl.tree.script import DesignItem as DesignItem
from dsl.tree.script import DesignNode as DesignNode
from dsl.tree.script import Different as Different
from dsl.tree.script import Guide as Guide
from dsl.tree.script import GuideExample as GuideExample
from dsl.tree.script import Permute as Permute
from dsl.tree.script import Procedure as Procedure
from dsl.tree.script import Routine as Routine
from dsl.tree.script import Runs as Runs
from dsl.tree.script import Samples as Samples
from dsl.tree.script import Scoring as Scoring
from dsl.tree.script import Script as Script
from dsl.tree.script import Seed as Seed
from dsl.tree.script import Together as Together
from dsl.tree.script import TopItem as TopItem
from dsl.tree.script import Wording as Wording
from dsl.tree.steps import Do as Do
from dsl.tree.steps import ForEachNode as ForEachNode
from dsl.tree.steps import InOrderNode as InOrderNode
from dsl.tree.steps import Instructions as Instructions
from dsl.tree.steps import ListenNode as ListenNode
from dsl.tree.steps import ParticipantNode as ParticipantNode
from dsl.tree.steps import RepeatNode as RepeatNode
from dsl.tree.steps import Scene as Scene
from dsl.tree.steps import Separately as Separately
from dsl.tree.steps import Step as Step
from dsl.tree.steps import When as When
from dsl.tree.words import Arm as Arm
from dsl.tree.words import Brace as Brace
from dsl.tree.words import By as By
from dsl.tree.words import Name as Name
from dsl.tree.words import Part as Part
from dsl.tree.words import Prose as Prose
from dsl.tree.words import ProseLine as ProseLine
from dsl.tree.words import Text as Text
from dsl.tree.words import Words as Words
