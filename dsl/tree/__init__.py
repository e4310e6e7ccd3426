"""The script as written: one node per statement, each with its span, nothing resolved.

The tree is deliberately loose, as the grammar is: two `procedure`s or an unknown level make a
tree, because the checker can say more about them than a parser can. Names are kept as the author
wrote them (inner spaces collapsed); comparing them is the checker's work.

A node ends in `Node` where `dsl.experiment` has a class for what becomes of it.
"""

from dsl.tree.banks import *
from dsl.tree.declarations import *
from dsl.tree.questionnaires import *
from dsl.tree.questions import *
from dsl.tree.script import *
from dsl.tree.steps import *
from dsl.tree.words import *
