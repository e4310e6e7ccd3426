"""Scores: what makes one number of the marks of a trial's test questions."""

from dsl.scoring.kinds import *
from dsl.scoring.score_kind import *
