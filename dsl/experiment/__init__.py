"""An experiment with every name resolved: what checking hands to expansion.

The checker builds this from the tree only when there is no error, so nobody above it meets an
unknown name. It keeps the shape of the script (steps, arms, guards) rather than unfolding it: a
cell is chosen later, by `expand`, and the identity of a procedure is a hash over this structure.

Names of factors, levels, slots, lets, tables and machines are canonical here: as the author first
declared them.
"""

from dsl.experiment.design import *
from dsl.experiment.layouts import *
from dsl.experiment.measures import *
from dsl.experiment.questionnaires import *
from dsl.experiment.questions import *
from dsl.experiment.waves import *
from dsl.experiment.whole import *
from dsl.experiment.words import *
