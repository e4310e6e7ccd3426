"""A study given away: a Psych-DS folder, an Inspect log, or plain lines.

Every format is written by one pass over the finished trials, so that a study of a hundred thousand
needs no more memory than one of a hundred. The alternative, tables held as data frames, would bring
a library that a psychologist with R does not need, and gigabytes.
"""
