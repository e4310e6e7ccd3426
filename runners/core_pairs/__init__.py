"""Rules that draw pairs of pictures on twelve concepts of core knowledge: of two pictures with the
same question, only one thing differs, and so does the right answer.
"""

CORE_PAIRS = "core_pairs"
SHIPPED_PAIRS = 4
"""Of each concept, in the bank that comes with devrun."""
